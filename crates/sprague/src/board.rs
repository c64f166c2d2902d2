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

/// Options that were found: the first of them, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted<P> {
    /// As many of them as were wanted.
    pub options: Vec<P>,
    /// How many there are in all.
    pub total: u64,
    /// The most that are wanted.
    most: usize,
}

impl<P> Counted<P> {
    /// None so far; of those to come at most `most` are kept.
    pub const fn first(most: usize) -> Self {
        Self { options: Vec::new(), total: 0, most }
    }

    /// Counts one more option, and makes it if it is to be kept: an option may be as long as the position.
    pub fn add(&mut self, make: impl FnOnce() -> P) {
        if self.options.len() < self.most {
            self.options.push(make());
        }
        self.total += 1;
    }

    /// The same options, each changed.
    pub fn map<Q>(self, change: impl FnMut(P) -> Q) -> Counted<Q> {
        let options = self.options.into_iter().map(change).collect();
        Counted { options, total: self.total, most: self.most }
    }
}

impl<P> From<Vec<P>> for Counted<P> {
    fn from(options: Vec<P>) -> Self {
        Self { total: options.len() as u64, most: options.len(), options }
    }
}

/// A built-in game.
pub trait Board: Notation {
    /// What the theory says about the value of a component, where it says something.
    fn reduce(&self, _component: &Self::Position) -> Option<Reduction<Self::Position>> {
        None
    }

    /// The options of the component with this value, where a theorem finds them without trying every option: each
    /// once, all of them counted and at most `most` listed.
    fn moves_by_theorem(
        &self,
        _component: &Self::Position,
        _value: Nimber,
        _most: usize,
    ) -> Option<Counted<Self::Position>> {
        None
    }

    /// All options of the component with this value, where a theorem finds them without trying every option.
    fn options_by_theorem(&self, component: &Self::Position, value: Nimber) -> Option<Vec<Self::Position>> {
        self.moves_by_theorem(component, value, usize::MAX).map(|found| found.options)
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

    /// About how many machine words a position takes: what each option that is listed costs.
    fn words(&self, position: &Self::Position) -> f64;
}
