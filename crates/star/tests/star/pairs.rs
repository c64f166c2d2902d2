//! Pairs of 4-Star Nim and of 3-Star Nim: golden periods, the definition, plain search (theory 7.5 to 7.10).

use std::collections::HashMap;

use sprague::games::star_nim::StarNim;
use sprague::limits::Limits;
use sprague::play::Outcome;
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::Solver;
use sprague::star::{MOST_PAIR, PairColumns, PairGame, PairPeriod, PairProof};
use sprague_star::StarPositions;

use PairGame::{Partners, Values};

fn proved(game: PairGame, a: u64, b: u64) -> PairProof {
    let mut proof = PairProof::new(game, a, b).expect("small");
    while !proof.is_over() {
        proof.advance(1 << 20);
    }
    proof
}

fn summary(pair: &PairPeriod) -> (u64, u64, u64) {
    (pair.period, pair.first_column, pair.width())
}

/// Least period, first column, largest offset from there on: computed by a C program over whole windows, by another
/// over half windows, and by a Python program over the joint state of all pairs.
type Row = &'static [(u64, u64, u64)];

#[rustfmt::skip]
const TABLE: [(u64, Row); 8] = [
    (1, &[(2, 1, 1), (4, 1, 2), (4, 1, 3), (8, 1, 4), (8, 1, 5), (8, 1, 6), (8, 1, 7), (16, 1, 8)]),
    (2, &[(1, 2, 0), (4, 5, 3), (4, 14, 2), (8, 14, 3), (8, 10, 4), (8, 36, 5), (8, 36, 4)]),
    (3, &[(1, 2, 0), (4, 14, 3), (8, 17, 6), (8, 27, 4), (8, 39, 4), (32, 58, 5)]),
    (4, &[(1, 2, 0), (8, 27, 5), (4, 43, 2), (16, 44, 7), (32, 87, 6)]),
    (5, &[(1, 2, 0), (8, 41, 5), (8, 41, 6), (32, 98, 7)]),
    (6, &[(1, 2, 0), (24, 37, 7), (32, 92, 7)]),
    (7, &[(1, 2, 0), (96, 205, 9)]),
    (8, &[(1, 2, 0)]),
];

#[test]
fn golden_periods_of_pairs() {
    let proof = proved(Partners, 8, 8);
    for (a, row) in TABLE {
        for (b, &expected) in (a..).zip(row) {
            assert_eq!(summary(proof.period(a, b).expect("below")), expected, "({a}, {b})");
        }
    }
    assert_eq!(proof.proved.len(), 36);
}

/// Blocks that are written down: reversed, exchanged, and eight offsets.
#[test]
fn golden_partners() {
    let proof = proved(Partners, 5, 5);
    let partners = |a, b| -> Vec<u64> {
        let pair = proof.period(a, b).expect("below");
        (0..=13).map(|c| pair.value(c)).collect()
    };
    assert_eq!(partners(2, 3), [4, 1, 3, 2, 0, 8, 7, 6, 5, 12, 11, 10, 9, 16]);
    assert_eq!(partners(2, 4), [3, 6, 4, 0, 2, 9, 1, 10, 11, 5, 7, 8, 13, 12]);
    assert_eq!(partners(3, 4), [2, 7, 0, 4, 3, 10, 9, 1, 13, 6, 5, 12, 11, 8]);
    assert_eq!(partners(2, 5), [6, 7, 5, 8, 9, 2, 0, 1, 3, 4, 12, 13, 10, 11]);
    let (three, four, cross) =
        (proof.period(2, 3).unwrap(), proof.period(3, 4).unwrap(), proof.period(2, 4).unwrap());
    let five = proof.period(2, 5).unwrap();
    for n in 4..5000 {
        for i in 0..4 {
            assert_eq!(three.value(4 * n + 1 + i), 4 * n + 4 - i);
            assert_eq!(four.value(4 * n + 2 + i), 4 * n + 5 - i);
            assert_eq!(cross.value(4 * n + 2 + i), 4 * n + 2 + (i + 2) % 4);
        }
    }
    for (c, offset) in (14..5000u64).zip([3i64, 3, 3, -3, -3, -3, 1, -1].into_iter().cycle()) {
        assert_eq!(five.value(c), c.wrapping_add_signed(offset), "{c}");
    }
}

/// Source: the lines `star: [a] [b] [*]`, by another machine, and brute force.
#[test]
fn golden_periods_of_three_tokens() {
    let proof = proved(Values, 8, 8);
    let golden = [
        ((1, 1), (1, 1)),
        ((1, 2), (4, 1)),
        ((1, 3), (4, 1)),
        ((1, 4), (4, 14)),
        ((2, 2), (4, 1)),
        ((2, 3), (4, 2)),
        ((2, 4), (8, 15)),
        ((3, 3), (4, 1)),
        ((3, 4), (16, 17)),
        ((4, 4), (8, 27)),
        ((2, 5), (24, 33)),
        ((3, 5), (48, 30)),
        ((8, 8), (192, 242)),
    ];
    for ((a, b), expected) in golden {
        let pair = proof.period(a, b).expect("below");
        assert_eq!((pair.period, pair.first_column), expected, "({a}, {b})");
    }
    for pair in proof.proved.values() {
        let line = sprague::star::HeadLine::new(&[vec![pair.a], vec![pair.b]], None, 100).expect("small");
        let values = line.values(700);
        assert!((1..).zip(values).all(|(c, value)| pair.value(c) == value), "({}, {})", pair.a, pair.b);
    }
}

/// No windows and no periods: all pairs of a column by mex, far beyond the first columns.
#[test]
fn the_definition_agrees() {
    for game in [Partners, Values] {
        let most = 10;
        let proof = proved(game, most, most);
        let mut columns = PairColumns::new(game, most);
        for c in 1..=6000 {
            let values = columns.step().to_vec();
            let pairs = (1..=most).flat_map(|a| (a..=most).map(move |b| (a, b)));
            for ((a, b), value) in pairs.zip(values) {
                assert_eq!(proof.period(a, b).expect("below").value(c), value, "{game:?} ({a}, {b}, {c})");
            }
        }
    }
}

/// All positions of four tokens up to 24 by plain search, each token as the one that is found.
#[test]
fn plain_search_finds_the_same_partners() {
    let proof = proved(Partners, 24, 24);
    let positions = StarPositions::new(4, 24, &Limits::default()).expect("small");
    let listed: std::collections::HashSet<Vec<u64>> = positions.collect();
    let mut solver = Solver::new(Plain(StarNim));
    let mut p_positions = 0;
    for d in 1..=24 {
        for c in 1..=d {
            for b in 1..=c {
                for a in 1..=b {
                    let pair = proof.period(a, b).expect("below");
                    let is_p = pair.value(c) == d;
                    assert_eq!(is_p, pair.value(d) == c);
                    assert_eq!(is_p, proof.period(c, d).expect("below").value(a) == b);
                    assert_eq!(is_p, listed.contains(&vec![a, b, c, d]), "({a}, {b}, {c}, {d})");
                    p_positions += usize::from(is_p);
                    if d <= 9 {
                        let outcome = solver.outcome(&vec![a, b, c, d]).expect("small");
                        assert_eq!(is_p, outcome == Outcome::P, "({a}, {b}, {c}, {d})");
                    }
                }
            }
        }
    }
    assert_eq!(p_positions, listed.len());
}

#[test]
fn plain_search_finds_the_same_values_of_three_tokens() {
    let proof = proved(Values, 7, 7);
    let mut solver = Solver::new(Plain(StarNim));
    for c in 1..=14 {
        for b in 1..=7 {
            for a in 1..=b {
                let value = solver.value(&vec![a, b, c]).expect("small").0;
                assert_eq!(proof.period(a, b).expect("below").value(c), value, "({a}, {b}, {c})");
            }
        }
    }
}

/// An involution that stays near the column (theory 7.7), for every pair of a larger proof.
#[test]
fn partners_are_partners_of_their_partners() {
    let proof = proved(Partners, 20, 20);
    for pair in proof.proved.values() {
        let (a, b) = (pair.a, pair.b);
        for c in (0..3000).chain(1 << 60..(1 << 60) + 3000) {
            let d = pair.value(c);
            assert_eq!(pair.value(d), c, "({a}, {b}, {c})");
            assert!(d.abs_diff(c) < a + b, "({a}, {b}, {c})");
            assert!(a > 1 || d == b ^ c, "theory 7.3: ({b}, {c})");
            assert!(a != b || a == 1 || c < 2 || d == c, "equal tokens: ({a}, {c})");
        }
        assert!(a != b || a == 1 || pair.value(1) == 0);
    }
}

/// The period is least and the first column too: each smaller one is refuted by a column.
#[test]
fn no_smaller_period_and_no_earlier_column() {
    for game in [Partners, Values] {
        for pair in proved(game, 12, 12).proved.values() {
            let (p, first) = (pair.period, pair.first_column);
            let offset = |c: u64| pair.value(c).wrapping_sub(c);
            for smaller in (1..p).filter(|q| p.is_multiple_of(*q)) {
                assert!((first..first + p).any(|c| offset(c) != offset(c + smaller)), "{pair:?}");
            }
            assert!(first == 1 || offset(first - 1) != offset(first - 1 + p), "{pair:?}");
        }
    }
}

/// Plain data: cut into pieces of any length the proof is the same.
#[test]
fn a_proof_in_pieces_is_the_same_proof() {
    let whole = proved(Partners, 7, 9);
    for piece in [1, 7, 100] {
        let mut proof = PairProof::new(Partners, 9, 7).expect("small");
        while !proof.is_over() {
            proof.advance(piece);
            proof = proof.clone();
        }
        assert_eq!(proof, whole, "pieces of {piece}");
    }
    let mut further = proved(Partners, 3, 9);
    assert!(further.aim(7, 9));
    while !further.is_over() {
        further.advance(1000);
    }
    assert_eq!(further, whole);
}

#[test]
fn pairs_that_are_none_or_too_large_are_refused() {
    for (a, b) in [(0, 1), (1, 0), (1, MOST_PAIR), (u64::MAX, u64::MAX)] {
        assert_eq!(PairProof::new(Partners, a, b), None, "({a}, {b})");
    }
    assert!(PairProof::new(Values, 1, MOST_PAIR - 1).is_some());
}

/// Nim in which at most r piles may ever be empty.
struct FewEmpty(usize);
/// Nim that is over as soon as so many piles are empty.
struct OverAt(usize);

fn empty(piles: &[u64]) -> usize {
    piles.iter().filter(|&&pile| pile == 0).count()
}

fn lower(piles: &[u64]) -> impl Iterator<Item = Vec<u64>> + '_ {
    piles.iter().enumerate().flat_map(move |(at, &pile)| {
        (0..pile).map(move |to| {
            let mut option = piles.to_vec();
            option[at] = to;
            option.sort_unstable();
            option
        })
    })
}

impl Ruleset for FewEmpty {
    type Position = Vec<u64>;
    fn options(&self, piles: &Vec<u64>) -> Vec<Vec<u64>> {
        lower(piles).filter(|option| empty(option) <= self.0).collect()
    }
}

impl Ruleset for OverAt {
    type Position = Vec<u64>;
    fn options(&self, piles: &Vec<u64>) -> Vec<Vec<u64>> {
        if empty(piles) >= self.0 { Vec::new() } else { lower(piles).collect() }
    }
}

/// All ascending lists of so many piles up to some size.
fn lists(piles: usize, most: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..piles {
        let longer = |list: Vec<u64>| {
            (list.last().copied().unwrap_or(0)..=most).map(move |pile| [&list[..], &[pile]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// Theory 7.5: the P-positions of Nim with at most r empty piles are those of Nim that is over at r + 2 of them. Theory
/// 7.6: they are the graph of the values of one pile fewer, over at r + 1.
#[test]
fn piles_that_end_the_game() {
    let (mut compared, mut graphs) = (0, 0);
    for (k, most) in [(2, 20), (3, 16), (4, 9), (5, 6), (6, 4)] {
        for r in 0..=k - 2 {
            let mut few = Solver::new(FewEmpty(r));
            let mut over = Solver::new(OverAt(r + 2));
            let mut graph = Solver::new(OverAt(r + 1));
            let mut partner: HashMap<Vec<u64>, u64> = HashMap::new();
            for piles in lists(k, most).into_iter().filter(|piles| empty(piles) <= r) {
                let is_p = few.outcome(&piles).expect("small");
                assert_eq!(is_p, over.outcome(&piles).expect("small"), "{piles:?}, r = {r}");
                compared += 1;
                for last in 0..k {
                    let mut rest = piles.clone();
                    let d = rest.remove(last);
                    let value =
                        *partner.entry(rest.clone()).or_insert_with(|| graph.value(&rest).expect("small").0);
                    assert_eq!(is_p == Outcome::P, value == d, "{rest:?} and {d}, r = {r}");
                    graphs += 1;
                }
            }
        }
    }
    assert!(compared > 4000 && graphs > 15_000, "{compared} {graphs}");
}
