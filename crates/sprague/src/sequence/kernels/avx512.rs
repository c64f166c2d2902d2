//! The AVX-512 level: the loops of AVX2 with twice the registers and the three-way logic instruction.
//!
//! Masking and joining a plane is one instruction, and two vectors of 32 heaps go through the entries together. The
//! vectors stay at 256 bits: compares into vectors, not mask registers, are what the joint wants.

use std::arch::x86_64::{
    __m256i, _kor_mask64, _kortestz_mask64_u8, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_set1_epi8, _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_storeu_si256, _mm256_ternarylogic_epi32, _mm256_xor_si256, _mm512_cmpeq_epi8_mask,
    _mm512_loadu_si512, _mm512_set1_epi8, _mm512_xor_si512,
};

use super::{BEYOND, Entry, Planes, RUN, Range, View, scalar};

/// Planes that are collected together: as many as there are registers for.
const TOGETHER: usize = 11;

/// a | (b & c).
const JOIN: i32 = 0xf8;

/// The caller has checked that every entry lies inside the view.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
pub unsafe fn collect(view: View, entries: &[Entry], planes: &mut Planes) {
    let mut first = 0;
    while first < planes.count() {
        let count = (planes.count() - first).min(TOGETHER);
        macro_rules! some {
            ($($n:literal)*) => {
                match count {
                    // SAFETY: passed on from the caller.
                    $($n => unsafe { some::<$n>(view, entries, planes, first) },)*
                    _ => {}
                }
            };
        }
        some!(1 2 3 4 5 6 7 8 9 10 11);
        first += count;
    }
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
unsafe fn some<const N: usize>(view: View, entries: &[Entry], planes: &mut Planes, first: usize) {
    match view.range {
        // SAFETY: passed on from the caller.
        Range::Half => unsafe { groups::<N, false>(view, entries, planes, first) },
        // SAFETY: passed on from the caller.
        Range::Full => unsafe { groups::<N, true>(view, entries, planes, first) },
    }
}

#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
unsafe fn groups<const N: usize, const FULL: bool>(
    view: View,
    entries: &[Entry],
    planes: &mut Planes,
    first: usize,
) {
    let bit = 1u8.cast_signed();
    let one_hot = _mm256_setr_epi8(
        bit, 2, 4, 8, 16, 32, 64, -128, bit, 2, 4, 8, 16, 32, 64, -128, bit, 2, 4, 8, 16, 32, 64, -128, bit,
        2, 4, 8, 16, 32, 64, -128,
    );
    let high = _mm256_set1_epi8(0xf8u8.cast_signed());
    let low = _mm256_set1_epi8(0x0f);
    let mut numbers = [_mm256_setzero_si256(); N];
    for (group, number) in numbers.iter_mut().enumerate() {
        *number = _mm256_set1_epi8((((first + group) * 8) as u8).cast_signed());
    }
    for lane in (0..view.lanes).step_by(64) {
        let mut sets = [[_mm256_setzero_si256(); N]; 2];
        for entry in entries {
            let added = _mm256_set1_epi8(entry.index.cast_signed());
            for (half, sets) in sets.iter_mut().enumerate() {
                let from = view.at + lane + 32 * half - entry.shift as usize;
                // SAFETY: from + 32 <= at + lanes rounded up <= length, by the caller's check.
                let bytes = unsafe { _mm256_loadu_si256(view.bytes.as_ptr().add(from).cast()) };
                let index = _mm256_xor_si256(bytes, added);
                // A byte from 128 on shuffles to nothing, which is what the half range means by it.
                let hot = if FULL {
                    let hot = _mm256_shuffle_epi8(one_hot, _mm256_and_si256(index, low));
                    // SAFETY: the arrays have the same length.
                    let counts = unsafe { _mm256_loadu_si256(view.counts.as_ptr().add(from).cast()) };
                    _mm256_and_si256(hot, counts)
                } else {
                    _mm256_shuffle_epi8(one_hot, index)
                };
                let plane = _mm256_and_si256(index, high);
                for (set, &number) in sets.iter_mut().zip(&numbers) {
                    let here = _mm256_cmpeq_epi8(plane, number);
                    *set = _mm256_ternarylogic_epi32::<JOIN>(*set, here, hot);
                }
            }
        }
        for (half, sets) in sets.iter().enumerate() {
            for (group, &set) in sets.iter().enumerate() {
                let target = &mut planes.plane_mut(first + group)[lane + 32 * half..][..32];
                let target: *mut __m256i = target.as_mut_ptr().cast();
                // SAFETY: the target has 32 bytes.
                unsafe { _mm256_storeu_si256(target, _mm256_or_si256(_mm256_loadu_si256(target), set)) };
            }
        }
    }
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
pub fn gain(open: &[u64], bits: &[u8], step: usize) -> u32 {
    scalar::gain(open, bits, step)
}
