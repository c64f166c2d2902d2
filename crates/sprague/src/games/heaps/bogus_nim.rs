//! Bogus (Poker) Nim: Nim in which tokens may also be added to a heap from a bank that is never refilled
//! (theory 2.3).
//!
//! The value is the nim-sum of the heaps, whatever the bank. By induction over heaps and bank: removals lead
//! to the values of Nim's options, hence to every smaller value; no move leads to the same value, because a
//! removal and an addition alike change exactly one heap. An addition may reach a larger value, which a mex
//! ignores. That one bank serves all heaps does not matter, since the argument never asks who may add how
//! much. All options of a given value follow at once: each heap has one size that gives it, reached by
//! removal, by addition, or not at all. `adds 2` allows two additions in all, of any number of tokens each: the argument
//! is the same.

use std::fmt;

use crate::games::{Action, BoardKind, Counted, Found, Game, Known, Reduction, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nim::nim_sum;
use crate::nimber::Nimber;
use crate::notation::{Cursor, LARGEST, NotationError, joined};
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of bogus Nim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BogusNim;

/// Heaps in descending order, zeros kept, the bank, and how often it may still be used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BankedHeaps {
    heaps: Vec<u64>,
    bank: u64,
    /// `None` is as often as it holds tokens.
    additions: Option<u64>,
}

impl BankedHeaps {
    /// The heaps in any order, and the bank. `None` if a heap could grow beyond 2^63-1.
    pub fn new(mut heaps: Vec<u64>, bank: u64) -> Option<Self> {
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        let largest = heaps.first().copied().unwrap_or(0).checked_add(bank)?;
        (largest <= LARGEST).then_some(Self { heaps, bank, additions: None })
    }

    /// The same with at most so many additions; more than there are tokens in the bank are no limit.
    #[must_use]
    pub fn with_additions(self, most: u64) -> Self {
        if most == 0 || self.bank == 0 {
            return Self { bank: 0, additions: None, ..self };
        }
        Self { additions: Some(most).filter(|&most| most < self.bank), ..self }
    }

    /// How many additions may still be made, where that is limited by more than the bank.
    pub const fn additions(&self) -> Option<u64> {
        self.additions
    }

    /// The heaps, in descending order.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }

    /// The tokens that may still be added.
    pub const fn bank(&self) -> u64 {
        self.bank
    }

    /// The places of the first heap of each size.
    fn first_of_each(&self) -> impl Iterator<Item = usize> {
        (0..self.heaps.len()).filter(|&at| at == 0 || self.heaps[at - 1] != self.heaps[at])
    }

    /// The bank after the heap at `at` has become `size`, if a move does that.
    fn bank_after(&self, at: usize, size: u64) -> Option<u64> {
        let old = self.heaps[at];
        self.bank.checked_sub(size.saturating_sub(old)).filter(|_| size != old)
    }

    /// The position after the heap at `at` has become `size`, if a move does that.
    fn moved(&self, at: usize, size: u64) -> Option<Self> {
        let bank = self.bank_after(at, size)?;
        let mut heaps = self.heaps.clone();
        let left = self.additions.map(|left| left - u64::from(size > heaps[at]));
        heaps[at] = size;
        let after = Self::new(heaps, bank)?;
        Some(match left {
            Some(left) => after.with_additions(left),
            None => after,
        })
    }
}

impl Game for BogusNim {
    type At = BankedHeaps;
    const ENTRY: &'static Entry = &Entry {
        name: "bogus-nim",
        title: "Bogus Nim",
        aliases: &["poker-nim"],
        kind: EntryKind::Board("bogus-nim: 3 5 bank 7"),
        words: "Take any number of tokens from one heap, or add tokens from the bank to a heap; `adds 2` allows two \
                additions.",
        known: &["The values are those of Nim (theory 2.3)."],
        oeis: None,
    };
    const CONTINUATION: &'static str = "a heap size, ";
    const EVALUATED_AT_ONCE: bool = true;
    const PLAIN: Option<Self> = Some(Self);

    fn read(&self, text: &mut Cursor<'_>) -> Result<BankedHeaps, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let heaps = text.numbers("a heap size")?;
        let bank = if text.eat_str("bank") {
            text.skip_spaces();
            text.number("the tokens in the bank")?
        } else {
            0
        };
        text.skip_spaces();
        let additions = if text.eat_str("adds") {
            text.skip_spaces();
            Some(text.number("how many additions may be made")?)
        } else {
            None
        };
        let position = BankedHeaps::new(heaps, bank).map(|position| match additions {
            Some(most) => position.with_additions(most),
            None => position,
        });
        position
            .ok_or_else(|| start.error("a heap could grow beyond 2^63-1; make the heaps or the bank smaller"))
    }

    fn write(&self, position: &BankedHeaps, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bank = (position.bank > 0).then(|| format!("bank {}", position.bank));
        let adds = position.additions.map(|most| format!("adds {most}"));
        f.write_str(&joined(position.heaps.iter().map(u64::to_string).chain(bank).chain(adds), " "))
    }

    fn take_apart(&self, position: BankedHeaps, parts: &mut Vec<BankedHeaps>) {
        if position.bank > 0 {
            parts.push(position);
        } else {
            let heaps = position.heaps.into_iter().filter(|&heap| heap > 0);
            parts.extend(heaps.map(|heap| BankedHeaps { heaps: vec![heap], bank: 0, additions: None }));
        }
    }

    fn parts(&self, position: &BankedHeaps) -> usize {
        position.heaps.len()
    }

    fn kinds(&self, position: &BankedHeaps) -> Vec<usize> {
        position.first_of_each().collect()
    }

    fn actions<'p>(&'p self, position: &'p BankedHeaps, part: usize) -> impl Iterator<Item = Action> + 'p {
        let heap = position.heaps[part];
        let takes = (0..heap).map(move |left| Action::take(heap, part, heap - left));
        takes.chain((1..=position.bank).filter_map(move |added| Action::add(heap, added)))
    }

    fn act(&self, position: &BankedHeaps, part: usize, action: &Action) -> Option<BankedHeaps> {
        let &size = position.heaps.get(part)?;
        match action {
            Action::Take(change) if change.heap == size && change.at == part => {
                position.moved(part, size.checked_sub(change.taken)?)
            }
            Action::Add { heap, added, .. } if *heap == size => {
                position.moved(part, size.checked_add(*added)?)
            }
            _ => None,
        }
    }

    fn view(&self, position: &BankedHeaps) -> View {
        View { bank: Some(position.bank), ..View::of_heaps(BoardKind::Bank, &position.heaps) }
    }

    fn reduce(&self, component: &BankedHeaps) -> Option<Reduction<BankedHeaps>> {
        Some(Reduction::closed(nim_sum(&component.heaps), Theorem::BogusNim))
    }

    fn working(&self, position: &BankedHeaps, _known: &mut Known) -> Option<Working> {
        let row = |&heap: &u64| WorkingRow::new(format!("heap {heap}"), heap).out_of([heap]);
        let rows = position.heaps.iter().map(row).collect();
        let bank = "What is added from the bank can be taken again, so additions do not count";
        Some(Working::of_value(Theorem::BogusNim, Combine::NimSum, rows).because(bank))
    }

    fn moves_by_theorem(
        &self,
        component: &BankedHeaps,
        value: Nimber,
        most: usize,
    ) -> Option<Found<BankedHeaps>> {
        let change = (nim_sum(&component.heaps) + value).0;
        let mut found = Counted::first(most);
        for at in component.first_of_each() {
            let size = component.heaps[at] ^ change;
            if component.bank_after(at, size).is_some() {
                found.add(|| component.moved(at, size).expect("heap and bank together are within bounds"));
            }
        }
        found.options.sort_unstable();
        Some(found.into())
    }

    fn reachable(&self, component: &BankedHeaps) -> f64 {
        let sizes = component.heaps.iter().map(|&heap| (heap + component.bank) as f64 + 1.0);
        sizes.product::<f64>()
            * (component.bank as f64 + 1.0)
            * (component.additions.unwrap_or(0) as f64 + 1.0)
    }

    fn breadth(&self, position: &BankedHeaps) -> f64 {
        position.first_of_each().map(|at| (position.heaps[at] + position.bank) as f64).sum()
    }

    fn words(&self, position: &BankedHeaps) -> f64 {
        position.heaps.len() as f64 + 4.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BankedHeaps, NotationError> {
        let mut cursor = Cursor::new(text);
        let position = BogusNim.read(&mut cursor)?;
        cursor.end()?;
        Ok(position)
    }

    #[test]
    fn positions_are_read_with_their_zeros_and_one_bank() {
        assert_eq!(read("3 5 0 bank 7"), Ok(BankedHeaps { heaps: vec![5, 3, 0], bank: 7, additions: None }));
        assert_eq!(read(" 3,5 "), Ok(BankedHeaps { heaps: vec![5, 3], bank: 0, additions: None }));
        assert_eq!(read("bank 2"), Ok(BankedHeaps { heaps: vec![], bank: 2, additions: None }));
        assert_eq!(read("3 bank 4 adds 2").map(|position| position.additions()), Ok(Some(2)));
        assert_eq!(read("3 bank 4 adds 9"), read("3 bank 4"));
        assert_eq!(read("3 bank 4 adds 0"), read("3"));
        assert_eq!(read("3 bank").unwrap_err().column, 7);
        assert_eq!(read("3 bank 1 bank 2").unwrap_err().column, 10);
        assert_eq!(read("3 9223372036854775807 bank 1").unwrap_err().column, 1);
    }

    #[test]
    fn the_largest_position_is_answered_by_arithmetic() {
        assert_eq!(read("2^62 2^61 3 bank 2^62").unwrap_err().column, 1);
        let position = read("2^62 2^61 3 bank 2^61").unwrap();
        assert_eq!(BogusNim.reduce(&position).unwrap().known, Nimber((1 << 62) + (1 << 61) + 3));
        let zero = BogusNim.moves_by_theorem(&position, Nimber::ZERO, 9).unwrap().moves;
        assert_eq!(zero, [read("2^61 3 2305843009213693955 bank 2^61").unwrap()]);
    }
}
