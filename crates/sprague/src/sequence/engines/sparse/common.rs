//! The common part: for a block of heaps, the least common value that no option with a rare part has.
//!
//! A rare heap r excludes from the heaps n the nim-sum of its value with that of n - i - r, i a break index: an entry
//! with shift i + r. Entries that reach behind the block are collected once. The others depend on the block itself:
//! its values are guessed from what is known, the near entries are collected from the guesses, and that is repeated
//! until a round changes nothing. By induction over the heaps such a fixed point is the true sequence. Heaps whose
//! mex lies beyond the planes are computed one by one in every round.

use crate::sequence::engines::sparse::history::{Heap, History};
use crate::sequence::engines::sparse::state::SPECIAL;
use crate::sequence::shape::{Break, Phase};
use sprague_kernels::{BEYOND, Loops, MOST_LANES, Planes, ShiftEntry};

/// Working memory of the common part.
#[derive(Clone, Debug)]
pub struct Common {
    loops: Loops,
    far: Planes,
    near: Planes,
    mexes: Vec<u8>,
    marks: Vec<u64>,
    stamp: u64,
}

impl Common {
    /// Working memory for sets of `planes` times eight indices.
    pub fn new(loops: Loops, planes: usize) -> Self {
        Self {
            loops,
            far: Planes::new(planes),
            near: Planes::new(planes),
            mexes: vec![0; MOST_LANES],
            marks: vec![0; 512],
            stamp: 0,
        }
    }

    /// How many groups of eight indices the planes hold.
    pub const fn planes(&self) -> usize {
        self.far.count()
    }

    /// Computes the common values of the next `lanes` heaps, none of which may prove rare, and leaves them as the
    /// history's guesses.
    pub fn solve(&mut self, history: &mut History, sources: &Sources, lanes: usize) {
        let padded = lanes.next_multiple_of(64);
        self.far.clear(padded);
        let end = history.next() + lanes as u64;
        let critical = sources.critical(history, lanes);
        let fewer;
        let entries = if critical.is_empty() {
            sources.entries()
        } else {
            fewer = sources.without(&critical, history);
            &fewer
        };
        let entries = &entries[..entries.partition_point(|entry| u64::from(entry.shift) < end)];
        let (near, far) = entries.split_at(entries.partition_point(|entry| (entry.shift as usize) < lanes));
        self.loops.collect(history.view(lanes), far, &mut self.far);
        self.add_exceptions(history, sources, &critical, lanes);
        self.mexes[..lanes].fill(SPECIAL);
        let mut singles: Vec<(usize, u32)> = Vec::new();
        loop {
            self.near.clear(padded);
            self.loops.collect(history.view(lanes), near, &mut self.near);
            let mut changed = self.loops.mex(&self.far, &self.near, &mut self.mexes[..padded]);
            history.guess_all(&self.mexes[..lanes]);
            let mut again = Vec::new();
            if self.mexes[..lanes].contains(&BEYOND) {
                for lane in (0..lanes).filter(|&lane| self.mexes[lane] == BEYOND).collect::<Vec<_>>() {
                    let index = self.single(history, sources, history.next() + lane as u64);
                    history.write(lane, index);
                    again.push((lane, index));
                }
            }
            changed |= again != singles;
            singles = again;
            if !changed || near.is_empty() && singles.is_empty() {
                break;
            }
        }
    }

    /// Adds what the entries leave out: parts that differ too little for some heaps of the block, moves that turn the
    /// class, and tall heaps that meet tall rare ones.
    fn add_exceptions(
        &mut self,
        history: &History,
        sources: &Sources,
        critical: &[(Break, u64, u32)],
        lanes: usize,
    ) {
        let first = history.next();
        for &(a_break, rare, index) in critical.iter().chain(sources.distant()) {
            for lane in 0..lanes {
                let heap = first + lane as u64;
                if a_break.allows(heap, rare)
                    && let Heap::Common(other) = history.heap(heap - a_break.taken - rare)
                {
                    self.far.insert(lane, other ^ index);
                }
            }
        }
        for &taken in sources.turning() {
            let low = first.saturating_sub(taken);
            let from = history.rares().partition_point(|rare| rare.0 < low);
            let end = first + lanes as u64;
            for &(rare, value) in history.rares()[from..].iter().take_while(|rare| rare.0 + taken < end) {
                let heap = rare + taken;
                if rare > 0 && heap >= first {
                    self.far.insert((heap - first) as usize, history.space().index(value));
                }
            }
        }
        for &(shift, index) in sources.tall() {
            let low = first.saturating_sub(shift);
            let from = history.tall().partition_point(|tall| tall.0 < low);
            let end = first + lanes as u64;
            for &(heap, other) in history.tall()[from..].iter().take_while(|tall| tall.0 + shift < end) {
                if heap + shift >= first {
                    self.far.insert((heap + shift - first) as usize, other ^ index);
                }
            }
        }
    }

    /// The common index of one heap, from all moves with a rare part; the guesses below it count as known.
    pub fn single(&mut self, history: &History, sources: &Sources, heap: u64) -> u32 {
        self.stamp += 1;
        let stamp = self.stamp;
        let mut mark = |index: u32| {
            let index = index as usize;
            if index >= self.marks.len() {
                self.marks.resize(index + 1, 0);
            }
            self.marks[index] = stamp;
        };
        let space = history.space();
        let view = history.view(0);
        let at = view.at + (heap - history.next()) as usize;
        for &taken in sources.phase().singles.iter().take_while(|&&taken| taken < heap) {
            match history.heap(heap - taken) {
                Heap::Common(index) if !space.turns(taken) => mark(index),
                Heap::Rare(index) if space.turns(taken) => mark(index),
                _ => {}
            }
        }
        let last = sources.entries().last().map_or(0, |entry| u64::from(entry.shift));
        let simple = sources.distant().is_empty()
            && sources.phase().breaks.iter().all(|a_break| {
                last.saturating_mul(2).saturating_add(a_break.differ).saturating_add(a_break.taken) < heap
            });
        if simple {
            for entry in sources.entries() {
                let byte = view.bytes[at - entry.shift as usize];
                if byte != SPECIAL {
                    mark(u32::from(byte ^ entry.index));
                } else if let Heap::Common(other) = history.heap(heap - u64::from(entry.shift)) {
                    mark(other ^ u32::from(entry.index));
                }
            }
            // A rare heap too tall for an entry excludes an index below the ceiling only together with a tall heap.
            for &(shift, index) in sources.tall().iter().filter(|tall| tall.0 < heap) {
                if let Ok(at) = history.tall().binary_search_by_key(&(heap - shift), |tall| tall.0) {
                    mark(history.tall()[at].1 ^ index);
                }
            }
            let excluded = self.marks.iter().take_while(|&&mark| mark == stamp).count() as u32;
            if excluded < history.ceiling() || sources.tall().is_empty() {
                return excluded;
            }
        }
        for a_break in &sources.phase().breaks {
            let left = heap.saturating_sub(a_break.taken);
            for &(rare, value) in history.rares().iter().take_while(|rare| rare.0 < left) {
                if a_break.allows(heap, rare)
                    && let Heap::Common(other) = history.heap(left - rare)
                {
                    let index = (other ^ space.index(value)) as usize;
                    if index >= self.marks.len() {
                        self.marks.resize(index + 1, 0);
                    }
                    self.marks[index] = stamp;
                }
            }
        }
        self.marks.iter().take_while(|&&mark| mark == stamp).count() as u32
    }
}

/// The sources of exclusions in one phase of a rule.
#[derive(Clone, Debug)]
pub struct Sources {
    phase: Phase,
    /// Entries whose index fits the bytes, by shift.
    entries: Vec<ShiftEntry>,
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
        sources.entries.extend(keeping.iter().map(|&taken| ShiftEntry { shift: taken as u32, index: 0 }));
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
                self.entries.push(ShiftEntry { shift: shift as u32, index: index as u8 });
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
    pub fn entries(&self) -> &[ShiftEntry] {
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
    pub fn without(&self, critical: &[(Break, u64, u32)], history: &History) -> Vec<ShiftEntry> {
        let mut others = Vec::with_capacity(self.entries.len());
        let space = history.space();
        let keeping = self.phase.singles.iter().filter(|&&taken| !space.turns(taken));
        others.extend(keeping.map(|&taken| ShiftEntry { shift: taken as u32, index: 0 }));
        for &a_break in &self.phase.breaks {
            for &(rare, value) in history.rares() {
                let index = space.index(value);
                let skip = rare == 0
                    || index >= history.ceiling()
                    || rare + a_break.taken > history.farthest().into()
                    || critical.iter().any(|c| c.0 == a_break && c.1 == rare);
                if !skip {
                    others.push(ShiftEntry { shift: (rare + a_break.taken) as u32, index: index as u8 });
                }
            }
        }
        others.sort_unstable();
        others
    }
}
