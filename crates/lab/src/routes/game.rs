//! All that is known of one game.

use axum::Json;
use axum::extract::Query;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::games::catalogue::find;
use sprague::heap::catalogue::{self, Kind};
use sprague::heap::closed::closed_form;
use sprague::heap::{describe, relations};

use super::games::example;
use super::{Parameters, heap_game};
use crate::gate::Question;
use crate::problem::Problem;

/// The game that is asked about.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    game: String,
}

/// `GET /api/game`.
pub async fn one(question: Question, asked: Parameters<Asked>) -> Result<Json<Value>, Problem> {
    let Query(Asked { game }) = asked?;
    question.work(move |_| document(&game)).await
}

fn document(text: &str) -> Result<Json<Value>, Problem> {
    if let Some((_, entry)) = find(text.trim())
        && let Kind::Board(example) = entry.kind
    {
        return Ok(Json(json!({
            "game": entry.name,
            "canonical": entry.name,
            "code": null,
            "names": entry.names().collect::<Vec<_>>(),
            "standard_form": null,
            "first_cousin": null,
            "rules": entry.words,
            "known": entry.known,
            "oeis": entry.oeis,
            "example": example,
            "sequence": false,
        })));
    }
    let game = heap_game(text)?;
    let entry = catalogue::of_rule(&game.rule);
    let facts = entry.map_or(&[][..], |entry| entry.known);
    let theorem =
        closed_form(&game.rule, 0).map(|(_, theorem)| format!("Every value by theorem: {theorem}."));
    let known: Vec<String> = facts.iter().map(|&fact| fact.to_owned()).chain(theorem).collect();
    Ok(Json(json!({
        "game": game.to_string(),
        "canonical": game.rule.to_string(),
        "code": game.rule.code(),
        "names": entry.iter().flat_map(|entry| entry.names()).collect::<Vec<_>>(),
        "standard_form": relations::standard_form(&game.rule).to_string(),
        "first_cousin": relations::first_cousin(&game.rule).map(|rule| rule.to_string()),
        "rules": describe(&game.rule),
        "known": known,
        "oeis": entry.and_then(|entry| entry.oeis),
        "example": format!("{game}: {}", example(entry.map_or("", |entry| entry.name))),
        "sequence": true,
    })))
}
