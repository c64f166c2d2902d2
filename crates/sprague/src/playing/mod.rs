//! What it takes to play: the legal moves, what each of them does to the board, and an opponent.
//!
//! The solver sees positions and options; a person sees a heap that is split, a token that slides, a bar that is
//! broken. Here the two meet, for the terminal and the page alike. Nothing is drawn.

mod action;
mod between;
mod candidates;
mod chance;
mod moves;
mod opponent;
mod pins;
mod ways;
mod words;

pub use action::{Action, Way};
pub use chance::Chance;
pub use moves::{Extent, Listed, Manner, Move, allows, any, change, listed, option, refusal};
pub use opponent::{Rival, answer, perfect, winning_move};
pub use pins::is_game_of_neighbors;
pub use ways::{Ways, way_between, ways};
pub use words::{from_both, words};
