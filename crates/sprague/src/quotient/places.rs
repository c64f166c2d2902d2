//! The heaps of one or several rules in one order, and the values of their options.
//!
//! Heaps are added by size, and at the same size in the order of the rules: options are always added before the heap
//! they come from. A place is a number in that order. The values of the options of a large heap are few, so they are
//! collected as a set; moves that leave one or two heaps, the usual ones, need no list of parts.

use super::check::Place;
use super::elements::Elements;
use super::monoid::{Element, Monoid, ONE};
use crate::heap::{Condition, Parts, Rule};

/// The rules whose heaps are added, and the largest heap of each.
#[derive(Clone, Debug)]
pub(super) struct Places {
    rules: Vec<Rule>,
    caps: Vec<u64>,
}

impl Places {
    /// All heaps of each rule up to its cap.
    pub fn new(rules: Vec<Rule>, caps: Vec<u64>) -> Self {
        Self { rules, caps }
    }

    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The number of places: those of the largest cap.
    pub fn len(&self) -> Place {
        self.caps.iter().max().map_or(0, |&cap| cap as usize * self.rules.len())
    }

    /// How many heaps of a rule there are.
    pub fn cap(&self, rule: usize) -> usize {
        self.caps[rule] as usize
    }

    /// The rule, by its number, and the size of the heap at a place.
    pub fn heap(&self, place: Place) -> (usize, u64) {
        (place % self.rules.len(), (place / self.rules.len()) as u64 + 1)
    }

    /// The place of a heap that is not empty.
    pub fn place(&self, rule: usize, size: u64) -> Place {
        (size as usize - 1) * self.rules.len() + rule
    }

    /// About how many options the heap at a place has: what it costs to list them.
    pub fn option_count(&self, place: Place) -> u64 {
        let (at, size) = self.heap(place);
        self.rules[at].option_count(size.min(self.caps[at])) as u64
    }

    /// The values of the options of the heap at a place, ascending; `None` if there is no such heap or it has no
    /// moves. `values` are the values of the heaps at all places before it.
    pub fn options(&self, place: Place, values: &[Element], monoid: &Monoid) -> Option<Vec<Element>> {
        let (at, size) = self.heap(place);
        if size > self.caps[at] {
            return None;
        }
        let rule = &self.rules[at];
        let value = |size: u64| if size == 0 { ONE } else { values[self.place(at, size)] };
        let mut found = Elements::none(monoid.order());
        let mut is_terminal = true;
        for (taken, heaps, condition) in rule.moves(size) {
            let total = size - taken;
            match (heaps, condition.chain()) {
                (0 | 1, _) => {
                    found.insert(value(total));
                    is_terminal = false;
                }
                (2, Some(chain @ (Condition::Any | Condition::Differ(_)))) => {
                    let least = if let Condition::Differ(least) = chain { least } else { 0 };
                    for small in (1..=total / 2).take_while(|small| total - 2 * small >= least) {
                        found.insert(monoid.product(value(small), value(total - small)));
                        is_terminal = false;
                    }
                }
                _ => {
                    for parts in Parts::new(total, heaps, condition) {
                        let product = parts.iter().fold(ONE, |x, &part| monoid.product(x, value(part)));
                        found.insert(product);
                        is_terminal = false;
                    }
                }
            }
        }
        (!is_terminal).then(|| found.iter().collect())
    }
}
