//! The AVX2 level: 16 heaps or splits an instruction.

use std::arch::x86_64::{
    __m256i, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_set1_epi16, _mm256_setzero_si256, _mm256_storeu_si256, _mm256_xor_si256,
};

use super::{Candidates, Chosen, Hits, RUN, TOGETHER, sift_by};

const LANES: usize = 16;

/// Vectors of heaps that go through the splits together: as many as there are registers for.
const VECTORS: usize = 2;

/// The caller has checked that all parts lie inside the values.
#[target_feature(enable = "avx2")]
pub unsafe fn strike(
    values: &[u16],
    at: usize,
    splits: Chosen,
    (wanted, lanes): (&Candidates, usize),
) -> Hits {
    let mut hits = [0; TOGETHER];
    for first in (0..lanes).step_by(VECTORS * LANES) {
        let mut found = [[_mm256_setzero_si256(); VECTORS]; TOGETHER];
        let wanted: [[__m256i; VECTORS]; TOGETHER] = std::array::from_fn(|set| {
            std::array::from_fn(|vector| {
                let lanes = &wanted[set][first + vector * LANES..][..LANES];
                // SAFETY: the slice fills the vector.
                unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
            })
        });
        for (shift, sum) in splits.iter() {
            let sum = _mm256_set1_epi16(sum.cast_signed());
            for vector in 0..VECTORS {
                let from = at - shift + first + vector * LANES;
                // SAFETY: shift <= at and at + WIDE <= length, by the caller's check.
                let parts = unsafe { _mm256_loadu_si256(values.as_ptr().add(from).cast()) };
                let value = _mm256_xor_si256(parts, sum);
                for set in 0..TOGETHER {
                    let same = _mm256_cmpeq_epi16(value, wanted[set][vector]);
                    found[set][vector] = _mm256_or_si256(found[set][vector], same);
                }
            }
        }
        for (hits, found) in hits.iter_mut().zip(&found) {
            for (vector, &found) in found.iter().enumerate() {
                let mut lanes = [0u16; LANES];
                // SAFETY: the lanes fill the vector.
                unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), found) };
                for (lane, _) in lanes.iter().enumerate().filter(|(_, lane)| **lane != 0) {
                    *hits |= 1u128 << (first + vector * LANES + lane);
                }
            }
        }
    }
    hits
}

#[target_feature(enable = "avx2")]
pub fn sift(a: &[u16], b: &[u16], open: &mut Vec<u16>) {
    let load = |list: &[u16; RUN], vector: usize| {
        let lanes = &list[vector * LANES..][..LANES];
        // SAFETY: the slice fills the vector.
        unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
    };
    let sums = |a: &[u16; RUN], b: &[u16; RUN]| -> [__m256i; RUN / LANES] {
        std::array::from_fn(|vector| _mm256_xor_si256(load(a, vector), load(b, vector)))
    };
    sift_by(a, b, open, sums, |sums, value| {
        let value = _mm256_set1_epi16(value.cast_signed());
        let hits = sums
            .iter()
            .fold(_mm256_setzero_si256(), |hits, &sum| _mm256_or_si256(hits, _mm256_cmpeq_epi16(sum, value)));
        _mm256_movemask_epi8(hits) != 0
    });
}
