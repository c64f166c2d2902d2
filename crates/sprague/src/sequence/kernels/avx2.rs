//! The AVX2 level: 32 heaps an instruction.
//!
//! Collecting and verifying are written out; the rest is the portable code, compiled for these instructions.
#![allow(clippy::inline_always, reason = "the joint belongs into the loop of its level")]

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_storeu_si256, _mm256_xor_si256,
};

use super::lanes::{self, Lanes};
use super::{Entry, Planes, View, WIDE, scalar};

/// What AVX2 brings to the loop over the entries: sixteen registers.
struct Avx2;

impl Lanes for Avx2 {
    const TOGETHER: usize = 11;
    const PAIRED: usize = 0;

    #[inline(always)]
    unsafe fn join(set: __m256i, here: __m256i, hot: __m256i) -> __m256i {
        // SAFETY: passed on from the caller.
        unsafe { _mm256_or_si256(set, _mm256_and_si256(here, hot)) }
    }
}

/// The caller has checked that every entry lies inside the view.
#[target_feature(enable = "avx2")]
pub unsafe fn collect(view: View, entries: &[Entry], planes: &mut Planes) {
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe { lanes::collect::<Avx2>(view, entries, planes) }
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn mex(far: &Planes, near: &Planes, guess: &mut [u8]) -> bool {
    scalar::mex(far, near, guess)
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn cover(open: &mut [u64], bits: &[u8], offsets: &[u32], enough: u32) {
    scalar::cover(open, bits, offsets, enough);
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn find(small: &[u8], large: &[u8], runs: &[u32], limit: u32, open: &mut Vec<u8>) {
    scalar::find(small, large, runs, limit, open);
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn gain(open: &[[u64; 8]], bits: &[u8], step: usize) -> u32 {
    scalar::gain(open, bits, step)
}

/// The caller has checked that all splits lie inside the values.
#[target_feature(enable = "avx2")]
pub unsafe fn verify(
    values: &[u16],
    left: usize,
    parts: std::ops::Range<usize>,
    candidates: &[u16; WIDE],
) -> [bool; WIDE] {
    const VECTORS: usize = WIDE / 16;
    // SAFETY: the candidates fill the vectors.
    let wanted: [__m256i; VECTORS] =
        std::array::from_fn(|at| unsafe { _mm256_loadu_si256(candidates.as_ptr().add(16 * at).cast()) });
    let mut hits = [_mm256_setzero_si256(); VECTORS];
    for part in parts {
        let value = _mm256_set1_epi16(values[part].cast_signed());
        for (at, (hit, &wanted)) in hits.iter_mut().zip(&wanted).enumerate() {
            // SAFETY: left - part + 64 <= length, by the caller's check.
            let larger = unsafe { _mm256_loadu_si256(values.as_ptr().add(left - part + 16 * at).cast()) };
            let found = _mm256_cmpeq_epi16(_mm256_xor_si256(wanted, value), larger);
            *hit = _mm256_or_si256(*hit, found);
        }
    }
    let mut lanes = [0u16; WIDE];
    for (at, &hit) in hits.iter().enumerate() {
        // SAFETY: the lanes fill the vectors.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().add(16 * at).cast(), hit) };
    }
    lanes.map(|lane| lane != 0)
}
