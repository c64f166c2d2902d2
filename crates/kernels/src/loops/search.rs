//! Bytes that are sought among many, 32 at a time: sums of two parts, and the bits of those that have an index.
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32")),
    allow(dead_code, reason = "the portable level has these loops in plain words")
)]
#![allow(clippy::inline_always, reason = "the loops are compiled inside the functions of each level")]

use super::plain;
use crate::vector::{LANES, Vector};
use crate::{BEYOND, RUN};

/// The bytes of a run.
type Run<V> = [V; RUN / LANES];

#[inline(always)]
unsafe fn load<V: Vector>(bytes: &[u8; RUN]) -> Run<V> {
    // SAFETY: the caller has the instructions; both halves lie inside the bytes.
    unsafe { [V::load(bytes.as_ptr()), V::load(bytes.as_ptr().add(LANES))] }
}

/// The parts of a run.
#[inline(always)]
unsafe fn parts<V: Vector>(small: &[u8], large: &[u8], run: u32) -> [Run<V>; 2] {
    let back = RUN * (run as usize + 1);
    let [small, large] =
        [small, large].map(|bytes| bytes[bytes.len() - back..].first_chunk().expect("a whole run"));
    // SAFETY: passed on from the caller.
    unsafe { [load(small), load(large)] }
}

/// Whether the index is the sum of two parts, neither of them a mark.
#[inline(always)]
unsafe fn is_true<V: Vector>([small, large]: [Run<V>; 2], index: V) -> bool {
    // SAFETY: passed on from the caller.
    unsafe {
        let mark = V::splat(BEYOND);
        let mut found = V::splat(0);
        for (a, b) in small.into_iter().zip(large) {
            let marks = a.equals(mark).or(b.equals(mark));
            found = found.or(marks.gone_from(a.xor(b).equals(index)));
        }
        found.any()
    }
}

/// [`crate::Loops::find`], with so many runs in registers. The caller has the instructions.
#[inline(always)]
pub unsafe fn find<V: Vector, const RUNS: usize>(
    small: &[u8],
    large: &[u8],
    runs: &[u32],
    limit: u32,
    open: &mut Vec<u8>,
) {
    for some in runs.chunks(RUNS) {
        if open.is_empty() {
            return;
        }
        if some.len() < RUNS || some.iter().any(|&run| run >= limit) {
            plain::find(small, large, some, limit, open);
            continue;
        }
        // SAFETY: passed on from the caller.
        unsafe {
            let mut sums = [[V::splat(0); RUN / LANES]; RUNS];
            for (sums, &run) in sums.iter_mut().zip(some) {
                let [small, large] = parts::<V>(small, large, run);
                sums.iter_mut().zip(small.into_iter().zip(large)).for_each(|(sum, (a, b))| *sum = a.xor(b));
            }
            let mut at = 0;
            while at < open.len() {
                let index = V::splat(open[at]);
                let mut hits = V::splat(0);
                for sum in sums.as_flattened() {
                    hits = hits.or(sum.equals(index));
                }
                if hits.any() && some.iter().any(|&run| is_true(parts(small, large, run), index)) {
                    open.swap_remove(at);
                } else {
                    at += 1;
                }
            }
        }
    }
}

/// The bits of a run, of which each byte is 0 or 255.
#[inline(always)]
unsafe fn word_of<V: Vector>([low, high]: Run<V>) -> u64 {
    // SAFETY: passed on from the caller.
    unsafe { u64::from(low.signs()) | u64::from(high.signs()) << LANES }
}

/// [`crate::Loops::spread`]. The caller has the instructions.
#[inline(always)]
pub unsafe fn spread<V: Vector>(bytes: &[u8], indices: &[u8], bits: &mut [u8], stride: usize) {
    for (map, &index) in indices.iter().enumerate() {
        let words = bits[map * stride..].as_chunks_mut().0;
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            // SAFETY: passed on from the caller.
            let bits = unsafe {
                let [low, high] = load::<V>(bytes);
                let index = V::splat(index);
                word_of([low.equals(index), high.equals(index)])
            };
            *word = bits.to_le_bytes();
        }
    }
}

/// [`crate::Loops::at_least`]. The caller has the instructions.
#[inline(always)]
pub unsafe fn at_least<V: Vector>(bytes: &[u8], least: u8, words: &mut [u64]) {
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        // SAFETY: passed on from the caller.
        *word = unsafe {
            let (least, mark) = (V::splat(least), V::splat(BEYOND));
            let [low, high] = load::<V>(bytes);
            let [not_low, not_high] = [low.equals(mark), high.equals(mark)];
            word_of([
                not_low.gone_from(low.max(least).equals(low)),
                not_high.gone_from(high.max(least).equals(high)),
            ])
        };
    }
}
