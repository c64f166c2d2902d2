//! The mex table of a position: every option with its value; under misère play every option with its outcome.

use super::answer::{Request, solve};
use super::misere::evaluate;
use super::size::most_moves;
use crate::games::winning::listable_bytes;
use crate::games::{Known, Term};
use crate::limits::TooLarge;
use crate::loopy::LoopyValue;
use crate::nimber::Nimber;
use crate::play::Outcome;
use crate::position::Position;

/// An option and its value under normal play; `None` where only its outcome is within reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// The whole position after the move.
    pub position: Position,
    /// Its value.
    pub value: Option<Nimber>,
    /// Its value where play may go on for ever and no number is it.
    pub infinite: Option<LoopyValue>,
}

/// An option under misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereOption {
    /// The whole position after the move.
    pub position: Position,
    /// Who wins it.
    pub outcome: Outcome,
    /// Its misère value, or its value in the quotient.
    pub value: String,
}

/// All options under misère play, those that win first; `None` if there are more than `most`, or more than the answer
/// may hold.
pub fn misere_options(
    position: &Position,
    most: usize,
    known: &mut Known,
) -> Result<Option<Vec<MisereOption>>, TooLarge> {
    let breadth: f64 = position.0.iter().map(Term::breadth).sum();
    if breadth > 10.0 * most as f64 {
        return Ok(None);
    }
    let mut options = Vec::new();
    for (at, term) in position.0.iter().enumerate() {
        for option in term.distinct_options() {
            if options.len() == most {
                return Ok(None);
            }
            let after = position.with_term(at, option);
            let found = evaluate(&after, known)?;
            let searched = found.value.map(|value| value.to_string());
            let value = searched.or_else(|| found.product.map(|product| product.product)).unwrap_or_default();
            options.push(MisereOption { position: after, outcome: found.outcome, value });
        }
    }
    options.sort_by_key(|option| option.outcome != Outcome::P);
    Ok(Some(options))
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
            if table.len() == most {
                return Ok(None);
            }
            if option.is_loopy() {
                let position = position.with_term(at, option);
                let after = solve(&position, Request { moves: 0, ..Request::default() }, known)?;
                table.push(OptionValue { position, value: after.value, infinite: after.infinite });
                continue;
            }
            let value = option.value(known)?.zip(others).map(|(own, rest)| own + rest);
            table.push(OptionValue { position: position.with_term(at, option), value, infinite: None });
        }
    }
    table.sort_by(|a, b| (&a.infinite, a.value, &a.position).cmp(&(&b.infinite, b.value, &b.position)));
    Ok(Some(table))
}
