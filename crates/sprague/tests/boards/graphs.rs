//! Node Kayles and Arc Kayles.

use std::collections::{BTreeSet, HashMap};

use sprague::games::digraph::Files;
use sprague::games::{Game, Known};
use sprague::games::{arc_kayles::ArcKayles, node_kayles::NodeKayles};
use sprague::limits::Limits;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Request, solve};
use sprague_kit::Random;

use super::{check, check_moves};
use crate::common::{
    agrees_with_options_alone, all_refused, all_written, answer, by_definition, number, position, rows,
};

type Edges = Vec<(u8, u8)>;

fn node_options(edges: &Edges) -> impl Fn(&u32) -> Vec<u32> + '_ {
    |&left: &u32| {
        let near = |node: u8| {
            let ends = edges.iter().filter(move |&&(a, b)| a == node || b == node);
            ends.fold(1u32 << node, |near, &(a, b)| near | 1 << a | 1 << b)
        };
        (0..32).filter(|node| left >> node & 1 == 1).map(|node| left & !near(node)).collect()
    }
}

fn arc_options(edges: &Edges) -> impl Fn(&u32) -> Vec<u32> + '_ {
    |&left: &u32| {
        let there = |&&(a, b): &&(u8, u8)| left >> a & 1 == 1 && left >> b & 1 == 1;
        edges.iter().filter(there).map(|&(a, b)| left & !(1 << a | 1 << b)).collect()
    }
}

/// The nodes and edges of a graph as it is written, names a, b, c, ...
fn read_letters(text: &str) -> (u32, Edges) {
    let inside = text.split(['{', '}']).nth(1).expect("braces");
    let mut nodes = 0;
    let mut edges = Vec::new();
    for item in inside.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let ends: Vec<u8> = item.split('-').map(|name| name.as_bytes()[0] - b'a').collect();
        nodes = ends.iter().fold(nodes, |nodes, end| nodes | 1 << end);
        edges.extend(ends.windows(2).map(|pair| (pair[0], pair[1])));
    }
    (nodes, edges)
}

fn random_graph(random: &mut Random) -> String {
    let nodes = random.index(9);
    let letter = |at: usize| char::from(b'a' + at as u8);
    let mut items: Vec<String> = Vec::new();
    if nodes > 0 {
        for _ in 0..random.index(14) {
            items.push(format!("{}-{}", letter(random.index(nodes)), letter(random.index(nodes))));
        }
        items.push(letter(random.index(nodes)).to_string());
    }
    format!("{{{}}}", items.join(", "))
}

/// `kayles_on_graphs.csv`: by the definition, in a separate program.
#[test]
fn values_are_those_of_the_table() {
    let mut lines = 0;
    for row in rows(include_str!("../../../tables/golden/kayles_on_graphs.csv")) {
        check(&format!("node-kayles: {}", row[0]), number(row[1]), row[2] == "N");
        check(&format!("arc-kayles: {}", row[0]), number(row[3]), row[4] == "N");
        lines += 1;
    }
    assert_eq!(lines, 57);
}

/// A316632, A000035 and A000004: Node Kayles on grids of 3, 2 and 4 rows.
#[test]
fn grids_have_the_values_of_the_encyclopedia() {
    let three = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3];
    let value = |text: &str| answer(text).value.map(|value| value.0);
    for (columns, expected) in (1..).zip(three) {
        assert_eq!(value(&format!("node-kayles: grid 3x{columns}")), Some(expected));
    }
    for columns in 1..=7 {
        assert_eq!(value(&format!("node-kayles: grid 2x{columns}")), Some(columns % 2));
        assert_eq!(value(&format!("node-kayles: grid {columns}x4")), Some(0), "{columns}");
    }
    assert_eq!(value("node-kayles: grid 5x6"), Some(3));
}

#[test]
fn random_graphs_have_the_values_of_the_definition() {
    let mut random = Random::new(7);
    for round in 0..300 {
        let graph = random_graph(&mut random);
        let (nodes, edges) = read_letters(&graph);
        let (node, arc) = (node_options(&edges), arc_options(&edges));
        let (value, misere) = by_definition(&node, &nodes, &mut HashMap::new());
        check(&format!("node-kayles: {graph}"), value, misere);
        let (value, misere) = by_definition(&arc, &nodes, &mut HashMap::new());
        check(&format!("arc-kayles: {graph}"), value, misere);
        // names that look like those of a grid change nothing
        let square = |c: char| format!("{}.{}", (c as u8 - b'a') / 3 + 1, (c as u8 - b'a') % 3 + 1);
        let named: String =
            graph.chars().map(|c| if c.is_ascii_lowercase() { square(c) } else { c.to_string() }).collect();
        check(&format!("arc-kayles: {named}"), value, misere);
        if round % 10 == 0 {
            let mut of_node = |text: &str| {
                let (nodes, edges) = read_letters(text);
                by_definition(&node_options(&edges), &nodes, &mut HashMap::new()).0
            };
            check_moves(&format!("node-kayles: {graph}"), &mut of_node);
            let mut of_arc = |text: &str| {
                let (nodes, edges) = read_letters(text);
                by_definition(&arc_options(&edges), &nodes, &mut HashMap::new()).0
            };
            check_moves(&format!("arc-kayles: {graph}"), &mut of_arc);
        }
    }
}

/// Components, canonical forms and theorems change no answer of the general searches.
#[test]
fn the_rulesets_agree_with_their_options_alone() {
    let mut random = Random::new(11);
    for _ in 0..40 {
        let graph = random_graph(&mut random);
        let mut text = sprague::notation::Cursor::new(&graph);
        let network = NodeKayles.read(&mut text).expect("a graph");
        agrees_with_options_alone(&NodeKayles, &network);
        let network = ArcKayles.read(&mut sprague::notation::Cursor::new(&graph)).expect("a graph");
        agrees_with_options_alone(&ArcKayles, &network);
    }
}

#[test]
fn large_graphs_are_answered_by_theorems() {
    let value = |text: &str| answer(text).value.map(|value| value.0);
    let chess = |text: &str| value(&format!("dawsons-chess: {text}"));
    assert_eq!(value("node-kayles: path 10000"), chess("10000"));
    assert_eq!(value("arc-kayles: path 9999"), value("dawsons-kayles: 9999"));
    assert_eq!(value("node-kayles: cycle 5003"), Some(u64::from(chess("5000") == Some(0))));
    assert_eq!(value("node-kayles: complete 300"), Some(1));
    assert_eq!(value("arc-kayles: complete 300"), Some(0));
    assert_eq!(value("node-kayles: grid 60x80"), Some(0));
    assert_eq!(value("arc-kayles: grid 60x80"), Some(0));
    let odd = answer("node-kayles: grid 41x43");
    assert_eq!((odd.outcome, odd.value), (Outcome::N, None));
    assert_eq!(odd.winning_moves.len(), 1);
    assert_eq!(answer("node-kayles: petersen + arc-kayles: petersen").components.len(), 2);
}

#[test]
fn what_is_too_large_is_refused_with_an_estimate() {
    let refusal = |text: &str, play: Play| {
        let limits = Limits { steps: 200_000_000, positions: 100_000, ..Limits::default() };
        solve(&position(text), Request { play, moves: 1 }, &mut Known::new(limits)).expect_err(text)
    };
    for text in [
        "node-kayles: grid 9x8",
        "arc-kayles: grid 7x7",
        "arc-kayles: hypercube 6",
        "node-kayles: wheel 200",
        "arc-kayles: star 300",
    ] {
        for play in [Play::Normal, Play::Misere] {
            let refused = refusal(text, play);
            assert!(refused.is_estimate(), "{text}: {refused:?}");
        }
    }
}

/// Every notation of one graph leads to the same graph.
#[test]
fn a_graph_is_read_in_many_ways() {
    struct File(&'static str);
    impl Files for File {
        fn read(&self, path: &str) -> Result<String, String> {
            if path.starts_with("my graph") { Ok(self.0.to_owned()) } else { Err("no such file".to_owned()) }
        }
    }
    let read = |text: &str, file: &'static str| Position::read(text, &File(file)).map(|p| p.to_string());
    let path = Ok("node-kayles: {0-2, 0-4, 1-3, 3-4}".to_owned());
    assert_eq!(read("node-kayles: graph6 DQc", ""), path);
    assert_eq!(read("node-kayles: {2 - 0 -- 4-3 , 1-3, 3-1, 1-1}", ""), path);
    assert_eq!(read("node-kayles: graph: my graph.g6", "DQc\n"), path);
    assert_eq!(read("node-kayles: file my graph", ">>graph6<<DQc\n"), path);
    assert_eq!(read("node-kayles: graph: my graph.txt", "# a path\n0 2\n0 4\n1 3\n3 4\n"), path);
    assert_eq!(read("node-kayles: graph: my graph.dot", "graph g { 2 -- 0 -- 4 -- 3 [x=1]; 3 -- 1 }"), path);
    assert_eq!(
        read("node-kayles: sparse6 :Fa@x^", ""),
        Ok("node-kayles: {0-1, 0-2, 1-2, 3, 4, 5-6}".to_owned())
    );
    assert_eq!(read("arc-kayles: {a, b-b, c-d-e, c-d}", ""), Ok("arc-kayles: {b-b, c-d, d-e}".to_owned()));
    assert_eq!(
        read("node-kayles: {} + arc-kayles: {\"x y\"-\"a-b\"}", ""),
        Ok("node-kayles: {} + arc-kayles: {\"a-b\"-\"x y\"}".to_owned())
    );
    assert!(
        read("node-kayles: graph: my graph.dot", "digraph { a -> b }")
            .unwrap_err()
            .message
            .contains("directed")
    );
    let two = read("node-kayles: graph: my graph.g6", "DQc\nDQc\n").unwrap_err().message;
    assert!(two.contains("2 graphs"), "{two}");
    assert!(read("node-kayles: graph: other", "").unwrap_err().message.contains("no such file"));
    for family in [
        "path 9",
        "cycle 12",
        "complete 5",
        "star 6",
        "wheel 6",
        "grid 4x5",
        "hypercube 4",
        "petersen",
        "path 0",
    ] {
        let text = format!("node-kayles: {family}");
        all_written(&[(&text, &text)]);
    }
    let names: BTreeSet<String> =
        position("node-kayles: grid 2x3").0[0].options().iter().map(ToString::to_string).collect();
    assert!(
        names.contains("node-kayles: {1.2-1.3, 1.3-2.3}") || names.contains("node-kayles: {1.3, 2.2, 2.3}"),
        "{names:?}"
    );
}

#[test]
fn bad_graphs_are_refused_with_their_column() {
    all_refused(&[
        ("node-kayles:", 13),
        ("node-kayles: {a-b", 18),
        ("node-kayles: {a-}", 17),
        ("node-kayles: {a b}", 17),
        ("node-kayles: {a>b}", 16),
        ("node-kayles: path", 18),
        ("node-kayles: path x", 19),
        ("node-kayles: path 20000", 14),
        ("node-kayles: path 9223372036854775807", 14),
        ("node-kayles: cycle 2", 20),
        ("node-kayles: grid 4", 20),
        ("node-kayles: grid 0x4", 19),
        ("node-kayles: grid 9223372036854775807x4", 14),
        ("node-kayles: complete 1000", 14),
        ("node-kayles: hypercube 63", 14),
        ("node-kayles: graph6 DQ", 21),
        ("node-kayles: graph6", 20),
        ("node-kayles: sparse6 DQc", 22),
        ("node-kayles: graph x", 20),
        ("node-kayles: graph:", 20),
        ("node-kayles: house 5", 14),
        ("arc-kayles: {a-b} x", 19),
        ("arc-kayles: {\"a-b}", 14),
    ]);
}
