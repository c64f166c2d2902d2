//! Where two games first differ.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague_tell::compare::CompareQuestion;
use sprague_tell::lab::CompareAnswer;

use super::heap_game;
use crate::problem::Refusal;
use crate::question::Question;

/// The farthest heap that is compared at once.
const FARTHEST: u64 = 1_000_000;

/// Two games.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// A heap game
    a: String,
    /// Another
    b: String,
    /// The last heap
    #[serde(default = "usual", deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    to: u64,
}

const fn usual() -> u64 {
    10_000
}

/// `GET /api/compare`.
pub fn compare(Asked { a, b, to }: Asked, question: &Question<'_>) -> Result<CompareAnswer, Refusal> {
    if to > FARTHEST {
        return Err(Refusal::too_large(format!("games are compared to heap {FARTHEST} here, not to {to}"))
            .way_out("use `sprague compare` with --to"));
    }
    let (a, b) = (&heap_game(&a)?, &heap_game(&b)?);
    let limits = question.host.allowance.limits();
    Ok(CompareQuestion { a, b, to }.around(&limits)?)
}
