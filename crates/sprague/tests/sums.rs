//! Sums of mixed games against a plain search: outcome and the exact set of winning moves, normal and misère.

#[path = "sums/hostile.rs"]
mod hostile;

use std::collections::{BTreeSet, HashMap};

use crate::common::{all_refused, by_definition, least_missing};
use crate::extent;
use sprague::games::Known;
use sprague::games::Term;
use sprague::limits::{Limits, TooLarge};
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Request, solve};
use sprague_kit::Random;

/// Plain recursion over whole positions: no components, no theorems, no canonical forms but the order of tokens.
fn wins(position: &Position, play: Play, known: &mut HashMap<(Position, bool), Outcome>) -> Outcome {
    let key = (identity(position), play == Play::Misere);
    if let Some(&outcome) = known.get(&key) {
        return outcome;
    }
    let options = options(position);
    let outcome = if options.is_empty() {
        if play == Play::Normal { Outcome::P } else { Outcome::N }
    } else if options.iter().any(|option| wins(option, play, known) == Outcome::P) {
        Outcome::N
    } else {
        Outcome::P
    };
    known.insert(key, outcome);
    outcome
}

fn options(position: &Position) -> Vec<Position> {
    let terms = position.0.iter().enumerate();
    terms
        .flat_map(|(at, term)| term.options().into_iter().map(move |option| position.with_term(at, option)))
        .collect()
}

fn identity(position: &Position) -> Position {
    Position(position.0.iter().map(Term::identity).collect())
}

fn random_term(dice: &mut Random) -> String {
    let heap_games = [
        "nim",
        "kayles",
        "grundy",
        "0.07",
        "0.137",
        "0.6",
        "0.15",
        "lasker",
        "split(2)",
        "split(3)",
        "0.3f",
        "0.8",
        "take(1..3)",
        "take(2,3) leave(1,2) | split(2, diff>=2)",
        "split(2) on 3..",
        "couples-are-forever",
    ];
    let number = |dice: &mut Random, most: u64| dice.below(most).to_string();
    match dice.below(14) {
        0..=5 => {
            let heaps: Vec<String> = (0..=dice.below(2)).map(|_| number(dice, 8)).collect();
            format!("{}: {}", dice.pick(&heap_games), heaps.join(" "))
        }
        6 => format!(
            "rectangle{}: {}x{}",
            dice.pick(&["", "", "(0.3)", "(split(2), take(1) leave(1,2))"]),
            1 + dice.below(3),
            1 + dice.below(3)
        ),
        7 => dice
            .pick(&["silver-dollar: [1,3,4]", "silver-dollar: [0,2] [3]", "silver-dollar: [2,4]"])
            .to_owned(),
        8 => dice
            .pick(&["star: [2] [1,3]", "star: [1,2] [2,4]", "star: [0,2] [3]", "star: [1] [2] [1]"])
            .to_owned(),
        9 => format!("star-nim: {} {}", 1 + dice.below(4), dice.below(5)),
        10 if dice.below(2) == 0 => {
            format!(
                "identified({}): {} {}",
                dice.pick(&["1,0", "0,1", "0"]),
                2 + dice.below(3),
                2 + dice.below(3)
            )
        }
        10 => format!("shared({}): {} {}", 1 + dice.below(2), 3 + dice.below(3), 3 + dice.below(3)),
        11 if dice.below(2) == 0 => dice
            .pick(&[
                "nearly(chomp, wythoff): [2x2] [2 1]",
                "nearly(wythoff(2), nim): [2 1] [1]!",
                "nearly(silver-dollar): [[1,3]] [[0,2]]",
                "nearly(king): [2 1] [1 1]",
            ])
            .to_owned(),
        11 => format!(
            "nearly({}): {} {}",
            dice.pick(&["nim", "kayles", "0.137"]),
            1 + dice.below(4),
            1 + dice.below(4)
        ),
        12 => dice.pick(&["chomp: 2x2", "chomp: 2x3", "chomp: 3,1,1", "chomp: 4"]).to_owned(),
        _ => match dice.below(9) {
            3 => format!("{}: {} {}", dice.pick(&["rook", "king", "bishop"]), dice.below(4), dice.below(4)),
            4 => format!("knight: {} {}", dice.below(4), dice.below(4)),
            5 => format!("wythoff({}): {} {}", 2 + dice.below(2), dice.below(4), dice.below(5)),
            6 => dice
                .pick(&[
                    "node-kayles: {a-b, b-c, c-a, c-d}",
                    "arc-kayles: path 5",
                    "arc-kayles: {a-a, a-b, b-c}",
                ])
                .to_owned(),
            7 => dice.pick(&["cram: 2x3", "cram: ##./.##", "treblecross: ..X...."]).to_owned(),
            8 => {
                dice.pick(&["hackenbush: {ground-a, a-b, b-b}", "hackenbush: {ground-a-b-ground}"]).to_owned()
            }
            0 => format!("bogus-nim: {} bank {}", dice.below(4), dice.below(3)),
            1 => format!("wythoff: {} {}", dice.below(4), dice.below(5)),
            _ => "graph: {a>b, a>c, b>c, b>d, d>e, c>e}#a".to_owned(),
        },
    }
}

#[test]
fn random_sums_agree_with_a_plain_search() {
    let mut dice = Random::new(2026);
    let mut known = Known::new(Limits::default());
    let mut seen = HashMap::new();
    let mut refused = 0;
    for round in 0..extent(300, 1_000) {
        let terms: Vec<String> = (0..=dice.below(3)).map(|_| random_term(&mut dice)).collect();
        let text = terms.join(" + ");
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string().parse(), Ok(position.clone()), "{text}");
        for play in [Play::Normal, Play::Misere] {
            let answer = match solve(&position, Request { play, moves: usize::MAX }, &mut known) {
                Ok(answer) => answer,
                // whole sums are searched under misère play
                Err(TooLarge::Estimate { .. }) if play == Play::Misere => {
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("round {round}, {text}, {play}: {error}"),
            };
            assert_eq!(answer.outcome, wins(&position, play, &mut seen), "round {round}, {text}, {play}");
            let expected: BTreeSet<Position> = options(&position)
                .iter()
                .filter(|option| wins(option, play, &mut seen) == Outcome::P)
                .map(identity)
                .collect();
            let found: BTreeSet<Position> = answer.winning_moves.iter().map(identity).collect();
            assert_eq!(found, expected, "round {round}, {text}, {play}");
            assert_eq!(
                answer.winning_moves_total,
                Some(expected.len() as u64),
                "round {round}, {text}, {play}"
            );
            let all: BTreeSet<Position> = options(&position).iter().map(identity).collect();
            assert_eq!(answer.options, Some(all.len() as u64), "round {round}, {text}, {play}");
        }
    }
    assert!(refused < 20, "{refused} sums are too large");
}

/// Nearly disjunctive sums by the definition: the components as terms of their own, and the place of the owner.
pub fn nearly_value(
    components: &[Term],
    owner: Option<usize>,
    known: &mut HashMap<(Vec<Term>, Option<usize>), u64>,
    alone: &mut HashMap<Term, (u64, bool)>,
) -> u64 {
    let key = (components.to_vec(), owner);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut seen = BTreeSet::new();
    for at in 0..components.len() {
        for option in components[at].options() {
            let is_p = by_definition(&Term::options, &option, alone).0 == 0;
            if is_p && owner.is_some_and(|owner| owner != at) {
                continue;
            }
            let mut after = components.to_vec();
            after[at] = option;
            let owner = owner.or(is_p.then_some(at));
            seen.insert(nearly_value(&after, owner, known, alone));
        }
    }
    let value = least_missing(&seen);
    known.insert(key, value);
    value
}

/// Sums of any two games, with and without an owner.
#[test]
fn nearly_disjunctive_sums_of_any_games_agree_with_the_definition() {
    let components = [
        "chomp: 2x3",
        "chomp: 3,1",
        "wythoff: 3 2",
        "wythoff: 2 1",
        "wythoff(2): 4 1",
        "kayles: 4 2",
        "nim: 3",
        "silver-dollar: [1,3,4]",
        "star-nim: 2 3",
        "rectangle: 3x4",
        "king: 3 2",
        "knight: 4 3",
        "rook: 2 3",
        "moore(2): 1 2 1",
        "bogus-nim: 2 bank 1",
    ];
    let mut known = Known::new(Limits::default());
    let mut by_definition = HashMap::new();
    let mut alone = HashMap::new();
    for (at, one) in components.iter().enumerate() {
        for other in &components[at..] {
            let parts: Vec<(&str, &str)> =
                [one, other].iter().map(|text| text.split_once(": ").unwrap()).collect();
            let terms: Vec<Term> =
                [one, other].iter().map(|text| text.parse::<Position>().unwrap().0.remove(0)).collect();
            for (owner, marks) in [(None, ["", ""]), (Some(0), ["!", ""]), (Some(1), ["", "!"])] {
                let text = format!(
                    "nearly({}, {}): [{}]{} [{}]{}",
                    parts[0].0, parts[1].0, parts[0].1, marks[0], parts[1].1, marks[1]
                );
                let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(position.to_string().parse(), Ok(position.clone()), "{text}");
                let expected = nearly_value(&terms, owner, &mut by_definition, &mut alone);
                let answer = solve(&position, Request { play: Play::Normal, moves: usize::MAX }, &mut known);
                assert_eq!(answer.unwrap().value.map(|value| value.0), Some(expected), "{text}");
            }
        }
    }
}

#[test]
fn what_no_nearly_disjunctive_sum_can_hold_is_refused() {
    all_refused(&[
        ("nearly(nearly(nim)): [3]", 8),
        ("nearly(nim, graph): [3] [a]", 13),
        ("nearly(chomp, wythoff): [2x2] [1]", 33),
        ("nearly(chomp, wythoff): [2x2] [1 2", 35),
        ("nearly(chomp, wythoff): [2x2]", 30),
        ("nearly(chomp): 2x2", 16),
        ("nearly(chmp): [2x2]", 8),
        ("identified(0,0): 1 2", 12),
        ("identified(1,2): 1 2", 12),
        ("identified(): 1 2", 12),
        ("identified(1,0): 0 1", 18),
        ("identified(1,0): 3", 18),
    ]);
    let huge: Position = "nearly(chomp, nim): [40x40] [3]".parse().unwrap();
    let mut known = Known::new(Limits::default());
    assert!(solve(&huge, Request { play: Play::Normal, moves: 10 }, &mut known).is_err());
}

/// Two strips whose first cells are identified in any order, by the definition: physical cells are named.
#[test]
fn cells_identified_in_any_order_agree_with_the_definition() {
    fn value(order: &[usize], a: usize, b: usize, known: &mut HashMap<(usize, usize), u64>) -> u64 {
        if let Some(&value) = known.get(&(a, b)) {
            return value;
        }
        // the name of a cell: below 100 it is identified, and both strips call it by the first one's number
        let first = |square: usize| if square < order.len() { square } else { 100 + square };
        let second = |square: usize| order.iter().position(|&cell| cell == square).unwrap_or(200 + square);
        let mut seen = BTreeSet::new();
        for to in (0..a).rev().take_while(|&to| first(to) != second(b)) {
            seen.insert(value(order, to, b, known));
        }
        for to in (0..b).rev().take_while(|&to| second(to) != first(a)) {
            seen.insert(value(order, a, to, known));
        }
        let found = least_missing(&seen);
        known.insert((a, b), found);
        found
    }
    let mut known = Known::new(Limits::default());
    for order in [&[0][..], &[0, 1], &[1, 0], &[0, 1, 2], &[2, 1, 0], &[1, 2, 0], &[2, 0, 1], &[3, 1, 0, 2]] {
        let mut naive = HashMap::new();
        let names: Vec<String> = order.iter().map(usize::to_string).collect();
        for a in 0..9 {
            for b in 0..9 {
                if order.get(a) == Some(&b) {
                    continue;
                }
                let text = format!("identified({}): {a} {b}", names.join(","));
                let position: Position = text.parse().unwrap();
                let found = position.0[0].evaluate(&mut known).unwrap().value.map(|value| value.0);
                assert_eq!(found, Some(value(order, a, b, &mut naive)), "{text}");
            }
        }
    }
}
