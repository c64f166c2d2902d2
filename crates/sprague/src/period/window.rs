//! The window of a theorem: where the values must repeat so that they repeat for ever.
//!
//! Theorems P.1 to P.4 and P.7 have the same form: if the rule is the same for all heaps from n0 >= 1 on and
//! G(n + p) = G(n) for n0 <= n < end, then for all n >= n0. They differ in the rules they are for and in `end`. Heap 0
//! is never in a window: an empty part is no part, and a sequence may look periodic from heap 0 that is not.

use super::claim::Claim;
use super::shape::Shape;
use super::{t1, t2, t6};
use crate::theorem::Theorem;

/// The finite test of a theorem for one n0 and one p.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The theorem.
    pub theorem: Theorem,
    /// n0, the first heap that is compared.
    pub from: u64,
    /// The least heap that need not be compared.
    pub end: u64,
    /// p, the distance of the comparison.
    pub period: u64,
}

impl Window {
    /// The shortest window that a theorem offers for this rule; `None` where none applies.
    pub fn shortest(shape: &Shape, from: u64, period: u64) -> Option<Self> {
        let offers = [
            t6::window(shape, from, period),
            t1::window(shape, from, period),
            t2::window(shape, from, period),
            t2::window_apart(shape, from, period),
        ];
        offers.into_iter().flatten().min_by_key(|window| window.end)
    }

    /// A window, if it is what all of the theorems ask for: n0 >= 1, p >= 1, the rule settled.
    pub(super) fn checked(
        theorem: Theorem,
        shape: &Shape,
        from: u64,
        end: Option<u64>,
        period: u64,
    ) -> Option<Self> {
        let settled = from >= 1 && period >= 1 && shape.settled <= from;
        let end = end.filter(|end| settled && end.checked_add(period).is_some())?;
        Some(Self { theorem, from, end, period })
    }

    /// How many values it takes to test it: those of the heaps below this number.
    pub const fn needs(&self) -> u64 {
        self.end + self.period
    }

    /// The claim, if the values reach far enough and repeat in the window.
    pub fn claim(&self, values: &[u32]) -> Option<Claim> {
        let (from, end) = (usize::try_from(self.from).ok()?, usize::try_from(self.end).ok()?);
        let period = usize::try_from(self.period).ok()?;
        let repeated = values.get(from.checked_add(period)?..end.checked_add(period)?)?;
        (values[from..end] == *repeated).then_some(Claim {
            theorem: self.theorem,
            from: self.from,
            period: self.period,
            saltus: 0,
            used: self.needs().max(self.from + self.period),
            reach: None,
        })
    }
}
