//! Silver Dollar: tokens on a strip move down to empty squares without jumping (theory 6.1).
//!
//! Several strips are a sum. A closed form gives the value of each (theory 6.2), so nothing is ever searched under
//! normal play, and the moves to a given value are found by arithmetic, one look at each token. Misère play has no
//! such theorem and searches all placements of the tokens.

mod strip;

pub use strip::Strip;
pub(crate) use strip::{gaps, read_strips, subsets, write_strips};

use std::collections::HashSet;
use std::fmt;

use crate::board::{Board, Counted, Reduction};
use crate::nimber::{Nimber, nim_sum};
use crate::notation::{Cursor, Notation, NotationError};
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;

/// The rules of Silver Dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SilverDollar;

/// A sum of strips, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strips(pub Vec<Strip>);

impl Strips {
    /// The value: the nim-sum of the strips' (theory 6.2, 1.6).
    pub fn value(&self) -> Nimber {
        nim_sum(self.0.iter().map(Strip::value))
    }

    /// The first of each kind of strip, with its place. Equal strips have the same options up to their order, so only
    /// the first of them moves.
    fn kinds(&self) -> impl Iterator<Item = (usize, &Strip)> {
        let mut seen = HashSet::new();
        self.0.iter().enumerate().filter(move |(_, strip)| seen.insert(*strip))
    }

    fn replaced(&self, at: usize, strip: Strip) -> Self {
        let mut strips = self.0.clone();
        strips[at] = strip;
        Self(strips)
    }
}

impl Ruleset for SilverDollar {
    type Position = Strips;

    fn options(&self, position: &Strips) -> Vec<Strips> {
        let kinds = position.kinds();
        kinds
            .flat_map(|(at, strip)| strip.options().map(move |option| position.replaced(at, option)))
            .collect()
    }

    fn components(&self, position: Strips, parts: &mut Vec<Strips>) {
        let movable = position.0.into_iter().filter(|strip| !strip.is_stuck());
        parts.extend(movable.map(|strip| Strips(vec![strip])));
    }

    fn canonical(&self, mut position: Strips) -> Strips {
        position.0.retain(|strip| !strip.tokens().is_empty());
        position.0.sort_unstable();
        position
    }

    fn known_value(&self, component: &Strips) -> Option<Nimber> {
        Some(component.value())
    }
}

impl Notation for SilverDollar {
    fn read(&self, text: &mut Cursor<'_>) -> Result<Strips, NotationError> {
        read_strips(text, |_| Ok(())).map(Strips)
    }

    fn write(&self, position: &Strips, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_strips(&position.0, f)
    }
}

impl Board for SilverDollar {
    fn reduce(&self, component: &Strips) -> Option<Reduction<Strips>> {
        Some(Reduction { known: component.value(), rest: Vec::new(), theorem: Theorem::SilverDollar })
    }

    fn moves_by_theorem(&self, position: &Strips, value: Nimber, most: usize) -> Option<Counted<Strips>> {
        let change = position.value() + value;
        let mut found = Counted::first(most);
        for (at, strip) in position.kinds() {
            for (token, square) in strip.moves_that_add(change) {
                found.add(|| position.replaced(at, strip.moved(token, square)));
            }
        }
        Some(found)
    }

    fn search_size(&self, _component: &Strips) -> f64 {
        1.0
    }

    fn reachable(&self, component: &Strips) -> f64 {
        component.0.iter().map(|strip| strip.placements(0)).product()
    }

    fn breadth(&self, position: &Strips) -> f64 {
        position.0.iter().map(Strip::breadth).sum()
    }

    fn words(&self, position: &Strips) -> f64 {
        position.0.iter().map(Strip::words).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Strips, NotationError> {
        let mut cursor = Cursor::new(text);
        let position = SilverDollar.read(&mut cursor)?;
        cursor.end()?;
        Ok(position)
    }

    #[test]
    fn the_example_of_the_theory_has_six_options_and_value_three() {
        let position = read("[2,5,6,8,10]").unwrap();
        assert_eq!(SilverDollar.options(&position).len(), 6);
        assert_eq!(position.value(), Nimber(3));
    }

    #[test]
    fn equal_strips_move_once_and_stuck_strips_are_dropped() {
        let position = read("[1] [1] [] [0,1]").unwrap();
        assert_eq!(SilverDollar.options(&position), [read("[0] [1] [] [0,1]").unwrap()]);
        let mut parts = Vec::new();
        SilverDollar.components(position.clone(), &mut parts);
        assert_eq!(parts, [read("[1]").unwrap(), read("[1]").unwrap()]);
        assert_eq!(SilverDollar.canonical(read("[3] [2,5] []").unwrap()), read("[2,5] [3]").unwrap());
    }

    #[test]
    fn the_largest_squares_are_answered_at_once() {
        let position = read("[0,2^62] [2^63-1]".replace("2^63-1", "9223372036854775807").as_str()).unwrap();
        let total = ((1 << 62) - 1) ^ i64::MAX as u64;
        assert_eq!(position.value(), Nimber(total));
        let wins = SilverDollar.options_by_theorem(&position, Nimber::ZERO).unwrap();
        assert_eq!(wins, [read("[0,2^62] [4611686018427387903]").unwrap()]);
    }

    #[test]
    fn bad_strips_are_refused_at_their_column() {
        for (text, column) in [
            ("[2,5", 5),
            ("[5,2]", 4),
            ("[2, 2]", 5),
            ("[2 5]", 4),
            ("[,]", 2),
            ("[2,]", 4),
            ("3 5", 1),
            ("[1] 3", 5),
            ("[1] [3,x]", 8),
            ("[9223372036854775808]", 2),
        ] {
            assert_eq!(read(text).unwrap_err().column, column, "{text}");
        }
        assert_eq!(read(" "), Ok(Strips::default()));
    }
}
