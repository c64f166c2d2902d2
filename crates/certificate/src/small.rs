//! The theorems whose evidence is a list of values: P.1, P.2, P.3, P.4, P.7, P.8, P.10; and closed forms, which need none.
//!
//! Each gives an `end` such that G(n + p) = G(n) for from <= n < end implies it for all n >= from, where `from` is the
//! least number that is at least 1 (heap 0 is special: an empty heap does not count as a part), at least the preperiod,
//! and at least the heap from which on the rule no longer changes. Below `from` the claim is checked directly on the
//! values. P.8 compares states instead. `docs/certificate.md` has the proofs.

use crate::rule::Seen;
use crate::{
    ClaimText, ConditionText, ENDLESS, Fault, MOST_LEFT, MOST_NUMBER, MOST_SMALL, MoveText, RuleText,
    TheoremName, invalid, require,
};

/// How many values, from heap 0 on, the theorem needs. For P.8 the proof itself decides: see [`follows`].
pub fn values_needed(theorem: TheoremName, rule: &RuleText, claim: ClaimText) -> Result<u64, Fault> {
    let (p, t, k) = (claim.period, rule.most_left().max(1), rule.most_taken());
    let from = claim.preperiod.max(1).max(rule.settled());
    require("V4", k < ENDLESS, "the theorem does not apply: a move takes any number of tokens")?;
    if p == 0 || p > MOST_NUMBER || from > MOST_NUMBER || t > MOST_LEFT {
        return invalid("a number is out of range");
    }
    let still = |m: &&MoveText| m.on.contains(from);
    let grundy = rule.moves.iter().filter(still).all(|m| m.take.most() == 0 && m.gap() == 1);
    let (number, applies, count) = match theorem {
        TheoremName::Octal => ("V5", rule.is_plain() && t <= 2, (2 * from + 2 * p).saturating_add(k)),
        TheoremName::ManyHeaps => ("V6", rule.is_plain(), (t * from + t * p).saturating_add(k)),
        TheoremName::Grundy => ("V7", grundy && t == 2, 2 * from + 3 * p - 1),
        TheoremName::Apart => ("V8", t <= 2, (2 * from + 3 * p).saturating_add(rule.gap()).saturating_add(k)),
        TheoremName::Parts => ("V4", true, rule.compared(from, p).saturating_add(p)),
        TheoremName::Subtraction => ("V9", rule.is_subtraction(), (from + p).saturating_add(k)),
        _ => return invalid("the theorem does not apply to a list of values (F4)"),
    };
    require(number, applies, "the theorem does not apply to a rule like this").map(|()| count)
}

impl RuleText {
    /// N of P.10: the moves of heaps from N on, made with n0 and p, stay what they are.
    fn compared(&self, from: u64, p: u64) -> u64 {
        let mut end = from;
        for m in self.moves.iter().filter(|m| m.on.most() == ENDLESS) {
            for h in m.leave.up_to(MOST_LEFT) {
                let extra = match m.condition_at(h) {
                    ConditionText::Any => 0,
                    ConditionText::NotAllEqual => p,
                    ConditionText::Differ(gap) => {
                        gap.div_ceil(p).saturating_mul(p).saturating_mul(h * (h - 1) / 2)
                    }
                };
                let bound = (h * (from + p - 1)).saturating_add(extra).saturating_add(m.take.most());
                let bound = if h == 0 { m.take.most() + 1 } else { bound.saturating_add(1) - p };
                end = end.max(bound);
            }
        }
        end
    }
}

/// Whether the theorem proves the claim from these values of the heaps from 0 on, taken as given.
pub fn follows(theorem: TheoremName, rule: &RuleText, claim: ClaimText, values: &[u32]) -> Result<(), Fault> {
    require("C1", claim.period > 0, "the period is 0")?;
    let count = values.len() as u64;
    let end = count.checked_sub(claim.period).filter(|&end| end >= claim.preperiod);
    let end = end.ok_or(()).or_else(|()| invalid("there are fewer values than preperiod and period (V3)"))?;
    if theorem == TheoremName::AllBut {
        states_agree(rule, claim, values, end)?;
    } else {
        require(
            "V10",
            values_needed(theorem, rule, claim)? == count,
            "not as many values as the theorem needs",
        )?;
        require("V11", claim.saltus == 0, "the theorem does not apply: a saltus")?;
    }
    check_claim(values, claim, end)
}

/// The claim for all n < end, and that no earlier preperiod and no divisor of the period will do, given that the
/// claim holds from `end` on.
pub(crate) fn check_claim(values: &[u32], claim: ClaimText, end: u64) -> Result<(), Fault> {
    let ClaimText { preperiod, period, saltus } = claim;
    let value = |n: u64| match values.get(n as usize) {
        Some(&value) => u64::from(value),
        None => u64::from(values[(n - period) as usize]) + saltus,
    };
    let fails = (preperiod..end).find(|&n| value(n + period) != value(n) + saltus);
    let heap = fails.unwrap_or(end);
    require("C2", fails.is_none(), format_args!("the values do not repeat as claimed: at heap {heap}"))?;
    let least = preperiod == 0 || value(preperiod - 1 + period) != value(preperiod - 1) + saltus;
    require("C3", least, "the preperiod is not the least")?;
    let multiple = primes_of(period).into_iter().any(|q| {
        let repeats = |n| value(n + period / q) == value(n) + saltus / q;
        saltus.is_multiple_of(q) && (preperiod..preperiod + period).all(repeats)
    });
    require("C4", !multiple, "the period is not fundamental")
}

pub(crate) fn primes_of(mut number: u64) -> Vec<u64> {
    let (mut primes, mut q) = (Vec::new(), 2);
    while q * q <= number {
        if number.is_multiple_of(q) {
            primes.push(q);
            number /= q;
        } else {
            q += 1;
        }
    }
    primes.extend((number > 1).then_some(number));
    primes.dedup();
    primes
}

/// P.8: the states at n and n + p agree, and the mex of what is always in reach has grown by the saltus.
fn states_agree(rule: &RuleText, claim: ClaimText, values: &[u32], n: u64) -> Result<(), Fault> {
    require("V12", rule.is_subtraction(), "P.8 does not apply: not a subtraction game")?;
    let endless = rule.moves.iter().filter_map(|m| m.take.0.last()).filter(|range| range.1 == ENDLESS);
    let Some(endless) = endless.map(|range| range.0).min() else {
        return invalid("P.8 does not apply: no move takes any number of tokens (V12)");
    };
    require("V13", endless <= MOST_SMALL, "the endless range starts beyond 131072")?;
    let x = (1..endless).rfind(|&i| !rule.moves.iter().any(|m| m.take.contains(i))).unwrap_or(0);
    if n < x {
        return invalid("the states of P.8 reach back beyond heap 0 (V3)");
    }
    let state = |n: u64| {
        let (far, near) = values[..n as usize].split_at((n - x) as usize);
        let mut reached = Seen::default();
        for &value in far {
            reached.insert(value);
        }
        let b = reached.mex();
        let mut above: Vec<u32> = far.iter().filter(|&&value| value > b).map(|value| value - b).collect();
        above.sort_unstable();
        above.dedup();
        let near: Vec<i64> = near.iter().map(|&value| i64::from(value) - i64::from(b)).collect();
        (u64::from(b), near, above)
    };
    let (before, after) = (state(n), state(n + claim.period));
    require("V14", after.0 == before.0 + claim.saltus, "the states of P.8 do not agree: another saltus")?;
    require("V15", before.1 == after.1, "the states of P.8 do not agree: the last values")?;
    require("V16", before.2 == after.2, "the states of P.8 do not agree: values above the mex")
}

/// A closed form is that of the rule, and says what is claimed.
pub(crate) fn check_closed(theorem: TheoremName, rule: &RuleText, claim: ClaimText) -> Result<(), Fault> {
    let form = match rule.moves.as_slice() {
        [m] => match (theorem, &m.take.0[..], &m.leave.0[..]) {
            (TheoremName::Nim, [(1, ENDLESS)], [(0, 1)]) => Some((0, 1, 1)),
            (TheoremName::TakeUpTo, &[(1, most)], [(0, 1)]) if most < ENDLESS => Some((0, most + 1, 0)),
            (TheoremName::ThreeParts, [(0, 0)], [(3, 3)]) => Some((1, 2, 1)),
            _ => None,
        },
        _ => None,
    };
    let Some((preperiod, period, saltus)) = form else {
        return invalid("the closed form is that of another rule (K1)");
    };
    require("K1", rule.is_plain(), "the closed form is that of a rule without conditions")?;
    require("K2", claim == ClaimText { preperiod, period, saltus }, "the closed form says something else")
}
