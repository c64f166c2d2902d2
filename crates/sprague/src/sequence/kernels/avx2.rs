//! The AVX2 level: 32 heaps an instruction.
//!
//! Collecting and verifying are written out; the rest is the portable code, compiled for these instructions.
#![allow(clippy::inline_always, reason = "the joint belongs into the loop of its level")]

use std::arch::x86_64::{__m256i, _mm256_and_si256, _mm256_or_si256};

use super::lanes::{self, Lanes};
use super::{Entry, Planes, View, scalar};

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

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn find(small: &[u8], large: &[u8], runs: &[u32], limit: u32, open: &mut Vec<u8>) {
    scalar::find(small, large, runs, limit, open);
}

#[target_feature(enable = "avx2,popcnt,bmi1")]
pub fn gain(open: &[[u64; 8]], bits: &[u8], step: usize) -> u32 {
    scalar::gain(open, bits, step)
}
