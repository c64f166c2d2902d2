//! The audit: heaps chosen at random are computed again by the scalar textbook method (theory 4.6).
//!
//! Both halves are shown: every smaller value is the value of some option, and the value itself is not. With a sparse
//! space a common value can only come from options with one rare part, and all of those are tried. Rare values below it
//! need one witness each, which is searched among the small parts in order. The values are the store's own copy, not
//! the engine's. If a part that matters is no longer kept, the heap is left open and does not count. One heap of every
//! [`STRIDE`] is chosen, at an unpredictable place.

use std::ops::Range;

use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::{Shape, Space};

use crate::window::{Glimpse, Window};

/// One heap of so many is audited: more than 0.1 %.
pub const STRIDE: u64 = 800;

/// Whether so many audited heaps are enough for so many in a row that may begin and end anywhere: 0.1 % of them, but for the
/// strata that are cut at both ends, whose heaps may lie on the other side.
pub const fn is_enough(audited: u64, heaps: u64) -> bool {
    audited.saturating_mul(1000).saturating_add(2 * STRIDE) >= heaps
}

/// So many small parts are looked at together.
const RUN: u64 = 256;

/// There is a mark for each of so many values at least, so that few options are greater than all of them.
const MARKS: usize = 512;

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both halves hold.
    Right,
    /// Some part that matters is no longer remembered.
    Open,
    /// The value is wrong.
    Wrong(String),
}

/// Audits the heaps of one rule.
#[derive(Clone, Debug)]
pub struct Auditor {
    rule: Rule,
    shape: Option<Shape>,
    seed: u64,
    /// The heap that marked each value last, plus one.
    marks: Vec<u64>,
}

impl Auditor {
    /// An auditor whose choice depends on the seed.
    pub fn new(rule: &Rule, seed: u64) -> Self {
        Self { rule: rule.clone(), shape: Shape::new(rule.clauses()), seed, marks: Vec::new() }
    }

    /// The heaps to audit from `from` up to and without `until`.
    pub fn choice(&self, from: u64, until: u64) -> impl Iterator<Item = u64> + use<> {
        let seed = self.seed;
        let strata = from / STRIDE..until.div_ceil(STRIDE);
        let heaps = strata.map(move |stratum| stratum * STRIDE + scramble(seed ^ stratum) % STRIDE);
        heaps.filter(move |heap| (from..until).contains(heap))
    }

    /// Computes a heap again. `rares` are all heaps before it that are rare under the space, perhaps others after it.
    pub fn audit(
        &mut self,
        heap: u64,
        window: &Window,
        space: Option<Space>,
        rares: &[(u64, Nimber)],
    ) -> Verdict {
        let Glimpse::Value(value) = window.get(heap) else { return Verdict::Open };
        self.marks.resize(self.marks.len().max(value as usize + 1).max(MARKS), 0);
        let mut look =
            Look { heap, value, window, marks: &mut self.marks, open: value, is_whole: true, is_hit: false };
        match &self.shape {
            Some(shape) => look.two_parts(shape, space.filter(|space| !space.is_rare(heap, value)), rares),
            None => look.all_options(&self.rule),
        }
        if look.is_hit {
            return Verdict::Wrong(format!("heap {heap} has an option of its own value {value}"));
        }
        if look.open == 0 && look.is_whole {
            return Verdict::Right;
        }
        if !look.is_whole {
            return Verdict::Open;
        }
        let missing = (0..value).find(|&v| self.marks[v as usize] != heap + 1).unwrap_or(0);
        Verdict::Wrong(format!("heap {heap} has value {value}, but no option of value {missing}"))
    }
}

/// What was seen of one heap's options.
struct Look<'a> {
    heap: u64,
    value: u32,
    window: &'a Window,
    marks: &'a mut [u64],
    /// Smaller values not seen yet.
    open: u32,
    /// Whether everything that matters could be seen.
    is_whole: bool,
    /// Whether some option has the heap's own value.
    is_hit: bool,
}

impl Look<'_> {
    fn option(&mut self, value: u32) {
        self.is_hit |= value == self.value;
        if value < self.value && self.marks[value as usize] != self.heap + 1 {
            self.marks[value as usize] = self.heap + 1;
            self.open -= 1;
        }
    }

    fn all_options(&mut self, rule: &Rule) {
        for parts in rule.options(self.heap) {
            let mut sum = 0;
            for part in parts {
                match self.window.get(part) {
                    Glimpse::Value(value) => sum ^= value,
                    Glimpse::Short | Glimpse::Forgotten => self.is_whole = false,
                }
            }
            self.option(sum);
        }
    }

    /// With a space, the heap is common under it.
    fn two_parts(&mut self, shape: &Shape, space: Option<Space>, rares: &[(u64, Nimber)]) {
        let heap = self.heap;
        let phase = shape.phase(heap);
        if shape.ends(heap) {
            self.option(0);
        }
        for &taken in phase.singles.iter().take_while(|&&taken| taken < heap) {
            match self.window.get(heap - taken) {
                Glimpse::Value(value) => self.option(value),
                Glimpse::Short | Glimpse::Forgotten => self.is_whole = false,
            }
        }
        if space.is_some() {
            for a_break in &phase.breaks {
                let left = heap.saturating_sub(a_break.taken);
                for &(rare, of_rare) in rares.iter().take_while(|rare| rare.0 < left) {
                    if !a_break.allows(heap, rare) {
                        continue;
                    }
                    match self.window.get(left - rare) {
                        Glimpse::Value(other) => self.option(other ^ of_rare.0 as u32),
                        // the sum is at least 256, greater than the heap's value
                        Glimpse::Short if of_rare.0 >= 256 && self.value < 256 => {}
                        Glimpse::Short | Glimpse::Forgotten => self.is_whole = false,
                    }
                }
            }
        }
        let last = phase.breaks.iter().map(|a_break| a_break.last_small(heap)).max().unwrap_or(0);
        for first in (1..=last).step_by(RUN as usize) {
            if !matches!(self.window.get(first), Glimpse::Value(_)) {
                self.is_whole = false;
                return;
            }
            for a_break in &phase.breaks {
                let end = (first + RUN).min(a_break.last_small(heap) + 1);
                if first < end && !self.plain_run(first..end, heap - a_break.taken) {
                    (first..end).for_each(|small| self.split(small, heap - a_break.taken - small));
                }
            }
            if self.open == 0 && space.is_some() || self.is_hit {
                return;
            }
        }
    }

    fn split(&mut self, small: u64, large: u64) {
        match (self.window.get(small), self.window.get(large)) {
            (Glimpse::Value(small), Glimpse::Value(large)) => self.option(small ^ large),
            _ => self.is_whole = false,
        }
    }

    /// Splits `left` into each of the small parts and the rest, if all of them are remembered as they are.
    fn plain_run(&mut self, small: Range<u64>, left: u64) -> bool {
        let large = self.window.plain(left + 1 - small.end, left + 1 - small.start);
        let (Some(small), Some(large)) = (self.window.smallest(small), large) else { return false };
        let (fresh, is_hit) = mark(small, large, self.marks, self.value, self.heap + 1);
        self.open -= fresh;
        self.is_hit |= is_hit;
        true
    }
}

/// Marks the sums of the small values with the large ones in reverse; counts those below `value` that had no mark, and
/// tells whether `value` itself is among them.
fn mark(small: &[u32], large: &[u8], marks: &mut [u64], value: u32, stamp: u64) -> (u32, bool) {
    let (mut fresh, mut is_hit) = (0, false);
    for (&small, &large) in small.iter().zip(large.iter().rev()) {
        let sum = small ^ u32::from(large);
        is_hit |= sum == value;
        if let Some(mark) = marks.get_mut(sum as usize) {
            fresh += u32::from(*mark != stamp) & u32::from(sum < value);
            *mark = stamp;
        }
    }
    (fresh, is_hit)
}

/// A permutation of the numbers that looks like chance (the finalizer of splitmix64).
pub const fn scramble(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// A number nobody knows before.
pub fn chance() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

#[cfg(test)]
mod tests {
    use super::{Auditor, STRIDE, is_enough};
    use sprague::heap::HeapGame;

    #[test]
    fn the_choice_is_enough_wherever_it_begins_and_ends() {
        let game: HeapGame = "0.16".parse().expect("a game");
        let mut fewest = u64::MAX;
        for seed in 0..500 {
            let auditor = Auditor::new(&game.rule, seed);
            for (from, heaps) in [(1 << 20, 1001), (5 << 20, 1001), (1, 1598), (799, 801), (3 << 20, 1 << 20)]
            {
                let chosen = auditor.choice(from, from + heaps).count() as u64;
                assert!(is_enough(chosen, heaps), "{chosen} of {heaps} from {from} with seed {seed}");
                fewest = fewest.min(chosen);
            }
        }
        // the cut strata were met, and a row without an audit is not enough once a whole stratum and more was left out
        assert_eq!(fewest, 0);
        assert!(!is_enough(0, 2 * STRIDE + 1) && !is_enough((1 << 20) / 1000 - 2, 1 << 20));
    }
}
