//! The opponent's move.

use http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::games::Known;
use sprague::moves::any;
use sprague::opponent::{Chance, Level, ahead, perfect};
use sprague::solve::{Request, solve};
use sprague_answer::lab::ReplyAnswer;

use super::position::{play, read};
use crate::board;
use crate::cost;
use crate::problem::Refusal;
use crate::question::{Question, Reply};
use crate::verdict::{Judged, judge};

/// A position, and who is to move in it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The position
    #[schemars(length(max = 20_000))]
    position: String,
    /// Whether it is misère play
    #[serde(default)]
    misere: bool,
    /// Who moves
    #[serde(default)]
    opponent: Opponent,
    /// What chance is drawn from, for all opponents but the perfect one
    #[serde(default)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Opponent {
    #[default]
    Perfect,
    Strong,
    Casual,
    Beginner,
    Random,
}

/// `POST /api/reply`.
pub fn reply(question: &Question<'_>) -> Result<Reply, Refusal> {
    let asked: Asked = question.body()?;
    let host = &question.host;
    let (position, play) = (read(&asked.position, host)?, play(asked.misere));
    cost::playable(&position, host.allowance).map_or(Ok(()), |refusal| Err(Refusal::too_large(refusal)))?;
    if !any(&position) {
        return Err(Refusal::new(StatusCode::CONFLICT, "no move is left: the game is over"));
    }
    let mut known = Known::new(host.allowance.limits());
    let mut chance = Chance::new(asked.seed.unwrap_or(host.seed));
    let step = match asked.opponent {
        Opponent::Perfect => {
            solve(&position, Request { play, moves: 1 }, &mut known)?;
            perfect(&position, play, &mut known)
        }
        Opponent::Strong => ahead(&position, play, Level::Strong, &mut chance),
        Opponent::Casual => ahead(&position, play, Level::Casual, &mut chance),
        Opponent::Beginner => ahead(&position, play, Level::Beginner, &mut chance),
        Opponent::Random => chance.any_move(&position),
    };
    let step = step.ok_or_else(|| Refusal::too_large("no move was found within reach"))?;
    let Judged { outcome_before, winning, verdict } =
        judge(&position, &step.after(&position), play, &mut known);
    Ok(Reply::document(&ReplyAnswer {
        step: board::step(&position, &step),
        outcome_before,
        winning,
        verdict,
    }))
}
