//! What the laboratory's page can ask, and the answers: a request goes in, an answer comes out.
//!
//! Nothing here reads, writes, waits or looks at a clock, and no thread is started that the caller did not allow. So the
//! same questions are answered by a server (`crates/lab`) and inside a browser (`crates/wasm`). What belongs to the
//! place where the page runs comes in with every question ([`question::Host`]): what it may cost, the graphs that were
//! handed in, the jobs, a seed and the time.
//!
//! The routes are one table ([`router::ROUTES`]), which the `OpenAPI` description is tested against.
#![forbid(unsafe_code)]

mod board;
mod cost;
pub mod graphs;
pub mod jobs;
pub mod limits;
pub mod openapi;
pub mod problem;
pub mod question;
pub mod router;
mod routes;
mod verdict;
