//! The AVX-512 level: the loops of AVX2 with twice the registers and the three-way logic instruction.
//!
//! Masking and joining a plane is one instruction. Up to eleven planes, two vectors of 32 heaps go through the entries
//! together; up to twenty-four, one vector goes through them once. The vectors stay at 256 bits: compares into vectors,
//! not mask registers, are what the joint wants.
#![allow(clippy::inline_always, reason = "the joint belongs into the loop of its level")]

use std::arch::x86_64::{
    __m256i, __m512i, _kor_mask64, _kortestz_mask64_u8, _mm256_ternarylogic_epi32, _mm512_cmpeq_epi8_mask,
    _mm512_loadu_si512, _mm512_mask_cmpneq_epi16_mask, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_xor_si512,
};

use super::lanes::{self, Lanes};
use super::{BEYOND, Entry, Planes, RUN, View, WIDE, scalar};

/// What AVX-512 brings to the loop over the entries: thirty-two registers.
struct Avx512;

impl Lanes for Avx512 {
    const TOGETHER: usize = 24;
    const PAIRED: usize = 11;

    #[inline(always)]
    unsafe fn join(set: __m256i, here: __m256i, hot: __m256i) -> __m256i {
        const JOIN: i32 = 0xf8;
        // SAFETY: passed on from the caller.
        unsafe { _mm256_ternarylogic_epi32::<JOIN>(set, here, hot) }
    }
}

/// The caller has checked that every entry lies inside the view.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub unsafe fn collect(view: View, entries: &[Entry], planes: &mut Planes) {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { lanes::collect::<Avx512>(view, entries, planes) }
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
    for some in runs.chunks(4) {
        if open.is_empty() {
            return;
        }
        // Places without a pair hold marks.
        let mut pairs = [(mark, mark); 4];
        for (pair, &run) in pairs.iter_mut().zip(some).filter(|(_, run)| **run < limit) {
            let back = RUN * (run as usize + 1);
            let a = &small[small.len() - back..][..RUN];
            let b = &large[large.len() - back..][..RUN];
            // SAFETY: both slices have 64 bytes.
            *pair = unsafe { (_mm512_loadu_si512(a.as_ptr().cast()), _mm512_loadu_si512(b.as_ptr().cast())) };
        }
        let sums = pairs.map(|(a, b)| _mm512_xor_si512(a, b));
        let mut at = 0;
        while at < open.len() {
            let index = _mm512_set1_epi8(open[at].cast_signed());
            let hits = sums.map(|sum| _mm512_cmpeq_epi8_mask(sum, index));
            let true_pair = || {
                hits.iter().zip(&pairs).any(|(hit, &(a, b))| {
                    hit & !(_mm512_cmpeq_epi8_mask(a, mark) | _mm512_cmpeq_epi8_mask(b, mark)) != 0
                })
            };
            let none = _kortestz_mask64_u8(_kor_mask64(hits[0], hits[1]), _kor_mask64(hits[2], hits[3]));
            if none == 0 && true_pair() {
                open.swap_remove(at);
            } else {
                at += 1;
            }
        }
    }
}

#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl")]
pub fn gain(open: &[[u64; 8]], bits: &[u8], step: usize) -> u32 {
    scalar::gain(open, bits, step)
}

/// The caller has checked that all splits lie inside the values.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub unsafe fn verify(
    values: &[u16],
    left: usize,
    parts: std::ops::Range<usize>,
    candidates: &[u16; WIDE],
) -> [bool; WIDE] {
    // SAFETY: the candidates fill the vectors.
    let wanted: [__m512i; 2] =
        std::array::from_fn(|at| unsafe { _mm512_loadu_si512(candidates.as_ptr().add(32 * at).cast()) });
    // Four chains of masks: two halves of the block, parts of even and odd number.
    let mut spared = [[u32::MAX; 2]; 2];
    for part in parts {
        let value = _mm512_set1_epi16(values[part].cast_signed());
        let spared = &mut spared[part % 2];
        for (at, (spared, &wanted)) in spared.iter_mut().zip(&wanted).enumerate() {
            // SAFETY: left - part + 64 <= length, by the caller's check.
            let larger = unsafe { _mm512_loadu_si512(values.as_ptr().add(left - part + 32 * at).cast()) };
            *spared = _mm512_mask_cmpneq_epi16_mask(*spared, _mm512_xor_si512(wanted, value), larger);
        }
    }
    let spared = [spared[0][0] & spared[1][0], spared[0][1] & spared[1][1]];
    std::array::from_fn(|lane| spared[lane / 32] >> (lane % 32) & 1 == 0)
}
