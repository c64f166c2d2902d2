//! How far a sparse game must be quiet until it is so for ever (theory 4.8, after T, Remark 11.8).
//!
//! If r heaps from 1 on are rare, the last of them R, and no heap beyond R is rare up to 2R + K + 2 max(1, D) - 2 +
//! 2M with M = m^(R + K) and m = rb + w + 1, then none beyond is, and the game has a period. The power is far too
//! large to be written down for any game of interest, so it stays a power.

use crate::heap::Clause;
use crate::sequence::{Kind, Shape, Space};

/// No rare heap from the last one up to `base + 2 * factor^exponent`: then there is none beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FarEnough {
    /// R: the last rare heap.
    pub last: u64,
    /// k: how many heaps are rare, heap 0 counted.
    pub rare: u64,
    /// What is added to the power.
    pub base: u64,
    /// m: one more than the common values that rare heaps can exclude.
    pub factor: u64,
    /// How many values a state holds.
    pub exponent: u64,
}

impl FarEnough {
    /// The bound for a game with these rare heaps, where the theorem applies: a space of values alone, and moves that
    /// are the same for all heaps beyond the last rare one.
    ///
    /// ```
    /// use sprague::analysis::FarEnough;
    /// use sprague::{HeapGame, Limits};
    /// let grundy: HeapGame = "grundy".parse()?;
    /// let rare = grundy.sequence().rare(1000, &Limits::default())?;
    /// let heaps: Vec<u64> = rare.heaps.iter().map(|rare| rare.0).collect();
    /// let bound = FarEnough::new(grundy.rule.clauses(), rare.space.expect("a space"), &heaps).expect("a bound");
    /// assert_eq!(bound.rare, heaps.len() as u64);
    /// assert_eq!((bound.factor, bound.exponent, bound.base), (bound.rare, bound.last, 2 * bound.last));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(clauses: &[Clause], space: Space, rares: &[u64]) -> Option<Self> {
        let last = rares.iter().copied().max().filter(|_| space.kind() == Kind::Value)?;
        let shape = Shape::new(clauses)?;
        let phase = shape.phase(u64::MAX - 1);
        let taken = shape.reach();
        if phase.from > last + 1 || taken > last {
            return None;
        }
        let differ = phase.breaks.iter().map(|each| each.differ).max().unwrap_or(0).max(1);
        let positive = rares.iter().filter(|&&heap| heap > 0).count() as u64;
        let excluded = positive.checked_mul(phase.breaks.len() as u64)?;
        Some(Self {
            last,
            rare: rares.len() as u64,
            base: last.checked_mul(2)?.checked_add(taken)?.checked_add(2 * differ - 2)?,
            factor: excluded + phase.singles.len() as u64 + 1,
            exponent: last + taken,
        })
    }

    /// About how many decimal digits the number of heaps has.
    pub fn digits(&self) -> f64 {
        (self.exponent as f64 * (self.factor as f64).log10() + 2f64.log10()).floor() + 1.0
    }
}
