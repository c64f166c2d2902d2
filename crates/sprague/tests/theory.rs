//! Every statement that messages cite has its heading in `docs/theory.md`, and the graphs of the examples.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use sprague::graph::GameGraph;
use sprague::nimber::Nimber;
use sprague::play::{Outcome, Play};
use sprague::theorem::Theorem;
use sprague_kit::Random;

use crate::common::{example_graphs, number, position};

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

/// Numbers cited in all texts of the library, of what is told and of the command, as "theory 1.8".
#[test]
fn every_number_that_is_cited_has_its_heading() {
    let theory = include_str!("../../../docs/theory.md");
    let mut open: Vec<PathBuf> = ["src", "../tell/src", "../cli/src"]
        .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .into();
    let (mut cited, mut missing) = (0, BTreeSet::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()));
            continue;
        }
        let text = fs::read_to_string(path).expect("a source file");
        for after in text.split("(theory ").skip(1).filter(|after| !after.starts_with('{')) {
            let number: String =
                after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
            let number = number.trim_end_matches('.');
            let section = number.chars().all(|c| c.is_ascii_digit());
            let heading = if section { format!("## {number}. ") } else { format!("### {number} ") };
            if !theory.lines().any(|line| line.starts_with(&heading)) {
                missing.insert(number.to_owned());
            }
            cited += 1;
        }
    }
    assert_eq!(missing, BTreeSet::new(), "cited, without a heading in docs/theory.md");
    assert!(cited > 100);
}

/// Theory 1.1: states, options, values and outcomes of the thesis' examples.
#[test]
fn the_example_graphs_of_the_thesis() {
    let mut games: BTreeMap<&str, Vec<(String, usize, u64, &str)>> = BTreeMap::new();
    for (game, cells) in example_graphs() {
        let options = cells[1].split(';').filter(|option| !option.is_empty()).count();
        let state = cells[0].replace('+', " ");
        games.entry(game).or_default().push((state, options, number(cells[2]), cells[3]));
    }
    assert_eq!(games.len(), 4);
    for (game, states) in games {
        let (name, heaps) = game.trim_end_matches(')').split_once('(').expect("name(heaps)");
        let start = position(&format!("{name}: {}", heaps.replace(',', " ")));
        let graph = GameGraph::build(&start, Play::Normal, 100).expect("a small graph");
        assert_eq!(graph.nodes.len(), states.len(), "{game}");
        for (state, options, value, outcome) in states {
            let state = if state == "0" { String::new() } else { state };
            let node = graph.nodes.iter().find(|node| node.position.0[0].body() == state);
            let node = node.unwrap_or_else(|| panic!("{game}: {state}"));
            assert_eq!(
                (node.options.len(), node.number()),
                (options, Some(Nimber(value))),
                "{game}: {state}"
            );
            assert_eq!(node.outcome.to_string(), outcome, "{game}: {state}");
        }
    }
}

#[test]
fn misere_graphs_end_with_a_win() {
    let start = position("nim: 2 2");
    let graph = GameGraph::build(&start, Play::Misere, 100).expect("a small graph");
    assert_eq!(graph.nodes[0].outcome, Outcome::P);
    let last = graph.nodes.iter().find(|node| node.options.is_empty()).expect("an end");
    assert_eq!((last.outcome, last.number()), (Outcome::N, Some(Nimber(1))));
}

/// A game of theory 4.8: values up to R at will, then by the definition; a value is rare if it has an even number of
/// ones under the mask.
struct Seeded {
    mask: u32,
    /// Tokens taken by moves that leave two heaps, and by how much these must differ.
    breaks: Vec<usize>,
    apart: usize,
    /// Tokens taken by moves that leave one heap.
    takes: Vec<usize>,
    values: Vec<u32>,
}

impl Seeded {
    fn is_rare(&self, heap: usize) -> bool {
        (self.values[heap] & self.mask).count_ones().is_multiple_of(2)
    }

    fn extend_to(&mut self, last: usize) {
        while self.values.len() <= last {
            let n = self.values.len();
            let mut options: Vec<u32> =
                self.takes.iter().filter(|&&i| i < n).map(|i| self.values[n - i]).collect();
            for left in self.breaks.iter().filter_map(|i| n.checked_sub(*i)) {
                let small = (1..=left / 2).filter(|x| left - 2 * x >= self.apart);
                options.extend(small.map(|x| self.values[x] ^ self.values[left - x]));
            }
            let mex = (0..=options.len() as u32)
                .find(|value| !options.contains(value))
                .expect("finitely many options");
            self.values.push(mex);
        }
    }
}

/// Theory 4.8.
#[test]
fn a_game_that_is_quiet_for_long_enough_stays_quiet_and_has_a_period() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut below = |end: usize| random.index(end);
    let (mut quiet, mut loud) = (0, 0);
    for _ in 0..40_000 {
        let (r, k, apart) = (1 + below(3), below(3), below(3));
        let breaks: Vec<usize> = (0..=k).filter(|_| below(2) == 0).collect();
        let takes: Vec<usize> = (1..=k).filter(|_| below(2) == 0).collect();
        let values = std::iter::once(0).chain((0..r).map(|_| below(8) as u32)).collect();
        let mut game = Seeded { mask: [!1, !0, 1, !3][below(4)], breaks, apart, takes, values };
        let rares = (1..=r).filter(|&heap| game.is_rare(heap)).count();
        let states = (rares * game.breaks.len() + game.takes.len() + 1).pow((r + k) as u32);
        if game.breaks.is_empty() || !game.is_rare(r) || states > 60 {
            continue;
        }
        let start = 2 * r + k + apart.max(1);
        let end = 2 * start + 2 * states - 2 * r - k - 2;
        let far = end + 3 * (start + states) + 50;
        game.extend_to(far);
        if (r + 1..=end).any(|heap| game.is_rare(heap)) {
            loud += 1;
            continue;
        }
        quiet += 1;
        assert!(!(end..=far).any(|heap| game.is_rare(heap)), "{:?}", game.values);
        let has = |from: usize, p: usize| (from..=far - p).all(|n| game.values[n + p] == game.values[n]);
        let bound = start + states - r - k;
        let found = (1..bound).any(|p| (0..=bound - p).any(|from| has(from, p)));
        assert!(found, "no period within {bound}: {:?}", game.values);
    }
    assert!(quiet > 50 && loud > 100, "{quiet} {loud}");
}
