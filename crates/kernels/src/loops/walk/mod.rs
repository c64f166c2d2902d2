//! The walk: the common part of a game with few entries and small indices, nearly without leaving the registers.
//!
//! What a heap cannot have is one word, a bit for each of up to 64 indices. Entries are treated by their shift. *Far*
//! ones (32 and more) are collected for 32 heaps at once in planes of eight indices, two byte shuffles for each sixteen
//! indices; then the planes are turned into words. *Middle* ones (8 to 31) are added for eight heaps at once: the last
//! 32 heaps are four words, from which a shuffle takes the eight bytes that a shift wants. *Near* ones (below 8) are
//! tables of words: the heaps between which they pass are known one after the other, each by the lowest free bit.
//! All of that is made from the entries at run time: lists, tables and shuffles, no code.
//!
//! A heap that has no free index within the groups ends the walk.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod portable;
#[cfg(target_arch = "x86_64")]
mod sets;
#[cfg(target_arch = "wasm32")]
pub mod simd128;
#[cfg(target_arch = "x86_64")]
mod strides;

#[cfg(target_arch = "x86_64")]
use self::{sets::Sets, strides::Strides};
use crate::{Loops, ShiftEntry};

/// The most groups of sixteen indices.
pub const MOST_WALK_GROUPS: usize = 4;

/// Heaps for which far entries are collected at a time.
const PLANE_BLOCK: usize = 32;

/// Heaps are walked in multiples of this: over sets so many at a time.
pub const WALK_BLOCK: usize = 2 * PLANE_BLOCK;

/// Digits of an index, and one more that says that a byte is none.
pub const DIGITS: usize = 7;

/// Words whose open bits are served together, and how many that are not empty make it end.
pub const SERVED: usize = 32;
const NEARLY: u32 = 3;

/// Heaps that need a witness of a greater index, and those that are left open.
#[derive(Clone, Debug)]
pub struct ServedHeaps {
    /// The first.
    pub above: [u64; SERVED],
    /// The others.
    pub open: [u64; SERVED],
}

/// Where bitmaps go.
#[derive(Clone, Copy, Debug)]
pub struct MapPlace {
    /// How many indices have one.
    pub indices: usize,
    /// How many copies of each there are.
    pub copies: usize,
    /// Bytes from one to the next.
    pub bytes: usize,
    /// Where in a bitmap the heaps begin.
    pub at: usize,
}

/// Bitmaps that are read before the words are counted.
const ASKED: usize = 6;

/// Sets have more rows than indices have groups, each of them twice as long as entries reach: a late rare heap is left to
/// the rows of indices.
#[cfg(target_arch = "x86_64")]
const MOST_REACH: usize = 1 << 18;

/// Bytes behind a row that may be written.
const SLACK: usize = 64;

/// Heaps between which near entries pass.
const FEW: usize = 8;

/// Words in a table of a near shift: indices, and beyond them a place for what is none.
const TABLE: usize = 72;

/// A middle entry: where its eight bytes lie in sixteen, spread to words, and its index.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "portable code reads the entries"))]
struct Middle {
    spread: [[u8; 32]; 2],
    index: [u64; 4],
}

/// The entries of a game, made ready.
#[derive(Clone, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "portable code reads the entries"))]
pub struct WalkPlan {
    /// Groups of sixteen indices.
    groups: usize,
    entries: Vec<ShiftEntry>,
    /// Far entries by the high part of their index, which says from which sixteen indices to which they lead.
    far: [Vec<ShiftEntry>; 4],
    /// Middle entries by the sixteen heaps they are taken from: the last ones, those 8 before, those 16 before.
    middle: [Vec<Middle>; 3],
    /// For each near shift and each index there, the indices that stay free.
    near: Vec<[u64; TABLE]>,
    /// The least shift, at most 8.
    least: usize,
    /// The same entries for strides, where the game allows them.
    #[cfg(target_arch = "x86_64")]
    strides: Option<Strides>,
    /// The same entries as sets, where the game and the processor allow them.
    #[cfg(target_arch = "x86_64")]
    sets: Option<Sets>,
}

impl WalkPlan {
    /// The plan of entries whose indices lie within so many groups of sixteen, at most [`MOST_WALK_GROUPS`]; most of them
    /// are made by rare heaps with all of these break indices.
    pub fn new(loops: Loops, entries: &[ShiftEntry], taken: &[u64], groups: usize) -> Self {
        let fits = |entry: &ShiftEntry| usize::from(entry.index) < 16 * groups && entry.shift > 0;
        assert!((1..=MOST_WALK_GROUPS).contains(&groups), "words have a bit for each index");
        assert!(entries.iter().all(fits), "every entry leads from one of the groups to one of them");
        let mut plan = Self {
            groups,
            entries: entries.to_vec(),
            far: std::array::from_fn(|_| Vec::new()),
            middle: std::array::from_fn(|_| Vec::new()),
            near: vec![[u64::MAX; TABLE]; FEW],
            least: entries.iter().map(|entry| entry.shift as usize).min().unwrap_or(FEW).min(FEW),
            #[cfg(target_arch = "x86_64")]
            strides: if groups == 1 { Strides::new(entries) } else { None },
            #[cfg(target_arch = "x86_64")]
            sets: None,
        };
        #[cfg(target_arch = "x86_64")]
        if loops.is_for_64() && plan.strides.is_none() && plan.reach() <= MOST_REACH {
            plan.sets = Sets::new(entries, taken, 2 * groups);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = (loops, taken);
        for entry in entries {
            let (shift, index) = (entry.shift as usize, usize::from(entry.index));
            match shift {
                PLANE_BLOCK.. => plan.far[index / 16].push(*entry),
                FEW.. => {
                    let before = ((shift - 1) / FEW).saturating_sub(1);
                    let start = 2 * FEW + FEW * before - shift;
                    let spread = std::array::from_fn(|half| {
                        std::array::from_fn(
                            |at| if at % 8 == 0 { (start + 4 * half + at / 8) as u8 } else { 128 },
                        )
                    });
                    plan.middle[before].push(Middle { spread, index: [index as u64; 4] });
                }
                _ => {
                    for (found, free) in plan.near[shift].iter_mut().enumerate().take(16 * MOST_WALK_GROUPS) {
                        *free &= !(1 << (found ^ index));
                    }
                }
            }
        }
        plan
    }

    #[cfg(target_arch = "x86_64")]
    const fn sets(&self) -> Option<&Sets> {
        self.sets.as_ref()
    }

    /// Groups of sixteen indices.
    pub const fn groups(&self) -> usize {
        self.groups
    }

    /// How many heaps must be known before the first that is walked.
    fn reach(&self) -> usize {
        #[cfg(target_arch = "x86_64")]
        let least = if self.sets().is_some() { sets::AHEAD } else { PLANE_BLOCK };
        #[cfg(not(target_arch = "x86_64"))]
        let least = PLANE_BLOCK;
        self.entries.iter().map(|entry| entry.shift as usize).max().unwrap_or(0).max(least)
    }

    /// Rows of a track besides the indices.
    fn rows(&self) -> usize {
        #[cfg(target_arch = "x86_64")]
        if let Some(sets) = self.sets() {
            return sets.rows();
        }
        self.groups
    }
}

/// The recent heaps. The first row is their indices as they are, bytes from 128 on for heaps that exclude nothing; one
/// row for each sixteen indices has the low part of those among them and 128 for the others.
#[derive(Clone, Debug)]
pub struct Track {
    rows: Vec<u8>,
    /// Bytes in a row.
    length: usize,
    /// Where the next heap goes.
    at: usize,
    reach: usize,
}

impl Track {
    /// Room for so many heaps besides those that a row must keep.
    const ROOM: usize = 1 << 14;

    /// The track after the heaps of a window, which must be as many as the plan's entries reach.
    pub fn new(plan: &WalkPlan, window: &[u8]) -> Option<Self> {
        let reach = plan.reach();
        let window = &window[window.len().checked_sub(reach)?..];
        let length = (reach + reach.max(Self::ROOM) + WALK_BLOCK).next_multiple_of(64) + 5 * SLACK;
        let mut rows = vec![128; length * (1 + plan.rows())];
        rows[..reach].copy_from_slice(window);
        #[cfg(target_arch = "x86_64")]
        if let Some(sets) = plan.sets() {
            sets.fill(&mut rows, length, reach);
            return Some(Self { rows, length, at: reach, reach });
        }
        for (group, row) in rows.chunks_exact_mut(length).skip(1).enumerate() {
            for (low, &index) in row.iter_mut().zip(window) {
                *low = if usize::from(index / 16) == group { index % 16 } else { 128 };
            }
        }
        Some(Self { rows, length, at: reach, reach })
    }

    /// How many blocks there is room for, at least one.
    fn make_room(&mut self) -> usize {
        let room = self.length - SLACK;
        if self.at + WALK_BLOCK > room {
            for row in self.rows.chunks_exact_mut(self.length) {
                row.copy_within(self.at - self.reach..self.at, 0);
            }
            self.at = self.reach;
        }
        (room - self.at) / WALK_BLOCK
    }
}

impl Loops {
    /// Walks over whole blocks of [`WALK_BLOCK`] heaps and writes their indices. A heap that has no index within the
    /// planes ends the walk. Tells how many heaps there are before it.
    pub fn walk(self, plan: &WalkPlan, track: &mut Track, heaps: &mut [u8]) -> usize {
        assert!(
            track.reach == plan.reach() && track.rows.len() == track.length * (1 + plan.rows()),
            "the track is one of the plan"
        );
        let wanted = heaps.len() / WALK_BLOCK * WALK_BLOCK;
        let mut done = 0;
        while done < wanted {
            let count = (track.make_room() * WALK_BLOCK).min(wanted - done);
            let (rows, length, at) = (&mut track.rows[..], track.length, track.at);
            // every entry reaches back at most `reach <= at` heaps, and each row has `length >= at + count + SLACK` bytes
            let found = dispatch!(self, walk(plan, rows, length, at, count));
            heaps[done..done + count].copy_from_slice(&track.rows[at..at + count]);
            track.at += count;
            done += found;
            if found < count {
                break;
            }
        }
        done
    }

    /// The heaps of `above` and of its own bitmaps, each read from a byte offset on and masked, without those whose bit is
    /// set in one of the bitmaps asked, until nearly all words are empty. Tells how many were asked, and as bits which
    /// words are not empty.
    pub fn serve(
        self,
        heaps: &mut ServedHeaps,
        bits: &[u8],
        own: &[(u32, u64)],
        asked: &[u32],
    ) -> (usize, u32) {
        dispatch!(self, serve(heaps, bits, own, asked))
    }

    /// Adds the heaps of a bitmap.
    pub fn unite(self, heaps: &mut [u64; SERVED], bits: &[u8]) {
        let bits = &bits[..8 * SERVED];
        dispatch!(self, unite(heaps, bits));
    }

    /// Makes the bitmaps of 64 * [`SERVED`] heaps from the digits of their indices, in `copies` of which each is a bit
    /// ahead of the one before; bitmaps lie `bytes` apart, and these begin at `at`.
    pub fn draw(self, digits: &[[u64; SERVED]; DIGITS], bits: &mut [u8], place: MapPlace) {
        dispatch!(self, draw(digits, bits, place));
    }

    /// Makes bitmaps that are united over shifts below 64 from the first copy of those of the heaps, behind which they lie,
    /// themselves in `copies`: the bit of a heap is set where the index is that of one of the heaps so many below it.
    pub fn draw_united(self, bits: &mut [u8], place: MapPlace, shifts: &[u64]) {
        assert!(shifts.iter().all(|&shift| shift < 64), "shifts inside of a word");
        dispatch!(self, draw_united(bits, place, shifts));
    }

    /// The binary digits of indices below 64, for each digit a row of bits, 64 heaps a word; in the last row the heaps
    /// whose byte is not below 64.
    pub fn digits(self, heaps: &[u8], rows: &mut [u64]) {
        assert!(rows.len() * 64 == heaps.len() * DIGITS, "a bit for each heap and digit");
        dispatch!(self, digits(heaps, rows));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUNDS: u64 = if cfg!(miri) { 2 } else { 400 };

    fn next(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 33
    }

    /// The next heaps by the definition, up to the first beyond the groups.
    fn by_the_definition(window: &[u8], entries: &[ShiftEntry], groups: usize, count: usize) -> Vec<u8> {
        let mut heaps = window.to_vec();
        for _ in 0..count {
            let is_excluded = |index: u8| {
                let part = |entry: &ShiftEntry| heaps[heaps.len() - entry.shift as usize];
                entries.iter().any(|entry| part(entry) < 128 && part(entry) ^ entry.index == index)
            };
            let Some(index) = (0..16 * groups as u8).find(|&index| !is_excluded(index)) else { break };
            heaps.push(index);
        }
        heaps.split_off(window.len())
    }

    #[test]
    fn every_heap_has_the_least_index_that_no_entry_excludes() {
        let mut seed = 1;
        let mut as_sets = 0;
        for round in 0..ROUNDS {
            let groups = 1 + (round % 4) as usize;
            let most = 16 * groups as u64;
            let reach = [40, 700, 3000][next(&mut seed) as usize % 3];
            let least = 1 + next(&mut seed) % 9;
            let count = 1 + next(&mut seed) % 40;
            let mut entries: Vec<ShiftEntry> = (0..count)
                .map(|_| {
                    let near = next(&mut seed).is_multiple_of(2);
                    let shift = least + next(&mut seed) % if near { 36 } else { reach };
                    ShiftEntry { shift: shift as u32, index: (next(&mut seed) % most.min(2 * count)) as u8 }
                })
                .collect();
            entries.sort_unstable();
            let window: Vec<u8> = (0..4000)
                .map(|_| match next(&mut seed) % 9 {
                    0 => 255,
                    _ => (next(&mut seed) % most) as u8,
                })
                .collect();
            let taken = [&[0, 3][..], &[2], &[], &[0, 2, 3], &[9]][next(&mut seed) as usize % 5];
            let more: Vec<ShiftEntry> = entries
                .iter()
                .flat_map(|entry| {
                    taken.iter().map(|&taken| ShiftEntry { shift: entry.shift + taken as u32, ..*entry })
                })
                .collect();
            if !next(&mut seed).is_multiple_of(3) {
                entries.extend(more);
            }
            if round % 3 > 0 {
                // near entries as sets take them: a few without an index, and a few with the same
                let one = (1 + next(&mut seed) % 7) as u8;
                let mut room = [4, (next(&mut seed) % 4) as usize];
                entries.sort_unstable();
                entries.retain_mut(|entry| {
                    if entry.shift >= 8 {
                        return true;
                    }
                    let kind = usize::from(entry.index > 2 && room[0] < 4);
                    entry.index = [0, one][kind];
                    let has_room = room[kind] > 0;
                    room[kind] = room[kind].saturating_sub(1);
                    has_room
                });
                if room[0] == 4 {
                    entries.push(ShiftEntry { shift: 7, index: 0 });
                }
            }
            entries.sort_unstable();
            entries.dedup();
            let length = WALK_BLOCK * (1 + next(&mut seed) as usize % 10);
            let expected = by_the_definition(&window, &entries, groups, 2 * length);
            for loops in Loops::all() {
                let plan = WalkPlan::new(loops, &entries, taken, groups);
                #[cfg(target_arch = "x86_64")]
                {
                    as_sets += u64::from(plan.sets().is_some());
                }
                let mut track = Track::new(&plan, &window).expect("a long window");
                let mut heaps = vec![0; 2 * length];
                let (first, second) = heaps.split_at_mut(length);
                let mut found = loops.walk(&plan, &mut track, first);
                if found == length {
                    found += loops.walk(&plan, &mut track, second);
                }
                assert_eq!(heaps[..found], expected, "{loops:?}, {entries:?}");
            }
        }
        let is_wide = Loops::all().into_iter().any(Loops::is_for_64);
        assert!(!is_wide || as_sets > ROUNDS / 8, "{as_sets} walks over sets");
    }

    #[test]
    fn served_bits_are_cleared() {
        let mut seed = 3;
        for round in 0..ROUNDS {
            let bits: Vec<u8> = (0..2000).map(|_| (next(&mut seed) & next(&mut seed)) as u8).collect();
            let above: [u64; SERVED] = std::array::from_fn(|_| next(&mut seed) << 40);
            let own: Vec<(u32, u64)> =
                (0..round % 3).map(|_| ((next(&mut seed) % 1700) as u32, next(&mut seed) << 20)).collect();
            let asked: Vec<u32> =
                (0..next(&mut seed) % (1 + round)).map(|_| (next(&mut seed) % 1700) as u32).collect();
            for loops in Loops::all() {
                let mut heaps = ServedHeaps { above, open: [7; SERVED] };
                let (count, filled) = loops.serve(&mut heaps, &bits, &own, &asked);
                let word = |from: u32, at: usize| {
                    let from = from as usize + 8 * at;
                    u64::from_le_bytes(bits[from..from + 8].try_into().expect("eight bytes"))
                };
                for (at, &above) in above.iter().enumerate() {
                    let need = own.iter().fold(above, |need, own| need | word(own.0, at) & own.1);
                    let left = asked[..count].iter().fold(need, |left, &from| left & !word(from, at));
                    assert_eq!(heaps.open[at], left, "{loops:?}");
                    assert_eq!(filled >> at & 1 == 1, left != 0, "{loops:?}");
                }
                let is_enough = filled.count_ones() <= NEARLY && count.is_multiple_of(ASKED);
                assert!(count == asked.len() || is_enough, "{loops:?}");
                assert_eq!(heaps.above, above);
            }
        }
    }

    #[test]
    fn bitmaps_and_their_copies_have_a_bit_for_each_heap() {
        let mut seed = 4;
        let heaps: Vec<u8> = (0..128 * SERVED)
            .map(|_| if next(&mut seed).is_multiple_of(9) { 255 } else { (next(&mut seed) % 48) as u8 })
            .collect();
        for loops in Loops::all() {
            let place = MapPlace { indices: 48, copies: 8, bytes: 16 * SERVED + 8, at: 0 };
            let mut bits = vec![0; place.indices * place.copies * place.bytes];
            for (part, heaps) in heaps.chunks_exact(64 * SERVED).enumerate() {
                let mut digits = [[0; SERVED]; DIGITS];
                loops.digits(heaps, digits.as_flattened_mut());
                loops.draw(&digits, &mut bits, MapPlace { at: 8 * SERVED * part, ..place });
            }
            for (number, map) in bits.chunks_exact(place.bytes).enumerate() {
                let (copy, index) = (number / place.indices, number % place.indices);
                for (heap, &byte) in heaps.iter().enumerate().step_by(if cfg!(miri) { 37 } else { 1 }) {
                    let bit = heap + copy;
                    assert_eq!(map[bit / 8] >> (bit % 8) & 1 == 1, usize::from(byte) == index, "{loops:?}");
                }
            }
        }
    }

    #[test]
    fn united_bitmaps_have_a_bit_for_each_heap_and_shift() {
        let mut seed = 5;
        let heaps: Vec<u8> = (0..128 * SERVED).map(|_| (next(&mut seed) % 16) as u8).collect();
        for loops in Loops::all() {
            for (copies, shifts) in [(1, &[0, 3][..]), (8, &[1, 2, 9]), (8, &[63]), (1, &[])] {
                let place = MapPlace { indices: 16, copies, bytes: 16 * SERVED + 8, at: 0 };
                let mut bits = vec![0; place.indices * (1 + place.copies) * place.bytes];
                for (part, heaps) in heaps.chunks_exact(64 * SERVED).enumerate() {
                    let mut digits = [[0; SERVED]; DIGITS];
                    loops.digits(heaps, digits.as_flattened_mut());
                    let place = MapPlace { at: 8 * SERVED * part, ..place };
                    loops.draw(&digits, &mut bits, MapPlace { copies: 1, ..place });
                    loops.draw_united(&mut bits, place, shifts);
                }
                let united = bits.chunks_exact(place.bytes).skip(place.indices);
                for (number, map) in united.enumerate() {
                    let (copy, index) = (number / place.indices, number % place.indices);
                    for heap in (0..heaps.len()).step_by(if cfg!(miri) { 37 } else { 1 }) {
                        let has = |shift: &u64| {
                            heap.checked_sub(*shift as usize)
                                .is_some_and(|heap| usize::from(heaps[heap]) == index)
                        };
                        let bit = heap + copy;
                        assert_eq!(map[bit / 8] >> (bit % 8) & 1 == 1, shifts.iter().any(has), "{loops:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn digits_are_those_of_the_indices() {
        let mut seed = 2;
        let heaps: Vec<u8> = (0..256).map(|_| next(&mut seed) as u8).collect();
        for loops in Loops::all() {
            let mut rows = [[0u64; 4]; DIGITS];
            loops.digits(&heaps, rows.as_flattened_mut());
            for (heap, &byte) in heaps.iter().enumerate() {
                let bit = |digit: usize| rows[digit][heap / 64] >> (heap % 64) & 1 == 1;
                assert!((0..6).all(|digit| bit(digit) == (byte >> digit & 1 == 1)));
                assert_eq!(bit(6), byte >= 64);
            }
        }
    }
}
