//! Nearly disjunctive sums of any games (theory 9.1).
//!
//! The first player to move a component to a P-position of that component makes it the *owner*; from then on no
//! move in any other component may lead to a P-position of that component. Once there is an owner the components
//! are independent: the owner is played by its own rule, every other one by its rule without the moves to
//! P-positions, which makes the value of an N-position one less. So the search over all components together only
//! runs until an owner appears.
//!
//! Whether a component is a P-position is read off the values of its heaps, or found as for a board on its own: by
//! theorem, table or search. The rules themselves ask for this, so it cannot come from what a question has computed:
//! each thread keeps the tables of the last few heap games that it looked at, and what it knows of boards.

use std::cell::RefCell;
use std::fmt;

use super::heaps::allows;
use super::view::heap_actions;
use super::{
    Action, AnyGame, BoardKind, Evaluation, Game, Known, Part, Reduction, Term, View, options, written,
};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::{HeapGame, Heaps, Rule, closed::closed_form};
use crate::limits::{Limits, TooLarge, dense_steps};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::sequence::Dense;
use crate::theorem::Theorem;

/// The most steps that the values of the heaps may take where the moves are listed: some seconds.
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
}

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

    /// The owner.
    pub const fn owner(&self) -> Owner {
        self.owner
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
    pub const fn of(games: Vec<AnyGame>) -> Self {
        Self { games }
    }

    /// The games of the components.
    pub fn games(&self) -> &[AnyGame] {
        &self.games
    }

    /// A position without owner, from the heaps of each component; components of other games are left out.
    pub fn position(&self, components: impl IntoIterator<Item = Vec<u64>>) -> NearlyPosition {
        let component = |(at, heaps): (usize, Vec<u64>)| match self.game(at) {
            (game, AnyGame::Heaps(rules)) => Some((game, Term::Heaps(rules.clone(), Heaps::new(heaps)))),
            _ => None,
        };
        let components = components.into_iter().enumerate().filter_map(component).collect();
        NearlyPosition { components, owner: Owner::Nobody }
    }

    /// The game of the component at this place, with its index.
    fn game(&self, at: usize) -> (usize, &AnyGame) {
        let at = at.min(self.games.len() - 1);
        (at, &self.games[at])
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

    /// The first part of a component.
    fn first_part(position: &NearlyPosition, component: usize) -> usize {
        position.components[..component].iter().map(|(_, term)| own_parts(term)).sum()
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

/// The value of a component alone, where it is within reach.
fn value_of(term: &Term) -> Option<Nimber> {
    let Term::Heaps(game, heaps) = term else { return with_boards(|known| term.value(known)).ok()? };
    let rule = &game.rule;
    Some(match closed_form(rule, 0) {
        Some(_) => {
            heaps.sizes().iter().filter_map(|&size| closed_form(rule, size)).map(|(value, _)| value).sum()
        }
        None => tabulated_value(rule, heaps),
    })
}

/// Who wins a component alone; `None` where that is out of reach, which `admit` refuses before anyone asks.
fn outcome_of(term: &Term) -> Option<Outcome> {
    if let Some(value) = value_of(term) {
        return Some(Outcome::of_value(value));
    }
    // several components of unknown value have an unknown outcome
    let [only] = &term.components()[..] else { return None };
    with_boards(|known| only.evaluate(known)).ok().map(|found| found.outcome)
}

/// Asks what this thread knows of boards.
fn with_boards<T>(ask: impl FnOnce(&mut Known) -> Result<T, TooLarge>) -> Result<T, TooLarge> {
    thread_local! {
        static BOARDS: RefCell<Known> = RefCell::new(Known::default());
    }
    BOARDS.with_borrow_mut(|known| {
        known.begin()?;
        ask(known)
    })
}

/// The value of heaps without a closed form, from the tables of this thread.
fn tabulated_value(rule: &Rule, heaps: &Heaps) -> Nimber {
    const MOST_TABLES: usize = 8;
    thread_local! {
        static TABLES: RefCell<Vec<(Rule, Dense)>> = const { RefCell::new(Vec::new()) };
    }
    TABLES.with_borrow_mut(|tables| {
        let at = tables.iter().position(|(known, _)| known == rule).unwrap_or_else(|| {
            if tables.len() == MOST_TABLES {
                tables.remove(0);
            }
            tables.push((rule.clone(), Dense::new(rule.clauses())));
            tables.len() - 1
        });
        let values = tables[at].1.extend_to(heaps.largest());
        heaps.sizes().iter().map(|&size| Nimber(values[size as usize].into())).sum()
    })
}

impl Ruleset for Nearly {
    type Position = NearlyPosition;

    fn options(&self, position: &NearlyPosition) -> Vec<NearlyPosition> {
        options(self, position)
    }

    fn components(&self, position: NearlyPosition, parts: &mut Vec<NearlyPosition>) {
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

    fn canonical(&self, position: NearlyPosition) -> NearlyPosition {
        position.sorted_by(Term::canonical)
    }

    fn known_value(&self, component: &NearlyPosition) -> Option<Nimber> {
        match (component.owner, &component.components[..]) {
            (Owner::Component(0), [(_, term)]) => value_of(term),
            (Owner::Elsewhere, [(_, term)]) => value_of(term)?.0.checked_sub(1).map(Nimber),
            _ => None,
        }
    }
}

impl Game for Nearly {
    const ENTRY: &'static Entry = &Entry {
        name: "nearly",
        title: "Nearly disjunctive sum",
        aliases: &[],
        kind: EntryKind::Board("nearly(kayles, nim): [5] [3]"),
        words: "The nearly disjunctive sum of any games: the first component moved to a P-position of its own becomes \
                the owner, and no other may be moved to one.",
        known: &["Of Nim heaps it is Star Nim (theory 9.1)."],
        oeis: None,
    };

    fn name(&self) -> String {
        self.to_string()
    }

    /// `(GAME, GAME, ...)`.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.require('(')?;
        let mut games = Vec::new();
        loop {
            text.skip_spaces();
            games.push(AnyGame::read(text, &REFUSED)?);
            text.skip_spaces();
            if text.eat(')') {
                return Ok(Self::of(games));
            }
            if !text.eat(',') {
                return Err(text.expected("`,` and another game, or `)`"));
            }
        }
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
            let (at, game) = self.game(components.len());
            let bracket = text.peek() == Some('[');
            let term = match game {
                AnyGame::Heaps(rules) if bracket => {
                    text.advance();
                    let mut heaps = Vec::new();
                    text.skip_spaces();
                    while !text.eat(']') {
                        heaps.push(text.number("a heap size or `]`")?);
                        text.skip_spaces();
                        if text.eat(',') {
                            text.skip_spaces();
                        }
                    }
                    Term::Heaps(rules.clone(), Heaps::new(heaps))
                }
                AnyGame::Heaps(rules) if text.peek().is_some_and(|c| c.is_ascii_digit()) => {
                    Term::Heaps(rules.clone(), Heaps::single(text.number("a heap size")?))
                }
                board if bracket => {
                    text.advance();
                    let term = board.read_position(text)?;
                    text.skip_spaces();
                    if !text.eat(']') {
                        return Err(text.expected(&format!("`]` after the position of `{}`", board.name())));
                    }
                    term
                }
                _ => break,
            };
            components.push((at, term));
            if self.games.len() > 1 && components.len() > self.games.len() {
                let message = format!("more components than games: {} games are named", self.games.len());
                return Err(NotationError { column: start, message });
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
        for (at, (_, term)) in position.components.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            let body = match term {
                Term::Heaps(_, heaps) => {
                    heaps.sizes().iter().map(u64::to_string).collect::<Vec<_>>().join(",")
                }
                board => board.body(),
            };
            let mark = if position.owner == Owner::Component(at) { "!" } else { "" };
            write!(f, "{space}[{body}]{mark}")?;
        }
        Ok(())
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
        let reaches_p = outcome_of(&after)? == Outcome::P;
        let owner = match position.owner {
            Owner::Nobody if reaches_p => Owner::Component(at),
            Owner::Nobody => Owner::Nobody,
            Owner::Component(owner) if owner == at || !reaches_p => Owner::Component(owner),
            Owner::Elsewhere if !reaches_p => Owner::Elsewhere,
            Owner::Component(_) | Owner::Elsewhere => return None,
        };
        let mut components = position.components.clone();
        components[at].1 = after;
        Some(NearlyPosition { components, owner })
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
        let mut pairs = before.components.iter().zip(&after.components).enumerate();
        let Some((at, (old, new))) = pairs.find(|(_, (old, new))| old != new) else { return Vec::new() };
        let first = Self::first_part(before, at);
        if let (Term::Heaps(_, old), Term::Heaps(_, new)) = (&old.1, &new.1) {
            // a component of heaps is one part, and its pins are taken like tokens
            let actions = heap_actions(old.sizes(), new.sizes(), false);
            return actions.into_iter().map(|(_, action)| (first, action)).collect();
        }
        old.1.actions_to(&new.1).into_iter().map(|(part, action)| (first + part, action)).collect()
    }

    fn has_move(&self, position: &NearlyPosition) -> bool {
        let moves = |part: usize| {
            self.actions(position, part).any(|action| self.act(position, part, &action).is_some())
        };
        (0..self.parts(position)).any(moves)
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
        self.admit(component, known.limits())?;
        let name = || format!("the tables of {self}: {}", written(self, component));
        known.tabulate(self.tabulated(component), name)?;
        known.by_theorem_or_search(self, component)
    }

    /// Refuses a position whose components are too large to tell their P-positions.
    fn admit(&self, position: &NearlyPosition, limits: &Limits) -> Result<(), TooLarge> {
        for (_, term) in &position.components {
            match term {
                Term::Heaps(game, heaps) if closed_form(&game.rule, 0).is_none() => {
                    let steps = dense_steps(game.rule.clauses(), heaps.largest());
                    let what = || format!("the sequence of {game} to heap {}", heaps.largest());
                    limits.admit_steps(what(), steps)?;
                    limits.admit_heaps(what(), heaps.largest())?;
                }
                Term::Heaps(..) => {}
                board => {
                    // the size of a search is estimated before it starts, here as for a board on its own
                    for component in board.components() {
                        component.evaluate(&mut Known::new(limits.clone()))?;
                        with_boards(|known| component.evaluate(known))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn refusal(&self, position: &NearlyPosition) -> Option<String> {
        let heap = |term: &Term| if let Term::Heaps(_, heaps) = term { heaps.largest() } else { 0 };
        let largest = position.components().map(heap).max().unwrap_or(0);
        if largest > LARGEST_PLAYED {
            let what = "a nearly disjunctive sum can be played with heaps of at most";
            return Some(format!("{what} {LARGEST_PLAYED} tokens, not {largest}; use smaller heaps"));
        }
        let refusal = self.admit(position, &Limits { steps: MOST_STEPS, ..Limits::default() }).err()?;
        Some(format!("{refusal}; use smaller heaps"))
    }

    fn reduce(&self, component: &NearlyPosition) -> Option<Reduction<NearlyPosition>> {
        let known = self.known_value(component)?;
        Some(Reduction::closed(known, Theorem::Owner))
    }

    fn search_size(&self, position: &NearlyPosition) -> f64 {
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

impl fmt::Display for Nearly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<String> = self.games.iter().map(AnyGame::name).collect();
        write!(f, "nearly({})", games.join(", "))
    }
}
