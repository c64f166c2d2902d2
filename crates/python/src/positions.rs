//! Positions as they are typed: their canonical text, their terms, their moves.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use sprague::moves::{self, Extent, Move};
use sprague::nimber::{Nimber, nim_sum as sum_of};
use sprague::position::Position;
use sprague_tell::lab::MoveEntry;

use crate::questions::read;

#[derive(Serialize)]
struct Seen {
    position: String,
    /// The game and the text of each term.
    terms: Vec<[String; 2]>,
}

/// A position as it is written, with its terms: a document.
#[pyfunction]
pub fn look(py: Python<'_>, text: &str) -> PyResult<String> {
    let position = read(py, text)?;
    let terms = position.0.iter().map(|term| [term.game_name(), term.to_string()]).collect();
    document(&Seen { position: position.to_string(), terms })
}

/// The moves of a position, at most so many for each term, and whether these are all.
#[pyfunction]
pub fn moves_of(py: Python<'_>, text: &str, most: usize) -> PyResult<(String, bool)> {
    let position = read(py, text)?;
    if let Some(refusal) = moves::refusal(&position) {
        return Err(crate::errors::refused(py, &refusal, None, None, None));
    }
    let found = py.detach(|| moves::all(&position, most));
    let entries: Vec<MoveEntry> = found.moves.iter().map(|step| entry(&position, step)).collect();
    Ok((document(&entries)?, found.extent == Extent::All))
}

/// The moves that lead from a position to others; null for what no single move leads to.
#[pyfunction]
pub fn moves_to(py: Python<'_>, text: &str, after: Vec<String>) -> PyResult<String> {
    let position = read(py, text)?;
    let entries = after.iter().map(|after| {
        let after = read(py, after)?;
        Ok(Move::to_position(&position, &after).map(|step| entry(&position, &step)))
    });
    document(&entries.collect::<PyResult<Vec<_>>>()?)
}

/// The nim-sum of values.
#[pyfunction]
pub fn nim_sum(values: Vec<u64>) -> u64 {
    sum_of(values.into_iter().map(Nimber)).0
}

fn entry(from: &Position, step: &Move) -> MoveEntry {
    MoveEntry {
        to: step.after(from).to_string(),
        term: Some(step.at),
        part: step.part,
        words: Some(step.words(from)),
        action: Some(step.action.clone()),
    }
}

fn document(thing: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(thing).map_err(|error| PyValueError::new_err(error.to_string()))
}
