//! The mex table of a position: every option with its value.

use super::Appraiser;
use super::winning::distinct;
use crate::nimber::Nimber;
use crate::position::{Position, Term};
use crate::search::TooLarge;

/// An option and its value under normal play; `None` where only its outcome is within reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// The whole position after the move.
    pub position: Position,
    /// Its value.
    pub value: Option<Nimber>,
}

/// All options with their values, by ascending value; `None` if there are more than `most`.
pub fn option_values(
    position: &Position,
    most: usize,
    appraiser: &mut Appraiser,
) -> Result<Option<Vec<OptionValue>>, TooLarge> {
    let breadth: f64 = position.0.iter().map(Term::breadth).sum();
    if breadth > 100.0 * most as f64 {
        return Ok(None);
    }
    let mut values = Vec::with_capacity(position.0.len());
    for term in &position.0 {
        values.push(appraiser.value(term)?);
    }
    let mut table = Vec::new();
    for (at, term) in position.0.iter().enumerate() {
        let others = values.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Option<Nimber> = others.map(|(_, value)| *value).sum();
        for option in distinct(term.options()) {
            let value = appraiser.value(&option)?.zip(others).map(|(own, rest)| own + rest);
            table.push(OptionValue { position: position.with_term(at, option), value });
        }
        if table.len() > most {
            return Ok(None);
        }
    }
    table.sort_by(|a, b| (a.value, &a.position).cmp(&(b.value, &b.position)));
    Ok(Some(table))
}
