//! Games with cycles: outcomes with draws and loopy values, against definitions that know no labels (theory D).

use std::collections::BTreeSet;

use sprague::loopy::{Arrows, LoopySolver, LoopyValue};
use sprague::opponent;
use sprague::search::Solver;
use sprague::solve::{Request, solve};
use sprague::{Known, Limits, Nimber, Outcome, Play, Position, Ruleset, TooLarge};
use sprague_kit::{Random, extent};

/// Options by the number of a position.
type Graph = Vec<Vec<u32>>;

/// About so many moves for each position, anywhere.
fn random_graph(random: &mut Random, positions: usize, moves: u64) -> Graph {
    (0..positions)
        .map(|_| {
            let options = random.below(moves + 1);
            let options: BTreeSet<u32> = (0..options).map(|_| random.index(positions) as u32).collect();
            options.into_iter().collect()
        })
        .collect()
}

/// Marks as often as something changes.
fn by_definition(graph: &Graph, play: Play) -> Vec<Outcome> {
    let mut found = vec![Outcome::Draw; graph.len()];
    loop {
        let before = found.clone();
        for (at, options) in graph.iter().enumerate() {
            let known = &before;
            let is = |wanted: Outcome| move |&to: &u32| known[to as usize] == wanted;
            let wins =
                if options.is_empty() { play == Play::Misere } else { options.iter().any(is(Outcome::P)) };
            let loses =
                if options.is_empty() { play == Play::Normal } else { options.iter().all(is(Outcome::N)) };
            if wins {
                found[at] = Outcome::N;
            } else if loses {
                found[at] = Outcome::P;
            }
        }
        if found == before {
            return found;
        }
    }
}

/// The graph of a sum; position (a, b) has the number a + b * the number of positions of the first.
fn product(first: &Graph, second: &Graph) -> Graph {
    let count = first.len() as u32;
    let mut all = Graph::new();
    for (b, after) in (0..).zip(second) {
        for (a, options) in (0..).zip(first) {
            let moves = options.iter().map(|to| to + b * count).chain(after.iter().map(|to| a + to * count));
            all.push(moves.collect());
        }
    }
    all
}

fn nim(largest: u32) -> Graph {
    (0..=largest).map(|heap| (0..heap).collect()).collect()
}

struct OnGraph<'g>(&'g Graph);

impl Ruleset for OnGraph<'_> {
    type Position = u32;

    fn options(&self, &at: &u32) -> Vec<u32> {
        self.0[at as usize].clone()
    }
}

#[test]
fn outcomes_are_those_of_the_definition() {
    let mut random = Random::new(1);
    let mut drawn = 0;
    for _ in 0..extent(300, 5) {
        let (positions, moves) = (1 + random.index(12), 1 + random.below(3));
        let graph = random_graph(&mut random, positions, moves);
        let arrows: Arrows = graph.iter().cloned().collect();
        for play in [Play::Normal, Play::Misere] {
            let expected = by_definition(&graph, play);
            assert_eq!(arrows.outcomes(play), expected, "{graph:?}");
            drawn += expected.iter().filter(|&&outcome| outcome == Outcome::Draw).count();
            let mut solver = LoopySolver::new(OnGraph(&graph));
            assert_eq!(solver.outcome(&0, play), Ok(expected[0]), "{graph:?}");
        }
    }
    assert!(drawn > 1_000, "{drawn}");
}

/// A label is the heap of Nim with which the position is P; K holds the heaps with which it is N.
#[test]
fn values_are_told_by_sums_with_heaps_of_nim() {
    let mut random = Random::new(2);
    let (mut infinite, mut large) = (0, 0);
    for _ in 0..extent(200, 5) {
        let (positions, moves) = (2 + random.index(8), 1 + random.below(7));
        let mut graph = random_graph(&mut random, positions, moves);
        if random.one_in(2) {
            // mostly downwards, so that larger labels come up beside cycles
            for (at, options) in graph.iter_mut().enumerate() {
                options.retain(|&to| (to as usize) < at || random.one_in(8));
            }
        }
        let labels = graph.iter().cloned().collect::<Arrows>().labels();
        let count = graph.len();
        let with_heaps = by_definition(&product(&graph, &nim(9)), Play::Normal);
        for at in 0..count {
            let found = &with_heaps;
            let heaps = |outcome: Outcome| {
                (0..10)
                    .filter(move |heap| found[at + heap * count] == outcome)
                    .map(|heap| Nimber(heap as u64))
            };
            let expected = match &heaps(Outcome::P).collect::<Vec<_>>()[..] {
                [] => LoopyValue::Infinite(heaps(Outcome::N).collect()),
                [value] => LoopyValue::Finite(*value),
                several => panic!("{graph:?}: P with {several:?}"),
            };
            assert_eq!(labels.value(at), expected, "{at} of {graph:?}");
            assert_eq!(labels.turn(at).is_some(), expected.finite().is_some());
            infinite += usize::from(expected.finite().is_none());
            large += usize::from(expected.finite().is_some_and(|value| value >= Nimber(2)));
        }
    }
    assert!(infinite > 200 && large > 25, "{infinite} {large}");
}

#[test]
fn sums_are_decided_by_the_values_of_their_components() {
    let mut random = Random::new(3);
    for _ in 0..extent(40, 5) {
        let graphs: Vec<Graph> = (0..3)
            .map(|_| {
                let moves = 1 + random.below(3);
                random_graph(&mut random, 4, moves)
            })
            .collect();
        let whole = by_definition(&product(&product(&graphs[0], &graphs[1]), &graphs[2]), Play::Normal);
        let labels: Vec<_> =
            graphs.iter().map(|graph| graph.iter().cloned().collect::<Arrows>().labels()).collect();
        for (at, outcome) in whole.iter().enumerate() {
            let places = [at % 4, at / 4 % 4, at / 16];
            let value: LoopyValue =
                labels.iter().zip(places).map(|(labels, place)| labels.value(place)).sum();
            assert_eq!(value.outcome(), *outcome, "{places:?} of {graphs:?}");
        }
    }
}

/// Theory D.4: whoever can win comes to an end, whatever the other player does.
#[test]
fn the_earliest_labels_lead_to_an_end() {
    let mut random = Random::new(4);
    let mut won = 0;
    for _ in 0..extent(100, 5) {
        let graphs: Vec<Graph> = (0..2).map(|_| random_graph(&mut random, 7, 3)).collect();
        let labels: Vec<_> =
            graphs.iter().map(|graph| graph.iter().cloned().collect::<Arrows>().labels()).collect();
        let value = |at: [usize; 2]| -> LoopyValue { (0..2).map(|i| labels[i].value(at[i])).sum() };
        let after = |at: [usize; 2]| -> Vec<[usize; 2]> {
            let moves = |i: usize| graphs[i][at[i]].iter().map(move |&to| (i, to as usize));
            moves(0).chain(moves(1)).map(|(i, to)| if i == 0 { [to, at[1]] } else { [at[0], to] }).collect()
        };
        let time = |at: [usize; 2]| -> u32 { (0..2).filter_map(|i| labels[i].turn(at[i])).sum() };
        for start in 0..49 {
            let mut at = [start % 7, start / 7];
            if value(at).outcome() != Outcome::N {
                continue;
            }
            for _ in 0..200 {
                let wins = after(at).into_iter().filter(|&to| value(to) == LoopyValue::Finite(Nimber(0)));
                at = wins.min_by_key(|&to| time(to)).expect("a winning move");
                let replies = after(at);
                if replies.is_empty() {
                    break;
                }
                // the other player lingers
                at = replies.into_iter().max_by_key(|&to| time(to)).expect("a move");
            }
            assert!(after(at).is_empty(), "{graphs:?} from {start}");
            won += 1;
        }
    }
    assert!(won > 500, "{won}");
}

#[test]
fn games_that_end_have_their_usual_values() {
    let mut random = Random::new(5);
    for _ in 0..extent(100, 5) {
        let mut graph = random_graph(&mut random, 15, 5);
        for (at, options) in graph.iter_mut().enumerate() {
            options.retain(|&to| (to as usize) < at);
        }
        let labels = graph.iter().cloned().collect::<Arrows>().labels();
        let mut solver = Solver::new(OnGraph(&graph));
        for at in 0..15 {
            assert_eq!(labels.value(at).finite(), solver.value(&(at as u32)).ok(), "{graph:?}");
        }
    }
}

/// Take a square number of tokens; from an even heap that is not empty one token may also be put back.
struct SquareButOne;

impl Ruleset for SquareButOne {
    type Position = u32;

    fn options(&self, &heap: &u32) -> Vec<u32> {
        let back = (heap > 0 && heap % 2 == 0).then_some(heap + 1);
        let squares = (1..).map(|side| side * side).take_while(|&square| square <= heap);
        squares.map(|square| heap - square).chain(back).collect()
    }
}

#[test]
fn square_but_one_is_mostly_drawn() {
    let mut solver = LoopySolver::new(SquareButOne);
    let mut heaps = |outcome| -> Vec<u32> {
        (0..=25).filter(|heap| solver.outcome(heap, Play::Normal) == Ok(outcome)).collect()
    };
    assert_eq!(heaps(Outcome::P), [0, 5]);
    assert_eq!(heaps(Outcome::N), [1, 4, 6, 9, 14, 16, 21, 25]);
    assert_eq!(heaps(Outcome::Draw).len(), 16);
    assert_eq!(solver.remoteness(&25, Play::Normal), Ok(Some(1)));
    assert_eq!(solver.remoteness(&2, Play::Normal), Ok(None));
}

/// A heap that splits: what comes of it is a sum, and a position of its own under misère play.
struct Splits;

impl Ruleset for Splits {
    type Position = Vec<u32>;

    fn options(&self, heaps: &Vec<u32>) -> Vec<Vec<u32>> {
        let one = |at: usize| {
            let rest: Vec<u32> =
                heaps.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, &n)| n).collect();
            let n = heaps[at];
            let with = move |more: &[u32]| [&rest[..], more].concat();
            // down by one, into two parts, or from 1 up to 2
            let parts = (1..n).map(|first| vec![first, n - first]);
            let up = (n == 1).then(|| vec![2]);
            parts.chain([vec![n - 1]]).chain(up).map(move |more| with(&more)).collect::<Vec<_>>()
        };
        (0..heaps.len()).filter(|&at| heaps[at] > 0).flat_map(one).collect()
    }

    fn components(&self, heaps: Vec<u32>, parts: &mut Vec<Vec<u32>>) {
        parts.extend(heaps.into_iter().filter(|&n| n > 0).map(|n| vec![n]));
    }
}

#[test]
fn positions_that_come_apart_are_sums_and_growth_without_end_is_refused() {
    let limits = Limits { positions: 2_000, ..Limits::unlimited() };
    let mut solver = LoopySolver::with_limits(Splits, limits);
    assert_eq!(solver.value(&vec![2]), Err(TooLarge::Reached { limit: 2_000 }));
    let mut solver = LoopySolver::new(SquareButOne);
    let (two, five) = (solver.value(&2), solver.value(&5));
    assert_eq!(two.clone().map(|value| value.finite()), Ok(None), "{two:?} {five:?}");
    assert_eq!(format!("{}", LoopyValue::Infinite(vec![Nimber(0), Nimber(2)]) + Nimber(1).into()), "∞{1,3}");
}

/// A graph in the notation, from the node with this number; every node is named, also where no edge names it.
fn notation(graph: &Graph, start: usize) -> String {
    let nodes = (0..graph.len()).map(|at| format!("n{at}"));
    let edges = graph
        .iter()
        .enumerate()
        .flat_map(|(at, options)| options.iter().map(move |to| format!("n{at}>n{to}")));
    format!("graph: {{{}}}#n{start}", nodes.chain(edges).collect::<Vec<_>>().join(", "))
}

/// Answers to graphs, and to their sums with other graphs and heaps, against the product of all positions.
#[test]
fn positions_with_cycles_are_solved_as_the_definition_says() {
    let mut random = Random::new(6);
    let mut known = Known::new(Limits::default());
    let (mut compared, mut drawn) = (0, 0);
    for _ in 0..extent(60, 10) {
        let moves = 1 + random.below(3);
        let first = random_graph(&mut random, 5, moves);
        let second = if random.one_in(2) { random_graph(&mut random, 4, moves) } else { nim(3) };
        let sum = product(&first, &second);
        for play in [Play::Normal, Play::Misere] {
            let outcomes = by_definition(&sum, play);
            for _ in 0..4 {
                let (a, b) = (random.index(5), random.index(4));
                let other = if second == nim(3) { format!("nim: {b}") } else { notation(&second, b) };
                let position: Position =
                    format!("{} + {other}", notation(&first, a)).parse().expect("a position");
                let answer = solve(&position, Request { play, moves: 100 }, &mut known).expect("small");
                let at = a + 5 * b;
                assert_eq!(answer.outcome, outcomes[at], "{position}, {play}");
                let wins = sum[at].iter().filter(|&&to| outcomes[to as usize] == Outcome::P);
                assert_eq!(answer.winning_moves_total, Some(wins.count() as u64), "{position}, {play}");
                // the perfect opponent keeps what it has
                if let Some(step) = opponent::best(&answer, &mut known) {
                    let after =
                        solve(&step.after(&position), Request { play, moves: 0 }, &mut known).expect("small");
                    let kept = match answer.outcome {
                        Outcome::N => Outcome::P,
                        Outcome::Draw => Outcome::Draw,
                        Outcome::P => Outcome::N,
                    };
                    assert_eq!(after.outcome, kept, "{position}, {play}");
                }
                drawn += usize::from(answer.outcome == Outcome::Draw);
                compared += 2;
            }
        }
    }
    println!("attack | positions with cycles against the definition | {compared} | 0 differ");
    assert!(drawn > 50, "{drawn}");
}
