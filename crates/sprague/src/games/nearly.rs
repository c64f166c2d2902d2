//! Nearly disjunctive sums of heap games (theory 9.1).
//!
//! The first player to move a component to a P-position of that component makes it the *owner*; from then on no
//! move in any other component may lead to a P-position of that component. Once there is an owner the components
//! are independent: the owner is played by its own rule, every other one by its rule without the moves to
//! P-positions, which makes the value of an N-position one less. So the search over all components together only
//! runs until an owner appears.
//!
//! Whether a component is a P-position is read off the values of its heaps. The rules themselves ask for these values,
//! so they cannot come from what a question has computed: each thread keeps the tables of the last few games that it
//! looked at.

use std::cell::RefCell;
use std::fmt;

use super::heaps::allows;
use super::{Action, BoardKind, Evaluation, Game, Known, Part, Reduction, View, options, written};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::{HeapGame, Heaps, Rule, closed::closed_form};
use crate::limits::{Limits, TooLarge, dense_steps};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::ruleset::Ruleset;
use crate::sequence::Dense;
use crate::theorem::Theorem;

/// The most steps that the values of the heaps may take where the moves are listed: some seconds.
const MOST_STEPS: u64 = 2_000_000_000;
/// The largest heap that is played, since moves ask for the values of all smaller heaps.
const LARGEST_PLAYED: u64 = 10_000;

/// The games of the components: one for all of them, or one each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nearly {
    games: Vec<HeapGame>,
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
    components: Vec<(usize, Heaps)>,
    owner: Owner,
}

impl NearlyPosition {
    /// The heaps of each component.
    pub fn components(&self) -> impl ExactSizeIterator<Item = &Heaps> {
        self.components.iter().map(|(_, heaps)| heaps)
    }

    /// The owner.
    pub const fn owner(&self) -> Owner {
        self.owner
    }
}

impl Nearly {
    /// The nearly disjunctive sum of components of one game, or of one game each.
    pub const fn new(games: Vec<HeapGame>) -> Self {
        Self { games }
    }

    /// The games of the components.
    pub fn games(&self) -> &[HeapGame] {
        &self.games
    }

    /// A position without owner, from the heaps of each component.
    pub fn position(&self, components: impl IntoIterator<Item = Vec<u64>>) -> NearlyPosition {
        let last = self.games.len() - 1;
        let components =
            components.into_iter().enumerate().map(|(at, heaps)| (at.min(last), Heaps::new(heaps)));
        NearlyPosition { components: components.collect(), owner: Owner::Nobody }
    }

    /// How many heaps the tables that tell P-positions need.
    fn tabulated(&self, position: &NearlyPosition) -> f64 {
        let mut largest = vec![0; self.games.len()];
        for (game, heaps) in &position.components {
            largest[*game] = heaps.largest().max(largest[*game]);
        }
        let needed = largest.iter().zip(&self.games).filter(|(_, game)| closed_form(&game.rule, 0).is_none());
        needed.map(|(&heap, _)| heap as f64).sum()
    }

    fn value_of(&self, game: usize, heaps: &Heaps) -> Nimber {
        let rule = &self.games[game].rule;
        match closed_form(rule, 0) {
            Some(_) => {
                heaps.sizes().iter().filter_map(|&size| closed_form(rule, size)).map(|(value, _)| value).sum()
            }
            None => tabulated_value(rule, heaps),
        }
    }
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

    fn canonical(&self, mut position: NearlyPosition) -> NearlyPosition {
        let owner = match position.owner {
            Owner::Component(at) => Some(position.components.remove(at)),
            Owner::Nobody | Owner::Elsewhere => None,
        };
        position.components.sort_unstable();
        if let Some(owner) = owner {
            position.components.insert(0, owner);
            position.owner = Owner::Component(0);
        }
        position
    }

    fn known_value(&self, component: &NearlyPosition) -> Option<Nimber> {
        match (component.owner, &component.components[..]) {
            (Owner::Component(0), [(game, heaps)]) => Some(self.value_of(*game, heaps)),
            (Owner::Elsewhere, [(game, heaps)]) => self.value_of(*game, heaps).0.checked_sub(1).map(Nimber),
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
        words: "The nearly disjunctive sum: the first component moved to a P-position of its own becomes the owner, and \
                no other may be moved to one.",
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
            games.push(HeapGame::read(text)?);
            text.skip_spaces();
            if text.eat(')') {
                return Ok(Self::new(games));
            }
            if !text.eat(',') {
                return Err(text.expected("`,` and another game, or `)`"));
            }
        }
    }

    /// One bracket for each component, with `!` behind the owner. A component of one heap may be typed without
    /// brackets; they are always written. With one game for all, any number of components may follow, otherwise one for
    /// each game.
    fn read(&self, text: &mut Cursor<'_>) -> Result<NearlyPosition, NotationError> {
        let mut components = Vec::new();
        let mut owner = Owner::Nobody;
        loop {
            text.skip_spaces();
            let start = text.column();
            if text.eat('[') {
                let mut heaps = Vec::new();
                text.skip_spaces();
                while !text.eat(']') {
                    heaps.push(text.number("a heap size or `]`")?);
                    text.skip_spaces();
                    if text.eat(',') {
                        text.skip_spaces();
                    }
                }
                components.push(heaps);
            } else if text.peek().is_some_and(|c| c.is_ascii_digit()) {
                components.push(vec![text.number("a heap size")?]);
            } else {
                break;
            }
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
            return Err(text.expected("a component for each game, as in `[5,2] [4]`"));
        }
        Ok(NearlyPosition { owner, ..self.position(components) })
    }

    fn write(&self, position: &NearlyPosition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (_, heaps)) in position.components.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            let sizes: Vec<String> = heaps.sizes().iter().map(u64::to_string).collect();
            let mark = if position.owner == Owner::Component(at) { "!" } else { "" };
            write!(f, "{space}[{}]{mark}", sizes.join(","))?;
        }
        Ok(())
    }

    fn parts(&self, position: &NearlyPosition) -> usize {
        position.components.len()
    }

    fn actions<'p>(&'p self, position: &'p NearlyPosition, part: usize) -> impl Iterator<Item = Action> + 'p {
        let (game, heaps) = &position.components[part];
        let rule = &self.games[*game].rule;
        heaps.distinct().flat_map(move |(at, size)| {
            rule.options(size).filter_map(move |parts| Action::heap(size, at, parts))
        })
    }

    fn act(&self, position: &NearlyPosition, part: usize, action: &Action) -> Option<NearlyPosition> {
        let (game, heaps) = position.components.get(part)?;
        let (Action::Take(change) | Action::Split(change) | Action::TakeAndSplit(change)) = action else {
            return None;
        };
        let parts: Vec<u64> = change.left.iter().rev().copied().collect();
        let here = heaps.sizes().get(change.at) == Some(&change.heap);
        if !here || !allows(&self.games[*game].rule, change.heap, &parts) {
            return None;
        }
        let after = heaps.replaced(change.at, parts);
        let reaches_p = self.value_of(*game, &after).is_zero();
        let owner = match position.owner {
            Owner::Nobody if reaches_p => Owner::Component(part),
            Owner::Nobody => Owner::Nobody,
            Owner::Component(owner) if owner == part || !reaches_p => Owner::Component(owner),
            Owner::Elsewhere if !reaches_p => Owner::Elsewhere,
            Owner::Component(_) | Owner::Elsewhere => return None,
        };
        let mut components = position.components.clone();
        components[part].1 = after;
        Some(NearlyPosition { components, owner })
    }

    fn has_move(&self, position: &NearlyPosition) -> bool {
        let moves = |part: usize| {
            self.actions(position, part).any(|action| self.act(position, part, &action).is_some())
        };
        (0..position.components.len()).any(moves)
    }

    fn view(&self, position: &NearlyPosition) -> View {
        let component = |(at, (game, heaps)): (usize, &(usize, Heaps))| Part::Component {
            game: self.games[*game].to_string(),
            heaps: heaps.sizes().to_vec(),
            owner: position.owner == Owner::Component(at),
        };
        View::new(BoardKind::Nearly, position.components.iter().enumerate().map(component))
    }

    fn evaluate(&self, component: &NearlyPosition, known: &mut Known) -> Result<Evaluation, TooLarge> {
        self.admit(component, known.limits())?;
        let name = || format!("the tables of {self}: {}", written(self, component));
        known.tabulate(self.tabulated(component), name)?;
        known.by_theorem_or_search(self, component)
    }

    /// Refuses a position whose heaps are too large for the tables that tell P-positions.
    fn admit(&self, position: &NearlyPosition, limits: &Limits) -> Result<(), TooLarge> {
        for (game, heaps) in &position.components {
            let game = &self.games[*game];
            if closed_form(&game.rule, 0).is_none() {
                let steps = dense_steps(game.rule.clauses(), heaps.largest());
                let what = || format!("the sequence of {game} to heap {}", heaps.largest());
                limits.admit_steps(what(), steps)?;
                limits.admit_heaps(what(), heaps.largest())?;
            }
        }
        Ok(())
    }

    fn refusal(&self, position: &NearlyPosition) -> Option<String> {
        let largest = position.components().map(Heaps::largest).max().unwrap_or(0);
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
        let sizes = position.components.iter().map(|(game, heaps)| {
            heaps.sizes().iter().map(|&n| self.games[*game].reachable(&Heaps::new(vec![n]))).product::<f64>()
        });
        2.0 * sizes.product::<f64>()
    }

    fn breadth(&self, position: &NearlyPosition) -> f64 {
        position.components.iter().map(|(game, heaps)| self.games[*game].breadth(heaps)).sum()
    }

    fn words(&self, position: &NearlyPosition) -> f64 {
        let components = position.components.iter().map(|(_, heaps)| heaps.sizes().len() as f64 + 6.0);
        components.sum::<f64>() + 3.0 * self.games.len() as f64
    }
}

impl fmt::Display for Nearly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<String> = self.games.iter().map(HeapGame::to_string).collect();
        write!(f, "nearly({})", games.join(", "))
    }
}
