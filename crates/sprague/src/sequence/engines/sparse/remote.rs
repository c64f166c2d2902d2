//! Stretches of heaps from an accelerator or another helper, and the searches for witnesses that it leaves to the
//! engine.

use super::{CALM, Course, Sparse};
use crate::sequence::accelerator::{Accelerator, Helpers, Stretch, StretchInput};
use crate::sequence::engines::sparse::rare::Open;
use crate::sequence::engines::sparse::state::SPECIAL;
use crate::sequence::engines::sparse::walk::{KNOWN, MOST_ENTRIES, Walk};
use sprague_kernels::IndexRange;

/// The ground is handed over anew after so many heaps.
const FARTHEST: u64 = 1 << 28;

/// The end is moved further by so many heaps at least.
const EXTENSION: u64 = 1 << 20;

/// On which terms heaps are handed over.
#[derive(Clone, Copy, Debug)]
struct Terms {
    /// A shorter stretch is not worth it; after one the engine goes on alone for as long.
    worth: u64,
    /// How many heaps are given at least, and how many times that many must be known.
    window: u64,
    times: u64,
    /// How many heaps without a rare one it takes.
    calm: u64,
    /// Whether other threads may work where the helper does not.
    leaves_room: bool,
}

impl Terms {
    /// Those of another processor.
    const DEVICE: Self = Self { worth: 1 << 14, window: 1 << 18, times: 4, calm: CALM, leaves_room: false };
    /// Those of the walk, which is taken up in microseconds.
    const WALK: Self = Self { worth: 1 << 13, window: KNOWN, times: 1, calm: 1 << 13, leaves_room: true };
}

impl Default for Terms {
    fn default() -> Self {
        Self::DEVICE
    }
}

/// A helper at work. A copy of the engine has none.
#[derive(Debug, Default)]
pub struct Remote {
    device: Option<Box<dyn Accelerator>>,
    terms: Terms,
    is_loaded: bool,
    /// Heaps that have not been taken up yet.
    ahead: Stretch,
    /// Why it was given up.
    notice: Option<String>,
    /// The heap at which it was loaded.
    loaded_at: u64,
    /// The first heap that is left to the engine.
    until: u64,
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
        (self.device, self.terms) = (Some(device), Terms::DEVICE);
    }

    /// Whether there is a device, between whose stretches there is not enough to share.
    pub const fn is_attached(&self) -> bool {
        self.device.is_some() && !self.terms.leaves_room
    }

    /// Whether a helper computes the next heaps.
    #[cfg(test)]
    pub const fn is_loaded(&self) -> bool {
        self.is_loaded
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

    /// Lets the helper go; another may be tried when there are twice as many heaps.
    fn give_up(&mut self, next: u64, why: String) {
        self.drop_ahead();
        self.pause_until = 2 * next;
        self.device = None;
        self.notice = Some(why);
    }

    /// Fetches the heaps from `next` on, if there are none ahead; tells how many there are before `limit`, none where
    /// the engine must go on itself.
    fn fetch(&mut self, next: u64, limit: u64) -> usize {
        let ahead = &self.ahead;
        if !(ahead.first..ahead.first + ahead.bytes.len() as u64).contains(&next) {
            self.ahead = Stretch::default();
            match self.device.as_mut().map(|device| device.stretch()) {
                Some(Ok(mut stretch)) if stretch.first == next => {
                    stretch.open.sort_unstable();
                    self.ahead = stretch;
                }
                Some(Ok(_)) | None => {}
                Some(Err(why)) => self.give_up(next, why),
            }
        }
        let until = limit.min(self.ahead.first + self.ahead.bytes.len() as u64);
        until.saturating_sub(next) as usize
    }
}

impl Sparse {
    /// Takes up heaps before `limit` from the accelerator; tells whether there were any.
    pub(crate) fn follow_remote(&mut self, limit: u64) -> bool {
        if self.remote.device.is_none() {
            self.take_helper();
        }
        if self.remote.device.is_none() {
            return false;
        }
        if !self.remote.is_loaded {
            if !self.load_remote() {
                return false;
            }
            // what others have computed ahead is of no use behind the helper's heaps
            self.ahead.dismiss(self.checked);
        }
        let first = self.checked;
        let count = self.remote.fetch(first, limit);
        if count == 0 {
            let worth = self.remote.terms.worth;
            if self.checked < self.remote.loaded_at + worth {
                self.remote.pause_until = self.checked + worth;
            }
            self.remote.drop_ahead();
            return false;
        }
        let ahead = std::mem::take(&mut self.remote.ahead);
        let bytes = &ahead.bytes[(first - ahead.first) as usize..][..count];
        let place = |heap: u64| ahead.open.partition_point(|open| open.0 < heap);
        let mut missing: Vec<(u64, [u64; 4])> = Vec::new();
        for (heap, indices) in &ahead.open[place(first)..place(first + count as u64)] {
            let mut set = [0; 4];
            for index in indices {
                set[*index as usize / 64] |= 1 << (index % 64);
            }
            missing.push((*heap, set));
        }
        let Some(tall) = self.take_up(bytes) else {
            self.history.rewind(self.checked);
            self.remote.give_up(self.checked, "it left out a heap that it could have computed".to_owned());
            return false;
        };
        missing.extend(tall);
        missing.sort_unstable();
        let phase = self.sources.phase().clone();
        let search = |(heap, set)| self.rare.settle(&self.history, &phase, heap, set);
        let open: Vec<Open> = missing.into_iter().filter_map(search).collect();
        self.remote.ahead = ahead;
        if self.settle(&open, first + count as u64) == Course::Changed {
            self.remote.drop_ahead();
        } else {
            self.extend_remote();
        }
        true
    }

    /// The first heap at which something out of the ordinary happens, as far as can be told now: what tall heaps exclude
    /// when they meet tall rare ones must be known when heaps are handed over.
    fn ordinary_until(&self) -> u64 {
        let clear = self.sources.clear_until(&self.history, self.checked);
        self.sources.tall().iter().map(|tall| self.checked + tall.0).fold(clear, u64::min)
    }

    /// Moves the end of what is handed over further.
    fn extend_remote(&mut self) {
        let (from, until) = (self.remote.until, self.ordinary_until().min(self.remote.loaded_at + FARTHEST));
        if until >= from + EXTENSION
            && let Some(device) = &mut self.remote.device
        {
            device.extend(until, &self.sources.tall_meetings(&self.history, from, until));
            self.remote.until = until;
        }
    }

    /// Takes the bytes as the next heaps and computes those that the accelerator left; returns them, with all rare
    /// indices below the ceiling. `None` where one of them has an index below the ceiling after all.
    pub(super) fn take_up(&mut self, bytes: &[u8]) -> Option<Vec<(u64, [u64; 4])>> {
        /// Heaps that are taken up as they are when there is no mark among them.
        const RUN: usize = 1 << 12;
        let mut tall = Vec::new();
        for run in bytes.chunks(RUN) {
            if run.iter().fold(0, |top: u8, &byte| top.max(byte)) < SPECIAL {
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

    /// Takes a helper that suits the game, where none is attached.
    fn take_helper(&mut self) {
        let is_few = self.sources.entries().len() <= MOST_ENTRIES;
        let is_allowed = self.settings.helpers == Helpers::Allowed && self.settings.block > 1 && is_few;
        if is_allowed && self.checked >= KNOWN.max(self.remote.pause_until) {
            self.remote.device = Some(Box::new(Walk::new(self.settings.loops, self.settings.threads)));
            self.remote.terms = Terms::WALK;
        }
    }

    /// Hands over the ground, if nothing out of the ordinary happens soon.
    fn load_remote(&mut self) -> bool {
        let next = self.checked;
        let reach = self.sources.entries().last().map_or(0, |entry| u64::from(entry.shift));
        let Terms { worth, window, times, calm, .. } = self.remote.terms;
        let span = reach.max(window);
        let kept = next.saturating_sub(span).max(self.history.first());
        let until = self.ordinary_until().min(next.saturating_add(FARTHEST));
        let known = next - kept >= span && times * span < next;
        // with a small part that is asked for a witness, the parts must differ enough
        let breaks = &self.sources.phase().breaks;
        let is_clear = breaks.iter().all(|a_break| a_break.differ.saturating_add(a_break.taken) < next / 2);
        if !known
            || !is_clear
            || self.calm() <= calm
            || until < next + worth
            || next < self.remote.pause_until
        {
            return false;
        }
        (self.remote.loaded_at, self.remote.until) = (next, until);
        let ceiling = match self.history.range() {
            IndexRange::Half => 128,
            IndexRange::Full => 255,
        };
        if self.history.range() == IndexRange::Full && self.history.has_greatest(kept) {
            self.remote.give_up(next, "the index 255 occurs, which its bytes cannot hold".to_owned());
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
            Some(Err(why)) => self.remote.give_up(next, why),
            None => {}
        }
        self.remote.is_loaded
    }
}
