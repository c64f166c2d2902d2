//! A position with its boards and every way to move; and whether a typed move is one.

use axum::Json;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::moves::{self, Extent, Move, any};
use sprague::play::Play;
use sprague::position::Position;

use super::Body;
use crate::app::App;
use crate::board::{ShownMove, ShownTerm};
use crate::cost;
use crate::gate::Question;
use crate::limits::{Allowance, MOST_WAYS};
use crate::problem::Problem;

/// A position as it was typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    position: String,
    #[serde(default)]
    misere: bool,
}

impl Asked {
    /// The position, and how the game ends.
    pub fn read(&self, app: &App) -> Result<(Position, Play), Problem> {
        Ok((read(&self.position, app)?, play(self.misere)))
    }
}

/// How the game ends.
pub const fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

/// Reads a position; graphs come from those that were handed in.
pub fn read(text: &str, app: &App) -> Result<Position, Problem> {
    Ok(Position::read(text, &*app.graphs)?)
}

/// `POST /api/position`.
pub async fn look(question: Question, asked: Body<Asked>) -> Result<Json<Value>, Problem> {
    let Json(asked) = asked?;
    let app = question.app.clone();
    question
        .work(move |allowance| {
            let (position, play) = asked.read(&app)?;
            Ok(Json(document(&position, play, allowance)))
        })
        .await
}

fn document(position: &Position, play: Play, allowance: &Allowance) -> Value {
    let refusal = cost::playable(position, allowance);
    let over = refusal.is_none() && !any(position);
    let winner = over.then_some(match play {
        Play::Normal => "previous",
        Play::Misere => "next",
    });
    let (moves, extent): (Vec<ShownMove>, _) = if refusal.is_some() {
        (Vec::new(), Extent::Some)
    } else {
        let found = moves::all(position, cost::listed(position, MOST_WAYS, allowance));
        (found.moves.iter().map(|step| ShownMove::new(position, step)).collect(), found.extent)
    };
    let total = (refusal.is_none() && extent == Extent::All).then(|| distinct(&moves).to_string());
    let terms: Vec<ShownTerm> =
        position.0.iter().enumerate().map(|(at, term)| ShownTerm::new(at, term)).collect();
    json!({
        "position": position.to_string(),
        "play": play.to_string(),
        "over": over,
        "winner": winner,
        "refusal": refusal,
        "terms": terms,
        "moves": moves,
        "moves_total": total,
        "truncated": extent == Extent::Some,
    })
}

fn distinct(moves: &[ShownMove]) -> usize {
    let mut seen: Vec<&str> = moves.iter().map(|step| &*step.to).collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len()
}

/// A move that was typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    position: String,
    to: String,
}

/// `POST /api/move`.
pub async fn check(question: Question, typed: Body<Typed>) -> Result<Json<Value>, Problem> {
    let Json(typed) = typed?;
    let app = question.app.clone();
    question
        .work(move |allowance| {
            let (from, to) = (read(&typed.position, &app)?, read(&typed.to, &app)?);
            if let Some(refusal) = cost::playable(&from, allowance) {
                return Err(Problem::too_large(refusal));
            }
            let legal = Move::to_position(&from, &to).map(|step| step.after(&from));
            let after = legal.ok_or_else(|| Problem::bad(format!("no move leads from {from} to {to}")))?;
            Ok(Json(json!({"to": after.to_string()})))
        })
        .await
}
