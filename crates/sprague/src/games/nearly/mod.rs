//! Nearly disjunctive sums of heap games (theory 9.1).
//!
//! The first player to move a component to a P-position of that component makes it the *owner*; from then on no
//! move in any other component may lead to a P-position of that component. Once there is an owner the components
//! are independent: the owner is played by its own rule, every other one by its rule without the moves to
//! P-positions, which makes the value of an N-position one less. So the search over all components together only
//! runs until an owner appears.
//!
//! Whether a component is a P-position is read off the values of its heaps, kept in one growing table per game.

mod notation;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use crate::board::{Board, Reduction};
use crate::heap::{HeapGame, Heaps, closed::closed_form};
use crate::limits::{Limits, TooLarge, dense_steps};
use crate::nimber::Nimber;
use crate::ruleset::Ruleset;
use crate::sequence::Dense;
use crate::theorem::Theorem;

/// The games of the components: one for all of them, or one each.
#[derive(Clone, Debug)]
pub struct Nearly {
    games: Vec<HeapGame>,
    tables: Arc<Vec<Mutex<Dense>>>,
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
    pub fn new(games: Vec<HeapGame>) -> Self {
        let tables = games.iter().map(|game| Mutex::new(Dense::new(game.rule.clauses()))).collect();
        Self { games, tables: Arc::new(tables) }
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

    /// Refuses a position whose heaps are too large for the tables that tell P-positions.
    pub fn admit(&self, position: &NearlyPosition, limits: &Limits) -> Result<(), TooLarge> {
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

    /// How many heaps the tables that tell P-positions need.
    pub(crate) fn tabulated(&self, position: &NearlyPosition) -> f64 {
        let mut largest = vec![0; self.games.len()];
        for (game, heaps) in &position.components {
            largest[*game] = heaps.largest().max(largest[*game]);
        }
        let needed = largest.iter().zip(&self.games).filter(|(_, game)| closed_form(&game.rule, 0).is_none());
        needed.map(|(&heap, _)| heap as f64).sum()
    }

    /// Whether some move is left.
    pub(crate) fn has_option(&self, position: &NearlyPosition) -> bool {
        position.components.iter().enumerate().any(|(at, (game, heaps))| {
            let free = matches!(position.owner, Owner::Nobody) || position.owner == Owner::Component(at);
            let rule = &self.games[*game].rule;
            let mut options = heaps
                .distinct()
                .flat_map(|(place, size)| rule.options(size).map(move |parts| heaps.replaced(place, parts)));
            options.any(|option| free || !self.value_of(*game, &option).is_zero())
        })
    }

    fn value_of(&self, game: usize, heaps: &Heaps) -> Nimber {
        let rule = &self.games[game].rule;
        let value = |size: u64| {
            closed_form(rule, size).map_or_else(
                || {
                    let mut table = self.tables[game].lock().unwrap_or_else(PoisonError::into_inner);
                    Nimber(table.extend_to(size)[size as usize].into())
                },
                |(value, _)| value,
            )
        };
        heaps.sizes().iter().map(|&size| value(size)).sum()
    }
}

impl Ruleset for Nearly {
    type Position = NearlyPosition;

    fn options(&self, position: &NearlyPosition) -> Vec<NearlyPosition> {
        let mut all = Vec::new();
        for (at, (game, heaps)) in position.components.iter().enumerate() {
            for option in self.games[*game].options(heaps) {
                let reaches_p = self.value_of(*game, &option).is_zero();
                let owner = match position.owner {
                    Owner::Nobody if reaches_p => Owner::Component(at),
                    Owner::Nobody => Owner::Nobody,
                    Owner::Component(owner) if owner == at || !reaches_p => Owner::Component(owner),
                    Owner::Elsewhere if !reaches_p => Owner::Elsewhere,
                    Owner::Component(_) | Owner::Elsewhere => continue,
                };
                let mut components = position.components.clone();
                components[at].1 = option;
                all.push(NearlyPosition { components, owner });
            }
        }
        all
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

impl Board for Nearly {
    fn reduce(&self, component: &NearlyPosition) -> Option<Reduction<NearlyPosition>> {
        let known = self.known_value(component)?;
        Some(Reduction { known, rest: vec![], theorem: Theorem::Owner })
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

impl PartialEq for Nearly {
    fn eq(&self, other: &Self) -> bool {
        self.games == other.games
    }
}

impl Eq for Nearly {}

impl PartialOrd for Nearly {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Nearly {
    fn cmp(&self, other: &Self) -> Ordering {
        self.games.cmp(&other.games)
    }
}

impl Hash for Nearly {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.games.hash(state);
    }
}
