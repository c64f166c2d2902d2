//! Coins: rows of them that show heads or tails, and coins that stand on stairs.

use super::typed::{Word, names, numbers};
use super::{Part, View};
use crate::games::Action;
use crate::notation::joined;

pub(super) fn row_words(view: &View, rows: &[u64], columns: &[u64]) -> String {
    let one_row = view.parts.len() < 2 && rows == [0];
    let rows = if one_row { String::new() } else { format!("{} x ", joined(rows, " ")) };
    format!("turn {rows}{}", joined(columns, " "))
}

/// `turn 0 3`, `turn 0 2 x 1 3`; the order of the coins does not matter.
pub(super) fn row_read(words: &[Word]) -> Option<Vec<(usize, Action)>> {
    let [turn, words @ ..] = words else { return None };
    let ascending = |words: &[Word]| {
        let mut places = numbers(words).filter(|places| turn.name() == "turn" && !places.is_empty())?;
        places.sort_unstable();
        Some(places)
    };
    let (rows, columns) = match words.iter().position(|word| word.name() == "x") {
        Some(at) => (ascending(&words[..at])?, ascending(&words[at + 1..])?),
        None => (vec![0], ascending(words)?),
    };
    Some(vec![(0, Action::Turn { rows, columns })])
}

/// The coins that are different stand in the rows and columns that were turned.
pub(super) fn row_between(before: &View, after: &View) -> Vec<(usize, Action)> {
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    for (row, pair) in (0..).zip(before.parts.iter().zip(&after.parts)) {
        let (Part::Row { coins: old }, Part::Row { coins: new }) = pair else { continue };
        let changed = |(_, (old, new)): &(u64, (u8, u8))| old != new;
        let turned: Vec<u64> =
            (0..).zip(old.bytes().zip(new.bytes())).filter(changed).map(|(column, _)| column).collect();
        if !turned.is_empty() {
            rows.push(row);
            columns = turned;
        }
    }
    vec![(0, Action::Turn { rows, columns })]
}

pub(super) fn stair_words(step: u64, count: u64) -> String {
    format!("{count} down from step {step}")
}

pub(super) fn stair_read(words: &[Word]) -> Option<Vec<(usize, Action)>> {
    let (["", "down", "from", "step", ""] | ["", "from", "step", ""]) = names(words)[..] else { return None };
    let [Word::Number(count), .., Word::Number(step)] = *words else { return None };
    let part = usize::try_from(step).ok().and_then(|step| step.checked_sub(1));
    Some(part.map(|part| (part, Action::Descend { step, count })).into_iter().collect())
}

/// One step has fewer coins, the step below it more.
pub(super) fn stair_between(before: &View, after: &View) -> Vec<(usize, Action)> {
    let (before, after) = (before.heaps(), after.heaps());
    let left = |at: usize| after.get(at).copied().unwrap_or(0);
    let fewer = (0..before.len()).find(|&at| left(at) < before[at]);
    let descend = |at: usize| (at, Action::Descend { step: at as u64 + 1, count: before[at] - left(at) });
    fewer.map(descend).into_iter().collect()
}
