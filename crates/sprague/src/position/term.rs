//! One term of a position: a closed list of all games, each with the state it is in.

use std::fmt;

use crate::board::Board;
use crate::games::bogus_nim::BogusNim;
use crate::games::chomp::Chomp;
use crate::games::digraph::DigraphGame;
use crate::games::nearly::Nearly;
use crate::games::rectangle::Rectangles;
use crate::games::shared::Shared;
use crate::games::silver_dollar::SilverDollar;
use crate::games::star::{Star, StarNim};
use crate::games::wythoff::Wythoff;
use crate::heap::HeapGame;
use crate::notation::Notation;
use crate::ruleset::Ruleset;

type At<G> = <G as Ruleset>::Position;

/// A game and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Heaps under a rule.
    Heaps(HeapGame, At<HeapGame>),
    /// Schrage's rectangles.
    Rectangles(Rectangles, At<Rectangles>),
    /// Silver Dollar strips.
    SilverDollar(SilverDollar, At<SilverDollar>),
    /// Star Silver Dollar.
    Star(Star, At<Star>),
    /// Star Nim.
    StarNim(StarNim, At<StarNim>),
    /// Strips that share their first cells.
    Shared(Shared, At<Shared>),
    /// A nearly disjunctive sum of heap games.
    Nearly(Nearly, At<Nearly>),
    /// Chomp boards.
    Chomp(Chomp, At<Chomp>),
    /// Bogus Nim.
    BogusNim(BogusNim, At<BogusNim>),
    /// Wythoff's game.
    Wythoff(Wythoff, At<Wythoff>),
    /// A game graph.
    Digraph(DigraphGame, At<DigraphGame>),
}

/// Runs an expression with the game and the state of any term, and `again` to make a term of the same game.
macro_rules! with_board {
    ($term:expr, |$game:ident, $at:ident, $again:ident| $body:expr) => {{
        use $crate::position::Term;
        macro_rules! arm {
            ($variant:ident, $g:ident, $a:ident) => {{
                let ($game, $at) = ($g, $a);
                #[allow(unused_variables, reason = "not every use makes a new term")]
                let $again = |state| Term::$variant($game.clone(), state);
                $body
            }};
        }
        match $term {
            Term::Heaps(g, a) => arm!(Heaps, g, a),
            Term::Rectangles(g, a) => arm!(Rectangles, g, a),
            Term::SilverDollar(g, a) => arm!(SilverDollar, g, a),
            Term::Star(g, a) => arm!(Star, g, a),
            Term::StarNim(g, a) => arm!(StarNim, g, a),
            Term::Shared(g, a) => arm!(Shared, g, a),
            Term::Nearly(g, a) => arm!(Nearly, g, a),
            Term::Chomp(g, a) => arm!(Chomp, g, a),
            Term::BogusNim(g, a) => arm!(BogusNim, g, a),
            Term::Wythoff(g, a) => arm!(Wythoff, g, a),
            Term::Digraph(g, a) => arm!(Digraph, g, a),
        }
    }};
}
pub(crate) use with_board;

impl Term {
    /// The terms that one move leads to.
    pub fn options(&self) -> Vec<Self> {
        with_board!(self, |game, at, again| game.options(at).into_iter().map(again).collect())
    }

    /// The independent components of the term.
    pub fn components(&self) -> Vec<Self> {
        with_board!(self, |game, at, again| {
            let mut parts = Vec::new();
            game.components(at.clone(), &mut parts);
            parts.into_iter().map(again).collect()
        })
    }

    /// The representative of all terms that are the same up to a symmetry of the game.
    #[must_use]
    pub fn canonical(&self) -> Self {
        with_board!(self, |game, at, again| again(game.canonical(at.clone())))
    }

    /// What two terms share exactly when a person would call them the same position: the order of heaps, strips and
    /// tokens does not matter. A Chomp board and its mirror image are two positions, though one for the search.
    #[must_use]
    pub fn identity(&self) -> Self {
        match self {
            Self::Chomp(game, boards) => {
                let mut boards = boards.boards().to_vec();
                boards.sort_unstable();
                Self::Chomp(game.clone(), boards.into_iter().collect())
            }
            _ => self.canonical(),
        }
    }

    /// An upper bound on the number of options.
    pub fn breadth(&self) -> f64 {
        with_board!(self, |game, at, again| game.breadth(at))
    }

    /// An upper bound on the number of positions that can be reached from one component.
    pub fn reachable(&self) -> f64 {
        with_board!(self, |game, at, again| game.reachable(at))
    }

    /// About how many bytes the term takes in memory.
    pub fn bytes(&self) -> f64 {
        const OWN: f64 = 160.0;
        OWN + 8.0 * with_board!(self, |game, at, again| game.words(at))
    }

    /// The name of the game, with its parameters, as the notation writes it before the colon.
    pub fn game_name(&self) -> String {
        match self {
            Self::Heaps(game, _) => game.to_string(),
            Self::Rectangles(game, _) => game.to_string(),
            Self::SilverDollar(..) => "silver-dollar".to_owned(),
            Self::Star(..) => "star".to_owned(),
            Self::StarNim(..) => "star-nim".to_owned(),
            Self::Shared(game, _) => game.to_string(),
            Self::Nearly(game, _) => game.to_string(),
            Self::Chomp(..) => "chomp".to_owned(),
            Self::BogusNim(..) => "bogus-nim".to_owned(),
            Self::Wythoff(..) => "wythoff".to_owned(),
            Self::Digraph(..) => "graph".to_owned(),
        }
    }

    /// The state of the game as the notation writes it after the colon.
    pub fn body(&self) -> String {
        struct Body<'t>(&'t Term);
        impl fmt::Display for Body<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                with_board!(self.0, |game, at, again| game.write(at, f))
            }
        }
        Body(self).to_string()
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body();
        let space = if body.is_empty() { "" } else { " " };
        write!(f, "{}:{space}{body}", self.game_name())
    }
}
