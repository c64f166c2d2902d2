//! The common part by lists of candidates: how entries are worked off, and in which order.
//!
//! Entries that reach far behind a heap are worked off ahead of it ([`Ladder::list`]), and the few least indices that
//! they leave open are handed on; the near entries choose among these ([`Head`]). Far entries come in the order of their
//! use, found on a sample of recent heaps: first those that exclude most of what must be excluded. So after a quarter
//! of the entries the right index is among the seven least open ones, nearly always; the plan says when fewer will do.

use crate::sequence::engines::sparse::state::SPECIAL;
use sprague_kernels::{
    Entries, HANDED, HeapPlace, IndexRange, LANES, Lists, Log, Loops, MOST_CANDIDATES, Pins, ShiftEntry,
    Stages, Writer,
};

/// Heaps in a sample.
const SAMPLE: usize = 1 << 10;

/// One heap of how many may have its index beyond the candidates.
const MISSED: usize = 1000;

/// After so many entries it is looked up again which sets are still needed.
const LOOK: usize = 64;

/// Stages end at multiples of so many entries.
const STEP: usize = 8;

/// After how many entries 7, 6, 5, 4, 3 candidates will do.
type Enough = [usize; MOST_CANDIDATES - HANDED + 1];

/// The order of the far entries and where their stages end.
#[derive(Clone, Debug)]
pub struct Plan {
    stages: Stages,
    /// The entries it is for, by shift.
    far: Vec<ShiftEntry>,
    range: IndexRange,
    /// The first heap for which it was made, and how many entries there were.
    made_at: u64,
    planned: usize,
}

impl Plan {
    /// The plan for the heaps behind some bytes.
    pub fn new(far: Vec<ShiftEntry>, range: IndexRange, window: &[u8], next: u64) -> Self {
        let reach = far.iter().map(|entry| entry.shift as usize).max().unwrap_or(0);
        let step = (window.len().saturating_sub(reach) / (SAMPLE + 1)).max(1);
        let order = Sample::new(&far, window, 1, step).order();
        // other heaps than those that the order has learned by heart
        let (enough, beyond) = Sample::new(&far, window, 1 + step / 2, step).enough(&order);
        let order = order.into_iter().map(|entry| far[entry]).collect();
        let most = match range {
            IndexRange::Half => 16,
            IndexRange::Full => 31,
        };
        let planes = planes(window, most);
        let mut looks: Vec<(usize, u8)> = beyond.into_iter().take_while(|look| look.0 < enough[0]).collect();
        looks.push((enough[0], MOST_CANDIDATES as u8));
        let stages = Stages {
            entries: Entries::new(order),
            planes,
            looks,
            strikes: std::array::from_fn(|at| enough.get(at + 1).copied().unwrap_or(far.len())),
        };
        Self { stages, planned: far.len(), far, range, made_at: next }
    }

    /// The same plan for these entries, the new ones among them last; `None` where it cannot serve.
    pub fn adapted(mut self, far: &[ShiftEntry], range: IndexRange) -> Option<Self> {
        let mut old = self.far.iter().peekable();
        let is_new = |entry: &&ShiftEntry| old.next_if_eq(entry).is_none();
        let new: Vec<ShiftEntry> = far.iter().filter(is_new).copied().collect();
        if old.next().is_some() || self.range != range {
            return None;
        }
        if !new.is_empty() {
            let order = self.stages.entries.list().iter().copied().chain(new).collect();
            self.stages.entries = Entries::new(order);
            self.stages.strikes[MOST_CANDIDATES - HANDED] = far.len();
            self.far = far.to_vec();
        }
        Some(self)
    }

    /// Whether it is time for another: the sequence has grown fourfold, or many entries are new.
    pub fn is_old(&self, next: u64) -> bool {
        next / 4 >= self.made_at || self.far.len() > self.planned + self.planned / 16
    }
}

/// How many planes hold the indices of nearly all of the last heaps.
fn planes(window: &[u8], most: usize) -> usize {
    let last = &window[window.len() / 2..];
    let mut heaps = [0; 32];
    for &byte in last {
        heaps[usize::from(byte / 8)] += 1;
    }
    let mut beyond = 0;
    let is_spare = |&plane: &usize| {
        beyond += heaps[plane];
        beyond <= last.len() / 256
    };
    most - (0..most).rev().take_while(is_spare).count().min(most - 1)
}

/// Some of the last heaps, and what each entry excludes from them that must be excluded.
struct Sample {
    /// The indices of the heaps.
    indices: Vec<u8>,
    /// For each entry the heaps and indices that it excludes, as one number: 256 for a heap.
    excluded: Vec<Vec<u32>>,
}

impl Sample {
    /// Every `step`th heap from the `first` last one back.
    fn new(far: &[ShiftEntry], window: &[u8], first: usize, step: usize) -> Self {
        let reach = far.iter().map(|entry| entry.shift as usize).max().unwrap_or(0);
        let heaps: Vec<usize> = (0..SAMPLE)
            .map_while(|at| window.len().checked_sub(first + at * step))
            .filter(|&at| at >= reach && window[at] != SPECIAL)
            .collect();
        let excluded = |entry: &ShiftEntry| {
            let of_heap = |(number, &at): (usize, &usize)| match window[at - entry.shift as usize] {
                SPECIAL => None,
                byte => (byte ^ entry.index < window[at])
                    .then_some(number * 256 + usize::from(byte ^ entry.index)),
            };
            let mut sums = Vec::with_capacity(heaps.len());
            sums.extend(heaps.iter().enumerate().filter_map(of_heap).map(|sum| sum as u32));
            sums
        };
        Self {
            indices: heaps.iter().map(|&at| window[at]).collect(),
            excluded: far.iter().map(excluded).collect(),
        }
    }

    /// The entries in the order of their use: each time the one that excludes most of what is left.
    fn order(&self) -> Vec<usize> {
        // all entries that exclude the same, one after the other; where they end, and where they begin
        let mut begin = vec![0; self.indices.len() * 256 + 1];
        self.excluded.iter().flatten().for_each(|&sum| begin[sum as usize + 1] += 1);
        (1..begin.len()).for_each(|sum| begin[sum] += begin[sum - 1]);
        let mut end = begin.clone();
        let mut excluders = vec![0; begin[begin.len() - 1]];
        for (entry, sums) in self.excluded.iter().enumerate() {
            for &sum in sums {
                excluders[end[sum as usize]] = entry;
                end[sum as usize] += 1;
            }
        }
        let mut use_of: Vec<usize> = self.excluded.iter().map(Vec::len).collect();
        let mut left: Vec<usize> = (0..self.excluded.len()).collect();
        let mut order = Vec::with_capacity(left.len());
        while let Some(place) = (0..left.len()).max_by_key(|&place| use_of[left[place]]) {
            if use_of[left[place]] == 0 {
                break;
            }
            let best = left.swap_remove(place);
            order.push(best);
            for &sum in &self.excluded[best] {
                let sum = sum as usize;
                excluders[begin[sum]..end[sum]].iter().for_each(|&entry| use_of[entry] -= 1);
                end[sum] = begin[sum];
            }
        }
        order.extend(left);
        order
    }

    /// After how many entries in this order few candidates will do, and now and then how many open indices hold the
    /// right one.
    fn enough(&self, order: &[usize]) -> (Enough, Vec<(usize, u8)>) {
        let heaps = self.indices.len();
        let mut is_open = vec![true; heaps * 256];
        let mut open: Vec<usize> = self.indices.iter().map(|&index| index.into()).collect();
        let mut enough = Enough::default().map(|_| order.len());
        let mut looks = Vec::new();
        for (at, &entry) in order.iter().enumerate() {
            for &sum in &self.excluded[entry] {
                open[sum as usize / 256] -= usize::from(std::mem::take(&mut is_open[sum as usize]));
            }
            if (at + 1) % STEP == 0 {
                let place = (heaps - heaps / MISSED).saturating_sub(1);
                let most = if heaps == 0 { 0 } else { *open.clone().select_nth_unstable(place).1 };
                for (few, enough) in enough.iter_mut().enumerate() {
                    if *enough == order.len() && most < MOST_CANDIDATES - few {
                        *enough = at + 1;
                    }
                }
                if (at + 1) % LOOK == 0 && enough[0] == order.len() {
                    looks.push((at + 1, (most + 1).min(255) as u8));
                }
            }
        }
        (enough, looks)
    }
}

/// What the next heaps rest on.
#[derive(Debug)]
pub struct Ladder {
    loops: Loops,
    range: IndexRange,
    plan: Plan,
    /// Entries that read behind the 32 heaps, but not far.
    near: Entries,
    /// Entries that read inside the 32 heaps.
    inner: Entries,
    /// All entries.
    all: Vec<ShiftEntry>,
    /// Heaps that cannot have an index for another reason, and the index; ascending. Places in the log.
    exceptions: Vec<(usize, u8)>,
}

impl Ladder {
    /// The ladder of the entries; those with shifts from `far` on are the plan's.
    pub fn new(
        loops: Loops,
        plan: Plan,
        all: &[ShiftEntry],
        far: usize,
        exceptions: Vec<(usize, u8)>,
    ) -> Self {
        let within = |from: usize, until: usize| {
            let entries = all.iter().filter(|entry| (from..until).contains(&(entry.shift as usize)));
            Entries::new(entries.copied().collect())
        };
        let (near, inner) = (within(LANES, far), within(0, LANES));
        Self { loops, range: plan.range, plan, near, inner, all: all.to_vec(), exceptions }
    }

    /// The plan, for the next ladder.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn exceptions(&self, at: usize) -> impl Iterator<Item = (usize, u8)> {
        let from = self.exceptions.partition_point(|exception| exception.0 < at);
        let here = self.exceptions[from..].iter().take_while(move |exception| exception.0 < at + LANES);
        here.map(move |&(heap, index)| (heap - at, index))
    }

    /// Whether the lists of 64 heaps cost less together than one after the other.
    pub fn is_for_64(&self) -> bool {
        self.loops.is_for_64()
    }

    /// The least indices of the 32 heaps at `at` that no far entry excludes; the bytes may end before them.
    pub fn list(&self, bytes: &[u8], at: usize) -> Lists {
        let lists = self.loops.climb(HeapPlace { bytes, at, range: self.range }, &self.plan.stages);
        self.completed(lists, bytes, at)
    }

    /// The same for the 64 heaps at `at`, 32 and 32.
    pub fn list_64(&self, bytes: &[u8], at: usize) -> [Lists; 2] {
        let [first, second] =
            self.loops.climb_64(HeapPlace { bytes, at, range: self.range }, &self.plan.stages);
        [self.completed(first, bytes, at), self.completed(second, bytes, at + LANES)]
    }

    /// Lists without what is excluded for another reason, and none of them empty if it can be helped.
    fn completed(&self, mut lists: Lists, bytes: &[u8], at: usize) -> Lists {
        for (lane, index) in self.exceptions(at) {
            let mut left: Vec<u8> = lists.iter().map(|row| row[lane]).filter(|&left| left != index).collect();
            left.resize(HANDED, SPECIAL);
            lists.iter_mut().zip(left).for_each(|(row, left)| row[lane] = left);
        }
        for lane in 0..LANES {
            if lists[0][lane] == SPECIAL {
                let mut excluded = Excluded::default();
                excluded.mark(&self.plan.far, bytes, at + lane);
                let mut open = self.open(&excluded, at + lane);
                for row in &mut lists {
                    row[lane] = open.next().unwrap_or(SPECIAL);
                }
            }
        }
        lists
    }

    /// The indices of a heap that are not excluded, ascending.
    fn open(&self, excluded: &Excluded, at: usize) -> impl Iterator<Item = u8> {
        let mut is_excluded = excluded.0;
        self.exceptions(at).take_while(|exception| exception.0 == 0).for_each(|(_, index)| {
            is_excluded[usize::from(index)] = true;
        });
        let ceiling = if self.range == IndexRange::Half { 128 } else { SPECIAL };
        (0..ceiling).filter(move |&index| !is_excluded[usize::from(index)])
    }
}

/// Which indices are excluded from one heap; behind them a place for what excludes nothing.
struct Excluded([bool; 512]);

impl Default for Excluded {
    fn default() -> Self {
        Self([false; 512])
    }
}

impl Excluded {
    /// Marks what the entries exclude from the heap at `at` of the bytes, or behind them.
    fn mark(&mut self, entries: &[ShiftEntry], bytes: &[u8], at: usize) {
        for entry in entries {
            let byte = bytes[at - entry.shift as usize];
            let nothing = usize::from(byte == SPECIAL) << 8;
            self.0[nothing | usize::from(byte ^ entry.index)] = true;
        }
    }
}

/// How many heaps are decided before the last of them are moved to the front again.
const RECENT: usize = 1 << 12;

/// The one who decides: the last heaps, and the end of the log.
#[derive(Debug)]
pub struct Head {
    writer: Writer,
    /// The last heaps, and room for more.
    recent: Vec<u8>,
    /// Where the next heap lies among them.
    at: usize,
    /// How far back near entries reach.
    near: usize,
    /// How many of them are not yet in the log, and how many make it worth telling.
    untold: usize,
    told: usize,
}

impl Head {
    /// Goes on behind the log; near entries have shifts below `near`. It appends `told` heaps at a time.
    pub fn new(writer: Writer, near: usize, told: usize) -> Self {
        let bytes = writer.log().bytes();
        let mut recent = bytes[bytes.len() - near..].to_vec();
        recent.resize(near + RECENT + LANES, SPECIAL);
        Self { writer, recent, at: near, near, untold: 0, told }
    }

    /// How many heaps there are, with those that are not yet in the log.
    pub fn decided(&self) -> usize {
        self.log().length() + self.untold
    }

    /// Appends what is not yet in the log.
    pub fn tell(&mut self) {
        self.writer.append(&self.recent[self.at - self.untold..self.at]);
        self.untold = 0;
    }

    /// The heaps so far.
    pub fn log(&self) -> &Log {
        self.writer.log()
    }

    /// Decides the next 32 heaps. A byte is marked where the index is not below the ceiling of half the range; in the full
    /// range nothing is appended from such a heap on, and false returned.
    pub fn decide(&mut self, ladder: &Ladder, lists: &Lists) -> bool {
        let (range, mut lists) = (ladder.range, *lists);
        let place = HeapPlace { bytes: &self.recent, at: self.at, range };
        ladder.loops.strike_lists(place, &ladder.near, &mut lists);
        let mut pins = Pins { is_pinned: [0; LANES], bytes: [0; LANES] };
        let mut is_whole = true;
        let mut lanes = LANES;
        loop {
            let empty = ladder.loops.agree(&mut self.recent, self.at, range, &ladder.inner, &lists, &pins);
            if empty == 0 {
                break;
            }
            // All heaps before the first of these are right.
            let lane = empty.trailing_zeros() as usize;
            let byte = self.single(ladder, lane);
            if byte == SPECIAL && range == IndexRange::Full {
                (is_whole, lanes) = (false, lane);
                break;
            }
            (pins.is_pinned[lane], pins.bytes[lane]) = (255, byte);
        }
        self.at += lanes;
        self.untold += lanes;
        if self.untold >= self.told || !is_whole {
            self.tell();
        }
        if self.at + LANES > self.recent.len() {
            self.tell();
            self.recent.copy_within(self.at - self.near..self.at, 0);
            self.at = self.near;
        }
        is_whole
    }

    /// The index of the heap at `lane` of the next ones, all before it being right.
    fn single(&self, ladder: &Ladder, lane: usize) -> u8 {
        let heap = self.decided() + lane;
        // those with the least shifts read heaps that are not yet in the log
        let is_near = |entry: &ShiftEntry| (entry.shift as usize) < self.near;
        let (near, far) = ladder.all.split_at(ladder.all.partition_point(is_near));
        let mut excluded = Excluded::default();
        excluded.mark(near, &self.recent, self.at + lane);
        excluded.mark(far, self.log().bytes(), heap);
        ladder.open(&excluded, heap).next().unwrap_or(SPECIAL)
    }
}
