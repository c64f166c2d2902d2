//! The loops as they are meant, which the compiler may widen as far as it is allowed to.
//!
//! They are the portable level. The others reuse what the compiler does well enough by itself.
#![cfg_attr(all(target_arch = "wasm32", not(test)), allow(dead_code, reason = "only the tests run it there"))]
#![allow(clippy::inline_always, reason = "the loops are compiled once for each level of instructions")]

use crate::{BEYOND, BlockView, IndexRange, MOST_LANES, Planes, RUN, ShiftEntry};

pub fn collect(view: BlockView, entries: &[ShiftEntry], planes: &mut Planes) {
    for entry in entries {
        let from = view.at - entry.shift as usize;
        let bytes = &view.bytes[from..][..view.lanes];
        match view.range {
            IndexRange::Half => {
                for (lane, &byte) in bytes.iter().enumerate() {
                    if byte < 128 {
                        planes.insert(lane, u32::from(byte ^ entry.index));
                    }
                }
            }
            IndexRange::Full => {
                for (lane, (&byte, &counts)) in bytes.iter().zip(&view.counts[from..]).enumerate() {
                    if counts != 0 {
                        planes.insert(lane, u32::from(byte ^ entry.index));
                    }
                }
            }
        }
    }
}

#[inline(always)]
pub fn mex(far: &Planes, near: &Planes, guess: &mut [u8]) -> bool {
    const STEP: usize = 64;
    let mut changed = 0;
    let lanes = guess.len().min(MOST_LANES);
    for first in (0..lanes).step_by(STEP) {
        let mut least = [BEYOND; STEP];
        for group in (0..far.count()).rev() {
            let far = &far.plane(group)[first..][..STEP];
            let near = &near.plane(group)[first..][..STEP];
            for lane in 0..STEP {
                let open = !(far[lane] | near[lane]);
                // The number of zeros below the lowest one.
                let place = (!open & open.wrapping_sub(1)).count_ones() as u8;
                let index = (group * 8) as u8 + place;
                least[lane] = if open == 0 { least[lane] } else { index };
            }
        }
        for (guess, &least) in guess[first..].iter_mut().zip(&least) {
            changed |= *guess ^ least;
            *guess = least;
        }
    }
    changed != 0
}

#[inline(always)]
pub fn cover(open: &mut [u64], bits: &[u8], offsets: &[u32], enough: u32) {
    match open.len() {
        32 => cover_words::<32>(open, bits, offsets, enough),
        8 => cover_words::<8>(open, bits, offsets, enough),
        _ => {
            for (at, word) in open.chunks_mut(1).enumerate() {
                cover_words::<1>(word, &bits[8 * at..], offsets, enough / 8);
            }
        }
    }
}

#[inline(always)]
fn cover_words<const N: usize>(open: &mut [u64], bits: &[u8], offsets: &[u32], enough: u32) {
    let mut left = [0; N];
    left.copy_from_slice(open);
    for some in offsets.chunks(16) {
        if left.iter().map(|word| word.count_ones()).sum::<u32>() <= enough {
            break;
        }
        for &offset in some {
            let source = &bits[offset as usize..][..8 * N];
            for (word, eight) in left.iter_mut().zip(source.chunks_exact(8)) {
                *word &= !u64::from_le_bytes(eight.try_into().expect("eight bytes"));
            }
        }
    }
    open.copy_from_slice(&left);
}

#[inline(always)]
pub fn find(small: &[u8], large: &[u8], runs: &[u32], limit: u32, open: &mut Vec<u8>) {
    for &run in runs.iter().filter(|&&run| run < limit) {
        if open.is_empty() {
            return;
        }
        let back = RUN * (run as usize + 1);
        let a = &small[small.len() - back..][..RUN];
        let b = &large[large.len() - back..][..RUN];
        let mut sums = [0; RUN];
        for lane in 0..RUN {
            sums[lane] = a[lane] ^ b[lane];
        }
        open.retain(|&index| {
            let mut hit = 0u8;
            for sum in sums {
                hit |= u8::from(sum == index);
            }
            hit == 0 || !is_true_pair(a, b, index)
        });
    }
}

/// Whether the index is the sum of two bytes neither of which is a mark.
pub fn is_true_pair(a: &[u8], b: &[u8], index: u8) -> bool {
    a.iter().zip(b).any(|(&a, &b)| a ^ b == index && a != BEYOND && b != BEYOND)
}

pub fn spread(bytes: &[u8], indices: &[u8], bits: &mut [u8], stride: usize) {
    for (map, &index) in indices.iter().enumerate() {
        let words = bits[map * stride..].as_chunks_mut().0;
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<64>().0) {
            *word = word_of(bytes, |byte| byte == index).to_le_bytes();
        }
    }
}

pub fn at_least(bytes: &[u8], least: u8, words: &mut [u64]) {
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<64>().0) {
        *word = word_of(bytes, |byte| byte >= least && byte != BEYOND);
    }
}

/// The bits of the bytes that are told to have one.
fn word_of(bytes: &[u8; 64], has: impl Fn(u8) -> bool) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 1 | u64::from(has(byte)))
}

#[inline(always)]
pub fn gain(open: &[[u64; 8]], bits: &[u8], step: usize) -> u32 {
    let mut total = 0;
    for (open, bytes) in open.iter().zip(bits.chunks(step)) {
        let Some(bytes) = bytes.first_chunk::<64>() else { break };
        for (word, eight) in open.iter().zip(bytes.chunks_exact(8)) {
            total += (word & u64::from_le_bytes(eight.try_into().expect("eight bytes"))).count_ones();
        }
    }
    total
}
