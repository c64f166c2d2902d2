//! The values themselves, kept on request: one compressed file for each segment.

use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Values};

use crate::coding::{Decoder, Encoder};
use crate::error::StoreError;
use crate::folder::Folder;
use crate::sealed::{Kind, Packing};
use crate::snapshot;

/// Segments in a folder.
const GROUP: u64 = 1024;

fn name(segment: u64) -> String {
    format!("values/{}/{segment}", segment / GROUP)
}

/// Keeps the values of a segment.
pub fn keep(folder: &Folder, segment: u64, values: Values<'_>) -> Result<(), StoreError> {
    folder.create(&format!("values/{}", segment / GROUP))?;
    let small: Vec<u32> = values.iter().map(|value| value.0 as u32).collect();
    let mut encoder = Encoder::default();
    encoder.number(segment);
    snapshot::values(&mut encoder, &small);
    folder.seal(&name(segment), Kind::Values, Packing::Zstd, &[&encoder.into_bytes()])
}

/// The kept values of a segment.
pub fn read(folder: &Folder, segment: u64) -> Result<Vec<Nimber>, StoreError> {
    let bytes = folder.unseal(&name(segment), Kind::Values, Packing::Zstd)?;
    let mut decoder = Decoder::new(&bytes);
    let values =
        (decoder.number() == Some(segment)).then(|| snapshot::read_values(&mut decoder, CHUNK)).flatten();
    let values =
        values.ok_or_else(|| StoreError::damaged(&folder.file(&name(segment)), "it cannot be read"))?;
    Ok(values.into_iter().map(|value| Nimber(value.into())).collect())
}
