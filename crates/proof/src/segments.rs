//! The writer of segments: an observer of the engine that keeps a window of the last values and a hash.

use std::ops::ControlFlow;

use sprague::sequence::period::Source;
use sprague::sequence::{Kind, Sink, Space, Values};
use sprague_certificate as certificate;
use sprague_certificate::{Digest, Runs, SegmentText};

/// Sees each value once, in order, and closes a segment at each cut.
#[derive(Debug)]
pub struct Writer {
    space: Space,
    cuts: Vec<u64>,
    /// How many of the last values are written at each cut.
    window: usize,
    next: u64,
    recent: Vec<u32>,
    digest: Digest,
    bits: u32,
    rare: Vec<(u64, u32)>,
    segments: Vec<SegmentText>,
}

impl Writer {
    /// Before the first value. The cuts ascend, and the first is at least `window`.
    pub fn new(space: Space, cuts: Vec<u64>, window: u64) -> Self {
        Self {
            space,
            cuts,
            window: window as usize,
            next: 0,
            recent: Vec::new(),
            digest: Digest::default(),
            bits: 0,
            rare: Vec::new(),
            segments: Vec::new(),
        }
    }

    /// Writes all segments, for witnesses that reach so far. Bits of the mask that no value has say nothing and are
    /// left out.
    pub fn run(mut self, source: &mut dyn Source, reach: u64) -> (certificate::SpaceText, Vec<SegmentText>) {
        if let Some(end) = self.cuts.last().copied() {
            source.send(0, end - 1, &mut self);
        }
        let kind = kind(self.space);
        let space =
            certificate::SpaceText { mask: self.space.used_mask(self.bits), kind, reach, rare: self.rare };
        (space, self.segments)
    }

    fn take(&mut self, value: u32) {
        if self.space.is_rare(self.next, value) {
            self.rare.push((self.next, value));
        }
        self.bits |= value;
        self.digest.add(value);
        if self.recent.len() >= 2 * self.window {
            self.recent.drain(..self.window);
        }
        self.recent.push(value);
        self.next += 1;
        if self.cuts.get(self.segments.len()) == Some(&self.next) {
            let window = &self.recent[self.recent.len().saturating_sub(self.window)..];
            let sha256 = Some(std::mem::take(&mut self.digest).finish());
            self.segments.push(SegmentText { end: self.next, sha256, window: Runs::of(window) });
        }
    }
}

impl Sink for Writer {
    fn accept(&mut self, _: u64, values: Values<'_>) -> ControlFlow<()> {
        values.visit(|value| self.take(value as u32));
        ControlFlow::Continue(())
    }
}

/// The type of a space, as certificates call it.
pub const fn kind(space: Space) -> certificate::SpaceType {
    match space.kind() {
        Kind::Value => certificate::SpaceType::Zero,
        Kind::ValueAndSize(_) => certificate::SpaceType::One,
    }
}
