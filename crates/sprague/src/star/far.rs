//! Values of 2-Star Nim at squares of any size, from periods that are proved (theory 8.15).
//!
//! *Rows* ([`FarRows`]): once the windows of the rows 1 to a come back, those before any column are those before an
//! early one. Rows up to 8 come back soon; from row 9 on the marks of the tracks give the windows at equal distances
//! over one period, and the few columns from a mark on are computed. A row that is not proved yet costs its proof.
//!
//! *Diagonals* ([`FarBlocks`]): the masks of a locked block before any row are those before an early one. From there
//! the block is followed for as many rows as its values can be apart, which gives the value on each of its diagonals
//! and the partners of each of its values.

use super::block::{Block, BlockLock, Blocks};
use super::cycle::cycle;
use super::lanes::{at_column_one, step};
use super::row_period::{LARGEST_ROW, LAST_REPEATING, REPEATS_WITHIN, RowProof, RowStage};
use super::values::ValueMachine;
use crate::limits::{Limits, TooLarge};

/// Columns that are computed from the first one on where that is quick.
const NEAR: u64 = 1 << 16;
/// Columns of each run between two looks at the limits.
const STRIDE: u64 = 1 << 18;

/// The rows that are proved so far.
#[derive(Clone, Debug, Default)]
pub struct FarRows {
    /// The columns before the state of the rows up to `LAST_REPEATING` that comes back, and after how many it does.
    joint: Option<(u64, u64)>,
    proof: Option<RowProof>,
}

impl FarRows {
    /// The windows of the rows 1 to `rows`, at most `LARGEST_ROW`, before a column from 1 on.
    fn windows(
        &mut self,
        rows: usize,
        column: u64,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<u64>, TooLarge> {
        let walk = |columns: u64| -> Result<Vec<u64>, TooLarge> {
            limits.spend(columns.saturating_mul(rows as u64))?;
            let mut windows = at_column_one(rows);
            (0..columns).for_each(|_| _ = step(&mut windows));
            Ok(windows)
        };
        if column <= NEAR {
            return walk(column - 1);
        }
        if rows <= LAST_REPEATING {
            let found = self.joint.or_else(|| {
                cycle(&mut at_column_one(LAST_REPEATING), REPEATS_WITHIN, |windows| {
                    step(windows);
                    true
                })
            });
            self.joint = found;
            let (before, length) = found.unwrap_or((column, 1));
            return walk(before.min(column - 1) + (column - 1).saturating_sub(before) % length);
        }
        let level = self.proved(rows, threads, limits)?;
        let Some(level) = level.filter(|level| level.base <= column) else { return walk(column - 1) };
        let spacing = level.lower_period / level.marks.len() as u64;
        let (turns, rest) =
            ((column - level.base) / level.lower_period, (column - level.base) % level.lower_period);
        limits.spend((rest % spacing).saturating_mul(rows as u64))?;
        let mut windows = level.windows(turns, (rest / spacing) as usize);
        windows.truncate(rows);
        (0..rest % spacing).for_each(|_| _ = step(&mut windows));
        Ok(windows)
    }

    /// The marks of a row from 9 on, after its proof; `None` where the tracks could not be followed.
    fn proved(
        &mut self,
        row: usize,
        threads: usize,
        limits: &Limits,
    ) -> Result<Option<&super::tracks::TrackedRow>, TooLarge> {
        if self.proof.is_none() {
            self.proof = RowProof::new(row);
        }
        let Some(proof) = &mut self.proof else { return Ok(None) };
        proof.raise(row);
        while let RowStage::Following(pass) = &proof.stage {
            let what = format!("the proof of row {} of 2-Star Nim", pass.row);
            limits.admit_steps(what, pass.cycle as f64)?;
            limits.spend(STRIDE.saturating_mul(pass.runs.len() as u64).min(pass.cycle))?;
            proof.advance(STRIDE, threads);
        }
        Ok((proof.level.row >= row).then_some(&proof.level))
    }

    /// G(1, b) to G(rows, b) in each of so many columns from `first`, at least 1, on.
    pub fn columns(
        &mut self,
        rows: usize,
        first: u64,
        count: u64,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Vec<u64>>, TooLarge> {
        let rows = rows.min(LARGEST_ROW);
        let mut windows = self.windows(rows, first, threads, limits)?;
        let column = |b: u64| {
            let before = windows.clone();
            step(&mut windows);
            // The place that was taken is the one that the window has gained; place 0 is shifted out.
            let taken = (1u64..).zip(before.iter().zip(&windows)).map(|(a, (old, new))| {
                let gained = (new << 1) & !old;
                let place = if gained == 0 { 0 } else { u64::from(gained.trailing_zeros()) };
                b + place - a
            });
            taken.collect()
        };
        Ok((first..first + count).map(column).collect())
    }
}

/// The last diagonal and the last value of the blocks that are proved.
pub const LAST_LOCKED: u32 = 29;
/// The row from which on blocks are looked for, as `sprague star diagonal` does.
const START: u64 = 200_000;
/// Rows within which the states of these blocks come back.
const WITHIN: u64 = 2_000_000;
/// The steps of finding them: the rows up to the first one, and those of each block.
const COST: u64 = START * 64 + 40 * WITHIN;
/// A number and its partner in a sequence of one of these values are not farther apart.
const APART: u64 = 2 * LAST_LOCKED as u64 + 2;

/// The blocks of diagonals that are proved.
#[derive(Clone, Debug, Default)]
pub struct FarBlocks {
    blocks: Vec<Block>,
}

impl FarBlocks {
    /// The blocks up to the diagonal `LAST_LOCKED`, all of them locked.
    fn prove(&mut self, limits: &Limits) -> Result<(), TooLarge> {
        if self.blocks.is_empty() {
            limits.admit_steps("the blocks of diagonals of 2-Star Nim", COST as f64)?;
            limits.spend(COST)?;
            let found = Blocks::new(START, WITHIN, LAST_LOCKED).take_while(Block::is_locked);
            self.blocks = found.take_while(|block| block.last <= LAST_LOCKED).collect();
        }
        Ok(())
    }

    /// The pairs (x, y) of the values of a block with x in the rows from `first` to `last`: g, x and y.
    fn pairs(
        &self,
        wanted: impl Fn(&Block) -> bool,
        (first, last): (u64, u64),
        limits: &Limits,
    ) -> Result<Vec<(u32, u64, u64)>, TooLarge> {
        let mut found = Vec::new();
        let Some(block) = self.blocks.iter().find(|block| wanted(block)) else { return Ok(found) };
        let BlockLock::Locked { before, period } = block.lock else { return Ok(found) };
        if first < block.start {
            limits.spend(last * u64::from(*block.values().end()))?;
            let mut machine = ValueMachine::new(*block.values().end());
            for row in 0..=last {
                machine.step(|g, d| {
                    if row >= first && block.values().contains(&g) {
                        found.push((g, row, row + u64::from(d)));
                    }
                });
            }
            return Ok(found);
        }
        let rows = first - block.start;
        let rows = if rows < before { rows } else { before + (rows - before) % period };
        limits.spend(rows * block.values().count() as u64)?;
        let mut walk = block.walk();
        (0..rows).for_each(|_| _ = walk.step(|_, _| ()));
        for row in first..=last {
            walk.step(|g, d| found.push((g, row, row + u64::from(d))));
        }
        Ok(found)
    }

    /// G(a, a + c) for c up to `LAST_LOCKED`; `None` beyond it, and in early rows whose value is in another block.
    pub fn diagonal(&mut self, a: u64, c: u32, limits: &Limits) -> Result<Option<u64>, TooLarge> {
        self.prove(limits)?;
        let pairs = self.pairs(|block| (block.first..=block.last).contains(&c), (a, a), limits)?;
        Ok(pairs.into_iter().find(|&(_, _, y)| y == a + u64::from(c)).map(|(g, ..)| g.into()))
    }

    /// The number with which n is a pair of value g, for g up to twice `LAST_LOCKED`; `None` beyond it.
    pub fn partner(&mut self, n: u64, g: u32, limits: &Limits) -> Result<Option<u64>, TooLarge> {
        self.prove(limits)?;
        let rows = (n.saturating_sub(APART), n);
        let pairs = self.pairs(|block| block.values().contains(&g), rows, limits)?;
        let mut of_value = pairs.into_iter().filter(|pair| pair.0 == g);
        Ok(of_value.find_map(|(_, x, y)| if x == n { Some(y) } else { (y == n).then_some(x) }))
    }
}
