//! Open rare values of all heaps of a block looked up at once in the far splits that they share.
//!
//! What a look-up costs does not depend on how many values are wanted, and the heaps read the same parts; so fewer
//! splits need marks first. Most values are soon found; heaps of which none is left drop out, and what stays to the end
//! is free. What is left undecided, beyond the values that were sought or the free ones that were kept, is searched
//! singly in the walk over the block, as without sieves.

use super::super::kernels::Sieves;
use super::Wide;
use super::block::Block;
use super::row::Row;

/// How many values of a heap are looked for without a space.
const ALL: usize = 96;

/// How many free values are kept: moves into the block may take some of them away.
const KEPT: usize = 4;

impl Wide {
    /// Looks the open rare values of every heap below its least open common one up in all far splits that the heaps
    /// share; without a space the least open values.
    pub(super) fn sieve(&mut self, block: &Block, rows: &mut [Row]) {
        let most = if self.space.is_some() { usize::MAX } else { ALL };
        let mut sieves = std::mem::take(&mut self.sieves);
        sieves.clear();
        let mut sought: Vec<Vec<u16>> = Vec::new();
        for (heap, row) in block.heaps().zip(&*rows) {
            let class = self.commons.of(heap);
            let below = row.open(0, &class).unwrap_or(u16::MAX);
            let rares = row.opens(|first| !class(first)).take_while(|&value| value < below);
            let values: Vec<u16> = rares.take(most).collect();
            sieves.push(&values);
            sought.push(values);
        }
        for &a_break in &block.phase.breaks {
            let (low, together) = (block.low(a_break), a_break.last_small(block.first));
            if low <= together {
                let last = block.first + block.lanes as u64 - 1 - a_break.taken - low;
                let small = &self.values[low as usize..=together as usize];
                sieves.sift(self.level, small, self.mirror.down_from(last));
            }
        }
        settle(&sieves, &sought, rows);
        self.sieves = sieves;
    }
}

/// Writes down what became of the wanted values, up to some free ones.
fn settle(sieves: &Sieves, sought: &[Vec<u16>], rows: &mut [Row]) {
    for (lane, (row, values)) in rows.iter_mut().zip(sought).enumerate() {
        let mut kept = 0;
        for &value in values.iter().take_while(|&&value| sieves.covers(lane, value)) {
            if !sieves.contains(lane, value) {
                row.strike(value);
            } else if kept < KEPT {
                row.spare(value);
                kept += 1;
            }
        }
    }
}
