//! The AVX2 level: 32 heaps an instruction.
//!
//! Collecting and searching are written out; the rest is the portable code, compiled for these instructions.

use std::arch::x86_64::{
    __m256i, _mm256_andnot_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_max_epu8,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_xor_si256,
};

use super::candidates::{self, HeapPlace, Lists, Pins, Stages};
use super::lanes::{self, Lanes};
use super::translation::{self, Translation};
use super::vector::x86;
use super::{BEYOND, BlockView, IndexRange, Planes, RUN, ShiftEntry, scalar};

/// Sixteen registers.
impl Lanes for x86::Avx2 {
    const PLANES: usize = 11;
    const PAIRED: usize = 0;
}

/// The caller has checked that every entry lies inside the view.
#[target_feature(enable = "avx2")]
pub unsafe fn collect(view: BlockView, entries: &[ShiftEntry], planes: &mut Planes) {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { lanes::collect::<x86::Avx2>(view, entries, planes) }
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn compiled<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn mex(far: &Planes, near: &Planes, guess: &mut [u8]) -> bool {
    scalar::mex(far, near, guess)
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn cover(open: &mut [u64], bits: &[u8], offsets: &[u32], enough: u32) {
    scalar::cover(open, bits, offsets, enough);
}

/// Runs that are searched together: as many as there are registers for.
const TOGETHER: usize = 4;

/// Pairs of 32 parts each.
type Pairs = [(__m256i, __m256i); RUN / 32];

#[target_feature(enable = "avx2")]
#[inline]
fn pairs(small: &[u8], large: &[u8], run: u32) -> Pairs {
    let back = RUN * (run as usize + 1);
    let a = &small[small.len() - back..][..RUN];
    let b = &large[large.len() - back..][..RUN];
    let mut pairs = [(_mm256_setzero_si256(), _mm256_setzero_si256()); RUN / 32];
    for (at, pair) in pairs.iter_mut().enumerate() {
        // SAFETY: both slices have 64 bytes.
        *pair = unsafe {
            (
                _mm256_loadu_si256(a.as_ptr().add(32 * at).cast()),
                _mm256_loadu_si256(b.as_ptr().add(32 * at).cast()),
            )
        };
    }
    pairs
}

/// Whether the index is the sum of two parts of the run, neither of them a mark.
#[target_feature(enable = "avx2")]
#[inline]
fn is_true(pairs: Pairs, index: __m256i) -> bool {
    let mark = _mm256_set1_epi8(BEYOND.cast_signed());
    let mut found = _mm256_setzero_si256();
    for (a, b) in pairs {
        let marks = _mm256_or_si256(_mm256_cmpeq_epi8(a, mark), _mm256_cmpeq_epi8(b, mark));
        let hits = _mm256_cmpeq_epi8(_mm256_xor_si256(a, b), index);
        found = _mm256_or_si256(found, _mm256_andnot_si256(marks, hits));
    }
    _mm256_movemask_epi8(found) != 0
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn find(small: &[u8], large: &[u8], runs: &[u32], limit: u32, open: &mut Vec<u8>) {
    for some in runs.chunks(TOGETHER) {
        if open.is_empty() {
            return;
        }
        if some.len() < TOGETHER || some.iter().any(|&run| run >= limit) {
            scalar::find(small, large, some, limit, open);
            continue;
        }
        let mut sums = [_mm256_setzero_si256(); TOGETHER * RUN / 32];
        for (sums, &run) in sums.chunks_exact_mut(RUN / 32).zip(some) {
            for (sum, (a, b)) in sums.iter_mut().zip(pairs(small, large, run)) {
                *sum = _mm256_xor_si256(a, b);
            }
        }
        let mut at = 0;
        while at < open.len() {
            let index = _mm256_set1_epi8(open[at].cast_signed());
            let mut hits = _mm256_setzero_si256();
            for sum in sums {
                hits = _mm256_or_si256(hits, _mm256_cmpeq_epi8(sum, index));
            }
            let is_hit = _mm256_movemask_epi8(hits) != 0;
            if is_hit && some.iter().any(|&run| is_true(pairs(small, large, run), index)) {
                open.swap_remove(at);
            } else {
                at += 1;
            }
        }
    }
}

/// The bits of the bytes that a comparison leaves set.
#[target_feature(enable = "avx2")]
#[inline]
fn word_of(halves: [__m256i; 2]) -> u64 {
    let [low, high] = halves.map(|half| u64::from(_mm256_movemask_epi8(half).cast_unsigned()));
    low | high << 32
}

#[target_feature(enable = "avx2")]
#[inline]
fn load(bytes: &[u8; 64]) -> [__m256i; 2] {
    // SAFETY: both halves lie inside the bytes.
    unsafe { [_mm256_loadu_si256(bytes.as_ptr().cast()), _mm256_loadu_si256(bytes.as_ptr().add(32).cast())] }
}

#[target_feature(enable = "avx2")]
pub fn spread(bytes: &[u8], indices: &[u8], bits: &mut [u8], stride: usize) {
    for (map, &index) in indices.iter().enumerate() {
        let index = _mm256_set1_epi8(index.cast_signed());
        let words = bits[map * stride..].as_chunks_mut().0;
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            let [low, high] = load(bytes);
            *word = word_of([_mm256_cmpeq_epi8(low, index), _mm256_cmpeq_epi8(high, index)]).to_le_bytes();
        }
    }
}

#[target_feature(enable = "avx2")]
pub fn at_least(bytes: &[u8], least: u8, words: &mut [u64]) {
    let least = _mm256_set1_epi8(least.cast_signed());
    let mark = _mm256_set1_epi8(BEYOND.cast_signed());
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        let [low, high] = load(bytes);
        let reaches = [_mm256_max_epu8(low, least), _mm256_max_epu8(high, least)];
        let reaches = [_mm256_cmpeq_epi8(reaches[0], low), _mm256_cmpeq_epi8(reaches[1], high)];
        *word = word_of([
            _mm256_andnot_si256(_mm256_cmpeq_epi8(low, mark), reaches[0]),
            _mm256_andnot_si256(_mm256_cmpeq_epi8(high, mark), reaches[1]),
        ]);
    }
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn gain(open: &[[u64; 8]], bits: &[u8], step: usize) -> u32 {
    scalar::gain(open, bits, step)
}

/// The caller has checked that every entry lies inside the bytes.
#[target_feature(enable = "avx2,popcnt,bmi1")]
pub unsafe fn climb(place: HeapPlace<'_>, stages: &Stages) -> Lists {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { candidates::climb::<x86::Avx2>(place, stages) }
}

/// The caller has checked that every entry lies inside the bytes.
#[target_feature(enable = "avx2,popcnt,bmi1")]
pub unsafe fn strike_lists(place: HeapPlace<'_>, entries: &[ShiftEntry], lists: &mut Lists) {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { candidates::strike_near::<x86::Avx2>(place, entries, lists) }
}

/// The caller has checked that every entry lies inside the bytes.
#[target_feature(enable = "avx2,popcnt,bmi1")]
pub unsafe fn agree(
    heaps: &mut [u8],
    at: usize,
    range: IndexRange,
    entries: &[ShiftEntry],
    lists: &Lists,
    pins: &Pins,
) -> u32 {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { candidates::agree::<x86::Avx2>(heaps, at, range, entries, lists, pins) }
}

#[target_feature(enable = "avx2")]
pub fn translate(translation: &Translation, indices: &[u8], values: &mut [u8]) {
    // SAFETY: the instructions are those of this function.
    unsafe { translation::translate::<x86::Avx2>(translation, indices, values) }
}
