//! The level of WebAssembly: 8 heaps or splits an instruction.

use std::arch::wasm32::{
    i16x8_bitmask, i16x8_eq, u16x8_splat, v128, v128_any_true, v128_load, v128_or, v128_xor,
};

use super::{Candidates, Chosen, Hits, RUN, TOGETHER, sift_by};

const LANES: usize = 8;

/// Vectors of heaps that go through the splits together: as many as there are registers for.
const VECTORS: usize = 2;

/// The caller has checked that all parts lie inside the values.
#[target_feature(enable = "simd128")]
pub unsafe fn strike(
    values: &[u16],
    at: usize,
    splits: Chosen,
    (wanted, lanes): (&Candidates, usize),
) -> Hits {
    let mut hits = [0; TOGETHER];
    for first in (0..lanes).step_by(VECTORS * LANES) {
        let mut found = [[u16x8_splat(0); VECTORS]; TOGETHER];
        let wanted: [[v128; VECTORS]; TOGETHER] = std::array::from_fn(|set| {
            std::array::from_fn(|vector| {
                let lanes = &wanted[set][first + vector * LANES..][..LANES];
                // SAFETY: the slice fills the vector.
                unsafe { v128_load(lanes.as_ptr().cast()) }
            })
        });
        for (shift, sum) in splits.iter() {
            let sum = u16x8_splat(sum);
            for vector in 0..VECTORS {
                let from = at - shift + first + vector * LANES;
                // SAFETY: shift <= at and at + WIDE <= length, by the caller's check.
                let parts = unsafe { v128_load(values.as_ptr().add(from).cast()) };
                let value = v128_xor(parts, sum);
                for set in 0..TOGETHER {
                    found[set][vector] = v128_or(found[set][vector], i16x8_eq(value, wanted[set][vector]));
                }
            }
        }
        for (hits, found) in hits.iter_mut().zip(&found) {
            for (vector, &found) in found.iter().enumerate() {
                *hits |= u128::from(i16x8_bitmask(found)) << (first + vector * LANES);
            }
        }
    }
    hits
}

#[target_feature(enable = "simd128")]
pub fn sift(a: &[u16], b: &[u16], open: &mut Vec<u16>) {
    let load = |list: &[u16; RUN], vector: usize| {
        let lanes = &list[vector * LANES..][..LANES];
        // SAFETY: the slice fills the vector.
        unsafe { v128_load(lanes.as_ptr().cast()) }
    };
    let sums = |a: &[u16; RUN], b: &[u16; RUN]| -> [v128; RUN / LANES] {
        std::array::from_fn(|vector| v128_xor(load(a, vector), load(b, vector)))
    };
    sift_by(a, b, open, sums, |sums, value| {
        let value = u16x8_splat(value);
        let hits = sums.iter().fold(u16x8_splat(0), |hits, &sum| v128_or(hits, i16x8_eq(sum, value)));
        v128_any_true(hits)
    });
}
