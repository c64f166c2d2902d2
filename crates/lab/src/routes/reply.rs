//! The opponent's move.

use axum::Json;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::games::Known;
use sprague::moves::any;
use sprague::opponent::{Chance, Level, ahead, perfect};
use sprague::solve::{Request, solve};
use sprague_answer::lab::ReplyAnswer;

use super::Body;
use super::position::{play, read};
use crate::board;
use crate::cost;
use crate::gate::Question;
use crate::labeled::Labeled;
use crate::problem::Problem;
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
pub async fn reply(question: Question, asked: Body<Asked>) -> Result<Labeled<ReplyAnswer>, Problem> {
    let Json(asked) = asked?;
    let app = question.app.clone();
    question
        .work(move |allowance| {
            let (position, play) = (read(&asked.position, &app)?, play(asked.misere));
            cost::playable(&position, allowance)
                .map_or(Ok(()), |refusal| Err(Problem::too_large(refusal)))?;
            if !any(&position) {
                return Err(Problem::new(StatusCode::CONFLICT, "no move is left: the game is over"));
            }
            let mut known = Known::new(allowance.limits());
            let mut chance = Chance::new(asked.seed.unwrap_or_else(Chance::fresh_seed));
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
            let step = step.ok_or_else(|| Problem::too_large("no move was found within reach"))?;
            let Judged { outcome_before, winning, verdict } =
                judge(&position, &step.after(&position), play, &mut known);
            Ok(Labeled(ReplyAnswer { step: board::step(&position, &step), outcome_before, winning, verdict }))
        })
        .await
}
