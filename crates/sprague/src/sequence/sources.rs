//! What excludes values from a heap's common part: the rare heaps known so far, and the moves to one heap.
//!
//! A rare heap r and a break index i make an entry with shift i + r, which serves every heap alike. What does not fit
//! that form is kept apart: rare heaps whose index is too tall for a byte, or that lie too far back; moves that turn the
//! class in a space of type 1; and, near twice a rare heap, parts that would differ too little.

use super::history::History;
use super::kernels::Entry;
use super::shape::{Break, Phase};

/// The sources of exclusions in one phase of a rule.
#[derive(Clone, Debug)]
pub struct Sources {
    phase: Phase,
    /// Entries whose index fits the bytes, by shift.
    entries: Vec<Entry>,
    /// Shift and index of the others.
    tall: Vec<(u64, u32)>,
    /// Rare heaps too far away for an entry.
    distant: Vec<(Break, u64, u32)>,
    /// One-heap indices that turn the class (type 1).
    turning: Vec<u64>,
}

impl Sources {
    /// The sources that the rare heaps known so far make.
    pub fn new(phase: &Phase, history: &History) -> Self {
        let space = history.space();
        let (turning, keeping): (Vec<u64>, Vec<u64>) =
            phase.singles.iter().copied().partition(|&taken| space.turns(taken));
        let mut sources = Self {
            phase: phase.clone(),
            entries: Vec::new(),
            tall: Vec::new(),
            distant: Vec::new(),
            turning,
        };
        sources.entries.extend(keeping.iter().map(|&taken| Entry { shift: taken as u32, index: 0 }));
        for &(heap, value) in history.rares() {
            sources.push(heap, value, history);
        }
        sources.entries.sort_unstable();
        sources.entries.dedup();
        sources
    }

    fn push(&mut self, heap: u64, value: u32, history: &History) {
        if heap == 0 {
            return;
        }
        let index = history.space().index(value);
        for &a_break in &self.phase.breaks {
            let shift = heap + a_break.taken;
            if index >= history.ceiling() {
                self.tall.push((shift, index));
            } else if shift <= history.farthest().into() {
                self.entries.push(Entry { shift: shift as u32, index: index as u8 });
            } else {
                self.distant.push((a_break, heap, index));
            }
        }
    }

    /// Adds the rare heap that was found last.
    pub fn add(&mut self, history: &History) {
        if let Some(&(heap, value)) = history.rares().last() {
            self.push(heap, value, history);
            let tail = self.entries.len().saturating_sub(3 * self.phase.breaks.len() + 3);
            let reach = self.phase.breaks.iter().map(|a_break| a_break.taken).max().unwrap_or(0);
            if reach < 64 && tail > 0 && self.entries[tail..].iter().all(|e| *e > self.entries[tail - 1]) {
                self.entries[tail..].sort_unstable();
            } else {
                self.entries.sort_unstable();
            }
            self.entries.dedup();
        }
    }

    /// The phase these are for.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The entries, by shift.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Shift and index of the rare heaps whose index does not fit.
    pub fn tall(&self) -> &[(u64, u32)] {
        &self.tall
    }

    /// The rare heaps too far away for an entry, with the break index and their index.
    pub fn distant(&self) -> &[(Break, u64, u32)] {
        &self.distant
    }

    /// One-heap indices that turn the class (type 1).
    pub fn turning(&self) -> &[u64] {
        &self.turning
    }

    /// How many heaps back the sources reach.
    pub fn reach(&self) -> u64 {
        let tall = self.tall.iter().map(|tall| tall.0).max().unwrap_or(0);
        let distant = self.distant.iter().map(|(a_break, rare, _)| rare + a_break.taken).max().unwrap_or(0);
        self.entries.last().map_or(0, |entry| u64::from(entry.shift)).max(tall).max(distant)
    }

    /// The most heaps that a block may have: the exceptions must lie behind it.
    pub fn most_lanes(&self, heap: u64) -> u64 {
        let differ =
            self.phase.breaks.iter().map(|a_break| a_break.differ.saturating_add(a_break.taken)).max();
        let behind = heap.saturating_sub(differ.unwrap_or(0)).saturating_sub(2) / 2;
        let tall = self.tall.iter().map(|tall| tall.0).min().unwrap_or(u64::MAX);
        behind.min(tall).min(self.phase.until - heap)
    }

    /// The breaks and rare heaps that some heap of the block may not use, because the parts would differ too little.
    pub fn critical(&self, history: &History, lanes: usize) -> Vec<(Break, u64, u32)> {
        let (first, last) = (history.next(), history.next() + lanes as u64 - 1);
        let mut critical = Vec::new();
        for &a_break in self.phase.breaks.iter().filter(|a_break| a_break.differ > 0) {
            let rares = history.rares();
            let low = first.saturating_sub(a_break.taken).saturating_sub(a_break.differ) / 2;
            let high = (last - a_break.taken.min(last)).saturating_add(a_break.differ) / 2;
            let from = rares.partition_point(|rare| rare.0 < low);
            for &(rare, value) in rares[from..].iter().take_while(|rare| rare.0 <= high) {
                critical.push((a_break, rare, history.space().index(value)));
            }
        }
        critical
    }

    /// The first heap from `from` on that the entries alone do not serve: parts may differ too little, a move may turn the
    /// class of a rare heap, or the phase ends.
    pub fn clear_until(&self, history: &History, from: u64) -> u64 {
        if !self.distant.is_empty() {
            return from;
        }
        let mut until = self.phase.until;
        let mut avoid = |first: u64, last: u64| {
            if last >= from {
                until = until.min(first.max(from));
            }
        };
        for &(rare, _) in history.rares() {
            for a_break in self.phase.breaks.iter().filter(|a_break| a_break.differ > 0) {
                let even = 2 * rare + a_break.taken;
                avoid(even.saturating_sub(a_break.differ), even.saturating_add(a_break.differ));
            }
            self.turning.iter().for_each(|taken| avoid(rare + taken, rare + taken));
        }
        until
    }

    /// What tall heaps that meet tall rare ones exclude from the heaps from `from` up to and without `until`: heaps and
    /// indices that fit a byte, ascending.
    pub fn tall_meetings(&self, history: &History, from: u64, until: u64) -> Vec<(u64, u8)> {
        let mut meetings = Vec::new();
        for (shift, index) in &self.tall {
            let first = history.tall().partition_point(|tall| tall.0 + shift < from);
            let tall = history.tall()[first..].iter().take_while(|tall| tall.0 + shift < until);
            let sums =
                tall.map(|tall| (tall.0 + shift, tall.1 ^ index)).filter(|sum| sum.1 < history.ceiling());
            meetings.extend(sums.map(|(heap, sum)| (heap, sum as u8)));
        }
        meetings.sort_unstable();
        meetings.dedup();
        meetings
    }

    /// The entries without the critical ones.
    pub fn without(&self, critical: &[(Break, u64, u32)], history: &History) -> Vec<Entry> {
        let mut others = Vec::with_capacity(self.entries.len());
        let space = history.space();
        let keeping = self.phase.singles.iter().filter(|&&taken| !space.turns(taken));
        others.extend(keeping.map(|&taken| Entry { shift: taken as u32, index: 0 }));
        for &a_break in &self.phase.breaks {
            for &(rare, value) in history.rares() {
                let index = space.index(value);
                let skip = rare == 0
                    || index >= history.ceiling()
                    || rare + a_break.taken > history.farthest().into()
                    || critical.iter().any(|c| c.0 == a_break && c.1 == rare);
                if !skip {
                    others.push(Entry { shift: (rare + a_break.taken) as u32, index: index as u8 });
                }
            }
        }
        others.sort_unstable();
        others
    }
}
