//! The work of a period job: the search, and the certificate where one is asked for.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::Sequence;
use sprague::sequence::period::{Finding, HowFar, PeriodReport, PeriodSearch};
use sprague_proof::{Proved, certify};
use sprague_tell::lab::JobResult;
use sprague_tell::period::period_result;

use super::job::{JobFinding, JobProgress};
use super::task::CertificateWish;
use crate::limits::of_job;
use crate::problem::Refusal;

/// Looks for the period of a game, and proves it; the work can be watched and stopped from another thread.
pub fn search(
    progress: &JobProgress,
    game: &HeapGame,
    to: u64,
    paper: CertificateWish,
) -> Result<JobFinding, String> {
    let limits = of_job();
    let mut sequence = game.sequence();
    let mut tell = |first: u64, values: &[Nimber]| {
        progress.done.fetch_max(first + values.len() as u64, Ordering::Relaxed);
        if progress.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let answer = sequence.period_heard(HowFar::To(to), &limits, &mut tell);
    if progress.cancelled() {
        return Err("cancelled".to_owned());
    }
    Ok(found(&answer, game, &mut sequence, paper))
}

/// What a search found, with its certificate where one is asked for.
fn found(
    answer: &PeriodReport,
    game: &HeapGame,
    sequence: &mut Sequence,
    paper: CertificateWish,
) -> JobFinding {
    let mut document = period_result(answer);
    let mut certificate = None;
    if let (CertificateWish::Certificate, Finding::Proved(period, claim)) = (paper, &answer.finding) {
        match certify(
            &game.rule,
            Proved { period: period.clone(), claim: *claim },
            &mut sequence.read(&of_job()),
            1,
        ) {
            Ok(accepted) => certificate = Some(accepted.text.into()),
            Err(why) => document.no_certificate = Some(why),
        }
    }
    if paper == CertificateWish::Certificate {
        document.certificate = Some(certificate.is_some());
    }
    JobFinding { result: JobResult::Period(document), certificate }
}

/// The same search where nothing else can run meanwhile: a slice at a time.
pub struct PeriodWork {
    game: HeapGame,
    sequence: Sequence,
    search: PeriodSearch,
    to: u64,
    paper: CertificateWish,
}

impl PeriodWork {
    /// Before the first heap.
    pub fn new(game: &HeapGame, to: u64, paper: CertificateWish) -> Self {
        let search = PeriodSearch::new(&game.rule, HowFar::To(to));
        Self { game: game.clone(), sequence: game.sequence(), search, to, paper }
    }

    /// Computes so many more heaps at most, or goes on with the search where all that it wants is there.
    pub fn advance(&mut self, progress: &JobProgress, heaps: u64) -> Result<Option<JobFinding>, String> {
        let limits = of_job();
        let (next, wanted) = (self.sequence.computed(), self.search.wants().min(self.to));
        if next < wanted {
            let last = next.saturating_add(heaps.max(1)).min(wanted) - 1;
            let mut pass = |_: u64, _: &[Nimber]| ControlFlow::Continue(());
            let outcome = self.sequence.compute(next..=last, &limits, &mut pass);
            outcome.map_err(|refusal| Refusal::from(refusal).message)?;
            progress.done.fetch_max(self.sequence.computed(), Ordering::Relaxed);
            return Ok(None);
        }
        let answer = self.sequence.search_period(&mut self.search, heaps.max(1), &limits);
        progress.done.fetch_max(self.sequence.computed(), Ordering::Relaxed);
        Ok(answer.map(|answer| found(&answer, &self.game, &mut self.sequence, self.paper)))
    }
}
