//! One module per command.

pub mod bench;
pub mod compare;
pub mod games;
pub mod graph;
pub mod identify;
pub mod lab;
pub mod man;
pub mod period;
pub mod play;
pub mod plot;
pub mod proofs;
pub mod prove;
pub mod reproduce;
pub mod run;
pub mod solve;
pub mod sparse;
pub mod star;
pub mod stats;
pub mod status;
pub mod subject;
pub mod survey;
pub mod values;
pub mod verify;

use std::fs;

use sprague::digraph::Files;
use sprague::heap::HeapGame;
use sprague::position::Position;

use crate::failure::Failure;

/// Files of the machine, for `graph: FILE`.
struct Disk;

impl Files for Disk {
    #[expect(clippy::disallowed_methods, reason = "the file of `graph: FILE`")]
    fn read(&self, path: &str) -> Result<String, String> {
        const LARGEST: u64 = 1 << 28;
        let size = fs::metadata(path).map_err(|error| format!("cannot read {path}: {error}"))?.len();
        if size > LARGEST {
            return Err(format!("{path} has {size} bytes, more than the limit of {LARGEST}"));
        }
        fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))
    }
}

/// Reads a position that was typed.
fn position(text: &str) -> Result<Position, Failure> {
    Position::read(text, &Disk).map_err(|error| Failure::notation(text, error))
}

/// Reads a heap game that was typed.
fn heap_game(text: &str) -> Result<HeapGame, Failure> {
    text.parse().map_err(|error| Failure::notation(text, error))
}
