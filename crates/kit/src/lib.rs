//! What the tests of all crates share: numbers that look random, how much of a range to look at, folders for a test,
//! and the run of a program. It depends on no other crate, and only tests depend on it.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod program;
mod random;
mod scratch;

pub use program::{Program, Said, ended};
pub use random::Random;
pub use scratch::{Scratch, until};

/// Whether all of a range or an attack is wanted: `SPRAGUE_ATTACK=full`, as `make long` and `make attack` set it.
pub fn is_full() -> bool {
    std::env::var("SPRAGUE_ATTACK").is_ok_and(|how| how == "full")
}

/// Which of two extents is wanted: one that is over in seconds, or all of it.
pub fn extent<T>(part: T, all: T) -> T {
    if is_full() { all } else { part }
}
