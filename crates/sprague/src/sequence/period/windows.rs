//! Theorems P.1 to P.4, P.7 and P.10: if the values repeat in a window, they repeat for ever.
//!
//! All of them have the same form. If the rule is the same for all heaps from n0 >= 1 on and G(n+p) = G(n) for
//! n0 <= n < end, then for all n >= n0. They differ in the rules they are for and in `end`. Heap 0 is never in a
//! window: an empty part is no part, and a sequence may look periodic from heap 0 that is not. In each proof n is the
//! first heap that is not compared.
//!
//! **P.1** (Guy and Smith). A move takes at most k tokens and leaves at most two heaps, any two. The window is
//! n0 <= n < 2n0 + p + k.
//!
//! **P.2** The same with at most t heaps and the window n0 <= n < t n0 + (t-1) p + k.
//!
//! *Proof.* n >= t n0 + (t-1) p + k. Take parts of n + p - i, i <= k; the largest is at least (t n0 + t p)/t = n0 + p.
//! Made smaller by p it is still a heap, from n0 on, of the same value; so the option is one of n, by the same clause.
//! Conversely the largest of the parts of n - i is at least n0 and less than n, so it may be made larger by p. Moves
//! that leave nothing need a heap of at most k < n tokens. So n and n + p have options of the same values. QED These
//! windows are not for parts that must differ: shifting one part may make them equal.
//!
//! **P.3** (Grundy's game). A move splits a heap into two different parts. The window is n0 <= n < 2n0 + 2p - 1.
//!
//! **P.4** A move takes at most k tokens and leaves at most two heaps; of two heaps some clauses ask that they differ,
//! by at least D where they ask most. The window is n0 <= n < 2n0 + 2p + D + k.
//!
//! *Proof of P.4.* An option a <= b of n, after taking i, becomes the option a, b + p of n + p; b >= (n-i)/2 >= n0.
//! Conversely let a <= b be an option of n + p. If a and b - p still differ enough, they are an option of n and
//! b - p >= (n-i)/2 >= n0. If not, b - a < p + D, so a > (n-i-D)/2 >= n0 + p, and a - p, b is an option of n. Either
//! way the value is the same. QED P.3 is the same proof with D = 1, k = 0 and the halves rounded (theory 4.3). The
//! extra p, compared with P.1, is there because shifting the larger part may bring the parts too close.
//!
//! **P.7** (subtraction games). A move takes at most s tokens and leaves one heap or nothing. The window is
//! n0 <= n < n0 + s.
//!
//! *Proof.* n >= n0 + s. The options of n that are not empty are n - i >= n0, i <= s, and those of n + p are these plus
//! p, with the same values. To leave nothing needs a heap of at most s < n tokens. QED So s consecutive values are the
//! whole state, and every such game has a period.
//!
//! **P.10** Moves take finitely many numbers of tokens and leave any number of parts under any conditions. A move that
//! takes i and leaves h parts gives the bound h(n0+p-1) + e + i - p + 1, where e is 0 without a condition, p for parts
//! that are not all equal, and p ceil(D/p) h(h-1)/2 for parts that differ by at least D; one that leaves nothing gives
//! i + 1. The window ends at the greatest bound, and not before n0. It contains the theorems above. The proof is in
//! `docs/theory.md`: a part is lowered by multiples of p, as far as the condition allows, and another one raised.

use super::claim::Claim;
use super::facts::{PartsRule, RuleFacts};
use crate::heap::{Condition, ENDLESS};
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
    /// The window of P.1, or of P.2 for rules that leave three or more heaps.
    pub fn octal(facts: &RuleFacts, from: u64, period: u64) -> Option<Self> {
        let theorem = match facts.heaps {
            0..=2 => Theorem::OctalPeriod,
            ENDLESS => return None,
            _ => Theorem::ManyHeapsPeriod,
        };
        let (PartsRule::Free, Some(taken)) = (facts.parts, facts.taken) else { return None };
        let heaps = facts.heaps.max(2);
        let end = heaps
            .checked_mul(from)
            .and_then(|end| end.checked_add(period.checked_mul(heaps - 1)?))
            .and_then(|end| end.checked_add(taken));
        Self::checked(theorem, facts, from, end, period)
    }

    /// The window of P.3: for rules that do nothing to large heaps but split them into two different parts.
    pub fn grundy(facts: &RuleFacts, from: u64, period: u64) -> Option<Self> {
        let (PartsRule::Apart(1), Some(0), 2) = (facts.parts, facts.taken, facts.heaps) else { return None };
        let end = twice(from, period).and_then(|end| end.checked_sub(1));
        Self::checked(Theorem::GrundyPeriod, facts, from, end, period)
    }

    /// The window of P.4. Rules without a condition are the case D = 0, for which P.1 has the shorter window.
    pub fn apart(facts: &RuleFacts, from: u64, period: u64) -> Option<Self> {
        let taken = facts.taken.filter(|_| facts.parts != PartsRule::Other && facts.heaps <= 2)?;
        let end = twice(from, period).and_then(|end| end.checked_add(facts.difference())?.checked_add(taken));
        Self::checked(Theorem::ApartPeriod, facts, from, end, period)
    }

    /// The window of P.7.
    pub fn subtraction(facts: &RuleFacts, from: u64, period: u64) -> Option<Self> {
        let taken = facts.taken.filter(|_| facts.heaps <= 1)?;
        Self::checked(Theorem::SubtractionPeriod, facts, from, from.checked_add(taken), period)
    }

    /// The window of P.10.
    pub fn parts(facts: &RuleFacts, from: u64, period: u64) -> Option<Self> {
        let mut end = Some(from);
        for cell in facts.cells.as_ref()? {
            let taken = cell.take.greatest().filter(|&most| most != ENDLESS)?;
            let heaps = cell.heaps;
            let extra = match cell.condition {
                Condition::Any => Some(0),
                Condition::NotAllEqual => Some(period),
                Condition::Differ(least) => {
                    least.div_ceil(period.max(1)).checked_mul(period)?.checked_mul(heaps * (heaps - 1) / 2)
                }
            };
            let bound = match heaps {
                0 => taken.checked_add(1),
                _ => from.checked_add(period)?.checked_sub(1)?.checked_mul(heaps).and_then(|bound| {
                    bound.checked_add(extra?)?.checked_add(taken)?.checked_add(1)?.checked_sub(period)
                }),
            };
            end = end.max(Some(bound?));
        }
        Self::checked(Theorem::PartsPeriod, facts, from, end, period)
    }

    /// The shortest window that a theorem offers for this rule, of equal ones the first in the order of the theory;
    /// `None` where none applies.
    pub fn shortest(facts: &RuleFacts, from: u64, period: u64) -> Option<Self> {
        let offers = [
            Self::subtraction(facts, from, period),
            Self::octal(facts, from, period),
            Self::grundy(facts, from, period),
            Self::apart(facts, from, period),
            Self::parts(facts, from, period),
        ];
        let mut shortest: Option<Self> = None;
        for window in offers.into_iter().flatten() {
            if shortest.is_none_or(|before| window.end < before.end) {
                shortest = Some(window);
            }
        }
        shortest
    }

    /// A window, if it is what all of the theorems ask for: n0 >= 1, p >= 1, the rule settled.
    fn checked(
        theorem: Theorem,
        facts: &RuleFacts,
        from: u64,
        end: Option<u64>,
        period: u64,
    ) -> Option<Self> {
        let settled = from >= 1 && period >= 1 && facts.settled <= from;
        let end = end.filter(|end| settled && end.checked_add(period).is_some())?;
        Some(Self { theorem, from, end, period })
    }

    /// How many values it takes to test it: those of the heaps below this number.
    pub const fn needs(&self) -> u64 {
        self.end + self.period
    }

    /// The claim, if the values of the heaps 0, 1, 2, and so on reach far enough and repeat in the window.
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
            space: None,
            classes: None,
        })
    }
}

fn twice(from: u64, period: u64) -> Option<u64> {
    from.checked_add(period)?.checked_mul(2)
}
