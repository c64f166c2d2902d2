//! What a theorem has shown, and the exact period that follows from it.
//!
//! A theorem gives G(n + p) = G(n) + s for all n >= n0, for the n0 and p it was asked about. The answer people want is
//! the *fundamental* period, of which every other one is a multiple, and the *preperiod*, the least n0. Both follow
//! from the claim and finitely many values: periods with saltus form a group (if p and q are periods, p - q shifts
//! too), so the fundamental one divides p, and one turn of the cycle decides which divisor it is; then n0 is lowered
//! as long as the heap below agrees.

use std::fmt;

use crate::sequence::Space;
use crate::theorem::Theorem;

/// G(n + period) = G(n) + saltus for all n >= from, by a theorem; by theorem P.11 some classes of heaps modulo the
/// period may have the saltus 0 instead, which their values show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The theorem.
    pub theorem: Theorem,
    /// The n0 of the theorem.
    pub from: u64,
    /// The p of the theorem.
    pub period: u64,
    /// What is added at each turn.
    pub saltus: u64,
    /// How many values the theorem was given: those of the heaps below this number.
    pub used: u64,
    /// The W of theorem P.5: the small parts up to it witness all values.
    pub reach: Option<u64>,
    /// The sparse space of theorem P.5.
    pub space: Option<Space>,
    /// The numbers N and L of theorem P.11.
    pub classes: Option<ClassWindow>,
}

/// What theorem P.11 needs beside n0, p and s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassWindow {
    /// N: the first heap at which every smaller value has a witness.
    pub start: u64,
    /// L: values below it are kept, from it on they are lifted; 0 without a saltus.
    pub low: u64,
}

/// A period with its exact beginning: G(n + period) = G(n) + saltus for all n >= preperiod, or G(n) where n modulo the
/// period is one of the constant residues; and neither for a smaller preperiod nor for a smaller period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The fundamental period.
    pub period: u64,
    /// The preperiod.
    pub preperiod: u64,
    /// What is added at each turn; 0 for a period in the narrow sense.
    pub saltus: u64,
    /// The residues modulo the period, ascending, of the heaps whose values do not grow although there is a saltus: a
    /// split period has some.
    pub constant: Vec<u64>,
}

impl Claim {
    /// The fundamental period and the exact preperiod; `None` if the values do not reach one turn past `from` (two
    /// where classes may differ), or contradict the claim there.
    pub fn exact(&self, values: &[u32]) -> Option<Period> {
        let (from, turn) = (usize::try_from(self.from).ok()?, usize::try_from(self.period).ok()?);
        let split = self.classes.is_some() && self.saltus > 0;
        let known = values.get(..from.checked_add(turn)?)?;
        let place = |n: usize| if n < from { turn - 1 - (from - 1 - n) % turn } else { (n - from) % turn };
        let grows: Vec<bool> = if split {
            let next = values.get(from + turn..from.checked_add(turn.checked_mul(2)?)?)?;
            next.iter().zip(&known[from..]).map(|(next, value)| next != value).collect()
        } else {
            vec![true; turn]
        };
        let step = |n: usize, whole: u64| if grows[place(n)] { whole } else { 0 };
        let value = |n: usize| -> Option<u64> {
            if n < known.len() {
                return Some(known[n].into());
            }
            let turns = (n - from) / turn;
            step(n, self.saltus).checked_mul(turns as u64)?.checked_add(known[from + place(n)].into())
        };
        let agrees = |n: usize, period: usize, saltus: u64| -> Option<bool> {
            let classes = grows[place(n)] == grows[place(n + period)];
            Some(classes && value(n + period)? == value(n)?.checked_add(step(n, saltus))?)
        };
        let mut best = (turn, self.saltus);
        for period in divisors(self.period) {
            let Some(saltus) = share(self.saltus, period, self.period) else { continue };
            let period = usize::try_from(period).ok()?;
            if (from..from + turn).all(|n| agrees(n, period, saltus) == Some(true)) {
                best = (period, saltus);
                break;
            }
        }
        let mut preperiod = from;
        while preperiod > 0 && agrees(preperiod - 1, best.0, best.1)? {
            preperiod -= 1;
        }
        let mut constant: Vec<u64> =
            (from..from + best.0).filter(|&n| !grows[place(n)]).map(|n| (n % best.0) as u64).collect();
        constant.sort_unstable();
        Some(Period { period: best.0 as u64, preperiod: preperiod as u64, saltus: best.1, constant })
    }
}

impl Period {
    /// A period all of whose classes have the same saltus.
    pub const fn new(period: u64, preperiod: u64, saltus: u64) -> Self {
        Self { period, preperiod, saltus, constant: Vec::new() }
    }

    /// What a turn adds to the value of this heap.
    pub fn saltus_of(&self, heap: u64) -> u64 {
        if self.constant.binary_search(&(heap % self.period)).is_ok() { 0 } else { self.saltus }
    }

    /// The period and where it begins, without the equation.
    pub fn in_short(&self) -> String {
        let Self { period, preperiod, saltus, constant } = self;
        let saltus = if *saltus == 0 { String::new() } else { format!(" with saltus {saltus}") };
        let split = if constant.is_empty() { "" } else { ", split," };
        format!("period {period}{saltus}{split} from heap {preperiod} on")
    }

    /// The residues whose values do not grow, as a list in words.
    fn residues(&self) -> String {
        let residues: Vec<String> = self.constant.iter().map(ToString::to_string).collect();
        residues.join(", ")
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { period, preperiod, saltus, constant } = self;
        if !constant.is_empty() {
            return write!(
                f,
                "split period {period}, preperiod {preperiod}, saltus {saltus}: G(n + {period}) = G(n) + {saltus}, but \
                 G(n + {period}) = G(n) where n mod {period} is {}",
                self.residues()
            );
        }
        if *saltus == 0 {
            return write!(f, "period {period}, preperiod {preperiod}: G(n + {period}) = G(n)");
        }
        write!(
            f,
            "period {period}, preperiod {preperiod}, saltus {saltus}: G(n + {period}) = G(n) + {saltus}"
        )
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { theorem, from, period, used, .. } = self;
        if *used == 0 {
            return write!(f, "Proved for all heaps by {theorem}.");
        }
        let reach = self.reach.map_or_else(String::new, |reach| format!(", W = {reach}"));
        let window = match self.classes {
            None => String::new(),
            Some(ClassWindow { start, low: 0 }) => format!(", N = {start}"),
            Some(ClassWindow { start, low }) => format!(", s = {}, N = {start}, L = {low}", self.saltus),
        };
        write!(
            f,
            "Proved by {theorem} with n0 = {from}, p = {period}{reach}{window}, from the values of the heaps 0 to {}.",
            used - 1
        )
    }
}

/// What is added after `part` of a turn of `whole`, if that is a natural number.
fn share(saltus: u64, part: u64, whole: u64) -> Option<u64> {
    let product = u128::from(saltus) * u128::from(part);
    product.is_multiple_of(whole.into()).then(|| (product / u128::from(whole)) as u64)
}

/// The divisors of a number, ascending.
pub(super) fn divisors(number: u64) -> Vec<u64> {
    let small: Vec<u64> = (1..=number.isqrt()).filter(|&d| number.is_multiple_of(d)).collect();
    let large = small.iter().rev().map(|d| number / d).filter(|d| d * d != number);
    small.iter().copied().chain(large).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(from: u64, period: u64, saltus: u64) -> Claim {
        Claim {
            theorem: Theorem::OctalPeriod,
            from,
            period,
            saltus,
            used: 0,
            reach: None,
            space: None,
            classes: None,
        }
    }

    #[test]
    fn a_multiple_of_the_period_and_a_late_start_are_put_right() {
        let values: Vec<u32> = (0..100).map(|n| if n < 7 { 9 } else { n % 6 }).collect();
        for (from, turns) in [(7, 1), (7, 4), (30, 1), (30, 5)] {
            let period = claim(from, 6 * turns, 0).exact(&values);
            assert_eq!(period, Some(Period::new(6, 7, 0)));
        }
        assert_eq!(claim(98, 6, 0).exact(&values), None);
    }

    #[test]
    fn the_saltus_is_shared_among_the_turns() {
        let values: Vec<u32> = (0..100).map(|n| n / 2 + n % 2).collect();
        let expected = Some(Period::new(2, 0, 1));
        assert_eq!(claim(10, 12, 6).exact(&values), expected);
        assert_eq!(claim(0, 2, 1).exact(&values), expected);
    }

    #[test]
    fn classes_that_do_not_grow_are_told() {
        let values: Vec<u32> = (0..200).map(|n| if n % 4 == 1 { 3 } else { n / 4 * 2 }).collect();
        let expected = Period { period: 4, preperiod: 0, saltus: 2, constant: vec![1] };
        for (from, turns) in [(0, 1), (5, 3), (18, 4)] {
            let classes = Some(ClassWindow { start: 0, low: 0 });
            let claim = Claim { classes, ..claim(from, 4 * turns, 2 * turns) };
            assert_eq!(claim.exact(&values), Some(expected.clone()));
        }
        assert_eq!((expected.saltus_of(8), expected.saltus_of(9)), (2, 0));
    }

    #[test]
    fn all_divisors_ascending() {
        for number in 1..200 {
            let all: Vec<u64> = (1..=number).filter(|d| number % d == 0).collect();
            assert_eq!(divisors(number), all);
        }
    }
}
