//! A recognizer: a finite monoid that tells outcomes of sums of the heaps so far (theory M.13).
//!
//! Its elements are numbered by their least words: words are compared at their largest heap first, and the smaller
//! multiplicity is less. So the elements that the first heaps generate come first, every option of a least word has a
//! smaller number, and a function with a ban set is computed in one pass over the elements, if the monoid recognizes it
//! at all; the check of M.10 tells.
//!
//! Every element also has a label in a coarser monoid. At the top there is one label; where a monoid is split, its
//! elements are the labels of the finer one.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::check::{Letter, PairGraph, Place, Portion, Rows, check, losing_rests};
use super::elements::Elements;
use super::monoid::{Element, Monoid, ONE};

/// How an element is made: its least word is that of `parent` and one more heap, the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Made {
    pub parent: Element,
    pub generator: Place,
}

/// The words over the heaps at the first places, as elements of a monoid.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub monoid: Monoid,
    /// For each element but the identity.
    pub made: Vec<Made>,
    /// Of the heaps added so far.
    pub values: Vec<Element>,
    /// The heaps with moves, each pair of value and options once, by ascending place.
    pub letters: Vec<Letter>,
    /// The values of the options of the least word of each element.
    options: Vec<Elements>,
}

impl Words {
    /// Words of which the first `known` are words of a smaller monoid, with the option values these have.
    pub fn new(
        monoid: Monoid,
        made: Vec<Made>,
        values: Vec<Element>,
        letters: Vec<Letter>,
        known: &[Elements],
    ) -> Self {
        let order = monoid.order();
        let mut options: Vec<Elements> = known.iter().map(|set| set.resized(order)).collect();
        for &Made { parent, generator } in &made[known.len() - 1..] {
            let letter =
                letters.iter().find(|letter| letter.place == generator).expect("generators are letters");
            let mut set = Elements::none(order);
            let times_value = monoid.row(letter.value);
            options[usize::from(parent)]
                .iter()
                .for_each(|option| set.insert(times_value[usize::from(option)]));
            let times_parent = monoid.row(parent);
            letter.options.iter().for_each(|&option| set.insert(times_parent[usize::from(option)]));
            options.push(set);
        }
        Self { monoid, made, values, letters, options }
    }

    pub const fn order(&self) -> usize {
        self.monoid.order()
    }

    /// The option values of all elements, for words of which these are the first.
    pub fn option_sets(&self) -> &[Elements] {
        &self.options
    }

    /// The heaps that are needed to write all elements, by ascending place.
    pub fn generators(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self.made.iter().map(|made| made.generator).collect();
        places.dedup();
        places
    }

    /// The place of the last heap of the least word of an element.
    fn level(&self, x: Element) -> Place {
        if x == ONE { 0 } else { self.made[usize::from(x) - 1].generator }
    }

    /// The function with this ban set, in one pass: P unless banned or some option is P.
    pub fn pass(&self, banned: &Elements) -> Elements {
        let mut positions = Elements::none(self.order());
        for x in 0..self.order() as Element {
            if !banned.contains(x) && !self.options[usize::from(x)].meets(&positions) {
                positions.insert(x);
            }
        }
        positions
    }

    /// The check of M.10 for a function.
    pub fn check(&self, portion: &Portion) -> Result<PairGraph, Place> {
        check(&self.monoid, &self.letters, portion, |x| self.level(x))
    }

    /// The words of the heaps before a place.
    fn before(&self, place: Place) -> Self {
        let order = 1 + self.made.partition_point(|made| made.generator < place);
        Self {
            monoid: self.monoid.prefix(order),
            made: self.made[..order - 1].to_vec(),
            values: self.values[..place].to_vec(),
            letters: self.letters.iter().take_while(|letter| letter.place < place).cloned().collect(),
            options: self.options[..order].iter().map(|set| set.resized(order)).collect(),
        }
    }
}

/// Words with a function that is read off their values, exactly, and with labels.
#[derive(Clone, Debug)]
pub(super) struct Recognizer {
    pub words: Words,
    pub portion: Portion,
    pub labels: Vec<Element>,
    by_options: HashMap<Vec<Element>, Element, FixedState>,
    rows: Rows,
    graph: PairGraph,
}

impl Recognizer {
    /// The recognizer of the empty word, which is an N-position.
    pub fn empty() -> Self {
        let none = Elements::none(1);
        let words = Words {
            monoid: Monoid::trivial(),
            made: Vec::new(),
            values: Vec::new(),
            letters: Vec::new(),
            options: vec![none.clone()],
        };
        Self::new(words, Portion { positions: none.clone(), banned: none }, vec![ONE])
    }

    /// A recognizer from its parts. The check runs again, so that a mistake on the way cannot become an answer.
    pub fn new(words: Words, portion: Portion, labels: Vec<Element>) -> Self {
        let graph = words.check(&portion).expect("layers that passed the check repeat");
        let by_options = words.letters.iter().map(|letter| (letter.options.clone(), letter.value)).collect();
        let rows = Rows::new(words.order());
        Self { words, portion, labels, by_options, rows, graph }
    }

    /// The words of the heaps before a place, each element its own label, with another function as outcome.
    pub fn before(words: &Words, place: Place, portion: &Portion) -> Self {
        let words = words.before(place);
        let order = words.order();
        let portion =
            Portion { positions: portion.positions.resized(order), banned: portion.banned.resized(order) };
        Self::new(words, portion, (0..order as Element).collect())
    }

    /// The value of an earlier heap with these options (theory M.9).
    pub fn value_of_options(&self, options: &[Element]) -> Option<Element> {
        self.by_options.get(options).copied()
    }

    /// The elements r for which r times one of these values is P.
    pub fn winning(&mut self, options: &[Element]) -> Elements {
        self.rows.winning(options, &self.words.monoid, &self.portion.positions)
    }

    /// An element with this label that is told from `function` by no context.
    pub fn element_with_row(&self, label: Element, function: &Elements) -> Option<Element> {
        let order = self.words.order();
        let agrees = |&x: &Element| {
            let row = self.words.monoid.row(x);
            let same = |z: usize| self.portion.positions.contains(row[z]) == function.contains(z as Element);
            self.labels[usize::from(x)] == label && (0..order).all(same)
        };
        (0..order as Element).find(agrees)
    }

    /// Adds a heap with a value that is there, if no word then breaks M.10.
    pub fn admit(&mut self, value: Element, options: &[Element], winning: &Elements) -> bool {
        let letter = Letter { place: self.words.values.len(), value, options: options.to_vec() };
        let losing = losing_rests(&letter, &self.portion, winning, &self.words.monoid);
        if self.graph.admit(value, losing, &self.words.monoid).is_err() {
            return false;
        }
        self.by_options.insert(letter.options.clone(), value);
        self.words.letters.push(letter);
        self.words.values.push(value);
        true
    }
}
