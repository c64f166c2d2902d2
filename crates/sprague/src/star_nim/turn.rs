//! One turn of a periodic sequence, with what comes before it.
//!
//! The terms are listed from the first on, at least to the end of one turn that a proof vouches for. The least period is a
//! divisor of the turn's length; the preperiod is found by going back from the turn.

use super::brent::{least_period, preperiod};

/// The least period, the exact preperiod and the terms of one period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Turn<T> {
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
    fn a_turn_is_cut_down_and_rolled_back() {
        let terms = [7, 1, 2, 1, 2, 1, 2, 1, 2];
        assert_eq!(Turn::of(&terms, 5), Turn { preperiod: 1, period: 2, cycle: vec![1, 2] });
        assert_eq!(Turn::of(&terms[1..], 0), Turn { preperiod: 0, period: 2, cycle: vec![1, 2] });
        assert_eq!(Turn::of(&[5, 5, 5], 2), Turn { preperiod: 0, period: 1, cycle: vec![5] });
    }
}
