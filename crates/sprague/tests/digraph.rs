//! Game graphs: the examples of the theory (1.1), the three notations, and what is refused.

use std::collections::BTreeMap;
use std::fmt;

use proptest::prelude::*;
use sprague::games::Game;
use sprague::games::digraph::{Builder, Digraph, DigraphGame, Files, GraphError, NoFiles, Node};
use sprague::nimber::Nimber;
use sprague::notation::{Cursor, NotationError};
use sprague::play::{Outcome, Play};
use sprague::ruleset::Plain;
use sprague::search::{MisereSolver, Solver};

use crate::common::example_graphs;

struct Written<'g>(&'g DigraphGame, Node);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(&self.1, f)
    }
}

struct OneFile(&'static str);

impl Files for OneFile {
    fn read(&self, path: &str) -> Result<String, String> {
        if path == "my game.txt" { Ok(self.0.to_owned()) } else { Err("no such file".to_owned()) }
    }
}

fn read(text: &str) -> Result<(DigraphGame, Node), NotationError> {
    read_with(text, &NoFiles)
}

fn read_with(text: &str, files: &dyn Files) -> Result<(DigraphGame, Node), NotationError> {
    let mut cursor = Cursor::new(text);
    let term = DigraphGame::read_body(&mut cursor, files)?;
    cursor.end()?;
    Ok(term)
}

/// `example_game_graphs.csv`: the graphs of the thesis and the slides, with values and outcomes (theory 1.1).
#[test]
fn the_examples_of_the_theory() {
    let mut games: BTreeMap<String, (Builder, Vec<[String; 3]>)> = BTreeMap::new();
    for (game, fields) in example_graphs() {
        let (builder, states) = games.entry(game.to_owned()).or_default();
        builder.node(fields[0]).unwrap();
        for option in fields[1].split(';').filter(|option| !option.is_empty()) {
            builder.edge(fields[0], option).unwrap();
        }
        states.push([fields[0], fields[2], fields[3]].map(str::to_owned));
    }
    assert_eq!(games.keys().collect::<Vec<_>>(), ["grundy(6)", "kayles(3)", "nim(2,1)", "nim(4)"]);
    for (name, (builder, states)) in games {
        let graph = builder.finish().unwrap();
        assert_eq!(graph.node_count(), states.len(), "{name}");
        let (values, outcomes) = (graph.values(Play::Normal).unwrap(), graph.outcomes(Play::Normal));
        for [state, value, outcome] in states {
            let node = graph.node(&state).unwrap();
            assert_eq!(values[node.index()].to_string(), value, "{name}: {state}");
            assert_eq!(outcomes[node.index()].to_string(), outcome, "{name}: {state}");
        }
        let game = DigraphGame::new(graph, None);
        let start = game.graph().only_source().unwrap();
        let mut solver = Solver::new(Plain(game.clone()));
        let winning: Vec<_> = solver.winning_moves(&start).unwrap();
        let winning: Vec<_> = winning.into_iter().map(|node| game.graph().name(node)).collect();
        let expected = match name.as_str() {
            "grundy(6)" => "4+2",
            "nim(4)" => "0",
            _ => "1+1",
        };
        assert_eq!(winning, [expected], "{name}");
        let text = Written(&game, start).to_string();
        assert_eq!(read(&text), Ok((game, start)), "{text}");
    }
}

/// A graph without visible pattern: node i moves to some of the nodes j < i.
#[test]
fn one_pass_agrees_with_the_searches() {
    let mut builder = Builder::default();
    for i in 0..60u32 {
        builder.node(&format!("n{i}")).unwrap();
        for j in (0..i).filter(|j| (7 * i * j + i + j * j) % 11 < 6) {
            builder.edge(&format!("n{i}"), &format!("n{j}")).unwrap();
        }
    }
    let game = DigraphGame::new(builder.finish().unwrap(), None);
    let graph = game.graph();
    let mut plain = Solver::new(Plain(&game));
    let mut misere = MisereSolver::new(Plain(&game));
    let [values, misere_values] = [Play::Normal, Play::Misere].map(|play| graph.values(play).unwrap());
    let [outcomes, misere_outcomes] = [Play::Normal, Play::Misere].map(|play| graph.outcomes(play));
    assert!(values.iter().max() > Some(&Nimber(5)));
    for node in graph.nodes() {
        let i = node.index();
        assert_eq!(plain.value(&node), Ok(values[i]));
        assert_eq!(misere.value(&node), Ok(misere_values[i]));
        assert_eq!(outcomes[i], Outcome::of_value(values[i]));
        assert_eq!(misere_outcomes[i], Outcome::of_value(misere_values[i]));
        assert_eq!(game.breadth(&node) as usize, graph.options(node).len());
    }
    assert_eq!(Solver::new(&game).evaluated(), 0);
}

#[test]
fn three_notations_of_one_graph() {
    let (game, start) = read("{a>b, a>c, b>c, d-1>a}").unwrap();
    assert_eq!(game.graph().name(start), "d-1");
    let edges = "# a comment\n\n a b \nb c # another\na\tc\r\n\"d-1\" a\n";
    assert_eq!(&Digraph::from_text(edges).unwrap(), game.graph());
    let dot = r#"/* a game */ strict digraph "my game" {
        rankdir=LR; graph [label="x -> y"]
        node [shape=box, style=filled];
        // comment
        a:n -> b -> c [label=<<b>x</b>>];
        a -> c; a -> c
        "d-1" -> a:p:sw
        # line
    }"#;
    assert_eq!(&Digraph::from_text(dot).unwrap(), game.graph());
    assert_eq!(read("{ d-1 -> a->b>c , a>c}").unwrap().0.graph(), game.graph());
}

#[test]
fn inline_terms_are_read_as_they_are_written() {
    for (text, written) in [
        ("{a>b,a>c,b>c}#a", "{a>b, a>c, b>c}#a"),
        ("{a}", "{a}#a"),
        ("{b>a>c, e, d} # \"d\"", "{a>c, b>a, d, e}#d"),
        ("{\"x y\">\"a\\\"b\\\\\", \"\">z, 2+1>1+1}#2+1", "{\"\">z, 2+1>1+1, \"x y\">\"a\\\"b\\\\\"}#2+1"),
    ] {
        let text = text.replace(" # ", "#");
        let (game, node) = read(&text).unwrap();
        assert_eq!(Written(&game, node).to_string(), written);
        assert_eq!(read(written), Ok((game.clone(), node)));
        assert_eq!(game.read(&mut Cursor::new(written)), Ok(node));
    }
    let mut cursor = Cursor::new("{a>b}#a + nim: 3");
    assert!(DigraphGame::read_body(&mut cursor, &NoFiles).is_ok());
    assert_eq!(cursor.rest(), " + nim: 3");
    let (game, _) = read("{a>b}").unwrap();
    assert_eq!(game.read(&mut Cursor::new("{a>c}#a")).unwrap_err().column, 1);
}

#[test]
fn files_keep_their_names() {
    let files = OneFile("(2,1) (1,1)\n(2,1) x\n\"a b\" x\n");
    for (text, written) in [
        ("my game.txt#(2,1)", "my game.txt#(2,1)"),
        (" my game.txt # a b ", "my game.txt#a b"),
        ("my game.txt#\"x\"", "my game.txt#x"),
    ] {
        let (game, node) = read_with(text, &files).unwrap();
        assert_eq!(game.source(), Some("my game.txt"));
        assert_eq!(Written(&game, node).to_string(), written);
        assert_eq!(game.read(&mut Cursor::new(written)), Ok(node));
    }
    for (text, words) in [
        ("my game.txt", "several sources: \"(2,1)\", \"a b\"; name the start after `#`"),
        ("my game.txt#y", "no node y"),
        ("my game.txt#x + nim: 3", "last term"),
        ("my game.txt + nim: 3", "last term"),
        ("other", "other: no such file"),
        ("", "a graph, as in"),
    ] {
        let error = read_with(text, &files).unwrap_err();
        assert!(error.message.contains(words), "{error}");
    }
    let broken = read_with("my game.txt#a", &OneFile("a b\nb c d\n")).unwrap_err();
    assert!(
        broken.message.starts_with("my game.txt: line 2, column 5: expected the end of the line"),
        "{broken}"
    );
    assert!(read("my game.txt#a").unwrap_err().message.contains("inline"));
}

#[test]
fn what_is_no_game_is_refused_by_name() {
    for (text, column, words) in [
        (
            "{a>b, b>c, c>a}",
            1,
            "no source: every node is an option of one; name the start after `#`, as in #a",
        ),
        ("{a>a}", 1, "no source"),
        ("{}", 1, "no nodes"),
        ("{a>c, b>c}", 1, "several sources: a, b; name the start after `#`, as in #a"),
        ("{a>b}#c", 7, "no node c; the nodes are a, b"),
        ("{a>b}#", 7, "the name of a node"),
        ("{a>, b}", 4, "the name of a node"),
        ("{a b}", 4, "expected `>`, `,` or `}`"),
        ("{a>b", 5, "the text ends"),
        ("{\"a>b}", 2, "not closed"),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.message.contains(words), "{text}: {error}");
    }
}

#[test]
fn broken_files_are_refused_with_line_and_column() {
    for (text, line, column, words) in [
        ("graph { a -- b }", 1, 1, "undirected"),
        ("digraph {\n a -- b }", 2, 6, "undirected"),
        ("digraph {\n subgraph c { a } }", 2, 10, "subgraphs"),
        ("digraph {\n a -> { b c } }", 2, 7, "subgraphs"),
        ("digraph { a -> b", 1, 17, "the text ends"),
        ("digraph { a [label=\"x }", 1, 20, "quote is not closed"),
        ("digraph { a [label=x }", 1, 22, "a name"),
        ("digraph { a } b", 1, 15, "expected the end"),
        ("digraph { /* a }", 1, 11, "comment is not closed"),
        ("digraph {\n\"a\nb\" }", 2, 1, "control characters"),
        ("digraph { node -> a }", 1, 16, "DOT keyword"),
        ("a b\na > b\n", 2, 3, "a space between two names"),
    ] {
        match Digraph::from_text(text) {
            Err(GraphError::Syntax { line: l, column: c, message }) => {
                assert_eq!((l, c), (line, column), "{text:?}: {message}");
                assert!(message.contains(words), "{text:?}: {message}");
            }
            other => panic!("{text:?} gave {other:?}"),
        }
    }
    assert_eq!(Digraph::from_text("# nothing\n"), Err(GraphError::Empty));
    assert_eq!(Digraph::from_text("digraph {}"), Err(GraphError::Empty));
}

#[test]
fn what_needs_an_end_names_the_cycle() {
    for (text, cycle) in
        [("{a>b, b>c, c>a}#a", "a > b > c > a"), ("{x>y, y>x, a>x}", "x > y > x"), ("{a>a}#a", "a > a")]
    {
        let (game, _) = read(text).unwrap();
        let refusal = game.graph().values(Play::Normal).unwrap_err().to_string();
        assert!(refusal.contains(&format!("a cycle: {cycle};")), "{refusal}");
    }
}

#[test]
fn a_long_cycle_and_a_long_game_need_no_stack() {
    let line = (0..60_000).map(|i| format!("n{i} n{}\n", i + 1)).collect::<Vec<_>>().concat();
    let graph = Digraph::from_text(&line).unwrap();
    let values = graph.values(Play::Normal).unwrap();
    assert_eq!(values[graph.node("n0").unwrap().index()], Nimber(0));
    let looped = Digraph::from_text(&format!("{line}n60000 n0\n")).unwrap();
    assert!(looped.outcomes(Play::Normal).iter().all(|&outcome| outcome == Outcome::Draw));
    let cycle = looped.cycle().unwrap().to_string();
    assert!(cycle.len() < 400 && cycle.contains("more)") && cycle.contains("n0 > n1 > "), "{cycle}");
}

proptest! {
    #[test]
    fn whatever_is_read_is_written_and_read_again(body in "[ab>,\"\\\\ #+-]{0,16}", start in "(#[ab])?") {
        let text = format!("{{{body}}}{start}");
        if let Ok((game, node)) = read(&text) {
            let written = Written(&game, node).to_string();
            prop_assert_eq!(read(&written), Ok((game, node)), "{} written as {}", text, written);
        }
    }

    #[test]
    fn any_file_is_read_or_refused(text in "(digraph \\{)?[ab>;:=,\"\\\\ \n/*#<\\[\\]{}-]{0,40}") {
        if let Ok(graph) = Digraph::from_text(&text) {
            let source = graph.nodes().next().map(|node| graph.name(node).to_owned());
            prop_assert!(source.is_some());
            let values = graph.values(Play::Normal);
            prop_assert_eq!(values.is_err(), graph.cycle().is_some());
            prop_assert!(values.is_err() || values.unwrap().len() == graph.node_count());
            prop_assert_eq!(graph.outcomes(Play::Misere).len(), graph.node_count());
        }
    }
}
