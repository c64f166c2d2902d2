//! Playing against the program or another person, line by line.
//!
//! A [`Session`] turns each line that was typed into the text that answers it; it neither reads nor prints, so a whole
//! game can be tested without a terminal. What was typed becomes a few actions on the board that is
//! seen, and only actions that the rules allow become moves. Phrases are the way back: every move is
//! announced in words that can be typed again.

mod advice;
mod game;
mod help;
mod listing;
mod phrase;
mod reading;
mod state;

pub use game::{Reply, Session, Setup, Start};
