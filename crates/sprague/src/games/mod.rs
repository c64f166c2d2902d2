//! The games: what each of them is stands in one file.
//!
//! A [`Game`] says its entry in the catalogue, how its positions are read and written, which moves there are, what a
//! person sees, what theorems say about values, and how large a search would be. The registry lists the games once;
//! [`Term`], reading by name and the catalogue follow from that list. Everything that is told or drawn (words, typed
//! moves, hints, help, pictures) is made from [`Action`]s and [`View`]s, for all games alike.
//!
//! Two methods hold the rules of a board: `actions` lists what can be done with one part of it, lazily, and `act` does
//! one of these things, or says that it is not allowed. Options, numbered moves, typed moves and the way from a
//! position to the next all come from these two. What was computed on the way (tables, searches) is kept in
//! [`Known`], never in the game, so that games are plain values that can be compared and hashed.

pub mod action;
pub mod catalogue;
mod components;
pub mod compound;
pub mod graphs;
pub mod grids;
pub mod heaps;
pub mod known;
pub mod looks;
pub mod nearly;
mod ownerless;
mod registry;
pub mod strips;
pub mod winning;

use std::fmt;
use std::hash::Hash;

pub use action::{Action, JointMove, Taken};
pub use graphs::{kayles as arc_kayles, kayles as node_kayles, *};
pub use grids::*;
pub use heaps::*;
pub use known::{Evaluation, Known};
pub use looks::{self as view, BoardKind, Part, View};
pub use registry::{AnyGame, BOARDS, Term};
pub use strips::{single_tokens as shared, single_tokens as star_nim, *};
pub use winning::{Counted, Found, Room};

use crate::games::graphs::digraph::Files;
use crate::heap::catalogue::Entry;
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::{Outcome, Play};
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;
use crate::working::Working;

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

impl<P> Reduction<P> {
    /// The whole value, by a closed form.
    pub const fn closed(known: Nimber, theorem: Theorem) -> Self {
        Self { known, rest: Vec::new(), theorem }
    }
}

/// A built-in game.
///
/// The estimates of sizes are methods of their own and not one record: the number of options is asked of every option
/// that is compared, and the number of positions within reach costs as much as counting partitions.
pub trait Game:
    Ruleset<Position = <Self as Game>::At> + Clone + Eq + Hash + fmt::Debug + Send + 'static
{
    /// Where the game stands.
    type At: Clone + Eq + Hash + fmt::Debug + Send;
    /// Name, aliases, rules in words, an example, what is known and by which theorem.
    const ENTRY: &'static Entry;
    /// What a longer body could go on with, for the error at its end: `a heap size, `.
    const CONTINUATION: &'static str = "";
    /// Whether positions with more moves than can be listed are played all the same, by their first moves.
    const LISTED_IN_PART: bool = false;
    /// Whether a component is evaluated as fast as a kept evaluation is found.
    const EVALUATED_AT_ONCE: bool = false;
    /// Whether a position without moves has no component.
    const ENDS_ARE_EMPTY: bool = false;
    /// The game itself, where it has no parameters.
    const PLAIN: Option<Self> = None;
    /// How the game is played by its own rules.
    const NATURAL_PLAY: Play = Play::Normal;
    /// Why misère play of the game is refused, where it is.
    const NO_MISERE: Option<&'static str> = None;

    /// The entry of this very game.
    fn entry(&self) -> Option<&'static Entry> {
        Some(Self::ENTRY)
    }

    /// The name with its parameters, as the notation writes it before the colon.
    fn name(&self) -> String {
        Self::ENTRY.name.to_owned()
    }

    /// The rules in words, with its parameters.
    fn rules_in_words(&self) -> String {
        self.entry().map_or("", |entry| entry.words).to_owned()
    }

    /// Reads the parameters that follow the name, if the game has any.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Self::PLAIN.ok_or_else(|| text.expected("the parameters of the game"))
    }

    /// Reads what follows the name: parameters, the colon, the body.
    fn read_term(text: &mut Cursor<'_>, _files: &dyn Files) -> Result<(Self, Self::At), NotationError> {
        let start = text.clone();
        let game = Self::read_parameters(text)?;
        text.colon(&start)?;
        let position = game.read(text)?;
        Ok((game, position))
    }

    /// Reads the body of a term, after the colon, up to the first character that cannot belong to it.
    fn read(&self, text: &mut Cursor<'_>) -> Result<Self::At, NotationError>;

    /// Writes the body of a term; what is written is read as the same position.
    fn write(&self, position: &Self::At, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// A name of the position that is shorter than its text, for pictures.
    fn label(&self, _position: &Self::At) -> Option<String> {
        None
    }

    /// The positions that one move leads to: those of all actions on the first part of each kind.
    fn after_one_move(&self, position: &Self::At) -> Vec<Self::At> {
        let after =
            |part| self.actions(position, part).filter_map(move |action| self.act(position, part, &action));
        self.kinds(position).into_iter().flat_map(after).collect()
    }

    /// Appends the independent components of the position to `parts`: their sum must equal the position.
    fn take_apart(&self, position: Self::At, parts: &mut Vec<Self::At>) {
        if !Self::ENDS_ARE_EMPTY || self.has_move(&position) {
            parts.push(position);
        }
    }

    /// The representative of all positions that are the same up to a symmetry of the game.
    fn representative(&self, position: Self::At) -> Self::At {
        position
    }

    /// The value of a component where a theorem gives it at once; a search goes no deeper there.
    fn value_at_once(&self, component: &Self::At) -> Option<Nimber> {
        let Reduction { known, rest, .. } = self.reduce(component)?;
        rest.iter().try_fold(known, |sum, rest| Some(sum + self.value_at_once(rest)?))
    }

    /// Why moves of the position may be missing, for rules that ask for values themselves and met their limits.
    fn unanswered(&self, _position: &Self::At) -> Option<TooLarge> {
        None
    }

    /// The components of a sum with a name of its own, each with the first of its parts.
    fn inside<'p>(&self, _position: &'p Self::At) -> Vec<(usize, &'p Term)> {
        Vec::new()
    }

    /// How many parts can be moved: heaps, strips, boards, components.
    fn parts(&self, _position: &Self::At) -> usize {
        1
    }

    /// The first part of each kind: equal parts have the same moves up to the order of parts.
    fn kinds(&self, position: &Self::At) -> Vec<usize> {
        (0..self.parts(position)).collect()
    }

    /// The number from 0 by which a person calls a part.
    fn place_of(&self, _position: &Self::At, part: usize) -> usize {
        part
    }

    /// What a hand could do with a part, in a fixed order; `act` decides whether it is allowed. Huge positions have
    /// more actions than fit anywhere, so they come one by one.
    fn actions<'p>(&'p self, position: &'p Self::At, part: usize) -> impl Iterator<Item = Action> + 'p;

    /// The position after an action on a part; `None` if the rules do not allow it.
    fn act(&self, position: &Self::At, part: usize, action: &Action) -> Option<Self::At>;

    /// The actions that may lead from a position to another, found from what is different between them.
    fn actions_between(&self, before: &Self::At, after: &Self::At) -> Vec<(usize, Action)> {
        self.view(before).actions_to(&self.view(after))
    }

    /// What two positions share exactly when a person would call them the same.
    fn identity(&self, position: &Self::At) -> Self::At {
        self.canonical(position.clone())
    }

    /// Whether some move is left, told without listing them.
    fn has_move(&self, position: &Self::At) -> bool {
        self.breadth(position) > 0.0
    }

    /// An action at random, for positions with too many to list; `None` if the guess is no move, or where all are
    /// listed.
    fn guess(
        &self,
        _position: &Self::At,
        _between: &mut dyn FnMut(u64, u64) -> u64,
    ) -> Option<(usize, Action)> {
        None
    }

    /// What a person sees.
    fn view(&self, position: &Self::At) -> View;

    /// What the theory says about the value of a component, where it says something.
    fn reduce(&self, _component: &Self::At) -> Option<Reduction<Self::At>> {
        None
    }

    /// The numbers that a theorem, a period or a table uses for the value or the outcome of a position, and how they
    /// are combined.
    fn working(&self, _position: &Self::At, _known: &mut Known) -> Option<Working> {
        None
    }

    /// The value of a component, or at least its outcome, and what that rests on: theorems first, then a search.
    fn evaluate(&self, component: &Self::At, known: &mut Known) -> Result<Evaluation, TooLarge> {
        known.by_theorem_or_search(self, component)
    }

    /// The options of the position with this value, where a theorem finds them without trying every option: each
    /// once, all of them counted and at most `most` listed; or a few of them, not counted.
    fn moves_by_theorem(
        &self,
        _position: &Self::At,
        _value: Nimber,
        _most: usize,
    ) -> Option<Found<Self::At>> {
        None
    }

    /// The options of the position with this value: by theorem, or by trying each of them where they are few enough.
    fn moves_of_value(
        &self,
        position: &Self::At,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<Self::At>, TooLarge> {
        Ok(winning::by_theorem_or_trial(self, position, value, room, known)?.unwrap_or_default())
    }

    /// The options that are P where the value of the position is out of reach: by theorem.
    fn moves_to_p(
        &self,
        position: &Self::At,
        room: &Room,
        _known: &mut Known,
    ) -> Result<Found<Self::At>, TooLarge> {
        Ok(self.moves_by_theorem(position, Nimber::ZERO, room.moves).unwrap_or_default())
    }

    /// Who wins the position alone under misère play, where a theorem says so.
    fn misere_outcome(
        &self,
        _position: &Self::At,
        _known: &mut Known,
    ) -> Option<Result<(Outcome, Theorem), TooLarge>> {
        None
    }

    /// The numbers that a theorem uses for the outcome of the position alone under misère play.
    fn misere_working(&self, _position: &Self::At, _known: &mut Known) -> Option<Working> {
        None
    }

    /// Whether play may go on for ever (theory D.1).
    fn is_loopy(&self) -> bool {
        false
    }

    /// When the position got its label, where play may go on for ever (theory D.4); 0 elsewhere.
    fn turn(&self, _position: &Self::At) -> u32 {
        0
    }

    /// The number of distinct options, where they are few enough to be counted.
    fn count_options(&self, position: &Self::At, limits: &Limits) -> Option<u64> {
        let count = winning::is_listable(self, position, limits)
            .then(|| winning::distinct(self, self.options(position)).len() as u64);
        count.filter(|_| self.failure(position).is_none())
    }

    /// Why misère play of the position is refused, where it is.
    fn no_misere(&self, _position: &Self::At) -> Option<&'static str> {
        Self::NO_MISERE
    }

    /// Why the position cannot be played, if there is a reason of its own.
    fn refusal(&self, _position: &Self::At) -> Option<String> {
        None
    }

    /// An upper bound on the number of canonical components that a search under normal play looks at.
    fn search_size(&self, component: &Self::At) -> f64 {
        if self.known_value(component).is_some() { 1.0 } else { self.reachable(component) }
    }

    /// An upper bound on the number of positions that can be reached from this one, whole sums counted: the size
    /// of a search under misère play.
    fn reachable(&self, component: &Self::At) -> f64;

    /// An upper bound on the number of components that it can come to consist of.
    fn forms(&self, component: &Self::At) -> f64 {
        self.reachable(component)
    }

    /// An upper bound on the number of options.
    fn breadth(&self, position: &Self::At) -> f64;

    /// About how many machine words a position takes: what each option that is listed costs.
    fn words(&self, _position: &Self::At) -> f64 {
        size_of::<Self::At>().div_ceil(size_of::<u64>()) as f64
    }
}

/// The body of a term.
pub(crate) fn written<G: Game>(game: &G, position: &G::Position) -> String {
    struct Body<'b, G: Game>(&'b G, &'b G::Position);
    impl<G: Game> fmt::Display for Body<'_, G> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.write(self.1, f)
        }
    }
    Body(game, position).to_string()
}

/// The places of the first of equal items.
pub(crate) fn first_of_each<T: Eq + Hash>(items: impl IntoIterator<Item = T>) -> Vec<usize> {
    let mut seen = std::collections::HashSet::new();
    items.into_iter().enumerate().filter_map(|(at, item)| seen.insert(item).then_some(at)).collect()
}
