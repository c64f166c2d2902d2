//! The AVX-512 level: the loops of AVX2 with twice the registers and the three-way logic instruction.
//!
//! Masking and joining a plane is one instruction. Up to eleven planes, two vectors of 32 heaps go through the entries
//! together; up to twenty-four, one vector goes through them once. The vectors stay at 256 bits: compares into vectors,
//! not mask registers, are what the joint wants.

use std::arch::x86_64::{
    __m512i, _kor_mask64, _kortestz_mask64_u8, _mm512_cmpeq_epi8_mask, _mm512_cmpge_epu8_mask,
    _mm512_cmpneq_epi8_mask, _mm512_loadu_si512, _mm512_set1_epi8, _mm512_xor_si512,
};

use super::candidates::{self, HeapPlace, Lists, Pins, Stages};
use super::lanes::{self, Lanes};
use super::translation::{self, Translation};
use super::vector::x86;
use super::{BEYOND, BlockView, IndexRange, Planes, RUN, ShiftEntry, scalar};

/// Thirty-two registers.
impl Lanes for x86::Avx512 {
    const PLANES: usize = 24;
    const PAIRED: usize = 11;
}

/// The caller has checked that every entry lies inside the view.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub unsafe fn collect(view: BlockView, entries: &[ShiftEntry], planes: &mut Planes) {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { lanes::collect::<x86::Avx512>(view, entries, planes) }
}

#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
pub fn compiled<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
pub fn mex(far: &Planes, near: &Planes, guess: &mut [u8]) -> bool {
    scalar::mex(far, near, guess)
}

#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
pub fn cover(open: &mut [u64], bits: &[u8], offsets: &[u32], enough: u32) {
    scalar::cover(open, bits, offsets, enough);
}

#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
pub fn find(small: &[u8], large: &[u8], runs: &[u32], limit: u32, open: &mut Vec<u8>) {
    let mark = _mm512_set1_epi8(BEYOND.cast_signed());
    let pair = |run: u32| {
        let back = RUN * (run as usize + 1);
        let a = &small[small.len() - back..][..RUN];
        let b = &large[large.len() - back..][..RUN];
        // SAFETY: both slices have 64 bytes.
        unsafe { (_mm512_loadu_si512(a.as_ptr().cast()), _mm512_loadu_si512(b.as_ptr().cast())) }
    };
    for some in runs.chunks(4) {
        if open.is_empty() {
            return;
        }
        let &[first, second, third, fourth] = some else {
            return scalar::find(small, large, some, limit, open);
        };
        if some.iter().any(|&run| run >= limit) {
            scalar::find(small, large, some, limit, open);
            continue;
        }
        let sum = |run| {
            let (a, b) = pair(run);
            _mm512_xor_si512(a, b)
        };
        let sums = (sum(first), sum(second), sum(third), sum(fourth));
        let mut at = 0;
        while at < open.len() {
            let index = _mm512_set1_epi8(open[at].cast_signed());
            let hits = |sum| _mm512_cmpeq_epi8_mask(sum, index);
            let none = _kortestz_mask64_u8(
                _kor_mask64(hits(sums.0), hits(sums.1)),
                _kor_mask64(hits(sums.2), hits(sums.3)),
            );
            // Marks are no parts.
            let is_true = |&run: &u32| {
                let (a, b) = pair(run);
                let marks = _mm512_cmpeq_epi8_mask(a, mark) | _mm512_cmpeq_epi8_mask(b, mark);
                hits(_mm512_xor_si512(a, b)) & !marks != 0
            };
            if none == 0 && some.iter().any(is_true) {
                open.swap_remove(at);
            } else {
                at += 1;
            }
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the bytes fill the vector.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn spread(bytes: &[u8], indices: &[u8], bits: &mut [u8], stride: usize) {
    for (map, &index) in indices.iter().enumerate() {
        let index = _mm512_set1_epi8(index.cast_signed());
        let words = bits[map * stride..].as_chunks_mut().0;
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = _mm512_cmpeq_epi8_mask(load(bytes), index).to_le_bytes();
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn at_least(bytes: &[u8], least: u8, words: &mut [u64]) {
    let least = _mm512_set1_epi8(least.cast_signed());
    let mark = _mm512_set1_epi8(BEYOND.cast_signed());
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        let bytes = load(bytes);
        *word = _mm512_cmpge_epu8_mask(bytes, least) & _mm512_cmpneq_epi8_mask(bytes, mark);
    }
}

#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
pub fn gain(open: &[[u64; 8]], bits: &[u8], step: usize) -> u32 {
    scalar::gain(open, bits, step)
}

/// The caller has checked that every entry lies inside the bytes.
#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
pub unsafe fn climb(place: HeapPlace<'_>, stages: &Stages) -> Lists {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { candidates::climb::<x86::Avx512>(place, stages) }
}

/// The caller has checked that every entry lies inside the bytes.
#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
pub unsafe fn strike_lists(place: HeapPlace<'_>, entries: &[ShiftEntry], lists: &mut Lists) {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { candidates::strike_near::<x86::Avx512>(place, entries, lists) }
}

/// The caller has checked that every entry lies inside the bytes.
#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
pub unsafe fn agree(
    heaps: &mut [u8],
    at: usize,
    range: IndexRange,
    entries: &[ShiftEntry],
    lists: &Lists,
    pins: &Pins,
) -> u32 {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { candidates::agree::<x86::Avx512>(heaps, at, range, entries, lists, pins) }
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub fn translate(translation: &Translation, indices: &[u8], values: &mut [u8]) {
    // SAFETY: the instructions are those of this function.
    unsafe { translation::translate::<x86::Avx512>(translation, indices, values) }
}
