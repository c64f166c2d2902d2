//! A claim as data: its place in the source, what it says, the expected verdict, and the function that recomputes it.

use std::fmt;
use std::str::FromStr;

use crate::finding::{Checked, Verdict};
use crate::range::Range;

/// A document, or the chapter of what goes beyond them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paper {
    /// A master's thesis on Grundy's game.
    Thesis,
    /// Farr and Ho on Star Nim, arXiv:1702.07068.
    FarrHo,
    /// Schrage on Grundy's game in two dimensions.
    Schrage,
    /// Porat's notes on the Sprague-Grundy theorem.
    Porat,
    /// Slides on Nim.
    NimSlides,
    /// What goes beyond the five documents.
    Further,
}

impl Paper {
    /// All of them, in order.
    pub const ALL: [Self; 6] =
        [Self::Thesis, Self::FarrHo, Self::Schrage, Self::Porat, Self::NimSlides, Self::Further];

    /// The name that is typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Thesis => "thesis",
            Self::FarrHo => "farr-ho",
            Self::Schrage => "schrage",
            Self::Porat => "porat",
            Self::NimSlides => "nim-slides",
            Self::Further => "further",
        }
    }

    /// What it is, for a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Thesis => "A master's thesis on Grundy's game",
            Self::FarrHo => "Farr and Ho: Star Nim and nearly disjunctive sums (arXiv:1702.07068)",
            Self::Schrage => "Schrage: Grundy's game in two dimensions",
            Self::Porat => "Porat: notes on the Sprague-Grundy theorem",
            Self::NimSlides => "Slides on Nim and the Sprague-Grundy theorem",
            Self::Further => "Further: solved games, rare heaps, errors in published tables",
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Paper {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|source| source.name() == text).ok_or(())
    }
}

/// What is expected of a claim; anything else is a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It holds.
    Holds,
    /// The source has a slip, and the computation says what is right.
    Corrected,
    /// Nobody knows, or it is out of reach; what is said of it was computed.
    Open,
    /// The text at hand does not tell what is meant; what is said of the reading chosen was computed.
    Unclear,
}

impl Expected {
    /// Whether a claim turned out so.
    pub const fn is_met_by(self, verdict: &Verdict) -> bool {
        matches!(
            (verdict, self),
            (Verdict::Holds, Self::Holds)
                | (Verdict::Corrected { .. }, Self::Corrected)
                | (Verdict::Open, Self::Open)
                | (Verdict::Unclear, Self::Unclear)
        )
    }
}

/// One statement of a source.
#[derive(Clone, Copy, Debug)]
pub struct PaperClaim {
    /// The source.
    pub source: Paper,
    /// The number within the source, as it is typed: `9.1`, `E-T4`.
    pub number: &'static str,
    /// Where it stands in the source.
    pub place: &'static str,
    /// The number of the statement in `docs/theory.md`.
    pub theory: &'static str,
    /// The statement in our own words.
    pub statement: &'static str,
    /// What is expected.
    pub expected: Expected,
    /// Recomputes it.
    pub check: fn(&Range) -> Checked,
}

impl PaperClaim {
    /// The name in all reports: `thesis/9.1`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.source, self.number)
    }
}

/// A line of a source's list: number, place, number in the theory, expectation, function, statement.
pub(crate) type Line =
    (&'static str, &'static str, &'static str, Expected, fn(&Range) -> Checked, &'static str);

/// The claims of a source from the lists of its files.
pub(crate) fn of(source: Paper, lists: &[&[Line]]) -> Vec<PaperClaim> {
    let claim = |&(number, place, theory, expected, check, statement): &Line| PaperClaim {
        source,
        number,
        place,
        theory,
        statement,
        expected,
        check,
    };
    lists.iter().flat_map(|list| list.iter().map(claim)).collect()
}
