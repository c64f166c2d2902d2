//! A question, where it is asked, and what is answered.

use std::time::Duration;

use http::StatusCode;
use serde::de::DeserializeOwned;
use sprague::solve::SolvedSums;
use sprague_tell::{Document, ProblemDocument, to_json};

use crate::graphs::Graphs;
use crate::jobs::{Bounds, JobAccess};
use crate::limits::Allowance;
use crate::problem::{Refusal, plain};

/// Where a question is asked: all that differs between a server and a browser.
#[derive(Clone, Copy)]
pub struct Host<'h> {
    /// What the answer may cost.
    pub allowance: &'h Allowance,
    /// The graphs that were handed in.
    pub graphs: &'h Graphs,
    /// What was found of sums before.
    pub solved: &'h SolvedSums,
    /// The jobs.
    pub jobs: &'h dyn JobAccess,
    /// What jobs may cost.
    pub bounds: &'h Bounds,
    /// What chance is drawn from where the question names no seed.
    pub seed: u64,
    /// The time, since any point that stays the same.
    pub now: Duration,
}

/// A question to one of the routes.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    /// The part of the path that the route leaves open.
    pub id: &'q str,
    /// What stands behind the question mark of the address.
    pub query: &'q str,
    /// The body.
    pub body: &'q [u8],
    /// Where it is asked.
    pub host: Host<'q>,
}

impl Question<'_> {
    /// The parameters in its address.
    pub fn parameters<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(self.query.as_bytes()));
        serde_path_to_error::deserialize(pairs).map_err(|error| Refusal::bad(plain(&error.to_string())))
    }

    /// Its body.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let mut text = serde_json::Deserializer::from_slice(self.body);
        let read = serde_path_to_error::deserialize(&mut text).map_err(|error| {
            if error.inner().is_data() {
                Refusal::bad(plain(&error.to_string()))
            } else {
                Refusal::bad(format!("the body is no JSON: {}", error.inner()))
            }
        })?;
        text.end().map_err(|error| Refusal::bad(format!("the body is no JSON: {error}")))?;
        Ok(read)
    }

    /// The number of a job in its path.
    pub fn job(&self) -> Result<u64, Refusal> {
        self.id.parse().map_err(|_| Refusal::missing("the number of a job has only digits"))
    }
}

/// An answer, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The kind of its content; empty where there is none.
    pub kind: &'static str,
    /// Further headers.
    pub headers: Vec<(&'static str, String)>,
    /// Its content.
    pub body: Vec<u8>,
}

impl Reply {
    /// A document, with the name of its schema.
    pub fn document(document: &impl Document) -> Self {
        Self::with_status(StatusCode::OK, document)
    }

    /// A document with this status.
    pub fn with_status(status: StatusCode, document: &impl Document) -> Self {
        match to_json(document) {
            Ok(text) => Self { status, ..Self::file("application/json", text) },
            Err(error) => {
                let text = error.to_string();
                Self { status: StatusCode::INTERNAL_SERVER_ERROR, ..Self::file("text/plain", text) }
            }
        }
    }

    /// A refusal.
    pub fn problem(problem: &Refusal) -> Self {
        Self::with_status(problem.status, &ProblemDocument { error: problem.document() })
    }

    /// Content of this kind.
    pub fn file(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: StatusCode::OK, kind, headers: Vec::new(), body: body.into() }
    }

    /// No content.
    pub const fn empty() -> Self {
        Self { status: StatusCode::NO_CONTENT, kind: "", headers: Vec::new(), body: Vec::new() }
    }
}
