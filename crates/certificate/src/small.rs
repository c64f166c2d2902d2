//! The theorems whose evidence is a list of values: T1, T1', T2, T2', T6, T7; and closed forms, which need none.
//!
//! Each gives an `end` such that G(n + p) = G(n) for from <= n < end implies it for all n >= from, where `from` is
//! the least number that is at least 1 (heap 0 is special: an empty part is no part), at least the preperiod, and
//! at least the heap from which on the rule no longer changes. Below `from` the claim is read off the values. T7
//! compares states instead. `docs/certificate.md` has the proofs.

use crate::rule::Seen;
use crate::{Claim, ENDLESS, Fault, MOST_NUMBER, MOST_SMALL, Move, RuleText, Theorem, ensure, invalid};

/// How many values, from heap 0 on, the theorem needs. For T7 the proof itself decides: see [`follows`].
pub fn values_needed(theorem: Theorem, rule: &RuleText, claim: Claim) -> Result<u64, Fault> {
    let (p, t, k) = (claim.period, rule.most_left().max(1), rule.most_taken()?);
    let from = claim.preperiod.max(1).max(rule.settled());
    ensure(p > 0 && [p, from, k].iter().all(|&number| number <= MOST_NUMBER), "a number is out of range")?;
    let plain = rule.moves.iter().all(Move::is_plain);
    let two = rule.moves.iter().filter(|m| m.on.contains(from)).all(|m| m.take.most() == 0 && m.gap() == 1);
    let one = rule.moves.iter().all(|m| m.leave.0 == [(0, 1)]);
    match theorem {
        Theorem::T1 if plain && t <= 2 => Ok(2 * from + 2 * p + k),
        Theorem::T1Prime if plain => Ok(t * from + t * p + k),
        Theorem::T2 if two && t == 2 => Ok(2 * from + 3 * p - 1),
        Theorem::T2Prime if t <= 2 => Ok(2 * from + 3 * p + rule.gap() + k),
        Theorem::T6 if plain && one => Ok(from + p + k),
        _ => invalid("the theorem does not apply to a rule like this"),
    }
}

/// Whether the theorem proves the claim from these values of the heaps from 0 on, taken as given.
pub fn follows(theorem: Theorem, rule: &RuleText, claim: Claim, values: &[u32]) -> Result<(), Fault> {
    let end = (values.len() as u64).checked_sub(claim.period).filter(|&end| end >= claim.preperiod);
    let end = end.ok_or(()).or_else(|()| invalid("there are fewer values than preperiod and period"))?;
    if theorem == Theorem::T7 {
        ensure(states_agree(rule, claim, values, end) == Some(true), "the states of T7 do not agree")?;
    } else {
        let enough = values_needed(theorem, rule, claim)? == end + claim.period;
        ensure(enough && claim.saltus == 0, "not as many values as the theorem needs, or a saltus")?;
    }
    check_claim(values, claim, end)
}

/// The claim for all n < end, and that no earlier preperiod and no divisor of the period will do, given that the
/// claim holds from `end` on.
pub(crate) fn check_claim(values: &[u32], claim: Claim, end: u64) -> Result<(), Fault> {
    let Claim { preperiod, period, saltus } = claim;
    let value = |n: u64| match values.get(n as usize) {
        Some(&value) => u64::from(value),
        None => u64::from(values[(n - period) as usize]) + saltus,
    };
    let fails = (preperiod..end).find(|&n| value(n + period) != value(n) + saltus);
    fails.map_or(Ok(()), |n| invalid(format_args!("the values do not repeat as claimed: at heap {n}")))?;
    let least = preperiod == 0 || value(preperiod - 1 + period) != value(preperiod - 1) + saltus;
    ensure(least, "the preperiod is not the least")?;
    let multiple = primes_of(period).into_iter().any(|q| {
        let repeats = |n| value(n + period / q) == value(n) + saltus / q;
        saltus.is_multiple_of(q) && (preperiod..preperiod + period).all(repeats)
    });
    ensure(!multiple, "the period is not fundamental")
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

/// T7: the states at n and n + p agree, and the mex of what is always in reach has grown by the saltus.
fn states_agree(rule: &RuleText, claim: Claim, values: &[u32], n: u64) -> Option<bool> {
    let all_but = rule.moves.iter().all(|m| m.is_plain() && m.leave.0 == [(0, 1)]);
    let endless = rule.moves.iter().filter_map(|m| m.take.0.last()).filter(|range| range.1 == ENDLESS);
    let endless = endless.map(|range| range.0).min().filter(|&least| all_but && least <= MOST_SMALL)?;
    let x = (1..endless).rfind(|&i| !rule.moves.iter().any(|m| m.take.contains(i))).unwrap_or(0);
    n.checked_sub(x)?;
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
    Some(claim.period > 0 && before.1 == after.1 && before.2 == after.2 && after.0 == before.0 + claim.saltus)
}

/// The claim that a closed form makes for this rule.
pub(crate) fn closed_form(theorem: Theorem, rule: &RuleText) -> Option<Claim> {
    let [m] = rule.moves.as_slice() else { return None };
    let (preperiod, period, saltus) = match (theorem, &m.take.0[..], &m.leave.0[..]) {
        (Theorem::Nim, [(1, ENDLESS)], [(0, 1)]) => (0, 1, 1),
        (Theorem::TakeUpTo, &[(1, most)], [(0, 1)]) if most < ENDLESS => (0, most + 1, 0),
        (Theorem::ThreeParts, [(0, 0)], [(3, 3)]) => (1, 2, 1),
        _ => return None,
    };
    m.is_plain().then_some(Claim { preperiod, period, saltus })
}
