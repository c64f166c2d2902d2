//! Wythoff's game against the published P-positions and values, and against the plain search (theory W.1).

use std::collections::{BTreeSet, HashSet};

use sprague::games::Game;
use sprague::games::corner::{Bishop, Corner, King, Knight, Piece, Rook};
use sprague::games::wythoff::{Pair, Wythoff, WythoffTable};
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::notation::LARGEST;
use sprague::play::Outcome;
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::Solver;
use sprague::theorem::Theorem;

use crate::common::{agrees_with_options_alone, all_refused, all_written, least_missing};

fn pair(a: u64, b: u64) -> Pair {
    Pair::new(a, b).expect("heaps within the limit")
}

/// The pairs of Wythoff's paper of 1907 (OEIS A000201 and A001950).
#[test]
fn the_published_p_positions() {
    let pairs =
        [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20), (14, 23), (16, 26)];
    for a in 0..=16 {
        for b in a..=26 {
            let expected = if pairs.contains(&(a, b)) { Outcome::P } else { Outcome::N };
            assert_eq!(pair(b, a).outcome(), expected, "({a}, {b})");
        }
    }
}

/// The first rows of the table of Wyt Queens in "Winning Ways", chapter 3.
#[test]
fn the_first_rows_of_values() {
    let table = WythoffTable::for_position(pair(11, 11), &Limits::default()).unwrap();
    let row = |a: u64| (0..12).map(|b| table.value(pair(a, b)).unwrap().0).collect::<Vec<_>>();
    assert_eq!(row(0), (0..12).collect::<Vec<_>>());
    assert_eq!(row(1), [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11, 9]);
    assert_eq!(row(2), [2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10]);
}

#[test]
fn theorems_and_table_agree_with_the_plain_search() {
    let mut plain = Solver::new(Plain(Wythoff::CLASSIC));
    let mut solver = Solver::new(Wythoff::CLASSIC);
    let table = WythoffTable::for_position(pair(30, 22), &Limits::default()).unwrap();
    for a in 0..=30 {
        for b in 0..=a.min(22) {
            let position = pair(b, a);
            let value = plain.value(&position).unwrap();
            assert_eq!(solver.value(&position), Ok(value));
            assert_eq!(table.value(position), Some(value), "{position:?}");
            assert_eq!(position.outcome(), Outcome::of_value(value));
            let mut winning = plain.winning_moves(&position).unwrap();
            winning.sort_unstable();
            assert_eq!(position.winning_moves(), winning, "{position:?}");
            let reduced = Wythoff::CLASSIC.reduce(&position);
            assert_eq!(reduced.is_some(), b == 0 || value.is_zero());
            assert!(reduced.is_none_or(|reduction| reduction.known == value));
        }
    }
    assert!(solver.evaluated() < 31 * 23);
}

#[test]
fn misere_play_agrees_with_the_plain_search() {
    for a in 0..=9 {
        for b in 0..=a {
            agrees_with_options_alone(&Wythoff::CLASSIC, &pair(a, b));
        }
    }
}

/// Consecutive Fibonacci numbers F(2k), F(2k+1) are P-positions, F(2k+1), F(2k+2) are not; F(91) is the last
/// second entry below 2^63.
#[test]
fn the_largest_heaps_are_exact() {
    let (mut a, mut b) = (1u64, 2u64);
    let mut pairs = 0;
    loop {
        assert_eq!(pair(a, b).outcome(), Outcome::P, "({a}, {b})");
        assert_eq!(pair(a, b).winning_moves(), []);
        assert_eq!(pair(a, b - 1).outcome(), Outcome::N);
        pairs += 1;
        let Some(next) = a.checked_add(b).filter(|next| next + b <= LARGEST) else { break };
        assert_eq!(pair(b, next).outcome(), Outcome::N);
        (a, b) = (next, next + b);
    }
    assert_eq!(pairs, 45);
    for position in
        [pair(LARGEST, LARGEST), pair(LARGEST, 1), pair(LARGEST, LARGEST - 1), pair(LARGEST, LARGEST / 2)]
    {
        let moves = position.winning_moves();
        assert!((1..=3).contains(&moves.len()), "{position:?}");
        for after in moves {
            assert_eq!(after.outcome(), Outcome::P);
            let ((a, b), (x, y)) = (position.heaps(), after.heaps());
            let one_heap = x == a && y < b || x == b && y < a || y == b && x < a || y == a && x < b;
            assert!(one_heap || a > x && a - x == b.wrapping_sub(y), "{position:?} to {after:?}");
        }
    }
    assert_eq!(Pair::new(LARGEST + 1, 0), None);
    assert!(WythoffTable::for_position(pair(LARGEST, LARGEST), &Limits::default()).is_err());
}

#[test]
fn one_heap_is_nim() {
    let position = pair(LARGEST, 0);
    let reduction = Wythoff::CLASSIC.reduce(&position).unwrap();
    assert_eq!((reduction.known, reduction.theorem), (Nimber(LARGEST), Theorem::Nim));
    assert_eq!(
        Wythoff::CLASSIC.moves_by_theorem(&position, Nimber(5), usize::MAX).map(|found| found.moves),
        Some(vec![pair(5, 0)])
    );
    assert_eq!(
        Wythoff::CLASSIC.moves_by_theorem(&position, Nimber(LARGEST), usize::MAX).map(|found| found.moves),
        Some(vec![])
    );
    assert_eq!(Wythoff::CLASSIC.moves_by_theorem(&pair(3, 3), Nimber(1), usize::MAX), None);
}

#[test]
fn exactly_two_heaps_are_read() {
    all_written(&[
        ("wythoff: 5 8 + nim: 3", "wythoff: 8 5 + nim: 3"),
        ("wythoff: 0, 1e6", "wythoff: 1000000 0"),
        ("queen: 3 7", "wythoff: 7 3"),
        ("wythoff(1): 3 7", "wythoff: 7 3"),
        ("wythoff( 2 ): 3 7", "wythoff(2): 7 3"),
        ("rook: 3 7", "rook: 7 3"),
        ("white-knight: 5 6", "knight: 6 5"),
        ("King: 4 9", "king: 9 4"),
        ("bishop: 4 9", "bishop: 9 4"),
    ]);
    all_refused(&[
        ("wythoff:", 9),
        ("wythoff: 5", 10),
        ("wythoff: 1 2 3", 10),
        ("wythoff: x", 10),
        ("wythoff: -1 2", 10),
        ("wythoff: 3.5 8", 11),
        ("wythoff(0): 1 2", 9),
        ("wythoff(x): 1 2", 9),
        ("wythoff(2: 1 2", 10),
        ("rook: 1 2 3", 7),
        ("knight: 9e18 9e18", 9),
    ]);
}

/// Pairs of heaps from which every move loses, by the definition.
fn naive_pairs(apart: u64, last: u64) -> HashSet<(u64, u64)> {
    let mut lost = HashSet::new();
    for a in 0..=last {
        for b in 0..=last {
            let one = (0..a).any(|x| lost.contains(&(x, b))) || (0..b).any(|y| lost.contains(&(a, y)));
            let both = (1..=a)
                .flat_map(|x| (1..=b).map(move |y| (x, y)))
                .any(|(x, y): (u64, u64)| x.abs_diff(y) < apart && lost.contains(&(a - x, b - y)));
            if !one && !both {
                lost.insert((a, b));
            }
        }
    }
    lost
}

/// OEIS A001951 and A001952 for k = 2, then the definition.
#[test]
fn p_positions_with_a_gap() {
    let two = Wythoff::new(2).unwrap();
    for (a, b) in [(0, 0), (1, 3), (2, 6), (4, 10), (5, 13), (7, 17), (8, 20), (9, 23)] {
        assert_eq!(two.outcome(pair(a, b)), Outcome::P, "({a}, {b})");
    }
    for apart in [1, 2, 3, 4, 7, 30] {
        let game = Wythoff::new(apart).unwrap();
        let lost = naive_pairs(apart, 26);
        let mut plain = Solver::new(Plain(game));
        for a in 0..=26 {
            for b in 0..=a {
                let is_lost = lost.contains(&(a, b));
                assert_eq!(game.outcome(pair(a, b)) == Outcome::P, is_lost, "k = {apart}: ({a}, {b})");
                if a <= 12 {
                    let position = pair(a, b);
                    assert_eq!(plain.value(&position).unwrap().is_zero(), is_lost);
                    let mut searched = plain.winning_moves(&position).unwrap();
                    searched.sort_unstable();
                    assert_eq!(game.winning_moves(position), searched, "k = {apart}: {position:?}");
                }
            }
        }
    }
    assert_eq!(Wythoff::new(0), None);
}

/// 2a + (k-2) n is the integer part of sqrt((k² + 4) n²), up to the largest heaps.
#[test]
fn large_pairs_with_a_gap_are_exact() {
    for apart in [2_u64, 3, 10, 1_000_003, 1 << 40] {
        let game = Wythoff::new(apart).unwrap();
        for n in [1, 2, 1_000, (1 << 61) / apart, (1 << 62) / apart - 1] {
            let (wide, k) = (u128::from(n), u128::from(apart));
            let root = ((k * k + 4) * wide * wide).isqrt();
            let a = ((root + 2 * wide - k * wide) / 2) as u64;
            let position = pair(a, a + apart * n);
            assert_eq!(game.outcome(position), Outcome::P, "k = {apart}, n = {n}");
            assert_eq!(game.winning_moves(position), [], "k = {apart}, n = {n}");
            let next = pair(a + apart * n + 1, a);
            assert_eq!(game.outcome(next), Outcome::N);
            let moves = game.winning_moves(next);
            assert!(moves.contains(&position), "k = {apart}, n = {n}: {moves:?}");
            assert!(moves.iter().all(|&pair| game.outcome(pair) == Outcome::P));
        }
        let moves = game.winning_moves(pair(LARGEST, LARGEST - 1));
        assert!(!moves.is_empty() && moves.iter().all(|&pair| game.outcome(pair) == Outcome::P), "{apart}");
    }
}

fn corner<P: Piece>(piece: Corner<P>, last: u64) {
    let mut plain = Solver::new(Plain(piece));
    for x in 0..=last {
        for y in 0..=x {
            let position = pair(x, y);
            let value = plain.value(&position).unwrap();
            assert_eq!(piece.known_value(&position), Some(value), "{piece:?} {position:?}");
            for wanted in (0..7).map(Nimber) {
                let found = piece.moves_by_theorem(&position, wanted, usize::MAX).unwrap().moves;
                assert_eq!(Ok(found), plain.options_of_value(&position, wanted), "{piece:?} {position:?}");
            }
            if x <= 5 {
                agrees_with_options_alone(&piece, &position);
            }
        }
    }
    for x in [LARGEST / 2, LARGEST / 3] {
        let position = pair(x, x / 2);
        let value = piece.known_value(&position).unwrap();
        let wanted = Nimber(value.0.saturating_sub(1));
        let found = piece.moves_by_theorem(&position, wanted, 10).unwrap().moves;
        assert!(value.is_zero() || !found.is_empty(), "{piece:?} {position:?}");
    }
}

#[test]
fn pieces_on_their_way_to_the_corner_have_the_values_of_the_search() {
    corner(Rook::default(), 20);
    corner(Bishop::default(), 20);
    corner(King::default(), 24);
    corner(Knight::default(), 24);
}

/// The finite check of theory W.4: the values satisfy the recurrence where the rows and columns begin to repeat.
#[test]
fn the_knights_values_satisfy_their_recurrence() {
    let value = |x: i64, y: i64| Knight::default().known_value(&pair(x as u64, y as u64)).unwrap().0;
    for x in 0..=40 {
        for y in 0..=40 {
            let steps = [(x - 2, y + 1), (x - 2, y - 1), (x + 1, y - 2), (x - 1, y - 2)];
            let seen: BTreeSet<u64> =
                steps.into_iter().filter(|&(a, b)| a >= 0 && b >= 0).map(|(a, b)| value(a, b)).collect();
            assert_eq!(value(x, y), least_missing(&seen), "({x}, {y})");
            assert_eq!(value(x + 4, y + 4), value(x, y));
        }
    }
}
