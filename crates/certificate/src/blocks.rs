//! Values and diagonals of 2-Star Nim by blocks (kind star with blocks; `docs/certificate.md`, theory 8.8 and 8.14).
//!
//! Row by row, each value that has no pair with this row yet takes the first free number. A block is a range of
//! diagonals whose values fill exactly its cells in each row, provided that the blocks below do the same, until its own
//! state comes back.

use std::collections::BTreeSet;

use crate::star_terms::{MOST_STAR_STEPS, MOST_STAR_VALUE, MOST_STAR_WORK, Terms, UNKNOWN, bounded};
use crate::star_text::{StarBlock, Subject};
use crate::{Fault, invalid, require};

/// For each value from some lowest one on, the numbers from the row on that it has paired already.
#[derive(Clone)]
pub(crate) struct Pairs(Vec<BTreeSet<u64>>);

impl Pairs {
    /// Those of the values up to this one, before row 0.
    pub(crate) fn new(largest: u64) -> Self {
        Self(vec![BTreeSet::new(); largest as usize + 1])
    }

    /// One row: each value that is not paired with it takes the first number that is free. Returns the differences
    /// taken.
    pub(crate) fn fill(
        &mut self,
        row: u64,
        lowest: u64,
        mut taken: BTreeSet<u64>,
        mut emit: impl FnMut(u64, u64),
    ) -> Result<BTreeSet<u64>, Fault> {
        for (value, set) in (lowest..).zip(&mut self.0) {
            if !set.remove(&row) {
                let free =
                    |difference: &u64| !taken.contains(difference) && !set.contains(&(row + difference));
                let Some(difference) = (0..2 * MOST_STAR_VALUE + 3).find(free) else {
                    return invalid("a value without a pair");
                };
                taken.insert(difference);
                set.extend((difference > 0).then_some(row + difference));
                emit(value, difference);
            }
        }
        Ok(taken)
    }

    /// The state: the paired numbers relative to the row.
    pub(crate) fn relative(&self, row: u64) -> Vec<Vec<u64>> {
        self.0.iter().map(|set| set.iter().map(|number| number - row).collect()).collect()
    }
}

/// The values of a block.
pub(crate) fn values(first: u64, last: u64) -> std::ops::RangeInclusive<u64> {
    (2 * first).saturating_sub(1)..=2 * last
}

/// The terms of what the last block holds: on a diagonal one for each row from 1 on; of a value one for each pair.
pub(crate) fn terms(subject: Subject, at: u64, blocks: &[StarBlock]) -> Result<Terms, Fault> {
    let mut next = 0;
    for &StarBlock { first, last, .. } in blocks {
        require("B1", first == next && first <= last, "the blocks do not follow each other")?;
        next = last + 1;
    }
    let Some(&StarBlock { first, last, before, again }) = blocks.last() else {
        return invalid("no block (B2)");
    };
    let inside = match subject {
        Subject::Value(value) => values(first, last).contains(&value),
        Subject::Diagonal(diagonal) => (first..=last).contains(&diagonal),
        Subject::Row(_) | Subject::Pair(..) => false,
    };
    require("B2", inside, "the last block is not that of what has the period")?;
    require("S6", 2 * last <= MOST_STAR_VALUE, "no such value")?;
    let end = bounded(at, before.saturating_add(again), 2 * last + 1)?;
    let work = |block: &StarBlock| {
        let rows = block.before.saturating_add(block.again);
        rows.saturating_mul(values(block.first, block.last).count() as u64)
    };
    let steps = blocks.iter().all(|block| block.before.saturating_add(block.again) <= MOST_STAR_STEPS);
    require("S3", steps, "a block is beyond the limits")?;
    let work = blocks.iter().map(work).fold(end * (2 * last + 1), u64::saturating_add);
    require("S4", work <= MOST_STAR_WORK, "there is too much to recompute")?;
    let (mut pairs, mut all, mut from) = (Pairs::new(2 * last), Vec::new(), 0);
    for row in 0..end {
        if row == at {
            blocks.iter().try_for_each(|block| check_block(at, *block, &pairs))?;
        }
        from = if row == at + before { all.len() } else { from };
        let mut on_diagonal = UNKNOWN;
        let origin = (0..u64::from(row == 0)).collect();
        pairs.fill(row, 0, origin, |value, difference| match subject {
            Subject::Value(wanted) if wanted == value => all.push(difference as u8),
            Subject::Diagonal(wanted) if wanted == difference => on_diagonal = value as u8,
            _ => {}
        })?;
        if matches!(subject, Subject::Diagonal(_)) && row > 0 {
            all.push(on_diagonal);
        }
    }
    Ok(Terms { all, from, end })
}

/// That a block fills its diagonals and no others until its state comes back, from the pairs that its values have at
/// `at`.
fn check_block(at: u64, block: StarBlock, pairs: &Pairs) -> Result<(), Fault> {
    let StarBlock { first, last, before, again } = block;
    let lowest = *values(first, last).start();
    let mut own = Pairs(pairs.0[lowest as usize..=2 * last as usize].to_vec());
    let mut state = None;
    for row in at..at + before + again {
        state = if row == at + before { Some(own.relative(row)) } else { state };
        let taken = own.fill(row, lowest, (0..first).collect(), |_, _| ())?;
        require("B3", taken.into_iter().eq(0..=last), "a block does not fill exactly its diagonals")?;
    }
    let back = state == Some(own.relative(at + before + again));
    require("B4", back, "the state of a block does not come back")
}
