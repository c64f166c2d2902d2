//! All subtraction sets of numbers up to a bound: exact period, exact preperiod, and which sets have the greatest.
//!
//! These games are so small and so many that units, results and certificates would cost a thousand times what the values
//! cost. So nothing is kept of a set but what it adds to the table of its greatest element m and its size. The values are
//! found with a word of bits for each value: bit i − 1 of word v says that the heap n − i has the value v, so the value of
//! n is the first v whose word has nothing in common with the set. The period is found as R. P. Brent does it: the last m
//! values are compared with those before a place, at first m, that trebles. Equal windows prove the period (theory P.7), and the first
//! repetition of a window is the least period. Then the preperiod is where the equation ends downwards.
//!
//! *Equal sequences.* Let G be the values of S. A number t can be added to S without a change exactly if G(n) and G(n − t)
//! differ for all n ≥ t. If S and T have the same values, so has their union, for it excludes no value that one of them
//! leaves free. So among the sets within {1, …, m} that have the same values one contains all others, and there are as many
//! different sequences as sets to which nothing within {1, …, m} can be added.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest number in a set: a set is a word, bit s − 1 for the number s.
pub const MOST_OF_SETS: u32 = 32;

/// How many sets of a record are kept.
const KEPT: usize = 4;

/// Sets of one greatest element that are done in one go.
const CHUNK: u64 = 1 << 14;

/// The greatest number that was met, and the sets that have it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetRecord {
    /// The number.
    pub greatest: u64,
    /// How many sets have it.
    pub sets: u64,
    /// The first of them, as words, in the order of these numbers.
    pub first: Vec<u32>,
}

impl SetRecord {
    fn of_set(&mut self, number: u64, set: u32) {
        self.join(&Self { greatest: number, sets: 1, first: vec![set] });
    }

    fn join(&mut self, other: &Self) {
        if other.sets == 0 || other.greatest < self.greatest {
            return;
        }
        if self.sets == 0 || other.greatest > self.greatest {
            self.clone_from(other);
            return;
        }
        self.sets += other.sets;
        self.first.extend(&other.first);
        self.first.sort_unstable();
        self.first.truncate(KEPT);
    }
}

/// What is counted of many sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetCounts {
    /// How many sets there are.
    pub sets: u64,
    /// Those whose numbers have no common divisor; the others are stretched copies of smaller ones.
    pub coprime: u64,
    /// Those without a preperiod.
    pub pure: u64,
    /// Those whose period is the sum of two of their numbers, or twice one of them.
    pub sum_of_two: u64,
    /// Those whose period is the sum of two different ones of their numbers.
    pub sum_of_different: u64,
    /// The sum of all periods.
    pub periods: u128,
    /// The sum of all preperiods.
    pub preperiods: u128,
    /// The greatest period of the values.
    pub period: SetRecord,
    /// The greatest preperiod of the values.
    pub preperiod: SetRecord,
    /// The greatest period of the outcomes.
    pub outcome_period: SetRecord,
}

impl SetCounts {
    /// Adds what was counted of other sets.
    pub fn join(&mut self, other: &Self) {
        self.sets += other.sets;
        self.coprime += other.coprime;
        self.pure += other.pure;
        self.sum_of_two += other.sum_of_two;
        self.sum_of_different += other.sum_of_different;
        self.periods += other.periods;
        self.preperiods += other.preperiods;
        self.period.join(&other.period);
        self.preperiod.join(&other.preperiod);
        self.outcome_period.join(&other.outcome_period);
    }
}

/// What is known of all sets within {1, …, max}.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetTable {
    /// The largest number of a set.
    pub max: u32,
    /// For each greatest element m from 1 on, for each size from 1 to m.
    pub counts: Vec<Vec<SetCounts>>,
    /// For each m from 1 on: how many different sequences the sets within {1, …, m} have.
    pub sequences: Vec<u64>,
}

impl SetTable {
    fn new(max: u32) -> Self {
        let counts = (1..=max as usize).map(|m| vec![SetCounts::default(); m]).collect();
        Self { max, counts, sequences: vec![0; max as usize] }
    }

    /// The sets of all sizes whose greatest element this is.
    pub fn of_greatest(&self, m: u32) -> SetCounts {
        let mut all = SetCounts::default();
        for counts in &self.counts[m as usize - 1] {
            all.join(counts);
        }
        all
    }

    fn join(&mut self, other: &Self) {
        for (here, there) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            here.join(there);
        }
        for (here, there) in self.sequences.iter_mut().zip(&other.sequences) {
            *here += there;
        }
    }
}

/// The numbers of a set.
pub fn numbers_of(set: u32) -> impl Iterator<Item = u32> {
    (1..=MOST_OF_SETS).filter(move |s| set >> (s - 1) & 1 == 1)
}

/// All sets within {1, …, max}, which is at most [`MOST_OF_SETS`]; `tell` hears how many are done, from any thread.
pub fn all_sets(max: u32, threads: usize, tell: &(dyn Fn(u64) + Sync)) -> SetTable {
    let max = max.clamp(1, MOST_OF_SETS);
    let table = Mutex::new(SetTable::new(max));
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let last = 1u64 << max;
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut mine = SetTable::new(max);
                let mut values = Vec::new();
                loop {
                    let from = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if from >= last {
                        break;
                    }
                    let until = (from + CHUNK).min(last);
                    for set in from.max(1)..until {
                        one_set(set as u32, &mut values, &mut mine);
                    }
                    tell(done.fetch_add(until - from, Ordering::Relaxed) + until - from);
                }
                table.lock().expect("no thread panics").join(&mine);
            });
        }
    });
    table.into_inner().expect("no thread panics")
}

/// The values of a set as far as they prove its period.
fn values_of(set: u32, values: &mut Vec<u8>) -> (usize, usize) {
    let m = (32 - set.leading_zeros()) as usize;
    // one more than the greatest value, which is at most the size of the set
    let mut words = [0u32; MOST_OF_SETS as usize + 1];
    let mut top = 0;
    let mut place = m;
    values.clear();
    let period = loop {
        let mut value = 0;
        while words[value] & set != 0 {
            value += 1;
        }
        top = top.max(value);
        for word in &mut words[..=top] {
            *word <<= 1;
        }
        words[value] |= 1;
        values.push(value as u8);
        let n = values.len();
        if n > place && values[n - 1] == values[place - 1] && values[n - m..] == values[place - m..place] {
            break n - place;
        }
        if n == 3 * place {
            place = n;
        }
    };
    let mut preperiod = place - m;
    while preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
        preperiod -= 1;
    }
    (period, preperiod)
}

/// The least period of the outcomes; it divides that of the values.
fn outcome_period(values: &[u8], period: usize, preperiod: usize) -> usize {
    let cycle: Vec<bool> = values[preperiod..preperiod + period].iter().map(|&value| value == 0).collect();
    let is_period = |p: usize| (0..period).all(|at| cycle[at] == cycle[(at + p) % period]);
    (1..=period).find(|&p| period.is_multiple_of(p) && is_period(p)).unwrap_or(period)
}

/// The least number above all these or not among them, up to `max`, that can be added without a change.
fn first_addable(set: u32, max: u32, values: &mut Vec<u8>, period: usize, preperiod: usize) -> Option<u32> {
    while values.len() < preperiod + period + max as usize {
        values.push(values[values.len() - period]);
    }
    (1..=max).filter(|t| set >> (t - 1) & 1 == 0).find(|&t| {
        let t = t as usize;
        let later = &values[t..preperiod + period + t];
        later.iter().zip(&values[..]).all(|(one, other)| one != other)
    })
}

fn one_set(set: u32, values: &mut Vec<u8>, table: &mut SetTable) {
    let (period, preperiod) = values_of(set, values);
    let m = 32 - set.leading_zeros();
    let counts = &mut table.counts[m as usize - 1][set.count_ones() as usize - 1];
    counts.sets += 1;
    counts.coprime += u64::from(numbers_of(set).fold(0, divisor) == 1);
    counts.pure += u64::from(preperiod == 0);
    let is_in = |s: usize| (1..=m as usize).contains(&s) && set >> (s - 1) & 1 == 1;
    let parts = |a: u32| period.checked_sub(a as usize).filter(|&b| is_in(b));
    counts.sum_of_two += u64::from(numbers_of(set).any(|a| parts(a).is_some()));
    counts.sum_of_different += u64::from(numbers_of(set).any(|a| parts(a).is_some_and(|b| b != a as usize)));
    counts.periods += period as u128;
    counts.preperiods += preperiod as u128;
    if period as u64 >= counts.period.greatest {
        counts.period.of_set(period as u64, set);
    }
    if preperiod as u64 >= counts.preperiod.greatest {
        counts.preperiod.of_set(preperiod as u64, set);
    }
    if period as u64 >= counts.outcome_period.greatest {
        let outcomes = outcome_period(values, period, preperiod);
        counts.outcome_period.of_set(outcomes as u64, set);
    }
    // nothing can be added within {1, …, k} for these k
    let until = match first_addable(set, table.max, values, period, preperiod) {
        Some(t) => t - 1,
        None => table.max,
    };
    for k in m..=until {
        table.sequences[k as usize - 1] += 1;
    }
}

fn divisor(a: u32, b: u32) -> u32 {
    if a == 0 { b } else { divisor(b % a, a) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The first values by the definition.
    fn naive(set: u32, to: usize) -> Vec<u8> {
        let mut values: Vec<u8> = Vec::new();
        for n in 0..to {
            let options: HashSet<u8> =
                numbers_of(set).map(|s| s as usize).filter(|&s| s <= n).map(|s| values[n - s]).collect();
            values.push((0..=u8::MAX).find(|value| !options.contains(value)).expect("a value"));
        }
        values
    }

    #[test]
    fn periods_are_the_least_that_the_definition_shows() {
        const TO: usize = 400;
        for set in 1u32..256 {
            let values = naive(set, TO);
            // every period and preperiod to max 8 is far below 100
            let holds_from =
                |p: usize| (0..TO - p).rev().find(|&n| values[n] != values[n + p]).map_or(0, |n| n + 1);
            let (period, preperiod) =
                (1..100).map(|p| (p, holds_from(p))).find(|&(_, from)| from < 100).expect("a period");
            assert_eq!(values_of(set, &mut Vec::new()), (period, preperiod), "set {set:b}");
        }
    }

    #[test]
    fn known_games_have_their_periods() {
        let of =
            |numbers: &[u32]| values_of(numbers.iter().fold(0, |set, s| set | 1 << (s - 1)), &mut Vec::new());
        assert_eq!(of(&[1, 2, 3, 4, 5, 6, 7]), (8, 0));
        assert_eq!(of(&[1, 3, 4]), (7, 0));
        assert_eq!(of(&[2, 5, 7]), (22, 0));
        // two numbers a < b: twice a where b is an odd multiple of a, otherwise a + b
        for (a, b) in (1..=32u32).flat_map(|b| (1..b).map(move |a| (a, b))) {
            let expected = if b % (2 * a) == a { 2 * a } else { a + b };
            assert_eq!(of(&[a, b]), (expected as usize, 0), "{a}, {b}");
        }
    }

    #[test]
    fn sequences_are_counted_once() {
        let table = all_sets(8, 2, &|_| ());
        for m in 1..=8 {
            let different: HashSet<Vec<u8>> = (1..1u32 << m).map(|set| naive(set, 200)).collect();
            assert_eq!(table.sequences[m - 1], different.len() as u64, "within 1 to {m}");
        }
    }

    #[test]
    fn every_set_is_counted_once_whatever_the_threads() {
        let table = all_sets(10, 3, &|_| ());
        for m in 1..=10 {
            assert_eq!(table.of_greatest(m).sets, 1 << (m - 1));
        }
        assert_eq!(table, all_sets(10, 1, &|_| ()));
        let all = table.of_greatest(10);
        assert_eq!((all.period.greatest, all.period.sets, all.pure), (58, 1, 483));
        assert_eq!(numbers_of(all.period.first[0]).collect::<Vec<_>>(), [2, 3, 6, 7, 9, 10]);
    }

    #[test]
    fn outcomes_may_have_a_shorter_period() {
        let (mut values, set) = (Vec::new(), 0b1011);
        let (period, preperiod) = values_of(set, &mut values);
        let outcomes = naive(set, 300).iter().map(|&value| value == 0).collect::<Vec<_>>();
        let found = outcome_period(&values, period, preperiod);
        assert!((preperiod..200).all(|n| outcomes[n] == outcomes[n + found]));
        assert!((1..found).all(|p| (preperiod..200).any(|n| outcomes[n] != outcomes[n + p])));
    }
}
