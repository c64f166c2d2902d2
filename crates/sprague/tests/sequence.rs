//! Nim-sequences: the golden tables of the theory's sections 3, 4 and 10, and random rules against the definition.

use std::collections::{BTreeMap, BTreeSet};

use sprague::heap::{Clause, Condition, HeapGame, Heaps, Rule, SizeSet};
use sprague::limits::Limits;
use sprague::nimber::{Nimber, mex};
use sprague::search::MisereSolver;
use sprague::sequence::{Collect, Dense, naive_values};

fn game(text: &str) -> HeapGame {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn values(text: &str, to: u64) -> Vec<u64> {
    Dense::new(game(text).rule.clauses()).extend_to(to).iter().map(|&value| value.into()).collect()
}

/// The rows of a golden table, without its header.
fn rows(table: &str) -> impl Iterator<Item = Vec<Option<u64>>> {
    table.lines().skip(1).map(|line| line.split(',').map(|cell| cell.trim().parse().ok()).collect())
}

/// Checks one column of a table whose first column is the heap size; empty cells are skipped.
fn check_column(table: &str, column: usize, computed: &[u64], name: &str) {
    let mut checked = 0;
    for row in rows(table) {
        let heap = row[0].expect("a heap size");
        if let Some(expected) = row[column] {
            assert_eq!(computed[heap as usize], expected, "{name}, heap {heap}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{name}");
}

#[test]
fn the_ten_games_of_the_thesis() {
    let table = include_str!("../../tables/golden/thesis_games_A_to_J_first200.csv");
    for (column, letter) in ('a'..='j').enumerate() {
        let name = format!("thesis-{letter}");
        check_column(table, column + 1, &values(&name, 200), &name);
    }
}

#[test]
fn parts_that_differ_by_at_least_d() {
    let table = include_str!("../../tables/golden/split_difference_games_1d.csv");
    for d in 0..=8 {
        let name = format!("split(2, diff>={d})");
        check_column(table, d + 1, &values(&name, 200), &name);
    }
}

#[test]
fn the_single_heap_games_of_the_notes() {
    let table = include_str!("../../tables/golden/notes_single_heap_games_300.csv");
    for (column, name) in ["take(1..7)", "take(1..3)", "0.07"].into_iter().enumerate() {
        check_column(table, column + 1, &values(name, 300), name);
    }
}

/// Theory 4.5: the frequencies among the heaps 1 to 10 000, with value 22 corrected to 523 (erratum E-T5).
#[test]
fn frequencies_of_grundys_game() {
    let mut counts = BTreeMap::new();
    let computed = values("grundy", 10_000);
    for value in &computed[1..] {
        *counts.entry(*value).or_insert(0u64) += 1;
    }
    let table = include_str!("../../tables/golden/grundy_value_frequencies_10000.csv");
    let mut expected = BTreeMap::new();
    for row in rows(table) {
        if let (Some(value), Some(count @ 1..)) = (row[0], row[1]) {
            expected.insert(value, count);
        }
    }
    assert_eq!(counts, expected);
    assert_eq!(counts[&22], 523);

    // Theory 4.5, 4.6: the rare heaps in this range.
    let rare = |value: u64| (value >> 1).count_ones().is_multiple_of(2);
    let table = include_str!("../../tables/golden/grundy_rare_positions.csv");
    let expected: Vec<(u64, u64)> = rows(table)
        .map(|row| (row[0].expect("a heap"), row[1].expect("a value")))
        .filter(|&(heap, _)| heap <= 10_000)
        .collect();
    let found: Vec<(u64, u64)> = (1..)
        .zip(&computed[1..])
        .filter(|&(_, &value)| rare(value))
        .map(|(heap, &value)| (heap, value))
        .collect();
    assert_eq!(found, expected);
}

/// Theory 4.4: the zeros, and the periods that they exclude: exactly their divisors.
#[test]
fn zeros_and_excluded_periods_of_grundys_game() {
    let computed = values("grundy", 5_000);
    let zeros: Vec<u64> = (1..=5_000).filter(|&n| computed[n as usize] == 0).collect();
    let expected: Vec<u64> =
        rows(include_str!("../../tables/golden/grundy_zeros.csv")).filter_map(|row| row[0]).collect();
    assert_eq!(zeros, expected);
    let excluded: BTreeMap<u64, u64> =
        (1..=1222).filter_map(|p| Some((p, *zeros.iter().find(|zero| zero.is_multiple_of(p))?))).collect();
    let table = rows(include_str!("../../tables/golden/grundy_excluded_periods.csv"));
    let expected: BTreeMap<u64, u64> =
        table.map(|row| (row[0].expect("p"), row[1].expect("a zero"))).collect();
    assert_eq!(excluded, expected);
    assert_eq!(excluded.len(), 125);
}

#[test]
fn zeros_of_the_other_splitting_games() {
    let table = include_str!("../../tables/golden/split_games_excluded_periods_n3000.csv");
    for (line, name) in
        table.lines().skip(1).zip(["thesis-e", "thesis-g", "split(2, diff>=4)", "split(2, diff>=5)"])
    {
        let cells: Vec<&str> = line.split(',').collect();
        let computed = values(name, 3_000);
        let zeros: Vec<u64> = (1..=3_000).filter(|&n| computed[n as usize] == 0).collect();
        assert_eq!(zeros.len().to_string(), cells[1], "{name}");
        assert_eq!(zeros.last().map(u64::to_string).as_deref(), Some(cells[2]), "{name}");
        let survivor = (1..=3_000).find(|&p| !zeros.iter().any(|zero| zero.is_multiple_of(p)));
        assert_eq!(survivor.map(|p: u64| p.to_string()).as_deref(), Some(cells[3]), "{name}");
    }
}

/// Theory 10.2: misère values of single heaps.
#[test]
fn misere_values_of_single_heaps() {
    let table = include_str!("../../tables/golden/misere_small_games_single_heap.csv");
    let games = ["take(1..3)", "take(1..7)", "kayles", "0.07", "grundy", "thesis-c", "thesis-e", "thesis-f"];
    for (column, name) in games.into_iter().enumerate() {
        let mut solver = MisereSolver::new(game(name));
        let mut checked = 0;
        for row in rows(table) {
            if let (Some(heap), Some(Some(expected))) = (row[0], row.get(column + 1)) {
                assert_eq!(solver.value(&Heaps::new([heap])), Ok(Nimber(*expected)), "{name}, heap {heap}");
                checked += 1;
            }
        }
        assert!(checked >= 26, "{name}");
    }
}

/// Theory 4.7: the formulas of the thesis for three parts hold for a while and then fail (erratum E-T7).
#[test]
fn three_part_formulas_fail_where_the_theory_says() {
    let distinct = values("split(3, distinct)", 40);
    assert!((3..=12).all(|n| distinct[n] == (n as u64 - 3) / 3));
    assert_eq!(distinct[13], 0);
    let unequal = values("split(3, not-all-equal)", 40);
    assert!((2..=11).all(|n| unequal[n] == (n as u64 - 2) / 2));
    assert_eq!(unequal[12], 1);
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn random_rule(dice: &mut Dice) -> String {
    if dice.roll(2) == 0 {
        let zeroth = ["0", "0", "4", "8", "c"][dice.roll(5) as usize];
        let digits: String = (0..=dice.roll(4))
            .map(|_| char::from_digit(dice.roll(16) as u32, 16).expect("a hexadecimal digit"))
            .collect();
        let tail = if dice.roll(12) == 0 { "..." } else { "" };
        return format!("{zeroth}.{digits}{tail}");
    }
    let clauses: Vec<String> = (0..=dice.roll(2))
        .map(|_| {
            let condition =
                ["", "", ", distinct", ", not-all-equal", ", diff>=2", ", diff>=3"][dice.roll(6) as usize];
            let on = ["", "", "", " on 3..", " on 5,7..12", " on 0..9"][dice.roll(6) as usize];
            if dice.roll(2) == 0 {
                format!("split({}{condition}){on}", ["2", "3", "2,3"][dice.roll(3) as usize])
            } else {
                let low = 1 + dice.roll(3);
                let take = ["", "..", ",7"][dice.roll(3) as usize];
                let take = if take == ".." {
                    format!("{low}..{}", low + dice.roll(3))
                } else {
                    format!("{low}{take}")
                };
                let leave = ["0,1", "1", "0..2", "2", "1,2", "0,3"][dice.roll(6) as usize];
                format!("take({take}) leave({leave}{condition}){on}")
            }
        })
        .collect();
    clauses.join(" | ")
}

/// The definition once more, quick enough for 200 heaps: no partition lists, no sets, nothing shared.
fn ten_line_mex(clauses: &[Clause], to: u64) -> Vec<u64> {
    let mut g: Vec<u64> = Vec::new();
    for n in 0..=to {
        let mut options = BTreeSet::new();
        for clause in clauses.iter().filter(|clause| clause.on.contains(n)) {
            for rest in clause.take.up_to(n).map(|i| n - i) {
                let ok = |parts: &[u64]| clause.condition.allows(parts);
                if clause.leave.contains(0) && rest == 0 {
                    options.insert(0);
                }
                if clause.leave.contains(1) && rest > 0 {
                    options.insert(g[rest as usize]);
                }
                for a in 1..=rest / 2 {
                    if clause.leave.contains(2) && ok(&[a, rest - a]) {
                        options.insert(g[a as usize] ^ g[(rest - a) as usize]);
                    }
                    for b in a..=(rest - a) / 2 {
                        let c = rest - a - b;
                        if clause.leave.contains(3) && ok(&[a, b, c]) {
                            options.insert(g[a as usize] ^ g[b as usize] ^ g[c as usize]);
                        }
                    }
                }
            }
        }
        g.push(mex(options.into_iter().map(Nimber)).0);
    }
    g
}

#[test]
fn a_thousand_random_rules_agree_with_the_definition() {
    let mut dice = Dice(41);
    for round in 0..1_000 {
        let text = random_rule(&mut dice);
        let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(values(&text, 200), ten_line_mex(rule.clauses(), 200), "round {round}: {text}");
    }
}

#[test]
fn the_naive_engine_agrees_with_the_ten_lines() {
    for text in ["0.77", "grundy", "0.3f", "split(3, distinct)", "take(2..) leave(1..3, not-all-equal)"] {
        let rule: Rule = text.parse().expect("a rule");
        let naive: Vec<u64> = naive_values(rule.clauses(), 40).iter().map(|value| value.0).collect();
        assert_eq!(naive, ten_line_mex(rule.clauses(), 40), "{text}");
    }
}

#[test]
fn closed_forms_and_the_engine_send_the_same_values() {
    for text in ["nim", "kayles", "0.07", "thesis-c", "thesis-d", "thesis-f", "thesis-j", "take(1..5)"] {
        let mut sent = Collect::from(13);
        game(text).sequence().stream(13..=400, &Limits::default(), &mut sent).expect("a small range");
        let sent: Vec<u64> = sent.into_values().iter().map(|value| value.0).collect();
        assert_eq!(sent, values(text, 400)[13..], "{text}");
    }
}

#[test]
fn clauses_may_be_given_without_the_notation() {
    let clause = Clause::new(SizeSet::range(1, 2), SizeSet::range(0, 2), Condition::Any, SizeSet::all());
    let rule = Rule::new([clause]).expect("a rule");
    assert_eq!(rule.code().as_deref(), Some("0.77"));
}
