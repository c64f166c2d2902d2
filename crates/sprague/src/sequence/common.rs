//! The common part: for a block of heaps, the least common value that no option with a rare part has.
//!
//! A rare heap r excludes from the heaps n the nim-sum of its value with that of n - i - r, i a break index: an entry
//! with shift i + r. Entries that reach behind the block are collected once. The others depend on the block itself:
//! its values are guessed from what is known, the near entries are collected from the guesses, and that is repeated
//! until a round changes nothing. By induction over the heaps such a fixed point is the true sequence. Heaps whose
//! mex lies beyond the planes are computed one by one in every round.

use super::history::{Heap, History, SPECIAL};
use super::kernels::{BEYOND, Level, MOST_LANES, Planes};
use super::shape::Break;
use super::sources::Sources;

/// Working memory of the common part.
#[derive(Clone, Debug)]
pub struct Common {
    level: Level,
    far: Planes,
    near: Planes,
    mexes: Vec<u8>,
    marks: Vec<u64>,
    stamp: u64,
    /// How many heaps had to be computed singly, of how many.
    pub beyond: (u64, u64),
}

impl Common {
    /// Working memory for sets of `planes` times eight indices.
    pub fn new(level: Level, planes: usize) -> Self {
        Self {
            level,
            far: Planes::new(planes),
            near: Planes::new(planes),
            mexes: vec![0; MOST_LANES],
            marks: vec![0; 512],
            stamp: 0,
            beyond: (0, 0),
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
        self.level.collect(history.view(lanes), far, &mut self.far);
        self.add_exceptions(history, sources, &critical, lanes);
        self.mexes[..lanes].fill(SPECIAL);
        let mut singles: Vec<(usize, u32)> = Vec::new();
        self.beyond.1 += lanes as u64;
        loop {
            self.near.clear(padded);
            self.level.collect(history.view(lanes), near, &mut self.near);
            let mut changed = self.level.mex(&self.far, &self.near, &mut self.mexes[..padded]);
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
        self.beyond.0 += singles.len() as u64;
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
