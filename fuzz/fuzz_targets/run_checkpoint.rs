//! Any bytes as a checkpoint: read or refused, and what is read is written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague::star::RowProof;
use sprague_store::KeptProof;
use sprague_store::formats::Snapshot;

fuzz_target!(|bytes: &[u8]| {
    let _ = RowProof::from_bytes(bytes);
    let Some(snapshot) = Snapshot::decode(bytes) else { return };
    let (head, [small, window]) = snapshot.encode();
    let written = [&head[..], small, window].concat();
    assert_eq!(Snapshot::decode(&written), Some(snapshot));
});
