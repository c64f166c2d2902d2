//! What every built-in game offers the solver beside its rules: theorems and estimates.

use crate::nimber::Nimber;
use crate::notation::Notation;
use crate::theorem::Theorem;

/// What a theorem says about the value of a component: the nim-sum of `known` and of the values of `rest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction<P> {
    /// The part of the value that is known at once.
    pub known: Nimber,
    /// The positions whose values are still to be found; empty for a closed form.
    pub rest: Vec<P>,
    /// The statement it rests on.
    pub theorem: Theorem,
}

/// A built-in game.
pub trait Board: Notation {
    /// What the theory says about the value of a component, where it says something.
    fn reduce(&self, _component: &Self::Position) -> Option<Reduction<Self::Position>> {
        None
    }

    /// All options of the component with this value, where a theorem finds them without trying every option.
    fn options_by_theorem(&self, _component: &Self::Position, _value: Nimber) -> Option<Vec<Self::Position>> {
        None
    }

    /// An upper bound on the number of canonical components that a search under normal play looks at.
    fn search_size(&self, component: &Self::Position) -> f64;

    /// An upper bound on the number of positions that can be reached from this one, whole sums counted: the size
    /// of a search under misère play.
    fn reachable(&self, component: &Self::Position) -> f64 {
        self.search_size(component)
    }

    /// An upper bound on the number of options.
    fn breadth(&self, position: &Self::Position) -> f64;
}
