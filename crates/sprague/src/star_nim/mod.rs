//! The Star Nim laboratory: the machines behind the values of 2-Star Nim, and what they prove (theory 7, 8, 9.2).
//!
//! Two finite machines produce the same table. The *row machine* goes through the columns and keeps, for each row, which
//! values near the column are used (theory 8.10); the *value machine* goes through the rows and keeps, for each value,
//! which columns near the row are used (theory 8.8). A state of a machine that comes back proves a period (P.9). Rows
//! above the ninth have periods too long for that and are proved by their tracks (theory 8.12); the joint state of many
//! values is too long as well, but falls apart into blocks of diagonals (theory 8.14).
//!
//! Proofs that take long are plain data that advance in steps, so that they can be shown, stopped and kept.

mod algorithms;
mod block;
mod brent;
mod diagonal;
mod follow;
mod heads;
mod lanes;
mod marks;
mod pass;
mod pattern;
mod positions;
mod repetition;
mod row_period;
mod rows;
mod sequence_period;
mod table;
mod turn;
mod values;

pub use algorithms::{AlgorithmOne, AlgorithmTwo};
pub use block::{Block, Blocks, Lock, Sight, Watcher};
pub use diagonal::{DiagonalPeriod, MOST_DIAGONAL, diagonal_period, watched_diagonal_period};
pub use follow::{TrackColumn, follow_tracks};
pub use heads::{HeadLine, LinePeriod};
pub use marks::{Level, Mark};
pub use pass::{Pass, Run};
pub use pattern::Pattern;
pub use positions::{Counts, StarPositions};
pub use repetition::{row_by_repetition, row_windows};
pub use row_period::{LARGEST_ROW, RowPeriod, RowProof, RowStage};
pub use rows::RowMachine;
pub use sequence_period::{SequencePeriod, WHOLE_STATE, sequence_period, watched_sequence_period};
pub use table::{Extent, RowSink, send_table, send_table_by_mex};
pub use values::{MOST_VALUE, ValueMachine};
