//! The list of games, once. A term is one of them with its position; everything that asks "which game" goes through
//! here.

use std::fmt;

use super::compound::{Compound, Joining};
use super::graphs::digraph::Files;
use super::heaps::corner::{Corner, Piece};
use super::looks::View;
use super::strips::star_jumps::{Jumps, StarJumps};
use super::winning::{Found, Room, bytes, distinct};
use super::{Action, Evaluation, Game, Known, written};
use crate::heap::catalogue::Entry;
use crate::heap::{HeapGame, Heaps, read_heaps};
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::{Outcome, Play};
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;
use crate::working::Working;

type At<G> = <G as Ruleset>::Position;

/// The rules of a game as searches ask for them. A family of games has one for all its members.
macro_rules! ruleset {
    (family $game:ty) => {};
    ($game:ty $(, $($of:tt)+)?) => {
        impl $(<$($of)+>)? Ruleset for $game {
            type Position = <Self as Game>::At;

            fn options(&self, position: &Self::Position) -> Vec<Self::Position> {
                self.after_one_move(position)
            }

            fn components(&self, position: Self::Position, parts: &mut Vec<Self::Position>) {
                self.take_apart(position, parts);
            }

            fn canonical(&self, position: Self::Position) -> Self::Position {
                self.representative(position)
            }

            fn known_value(&self, component: &Self::Position) -> Option<Nimber> {
                self.value_at_once(component)
            }

            fn failure(&self, position: &Self::Position) -> Option<TooLarge> {
                self.unanswered(position)
            }
        }
    };
}

ruleset!(HeapGame);
ruleset!(Corner<P>, P: Piece);
ruleset!(Compound<J>, J: Joining);
ruleset!(StarJumps<J>, J: Jumps);

/// Makes the term, the list of boards and the dispatch to each game, from one line for each board. Heaps come first:
/// they are read where no board has the name.
macro_rules! registry {
    ($($(#[$doc:meta])* $([$family:ident])? $game:ident in $($module:ident)::+,)*) => {
        $(ruleset!($($family)? super::$($module)::+::$game);)*

        /// A game and where it stands.
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Term {
            /// Heaps under a rule.
            Heaps(HeapGame, At<HeapGame>),
            $($(#[$doc])* $game(super::$($module)::+::$game, At<super::$($module)::+::$game>),)*
        }

        /// A game with its parameters, before it has a position.
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum AnyGame {
            /// Heaps under a rule.
            Heaps(HeapGame),
            $($(#[$doc])* $game(super::$($module)::+::$game),)*
        }

        impl AnyGame {
            /// Reads the parameters that follow the name of a board.
            fn read_board(name: &str, text: &mut Cursor<'_>) -> Option<Result<Self, NotationError>> {
                $(if name == <super::$($module)::+::$game as Game>::ENTRY.name {
                    return Some(super::$($module)::+::$game::read_parameters(text).map(Self::$game));
                })*
                None
            }

            /// The name with the parameters, as the notation writes it before the colon.
            pub fn name(&self) -> String {
                match self {
                    Self::Heaps(game) => game.name(),
                    $(Self::$game(game) => game.name(),)*
                }
            }

            /// Reads a position of this game, as it stands after the colon.
            pub(crate) fn read_position(&self, text: &mut Cursor<'_>) -> Result<Term, NotationError> {
                match self {
                    Self::Heaps(game) => {
                        Ok(Term::Heaps(game.clone(), Game::read(game, text)?))
                    }
                    $(Self::$game(game) => {
                        let position = game.read(text)?;
                        Ok(Term::$game(game.clone(), position))
                    })*
                }
            }
        }

        /// The entries of all boards, in the order of the list.
        pub const BOARDS: &[&Entry] = &[$(<super::$($module)::+::$game as Game>::ENTRY,)*];

        /// Runs an expression with the game and the position of any term, and `again` to make a term of the same game.
        macro_rules! with_game {
            ($term:expr, |$g:ident, $at:ident| $body:expr) => {
                with_game!($term, |$g, $at, _again| $body)
            };
            ($term:expr, |$g:ident, $at:ident, $again:ident| $body:expr) => {
                match $term {
                    Term::Heaps($g, $at) => {
                        let $again = |position| Term::Heaps($g.clone(), position);
                        $body
                    }
                    $(Term::$game($g, $at) => {
                        let $again = |position| Term::$game($g.clone(), position);
                        $body
                    })*
                }
            };
        }

        impl Term {
            /// Reads what follows the name of a board: parameters, the colon, the body.
            fn read_board(name: &str, text: &mut Cursor<'_>, files: &dyn Files) -> Option<Result<Self, NotationError>> {
                $(if name == <super::$($module)::+::$game as Game>::ENTRY.name {
                    return Some(super::$($module)::+::$game::read_term(text, files).map(|(game, at)| Self::$game(game, at)));
                })*
                None
            }

            /// The actions that may lead to another term of the same game, found from what is different.
            pub(crate) fn actions_to(&self, after: &Self) -> Vec<(usize, Action)> {
                match (self, after) {
                    (Self::Heaps(game, at), Self::Heaps(same, to)) if game == same => game.actions_between(at, to),
                    $((Self::$game(game, at), Self::$game(same, to)) if game == same => game.actions_between(at, to),)*
                    _ => Vec::new(),
                }
            }

            /// The name of a board with the parameters that follow it in the text.
            pub fn read_board_name(name: &str, text: &mut Cursor<'_>) -> Option<Result<String, NotationError>> {
                $(if name == <super::$($module)::+::$game as Game>::ENTRY.name {
                    return Some(super::$($module)::+::$game::read_parameters(text).map(|game| game.name()));
                })*
                None
            }
        }
    };
}

registry! {
    /// Schrage's rectangles.
    Rectangles in grids::rectangle,
    /// Silver Dollar strips.
    SilverDollar in strips::silver_dollar,
    /// Star Silver Dollar.
    Star in strips::star,
    /// Star Nim.
    StarNim in strips::single_tokens,
    /// Strips that share their first cells.
    Shared in strips::single_tokens,
    /// Strips whose first cells are identified in any order.
    Identified in strips::identified,
    /// A nearly disjunctive sum of any games.
    Nearly in nearly,
    /// A selective compound of any games.
    [family] Selective in compound,
    /// A conjunctive compound of any games.
    [family] Conjunctive in compound,
    /// A continued conjunctive compound of any games.
    [family] Continued in compound,
    /// An ordinal sum of any games.
    Ordinal in compound,
    /// Chomp boards.
    Chomp in grids::chomp,
    /// Bogus Nim.
    BogusNim in heaps::bogus_nim,
    /// Wythoff's game.
    Wythoff in heaps::wythoff,
    /// A rook on its way to the corner.
    [family] Rook in heaps::corner,
    /// A bishop on its way to the corner.
    [family] Bishop in heaps::corner,
    /// A king on his way to the corner.
    [family] King in heaps::corner,
    /// A knight on its way to the corner.
    [family] Knight in heaps::corner,
    /// Moore's Nim.
    Moore in heaps::moore,
    /// Coin turning.
    Coins in grids::coins,
    /// Welter's game.
    Welter in strips::welter,
    /// Welter's game on a star.
    [family] StarWelter in strips::star_jumps,
    /// Hexad, and Hexad on a star.
    [family] StarHexad in strips::star_jumps,
    /// Euclid.
    Euclid in heaps::euclid,
    /// Fibonacci Nim.
    FibonacciNim in heaps::fibonacci,
    /// Staircase Nim.
    StaircaseNim in strips::staircase,
    /// Nimble.
    Nimble in strips::nimble,
    /// Northcott's game.
    Northcott in strips::northcott,
    /// Silver Dollar with the dollar.
    Dollar in strips::dollar,
    /// Node Kayles.
    NodeKayles in graphs::kayles,
    /// Arc Kayles.
    ArcKayles in graphs::kayles,
    /// Cram.
    Cram in graphs::cram,
    /// Green Hackenbush.
    Hackenbush in graphs::hackenbush,
    /// Treblecross on a board.
    Treblecross in grids::treblecross,
    /// Notakto.
    Notakto in grids::notakto,
    /// A game graph.
    DigraphGame in graphs::digraph,
}

/// Heaps without a game, `3 4 5` or `*3`: Nim. A number with a point is a code.
fn read_heaps_alone(text: &mut Cursor<'_>) -> Result<Option<Heaps>, NotationError> {
    if text.peek() == Some('*') {
        let mut stars = Vec::new();
        while text.eat('*') {
            let is_one = !text.peek().is_some_and(|c| c.is_ascii_digit());
            stars.push(if is_one { 1 } else { text.number("the size of a Nim heap after `*`")? });
            let mut ahead = text.clone();
            ahead.skip_spaces();
            if ahead.peek() == Some('*') {
                *text = ahead;
            }
        }
        return Ok(Some(Heaps::new(stars)));
    }
    let mut ahead = text.clone();
    let digits = ahead.take_while(|c| c.is_ascii_digit());
    if digits.is_empty() || ahead.rest().starts_with(['.', '!']) || ahead.peek().is_some_and(is_hexadecimal) {
        return Ok(None);
    }
    ahead.skip_spaces();
    if ahead.peek() == Some(':') {
        let code = digits.trim_start_matches('0');
        return Err(text.error(format!(
            "a code has a point, and heaps alone are Nim: write `0.{code}:` and heaps, or `nim: {digits}`"
        )));
    }
    read_heaps(text).map(Some)
}

/// A hexadecimal digit that is no decimal one, apart from the exponent of `1e6`.
fn is_hexadecimal(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), 'a'..='d' | 'f')
}

impl AnyGame {
    /// Reads a game by the name of a board, or a heap game, up to what cannot belong to it. `refused` are the names of
    /// boards that are none here.
    pub(crate) fn read(text: &mut Cursor<'_>, refused: &[(&str, &str)]) -> Result<Self, NotationError> {
        text.skip_spaces();
        let mut ahead = text.clone();
        let found = super::catalogue::read_entry(&mut ahead).map_or("", |(_, entry)| entry.name);
        if let Some((_, why)) = refused.iter().find(|(name, _)| *name == found) {
            return Err(text.error(*why));
        }
        if let Some(read) = Self::read_board(found, &mut ahead) {
            *text = ahead;
            return read;
        }
        HeapGame::read(text).map(Self::Heaps)
    }
}

impl Term {
    /// Reads a term, by the name of a board or as heaps; graph files come from `files`.
    pub(crate) fn read(text: &mut Cursor<'_>, files: &dyn Files) -> Result<Self, NotationError> {
        let mut ahead = text.clone();
        if let Some(heaps) = read_heaps_alone(&mut ahead)? {
            *text = ahead;
            return Ok(Self::Heaps(super::heaps::nim(), heaps));
        }
        let mut found = super::catalogue::read_entry(&mut ahead).map_or("", |(_, entry)| entry.name);
        if let Some(board) = super::grids::treblecross::drawn_name(found, &ahead) {
            found = board;
        }
        if let Some(read) = Self::read_board(found, &mut ahead, files) {
            *text = ahead;
            return read;
        }
        HeapGame::read_term(text, files).map(|(game, heaps)| Self::Heaps(game, heaps))
    }

    /// What the body could have gone on with, for the error at its end.
    pub(crate) fn continuation(&self) -> &'static str {
        fn of<G: Game>(_: &G) -> &'static str {
            G::CONTINUATION
        }
        with_game!(self, |game, _at| of(game))
    }

    /// Whether positions with more moves than can be listed are played all the same.
    pub fn is_listed_in_part(&self) -> bool {
        fn of<G: Game>(_: &G) -> bool {
            G::LISTED_IN_PART
        }
        with_game!(self, |game, _at| of(game))
    }

    /// Whether the component is evaluated as fast as a kept evaluation is found.
    pub(crate) fn is_evaluated_at_once(&self) -> bool {
        fn of<G: Game>(_: &G) -> bool {
            G::EVALUATED_AT_ONCE
        }
        with_game!(self, |game, _at| of(game))
    }

    /// Whether play may go on for ever (theory D.1).
    pub fn is_loopy(&self) -> bool {
        with_game!(self, |game, _at| game.is_loopy())
    }

    /// When the position got its label, where play may go on for ever; 0 elsewhere.
    pub(crate) fn turn(&self) -> u32 {
        with_game!(self, |game, at| game.turn(at))
    }

    /// How the game is played by its own rules.
    pub fn natural_play(&self) -> Play {
        fn of<G: Game>(_: &G) -> Play {
            G::NATURAL_PLAY
        }
        with_game!(self, |game, _at| of(game))
    }

    /// Why misère play of the term is refused, where it is.
    pub fn no_misere(&self) -> Option<&'static str> {
        let own = with_game!(self, |game, at| game.no_misere(at));
        own.or_else(|| self.inside().into_iter().find_map(|(_, term)| term.no_misere()))
    }

    /// The entry of the game in the catalogue, if it has one.
    pub fn entry(&self) -> Option<&'static Entry> {
        with_game!(self, |game, _at| game.entry())
    }

    /// The name of the game, with its parameters, as the notation writes it before the colon.
    pub fn game_name(&self) -> String {
        with_game!(self, |game, _at| game.name())
    }

    /// The rules of the game in words, with its parameters.
    pub fn rules_in_words(&self) -> String {
        with_game!(self, |game, _at| game.rules_in_words())
    }

    /// The state of the game as the notation writes it after the colon.
    pub fn body(&self) -> String {
        with_game!(self, |game, at| written(game, at))
    }

    /// A name that is shorter than the text, for pictures.
    pub fn label(&self) -> Option<String> {
        with_game!(self, |game, at| game.label(at))
    }

    /// What a person sees.
    pub fn view(&self) -> View {
        with_game!(self, |game, at| game.view(at))
    }

    /// The terms that one move leads to.
    pub fn options(&self) -> Vec<Self> {
        with_game!(self, |game, at, again| game.options(at).into_iter().map(again).collect())
    }

    /// The terms that one move leads to, without repetition up to the order of parts.
    pub fn distinct_options(&self) -> Vec<Self> {
        with_game!(self, |game, at, again| distinct(game, game.options(at)).into_iter().map(again).collect())
    }

    /// The independent components of the term.
    pub fn components(&self) -> Vec<Self> {
        with_game!(self, |game, at, again| {
            let mut parts = Vec::new();
            game.components(Clone::clone(at), &mut parts);
            parts.into_iter().map(again).collect()
        })
    }

    /// The representative of all terms that are the same up to a symmetry of the game.
    #[must_use]
    pub fn canonical(&self) -> Self {
        with_game!(self, |game, at, again| again(game.canonical(Clone::clone(at))))
    }

    /// What two terms share exactly when a person would call them the same position: the order of heaps, strips and
    /// tokens does not matter. A Chomp board and its mirror image are two positions, though one for the search.
    #[must_use]
    pub fn identity(&self) -> Self {
        with_game!(self, |game, at, again| again(game.identity(at)))
    }

    /// The components of a sum with a name of its own, each with the first of its parts.
    pub fn inside(&self) -> Vec<(usize, &Self)> {
        with_game!(self, |game, at| game.inside(at))
    }

    /// Who wins the term alone under misère play, where a theorem says so.
    pub(crate) fn misere_outcome(&self, known: &mut Known) -> Option<Result<(Outcome, Theorem), TooLarge>> {
        with_game!(self, |game, at| game.misere_outcome(at, known))
    }

    /// The numbers that a theorem uses for the outcome of the term alone under misère play.
    pub(crate) fn misere_working(&self, known: &mut Known) -> Option<Working> {
        with_game!(self, |game, at| game.misere_working(at, known))
    }

    /// How many parts can be moved: heaps, strips, boards, components.
    pub fn parts(&self) -> usize {
        with_game!(self, |game, at| game.parts(at))
    }

    /// The number from 0 by which a person calls a part.
    pub(crate) fn place_of(&self, part: usize) -> usize {
        with_game!(self, |game, at| game.place_of(at, part))
    }

    /// The first part of each kind; equal parts have the same moves.
    pub(crate) fn kinds(&self) -> Vec<usize> {
        with_game!(self, |game, at| game.kinds(at))
    }

    /// What can be done with a part and the term after it, one by one.
    pub(crate) fn moves_of(&self, part: usize) -> Box<dyn Iterator<Item = (Action, Self)> + '_> {
        with_game!(self, |game, at, again| {
            let made = move |action: Action| {
                let after = game.act(at, part, &action)?;
                Some((action, again(after)))
            };
            Box::new(game.actions(at, part).filter_map(made))
        })
    }

    /// The term after an action on a part; `None` if the rules do not allow it.
    pub fn act(&self, part: usize, action: &Action) -> Option<Self> {
        with_game!(self, |game, at, again| game.act(at, part, action).map(again))
    }

    /// Whether some move is left.
    pub fn has_move(&self) -> bool {
        with_game!(self, |game, at| game.has_move(at))
    }

    /// An action at random, where there are too many to list.
    pub(crate) fn guess(&self, between: &mut dyn FnMut(u64, u64) -> u64) -> Option<(usize, Action)> {
        with_game!(self, |game, at| game.guess(at, between))
    }

    /// The value of a component, or at least its outcome, and what that rests on.
    pub fn evaluate(&self, known: &mut Known) -> Result<Evaluation, TooLarge> {
        with_game!(self, |game, at| game.evaluate(at, known))
    }

    /// The numbers behind the value or the outcome, as its game tells them.
    pub(crate) fn working(&self, known: &mut Known) -> Option<Working> {
        with_game!(self, |game, at| game.working(at, known))
    }

    /// The value of a whole term: the nim-sum of its components' values.
    pub fn value(&self, known: &mut Known) -> Result<Option<Nimber>, TooLarge> {
        with_game!(self, |game, at| known.value(game, at))
    }

    /// The options of the term whose value is `value`.
    pub(crate) fn moves_of_value(
        &self,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<Self>, TooLarge> {
        known.limits().check_time()?;
        with_game!(self, |game, at, again| Ok(game.moves_of_value(at, value, room, known)?.map(again)))
    }

    /// The options of the term that are P, where its value is out of reach.
    pub(crate) fn moves_to_p(&self, room: &Room, known: &mut Known) -> Result<Found<Self>, TooLarge> {
        with_game!(self, |game, at, again| Ok(game.moves_to_p(at, room, known)?.map(again)))
    }

    /// The number of distinct options, where they are few enough to be counted.
    pub(crate) fn count_options(&self, limits: &Limits) -> Option<u64> {
        with_game!(self, |game, at| game.count_options(at, limits))
    }

    /// Why moves of the term may be missing, where its rules ask for values and met their limits.
    pub fn failure(&self) -> Option<TooLarge> {
        with_game!(self, |game, at| game.failure(at))
    }

    /// Why the term cannot be played, if its game has a reason of its own.
    pub(crate) fn refusal(&self) -> Option<String> {
        with_game!(self, |game, at| game.refusal(at))
    }

    /// An upper bound on the number of options.
    pub fn breadth(&self) -> f64 {
        with_game!(self, |game, at| game.breadth(at))
    }

    /// An upper bound on the number of positions that can be reached from one component.
    pub fn reachable(&self) -> f64 {
        with_game!(self, |game, at| game.reachable(at))
    }

    /// An upper bound on the number of components that one component can come to consist of.
    pub(crate) fn forms(&self) -> f64 {
        with_game!(self, |game, at| game.forms(at))
    }

    /// About how many machine words the position takes.
    pub fn words(&self) -> f64 {
        with_game!(self, |game, at| game.words(at))
    }

    /// About how many bytes the term takes in memory.
    pub fn bytes(&self) -> f64 {
        with_game!(self, |game, at| bytes(game, at))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body();
        let space = if body.is_empty() { "" } else { " " };
        write!(f, "{}:{space}{body}", self.game_name())
    }
}
