//! Indices into values, a byte each.
//!
//! The value of an index is a nim-sum of what its digits stand for, so sixteen entries for its low four digits and
//! sixteen for its high ones hold all of it: two byte shuffles for 32 heaps. In a space that depends on the size of the
//! heap, every other heap has one digit more.

use crate::vector::{LANES, Vector};

/// What the digits of an index stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Translation {
    /// The values of the indices below 16.
    pub low: [u8; 16],
    /// What is nim-added for the high four digits.
    pub high: [u8; 16],
    /// What is nim-added at every other heap, beginning with the second.
    pub other: u8,
}

/// The caller has the instructions.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it belongs into the function that is compiled for its level")]
pub unsafe fn translate<V: Vector>(translation: &Translation, indices: &[u8], values: &mut [u8]) {
    let turns: [u8; LANES] = std::array::from_fn(|at| if at % 2 == 1 { translation.other } else { 0 });
    let (indices, last) = indices.as_chunks::<LANES>();
    let (values, last_values) = values.as_chunks_mut::<LANES>();
    let (mut rest, mut sums) = ([0; LANES], [0; LANES]);
    rest[..last.len()].copy_from_slice(last);
    // SAFETY: the caller has the instructions; whole arrays of 32 bytes are read and written.
    unsafe {
        let (low, high) = (V::table(translation.low), V::table(translation.high));
        let turns = V::load(turns.as_ptr());
        for (indices, values) in indices.iter().zip(values) {
            one([low, high, turns], V::load(indices.as_ptr())).store(values.as_mut_ptr());
        }
        one([low, high, turns], V::load(rest.as_ptr())).store(sums.as_mut_ptr());
    }
    last_values.copy_from_slice(&sums[..last.len()]);
}

/// The values of 32 indices. The caller has the instructions.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as above")]
unsafe fn one<V: Vector>([low, high, turns]: [V; 3], indices: V) -> V {
    // SAFETY: passed on from the caller.
    unsafe {
        let low = indices.and(V::splat(15)).look_up(low);
        low.xor(indices.high().look_up(high)).xor(turns)
    }
}
