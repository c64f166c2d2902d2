//! The opponent's move.

use axum::Json;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::games::Known;
use sprague::moves::any;
use sprague::opponent::{Chance, perfect};
use sprague::play::Outcome;
use sprague::solve::{Request, solve};
use sprague_answer::lab::ReplyAnswer;

use super::Body;
use super::position::{play, read};
use crate::board;
use crate::cost;
use crate::gate::Question;
use crate::labeled::Labeled;
use crate::problem::Problem;

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
    /// What a random move is drawn from
    #[serde(default)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Opponent {
    #[default]
    Perfect,
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
            let request = Request { play, moves: 1 };
            let before = solve(&position, request, &mut known);
            let step = match asked.opponent {
                Opponent::Perfect => {
                    before.as_ref().map_err(|refusal| Problem::from(refusal.clone()))?;
                    perfect(&position, play, &mut known)
                }
                Opponent::Random => {
                    Chance::new(asked.seed.unwrap_or_else(Chance::fresh_seed)).any_move(&position)
                }
            };
            let step = step.ok_or_else(|| Problem::too_large("no move was found within reach"))?;
            let outcome =
                solve(&step.after(&position), request, &mut known).ok().map(|answer| answer.outcome);
            Ok(Labeled(ReplyAnswer {
                step: board::step(&position, &step),
                outcome_before: before.ok().map(|answer| answer.outcome),
                winning: outcome.map(|outcome| outcome == Outcome::P),
            }))
        })
        .await
}
