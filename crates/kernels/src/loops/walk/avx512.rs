//! The AVX-512 level: the walk over sets where the processor has what it takes, and 512 heaps a register for bitmaps.
#![allow(clippy::inline_always, reason = "the steps belong into the function with the instructions")]

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512, _mm512_or_si512, _mm512_set1_epi64,
    _mm512_storeu_si512, _mm512_test_epi64_mask,
};

use super::{ASKED, NEARLY, SERVED, ServedHeaps, WalkPlan};

/// Words in a register, and registers for all words.
const HELD: usize = 8;
const REGISTERS: usize = SERVED / HELD;

/// As for AVX2.
#[target_feature(enable = "avx2,bmi1,avx512f,avx512bw,avx512vl")]
pub unsafe fn walk(plan: &WalkPlan, rows: &mut [u8], length: usize, at: usize, count: usize) -> usize {
    // SAFETY: passed on from the caller; there are only sets where their instructions were detected.
    unsafe {
        match &plan.sets {
            Some(sets) => sets.walk(rows, length, at, count),
            None => super::avx2::walk(plan, rows, length, at, count),
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,popcnt")]
pub fn serve(heaps: &mut ServedHeaps, bits: &[u8], own: &[(u32, u64)], asked: &[u32]) -> (usize, u32) {
    let map = |from: u32| {
        let map = &bits[from as usize..][..8 * SERVED];
        // SAFETY: the bytes are as many as fill the vectors.
        std::array::from_fn::<__m512i, REGISTERS, _>(|at| unsafe {
            _mm512_loadu_si512(map.as_ptr().add(8 * HELD * at).cast())
        })
    };
    let above = heaps.above.as_chunks::<HELD>().0;
    // SAFETY: the arrays fill the vectors.
    let mut open: [__m512i; REGISTERS] =
        std::array::from_fn(|at| unsafe { _mm512_loadu_si512(above[at].as_ptr().cast()) });
    for &(from, mask) in own {
        let mask = _mm512_set1_epi64(mask.cast_signed());
        for (open, words) in open.iter_mut().zip(map(from)) {
            *open = _mm512_or_si512(*open, _mm512_and_si512(words, mask));
        }
    }
    let filled = |open: &[__m512i; REGISTERS]| {
        open.iter().rev().fold(0, |all, &words| all << HELD | u32::from(_mm512_test_epi64_mask(words, words)))
    };
    let mut count = 0;
    for some in asked.chunks(ASKED) {
        if filled(&open).count_ones() <= NEARLY {
            break;
        }
        for &from in some {
            for (open, words) in open.iter_mut().zip(map(from)) {
                *open = _mm512_andnot_si512(words, *open);
            }
        }
        count += some.len();
    }
    for (words, target) in open.iter().zip(heaps.open.as_chunks_mut::<HELD>().0) {
        // SAFETY: the array fills the vector.
        unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), *words) };
    }
    (count, filled(&open))
}
