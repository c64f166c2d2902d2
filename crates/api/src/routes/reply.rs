//! The opponent's move.

use http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::moves::any;
use sprague::opponent::{COMPARED, Chance, Level, ahead, best};
use sprague::solve::Request;
use sprague_tell::lab::ReplyAnswer;

use super::position::read;
use crate::board;
use crate::cost;
use crate::problem::Refusal;
use crate::question::Question;
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
pub fn reply(asked: Asked, question: &Question<'_>) -> Result<ReplyAnswer, Refusal> {
    let host = &question.host;
    let position = read(&asked.position, host)?;
    let play = position.play(asked.misere);
    cost::playable(&position, host.allowance).map_or(Ok(()), |refusal| Err(Refusal::too_large(refusal)))?;
    if !any(&position) {
        return Err(Refusal::new(StatusCode::CONFLICT, "no move is left: the game is over"));
    }
    let mut chance = Chance::new(asked.seed.unwrap_or(host.seed));
    let step = match asked.opponent {
        Opponent::Perfect => {
            let limits = host.allowance.limits();
            let answer = host.solved.solve(&position, Request { play, moves: COMPARED }, &limits)?;
            best(&answer, &mut host.solved.known(&position, play, &limits))
        }
        Opponent::Strong => ahead(&position, play, Level::Strong, &mut chance),
        Opponent::Casual => ahead(&position, play, Level::Casual, &mut chance),
        Opponent::Beginner => ahead(&position, play, Level::Beginner, &mut chance),
        Opponent::Random => chance.any_move(&position),
    };
    let step = step.ok_or_else(|| Refusal::too_large("no move was found within reach"))?;
    let Judged { outcome_before, winning, verdict } = judge(&position, &step.after(&position), play, host);
    Ok(ReplyAnswer { step: board::step(&position, &step), outcome_before, winning, verdict })
}
