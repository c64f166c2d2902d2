//! Any bytes as a checkpoint: read or refused, and what is read is written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_store::formats::{Bond, Snapshot, decode_row};

fuzz_target!(|bytes: &[u8]| {
    let _ = decode_row(bytes);
    for bond in [Bond::Bound, Bond::Loose] {
        let Some(snapshot) = Snapshot::decode(bond, bytes) else { continue };
        let (head, [small, window]) = snapshot.encode();
        let written = [&head[..], small, window].concat();
        let again = Snapshot::decode(Bond::Bound, &written).expect("it was written");
        assert_eq!(again, Snapshot { log: Some(snapshot.log.unwrap_or_default()), ..snapshot });
    }
});
