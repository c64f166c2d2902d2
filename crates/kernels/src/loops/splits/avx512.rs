//! The AVX-512 level: 32 heaps or splits an instruction.

use std::arch::x86_64::{
    __m512i, _mm512_cmpeq_epi16_mask, _mm512_loadu_si512, _mm512_min_epu16, _mm512_set1_epi16,
    _mm512_test_epi16_mask, _mm512_xor_si512,
};

use super::{Candidates, Chosen, Hits, RUN, TOGETHER, WIDE, sift_by};

const LANES: usize = 32;

/// The caller has checked that all parts lie inside the values.
#[target_feature(enable = "avx512f,avx512bw")]
pub unsafe fn strike(
    values: &[u16],
    at: usize,
    splits: Chosen,
    (wanted, lanes): (&Candidates, usize),
) -> Hits {
    // SAFETY: passed on from the caller.
    unsafe {
        match lanes.div_ceil(LANES) {
            0 | 1 => strike_vectors::<1>(values, at, splits, wanted),
            2 => strike_vectors::<2>(values, at, splits, wanted),
            _ => strike_vectors::<{ WIDE / LANES }>(values, at, splits, wanted),
        }
    }
}

/// The caller has checked that all parts lie inside the values. What a candidate and a value differ by is zero where
/// they are the same, so the least difference tells of a hit.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn strike_vectors<const VECTORS: usize>(
    values: &[u16],
    at: usize,
    splits: Chosen,
    wanted: &Candidates,
) -> Hits {
    let mut least = [[_mm512_set1_epi16(-1); VECTORS]; TOGETHER];
    let wanted: [[__m512i; VECTORS]; TOGETHER] = std::array::from_fn(|set| {
        std::array::from_fn(|vector| {
            let lanes = &wanted[set][vector * LANES..][..LANES];
            // SAFETY: the slice fills the vector.
            unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
        })
    });
    for (shift, sum) in splits.iter() {
        let sum = _mm512_set1_epi16(sum.cast_signed());
        for vector in 0..VECTORS {
            let from = at - shift + vector * LANES;
            // SAFETY: shift <= at and at + WIDE <= length, by the caller's check.
            let parts = unsafe { _mm512_loadu_si512(values.as_ptr().add(from).cast()) };
            let value = _mm512_xor_si512(parts, sum);
            for set in 0..TOGETHER {
                let apart = _mm512_xor_si512(value, wanted[set][vector]);
                least[set][vector] = _mm512_min_epu16(least[set][vector], apart);
            }
        }
    }
    std::array::from_fn(|set| {
        least[set].iter().enumerate().fold(0, |hits, (vector, &least)| {
            hits | u128::from(!_mm512_test_epi16_mask(least, least)) << (vector * LANES)
        })
    })
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn sift(a: &[u16], b: &[u16], open: &mut Vec<u16>) {
    let load = |list: &[u16; RUN], vector: usize| {
        let lanes = &list[vector * LANES..][..LANES];
        // SAFETY: the slice fills the vector.
        unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
    };
    let sums = |a: &[u16; RUN], b: &[u16; RUN]| -> [__m512i; RUN / LANES] {
        std::array::from_fn(|vector| _mm512_xor_si512(load(a, vector), load(b, vector)))
    };
    sift_by(a, b, open, sums, |sums, value| {
        let value = _mm512_set1_epi16(value.cast_signed());
        sums.iter().fold(0, |hits, &sum| hits | _mm512_cmpeq_epi16_mask(sum, value)) != 0
    });
}
