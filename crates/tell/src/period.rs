//! The period of a heap game: the fundamental period, the exact preperiod, and what they rest on.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::heap::HeapGame;
use sprague::limits::Limits;
use sprague::sequence::period::{FarClaim, FarPeriod, FarStage, Finding, HowFar, PeriodReport, USUAL};
use sprague::sequence::{EngineSettings, Sequence};

use crate::Told;
use crate::lab::PeriodResult;

crate::document::documents! {
    PeriodDocument = "period"
    FarStatusDocument = "far-status"
}

/// The period of a heap game: G(n + period) = G(n) + saltus for every n from the preperiod on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Period")]
pub struct PeriodDocument {
    /// The game.
    pub game: String,
    /// The fundamental period.
    pub period: Option<u64>,
    /// The exact preperiod.
    pub preperiod: Option<u64>,
    /// What each turn adds.
    pub saltus: u64,
    /// The residues modulo the period of the heaps to which a turn adds nothing; a split period has some.
    pub constant: Vec<u64>,
    /// Whether a theorem shows it; otherwise it is only observed.
    pub proved: bool,
    /// The theorem.
    pub theorem: Option<String>,
    /// The last heap whose value was computed.
    pub computed_to: u64,
    /// How many values the proof uses.
    pub values_used: Option<u64>,
    /// The heap up to which rare witnesses had to be looked at.
    pub witnesses_to: Option<u64>,
}

/// How far the search for a period far out is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "FarStatus")]
pub struct FarStatusDocument {
    /// The game.
    pub game: String,
    /// The last heap computed.
    pub done: u64,
    /// The period that was found, which is a claim until its certificate is checked.
    pub period: Option<u64>,
    /// Its exact preperiod, once its beginning is found.
    pub preperiod: Option<u64>,
    /// The heap at which the search ends, once that is known.
    pub to: Option<u64>,
    /// Whether the search is over.
    pub finished: bool,
    /// Why it found nothing, where it has failed.
    pub failed: Option<String>,
    /// Whether a process is at work.
    pub running: bool,
    /// Time of work so far.
    pub seconds: f64,
}

/// The period of a game.
pub struct PeriodQuestion<'g> {
    /// The game.
    pub game: &'g HeapGame,
    /// The last heap to look at, where it is not the usual one.
    pub limit: Option<u64>,
}

impl PeriodQuestion<'_> {
    /// What the search found.
    pub fn answer(&self, engine: EngineSettings, limits: &Limits) -> Told<PeriodDocument> {
        let how_far = self.limit.map_or(HowFar::Usual, HowFar::To);
        let report = Sequence::new(self.game.clone(), engine).period(how_far, limits);
        let document = document(self.game, &report);
        let is_proved = document.proved;
        Told::new(document, text(self.game, self.limit, &report)).only_if(is_proved)
    }
}

/// Why the period of a rule that is not plain is at most observed.
pub const NO_THEOREM: &str = "No theorem on periods applies to amounts by name or by the size of the heap, to blocks of \
                              codes, to equal parts and to sets of differences";

/// From which heap on a period holds, where the first heap of all is this.
pub fn from_heap(preperiod: u64, first: u64) -> String {
    match (preperiod == first, first) {
        (true, 0) => "for all n".to_owned(),
        (true, _) => format!("for all n >= {first}"),
        (false, _) => format!("for all n >= {preperiod}, but not for n = {}", preperiod - 1),
    }
}

fn document(game: &HeapGame, report: &PeriodReport) -> PeriodDocument {
    let (found, claim) = match &report.finding {
        Finding::Proved(found, claim) => (Some(found), Some(claim)),
        Finding::Observed(found) => (Some(found), None),
        Finding::Nothing => (None, None),
    };
    PeriodDocument {
        game: game.to_string(),
        period: found.map(|found| found.period),
        preperiod: found.map(|found| found.preperiod),
        saltus: found.map_or(0, |found| found.saltus),
        constant: found.map_or_else(Vec::new, |found| found.constant.clone()),
        proved: claim.is_some(),
        theorem: claim.map(|claim| claim.theorem.to_string()),
        computed_to: report.computed_to,
        values_used: claim.map(|claim| claim.used),
        witnesses_to: claim.and_then(|claim| claim.reach),
    }
}

fn text(game: &HeapGame, limit: Option<u64>, report: &PeriodReport) -> String {
    let computed_to = report.computed_to;
    let no_theorem = if game.rule.is_plain() { "" } else { &format!("{NO_THEOREM} (theory H.6).\n") };
    match &report.finding {
        Finding::Proved(found, claim) => {
            let from = from_heap(found.preperiod, 0);
            format!("{game}: {found} {from}.\n{claim}\n")
        }
        Finding::Observed(found) => format!(
            "{game}: {found} for {} <= n <= {}, as far as the values were computed.\nThis is observed to heap {computed_to} and not proved: the pattern may break later.\n{no_theorem}",
            found.preperiod,
            computed_to - found.period
        ),
        Finding::Nothing => {
            let flag = if computed_to < limit.unwrap_or(USUAL) { "--max-steps" } else { "--limit" };
            format!(
                "{game}: no period is seen up to heap {computed_to}; {flag} lets the search go further.\n{no_theorem}"
            )
        }
    }
}

/// How far the search for a period far out is: after this time of work, and whether a process is at it.
pub fn far_status(far: &FarPeriod, worked: Duration, running: bool) -> Told<FarStatusDocument> {
    let (game, done, seconds) = (far.rule().to_string(), far.next().saturating_sub(1), worked.as_secs_f64());
    let nothing = FarStatusDocument {
        game,
        done,
        period: None,
        preperiod: None,
        to: None,
        finished: far.is_over(),
        failed: None,
        running,
        seconds,
    };
    let (document, stage) = match far.stage() {
        FarStage::Searching => (nothing, "no period is seen yet".to_owned()),
        &FarStage::Locating { period, .. } => {
            let stage = format!("period {period} is seen, its beginning is looked for");
            (FarStatusDocument { period: Some(period), ..nothing }, stage)
        }
        &FarStage::Finishing(claim) | &FarStage::Done(claim) => {
            let FarClaim { period, preperiod } = claim;
            let to = far.end(claim);
            let rest = if nothing.finished {
                "a claim until its certificate is checked".to_owned()
            } else {
                format!("the evidence ends at heap {to}")
            };
            let stage = format!("period {period} from heap {preperiod} on; {rest}");
            let (period, preperiod, to) = (Some(period), Some(preperiod), Some(to));
            (FarStatusDocument { period, preperiod, to, ..nothing }, stage)
        }
        FarStage::Failed(why) => {
            (FarStatusDocument { failed: Some(why.clone()), ..nothing }, format!("nothing was found: {why}"))
        }
    };
    let work = match (document.finished, running) {
        (true, _) => "over",
        (false, true) => "a process is at work",
        (false, false) => "nobody is at work",
    };
    let text = format!(
        "period of {}, looked for far out\n\n  at          heap {done}, {work}\n  found       {stage}\n  time        {seconds:.1} s\n",
        document.game
    );
    Told::new(document, text)
}

/// What the page is told of the period of a game.
pub fn period_result(report: &PeriodReport) -> PeriodResult {
    let computed_to = report.computed_to;
    let (found, claim, words) = match &report.finding {
        Finding::Proved(found, claim) => {
            let from = from_heap(found.preperiod, 0);
            (Some(found), Some(claim), vec![format!("Proved: {found} {from}."), claim.to_string()])
        }
        Finding::Observed(found) => {
            let last = computed_to.saturating_sub(found.period);
            let seen = format!("Observed, not proved: {found} for {} <= n <= {last}.", found.preperiod);
            let words =
                format!("The values were computed to heap {computed_to}; the pattern may break later.");
            (Some(found), None, vec![seen, words])
        }
        Finding::Nothing => {
            (None, None, vec![format!("No period is seen up to heap {computed_to}, computed.")])
        }
    };
    PeriodResult {
        period: found.map(|found| found.period),
        preperiod: found.map(|found| found.preperiod),
        saltus: found.map_or(0, |found| found.saltus),
        proved: claim.is_some(),
        theorem: claim.map(|claim| claim.theorem.to_string()),
        computed_to,
        words,
        no_certificate: None,
        certificate: None,
    }
}
