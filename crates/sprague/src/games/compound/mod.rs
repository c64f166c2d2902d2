//! Sums in which several components are moved at once (theory J.1 to J.3): selective, conjunctive and continued
//! conjunctive compounds. Ordinal sums, in which a move deletes components, are beside them (J.4).
//!
//! In the selective compound a move is a move in each of any components, at least one; it is P exactly if all
//! components are. In the conjunctive compound all components are moved and the first that ends ends the game; in the
//! continued one all that have not ended are moved, and the last that ends ends it. Who wins these two is told by how
//! long the components last (`endings`). A theorem decides a compound that stands alone, under both kinds of play; its
//! value, for sums with other games, is searched where that is short.
//!
//! A compound of more than two components is the compound of compounds, so nothing is gained by writing one into
//! another, and that is refused.

mod endings;
mod ordinal;

use std::fmt;
use std::marker::PhantomData;

pub use endings::{Endings, endings};
pub use ordinal::Ordinal;

use super::components::{self, game_at, read_component, read_games, too_many, written_component};
use super::looks::InnerView;
use super::winning::MOST_TRIED;
use super::{Action, AnyGame, BoardKind, Evaluation, Found, Game, JointMove, Known, Part, Room, Term, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::{STEPS_PER_OPTION, TooLarge};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::play::{Outcome, Play};
use crate::position::Position;
use crate::solve::misere_outcome;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The games that are no component, and why.
const REFUSED: [(&str, &str); 8] = [
    ("selective", COMPOUND),
    ("conjunctive", COMPOUND),
    ("continued", COMPOUND),
    ("ordinal", COMPOUND),
    (
        "nearly",
        "a nearly disjunctive sum is no component of another sum of its own kind: name its games one by one",
    ),
    ("notakto", "notakto is played under misère play only, and is no component of another kind of sum"),
    ("graph", "a graph is no component of another kind of sum: only games with a name and rules are"),
    (
        "northcott",
        "northcott is no component of another kind of sum: players may retreat, so it has no end of its own",
    ),
];
const COMPOUND: &str = "a compound is no component of another one: name its games one by one";

/// Which components a move moves, and when the game ends.
pub trait Joining: Copy + Default + Eq + Ord + std::hash::Hash + fmt::Debug + Send + 'static {
    /// Name, rules in words, an example.
    const ENTRY: &'static Entry;
    /// Which components are moved.
    const MOVED: Moved;
    /// The statement that tells who wins.
    const THEOREM: Theorem;
}

/// The components that a move moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// Any of them, at least one.
    Any,
    /// All, and no move is left when one has ended.
    All,
    /// All that have not ended.
    Open,
}

/// Any components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyComponents;

/// All components, until the first ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AllComponents;

/// All components that are left, until the last ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpenComponents;

impl Joining for AnyComponents {
    const ENTRY: &'static Entry = &Entry {
        name: "selective",
        title: "Selective compound",
        aliases: &["selective-sum", "selective-compound"],
        kind: EntryKind::Board("selective(take(1)): [5] [4] [2]"),
        words: "Move in any of the components at once, at least one of them.",
        known: &["P exactly if all components are P (theory J.1)."],
        oeis: None,
    };
    const MOVED: Moved = Moved::Any;
    const THEOREM: Theorem = Theorem::Selective;
}

impl Joining for AllComponents {
    const ENTRY: &'static Entry = &Entry {
        name: "conjunctive",
        title: "Conjunctive compound",
        aliases: &["conjunctive-sum", "conjunctive-compound", "join"],
        kind: EntryKind::Board("conjunctive(kayles, nim): [5] [3]"),
        words: "Move in all components at once; the first that has no move left ends the game.",
        known: &["P exactly if the least remoteness of a component is even (theory J.2)."],
        oeis: None,
    };
    const MOVED: Moved = Moved::All;
    const THEOREM: Theorem = Theorem::Conjunctive;
}

impl Joining for OpenComponents {
    const ENTRY: &'static Entry = &Entry {
        name: "continued",
        title: "Continued conjunctive compound",
        aliases: &["continued-conjunctive"],
        kind: EntryKind::Board("continued(kayles, nim): [5] [3]"),
        words: "Move in all components that have a move left; the last of them ends the game.",
        known: &["P exactly if the greatest suspense of a component is even (theory J.3)."],
        oeis: None,
    };
    const MOVED: Moved = Moved::Open;
    const THEOREM: Theorem = Theorem::Continued;
}

/// A compound of components of one game, or of one game each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Compound<J> {
    games: Vec<AnyGame>,
    joining: PhantomData<J>,
}

/// The selective compound.
pub type Selective = Compound<AnyComponents>;
/// The conjunctive compound.
pub type Conjunctive = Compound<AllComponents>;
/// The continued conjunctive compound.
pub type Continued = Compound<OpenComponents>;

/// The components, each with the index of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompoundPosition(Vec<(usize, Term)>);

impl CompoundPosition {
    /// The components, each with its game.
    pub fn components(&self) -> impl ExactSizeIterator<Item = &Term> {
        self.0.iter().map(|(_, term)| term)
    }

    fn first_parts(&self) -> Vec<(usize, &Term)> {
        let mut next = 0;
        let first = |term| {
            let first = next;
            next += Term::parts(term);
            (first, term)
        };
        self.components().map(first).collect()
    }

    /// The component that a part belongs to, and which of its own parts it is.
    fn place(&self, part: usize) -> Option<(usize, usize)> {
        let all = self.first_parts();
        let at = all.partition_point(|&(first, _)| first <= part).checked_sub(1)?;
        let (first, term) = all[at];
        (part - first < term.parts()).then_some((at, part - first))
    }

    /// In a fixed order, each as its representative: components of one game can change places.
    fn sorted_by(mut self, representative: impl Fn(&Term) -> Term) -> Self {
        for (_, term) in &mut self.0 {
            *term = representative(term);
        }
        self.0.sort_unstable();
        self
    }

    /// The whole board, drawn by its components.
    fn view(&self) -> View {
        let part = |(_, term): &(usize, Term)| {
            let heaps = if let Term::Heaps(_, heaps) = term { heaps.sizes().to_vec() } else { Vec::new() };
            let game = if let Term::Heaps(game, _) = term { game.to_string() } else { term.to_string() };
            Part::Component { game, heaps, owner: false }
        };
        let inside =
            self.first_parts().into_iter().map(|(first, term)| InnerView { first, view: term.view() });
        View { inside: inside.collect(), ..View::new(BoardKind::Compound, self.0.iter().map(part)) }
    }

    /// Reads components in brackets; `slash` may stand between them.
    fn read(games: &[AnyGame], text: &mut Cursor<'_>, slash: bool) -> Result<Self, NotationError> {
        let mut components: Vec<(usize, Term)> = Vec::new();
        loop {
            text.skip_spaces();
            let start = text.column();
            if slash && !components.is_empty() {
                let mut ahead = text.clone();
                if ahead.eat('/') {
                    ahead.skip_spaces();
                    *text = ahead;
                }
            }
            let (at, game) = game_at(games, components.len());
            let Some(term) = read_component(game, text)? else { break };
            components.push((at, term));
            if games.len() > 1 && components.len() > games.len() {
                return Err(too_many(games, start));
            }
        }
        Ok(Self(components))
    }

    fn write(&self, between: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.components().map(|term| format!("[{}]", written_component(term)));
        f.write_str(&joined(written, between))
    }
}

/// Something that can be done in a component: on which part of the whole board, and what.
type Step = (usize, Action);

impl<J: Joining> Compound<J> {
    /// The compound of components of one game, or of one game each.
    pub const fn of(games: Vec<AnyGame>) -> Self {
        Self { games, joining: PhantomData }
    }

    /// Whether the rules allow the components at these places, and no others, to be moved together.
    fn may_move(position: &CompoundPosition, moved: &[usize]) -> bool {
        let open = || (0..position.0.len()).filter(|&at| position.0[at].1.has_move());
        match J::MOVED {
            Moved::Any => !moved.is_empty(),
            Moved::All => !moved.is_empty() && moved.len() == position.0.len(),
            Moved::Open => !moved.is_empty() && open().eq(moved.iter().copied()),
        }
    }

    /// What the theorem looks at: the number that tells how long the component lasts.
    fn number(term: &Term, play: Play, known: &mut Known) -> Result<u32, TooLarge> {
        let endings = endings(term, known)?;
        Ok(if J::MOVED == Moved::Open { endings.suspense(play) } else { endings.remoteness(play) })
    }

    /// The same for all components together.
    fn number_of_all(position: &CompoundPosition, play: Play, known: &mut Known) -> Result<u32, TooLarge> {
        let mut numbers = Vec::with_capacity(position.0.len());
        for term in position.components() {
            numbers.push(Self::number(term, play, known)?);
        }
        let found =
            if J::MOVED == Moved::Open { numbers.into_iter().max() } else { numbers.into_iter().min() };
        Ok(found.unwrap_or_default())
    }

    /// Who wins the compound alone.
    fn outcome(position: &CompoundPosition, play: Play, known: &mut Known) -> Result<Outcome, TooLarge> {
        if J::MOVED == Moved::Any {
            return Self::selective_outcome(position, play, known);
        }
        let even = Self::number_of_all(position, play, known)?.is_multiple_of(2);
        Ok(if even == (play == Play::Normal) { Outcome::P } else { Outcome::N })
    }

    /// The numbers behind the outcome: of each component how long it lasts, or who wins it.
    fn worked(position: &CompoundPosition, play: Play, known: &mut Known) -> Result<Working, TooLarge> {
        /// The most components that a sentence names.
        const MOST_TOLD: usize = 6;
        let outcome = Self::outcome(position, play, known)?;
        let (what, combine) = match J::MOVED {
            Moved::All => ("Remoteness", Combine::Least),
            Moved::Open => ("Suspense", Combine::Greatest),
            Moved::Any => {
                let mut rows = Vec::with_capacity(position.0.len());
                for term in position.components() {
                    rows.push(WorkingRow::new(term.to_string(), outcome_of(term, known)?));
                }
                let open = position.components().filter(|term| term.has_move()).count();
                if play == Play::Misere && open < 2 {
                    let last = "At most one component is left, and its misère play decides";
                    return Ok(Working::argued(J::THEOREM, outcome).because(last));
                }
                return Ok(Working::of_outcome(J::THEOREM, Combine::AllP, rows));
            }
        };
        let mut rows = Vec::with_capacity(position.0.len());
        for term in position.components() {
            rows.push(
                WorkingRow::new(term.to_string(), u64::from(Self::number(term, play, known)?))
                    .because(what.to_lowercase()),
            );
        }
        let whole = u64::from(Self::number_of_all(position, play, known)?);
        let parity = if whole.is_multiple_of(2) { "even" } else { "odd" };
        let who =
            if outcome == Outcome::N { "the player to move wins" } else { "the player who just moved wins" };
        let shown: Vec<String> =
            rows.iter().take(MOST_TOLD).map(|row| format!("{} for {}", row.value, row.label)).collect();
        let more = if rows.len() > MOST_TOLD { ", ..." } else { "" };
        let because = format!(
            "{what} {}{more}: the {combine} is {whole}, which is {parity}, so {who}",
            joined(shown, ", ")
        );
        Ok(Working::concluded(J::THEOREM, combine, rows, whole, outcome).because(because))
    }

    fn selective_outcome(
        position: &CompoundPosition,
        play: Play,
        known: &mut Known,
    ) -> Result<Outcome, TooLarge> {
        let open: Vec<&Term> = position.components().filter(|term| term.has_move()).collect();
        match (&open[..], play) {
            ([], Play::Misere) => return Ok(Outcome::N),
            ([only], Play::Misere) => return misere_outcome(&Position(vec![(*only).clone()]), known),
            _ => {}
        }
        for term in open {
            if outcome_of(term, known)? != Outcome::P {
                return Ok(Outcome::N);
            }
        }
        Ok(Outcome::P)
    }

    /// The options that are P in a selective compound under normal play: all components that are N go to P (theory J.1).
    fn selective_moves(
        &self,
        position: &CompoundPosition,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<CompoundPosition>, TooLarge> {
        let mut all: Vec<(usize, Vec<Term>)> = Vec::new();
        let mut total = Some(1u64);
        for (at, (_, term)) in position.0.iter().enumerate() {
            if outcome_of(term, known)? == Outcome::P {
                continue;
            }
            let here = match term.value(known)? {
                Some(_) => term.moves_of_value(Nimber::ZERO, room, known)?,
                None => term.moves_to_p(room, known)?,
            };
            total = total.zip(here.total).and_then(|(all, here)| all.checked_mul(here));
            all.push((at, here.moves));
        }
        if all.is_empty() {
            return Ok(Vec::new().into());
        }
        let mut found = Found { moves: Vec::new(), total };
        let mut choice = vec![0; all.len()];
        while found.moves.len() < room.moves && all.iter().all(|(_, moves)| !moves.is_empty()) {
            let mut after = position.clone();
            for ((at, moves), &chosen) in all.iter().zip(&choice) {
                after.0[*at].1 = moves[chosen].clone();
            }
            found.moves.push(after);
            if !next_choice(&mut choice, |at| all[at].1.len()) {
                break;
            }
        }
        Ok(found)
    }

    /// The options that are P: by trying each of them, where they are few.
    fn moves_to_p_by_trial(
        &self,
        position: &CompoundPosition,
        play: Play,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<CompoundPosition>, TooLarge> {
        let breadth = self.breadth(position);
        if breadth > MOST_TRIED || !room.admit(breadth, &known.limits().clone())? {
            return Ok(Found::default());
        }
        let mut found = super::Counted::first(room.moves);
        for option in super::winning::distinct(self, self.after_one_move(position)) {
            if Self::outcome(&option, play, known)? == Outcome::P {
                found.add(|| option);
            }
        }
        Ok(found.into())
    }
}

/// Who wins a component alone under normal play.
fn outcome_of(term: &Term, known: &mut Known) -> Result<Outcome, TooLarge> {
    if let Some(value) = term.value(known)? {
        return Ok(Outcome::of_value(value));
    }
    match &term.components()[..] {
        [only] => Ok(only.evaluate(known)?.outcome),
        _ => Err(TooLarge::Endless {
            what: crate::limits::named(format!("the outcome of {term}")),
            reason: "theory tells only who wins each of its parts",
        }),
    }
}

impl<J: Joining> Game for Compound<J> {
    type At = CompoundPosition;
    const ENTRY: &'static Entry = J::ENTRY;
    const ENDS_ARE_EMPTY: bool = true;

    fn name(&self) -> String {
        components::name(J::ENTRY.name, &self.games)
    }

    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        read_games(text, &REFUSED).map(Self::of)
    }

    /// One bracket for each component; with one game for all, any number of them.
    fn read(&self, text: &mut Cursor<'_>) -> Result<CompoundPosition, NotationError> {
        let position = CompoundPosition::read(&self.games, text, false)?;
        let count = position.0.len();
        if count == 0 || (self.games.len() > 1 && count < self.games.len()) {
            return Err(text.expected("a component for each game in brackets, as in `[5,2] [4]`"));
        }
        Ok(position)
    }

    fn write(&self, position: &CompoundPosition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        position.write(" ", f)
    }

    fn representative(&self, position: CompoundPosition) -> CompoundPosition {
        position.sorted_by(Term::canonical)
    }

    fn unanswered(&self, position: &CompoundPosition) -> Option<TooLarge> {
        position.components().find_map(Term::failure)
    }

    fn inside<'p>(&self, position: &'p CompoundPosition) -> Vec<(usize, &'p Term)> {
        position.first_parts()
    }

    fn parts(&self, position: &CompoundPosition) -> usize {
        position.components().map(Term::parts).sum()
    }

    /// A move of several components stands with the first of them.
    fn actions<'p>(
        &'p self,
        position: &'p CompoundPosition,
        part: usize,
    ) -> impl Iterator<Item = Action> + 'p {
        Joint::new::<J>(position, part)
    }

    fn act(&self, position: &CompoundPosition, part: usize, action: &Action) -> Option<CompoundPosition> {
        let alone;
        let moves = match action {
            Action::Joint { moves } => moves,
            action => {
                alone = [JointMove { part, action: action.clone() }];
                &alone[..]
            }
        };
        let mut after = position.clone();
        let mut moved = Vec::with_capacity(moves.len());
        for step in moves {
            let (at, own) = position.place(step.part)?;
            // one move in each component, in their order
            if moved.last().is_some_and(|&last| last >= at) {
                return None;
            }
            after.0[at].1 = position.0[at].1.act(own, &step.action)?;
            moved.push(at);
        }
        Self::may_move(position, &moved).then_some(after)
    }

    /// That of its component.
    fn place_of(&self, position: &CompoundPosition, part: usize) -> usize {
        position.place(part).map_or(part, |(component, _)| component)
    }

    fn identity(&self, position: &CompoundPosition) -> CompoundPosition {
        position.clone().sorted_by(Term::identity)
    }

    /// One move in each component that changed.
    fn actions_between(&self, before: &CompoundPosition, after: &CompoundPosition) -> Vec<Step> {
        let mut moves = Vec::new();
        for ((first, old), new) in before.first_parts().into_iter().zip(after.components()) {
            if old.identity() == new.identity() {
                continue;
            }
            let wanted = new.identity();
            let found = old.actions_to(new).into_iter().find(|(part, action)| {
                old.act(*part, action).is_some_and(|reached| reached.identity() == wanted)
            });
            let Some((part, action)) = found else { return Vec::new() };
            moves.push(JointMove { part: first + part, action });
        }
        match moves.first() {
            Some(step) => vec![(step.part, Action::Joint { moves })],
            None => Vec::new(),
        }
    }

    fn has_move(&self, position: &CompoundPosition) -> bool {
        let mut open = position.components().map(Term::has_move);
        if J::MOVED == Moved::All {
            position.0.is_empty() || open.all(|open| open)
        } else {
            open.any(|open| open)
        }
    }

    fn view(&self, position: &CompoundPosition) -> View {
        position.view()
    }

    fn evaluate(&self, component: &CompoundPosition, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let outcome = Self::outcome(component, Play::Normal, known)?;
        let ground = vec![crate::sequence::Ground::Theorem(J::THEOREM)];
        if outcome == Outcome::P {
            return Ok(Evaluation::valued(Nimber::ZERO, ground));
        }
        let valued = known.admit_long_search(self, component).and_then(|()| known.searched(self, component));
        Evaluation::or_outcome(valued, Some((outcome, J::THEOREM)))
    }

    fn moves_of_value(
        &self,
        position: &CompoundPosition,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<CompoundPosition>, TooLarge> {
        if !value.is_zero() {
            return Ok(
                super::winning::by_theorem_or_trial(self, position, value, room, known)?.unwrap_or_default()
            );
        }
        match J::MOVED {
            Moved::Any => self.selective_moves(position, room, known),
            Moved::All | Moved::Open => self.moves_to_p_by_trial(position, Play::Normal, room, known),
        }
    }

    fn moves_to_p(
        &self,
        position: &CompoundPosition,
        room: &Room,
        known: &mut Known,
    ) -> Result<Found<CompoundPosition>, TooLarge> {
        self.moves_of_value(position, Nimber::ZERO, &mut room.clone(), known)
    }

    fn misere_outcome(
        &self,
        position: &CompoundPosition,
        known: &mut Known,
    ) -> Option<Result<(Outcome, Theorem), TooLarge>> {
        Some(Self::outcome(position, Play::Misere, known).map(|outcome| (outcome, J::THEOREM)))
    }

    fn working(&self, position: &CompoundPosition, known: &mut Known) -> Option<Working> {
        Self::worked(position, Play::Normal, known).ok()
    }

    fn misere_working(&self, position: &CompoundPosition, known: &mut Known) -> Option<Working> {
        Self::worked(position, Play::Misere, known).ok()
    }

    fn refusal(&self, position: &CompoundPosition) -> Option<String> {
        position.components().find_map(Term::refusal)
    }

    fn reachable(&self, position: &CompoundPosition) -> f64 {
        let whole = |term: &Term| term.components().iter().map(Term::reachable).product::<f64>();
        position.components().map(whole).product()
    }

    fn breadth(&self, position: &CompoundPosition) -> f64 {
        if !self.has_move(position) {
            return 0.0;
        }
        let each = position.components().map(Term::breadth);
        match J::MOVED {
            Moved::Any => each.map(|moves| moves + 1.0).product::<f64>() - 1.0,
            Moved::All | Moved::Open => each.filter(|&moves| moves > 0.0).product(),
        }
    }

    fn words(&self, position: &CompoundPosition) -> f64 {
        position.components().map(|term| term.words() + 6.0).sum::<f64>() + 3.0 * self.games.len() as f64
    }
}

/// The moves that begin with a move on a part, one by one: every choice of what is done in the components behind it.
struct Joint {
    first: Vec<Step>,
    /// For each component behind, what can be done there; `None` leaves it as it is.
    behind: Vec<Vec<Option<Step>>>,
    /// The choice that is next; `None` at the end.
    next: Option<Vec<usize>>,
}

impl Joint {
    fn new<J: Joining>(position: &CompoundPosition, part: usize) -> Self {
        /// Longer lists are never asked for to the end.
        const MOST: usize = 1_000_000;
        let none = Self { first: Vec::new(), behind: Vec::new(), next: None };
        let Some((at, own)) = position.place(part) else { return none };
        let all = position.first_parts();
        let open: Vec<bool> = position.components().map(Term::has_move).collect();
        let passed_over = match J::MOVED {
            Moved::Any => false,
            Moved::All => at > 0 || open.contains(&false),
            Moved::Open => open[..at].contains(&true),
        };
        if passed_over {
            return none;
        }
        let (start, term) = all[at];
        let first =
            term.moves_of(own).take(MOST).map(|(action, _)| (start + own, action)).collect::<Vec<_>>();
        let behind = all[at + 1..].iter().map(|&(start, term)| {
            let stays = (J::MOVED == Moved::Any || !term.has_move()).then_some(None);
            let steps = term
                .kinds()
                .into_iter()
                .flat_map(|own| term.moves_of(own).map(move |(action, _)| Some((start + own, action))));
            stays.into_iter().chain(steps.take(MOST)).collect::<Vec<_>>()
        });
        let behind: Vec<_> = behind.collect();
        let next = (!first.is_empty() && behind.iter().all(|steps| !steps.is_empty()))
            .then(|| vec![0; behind.len() + 1]);
        Self { first, behind, next }
    }
}

impl Iterator for Joint {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        let mut choice = self.next.take()?;
        let first = &self.first[choice[0]];
        let chosen = self.behind.iter().zip(&choice[1..]).filter_map(|(steps, &at)| steps[at].as_ref());
        let moves = std::iter::once(first).chain(chosen);
        let moves = moves.map(|(part, action)| JointMove { part: *part, action: action.clone() }).collect();
        let length = |at: usize| if at == 0 { self.first.len() } else { self.behind[at - 1].len() };
        if next_choice(&mut choice, length) {
            self.next = Some(choice);
        }
        Some(Action::Joint { moves })
    }
}

/// The next choice of one of `length` things in each place, the last place first; false after the last.
fn next_choice(choice: &mut [usize], length: impl Fn(usize) -> usize) -> bool {
    for at in (0..choice.len()).rev() {
        choice[at] += 1;
        if choice[at] < length(at) {
            return true;
        }
        choice[at] = 0;
    }
    false
}

/// What listing the options of a term costs.
fn cost_of_options(term: &Term) -> u64 {
    (term.breadth() as u64).saturating_mul(STEPS_PER_OPTION)
}
