//! The class theorem (theory P.11): periods with a saltus, split periods, moves that take any number of tokens.
//!
//! **P.11** Let n0 >= 1 and G*(n) = G(n) for n < n0 + p. From n0 on each class of heaps modulo p is *growing*,
//! G*(n+p) = G*(n) + s, or *constant*, G*(n+p) = G*(n). If G = G* for n0 <= n < N + 2p (N + p without a saltus) and the
//! conditions (E) and (I) hold, then G = G* for ever. (E): the value of the pattern is never that of an option. It is
//! read off the *base options*, whose parts are all below n0 + p: every other option is one of them with parts raised
//! by multiples of p. (I): every smaller value is the value of an option of N <= n < N + 2p that can be carried on: by
//! *lifting*, which adds 2p to a part and 2s to the value, or by *keeping*, which adds 2p to the heap and nothing to
//! the value. `docs/theory.md` has the conditions and the proof.
//!
//! Both conditions hold at every larger N, too. So the least N with which the values at hand prove the pattern is found
//! by bisection, and a proof quotes as few values as can be. (E) is a loop over the base options with a part from n0
//! on; options whose parts are all smaller concern the heaps below N, or those whose values are not at hand. It takes
//! about p (n0+p)^(h-1) / h! steps for each move that leaves h heaps; the sum of these is asked for before.

use std::cmp::Ordering;

use super::claim::{Claim, ClassWindow};
use super::facts::{Cell, RuleFacts};
use crate::heap::{Condition, ENDLESS};
use crate::theorem::Theorem;

/// The most tokens that are looked at for one base option of a move that takes any number.
const MOST_TAKEN: u64 = 1 << 32;

const KEEPS: u8 = 1;
const LIFTS: u8 = 2;
const BOTH: u8 = 4;

/// The claim that G(n + period) = G(n) + saltus, or G(n), for all n >= from, each class as the values show it; if P.11
/// proves it from these values of the heaps 0, 1, 2, and so on, and looks at no more than `most_work` base options and
/// options for it.
pub fn claim(
    facts: &RuleFacts,
    values: &[u32],
    (from, period, saltus): (u64, u64, u64),
    most_work: f64,
) -> Option<Claim> {
    let pattern = Pattern::new(facts, values, from, period, saltus)?;
    let turns = if saltus > 0 { 2 } else { 1 };
    let last = (values.len() as u64).checked_sub(turns * period)?;
    let first = from.max(pattern.most_taken + 1).max(facts.settled);
    if first > last || pattern.work(last.min(pattern.usual_start())) > most_work {
        return None;
    }
    // (I) fails sooner than (E), where it fails
    let mut witnesses = Witnesses { pattern: &pattern, known: vec![None; values.len()] };
    let mut high = last.min(pattern.usual_start().max(first));
    let mut found = witnesses.low(high, turns * period)?;
    let mut low = pattern.excluded()?.max(first);
    if low > high {
        high = if low > last { return None } else { low };
        found = witnesses.low(high, turns * period)?;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        match witnesses.low(middle, turns * period) {
            Some(least) => (found, high) = (least, middle),
            None => low = middle + 1,
        }
    }
    Some(Claim {
        theorem: Theorem::ClassPeriod,
        from,
        period,
        saltus,
        used: high + turns * period,
        reach: None,
        space: None,
        classes: Some(ClassWindow { start: high, low: found }),
    })
}

/// The classes of a pattern, and its values for all heaps.
struct Pattern<'v> {
    cells: &'v [Cell],
    /// k: the most tokens that a move takes, or from where on any number may be taken.
    most_taken: u64,
    values: &'v [u32],
    from: u64,
    period: u64,
    saltus: u64,
    /// Whether n0, n0 + 1, and so on grow.
    grows: Vec<bool>,
}

/// A base option, or the first parts of one.
#[derive(Clone, Copy, Default)]
struct Base {
    sum: u64,
    /// The nim-sum of the values.
    value: u64,
    growing: u32,
    constant: u32,
    /// The sum of the high parts of growing parts.
    high_sum: u64,
    /// The nim-sum of the high parts of the others.
    high_xor: u64,
}

impl<'v> Pattern<'v> {
    /// The pattern, if the values follow it.
    fn new(facts: &'v RuleFacts, values: &'v [u32], from: u64, period: u64, saltus: u64) -> Option<Self> {
        let cells = facts.cells.as_deref()?;
        let (start, turn) = (usize::try_from(from).ok()?, usize::try_from(period).ok()?);
        let second = values.get(start.checked_add(turn)?..start.checked_add(turn.checked_mul(2)?)?)?;
        let grows: Vec<bool> = values[start..].iter().zip(second).map(|(a, b)| a != b).collect();
        let step = |n: usize| if grows[(n - start) % turn] { saltus } else { 0 };
        let follows = (start..values.len() - turn)
            .all(|n| u64::from(values[n + turn]) == u64::from(values[n]) + step(n));
        let sound = from >= 1 && period >= 1 && follows && (saltus > 0) == grows.contains(&true);
        let most = |cell: &Cell| cell.take.ranges().last().map_or(0, |&(low, high)| endless_from(low, high));
        let most_taken = cells.iter().map(most).max().unwrap_or(0);
        let small = most_taken <= values.len() as u64;
        (sound && small).then_some(Self { cells, most_taken, values, from, period, saltus, grows })
    }

    /// N = 3(n0 + p) + k + 1, with which every pattern known so far is proved if it is with any N.
    const fn usual_start(&self) -> u64 {
        3 * (self.from + self.period) + self.most_taken + 1
    }

    /// About how many base options and options of the heaps after `start` are looked at.
    fn work(&self, start: u64) -> f64 {
        let (near, turn) = ((self.from + self.period) as f64, self.period as f64);
        let turns = if self.saltus > 0 { 2.0 } else { 1.0 };
        let last = start as f64 + turns * turn;
        let of_cell = |cell: &Cell| {
            let takes = cell.take.ranges().iter().map(|&(low, high)| match high {
                ENDLESS => last,
                _ => (high - low) as f64 + 1.0,
            });
            let split = |count: f64, heaps: u64| (2..=heaps).fold(1.0, |ways, j| ways * count / j as f64);
            let options =
                |count: f64, heaps: u64| (2..=heaps).fold(1.0, |ways, j| ways * count / (j * j - j) as f64);
            let mut base = turn * split(near + cell.heaps as f64, cell.heaps);
            if self.has_far_small_options(cell) {
                base += split(self.from as f64, cell.heaps) * self.from as f64;
            }
            takes.sum::<f64>() * (base + turns * turn * options(last, cell.heaps))
        };
        self.cells.iter().map(of_cell).sum()
    }

    fn grows(&self, heap: u64) -> bool {
        self.grows[((heap - self.from) % self.period) as usize]
    }

    /// G* of a heap.
    fn value(&self, heap: u64) -> u64 {
        if let Some(&value) = self.values.get(heap as usize) {
            return value.into();
        }
        let (turns, place) = ((heap - self.from) / self.period, (heap - self.from) % self.period);
        let step = if self.grows[place as usize] { self.saltus } else { 0 };
        u64::from(self.values[(self.from + place) as usize]) + turns * step
    }

    /// The bits of a value below the lowest bit of the saltus; without a saltus all are.
    const fn low(&self, value: u64) -> u64 {
        if self.saltus == 0 { value } else { value & ((1 << self.saltus.trailing_zeros()) - 1) }
    }

    const fn high(&self, value: u64) -> u64 {
        if self.saltus == 0 { 0 } else { value >> self.saltus.trailing_zeros() }
    }

    /// The least N, as far as (E) has a say in it; `None` where (E) holds for none that the values reach.
    fn excluded(&self) -> Option<u64> {
        let mut start = 0;
        for cell in self.cells {
            if cell.heaps > 0 {
                self.base_options(cell, cell.heaps, 1, Base::default(), &mut start)?;
            }
            self.small_options(cell, &mut start)?;
        }
        Some(start)
    }

    /// Goes on with `left` more parts, ascending, each at least `least`, and tests those options that have a part from
    /// n0 on.
    fn base_options(&self, cell: &Cell, left: u64, least: u64, base: Base, start: &mut u64) -> Option<()> {
        let gap = if let Condition::Differ(gap) = cell.condition { gap } else { 0 };
        let least = if left == 1 { least.max(self.from) } else { least };
        for part in least..self.from + self.period {
            let value = u64::from(self.values[part as usize]);
            let mut next = Base { sum: base.sum + part, value: base.value ^ value, ..base };
            if part < self.from {
                next.high_xor ^= self.high(value);
            } else if self.grows(part) {
                next.growing += 1;
                next.high_sum += self.high(value);
            } else {
                next.constant += 1;
                next.high_xor ^= self.high(value);
            }
            if left > 1 {
                let least = if part < self.from { (part + gap).min(self.from) } else { part };
                self.base_options(cell, left - 1, least, next, start)?;
                continue;
            }
            for &(low, high) in cell.take.ranges() {
                if high == ENDLESS {
                    self.endless(next, low, start)?;
                } else {
                    (low..=high).try_for_each(|taken| self.allowed(next, next.sum + taken, false, start))?;
                }
            }
        }
        Some(())
    }

    /// A base option with any number of tokens taken, from `taken` on: the table repeats once each of p numbers gives
    /// a heap that is constant, or whose value is beyond what the parts can reach.
    fn endless(&self, base: Base, taken: u64, start: &mut u64) -> Option<()> {
        let mut settled = 0;
        for heap in base.sum + taken..base.sum + taken + MOST_TAKEN {
            self.allowed(base, heap, true, start)?;
            let beyond = !self.grows(heap) || base.high_sum + base.high_xor < self.high(self.value(heap));
            settled = if beyond { settled + 1 } else { 0 };
            if settled == self.period {
                return Some(());
            }
        }
        None
    }

    /// The table of (E) for one base option of heap m.
    fn allowed(&self, base: Base, heap: u64, endless: bool, start: &mut u64) -> Option<()> {
        let value = self.value(heap);
        if self.low(base.value) != self.low(value) {
            return Some(());
        }
        let (sum, xor, high) = (base.high_sum, base.high_xor, self.high(value));
        let odd = if self.saltus == 0 { 0 } else { self.high(self.saltus) };
        // turns of the growing class until `from` is exceeded by a number that is `to` now
        let mut wait = |from: u64, to: u64| {
            let turns = (from - to) / odd + 1;
            *start = (*start).max(heap + (turns - 1) * self.period + 1);
            true
        };
        let allowed = match (self.grows(heap), base.growing, base.constant) {
            (true, 0, _) => xor < high || wait(xor, high),
            (true, 1, 0) => match (xor + high).cmp(&sum) {
                Ordering::Less => true,
                _ => !(xor + high - sum).is_multiple_of(2) || ((xor + high - sum) / 2) & !xor != 0,
            },
            (true, _, 0) => sum + xor < high || !(sum + xor - high).is_multiple_of(2),
            (true, ..) => sum + xor < high,
            (false, 0, _) => xor != high,
            (false, 1, 0) => high ^ xor < sum || (!endless && wait(high ^ xor, sum)),
            (false, 1, _) => high ^ xor < sum,
            (false, ..) => false,
        };
        allowed.then_some(())
    }

    /// Whether a heap whose value is not at hand has options whose parts are all small.
    fn has_far_small_options(&self, cell: &Cell) -> bool {
        let most = cell.take.greatest().unwrap_or(0).saturating_add((self.from - 1) * cell.heaps);
        most >= self.values.len() as u64
    }

    /// Options whose parts are all small. Those of heaps whose values are at hand have another value by definition.
    fn small_options(&self, cell: &Cell, start: &mut u64) -> Option<()> {
        if !self.has_far_small_options(cell) {
            return Some(());
        }
        let count = self.values.len() as u64;
        let endless = cell.take.greatest() == Some(ENDLESS);
        let mut largest = None;
        let mut parts = Vec::new();
        let least = if endless { 0 } else { count.saturating_sub(cell.take.greatest().unwrap_or(0)) };
        self.small_parts(cell, least, &mut parts, &mut |sum, value| {
            let finite = cell.take.ranges().iter().filter(|range| range.1 != ENDLESS);
            let met = finite
                .flat_map(|&(low, high)| low..=high)
                .any(|taken| sum + taken >= count && self.value(sum + taken) == value);
            if endless {
                largest = largest.max(Some(value));
            }
            let constant = |n: u64| !self.grows(n) && self.value(n) == value;
            !(met || (endless && (self.from..self.from + self.period).any(constant)))
        })?;
        if let Some(largest) = largest {
            for n in (self.from..self.from + self.period).filter(|&n| self.grows(n)) {
                if let Some(more) = largest.checked_sub(self.value(n)) {
                    *start = (*start).max(n + more / self.saltus * self.period + 1);
                }
            }
        }
        Some(())
    }

    /// All small parts of a cell with a total of at least `least`, with their total and nim-sum, as long as the test
    /// holds.
    fn small_parts(
        &self,
        cell: &Cell,
        least: u64,
        parts: &mut Vec<u64>,
        test: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Option<()> {
        if parts.len() as u64 == cell.heaps {
            if !cell.condition.allows(parts) {
                return Some(());
            }
            let value = parts.iter().fold(0, |sum, &part| sum ^ self.value(part));
            return test(parts.iter().sum(), value).then_some(());
        }
        let gap = if let Condition::Differ(gap) = cell.condition { gap } else { 0 };
        // the parts after this one are less than n0
        let others = (cell.heaps - parts.len() as u64 - 1) * (self.from - 1);
        let enough = least.saturating_sub(parts.iter().sum::<u64>() + others);
        for part in parts.last().map_or(1, |last| last + gap).max(enough)..self.from {
            parts.push(part);
            self.small_parts(cell, least, parts, test)?;
            parts.pop();
        }
        Some(())
    }
}

/// The last number of tokens of a range that counts: its start where it is endless.
const fn endless_from(low: u64, high: u64) -> u64 {
    if high == ENDLESS { low } else { high }
}

/// The witnesses of (I), heap by heap, as they are asked for.
struct Witnesses<'p> {
    pattern: &'p Pattern<'p>,
    /// For each heap and each value below its own: how it can be carried on.
    known: Vec<Option<Vec<u8>>>,
}

impl Witnesses<'_> {
    /// L of (I) for the heaps from `start` on, a range of this length; 0 without a saltus.
    fn low(&mut self, start: u64, length: u64) -> Option<u64> {
        let Pattern { saltus, .. } = *self.pattern;
        let (mut least, mut most) = (2 * saltus, u64::MAX);
        for n in (start..start + length).rev() {
            let grows = self.pattern.grows(n);
            let flags = self.at(n);
            let kept = flags.iter().position(|flag| flag & KEEPS == 0).unwrap_or(flags.len());
            if !grows {
                if kept < flags.len() {
                    return None;
                }
                continue;
            }
            most = most.min(kept as u64);
            least = least.max(flags.iter().rposition(|flag| flag & LIFTS == 0).map_or(0, |at| at as u64 + 1));
            if least > most {
                return None;
            }
        }
        if saltus == 0 {
            return Some(0);
        }
        // the band below L in which every value has a witness that is both
        let mut since = 0;
        for value in 0..most {
            let both = |n: u64| !self.pattern.grows(n) || self.known(n)[value as usize] & BOTH != 0;
            if !(start..start + length).all(both) {
                since = value + 1;
            }
            let low = value + 1;
            if low >= least && low - since >= 2 * saltus {
                return Some(low);
            }
        }
        None
    }

    fn known(&self, heap: u64) -> &[u8] {
        self.known[heap as usize].as_deref().unwrap_or_default()
    }

    /// The witnesses of a heap.
    fn at(&mut self, heap: u64) -> &[u8] {
        let pattern = self.pattern;
        self.known[heap as usize].get_or_insert_with(|| {
            let value = pattern.values[heap as usize] as usize;
            let wanted = if pattern.grows(heap) { KEEPS | LIFTS | BOTH } else { KEEPS };
            let mut options =
                Options { pattern, flags: vec![0; value], wanted, open: value, parts: Vec::new() };
            for cell in pattern.cells {
                for &(low, high) in cell.take.ranges() {
                    for taken in low..=high.min(heap) {
                        options.parts(cell, heap - taken, cell.heaps, high == ENDLESS);
                    }
                }
            }
            options.flags
        })
    }
}

/// The options of one heap as they are listed.
struct Options<'p> {
    pattern: &'p Pattern<'p>,
    flags: Vec<u8>,
    wanted: u8,
    /// How many values lack something that is wanted.
    open: usize,
    parts: Vec<u64>,
}

impl Options<'_> {
    /// Lists the ways to leave `rest` as `left` more parts.
    fn parts(&mut self, cell: &Cell, rest: u64, left: u64, endless: bool) {
        if self.open == 0 {
            return;
        }
        let gap = if let Condition::Differ(gap) = cell.condition { gap } else { 0 };
        let least = self.parts.last().map_or(1, |last| last + gap);
        match left {
            0 if rest == 0 && endless => self.mark(0, |_| KEEPS),
            0 | 1 if left == 0 || rest < least => {}
            0 | 1 => {
                self.parts.push(rest);
                if cell.condition.allows(&self.parts) {
                    let pattern = self.pattern;
                    let value = self.parts.iter().fold(0, |sum, &part| sum ^ pattern.values[part as usize]);
                    self.mark(value as usize, |parts| Witness { pattern, parts, cell, endless }.flags());
                }
                self.parts.pop();
            }
            _ => {
                for part in least..=rest / left {
                    self.parts.push(part);
                    self.parts(cell, rest - part, left - 1, endless);
                    self.parts.pop();
                }
            }
        }
    }

    fn mark(&mut self, value: usize, flags: impl Fn(&[u64]) -> u8) {
        let wanted = self.wanted;
        if let Some(flag) = self.flags.get_mut(value).filter(|flag| **flag != wanted) {
            *flag |= flags(&self.parts) & wanted;
            self.open -= usize::from(*flag == wanted);
        }
    }
}

/// One option, to be carried on.
struct Witness<'p> {
    pattern: &'p Pattern<'p>,
    parts: &'p [u64],
    cell: &'p Cell,
    endless: bool,
}

/// What moves when an option is carried on: nothing, one part, or two parts together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Movers {
    None,
    One(usize),
    Two(usize, usize),
}

impl Movers {
    const fn contains(self, at: usize) -> bool {
        match self {
            Self::None => false,
            Self::One(one) => one == at,
            Self::Two(one, other) => one == at || other == at,
        }
    }
}

impl Witness<'_> {
    fn flags(&self) -> u8 {
        let lifters = || (0..self.parts.len()).filter(|&at| self.can_lift(at));
        let mut flags = 0;
        if lifters().any(|at| self.is_safe(Movers::One(at), Movers::None)) {
            flags |= LIFTS;
        }
        self.any_keeper(&mut |keepers| {
            if self.is_safe(Movers::None, keepers) {
                flags |= KEEPS;
            }
            let both = |at: usize| !keepers.contains(at) && self.is_safe(Movers::One(at), keepers);
            if lifters().any(both) {
                flags |= BOTH;
            }
            flags == KEEPS | LIFTS | BOTH
        });
        flags
    }

    fn grows(&self, at: usize) -> bool {
        self.parts[at] >= self.pattern.from && self.pattern.grows(self.parts[at])
    }

    fn high(&self, at: usize) -> u64 {
        self.pattern.high(self.pattern.values[self.parts[at] as usize].into())
    }

    /// Whether the part grows, and the high parts of the others cancel.
    fn can_lift(&self, lifted: usize) -> bool {
        let others = (0..self.parts.len()).filter(|&at| at != lifted);
        self.grows(lifted) && others.fold(0, |sum, at| sum ^ self.high(at)) == 0
    }

    /// Tells the ways to keep the value until one is enough.
    fn any_keeper(&self, enough: &mut dyn FnMut(Movers) -> bool) -> bool {
        let count = self.parts.len();
        let constant = |at: &usize| self.parts[*at] >= self.pattern.from && !self.grows(*at);
        let pair = |one: usize, other: usize| {
            self.grows(one) && self.grows(other) && self.high(one) == self.high(other)
        };
        (self.endless && enough(Movers::None))
            || (0..count).filter(constant).any(|at| enough(Movers::One(at)))
            || (0..count)
                .any(|one| (one + 1..count).any(|other| pair(one, other) && enough(Movers::Two(one, other))))
    }

    /// Whether the condition on the parts survives these moves, made any number of times.
    fn is_safe(&self, lifted: Movers, keepers: Movers) -> bool {
        let count = self.parts.len();
        let mut pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        match self.cell.condition {
            Condition::Any => true,
            Condition::Differ(gap) => {
                pairs.all(|(one, other)| self.stay_apart(one, other, gap, lifted, keepers))
            }
            Condition::NotAllEqual => pairs.any(|(one, other)| {
                self.parts[one] != self.parts[other] && self.stay_apart(one, other, 1, lifted, keepers)
            }),
        }
    }

    /// Whether two parts, ascending, go on differing by at least `gap`.
    fn stay_apart(&self, one: usize, other: usize, gap: u64, lifted: Movers, keepers: Movers) -> bool {
        let group = |at| (lifted.contains(at), keepers.contains(at));
        let rest = (self.parts[other] - self.parts[one]) % self.pattern.period;
        let still = (false, false);
        group(one) == group(other)
            || (rest >= gap && self.pattern.period - rest >= gap)
            || (group(one) == still && self.parts[other] > self.parts[one])
    }
}
