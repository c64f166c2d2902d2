//! Wythoff's game against the published P-positions and values, and against the plain search (theory W.1).

use sprague::games::Game;
use sprague::games::wythoff::{Pair, Wythoff, WythoffTable};
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::notation::{Cursor, LARGEST};
use sprague::play::Outcome;
use sprague::ruleset::Plain;
use sprague::search::{MisereSolver, Solver};
use sprague::theorem::Theorem;

fn pair(a: u64, b: u64) -> Pair {
    Pair::new(a, b).expect("heaps within the limit")
}

struct Written(Pair);

impl std::fmt::Display for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Wythoff.write(&self.0, f)
    }
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
    let mut plain = Solver::new(Plain(Wythoff));
    let mut solver = Solver::new(Wythoff);
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
            let reduced = Wythoff.reduce(&position);
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
            let position = pair(a, b);
            let plain = MisereSolver::new(Plain(Wythoff)).value(&position);
            assert_eq!(MisereSolver::new(Wythoff).value(&position), plain);
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
    assert_eq!(WythoffTable::for_position(pair(LARGEST, LARGEST), &Limits::default()), None);
}

#[test]
fn one_heap_is_nim() {
    let position = pair(LARGEST, 0);
    let reduction = Wythoff.reduce(&position).unwrap();
    assert_eq!((reduction.known, reduction.theorem), (Nimber(LARGEST), Theorem::Nim));
    assert_eq!(
        Wythoff.moves_by_theorem(&position, Nimber(5), usize::MAX).map(|found| found.moves),
        Some(vec![pair(5, 0)])
    );
    assert_eq!(
        Wythoff.moves_by_theorem(&position, Nimber(LARGEST), usize::MAX).map(|found| found.moves),
        Some(vec![])
    );
    assert_eq!(Wythoff.moves_by_theorem(&pair(3, 3), Nimber(1), usize::MAX), None);
}

#[test]
fn exactly_two_heaps_are_read() {
    let read = |text: &str| Wythoff.read(&mut Cursor::new(text));
    assert_eq!(read(" 5 8 + nim: 3"), Ok(pair(5, 8)));
    assert_eq!(read("0, 1e6"), Ok(pair(1_000_000, 0)));
    for text in ["", "5", "1 2 3", "x"] {
        assert_eq!(read(text).unwrap_err().column, 1, "{text}");
    }
    assert_eq!(Written(pair(5, 8)).to_string(), "8 5");
}
