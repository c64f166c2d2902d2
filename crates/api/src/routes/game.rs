//! All that is known of one game.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::games::catalogue::find;
use sprague::heap::catalogue::{self, EntryKind};
use sprague::heap::closed::closed_form;
use sprague::heap::{describe, relations};
use sprague_answer::lab::GameAnswer;

use super::games::example;
use super::heap_game;
use crate::problem::Refusal;
use crate::question::{Question, Reply};

/// The game that is asked about.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// A code, name or rule of a game
    game: String,
}

/// `GET /api/game`.
pub fn one(question: &Question<'_>) -> Result<Reply, Refusal> {
    let Asked { game } = question.parameters()?;
    Ok(Reply::document(&document(&game)?))
}

fn document(text: &str) -> Result<GameAnswer, Refusal> {
    if let Some((_, entry)) = find(text.trim())
        && let EntryKind::Board(example) = entry.kind
    {
        return Ok(GameAnswer {
            game: entry.name.to_owned(),
            canonical: entry.name.to_owned(),
            code: None,
            names: entry.names().map(str::to_owned).collect(),
            standard_form: None,
            first_cousin: None,
            rules: entry.words.to_owned(),
            known: entry.known.iter().map(|&fact| fact.to_owned()).collect(),
            oeis: entry.oeis.map(str::to_owned),
            example: example.to_owned(),
            sequence: false,
        });
    }
    let game = heap_game(text)?;
    let entry = catalogue::of_rule(&game.rule);
    let facts = entry.map_or(&[][..], |entry| entry.known);
    let theorem =
        closed_form(&game.rule, 0).map(|(_, theorem)| format!("Every value by theorem: {theorem}."));
    let known: Vec<String> = facts.iter().map(|&fact| fact.to_owned()).chain(theorem).collect();
    Ok(GameAnswer {
        game: game.to_string(),
        canonical: game.rule.to_string(),
        code: game.rule.code(),
        names: entry.iter().flat_map(|entry| entry.names()).map(str::to_owned).collect(),
        standard_form: Some(relations::standard_form(&game.rule).to_string()),
        first_cousin: relations::first_cousin(&game.rule).map(|rule| rule.to_string()),
        rules: describe(&game.rule),
        known,
        oeis: entry.and_then(|entry| entry.oeis).map(str::to_owned),
        example: format!("{game}: {}", example(entry.map_or("", |entry| entry.name))),
        sequence: true,
    })
}
