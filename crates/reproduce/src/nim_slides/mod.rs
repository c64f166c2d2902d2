//! The claims of the slides on Nim (N): Nim and its P-positions, misère play, bogus Nim, longest games, the automaton
//! of Ulam and Warburton, Chomp, and misère play of single heaps.

mod automaton;
mod chomp;
mod games;
mod misere;
mod nim;

use crate::claim::{Paper, PaperClaim, of};

pub fn claims() -> Vec<PaperClaim> {
    of(Paper::NimSlides, &[nim::CLAIMS, misere::CLAIMS, games::CLAIMS, automaton::CLAIMS, chomp::CLAIMS])
}
