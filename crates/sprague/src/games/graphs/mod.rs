//! Games on graphs, and on squares that are one.

pub mod cram;
pub mod digraph;
pub mod hackenbush;
pub mod kayles;
pub mod network;
