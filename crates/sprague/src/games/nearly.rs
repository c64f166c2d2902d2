//! Nearly disjunctive sums of any games (theory 9.1).
//!
//! The first player to move a component to a P-position of that component makes it the *owner*; from then on no
//! move in any other component may lead to a P-position of that component. Once there is an owner the components
//! are independent: the owner is played by its own rule, every other one by its rule without the moves to
//! P-positions, which makes the value of an N-position one less. Without an owner the values of the components are the
//! squares of Star Nim (`ownerless`, theory 9.4).
//!
//! Whether a component is a P-position is found as for a game on its own: by theorem, sequence, table or search. The
//! rules themselves ask for this, so that listing moves is work. Every sum therefore carries what it has asked
//! (`Asked`), within the limits and under the meter of whoever asks ([`Nearly::within`]). Where an answer is refused,
//! the sum says so ([`Ruleset::failure`]), and no search takes the moves that are left for all.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::components::{self, game_at, read_component, read_games, too_many, written_component};
use super::heaps::allows;
use super::looks::heaps::between as changes_of_heaps;
use super::ownerless::Ownerless;
use super::star_nim::StarNim;
use super::{
    Action, AnyGame, BoardKind, Evaluation, Found, Game, Known, Part, Reduction, Room, Term, View, winning,
    written,
};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::{HeapGame, Heaps, closed::closed_form, dense_steps};
use crate::limits::{Limits, TooLarge, named};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The most steps that the values of components may take where nobody has said what they may: some seconds.
const MOST_STEPS: u64 = 2_000_000_000;
/// The largest heap that is played, since moves ask for the values of all smaller heaps.
const LARGEST_PLAYED: u64 = 10_000;

/// The games that are no component, and why.
const REFUSED: [(&str, &str); 3] = [
    ("nearly", "a nearly disjunctive sum is no component of another one: name its games one by one"),
    ("graph", "a graph is no component of a nearly disjunctive sum: only games with a name and rules are"),
    (
        "northcott",
        "northcott is no component of a nearly disjunctive sum: a player may retreat, and the answer to a retreat may \
         be a move that the sum forbids",
    ),
];

/// The games of the components: one for all of them, or one each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nearly {
    games: Vec<AnyGame>,
    asked: Asked,
}

/// What a sum has asked of its components. It is no part of the game: two sums of the same games are equal.
#[derive(Clone)]
struct Asked(Arc<Mutex<Asking>>);

struct Asking {
    known: Known,
    /// Why an answer is missing, and with it moves.
    failure: Option<TooLarge>,
}

impl Asked {
    fn within(limits: Limits) -> Self {
        Self(Arc::new(Mutex::new(Asking { known: Known::new(limits), failure: None })))
    }

    fn lock(&self) -> MutexGuard<'_, Asking> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks what is known of a component.
    fn ask<T>(&self, question: impl FnOnce(&mut Known) -> Result<T, TooLarge>) -> Result<T, TooLarge> {
        let known = &mut self.lock().known;
        known.go_on()?;
        question(known)
    }

    /// The same for the rules, which cannot fail: a refusal is remembered.
    fn ask_for_rules<T>(&self, question: impl FnOnce(&mut Known) -> Result<T, TooLarge>) -> Option<T> {
        if self.failure().is_some() {
            return None;
        }
        self.ask(question).map_err(|refusal| self.lock().failure = Some(refusal)).ok()
    }

    fn failure(&self) -> Option<TooLarge> {
        self.lock().failure.clone()
    }
}

impl Default for Asked {
    #[expect(
        clippy::disallowed_methods,
        reason = "a sum that was typed, before anyone has said what it may cost"
    )]
    fn default() -> Self {
        Self::within(Limits { steps: MOST_STEPS, ..Limits::default() })
    }
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Asked")
    }
}

impl PartialEq for Asked {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Asked {}

impl PartialOrd for Asked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Asked {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for Asked {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What the sums of a question have asked, kept with everything else that is known.
#[derive(Default)]
struct KeptAsked(Option<Asked>);

/// Which component, if any, was the first to be moved to a P-position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// None so far.
    Nobody,
    /// The component with this index.
    Component(usize),
    /// A component that is looked at elsewhere.
    Elsewhere,
}

/// The components, each with the index of its game, and the owner.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NearlyPosition {
    components: Vec<(usize, Term)>,
    owner: Owner,
}

impl NearlyPosition {
    /// The components, each with its game.
    pub fn components(&self) -> impl ExactSizeIterator<Item = &Term> {
        self.components.iter().map(|(_, term)| term)
    }

    /// The first part of each component, and the component.
    pub fn first_parts(&self) -> impl Iterator<Item = (usize, &Term)> {
        self.components().scan(0, |next, term| {
            let first = *next;
            *next += own_parts(term);
            Some((first, term))
        })
    }

    /// The owner.
    pub const fn owner(&self) -> Owner {
        self.owner
    }

    /// The position with another component at this place, and its owner.
    fn moved(&self, at: usize, term: Term, owner: Owner) -> Self {
        let mut components = self.components.clone();
        components[at].1 = term;
        Self { components, owner }
    }

    /// The owner first, then the others in a fixed order, each as its representative.
    fn sorted_by(mut self, representative: impl Fn(&Term) -> Term) -> Self {
        for (_, term) in &mut self.components {
            *term = representative(term);
        }
        let owner = match self.owner {
            Owner::Component(at) => Some(self.components.remove(at)),
            Owner::Nobody | Owner::Elsewhere => None,
        };
        self.components.sort_unstable();
        if let Some(owner) = owner {
            self.components.insert(0, owner);
            self.owner = Owner::Component(0);
        }
        self
    }
}

impl Nearly {
    /// The nearly disjunctive sum of components of one heap game, or of one heap game each.
    pub fn new(games: Vec<HeapGame>) -> Self {
        Self::of(games.into_iter().map(AnyGame::Heaps).collect())
    }

    /// The nearly disjunctive sum of components of one game, or of one game each.
    pub fn of(games: Vec<AnyGame>) -> Self {
        Self { games, asked: Asked::default() }
    }

    /// The same sum, whose moves are found within these limits and stopped by their meter.
    #[must_use]
    pub fn within(&self, limits: &Limits) -> Self {
        Self { games: self.games.clone(), asked: Asked::within(limits.clone()) }
    }

    /// The same sum within the limits of what is known, where what it has asked is kept.
    fn within_known(&self, known: &mut Known) -> Self {
        let limits = known.limits().clone();
        let kept = &mut known.table::<KeptAsked>().0;
        let asked = kept.take().filter(|asked| asked.failure().is_none());
        let asked = asked.unwrap_or_else(|| Asked::within(limits));
        *kept = Some(asked.clone());
        Self { games: self.games.clone(), asked }
    }

    /// The games of the components.
    pub fn games(&self) -> &[AnyGame] {
        &self.games
    }

    /// A position without owner, from the heaps of each component; components of other games are left out.
    pub fn position(&self, components: impl IntoIterator<Item = Vec<u64>>) -> NearlyPosition {
        let component = |(at, heaps): (usize, Vec<u64>)| match game_at(&self.games, at) {
            (game, AnyGame::Heaps(rules)) => Some((game, Term::Heaps(rules.clone(), Heaps::new(heaps)))),
            _ => None,
        };
        let components = components.into_iter().enumerate().filter_map(component).collect();
        NearlyPosition { components, owner: Owner::Nobody }
    }

    /// The component that a part belongs to, and which of its own parts it is. Heaps are one part together.
    fn place(position: &NearlyPosition, part: usize) -> Option<(usize, usize)> {
        let mut before = 0;
        for (at, (_, term)) in position.components.iter().enumerate() {
            let parts = own_parts(term);
            if part < before + parts {
                return Some((at, part - before));
            }
            before += parts;
        }
        None
    }

    /// Refuses a position whose components are too large to tell their P-positions.
    pub fn admit(&self, position: &NearlyPosition) -> Result<(), TooLarge> {
        for (_, term) in &position.components {
            match term {
                Term::Heaps(game, heaps) if closed_form(&game.rule, 0).is_none() => {
                    self.asked.ask(|known| {
                        let limits = known.limits();
                        let steps = dense_steps(game.rule.clauses(), heaps.largest());
                        let what = || format!("the sequence of {game} to heap {}", heaps.largest());
                        limits.admit_steps(what(), steps)?;
                        limits.admit_heaps(what(), heaps.largest())
                    })?;
                }
                Term::Heaps(..) => {}
                // the size of a search is estimated before it starts, here as for a board on its own
                board => {
                    self.asked.ask(|known| outcome_of(board, known))?;
                }
            }
        }
        Ok(())
    }

    /// The moves of Star Nim that are asked for, as moves of components to positions of the values that the tokens get.
    /// Moves to larger values may win, too, so they are not all there are.
    fn moves_of_tokens(
        &self,
        position: &NearlyPosition,
        room: &mut Room,
        known: &mut Known,
        ask: impl FnOnce(&Vec<u64>, &mut Room, &mut Known) -> Result<Found<Vec<u64>>, TooLarge>,
    ) -> Result<Found<NearlyPosition>, TooLarge> {
        let ownerless = Ownerless::of(position.components(), known)?;
        let Some(tokens) = ownerless.star() else { return Ok(Found::default()) };
        let mut moves = Vec::new();
        for after in ask(&tokens, room, known)?.moves {
            let Some((at, value)) = ownerless.step(&after) else { continue };
            let owner = if value.is_zero() { Owner::Component(at) } else { Owner::Nobody };
            let found = position.components[at].1.moves_of_value(value, room, known)?;
            let free = room.moves.saturating_sub(moves.len());
            moves.extend(found.moves.into_iter().take(free).map(|term| position.moved(at, term, owner)));
        }
        Ok(Found { moves, total: None })
    }

    /// With an owner each component has a value of its own, that of a component beside it one less.
    fn moves_beside_an_owner(
        &self,
        position: &NearlyPosition,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<NearlyPosition>, TooLarge> {
        let Some(whole) = known.value(self, position)? else { return Ok(Found::default()) };
        let mut moves = Vec::new();
        for (at, (game, term)) in position.components.iter().enumerate() {
            let is_owner = position.owner == Owner::Component(at);
            let owner = if is_owner { Owner::Component(0) } else { Owner::Elsewhere };
            let alone = NearlyPosition { components: vec![(*game, term.clone())], owner };
            let Some(own) = known.value(self, &alone)? else { continue };
            let wanted = whole + value + own;
            let wanted = if is_owner { Some(wanted.0) } else { wanted.0.checked_add(1) };
            let Some(wanted) = wanted else { continue };
            let found = term.moves_of_value(Nimber(wanted), room, known)?;
            let free = room.moves.saturating_sub(moves.len());
            let made = found.moves.into_iter().take(free);
            moves.extend(made.map(|term| position.moved(at, term, position.owner)));
        }
        Ok(Found { moves, total: None })
    }

    /// How many heaps the tables that tell P-positions need.
    fn tabulated(&self, position: &NearlyPosition) -> f64 {
        let mut largest = vec![0; self.games.len()];
        for (game, term) in &position.components {
            if let Term::Heaps(rules, heaps) = term
                && closed_form(&rules.rule, 0).is_none()
            {
                largest[*game] = heaps.largest().max(largest[*game]);
            }
        }
        largest.iter().map(|&heap| heap as f64).sum()
    }
}

/// How many parts of its own a component has.
fn own_parts(term: &Term) -> usize {
    if let Term::Heaps(..) = term { 1 } else { term.parts() }
}

/// Who wins a component alone.
fn outcome_of(term: &Term, known: &mut Known) -> Result<Outcome, TooLarge> {
    if let Some(value) = term.value(known)? {
        return Ok(Outcome::of_value(value));
    }
    match &term.components()[..] {
        [only] => Ok(only.evaluate(known)?.outcome),
        _ => Err(without_value(term)),
    }
}

/// The value of a component alone, and what it rests on.
pub(super) fn value_of(
    term: &Term,
    known: &mut Known,
    grounds: &mut Vec<Ground>,
) -> Result<Nimber, TooLarge> {
    let mut sum = Nimber::ZERO;
    for part in term.components() {
        let found = part.evaluate(known)?;
        grounds.extend(found.grounds);
        sum += found.value.ok_or_else(|| found.refusal.unwrap_or_else(|| without_value(term)))?;
    }
    Ok(sum)
}

fn without_value(term: &Term) -> TooLarge {
    TooLarge::Endless {
        what: named(format!("the value of {term}")),
        reason: "theory tells only who wins each of its parts, which a nearly disjunctive sum cannot use",
    }
}

impl Game for Nearly {
    type At = NearlyPosition;
    const ENTRY: &'static Entry = &Entry {
        name: "nearly",
        title: "Nearly disjunctive sum",
        aliases: &[],
        kind: EntryKind::Board("nearly(kayles, nim): [5] [3]"),
        words: "The nearly disjunctive sum of any games: the first component moved to a P-position of its own becomes \
                the owner, and no other may be moved to one.",
        known: &[
            "Of Nim heaps it is Star Nim (theory 9.1); of any N-positions it has the value of Star Nim with a token on \
             the value of each (theory 9.4).",
        ],
        oeis: None,
    };

    fn name(&self) -> String {
        components::name(Self::ENTRY.name, &self.games)
    }

    /// `(GAME, GAME, ...)`.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        read_games(text, &REFUSED).map(Self::of)
    }

    /// One bracket for each component, with `!` behind the owner: heaps, or the position of a board. A component of one
    /// heap may be typed without brackets; they are always written. With one game for all, any number of components may
    /// follow, otherwise one for each game.
    fn read(&self, text: &mut Cursor<'_>) -> Result<NearlyPosition, NotationError> {
        let mut components: Vec<(usize, Term)> = Vec::new();
        let mut owner = Owner::Nobody;
        loop {
            text.skip_spaces();
            let start = text.column();
            let (at, game) = game_at(&self.games, components.len());
            let Some(term) = read_component(game, text)? else { break };
            components.push((at, term));
            if self.games.len() > 1 && components.len() > self.games.len() {
                return Err(too_many(&self.games, start));
            }
            if text.peek() == Some('!') {
                if owner != Owner::Nobody {
                    return Err(text.error("a second owner: at most one component may be marked with `!`"));
                }
                text.advance();
                owner = Owner::Component(components.len() - 1);
            }
        }
        if components.is_empty() || (self.games.len() > 1 && components.len() < self.games.len()) {
            return Err(text.expected("a component for each game in brackets, as in `[5,2] [4]`"));
        }
        Ok(NearlyPosition { components, owner })
    }

    fn write(&self, position: &NearlyPosition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = |(at, (_, term)): (usize, &(usize, Term))| {
            let body = written_component(term);
            let mark = if position.owner == Owner::Component(at) { "!" } else { "" };
            format!("[{body}]{mark}")
        };
        f.write_str(&joined(position.components.iter().enumerate().map(component), " "))
    }

    fn take_apart(&self, position: NearlyPosition, parts: &mut Vec<NearlyPosition>) {
        if position.owner == Owner::Nobody {
            parts.push(position);
            return;
        }
        for (at, component) in position.components.into_iter().enumerate() {
            let owner =
                if position.owner == Owner::Component(at) { Owner::Component(0) } else { Owner::Elsewhere };
            parts.push(NearlyPosition { components: vec![component], owner });
        }
    }

    fn representative(&self, position: NearlyPosition) -> NearlyPosition {
        position.sorted_by(Term::canonical)
    }

    fn value_at_once(&self, component: &NearlyPosition) -> Option<Nimber> {
        let value = |term: &Term| self.asked.ask_for_rules(|known| term.value(known)).flatten();
        match (component.owner, &component.components[..]) {
            (Owner::Component(0), [(_, term)]) => value(term),
            (Owner::Elsewhere, [(_, term)]) => value(term)?.0.checked_sub(1).map(Nimber),
            _ => None,
        }
    }

    fn unanswered(&self, _position: &NearlyPosition) -> Option<TooLarge> {
        self.asked.failure()
    }

    fn inside<'p>(&self, position: &'p NearlyPosition) -> Vec<(usize, &'p Term)> {
        position.first_parts().collect()
    }

    fn parts(&self, position: &NearlyPosition) -> usize {
        position.components().map(own_parts).sum()
    }

    fn actions<'p>(&'p self, position: &'p NearlyPosition, part: usize) -> impl Iterator<Item = Action> + 'p {
        let all: Box<dyn Iterator<Item = Action> + 'p> = match Self::place(position, part) {
            None => Box::new(std::iter::empty()),
            Some((at, own)) => match &position.components[at].1 {
                Term::Heaps(game, heaps) => Box::new(heaps.distinct().flat_map(move |(at, size)| {
                    game.rule.options(size).filter_map(move |parts| Action::heap(size, at, parts))
                })),
                board => Box::new(board.moves_of(own).map(|(action, _)| action)),
            },
        };
        all
    }

    fn act(&self, position: &NearlyPosition, part: usize, action: &Action) -> Option<NearlyPosition> {
        let (at, own) = Self::place(position, part)?;
        let after = match &position.components[at].1 {
            Term::Heaps(game, heaps) => {
                let (Action::Take(change) | Action::Split(change) | Action::TakeAndSplit(change)) = action
                else {
                    return None;
                };
                let parts: Vec<u64> = change.left.iter().rev().copied().collect();
                let here = heaps.sizes().get(change.at) == Some(&change.heap);
                if !here || !allows(&game.rule, change.heap, &parts) {
                    return None;
                }
                Term::Heaps(game.clone(), heaps.replaced(change.at, parts))
            }
            board => board.act(own, action)?,
        };
        let outcome = self.asked.ask_for_rules(|known| outcome_of(&after, known))?;
        let reaches_p = outcome == Outcome::P;
        let owner = match position.owner {
            Owner::Nobody if reaches_p => Owner::Component(at),
            Owner::Nobody => Owner::Nobody,
            Owner::Component(owner) if owner == at || !reaches_p => Owner::Component(owner),
            Owner::Elsewhere if !reaches_p => Owner::Elsewhere,
            Owner::Component(_) | Owner::Elsewhere => return None,
        };
        Some(position.moved(at, after, owner))
    }

    /// That of its component.
    fn place_of(&self, position: &NearlyPosition, part: usize) -> usize {
        Self::place(position, part).map_or(part, |(component, _)| component)
    }

    /// The order of the components does not matter; mirror images of a board are two positions, as they are alone.
    fn identity(&self, position: &NearlyPosition) -> NearlyPosition {
        position.clone().sorted_by(Term::identity)
    }

    /// In the one component that changed.
    fn actions_between(&self, before: &NearlyPosition, after: &NearlyPosition) -> Vec<(usize, Action)> {
        let mut pairs = before.first_parts().zip(after.components());
        let Some(((first, old), new)) = pairs.find(|((_, old), new)| old != new) else { return Vec::new() };
        if let (Term::Heaps(_, old), Term::Heaps(_, new)) = (old, new) {
            // a component of heaps is one part, and its pins are taken like tokens
            let actions = changes_of_heaps(old.sizes(), new.sizes(), false);
            return actions.into_iter().map(|(_, action)| (first, action)).collect();
        }
        old.actions_to(new).into_iter().map(|(part, action)| (first + part, action)).collect()
    }

    fn has_move(&self, position: &NearlyPosition) -> bool {
        let moves = |part: usize| {
            self.actions(position, part).any(|action| self.act(position, part, &action).is_some())
        };
        (0..self.parts(position)).any(moves) || self.failure(position).is_some()
    }

    /// A board is told by its notation.
    fn view(&self, position: &NearlyPosition) -> View {
        let component = |(at, (_, term)): (usize, &(usize, Term))| {
            let owner = position.owner == Owner::Component(at);
            match term {
                Term::Heaps(game, heaps) => {
                    Part::Component { game: game.to_string(), heaps: heaps.sizes().to_vec(), owner }
                }
                board => Part::Component { game: board.to_string(), heaps: Vec::new(), owner },
            }
        };
        View::new(BoardKind::Nearly, position.components.iter().enumerate().map(component))
    }

    fn evaluate(&self, component: &NearlyPosition, known: &mut Known) -> Result<Evaluation, TooLarge> {
        if component.owner == Owner::Nobody {
            let name = || written(self, component);
            return Ownerless::of(component.components(), known)?.evaluate(name, known);
        }
        let game = self.within_known(known);
        game.admit(component)?;
        let name = || format!("the tables of {}: {}", self.name(), written(self, component));
        known.tabulate(self.tabulated(component), name)?;
        known.by_theorem_or_search(&game, component)
    }

    fn working(&self, position: &NearlyPosition, known: &mut Known) -> Option<Working> {
        if position.owner == Owner::Nobody {
            return Ownerless::of(position.components(), known).ok()?.working(position.components(), known);
        }
        let [(_, term)] = &position.components[..] else { return None };
        let value = term.value(known).ok()??;
        let mut rows = vec![WorkingRow::new(format!("value of {term}"), value)];
        let because = match position.owner {
            Owner::Nobody => return None,
            Owner::Component(_) => "The owner is played by its own rule",
            Owner::Elsewhere => {
                rows.push(WorkingRow::new("without the moves to P-positions", value.0.checked_sub(1)?));
                "There is an owner elsewhere, so no move may lead to a P-position here, and the value is one less"
            }
        };
        Some(Working::of_value(Theorem::Owner, Combine::Last, rows).because(because))
    }

    /// Where trying every option takes too long: the moves of the tokens of Star Nim, as moves of the components.
    fn moves_of_value(
        &self,
        position: &NearlyPosition,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<NearlyPosition>, TooLarge> {
        let tried = winning::by_theorem_or_trial(self, position, value, room, known)?;
        match (tried, position.owner) {
            (Some(tried), _) => Ok(tried),
            (None, Owner::Nobody) => self.moves_of_tokens(position, room, known, |tokens, room, known| {
                StarNim.moves_of_value(tokens, value, room, known)
            }),
            (None, _) => self.moves_beside_an_owner(position, value, room, known),
        }
    }

    fn moves_to_p(
        &self,
        position: &NearlyPosition,
        room: &Room,
        known: &mut Known,
    ) -> Result<Found<NearlyPosition>, TooLarge> {
        self.moves_of_tokens(position, &mut room.clone(), known, |tokens, room, known| {
            StarNim.moves_to_p(tokens, room, known)
        })
    }

    fn refusal(&self, position: &NearlyPosition) -> Option<String> {
        let heap = |term: &Term| if let Term::Heaps(_, heaps) = term { heaps.largest() } else { 0 };
        let largest = position.components().map(heap).max().unwrap_or(0);
        if largest > LARGEST_PLAYED {
            let what = "a nearly disjunctive sum can be played with heaps of at most";
            return Some(format!("{what} {LARGEST_PLAYED} tokens, not {largest}; use smaller heaps"));
        }
        let refusal = self.admit(position).err()?;
        Some(format!("{refusal}; use smaller heaps"))
    }

    fn reduce(&self, component: &NearlyPosition) -> Option<Reduction<NearlyPosition>> {
        let known = self.known_value(component)?;
        Some(Reduction::closed(known, Theorem::Owner))
    }

    fn search_size(&self, position: &NearlyPosition) -> f64 {
        self.reachable(position)
    }

    fn reachable(&self, position: &NearlyPosition) -> f64 {
        let sizes = position.components().map(|term| match term {
            Term::Heaps(game, heaps) => {
                heaps.sizes().iter().map(|&n| game.reachable(&Heaps::single(n))).product::<f64>()
            }
            board => board.components().iter().map(Term::reachable).product(),
        });
        2.0 * sizes.product::<f64>()
    }

    fn breadth(&self, position: &NearlyPosition) -> f64 {
        position.components().map(Term::breadth).sum()
    }

    fn words(&self, position: &NearlyPosition) -> f64 {
        let components = position.components().map(|term| term.words() + 6.0);
        components.sum::<f64>() + 3.0 * self.games.len() as f64
    }
}
