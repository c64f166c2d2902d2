//! What far splits have: values of one heap searched through all of them, or of a block through those with a rare part.

use super::Wide;
use super::block::Block;
use super::row::Row;
use super::trial::Trial;

/// Values of a heap that are searched together.
const SEARCHED: usize = 32;

impl Wide {
    /// Finds out which open rare values below a common one no far split of a heap has.
    pub(super) fn search(&self, block: &Block, heap: u64, row: &mut Row, below: u16) {
        let commons = self.commons.of(heap);
        let mut open = Vec::new();
        let mut from = 0;
        loop {
            let next = row.open(from, |first| !commons(first)).filter(|&value| value < below);
            // What is above a free value does not matter.
            let end = next.is_none_or(|value| row.is_free(value));
            if end || open.len() == SEARCHED {
                self.sift(block, heap, row, &open);
                if end || open.iter().any(|&value| row.is_free(value)) {
                    break;
                }
                open.clear();
            }
            open.extend(next);
            from = next.map_or(from, |value| value + 1);
        }
    }

    /// Tells the values that far splits of a heap have from the free ones.
    fn sift(&self, block: &Block, heap: u64, row: &mut Row, values: &[u16]) {
        let mut open = values.to_vec();
        for &a_break in &block.phase.breaks {
            let (low, last) = (block.low(a_break), a_break.last_small(heap));
            if low <= last && !open.is_empty() {
                let small = &self.values[low as usize..=last as usize];
                self.level.sift(small, self.mirror.down_from(heap - a_break.taken - low), &mut open);
            }
        }
        for &value in values {
            if open.contains(&value) {
                row.spare(value);
            } else {
                row.strike(value);
            }
        }
    }

    /// Finds for each unsure heap the least open common value that no far split has.
    pub(super) fn strike(&self, block: &Block, unsure: &[usize], rows: &mut [Row]) {
        let splits = &self.shared.others;
        let mut trial = Trial::new(self.commons, block.first, splits.len());
        for &lane in unsure {
            trial.enter(lane, &rows[lane]);
        }
        // A search goes through all splits for one heap, a trial through some of them for the whole block, twice as fast.
        let all = block.first * block.phase.breaks.len() as u64;
        let few = splits.len() as u64 * block.lanes as u64 / (2 * all + 1);
        let mut left = trial.run(self.level, &self.values, splits, few as u32, rows);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let (heap, row) = (block.first + lane as u64, &mut rows[lane]);
            let class = self.commons.of(heap);
            while let Some(value) = row.open(0, &class).filter(|&value| !row.is_free(value)) {
                let next = row.open(value + 1, &class).filter(|&value| !row.is_free(value));
                let values: Vec<u16> = std::iter::once(value).chain(next).collect();
                self.sift(block, heap, row, &values);
            }
        }
    }
}
