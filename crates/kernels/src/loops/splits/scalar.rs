//! The portable level, and the reference of the others.
#![cfg_attr(all(target_arch = "wasm32", not(test)), allow(dead_code, reason = "only the tests run it there"))]
#![allow(clippy::inline_always, reason = "the loops are compiled once for each level of instructions")]

use super::{Candidates, Chosen, Hits, RUN, TOGETHER, WIDE, rest, runs};

/// The caller has checked that all parts lie inside the values and that the rows have a power of two as width.
pub unsafe fn mark<const TILE: usize>(values: &[u16], at: usize, splits: Chosen, rows: &mut [u8]) {
    const EACH: u64 = 0x0001_0001_0001_0001;
    let width = rows.len() / TILE;
    let below = EACH * (width as u64 - 1);
    for (shift, sum) in splits.iter() {
        let sums = EACH * u64::from(sum);
        // Four heaps are a word.
        for first in (0..TILE).step_by(4) {
            // SAFETY: shift <= at and at + TILE <= length.
            let word = unsafe { values.as_ptr().add(at - shift + first).cast::<u64>().read_unaligned() };
            let places = (word ^ sums) & below;
            for lane in 0..4 {
                let turn = if cfg!(target_endian = "big") { 48 - 16 * lane } else { 16 * lane };
                let place = usize::from((places >> turn) as u16);
                // SAFETY: the place in the row is below its width.
                unsafe { *rows.get_unchecked_mut((first + lane) * width + place) = 1 };
            }
        }
    }
}

pub fn strike(values: &[u16], at: usize, splits: Chosen, (wanted, lanes): (&Candidates, usize)) -> Hits {
    let mut found = [[false; WIDE]; TOGETHER];
    for (shift, sum) in splits.iter() {
        let parts = &values[at - shift..][..WIDE];
        for (found, wanted) in found.iter_mut().zip(wanted) {
            for lane in 0..lanes {
                found[lane] |= parts[lane] ^ sum == wanted[lane];
            }
        }
    }
    found.map(|found| (0..WIDE).fold(0, |hits, lane| hits | u128::from(found[lane]) << lane))
}

#[inline(always)]
pub fn sift(a: &[u16], b: &[u16], open: &mut Vec<u16>) {
    for (a, b) in runs(a, b) {
        if open.is_empty() {
            return;
        }
        let mut sums = [0; RUN];
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum = a ^ b);
        // All sums are compared, whatever comes of the first: that is what vectors do.
        let hits = |value: u16| sums.iter().map(|&sum| u16::from(sum == value)).sum::<u16>();
        open.retain(|&value| hits(value) == 0);
    }
    for sum in rest(a, b) {
        open.retain(|&value| value != sum);
    }
}
