//! Values of games in which a move takes nodes out of a graph, by a search over sets of nodes.
//!
//! A position is the set of the nodes that are left, a word of 128 bits; components are found by spreading over
//! neighbors, a step for each node. Values are remembered by what two sets share exactly when they are the same game:
//! the canonical matrix of a graph, the turned and mirrored shape of a board. Finding that costs more than everything
//! else on graphs, so that there the sets themselves are remembered first.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;

use super::Network;
use crate::games::{Evaluation, Known};
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::sequence::Ground;

/// The most nodes of a component that is searched.
pub(in crate::games) const MOST_SEARCHED: usize = 128;

/// What a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games) enum Removal {
    /// A node with all its neighbors.
    Neighborhoods,
    /// Both ends of an edge.
    Edges,
}

/// The nodes of a component that is searched: at most [`MOST_SEARCHED`].
pub(in crate::games) struct Field {
    /// The neighbors of each node, without itself.
    pub near: Vec<u128>,
    /// The nodes with loops.
    pub loops: u128,
    pub taken: Removal,
}

/// What positions with equal options share.
pub(in crate::games) trait Shapes {
    type Key: Eq + Hash;
    /// Whether finding a key costs much more than a look-up.
    const COSTLY: bool;

    fn key(&self, field: &Field, component: u128) -> Self::Key;
}

/// The values that are known by their keys.
pub(in crate::games) type Values<K> = HashMap<K, u8, FixedState>;

/// A search that remembers what it has found.
pub(in crate::games) struct DeletionSearch<'v, S: Shapes> {
    field: Field,
    shapes: S,
    sets: Values<u128>,
    values: &'v mut Values<S::Key>,
    limits: Limits,
    looked: u64,
}

/// Values of options, all below 256.
#[derive(Default)]
pub(in crate::games) struct Seen([u64; 4]);

impl Seen {
    pub(in crate::games) const fn insert(&mut self, value: u8) {
        self.0[value as usize / 64] |= 1 << (value % 64);
    }

    pub(in crate::games) fn mex(&self) -> u8 {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        // a position has fewer than 256 values among its options: it is over after at most 128 moves
        self.0.get(full).map_or(u8::MAX, |word| (64 * full) as u8 + word.trailing_ones() as u8)
    }
}

impl Field {
    /// The nodes of a graph; `None` if there are too many.
    pub(in crate::games) fn of(network: &Network, taken: Removal) -> Option<Self> {
        let size = network.node_count();
        if size > MOST_SEARCHED {
            return None;
        }
        let mut field = Self { near: vec![0; size], loops: 0, taken };
        for &(a, b) in network.edges() {
            if a == b {
                field.loops |= 1 << a;
            } else {
                field.near[a as usize] |= 1 << b;
                field.near[b as usize] |= 1 << a;
            }
        }
        Some(field)
    }

    /// All nodes.
    pub(in crate::games) fn all(&self) -> u128 {
        match self.near.len() {
            0 => 0,
            size => u128::MAX >> (MOST_SEARCHED - size),
        }
    }

    /// The nodes that can be reached from one of them.
    fn component(&self, left: u128) -> u128 {
        let mut found = left & left.wrapping_neg();
        let mut open = found;
        while open != 0 {
            let node = open.trailing_zeros() as usize;
            open &= open - 1;
            let new = self.near[node] & left & !found;
            found |= new;
            open |= new;
        }
        found
    }

    /// Hands over what is left of a component after each move.
    fn each_option(
        &self,
        component: u128,
        mut found: impl FnMut(u128) -> Result<(), TooLarge>,
    ) -> Result<(), TooLarge> {
        let mut nodes = component;
        while nodes != 0 {
            let node = nodes.trailing_zeros() as usize;
            let bit = 1 << node;
            nodes &= nodes - 1;
            match self.taken {
                Removal::Neighborhoods => found(component & !(self.near[node] | bit))?,
                Removal::Edges => {
                    if self.loops & bit != 0 {
                        found(component & !bit)?;
                    }
                    // each edge once, from its lower end
                    let mut ends = self.near[node] & nodes;
                    while ends != 0 {
                        found(component & !(bit | (ends & ends.wrapping_neg())))?;
                        ends &= ends - 1;
                    }
                }
            }
        }
        Ok(())
    }
}

impl<'v, S: Shapes> DeletionSearch<'v, S> {
    pub(in crate::games) fn new(
        field: Field,
        shapes: S,
        values: &'v mut Values<S::Key>,
        limits: &Limits,
    ) -> Self {
        Self { field, shapes, sets: Values::default(), values, limits: limits.clone(), looked: 0 }
    }

    /// The value of all nodes together, and the number of options that were looked at.
    pub(in crate::games) fn run(&mut self) -> Result<(Nimber, u64), TooLarge> {
        self.limits.check_time()?;
        let value = self.sum(self.field.all())?;
        Ok((Nimber(value.into()), self.looked))
    }

    fn sum(&mut self, mut left: u128) -> Result<u8, TooLarge> {
        let mut sum = 0;
        while left != 0 {
            let component = self.field.component(left);
            left &= !component;
            sum ^= self.value(component)?;
        }
        Ok(sum)
    }

    /// A move takes at least one node, so that this calls itself at most as often as there are nodes.
    fn value(&mut self, component: u128) -> Result<u8, TooLarge> {
        if component.is_power_of_two() {
            let taken = self.field.taken == Removal::Neighborhoods || self.field.loops & component != 0;
            return Ok(u8::from(taken));
        }
        if S::COSTLY
            && let Some(&value) = self.sets.get(&component)
        {
            return Ok(value);
        }
        if S::COSTLY {
            // a canonical form takes about as long as so many look-ups
            let nodes = component.count_ones();
            for _ in 0..nodes * nodes / 64 {
                self.limits.look(&mut self.looked)?;
            }
        }
        let key = self.shapes.key(&self.field, component);
        if let Some(&value) = self.values.get(&key) {
            self.remember(component, value)?;
            return Ok(value);
        }
        let mut options = Vec::new();
        self.field.each_option(component, |left| {
            options.push(left);
            Ok(())
        })?;
        let mut seen = Seen::default();
        for left in options {
            self.limits.look(&mut self.looked)?;
            seen.insert(self.sum(left)?);
        }
        let value = seen.mex();
        self.values.try_reserve(1)?;
        self.values.insert(key, value);
        self.remember(component, value)?;
        let held = (self.values.len() + self.sets.len()) as u64;
        if held > self.limits.positions {
            return Err(TooLarge::Reached { limit: self.limits.positions });
        }
        // nothing is known of how much is left
        self.limits.report(self.values.len(), || 0.0)?;
        Ok(value)
    }

    /// Keeps the value of a set of nodes where a canonical form is costly.
    fn remember(&mut self, component: u128, value: u8) -> Result<(), TooLarge> {
        if S::COSTLY {
            self.sets.try_reserve(1)?;
            self.sets.insert(component, value);
        }
        Ok(())
    }
}

/// The keys of graphs: the canonical matrix.
pub(in crate::games) struct Graphs;

impl Shapes for Graphs {
    type Key = Box<[u8]>;
    const COSTLY: bool = true;

    fn key(&self, field: &Field, component: u128) -> Box<[u8]> {
        let mut nodes = Vec::with_capacity(component.count_ones() as usize);
        let mut left = component;
        while left != 0 {
            nodes.push(left.trailing_zeros() as usize);
            left &= left - 1;
        }
        let joined = |a: usize, b: usize| if a == b { field.loops } else { field.near[a] } >> b & 1;
        super::canonical::Matrix::new(nodes.len(), |a, b| joined(nodes[a], nodes[b]) as u8).key()
    }
}

/// The values of graphs that were found so far, kept for the next questions.
#[derive(Default)]
struct GraphValues {
    neighborhoods: Values<Box<[u8]>>,
    edges: Values<Box<[u8]>>,
}

impl GraphValues {
    const fn of(&mut self, taken: Removal) -> &mut Values<Box<[u8]>> {
        match taken {
            Removal::Neighborhoods => &mut self.neighborhoods,
            Removal::Edges => &mut self.edges,
        }
    }
}

/// The value of a component that was searched before, or by search where the bound of its size or a short trial allows
/// it; there is no field for a component that is too large for a search of any length, and its bound is infinite.
pub(in crate::games) fn evaluate(
    field: Option<Field>,
    what: impl FnOnce() -> String,
    size: impl FnOnce() -> f64,
    breadth: f64,
    known: &mut Known,
) -> Result<Evaluation, TooLarge> {
    if let Some(field) = &field {
        let values = known.table::<GraphValues>().of(field.taken);
        if let Some(&value) = values.get(&Graphs.key(field, field.all())) {
            return Ok(found_before(value, values.len()));
        }
    }
    known.search_or_trial(what(), size(), breadth, |known, limits| {
        let Some(field) = field else { return Err(TooLarge::Reached { limit: limits.positions }) };
        let values = known.table::<GraphValues>().of(field.taken);
        make_room(values, limits);
        let mut search = DeletionSearch::new(field, Graphs, values, limits);
        let found = search.run()?;
        Ok((found, search.values.len() as u64))
    })
}

/// A value from the table of a search.
pub(in crate::games) fn found_before(value: u8, held: usize) -> Evaluation {
    Evaluation::valued(Nimber(value.into()), vec![Ground::Search { positions: held as u64 }])
}

/// Forgets what earlier questions left if it would take half of the room of this one.
pub(in crate::games) fn make_room<K: Eq + Hash>(values: &mut Values<K>, limits: &Limits) {
    if values.len() as u64 > limits.positions / 2 {
        values.clear();
    }
}
