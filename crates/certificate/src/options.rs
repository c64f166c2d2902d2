//! The options of a heap, for all kinds that list them.
//!
//! They are counted as they come, against one budget for the text. An estimate beforehand only refuses at once what the
//! count would refuse after minutes: it is far too low where a move leaves many heaps.

use crate::{ConditionText, Fault, MOST_LEFT, MOST_STEPS, MoveText, RuleText, require};

/// How many steps of listing options are left for a text.
pub(crate) struct Work(u64);

impl Work {
    /// The budget of a text that lists the options of the heaps below `count`, at most so many.
    pub(crate) fn new(rule: &RuleText, count: u64, most: u64) -> Result<Self, Fault> {
        let (most, steps) =
            (most.min(MOST_STEPS), rule.moves.iter().map(|m| m.estimate(count as f64)).sum::<f64>());
        require("V2", steps <= most as f64, "too many options for the plain definition").map(|()| Self(most))
    }

    /// Takes so many steps from it.
    pub(crate) fn spend(&mut self, number: &str, steps: u64) -> Result<(), Fault> {
        let left = self.0.checked_sub(steps);
        self.0 = left.unwrap_or(0);
        require(number, left.is_some(), "too many options for the plain definition")
    }
}

impl MoveText {
    /// About how many options it has on all heaps below `count` together, if no condition forbids any.
    fn estimate(&self, count: f64) -> f64 {
        let takes = self.take.0.iter().map(|range| (range.1.saturating_sub(range.0) as f64 + 1.0).min(count));
        let splits = |left| (1..=left).fold(1.0, |splits, j| splits * count / (j * j) as f64);
        takes.sum::<f64>() * self.leave.up_to(MOST_LEFT).map(splits).sum::<f64>()
    }
}

impl RuleText {
    /// Emits what the parts of each option of a heap add up to, from what no part is, with `plus`, which knows the
    /// smaller heaps.
    pub(crate) fn options<T: Copy>(
        &self,
        heap: u64,
        work: &mut Work,
        (zero, plus): (T, &impl Fn(T, u64) -> Option<T>),
        emit: &mut impl FnMut(T),
    ) -> Result<(), Fault> {
        for m in &self.moves {
            work.spend("V2", (m.on.0.len() + m.take.0.len()) as u64)?;
            if m.on.contains(heap) {
                work.spend("V2", m.take.count(heap) * (m.leave.0.len() as u64 + m.leave.count(MOST_LEFT)))?;
                for taken in m.take.up_to(heap) {
                    let rest = heap - taken;
                    for left in m.leave.up_to(rest) {
                        parts(m, (rest, left), (1, 0), zero, work, plus, emit)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Adds `rest` as `left` more parts, ascending, each at least `least`, after a part `first` (0: none).
fn parts<T: Copy>(
    m: &MoveText,
    (rest, left): (u64, u64),
    (least, first): (u64, u64),
    sum: T,
    work: &mut Work,
    plus: &impl Fn(T, u64) -> Option<T>,
    emit: &mut impl FnMut(T),
) -> Result<(), Fault> {
    let uneven = |rest: u64, first: u64| m.condition != ConditionText::NotAllEqual || rest != first;
    if left <= 1 {
        if left == 0 && rest == 0 {
            emit(sum);
        } else if left == 1 && rest >= least && uneven(rest, first) {
            plus(sum, rest).map(emit);
        }
        return Ok(());
    }
    work.spend("V2", (rest / left + 1).saturating_sub(least))?;
    let gap = if m.condition == ConditionText::NotAllEqual { 0 } else { m.gap() };
    for part in least..=rest / left {
        let Some(sum) = plus(sum, part) else { break };
        let (rest, first, least) =
            (rest - part, if first == 0 { part } else { first }, part.saturating_add(gap));
        if left > 2 {
            parts(m, (rest, left - 1), (least, first), sum, work, plus, emit)?;
        } else if rest >= least && uneven(rest, first) {
            plus(sum, rest).map(&mut *emit);
        }
    }
    Ok(())
}
