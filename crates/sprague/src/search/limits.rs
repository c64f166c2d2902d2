//! What a search may use, and the refusal when that does not suffice.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// The bounds of a search and its listener.
#[derive(Clone)]
pub struct Limits {
    /// The most positions that may be held at a time.
    pub positions: u64,
    /// The most elementary steps that a sequence of heap values may take.
    pub steps: u64,
    /// Called now and then with the number of positions done.
    pub progress: Option<Arc<dyn Fn(u64) + Send + Sync>>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { positions: 10_000_000, steps: 100_000_000_000, progress: None }
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("positions", &self.positions)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl Limits {
    /// Refuses a search whose estimated size is beyond the limit.
    pub fn admit(&self, what: impl Into<String>, positions: f64) -> Result<(), TooLarge> {
        if positions <= self.positions as f64 {
            return Ok(());
        }
        Err(TooLarge::Positions { what: what.into(), estimate: positions, limit: self.positions })
    }

    /// Refuses a search under misère play that would hold too much: it keeps the options of positions too.
    pub fn admit_entries(&self, what: impl Into<String>, entries: f64) -> Result<(), TooLarge> {
        if entries <= self.positions as f64 {
            return Ok(());
        }
        Err(TooLarge::Entries { what: what.into(), estimate: entries, limit: self.positions })
    }

    /// Refuses a search that would hold too many positions, or look at too many options of them.
    pub fn admit_search(
        &self,
        what: impl Into<String>,
        positions: f64,
        breadth: f64,
    ) -> Result<(), TooLarge> {
        /// A look-up in memory takes about as long as this many steps.
        const STEPS_PER_OPTION: f64 = 100.0;
        let what = what.into();
        self.admit(what.clone(), positions)?;
        self.admit_steps(format!("the search of {what}"), positions * breadth * STEPS_PER_OPTION)
    }

    /// Refuses a sequence whose estimated work is beyond the limit.
    pub fn admit_steps(&self, what: impl Into<String>, steps: f64) -> Result<(), TooLarge> {
        if steps <= self.steps as f64 {
            return Ok(());
        }
        Err(TooLarge::Steps { what: what.into(), estimate: steps, limit: self.steps })
    }

    pub(super) fn report(&self, done: usize) {
        if done.is_multiple_of(1 << 16)
            && let Some(progress) = &self.progress
        {
            progress(done as u64);
        }
    }
}

/// A computation that was refused for its size, before or while it ran.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TooLarge {
    /// The estimate before the start was beyond the limit.
    #[error("{}; raise it with --max-positions", self.complaint())]
    Positions {
        /// What was to be searched.
        what: String,
        /// The estimated number of positions.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// A search under misère play would hold too much.
    #[error("{what} has {}; raise it with --max-positions", beyond(*estimate, *limit, "position", " and options to keep"))]
    Entries {
        /// What was to be searched.
        what: String,
        /// The estimated number of positions and of their options.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// The sequence would take too long.
    #[error("{}; raise it with --max-steps", self.complaint())]
    Steps {
        /// What was to be computed.
        what: String,
        /// The estimated number of steps.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// The values are too many, and no period gives them.
    #[error(
        "{}, and up to heap {searched} no period is proved that would give it; raise the limits with --max-steps{}",
        refusal.complaint(),
        if matches!(**refusal, Self::Positions { .. }) { " and --max-positions" } else { "" }
    )]
    Unproved {
        /// Why the values are not computed.
        refusal: Box<TooLarge>,
        /// The last heap that the search for a period looked at.
        searched: u64,
    },
    /// The search met the limit on its way.
    #[error("the search was stopped at its limit of {limit} position{}; raise it with --max-positions", plural(&limit.to_string()))]
    Reached {
        /// The limit in force.
        limit: u64,
    },
}

impl TooLarge {
    /// The same refusal, saying how far a period was looked for, if one was.
    #[must_use]
    pub fn without_period(self, searched: Option<u64>) -> Self {
        match (self, searched) {
            (refusal @ (Self::Positions { .. } | Self::Steps { .. }), Some(searched)) => {
                Self::Unproved { refusal: Box::new(refusal), searched }
            }
            (refusal, _) => refusal,
        }
    }

    /// What is too large, without the way out.
    fn complaint(&self) -> String {
        match self {
            Self::Positions { what, estimate, limit } => {
                format!("{what} has {}", beyond(*estimate, *limit, "position", " to search"))
            }
            Self::Steps { what, estimate, limit } => {
                format!("{what} needs {}", beyond(*estimate, *limit, "step", ""))
            }
            other => other.to_string(),
        }
    }
}

/// An estimate beyond a limit, for people: exact below ten million, otherwise with a power of ten and as many
/// digits, at least two, as show that it is beyond the limit.
fn beyond(estimate: f64, limit: u64, noun: &str, purpose: &str) -> String {
    if !estimate.is_finite() {
        return format!("more {noun}s{purpose} than can be counted, and the limit is {limit}");
    }
    let number = if estimate < 1e7 {
        estimate.ceil().to_string()
    } else {
        let above = |text: &String| text.parse().is_ok_and(|shown: f64| shown > limit as f64);
        let mut shown = (1..16).map(|digits| format!("{estimate:.digits$e}"));
        shown.find(above).unwrap_or_else(|| estimate.to_string())
    };
    format!("about {number} {noun}{}{purpose}, more than the limit of {limit}", plural(&number))
}

fn plural(number: &str) -> &'static str {
    if number == "1" { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_never_reads_like_its_limit() {
        let shown = |estimate, limit| {
            let text = beyond(estimate, limit, "position", "");
            text.split(',').next().unwrap_or_default().to_owned()
        };
        assert_eq!(shown(1.13e23, 10_000_000), "about 1.1e23 positions");
        assert_eq!(shown(10_000_001.0, 10_000_000), "about 1.0000001e7 positions");
        assert_eq!(shown(10_400_000.0, 10_000_000), "about 1.04e7 positions");
        assert_eq!(shown(100.3, 100), "about 101 positions");
        assert_eq!(shown(1.0, 0), "about 1 position");
        assert_eq!(shown(f64::INFINITY, 7), "more positions than can be counted");
    }

    #[test]
    fn refusals_are_sentences() {
        let reached = TooLarge::Reached { limit: 1 }.to_string();
        assert!(reached.contains("its limit of 1 position;"), "{reached}");
        let refusal = Limits::default().admit("kayles: 1e9", f64::INFINITY).unwrap_err();
        let expected =
            "kayles: 1e9 has more positions to search than can be counted, and the limit is 10000000";
        assert!(refusal.to_string().starts_with(expected), "{refusal}");
    }
}
