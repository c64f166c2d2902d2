//! The JSON documents of the command and of the lab, as types.
//!
//! Every field of an answer is defined here. The front ends fill these structs and serialize them. The JSON schemas
//! (`docs/schema`), the lab's `OpenAPI` description and the page's TypeScript types are generated from the same
//! structs. Nothing here computes. `make schema` writes the generated files; a test fails where they differ.
//!
//! [`command`] has what `sprague --json` prints, [`lab`] what the server behind the page answers. They differ in their
//! numbers: the page reads integers beyond 2^53 as text ([`sprague::notation::exact::Count`]). [`Problem`] is the
//! answer of both when there is no result; [`flags`] says how the limits of a question are raised.
#![forbid(unsafe_code)]

pub mod command;
mod document;
pub mod lab;
mod problem;
pub mod typescript;

pub use document::{Document, VERSION, schema_name, schemas, to_json};
pub use problem::{Problem, ProblemCode, ProblemDocument, flags};
