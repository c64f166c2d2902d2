//! The lists of candidates of 64 heaps at once, for AVX-512 with VBMI and GFNI: the same lists as those of 32.
//!
//! In 32 bytes a plane takes a compare and a three-way join. In 64 bytes a compare would go to a mask register, so the
//! plane is chosen by a shuffle: the high digits of each index, moved down by one affine step, look up a selector that is
//! 255 for the plane's number alone. Strikes keep the least difference between a candidate and all that is excluded; a
//! difference of 0 means struck. Both are two instructions for 64 heaps, as they are for 32. Far entries begin 128 heaps
//! behind, so the second half of the 64 heaps needs nothing of the first.
#![allow(clippy::inline_always, reason = "the loops are compiled inside the function with the instructions")]

use std::arch::x86_64::{
    __m512i, _mm256_storeu_si256, _mm512_add_epi8, _mm512_and_si512, _mm512_castsi512_si256,
    _mm512_cmpeq_epi8_mask, _mm512_cmpneq_epi8_mask, _mm512_extracti64x4_epi64,
    _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512, _mm512_mask_mov_epi8, _mm512_maskz_mov_epi8,
    _mm512_maskz_permutexvar_epi8, _mm512_maskz_set1_epi8, _mm512_max_epu8, _mm512_min_epu8, _mm512_or_si512,
    _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shuffle_epi8,
    _mm512_srli_epi16, _mm512_sub_epi8, _mm512_ternarylogic_epi32, _mm512_test_epi8_mask,
    _mm512_testn_epi8_mask, _mm512_xor_si512,
};

use super::candidates::{HANDED, HeapPlace, Lists, MOST, NO_INDEX, PLANES, Stages};
use crate::vector::LANES;
use crate::{IndexRange, ShiftEntry};

/// Heaps in a vector.
const HEAPS: usize = 2 * LANES;

/// Planes that are collected together: each has a set and a selector, of 32 registers.
const TOGETHER: usize = 12;

/// set | (here & hot).
const JOIN: i32 = 0xf8;

/// Whether the processor has all that [`climb`] takes beside AVX-512 with byte instructions.
pub fn is_possible() -> bool {
    is_x86_feature_detected!("avx512vbmi") && is_x86_feature_detected!("gfni")
}

/// The lists of the 64 heaps at a place, those of the first 32 first. The caller has the instructions, and every entry
/// reads inside the bytes for 64 heaps.
#[target_feature(enable = "avx2,popcnt,bmi1,avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
pub unsafe fn climb(place: HeapPlace<'_>, stages: &Stages) -> [Lists; 2] {
    // SAFETY: passed on from the caller.
    unsafe {
        match place.range {
            IndexRange::Half => climb_in::<false>(place, stages),
            IndexRange::Full => climb_in::<true>(place, stages),
        }
    }
}

#[inline(always)]
unsafe fn climb_in<const FULL: bool>(place: HeapPlace<'_>, stages: &Stages) -> [Lists; 2] {
    // SAFETY: passed on from the caller; rows are as long as what is stored.
    unsafe {
        let heaps = place.bytes.as_ptr().wrapping_add(place.at);
        let entries = stages.entries.list();
        let mut sets = [_mm512_setzero_si512(); PLANES];
        let mut needed: [u8; PLANES] = std::array::from_fn(|plane| plane as u8);
        let mut count = stages.planes.min(if FULL { PLANES } else { PLANES / 2 });
        let mut done = 0;
        for &(end, enough) in &stages.looks {
            for planes in needed[..count].chunks(TOGETHER) {
                collect::<FULL>(heaps, &entries[done..end], &mut sets, planes);
            }
            count = still_needed(&sets, &mut needed, count, enough);
            done = end;
        }
        let mut lists = least_open(&mut sets, &needed[..count]);
        macro_rules! strike {
            ($($candidates:literal)*) => {
                $(
                    let end = stages.strikes[MOST - $candidates];
                    let few: &mut [__m512i; $candidates] = lists.first_chunk_mut().expect("fewer than all");
                    strike::<FULL, $candidates>(heaps, &entries[done..end], few);
                    done = end;
                )*
            };
        }
        strike!(7 6 5 4 3);
        debug_assert_eq!(done, entries.len());
        let mut handed = [[[0; LANES]; HANDED]; 2];
        for (row, &list) in lists[..HANDED].iter().enumerate() {
            _mm256_storeu_si256(handed[0][row].as_mut_ptr().cast(), _mm512_castsi512_si256(list));
            _mm256_storeu_si256(handed[1][row].as_mut_ptr().cast(), _mm512_extracti64x4_epi64::<1>(list));
        }
        handed
    }
}

/// A table of 64.
#[inline(always)]
unsafe fn table(entry: impl Fn(usize) -> u8) -> __m512i {
    let entries: [u8; HEAPS] = std::array::from_fn(entry);
    // SAFETY: the caller has the instructions; the array has as many bytes as are loaded.
    unsafe { _mm512_loadu_si512(entries.as_ptr().cast()) }
}

#[inline(always)]
unsafe fn splat(byte: u8) -> __m512i {
    // SAFETY: the caller has the instructions.
    unsafe { _mm512_set1_epi8(byte.cast_signed()) }
}

#[inline(always)]
unsafe fn collect<const FULL: bool>(
    heaps: *const u8,
    entries: &[ShiftEntry],
    sets: &mut [__m512i; PLANES],
    planes: &[u8],
) {
    macro_rules! some {
        ($($n:literal)*) => {
            match planes.len() {
                // SAFETY: passed on from the caller.
                $($n => unsafe { collect_some::<FULL, $n>(heaps, entries, sets, planes) },)*
                _ => {}
            }
        };
    }
    const { assert!(TOGETHER <= 12, "the list below ends with 12") };
    some!(1 2 3 4 5 6 7 8 9 10 11 12);
}

#[inline(always)]
unsafe fn collect_some<const FULL: bool, const N: usize>(
    heaps: *const u8,
    entries: &[ShiftEntry],
    sets: &mut [__m512i; PLANES],
    planes: &[u8],
) {
    // SAFETY: passed on from the caller.
    unsafe {
        // shuffles look up 16 entries, and nothing for a byte from 128 on; permutations look up 64
        let width = if FULL { 2 * LANES } else { 16 };
        let one_hot = table(|index| 1 << (index % 8));
        let mut some = [_mm512_setzero_si512(); N];
        let mut chosen = [_mm512_setzero_si512(); N];
        for at in 0..N {
            let plane = usize::from(planes[at]);
            chosen[at] = table(|index| if index % width == plane { 255 } else { 0 });
            some[at] = sets[plane];
        }
        let (number, mark) = (_mm512_set1_epi64(high_digits().cast_signed()), splat(NO_INDEX));
        for entry in entries {
            let bytes = _mm512_loadu_si512(heaps.wrapping_sub(entry.shift as usize).cast());
            let index = _mm512_xor_si512(bytes, splat(entry.index));
            let hot = if FULL {
                _mm512_maskz_permutexvar_epi8(_mm512_cmpneq_epi8_mask(bytes, mark), index, one_hot)
            } else {
                _mm512_shuffle_epi8(one_hot, index)
            };
            let plane = _mm512_gf2p8affine_epi64_epi8::<0>(index, number);
            for (set, &selector) in some.iter_mut().zip(&chosen) {
                let here = if FULL {
                    _mm512_permutexvar_epi8(plane, selector)
                } else {
                    _mm512_shuffle_epi8(selector, plane)
                };
                *set = _mm512_ternarylogic_epi32::<JOIN>(*set, here, hot);
            }
        }
        for at in 0..N {
            sets[usize::from(planes[at])] = some[at];
        }
    }
}

/// The matrix that moves the bits 3 to 7 of a byte to 0 to 4: row i of the result is the byte 7 - i.
const fn high_digits() -> u64 {
    let (mut matrix, mut bit) = (0, 0);
    while bit < 5 {
        matrix |= 1 << (bit + 3) << (8 * (7 - bit));
        bit += 1;
    }
    matrix
}

/// Keeps the planes that are not full for all heaps, up to the one by which every heap has enough open indices.
#[inline(always)]
unsafe fn still_needed(
    sets: &[__m512i; PLANES],
    needed: &mut [u8; PLANES],
    count: usize,
    enough: u8,
) -> usize {
    // SAFETY: passed on from the caller.
    unsafe {
        let ones = table(|half| (half as u8 % 16).count_ones() as u8);
        let (all, enough, low) = (splat(255), splat(enough.min(240)), splat(15));
        let mut open = _mm512_setzero_si512();
        let mut kept = 0;
        for at in 0..count {
            let plane = needed[at];
            let zeros = _mm512_xor_si512(sets[usize::from(plane)], all);
            if _mm512_test_epi8_mask(zeros, zeros) == 0 {
                continue;
            }
            needed[kept] = plane;
            kept += 1;
            // at most 240 and eight more: no byte wraps before it is cut
            let high = _mm512_and_si512(_mm512_srli_epi16::<4>(zeros), low);
            let few = _mm512_shuffle_epi8(ones, _mm512_and_si512(zeros, low));
            let more = _mm512_add_epi8(few, _mm512_shuffle_epi8(ones, high));
            open = _mm512_min_epu8(_mm512_add_epi8(open, more), enough);
            if _mm512_cmpneq_epi8_mask(open, enough) == 0 {
                break;
            }
        }
        kept
    }
}

/// The least indices that are not in the sets, ascending; takes them out of the open ones.
#[inline(always)]
unsafe fn least_open(sets: &mut [__m512i; PLANES], planes: &[u8]) -> [__m512i; MOST] {
    // SAFETY: passed on from the caller.
    unsafe {
        let place = table(|half| [0, 0, 1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0][half % 16]);
        let (zero, all, low) = (_mm512_setzero_si512(), splat(255), splat(15));
        let mut lists = [all; MOST];
        for list in &mut lists {
            let (mut without, mut bits, mut base) = (u64::MAX, zero, zero);
            for &plane in planes {
                let set = &mut sets[usize::from(plane)];
                let open = _mm512_xor_si512(*set, all);
                let lowest = _mm512_and_si512(open, _mm512_sub_epi8(zero, open));
                let bit = _mm512_maskz_mov_epi8(without, lowest);
                *set = _mm512_or_si512(*set, bit);
                let here = _mm512_test_epi8_mask(bit, bit);
                bits = _mm512_or_si512(bits, bit);
                base = _mm512_mask_mov_epi8(base, here, splat(8 * plane));
                without &= !here;
                if without == 0 {
                    break;
                }
            }
            // the four low bits tell 0 to 3, the four high ones 4 to 7
            let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bits), low);
            let is_high = _mm512_test_epi8_mask(high, high);
            let of_low = _mm512_shuffle_epi8(place, _mm512_and_si512(bits, low));
            let number = _mm512_or_si512(of_low, _mm512_shuffle_epi8(place, high));
            let number = _mm512_or_si512(number, _mm512_maskz_set1_epi8(is_high, 4));
            *list = _mm512_mask_mov_epi8(_mm512_or_si512(base, number), without, all);
        }
        lists
    }
}

/// Strikes the candidates that the entries exclude and moves them behind the others.
#[inline(always)]
unsafe fn strike<const FULL: bool, const N: usize>(
    heaps: *const u8,
    entries: &[ShiftEntry],
    lists: &mut [__m512i; N],
) {
    // SAFETY: passed on from the caller.
    unsafe {
        let all = splat(NO_INDEX);
        let candidates = *lists;
        let mut least = [all; N];
        for entry in entries {
            let bytes = _mm512_loadu_si512(heaps.wrapping_sub(entry.shift as usize).cast());
            let index = _mm512_xor_si512(bytes, splat(entry.index));
            // In the half range a mark and an index make a byte from 128 on, which is no candidate.
            let index = if FULL {
                _mm512_mask_mov_epi8(index, _mm512_cmpeq_epi8_mask(bytes, all), all)
            } else {
                index
            };
            for (least, &candidate) in least.iter_mut().zip(&candidates) {
                *least = _mm512_min_epu8(*least, _mm512_xor_si512(candidate, index));
            }
        }
        for (list, least) in lists.iter_mut().zip(least) {
            *list = _mm512_mask_mov_epi8(*list, _mm512_testn_epi8_mask(least, least), all);
        }
        for last in (1..N).rev() {
            for at in 0..last {
                let (a, b) = (lists[at], lists[at + 1]);
                (lists[at], lists[at + 1]) = (_mm512_min_epu8(a, b), _mm512_max_epu8(a, b));
            }
        }
    }
}
