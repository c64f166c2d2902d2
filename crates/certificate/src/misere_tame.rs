//! Tame heaps under misère play (kind misere-tame; `docs/certificate.md`): the pairs of nim value and misère value of the
//! heaps up to tL + k are recomputed. If all of them are fickle or firm and those after L firm, so are all later heaps
//! (theory M.6).

use crate::options::Work;
use crate::rule::Seen;
use crate::{ENDLESS, Fault, MOST_SMALL, MOST_STEPS, RuleText, Runs, require};

/// Theorem M.6: recomputes the pairs of the heaps up to tL + k.
pub(crate) fn check_tame(
    rule: &RuleText,
    last: u64,
    normal: &Runs,
    misere: &Runs,
) -> Result<(String, u64), Fault> {
    rule.check()?;
    let (heaps, taken) = (rule.most_left().max(1), rule.most_taken());
    require("U12", taken != ENDLESS, "a move takes any number of tokens")?;
    let end = heaps.saturating_mul(last).saturating_add(taken);
    require("U2", end < MOST_SMALL, "more than 131072 values")?;
    let count = end + 1;
    require("U2", normal.len() == count && misere.len() == count, "not as many values as needed")?;
    let listed: Vec<(u32, u32)> = normal.values().zip(misere.values()).collect();
    let (mut pairs, mut work) = (Vec::with_capacity(count as usize), Work::new(rule, count, MOST_STEPS)?);
    for heap in 0..count {
        let pair = next(&pairs, rule, heap, &mut work)?;
        let right = listed[heap as usize] == pair;
        require("U19", right, format_args!("the pair of heap {heap} is another"))?;
        let tame = is_firm(pair) || is_fickle(pair);
        require("U20", tame, format_args!("heap {heap} is wild"))?;
        let kept = if heap == last { is_fickle(pair) } else { heap < last || is_firm(pair) };
        require("U21", kept, format_args!("heap {heap} is on the wrong side of the last fickle heap"))?;
        pairs.push(pair);
    }
    require("U22", rule.settled() <= count, "the rule still changes beyond the evidence")?;
    let moves = rule.moves.iter().any(|m| {
        let left = m.leave.0.iter().find(|range| range.1 > 0).map(|range| range.0.max(1));
        let steps = |left: u64| left.saturating_mul(left - 1) / 2;
        let least = left.map(|left| {
            m.take.0[0].0.saturating_add(left).saturating_add(steps(left).saturating_mul(m.gap()))
        });
        m.on.most() == ENDLESS && least.is_some_and(|least| least <= count)
    });
    require("U23", moves, "heaps beyond the evidence may be without moves")?;
    let fickle: Vec<String> =
        (0..count).filter(|&heap| is_fickle(listed[heap as usize])).map(|heap| heap.to_string()).collect();
    let claim = format!(
        "By the rule `{rule}`, under misère play a sum with a heap other than {} has the same outcome as under normal \
         play, and any other sum is a P-position exactly if its nim-sum is 1: shown by theorem M.6 from the heaps 0 to {end}.",
        fickle.join(", ")
    );
    Ok((claim, end))
}

fn is_firm((normal, misere): (u32, u32)) -> bool {
    normal == misere
}

fn is_fickle(pair: (u32, u32)) -> bool {
    pair == (0, 1) || pair == (1, 0)
}

/// The nim value and the misère value of the heap after these.
fn next(pairs: &[(u32, u32)], rule: &RuleText, heap: u64, work: &mut Work) -> Result<(u32, u32), Fault> {
    let (mut normal, mut misere, mut any) = (Seen::default(), Seen::default(), false);
    let plus = |(sum, firm): (u32, bool), part: u64| {
        pairs.get(part as usize).map(|&pair| (sum ^ pair.0, firm || is_firm(pair)))
    };
    rule.options(heap, work, ((0, false), &plus), &mut |(sum, firm)| {
        normal.insert(sum);
        misere.insert(if firm { sum } else { sum ^ 1 });
        any = true;
    })?;
    Ok(if any { (normal.mex(), misere.mex()) } else { (0, 1) })
}
