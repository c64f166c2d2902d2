//! The level of WebAssembly: 16 heaps an instruction.
//!
//! A browser either has these instructions or refuses the whole program, so nothing is detected at run time. Collecting
//! and searching are written out; the rest is the portable code, compiled for these instructions.

use std::arch::wasm32::{
    i8x16_bitmask, i8x16_eq, i8x16_ne, u8x16_ge, u8x16_splat, v128, v128_and, v128_any_true, v128_load,
    v128_or, v128_xor,
};

use super::candidates::{self, HeapPlace, Lists, Pins, Stages};
use super::lanes::{self, Lanes};
use super::translation::{self, Translation};
use super::vector::wasm::Simd128;
use super::{BEYOND, BlockView, IndexRange, Planes, RUN, ShiftEntry, scalar};

/// Sixteen registers, as far as one can tell; 32 heaps take two.
impl Lanes for Simd128 {
    const PLANES: usize = 5;
    const PAIRED: usize = 0;
}

/// The caller has checked that every entry lies inside the view.
#[target_feature(enable = "simd128")]
pub unsafe fn collect(view: BlockView, entries: &[ShiftEntry], planes: &mut Planes) {
    // SAFETY: passed on from the caller.
    unsafe { lanes::collect::<Simd128>(view, entries, planes) }
}

#[target_feature(enable = "simd128")]
pub fn compiled<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[target_feature(enable = "simd128")]
pub fn mex(far: &Planes, near: &Planes, guess: &mut [u8]) -> bool {
    scalar::mex(far, near, guess)
}

#[target_feature(enable = "simd128")]
pub fn cover(open: &mut [u64], bits: &[u8], offsets: &[u32], enough: u32) {
    scalar::cover(open, bits, offsets, enough);
}

/// Runs that are searched together: as many as there are registers for.
const TOGETHER: usize = 2;

/// Sixteen bytes each.
type Bytes = [v128; RUN / 16];

#[target_feature(enable = "simd128")]
#[inline]
fn load(bytes: &[u8; RUN]) -> Bytes {
    // SAFETY: the vectors lie inside the bytes.
    std::array::from_fn(|at| unsafe { v128_load(bytes.as_ptr().add(16 * at).cast()) })
}

/// The parts of a run.
#[target_feature(enable = "simd128")]
#[inline]
fn pairs(small: &[u8], large: &[u8], run: u32) -> (Bytes, Bytes) {
    let back = RUN * (run as usize + 1);
    let part = |bytes: &[u8]| load(bytes[bytes.len() - back..].first_chunk().expect("a whole run"));
    (part(small), part(large))
}

/// Whether the index is the sum of two parts of the run, neither of them a mark.
#[target_feature(enable = "simd128")]
#[inline]
fn is_true((small, large): (Bytes, Bytes), index: v128) -> bool {
    let mark = u8x16_splat(BEYOND);
    small.into_iter().zip(large).any(|(a, b)| {
        let parts = v128_and(i8x16_ne(a, mark), i8x16_ne(b, mark));
        v128_any_true(v128_and(parts, i8x16_eq(v128_xor(a, b), index)))
    })
}

#[target_feature(enable = "simd128")]
pub fn find(small: &[u8], large: &[u8], runs: &[u32], limit: u32, open: &mut Vec<u8>) {
    for some in runs.chunks(TOGETHER) {
        if open.is_empty() {
            return;
        }
        let &[first, second] = some else {
            return scalar::find(small, large, some, limit, open);
        };
        if first.max(second) >= limit {
            scalar::find(small, large, some, limit, open);
            continue;
        }
        let sums = [first, second].map(|run| {
            let (a, b) = pairs(small, large, run);
            std::array::from_fn::<v128, { RUN / 16 }, _>(|at| v128_xor(a[at], b[at]))
        });
        let [[a, b, c, d], [e, f, g, h]] = sums;
        let mut at = 0;
        while at < open.len() {
            let index = u8x16_splat(open[at]);
            let hits = |one, other| v128_or(i8x16_eq(one, index), i8x16_eq(other, index));
            let hits = v128_or(v128_or(hits(a, b), hits(c, d)), v128_or(hits(e, f), hits(g, h)));
            if v128_any_true(hits) && some.iter().any(|&run| is_true(pairs(small, large, run), index)) {
                open.swap_remove(at);
            } else {
                at += 1;
            }
        }
    }
}

/// The bits of the bytes for which a comparison holds.
#[target_feature(enable = "simd128")]
#[inline]
fn word_of(bytes: &[u8; RUN], holds: impl Fn(v128) -> v128) -> u64 {
    load(bytes).into_iter().rev().fold(0, |word, some| word << 16 | u64::from(i8x16_bitmask(holds(some))))
}

#[target_feature(enable = "simd128")]
pub fn spread(bytes: &[u8], indices: &[u8], bits: &mut [u8], stride: usize) {
    for (map, &index) in indices.iter().enumerate() {
        let index = u8x16_splat(index);
        let words = bits[map * stride..].as_chunks_mut().0;
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = word_of(bytes, |some| i8x16_eq(some, index)).to_le_bytes();
        }
    }
}

#[target_feature(enable = "simd128")]
pub fn at_least(bytes: &[u8], least: u8, words: &mut [u64]) {
    let (least, mark) = (u8x16_splat(least), u8x16_splat(BEYOND));
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = word_of(bytes, |some| v128_and(u8x16_ge(some, least), i8x16_ne(some, mark)));
    }
}

#[target_feature(enable = "simd128")]
pub fn gain(open: &[[u64; 8]], bits: &[u8], step: usize) -> u32 {
    scalar::gain(open, bits, step)
}

/// The caller has checked that every entry lies inside the bytes.
#[target_feature(enable = "simd128")]
pub unsafe fn climb(place: HeapPlace<'_>, stages: &Stages) -> Lists {
    // SAFETY: passed on from the caller.
    unsafe { candidates::climb::<Simd128>(place, stages) }
}

/// The caller has checked that every entry lies inside the bytes.
#[target_feature(enable = "simd128")]
pub unsafe fn strike_lists(place: HeapPlace<'_>, entries: &[ShiftEntry], lists: &mut Lists) {
    // SAFETY: passed on from the caller.
    unsafe { candidates::strike_near::<Simd128>(place, entries, lists) }
}

/// The caller has checked that every entry lies inside the bytes.
#[target_feature(enable = "simd128")]
pub unsafe fn agree(
    heaps: &mut [u8],
    at: usize,
    range: IndexRange,
    entries: &[ShiftEntry],
    lists: &Lists,
    pins: &Pins,
) -> u32 {
    // SAFETY: passed on from the caller.
    unsafe { candidates::agree::<Simd128>(heaps, at, range, entries, lists, pins) }
}

#[target_feature(enable = "simd128")]
pub fn translate(translation: &Translation, indices: &[u8], values: &mut [u8]) {
    // SAFETY: the instructions are those of this function.
    unsafe { translation::translate::<Simd128>(translation, indices, values) }
}
