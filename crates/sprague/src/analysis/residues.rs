//! The options of all large heaps by classes of residues: what a proof by residues writes down (T, Prop. 9.2).
//!
//! Let G(n + p) = G(n) from the preperiod on. An option of a heap is a list of parts, each of which is a small heap,
//! below the preperiod, or a large one, of which only the class modulo p matters. So the options of a heap n fall
//! into finitely many kinds, each with one value, and the kinds are the same for n and n + p as soon as n is large.
//! The value of n is the least number that no kind has: the table is the induction step of a proof that p is a
//! period.

use std::collections::BTreeSet;

use crate::heap::{Condition, ENDLESS, HeapGame};
use crate::limits::{Limits, TooLarge};
use crate::nimber::{Nimber, mex};
use crate::sequence::ProvedPeriod;

/// A part of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartClass {
    /// A heap below the preperiod.
    Small(u64),
    /// Any heap from the preperiod on with this residue.
    Residue(u64),
}

/// The options of the large heaps of one residue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResidueClass {
    /// The residue modulo the period.
    pub residue: u64,
    /// The least heap from which on all heaps of the residue have these kinds of options.
    pub from: u64,
    /// The kinds of options: their parts, smaller ones first, and the value.
    pub options: Vec<(Vec<PartClass>, Nimber)>,
    /// The value of the heaps.
    pub value: Nimber,
}

/// Why there are no such tables.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoResidues {
    /// They cost too much.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The values grow with each turn, or the moves depend on the size of the heap.
    #[error("the options of {0} are no finite table of residues")]
    Endless(String),
}

/// The options of all large heaps of a game, by residue.
///
/// ```
/// use sprague::{HeapGame, Limits, analysis::residue_classes};
/// let game: HeapGame = "split(2, diff>=2)".parse()?;
/// let limits = Limits::default();
/// let mut sequence = game.sequence();
/// let classes = residue_classes(&game, sequence.prove(&limits)?, &limits)?;
/// assert_eq!(classes.iter().map(|class| class.value.0).collect::<Vec<_>>(), [3, 0, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn residue_classes(
    game: &HeapGame,
    proved: &ProvedPeriod,
    limits: &Limits,
) -> Result<Vec<ResidueClass>, NoResidues> {
    let found = proved.period();
    let (period, preperiod) = (found.period, found.preperiod);
    let plain = game.rule.plain();
    let endless = || NoResidues::Endless(game.to_string());
    // beyond the last size that a clause names, the moves are the same
    let clauses = plain.ok_or_else(endless)?;
    let mut settled = 0;
    for clause in &clauses {
        if clause.take.ranges().last().is_some_and(|&(_, high)| high == ENDLESS) {
            return Err(endless());
        }
        let named = clause.on.ranges().iter().flat_map(|&(low, high)| [low, high]);
        settled =
            named.chain([game.rule.most_taken()]).filter(|&size| size < ENDLESS).fold(settled, u64::max);
    }
    let distance = |condition| if let Condition::Differ(least) = condition { least } else { 1 };
    let apart = clauses.iter().map(|clause| distance(clause.condition)).max().unwrap_or(0);
    // so many large parts, each in any class and far from the others, and small ones beside them
    let parts = clauses.iter().filter_map(|clause| clause.leave.ranges().last()).map(|&(_, high)| high).max();
    let parts = parts.filter(|&parts| parts <= 3).ok_or_else(endless)?;
    let reach = (parts + 1)
        .checked_mul(preperiod + 2 * period + apart)
        .and_then(|reach| reach.checked_add(settled))
        .filter(|&reach| reach < 1 << 40)
        .ok_or_else(endless)?;
    if found.saltus > 0 {
        return Err(endless());
    }
    let what = || format!("the tables of residues of {game}");
    let each = game.rule.option_count(reach + 2 * period);
    limits.admit(what(), 2.0 * each * period as f64 / 10.0)?;
    limits.admit_steps(what(), each * (reach + 2 * period) as f64)?;
    let kinds = |heap: u64| -> BTreeSet<Vec<PartClass>> {
        let class = |part: u64| {
            if part < preperiod { PartClass::Small(part) } else { PartClass::Residue(part % period) }
        };
        let kind = |parts: Vec<u64>| {
            let mut kind: Vec<PartClass> = parts.into_iter().map(class).collect();
            kind.sort_unstable();
            kind
        };
        game.rule.options(heap).map(kind).collect()
    };
    let value_of = |part: &PartClass| match *part {
        PartClass::Small(heap) => proved.value(heap),
        PartClass::Residue(residue) => {
            let above = (preperiod + period - 1 - residue) / period;
            proved.value(residue + above * period)
        }
    };
    let mut classes = Vec::new();
    for residue in 0..period {
        limits.check_time()?;
        let mut from = reach - reach % period + residue;
        let large = kinds(from);
        if large != kinds(from + period) {
            return Err(endless());
        }
        while from >= preperiod + period && kinds(from - period) == large {
            limits.check_time()?;
            from -= period;
        }
        let options: Vec<(Vec<PartClass>, Nimber)> = large
            .into_iter()
            .map(|kind| {
                let value = kind.iter().map(value_of).fold(Nimber::ZERO, |sum, value| sum + value);
                (kind, value)
            })
            .collect();
        let value = mex(options.iter().map(|&(_, value)| value));
        classes.push(ResidueClass { residue, from, options, value });
    }
    Ok(classes)
}
