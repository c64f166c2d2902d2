//! The values that a run has kept, as the source of a search for a period.

use std::sync::atomic::{AtomicBool, Ordering};

use sprague::nimber::Nimber;
use sprague::sequence::period::Source;
use sprague::sequence::{CHUNK, Sink, Space};
use sprague_store::{Contents, StoreError};

/// Values of a finished run, a segment in memory at a time.
pub struct KeptValues<'a> {
    contents: &'a Contents,
    space: Option<Space>,
    segment: Option<(u64, Vec<Nimber>)>,
    stop: &'a AtomicBool,
    /// What could not be read: nothing is believed then.
    pub failure: Option<StoreError>,
}

impl<'a> KeptValues<'a> {
    /// The values of a run, and the sparse space that its engine found.
    pub const fn new(contents: &'a Contents, space: Option<Space>, stop: &'a AtomicBool) -> Self {
        Self { contents, space, segment: None, stop, failure: None }
    }
}

impl Source for KeptValues<'_> {
    fn send(&mut self, mut from: u64, to: u64, sink: &mut dyn Sink) {
        const PIECE: usize = 1 << 14;
        while from <= to && !self.stopped() {
            let number = from / CHUNK;
            if self.segment.as_ref().is_none_or(|(held, _)| *held != number) {
                match self.contents.values(number) {
                    Ok(values) => self.segment = Some((number, values)),
                    Err(error) => self.failure = Some(error),
                }
            }
            let Some((_, values)) = self.segment.as_ref().filter(|(held, _)| *held == number) else { return };
            let start = (from - number * CHUNK) as usize;
            let end = (start + PIECE).min(values.len()).min(start + (to - from) as usize + 1);
            if start >= end || sink.accept(from, values[start..end].into()).is_break() {
                return;
            }
            from += (end - start) as u64;
        }
    }

    fn space(&self) -> Option<Space> {
        self.space
    }

    fn stopped(&self) -> bool {
        self.failure.is_some() || self.stop.load(Ordering::Relaxed)
    }
}
