//! Graphs that lie in files of the machine, as `graph: FILE` names them.

use std::fs;
use std::io::{Error, Read};

use sprague::games::digraph::Files;

/// The longest text of a graph, in bytes.
const LARGEST_GRAPH: u64 = 1 << 27;

/// The files of the machine, for a front end whose caller may read them.
pub struct MachineFiles;

impl Files for MachineFiles {
    #[expect(clippy::disallowed_methods, reason = "the file of `graph: FILE`")]
    fn read(&self, path: &str) -> Result<String, String> {
        let cannot = |error: Error| format!("cannot read it: {error}");
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
