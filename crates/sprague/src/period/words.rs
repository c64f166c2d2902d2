//! Periods and what shows them, in words.

use std::fmt;

use super::{Claim, Period};

impl Period {
    /// The period and where it begins, without the equation.
    pub fn turn(&self) -> String {
        let Self { period, preperiod, saltus } = self;
        let saltus = if *saltus == 0 { String::new() } else { format!(" with saltus {saltus}") };
        format!("period {period}{saltus} from heap {preperiod} on")
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { period, preperiod, saltus } = self;
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
        write!(
            f,
            "Proved by {theorem} with n0 = {from}, p = {period}{reach}, from the values of the heaps 0 to {}.",
            used - 1
        )
    }
}
