//! One module per command.

pub mod bench;
pub mod compare;
pub mod games;
pub mod graph;
pub mod identify;
#[cfg(feature = "lab")]
pub mod lab;
pub mod man;
pub mod misere;
pub mod nim_length;
pub mod nimber;
pub mod period;
pub mod play;
pub mod plot;
pub mod proofs;
pub mod prove;
#[cfg(feature = "reproduce")]
pub mod reproduce;
pub mod run;
pub mod solve;
pub mod sparse;
pub mod star;
pub mod stats;
pub mod status;
pub mod subject;
pub mod survey;
pub mod ulam_warburton;
pub mod values;
pub mod verify;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use sprague::games::digraph::Files;
use sprague::heap::HeapGame;
use sprague::notation::NotationError;
use sprague::position::Position;
use sprague_store::{Folder, System};

use crate::args::Common;
use crate::failure::Failure;

/// A folder on the disk of the machine.
pub fn folder(path: &Path) -> Folder {
    Folder::new(Arc::new(System), path)
}

/// The answer of a command that was left out when the program was built.
#[cfg(not(all(feature = "lab", feature = "reproduce")))]
pub fn left_out(command: &str) -> Failure {
    Failure::Input(format!(
        "this program was built without `{command}`; build it with `--features {command}`, or take a release"
    ))
}

/// The longest text of a graph, in bytes.
const LARGEST_GRAPH: u64 = 1 << 27;

/// Files of the machine, for `graph: FILE`.
struct Disk;

impl Files for Disk {
    #[expect(clippy::disallowed_methods, reason = "the file of `graph: FILE`")]
    fn read(&self, path: &str) -> Result<String, String> {
        let cannot = |error: std::io::Error| format!("cannot read it: {error}");
        // asked before it is opened: opening a pipe waits for its writer
        let known = fs::metadata(path).map_err(cannot)?;
        if !known.is_file() {
            return Err("it is no regular file; copy the graph into one".to_owned());
        }
        if known.len() > LARGEST_GRAPH {
            return Err(format!("it has {} bytes, more than the limit of {LARGEST_GRAPH}", known.len()));
        }
        let mut text = String::new();
        let file = fs::File::open(path).map_err(cannot)?;
        // some files have no size before they are read
        file.take(LARGEST_GRAPH + 1).read_to_string(&mut text).map_err(cannot)?;
        if text.len() as u64 > LARGEST_GRAPH {
            return Err(format!("it has more than the limit of {LARGEST_GRAPH} bytes"));
        }
        Ok(text)
    }
}

/// Refuses `--json` where a command writes something else.
pub fn no_json(command: &str, what: &str, common: &Common) -> Result<(), Failure> {
    if common.json {
        return Err(Failure::Input(format!(
            "`{command}` writes {what}, which has no JSON form; leave out --json"
        )));
    }
    Ok(())
}

/// Reads a position, whose graphs may lie in files of the machine.
pub fn read_position(text: &str) -> Result<Position, NotationError> {
    Position::read(text, &Disk)
}

/// Reads a position that was typed.
fn position(text: &str) -> Result<Position, Failure> {
    read_position(text).map_err(|error| Failure::notation(text, error))
}

/// Reads a heap game that was typed.
fn heap_game(text: &str) -> Result<HeapGame, Failure> {
    text.parse().map_err(|error| Failure::notation(text, error))
}
