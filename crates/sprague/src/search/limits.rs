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
    #[error("{what} has about {} positions to search, more than the limit of {limit}; raise it with --max-positions", approximate(*estimate))]
    Positions {
        /// What was to be searched.
        what: String,
        /// The estimated number of positions.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// The sequence would take too long.
    #[error("{what} needs about {} steps, more than the limit of {limit}; raise it with --max-steps", approximate(*estimate))]
    Steps {
        /// What was to be computed.
        what: String,
        /// The estimated number of steps.
        estimate: f64,
        /// The limit in force.
        limit: u64,
    },
    /// The search met the limit on its way.
    #[error("the search was stopped at its limit of {limit} positions; raise it with --max-positions")]
    Reached {
        /// The limit in force.
        limit: u64,
    },
}

/// A number for people: exact below ten million, otherwise to two digits with a power of ten.
fn approximate(number: f64) -> String {
    if number < 1e7 { format!("{number:.0}") } else { format!("{number:.1e}") }
}
