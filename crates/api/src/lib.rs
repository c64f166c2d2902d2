//! What the laboratory's page can ask, and the answers: a request goes in, an answer comes out.
//!
//! Nothing here reads, writes, waits or looks at a clock, and no thread is started that the caller did not allow. So the
//! same questions are answered by a server (`crates/lab`) and inside a browser (`crates/wasm`). What belongs to the
//! place where the page runs comes in with every question ([`question::Host`]): what it may cost, the graphs that were
//! handed in, the jobs, a seed and the time.
//!
//! The routes are one table ([`routes::ROUTES`]), from which the `OpenAPI` description is made, too.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod board;
mod cost;
pub mod graphs;
pub mod jobs;
pub mod limits;
pub mod openapi;
pub mod operation;
pub mod problem;
pub mod question;
pub mod routes;
pub mod sent;
mod verdict;
