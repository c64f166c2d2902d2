//! Whether two quotients are the same monoid with the same P-elements, and how far two games agree heap by heap.
//!
//! A map between monoids is given by the images of generators. It is made element by element: when x goes to y, all
//! products of x with what has an image get theirs. The map fails when an element would get two images or be the image
//! of two, or when P goes to N. Images of generators are tried among the elements with the same powers, the same number of
//! multiples and of P-multiples, which leaves few.

use super::monoid::{Element, Monoid, ONE};
use super::sums::{Quotient, RuleHeap};
use crate::limits::{Limits, TooLarge};

/// A map between parts of two monoids that keeps products and P-elements, one to one.
#[derive(Clone)]
struct PartialMap {
    to: Vec<Option<Element>>,
    is_image: Vec<bool>,
    /// The elements with an image, in the order in which they got it.
    mapped: Vec<Element>,
}

impl PartialMap {
    fn new(one: &Quotient, other: &Quotient) -> Self {
        let mut map =
            Self { to: vec![None; one.order()], is_image: vec![false; other.order()], mapped: vec![ONE] };
        map.to[usize::from(ONE)] = Some(ONE);
        map.is_image[usize::from(ONE)] = true;
        map
    }

    /// Sends x to y, and all products of x with what has an image where they must go; says whether that is possible.
    fn extend(&mut self, one: &Quotient, other: &Quotient, x: Element, y: Element) -> bool {
        if let Some(image) = self.to[usize::from(x)] {
            return image == y;
        }
        let mut at = 0;
        while at < self.mapped.len() {
            let from = self.mapped[at];
            at += 1;
            let Some(image) = self.to[usize::from(from)] else { return false };
            let (product, its) = (one.monoid().product(from, x), other.monoid().product(image, y));
            match self.to[usize::from(product)] {
                Some(known) if known == its => {}
                Some(_) => return false,
                None if self.is_image[usize::from(its)]
                    || one.is_position(product) != other.is_position(its) =>
                {
                    return false;
                }
                None => {
                    self.to[usize::from(product)] = Some(its);
                    self.is_image[usize::from(its)] = true;
                    self.mapped.push(product);
                }
            }
        }
        true
    }
}

/// What an isomorphism keeps: P or N, of each power, when the powers repeat, and the number of multiples and of
/// P-multiples.
#[derive(PartialEq, Eq)]
struct Invariant {
    powers: Vec<bool>,
    back_to: usize,
    multiples: usize,
    positions: usize,
}

impl Invariant {
    fn of(quotient: &Quotient, x: Element) -> Self {
        let monoid: &Monoid = quotient.monoid();
        let (mut powers, mut seen, mut at) = (Vec::new(), Vec::new(), x);
        while !seen.contains(&at) {
            seen.push(at);
            powers.push(quotient.is_position(at));
            at = monoid.product(at, x);
        }
        let back_to = seen.iter().position(|&other| other == at).unwrap_or(0);
        let mut multiples = monoid.row(x).to_vec();
        let positions = multiples.iter().filter(|&&y| quotient.is_position(y)).count();
        multiples.sort_unstable();
        multiples.dedup();
        Self { powers, back_to, multiples: multiples.len(), positions }
    }
}

impl Quotient {
    /// Whether the other quotient is this monoid with these P-elements under other names.
    ///
    /// ```
    /// use sprague::quotient::{QuotientExtent, quotient};
    /// use sprague::{HeapGame, Limits};
    ///
    /// let limits = Limits::default();
    /// let of = |code: &str| {
    ///     let game: HeapGame = code.parse().expect("a code");
    ///     quotient(&[game.rule], &QuotientExtent::usual(1), &limits).expect("within the limits").quotient
    /// };
    /// assert!(of("0.15").is_isomorphic(&of("0.115"), &limits)?);
    /// assert!(!of("0.77").is_isomorphic(&of("0.15"), &limits)?);
    /// # Ok::<(), sprague::limits::TooLarge>(())
    /// ```
    pub fn is_isomorphic(&self, other: &Self, limits: &Limits) -> Result<bool, TooLarge> {
        if self.order() != other.order() || self.portion().len() != other.portion().len() {
            return Ok(false);
        }
        let theirs: Vec<Invariant> = (0..other.order() as Element).map(|y| Invariant::of(other, y)).collect();
        let generators: Vec<Element> =
            self.generators().iter().filter_map(|&heap| self.value(heap)).collect();
        let candidates: Vec<Vec<Element>> = generators
            .iter()
            .map(|&x| {
                let own = Invariant::of(self, x);
                let fits = |y: &Element| theirs[usize::from(*y)] == own;
                (0..other.order() as Element).filter(fits).collect()
            })
            .collect();
        let search = Search { one: self, other, generators, candidates, limits };
        search.completes(&PartialMap::new(self, other), 0)
    }

    /// The first heap up to `to` at which two games differ: the values of the heaps before it correspond, heap by heap, in
    /// all their products and in what is P, and with it they do not. For the first rule of each quotient.
    pub fn first_difference(&self, other: &Self, to: u64) -> Option<u64> {
        let mut map = PartialMap::new(self, other);
        (1..=to).find(|&size| {
            let heap = RuleHeap { rule: 0, size };
            let pair = self.value(heap).zip(other.value(heap));
            !pair.is_some_and(|(x, y)| map.extend(self, other, x, y))
        })
    }
}

/// The search for an isomorphism.
struct Search<'a> {
    one: &'a Quotient,
    other: &'a Quotient,
    generators: Vec<Element>,
    /// The possible images of each generator.
    candidates: Vec<Vec<Element>>,
    limits: &'a Limits,
}

impl Search<'_> {
    /// Whether a map of the generators before this one can be completed.
    fn completes(&self, map: &PartialMap, at: usize) -> Result<bool, TooLarge> {
        let Some(&generator) = self.generators.get(at) else { return Ok(true) };
        for &image in &self.candidates[at] {
            self.limits.spend(self.one.order() as u64)?;
            let mut longer = map.clone();
            if longer.extend(self.one, self.other, generator, image) && self.completes(&longer, at + 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
