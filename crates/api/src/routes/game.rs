//! All that is known of one game.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague_tell::games::game_answer;
use sprague_tell::lab::GameAnswer;

use crate::problem::Refusal;
use crate::question::Question;

/// The game that is asked about.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// A code, name or rule of a game
    game: String,
}

/// `GET /api/game`.
pub fn one(Asked { game }: Asked, _: &Question<'_>) -> Result<GameAnswer, Refusal> {
    Ok(game_answer(&game)?)
}
