//! How a history grows and shrinks: blocks taken as known, rare heaps, roll-back, forgetting, another range.

use super::super::kernels::Range;
use super::{History, MARGIN, MOST_TALL, SPECIAL};

impl History {
    /// Notes that indices up to this one occur.
    pub fn saw(&mut self, index: u32) {
        let value = self.space.common(0, index) | self.space.rare(0, index);
        self.seen |= value.checked_next_power_of_two().map_or(u32::MAX, |power| power - 1) | value;
    }

    /// Takes the first `lanes` heaps of the block as known and drops the others.
    pub fn commit(&mut self, lanes: usize) {
        self.next += lanes as u64;
        let length = self.place(self.next) + MARGIN;
        self.bytes.resize(length.max(self.bytes.len()), SPECIAL);
        let end = self.place(self.next);
        self.bytes[end..].fill(SPECIAL);
        self.bytes.truncate(length);
        if self.range == Range::Full {
            self.counts.resize(length.max(self.counts.len()), 0);
            self.counts[end..].fill(0);
            self.counts.truncate(length);
        }
        while self.tall.last().is_some_and(|tall| tall.0 >= self.next) {
            self.tall.pop();
        }
    }

    /// Takes the bytes as the next heaps, none of them rare or tall.
    pub fn append(&mut self, bytes: &[u8]) {
        self.bytes.truncate(self.place(self.next));
        self.bytes.extend_from_slice(bytes);
        if self.range == Range::Full {
            self.counts.truncate(self.bytes.len() - bytes.len());
            self.counts.resize(self.bytes.len(), 255);
        }
        self.commit(bytes.len());
    }

    /// Drops the heaps from `heap` on, none of which is rare.
    pub fn rewind(&mut self, heap: u64) {
        self.next = heap;
        self.commit(0);
    }

    /// Adds the next heap, which has a rare value. A value with a bit that none had before makes the space larger
    /// instead: there it is common. Tells whether the heap is rare.
    pub fn commit_rare(&mut self, value: u32) -> bool {
        let top = value.checked_ilog2().unwrap_or(0);
        if value >> top == 1 && self.seen >> top == 0 {
            self.space = self.space.with_bit(top);
            self.seen |= value;
            self.write(0, self.space.index(value));
            self.commit(1);
            return false;
        }
        self.seen |= value;
        self.rares.push((self.next, value));
        self.commit(1);
        true
    }

    /// Forgets old heaps, but none of the last `reach`, once there are many. Tall ones stay listed as witnesses as long
    /// as the other part may be remembered: where they are small, or recent.
    pub fn forget(&mut self, reach: u64) {
        let known = (self.next - self.base) as usize;
        let keep = (reach as usize).max(self.memory);
        if known > keep + keep / 16 {
            let drop = known - keep;
            let small = (keep + keep / 8) as u64;
            self.list_tall(drop, small);
            self.bytes.drain(..drop);
            if self.range == Range::Full {
                self.counts.drain(..drop);
            }
            self.base += drop as u64;
            let base = self.base;
            self.tall.retain(|tall| tall.0 >= base || tall.0 < small);
        }
    }

    /// Lists the first `drop` heaps remembered as far as they are small and do not fit half the range, unless there are
    /// many; with half the range they are listed already.
    fn list_tall(&mut self, drop: usize, small: u64) {
        let drop = drop.min(small.saturating_sub(self.base) as usize);
        let counts = self.counts.get(MARGIN..MARGIN + drop).unwrap_or_default();
        let heaps = (self.base..).zip(self.bytes[MARGIN..].iter().zip(counts));
        let tall = heaps.filter(|(_, (byte, counts))| **byte >= 128 && **counts == 255);
        if tall.clone().take(MOST_TALL).count() < MOST_TALL {
            self.tall.extend(tall.map(|(heap, (byte, _))| (heap, (*byte).into())));
            self.tall.sort_unstable();
        }
    }

    /// Widens the range of the bytes.
    pub fn widen(&mut self) {
        if self.range == Range::Full {
            return;
        }
        self.range = Range::Full;
        self.counts = self.bytes.iter().map(|&byte| if byte == SPECIAL { 0 } else { 255 }).collect();
        // what is no longer remembered stays listed
        let fits = |tall: &(u64, u32)| tall.1 < 256 && tall.0 >= self.base;
        let (fits, tall): (Vec<_>, Vec<_>) = std::mem::take(&mut self.tall).into_iter().partition(fits);
        self.tall = tall;
        for (heap, index) in fits {
            let at = self.place(heap);
            self.bytes[at] = index as u8;
            self.counts[at] = 255;
        }
    }

    /// Narrows the range of the bytes; what no longer fits is listed.
    pub fn narrow(&mut self) {
        if self.range == Range::Half {
            return;
        }
        self.range = Range::Half;
        let ceiling = self.ceiling();
        let from = self.base;
        let counts = std::mem::take(&mut self.counts);
        for (at, byte) in self.bytes.iter_mut().enumerate().skip(MARGIN) {
            if u32::from(*byte) >= ceiling && counts[at] == 255 {
                self.tall.push((from + (at - MARGIN) as u64, (*byte).into()));
                *byte = SPECIAL;
            }
        }
        self.tall.sort_unstable();
    }
}
