//! The laboratory in the browser: a server on this machine, with the page embedded.
//!
//! Every answer comes from the library, by way of `sprague_api`; the page draws and asks. The server listens on loopback
//! alone unless told otherwise, checks who asks (`guard`), bounds what can be asked (`limits`), and computes what takes
//! long in jobs that can be watched and cancelled and that survive a restart (`jobs`).

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod app;
mod browser;
mod clock;
mod connection;
mod data;
mod events;
mod gate;
mod guard;
pub mod jobs;
pub mod limits;
mod names;
mod pages;
mod respond;
mod room;
mod router;
mod serve;
mod token;

pub use data::usual_folder;
pub use serve::{Lab, LabError, Opening, Settings, run};
