//! Questions that need nothing kept: positions, graphs, sequences that are looked for, pictures as pixels, the command.

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprague::counting::{HeapChoice, Order, Uncountable};
use sprague::games::Known;
use sprague::graph::GameGraph;
use sprague::heap::HeapGame;
use sprague::limits::{Limits, SearchProgress};
use sprague::play::Play;
use sprague::position::Position;
use sprague::sequence::EngineSettings;
use sprague::solve::{Request, solve as solve_position};
use sprague_picture::GraphPicture;
use sprague_picture::pixels::Painter;
use sprague_tell::count::CountQuestion;
use sprague_tell::solve::{document, text as in_words};
use sprague_tell::{MachineFiles, to_json};

use crate::errors;
use crate::watch::Watch;

/// How the game ends.
pub const fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

fn read(py: Python<'_>, text: &str) -> PyResult<Position> {
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
    Ok((document.map_err(|error| PyValueError::new_err(error.to_string()))?, words))
}

/// The game graph of a position, as SVG and in the DOT language.
#[pyfunction]
#[pyo3(signature = (text, misere, nodes))]
pub fn graph(py: Python<'_>, text: &str, misere: bool, nodes: usize) -> PyResult<(String, String)> {
    let position = read(py, text)?;
    let watch = Watch::default();
    let drawn = watch.wait(py, None, || {
        let graph = GameGraph::build(&position, position.play(misere), nodes)?;
        let picture = GraphPicture::of(&graph);
        Ok((picture.to_svg().map_err(|error| error.to_string()), picture.to_dot()))
    })?;
    let (svg, dot) = drawn.map_err(|refusal| errors::too_many_nodes(py, &refusal))?;
    Ok((svg.map_err(PyValueError::new_err)?, dot))
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
            Ok(document) => Ok((document, told.text)),
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
