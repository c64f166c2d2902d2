//! The machines behind the values of Star Nim, and the periods they prove (theory 6.10, 7, 8).
//!
//! Two finite machines produce the table of 2-Star Nim. The *row machine* goes through the columns and keeps, for each
//! row, which values near the column are used (theory 8.10); the *value machine* goes through the rows and keeps, for
//! each value, which columns near the row are used (theory 8.8). A state of a machine that comes back proves a period
//! (P.9). Rows above the ninth have periods too long for that and are proved by their tracks (theory 8.12). The joint
//! state of many values also takes too long to come back, but it splits into blocks of diagonals (theory 8.14). Two
//! tokens that stay beside one that runs are the *pair machine*: partners of 4-Star Nim and values of 3-Star Nim, with
//! a period for every pair (theory 7.8).
//!
//! Long proofs are plain data that advance in steps, so that they can be shown, stopped and kept.

mod block;
mod cycle;
mod far;
mod heads;
mod lanes;
mod pair_columns;
mod pairs;
mod periods;
mod row_period;
mod shared;
mod tracks;
mod values;

pub(crate) use cycle::cycle;

pub use block::{Block, BlockLock, BlockProgress, BlockWatcher, Blocks, Walk};
pub use far::{FarBlocks, FarRows, LAST_LOCKED};
pub use heads::{FarLine, HeadLine, LinePeriod};
pub use pair_columns::PairColumns;
pub use pairs::{MOST_PAIR, PairGame, PairPeriod, PairProof};
pub use periods::{
    DiagonalPeriod, MOST_DIAGONAL, SequencePeriod, WHOLE_STATE, diagonal_period, sequence_period,
    shared_diagonal_period, shared_sequence_period, watched_diagonal_period, watched_sequence_period,
};
pub use row_period::{
    LARGEST_ROW, REPEATS_WITHIN, RowMethod, RowPeriod, RowProof, RowStage, row_by_repetition, row_windows,
};
pub use shared::{LARGEST_SHARED_ROW, MOST_SHARED, SHARED_REPEATS_WITHIN, SharedRow, shared_row};
pub use tracks::{
    FARTHEST as FARTHEST_MARK, Mark, Pass, PassRun, Pattern, TrackColumn, TrackedRow, follow_tracks,
};
pub use values::{MOST_VALUE, ValueMachine};
