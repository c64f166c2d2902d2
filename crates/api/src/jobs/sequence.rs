//! The work of a sequence job: values stream from the engine into memory, where they can be looked at at once.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

use sprague::heap::HeapGame;
use sprague::heap::closed::closed_form;
use sprague::limits::TooLarge;
use sprague::sequence::{EngineSettings, Packed, Sequence, Sink, Values};
use sprague_picture::Classes;

use super::job::JobProgress;
use super::values::HeldValues;
use crate::limits::of_job;
use crate::problem::Refusal;

/// The most values of a chunk.
const CHUNK: usize = 1 << 18;
/// How long values may wait to be seen.
const PACE: Duration = Duration::from_millis(50);
/// Heaps that are enough to see a sparse space; it is looked for again at every fourfold.
const FIRST_STAGE: u64 = 1 << 14;

/// The clock of the host, where values are to be seen between two slices.
pub type Clock<'c> = Option<&'c dyn Fn() -> Duration>;

/// A sink that fills the values of a job.
struct Keep<'j> {
    values: &'j HeldValues,
    progress: &'j JobProgress,
    waiting: Vec<u32>,
    bits_used: u64,
    clock: Clock<'j>,
    flushed: Duration,
}

impl Keep<'_> {
    fn flush(&mut self) {
        if !self.waiting.is_empty() {
            self.values.push(Packed::from(Values::Small(&self.waiting)));
            self.progress.done.store(self.values.count(), Ordering::Relaxed);
            self.waiting.clear();
        }
        self.flushed = self.clock.map_or(Duration::ZERO, |now| now());
    }

    fn is_late(&self) -> bool {
        self.clock.is_some_and(|now| now().saturating_sub(self.flushed) > PACE)
    }
}

impl Sink for Keep<'_> {
    fn accept(&mut self, _first: u64, values: Values<'_>) -> ControlFlow<()> {
        if self.progress.cancelled() {
            return ControlFlow::Break(());
        }
        self.bits_used |= values.bits();
        values.visit(|value| self.waiting.push(u32::try_from(value).unwrap_or(u32::MAX)));
        if self.waiting.len() >= CHUNK || self.is_late() {
            self.flush();
        }
        ControlFlow::Continue(())
    }
}

/// The values of a game on their way.
pub struct SequenceWork {
    sequence: Sequence,
    to: u64,
    next: u64,
    stage: u64,
    is_closed: bool,
    bits_used: u64,
}

impl SequenceWork {
    /// Before the first heap.
    pub fn new(game: &HeapGame, to: u64, threads: usize) -> Self {
        let settings = EngineSettings { threads, ..EngineSettings::default() };
        let is_closed = closed_form(&game.rule, to).is_some();
        let stage = if is_closed { to } else { FIRST_STAGE.min(to) };
        let sequence = Sequence::new(game.clone(), settings);
        Self { sequence, to, next: 0, stage, is_closed, bits_used: 0 }
    }

    /// Computes so many more heaps at most, to the end of a stage, and tells whether all are there.
    pub fn advance(
        &mut self,
        values: &HeldValues,
        progress: &JobProgress,
        heaps: u64,
        clock: Clock<'_>,
    ) -> Result<bool, String> {
        let limits = of_job();
        let flushed = clock.map_or(Duration::ZERO, |now| now());
        let bits_used = self.bits_used;
        let mut keep = Keep { values, progress, waiting: Vec::new(), bits_used, clock, flushed };
        let last = self.next.saturating_add(heaps.max(1) - 1).min(self.stage);
        let outcome = if self.is_closed {
            self.sequence.stream(self.next..=last, &limits, &mut keep).map(drop)
        } else {
            self.sequence.compute(self.next..=last, &limits, &mut keep)
        };
        keep.flush();
        self.bits_used = keep.bits_used;
        outcome.map_err(|refusal: TooLarge| Refusal::from(refusal).message)?;
        self.next = last.saturating_add(1);
        if last == self.stage {
            self.stage = self.stage.saturating_mul(4).min(self.to);
        }
        Ok(last == self.to || progress.cancelled())
    }

    /// The sparse space, as far as it is seen.
    pub fn classes(&self) -> Option<Classes> {
        if self.is_closed {
            return None;
        }
        self.sequence.space().map(|space| Classes::of_space(space, self.bits_used))
    }
}
