//! The Star Nim laboratory: tables of two tokens, the algorithms of the paper, lists of P-positions (theory 7, 8, 9.2).
//!
//! The machines that prove periods, and on which answers rest, are in `sprague::star`. Here is what only a laboratory
//! asks for: the row machine for tables of any width and any number of shared squares, the two algorithms of Farr and
//! Ho, which share nothing with the machines, and the P-positions of k-Star Nim counted and listed.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod algorithms;
mod positions;
mod rows;
mod table;
mod trace;

pub use algorithms::{AlgorithmOne, AlgorithmTwo};
pub use positions::{PositionCounts, StarPositions};
pub use rows::RowMachine;
pub use table::{RowSink, TableSize, send_table, send_table_by_mex};
pub use trace::{Algorithm, Rejected, TraceStep, trace};
