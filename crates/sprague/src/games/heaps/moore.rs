//! Moore's Nim: take any number of tokens from each of at most k heaps, and from at least one (theory 2.6).
//!
//! Write the heaps in binary and add each binary place modulo k + 1, without carrying. The P-positions are those whose
//! sums are all 0 (Moore 1910); for k = 1 this is Nim. The proof gives a winning move in one pass over the places: from
//! the top down, a place is mended by the heaps that are smaller already, whose bits are free, and otherwise by making
//! as many more heaps smaller as its sum says, which together are never more than k.
//!
//! At most k heaps have their total as value: every smaller total is one move away, and no move keeps it. Other values
//! have no known formula and are searched for, at most one for each multiset of smaller heaps.

use std::fmt;

use crate::games::strips::single_tokens::placements;
use crate::games::{Action, BoardKind, Evaluation, Found, Game, Known, Reduction, Taken, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::{Heaps, read_heaps};
use crate::limits::TooLarge;
use crate::nim::nim_sum;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::Outcome;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules: tokens are taken from at most this many heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moore {
    /// The most heaps of a move, at least 1.
    most: u64,
}

impl Moore {
    /// The game in which a move takes from at most `most` heaps; `None` for 0.
    pub const fn new(most: u64) -> Option<Self> {
        if most == 0 { None } else { Some(Self { most }) }
    }

    /// The sum of one binary place, modulo k + 1.
    fn place_sum(self, heaps: &[u64], bit: u32) -> u64 {
        heaps.iter().filter(|&&heap| heap >> bit & 1 == 1).count() as u64 % (self.most + 1)
    }

    /// Who wins, by Moore's theorem.
    pub fn outcome(self, heaps: &[u64]) -> Outcome {
        let lost = (0..u64::BITS).all(|bit| self.place_sum(heaps, bit) == 0);
        if lost { Outcome::P } else { Outcome::N }
    }

    /// The heaps after a winning move, which prefers the heaps that come first in `order`; the same heaps if no move
    /// wins.
    fn won(self, heaps: &[u64], order: &[usize]) -> Vec<u64> {
        let mut left = heaps.to_vec();
        let mut free: Vec<usize> = Vec::new();
        for bit in (0..u64::BITS).rev() {
            for &at in &free {
                left[at] &= !(1 << bit);
            }
            let sum = self.place_sum(&left, bit);
            let missing = (self.most + 1 - sum) % (self.most + 1);
            if missing <= free.len() as u64 {
                for &at in free.iter().take(missing as usize) {
                    left[at] |= 1 << bit;
                }
                continue;
            }
            let ones = order.iter().copied().filter(|at| !free.contains(at) && left[*at] >> bit & 1 == 1);
            let fewer: Vec<usize> = ones.take(sum as usize).collect();
            for &at in &fewer {
                left[at] &= !(1 << bit);
            }
            free.extend(fewer);
        }
        left
    }

    /// Every choice of at most as many further heaps behind `first` as a move may touch, fewest heaps first.
    fn choices(self, heaps: usize, first: usize) -> impl Iterator<Item = Vec<usize>> {
        let most = usize::try_from(self.most).unwrap_or(usize::MAX).min(heaps - first);
        (1..=most).flat_map(move |count| {
            let start: Vec<usize> = (first..first + count).collect();
            std::iter::successors(Some(start), move |chosen| {
                // the last place that can go up does, and those behind it follow closely
                let grows = (1..count).rev().find(|&at| chosen[at] + count - at < heaps)?;
                let mut next = chosen.clone();
                for (step, place) in next[grows..].iter_mut().enumerate() {
                    *place = chosen[grows] + 1 + step;
                }
                Some(next)
            })
        })
    }
}

/// Every way to take at least one token from each of these heaps.
fn takings(sizes: Vec<u64>) -> impl Iterator<Item = Vec<u64>> {
    std::iter::successors(Some(vec![1; sizes.len()]), move |taken| {
        let grows = (0..sizes.len()).rev().find(|&at| taken[at] < sizes[at])?;
        let mut next = taken.clone();
        next[grows] += 1;
        next[grows + 1..].fill(1);
        Some(next)
    })
}

impl Game for Moore {
    type At = Heaps;
    const ENTRY: &'static Entry = &Entry {
        name: "moore",
        title: "Moore's Nim",
        aliases: &["moores-nim"],
        kind: EntryKind::Board("moore(2): 7 5 3"),
        words: "Take any number of tokens from each of at most k heaps, and from at least one; moore(k) says k.",
        known: &[
            "P if every binary place of the heaps adds up to 0 modulo k+1; at most k heaps have their total as value \
                  (theory 2.6).",
        ],
        oeis: None,
    };
    const ENDS_ARE_EMPTY: bool = true;
    const CONTINUATION: &'static str = "a heap size, ";
    const LISTED_IN_PART: bool = true;

    fn name(&self) -> String {
        format!("moore({})", self.most)
    }

    /// `(k)`, the most heaps of a move.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let (most, at) = text.parameter("the most heaps that a move takes from, as in `moore(2): 7 5 3`")?;
        Self::new(most)
            .ok_or_else(|| at.error("a move takes from at least one heap: write `moore(1)` or more"))
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Heaps, NotationError> {
        read_heaps(text)
    }

    fn write(&self, heaps: &Heaps, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{heaps}")
    }

    fn parts(&self, heaps: &Heaps) -> usize {
        heaps.sizes().len()
    }

    /// A move belongs to the first heap that it touches, so equal heaps behind it have none of their own.
    fn kinds(&self, heaps: &Heaps) -> Vec<usize> {
        heaps.distinct().map(|(at, _)| at).collect()
    }

    fn actions<'p>(&'p self, heaps: &'p Heaps, part: usize) -> impl Iterator<Item = Action> + 'p {
        let sizes = heaps.sizes();
        self.choices(sizes.len(), part).flat_map(move |places| {
            takings(places.iter().map(|&at| sizes[at]).collect()).map(move |taken| {
                let take = |(&at, taken): (&usize, u64)| Taken { heap: sizes[at], at, taken };
                match (&places[..], &taken[..]) {
                    (&[at], &[taken]) => Action::take(sizes[at], at, taken),
                    _ => Action::TakeSeveral { takes: places.iter().zip(taken).map(take).collect() },
                }
            })
        })
    }

    fn act(&self, heaps: &Heaps, _part: usize, action: &Action) -> Option<Heaps> {
        let mut left = heaps.sizes().to_vec();
        let mut take = |at: usize, heap: u64, taken: u64| {
            let size = left.get_mut(at).filter(|size| **size == heap && taken > 0)?;
            *size = size.checked_sub(taken)?;
            Some(())
        };
        match action {
            Action::Take(change) => take(change.at, change.heap, change.taken)?,
            Action::TakeSeveral { takes } if takes.len() as u64 <= self.most && !takes.is_empty() => {
                // a heap that was made smaller no longer has the size that is named, so none is touched twice
                takes.iter().try_for_each(|step| take(step.at, step.heap, step.taken).ok_or(())).ok()?;
            }
            _ => return None,
        }
        Some(Heaps::new(left))
    }

    fn has_move(&self, heaps: &Heaps) -> bool {
        !heaps.sizes().is_empty()
    }

    fn guess(&self, heaps: &Heaps, between: &mut dyn FnMut(u64, u64) -> u64) -> Option<(usize, Action)> {
        const MOST_TOUCHED: u64 = 64;
        let sizes = heaps.sizes();
        let touched = between(1, self.most.min(sizes.len() as u64).clamp(1, MOST_TOUCHED));
        let mut places: Vec<usize> =
            (0..touched).map(|_| between(0, sizes.len() as u64 - 1) as usize).collect();
        places.sort_unstable();
        places.dedup();
        let takes: Vec<Taken> = places
            .into_iter()
            .map(|at| Taken { heap: sizes[at], at, taken: between(1, sizes[at]) })
            .collect();
        match takes[..] {
            [Taken { heap, at, taken }] => Some((at, Action::take(heap, at, taken))),
            _ => Some((takes[0].at, Action::TakeSeveral { takes })),
        }
    }

    fn view(&self, heaps: &Heaps) -> View {
        View::of_heaps(BoardKind::Nim, heaps.sizes())
    }

    fn reduce(&self, heaps: &Heaps) -> Option<Reduction<Heaps>> {
        let sizes = heaps.sizes();
        if self.most == 1 {
            return Some(Reduction::closed(nim_sum(sizes), Theorem::Nim));
        }
        let total = || sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size));
        match self.outcome(sizes) {
            Outcome::P => Some(Reduction::closed(Nimber::ZERO, Theorem::Moore)),
            Outcome::N if sizes.len() as u64 <= self.most => {
                total().map(|total| Reduction::closed(Nimber(total), Theorem::Moore))
            }
            Outcome::N | Outcome::Draw => None,
        }
    }

    fn working(&self, heaps: &Heaps, _known: &mut Known) -> Option<Working> {
        let sizes = heaps.sizes();
        let row = |&heap: &u64| WorkingRow::new(format!("heap {heap}"), heap).out_of([heap]);
        let rows: Vec<WorkingRow> = sizes.iter().map(row).collect();
        if self.most == 1 {
            return Some(Working::of_value(Theorem::Nim, Combine::NimSum, rows));
        }
        if sizes.len() as u64 > self.most {
            return Some(Working::of_outcome(Theorem::Moore, Combine::Places(self.most + 1), rows));
        }
        let all = "A move may take from all heaps, so each smaller total is one move away";
        Some(Working::of_value(Theorem::Moore, Combine::Sum, rows).because(all))
    }

    /// The outcome is known, so a search must be short to be worth its while.
    fn evaluate(&self, heaps: &Heaps, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let outcome = Some((self.outcome(heaps.sizes()), Theorem::Moore));
        let valued =
            known.admit_long_search(self, heaps).and_then(|()| known.by_theorem_or_search(self, heaps));
        Evaluation::or_outcome(valued, outcome)
    }

    /// Winning moves, one for each heap that may be preferred.
    fn moves_by_theorem(&self, heaps: &Heaps, value: Nimber, most: usize) -> Option<Found<Heaps>> {
        const EXAMPLES: usize = 12;
        if !value.is_zero() {
            return None;
        }
        let sizes = heaps.sizes();
        if self.outcome(sizes) == Outcome::P {
            return Some(Vec::new().into());
        }
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        let mut moves = Vec::new();
        for _ in 0..sizes.len().min(EXAMPLES).min(most) {
            let after = Heaps::new(self.won(sizes, &order));
            if !moves.contains(&after) {
                moves.push(after);
            }
            order.rotate_left(1);
        }
        Some(Found { moves, total: None })
    }

    fn reachable(&self, heaps: &Heaps) -> f64 {
        placements(0, heaps.sizes())
    }

    /// The elementary symmetric sums of the heaps up to the k-th; all of them together where k is large.
    fn breadth(&self, heaps: &Heaps) -> f64 {
        const MOST_SUMS: u64 = 64;
        let sizes = heaps.sizes();
        if self.most > MOST_SUMS.min(sizes.len() as u64) {
            return sizes.iter().map(|&size| size as f64 + 1.0).product::<f64>() - 1.0;
        }
        let mut sums = vec![0.0; self.most as usize + 1];
        sums[0] = 1.0;
        for &size in sizes {
            for count in (1..sums.len()).rev() {
                sums[count] += sums[count - 1] * size as f64;
            }
        }
        sums[1..].iter().sum()
    }

    fn words(&self, heaps: &Heaps) -> f64 {
        heaps.sizes().len() as f64
    }
}
