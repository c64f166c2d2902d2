//! What a search holds at a time, counted in one way under normal and under misère play: what it remembers, the
//! positions that are open, and the options that wait, each from the moment it is made.

use std::fmt;

use crate::limits::{Limits, SearchProgress, TooLarge};

/// Counts options as they are made, beside everything that a search holds already.
pub struct Holding<'l> {
    limits: &'l Limits,
    before: usize,
    open: usize,
    made: usize,
    /// How far the search has come, for the listener of the limits before a refusal.
    progress: Option<&'l dyn Fn() -> SearchProgress>,
}

impl fmt::Debug for Holding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Holding")
            .field("before", &self.before)
            .field("made", &self.made)
            .finish_non_exhaustive()
    }
}

impl<'l> Holding<'l> {
    /// Beside so many positions that are held, of which so many are open.
    pub const fn beside(held: usize, open: usize, limits: &'l Limits) -> Self {
        Self { limits, before: held, open, made: 0, progress: None }
    }

    /// The same, telling before a refusal how far the search has come.
    pub(crate) const fn telling(mut self, progress: &'l dyn Fn() -> SearchProgress) -> Self {
        self.progress = Some(progress);
        self
    }

    /// How many positions are open: each waits for the values of its options.
    pub const fn open(&self) -> usize {
        self.open
    }

    /// Counts one more option, and refuses it where all that is held is beyond the limit or the question was stopped.
    pub fn add(&mut self) -> Result<(), TooLarge> {
        self.add_all(1)
    }

    /// Counts so many options at once.
    pub fn add_all(&mut self, options: usize) -> Result<(), TooLarge> {
        const NOW_AND_THEN: usize = 1 << 10;
        let asked = self.made / NOW_AND_THEN;
        self.made += options;
        if self.made / NOW_AND_THEN > asked {
            self.limits.check()?;
        }
        let held = self.before.saturating_add(self.made) as u64;
        if held > self.limits.positions {
            if let (Some(listener), Some(progress)) = (&self.limits.progress, self.progress) {
                let _ = listener(progress());
            }
            return Err(TooLarge::Reached { limit: self.limits.positions });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{MisereSolver, Solver, TryRuleset};

    /// Play without an end on new positions, and a position with options without an end.
    enum Endless {
        Line,
        Fan,
    }

    impl TryRuleset for Endless {
        type Position = u64;
        type Error = TooLarge;

        fn try_options(&self, position: &u64) -> Result<Vec<u64>, TooLarge> {
            Ok(vec![position + 1])
        }

        fn try_options_within(
            &self,
            position: &u64,
            holding: &mut Holding<'_>,
        ) -> Result<Vec<u64>, TooLarge> {
            match self {
                Self::Line => {
                    holding.add()?;
                    self.try_options(position)
                }
                Self::Fan => (position + 1..).map(|option| holding.add().map(|()| option)).collect(),
            }
        }

        fn cyclic(&self, cycle: Vec<u64>) -> TooLarge {
            TooLarge::Cyclic { moves: cycle.len() }
        }
    }

    #[test]
    fn what_waits_counts_under_both_kinds_of_play() {
        let limits = Limits { positions: 1_000, ..Limits::unlimited() };
        let reached = Err(TooLarge::Reached { limit: 1_000 });
        for endless in [|| Endless::Line, || Endless::Fan] {
            assert_eq!(Solver::with_limits(endless(), limits.clone()).value(&0), reached);
            assert_eq!(MisereSolver::with_limits(endless(), limits.clone()).value(&0), reached);
            let moves = Solver::with_limits(endless(), limits.clone()).winning_moves(&0);
            assert_eq!(moves, Err(TooLarge::Reached { limit: 1_000 }));
        }
    }
}
