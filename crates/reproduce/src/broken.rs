//! A claim that is false, to see that the command notices.

use sprague::nimber::Nimber;

use crate::claim::{Expected, Paper, PaperClaim};
use crate::finding::{Checked, holds, same};
use crate::range::Range;

/// 13 ⊕ 11 is not 5: this claim fails.
pub const BROKEN: PaperClaim = PaperClaim {
    source: Paper::Further,
    number: "broken",
    place: "nowhere",
    theory: "1.7",
    statement: "13 ⊕ 11 = 5, which is false.",
    expected: Expected::Holds,
    check: thirteen_and_eleven,
};

fn thirteen_and_eleven(_: &Range) -> Checked {
    same("13 ⊕ 11", (Nimber(13) + Nimber(11)).0, 5)?;
    Ok(holds("two numbers", 13))
}
