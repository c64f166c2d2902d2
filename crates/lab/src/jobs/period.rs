//! The work of a period job: the search, and the certificate where one is asked for.

use std::sync::atomic::Ordering;

use sprague::heap::HeapGame;
use sprague::period::{Answer, Extent, Finding, Source, find};
use sprague::sequence::{Options, Sink, Space};
use sprague_answer::lab;
use sprague_answer::lab::JobResult;
use sprague_proof::{Proved, certify, source};

use super::job::{Found, Job, Progress};
use super::task::Paper;
use crate::limits::of_job;

/// A source that tells how far it is and can be stopped.
struct Watched<'j> {
    source: Box<dyn Source + 'j>,
    progress: &'j Progress,
}

impl Source for Watched<'_> {
    fn advance(&mut self, to: u64, sink: &mut dyn Sink) {
        self.source.advance(to, sink);
        self.progress.done.fetch_max(to.saturating_add(1), Ordering::Relaxed);
    }

    fn space(&self) -> Option<Space> {
        self.source.space()
    }

    fn again(&self) -> Box<dyn Source + '_> {
        self.source.again()
    }

    fn farthest(&self, to: u64) -> u64 {
        self.source.farthest(to)
    }

    fn stopped(&self) -> bool {
        self.progress.cancelled()
    }
}

/// Looks for the period of the job's game, and proves it.
pub fn search(job: &Job, game: &HeapGame, to: u64, paper: Paper) -> Result<Found, String> {
    let limits = of_job();
    let options = Options::default();
    let source = source(&game.rule, options, &limits);
    let mut source = Watched { source, progress: &job.progress };
    let answer = find(&game.rule, &mut source, Extent::To(to));
    if job.progress.cancelled() {
        return Err("cancelled".to_owned());
    }
    let mut document = document(&answer);
    let mut certificate = None;
    if let (Paper::Certificate, Finding::Proved(period, claim)) = (paper, answer.finding) {
        match certify(&game.rule, Proved { period, claim }, &source, 1) {
            Ok(accepted) => certificate = Some(accepted.text.into()),
            Err(why) => document.no_certificate = Some(why),
        }
    }
    if paper == Paper::Certificate {
        document.certificate = Some(certificate.is_some());
    }
    Ok(Found { result: JobResult::Period(document), certificate })
}

fn document(answer: &Answer) -> lab::PeriodResult {
    let computed_to = answer.computed_to;
    let (found, claim, words) = match answer.finding {
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
            (Some(found), None, vec![seen, format!("The values were computed to heap {computed_to}.")])
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
