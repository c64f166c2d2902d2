//! Green Hackenbush.

use std::collections::HashMap;

use sprague::games::Game;
use sprague::games::hackenbush::Hackenbush;
use sprague::notation::Cursor;
use sprague::play::Outcome;
use sprague::ruleset::Plain;
use sprague::search::Solver;
use sprague_kit::Random;

use super::{check, check_moves};
use crate::common::{
    agrees_with_options_alone, all_refused, all_written, answer, by_definition, number, refused, rows,
};

type Edge = (String, String);

/// The edges that are joined to the ground, in order.
fn standing(edges: &[Edge]) -> Vec<Edge> {
    let mut reached = vec!["ground".to_owned()];
    loop {
        let before = reached.len();
        for (a, b) in edges {
            let (has_a, has_b) = (reached.contains(a), reached.contains(b));
            if has_a != has_b {
                reached.push(if has_a { b.clone() } else { a.clone() });
            }
        }
        if reached.len() == before {
            return edges
                .iter()
                .filter(|(a, b)| reached.contains(a) && reached.contains(b))
                .cloned()
                .collect();
        }
    }
}

#[expect(clippy::ptr_arg, reason = "a position is the whole list")]
fn options(edges: &Vec<Edge>) -> Vec<Vec<Edge>> {
    (0..edges.len())
        .map(|cut| {
            let left = edges.iter().enumerate().filter(|&(at, _)| at != cut);
            standing(&left.map(|(_, edge)| edge.clone()).collect::<Vec<_>>())
        })
        .collect()
}

fn edges(text: &str) -> Vec<Edge> {
    let items = text.split([',', ' ']).filter(|item| item.contains('-'));
    let ends = |item: &str| {
        let (a, b) = item.split_once('-').expect("an edge");
        (a.to_owned(), b.to_owned())
    };
    standing(&items.map(|item| ends(item.trim_matches(['{', '}']))).collect::<Vec<_>>())
}

/// `hackenbush.csv`: by the definition, in a separate program.
#[test]
fn values_are_those_of_the_table() {
    let mut lines = 0;
    for row in rows(include_str!("../../../tables/golden/hackenbush.csv")) {
        let graph = row[0].replace(' ', ", ");
        check(&format!("hackenbush: {{{graph}}}"), number(row[1]), row[2] == "N");
        lines += 1;
    }
    assert_eq!(lines, 120);
}

fn random_graph(random: &mut Random, most: usize) -> String {
    let nodes = 1 + random.index(6);
    let name =
        |at: usize| if at == 0 { "ground".to_owned() } else { char::from(b'a' + at as u8).to_string() };
    let count = random.index(most + 1);
    let items: Vec<String> =
        (0..count).map(|_| format!("{}-{}", name(random.index(nodes)), name(random.index(nodes)))).collect();
    format!("{{{}}}", items.join(", "))
}

#[test]
fn random_graphs_have_the_values_of_the_definition() {
    let mut random = Random::new(3);
    for round in 0..300 {
        let graph = random_graph(&mut random, 9);
        let start = edges(&graph);
        let mut known = HashMap::new();
        let (value, misere) = by_definition(&options, &start, &mut known);
        check(&format!("hackenbush: {graph}"), value, misere);
        if round % 10 == 0 {
            let mut value_of =
                |text: &str| by_definition(&options, &edges(&text["hackenbush: ".len()..]), &mut known).0;
            check_moves(&format!("hackenbush: {graph}"), &mut value_of);
        }
    }
}

#[test]
fn the_principles_agree_with_the_options_alone() {
    let mut random = Random::new(23);
    for _ in 0..60 {
        let graph = random_graph(&mut random, 8);
        let network = Hackenbush.read(&mut Cursor::new(&graph)).expect("a graph");
        agrees_with_options_alone(&Hackenbush, &network);
        let mut plain = Solver::new(Plain(Hackenbush));
        for target in 0..6 {
            let target = sprague::Nimber(target);
            let found =
                Hackenbush.moves_by_theorem(&network, target, 100).map_or_else(Vec::new, |found| found.moves);
            for option in found {
                assert_eq!(plain.value(&option), Ok(target), "{graph}");
            }
        }
    }
}

/// Stalks, flowers, cycles and loops of any size.
#[test]
fn large_graphs_are_answered_at_once() {
    let value = |text: &str| answer(text).value.map(|value| value.0);
    let stalk = |name: &str, length: usize| -> String {
        let start = std::iter::once("ground".to_owned());
        start.chain((1..=length).map(|at| format!("{name}{at}"))).collect::<Vec<_>>().join("-")
    };
    assert_eq!(value(&format!("hackenbush: {{{}}}", stalk("a", 9000))), Some(9000));
    assert_eq!(
        value(&format!("hackenbush: {{{}, {}, {}}}", stalk("a", 500), stalk("b", 300), stalk("c", 200))),
        Some(0x1f4 ^ 0x12c ^ 0xc8)
    );
    // a flower: a stalk with loops
    assert_eq!(value(&format!("hackenbush: {{{}, a7-a7, a7-a7, a7-a7}}", stalk("a", 7))), Some(8));
    assert_eq!(value("hackenbush: {ground-ground, ground-ground}"), Some(0));
    assert_eq!(value(&format!("hackenbush: {{{}, a99-ground}}", stalk("a", 99))), Some(0));
    assert_eq!(value(&format!("hackenbush: {{{}, a98-ground}}", stalk("a", 98))), Some(1));
    // three large stalks: a winning cut is found without trying all of them
    let text = format!("hackenbush: {{{}, {}, {}}}", stalk("a", 3000), stalk("b", 2000), stalk("c", 1));
    let found = answer(&text);
    assert_eq!(found.outcome, Outcome::N);
    assert!(!found.winning_moves.is_empty());
    for option in &found.winning_moves {
        assert_eq!(answer(&option.to_string()).outcome, Outcome::P);
    }
}

#[test]
fn what_hangs_free_falls_off() {
    all_written(&[
        ("hackenbush: {ground-a, b-c, d}", "hackenbush: {a-ground}"),
        ("hackenbush: {a-b}", "hackenbush: {}"),
        ("hackenbush: {ground}", "hackenbush: {}"),
        ("hackenbush: {ground-a, a-b, b-b, a-b}", "hackenbush: {a-b, a-b, a-ground, b-b}"),
        ("hackenbush: {}", "hackenbush: {}"),
    ]);
    all_refused(&[("hackenbush:", 12), ("hackenbush: {ground-}", 21), ("hackenbush: 5", 13)]);
    for text in ["hackenbush: path 5", "hackenbush: petersen"] {
        let (column, message) = refused(text);
        assert!(column == 13 && message.contains("`ground`"), "{text}: {column}, {message}");
    }
}
