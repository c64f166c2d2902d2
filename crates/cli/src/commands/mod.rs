//! One module per command.

pub mod bench;
pub mod draw;
pub mod graph;
#[cfg(feature = "lab")]
pub mod lab;
pub mod man;
pub mod misere;
pub mod period;
pub mod play;
pub mod plot;
pub mod proofs;
pub mod prove;
pub mod questions;
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
pub mod table;
pub mod ulam_warburton;
pub mod values;
pub mod verify;

use std::path::Path;
use std::sync::Arc;

use sprague::games::digraph::Files;
use sprague::heap::HeapGame;
use sprague::position::Position;
use sprague_store::{Folder, System};
use sprague_tell::MachineFiles;

use crate::args::Common;
use crate::failure::Failure;
use crate::output;

/// A folder on the disk of the machine.
pub fn folder(path: &Path) -> Folder {
    output::reads(path);
    Folder::new(Arc::new(System), path)
}

/// The answer of a command that was left out when the program was built.
#[cfg(not(all(feature = "lab", feature = "reproduce")))]
pub fn left_out(command: &str) -> Failure {
    Failure::Input(format!(
        "this program was built without `{command}`; build it with `--features {command}`, or take a release"
    ))
}

/// Files of the machine, for `graph: FILE`; what is read is not written over.
struct NotedFiles;

impl Files for NotedFiles {
    fn read(&self, path: &str) -> Result<String, String> {
        output::reads(Path::new(path));
        MachineFiles.read(path)
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

/// Reads a position that was typed, whose graphs may lie in files of the machine.
fn position(text: &str) -> Result<Position, Failure> {
    Position::read(text, &NotedFiles).map_err(|error| Failure::notation(text, error))
}

/// Reads a heap game that was typed.
fn heap_game(text: &str) -> Result<HeapGame, Failure> {
    text.parse().map_err(|error| Failure::notation(text, error))
}
