//! The inner loops of the block engine, at three levels: portable, AVX2, AVX-512.
//!
//! Each level does the same three things for a block of consecutive heaps, one byte per heap: collect exclusion
//! sets ([`Level::collect`]), take their mex ([`Level::mex`]), and cross off bits by bitmaps ([`Level::cover`]).
//! The portable code is the reference; the others are the same loops with wider instructions, chosen at run time.
//! This is the only folder with unsafe code: loads at computed offsets, whose bounds are checked once per call, and
//! calls into functions compiled for instructions that were detected.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod scalar;
mod splits;

pub use splits::{Candidates, Hits, NONE, Sieves, Splits, TOGETHER, WIDE, tile};

/// A source of exclusions: the heap `shift` below, with `index` added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// How far below the heap the part lies.
    pub shift: u32,
    /// The index of the rare part, which is added to the index found there.
    pub index: u8,
}

/// What the bytes of the heaps mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
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
pub struct View<'a> {
    /// An index per heap.
    pub bytes: &'a [u8],
    /// 255 for heaps that count, 0 for others; only read for [`Range::Full`].
    pub counts: &'a [u8],
    /// Where the block begins.
    pub at: usize,
    /// How many heaps it has.
    pub lanes: usize,
    /// What the bytes mean.
    pub range: Range,
}

/// The bit of a mex that lies beyond the planes.
pub const BEYOND: u8 = 255;

/// A level of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Portable code.
    Scalar,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with byte instructions (F, BW, VL).
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
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

    /// The widest level of this processor.
    pub fn widest() -> Self {
        Self::avx512().or_else(Self::avx2).unwrap_or(Self::Scalar)
    }

    /// Does some work of plain loops, compiled for the level as far as it is inlined.
    pub fn compiled<R>(self, work: impl FnOnce() -> R) -> R {
        match self {
            Self::Scalar => work(),
            // SAFETY: the level is only made where the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { avx2::compiled(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { avx512::compiled(work) },
        }
    }

    /// Adds to the sets of the block the indices that the entries exclude.
    pub fn collect(self, view: View, entries: &[Entry], planes: &mut Planes) {
        let reach = entries.iter().map(|entry| entry.shift as usize).max().unwrap_or(0);
        assert!(
            view.lanes <= MOST_LANES
                && reach <= view.at
                && view.at + view.lanes.next_multiple_of(64) <= view.bytes.len()
                && (view.range == Range::Half || view.bytes.len() == view.counts.len()),
            "every entry lies inside the view"
        );
        if view.range == Range::Half || planes.count() > 16 {
            return self.collect_some(view, entries, planes);
        }
        // The planes hold indices below 128. Entries below 128 lead there only from bytes below 128, which need no
        // counts: that is the half range, and cheaper.
        for some in entries.chunk_by(|a, b| (a.index < 128) == (b.index < 128)) {
            let range = if some[0].index < 128 { Range::Half } else { Range::Full };
            self.collect_some(View { range, ..view }, some, planes);
        }
    }

    /// Collects from entries that lie inside the view.
    fn collect_some(self, view: View, entries: &[Entry], planes: &mut Planes) {
        match self {
            Self::Scalar => scalar::collect(view, entries, planes),
            // SAFETY: the level is only made where the instructions were detected; the loads stay inside the view by
            // the assertion of the only caller.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { avx2::collect(view, entries, planes) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { avx512::collect(view, entries, planes) },
        }
    }

    /// Writes the least index in neither set of each heap to `guess`, [`BEYOND`] where the planes are full, and
    /// tells whether a guess changed. Heaps whose guess before was beyond the planes count as unchanged if it stays.
    pub fn mex(self, far: &Planes, near: &Planes, guess: &mut [u8]) -> bool {
        match self {
            Self::Scalar => scalar::mex(far, near, guess),
            // SAFETY: the level is only made where the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { avx2::mex(far, near, guess) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { avx512::mex(far, near, guess) },
        }
    }

    /// Clears in `open` the bits that are set in one of the bitmaps, each read from a byte offset of `bits` on, until
    /// at most `enough` are left.
    pub fn cover(self, open: &mut [u64], bits: &[u8], offsets: &[u32], enough: u32) {
        match self {
            Self::Scalar => scalar::cover(open, bits, offsets, enough),
            // SAFETY: the level is only made where the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { avx2::cover(open, bits, offsets, enough) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { avx512::cover(open, bits, offsets, enough) },
        }
    }

    /// Drops from `open` the indices that are nim-sums of a small part and the rest, neither of them a mark. Both
    /// arrays end where the pairs begin; they are searched in runs, those numbered in `runs` that are below `limit`.
    pub fn find(self, small: &[u8], large: &[u8], runs: &[u32], limit: u32, open: &mut Vec<u8>) {
        match self {
            Self::Scalar => scalar::find(small, large, runs, limit, open),
            // SAFETY: the level is only made where the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { avx2::find(small, large, runs, limit, open) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { avx512::find(small, large, runs, limit, open) },
        }
    }

    /// How many bits are set both in `open` and in the blocks of 64 bytes that lie `step` bytes apart in `bits`.
    pub fn gain(self, open: &[[u64; 8]], bits: &[u8], step: usize) -> u32 {
        match self {
            Self::Scalar => scalar::gain(open, bits, step),
            // SAFETY: the level is only made where the instructions were detected.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { avx2::gain(open, bits, step) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { avx512::gain(open, bits, step) },
        }
    }
}
