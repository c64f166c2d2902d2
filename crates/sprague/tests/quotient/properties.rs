//! Properties that every quotient has.

use std::collections::BTreeMap;

use sprague::heap::relations::{first_cousin, standard_form};
use sprague::heap::{HeapGame, Heaps};
use sprague::quotient::{Quotient, QuotientEnd, QuotientExtent, RuleHeap, quotient};
use sprague::search::MisereSolver;
use sprague::{Limits, Nimber, Outcome};

use super::search::codes;
use super::{found, growth, solved};
use crate::common::rule;

fn quotients() -> Vec<(String, Quotient)> {
    codes().into_iter().map(|game| (game.clone(), found(&game, 300, 60).quotient)).collect()
}

/// M.8: the order is even, but for games without moves.
#[test]
fn orders_are_even() {
    for (game, quotient) in quotients() {
        assert!(quotient.order().is_multiple_of(2), "{game} {}", quotient.order());
    }
    let none = solved("0.0");
    assert_eq!(
        (none.order(), none.portion().len(), none.period(0).map(|period| period.period)),
        (1, 0, Some(1))
    );
}

/// M.12: one element of the kernel is P, the kernel has 2^k elements, and in it heaps are equal when their nim values
/// are.
#[test]
fn in_the_kernel_misere_play_is_normal_play() {
    for (game, quotient) in quotients() {
        let kernel = quotient.monoid().kernel();
        assert!(kernel.len().is_power_of_two(), "{game}");
        assert_eq!(kernel.iter().filter(|&&x| quotient.is_position(x)).count(), 1, "{game}");
        let one = kernel.iter().find(|&&x| quotient.monoid().product(x, x) == x).expect("an identity");
        let to = quotient.values(0).len() as u64 - 1;
        let heap: HeapGame = game.parse().expect("a game");
        let nim = heap.sequence().values(0..=to, &Limits::default()).expect("small");
        let mut classes = BTreeMap::new();
        for (value, &element) in nim.iter().zip(quotient.values(0)) {
            let in_kernel = quotient.monoid().product(*one, element);
            assert_eq!(*classes.entry(value).or_insert(in_kernel), in_kernel, "{game}");
        }
        let mut distinct: Vec<_> = classes.values().collect();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), classes.len(), "{game}");
    }
}

/// A quotient is reduced: every two elements are told apart.
#[test]
fn no_two_elements_have_the_same_row() {
    for (game, quotient) in quotients() {
        let elements = 0..quotient.order() as u16;
        let row = |x| quotient.monoid().row(x).iter().map(|&y| quotient.is_position(y)).collect::<Vec<_>>();
        let mut rows: Vec<Vec<bool>> = elements.map(row).collect();
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), quotient.order(), "{game}");
    }
}

/// H.1 holds under misère play: a rule and its first cousin have isomorphic quotients.
#[test]
fn first_cousins_have_one_quotient() {
    let mut compared = 0;
    for game in codes() {
        let Some(cousin) = first_cousin(&rule(&game)) else { continue };
        let (one, other) = (found(&game, 150, 60), found(&cousin.to_string(), 300, 60));
        if !matches!((&one.end, &other.end), (QuotientEnd::Periods, QuotientEnd::Periods)) {
            continue;
        }
        let (one, other) = (one.quotient, other.quotient);
        assert_eq!(
            (one.order(), one.portion().len()),
            (other.order(), other.portion().len()),
            "{game} {cousin}"
        );
        assert_eq!(one.monoid(), other.monoid(), "{game} {cousin}");
        assert_eq!(one.portion(), other.portion(), "{game} {cousin}");
        compared += 1;
    }
    assert!(compared >= 10, "{compared}");
}

/// H.3's second rule does not hold under misère play: a code and its standard form need not have the same outcomes.
#[test]
fn standard_forms_do_not_hold_under_misere_play() {
    let mut differ = Vec::new();
    // with three digits every option of value 0 is as good as nothing under misère play too; 2 + 2 is not
    for code in 0..512 {
        let game = format!("4.{code:03o}1");
        let standard = standard_form(&rule(&game)).to_string();
        if rule(&standard) == rule(&game) {
            continue;
        }
        let mut solvers =
            [&game, &standard].map(|text| MisereSolver::new(text.parse::<HeapGame>().expect("a game")));
        let mut values =
            |heap| solvers.each_mut().map(|solver| solver.value(&Heaps::single(heap)).expect("small"));
        if (1..10).map(&mut values).any(|[one, other]| one != other) {
            differ.push(game);
        }
    }
    assert!(differ.len() > 10, "{differ:?}");
    for game in differ.iter().take(20) {
        let quotient = found(game, 9, 60).quotient;
        let mut solver = MisereSolver::new(game.parse::<HeapGame>().expect("a game"));
        for size in 1..quotient.values(0).len() as u64 {
            let is_p = solver.value(&Heaps::single(size)).expect("small") == Nimber::ZERO;
            let outcome = if is_p { Outcome::P } else { Outcome::N };
            assert_eq!(quotient.outcome([RuleHeap { rule: 0, size }]), Some(outcome), "{game} {size}");
        }
    }
}

#[test]
fn one_heap_more_changes_no_value_where_the_order_stays() {
    for game in ["0.77", "0.123", "0.15", "0.53", "0.351"] {
        let mut before: Option<Quotient> = None;
        for to in 1..40 {
            let next = found(game, to, 400).quotient;
            if let Some(before) = before.filter(|before| before.order() == next.order()) {
                let count = before.values(0).len();
                assert_eq!(before.values(0), &next.values(0)[..count], "{game} {to}");
            }
            before = Some(next);
        }
    }
}

/// In 0.123 heap 6 is b² until heap 9 comes, then a generator of its own.
#[test]
fn a_new_heap_can_change_the_value_of_an_old_one() {
    let value = |to| {
        let quotient = found("0.123", to, 400).quotient;
        quotient.word(quotient.value(RuleHeap { rule: 0, size: 6 }).expect("a value"))
    };
    assert_eq!(value(8)[..2], [0, 2]);
    assert_eq!(value(9), [0, 0, 1, 0, 0]);
}

#[test]
fn every_limit_is_met_on_purpose() {
    let run = |game: &str, extent: QuotientExtent, limits: &Limits| quotient(&[rule(game)], &extent, limits);
    let usual = QuotientExtent::usual(1);
    let few_steps = Limits { steps: 1_000, ..Limits::default() };
    let found = run("0.15", usual.clone(), &few_steps).expect("begins");
    assert!(matches!(found.end, QuotientEnd::Limit { .. }) && found.quotient.period(0).is_none());
    let little_memory = Limits { positions: 10, ..Limits::default() };
    assert!(run("0.15", usual.clone(), &little_memory).is_err());
    let found =
        run("0.15", QuotientExtent { heaps: vec![20], ..usual.clone() }, &Limits::default()).expect("small");
    assert!(matches!(found.end, QuotientEnd::Heaps));
    assert_eq!(growth(&found.quotient), "1:2 6:6 14:8 18:16 20:20");
    let found = run("0.15", QuotientExtent { order: 19, ..usual }, &Limits::default()).expect("small");
    assert!(matches!(
        found.end,
        QuotientEnd::Order { heap: RuleHeap { rule: 0, size: 20 }, more_than: 19, .. }
    ));
}

/// No theorem gives a period to rules that take any number, or leave three parts under a condition.
#[test]
fn no_period_without_a_theorem() {
    for game in ["nim", "split(3, distinct)", "take(1) leave(3, not-all-equal)"] {
        assert!(found(game, 12, 400).quotient.period(0).is_none(), "{game}");
    }
}

/// Classes by idempotents are a partition; in each one is a group, and products never lead up.
#[test]
fn elements_fall_into_classes_of_idempotents() {
    for (game, quotient) in quotients() {
        let monoid = quotient.monoid();
        let classes = monoid.idempotent_classes();
        let mut all: Vec<u16> =
            classes.iter().flat_map(|class| class.group.iter().chain(&class.others).copied()).collect();
        all.sort_unstable();
        assert_eq!(all, (0..quotient.order() as u16).collect::<Vec<u16>>(), "{game}");
        for class in &classes {
            let e = class.idempotent;
            assert!(class.group.contains(&e), "{game}");
            for &x in &class.group {
                let inverse = class.group.iter().find(|&&y| monoid.product(x, y) == e);
                assert!(inverse.is_some() && monoid.product(x, e) == x, "{game}");
            }
            for &x in &class.others {
                assert!(class.group.contains(&monoid.product(x, e)), "{game}");
            }
            for &below in &class.below {
                let f = classes[below].idempotent;
                assert!(f != e && monoid.product(e, f) == f, "{game}");
            }
        }
        let lowest: Vec<_> = classes.iter().filter(|class| class.below.is_empty()).collect();
        assert!(lowest.len() == 1 && lowest[0].group == monoid.kernel(), "{game}");
        let nim = quotient.nim_values().expect("sums with one value have one nim value");
        for generator in quotient.generators() {
            let heap: HeapGame = game.parse().expect("a game");
            let value =
                heap.sequence().values(generator.size..=generator.size, &Limits::default()).expect("small");
            assert_eq!(nim[usize::from(quotient.value(*generator).expect("a value"))], value[0].0, "{game}");
        }
    }
}

#[test]
fn quotients_are_recognized_under_other_names() {
    let limits = Limits::default();
    let same = |a: &str, b: &str| {
        let (a, b) = (solved(a), solved(b));
        let found = a.is_isomorphic(&b, &limits).expect("within the limits");
        assert_eq!(found, b.is_isomorphic(&a, &limits).expect("within the limits"));
        found
    };
    assert!(same("0.15", "0.115") && same("0.53", "0.153") && same("0.75", "4.56") && same("0.77", "0.44"));
    assert!(!same("0.152", "0.77") && !same("0.0", "0.3"));
    // 4.4 is Kayles with heaps larger by one
    assert!(same("0.77", "4.4"));
    let kayles = solved("kayles");
    assert_eq!(kayles.first_difference(&solved("4.4"), 100), Some(1));
    assert_eq!(kayles.first_difference(&solved("0.771"), 5), None);
    assert_eq!(kayles.first_difference(&solved("0.75"), 100), Some(3));
    let few = Limits { steps: 10, ..Limits::default() };
    assert!(solved("0.15").is_isomorphic(&solved("0.115"), &few).is_err());
}
