//! The theorems on nearly disjunctive sums without an owner, on mixed strips and on Chomp beyond every table, against
//! the definition (theory 6.11, 6.12, 9.4, 10.1).

use std::collections::{BTreeSet, HashMap};

use sprague::games::{Known, Term};
use sprague::limits::Limits;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Answer, Request, solve};
use sprague::theorem::Theorem;
use sprague_kit::Random;

use crate::common::{answer, position};
use crate::extent;
use crate::sums::nearly_value;

const REQUEST: Request = Request { play: Play::Normal, moves: usize::MAX };

/// Components of octal games chosen by chance, one to three of them, with several heaps, P-positions among them.
#[test]
fn sums_without_an_owner_agree_with_the_definition() {
    let mut random = Random::new(94);
    let (mut by_definition, mut alone) = (HashMap::new(), HashMap::new());
    let mut known = Known::new(Limits::default());
    let mut with_p = 0;
    let rounds = extent(350, 3_000);
    for _ in 0..rounds {
        let games: Vec<String> = (0..1 + random.below(3))
            .map(|_| match random.below(5) {
                0 => "nim".to_owned(),
                1 => "grundy".to_owned(),
                _ => format!("0.{}{}{}", random.below(8), random.below(8), 1 + random.below(7)),
            })
            .collect();
        let most = if games.len() == 3 { 5 } else { 8 };
        let heaps: Vec<Vec<u64>> = games
            .iter()
            .map(|_| {
                let count = 1 + random.below(2) as usize;
                random.list(count, most).iter().map(|heap| heap + 1).collect()
            })
            .collect();
        let written = |heaps: &Vec<u64>| heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let brackets: Vec<String> = heaps.iter().map(|heaps| format!("[{}]", written(heaps))).collect();
        let text = format!("nearly({}): {}", games.join(", "), brackets.join(" "));
        let terms: Vec<Term> = games
            .iter()
            .zip(&heaps)
            .map(|(game, heaps)| position(&format!("{game}: {}", written(heaps))).0.remove(0))
            .collect();
        with_p += usize::from(terms.iter().any(|term| term.value(&mut known).unwrap().unwrap().0 == 0));
        let expected = nearly_value(&terms, None, &mut by_definition, &mut alone);
        let found = solve(&position(&text), REQUEST, &mut known).unwrap();
        assert_eq!(found.value.map(|value| value.0), Some(expected), "{text}");
        let grounds = &found.components[0].evaluation.grounds;
        assert_eq!(grounds[0].to_string(), Theorem::NearlyStar.to_string());
    }
    assert!(with_p > 50 && with_p < rounds - 50, "{with_p} of {rounds}");
}

/// Which moves win is told by the values after them; each is compared, those to larger values among them.
#[test]
fn winning_moves_of_sums_without_an_owner() {
    let (mut by_definition, mut alone) = (HashMap::new(), HashMap::new());
    for text in ["[4] [5]", "[9] [8]", "[3,1] [7]", "[2,2] [6]", "[8] [4] [3]"] {
        let brackets: Vec<&str> = text.split_whitespace().collect();
        let terms: Vec<Term> = brackets
            .iter()
            .map(|bracket| position(&format!("kayles: {}", bracket.trim_matches(['[', ']']))).0.remove(0))
            .collect();
        let mut wins = 0;
        for at in 0..terms.len() {
            let mut after: BTreeSet<Term> = terms[at].options().iter().map(Term::identity).collect();
            after.retain(|option| {
                let mut terms = terms.clone();
                terms[at] = option.clone();
                let owner =
                    (option.value(&mut Known::new(Limits::default())).unwrap().unwrap().0 == 0).then_some(at);
                nearly_value(&terms, owner, &mut by_definition, &mut alone) == 0
            });
            wins += after.len() as u64;
        }
        let found = answer(&format!("nearly(kayles): {text}"));
        assert_eq!(found.winning_moves_total, Some(wins), "{text}");
    }
}

#[test]
fn components_of_any_size_are_answered_at_once() {
    // Kayles has period 12 (theory 3.3): heaps 10^18 and 7 have the values 1 and 2, and G(1, 2) = 2
    for (text, value) in [
        ("nearly(kayles): [300] [301]", 4),
        ("nearly(kayles): [1e18] [7]", 2),
        ("nearly(kayles): [1e18] [7]!", 2),
        ("nearly(nim): [1] [1e18]", 1_000_000_000_000_000_000),
        ("nearly(nim, kayles): [1e18] [1e18]", 1_000_000_000_000_000_000),
    ] {
        let found = answer(text);
        assert_eq!(found.value.map(|value| value.0), Some(value), "{text}");
        assert!(!found.winning_moves.is_empty(), "{text}");
        for after in &found.winning_moves {
            assert_eq!(outcome(&after.to_string()), Outcome::P, "{text}: {after}");
        }
    }
    let far = answer("nearly(nim): [70] [1e18]");
    assert_eq!((far.outcome, far.value), (Outcome::N, None));
    assert_eq!(far.winning_moves, [position("nearly(nim): [70] [70]")]);
}

fn outcome(text: &str) -> Outcome {
    answer(text).outcome
}

/// The definition of a star: strips by their tokens, at most one token on 0.
fn star_value(strips: &[Vec<u64>], known: &mut HashMap<Vec<Vec<u64>>, u64>) -> u64 {
    let mut key = strips.to_vec();
    key.sort_unstable();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let occupied = strips.iter().any(|strip| strip.first() == Some(&0));
    let mut seen = BTreeSet::new();
    for at in 0..strips.len() {
        for token in 0..strips[at].len() {
            let floor = if token == 0 { u64::from(occupied) } else { strips[at][token - 1] + 1 };
            for to in floor..strips[at][token] {
                let mut after = strips.to_vec();
                after[at][token] = to;
                seen.insert(star_value(&after, known));
            }
        }
    }
    let value = crate::common::least_missing(&seen);
    known.insert(key, value);
    value
}

fn star_text(strips: &[Vec<u64>]) -> String {
    let strip = |strip: &Vec<u64>| {
        let tokens: Vec<String> = strip.iter().map(u64::to_string).collect();
        format!("[{}]", tokens.join(","))
    };
    format!("star: {}", strips.iter().map(strip).collect::<Vec<_>>().join(" "))
}

/// Theory 6.11, both parts, with and without a pair of Silver Dollar above.
#[test]
fn one_token_beside_a_pair() {
    let mut known = HashMap::new();
    let mut compared = 0;
    for (a, b, c) in (1..=8).flat_map(|a| (1..=7).flat_map(move |b| (b + 1..=b + 9).map(move |c| (a, b, c))))
    {
        for ones in 0..=1 {
            let mut strips = vec![vec![1]; ones];
            strips.extend([vec![a], vec![b, c]]);
            let is_p = star_value(&strips, &mut known) == 0;
            assert_eq!(is_p, c - b - 1 == a, "{strips:?}");
            // far away there is only the theorem
            let far = 1_000_000_000_000;
            strips[ones + 1] = vec![b + far, c + far];
            let text = star_text(&strips);
            let found = answer(&text);
            assert_eq!(found.outcome == Outcome::P, is_p, "{text}");
            for after in &found.winning_moves {
                assert_eq!(outcome(&after.to_string()), Outcome::P, "{text}: {after}");
            }
            assert!(is_p || !found.winning_moves.is_empty(), "{text}");
            compared += 1;
        }
    }
    assert!(compared > 900, "{compared}");
    // a tail adds its gap where the heads are worth 0
    assert_eq!(answer("star: [7] [1000000,1000008,2000000,2000004]").value.map(|value| value.0), Some(3));
    assert_eq!(answer("star: [7] [1000000,1000008,2000000,2000001]").value.map(|value| value.0), Some(0));
}

/// All moves that the theorem lists, where the definition still reaches.
#[test]
fn winning_moves_of_one_token_beside_a_pair() {
    let mut known = HashMap::new();
    let mut limits = Limits::default();
    limits.positions = 1;
    limits.steps = 1;
    for (a, b, c) in (1..=5).flat_map(|a| (1..=4).flat_map(move |b| (b + 1..=b + 7).map(move |c| (a, b, c))))
    {
        for ones in 0..=1 {
            let mut strips = vec![vec![1]; ones];
            strips.extend([vec![a], vec![b, c]]);
            let text = star_text(&strips);
            let found = solve(&position(&text), REQUEST, &mut Known::new(limits.clone())).expect(&text);
            let mut expected = BTreeSet::new();
            for option in position(&text).0[0].options() {
                let Term::Star(_, star) = &option else { panic!("a star") };
                let after: Vec<Vec<u64>> =
                    star.strips().iter().map(|strip| strip.tokens().to_vec()).collect();
                if star_value(&after, &mut known) == 0 {
                    expected.insert(option.identity());
                }
            }
            let listed: BTreeSet<Term> =
                found.winning_moves.iter().map(|after| after.0[0].identity()).collect();
            assert_eq!(listed, expected, "{text}");
            assert_eq!(found.winning_moves_total, Some(expected.len() as u64), "{text}");
        }
    }
}

/// Theory 6.12: beside a token and a pair, each lower token of another pair has one gap that makes the star P, and these
/// gaps come back; they are not the nim-sum of the others.
#[test]
fn the_gap_that_makes_a_star_p_is_no_nim_sum() {
    let mut known = HashMap::new();
    let mut gap = |a: u64, (d, e): (u64, u64), b: u64| {
        let zeros: Vec<u64> = (0..24)
            .filter(|gap| star_value(&[vec![a], vec![d, e], vec![b, b + gap + 1]], &mut known) == 0)
            .collect();
        assert_eq!(zeros.len(), 1, "[{a}] [{d},{e}] [{b},*]");
        zeros[0]
    };
    let gaps = |a, pair, gap: &mut dyn FnMut(u64, (u64, u64), u64) -> u64| {
        (1..=9).map(|b| gap(a, pair, b)).collect::<Vec<_>>()
    };
    assert_eq!(gaps(1, (1, 2), &mut gap), [2; 9]);
    assert_eq!(gaps(1, (1, 3), &mut gap), [3, 0, 0, 3, 0, 0, 3, 0, 0]);
    assert_eq!(gaps(1, (2, 4), &mut gap), [2, 0, 2, 0, 2, 0, 2, 0, 2]);
    assert_eq!(gaps(2, (1, 2), &mut gap), [1; 9]);
    assert_eq!(star_value(&[vec![1], vec![1, 2], vec![1, 3]], &mut HashMap::new()), 3);
}

fn limited(text: &str) -> Answer {
    // no table and no search
    let limits = Limits { positions: 1, steps: 1_000, ..Limits::default() };
    solve(&position(text), REQUEST, &mut Known::new(limits)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Theory 10.1 beyond every table: two rows, two columns, squares, rectangles, hooks.
#[test]
fn chomp_by_theorem_agrees_with_the_table() {
    let mut compared = 0;
    for (first, second) in (1..=14u64).flat_map(|first| (1..=first).map(move |second| (first, second))) {
        for text in [format!("chomp: {first},{second}"), format!("chomp: {}", columns(first, second))] {
            let (table, theorem) = (answer(&text), limited(&text));
            assert_eq!(table.outcome, theorem.outcome, "{text}");
            assert_eq!(table.winning_moves, theorem.winning_moves, "{text}");
            assert_eq!(table.winning_moves_total, theorem.winning_moves_total, "{text}");
            compared += 1;
        }
    }
    for (rows, columns) in (1..=7u64).flat_map(|rows| (1..=8u64).map(move |columns| (rows, columns))) {
        let text = format!("chomp: {rows}x{columns}");
        let (table, theorem) = (answer(&text), limited(&text));
        assert_eq!(table.outcome, theorem.outcome, "{text}");
        assert!(theorem.winning_moves.iter().all(|after| table.winning_moves.contains(after)), "{text}");
        assert_eq!(
            theorem.winning_moves.is_empty(),
            rows != columns && rows.min(columns) > 2 || rows + columns == 2
        );
        compared += 1;
    }
    for (row, column) in (2..=6u64).flat_map(|row| (2..=6u64).map(move |column| (row, column))) {
        let below = vec!["1"; column as usize - 1].join(",");
        let found = limited(&format!("chomp: {row},{below}"));
        assert_eq!(found.value.map(|value| value.0), Some((row - 1) ^ (column - 1)), "{row}, {column}");
        compared += 1;
    }
    assert!(compared > 280, "{compared}");
}

/// Two columns as rows of Chomp.
fn columns(first: u64, second: u64) -> String {
    (1..=first).map(|row| if row <= second { "2" } else { "1" }).collect::<Vec<_>>().join(",")
}

#[test]
fn chomp_of_any_size_has_its_outcome_and_no_value() {
    for (text, after) in [
        ("chomp: 2x1000", Some("chomp: 1000,999")),
        ("chomp: 1000x2", None),
        ("chomp: 2x10000", Some("chomp: 10000,9999")),
        ("chomp: 5000,70", Some("chomp: 71,70")),
        ("chomp: 20x30", None),
        ("chomp: 50x50", None),
    ] {
        let found = limited(text);
        assert_eq!((found.outcome, found.value), (Outcome::N, None), "{text}");
        if let Some(after) = after {
            assert_eq!(found.winning_moves, [position(after)], "{text}");
        }
        for after in &found.winning_moves {
            assert_eq!(limited(&after.to_string()).outcome, Outcome::P, "{text}: {after}");
        }
    }
    assert_eq!(limited("chomp: 50x50").winning_moves.len(), 1);
    assert_eq!(limited("chomp: 700,699").value.map(|value| value.0), Some(0));
    // a sum needs the value; one that is worth 0 beside it does not
    let sum = |text: &str| solve(&position(text), REQUEST, &mut Known::new(Limits::default()));
    assert!(sum("chomp: 50x50 + nim: 3").is_err());
    assert!(sum("nearly(chomp, nim): [50x50] [3]").is_err());
    let beside = sum("chomp: 50x50 + nim: 3 3").expect("the rest is worth 0");
    assert_eq!((beside.outcome, beside.value), (Outcome::N, None));
    for text in ["chomp: 2x500 2,2", "chomp: 500x2", "chomp: 900,3"] {
        let read: Position = position(text);
        assert_eq!(read.to_string().parse(), Ok(read.clone()), "{text}");
    }
}

/// Theory 9.6 in `solve`: early and far squares, and every winning move it lists.
#[test]
fn identified_cells_of_any_size() {
    let mut random = Random::new(97);
    let mut wins = 0;
    for _ in 0..40 {
        let cells = 1 + random.below(6);
        let mut order: Vec<u64> = (0..cells).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, random.below(at as u64 + 1) as usize);
        }
        let order = order.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        for _ in 0..4 {
            let (a, b) = (cells + random.below(12), cells + random.below(12));
            let text = format!("identified({order}): {a} {b}");
            let (search, theorem) = (answer(&text), limited(&text));
            assert_eq!(search.outcome, theorem.outcome, "{text}");
            let sorted =
                |found: &Answer| found.winning_moves.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
            assert_eq!(sorted(&search), sorted(&theorem), "{text}");
            wins += theorem.winning_moves.len();
        }
        let far = limited(&format!("identified({order}): 1000000000000 2000000000000"));
        assert_eq!((far.outcome, far.winning_moves.len()), (Outcome::N, 1));
        assert_eq!(limited(&far.winning_moves[0].to_string()).outcome, Outcome::P);
    }
    assert!(wins > 150, "{wins}");
}

/// Theory W.6 in `solve`: a value and the moves to it beside a heap of any size.
#[test]
fn wythoff_beside_a_small_heap() {
    // rows 1 and 2 have period 3 (theory W.6)
    let early = answer("wythoff: 300 2").value.expect("a table").0 - 300;
    let far = answer("wythoff: 3000000000000000 2");
    assert_eq!(far.value.map(|value| value.0), Some(3_000_000_000_000_000 + early));
    let sum = answer("wythoff: 3000000000000000 2 + nim: 7");
    assert!(sum.winning_moves_total.is_some_and(|total| total > 0));
    for after in &sum.winning_moves {
        assert_eq!(outcome(&after.to_string()), Outcome::P, "{after}");
    }
}
