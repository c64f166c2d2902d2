//! Collecting exclusion sets 32 heaps at a time, the loop that all levels of wide instructions share.
//!
//! The sets are not loaded but computed: one load brings the indices of 32 heaps, a look-up turns the low three bits
//! into one bit of eight, and for each plane the high bits are compared, masked and joined. That is two or three
//! instructions a plane and a footprint of one byte a heap. The sets stay in registers while the entries pass; a level
//! says how many there is room for.
#![allow(clippy::inline_always, reason = "the loop is compiled inside the functions of each level")]

use crate::vector::{LANES, Vector};
use crate::{BlockView, IndexRange, Planes, ShiftEntry};

/// The caller has the instructions of the level and has checked that every entry lies inside the view.
#[inline(always)]
pub unsafe fn collect<V: Vector>(view: BlockView, entries: &[ShiftEntry], planes: &mut Planes) {
    const { assert!(V::PLANES <= 24, "the list below ends with 24") };
    let mut first = 0;
    while first < planes.count() {
        let count = (planes.count() - first).min(V::PLANES);
        macro_rules! some {
            ($($n:literal)*) => {
                match count {
                    // SAFETY: passed on from the caller.
                    $($n => unsafe { some::<V, $n>(view, entries, planes, first) },)*
                    _ => {}
                }
            };
        }
        some!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
        first += count;
    }
}

#[inline(always)]
unsafe fn some<V: Vector, const N: usize>(
    view: BlockView,
    entries: &[ShiftEntry],
    planes: &mut Planes,
    first: usize,
) {
    // SAFETY: passed on from the caller.
    unsafe {
        match (view.range, N <= V::PAIRED) {
            _ if N > V::PLANES => {}
            (IndexRange::Half, false) => groups::<V, N, 1, false>(view, entries, planes, first),
            (IndexRange::Half, true) => groups::<V, N, 2, false>(view, entries, planes, first),
            (IndexRange::Full, false) => groups::<V, N, 1, true>(view, entries, planes, first),
            (IndexRange::Full, true) => groups::<V, N, 2, true>(view, entries, planes, first),
        }
    }
}

/// Collects N planes, for `VECTORS` times 32 heaps at a time.
#[inline(always)]
unsafe fn groups<V: Vector, const N: usize, const VECTORS: usize, const FULL: bool>(
    view: BlockView,
    entries: &[ShiftEntry],
    planes: &mut Planes,
    first: usize,
) {
    // SAFETY: the caller has the instructions; the loads stay inside the view by its check, since
    // from + 32 <= at + lanes rounded up to 64 <= length, and the counts are as long as the bytes.
    unsafe {
        let one_hot = V::table([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);
        let (high, low) = (V::splat(0xf8), V::splat(0x0f));
        let mut numbers = [V::splat(0); N];
        for (group, number) in numbers.iter_mut().enumerate() {
            *number = V::splat(((first + group) * 8) as u8);
        }
        for lane in (0..view.lanes).step_by(LANES * VECTORS) {
            let mut sets = [[V::splat(0); N]; VECTORS];
            for entry in entries {
                let added = V::splat(entry.index);
                for (vector, sets) in sets.iter_mut().enumerate() {
                    let from = view.at + lane + LANES * vector - entry.shift as usize;
                    let index = V::load(view.bytes.as_ptr().add(from)).xor(added);
                    // A byte from 128 on looks up nothing, which is what the half range means by it.
                    let hot = if FULL {
                        let counts = V::load(view.counts.as_ptr().add(from));
                        index.and(low).look_up(one_hot).and(counts)
                    } else {
                        index.look_up(one_hot)
                    };
                    let plane = index.and(high);
                    for (set, &number) in sets.iter_mut().zip(&numbers) {
                        *set = V::join(*set, plane.equals(number), hot);
                    }
                }
            }
            for (vector, sets) in sets.iter().enumerate() {
                for (group, &set) in sets.iter().enumerate() {
                    let target = &mut planes.plane_mut(first + group)[lane + LANES * vector..][..LANES];
                    V::load(target.as_ptr()).or(set).store(target.as_mut_ptr());
                }
            }
        }
    }
}
