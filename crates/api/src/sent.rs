//! What a route answers with: how it is sent, and how the description of the interface tells of it.

use http::StatusCode;
use sprague_tell::{Document, to_json};

use crate::operation::{Operation, Types};
use crate::question::Reply;

/// What a route answers with.
pub trait Sent {
    /// The answer as it is sent.
    fn reply(self) -> Reply;

    /// The operation that answers so.
    fn describe(operation: Operation, types: &mut Types) -> Operation;
}

impl<T: Document> Sent for T {
    fn reply(self) -> Reply {
        Reply::document(&self)
    }

    fn describe(operation: Operation, types: &mut Types) -> Operation {
        operation.answers::<T>(types, StatusCode::OK, "The answer")
    }
}

/// A document in a header, which tells what the cells of an answer are.
pub trait CellHead: Document {
    /// The header.
    const HEADER: &'static str;
    /// What the cells are, in words.
    const CELLS: &'static str;
}

/// Cells of 16 bits, sent in little-endian order.
pub struct Cells<H> {
    /// What they are.
    pub head: H,
    /// The cells.
    pub cells: Vec<u16>,
}

impl<H: CellHead> Sent for Cells<H> {
    fn reply(self) -> Reply {
        let cells: Vec<u8> = self.cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
        let headers = vec![(H::HEADER, to_json(&self.head).unwrap_or_default())];
        Reply { headers, ..Reply::file("application/octet-stream", cells) }
    }

    fn describe(operation: Operation, types: &mut Types) -> Operation {
        // as people write it: X-Sprague-Table
        let word = |word: &str| word[..1].to_uppercase() + &word[1..];
        let header: Vec<String> = H::HEADER.split('-').map(word).collect();
        operation.cells::<H>(types, &header.join("-"), H::CELLS)
    }
}

/// A picture.
pub struct SvgFile(pub String);

impl Sent for SvgFile {
    fn reply(self) -> Reply {
        Reply::file("image/svg+xml", self.0)
    }

    fn describe(operation: Operation, _: &mut Types) -> Operation {
        operation.file("The picture", &["image/svg+xml"])
    }
}
