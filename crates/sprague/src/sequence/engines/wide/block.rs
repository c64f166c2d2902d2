//! One block of the wide engine: the moves that its heaps share, and those they have one by one.
//!
//! Splits are told apart by their smaller part. Small parts below `low` may go with a part inside the block; those
//! splits are near. All others are far: from `low` up to `together` every heap of the block has them, the few beyond
//! only some heaps have. With a space only far splits with a rare part have common values; the first of them are
//! marked for every heap, with others from all over the range, and the rest are left for striking.

use crate::sequence::shape::{Break, Phase};
use sprague_kernels::Splits;

/// The heaps of a block and their moves.
#[derive(Clone, Debug)]
pub struct Block {
    /// The first heap.
    pub first: u64,
    /// How many heaps.
    pub lanes: usize,
    /// The moves.
    pub phase: Phase,
}

/// Far splits that all heaps of a block have.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Those that are marked for every heap.
    pub marked: Splits,
    /// The others with a rare part.
    pub others: Splits,
}

impl Block {
    /// The least smaller part of far splits.
    pub fn low(&self, a_break: Break) -> u64 {
        (self.lanes as u64).saturating_sub(a_break.taken).max(1)
    }

    /// The heaps.
    pub fn heaps(&self) -> std::ops::Range<u64> {
        self.first..self.first + self.lanes as u64
    }

    /// Far splits of one heap that not all heaps of the block have, as parts.
    pub fn last_splits(&self, heap: u64) -> impl Iterator<Item = (u64, u64)> {
        self.phase.breaks.iter().flat_map(move |&a_break| {
            let together = a_break.last_small(self.first);
            let range = self.low(a_break).max(together + 1)..=a_break.last_small(heap);
            range.map(move |small| (small, heap - a_break.taken - small))
        })
    }

    /// Lists the far splits with a rare part, one in `few` for marking; those that not all heaps of the block have
    /// are given away with their heap.
    pub fn share_rares(
        &self,
        (rares, values): (&[u64], &[u16]),
        few: usize,
        shared: &mut Shared,
        mut single: impl FnMut(u64, u64, u64),
    ) {
        for &a_break in &self.phase.breaks {
            let left = self.first.saturating_sub(a_break.taken);
            let from = rares.partition_point(|&rare| rare < self.low(a_break));
            let to = rares.partition_point(|&rare| rare < left).max(from);
            let mut until_marked = 0;
            for &rare in &rares[from..to] {
                let splits = if until_marked == 0 { &mut shared.marked } else { &mut shared.others };
                until_marked = if until_marked == 0 { few } else { until_marked } - 1;
                // By how much the other part is larger, for the first heap and the last.
                let apart = left.cast_signed() - (2 * rare).cast_signed();
                let apart = [apart, apart + (self.lanes as u64).cast_signed() - 1];
                let differ = a_break.differ.cast_signed();
                if differ == 0 || apart[0] >= differ || -apart[1] >= differ {
                    splits.push((a_break.taken + rare) as u32, values[rare as usize]);
                } else if apart.iter().any(|apart| apart.abs() >= differ) {
                    for heap in self.heaps().filter(|&heap| a_break.allows(heap, rare)) {
                        single(heap, rare, heap - a_break.taken - rare);
                    }
                }
            }
        }
    }

    /// Lists about `wanted` far splits for marking, from all over the range: those that lie together have the same
    /// values.
    pub fn share_scattered(&self, values: &[u16], wanted: u64, marked: &mut Splits) {
        for &a_break in &self.phase.breaks {
            let (low, together) = (self.low(a_break), a_break.last_small(self.first));
            if low <= together {
                let step = ((together - low) * self.phase.breaks.len() as u64 / wanted).max(1);
                for small in (low..=together).step_by(step as usize) {
                    marked.push((a_break.taken + small) as u32, values[small as usize]);
                }
            }
        }
    }
}
