//! Tokens that go down strips of squares.

pub mod dollar;
pub mod identified;
mod mixed_heads;
pub mod nimble;
pub mod northcott;
mod pairing;
pub mod silver_dollar;
pub mod single_tokens;
pub mod staircase;
pub mod star;
pub mod star_jumps;
mod star_squares;
pub mod welter;
