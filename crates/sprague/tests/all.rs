//! All tests of the library, in one program: it links once what each of them would link.
//!
//! Some look at a part of what they could look at; `make long` and `make attack` set `SPRAGUE_ATTACK=full`, which is all of it.

#[path = "boards/main.rs"]
mod boards;
mod chomp;
mod common;
mod compounds;
mod counting;
mod digraph;
mod engine;
mod extensions;
mod heap_rules;
mod loopy;
mod moore;
mod nim;
mod notakto;
mod one_sequence;
#[path = "period/main.rs"]
mod period;
mod proved_periods;
mod puzzle_rules;
#[path = "quotient/main.rs"]
mod quotient;
mod reading;
mod rectangle;
#[path = "relatives/main.rs"]
mod relatives;
mod sequence;
#[path = "strips/main.rs"]
mod strips;
mod sums;
mod surface;
mod theory;
mod walk;
mod wide;
mod working;
mod wythoff;

use sprague_kit::extent;
