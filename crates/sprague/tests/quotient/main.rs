//! Misère quotients and genera (theory M.3 to M.14): known answers, then the search, then properties.

mod genera;
mod golden;
mod properties;
mod search;

use sprague::Limits;
use sprague::heap::Rule;
use sprague::quotient::{
    Element, Quotient, QuotientExtent, QuotientFound, RuleHeap, quotient, word_in_letters,
};

use crate::common::rule;

/// The quotient of games joined by `&`, to a heap and an order.
fn found(games: &str, to: u64, order: usize) -> QuotientFound {
    let rules: Vec<Rule> = games.split('&').map(|game| rule(game.trim())).collect();
    let extent = QuotientExtent { heaps: vec![to; rules.len()], order, until_period: true };
    quotient(&rules, &extent, &Limits::default()).expect("within the limits")
}

fn solved(game: &str) -> Quotient {
    found(game, 2000, 400).quotient
}

fn heaps(sizes: &[u64]) -> Vec<RuleHeap> {
    sizes.iter().map(|&size| RuleHeap { rule: 0, size }).collect()
}

fn words(quotient: &Quotient, elements: &[Element]) -> String {
    elements.iter().map(|&x| word_in_letters(&quotient.word(x))).collect::<Vec<_>>().join(" ")
}

fn growth(quotient: &Quotient) -> String {
    let points = quotient.growth().iter().map(|(heap, order)| format!("{}:{order}", heap.size));
    points.collect::<Vec<_>>().join(" ")
}
