//! The Star Nim laboratory: the machines behind the values of 2-Star Nim, and what they prove (theory 7, 8, 9.2).
//!
//! Two finite machines produce the same table. The *row machine* goes through the columns and keeps, for each row,
//! which values near the column are used (theory 8.10); the *value machine* goes through the rows and keeps, for each
//! value, which columns near the row are used (theory 8.8). A state of a machine that comes back proves a period (P.9).
//! Rows above the ninth have periods too long for that and are proved by their tracks (theory 8.12). The joint state of
//! many values also takes too long to come back, but it splits into blocks of diagonals (theory 8.14).
//!
//! Long proofs are plain data that advance in steps, so that they can be shown, stopped and kept.

#![forbid(unsafe_code)]

mod algorithms;
mod block;
mod cycle;
mod heads;
mod lanes;
mod periods;
mod positions;
mod row_period;
mod rows;
mod table;
mod tracks;
mod values;

pub use algorithms::{AlgorithmOne, AlgorithmTwo};
pub use block::{Block, BlockProgress, BlockWatcher, Blocks, Lock, Walk};
pub use heads::{HeadLine, LinePeriod};
pub use periods::{
    DiagonalPeriod, MOST_DIAGONAL, SequencePeriod, WHOLE_STATE, diagonal_period, sequence_period,
    watched_diagonal_period, watched_sequence_period,
};
pub use positions::{PositionCounts, StarPositions};
pub use row_period::{
    LARGEST_ROW, REPEATS_WITHIN, RowMethod, RowPeriod, RowProof, RowStage, row_by_repetition, row_windows,
};
pub use rows::RowMachine;
pub use table::{RowSink, TableSize, send_table, send_table_by_mex};
pub use tracks::{Mark, Pass, PassRun, Pattern, TrackColumn, TrackedRow, follow_tracks};
pub use values::{MOST_VALUE, ValueMachine};
