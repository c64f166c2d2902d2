//! The package `sprague` for Python: the part of it that is compiled, the module `sprague._native`.
//!
//! Here numbers, texts and arrays go in and out; the classes that people use are written in Python on top of it
//! (`python/sprague`). Nothing of the mathematics is here: questions go to the library and to the other crates, in a
//! thread of their own, so that the interpreter goes on and Ctrl-C is heard (`watch`). Rules that are functions of
//! Python are a ruleset of the library (`own_game`).

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod column;
mod command;
mod errors;
mod interned;
mod own_game;
mod own_rules;
mod own_sum;
mod positions;
mod questions;
mod sequence;
mod stored_run;
mod vector_rules;
mod vertex_sets;
mod watch;

/// The compiled part of the package `sprague`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::command::ask;
    #[pymodule_export]
    use crate::own_rules::OwnRules;
    #[pymodule_export]
    use crate::own_sum::OwnSum;
    #[pymodule_export]
    use crate::positions::{look, moves_of, moves_to, nim_sum};
    #[pymodule_export]
    use crate::questions::{count, draw_graph, graph, identify, main, png, solve};
    #[pymodule_export]
    use crate::sequence::HeapSequence;
    #[pymodule_export]
    use crate::stored_run::StoredRun;
    #[pymodule_export]
    use crate::vector_rules::VectorRules;
}
