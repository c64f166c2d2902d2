//! The AVX-512 level: the loops of AVX2 with twice the registers and the three-way logic instruction.
//!
//! Masking and joining a plane is one instruction. Up to eleven planes, two vectors of 32 heaps go through the entries
//! together; up to twenty-four, one vector goes through them once. The vectors stay at 256 bits: compares into vectors,
//! not mask registers, are what the joint wants.
#![allow(clippy::inline_always, reason = "each operation belongs into the loop of its level")]

use std::arch::x86_64::{
    __m256i, __m512i, _kor_mask64, _kortestz_mask64_u8, _mm256_add_epi8, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_max_epu8, _mm256_min_epu8,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_srli_epi16,
    _mm256_storeu_si256, _mm256_sub_epi8, _mm256_ternarylogic_epi32, _mm256_xor_si256,
    _mm512_cmpeq_epi8_mask, _mm512_cmpge_epu8_mask, _mm512_cmpneq_epi8_mask, _mm512_loadu_si512,
    _mm512_set1_epi8, _mm512_xor_si512,
};

use super::avx2::avx_vector;
use crate::loops::candidates::{self, HeapPlace, Lists, Pins, Stages};
use crate::loops::translation::{self, Translation};
use crate::loops::walk::{DIGITS, MapPlace, SERVED};
use crate::loops::{lanes, plain, walk as walks};
use crate::vector::Vector;
use crate::{BEYOND, BlockView, IndexRange, Planes, RUN, ShiftEntry};

pub use crate::loops::splits::avx512::{sift, strike};
pub use crate::loops::walk::avx2::digits;
pub use crate::loops::walk::avx512::{serve, walk};

wide_loops!(
    #[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
    Avx512
);

/// Thirty-two registers of 32 bytes.
#[derive(Clone, Copy)]
pub struct Avx512(__m256i);

avx_vector!(Avx512 {
    const PLANES: usize = 24;
    const PAIRED: usize = 11;

    #[inline(always)]
    unsafe fn join(set: Self, here: Self, hot: Self) -> Self {
        const JOIN: i32 = 0xf8;
        // SAFETY: the caller has the instructions.
        Self(unsafe { _mm256_ternarylogic_epi32::<JOIN>(set.0, here.0, hot.0) })
    }
});

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
            return plain::find(small, large, some, limit, open);
        };
        if some.iter().any(|&run| run >= limit) {
            plain::find(small, large, some, limit, open);
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
