//! The period of a rule: closed form, else the theorems over the values as they come.
//!
//! Values are drawn from the source up to the next length at which something could be shown, so the search stops with
//! the first value that proves a period. A stretch that comes back in a sparse game is put to theory P.5 in a second
//! pass, which compares values and not hashes; where the values are no longer kept a third gives the exact preperiod.
//! Such a pass is worth its price when a sixty-fourth of the values has been repeated, and twice as many as when the
//! last one failed; and at the last heap.

use super::claim::{Claim, Period};
use super::facts::RuleFacts;
use super::search::{Look, MOST_KEPT, Search, is_plain};
use super::source::Source;
use super::sparse::{self, SparseTest};
use super::watch::Repetition;
use super::windows::Window;
use crate::heap::Rule;
use crate::heap::closed::{closed_form, named_period};
use crate::sequence::{Kind, Sink};
use crate::theorem::Theorem;

/// The last heap that is looked at unless told.
pub const USUAL: u64 = 1_000_000;

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowFar {
    /// To this heap.
    To(u64),
    /// To heap [`USUAL`], but no further than a pattern is plain to see that no theorem can show.
    Usual,
}

/// A period, and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A theorem shows it.
    Proved(Period, Claim),
    /// The values computed have it, and nothing more is known.
    Observed(Period),
    /// None was found.
    Nothing,
}

/// What the search found, and how far it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodReport {
    /// The period.
    pub finding: Finding,
    /// The last heap whose value was computed.
    pub computed_to: u64,
}

/// Finds the fundamental period and the exact preperiod of a rule.
pub fn find(rule: &Rule, source: &mut dyn Source, how_far: HowFar) -> PeriodReport {
    find_keeping(MOST_KEPT, rule, source, how_far)
}

fn find_keeping(most_kept: u64, rule: &Rule, source: &mut dyn Source, how_far: HowFar) -> PeriodReport {
    let mut search = PeriodSearch::keeping(most_kept, rule, how_far);
    loop {
        if let Some(report) = search.advance(source, u64::MAX) {
            return report;
        }
    }
}

/// The same search a piece at a time, for those who have something else to do in between.
#[derive(Debug)]
pub struct PeriodSearch {
    how_far: HowFar,
    closed: Option<(Period, Claim)>,
    /// Whether a theorem could show a period without a sparse space, and one of any saltus.
    windowed: bool,
    all_but: bool,
    search: Search,
    /// The next look is worth while with so many values.
    look_at: u64,
    /// What has come back.
    again: Option<Repetition>,
    /// How many values were repeated when theory P.5 was asked last.
    refuted: u64,
}

impl PeriodSearch {
    /// Before the first value.
    pub fn new(rule: &Rule, how_far: HowFar) -> Self {
        Self::keeping(MOST_KEPT, rule, how_far)
    }

    fn keeping(most_kept: u64, rule: &Rule, how_far: HowFar) -> Self {
        let facts = RuleFacts::of(rule.clauses());
        let start = facts.settled.max(1);
        Self {
            how_far,
            closed: by_closed_form(rule),
            windowed: Window::shortest(&facts, start, 1).is_some(),
            all_but: facts.all_but.is_some(),
            search: Search::keeping(most_kept, facts),
            look_at: 0,
            again: None,
            refuted: 0,
        }
    }

    /// How many values it is about to read: more than before where a stretch has come back, since the pass that follows
    /// is one piece.
    pub fn wants(&self) -> u64 {
        let pass = self.again.map_or(0, |again| again.from.saturating_add(again.period.saturating_mul(2)));
        pass.max(self.search.count())
    }

    /// Goes on with at most so many values more; what it found where it has come to its end. The source must be the
    /// same each time.
    pub fn advance(&mut self, source: &mut dyn Source, values: u64) -> Option<PeriodReport> {
        if let Some((period, claim)) = self.closed.take() {
            return Some(PeriodReport { finding: Finding::Proved(period, claim), computed_to: 0 });
        }
        let search = &mut self.search;
        let last = source.farthest(if let HowFar::To(last) = self.how_far { last } else { USUAL });
        let until = search.count().saturating_add(values);
        loop {
            if search.count() >= self.look_at {
                let (next, observed) = match search.look(search.count() > last) {
                    Look::Shown(claim, period) => {
                        return Some(answer(search, Finding::Proved(period, claim)));
                    }
                    Look::Nothing { next, observed } => (next.min(last.saturating_add(1)), observed),
                };
                let beyond_proof = |found: &Period| !self.all_but && (!self.windowed || found.saltus > 0);
                let is_plain = |found: &Period| is_plain(found, search.count()) && beyond_proof(found);
                let is_enough = self.how_far == HowFar::Usual && observed.as_ref().is_some_and(is_plain);
                if search.count() > last || is_enough {
                    return Some(answer(search, observed.map_or(Finding::Nothing, Finding::Observed)));
                }
                self.look_at = next;
            }
            while search.count() < self.look_at {
                if source.stopped() {
                    return Some(answer(search, Finding::Nothing));
                }
                if search.count() >= until {
                    return None;
                }
                let pace = (search.count() / 256).clamp(1 << 10, 1 << 20);
                let from = search.count();
                source.send(from, (self.look_at - 1).min(from + pace - 1), search);
                let Some(again) = search.seen_again() else { continue };
                let is_new = self.again.is_none_or(|before| before.period != again.period);
                self.again = Some(again);
                if is_new && values < u64::MAX {
                    return None;
                }
                if again.length < (search.count() / 64).max(2 * self.refuted) && search.count() <= last {
                    continue;
                }
                let found = by_sparse_space(search, source, again, last);
                if source.stopped() {
                    // a pass that did not come to its end has shown nothing
                    return Some(answer(search, Finding::Nothing));
                }
                if let Some((finding, used)) = found {
                    return Some(PeriodReport { finding, computed_to: used.max(search.count()) - 1 });
                }
                self.refuted = again.length;
            }
        }
    }
}

fn answer(search: &Search, finding: Finding) -> PeriodReport {
    PeriodReport { finding, computed_to: search.count().saturating_sub(1) }
}

/// Nim, take 1 to m and any three parts, whose values are known for all heaps (theory 2.1, 3.1, 4.1 J).
fn by_closed_form(rule: &Rule) -> Option<(Period, Claim)> {
    let (_, theorem) = closed_form(rule, 0)?;
    let (period, preperiod, saltus) = match theorem {
        Theorem::TakeModulo | Theorem::TakePowers | Theorem::TakeMultiples | Theorem::OneOrHalf => {
            named_period(rule)?
        }
        Theorem::Nim => (1, 0, 1),
        Theorem::TakeUpTo => (rule.most_taken().checked_add(1)?, 0, 0),
        Theorem::SplitThree => (2, 1, 1),
        _ => return None,
    };
    let claim =
        Claim { theorem, from: preperiod, period, saltus, used: 0, reach: None, space: None, classes: None };
    Some((Period::new(period, preperiod, saltus), claim))
}

/// Theory P.5 for a stretch that seems to have come back, and how many values were used.
fn by_sparse_space(
    search: &Search,
    source: &mut dyn Source,
    again: Repetition,
    last: u64,
) -> Option<(Finding, u64)> {
    let (facts, space) = (search.facts(), source.space()?);
    let odd = matches!(space.kind(), Kind::ValueAndSize(_)) && again.period % 2 == 1;
    let period = again.period.checked_mul(if odd { 2 } else { 1 })?;
    let mut test = SparseTest::new(facts, space, again.from.max(1).max(facts.settled), period)?;
    let kept = search.values();
    let last = last.min(search.count().saturating_add(period).saturating_mul(2));
    if test.accept(0, kept.into()).is_continue() {
        source.send(kept.len() as u64, last, &mut test);
    }
    let claim = test.claim()?;
    let exact = if kept.len() as u64 >= claim.from + claim.period {
        claim.exact(kept)?
    } else {
        sparse::exact(source, &claim, facts.taken?)?
    };
    Some((Finding::Proved(exact, claim), claim.used))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::{Dense, Space};

    /// The dense engine with a sparse space that is known beforehand.
    struct Known(Dense, Space);

    impl Source for Known {
        fn send(&mut self, from: u64, to: u64, sink: &mut dyn Sink) {
            let values = &self.0.extend_to(to)[from as usize..];
            let _ = sink.accept(from, values.into());
        }

        fn space(&self) -> Option<Space> {
            Some(self.1)
        }
    }

    #[test]
    fn a_sparse_game_is_proved_without_keeping_its_values() {
        let known = [("0.356", 27, 142, 7_315, 43), ("0.156", 27, 349, 3_479, 357)];
        for (text, mask, period, preperiod, reach) in known {
            let rule: Rule = text.parse().expect("a code");
            let space = Space::new(mask, Kind::Value).expect("a mask");
            let mut source = Known(Dense::new(rule.clauses()), space);
            let answer = find_keeping(1_000, &rule, &mut source, HowFar::Usual);
            let Finding::Proved(exact, claim) = &answer.finding else { panic!("{text}: {answer:?}") };
            assert_eq!(*exact, Period::new(period, preperiod, 0), "{text}");
            assert_eq!((claim.theorem, claim.reach), (Theorem::SparsePeriod, Some(reach)), "{text}");
            assert!(answer.computed_to < 2 * preperiod, "{text}: {answer:?}");
        }
    }
}
