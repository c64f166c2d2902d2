//! The moves of the dense engine and the sets of parts they need.
//!
//! A number of heaps plays no part until there are as many tokens, so moves are opened heap by heap: a rule that may leave
//! a million heaps costs nothing before it can.

use super::super::chain::{Rest, reach, rest_of};
use super::super::parts::{PartSets, Parts};
use super::Dense;
use crate::heap::ENDLESS;

/// A way to move.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// An index into the clauses.
    pub clause: usize,
    /// What is left.
    pub leaves: Leaves,
}

/// What a move leaves.
#[derive(Clone, Copy, Debug)]
pub enum Leaves {
    /// No heap.
    Nothing,
    /// A single heap.
    OneHeap,
    /// Several heaps: an index into the part sets.
    Parts(usize),
}

impl Dense {
    /// Adds the moves that leave as many heaps as there are tokens in this heap, and the sets they need.
    pub(super) fn open(&mut self, heap: u64) {
        for at in 0..self.clauses.len() {
            let clause = &self.clauses[at];
            let (condition, keep) = (clause.condition, reach(clause).saturating_add(1));
            let leave = if clause.leave.contains(heap) { Some(rest_of(&clause.leave, heap)) } else { None };
            if clause.chain_end().is_some_and(|end| (2..=end).contains(&heap)) {
                self.parts(Parts::exactly(heap, condition), 1);
            }
            let leaves = match (heap, leave) {
                (_, None | Some(Rest::Opened)) => continue,
                (0, _) => Leaves::Nothing,
                (1, _) => Leaves::OneHeap,
                (_, Some(Rest::Exactly)) => Leaves::Parts(self.parts(Parts::exactly(heap, condition), keep)),
                (_, Some(Rest::AtLeast)) => Leaves::Parts(self.parts(Parts::at_least(heap, condition), keep)),
            };
            self.moves.push(Move { clause: at, leaves });
        }
    }

    /// The place of the sets of this kind, which are added where they are missing, after those they are built from.
    fn parts(&mut self, kind: Parts, keep: u64) -> usize {
        let at = self.sets.iter().position(|set| set.kind() == kind).unwrap_or_else(|| {
            let base = kind.base().map(|base| self.parts(base, ENDLESS));
            self.sets.push(PartSets::new(kind, base, self.values.len() as u64));
            self.sets.len() - 1
        });
        let is_base = self.clauses.iter().any(|clause| {
            clause.condition == kind.condition && clause.chain_end().is_some_and(|end| kind.least < end)
        });
        self.sets[at].keep_at_least(if is_base { ENDLESS } else { keep });
        at
    }
}
