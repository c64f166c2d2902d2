//! Tame heaps (theory M.6): two values a heap, computed like nim values, decide sums under misère play.
//!
//! A pair (g, γ) is firm if g = γ and fickle if it is (0, 1) or (1, 0). A sum has g = the nim-sum of the first entries,
//! and γ = g if some component is firm, otherwise γ = g + 1 (exclusive or). A heap all of whose options are sums of tame
//! heaps gets the mex of both entries, and is tame if that is a fickle or a firm pair; it is the first *wild* heap
//! otherwise. A sum of tame heaps is P exactly when γ = 0.
//!
//! If the heaps above L are firm as far as heap tL + k, all later ones are: a move takes at most k tokens and leaves at
//! most t heaps, so one part is above L. Then nim values and a short list of fickle heaps are a complete solution.

use super::monoid::Element;
use super::window::{PeriodWatch, QuotientPeriod, Reach};
use crate::heap::{Condition, ENDLESS, Parts, Rule};
use crate::limits::{Limits, TooLarge};
use crate::nimber::{Nimber, ValueSet};
use crate::play::Outcome;
use crate::sequence::period::RuleFacts;

/// The two values of a tame game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TamePair {
    /// The value under normal play, g.
    pub normal: u64,
    /// The misère value, γ.
    pub misere: u64,
}

impl TamePair {
    /// The pair of a game without moves, and of the empty sum.
    pub const TERMINAL: Self = Self { normal: 0, misere: 1 };

    /// Whether both entries are equal.
    pub const fn is_firm(self) -> bool {
        self.normal == self.misere
    }

    /// Whether it is (0, 1) or (1, 0).
    pub const fn is_fickle(self) -> bool {
        self.normal < 2 && self.misere == 1 - self.normal
    }

    /// The pair of a sum.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        let normal = self.normal ^ other.normal;
        let misere = if self.is_firm() || other.is_firm() { normal } else { normal ^ 1 };
        Self { normal, misere }
    }

    /// The outcome of a game with this pair under misère play.
    pub const fn outcome(self) -> Outcome {
        if self.misere == 0 { Outcome::P } else { Outcome::N }
    }
}

/// The pairs of the heaps of a rule as far as they are tame.
#[derive(Clone, Debug)]
pub struct TameHeaps {
    /// From heap 0 on.
    pub pairs: Vec<TamePair>,
    /// The first wild heap, if one was met, with the mex of both entries.
    pub first_wild: Option<TamePair>,
    /// The proved period of the pairs, if one was found; no later heap is wild then.
    pub period: Option<QuotientPeriod>,
}

/// All heaps from some size on are firm, and there are moves in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirmForEver {
    /// L: the greatest fickle heap.
    pub last_fickle: u64,
    /// tL + k: the heaps up to this one are the evidence.
    pub evidence: u64,
}

/// The pairs of the heaps 0 to `to`, or up to the first wild heap, or until their period is proved.
pub fn tame_heaps(rule: &Rule, to: u64, limits: &Limits) -> Result<TameHeaps, TooLarge> {
    limits.admit_heaps("the table of the pairs of tame heaps", to)?;
    let mut watch = Reach::of(rule).map(PeriodWatch::new);
    let mut ids = std::collections::HashMap::new();
    let mut found = TameHeaps { pairs: vec![TamePair::TERMINAL], first_wild: None, period: None };
    for size in 1..=to {
        limits.spend(rule.option_count(size) as u64)?;
        let pair = pair_of_heap(rule, size, &found.pairs);
        if !pair.is_firm() && !pair.is_fickle() {
            found.first_wild = Some(pair);
            break;
        }
        found.pairs.push(pair);
        let next = ids.len() as Element;
        let id = *ids.entry(pair).or_insert(next);
        if let Some(watch) = &mut watch {
            found.period = watch.push(id);
            if found.period.is_some() {
                break;
            }
        }
    }
    Ok(found)
}

/// The mex of both entries over the options of a heap, all parts of which are tame.
fn pair_of_heap(rule: &Rule, size: u64, pairs: &[TamePair]) -> TamePair {
    let (mut normal, mut misere) = (ValueSet::default(), ValueSet::default());
    let mut is_terminal = true;
    let mut add = |pair: TamePair| {
        normal.insert(Nimber(pair.normal));
        misere.insert(Nimber(pair.misere));
        is_terminal = false;
    };
    for (taken, heaps, condition) in rule.moves(size) {
        let total = size - taken;
        match (heaps, condition.chain()) {
            (0 | 1, _) => add(pairs[total as usize]),
            (2, Some(chain @ (Condition::Any | Condition::Differ(_)))) => {
                let least = if let Condition::Differ(least) = chain { least } else { 0 };
                for small in (1..=total / 2).take_while(|small| total - 2 * small >= least) {
                    add(pairs[small as usize].plus(pairs[(total - small) as usize]));
                }
            }
            _ => {
                for parts in Parts::new(total, heaps, condition) {
                    let sum = |sum: TamePair, &part: &u64| sum.plus(pairs[part as usize]);
                    add(parts.iter().fold(TamePair::TERMINAL, sum));
                }
            }
        }
    }
    if is_terminal {
        return TamePair::TERMINAL;
    }
    TamePair { normal: normal.mex().0, misere: misere.mex().0 }
}

impl TameHeaps {
    /// The pair of a heap, where it was computed or the period gives it.
    pub fn pair(&self, heap: u64) -> Option<TamePair> {
        let size = self.period.map_or(heap, |period| period.evident(heap));
        self.pairs.get(size as usize).copied()
    }

    /// Whether all heaps after the last fickle one that was met are firm for ever.
    pub fn firm_for_ever(&self, rule: &Rule) -> Option<FirmForEver> {
        if self.first_wild.is_some() {
            return None;
        }
        let last_fickle = self.pairs.iter().rposition(|pair| pair.is_fickle())? as u64;
        let facts = RuleFacts::of(rule.clauses());
        let taken = facts.taken.filter(|_| facts.heaps != ENDLESS)?;
        let evidence = facts.heaps.max(1).checked_mul(last_fickle)?.checked_add(taken)?;
        let is_computed = evidence < self.pairs.len() as u64;
        let is_settled = facts.settled <= evidence + 1;
        (is_computed && is_settled && has_moves_from(rule, evidence + 1))
            .then_some(FirmForEver { last_fickle, evidence })
    }
}

/// Whether one clause gives a move in every heap from this size on.
fn has_moves_from(rule: &Rule, size: u64) -> bool {
    rule.plain().unwrap_or_default().iter().any(|clause| {
        let left = clause.leave.next_from(1).map(|heaps| clause.condition.least_total(heaps));
        let least = clause.take.least().zip(left).map(|(taken, left)| taken.saturating_add(left));
        clause.on.from(size) == crate::heap::SizeSet::range(size, ENDLESS)
            && least.is_some_and(|least| least <= size)
    })
}
