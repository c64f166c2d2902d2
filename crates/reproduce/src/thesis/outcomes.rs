//! Section 3 of the thesis: mex, outcomes, optimal moves.
//!
//! Random acyclic graphs are judged by the library and by the plain definitions; the examples by the golden table.

use std::collections::BTreeSet;

use sprague::games::digraph::{Builder, Digraph};
use sprague::graph::GameGraph;
use sprague::heap::{HeapGame, Heaps};
use sprague::nimber::{Nimber, mex, mex_from};
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::search::Solver;

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{Chance, Game};
use crate::range::Range;
use crate::{ensure, plain, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("2.1", "conventions", "0", Holds, mex_examples,
        "mex is the least number that is missing: mex{} = 0, mex{0,1,3} = 2; also counted from k on: 5 \
         for {1,3,4,6} from 3, 0 for {1,3} from 0."),
    ("3.1", "Def. 3.1, 3.2", "1.1", Holds, outcomes_by_passes,
        "A position is P if all options are N, and N if some option is P; terminal positions are P."),
    ("3.3", "Lemma 3.3", "1.1", Holds, one_labeling,
        "On every finite acyclic graph there is one and only one such labeling."),
    ("3.4", "Alg. 3.4", "1.1", Holds, any_order,
        "Any order in which options come first leads to it."),
    ("E-T9", "Alg. 3.4, step 1", "1.1", Corrected, set_starts_empty,
        "The set of labeled states is empty at first."),
    ("3.5", "Cor. 3.5", "1.1", Holds, somebody_wins,
        "From each position one of the players can force a win, and the label says which."),
    ("3.6", "Rem. 3.6", "1.2", Holds, optimal_moves,
        "The winning moves of an N-position are its moves to P-positions; a P-position has none."),
    ("3.7", "examples of section 3", "1.1", Holds, example_graphs,
        "Game graphs of Nim 2, 1, of a Kayles row of 3 and of a Grundy heap of 6: states, options, \
         outcomes; unique winning moves to 1+1, 1+1 and 4+2."),
];

pub fn graphs(range: &Range, seed: u64) -> impl Iterator<Item = Game> {
    let mut chance = Chance(seed);
    (0..range.to(300, 3000)).map(move |round| {
        let nodes = 2 + round as usize % 40;
        Game::random(&mut chance, nodes, 5)
    })
}

/// The graph as the library reads it; names in the order of the nodes.
pub fn digraph(game: &Game) -> Result<Digraph, String> {
    let mut builder = Builder::default();
    let name = |node: usize| format!("n{node:03}");
    for (node, options) in game.options.iter().enumerate() {
        builder.node(&name(node)).map_err(|error| error.to_string())?;
        for &option in options {
            builder.edge(&name(node), &name(option)).map_err(|error| error.to_string())?;
        }
    }
    builder.finish().map_err(|error| error.to_string())
}

pub fn labels(graph: &Digraph, play: Play) -> Vec<bool> {
    graph.outcomes(play).iter().map(|&outcome| outcome == Outcome::P).collect()
}

fn mex_examples(_: &Range) -> Checked {
    let set = |values: &[u64]| values.iter().copied().map(Nimber).collect::<Vec<_>>();
    same("mex {}", mex(set(&[])).0, 0)?;
    same("mex {0,1,3}", mex(set(&[0, 1, 3])).0, 2)?;
    same("mex from 3", mex_from(3, set(&[1, 3, 4, 6])).0, 5)?;
    same("mex from 0", mex_from(0, set(&[1, 3])).0, 0)?;
    for bits in 0..1u64 << 10 {
        let members: Vec<u64> = (0..10).filter(|bit| bits >> bit & 1 == 1).collect();
        for least in 0..4 {
            let found = mex_from(least, set(&members)).0;
            same("mex of a subset of 0..10", found, plain::mex_from(least, &members))?;
        }
    }
    Ok(holds("all subsets of 0..9", 9))
}

fn outcomes_by_passes(range: &Range) -> Checked {
    let mut nodes = 0;
    for game in graphs(range, 31) {
        let graph = digraph(&game)?;
        same("normal play", labels(&graph, Play::Normal), game.outcomes(true))?;
        same("misère play", labels(&graph, Play::Misere), game.outcomes(false))?;
        nodes += game.options.len() as u64;
    }
    Ok(holds(format!("{nodes} positions of random graphs"), nodes)
        .noting("terminal positions N under misère play: the same"))
}

fn one_labeling(range: &Range) -> Checked {
    let mut chance = Chance(33);
    let rounds = range.to(100, 500);
    for _ in 0..rounds {
        let game = Game::random(&mut chance, 9, 4);
        for end in [true, false] {
            let all = (0..1u32 << 9).map(|bits| (0..9).map(|node| bits >> node & 1 == 1).collect::<Vec<_>>());
            let right: Vec<_> = all.filter(|labels| game.obeys(labels, end)).collect();
            same("labelings", right.len(), 1)?;
            let play = if end { Play::Normal } else { Play::Misere };
            same("the labeling", labels(&digraph(&game)?, play), right[0].clone())?;
        }
    }
    Ok(holds(format!("all 512 labelings of {rounds} graphs of 9 nodes"), rounds))
}

/// Labels the nodes in the order that chance picks among those whose options are all labeled.
fn labeled_in_any_order(game: &Game, chance: &mut Chance) -> Vec<bool> {
    let mut labels: Vec<Option<bool>> = vec![None; game.options.len()];
    loop {
        let ready: Vec<usize> = (0..labels.len())
            .filter(|&node| labels[node].is_none() && game.options[node].iter().all(|&x| labels[x].is_some()))
            .collect();
        if ready.is_empty() {
            return labels.into_iter().map(|label| label == Some(true)).collect();
        }
        let node = ready[chance.index(ready.len())];
        labels[node] = Some(game.options[node].iter().all(|&option| labels[option] == Some(false)));
    }
}

fn any_order(range: &Range) -> Checked {
    let mut chance = Chance(34);
    let mut orders = 0;
    for game in graphs(range, 35) {
        let known = labels(&digraph(&game)?, Play::Normal);
        for _ in 0..5 {
            same("labels", labeled_in_any_order(&game, &mut chance), known.clone())?;
            orders += 1;
        }
    }
    Ok(holds(format!("{orders} random orders"), orders))
}

/// The algorithm adds states to L until L is the set of all states: with a foreign element at first it never is.
fn set_starts_empty(range: &Range) -> Checked {
    let mut ended = [0u64; 2];
    for game in graphs(range, 36) {
        let states: BTreeSet<Option<usize>> = (0..game.options.len()).map(Some).collect();
        for (start, ended) in [BTreeSet::new(), BTreeSet::from([None])].into_iter().zip(&mut ended) {
            let mut set = start;
            for node in 0..game.options.len() {
                ensure!(
                    game.options[node].iter().all(|&x| set.contains(&Some(x))),
                    "a state comes before its options"
                );
                set.insert(Some(node));
            }
            *ended += u64::from(set == states);
        }
    }
    let rounds = range.to(300, 3000);
    same("runs that end", ended, [rounds, 0])?;
    Ok(corrected(
        "L = {∅}",
        "L = ∅",
        format!("{rounds} graphs: with L = {{∅}} it never becomes the set of states"),
        rounds,
    ))
}

fn somebody_wins(_: &Range) -> Checked {
    let mut chance = Chance(37);
    for _ in 0..300 {
        let game = Game::random(&mut chance, 12, 3);
        let graph = digraph(&game)?;
        for (play, end) in [(Play::Normal, true), (Play::Misere, false)] {
            let tried: Vec<bool> = (0..12).map(|node| game.loses(node, end)).collect();
            same("the loser, by trying every play", tried, labels(&graph, play))?;
        }
    }
    Ok(holds("all plays on 300 graphs of 12 nodes, normal and misère", 300))
}

fn optimal_moves(_: &Range) -> Checked {
    let kayles: HeapGame = "kayles".parse().map_err(|error| format!("{error}"))?;
    let mut solver = Solver::new(kayles.clone());
    let g = plain::octal(&[7, 7], &[], 12);
    let mut positions = 0;
    for rows in plain::ascending(3, 1, 12) {
        let at = Heaps::new(rows.clone());
        let moves = solver.winning_moves(&at).map_err(|error| error.to_string())?;
        let mut by_hand = BTreeSet::new();
        for option in sprague::ruleset::Ruleset::options(&kayles, &at) {
            if option.sizes().iter().fold(0, |sum, &size| sum ^ g[size as usize]) == 0 {
                by_hand.insert(option);
            }
        }
        same("winning moves", moves.into_iter().collect::<BTreeSet<_>>(), by_hand.clone())?;
        same(
            "a P-position has none",
            by_hand.is_empty(),
            rows.iter().fold(0, |sum, &row| sum ^ g[row as usize]) == 0,
        )?;
        positions += 1;
    }
    Ok(holds(format!("{positions} positions of three Kayles rows to 12"), 12))
}

fn example_graphs(_: &Range) -> Checked {
    let mut found = 0;
    for line in tables::EXAMPLE_GRAPHS.lines().skip(1) {
        let (game, rest) = match line.trim_end().strip_prefix('"') {
            Some(quoted) => quoted.split_once("\",").ok_or("a quoted name")?,
            None => line.trim_end().split_once(',').ok_or("a name")?,
        };
        let cells: Vec<&str> = rest.split(',').collect();
        let (name, heaps) = game.trim_end_matches(')').split_once('(').ok_or("name(heaps)")?;
        let start: Position =
            format!("{name}: {}", heaps.replace(',', " ")).parse().map_err(|error| format!("{error}"))?;
        let graph = GameGraph::build(&start, Play::Normal, 100).map_err(|error| error.to_string())?;
        let state = cells[0].replace('+', " ");
        let state = if state == "0" { String::new() } else { state };
        let node = graph.nodes.iter().find(|node| node.position.0[0].body() == state);
        let node = node.ok_or_else(|| format!("{game} has no state {state}"))?;
        let options = cells[1].split(';').filter(|option| !option.is_empty()).count();
        same(
            game,
            (
                node.options.len(),
                node.number().map_or_else(String::new, |value| value.to_string()),
                node.outcome.to_string(),
            ),
            (options, cells[2].to_owned(), cells[3].to_owned()),
        )?;
        found += 1;
    }
    for (start, reply) in
        [("nim: 2 1", "nim: 1 1"), ("kayles: 3", "kayles: 1 1"), ("grundy: 6", "grundy: 4 2")]
    {
        let start: Position = start.parse().map_err(|error| format!("{error}"))?;
        let graph = GameGraph::build(&start, Play::Normal, 100).map_err(|error| error.to_string())?;
        let winning: Vec<String> = graph
            .edges()
            .filter(|&(from, to)| from == 0 && graph.wins((from, to)))
            .map(|(_, to)| graph.nodes[to].position.to_string())
            .collect();
        same("winning moves", winning, vec![reply.to_owned()])?;
    }
    Ok(holds(format!("{found} states of the examples"), found))
}
