//! Schrage's rectangles against his tables (theory 5.2, 5.3; E-S1 corrected) and against the plain search.

use std::collections::{BTreeSet, HashMap};

use sprague::games::rectangle::{Cuboid, Rectangles, value_from_sides};
use sprague::games::{Game, Known};
use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::Solver;
use sprague::sequence::Ground;
use sprague::theorem::Theorem;

use crate::common::{
    agrees_with_options_alone, all_refused, all_written, least_missing, nimber, position, rows, rule,
    values_by_definition,
};

/// The values of `split(2, diff>=d)` by definition, for heaps 0..=n.
fn heap_values(d: u64, n: u64) -> Vec<Nimber> {
    let values = values_by_definition(rule(&format!("split(2, diff>={d})")).clauses(), &[], n);
    values.into_iter().map(Nimber).collect()
}

/// `schrage_2d_d{0..3}_24x24.csv`: brute force for the specification.
#[test]
fn the_theorem_gives_schrages_tables() {
    let tables = [
        include_str!("../../tables/golden/schrage_2d_d0_24x24.csv"),
        include_str!("../../tables/golden/schrage_2d_d1_24x24.csv"),
        include_str!("../../tables/golden/schrage_2d_d2_24x24.csv"),
        include_str!("../../tables/golden/schrage_2d_d3_24x24.csv"),
    ];
    for (d, table) in (0..).zip(tables) {
        let heaps = heap_values(d, 24);
        let mut solver = Solver::new(Rectangles::new(d));
        let mut entries = 0;
        for (m, row) in (1..).zip(rows(table)) {
            for (n, value) in (1..).zip(&row[1..]) {
                let expected = nimber(value);
                let theorem = Rectangles::value(&[m, n], |side| heaps[side as usize]);
                assert_eq!(theorem, expected, "d = {d}: {m}x{n}");
                if m <= 12 && n <= 12 {
                    assert_eq!(solver.value(&vec![vec![m, n]]), Ok(expected), "d = {d}: {m}x{n}");
                }
                entries += 1;
            }
        }
        assert_eq!(entries, 24 * 24);
    }
}

/// Theory 5.2, golden examples; E-S1: Schrage's table prints 2 for G(2,19).
#[test]
fn schrages_examples() {
    let heaps = heap_values(1, 20);
    let value = |m, n| Rectangles::value(&[m, n], |side| heaps[side as usize]);
    assert_eq!([value(5, 20), value(5, 13), value(7, 18), value(2, 19)], [2, 1, 4, 3].map(Nimber));
    assert_eq!(Rectangles::theorem(&[5, 20]), Some(Theorem::Rectangles));
    assert_eq!(Rectangles::theorem(&[5, 20, 3]), Some(Theorem::RectanglesAnyDimension));
    assert_eq!(Rectangles::theorem(&[5]), None);
    assert_eq!(value_from_sides(&[]), Nimber(0));
}

#[test]
fn the_theorem_agrees_with_the_plain_search_in_any_dimension() {
    for d in 0..=3 {
        let heaps = heap_values(d, 30);
        let rules = Rectangles::new(d);
        let mut plain = Solver::new(Plain(rules.clone()));
        let mut solver = Solver::new(rules);
        let mut check = |cuboid: Cuboid, searched: bool| {
            let expected = Rectangles::value(&cuboid, |side| heaps[side as usize]);
            let position = vec![cuboid];
            assert_eq!(solver.value(&position), Ok(expected), "d = {d}: {position:?}");
            if searched {
                assert_eq!(plain.value(&position), Ok(expected), "d = {d}: {position:?}");
            }
        };
        for a in 1..=8 {
            check(vec![a], true);
            check(vec![3 * a], false);
            for b in 1..=6 {
                check(vec![a, b], a * b <= 14);
                for c in 1..=5 {
                    check(vec![a, b, c], a * b * c <= 12);
                    check(vec![a, b, c, 3], a * b * c <= 4);
                    check(vec![4, a, c, b], false);
                }
            }
        }
    }
}

#[test]
fn options_of_a_value_are_those_of_the_search() {
    for d in 0..=2 {
        let rules = Rectangles::new(d);
        let heaps = heap_values(d, 30);
        let mut solver = Solver::new(rules.clone());
        for cuboid in [vec![12], vec![7, 10], vec![5, 5], vec![4, 6, 5], vec![1, 9, 1]] {
            for wanted in (0..5).map(Nimber) {
                let found = rules.cuts_of_value(&cuboid, wanted, 1000, 1000, |side| heaps[side as usize]);
                let mut options: Vec<_> = found.options.iter().map(|parts| parts.to_vec()).collect();
                options.sort_unstable();
                assert_eq!(Ok(options), solver.options_of_value(&vec![cuboid.clone()], wanted));
                assert!(found.all);
            }
        }
    }
}

/// In game C (d = 0) a heap has value 1 exactly when it is even.
#[test]
fn huge_sides_are_answered_by_examples() {
    let rules = Rectangles::new(0);
    let even = |side: u64| Nimber(u64::from(side.is_multiple_of(2)));
    let cuboid = [1_000_000_000_000_000_000, 999_999_999_999_999_999, i64::MAX as u64];
    assert_eq!(Rectangles::value(&cuboid, even), Nimber(1));
    let found = rules.cuts_of_value(&cuboid, Nimber::ZERO, 3, 1_000_000, even);
    assert_eq!((found.options.len(), found.all), (3, false));
    assert_eq!(found.options[1][0], [2, cuboid[1], cuboid[2]]);
    let none = rules.cuts_of_value(&cuboid, Nimber(7), 3, 1000, even);
    assert_eq!((none.options.len(), none.all), (0, false));
    assert!(rules.breadth(&vec![cuboid.to_vec()]) > 1e18);
    let wide = Rectangles::new(u64::MAX);
    assert_eq!(wide.options(&vec![cuboid.to_vec()]), Vec::<Vec<Cuboid>>::new());
}

#[test]
fn misere_play_and_its_bound() {
    let rules = Rectangles::new(1);
    for cuboid in [vec![7], vec![3, 3], vec![4, 3], vec![2, 9], vec![3, 3, 3]] {
        let position = vec![cuboid];
        agrees_with_options_alone(&rules, &position);
        let (mut to_do, mut met) = (vec![position.clone()], BTreeSet::new());
        while let Some(next) = to_do.pop() {
            if met.insert(rules.canonical(next.clone())) {
                to_do.extend(rules.options(&next));
            }
        }
        assert!(met.len() as f64 <= rules.reachable(&position), "{position:?}");
    }
    assert_eq!(rules.reachable(&vec![vec![2, 9]]) as u64, 30); // the partitions of 9: the side 2 stays
    assert!(rules.reachable(&vec![vec![1 << 40, 1 << 40]]).is_infinite());
}

#[test]
fn positions_are_read_as_they_are_written() {
    all_written(&[
        ("rectangle:  4x7  3x3x1e3 7 ", "rectangle: 4x7 3x3x1000 7"),
        ("rectangle: 4x7x5 7", "rectangle: 4x7x5 7"),
        ("rectangle: 1", "rectangle: 1"),
        ("rectangle:", "rectangle:"),
        ("rectangle: 2x2 2x2", "rectangle: 2x2 2x2"),
    ]);
    all_refused(&[
        ("rectangle: 4x", 14),
        ("rectangle: 4x0", 14),
        ("rectangle: 0", 12),
        ("rectangle: x4", 12),
        ("rectangle: 4,7", 13),
    ]);
}

/// The value of a cuboid by mex over all changes of all sides, from the options of the rules alone.
fn naive_value(rules: &[Rule], cuboid: &[u64], known: &mut HashMap<Cuboid, u64>) -> u64 {
    if let Some(&value) = known.get(cuboid) {
        return value;
    }
    let mut seen = BTreeSet::new();
    for along in 0..cuboid.len() {
        for parts in rules[along.min(rules.len() - 1)].options(cuboid[along]) {
            let value = parts.iter().fold(0, |sum, &length| {
                let mut part = cuboid.to_vec();
                part[along] = length;
                sum ^ naive_value(rules, &part, known)
            });
            seen.insert(value);
        }
    }
    let value = least_missing(&seen);
    known.insert(cuboid.to_vec(), value);
    value
}

/// Any rule in any direction: by theorem 5.4 where all moves leave two parts, by search elsewhere.
#[test]
fn any_rule_agrees_with_the_definition() {
    let games: [(&[&str], bool); 11] = [
        (&["split(2) on 3.."], true),
        (&["split(2, distinct) | split(2) on 2"], true),
        (&["take(1,2) leave(2)"], true),
        (&["take(primes) leave(2) | split(2, diff>=3)"], true),
        (&["grundy", "split(2) on 3.."], true),
        (&["kayles"], false),
        (&["take(1..2)"], false),
        (&["nim"], false),
        (&["split(3)"], false),
        (&["0.137", "grundy"], false),
        (&["split(2, distinct)", "take(1)", "split(2)"], false),
    ];
    let mut known = Known::default();
    for (texts, has_theorem) in games {
        let rules: Vec<Rule> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let mut naive = HashMap::new();
        let last = if has_theorem { 13 } else { 7 };
        for a in 1..=last {
            for b in 1..=last {
                let cuboid = if texts.len() == 3 { vec![a, b, 1 + a % 3] } else { vec![a, b] };
                let sides: Vec<String> = cuboid.iter().map(u64::to_string).collect();
                let text = format!("rectangle({}): {}", texts.join(", "), sides.join("x"));
                let read = position(&text);
                assert_eq!(read.to_string().parse(), Ok(read.clone()), "{text}");
                let found = read.0[0].evaluate(&mut known).unwrap();
                assert_eq!(found.value, Some(Nimber(naive_value(&rules, &cuboid, &mut naive))), "{text}");
                let by_theorem = found.grounds.contains(&Ground::Theorem(Theorem::RectanglesAnyRule));
                assert_eq!(by_theorem, has_theorem, "{text}");
            }
        }
    }
    all_written(&[
        ("rectangle(split(2, distinct)): 4x7", "rectangle: 4x7"),
        ("rectangle(split(2)): 4x7", "rectangle(diff>=0): 4x7"),
        ("rectangle(grundy): 4x7", "rectangle: 4x7"),
        ("rectangle(0.77): 4x7", "rectangle(0.77): 4x7"),
        ("rectangle( kayles , nim ): 4x7", "rectangle(kayles, nim): 4x7"),
    ]);
    all_refused(&[
        ("rectangle(): 4x7", 11),
        ("rectangle(kayles, nim): 4", 25),
        ("rectangle(kayles nim): 4x4", 18),
        ("rectangle(kayls): 4x4", 11),
        ("rectangle(diff>2): 4x4", 15),
    ]);
    assert!(position("rectangle(kayles): 100000x100000").0[0].evaluate(&mut known).is_err());
}

/// The same rule for both directions is one rule: how a rectangle lies does not matter.
#[test]
fn one_rule_given_twice_is_one_rule() {
    let written = |text: &str| position(text).to_string();
    assert_eq!(written("rectangle(nim, nim): 1x2 2x2"), written("rectangle(nim): 1x2 2x2"));
    assert_ne!(written("rectangle(nim, kayles): 1x2"), written("rectangle(nim): 1x2"));
}
