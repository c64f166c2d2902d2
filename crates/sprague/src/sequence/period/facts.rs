//! What the theorems on periods ask of a rule: the facts they are chosen by.
//!
//! A period is about large heaps, so only the clauses count that are in force for all of them; `settled` says from
//! where on. A clause whose `on` ends somewhere is part of the first values and of nothing else. Of the others these
//! facts matter: the most tokens taken (none where any number may be taken), the most heaps left, and what two parts
//! must satisfy. Everything is read off the clauses; no value is looked at.

use crate::heap::{Clause, Condition, ENDLESS, PlainClause, SizeSet};

/// The most single moves that are listed for theorem P.5.
const MOST_MOVES: u64 = 4096;
/// The most heaps that a move may leave for theorems P.10 and P.11.
const MOST_HEAPS: u64 = 16;

/// What a rule does to large heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFacts {
    /// The least heap from which on no clause changes with the size of the heap.
    pub settled: u64,
    /// The most tokens that a move takes, `None` where there is no most.
    pub taken: Option<u64>,
    /// The most heaps that a move leaves, [`ENDLESS`] where there is no most.
    pub heaps: u64,
    /// What the parts of a move must satisfy.
    pub parts: PartsRule,
    /// The moves one by one, where at most two heaps are left and they are not too many.
    pub moves: Option<Moves>,
    /// The moves one by one with their conditions, for theorems P.10 and P.11; `None` where one leaves too many heaps.
    pub cells: Option<Vec<Cell>>,
    /// For rules in which all but finitely many numbers may be taken: the greatest that may not, 0 if all may.
    pub all_but: Option<u64>,
}

/// The conditions on the parts of a move that leaves two or more heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsRule {
    /// None.
    Free,
    /// At most two parts are left, and in some moves they must differ, in none by more than this.
    Apart(u64),
    /// Three or more parts under a condition.
    Other,
}

/// The moves of a rule that leaves at most two heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The numbers of tokens after which two heaps may be left, each with the least difference of these.
    pub breaks: Vec<(u64, u64)>,
    /// The numbers of tokens after which one heap may be left.
    pub singles: Vec<u64>,
}

/// The moves that leave one number of heaps under one condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// How many tokens may be taken.
    pub take: SizeSet,
    /// How many heaps are left.
    pub heaps: u64,
    /// What they must satisfy; [`Condition::Any`] for fewer than two.
    pub condition: Condition,
}

impl RuleFacts {
    /// The facts of the rule that consists of these clauses.
    pub fn of(clauses: &[Clause]) -> Self {
        let Some(clauses) = Clause::all_plain(clauses) else { return Self::without_theorem(clauses) };
        let settled = clauses.iter().map(|clause| clause.on.settled_from()).max().unwrap_or(0);
        let lasting: Vec<&PlainClause> =
            clauses.iter().filter(|clause| clause.on.greatest() == Some(ENDLESS)).collect();
        let taken = lasting.iter().filter_map(|clause| clause.take.greatest()).max().unwrap_or(0);
        let heaps = lasting.iter().filter_map(|clause| clause.leave.greatest()).max().unwrap_or(0);
        Self {
            settled,
            taken: (taken != ENDLESS).then_some(taken),
            heaps,
            parts: lasting.iter().fold(PartsRule::Free, |parts, clause| parts.and(clause)),
            moves: moves(&lasting, heaps),
            cells: cells(&lasting),
            all_but: all_but(&clauses),
        }
    }

    /// The facts of a rule that says more than ranges under a condition of the chain: none that a theorem speaks of. The
    /// sizes of heaps in its ranges settle all the same, so that a period is not looked for among the first heaps.
    fn without_theorem(clauses: &[Clause]) -> Self {
        let sizes = clauses.iter().filter_map(|clause| clause.on.ranges());
        Self {
            settled: sizes.map(SizeSet::settled_from).max().unwrap_or(0),
            taken: None,
            heaps: clauses.iter().filter_map(|clause| clause.leave.greatest()).max().unwrap_or(0),
            parts: PartsRule::Other,
            moves: None,
            cells: None,
            all_but: None,
        }
    }

    /// The parity that the numbers of tokens before all two-heap moves share, if they do.
    pub fn break_parity(&self) -> Option<u64> {
        let breaks = &self.moves.as_ref()?.breaks;
        let parity = breaks.first()?.0 % 2;
        breaks.iter().all(|(taken, _)| taken % 2 == parity).then_some(parity)
    }

    /// The greatest difference that two parts must have.
    pub const fn difference(&self) -> u64 {
        match self.parts {
            PartsRule::Apart(difference) => difference,
            PartsRule::Free | PartsRule::Other => 0,
        }
    }
}

impl PartsRule {
    fn and(self, clause: &PlainClause) -> Self {
        let most = clause.leave.greatest().unwrap_or(0);
        let difference = match clause.condition {
            Condition::Any | Condition::Differ(0) => return self,
            _ if most < 2 => return self,
            Condition::NotAllEqual => 1,
            Condition::Differ(least) => least,
        };
        match self {
            _ if most > 2 => Self::Other,
            Self::Other => Self::Other,
            Self::Free => Self::Apart(difference),
            Self::Apart(before) => Self::Apart(before.max(difference)),
        }
    }
}

fn moves(lasting: &[&PlainClause], heaps: u64) -> Option<Moves> {
    if heaps > 2 {
        return None;
    }
    let mut moves = Moves::default();
    let mut left = MOST_MOVES;
    for clause in lasting {
        let difference = match clause.condition {
            Condition::Any => 0,
            Condition::NotAllEqual => 1,
            Condition::Differ(least) => least,
        };
        for &(low, high) in clause.take.ranges() {
            left = left.checked_sub((high - low).checked_add(1)?)?;
            if clause.leave.contains(1) {
                moves.singles.extend(low.max(1)..=high);
            }
            if clause.leave.contains(2) {
                moves.breaks.extend((low..=high).map(|taken| (taken, difference)));
            }
        }
    }
    Some(moves)
}

fn cells(lasting: &[&PlainClause]) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    for clause in lasting {
        clause.leave.greatest().filter(|&most| most <= MOST_HEAPS)?;
        cells.extend(clause.leave.up_to(MOST_HEAPS).map(|heaps| Cell {
            take: clause.take.clone(),
            heaps,
            condition: match (heaps, clause.condition) {
                (0 | 1, _) | (_, Condition::Differ(0)) => Condition::Any,
                (_, condition) => condition,
            },
        }));
    }
    Some(cells)
}

fn all_but(clauses: &[PlainClause]) -> Option<u64> {
    let [clause] = clauses else { return None };
    let simple = clause.leave == SizeSet::range(0, 1) && clause.on == SizeSet::all();
    let rest = clause.take.complement();
    (simple && clause.take.greatest() == Some(ENDLESS)).then(|| rest.greatest().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Rule;

    #[test]
    fn facts_are_those_of_large_heaps() {
        let facts = |text: &str| {
            let rule: Rule = text.parse().unwrap();
            let facts = RuleFacts::of(rule.clauses());
            (facts.settled, facts.taken, facts.heaps, facts.parts, facts.all_but)
        };
        assert_eq!(facts("0.77"), (0, Some(2), 2, PartsRule::Free, None));
        assert_eq!(facts("0.0"), (0, Some(0), 0, PartsRule::Free, None));
        assert_eq!(facts("grundy"), (0, Some(0), 2, PartsRule::Apart(1), None));
        assert_eq!(facts("split(2, distinct) | split(2) on 2"), (3, Some(0), 2, PartsRule::Apart(1), None));
        assert_eq!(facts("split(2, diff>=3) | take(4)"), (0, Some(4), 2, PartsRule::Apart(3), None));
        assert_eq!(facts("split(3, distinct)"), (0, Some(0), 3, PartsRule::Other, None));
        assert_eq!(facts("0.8f"), (0, Some(2), 3, PartsRule::Free, None));
        assert_eq!(facts("lasker"), (0, None, 2, PartsRule::Free, None));
        assert_eq!(facts("split(2..)"), (0, Some(0), ENDLESS, PartsRule::Free, None));
        assert_eq!(facts("take(2,5..)"), (0, None, 1, PartsRule::Free, Some(4)));
        assert_eq!(facts("nim").4, Some(0));
        assert_eq!(facts("take(2..) leave(1)").4, None);
    }
}
