//! What a search asks of a game: the methods of a [`Ruleset`], with an error of the game's own, which comes out of the
//! search unchanged. Every `Ruleset` has this trait, and its error is the refusal of the search.

use std::hash::Hash;

use super::holding::Holding;
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::ruleset::Ruleset;

/// The rules of an impartial game that can fail. The graph of options must be finite; where it has a cycle, a search
/// ends with [`TryRuleset::cyclic`].
///
/// ```
/// use sprague::{Nimber, Solver, TooLarge, TryRuleset};
///
/// /// Moves that are looked up in a table, which may be incomplete.
/// #[derive(Clone)]
/// struct Table(Vec<(char, Vec<char>)>);
///
/// #[derive(Debug, PartialEq)]
/// enum TableError {
///     Missing(char),
///     Cycle(Vec<char>),
///     TooLarge(TooLarge),
/// }
///
/// impl From<TooLarge> for TableError {
///     fn from(refusal: TooLarge) -> Self {
///         Self::TooLarge(refusal)
///     }
/// }
///
/// impl TryRuleset for Table {
///     type Position = char;
///     type Error = TableError;
///
///     fn try_options(&self, &position: &char) -> Result<Vec<char>, TableError> {
///         let row = self.0.iter().find(|row| row.0 == position);
///         row.map(|row| row.1.clone()).ok_or(TableError::Missing(position))
///     }
///
///     fn cyclic(&self, cycle: Vec<char>) -> TableError {
///         TableError::Cycle(cycle)
///     }
/// }
///
/// let mut table = Table(vec![('a', vec!['b', 'c']), ('b', vec!['c']), ('c', vec![])]);
/// assert_eq!(Solver::new(table.clone()).value(&'a'), Ok(Nimber(2)));
/// table.0.pop();
/// assert_eq!(Solver::new(table.clone()).value(&'a'), Err(TableError::Missing('c')));
/// table.0.push(('c', vec!['a']));
/// let Err(TableError::Cycle(cycle)) = Solver::new(table.clone()).value(&'a') else { panic!("a cycle") };
/// assert!(cycle.contains(&'a') && cycle.contains(&'c'));
/// ```
pub trait TryRuleset {
    /// A state of the game; the same player-independent moves for both players.
    type Position: Clone + Eq + Hash;
    /// Why there is no answer: an error of the rules, or a refusal of the search.
    type Error: From<TooLarge>;

    /// The positions that one move leads to. Repetitions do no harm.
    fn try_options(&self, position: &Self::Position) -> Result<Vec<Self::Position>, Self::Error>;

    /// The same, each counted by the search as it is made; for rules that can make options without an end. What is
    /// refused comes out as [`TryRuleset::Error`].
    fn try_options_within(
        &self,
        position: &Self::Position,
        holding: &mut Holding<'_>,
    ) -> Result<Vec<Self::Position>, Self::Error> {
        let options = self.try_options(position)?;
        holding.add_all(options.len())?;
        Ok(options)
    }

    /// The error of play that need not end: each of these positions is reached from the one before it, perhaps as a
    /// component or up to a symmetry, and the first one from the last.
    fn cyclic(&self, cycle: Vec<Self::Position>) -> Self::Error;

    /// Appends the independent components of the position to `parts`: their sum must equal the position.
    fn try_components(
        &self,
        position: Self::Position,
        parts: &mut Vec<Self::Position>,
    ) -> Result<(), Self::Error> {
        parts.push(position);
        Ok(())
    }

    /// The representative of all positions that are the same up to a symmetry of the game.
    fn try_canonical(&self, position: Self::Position) -> Result<Self::Position, Self::Error> {
        Ok(position)
    }

    /// The value under normal play where a theorem gives it at once; the search goes no deeper there.
    fn value_by_theorem(&self, _component: &Self::Position) -> Option<Nimber> {
        None
    }
}

impl<R: Ruleset> TryRuleset for R {
    type Position = R::Position;
    type Error = TooLarge;

    fn try_options(&self, position: &Self::Position) -> Result<Vec<Self::Position>, TooLarge> {
        let options = self.options(position);
        self.failure(position).map_or(Ok(options), Err)
    }

    fn cyclic(&self, cycle: Vec<Self::Position>) -> TooLarge {
        TooLarge::Cyclic { moves: cycle.len() }
    }

    fn try_components(
        &self,
        position: Self::Position,
        parts: &mut Vec<Self::Position>,
    ) -> Result<(), TooLarge> {
        self.components(position, parts);
        Ok(())
    }

    fn try_canonical(&self, position: Self::Position) -> Result<Self::Position, TooLarge> {
        Ok(self.canonical(position))
    }

    fn value_by_theorem(&self, component: &Self::Position) -> Option<Nimber> {
        self.known_value(component)
    }
}
