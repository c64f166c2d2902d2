//! The rare part of the walk: few bitmaps, whose bits are read 2048 heaps at a time.
//!
//! As in the general rare part, a rare index v has a witness at heap n if a small part a of index x leaves a heap of
//! index v + x. Each index has a bitmap of the recent heaps; it is made from the binary digits of the indices, a vector
//! instruction for 32 heaps and a digit. Where moves break a heap in several ways the bitmap is united over them once: a
//! bit then says that one of these moves leaves the index beside the part, and one look serves all of them. For each v the parts are asked in an order that was chosen on a sample, first
//! those whose partners are frequent; few are left then, and those are looked up bit by bit further down the list.

use std::cmp::Reverse;

use crate::sequence::accelerator::StretchInput;
use crate::sequence::engines::sparse::state::SPECIAL;
use crate::sequence::engines::sparse::walk::SEGMENT;
use crate::sequence::space::Space;
use sprague_kernels::{DIGITS, Loops, MapPlace, SERVED, ServedHeaps};

/// How far below a heap witnesses are looked up.
const DEPTH: usize = 1 << 13;
/// Heaps on which the order of the parts is chosen.
const SAMPLE: usize = 4 * SEGMENT;
/// Heaps for which there is room behind those.
const ROOM: usize = 1 << 15;
/// Bytes from one bitmap to the next; the odd lines keep them from falling into the same places of the cache.
const BYTES: usize = (DEPTH + SAMPLE + ROOM) / 8 + 7 * 64;
/// Words of a segment.
const WORDS: usize = SERVED;
/// How many parts are chosen for a rare index, the best first, and how many there are at most.
const LONGEST: usize = 128;
const PARTS: usize = 4096;
/// The most parts that are asked; the engine looks at more of them faster, 32 at a time.
const MOST: usize = 320;
/// When one heap of the sample in so many is left, the best of some parts is taken for those.
const FEWER: u32 = 24;
const TRIED: usize = 16;

/// Sets of heaps in blocks of 512.
type Sets = Vec<[u64; 8]>;

/// The rare part.
#[derive(Clone, Debug)]
pub struct Check {
    loops: Loops,
    /// How many indices have bitmaps.
    indices: usize,
    /// 1, or 8 with a copy for each residue of a shift.
    copies: usize,
    bits: Vec<u8>,
    /// Where the next heap's bit lies.
    place: usize,
    next: u64,
    space: Space,
    taken: Vec<u64>,
    /// Whether bitmaps united over the break indices lie behind those of the heaps.
    is_united: bool,
    /// For each rare index the bitmaps of heaps that need a witness, and masks.
    own: Vec<Vec<(u32, u64)>>,
    /// The bitmaps to ask for each rare index, as offsets from `DEPTH` heaps below the segment.
    lists: Vec<Vec<u32>>,
    /// The heap at which they were chosen.
    chosen_at: u64,
}

impl Check {
    /// The rare part for the heaps after a window; what was chosen before serves for a while.
    pub fn new(loops: Loops, ground: &StretchInput<'_>, indices: usize, before: Option<Self>) -> Self {
        let mut check = Self {
            loops,
            indices,
            copies: 1,
            bits: Vec::new(),
            place: 0,
            next: ground.next,
            space: ground.space,
            taken: ground.taken.clone(),
            is_united: ground.taken.len() > 1 && ground.taken.iter().all(|&taken| taken < 64),
            own: Vec::new(),
            lists: Vec::new(),
            chosen_at: ground.next,
        };
        check.own = (0..indices).map(|rare| check.own(rare)).collect();
        let same = |before: &Self| {
            before.indices == indices && before.space == ground.space && before.taken == ground.taken
        };
        let before = before.filter(|before| same(before) && ground.next < 4 * before.chosen_at);
        if let Some(before) = before {
            (check.copies, check.lists, check.chosen_at) = (before.copies, before.lists, before.chosen_at);
            check.fill(ground.window);
            return check;
        }
        check.fill(ground.window);
        if check.choose(ground.small) > SAMPLE as u32 / 256 {
            check.copies = 8;
            check.fill(ground.window);
            check.choose(ground.small);
        }
        check
    }

    /// Makes the bitmaps of the last heaps of a window.
    fn fill(&mut self, window: &[u8]) {
        self.bits = vec![0; (usize::from(self.is_united) + self.copies) * self.indices * BYTES];
        self.place = 0;
        for heaps in window[window.len() - DEPTH - SAMPLE..].chunks_exact(SEGMENT) {
            self.enter(heaps);
        }
    }

    /// Enters the bits of the next heaps.
    fn enter(&mut self, heaps: &[u8]) {
        if self.place + SEGMENT > 8 * (BYTES - 64) {
            let from = (self.place - DEPTH) / 8;
            for map in self.bits.chunks_exact_mut(BYTES) {
                map.copy_within(from..from + DEPTH / 8 + 8, 0);
            }
            self.place = DEPTH;
        }
        let mut digits = [[0; WORDS]; DIGITS];
        self.loops.digits(heaps, digits.as_flattened_mut());
        let place = MapPlace { indices: self.indices, copies: self.copies, bytes: BYTES, at: self.place / 8 };
        if self.is_united {
            self.loops.draw(&digits, &mut self.bits, MapPlace { copies: 1, ..place });
            self.loops.draw_united(&mut self.bits, place, &self.taken);
        } else {
            self.loops.draw(&digits, &mut self.bits, place);
        }
        self.place += SEGMENT;
    }

    /// All bytes from which offsets are counted for the heaps from a place on.
    fn below(&self, place: usize) -> &[u8] {
        &self.bits[(place - DEPTH) / 8..]
    }

    /// The offset at which the bitmap of an index is read a shift below: for a witness, the united one.
    fn probe(&self, index: usize, shift: usize) -> u32 {
        let copy = usize::from(self.is_united) + shift % 8;
        ((copy * self.indices + index) * BYTES + (DEPTH - shift + shift % 8) / 8) as u32
    }

    /// The offset at which the bits of the heaps themselves are read.
    const fn here(index: usize) -> u32 {
        (index * BYTES + DEPTH / 8) as u32
    }

    /// How many indices differ only below the lowest bit of the mask: there the order of values is not theirs.
    fn group(&self) -> usize {
        1 << self.space.mask().trailing_zeros().min(6)
    }

    /// For a rare index, the bitmaps of its group whose heaps need a witness, and a mask that tells even heaps from odd
    /// ones; all segments begin with a heap of the same parity.
    fn own(&self, rare: usize) -> Vec<(u32, u64)> {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let base = rare / self.group() * self.group();
        let mask = |common: usize| {
            let is_below = |heap| {
                let common = self.space.common(heap, common as u32);
                if self.space.rare(heap, rare as u32) < common { u64::MAX } else { 0 }
            };
            is_below(self.next) & EVEN | is_below(self.next + 1) & !EVEN
        };
        let group = base..(base + self.group()).min(self.indices);
        group.map(|common| (Self::here(common), mask(common))).filter(|own| own.1 != 0).collect()
    }

    /// For each rare index, from the greatest down, the heaps of the segment at a place that need a witness of it: those
    /// of greater groups, and those of its own.
    fn needs(&self, place: usize, mut each: impl FnMut(usize, &mut ServedHeaps, &[(u32, u64)])) {
        let bits = self.below(place);
        let mut heaps = ServedHeaps { above: [0; WORDS], open: [0; WORDS] };
        let group = self.group();
        for base in (0..self.indices).step_by(group).rev() {
            let indices = base..(base + group).min(self.indices);
            for rare in indices.clone().rev() {
                each(rare, &mut heaps, &self.own[rare]);
            }
            for index in indices {
                self.loops.unite(&mut heaps.above, &bits[Self::here(index) as usize..]);
            }
        }
    }

    /// Enters the next heaps and adds the rare indices for which the lists have no witness.
    pub fn check(&mut self, heaps: &[u8], open: &mut Vec<(u64, Vec<u32>)>) {
        self.enter(heaps);
        let (place, first) = (self.place - SEGMENT, self.next);
        self.next += SEGMENT as u64;
        let bits = self.below(place);
        self.needs(place, |rare, heaps, own| {
            let list = &self.lists[rare];
            let (asked, mut filled) = self.loops.serve(heaps, bits, own, list);
            while filled != 0 {
                let at = filled.trailing_zeros() as usize;
                filled &= filled - 1;
                let mut word = heaps.open[at];
                while word != 0 {
                    let lane = 64 * at + word.trailing_zeros() as usize;
                    word &= word - 1;
                    let has_bit = |&offset: &u32| bits[offset as usize + lane / 8] >> (lane % 8) & 1 == 1;
                    if !list[asked..].iter().any(has_bit) {
                        open.push((first + lane as u64, vec![rare as u32]));
                    }
                }
            }
        });
    }

    /// Chooses the lists on the last heaps; tells how many values they leave open there.
    fn choose(&mut self, small: &[u8]) -> u32 {
        let start = self.place - SAMPLE;
        let blocks = SAMPLE / 512;
        let (loops, step) = (self.loops, 64);
        let mut needs = vec![Sets::new(); self.indices];
        for segment in 0..SAMPLE / SEGMENT {
            let place = start + segment * SEGMENT;
            self.needs(place, |rare, heaps, own| {
                loops.serve(heaps, self.below(place), own, &[]);
                needs[rare].extend_from_slice(heaps.open.as_chunks::<8>().0);
            });
        }
        let all = vec![[u64::MAX; 8]; blocks];
        let first = usize::from(self.is_united) * self.indices;
        let of_index = |index: usize| &self.bits[(first + index) * BYTES + start / 8..];
        let frequency: Vec<u32> =
            (0..self.indices).map(|index| loops.gain(&all, of_index(index), step)).collect();
        let mut frequent: Vec<usize> = (0..self.indices).filter(|&index| frequency[index] > 0).collect();
        frequent.sort_by_key(|&index| Reverse(frequency[index]));
        let parts = self.parts(small);
        let below = self.below(start);
        let mut hard = 0;
        let mut lists = Vec::with_capacity(self.indices);
        for (rare, need) in needs.iter().enumerate() {
            // those whose partners are frequent come first
            let partners = frequent.iter().filter(|&&other| rare ^ other < self.indices);
            let queue =
                partners.flat_map(|&other| parts[rare ^ other].iter().map(move |&shift| (other, shift)));
            let queue: Vec<(u32, u32)> =
                queue.map(|(other, shift)| (frequency[other], self.probe(other, shift))).collect();
            let (list, never) = loops.compiled(|| order(loops, need, below, queue));
            hard += never;
            lists.push(list);
        }
        (self.lists, self.chosen_at) = (lists, self.next);
        hard
    }

    /// The shifts at which small parts of each index lie, scattered.
    fn parts(&self, small: &[u8]) -> Vec<Vec<usize>> {
        let grain = 8 / self.copies;
        let places = (DEPTH - 8) / grain;
        let mut parts = vec![Vec::new(); self.indices];
        // united bitmaps are asked at the part itself
        let taken = if self.is_united { &[0][..] } else { &self.taken };
        for at in 0..places.min(PARTS / taken.len().max(1)) {
            let shift = grain * (1 + at * 1597 % places);
            for &taken in taken {
                let part = shift.checked_sub(taken as usize).and_then(|part| small.len().checked_sub(part));
                let index = part.and_then(|at| small.get(at)).filter(|&&index| index != SPECIAL);
                if let Some(shifts) = index.and_then(|&index| parts.get_mut(usize::from(index))) {
                    shifts.push(shift);
                }
            }
        }
        parts
    }
}

/// The order in which parts, given by frequency of the partner and probe, are asked for the heaps of a sample; and how
/// many of these none of them serves. Frequent ones come first, unless they serve less than half of what they should.
/// When few heaps are open, the best of some parts from anywhere is taken, then all heaps are open again.
fn order(loops: Loops, need: &[[u64; 8]], below: &[u8], queue: Vec<(u32, u32)>) -> (Vec<u32>, u32) {
    let total: u32 = need.iter().flatten().map(|word| word.count_ones()).sum();
    let (mut list, mut rest) = (Vec::new(), queue);
    if total == 0 {
        return (rest.into_iter().map(|part| part.1).take(MOST).collect(), 0);
    }
    let word = |probe: u32, at: usize| {
        let eight = &below[probe as usize + 8 * at..][..8];
        u64::from_le_bytes(eight.try_into().expect("eight bytes"))
    };
    let mut never = few(need.as_flattened());
    let mut passed = Vec::new();
    while list.len() < LONGEST {
        let before = list.len();
        let mut open = need.to_vec();
        let mut left = total;
        let mut frequent = rest.into_iter();
        while left > total / FEWER {
            let Some(part) = frequent.next() else { break };
            let gained = loops.gain(&open, &below[part.1 as usize..], 64);
            let fair = u64::from(part.0) * u64::from(left) / SAMPLE as u64;
            if gained > 0 && 2 * u64::from(gained) >= fair {
                for (at, open) in open.as_flattened_mut().iter_mut().enumerate() {
                    *open &= !word(part.1, at);
                }
                left -= gained;
                list.push(part.1);
            } else {
                passed.push(part);
            }
        }
        rest = frequent.collect();
        rest.append(&mut passed);
        let mut open = few(open.as_flattened());
        let mut cursor = list.len();
        while !open.is_empty() && !rest.is_empty() && list.len() < LONGEST {
            let gain = |part: &(u32, u32)| {
                open.iter().map(|&(at, set)| (set & word(part.1, at)).count_ones()).sum::<u32>()
            };
            let tried = (0..TRIED).map(|step| (cursor + step * 1597) % rest.len());
            let best = tried.map(|at| (gain(&rest[at]), at)).max().filter(|best| best.0 > 0);
            cursor += TRIED * 1597;
            let Some((_, at)) = best else { break };
            let part = rest.remove(at);
            drop_from(&mut open, |at| word(part.1, at));
            list.push(part.1);
        }
        list[before..].iter().for_each(|&probe| drop_from(&mut never, |at| word(probe, at)));
        if list.len() == before {
            break;
        }
    }
    for part in &rest {
        drop_from(&mut never, |at| word(part.1, at));
    }
    list.extend(rest.into_iter().map(|part| part.1));
    list.truncate(MOST);
    (list, never.iter().map(|word| word.1.count_ones()).sum())
}

/// The words that are not empty.
fn few(words: &[u64]) -> Vec<(usize, u64)> {
    words.iter().copied().enumerate().filter(|word| word.1 != 0).collect()
}

fn drop_from(words: &mut Vec<(usize, u64)>, other: impl Fn(usize) -> u64) {
    words.retain_mut(|(at, word)| {
        *word &= !other(*at);
        *word != 0
    });
}
