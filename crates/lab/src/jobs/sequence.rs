//! The work of a sequence job: values stream from the engine into memory, where they can be looked at at once.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use sprague::heap::HeapGame;
use sprague::heap::closed::closed_form;
use sprague::limits::TooLarge;
use sprague::nimber::Nimber;
use sprague::sequence::{EngineSettings, Sequence, Sink};
use sprague_picture::Classes;

use super::job::{Job, Progress};
use super::values::{Chunk, Values};
use crate::limits::of_job;
use crate::problem::Problem;

/// The most values of a chunk.
const CHUNK: usize = 1 << 18;
/// How long values may wait to be seen.
const PACE: Duration = Duration::from_millis(50);
/// Heaps that are enough to see a sparse space; it is looked for again at every fourfold.
const FIRST_STAGE: u64 = 1 << 14;

/// A sink that fills the values of a job.
struct Keep<'j> {
    values: &'j Values,
    progress: &'j Progress,
    waiting: Vec<u32>,
    bits_used: u64,
    flushed: Instant,
}

impl Keep<'_> {
    fn flush(&mut self) {
        if !self.waiting.is_empty() {
            self.values.push(Chunk::new(&self.waiting));
            self.progress.done.store(self.values.count(), Ordering::Relaxed);
            self.waiting.clear();
        }
        self.flushed = Instant::now();
    }
}

impl Sink for Keep<'_> {
    fn accept(&mut self, _first: u64, values: &[Nimber]) -> ControlFlow<()> {
        if self.progress.cancelled() {
            return ControlFlow::Break(());
        }
        for value in values {
            self.bits_used |= value.0;
            self.waiting.push(u32::try_from(value.0).unwrap_or(u32::MAX));
        }
        if self.waiting.len() >= CHUNK || self.flushed.elapsed() > PACE {
            self.flush();
        }
        ControlFlow::Continue(())
    }
}

/// Computes the values; `learn` is told the sparse space as soon as there is one.
pub fn compute(job: &Job, game: &HeapGame, to: u64, learn: &dyn Fn(Option<Classes>)) -> Result<(), String> {
    let Some(values) = &job.values else { return Err("the job has no room for its values".to_owned()) };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = EngineSettings { threads, ..EngineSettings::default() };
    let mut sequence = Sequence::new(game.clone(), settings);
    let limits = of_job();
    let mut keep =
        Keep { values, progress: &job.progress, waiting: Vec::new(), bits_used: 0, flushed: Instant::now() };
    let in_words = |refusal: TooLarge| Problem::from(refusal).message;
    if closed_form(&game.rule, to).is_some() {
        let outcome = sequence.stream(0..=to, &limits, &mut keep);
        keep.flush();
        return outcome.map(drop).map_err(in_words);
    }
    let mut stage = FIRST_STAGE.min(to);
    loop {
        let outcome = sequence.compute(sequence.computed()..=stage, &limits, &mut keep);
        keep.flush();
        outcome.map_err(in_words)?;
        learn(sequence.space().map(|space| Classes::of_space(space, keep.bits_used)));
        if stage == to || job.progress.cancelled() {
            return Ok(());
        }
        stage = stage.saturating_mul(4).min(to);
    }
}
