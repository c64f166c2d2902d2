//! The games that are played on boards, each in a file or a folder of its own.

pub mod bogus_nim;
pub mod chomp;
pub mod digraph;
pub mod nearly;
pub mod rectangle;
pub mod shared;
pub mod silver_dollar;
pub mod star;
pub mod wythoff;
