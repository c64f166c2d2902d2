//! Collecting exclusion sets 32 heaps at a time, the loop that all levels of wide instructions share.
//!
//! The sets are not loaded but computed: one load brings the indices of 32 heaps, a look-up turns the low three bits
//! into one bit of eight, and for each plane the high bits are compared, masked and joined. That is two or three
//! instructions a plane and a footprint of one byte a heap. The sets stay in registers while the entries pass; a level
//! says how many there is room for.
#![allow(clippy::inline_always, reason = "the loop is compiled inside the functions of each level")]

use super::vector::{LANES, Vector};
use super::{BlockView, IndexRange, Planes, ShiftEntry};

/// What a level brings to the loop.
pub trait Lanes: Vector {
    /// Planes that are collected together.
    const PLANES: usize;
    /// Up to how many planes two vectors of heaps go through the entries together.
    const PAIRED: usize;
}

/// The caller has the instructions of the level and has checked that every entry lies inside the view.
#[inline(always)]
pub unsafe fn collect<L: Lanes>(view: BlockView, entries: &[ShiftEntry], planes: &mut Planes) {
    const { assert!(L::PLANES <= 24, "the list below ends with 24") };
    let mut first = 0;
    while first < planes.count() {
        let count = (planes.count() - first).min(L::PLANES);
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
unsafe fn some<L: Lanes, const N: usize>(
    view: BlockView,
    entries: &[ShiftEntry],
    planes: &mut Planes,
    first: usize,
) {
    // SAFETY: passed on from the caller.
    unsafe {
        match (view.range, N <= L::PAIRED) {
            _ if N > L::PLANES => {}
            (IndexRange::Half, false) => groups::<L, N, 1, false>(view, entries, planes, first),
            (IndexRange::Half, true) => groups::<L, N, 2, false>(view, entries, planes, first),
            (IndexRange::Full, false) => groups::<L, N, 1, true>(view, entries, planes, first),
            (IndexRange::Full, true) => groups::<L, N, 2, true>(view, entries, planes, first),
        }
    }
}

/// Collects N planes, for `VECTORS` times 32 heaps at a time.
#[inline(always)]
unsafe fn groups<L: Lanes, const N: usize, const VECTORS: usize, const FULL: bool>(
    view: BlockView,
    entries: &[ShiftEntry],
    planes: &mut Planes,
    first: usize,
) {
    // SAFETY: the caller has the instructions; the loads stay inside the view by its check, since
    // from + 32 <= at + lanes rounded up to 64 <= length, and the counts are as long as the bytes.
    unsafe {
        let one_hot = L::table([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);
        let (high, low) = (L::splat(0xf8), L::splat(0x0f));
        let mut numbers = [L::splat(0); N];
        for (group, number) in numbers.iter_mut().enumerate() {
            *number = L::splat(((first + group) * 8) as u8);
        }
        for lane in (0..view.lanes).step_by(LANES * VECTORS) {
            let mut sets = [[L::splat(0); N]; VECTORS];
            for entry in entries {
                let added = L::splat(entry.index);
                for (vector, sets) in sets.iter_mut().enumerate() {
                    let from = view.at + lane + LANES * vector - entry.shift as usize;
                    let index = L::load(view.bytes.as_ptr().add(from)).xor(added);
                    // A byte from 128 on looks up nothing, which is what the half range means by it.
                    let hot = if FULL {
                        let counts = L::load(view.counts.as_ptr().add(from));
                        index.and(low).look_up(one_hot).and(counts)
                    } else {
                        index.look_up(one_hot)
                    };
                    let plane = index.and(high);
                    for (set, &number) in sets.iter_mut().zip(&numbers) {
                        *set = L::join(*set, plane.equals(number), hot);
                    }
                }
            }
            for (vector, sets) in sets.iter().enumerate() {
                for (group, &set) in sets.iter().enumerate() {
                    let target = &mut planes.plane_mut(first + group)[lane + LANES * vector..][..LANES];
                    L::load(target.as_ptr()).or(set).store(target.as_mut_ptr());
                }
            }
        }
    }
}
