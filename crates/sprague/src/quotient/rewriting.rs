//! A quotient by generators and relations: the reduced rewriting rules.
//!
//! A word in the generators is irreducible when it is the least word of its value. The left sides are the least
//! reducible words, all of whose proper factors are irreducible; the right sides are the least words of the same value.
//! They decide equality by themselves, and the order is the number of irreducible words.

use super::monoid::{Element, ONE};
use super::sums::Quotient;

/// A product of generators: for each the number of times it occurs, in the order of the generators.
pub type Word = Vec<u32>;

/// A rule of rewriting: the left side has the same value as the right side, its least word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewriting {
    /// A least reducible word.
    pub left: Word,
    /// The least word of its value.
    pub right: Word,
}

/// A word with the letters a, b, c, ... for the generators and raised exponents; `1` for the empty word. With more
/// than 26 generators the later ones are `z1`, `z2`, ...
pub fn word_in_letters(word: &[u32]) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let mut text = String::new();
    for (at, &times) in word.iter().enumerate().filter(|(_, times)| **times > 0) {
        match ('a'..='z').nth(at) {
            Some(letter) => text.push(letter),
            None => text.extend(["z", &(at - 25).to_string()]),
        }
        if times > 1 {
            let digits = times.to_string();
            text.extend(digits.bytes().map(|digit| RAISED[usize::from(digit - b'0')]));
        }
    }
    if text.is_empty() { "1".to_owned() } else { text }
}

impl Quotient {
    /// The least word of an element.
    pub fn word(&self, element: Element) -> Word {
        let places = self.words.generators();
        let mut word = vec![0; places.len()];
        let mut at = element;
        while at != ONE {
            let made = self.words.made[usize::from(at) - 1];
            let generator = places.binary_search(&made.generator).expect("elements are made of generators");
            word[generator] += 1;
            at = made.parent;
        }
        word
    }

    /// The reduced rewriting rules, by ascending left side: words are compared at the last generator first.
    pub fn rewriting(&self) -> Vec<Rewriting> {
        let generators: Vec<Element> =
            self.words.generators().into_iter().map(|place| self.words.values[place]).collect();
        let value = |word: &[u32]| {
            word.iter().zip(&generators).fold(ONE, |x, (&times, &generator)| {
                (0..times).fold(x, |x, _| self.monoid().product(x, generator))
            })
        };
        let count = generators.len();
        let words: Vec<Word> = (0..self.order() as Element).map(|x| self.word(x)).collect();
        let is_irreducible = |word: &[u32]| words[usize::from(value(word))] == word;
        let mut rules = Vec::new();
        for word in &words {
            let last = word.iter().rposition(|&times| times > 0).unwrap_or(0);
            for generator in last..count {
                let mut left = word.clone();
                left[generator] += 1;
                let right = &words[usize::from(value(&left))];
                if *right == left {
                    continue;
                }
                let is_least = (0..=generator).filter(|&at| left[at] > 0).all(|at| {
                    let mut factor = left.clone();
                    factor[at] -= 1;
                    is_irreducible(&factor)
                });
                if is_least {
                    rules.push(Rewriting { left, right: right.clone() });
                }
            }
        }
        rules.sort_by(|one, other| one.left.iter().rev().cmp(other.left.iter().rev()));
        rules
    }
}
