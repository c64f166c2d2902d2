//! The engines, from the definition to the fastest: one file or folder each.

pub mod dense;
pub mod naive;
pub mod parts;
pub mod sparse;
pub mod textbook;
pub mod wide;
