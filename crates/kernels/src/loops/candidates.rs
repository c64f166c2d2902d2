//! The least indices that are still open: exclusion by entries, 32 heaps at a time, handed on as short lists.
//!
//! Only the first, most useful entries fill sets (planes of eight indices, a bit each). Then the least open indices of
//! each heap become a list of candidates, ascending, and every other entry only strikes the candidate that it excludes:
//! two instructions a candidate. A struck candidate becomes `NO_INDEX`; between the stages the lists are closed up
//! and cut. What is left are the least indices that no entry excludes, as far as the list reached; a list that has
//! run empty says nothing, and its heap must be computed singly.
#![allow(clippy::inline_always, reason = "the loops are compiled inside the functions of each level")]

use crate::vector::{LANES, Vector};
use crate::{IndexRange, ShiftEntry};

/// No index: a heap that excludes nothing, a candidate that was struck.
pub const NO_INDEX: u8 = 255;

/// The most candidates of a heap.
pub const MOST: usize = 7;

/// How many candidates are handed on.
pub const HANDED: usize = 3;

/// The least open indices of 32 heaps: the least of each heap, then the second and the third.
pub type Lists = [[u8; LANES]; HANDED];

/// The most planes of eight indices.
pub const PLANES: usize = 32;

/// Entries with the bounds of their shifts.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    list: Vec<ShiftEntry>,
    least: usize,
    greatest: usize,
}

impl Entries {
    /// The entries in this order.
    pub fn new(list: Vec<ShiftEntry>) -> Self {
        let shifts = || list.iter().map(|entry| entry.shift as usize);
        // none lie inside whatever there is
        let (least, greatest) = (shifts().min().unwrap_or(usize::MAX / 2), shifts().max().unwrap_or(0));
        Self { list, least, greatest }
    }

    /// The entries.
    pub fn list(&self) -> &[ShiftEntry] {
        &self.list
    }

    /// Whether what they read for 32 heaps from `at` on lies inside so many bytes.
    pub fn lie_inside(&self, at: usize, length: usize) -> bool {
        self.lie_inside_for(LANES, at, length)
    }

    /// Whether what they read for so many heaps from `at` on lies inside so many bytes.
    pub fn lie_inside_for(&self, heaps: usize, at: usize, length: usize) -> bool {
        self.greatest <= at && at + heaps <= length + self.least
    }
}

/// How the far entries are worked off.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// The entries, the most useful first.
    pub entries: Entries,
    /// How many planes of eight indices the sets have.
    pub planes: usize,
    /// Where to look which planes are still needed, and how many open indices they must hold. Behind the last of these
    /// entries come candidates.
    pub looks: Vec<(usize, u8)>,
    /// Up to which entry 7, 6, 5, 4 and 3 candidates are struck.
    pub strikes: [usize; MOST - HANDED + 1],
}

impl Stages {
    /// Whether the stages follow one another up to the last entry, and all that they read for so many heaps at a place lies
    /// inside of the bytes.
    pub fn fit(&self, heaps: usize, place: HeapPlace<'_>) -> bool {
        let ends = self.looks.iter().map(|look| &look.0).chain(&self.strikes);
        self.entries.lie_inside_for(heaps, place.at, place.bytes.len())
            && ends.is_sorted()
            && self.strikes[self.strikes.len() - 1] == self.entries.list.len()
    }
}

/// Where 32 heaps lie in the bytes of all heaps.
#[derive(Clone, Copy)]
pub struct HeapPlace<'a> {
    /// An index for each heap, `NO_INDEX` for those that exclude nothing.
    pub bytes: &'a [u8],
    /// Where the first of the heaps lies; it may be behind the bytes as far as the entries reach below it.
    pub at: usize,
    /// What the bytes mean.
    pub range: IndexRange,
}

/// The caller has the instructions, and every entry reads inside the bytes.
#[inline(always)]
pub unsafe fn climb<V: Vector>(place: HeapPlace<'_>, stages: &Stages) -> Lists {
    // SAFETY: passed on from the caller.
    unsafe {
        match place.range {
            IndexRange::Half => climb_in::<V, false>(place, stages),
            IndexRange::Full => climb_in::<V, true>(place, stages),
        }
    }
}

#[inline(always)]
unsafe fn climb_in<V: Vector, const FULL: bool>(place: HeapPlace<'_>, stages: &Stages) -> Lists {
    // SAFETY: passed on from the caller.
    unsafe {
        let heaps = place.bytes.as_ptr().wrapping_add(place.at);
        let mut sets = [V::splat(0); PLANES];
        let mut needed = [0u8; PLANES];
        let mut count = stages.planes.min(PLANES);
        (0..count).for_each(|plane| needed[plane] = plane as u8);
        let mut done = 0;
        for &(end, enough) in &stages.looks {
            let entries = &stages.entries.list[done..end];
            for planes in needed[..count].chunks(V::TOGETHER) {
                collect::<V, FULL>(heaps, entries, &mut sets, planes);
            }
            count = still_needed(&sets, &mut needed, count, enough);
            done = end;
        }
        let mut lists = least_open(&mut sets, &needed[..count]);
        macro_rules! strike {
            ($($candidates:literal)*) => {
                $(
                    let end = stages.strikes[MOST - $candidates];
                    let few: &mut [V; $candidates] = lists.first_chunk_mut().expect("fewer than all");
                    strike::<V, FULL, $candidates>(heaps, &stages.entries.list[done..end], few);
                    close_up(few);
                    done = end;
                )*
            };
        }
        strike!(7 6 5 4 3);
        debug_assert_eq!(done, stages.entries.list.len());
        let mut handed = [[0; LANES]; HANDED];
        handed.iter_mut().zip(lists).for_each(|(row, list)| list.store(row.as_mut_ptr()));
        handed
    }
}

#[inline(always)]
unsafe fn collect<V: Vector, const FULL: bool>(
    heaps: *const u8,
    entries: &[ShiftEntry],
    sets: &mut [V; PLANES],
    planes: &[u8],
) {
    // more would be passed over in silence
    const { assert!(V::TOGETHER <= 10, "the list below ends with 10") };
    macro_rules! some {
        ($($n:literal)*) => {
            match planes.len() {
                // SAFETY: passed on from the caller.
                $($n if $n <= V::TOGETHER => unsafe { collect_some::<V, FULL, $n>(heaps, entries, sets, planes) },)*
                _ => {}
            }
        };
    }
    some!(1 2 3 4 5 6 7 8 9 10);
}

#[inline(always)]
unsafe fn collect_some<V: Vector, const FULL: bool, const N: usize>(
    heaps: *const u8,
    entries: &[ShiftEntry],
    sets: &mut [V; PLANES],
    planes: &[u8],
) {
    // SAFETY: passed on from the caller.
    unsafe {
        let one_hot = V::table([1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128]);
        let (high, low, mark) = (V::splat(0xf8), V::splat(0x0f), V::splat(NO_INDEX));
        let mut numbers = [V::splat(0); N];
        let mut some = [V::splat(0); N];
        for at in 0..N {
            numbers[at] = V::splat(8 * planes[at]);
            some[at] = sets[usize::from(planes[at])];
        }
        for entry in entries {
            let bytes = V::load(heaps.wrapping_sub(entry.shift as usize));
            let index = bytes.xor(V::splat(entry.index));
            // A byte from 128 on looks up nothing, which is what the half range means by it.
            let hot = if FULL {
                bytes.equals(mark).gone_from(index.and(low).look_up(one_hot))
            } else {
                index.look_up(one_hot)
            };
            let plane = index.and(high);
            for (set, number) in some.iter_mut().zip(numbers) {
                *set = V::join(*set, plane.equals(number), hot);
            }
        }
        for at in 0..N {
            sets[usize::from(planes[at])] = some[at];
        }
    }
}

/// Keeps the planes that are not full for all heaps, up to the one by which every heap has enough open indices.
#[inline(always)]
unsafe fn still_needed<V: Vector>(
    sets: &[V; PLANES],
    needed: &mut [u8; PLANES],
    count: usize,
    enough: u8,
) -> usize {
    // SAFETY: passed on from the caller.
    unsafe {
        let ones = V::table([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
        let (all, enough, low) = (V::splat(255), V::splat(enough.min(240)), V::splat(15));
        let mut open = V::splat(0);
        let mut kept = 0;
        for at in 0..count {
            let plane = needed[at];
            let zeros = sets[usize::from(plane)].xor(all);
            if zeros.equals(V::splat(0)).signs() == u32::MAX {
                continue;
            }
            needed[kept] = plane;
            kept += 1;
            // at most 240 and eight more: no byte wraps before it is cut
            let more = zeros.and(low).look_up(ones).plus(zeros.high().look_up(ones));
            open = open.plus(more).min(enough);
            if open.equals(enough).signs() == u32::MAX {
                break;
            }
        }
        kept
    }
}

/// The least indices that are not in the sets, ascending; takes them out of the open ones.
#[inline(always)]
unsafe fn least_open<V: Vector>(sets: &mut [V; PLANES], planes: &[u8]) -> [V; MOST] {
    // SAFETY: passed on from the caller.
    unsafe {
        let place = V::table([0, 0, 1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
        let (zero, all, low) = (V::splat(0), V::splat(255), V::splat(15));
        let mut lists = [all; MOST];
        for list in &mut lists {
            let (mut without, mut bits, mut base) = (all, zero, zero);
            for &plane in planes {
                let set = &mut sets[usize::from(plane)];
                let open = set.xor(all);
                let bit = open.and(zero.minus(open)).and(without);
                *set = set.or(bit);
                let none = bit.equals(zero);
                bits = bits.or(bit);
                base = base.or(none.gone_from(V::splat(8 * plane)));
                without = without.and(none);
                if without.equals(zero).signs() == u32::MAX {
                    break;
                }
            }
            // the four low bits tell 0 to 3, the four high ones 4 to 7
            let high = bits.high();
            let is_low = high.equals(zero);
            let number =
                bits.and(low).look_up(place).or(high.look_up(place)).or(is_low.gone_from(V::splat(4)));
            *list = base.or(number).or(without);
        }
        lists
    }
}

/// Strikes the candidates that the entries exclude.
#[inline(always)]
unsafe fn strike<V: Vector, const FULL: bool, const N: usize>(
    heaps: *const u8,
    entries: &[ShiftEntry],
    lists: &mut [V; N],
) {
    // SAFETY: passed on from the caller.
    unsafe {
        let mut candidates = *lists;
        for entry in entries {
            let bytes = V::load(heaps.wrapping_sub(entry.shift as usize));
            let index = bytes.xor(V::splat(entry.index));
            // In the half range a mark and an index make a byte from 128 on, which is no candidate.
            let index = if FULL { index.or(bytes.equals(V::splat(NO_INDEX))) } else { index };
            for candidate in &mut candidates {
                *candidate = candidate.or(candidate.equals(index));
            }
        }
        *lists = candidates;
    }
}

/// Moves the struck candidates behind the others.
#[inline(always)]
unsafe fn close_up<V: Vector, const N: usize>(lists: &mut [V; N]) {
    // SAFETY: passed on from the caller.
    unsafe {
        for last in (1..N).rev() {
            for at in 0..last {
                let (a, b) = (lists[at], lists[at + 1]);
                (lists[at], lists[at + 1]) = (a.min(b), a.max(b));
            }
        }
    }
}

/// Strikes from lists what the entries exclude, and closes them up. The caller has the instructions, and every entry
/// reads inside the bytes.
#[inline(always)]
pub unsafe fn strike_near<V: Vector>(place: HeapPlace<'_>, entries: &[ShiftEntry], lists: &mut Lists) {
    // SAFETY: passed on from the caller.
    unsafe {
        let heaps = place.bytes.as_ptr().wrapping_add(place.at);
        let mut rows = rows::<V>(lists);
        match place.range {
            IndexRange::Half => strike::<V, false, HANDED>(heaps, entries, &mut rows),
            IndexRange::Full => strike::<V, true, HANDED>(heaps, entries, &mut rows),
        }
        close_up(&mut rows);
        lists.iter_mut().zip(rows).for_each(|(list, row)| row.store(list.as_mut_ptr()));
    }
}

#[inline(always)]
unsafe fn rows<V: Vector>(lists: &Lists) -> [V; HANDED] {
    // SAFETY: passed on from the caller; each list has as many bytes as are loaded.
    unsafe {
        let mut rows = [V::splat(0); HANDED];
        rows.iter_mut().zip(lists).for_each(|(row, list)| *row = V::load(list.as_ptr()));
        rows
    }
}

/// What is certain of 32 heaps before they agree.
#[derive(Clone, Copy, Debug)]
pub struct Pins {
    /// 255 for heaps that are computed already.
    pub is_pinned: [u8; LANES],
    /// Their bytes; 0 for the others.
    pub bytes: [u8; LANES],
}

/// Finds the indices of the 32 heaps at `at` of `heaps` that agree with one another: each is the least candidate that no
/// entry excludes, entries that reach into the same 32 heaps among them. Tells which lists have run empty, as bits. The
/// caller has the instructions, and every entry reads inside the bytes.
#[inline(always)]
pub unsafe fn agree<V: Vector>(
    heaps: &mut [u8],
    at: usize,
    range: IndexRange,
    entries: &[ShiftEntry],
    lists: &Lists,
    pins: &Pins,
) -> u32 {
    // SAFETY: passed on from the caller.
    unsafe {
        let rows = rows::<V>(lists);
        let (pinned, known) = (V::load(pins.is_pinned.as_ptr()), V::load(pins.bytes.as_ptr()));
        let here = heaps.as_mut_ptr().wrapping_add(at);
        let least = |rows: &[V; HANDED]| {
            let least = rows.iter().skip(1).fold(rows[0], |least, &row| least.min(row));
            pinned.gone_from(least).or(known)
        };
        let mut guess = least(&rows);
        loop {
            guess.store(here);
            let mut left = rows;
            match range {
                IndexRange::Half => strike::<V, false, HANDED>(here, entries, &mut left),
                IndexRange::Full => strike::<V, true, HANDED>(here, entries, &mut left),
            }
            let again = least(&left);
            if again.equals(guess).signs() == u32::MAX {
                let empty = guess.equals(V::splat(NO_INDEX));
                return pinned.gone_from(empty).signs();
            }
            guess = again;
        }
    }
}
