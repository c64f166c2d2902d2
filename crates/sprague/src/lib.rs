//! Exact Sprague-Grundy values of impartial games.
#![forbid(unsafe_code)]

pub mod board;
pub mod bogus_nim;
pub mod chomp;
pub mod digraph;
pub mod graph;
pub mod heap;
pub mod nearly;
pub mod nim;
pub mod nimber;
pub mod notation;
pub mod picture;
pub mod play;
pub mod position;
pub mod rectangle;
pub mod ruleset;
pub mod search;
pub mod sequence;
pub mod shared;
pub mod silver_dollar;
pub mod solve;
pub mod star;
pub mod theorem;
pub mod ulam_warburton;
pub mod wythoff;
