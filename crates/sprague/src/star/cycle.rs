//! When a deterministic machine first comes back to a state, and the least period and exact preperiod of its sequence.
//!
//! Brent's method compares with a remembered state that is replaced at powers of two: it holds one state besides the
//! running one and takes at most three times the preperiod and the cycle in steps. The length it finds is exact, not a
//! multiple, since the first return to a state is one turn of its cycle.
//!
//! The output of the machine in one turn is one turn of its sequence. The least period of the sequence divides the
//! length of that turn; the preperiod is found by going back from it.

/// Steps the machine until a state that it had comes back; returns the steps before the remembered state and the
/// length of the cycle. `None` if `step` refuses, or after `limit` steps.
pub(crate) fn cycle<S: Clone + PartialEq>(
    state: &mut S,
    limit: u64,
    mut step: impl FnMut(&mut S) -> bool,
) -> Option<(u64, u64)> {
    let mut remembered = state.clone();
    let (mut at, mut length, mut power) = (0u64, 0u64, 1u64);
    while at + length < limit {
        if length == power {
            remembered.clone_from(state);
            at += length;
            power *= 2;
            length = 0;
        }
        if !step(state) {
            return None;
        }
        length += 1;
        if *state == remembered {
            return Some((at, length));
        }
    }
    None
}

/// The primes that divide n, ascending.
pub(crate) fn primes_of(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut q = 2;
    while q <= n / q {
        if n.is_multiple_of(q) {
            primes.push(q);
            while n.is_multiple_of(q) {
                n /= q;
            }
        }
        q += 1;
    }
    primes.extend((n > 1).then_some(n));
    primes
}

/// The least period of a sequence of which one turn of some period is given.
fn least_period<T: PartialEq>(turn: &[T]) -> usize {
    let mut period = turn.len();
    for q in primes_of(period as u64) {
        let q = q as usize;
        while period.is_multiple_of(q) && turn.iter().zip(&turn[period / q..]).all(|(x, y)| x == y) {
            period /= q;
        }
    }
    period
}

/// The index from which on a sequence has this period, given that it has it from the end of the list minus the period
/// on.
fn preperiod<T: PartialEq>(terms: &[T], period: usize) -> usize {
    let shifted = terms.iter().zip(terms.get(period..).unwrap_or_default());
    shifted.enumerate().filter(|(_, (x, y))| x != y).map(|(at, _)| at + 1).last().unwrap_or(0)
}

/// The least period, the exact preperiod and the terms of one period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn<T> {
    pub preperiod: u64,
    pub period: u64,
    pub cycle: Vec<T>,
}

impl<T: PartialEq + Clone> Turn<T> {
    /// `terms[from..]` is one turn of a period of the sequence, which has it from `from` on.
    pub fn of(terms: &[T], from: usize) -> Self {
        let period = least_period(&terms[from..]);
        // The terms from `from` on have the least period; those before are compared with the next ones.
        let preperiod = preperiod(&terms[..(from + period).min(terms.len())], period).min(from);
        let cycle = terms[preperiod..preperiod + period].to_vec();
        Self { preperiod: preperiod as u64, period: period as u64, cycle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_of_maps_that_can_be_drawn() {
        for (preperiod, length) in [(0u64, 1u64), (5, 1), (5, 3), (100, 7), (3, 64)] {
            let next = |n: &mut u64| {
                *n = if *n + 1 == preperiod + length { preperiod } else { *n + 1 };
                true
            };
            let (at, found) = cycle(&mut 0, 10_000, next).expect("a cycle");
            assert_eq!(found, length);
            assert!(at >= preperiod);
            assert_eq!(cycle(&mut 0, preperiod + length - 1, next), None);
        }
    }

    #[test]
    fn least_periods_and_preperiods() {
        assert_eq!(least_period(&[1, 2, 1, 2, 1, 2]), 2);
        assert_eq!(least_period(&[1, 2, 1, 2, 1, 3]), 6);
        assert_eq!(least_period(&[4; 360]), 1);
        assert_eq!(preperiod(&[9, 8, 1, 2, 1, 2, 1, 2], 2), 2);
        assert_eq!(preperiod(&[1, 2, 1, 2], 2), 0);
        assert_eq!(primes_of(5040 * 11), [2, 3, 5, 7, 11]);
        assert_eq!(primes_of(1), [0u64; 0]);
    }

    #[test]
    fn a_turn_is_cut_down_and_rolled_back() {
        let terms = [7, 1, 2, 1, 2, 1, 2, 1, 2];
        assert_eq!(Turn::of(&terms, 5), Turn { preperiod: 1, period: 2, cycle: vec![1, 2] });
        assert_eq!(Turn::of(&terms[1..], 0), Turn { preperiod: 0, period: 2, cycle: vec![1, 2] });
        assert_eq!(Turn::of(&[5, 5, 5], 2), Turn { preperiod: 0, period: 1, cycle: vec![5] });
    }
}
