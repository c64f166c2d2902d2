//! The shape of a quotient: its elements by idempotents, and the nim values that it keeps.
//!
//! Some power of every element of a finite commutative monoid is an idempotent, exactly one. Elements with the same
//! idempotent e form a class. Those with xe = x are a group with the identity e; the others fall into it when they are
//! multiplied by e. An idempotent e is above f if ef = f, and products never lead up: xy is at or below the classes of x
//! and of y. The lowest class holds the kernel.

use super::monoid::{Element, Monoid, ONE};
use super::sums::Quotient;
use crate::sequence::naive_values;

/// The elements with one idempotent among their powers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotentClass {
    /// The idempotent.
    pub idempotent: Element,
    /// The elements of its group, ascending.
    pub group: Vec<Element>,
    /// The other elements, ascending.
    pub others: Vec<Element>,
    /// The classes directly below, by their numbers in the list of all classes, ascending.
    pub below: Vec<usize>,
}

impl Monoid {
    /// The idempotent among the powers of an element.
    pub fn idempotent_of(&self, x: Element) -> Element {
        let mut power = x;
        while self.product(power, power) != power {
            power = self.product(power, x);
        }
        power
    }

    /// The classes of all elements, by ascending idempotents.
    pub fn idempotent_classes(&self) -> Vec<IdempotentClass> {
        let idempotents: Vec<Element> = self.idempotents().collect();
        let is_below =
            |f: usize, e: usize| f != e && self.product(idempotents[e], idempotents[f]) == idempotents[f];
        let count = idempotents.len();
        let mut classes: Vec<IdempotentClass> = (0..count)
            .map(|e| {
                let is_direct = |&f: &usize| {
                    is_below(f, e) && !(0..count).any(|between| is_below(f, between) && is_below(between, e))
                };
                let below = (0..count).filter(is_direct).collect();
                IdempotentClass { idempotent: idempotents[e], group: Vec::new(), others: Vec::new(), below }
            })
            .collect();
        for x in 0..self.order() as Element {
            let idempotent = self.idempotent_of(x);
            let at = idempotents.binary_search(&idempotent).expect("powers reach an idempotent");
            let list = if self.product(x, idempotent) == x {
                &mut classes[at].group
            } else {
                &mut classes[at].others
            };
            list.push(x);
        }
        classes
    }
}

impl Quotient {
    /// The nim value of each element, if sums with one value in the quotient always have one nim value; this is computed,
    /// and no theorem says that it must be so.
    pub fn nim_values(&self) -> Option<Vec<u64>> {
        let largest = |rule: usize| {
            let own = self.generators().iter().filter(move |heap| heap.rule == rule);
            own.map(|heap| heap.size).max().unwrap_or(0)
        };
        let of_rules: Vec<_> = self
            .rules()
            .iter()
            .enumerate()
            .map(|(at, rule)| naive_values(rule.clauses(), largest(at)))
            .collect();
        let generators: Vec<(Element, u64)> = self
            .generators()
            .iter()
            .map(|heap| Some((self.value(*heap)?, of_rules[heap.rule][heap.size as usize].0)))
            .collect::<Option<_>>()?;
        let value_of_word = |x: Element| {
            let odd = self.word(x).into_iter().zip(&generators).filter(|(times, _)| times % 2 == 1);
            odd.fold(0, |sum, (_, (_, value))| sum ^ value)
        };
        let values: Vec<u64> = (0..self.order() as Element).map(value_of_word).collect();
        let fits = |x: Element, &(generator, value): &(Element, u64)| {
            let product = self.monoid().product(x, generator);
            values[usize::from(product)] == values[usize::from(x)] ^ value
        };
        let all = (ONE..self.order() as Element).all(|x| generators.iter().all(|one| fits(x, one)));
        all.then_some(values)
    }
}
