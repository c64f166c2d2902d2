//! Stretches of heaps from an accelerator, and the searches for witnesses that it leaves to the processor.

use super::{CALM, Course, Sparse};
use crate::sequence::accelerator::{Accelerator, Stretch, StretchInput};
use crate::sequence::engines::sparse::history::SPECIAL;
use crate::sequence::engines::sparse::rare::Open;
use crate::sequence::kernels::Range;

/// A shorter stretch is not worth handing over.
const WORTH: u64 = 1 << 14;

/// The ground is handed over anew after so many heaps.
const FARTHEST: u64 = 1 << 26;

/// After a stretch that was too short to pay, the processor goes on alone for a while.
const PAUSE: u64 = 1 << 14;

/// How many heaps the accelerator is given at least.
const WINDOW: u64 = 1 << 18;

/// An accelerator at work. A copy of the engine has none.
#[derive(Debug, Default)]
pub struct Remote {
    device: Option<Box<dyn Accelerator>>,
    is_loaded: bool,
    /// Heaps that have not been taken up yet.
    ahead: Stretch,
    /// Why it was given up.
    notice: Option<String>,
    /// The heap at which it was loaded.
    loaded_at: u64,
    /// The first heap at which it may be loaded again.
    pause_until: u64,
}

impl Clone for Remote {
    fn clone(&self) -> Self {
        Self { notice: self.notice.clone(), ..Self::default() }
    }
}

impl Remote {
    /// Takes up a device.
    pub fn attach(&mut self, device: Box<dyn Accelerator>) {
        self.device = Some(device);
    }

    /// Whether there is a device.
    pub const fn is_attached(&self) -> bool {
        self.device.is_some()
    }

    /// Why the accelerator was given up, if it was.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Drops what was computed ahead; the ground has changed.
    fn drop_ahead(&mut self) {
        self.is_loaded = false;
        self.ahead = Stretch::default();
    }

    fn give_up(&mut self, why: String) {
        self.drop_ahead();
        self.device = None;
        self.notice = Some(why);
    }

    /// The next heaps before `limit`, with those among them that are open; none where the engine must go on itself.
    fn take(&mut self, next: u64, limit: u64) -> (Vec<u8>, Vec<(u64, Vec<u32>)>) {
        if self.ahead.bytes.is_empty() || self.ahead.first != next {
            self.ahead = Stretch::default();
            match self.device.as_mut().map(|device| device.stretch()) {
                Some(Ok(stretch)) if stretch.first == next => self.ahead = stretch,
                Some(Ok(_)) | None => {}
                Some(Err(why)) => self.give_up(why),
            }
        }
        let count = (limit - next).min(self.ahead.bytes.len() as u64);
        let rest = self.ahead.bytes.split_off(count as usize);
        let bytes = std::mem::replace(&mut self.ahead.bytes, rest);
        self.ahead.first = next + count;
        let (mut open, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.ahead.open).into_iter().partition(|open| open.0 < next + count);
        self.ahead.open = later;
        open.sort_unstable();
        (bytes, open)
    }
}

impl Sparse {
    /// Takes up heaps before `limit` from the accelerator; tells whether there were any.
    pub(crate) fn follow_remote(&mut self, limit: u64) -> bool {
        if self.remote.device.is_none() || !self.remote.is_loaded && !self.load_remote() {
            return false;
        }
        let (bytes, found) = self.remote.take(self.checked, limit);
        if bytes.is_empty() {
            if self.checked < self.remote.loaded_at + WORTH {
                self.remote.pause_until = self.checked + PAUSE;
            }
            self.remote.drop_ahead();
            return false;
        }
        let mut missing: Vec<(u64, [u64; 4])> = Vec::new();
        for (heap, indices) in found {
            let mut set = [0; 4];
            for index in indices {
                set[index as usize / 64] |= 1 << (index % 64);
            }
            missing.push((heap, set));
        }
        let Some(tall) = self.take_up(&bytes) else {
            self.history.rewind(self.checked);
            self.remote.give_up("it left out a heap that it could have computed".to_owned());
            return false;
        };
        missing.extend(tall);
        missing.sort_unstable();
        let phase = self.sources.phase().clone();
        let search = |(heap, set)| self.rare.settle(&self.history, &phase, heap, set);
        let open: Vec<Open> = missing.into_iter().filter_map(search).collect();
        if self.settle(&open, self.checked + bytes.len() as u64) == Course::Changed {
            self.remote.drop_ahead();
        }
        true
    }

    /// Takes the bytes as the next heaps and computes those that the accelerator left; returns them, with all rare
    /// indices below the ceiling. `None` where one of them has an index below the ceiling after all.
    fn take_up(&mut self, bytes: &[u8]) -> Option<Vec<(u64, [u64; 4])>> {
        /// Heaps that are taken up as they are when there is no mark among them.
        const RUN: usize = 1 << 12;
        let mut tall = Vec::new();
        for run in bytes.chunks(RUN) {
            if !run.contains(&SPECIAL) {
                self.history.append(run);
                continue;
            }
            let mut pieces = run.split(|&byte| byte == SPECIAL);
            self.history.append(pieces.next().unwrap_or_default());
            for piece in pieces {
                let heap = self.history.next();
                let index = self.common.single(&self.history, &self.sources, heap);
                if index < self.history.ceiling() {
                    return None;
                }
                self.history.write(0, index);
                self.history.commit(1);
                tall.push((heap, [u64::MAX, u64::MAX, 0, 0]));
                self.history.append(piece);
            }
        }
        Some(tall)
    }

    /// Hands over the ground, if nothing out of the ordinary happens soon.
    fn load_remote(&mut self) -> bool {
        let next = self.checked;
        let reach = self.sources.entries().last().map_or(0, |entry| u64::from(entry.shift));
        let kept = next.saturating_sub(reach.max(WINDOW)).max(self.history.first());
        let until = self.sources.clear_until(&self.history, next).min(next.saturating_add(FARTHEST));
        // what tall heaps exclude when they meet tall rare ones must be known when the ground is handed over
        let until = until.min(self.sources.tall().iter().map(|tall| next + tall.0).min().unwrap_or(until));
        let known = next - kept >= reach.max(WINDOW) && 4 * reach.max(WINDOW) < next;
        if !known || self.calm() <= CALM || until < next + WORTH || next < self.remote.pause_until {
            return false;
        }
        self.remote.loaded_at = next;
        let ceiling = match self.history.range() {
            Range::Half => 128,
            Range::Full => 255,
        };
        if self.history.range() == Range::Full && self.history.has_greatest(kept) {
            self.remote.give_up("the index 255 occurs, which its bytes cannot hold".to_owned());
            return false;
        }
        let ground = StretchInput {
            next,
            until,
            window: &self.history.bytes_from(kept)[..(next - kept) as usize],
            ceiling,
            entries: self.sources.entries().iter().map(|entry| (entry.shift, entry.index)).collect(),
            exceptions: self.sources.tall_meetings(&self.history, next, until),
            taken: self.sources.phase().breaks.iter().map(|a_break| a_break.taken).collect(),
            small: self.rare.small(),
            space: self.history.space(),
        };
        match self.remote.device.as_mut().map(|device| device.load(&ground)) {
            Some(Ok(())) => self.remote.is_loaded = true,
            Some(Err(why)) => self.remote.give_up(why),
            None => {}
        }
        self.remote.is_loaded
    }
}
