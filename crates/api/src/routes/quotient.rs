//! The misère quotient of the heaps of a position as a picture, through which their sum walks.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::games::Term;
use sprague::quotient::{QuotientExtent, quotient};
use sprague_picture::{NoPicture, QuotientPicture};

use super::position::read;
use crate::cost;
use crate::problem::Refusal;
use crate::question::Question;
use crate::sent::SvgFile;

/// The last heap that is added, unless a period is proved before.
const MOST_HEAPS: u64 = 2_000;
/// More elements than this are not drawn.
const MOST_ORDER: usize = 200;
/// The most options that are listed: a picture is looked at while the game waits.
const MOST_LISTED: u64 = 20_000_000;
/// A longer walk cannot be followed.
const MOST_STEPS: usize = 30;

/// Heaps of one game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The position
    #[schemars(length(max = 20_000))]
    position: String,
}

/// `POST /api/quotient/svg`.
pub fn draw(asked: Asked, question: &Question<'_>) -> Result<SvgFile, Refusal> {
    let position = read(&asked.position, &question.host)?;
    cost::admit(&position, question.host.allowance)?;
    let [Term::Heaps(game, heaps)] = &position.0[..] else {
        return Err(Refusal::bad("the picture of a quotient is that of heaps of one game")
            .way_out("for example kayles: 12 9 5"));
    };
    let walk = heaps.sizes();
    if walk.len() > MOST_STEPS {
        let message = format!("a walk of {} heaps cannot be followed in a picture", walk.len());
        return Err(
            Refusal::too_large(message).way_out(format!("a sum of at most {MOST_STEPS} heaps is drawn"))
        );
    }
    let extent = QuotientExtent { heaps: vec![MOST_HEAPS], order: MOST_ORDER, until_period: true };
    let mut limits = question.host.allowance.limits();
    limits.steps = limits.steps.min(MOST_LISTED);
    let found = quotient(std::slice::from_ref(&game.rule), &extent, &limits)?.quotient;
    let picture = QuotientPicture::of(&game.to_string(), &found)
        .and_then(|picture| picture.with_sum(walk))
        .and_then(|picture| picture.to_svg());
    let refused = |why: NoPicture| {
        Refusal::too_large(why.to_string()).way_out("the command `sprague misere quotient` goes further")
    };
    picture.map(SvgFile).map_err(refused)
}
