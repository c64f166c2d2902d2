//! Positions of a heap game: some heaps, in which a move changes one (theory 1.5).
//!
//! The search under normal play meets single heaps only, at most one of each size. Under misère play sums do not
//! come apart, so the estimate counts multisets of heaps that still have moves.

use std::fmt;

use super::closed::closed_form;
use super::game::HeapGame;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::theorem::Theorem;

/// Heaps, the largest first, without empty ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps(Vec<u64>);

impl Heaps {
    /// Heaps of these sizes, in any order; zeros are dropped.
    pub fn new(sizes: impl IntoIterator<Item = u64>) -> Self {
        let mut sizes: Vec<u64> = sizes.into_iter().filter(|&size| size > 0).collect();
        sizes.sort_unstable();
        sizes.reverse();
        Self(sizes)
    }

    /// One heap.
    pub fn single(size: u64) -> Self {
        Self::new([size])
    }

    /// The sizes, descending.
    pub fn sizes(&self) -> &[u64] {
        &self.0
    }

    /// The number of tokens in all heaps.
    pub fn total(&self) -> u128 {
        self.0.iter().copied().map(u128::from).sum()
    }

    /// The largest heap, 0 if there is none.
    pub fn largest(&self) -> u64 {
        self.0.first().copied().unwrap_or(0)
    }

    /// How many single heaps there are up to the largest: what a search under normal play looks at.
    pub(crate) fn sizes_below(&self) -> f64 {
        self.largest() as f64 + 1.0
    }

    /// The position after the heap at this place is replaced by parts.
    #[must_use]
    pub fn replaced(&self, place: usize, parts: impl IntoIterator<Item = u64>) -> Self {
        let others = self.0.iter().enumerate().filter(|&(at, _)| at != place).map(|(_, &size)| size);
        Self::new(others.chain(parts))
    }

    /// The places of the first heap of each size.
    pub(crate) fn distinct(&self) -> impl Iterator<Item = (usize, u64)> {
        let first = |&(at, &size): &(usize, &u64)| at == 0 || self.0[at - 1] != size;
        self.0.iter().enumerate().filter(first).map(|(at, &size)| (at, size))
    }
}

impl HeapGame {
    /// The value by a closed form, where every heap has one, and the theorem behind it.
    pub(crate) fn closed_value(&self, position: &Heaps) -> Option<(Nimber, Theorem)> {
        let mut found: Option<(Nimber, Theorem)> = None;
        for &size in position.sizes() {
            let (value, theorem) = closed_form(&self.rule, size)?;
            found = Some((value + found.map_or(Nimber::ZERO, |(known, _)| known), theorem));
        }
        found
    }

    /// An upper bound on the number of positions that can be reached: the size of a search under misère play.
    pub(crate) fn positions_reached(&self, position: &Heaps) -> f64 {
        if self.rule.most_heaps() <= 1 {
            return position.sizes().iter().map(|&size| size as f64 + 1.0).product();
        }
        self.multisets(position)
    }

    /// An upper bound on the number of options.
    pub(crate) fn option_bound(&self, position: &Heaps) -> f64 {
        position.distinct().map(|(_, size)| self.rule.option_count(size)).sum()
    }

    /// How many multisets of heaps with moves have no heap larger and no total greater than the position's.
    fn multisets(&self, position: &Heaps) -> f64 {
        const COUNTED: u128 = 4096;
        let total = position.total();
        if total > COUNTED {
            return f64::INFINITY;
        }
        let total = total as usize;
        let mut of_total = vec![0.0; total + 1];
        of_total[0] = 1.0;
        for size in (1..=position.largest()).filter(|&size| !self.rule.is_terminal(size)) {
            for sum in size as usize..=total {
                of_total[sum] += of_total[sum - size as usize];
            }
        }
        of_total.iter().sum()
    }
}

/// Heaps as they are written, the largest first.
impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.0, " "))
    }
}

/// Reads heaps with spaces or commas between them, in brackets if one likes; zeros are dropped.
pub(crate) fn read_heaps(text: &mut Cursor<'_>) -> Result<Heaps, NotationError> {
    let mut ahead = text.clone();
    ahead.skip_spaces();
    let brackets = [('(', ')'), ('[', ']'), ('{', '}')].into_iter().find(|&(open, _)| ahead.eat(open));
    if brackets.is_some() {
        *text = ahead;
    }
    let heaps = text.list(|text| text.number("a heap size")).map(Heaps::new)?;
    if let Some((_, close)) = brackets {
        text.skip_spaces();
        if !text.eat(close) {
            return Err(text.expected(&format!("a heap size or `{close}`")));
        }
    }
    Ok(heaps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    fn game(text: &str) -> HeapGame {
        text.parse().unwrap()
    }

    fn read(text: &str) -> Result<Heaps, NotationError> {
        let mut cursor = Cursor::new(text);
        let heaps = read_heaps(&mut cursor)?;
        cursor.end()?;
        Ok(heaps)
    }

    #[test]
    fn heaps_are_read_in_any_order_and_written_descending() {
        for text in ["7 5 3", "3, 5 ,7", " 5 7,3 0", "3,5,7,0"] {
            assert_eq!(read(text).unwrap().sizes(), [7, 5, 3], "{text}");
        }
        assert_eq!(read("").unwrap(), Heaps::default());
        assert_eq!(read("0 0").unwrap(), Heaps::default());
        for (text, column) in [("5,", 3), ("5,,3", 3), (",5", 1), ("5 x", 3), ("-1", 1), ("5 2^63", 3)] {
            assert_eq!(read(text).unwrap_err().column, column, "{text}");
        }
    }

    #[test]
    fn options_replace_one_heap() {
        let options = game("kayles").options(&Heaps::new([2, 2]));
        assert_eq!(options, [[2, 1].as_slice(), &[2]].map(|sizes| Heaps::new(sizes.iter().copied())));
    }

    #[test]
    fn estimates_bound_what_a_search_meets() {
        use std::collections::BTreeSet;
        for (text, heaps) in
            [("0.77", vec![9]), ("grundy", vec![8, 5]), ("take(1..3)", vec![6, 4]), ("split(3)", vec![12])]
        {
            let game = game(text);
            let start = Heaps::new(heaps);
            let mut seen = BTreeSet::new();
            let mut open = vec![start.clone()];
            while let Some(position) = open.pop() {
                let mut parts = Vec::new();
                game.components(position, &mut parts);
                let rest = Heaps::new(parts.iter().map(Heaps::largest));
                if seen.insert(rest.clone()) {
                    open.extend(game.options(&rest));
                }
            }
            assert!(game.positions_reached(&start) >= seen.len() as f64, "{text}: {}", seen.len());
            assert!(game.option_bound(&start) >= game.options(&start).len() as f64, "{text}");
        }
    }

    #[test]
    fn huge_heaps_are_refused_before_a_search() {
        let big = Heaps::single(1 << 62);
        assert!(game("kayles").positions_reached(&big).is_infinite());
        assert!(big.sizes_below() > 1e18);
        assert!(game("split(2..)").option_bound(&big).is_infinite());
    }
}
