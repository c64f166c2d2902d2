//! Permanence for all-but subtraction games (theory P.8).
//!
//! **P.8** Any number of tokens may be taken but those of a finite set X, x its greatest. For n >= x let A be the set
//! of the G(m) with m < n - x: all of them are values of options of n. Let b = mex A. The *state* at n consists of
//! G(n-x) - b, ..., G(n-1) - b and the numbers v - b for v in A, v > b. If the states at n and n + p are equal and b
//! has grown by s between them, then G(m+p) = G(m) + s for all m >= n.
//!
//! *Proof.* G(n) is the mex of A and of the G(n-i), i <= x not in X. Every number below b is in A, so G(n) - b is the
//! least number not among the v - b and G(n-i) - b: it depends on the state alone. At n + 1 the set A has grown by
//! G(n-x), which the state holds; so the growth of b and the state at n + 1 depend on the state at n alone. By
//! induction the states at m and m + p are equal for all m >= n, b differs by s between them, and so do the values.
//! QED
//!
//! Other readings of "the values attained" (all G(m), m < n, say) prove false things. Cost: one pass over the values.

use super::claim::Claim;
use super::facts::RuleFacts;
use crate::nimber::{Nimber, ValueSet};
use crate::theorem::Theorem;

/// What the further values depend on, relative to `base`.
#[derive(Debug, PartialEq, Eq)]
struct State {
    base: u64,
    recent: Vec<i64>,
    above: Vec<u64>,
}

impl State {
    fn at(values: &[u32], n: usize, forbidden: usize) -> Option<Self> {
        let settled = n.checked_sub(forbidden)?;
        let mut attained: Vec<u32> = values.get(..settled)?.to_vec();
        let mut seen = ValueSet::default();
        for &value in &attained {
            seen.insert(Nimber(value.into()));
        }
        let base = seen.mex().0;
        attained.retain(|&value| u64::from(value) > base);
        attained.sort_unstable();
        attained.dedup();
        Some(Self {
            base,
            recent: values
                .get(settled..n)?
                .iter()
                .map(|&value| i64::from(value) - base.cast_signed())
                .collect(),
            above: attained.iter().map(|&value| u64::from(value) - base).collect(),
        })
    }
}

/// G(n + p) = G(n) + s from n0 on, if P.8 shows it from these values of the heaps 0, 1, 2, and so on.
pub fn claim(facts: &RuleFacts, values: &[u32], from: u64, period: u64) -> Option<Claim> {
    let forbidden = usize::try_from(facts.all_but?).ok()?;
    let (n, used) = (usize::try_from(from).ok()?, from.checked_add(period).filter(|_| period >= 1)?);
    let (early, late) =
        (State::at(values, n, forbidden)?, State::at(values, usize::try_from(used).ok()?, forbidden)?);
    let saltus = late.base.checked_sub(early.base)?;
    (early.recent == late.recent && early.above == late.above).then_some(Claim {
        theorem: Theorem::AllButPeriod,
        from,
        period,
        saltus,
        used,
        reach: None,
        space: None,
        classes: None,
    })
}
