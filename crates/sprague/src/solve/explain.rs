//! The mex table of a position: every option with its value.

use super::size::most_moves;
use crate::games::winning::listable_bytes;
use crate::games::{Known, Term};
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::position::Position;

/// An option and its value under normal play; `None` where only its outcome is within reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// The whole position after the move.
    pub position: Position,
    /// Its value.
    pub value: Option<Nimber>,
}

/// All options with their values, by ascending value; `None` if there are more than `most`, or more than the answer may
/// hold.
pub fn option_values(
    position: &Position,
    most: usize,
    known: &mut Known,
) -> Result<Option<Vec<OptionValue>>, TooLarge> {
    let breadth: f64 = position.0.iter().map(Term::breadth).sum();
    let longest = position.0.iter().map(Term::bytes).fold(0.0, f64::max);
    if breadth > 100.0 * most as f64 || breadth * longest > listable_bytes(known.limits().positions) {
        return Ok(None);
    }
    let most = most.min(most_moves(position, known.limits()));
    let mut values = Vec::with_capacity(position.0.len());
    for term in &position.0 {
        values.push(term.value(known)?);
    }
    let mut table = Vec::new();
    let unknown = values.iter().filter(|value| value.is_none()).count();
    let whole: Nimber = values.iter().flatten().copied().sum();
    for (at, term) in position.0.iter().enumerate() {
        // the nim-sum of the other terms, where all of them are known
        let others = match values[at] {
            Some(own) => (unknown == 0).then(|| whole + own),
            None => (unknown == 1).then_some(whole),
        };
        for option in term.distinct_options() {
            let value = option.value(known)?.zip(others).map(|(own, rest)| own + rest);
            if table.len() == most {
                return Ok(None);
            }
            table.push(OptionValue { position: position.with_term(at, option), value });
        }
    }
    table.sort_by(|a, b| (a.value, &a.position).cmp(&(b.value, &b.position)));
    Ok(Some(table))
}
