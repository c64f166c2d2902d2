//! Values of single heaps: a short range at once, or a part of what a job has computed.

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::nimber::Nimber;
use sprague::notation::exact::Count;
use sprague::play::Play;
use sprague_tell::lab::{JobValues, ValuesAnswer};

use super::heap_game;
use super::position::play;
use crate::limits::MOST_VALUES;
use crate::problem::Refusal;
use crate::question::Question;

/// A game and a range.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// A code, name or rule of a heap game
    game: String,
    /// The first heap
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    from: u64,
    /// The last heap
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    to: Option<u64>,
    /// Misère values (theory 10.2)
    #[serde(default)]
    misere: bool,
}

/// Checks a range; 100 heaps unless told.
fn range(from: u64, to: Option<u64>) -> Result<u64, Refusal> {
    let to = to.unwrap_or(from.saturating_add(100));
    match to.checked_sub(from) {
        None => Err(Refusal::bad(format!("the range from {from} to {to} is empty"))),
        Some(more) if more >= MOST_VALUES => {
            let message = format!("the range from {from} to {to} has more than {MOST_VALUES} values");
            Err(Refusal::too_large(message).way_out("ask for a shorter range, or start a job"))
        }
        Some(_) if to > i64::MAX as u64 => Err(Refusal::bad("heaps have at most 2^63-1 tokens")),
        Some(_) => Ok(to),
    }
}

/// `GET /api/values`.
pub fn at_once(asked: Asked, question: &Question<'_>) -> Result<ValuesAnswer, Refusal> {
    let Asked { game, from, to, misere } = asked;
    let (to, play) = (range(from, to)?, play(misere));
    let game = heap_game(&game)?;
    let mut found = Vec::new();
    let mut keep = |_: u64, values: &[Nimber]| {
        found.extend(values.iter().map(|value| Count(value.0)));
        ControlFlow::Continue(())
    };
    let limits = question.host.allowance.limits();
    let mut sequence = game.sequence();
    match play {
        Play::Normal => {
            sequence.stream(from..=to, &limits, &mut keep)?;
        }
        Play::Misere => sequence.stream_misere(from..=to, &limits, &mut keep)?,
    }
    let (game, from, to) = (game.to_string(), Count(from), Count(to));
    Ok(ValuesAnswer { game, play, from, to, values: found })
}

/// A range.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The first heap
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    pub from: u64,
    /// The last heap
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    pub to: Option<u64>,
}

/// `GET /api/jobs/{id}/values`.
pub fn of_job(Part { from, to }: Part, question: &Question<'_>) -> Result<JobValues, Refusal> {
    let id = question.job()?;
    let to = range(from, to)?;
    let (_, values) = question.host.jobs.values(id)?;
    let mut found = Vec::new();
    values.visit(from, to, |_, value| found.push(value));
    let last = from.saturating_add(found.len() as u64).checked_sub(1).filter(|_| !found.is_empty());
    Ok(JobValues { from: Count(from), to: last, values: found })
}
