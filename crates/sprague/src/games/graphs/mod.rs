//! Games on graphs, and on squares that are one.

mod bitboard;
pub mod cram;
pub mod digraph;
pub mod hackenbush;
pub mod kayles;
pub mod network;
