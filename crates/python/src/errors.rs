//! Refusals as exceptions of Python. The exceptions are classes of the package (`sprague._errors`), so that they can be
//! read, pickled and documented there; here they are made with what the library says.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use sprague::graph::TooManyNodes;
use sprague::limits::{Limit, TooLarge};
use sprague::notation::NotationError;
use sprague_cli::Unanswered;
use sprague_store::StoreError;
use sprague_tell::{ProblemCode, in_arguments};

fn class<'py>(py: Python<'py>, cell: &PyOnceLock<Py<PyType>>, name: &str) -> PyResult<Bound<'py, PyType>> {
    cell.import(py, "sprague._errors", name).cloned()
}

/// A text that could not be read.
pub fn notation(py: Python<'_>, text: &str, error: &NotationError) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match class(py, &CLASS, "NotationError") {
        Ok(class) => PyErr::from_type(class, (in_arguments(&error.message), text.to_owned(), error.column)),
        Err(error) => error,
    }
}

/// The argument that raises a limit.
const fn parameter(limit: Limit) -> &'static str {
    match limit {
        Limit::Positions => "positions",
        Limit::Steps => "steps",
        Limit::Answer => "answer",
        Limit::Nodes => "nodes",
    }
}

/// The estimate and the limit that it is beyond.
fn estimate(refusal: &TooLarge) -> (Option<f64>, Option<u64>) {
    match refusal {
        TooLarge::Estimate { estimate, limit, .. } => (Some(*estimate), Some(*limit)),
        TooLarge::Unproved { refusal, .. }
        | TooLarge::Undecided { refusal, .. }
        | TooLarge::Both { refusal, .. } => estimate(refusal),
        TooLarge::Memory { bytes, .. } => (Some(*bytes), None),
        TooLarge::Spent { limit } | TooLarge::Reached { limit } => (None, Some(*limit)),
        TooLarge::Stopped | TooLarge::OutOfMemory | TooLarge::Endless { .. } | TooLarge::Cyclic { .. } => {
            (None, None)
        }
    }
}

/// A question that is too large.
pub fn too_large(py: Python<'_>, refusal: &TooLarge) -> PyErr {
    let (estimate, limit) = estimate(refusal);
    let parameters = refusal.limits();
    let needs: Vec<(&str, Option<f64>)> = parameters
        .iter()
        .map(|&limit| {
            let needed = refusal.needs().into_iter().find(|need| need.0 == limit);
            (parameter(limit), needed.map(|need| need.1))
        })
        .collect();
    raised(py, out_of_memory(refusal), (&refusal.to_string(), estimate, limit, needs))
}

/// The name of the exception.
const fn out_of_memory(refusal: &TooLarge) -> &'static str {
    match refusal {
        TooLarge::OutOfMemory | TooLarge::Memory { .. } => "OutOfMemory",
        TooLarge::Unproved { refusal, .. } | TooLarge::Undecided { refusal, .. } => out_of_memory(refusal),
        _ => "TooLarge",
    }
}

/// A command that gave no answer.
pub fn unanswered(py: Python<'_>, unanswered: Unanswered) -> PyErr {
    let problem = match unanswered {
        Unanswered::Notation { text, error } => return notation(py, &text, &error),
        Unanswered::TooLarge(refusal) => return too_large(py, &refusal),
        Unanswered::Problem(problem) => problem,
    };
    let message = in_arguments(&match problem.way_out {
        Some(way_out) => format!("{}; {way_out}", problem.message),
        None => problem.message,
    });
    let name = match problem.code {
        ProblemCode::TooLarge => return raised(py, "TooLarge", (&message, None, None, Vec::new())),
        ProblemCode::NotProved => "CertificateError",
        ProblemCode::SelfCheck => "SpragueError",
        _ => "QuestionError",
    };
    match py.import("sprague._errors").and_then(|errors| Ok(errors.getattr(name)?.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, (message,)),
        Err(error) => error,
    }
}

/// A graph with too many nodes.
pub fn too_many_nodes(py: Python<'_>, refusal: &TooManyNodes) -> PyErr {
    refused(py, &refusal.to_string(), None, Some(refusal.limit as u64), Some("nodes"))
}

/// A refusal with its estimate, its limit and the argument that raises it.
pub fn refused(
    py: Python<'_>,
    message: &str,
    estimate: Option<f64>,
    limit: Option<u64>,
    parameter: Option<&'static str>,
) -> PyErr {
    let needs = parameter.map(|parameter| (parameter, estimate)).into_iter().collect();
    raised(py, "TooLarge", (message, estimate, limit, needs))
}

/// Memory that the system did not give.
pub fn no_memory(py: Python<'_>, what: &str, bytes: f64) -> PyErr {
    let message = format!("{what} need about {bytes:.1e} bytes of memory, more than the system gives");
    raised(py, "OutOfMemory", (&message, Some(bytes), None, Vec::new()))
}

/// What an exception holds: the message, the estimate, the limit, and what the arguments would have to be.
type Said<'s> = (&'s str, Option<f64>, Option<u64>, Vec<(&'static str, Option<f64>)>);

fn raised(py: Python<'_>, name: &'static str, (message, estimate, limit, needs): Said<'_>) -> PyErr {
    match py.import("sprague._errors").and_then(|errors| Ok(errors.getattr(name)?.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, (message.to_owned(), estimate, limit, needs)),
        Err(error) => error,
    }
}

/// Play that need not end, with its positions.
pub fn cyclic(py: Python<'_>, cycle: Vec<Py<PyAny>>) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match class(py, &CLASS, "CyclicGame") {
        Ok(class) => PyErr::from_type(class, (cycle,)),
        Err(error) => error,
    }
}

/// A folder that cannot be used.
pub fn store(error: &StoreError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
