//! The opponent's move.

use axum::Json;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::play::Outcome;
use sprague::playing::{Chance, any, perfect, way_between};
use sprague::solve::{Appraiser, Request, solve};

use super::Body;
use super::position::{play, read};
use crate::board;
use crate::cost;
use crate::gate::Question;
use crate::problem::Problem;

/// A position, and who is to move in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    position: String,
    #[serde(default)]
    misere: bool,
    #[serde(default)]
    opponent: Opponent,
    #[serde(default)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Opponent {
    #[default]
    Perfect,
    Random,
}

/// `POST /api/reply`.
pub async fn reply(question: Question, asked: Body<Asked>) -> Result<Json<Value>, Problem> {
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
            let mut appraiser = Appraiser::new(allowance.limits());
            let request = Request { play, moves: 1 };
            let before = solve(&position, request, &mut appraiser);
            let step = match asked.opponent {
                Opponent::Perfect => {
                    before.as_ref().map_err(|refusal| Problem::from(refusal.clone()))?;
                    perfect(&position, play, &mut appraiser)
                }
                Opponent::Random => {
                    Chance::new(asked.seed.unwrap_or_else(Chance::fresh_seed)).any_move(&position)
                }
            };
            let step = step.ok_or_else(|| Problem::too_large("no move was found within reach"))?;
            let after = position.with_term(step.at, step.term);
            let outcome = solve(&after, request, &mut appraiser).ok().map(|answer| answer.outcome);
            let way = way_between(&position, &after);
            let mut document = match way {
                Some(way) => board::way(&position, &way),
                None => json!({"to": null, "term": step.at, "part": null, "words": null, "action": null}),
            };
            // the way may name its parts in another order than the move
            document["to"] = after.to_string().into();
            document["outcome_before"] = before.ok().map(|answer| answer.outcome.to_string()).into();
            document["winning"] = outcome.map(|outcome| outcome == Outcome::P).into();
            Ok(Json(document))
        })
        .await
}
