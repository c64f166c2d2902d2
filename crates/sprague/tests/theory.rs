//! Every statement that messages cite has its heading in `docs/theory.md`, and the graphs of the examples.

use std::collections::BTreeMap;

use sprague::games::catalogue;
use sprague::graph::GameGraph;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::theorem::Theorem;

#[test]
fn every_theorem_has_its_heading() {
    let theory = include_str!("../../../docs/theory.md");
    for theorem in Theorem::ALL {
        let heading = format!("### {} ", theorem.number());
        assert!(
            theory.lines().any(|line| line.starts_with(&heading)),
            "{theorem} has no heading `{heading}`"
        );
    }
}

/// Numbers cited in the texts of the library and the command, as "theory 1.8".
#[test]
fn every_number_that_is_cited_has_its_heading() {
    let theory = include_str!("../../../docs/theory.md");
    let texts = [
        include_str!("../../cli/src/reasons.rs"),
        include_str!("../../cli/src/commands/games.rs"),
        include_str!("../../cli/src/commands/star/row.rs"),
        include_str!("../../cli/src/commands/star/sequence.rs"),
        include_str!("../../cli/src/commands/star/diagonal.rs"),
        include_str!("../../cli/src/commands/star/positions.rs"),
        include_str!("../../cli/src/commands/star/line.rs"),
        include_str!("../src/lib.rs"),
    ];
    let known = catalogue::entries().flat_map(|entry| entry.known).copied();
    let mut cited = 0;
    for text in texts.into_iter().chain(known) {
        for after in text.split("(theory ").skip(1) {
            let number: String =
                after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
            let number = number.trim_end_matches('.');
            let section = number.chars().all(|c| c.is_ascii_digit());
            let heading = if section { format!("## {number}. ") } else { format!("### {number} ") };
            assert!(
                theory.lines().any(|line| line.starts_with(&heading)),
                "`{heading}` is cited and missing"
            );
            cited += 1;
        }
    }
    assert!(cited > 20);
}

/// Theory 1.1: states, options, values and outcomes of the thesis' examples.
#[test]
fn the_example_graphs_of_the_thesis() {
    let table = include_str!("data/example_game_graphs.csv");
    let mut games: BTreeMap<&str, Vec<(String, usize, u64, &str)>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let line = line.trim_end();
        let (game, rest) = match line.strip_prefix('"') {
            Some(quoted) => quoted.split_once("\",").expect("a quoted name"),
            None => line.split_once(',').expect("a name"),
        };
        let cells: Vec<&str> = rest.split(',').collect();
        let options = cells[1].split(';').filter(|option| !option.is_empty()).count();
        let state = cells[0].replace('+', " ");
        games.entry(game).or_default().push((state, options, cells[2].parse().expect("a value"), cells[3]));
    }
    assert_eq!(games.len(), 4);
    for (game, states) in games {
        let (name, heaps) = game.trim_end_matches(')').split_once('(').expect("name(heaps)");
        let start: Position = format!("{name}: {}", heaps.replace(',', " ")).parse().expect("a position");
        let graph = GameGraph::build(&start, Play::Normal, 100).expect("a small graph");
        assert_eq!(graph.nodes.len(), states.len(), "{game}");
        for (state, options, value, outcome) in states {
            let state = if state == "0" { String::new() } else { state };
            let node = graph.nodes.iter().find(|node| node.position.0[0].body() == state);
            let node = node.unwrap_or_else(|| panic!("{game}: {state}"));
            assert_eq!((node.options.len(), node.value.0), (options, value), "{game}: {state}");
            assert_eq!(node.outcome.to_string(), outcome, "{game}: {state}");
        }
    }
}

#[test]
fn misere_graphs_end_with_a_win() {
    let start: Position = "nim: 2 2".parse().expect("a position");
    let graph = GameGraph::build(&start, Play::Misere, 100).expect("a small graph");
    assert_eq!(graph.nodes[0].outcome, Outcome::P);
    let last = graph.nodes.iter().find(|node| node.options.is_empty()).expect("an end");
    assert_eq!((last.outcome, last.value.0), (Outcome::N, 1));
}
