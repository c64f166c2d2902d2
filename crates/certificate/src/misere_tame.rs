//! Tame heaps under misère play (kind misere-tame; `docs/certificate.md`): the pairs of nim value and misère value of the
//! heaps up to tL + k are recomputed. If all of them are fickle or firm and those after L firm, so are all later heaps
//! (theory M.6).

use crate::rule::Seen;
use crate::{ConditionText, ENDLESS, Fault, MOST_SMALL, MOST_STEPS, MoveText, RuleText, Runs, require};

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
    require("V2", rule.steps(count as f64) <= MOST_STEPS, "too many options for the plain definition")?;
    let listed: Vec<(u32, u32)> = normal.values().zip(misere.values()).collect();
    let mut pairs = Pairs { pairs: Vec::new() };
    for heap in 0..count {
        let pair = pairs.next(rule, heap);
        let right = listed[heap as usize] == pair;
        require("U19", right, format_args!("the pair of heap {heap} is another"))?;
        let tame = is_firm(pair) || is_fickle(pair);
        require("U20", tame, format_args!("heap {heap} is wild"))?;
        let kept = if heap == last { is_fickle(pair) } else { heap < last || is_firm(pair) };
        require("U21", kept, format_args!("heap {heap} is on the wrong side of the last fickle heap"))?;
        pairs.pairs.push(pair);
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

/// The pairs of nim value and misère value of tame heaps.
struct Pairs {
    pairs: Vec<(u32, u32)>,
}

impl Pairs {
    /// The pair of the next heap.
    fn next(&self, rule: &RuleText, heap: u64) -> (u32, u32) {
        let (mut normal, mut misere, mut any) = (Seen::default(), Seen::default(), false);
        let mut add = |sum: u32, firm: bool| {
            normal.insert(sum);
            misere.insert(if firm { sum } else { sum ^ 1 });
            any = true;
        };
        for m in rule.moves.iter().filter(|m| m.on.contains(heap)) {
            for taken in m.take.up_to(heap) {
                let rest = heap - taken;
                m.leave.up_to(rest).for_each(|left| self.parts(m, rest, left, (1, 0), (0, false), &mut add));
            }
        }
        if any { (normal.mex(), misere.mex()) } else { (0, 1) }
    }

    fn parts(
        &self,
        m: &MoveText,
        rest: u64,
        left: u64,
        (least, first): (u64, u64),
        (sum, firm): (u32, bool),
        add: &mut impl FnMut(u32, bool),
    ) {
        let with =
            |heap: u64| self.pairs.get(heap as usize).map(|&pair| (sum ^ pair.0, firm || is_firm(pair)));
        if left <= 1 {
            let uneven = m.condition != ConditionText::NotAllEqual || rest != first;
            if if left == 0 { rest == 0 } else { rest >= least && uneven } {
                let (sum, firm) = if left == 0 { (sum, firm) } else { with(rest).unwrap_or((sum, firm)) };
                add(sum, firm);
            }
            return;
        }
        let gap = if m.condition == ConditionText::NotAllEqual { 0 } else { m.gap() };
        for part in least..=rest / left {
            let first = if first == 0 { part } else { first };
            let Some(next) = with(part) else { return };
            self.parts(m, rest - part, left - 1, (part.saturating_add(gap), first), next, add);
        }
    }
}
