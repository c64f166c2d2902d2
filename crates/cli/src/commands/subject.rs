//! A game, or a run folder in place of one.
//!
//! A text that names a game is read as a game; otherwise a folder with a manifest is a run. A run answers with what it
//! has: counts, rare heaps and signatures from its last checkpoint, and values if it keeps them. The rest is computed from its
//! rule, by default as far as the run has come.

use std::ops::RangeInclusive;
use std::path::Path;

use sprague::heap::HeapGame;
use sprague::sequence::{CHUNK, Sink, Values, root};
use sprague_store::{Contents, Status, StoreError, status};

use super::folder;
use super::heap_game;
use crate::failure::Failure;

/// What was named.
pub struct Subject {
    /// The game.
    pub game: HeapGame,
    /// The run, if it was one.
    pub run: Option<Box<(Status, Contents)>>,
}

/// Reads a game or a run folder that was typed.
pub fn subject(text: &str) -> Result<Subject, Failure> {
    let refusal = match heap_game(text) {
        Ok(game) => return Ok(Subject { game, run: None }),
        Err(refusal) => refusal,
    };
    match status(&folder(Path::new(text))) {
        Err(StoreError::NoRun(_)) => Err(refusal),
        Err(error) => Err(error.into()),
        Ok(run) => {
            let game = heap_game(&run.0.manifest.game).or_else(|_| heap_game(&run.0.manifest.rule))?;
            Ok(Subject { game, run: Some(Box::new(run)) })
        }
    }
}

impl Subject {
    /// The last heap: as asked for, or as far as the run has come, or the usual one.
    pub fn to(&self, asked: Option<u64>, usual: u64) -> u64 {
        asked.or(self.reached()).unwrap_or(usual)
    }

    /// The last heap of the run, if it was one.
    pub fn reached(&self) -> Option<u64> {
        self.run.as_ref().and_then(|run| run.0.done)
    }

    /// The run, if it answers for the heaps 0 to `to`.
    pub fn run_to(&self, to: u64) -> Option<&Status> {
        self.run.as_ref().map(|run| &run.0).filter(|status| status.done == Some(to))
    }

    /// The signature of a range of heaps, if the run has hashed exactly these: whole segments, the last one perhaps cut at
    /// the last heap of the run.
    pub fn signature(&self, heaps: RangeInclusive<u64>) -> Option<String> {
        let (from, to) = heaps.into_inner();
        let (status, contents) = &**self.run.as_ref()?;
        let done = status.done.filter(|&done| to <= done)?;
        let is_end = to == done || to % CHUNK == CHUNK - 1;
        let leaves = contents.leaves.get((from / CHUNK) as usize..=(to / CHUNK) as usize)?;
        (from.is_multiple_of(CHUNK) && is_end).then(|| root(leaves))
    }

    /// Sends the values of a range of heaps to the sink if the run keeps them; tells whether it does.
    pub fn send_kept(&self, heaps: RangeInclusive<u64>, sink: &mut dyn Sink) -> Result<bool, Failure> {
        let (from, to) = heaps.into_inner();
        let Some(run) = &self.run else { return Ok(false) };
        let (status, contents) = &**run;
        if !status.manifest.keep_values || status.done.is_none_or(|done| done < to) {
            return Ok(false);
        }
        for segment in from / CHUNK..=to / CHUNK {
            let values = contents.values(segment)?;
            let first = segment * CHUNK;
            let (first, values) = Values::from(&values).within(first, (from, to));
            if sink.accept(first, values).is_break() {
                break;
            }
        }
        Ok(true)
    }
}
