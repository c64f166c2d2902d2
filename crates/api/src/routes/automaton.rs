//! The Ulam-Warburton automaton, whose births are those of the P-positions of three-heap Nim.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::ulam_warburton::generations;
use sprague_picture::cells_svg;
use sprague_tell::automaton::ulam_warburton;
use sprague_tell::command::UlamWarburton;

use crate::problem::Refusal;
use crate::question::Question;
use crate::sent::SvgFile;

/// The last generation that is drawn here: 21 845 cells.
const LAST_DRAWN: u16 = 127;

/// A generation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The last generation, counted from 0
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    generation: u64,
}

/// `GET /api/ulam-warburton`.
pub fn told(Asked { generation }: Asked, _: &Question<'_>) -> Result<UlamWarburton, Refusal> {
    ulam_warburton(generation).map(|told| told.document).map_err(Refusal::too_large)
}

/// `GET /api/ulam-warburton/svg`.
pub fn draw(Asked { generation }: Asked, _: &Question<'_>) -> Result<SvgFile, Refusal> {
    let drawn = u16::try_from(generation).ok().filter(|&last| last <= LAST_DRAWN).ok_or_else(|| {
        Refusal::too_large(format!("generations to {LAST_DRAWN} are drawn here, not {generation}"))
            .way_out("the command `sprague ulam-warburton` draws more")
    })?;
    let document = ulam_warburton(generation).map_err(Refusal::too_large)?.document;
    let title = format!("Ulam-Warburton automaton to generation {generation}");
    let subtitle = format!("{} cells; {} were born last (theory 2.5)", document.cells, document.born);
    Ok(SvgFile(cells_svg(&generations(drawn), &title, &subtitle)))
}
