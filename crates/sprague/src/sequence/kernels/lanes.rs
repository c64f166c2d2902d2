//! Collecting exclusion sets 32 heaps at a time, the loop that AVX2 and AVX-512 share.
//!
//! The sets are not loaded but computed: one load brings the indices of 32 heaps, a shuffle turns the low three bits
//! into one bit of eight, and for each plane the high bits are compared, masked and joined. That is two or three
//! instructions a plane and a footprint of one byte a heap. The sets stay in registers while the entries pass; a level
//! says how many there is room for, and how a plane is joined.
#![allow(clippy::inline_always, reason = "the loop is compiled inside the functions of each level")]

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_xor_si256,
};

use super::{Entry, Planes, Range, View};

/// What a level brings to the loop.
pub trait Lanes {
    /// Planes that are collected together.
    const TOGETHER: usize;
    /// Up to how many planes two vectors of heaps go through the entries together.
    const PAIRED: usize;

    /// set | (here & hot). The caller has the instructions of the level.
    unsafe fn join(set: __m256i, here: __m256i, hot: __m256i) -> __m256i;
}

/// The caller has the instructions of the level and has checked that every entry lies inside the view.
#[inline(always)]
pub unsafe fn collect<L: Lanes>(view: View, entries: &[Entry], planes: &mut Planes) {
    let mut first = 0;
    while first < planes.count() {
        let count = (planes.count() - first).min(L::TOGETHER);
        macro_rules! some {
            ($($n:literal)*) => {
                match count {
                    // SAFETY: passed on from the caller.
                    $($n => unsafe { some::<L, $n>(view, entries, planes, first) },)*
                    _ => {}
                }
            };
        }
        some!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
        first += count;
    }
}

#[inline(always)]
unsafe fn some<L: Lanes, const N: usize>(view: View, entries: &[Entry], planes: &mut Planes, first: usize) {
    // SAFETY: passed on from the caller.
    unsafe {
        match (view.range, N <= L::PAIRED) {
            _ if N > L::TOGETHER => {}
            (Range::Half, false) => groups::<L, N, 1, false>(view, entries, planes, first),
            (Range::Half, true) => groups::<L, N, 2, false>(view, entries, planes, first),
            (Range::Full, false) => groups::<L, N, 1, true>(view, entries, planes, first),
            (Range::Full, true) => groups::<L, N, 2, true>(view, entries, planes, first),
        }
    }
}

/// Collects N planes, for `VECTORS` times 32 heaps at a time.
#[inline(always)]
unsafe fn groups<L: Lanes, const N: usize, const VECTORS: usize, const FULL: bool>(
    view: View,
    entries: &[Entry],
    planes: &mut Planes,
    first: usize,
) {
    // SAFETY: the caller has the instructions; the loads stay inside the view by its check, since
    // from + 32 <= at + lanes rounded up to 64 <= length, and the counts are as long as the bytes.
    unsafe {
        let bit = 1u8.cast_signed();
        let one_hot = _mm256_setr_epi8(
            bit, 2, 4, 8, 16, 32, 64, -128, bit, 2, 4, 8, 16, 32, 64, -128, bit, 2, 4, 8, 16, 32, 64, -128,
            bit, 2, 4, 8, 16, 32, 64, -128,
        );
        let high = _mm256_set1_epi8(0xf8u8.cast_signed());
        let low = _mm256_set1_epi8(0x0f);
        let mut numbers = [_mm256_setzero_si256(); N];
        for (group, number) in numbers.iter_mut().enumerate() {
            *number = _mm256_set1_epi8((((first + group) * 8) as u8).cast_signed());
        }
        for lane in (0..view.lanes).step_by(32 * VECTORS) {
            let mut sets = [[_mm256_setzero_si256(); N]; VECTORS];
            for entry in entries {
                let added = _mm256_set1_epi8(entry.index.cast_signed());
                for (vector, sets) in sets.iter_mut().enumerate() {
                    let from = view.at + lane + 32 * vector - entry.shift as usize;
                    let bytes = _mm256_loadu_si256(view.bytes.as_ptr().add(from).cast());
                    let index = _mm256_xor_si256(bytes, added);
                    // A byte from 128 on shuffles to nothing, which is what the half range means by it.
                    let hot = if FULL {
                        let hot = _mm256_shuffle_epi8(one_hot, _mm256_and_si256(index, low));
                        let counts = _mm256_loadu_si256(view.counts.as_ptr().add(from).cast());
                        _mm256_and_si256(hot, counts)
                    } else {
                        _mm256_shuffle_epi8(one_hot, index)
                    };
                    let plane = _mm256_and_si256(index, high);
                    for (set, &number) in sets.iter_mut().zip(&numbers) {
                        *set = L::join(*set, _mm256_cmpeq_epi8(plane, number), hot);
                    }
                }
            }
            for (vector, sets) in sets.iter().enumerate() {
                for (group, &set) in sets.iter().enumerate() {
                    let target = &mut planes.plane_mut(first + group)[lane + 32 * vector..][..32];
                    let target: *mut __m256i = target.as_mut_ptr().cast();
                    _mm256_storeu_si256(target, _mm256_or_si256(_mm256_loadu_si256(target), set));
                }
            }
        }
    }
}
