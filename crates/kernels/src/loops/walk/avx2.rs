//! The AVX2 level: 32 heaps for far entries, eight for middle ones, one for near ones.
#![allow(clippy::inline_always, reason = "the steps belong into one function for each number of groups")]

use std::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_and_si256, _mm256_andnot_si256, _mm256_broadcastsi128_si256,
    _mm256_castsi256_pd, _mm256_cmpeq_epi8, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_max_epu8,
    _mm256_movemask_epi8, _mm256_movemask_pd, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set_epi64x,
    _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_slli_epi16, _mm256_sllv_epi64, _mm256_storeu_si256, _mm256_unpackhi_epi8, _mm256_unpackhi_epi16,
    _mm256_unpackhi_epi32, _mm256_unpacklo_epi8, _mm256_unpacklo_epi16, _mm256_unpacklo_epi32,
    _mm256_xor_si256,
};

use super::{
    ASKED, DIGITS, FEW, Middle, NEARLY, PLANE_BLOCK, SERVED, ServedHeaps, ShiftEntry, TABLE, WalkPlan,
};

/// Writes the next `count` heaps behind the first `at` of each row; tells how many there are before one beyond the
/// groups. Every entry reaches back at most `at` heaps, and the rows hold `at + count` bytes and more.
#[target_feature(enable = "avx2,bmi1")]
pub unsafe fn walk(plan: &WalkPlan, rows: &mut [u8], length: usize, at: usize, count: usize) -> usize {
    if let Some(strides) = &plan.strides {
        // SAFETY: passed on from the caller; the instructions are among those of this function.
        return unsafe { strides.walk(&mut rows[..length], at, count) };
    }
    let rows = Rows { start: rows.as_mut_ptr(), length };
    // SAFETY: passed on from the caller; the instructions are those of this function.
    unsafe {
        match plan.groups {
            1 => by_least::<1>(plan, rows, at, count),
            2 => by_least::<2>(plan, rows, at, count),
            3 => by_least::<3>(plan, rows, at, count),
            _ => by_least::<4>(plan, rows, at, count),
        }
    }
}

#[inline(always)]
unsafe fn by_least<const G: usize>(plan: &WalkPlan, rows: Rows, at: usize, count: usize) -> usize {
    // SAFETY: passed on from the caller.
    unsafe {
        match plan.least {
            1 => blocks::<G, 1>(plan, rows, at, count),
            2 => blocks::<G, 2>(plan, rows, at, count),
            3 => blocks::<G, 3>(plan, rows, at, count),
            4 | 5 => blocks::<G, 4>(plan, rows, at, count),
            6 | 7 => blocks::<G, 6>(plan, rows, at, count),
            _ => blocks::<G, 8>(plan, rows, at, count),
        }
    }
}

/// The rows of a track.
#[derive(Clone, Copy)]
struct Rows {
    start: *mut u8,
    length: usize,
}

/// Walks with `G` sixteens of indices and no shift below `M`.
#[inline(always)]
unsafe fn blocks<const G: usize, const M: usize>(
    plan: &WalkPlan,
    rows: Rows,
    at: usize,
    count: usize,
) -> usize {
    // SAFETY: passed on from the caller: loads and stores stay inside of the rows.
    unsafe {
        let near: *const u64 = plan.near.as_ptr().cast();
        let limit = _mm256_set1_epi8(((16 * G) as u8).cast_signed());
        let mut last = [0u64; 4];
        for (word, last) in last.iter_mut().enumerate() {
            *last = rows.start.add(at - PLANE_BLOCK + FEW * word).cast::<u64>().read_unaligned();
        }
        // a byte that is no index reads a word of the table that excludes nothing
        let mut before: [usize; FEW] = last[3].to_le_bytes().map(|byte| usize::from(byte).min(TABLE - 1));
        for from in (at..at + count).step_by(PLANE_BLOCK) {
            let sets = words(collect::<G>(plan, rows, from));
            for pair in &sets {
                let [mut low, mut high] = *pair;
                let windows = [(last[2], last[3]), (last[1], last[2]), (last[0], last[1])];
                for (middle, window) in plan.middle.iter().zip(windows) {
                    (low, high) = add_middle(middle, window, low, high);
                }
                let ones = _mm256_set1_epi8(-1);
                let free = [_mm256_andnot_si256(low, ones), _mm256_andnot_si256(high, ones)];
                let free: [u64; FEW] = std::mem::transmute(free);
                let mut found = [0usize; 2 * FEW];
                found[..FEW].copy_from_slice(&before);
                let mut packed = 0u64;
                for heap in 0..FEW {
                    let mut free = free[heap];
                    for shift in M..FEW {
                        free &= *near.add(shift * TABLE + found[FEW + heap - shift]);
                    }
                    let index = free.trailing_zeros() as usize;
                    found[FEW + heap] = index;
                    packed |= (index as u64) << (8 * heap);
                }
                before.copy_from_slice(&found[FEW..]);
                last = [last[1], last[2], last[3], packed];
            }
            let indices = _mm256_set_epi64x(
                last[3].cast_signed(),
                last[2].cast_signed(),
                last[1].cast_signed(),
                last[0].cast_signed(),
            );
            _mm256_storeu_si256(rows.start.add(from).cast(), indices);
            let beyond = _mm256_cmpeq_epi8(_mm256_max_epu8(indices, limit), indices);
            let beyond = _mm256_movemask_epi8(beyond).cast_unsigned();
            if beyond != 0 {
                return from - at + beyond.trailing_zeros() as usize;
            }
            for group in 0..G {
                let here = _mm256_xor_si256(indices, _mm256_set1_epi8(((16 * group) as u8).cast_signed()));
                // bytes below 16 are of the group, all others must have the high bit
                let others =
                    _mm256_cmpeq_epi8(_mm256_and_si256(here, _mm256_set1_epi8(0x70)), _mm256_setzero_si256());
                let mark = _mm256_andnot_si256(others, _mm256_set1_epi8(-128));
                let target = rows.start.add((1 + group) * rows.length + from);
                _mm256_storeu_si256(target.cast(), _mm256_or_si256(here, mark));
            }
        }
        count
    }
}

/// What far entries exclude from the 32 heaps from `from` on: two planes for each sixteen indices.
#[inline(always)]
unsafe fn collect<const G: usize>(plan: &WalkPlan, rows: Rows, from: usize) -> [[__m256i; 2]; G] {
    // SAFETY: passed on from the caller.
    unsafe {
        let mut planes = [[_mm256_setzero_si256(); 2]; G];
        collect_some::<G, 0>(&plan.far[0], rows, from, &mut planes);
        if G > 1 {
            collect_some::<G, 1>(&plan.far[1], rows, from, &mut planes);
        }
        if G > 2 {
            collect_some::<G, 2>(&plan.far[2], rows, from, &mut planes);
        }
        if G > 3 {
            collect_some::<G, 3>(&plan.far[3], rows, from, &mut planes);
        }
        planes
    }
}

/// The same for entries whose index has the high part `HIGH`: they lead from sixteen indices to as many others.
#[inline(always)]
unsafe fn collect_some<const G: usize, const HIGH: usize>(
    entries: &[ShiftEntry],
    rows: Rows,
    from: usize,
    planes: &mut [[__m256i; 2]; G],
) {
    // SAFETY: passed on from the caller.
    unsafe {
        let bit = 1i8;
        let low = _mm256_setr_epi8(
            bit, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, bit, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0,
            0, 0, 0, 0, 0,
        );
        let high = _mm256_setr_epi8(
            0, 0, 0, 0, 0, 0, 0, 0, bit, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, bit, 2, 4, 8, 16,
            32, 64, -128,
        );
        for entry in entries {
            let index = _mm256_set1_epi8((entry.index % 16).cast_signed());
            let start = rows.start.add(from - entry.shift as usize + rows.length);
            for group in 0..G {
                let to = group ^ HIGH;
                if to < G {
                    let bytes = _mm256_loadu_si256(start.add(group * rows.length).cast());
                    let bytes = _mm256_xor_si256(bytes, index);
                    planes[to][0] = _mm256_or_si256(planes[to][0], _mm256_shuffle_epi8(low, bytes));
                    planes[to][1] = _mm256_or_si256(planes[to][1], _mm256_shuffle_epi8(high, bytes));
                }
            }
        }
    }
}

/// Planes as words, eight heaps in each pair of vectors.
#[inline(always)]
unsafe fn words<const G: usize>(planes: [[__m256i; 2]; G]) -> [[__m256i; 2]; 4] {
    // SAFETY: passed on from the caller.
    unsafe {
        let zero = _mm256_setzero_si256();
        let mut pairs = [[zero; 2]; 4];
        for (pair, [a, b]) in pairs.iter_mut().zip(planes) {
            *pair = [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)];
        }
        let mut sets = [[zero; 2]; 4];
        // each half holds the heaps 0 to 7 and 16 to 23, or 8 to 15 and 24 to 31
        for half in 0..2 {
            let [a, b, c, d] = [pairs[0][half], pairs[1][half], pairs[2][half], pairs[3][half]];
            let (low, high) = (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
            let (low_above, high_above) = (_mm256_unpacklo_epi16(c, d), _mm256_unpackhi_epi16(c, d));
            let quarters = [(low, low_above), (high, high_above)];
            for (at, (words, above)) in quarters.into_iter().enumerate() {
                let (first, second) =
                    (_mm256_unpacklo_epi32(words, above), _mm256_unpackhi_epi32(words, above));
                sets[half][at] = _mm256_permute2x128_si256(first, second, 0x20);
                sets[2 + half][at] = _mm256_permute2x128_si256(first, second, 0x31);
            }
        }
        sets
    }
}

/// Adds what middle entries exclude, which lie in a window of sixteen heaps.
#[inline(always)]
unsafe fn add_middle(
    entries: &[Middle],
    (early, late): (u64, u64),
    mut low: __m256i,
    mut high: __m256i,
) -> (__m256i, __m256i) {
    // SAFETY: passed on from the caller; the arrays fill the vectors.
    unsafe {
        let one = _mm256_set1_epi64x(1);
        let window = _mm256_broadcastsi128_si256(_mm_set_epi64x(late.cast_signed(), early.cast_signed()));
        for middle in entries {
            let index = _mm256_loadu_si256(middle.index.as_ptr().cast());
            let spread = |half: usize| _mm256_loadu_si256(middle.spread[half].as_ptr().cast());
            let bytes = |half: usize| _mm256_xor_si256(_mm256_shuffle_epi8(window, spread(half)), index);
            low = _mm256_or_si256(low, _mm256_sllv_epi64(one, bytes(0)));
            high = _mm256_or_si256(high, _mm256_sllv_epi64(one, bytes(1)));
        }
        (low, high)
    }
}

#[target_feature(enable = "avx2,popcnt")]
pub fn serve(heaps: &mut ServedHeaps, bits: &[u8], own: &[(u32, u64)], asked: &[u32]) -> (usize, u32) {
    const QUADS: usize = SERVED / 4;
    let ones = _mm256_set1_epi8(-1);
    let map = |from: u32| {
        let map = &bits[from as usize..][..8 * SERVED];
        // SAFETY: the bytes are as many as fill the vectors.
        std::array::from_fn::<__m256i, QUADS, _>(|quad| unsafe {
            _mm256_loadu_si256(map.as_ptr().add(32 * quad).cast())
        })
    };
    let above = heaps.above.as_chunks::<4>().0;
    // SAFETY: the arrays fill the vectors.
    let mut need: [__m256i; QUADS] =
        std::array::from_fn(|quad| unsafe { _mm256_loadu_si256(above[quad].as_ptr().cast()) });
    for &(from, mask) in own {
        let mask = _mm256_set1_epi64x(mask.cast_signed());
        for (need, words) in need.iter_mut().zip(map(from)) {
            *need = _mm256_or_si256(*need, _mm256_and_si256(words, mask));
        }
    }
    let mut served = need.map(|need| _mm256_andnot_si256(need, ones));
    let filled = |served: &[__m256i; QUADS]| {
        let full = served.iter().rev().map(|&quad| {
            let full = _mm256_castsi256_pd(_mm256_cmpeq_epi64(quad, ones));
            _mm256_movemask_pd(full).cast_unsigned()
        });
        !full.fold(0, |all, four| all << 4 | four)
    };
    let mut count = 0;
    for some in asked.chunks(ASKED) {
        if filled(&served).count_ones() <= NEARLY {
            break;
        }
        for &from in some {
            for (served, words) in served.iter_mut().zip(map(from)) {
                *served = _mm256_or_si256(*served, words);
            }
        }
        count += some.len();
    }
    for (served, open) in served.iter().zip(heaps.open.as_chunks_mut::<4>().0) {
        // SAFETY: the array fills the vector.
        unsafe { _mm256_storeu_si256(open.as_mut_ptr().cast(), _mm256_andnot_si256(*served, ones)) };
    }
    (count, filled(&served))
}

#[target_feature(enable = "avx2")]
pub fn digits(heaps: &[u8], rows: &mut [u64]) {
    let words = rows.len() / DIGITS;
    for (word, heaps) in heaps.as_chunks::<64>().0.iter().enumerate() {
        let (halves, _) = heaps.as_chunks::<32>();
        // SAFETY: the arrays fill the vectors.
        let halves: [__m256i; 2] =
            std::array::from_fn(|half| unsafe { _mm256_loadu_si256(halves[half].as_ptr().cast()) });
        let mut put = |digit: usize, of: &dyn Fn(__m256i) -> __m256i| {
            let [low, high] = halves.map(|half| u64::from(_mm256_movemask_epi8(of(half)).cast_unsigned()));
            rows[digit * words + word] = high << 32 | low;
        };
        put(0, &|half| _mm256_slli_epi16::<7>(half));
        put(1, &|half| _mm256_slli_epi16::<6>(half));
        put(2, &|half| _mm256_slli_epi16::<5>(half));
        put(3, &|half| _mm256_slli_epi16::<4>(half));
        put(4, &|half| _mm256_slli_epi16::<3>(half));
        put(5, &|half| _mm256_slli_epi16::<2>(half));
        put(6, &|half| _mm256_or_si256(half, _mm256_slli_epi16::<1>(half)));
    }
}
