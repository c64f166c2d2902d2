//! The laboratory in the browser: a server on this machine, with the page embedded.
//!
//! Every answer comes from the library; the page draws and asks. The server listens on loopback alone unless told
//! otherwise, checks who asks (`guard`), bounds what can be asked (`limits`), and computes what takes long in jobs
//! that can be watched and cancelled and that survive a restart (`jobs`). Its routes are one table (`router::ROUTES`),
//! which the `OpenAPI` description is tested against.
#![forbid(unsafe_code)]

mod app;
mod board;
mod browser;
mod connection;
mod cost;
mod data;
mod gate;
mod graphs;
mod guard;
pub mod jobs;
mod labeled;
pub mod limits;
mod names;
pub mod openapi;
mod pages;
mod problem;
mod room;
pub mod router;
mod routes;
mod serve;
mod token;
mod verdict;

pub use data::usual_folder;
pub use serve::{Lab, LabError, Opening, Settings, run};
