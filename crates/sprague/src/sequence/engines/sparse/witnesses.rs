//! Which bitmaps to ask for a witness of each rare index, by experience.
//!
//! For a rare index v and a small common part a of index x, heap n has a witness if heap n - i - a has index v + x; the
//! most frequent indices have bitmaps. Parts are chosen one after another, always the best of a few for heaps of a
//! sample that are still open. A choice learns its sample by heart, so the sample has several sets of heaps: when three
//! quarters of the open heaps of a set are served, the choice goes on with what it leaves open of the next one, which it
//! has not seen. When it leaves too few to judge by, all count as open again, so that few heaps hang on one part.
//!
//! Any choice is right, a good one is fast. One choice serves all threads.

use std::cmp::Reverse;

use crate::sequence::engines::sparse::bitmaps::{Bitmaps, Layout};
use crate::sequence::engines::sparse::history::History;
use crate::sequence::engines::sparse::state::SPECIAL;
use crate::sequence::shape::Phase;
use sprague_kernels::Loops;

/// How much is spent on the choice.
struct Effort {
    /// Up to which heap.
    until: u64,
    /// Blocks of 512 heaps in a set of the sample.
    blocks: usize,
    /// Parts to choose from.
    parts: usize,
    /// How many of them are tried for one that is chosen.
    tried: usize,
    /// The most bitmaps to ask for a rare index.
    longest: usize,
}

/// While the sequence is short, the choice must not cost more than it saves.
const EFFORTS: [Effort; 3] = [
    Effort { until: GROWN, blocks: 8, parts: 1024, tried: 2, longest: 160 },
    Effort { until: 1 << 20, blocks: 8, parts: 8192, tried: 4, longest: 480 },
    Effort { until: u64::MAX, blocks: 16, parts: 8192, tried: 8, longest: 640 },
];
/// From this heap on choices are made anew less often.
const GROWN: u64 = 1 << 17;
/// From this heap on the cost of choosing no longer counts.
const OLD: u64 = 1 << 24;
/// When one open heap in so many is left of a set, the next set takes its turn.
const LEFT: u32 = 4;
/// Heaps from which the sample is taken.
const SAMPLE: u64 = 1 << 16;
/// The most indices that have bitmaps.
const MAPS: usize = 48;
/// When fewer heaps of a set are open, all count as open again.
const FEWEST: u32 = 64;

/// A part to ask: the shift, and the bitmap of the partner.
type Part = (usize, usize);

/// The bitmaps to ask for each rare index.
#[derive(Clone, Debug, Default)]
pub struct Witnesses {
    /// The indices that have bitmaps.
    indices: Vec<u8>,
    /// Offsets from the depth of the bitmaps on.
    lists: Vec<Vec<u32>>,
    trained_at: u64,
    /// The first heap of the phase for which they were chosen.
    trained_for: u64,
    /// The least heap all of whose parts are options.
    least: u64,
}

impl Witnesses {
    /// The indices that have bitmaps.
    pub fn indices(&self) -> &[u8] {
        &self.indices
    }

    /// The bitmaps to ask for a rare index, the best first.
    pub fn of(&self, index: usize) -> &[u32] {
        self.lists.get(index).map_or(&[], Vec::as_slice)
    }

    /// Whether they may be asked for this heap: all parts are those of splits.
    pub const fn fit(&self, phase: &Phase, heap: u64) -> bool {
        phase.from == self.trained_for && heap >= self.least
    }

    /// Whether it is time to choose anew before this heap.
    pub const fn are_stale(&self, phase: &Phase, heap: u64) -> bool {
        let factor = if heap < GROWN || heap >= OLD { 2 } else { 4 };
        !self.fit(phase, heap) || heap >= self.trained_at * factor
    }

    /// Chooses bitmaps of a layout from the heaps before `end`. `part` gives the index of a small common heap.
    pub fn choose(
        loops: Loops,
        history: &History,
        phase: &Phase,
        end: u64,
        layout: Layout,
        part: impl Fn(u64) -> Option<u32>,
    ) -> Self {
        let reach = phase.breaks.iter().map(|a_break| a_break.taken + a_break.differ).max().unwrap_or(0);
        let depth = (end.saturating_sub(reach) / 4).min(layout.depth as u64 - 8);
        let mut all = Self {
            trained_at: end,
            trained_for: phase.from,
            least: (2 * depth + reach).min(end),
            ..Self::default()
        };
        let effort = EFFORTS.iter().find(|effort| end < effort.until).unwrap_or(&EFFORTS[2]);
        let end = end / 64 * 64;
        let sample = SAMPLE.min(end / 2).min((end - history.first()) / 2) / 512 * 512;
        if sample == 0 {
            return all;
        }
        let indices = frequent(&history.bytes_from(end - sample)[..sample as usize]);
        let mut places = [None; 256];
        indices.iter().enumerate().for_each(|(map, &index)| places[usize::from(index)] = Some(map));
        let parts = scattered(phase, (depth, all.least), layout.copies, effort.parts, part);

        let sets = (sample as usize / 512 / effort.blocks).max(1);
        let wide = Layout { span: layout.depth + sample as usize, ..layout };
        let mut maps = Bitmaps::new(wide, &indices);
        maps.enter(loops, history, end - sample, end);
        let sample = Sample {
            loops,
            bytes: &history.bytes_from(end - sample)[..sample as usize],
            bits: maps.below(end - sample),
            sets,
        };
        let low = (1 << history.space().mask().trailing_zeros()) - 1;
        let top = sample.bytes.iter().filter(|byte| **byte != SPECIAL).max().map_or(0, |&top| u32::from(top));
        for index in 0..=(top | low).min(history.ceiling() - 1) {
            let partner =
                |&(shift, small): &(usize, u32)| Some((shift, (*places.get((index ^ small) as usize)?)?));
            let mut queue: Vec<Part> = parts.iter().filter_map(partner).collect();
            let probe = |&(shift, map): &Part| wide.probe(indices.len(), map, shift) as usize;
            let chosen = sample.cover((index & !low) as u8, &mut queue, probe, effort);
            all.lists.push(
                chosen.into_iter().map(|(shift, map)| layout.probe(indices.len(), map, shift)).collect(),
            );
        }
        all.indices = indices;
        all
    }
}

/// Heaps on which parts are tried, in several sets of blocks of 512.
struct Sample<'a> {
    loops: Loops,
    bytes: &'a [u8],
    bits: &'a [u8],
    sets: usize,
}

impl Sample<'_> {
    /// The heaps of a set whose byte is at least `least`.
    fn need(&self, set: usize, least: u8) -> Vec<[u64; 8]> {
        let blocks = self.bytes.as_chunks::<512>().0.iter().skip(set).step_by(self.sets);
        let need = blocks.map(|block| {
            let mut words = [0; 8];
            self.loops.at_least(block, least, &mut words);
            words
        });
        need.collect()
    }

    /// The bits that a probe gives the heaps of a set, and how many bytes lie from block to block.
    fn answers(&self, set: usize, probe: usize) -> (&[u8], usize) {
        (&self.bits[probe + 64 * set..], 64 * self.sets)
    }

    /// Chooses parts for the heaps whose byte is at least `least`.
    fn cover(
        &self,
        least: u8,
        queue: &mut Vec<Part>,
        probe: impl Fn(&Part) -> usize,
        effort: &Effort,
    ) -> Vec<Part> {
        let mut chosen: Vec<Part> = Vec::new();
        let mut begun = 0;
        let mut set = 0;
        let (mut open, mut left, mut enough) = (Vec::new(), 0, 0);
        let (mut at, mut idle) = (0, 0);
        while chosen.len() < effort.longest && idle < queue.len() {
            if left <= enough {
                set = (set + 1) % self.sets;
                open = self.need(set, least);
                let total = count(&open);
                for part in &chosen[begun..] {
                    let (bits, step) = self.answers(set, probe(part));
                    clear(&mut open, bits, step);
                }
                left = count(&open);
                if left < FEWEST.min(total / 8 + 1) {
                    (begun, open, left) = (chosen.len(), self.need(set, least), total);
                }
                enough = left / LEFT;
                idle += 1;
                continue;
            }
            let gain = |place: usize| {
                let (bits, step) = self.answers(set, probe(&queue[place]));
                (self.loops.gain(&open, bits, step), place)
            };
            let Some((gained, place)) = (at..at + effort.tried).map(|place| gain(place % queue.len())).max()
            else {
                break;
            };
            at = (at + effort.tried) % queue.len();
            if gained == 0 {
                idle += effort.tried;
                continue;
            }
            let part = queue.swap_remove(place);
            let (bits, step) = self.answers(set, probe(&part));
            clear(&mut open, bits, step);
            left -= gained;
            chosen.push(part);
        }
        chosen
    }
}

/// The most frequent indices, up to three quarters of the heaps.
fn frequent(bytes: &[u8]) -> Vec<u8> {
    let mut counts = [0; 256];
    for &byte in bytes {
        counts[usize::from(byte)] += 1;
    }
    let count = |index: u8| counts[usize::from(index)];
    let mut indices: Vec<u8> = (0..SPECIAL).filter(|&index| count(index) > 0).collect();
    indices.sort_by_key(|&index| Reverse(count(index)));
    let mut heaps = 0;
    let is_wanted = |&&index: &&u8| {
        let is_wanted = heaps < bytes.len() / 4 * 3;
        heaps += count(index);
        is_wanted
    };
    indices.iter().take_while(is_wanted).take(MAPS).copied().collect()
}

/// Small common parts from all over the depth, parts of every heap from the least one on: their shifts and indices.
fn scattered(
    phase: &Phase,
    (depth, least): (u64, u64),
    copies: usize,
    most: usize,
    part: impl Fn(u64) -> Option<u32>,
) -> Vec<(usize, u32)> {
    let grain = if copies == 8 { 1 } else { 8 };
    let places = (depth / grain).max(1);
    let wanted = most.min(4 * places as usize / 3) / phase.breaks.len().max(1);
    let mut parts = Vec::new();
    for a_break in &phase.breaks {
        for at in 0..wanted as u64 {
            let shift = grain * (1 + at * 1597 % places);
            if shift > a_break.taken
                && shift - a_break.taken <= a_break.last_small(least)
                && let Some(index) = part(shift - a_break.taken)
            {
                parts.push((shift as usize, index));
            }
        }
    }
    parts.sort_by_key(|&(shift, index)| ((shift as u32).wrapping_mul(0x9e37_79b1), index));
    parts.dedup();
    parts
}

fn clear(set: &mut [[u64; 8]], bits: &[u8], step: usize) {
    for (set, bytes) in set.iter_mut().zip(bits.chunks(step)) {
        let Some(bytes) = bytes.first_chunk::<64>() else { break };
        for (word, eight) in set.iter_mut().zip(bytes.as_chunks().0) {
            *word &= !u64::from_le_bytes(*eight);
        }
    }
}

fn count(set: &[[u64; 8]]) -> u32 {
    set.iter().flatten().map(|word| word.count_ones()).sum()
}
