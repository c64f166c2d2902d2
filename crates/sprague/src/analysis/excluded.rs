//! Periods that a game cannot have (theory 4.4).
//!
//! If every large heap n has an option that leaves exactly a heap of value 0 and a heap n - s, then G(n) differs from
//! G(n-s) for all large n, so s is no multiple of an ultimate period: every divisor of s is excluded. Here s = i + l,
//! where i tokens are taken and the heap l of value 0 is left beside (l >= 1, two heaps), or s = i when one heap is
//! left. The condition on the two parts is met by all large n; the clause must hold for all large heaps.

use std::collections::{BTreeMap, BTreeSet};

use crate::heap::Clause;

/// The excluded periods that the zeros among the heaps seen give, ascending.
///
/// ```
/// use sprague::analysis::excluded_periods;
/// use sprague::heap::Rule;
/// let grundy: Rule = "split(2, distinct)".parse()?;
/// // the zeros of Grundy's game up to 20 are 1, 2, 4, 7, 10 and 20
/// assert_eq!(excluded_periods(grundy.clauses(), &[0, 1, 2, 4, 7, 10, 20]), [1, 2, 4, 5, 7, 10, 20]);
/// # Ok::<(), sprague::notation::NotationError>(())
/// ```
pub fn excluded_periods(clauses: &[Clause], zeros: &[u64]) -> Vec<u64> {
    excluded_with_witnesses(clauses, zeros).into_iter().map(|(period, _)| period).collect()
}

/// The same, each with the least multiple s of it that a zero gives: in Grundy's game the least zero that is a
/// multiple.
pub fn excluded_with_witnesses(clauses: &[Clause], zeros: &[u64]) -> Vec<(u64, u64)> {
    let mut shifts = BTreeSet::new();
    for clause in clauses.iter().filter(|clause| speaks(clause)) {
        for taken in clause.take.up_to(MOST_TAKEN) {
            if clause.leave.contains(1) && taken > 0 {
                shifts.insert(taken);
            }
            if clause.leave.contains(2) {
                shifts.extend(zeros.iter().filter(|&&zero| zero > 0).map(|zero| zero.saturating_add(taken)));
            }
        }
    }
    let mut least = BTreeMap::new();
    for &shift in &shifts {
        for divisor in divisors(shift) {
            least.entry(divisor).or_insert(shift);
        }
    }
    least.into_iter().collect()
}

/// Whether a clause is in force for all large heaps, whatever is left.
fn speaks(clause: &Clause) -> bool {
    clause.on.are_lasting() && !clause.take.depends_on_heap() && clause.condition.chain().is_some()
}

/// Numbers taken beyond this say nothing that the smaller ones do not say.
const MOST_TAKEN: u64 = 1_000;

/// An upper bound on how many numbers [`excluded_periods`] takes apart into divisors; each costs the square root of it.
pub fn shift_count(clauses: &[Clause], zeros: &[u64]) -> u64 {
    let of_clause = |clause: &Clause| {
        let taken = clause.take.up_to(MOST_TAKEN).count() as u64;
        let beside = if clause.leave.contains(2) { zeros.len() as u64 } else { 0 };
        taken.saturating_mul(1 + beside)
    };
    clauses.iter().map(of_clause).fold(0, u64::saturating_add)
}

fn divisors(number: u64) -> Vec<u64> {
    let small = (1..=number.isqrt()).filter(|&d| number.is_multiple_of(d));
    small.flat_map(|d| [d, number / d]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Rule;
    use crate::sequence::Dense;

    /// No excluded number divides the true period: the known periods of theory 3.2, 3.3 and 4.1 F, take 1 to 3.
    #[test]
    fn true_periods_are_never_excluded() {
        for (text, period) in
            [("0.77", 12), ("0.07", 34), ("split(2, diff>=2)", 4), ("take(1..3)", 4), ("0.45", 20)]
        {
            let rule: Rule = text.parse().expect("a rule");
            let values = Dense::new(rule.clauses()).extend_to(2_000).to_vec();
            let zeros: Vec<u64> = (0..=2_000).filter(|&n| values[n as usize] == 0).collect();
            let excluded = excluded_periods(rule.clauses(), &zeros);
            assert!(!excluded.contains(&period), "{text}");
            assert!(excluded.contains(&1), "{text}");
        }
    }
}
