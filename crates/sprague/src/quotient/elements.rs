//! Sets of elements of a monoid, as bits.

use super::monoid::{Element, Monoid};

/// A set of elements of a monoid of known order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Elements {
    words: Vec<u64>,
}

impl Elements {
    /// The empty set, for a monoid of this order.
    pub fn none(order: usize) -> Self {
        Self { words: vec![0; order.div_ceil(64)] }
    }

    /// The elements of this order for which the function is true.
    pub fn of(order: usize, mut is_in: impl FnMut(usize) -> bool) -> Self {
        let word = |at: usize| {
            let inside = (64 * at..order.min(64 * at + 64)).enumerate();
            inside.fold(0, |word, (bit, element)| word | u64::from(is_in(element)) << bit)
        };
        Self { words: (0..order.div_ceil(64)).map(word).collect() }
    }

    /// The elements z with xz in this set.
    pub fn divided_by(&self, x: Element, monoid: &Monoid) -> Self {
        let row = monoid.row(x);
        Self::of(row.len(), |z| self.contains(row[z]))
    }

    /// The elements that there are in a monoid of another order.
    pub fn resized(&self, order: usize) -> Self {
        let mut words = self.words.clone();
        words.resize(order.div_ceil(64), 0);
        if let (Some(last), false) = (words.last_mut(), order.is_multiple_of(64)) {
            *last &= (1 << (order % 64)) - 1;
        }
        Self { words }
    }

    pub fn contains(&self, element: Element) -> bool {
        self.words[usize::from(element) / 64] >> (element % 64) & 1 == 1
    }

    pub fn insert(&mut self, element: Element) {
        self.words[usize::from(element) / 64] |= 1 << (element % 64);
    }

    pub fn join(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, more)| *word |= more);
    }

    pub fn remove_all(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, less)| *word &= !less);
    }

    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(one, two)| one & two != 0)
    }

    /// The least element of both sets.
    pub fn least_common(&self, other: &Self) -> Option<Element> {
        let mut both = self.words.iter().zip(&other.words).map(|(one, two)| one & two).enumerate();
        both.find(|(_, word)| *word != 0)
            .map(|(at, word)| (64 * at) as Element + word.trailing_zeros() as Element)
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(one, two)| one & !two == 0)
    }

    /// The elements, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Element> {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            std::iter::successors(Some(word), |&word| (word != 0).then(|| word & (word - 1)))
                .take_while(|&word| word != 0)
                .map(move |word| (64 * at) as Element + word.trailing_zeros() as Element)
        })
    }
}
