//! The result of a claim, and the functions with which a check reports it.

use std::fmt::Debug;

/// How a claim turned out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds in the range that was checked.
    Holds,
    /// The source prints one thing, and another is right.
    Corrected {
        /// What the source says.
        printed: String,
        /// What is right.
        right: String,
    },
    /// Not known, or out of reach.
    Open,
    /// The source cannot be read with certainty there.
    Unclear,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimFinding {
    /// How it turned out.
    pub verdict: Verdict,
    /// The range that was checked, in words.
    pub range: String,
    /// Its largest number, where there is one.
    pub checked_to: Option<u64>,
    /// What else is worth knowing.
    pub detail: String,
}

/// A finding, or why the claim fails.
pub type Checked = Result<ClaimFinding, String>;

impl ClaimFinding {
    /// The same with a remark.
    #[must_use]
    pub fn noting(self, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..self }
    }
}

fn finding(verdict: Verdict, range: impl Into<String>, checked_to: impl Into<Option<u64>>) -> ClaimFinding {
    ClaimFinding { verdict, range: range.into(), checked_to: checked_to.into(), detail: String::new() }
}

/// It holds in this range, whose largest number is `to`.
pub fn holds(range: impl Into<String>, to: impl Into<Option<u64>>) -> ClaimFinding {
    finding(Verdict::Holds, range, to)
}

/// The source prints one thing, and the computation in this range says another.
pub fn corrected(
    printed: impl Into<String>,
    right: impl Into<String>,
    range: impl Into<String>,
    to: impl Into<Option<u64>>,
) -> ClaimFinding {
    finding(Verdict::Corrected { printed: printed.into(), right: right.into() }, range, to)
}

/// Not decided by what was computed in this range.
pub fn open(range: impl Into<String>, to: impl Into<Option<u64>>) -> ClaimFinding {
    finding(Verdict::Open, range, to)
}

/// Not recoverable from the source; the reading chosen was computed in this range.
pub fn unclear(range: impl Into<String>, to: impl Into<Option<u64>>) -> ClaimFinding {
    finding(Verdict::Unclear, range, to)
}

/// Ends a check when two things that should be equal are not.
#[expect(clippy::needless_pass_by_value, reason = "both are made for the comparison")]
pub fn same<T: PartialEq + Debug>(what: &str, found: T, known: T) -> Result<(), String> {
    if found == known {
        return Ok(());
    }
    Err(format!("{what}: found {}, expected {}", short(&found), short(&known)))
}

/// Lists can be long; the beginning tells enough.
fn short(thing: &impl Debug) -> String {
    const MOST: usize = 120;
    let text = format!("{thing:?}");
    if text.chars().count() <= MOST {
        return text;
    }
    text.chars().take(MOST).chain("...".chars()).collect()
}

/// Ends a check with the message when the condition does not hold.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}
