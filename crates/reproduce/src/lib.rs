//! Every numbered statement, table, example and conjecture of five documents, recomputed.
//!
//! A [`PaperClaim`] is data (number, source, place, the statement in our own words, the expected verdict) and one
//! function that recomputes it within a [`Range`] and reports the result. There is a module for each source, with the
//! claims in the order of the source, and one, `further`, for results beyond them. [`run`] checks a list of claims on
//! several threads; a claim that panics fails. Reports are made from the results, as text, Markdown or a page.
//!
//! **Adding a claim.** Write a function `fn name(range: &Range) -> Checked` in the file of its source. It must compare
//! two things that were found in different ways: the library against a literal answer, a table of
//! `crates/tables/golden`, or the plain recursions of `plain`. `range.to(usual, full)` picks how far to go: all
//! usual ranges together must stay within a minute of CPU time. End it with `holds(range, last)`, `corrected(...)` or
//! `open(...)`; [`ensure!`] and `same` end it early when something does not agree. Then add a line to the file's list:
//! its number (that of the source, with a letter added if the source gives none), the place in the source, the number
//! in `docs/theory.md`, and the statement. A claim must be able to fail. The tests check the rest: numbers are unique,
//! headings exist in `docs/theory.md`, every verdict is the expected one.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
// a and b are places in a table here, and the formulas speak of both
#![allow(clippy::needless_range_loop)]

mod broken;
mod claim;
mod farr_ho;
mod finding;
mod further;
mod limits;
mod nim_slides;
mod plain;
mod porat;
mod range;
mod records;
pub mod report;
mod run;
mod schrage;
mod select;
mod tables;
mod thesis;

pub use broken::BROKEN;
pub use claim::{Expected, Paper, PaperClaim};
pub use finding::{Checked, ClaimFinding, Verdict, corrected, holds, open, same, unclear};
pub use limits::LIMITS;
pub use range::{Effort, Range};
pub use run::{CheckedClaim, run};
pub use select::{Unknown, select};

/// All claims, source by source, in the order of each.
pub fn claims() -> Vec<PaperClaim> {
    let lists: [Vec<PaperClaim>; 6] = [
        thesis::claims(),
        farr_ho::claims(),
        schrage::claims(),
        porat::claims(),
        nim_slides::claims(),
        further::claims(),
    ];
    lists.into_iter().flatten().collect()
}
