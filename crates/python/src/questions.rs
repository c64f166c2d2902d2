//! Questions that need nothing kept: positions, graphs, sequences that are looked for, pictures as pixels, the command.

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprague::counting::{HeapChoice, Order, Uncountable};
use sprague::games::Known;
use sprague::graph::{GameGraph, GraphVertex};
use sprague::heap::HeapGame;
use sprague::limits::{Limits, SearchProgress};
use sprague::loopy::LoopyValue;
use sprague::nimber::Nimber;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::sequence::EngineSettings;
use sprague::solve::{Request, solve as solve_position};
use sprague_picture::layout::LayoutError;
use sprague_picture::pixels::Painter;
use sprague_picture::{GraphPicture, MoveKind, PictureMove, PictureNode};
use sprague_tell::count::CountQuestion;
use sprague_tell::solve::{document, text as in_words};
use sprague_tell::{MachineFiles, in_arguments, to_json};

use crate::errors;
use crate::watch::Watch;

/// How the game ends.
pub const fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

/// Reads a position; graphs may lie in files of the machine.
pub fn read(py: Python<'_>, text: &str) -> PyResult<Position> {
    Position::read(text, &MachineFiles).map_err(|error| errors::notation(py, text, &error))
}

/// The answer to a position as a document and in words.
#[pyfunction]
#[pyo3(signature = (text, misere, moves, positions, steps, listener))]
#[expect(clippy::disallowed_methods, reason = "the arguments and their usual values")]
pub fn solve(
    py: Python<'_>,
    text: &str,
    misere: bool,
    moves: usize,
    positions: Option<u64>,
    steps: Option<u64>,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let position = read(py, text)?;
    let watch = Watch::default();
    let usual = Limits::default();
    let done = watch.done.clone();
    let progress = move |progress: SearchProgress| {
        done.store(progress.positions.max(progress.heaps), std::sync::atomic::Ordering::Relaxed);
        std::ops::ControlFlow::Continue(())
    };
    let limits = Limits {
        positions: positions.unwrap_or(usual.positions),
        steps: steps.unwrap_or(usual.steps),
        progress: Some(std::sync::Arc::new(progress)),
        meter: watch.meter.clone(),
        ..usual
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = EngineSettings { threads, ..EngineSettings::default() };
    let request = Request { play: position.play(misere), moves };
    let answer = watch.wait(py, listener, || {
        let answer = solve_position(&position, request, &mut Known::with_settings(limits, settings))?;
        Ok((to_json(&document(&answer)), in_words(&answer)))
    })?;
    let (document, words) = answer.map_err(|refusal| errors::too_large(py, &refusal))?;
    Ok((document.map_err(|error| PyValueError::new_err(error.to_string()))?, in_arguments(&words)))
}

/// A position of a game graph: its text, who wins it, its value, how it is written into its node, and the numbers that
/// moves reach where its value is none.
type Node = (String, String, Option<u64>, String, Option<Vec<u64>>);

/// The game graph of a position: its nodes, its edges, and what stands above its picture.
#[pyfunction]
#[pyo3(signature = (text, misere, nodes))]
#[expect(clippy::type_complexity, reason = "the parts of a graph")]
pub fn graph(
    py: Python<'_>,
    text: &str,
    misere: bool,
    nodes: usize,
) -> PyResult<(Vec<Node>, Vec<(usize, usize)>, String)> {
    let position = read(py, text)?;
    let built =
        Watch::default().wait(py, None, || GameGraph::build(&position, position.play(misere), nodes))?;
    let graph = built.map_err(|refusal| errors::too_many_nodes(py, &refusal))?;
    let picture = GraphPicture::of(&graph);
    let node = |(node, drawn): (&GraphVertex, PictureNode)| {
        (
            node.position.to_string(),
            node.outcome.to_string(),
            node.number().map(|value| value.0),
            drawn.label.join("\n"),
            node.infinite().and_then(reached),
        )
    };
    let nodes = graph.nodes.iter().zip(picture.nodes).map(node).collect();
    Ok((nodes, graph.edges().collect(), picture.title))
}

/// The numbers that a value of play without an end can reach.
pub fn reached(value: &LoopyValue) -> Option<Vec<u64>> {
    match value {
        LoopyValue::Finite(_) => None,
        LoopyValue::Infinite(reached) => Some(reached.iter().map(|value| value.0).collect()),
    }
}

/// A node to be drawn: its text, who wins it, its value.
type Drawn = (String, String, Option<u64>, Option<Vec<u64>>);

/// A game graph as SVG and in the DOT language: what stands above it, its nodes and its edges.
#[pyfunction]
pub fn draw_graph(
    py: Python<'_>,
    title: String,
    nodes: Vec<Drawn>,
    edges: Vec<(usize, usize)>,
) -> PyResult<(String, String)> {
    let nodes = nodes.into_iter().map(|(label, outcome, value, reached)| PictureNode {
        label: label.lines().map(str::to_owned).collect(),
        outcome: match outcome.as_str() {
            "P" => Outcome::P,
            "N" => Outcome::N,
            _ => Outcome::Draw,
        },
        value: match (value, reached) {
            (Some(value), _) => Some(LoopyValue::Finite(Nimber(value))),
            (None, Some(reached)) => Some(LoopyValue::Infinite(reached.into_iter().map(Nimber).collect())),
            (None, None) => None,
        },
    });
    let nodes: Vec<PictureNode> = nodes.collect();
    let kind = |from: usize, to: usize| MoveKind::between(nodes[from].outcome, nodes[to].outcome);
    let moves = edges.iter().map(|&(from, to)| PictureMove { from, to, kind: kind(from, to) }).collect();
    let picture = GraphPicture { title, start: 0, nodes, moves };
    let drawn = Watch::default().wait(py, None, || Ok((picture.to_svg()?, picture.to_dot())))?;
    drawn.map_err(|error: LayoutError| PyValueError::new_err(error.to_string()))
}

/// How many positions of so many heaps each player wins, as a document and in words.
#[pyfunction]
#[pyo3(signature = (game, heaps, sizes, order, misere, steps, listener))]
#[expect(clippy::disallowed_methods, reason = "the arguments and their usual values")]
#[expect(clippy::too_many_arguments, reason = "those of the question")]
pub fn count(
    py: Python<'_>,
    game: &str,
    heaps: u64,
    sizes: (u64, u64),
    order: &str,
    misere: bool,
    steps: Option<u64>,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String)> {
    let game: HeapGame = game.parse().map_err(|error| errors::notation(py, game, &error))?;
    let order = Order::named(order)
        .ok_or_else(|| PyValueError::new_err(format!("order is one of {}", Order::NAMES.join(", "))))?;
    let (from, to) = sizes;
    if from > to {
        return Err(PyValueError::new_err(format!("the range from heap {from} to {to} is empty")));
    }
    let watch = Watch::default();
    let usual = Limits::default();
    let limits = Limits { steps: steps.unwrap_or(usual.steps), meter: watch.meter.clone(), ..usual };
    let choice = HeapChoice { heaps, sizes: from..=to, order };
    let told = watch
        .wait(py, listener, || CountQuestion { game: &game, choice, play: play(misere) }.answer(&limits))?;
    match told {
        Ok(told) => match to_json(&told.document) {
            Ok(document) => Ok((document, in_arguments(&told.text))),
            Err(error) => Err(PyValueError::new_err(error.to_string())),
        },
        Err(Uncountable::TooLarge(refusal)) => Err(errors::too_large(py, &refusal)),
        Err(unknown) => Err(errors::refused(py, &unknown.to_string(), None, None, None)),
    }
}

/// The known games with these values: the name, the rule, the heap of the first value.
#[pyfunction]
#[pyo3(signature = (values, listener))]
#[expect(clippy::disallowed_methods, reason = "the arguments and their usual values")]
pub fn identify(
    py: Python<'_>,
    values: Vec<u64>,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(String, String, u64)>> {
    let watch = Watch::default();
    let limits = Limits { meter: watch.meter.clone(), ..Limits::default() };
    let found = watch.wait(py, listener, || sprague_tell::nim::identify(values, &limits))?;
    let found = found.map_err(|refusal| errors::too_large(py, &refusal))?.document.matches;
    Ok(found.into_iter().map(|one| (one.game, one.canonical, one.from)).collect())
}

/// A picture as PNG.
#[pyfunction]
pub fn png<'py>(py: Python<'py>, svg: &str) -> PyResult<Bound<'py, PyBytes>> {
    let watch = Watch::default();
    let bytes = watch.wait(py, None, || Painter::new().and_then(|painter| painter.png(svg)))?;
    Ok(PyBytes::new(py, &bytes.map_err(PyValueError::new_err)?))
}

/// The command: does what the words ask for, of which the first is the name of the program, and gives its exit code.
#[pyfunction]
pub fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    let code = py.detach(|| sprague_cli::main(words));
    (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(u8::MAX)
}
