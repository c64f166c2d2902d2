//! A quotient decides sums (theory M.7, M.12): the product of the values of the heaps is in the portion or not.
//!
//! With a proved period a heap of any size has the value of a heap below N, the end of the evidence. From an N-position
//! some heap with the rest of value r has an option of value e with re in the portion, and any option of that value
//! wins. For a heap h >= N its options have the values of those of h', the heap in [N - p, N) with h' = h modulo p: an
//! option of h' becomes one of h when its largest part grows by h - h'.

use super::elements::Elements;
use super::monoid::{Element, Monoid, ONE};
use super::places::Places;
use super::recognizer::{Recognizer, Words};
use super::window::QuotientPeriod;
use crate::heap::Rule;
use crate::play::Outcome;

/// A heap of one of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleHeap {
    /// The number of the rule in the list.
    pub rule: usize,
    /// The size of the heap.
    pub size: u64,
}

/// The misère quotient of all sums of the heaps of some rules, up to certain sizes or of all sizes.
///
/// A sum is a P-position exactly when the product of the values of its heaps is in the portion. The quotient is
/// reduced: no smaller monoid does this.
#[derive(Clone, Debug)]
pub struct Quotient {
    rules: Vec<Rule>,
    pub(super) words: Words,
    positions: Elements,
    /// Of each rule, from heap 0 on.
    values: Vec<Vec<Element>>,
    periods: Vec<Option<QuotientPeriod>>,
    growth: Vec<(RuleHeap, usize)>,
    generators: Vec<RuleHeap>,
}

impl Quotient {
    pub(super) fn new(
        recognizer: Recognizer,
        places: &Places,
        periods: Vec<Option<QuotientPeriod>>,
        growth: Vec<(RuleHeap, usize)>,
    ) -> Self {
        let words = recognizer.words;
        let rules = places.rules().to_vec();
        let values = (0..rules.len()).map(|rule| {
            let own = words.values.iter().skip(rule).step_by(rules.len());
            let own = own.take(places.cap(rule)).copied();
            std::iter::once(ONE).chain(own).collect()
        });
        let values = values.collect();
        let heap = |place| {
            let (rule, size) = places.heap(place);
            RuleHeap { rule, size }
        };
        let generators = words.generators().into_iter().map(heap).collect();
        Self { rules, words, positions: recognizer.portion.positions, values, periods, growth, generators }
    }

    /// The rules whose heaps are added.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The monoid.
    pub const fn monoid(&self) -> &Monoid {
        &self.words.monoid
    }

    /// The number of elements.
    pub const fn order(&self) -> usize {
        self.words.order()
    }

    /// The P-elements, ascending.
    pub fn portion(&self) -> Vec<Element> {
        self.positions.iter().collect()
    }

    /// Whether an element is P.
    pub fn is_position(&self, element: Element) -> bool {
        self.positions.contains(element)
    }

    /// The heaps that generate the monoid: each is the least with its value.
    pub fn generators(&self) -> &[RuleHeap] {
        &self.generators
    }

    /// The values of the heaps of a rule that are in, from heap 0 on.
    pub fn values(&self, rule: usize) -> &[Element] {
        &self.values[rule]
    }

    /// The proved period of the values of a rule.
    pub fn period(&self, rule: usize) -> Option<QuotientPeriod> {
        self.periods[rule]
    }

    /// The heaps at which the order grew, with the order from there on.
    pub fn growth(&self) -> &[(RuleHeap, usize)] {
        &self.growth
    }

    /// The heap below the end of the evidence with the value and the option values of this one; `None` if the heap is
    /// too large and no period is proved.
    fn evident(&self, heap: RuleHeap) -> Option<u64> {
        let size = self.periods[heap.rule].map_or(heap.size, |period| period.evident(heap.size));
        (size < self.values[heap.rule].len() as u64).then_some(size)
    }

    /// The value of a heap.
    pub fn value(&self, heap: RuleHeap) -> Option<Element> {
        self.evident(heap).map(|size| self.values[heap.rule][size as usize])
    }

    /// The product of the values of some heaps; `None` if one is beyond what is known.
    pub fn product(&self, heaps: impl IntoIterator<Item = RuleHeap>) -> Option<Element> {
        heaps.into_iter().try_fold(ONE, |x, heap| Some(self.monoid().product(x, self.value(heap)?)))
    }

    /// Who wins a sum under misère play.
    pub fn outcome(&self, heaps: impl IntoIterator<Item = RuleHeap>) -> Option<Outcome> {
        let product = self.product(heaps)?;
        Some(if self.is_position(product) { Outcome::P } else { Outcome::N })
    }

    /// The options of a heap that win when the other heaps have this product, lazily and by ascending small parts, in
    /// the order of [`Rule::options`] for heaps below the end of the evidence. Beyond it one option for each option of
    /// the heap that stands for it: examples, and none exactly when there are none.
    pub fn winning_options(&self, heap: RuleHeap, rest: Element) -> impl Iterator<Item = Vec<u64>> {
        let size = self.evident(heap).unwrap_or(0);
        let more = heap.size - size;
        let times_rest = self.monoid().row(rest);
        let values = &self.values[heap.rule];
        self.rules[heap.rule].options(size).filter_map(move |mut parts| {
            let value = parts.iter().fold(ONE, |x, &part| self.monoid().product(x, values[part as usize]));
            if !self.positions.contains(times_rest[usize::from(value)]) {
                return None;
            }
            if let Some(last) = parts.last_mut() {
                *last += more;
            }
            Some(parts)
        })
    }

    /// Whether all options of a heap are looked at when a winning one is sought.
    pub fn is_listed(&self, heap: RuleHeap) -> bool {
        self.evident(heap) == Some(heap.size)
    }
}
