//! Any bytes as a piece of the log, with a right checksum: read or refused, and what is read is written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_store::formats::{Binding, Kind, Packing, Piece, Sealed, open};

fuzz_target!(|bytes: &[u8]| {
    let binding = Binding { run: [7; 32], place: 0 };
    let parts = [bytes];
    let Some(sealed) = Sealed::new(Kind::Segments, Packing::Plain, binding, &parts) else { return };
    let opened = open(Kind::Segments, Packing::Plain, binding, sealed.parts().concat()).expect("it was sealed");
    assert_eq!(opened, bytes.to_vec());
    let _ = open(Kind::Segments, Packing::Plain, binding, bytes.to_vec());
    if let Some(piece) = Piece::decode(0, bytes) {
        assert_eq!(Piece::decode(0, &piece.encode()), Some(piece));
    }
});
