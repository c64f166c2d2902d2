//! What Sprague tells: questions, their answers in words, and the JSON documents of the command and of the lab.
//!
//! The crate stands between the mathematics and all front ends. A question is a type; what it comes to is [`Told`], as
//! a document for programs and as text for people. What is settled, compared, listed and said is said here, once.
//!
//! Every field of a document is defined here. The JSON schemas (`docs/schema`), the lab's `OpenAPI` description and the
//! page's TypeScript types are generated from the same structs. `make schema` writes the generated files; a test fails
//! where they differ.
//!
//! [`command`] has what `sprague --json` prints, [`lab`] what the server behind the page answers. They differ in their
//! numbers: the page reads integers beyond 2^53 as text ([`sprague::notation::exact::Count`]). [`Problem`] is the
//! answer of both when there is no result; [`flags`] says how the limits of a question are raised.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod automaton;
pub mod command;
pub mod compare;
pub mod count;
mod document;
mod files;
pub mod games;
pub mod lab;
pub mod labelling;
pub mod library;
pub mod misere;
pub mod nim;
pub mod oeis;
pub mod period;
mod problem;
pub mod residues;
#[cfg(feature = "runs")]
pub mod runs;
pub mod settled;
pub mod solve;
pub mod sparse;
pub mod star;
pub mod star_trace;
pub mod stats;
pub mod table;
mod told;
pub mod typescript;
pub mod values;
pub mod working;

pub use document::{Document, VERSION, schema, schema_name, to_json};
pub use files::MachineFiles;
pub use problem::{Problem, ProblemCode, ProblemDocument, flags, goes_further, in_arguments, raise};
pub use told::{Told, full_name, grouped};

/// The schema of each document by its name: `solve` of the command, `lab/position` of the lab.
pub fn schemas() -> Vec<(&'static str, serde_json::Value)> {
    let modules = [
        command::schemas,
        solve::schemas,
        games::schemas,
        compare::schemas,
        count::schemas,
        period::schemas,
        misere::schemas,
        nim::schemas,
        star::schemas,
        star_trace::schemas,
        table::schemas,
        residues::schemas,
        lab::schemas,
    ];
    modules.iter().flat_map(|schemas| schemas()).collect()
}
