//! Misère values of single heaps by theorem, for heaps of any size (theory 10.2).
//!
//! Under misère play a terminal position has value 1 and every other one the mex of its options' values; the
//! P-positions are those of value 0. For take 1 to m the heaps 0, 1, 2, ..., m have the values 1, 0, 2, ..., m, and
//! from there on the values repeat with period m + 1: the m heaps before n have all values of a period but one, and
//! that one is the mex. Nim is the same without an end. For sums this says nothing: values do not add under misère
//! play.

use super::closed::closed_form;
use super::rule::Rule;
use super::set::ENDLESS;
use crate::nimber::Nimber;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The greatest number of tokens m of a rule that is take 1 to m, [`ENDLESS`] for Nim.
fn most_taken(rule: &Rule) -> Option<u64> {
    match closed_form(rule, 0)? {
        (_, Theorem::Nim | Theorem::TakeUpTo) => Some(rule.most_taken()),
        _ => None,
    }
}

/// The misère value of one heap, where a theorem gives it.
pub fn misere_value(rule: &Rule, size: u64) -> Option<Nimber> {
    let most = most_taken(rule)?;
    let residue = if most == ENDLESS { size } else { size % (most + 1) };
    Some(Nimber(if residue < 2 { 1 - residue } else { residue }))
}

/// The numbers behind [`misere_value`].
pub(crate) fn working(rule: &Rule, size: u64) -> Option<Working> {
    let most = most_taken(rule)?;
    let value = misere_value(rule, size)?;
    let mut rows = vec![WorkingRow::new("heap", size).out_of([size])];
    if let Some(modulus) = most.checked_add(1).filter(|_| most != ENDLESS) {
        rows.push(WorkingRow::new("one more than is ever taken", modulus));
        rows.push(WorkingRow::new("heap modulo that", size % modulus));
    }
    rows.push(WorkingRow::new("0 and 1 exchanged: the misère value", value));
    Some(Working::of_outcome(Theorem::MisereTakeUpTo, Combine::Last, rows))
}

/// The moves in one heap, where a theorem gives the winning one: how many there are, and the size that the winning
/// one leaves, if there is one. It leaves the next smaller size that is 1 modulo m + 1.
pub fn misere_moves(rule: &Rule, size: u64) -> Option<(u64, Option<u64>)> {
    let most = most_taken(rule)?;
    let spare = size.checked_sub(1).map(|spare| if most == ENDLESS { spare } else { spare % (most + 1) });
    let winning = spare.filter(|&taken| taken > 0).map(|taken| size - taken);
    Some((most.min(size), winning))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{HeapGame, Heaps};
    use crate::ruleset::Ruleset;
    use crate::search::MisereSolver;

    #[test]
    fn values_and_moves_agree_with_the_search() {
        for text in ["nim", "take(1)", "0.33", "take(1..3)", "take(1..7)", "take(1..30)"] {
            let game: HeapGame = text.parse().unwrap();
            let mut solver = MisereSolver::new(game.clone());
            for n in 0..=70 {
                let heap = Heaps::single(n);
                assert_eq!(misere_value(&game.rule, n), solver.value(&heap).ok(), "{text} {n}");
                let winning = solver.winning_moves(&heap).unwrap();
                let (count, left) = misere_moves(&game.rule, n).unwrap();
                assert_eq!(count, game.options(&heap).len() as u64, "{text} {n}");
                assert_eq!(left.map(Heaps::single).into_iter().collect::<Vec<_>>(), winning, "{text} {n}");
            }
        }
    }

    #[test]
    fn other_games_have_no_such_theorem() {
        for text in ["kayles", "take(2)", "take(1,3)", "split(2)", "0.0"] {
            let rule: Rule = text.parse().unwrap();
            assert_eq!((misere_value(&rule, 5), misere_moves(&rule, 5)), (None, None), "{text}");
        }
        let rule: Rule = "take(1..9223372036854775807)".parse().unwrap();
        assert_eq!(misere_value(&rule, u64::MAX >> 1), Some(Nimber(u64::MAX >> 1)));
        assert_eq!(misere_moves(&rule, u64::MAX >> 1), Some((u64::MAX >> 1, Some(1))));
    }
}
