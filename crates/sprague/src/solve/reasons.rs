//! The workings of an answer: of each component by its own game, of the sum by the nim-sum, and what winning moves do
//! to both.
//!
//! A game brings the working of its theorems ([`crate::games::Game::working`]). Where the value of a component comes
//! from a search, a table or a sequence, the mex is shown with one option of each smaller value. All of it is looked up
//! after the answer is found, from what was computed for it.

use std::collections::HashMap;

use super::answer::{Answer, Component};
use super::misere::working_of_nim;
use super::product;
use crate::games::{Known, Term};
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::play::{Outcome, Play};
use crate::position::Position;
use crate::theorem::Theorem;
use crate::working::{Combine, Quantity, Working, WorkingChange, WorkingRow};

/// The most different components whose working is told.
const MOST_COMPONENTS: usize = 64;
/// The most winning moves that are told by their rows.
const MOST_MOVES: usize = 20;
/// The most options that are looked through for a mex.
const MOST_OPTIONS: f64 = 2_000.0;
/// The largest mex that is shown with its options.
const LARGEST_MEX: u64 = 64;
/// The longest component, in machine words, whose working is told.
const MOST_WORDS: f64 = 2_000.0;

/// Tells the workings of an answer.
pub(super) fn tell(answer: &mut Answer, known: &mut Known) -> Result<(), TooLarge> {
    if answer.play == Play::Misere {
        let searched = answer.theorem.is_none().then(|| product::working(&answer.position, known)).flatten();
        if let Some(told) = searched.filter(|told| told.working.outcome == answer.outcome) {
            answer.working = Some(told.working);
            tell_misere(answer, &told.changed);
        }
        return known.limits().check_time();
    }
    let mut told: HashMap<Term, Option<Working>> = HashMap::new();
    for at in 0..answer.components.len() {
        known.limits().check_time()?;
        let component = &answer.components[at];
        let working = match told.get(&component.term) {
            Some(working) => working.clone(),
            None if told.len() < MOST_COMPONENTS && component.term.words() <= MOST_WORDS => {
                let working = of_component(component, answer.components.len() == 1, known);
                told.insert(component.term.clone(), working.clone());
                working
            }
            None => None,
        };
        answer.components[at].working = working;
    }
    answer.working = Some(of_sum(answer));
    changes(answer, &told, known);
    // a question that was stopped meanwhile has no answer
    known.limits().check_time()
}

fn of_component(component: &Component, alone: bool, known: &mut Known) -> Option<Working> {
    let found = &component.evaluation;
    let working = component.term.working(known).filter(|working| working.outcome == found.outcome);
    let fits = |working: &Working| match working.value() {
        Some(value) => Some(value) == found.value,
        // who wins is enough where there is nothing else, and for a value of 0
        None => alone || found.value.is_none_or(Nimber::is_zero),
    };
    let argued = |working: &&Working| working.combine == Combine::Argument && working.outcome == Outcome::N;
    if let Some(argument) = working.as_ref().filter(argued)
        && let Some(mut mex) = found.value.and_then(|value| mex(&component.term, value, known))
    {
        // a strategy says who wins, and the options say the value
        mex.because.extend(argument.because.iter().cloned());
        return Some(mex);
    }
    if working.as_ref().is_some_and(fits) {
        return working;
    }
    found.value.and_then(|value| mex(&component.term, value, known)).or(working)
}

/// One option of each value below the mex.
fn mex(term: &Term, value: Nimber, known: &mut Known) -> Option<Working> {
    if value.0 > LARGEST_MEX || term.breadth() > MOST_OPTIONS {
        return None;
    }
    let options = term.distinct_options();
    let mut examples: Vec<Option<WorkingRow>> = vec![None; value.0 as usize];
    let mut larger = 0;
    for option in &options {
        let Nimber(reached) = option.value(known).ok()??;
        match examples.get_mut(reached as usize) {
            Some(example) => {
                example.get_or_insert_with(|| WorkingRow::new(option.to_string(), reached));
            }
            None if reached == value.0 => return None,
            None => larger += 1,
        }
    }
    let rows = examples.into_iter().collect::<Option<Vec<_>>>()?;
    let count = options.len();
    let others = match (count, larger, value.0) {
        (1, 0, _) => "There is one option".to_owned(),
        (1, _, _) => "The only option has a positive value".to_owned(),
        (_, 0, _) => format!("None of the {count} options has the value {value}"),
        (_, _, 0) => format!("All {count} options have positive values"),
        _ => format!("{larger} of the {count} options have larger values, and none has the value {value}"),
    };
    let working = Working::of_value("mex of the options (theory 1.3)", Combine::Mex, rows);
    Some(if options.is_empty() { working.because("There is no option") } else { working.because(others) })
}

/// The values of the components, and their nim-sum.
fn of_sum(answer: &Answer) -> Working {
    let row = |component: &Component| {
        let found = &component.evaluation;
        let because = found.grounds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let value = match &found.infinite {
            Some(infinite) => Quantity::Text(infinite.to_string()),
            None => found.value.into(),
        };
        WorkingRow::new(component.term.to_string(), value).because(because)
    };
    let rows = answer.components.iter().map(row).collect();
    match answer.value {
        Some(_) => Working::of_value(Theorem::Sum, Combine::NimSum, rows),
        None => {
            let infinite = answer.infinite.as_ref().map(|value| Quantity::Text(value.to_string()));
            let result = infinite.unwrap_or_else(|| answer.outcome.into());
            Working::concluded(Theorem::Sum, Combine::NimSum, rows, result, answer.outcome)
        }
    }
}

/// What the first winning moves do to the rows of the sum and to those of the component that they change.
fn changes(answer: &mut Answer, told: &HashMap<Term, Option<Working>>, known: &mut Known) {
    let mut first = Vec::with_capacity(answer.position.0.len());
    let mut parts = Vec::with_capacity(answer.position.0.len());
    let mut count = 0;
    for term in &answer.position.0 {
        first.push(count);
        let components = if term.words() <= MOST_WORDS { term.components() } else { Vec::new() };
        count += components.len();
        parts.push(components);
    }
    if count != answer.components.len() {
        return;
    }
    for at in 0..answer.winning_moves.len().min(MOST_MOVES) {
        let Some(changed) = changed_term(&answer.position, &answer.winning_moves[at]) else { continue };
        let after = &answer.winning_moves[at].0[changed];
        let before = &parts[changed];
        let left = after.components();
        let Some((gone, new)) = difference(before, &left) else { continue };
        let place = first[changed] + gone;
        let target = match (answer.value, answer.components[place].evaluation.value) {
            (Some(whole), Some(own)) => Some(whole + own),
            _ => None,
        };
        if let (Some(whole), Some(target)) = (&mut answer.working, target) {
            let change = WorkingChange {
                at,
                row: place,
                before: whole.rows[place].value.clone(),
                after: target.into(),
            };
            whole.changes.push(change);
        }
        let Some(working) = &answer.components[place].working else { continue };
        let result = if working.is_value { target.map(Quantity::from) } else { None };
        let rows = match (working.combine, result) {
            (Combine::Mex, Some(Quantity::Number(wanted))) => (wanted < working.rows.len() as u64)
                .then(|| vec![(wanted as usize, Quantity::Number(wanted))]),
            (Combine::Last, Some(target)) => {
                working.rows.len().checked_sub(1).map(|last| vec![(last, target)])
            }
            (Combine::Mex | Combine::Last | Combine::Argument | Combine::Product, _) => None,
            (_, result) => {
                let other = match (&new[..], before.len()) {
                    // of a single component the whole term may be told, also where nothing can move in it
                    (_, 1) => after.working(known),
                    ([new], _) => match told.get(new) {
                        Some(working) => working.clone(),
                        None => new.working(known),
                    },
                    _ => None,
                };
                let reached = |rows: &Vec<(usize, Quantity)>| match &result {
                    Some(result) => working.combined_with(rows).as_ref() == Some(result),
                    None => true,
                };
                let vanished = || {
                    let single = new.is_empty() && working.rows.len() == 1;
                    single.then(|| vec![(0, Quantity::Number(0))])
                };
                let wins = |other: &Working| other.is_value || other.outcome == Outcome::P;
                let changed = other.filter(wins).and_then(|other| working.changed_to(&other));
                changed.or_else(vanished).filter(reached)
            }
        };
        let working = answer.components[place].working.as_mut().expect("it was there");
        for (row, after) in rows.into_iter().flatten() {
            let is_mex = working.combine == Combine::Mex;
            let before = if is_mex { working.result.clone() } else { working.rows[row].value.clone() };
            working.changes.push(WorkingChange { at, row, before, after });
        }
    }
}

/// What the first winning moves do to the rows under misère play.
pub(super) fn tell_misere(answer: &mut Answer, changed: &HashMap<Position, (usize, Quantity)>) {
    let Some(working) = &mut answer.working else { return };
    for (at, after) in answer.winning_moves.iter().take(MOST_MOVES).enumerate() {
        let rows = match working.combine {
            Combine::Product => changed.get(after).cloned().into_iter().collect(),
            // of the one row of value 0, which is left to the other player
            Combine::Mex => vec![(0, Quantity::Number(0))],
            Combine::Last => vec![(working.rows.len().saturating_sub(1), Quantity::Number(0))],
            Combine::MisereNim => {
                let after = working_of_nim(after).filter(|after| after.outcome == Outcome::P);
                after.and_then(|after| working.changed_to(&after)).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        for (row, after) in rows {
            let is_mex = working.combine == Combine::Mex;
            let before = if is_mex { working.result.clone() } else { working.rows[row].value.clone() };
            working.changes.push(WorkingChange { at, row, before, after });
        }
    }
}

/// The place of the one term that is different.
fn changed_term(before: &Position, after: &Position) -> Option<usize> {
    before.0.iter().zip(&after.0).position(|(before, after)| before != after)
}

/// The place of the one component that a move changes, and the components that it leaves of it.
fn difference(before: &[Term], after: &[Term]) -> Option<(usize, Vec<Term>)> {
    let mut new = after.to_vec();
    let mut gone = Vec::new();
    for (at, term) in before.iter().enumerate() {
        match new.iter().position(|other| other == term) {
            Some(same) => {
                new.swap_remove(same);
            }
            None => gone.push(at),
        }
    }
    match gone[..] {
        [gone] => Some((gone, new)),
        // both halves of a split may be components that are there already
        _ => None,
    }
}
