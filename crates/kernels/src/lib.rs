//! The inner loops of the engines of [`sprague`](https://docs.rs/sprague), for five sets of instructions: portable, AVX2,
//! AVX-512, NEON, and the 128-bit instructions of WebAssembly. They serve that crate alone and change with it.
//!
//! Each of them does the same things for a block of consecutive heaps, one byte per heap: collect exclusion
//! sets ([`Loops::collect`]), take their mex ([`Loops::mex`]), and cross off bits by bitmaps ([`Loops::cover`]).
//! The portable code is the reference; the others are the same loops with wider instructions, chosen at run time.
//! A crate of their own lets them be compiled for speed where all else is compiled for size, and is the only place
//! with unsafe code in the mathematics: loads at computed offsets, whose bounds are checked once per call, and calls
//! into functions compiled for instructions that were detected.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![allow(unsafe_code)]

/// The one dispatch: calls a function in the module that has it compiled for the instructions. Its caller has checked
/// what the function asks for beside them, in general that loads stay inside of what is read.
macro_rules! dispatch {
    ($loops:expr, $function:ident($($argument:expr),*)) => {
        match $loops {
            // SAFETY: every processor has the instructions; the rest is checked by the caller.
            #[cfg(any(not(target_arch = "wasm32"), test))]
            #[allow(unused_unsafe, reason = "some functions ask for nothing else")]
            Loops::Scalar => unsafe { crate::level::portable::$function($($argument),*) },
            // SAFETY: the value is only made where the instructions were detected; the rest as above.
            #[cfg(target_arch = "x86_64")]
            Loops::Avx2 => unsafe { crate::level::avx2::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Loops::Avx512 => unsafe { crate::level::avx512::$function($($argument),*) },
            // SAFETY: every processor of this kind has the instructions; the rest as above.
            #[cfg(target_arch = "aarch64")]
            #[allow(unused_unsafe, reason = "some functions ask for nothing else")]
            Loops::Neon => unsafe { crate::level::neon::$function($($argument),*) },
            // SAFETY: a program with these instructions only starts where there are any; the rest as above.
            #[cfg(target_arch = "wasm32")]
            #[allow(unused_unsafe, reason = "some functions ask for nothing else")]
            Loops::Simd128 => unsafe { crate::level::simd128::$function($($argument),*) },
        }
    };
}

mod level;
mod loops;
mod vector;

pub use loops::candidates::{Entries, HANDED, HeapPlace, Lists, MOST as MOST_CANDIDATES, Pins, Stages};
pub use loops::log::{Apart, Log, Writer};
pub use loops::splits::{Candidates, Hits, NONE, Sieves, Splits, TOGETHER, WIDE, tile};
pub use loops::translation::Translation;
pub use loops::walk::{DIGITS, MOST_WALK_GROUPS, MapPlace, SERVED, ServedHeaps, Track, WALK_BLOCK, WalkPlan};
pub use loops::witnesses::SmallParts;
pub use vector::LANES;

/// A source of exclusions: the heap `shift` below, with `index` added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShiftEntry {
    /// How far below the heap the part lies.
    pub shift: u32,
    /// The index of the rare part, which is added to the index found there.
    pub index: u8,
}

/// What the bytes of the heaps mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexRange {
    /// Indices below 128; a byte from 128 on stands for a heap that excludes nothing.
    Half,
    /// Indices below 256; heaps that exclude nothing are told apart by a second array, 0 for them and 255 for others.
    Full,
}

/// The most heaps in a block.
pub const MOST_LANES: usize = 512;

/// How many pairs are searched at a time.
pub const RUN: usize = 64;

/// Exclusion sets of a block: for each group of eight indices a byte per heap, a bit per index.
#[derive(Clone, Debug, Default)]
pub struct Planes {
    bytes: Vec<u8>,
    count: usize,
}

impl Planes {
    /// Empty sets of `count` groups of eight indices.
    pub fn new(count: usize) -> Self {
        Self { bytes: vec![0; count * MOST_LANES], count }
    }

    /// How many groups of eight indices.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Empties the sets of the first heaps.
    pub fn clear(&mut self, lanes: usize) {
        self.bytes.chunks_exact_mut(MOST_LANES).for_each(|plane| plane[..lanes].fill(0));
    }

    /// One group of eight indices.
    pub fn plane(&self, group: usize) -> &[u8] {
        &self.bytes[group * MOST_LANES..][..MOST_LANES]
    }

    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32"))]
    fn plane_mut(&mut self, group: usize) -> &mut [u8] {
        &mut self.bytes[group * MOST_LANES..][..MOST_LANES]
    }

    /// Adds an index to the set of one heap; indices beyond the planes are left out.
    pub fn insert(&mut self, lane: usize, index: u32) {
        let group = index as usize / 8;
        if group < self.count {
            self.bytes[group * MOST_LANES + lane] |= 1 << (index % 8);
        }
    }
}

/// The indices of the heaps around a block: byte `at` of `bytes` is the block's first heap.
#[derive(Clone, Copy, Debug)]
pub struct BlockView<'a> {
    /// An index per heap.
    pub bytes: &'a [u8],
    /// 255 for heaps that count, 0 for others; only read for [`IndexRange::Full`].
    pub counts: &'a [u8],
    /// Where the block begins.
    pub at: usize,
    /// How many heaps it has.
    pub lanes: usize,
    /// What the bytes mean.
    pub range: IndexRange,
}

/// The bit of a mex that lies beyond the planes.
pub const BEYOND: u8 = 255;

/// Does some work of plain loops, compiled for the widest instructions of this processor as far as it is inlined.
#[inline]
pub fn on_widest_instructions<R>(work: impl FnOnce() -> R) -> R {
    Loops::widest().compiled(work)
}

/// The loops compiled for some instructions, which the processor has: a value other than `Scalar` is only made where
/// they were detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// Portable code. In WebAssembly, where code is loaded over a network, it is only there for the tests.
    #[cfg(any(not(target_arch = "wasm32"), test))]
    Scalar,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with byte instructions (F, BW, VL).
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// NEON.
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// The 128-bit instructions of WebAssembly.
    #[cfg(target_arch = "wasm32")]
    Simd128,
}

impl Loops {
    /// AVX2, where the processor has it.
    pub fn avx2() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
        {
            return Some(Self::Avx2);
        }
        None
    }

    /// AVX-512 with byte instructions, where the processor has it.
    pub fn avx512() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        if Self::avx2().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
        {
            return Some(Self::Avx512);
        }
        None
    }

    /// NEON, which every 64-bit processor of ARM has.
    pub const fn neon() -> Option<Self> {
        #[cfg(target_arch = "aarch64")]
        return Some(Self::Neon);
        #[cfg(not(target_arch = "aarch64"))]
        None
    }

    /// The 128-bit instructions of WebAssembly, in a program that is made for it.
    pub const fn simd128() -> Option<Self> {
        #[cfg(target_arch = "wasm32")]
        return Some(Self::Simd128);
        #[cfg(not(target_arch = "wasm32"))]
        None
    }

    /// The widest level of this processor.
    pub fn widest() -> Self {
        Self::avx512().or_else(Self::avx2).or_else(Self::neon).unwrap_or_else(Self::portable)
    }

    /// The level that needs nothing of a processor.
    pub const fn portable() -> Self {
        #[cfg(target_arch = "wasm32")]
        return Self::Simd128;
        #[cfg(not(target_arch = "wasm32"))]
        Self::Scalar
    }

    /// Every level of this processor.
    #[cfg(test)]
    pub fn all() -> Vec<Self> {
        let wide = [Self::avx2(), Self::avx512(), Self::neon(), Self::simd128()];
        [Self::Scalar].into_iter().chain(wide.into_iter().flatten()).collect()
    }

    /// Does some work of plain loops, compiled for the level as far as it is inlined.
    pub fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        dispatch!(self, compiled(work))
    }

    /// Adds to the sets of the block the indices that the entries exclude.
    pub fn collect(self, view: BlockView, entries: &[ShiftEntry], planes: &mut Planes) {
        let reach = entries.iter().map(|entry| entry.shift as usize).max().unwrap_or(0);
        assert!(
            view.lanes <= MOST_LANES
                && reach <= view.at
                && view.at + view.lanes.next_multiple_of(64) <= view.bytes.len()
                && (view.range == IndexRange::Half || view.bytes.len() == view.counts.len()),
            "every entry lies inside the view"
        );
        if view.range == IndexRange::Half || planes.count() > 16 {
            return self.collect_some(view, entries, planes);
        }
        // The planes hold indices below 128. Entries below 128 lead there only from bytes below 128, which need no
        // counts: that is the half range, and cheaper.
        for some in entries.chunk_by(|a, b| (a.index < 128) == (b.index < 128)) {
            let range = if some[0].index < 128 { IndexRange::Half } else { IndexRange::Full };
            self.collect_some(BlockView { range, ..view }, some, planes);
        }
    }

    /// Collects from entries that lie inside the view.
    fn collect_some(self, view: BlockView, entries: &[ShiftEntry], planes: &mut Planes) {
        dispatch!(self, collect(view, entries, planes));
    }

    /// Writes the least index in neither set of each heap to `guess`, [`BEYOND`] where the planes are full, and
    /// tells whether a guess changed. Heaps whose guess before was beyond the planes count as unchanged if it stays.
    pub fn mex(self, far: &Planes, near: &Planes, guess: &mut [u8]) -> bool {
        dispatch!(self, mex(far, near, guess))
    }

    /// Clears in `open` the bits that are set in one of the bitmaps, each read from a byte offset of `bits` on, until
    /// at most `enough` are left.
    pub fn cover(self, open: &mut [u64], bits: &[u8], offsets: &[u32], enough: u32) {
        dispatch!(self, cover(open, bits, offsets, enough));
    }

    /// Drops from `open` the indices that are nim-sums of a small part and the rest, neither of them a mark. Both
    /// arrays end where the pairs begin; they are searched in runs, those numbered in `runs` that are below `limit`.
    pub fn find(self, small: &[u8], large: &[u8], runs: &[u32], limit: u32, open: &mut Vec<u8>) {
        dispatch!(self, find(small, large, runs, limit, open));
    }

    /// The least indices of 32 heaps that no entry of the stages excludes, as far as their lists of candidates reach.
    pub fn climb(self, place: HeapPlace<'_>, stages: &Stages) -> Lists {
        assert!(stages.fit(LANES, place), "every entry lies inside the bytes");
        dispatch!(self, climb(place, stages))
    }

    /// Whether the lists of 64 heaps cost less together.
    pub fn is_for_64(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return self == Self::Avx512 && loops::candidates64::is_possible();
        #[cfg(not(target_arch = "x86_64"))]
        false
    }

    /// The lists of the 64 heaps at a place, those of the first 32 first.
    pub fn climb_64(self, place: HeapPlace<'_>, stages: &Stages) -> [Lists; 2] {
        #[cfg(target_arch = "x86_64")]
        if self.is_for_64() {
            assert!(stages.fit(2 * LANES, place), "every entry lies inside the bytes");
            // SAFETY: the instructions were detected, and loads stay inside of the bytes.
            return unsafe { loops::candidates64::climb(place, stages) };
        }
        [0, LANES].map(|later| self.climb(HeapPlace { at: place.at + later, ..place }, stages))
    }

    /// Strikes from the lists of 32 heaps what the entries exclude.
    pub fn strike_lists(self, place: HeapPlace<'_>, entries: &Entries, lists: &mut Lists) {
        assert!(entries.lie_inside(place.at, place.bytes.len()), "every entry lies inside the bytes");
        dispatch!(self, strike_lists(place, entries.list(), lists));
    }

    /// Writes the indices of the 32 heaps at `at` of `heaps` that agree with one another: each is the least candidate
    /// that no entry excludes, entries that reach into the same 32 heaps among them. Tells which lists have run empty, as
    /// bits.
    pub fn agree(
        self,
        heaps: &mut [u8],
        at: usize,
        range: IndexRange,
        entries: &Entries,
        lists: &Lists,
        pins: &Pins,
    ) -> u32 {
        assert!(
            at + LANES <= heaps.len() && entries.lie_inside(at, heaps.len()),
            "every entry lies inside the bytes"
        );
        dispatch!(self, agree(heaps, at, range, entries.list(), lists, pins))
    }

    /// Writes a bitmap for each index: the bit of a heap is set where its byte is the index. Bitmaps begin `stride` bytes
    /// after one another; the bytes are whole words of 64 heaps.
    pub fn spread(self, bytes: &[u8], indices: &[u8], bits: &mut [u8], stride: usize) {
        let length = bytes.len() / 8;
        let room = indices.len().checked_sub(1).map_or(0, |before| before * stride + length);
        assert!(bytes.len().is_multiple_of(64) && room <= bits.len(), "room for every bitmap");
        dispatch!(self, spread(bytes, indices, bits, stride));
    }

    /// Sets the bits of the heaps whose byte is at least `least` and no mark, and clears the others; 64 heaps a word.
    pub fn at_least(self, bytes: &[u8], least: u8, words: &mut [u64]) {
        dispatch!(self, at_least(bytes, least, words));
    }

    /// The values of indices, a byte each; both slices are of one length.
    pub fn translate(self, translation: &Translation, indices: &[u8], values: &mut [u8]) {
        assert_eq!(indices.len(), values.len(), "a value for each index");
        dispatch!(self, translate(translation, indices, values));
    }

    /// How many bits are set both in `open` and in the blocks of 64 bytes that lie `step` bytes apart in `bits`.
    pub fn gain(self, open: &[[u64; 8]], bits: &[u8], step: usize) -> u32 {
        dispatch!(self, gain(open, bits, step))
    }
}

/// Every level against what its calls are said to do; under Miri the portable one alone.
#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDS: u64 = if cfg!(miri) { 2 } else { 60 };

    fn next(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 33
    }

    #[test]
    fn the_mex_is_the_least_index_that_no_entry_excludes() {
        let mut seed = 1;
        for round in 0..ROUNDS {
            let range = if round % 2 == 0 { IndexRange::Half } else { IndexRange::Full };
            let (before, lanes) = (700, 1 + next(&mut seed) as usize % 200);
            let most = [8, 40, 128, 256][next(&mut seed) as usize % 4];
            let length = before + lanes.next_multiple_of(64);
            let counts: Vec<u8> =
                (0..length).map(|_| if next(&mut seed).is_multiple_of(5) { 0 } else { 255 }).collect();
            let byte = |&count: &u8| if count == 0 { 255 } else { (next(&mut seed) % most) as u8 };
            let bytes: Vec<u8> = counts.iter().map(byte).collect();
            let mut seed = seed;
            let mut entries: Vec<ShiftEntry> = (0..next(&mut seed) % 60)
                .map(|_| ShiftEntry {
                    shift: (next(&mut seed) % 700) as u32,
                    index: (next(&mut seed) % most) as u8,
                })
                .collect();
            entries.sort_unstable();
            if range == IndexRange::Half {
                entries.retain(|entry| entry.index < 128);
            }
            let view = BlockView { bytes: &bytes, counts: &counts, at: before, lanes, range };
            let excluded = |lane: usize, index: u8| {
                entries.iter().any(|entry| {
                    let at = before + lane - entry.shift as usize;
                    let is_known = if range == IndexRange::Half { bytes[at] < 128 } else { counts[at] != 0 };
                    is_known && bytes[at] ^ entry.index == index
                })
            };
            for loops in Loops::all() {
                for count in [2, 16, 32] {
                    let (mut far, near) = (Planes::new(count), Planes::new(count));
                    loops.collect(view, &entries, &mut far);
                    let mut guess = vec![7; lanes];
                    loops.mex(&far, &near, &mut guess);
                    for (lane, &guess) in guess.iter().enumerate() {
                        let least = (0..8 * count).find(|&index| !excluded(lane, index as u8));
                        assert_eq!(
                            usize::from(guess),
                            least.unwrap_or(255).min(255),
                            "{loops:?}, {range:?}, {count}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn covered_bits_are_cleared_and_gains_counted() {
        let mut seed = 2;
        for _ in 0..ROUNDS {
            let bits: Vec<u8> = (0..1500).map(|_| (next(&mut seed) & next(&mut seed)) as u8).collect();
            for words in [1, 8, 9, 32, 33] {
                let open: Vec<u64> = (0..words).map(|_| next(&mut seed) << 32 | next(&mut seed)).collect();
                let offsets: Vec<u32> =
                    (0..next(&mut seed) % 40).map(|_| (next(&mut seed) % 1200) as u32).collect();
                let word = |at: usize| u64::from_le_bytes(bits[at..at + 8].try_into().expect("eight bytes"));
                let left = |at: usize| {
                    offsets.iter().fold(open[at], |left, &from| left & !word(from as usize + 8 * at))
                };
                for loops in Loops::all() {
                    let mut found = open.clone();
                    loops.cover(&mut found, &bits, &offsets, 0);
                    assert!((0..words).all(|at| found[at] == left(at)), "{loops:?}, {words} words");
                }
            }
            let sets: Vec<[u64; 8]> =
                (0..7).map(|_| std::array::from_fn(|_| next(&mut seed) << 20)).collect();
            let (step, mut total) = (64 + 8 * (next(&mut seed) as usize % 10), 0);
            for (at, set) in sets.iter().enumerate() {
                for (place, word) in set.iter().enumerate() {
                    let from = at * step + 8 * place;
                    let eight = bits[from..from + 8].try_into().expect("eight bytes");
                    total += (word & u64::from_le_bytes(eight)).count_ones();
                }
            }
            assert!(Loops::all().into_iter().all(|loops| loops.gain(&sets, &bits, step) == total));
        }
    }

    #[test]
    fn bits_are_those_of_the_bytes() {
        let mut seed = 4;
        for round in 0..ROUNDS as usize {
            let bytes: Vec<u8> =
                (0..64 * (1 + round % 5)).map(|_| (next(&mut seed) % 6 * 51) as u8).collect();
            let indices = [0, 51, 204, 7];
            let stride = bytes.len() / 8 + 8 * (round % 3);
            for loops in Loops::all() {
                let mut bits = vec![0xa5; stride * indices.len()];
                loops.spread(&bytes, &indices, &mut bits, stride);
                for (map, index) in bits.chunks(stride).zip(indices) {
                    let is_set = |at: usize| map[at / 8] >> (at % 8) & 1 == 1;
                    assert!((0..bytes.len()).all(|at| is_set(at) == (bytes[at] == index)), "{loops:?}");
                    assert!(map[bytes.len() / 8..].iter().all(|&byte| byte == 0xa5), "{loops:?}");
                }
                for least in [0, 51, 52, 200, 255] {
                    let mut words = vec![0; bytes.len() / 64];
                    loops.at_least(&bytes, least, &mut words);
                    let is_set = |at: usize| words[at / 64] >> (at % 64) & 1 == 1;
                    let expected = |byte: u8| byte >= least && byte != BEYOND;
                    assert!((0..bytes.len()).all(|at| is_set(at) == expected(bytes[at])), "{loops:?}");
                }
            }
        }
    }

    #[test]
    fn a_value_is_the_sum_of_what_the_digits_of_its_index_stand_for() {
        let mut seed = 5;
        for round in 0..ROUNDS as usize {
            let digits: [u8; 8] = std::array::from_fn(|_| next(&mut seed) as u8);
            let (zero, other) = (next(&mut seed) as u8, next(&mut seed) as u8);
            let sum = |index: usize| {
                (0..8).fold(0, |sum, at| sum ^ if index >> at & 1 == 1 { digits[at] } else { 0 })
            };
            let translation = Translation {
                low: std::array::from_fn(|index| zero ^ sum(index)),
                high: std::array::from_fn(|index| sum(16 * index)),
                other,
            };
            let indices: Vec<u8> = (0..17 * round).map(|_| next(&mut seed) as u8).collect();
            let value =
                |(at, &index): (usize, &u8)| zero ^ sum(index.into()) ^ if at % 2 == 1 { other } else { 0 };
            let expected: Vec<u8> = indices.iter().enumerate().map(value).collect();
            for loops in Loops::all() {
                let mut values = vec![0xa5; indices.len()];
                loops.translate(&translation, &indices, &mut values);
                assert_eq!(values, expected, "{loops:?}");
            }
        }
    }

    #[test]
    fn an_index_is_found_if_two_bytes_have_it_that_are_no_marks() {
        let mut seed = 3;
        for _ in 0..ROUNDS {
            let some =
                |seed: &mut u64| if next(seed).is_multiple_of(4) { BEYOND } else { (next(seed) % 100) as u8 };
            let small: Vec<u8> = (0..640).map(|_| some(&mut seed)).collect();
            let large: Vec<u8> = (0..900).map(|_| some(&mut seed)).collect();
            let runs: Vec<u32> = vec![4, 0, 9, 2];
            let limit = 1 + next(&mut seed) as u32 % 10;
            let wanted: Vec<u8> = (0..=254).step_by(1 + next(&mut seed) as usize % 9).collect();
            let pairs = runs.iter().filter(|&&run| run < limit).flat_map(|&run| {
                let back = RUN * (run as usize + 1);
                let pair = move |at: usize| (640 - back + at, 900 - back + at);
                (0..RUN).map(pair)
            });
            let sums: Vec<u8> = pairs
                .filter(|&(a, b)| small[a] != BEYOND && large[b] != BEYOND)
                .map(|(a, b)| small[a] ^ large[b])
                .collect();
            let expected: Vec<u8> = wanted.iter().copied().filter(|index| !sums.contains(index)).collect();
            for loops in Loops::all() {
                let mut open = wanted.clone();
                loops.find(&small, &large, &runs, limit, &mut open);
                open.sort_unstable();
                assert_eq!(open, expected, "{loops:?}");
            }
        }
    }

    /// The lists against what they are said to be, by stages of any length; then heaps that agree.
    #[test]
    fn candidates_are_the_least_indices_that_no_entry_excludes() {
        let mut seed = 4;
        for round in 0..ROUNDS {
            let range = if round % 2 == 0 { IndexRange::Half } else { IndexRange::Full };
            let most = [20, 60, 128, 240][(round % 4) as usize].min(if range == IndexRange::Half {
                128
            } else {
                240
            });
            let length = 2000;
            let byte = |seed: &mut u64| {
                if next(seed).is_multiple_of(9) { BEYOND } else { (next(seed) % most) as u8 }
            };
            let mut bytes: Vec<u8> = (0..length).map(|_| byte(&mut seed)).collect();
            let entries = |count: u64, low: u64, high: u64, seed: &mut u64| {
                let entry = |seed: &mut u64| ShiftEntry {
                    shift: (low + next(seed) % (high - low)) as u32,
                    index: (next(seed) % most) as u8,
                };
                (0..count).map(|_| entry(seed)).collect::<Vec<ShiftEntry>>()
            };
            let (far_count, at) = (next(&mut seed) % 150, length + 40);
            let far = entries(far_count, 96, 1500, &mut seed);
            let cut = |seed: &mut u64| next(seed) as usize % (far.len() + 1);
            let mut cuts: [usize; 6] = std::array::from_fn(|_| cut(&mut seed));
            cuts.sort_unstable();
            let stages = Stages {
                entries: Entries::new(far.clone()),
                planes: if range == IndexRange::Half { 16 } else { 31 },
                looks: vec![(cuts[0], 250), (cuts[1], 250)],
                strikes: [cuts[2], cuts[3], cuts[4], cuts[5], far.len()],
            };
            let excludes = |bytes: &[u8], entries: &[ShiftEntry], at: usize, index: u8| {
                entries.iter().any(|entry| {
                    let byte = bytes[at - entry.shift as usize];
                    byte != BEYOND && byte ^ entry.index == index
                })
            };
            let at = at - LANES;
            let (mut alone, mut several) = (Vec::new(), Vec::new());
            for loops in Loops::all() {
                let place = HeapPlace { bytes: &bytes, at, range };
                let both = loops.climb_64(place, &stages);
                for lane in 0..2 * LANES {
                    let mut open = (0..=247).filter(|&index| !excludes(&bytes, &far, at + lane, index));
                    let open: Vec<u8> = open.by_ref().take(HANDED).collect();
                    let lists = both[lane / LANES].iter().map(|row| row[lane % LANES]);
                    let found: Vec<u8> = lists.filter(|&candidate| candidate != BEYOND).collect();
                    assert_eq!(found, open[..found.len()], "{loops:?}, {range:?}, {lane}");
                }
                alone.push([
                    loops.climb(place, &stages),
                    loops.climb(HeapPlace { at: at + LANES, ..place }, &stages),
                ]);
                several.push(both);
            }
            // a plane is passed over where it is full for all heaps that are listed together, so lists of 64 reach as far
            // where every plane is looked at
            assert!(alone.windows(2).all(|pair| pair[0] == pair[1]), "{range:?}");
            assert!(several.iter().all(|lists| *lists == alone[0]), "{range:?}");
            // lists of all least indices, struck by near entries and by heaps of the same group
            let near = Entries::new(entries(next(&mut seed) % 4, 32, 90, &mut seed));
            let inner = Entries::new(entries(next(&mut seed) % 6, 1, 32, &mut seed));
            let pins = Pins { is_pinned: [0; LANES], bytes: [0; LANES] };
            for loops in Loops::all() {
                let at = length - LANES;
                let mut lists: Lists = std::array::from_fn(|row| [row as u8; LANES]);
                loops.strike_lists(HeapPlace { bytes: &bytes, at, range }, &near, &mut lists);
                let empty = loops.agree(&mut bytes, at, range, &inner, &lists, &pins);
                for lane in 0..LANES {
                    let is_open = |&index: &u8| {
                        !excludes(&bytes, near.list(), at + lane, index)
                            && !excludes(&bytes, inner.list(), at + lane, index)
                    };
                    let least = (0..HANDED as u8).find(is_open);
                    assert_eq!(bytes[at + lane], least.unwrap_or(BEYOND), "{loops:?}, {range:?}, {lane}");
                    assert_eq!(empty >> lane & 1 == 1, least.is_none());
                }
            }
        }
    }

    /// What a reader sees of a log while it grows never changes; Miri looks for races here.
    #[test]
    #[cfg(not(target_arch = "wasm32"))]
    fn a_log_is_read_while_it_is_written() {
        let count = if cfg!(miri) { 200 } else { 100_000 };
        let (log, mut writer) = Log::new(&[7; 10], 10 + count);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let mut seen = 0;
                    while seen < 10 + count {
                        let bytes = log.bytes();
                        let right = |at: usize| if at < 10 { 7 } else { (at * at) as u8 };
                        assert!((seen..bytes.len()).all(|at| bytes[at] == right(at)));
                        seen = bytes.len();
                        std::hint::spin_loop();
                    }
                });
            }
            for at in 10..10 + count {
                writer.append(&[(at * at) as u8]);
            }
        });
        assert_eq!((writer.room(), writer.log().length()), (0, 10 + count));
    }
}
