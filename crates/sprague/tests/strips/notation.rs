//! Reading, writing and the largest squares.

use std::fmt;

use proptest::prelude::*;
use sprague::games::Game;
use sprague::games::shared::Shared;
use sprague::games::silver_dollar::{SilverDollar, Strip, Strips};
use sprague::games::star::{Star, StarPosition};
use sprague::games::star_nim::{StarNim, outcome_by_theorem, winning_moves_by_theorem};
use sprague::nimber::Nimber;
use sprague::notation::Cursor;
use sprague::play::Outcome;
use sprague::ruleset::Ruleset;

use super::star;
use crate::common::{all_refused, all_written};

#[test]
fn the_largest_squares_are_answered_at_once() {
    let top = i64::MAX as u64;
    assert_eq!(StarNim.known_value(&vec![1, top]), Some(Nimber(top)));
    assert_eq!(StarNim.known_value(&vec![2, top]), Some(Nimber(top + 1)));
    assert_eq!(StarNim.known_value(&vec![0, top, 3]), Some(Nimber((top - 1) ^ 2)));
    assert_eq!(outcome_by_theorem(&[1 << 60, 1 << 61, 3 << 60]).unwrap().0, Outcome::P);
    assert_eq!(
        winning_moves_by_theorem(&[top, 1 << 61, 1 << 60]),
        Some(vec![vec![3 << 60, 1 << 61, 1 << 60]])
    );
    let even =
        StarPosition::new(vec![Strip::new(vec![1, top]).unwrap(), Strip::new(vec![5, 9]).unwrap()]).unwrap();
    assert_eq!(Star.known_value(&even), Some(Nimber((top - 2) ^ 3)));
    assert!(
        Star.moves_by_theorem(&even, Nimber::ZERO, usize::MAX).map(|found| found.moves).unwrap().len() < 5
    );
    assert_eq!(Shared::new(1 << 40).known_value(&vec![7, top]), Some(Nimber(top - 8)));
    let mixed = star("9223372036854775807|5 9223372036854775807");
    assert!(Star.search_size(&mixed) > 1e36 && Star.breadth(&mixed) > 1e18);
}

struct Written<'a, B: Game>(&'a B, &'a B::Position);

impl<B: Game> fmt::Display for Written<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(self.1, f)
    }
}

fn read<B: Game>(rules: &B, text: &str) -> Result<B::Position, usize> {
    let mut cursor = Cursor::new(text);
    let position = rules.read(&mut cursor).map_err(|error| error.column)?;
    cursor.end().map_err(|error| error.column)?;
    Ok(position)
}

#[test]
fn bad_bodies_are_refused_at_their_column() {
    all_refused(&[
        ("star: [0] [3] [0,2]", 16),
        ("star: [3", 9),
        ("star: [3] [4,4]", 14),
        ("star: 3 4", 7),
        ("star: [3] 4", 11),
        ("star-nim: 0 5 0", 15),
        ("star-nim: 3 x", 13),
        ("star-nim: 3,", 13),
        ("star-nim: x", 11),
        ("star-nim: 3, ,4", 14),
        ("star-nim: [3]", 11),
        ("shared(3): 2 7 2", 16),
    ]);
    all_written(&[("shared(2): 2 7 2", "shared(2): 2 7 2"), ("star-nim:  0, 5 1e3", "star-nim: 0 5 1000")]);
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(strips in prop::collection::vec(prop::collection::btree_set(1..=i64::MAX as u64, 0..5), 0..5)) {
        let tokens: Vec<u64> = strips.iter().flatten().copied().collect();
        let strips: Vec<Strip> = strips.into_iter().map(|set| Strip::new(set.into_iter().collect()).unwrap()).collect();
        let star = StarPosition::new(strips.clone()).unwrap();
        let sum = Strips(strips);
        prop_assert_eq!(read(&Star, &Written(&Star, &star).to_string()), Ok(star));
        prop_assert_eq!(read(&SilverDollar, &Written(&SilverDollar, &sum).to_string()), Ok(sum));
        prop_assert_eq!(read(&StarNim, &Written(&StarNim, &tokens).to_string()), Ok(tokens.clone()));
        prop_assert_eq!(read(&Shared::new(1), &Written(&Shared::new(1), &tokens).to_string()), Ok(tokens));
    }
}
