//! The portable level: every entry of every heap, as the words of the others are meant.
#![cfg_attr(all(target_arch = "wasm32", not(test)), allow(dead_code, reason = "only the tests run it there"))]
#![allow(clippy::inline_always, reason = "the loops are compiled once for each level of instructions")]

use super::{ASKED, DIGITS, MapPlace, NEARLY, SERVED, ServedHeaps, WalkPlan};

/// Writes the next `count` heaps behind the first `at` of the first row, which is `length` long; tells how many there are
/// before one beyond the groups.
pub fn walk(plan: &WalkPlan, rows: &mut [u8], length: usize, at: usize, count: usize) -> usize {
    let heaps = &mut rows[..length];
    for heap in at..at + count {
        let mut excluded = 0u64;
        for entry in &plan.entries {
            let index = heaps[heap - entry.shift as usize] ^ entry.index;
            excluded |= 1u64.checked_shl(index.into()).unwrap_or(0);
        }
        let index = excluded.trailing_ones();
        if index as usize >= 16 * plan.groups {
            return heap - at;
        }
        heaps[heap] = index as u8;
    }
    count
}

#[inline(always)]
pub fn serve(heaps: &mut ServedHeaps, bits: &[u8], own: &[(u32, u64)], asked: &[u32]) -> (usize, u32) {
    let words = |from: u32| bits[from as usize..][..8 * SERVED].as_chunks().0;
    let filled = |open: &[u64]| (0..).zip(open).fold(0, |all, (at, word)| all | u32::from(*word != 0) << at);
    let ServedHeaps { above, open } = heaps;
    *open = *above;
    for &(from, mask) in own {
        open.iter_mut().zip(words(from)).for_each(|(open, &eight)| *open |= u64::from_le_bytes(eight) & mask);
    }
    let mut count = 0;
    for some in asked.chunks(ASKED) {
        if filled(open).count_ones() <= NEARLY {
            break;
        }
        for &from in some {
            open.iter_mut().zip(words(from)).for_each(|(open, &eight)| *open &= !u64::from_le_bytes(eight));
        }
        count += some.len();
    }
    (count, filled(open))
}

#[inline(always)]
pub fn unite(heaps: &mut [u64; SERVED], bits: &[u8]) {
    heaps.iter_mut().zip(bits.as_chunks().0).for_each(|(heaps, &eight)| *heaps |= u64::from_le_bytes(eight));
}

#[inline(always)]
pub fn draw(digits: &[[u64; SERVED]; DIGITS], bits: &mut [u8], place: MapPlace) {
    let MapPlace { indices, copies, bytes, at } = place;
    let mut low = [[0; SERVED]; 8];
    let mut high = [[0; SERVED]; 8];
    for number in 0..8 {
        // what is turned over where the number's digit is 0
        let [a, b, c] = [0, 1, 2].map(|digit| if number >> digit & 1 == 1 { 0 } else { u64::MAX });
        for word in 0..SERVED {
            low[number][word] = (digits[0][word] ^ a) & (digits[1][word] ^ b) & (digits[2][word] ^ c);
            let above = (digits[3][word] ^ a) & (digits[4][word] ^ b) & (digits[5][word] ^ c);
            high[number][word] = above & !digits[6][word];
        }
    }
    for index in 0..indices {
        let (low, high) = (&low[index % 8], &high[index / 8]);
        let mut map = [0; SERVED];
        map.iter_mut().zip(low.iter().zip(high)).for_each(|(word, (low, high))| *word = low & high);
        for copy in 0..copies {
            write_copy(&map, copy, &mut bits[(copy * indices + index) * bytes + at..]);
        }
    }
}

/// Writes words so many bits later, behind those that stand there in the first byte already.
#[inline(always)]
fn write_copy(map: &[u64; SERVED], copy: usize, bits: &mut [u8]) {
    if copy == 0 {
        let target = bits[..8 * SERVED].as_chunks_mut().0;
        target.iter_mut().zip(map).for_each(|(eight, word)| *eight = word.to_le_bytes());
        return;
    }
    let target = &mut bits[..=8 * SERVED];
    let mut carry = u64::from(target[0]) & ((1 << copy) - 1);
    for (eight, word) in target.as_chunks_mut().0.iter_mut().zip(map) {
        *eight = (word << copy | carry).to_le_bytes();
        carry = word >> (64 - copy);
    }
    target[8 * SERVED] = carry as u8;
}

#[inline(always)]
pub fn draw_united(bits: &mut [u8], place: MapPlace, shifts: &[u64]) {
    let MapPlace { indices, copies, bytes, at } = place;
    for index in 0..indices {
        // the word before the first, and all of them
        let mut words = [0; SERVED + 1];
        let here = index * bytes + at;
        let known = &bits[here - if at == 0 { 0 } else { 8 }..here + 8 * SERVED];
        let behind = words.len() - known.len() / 8;
        for (word, &eight) in words[behind..].iter_mut().zip(known.as_chunks().0) {
            *word = u64::from_le_bytes(eight);
        }
        let mut map = [0; SERVED];
        for &shift in shifts {
            for (word, pair) in map.iter_mut().zip(words.windows(2)) {
                *word |= pair[1] << shift | pair[0] >> 1 >> (63 - shift);
            }
        }
        for copy in 0..copies {
            write_copy(&map, copy, &mut bits[((1 + copy) * indices + index) * bytes + at..]);
        }
    }
}

pub fn digits(heaps: &[u8], rows: &mut [u64]) {
    let words = rows.len() / DIGITS;
    rows.fill(0);
    for (heap, &byte) in heaps.iter().enumerate() {
        let byte = u64::from(byte);
        for digit in 0..DIGITS - 1 {
            rows[digit * words + heap / 64] |= (byte >> digit & 1) << (heap % 64);
        }
        rows[(DIGITS - 1) * words + heap / 64] |= u64::from(byte >= 64) << (heap % 64);
    }
}
