//! The work of a period job: the search, and the certificate where one is asked for.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::period::{Finding, HowFar, PeriodReport};
use sprague_answer::lab;
use sprague_answer::lab::JobResult;
use sprague_proof::{Proved, certify};

use super::job::{Found, Job};
use super::task::Paper;
use crate::limits::of_job;

/// Looks for the period of the job's game, and proves it.
pub fn search(job: &Job, game: &HeapGame, to: u64, paper: Paper) -> Result<Found, String> {
    let limits = of_job();
    let mut sequence = game.sequence();
    let mut tell = |first: u64, values: &[Nimber]| {
        job.progress.done.fetch_max(first + values.len() as u64, Ordering::Relaxed);
        if job.progress.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = sequence.period_heard(HowFar::To(to), &limits, &mut tell);
    if job.progress.cancelled() {
        return Err("cancelled".to_owned());
    }
    let mut document = document(&answer);
    let mut certificate = None;
    if let (Paper::Certificate, Finding::Proved(period, claim)) = (paper, answer.finding) {
        match certify(&game.rule, Proved { period, claim }, &mut sequence.read(&limits), 1) {
            Ok(accepted) => certificate = Some(accepted.text.into()),
            Err(why) => document.no_certificate = Some(why),
        }
    }
    if paper == Paper::Certificate {
        document.certificate = Some(certificate.is_some());
    }
    Ok(Found { result: JobResult::Period(document), certificate })
}

fn document(answer: &PeriodReport) -> lab::PeriodResult {
    let computed_to = answer.computed_to;
    let (found, claim, words) = match &answer.finding {
        Finding::Proved(found, claim) => {
            let from = match found.preperiod {
                0 => "for all n".to_owned(),
                first => format!("for all n >= {first}, but not for n = {}", first - 1),
            };
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
    lab::PeriodResult {
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
