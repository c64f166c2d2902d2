//! The gallery: every named game with its board, an example and what is known.

use sprague::games::catalogue;
use sprague_tell::games::gallery_entry;
use sprague_tell::lab::GameList;

use super::Nothing;
use crate::problem::Refusal;
use crate::question::Question;

/// `GET /api/games`.
#[expect(clippy::unnecessary_wraps, reason = "one signature for all routes")]
pub fn list(_: Nothing, _: &Question<'_>) -> Result<GameList, Refusal> {
    Ok(GameList { games: catalogue::entries().map(gallery_entry).collect() })
}
