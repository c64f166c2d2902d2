//! Values of single heaps: a short range at once, or a part of what a job has computed.

use std::ops::ControlFlow;

use axum::extract::Query;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::nimber::Nimber;
use sprague::notation::exact::Count;
use sprague::play::Play;
use sprague_answer::lab::{JobValues, ValuesAnswer};

use super::jobs::{Id, number};
use super::position::play;
use super::{Parameters, heap_game};
use crate::gate::Question;
use crate::labeled::Labeled;
use crate::limits::MOST_VALUES;
use crate::problem::Problem;

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
fn range(from: u64, to: Option<u64>) -> Result<u64, Problem> {
    let to = to.unwrap_or(from.saturating_add(100));
    match to.checked_sub(from) {
        None => Err(Problem::bad(format!("the range from {from} to {to} is empty"))),
        Some(more) if more >= MOST_VALUES => {
            let message = format!("the range from {from} to {to} has more than {MOST_VALUES} values");
            Err(Problem::too_large(message).way_out("ask for a shorter range, or start a job"))
        }
        Some(_) if to > i64::MAX as u64 => Err(Problem::bad("heaps have at most 2^63-1 tokens")),
        Some(_) => Ok(to),
    }
}

/// `GET /api/values`.
pub async fn at_once(question: Question, asked: Parameters<Asked>) -> Result<Labeled<ValuesAnswer>, Problem> {
    let Query(Asked { game, from, to, misere }) = asked?;
    let (to, play) = (range(from, to)?, play(misere));
    question
        .work(move |allowance| {
            let game = heap_game(&game)?;
            let mut found = Vec::new();
            let mut keep = |_: u64, values: &[Nimber]| {
                found.extend(values.iter().map(|value| Count(value.0)));
                ControlFlow::Continue(())
            };
            let limits = allowance.limits();
            let mut sequence = game.sequence();
            match play {
                Play::Normal => {
                    sequence.stream(from..=to, &limits, &mut keep)?;
                }
                Play::Misere => sequence.stream_misere(from..=to, &limits, &mut keep)?,
            }
            Ok(Labeled(ValuesAnswer {
                game: game.to_string(),
                play,
                from: Count(from),
                to: Count(to),
                values: found,
            }))
        })
        .await
}

/// A range.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The first heap
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    from: u64,
    /// The last heap
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    to: Option<u64>,
}

/// `GET /api/jobs/{id}/values`.
pub async fn of_job(
    question: Question,
    id: Id,
    part: Parameters<Part>,
) -> Result<Labeled<JobValues>, Problem> {
    let id = number(id)?;
    let Query(Part { from, to }) = part?;
    let to = range(from, to)?;
    let jobs = question.app.jobs.clone();
    question
        .work(move |_| {
            let (_, values) = jobs.values(id)?;
            let mut found = Vec::new();
            values.visit(from, to, |_, value| found.push(value));
            let last = from.saturating_add(found.len() as u64).checked_sub(1).filter(|_| !found.is_empty());
            Ok(Labeled(JobValues { from: Count(from), to: last, values: found }))
        })
        .await
}
