//! What a game is: positions and their options (theory 0, 1.5).
//!
//! A `Ruleset` needs one method, `options`. The others make the solver faster without changing its answers:
//! `components` takes a position apart into independent games whose sum it is, `canonical` picks one name among
//! positions with isomorphic options (mirror images, sorted heaps), `known_value` stops a search where a theorem
//! answers.
//!
//! Rules that can fail, because they are written in another language or read from somewhere, are a
//! [`TryRuleset`](crate::search::TryRuleset).

use std::hash::Hash;

use crate::limits::TooLarge;
use crate::nimber::Nimber;

/// The rules of an impartial game. The graph of options must be finite and acyclic.
pub trait Ruleset {
    /// A state of the game; the same player-independent moves for both players.
    type Position: Clone + Eq + Hash;

    /// The positions that one move leads to. Repetitions do no harm.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position>;

    /// Appends the independent components of the position to `parts`: their sum must equal the position.
    fn components(&self, position: Self::Position, parts: &mut Vec<Self::Position>) {
        parts.push(position);
    }

    /// The representative of all positions that are the same up to a symmetry of the game.
    fn canonical(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// The value under normal play where a theorem gives it at once; the search goes no deeper there.
    fn known_value(&self, _component: &Self::Position) -> Option<Nimber> {
        None
    }

    /// Why options of the position may be missing, asked after `options`: for rules that ask for values themselves and
    /// met their limits. A search ends with it.
    fn failure(&self, _position: &Self::Position) -> Option<TooLarge> {
        None
    }
}

impl<R: Ruleset + ?Sized> Ruleset for &R {
    type Position = R::Position;

    fn options(&self, position: &Self::Position) -> Vec<Self::Position> {
        (**self).options(position)
    }

    fn components(&self, position: Self::Position, parts: &mut Vec<Self::Position>) {
        (**self).components(position, parts);
    }

    fn canonical(&self, position: Self::Position) -> Self::Position {
        (**self).canonical(position)
    }

    fn known_value(&self, component: &Self::Position) -> Option<Nimber> {
        (**self).known_value(component)
    }

    fn failure(&self, position: &Self::Position) -> Option<TooLarge> {
        (**self).failure(position)
    }
}

/// The sum of two games: a move is a move in one of them (theory 1.5). A side that is `None` is over.
#[derive(Clone, Copy, Debug)]
pub struct Sum<A, B>(pub A, pub B);

impl<A: Ruleset, B: Ruleset> Ruleset for Sum<A, B> {
    type Position = (Option<A::Position>, Option<B::Position>);

    fn options(&self, (left, right): &Self::Position) -> Vec<Self::Position> {
        let lefts = left.iter().flat_map(|a| self.0.options(a)).map(|a| (Some(a), right.clone()));
        let rights = right.iter().flat_map(|b| self.1.options(b)).map(|b| (left.clone(), Some(b)));
        lefts.chain(rights).collect()
    }

    fn components(&self, (left, right): Self::Position, parts: &mut Vec<Self::Position>) {
        if let Some(left) = left {
            let mut lefts = Vec::new();
            self.0.components(left, &mut lefts);
            parts.extend(lefts.into_iter().map(|a| (Some(a), None)));
        }
        if let Some(right) = right {
            let mut rights = Vec::new();
            self.1.components(right, &mut rights);
            parts.extend(rights.into_iter().map(|b| (None, Some(b))));
        }
    }

    fn canonical(&self, (left, right): Self::Position) -> Self::Position {
        (left.map(|a| self.0.canonical(a)), right.map(|b| self.1.canonical(b)))
    }

    fn known_value(&self, component: &Self::Position) -> Option<Nimber> {
        match component {
            (Some(a), None) => self.0.known_value(a),
            (None, Some(b)) => self.1.known_value(b),
            _ => None,
        }
    }

    fn failure(&self, (left, right): &Self::Position) -> Option<TooLarge> {
        let left = left.as_ref().and_then(|a| self.0.failure(a));
        left.or_else(|| right.as_ref().and_then(|b| self.1.failure(b)))
    }
}

/// A game by its options alone, without components, symmetries or theorems: the oracle of the tests.
#[derive(Clone, Copy, Debug)]
pub struct Plain<R>(pub R);

impl<R: Ruleset> Ruleset for Plain<R> {
    type Position = R::Position;

    fn options(&self, position: &Self::Position) -> Vec<Self::Position> {
        self.0.options(position)
    }

    fn failure(&self, position: &Self::Position) -> Option<TooLarge> {
        self.0.failure(position)
    }
}
