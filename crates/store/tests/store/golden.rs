//! Folders that version 0.3.0 wrote (`tests/golden`): they are read, and what is read is written with the same bytes.
//!
//! `grundy` has a checkpoint, `take` kept values, a kept state with all values and a record of verifications, `sparse` a
//! kept state of the block engine, `row` and `pair` the proofs of Star Nim. Files that are not needed were left out.

use std::path::{Path, PathBuf};

use crate::disk::Memory;
use crate::kit::{content, folder, get, go_on, names, snapshot_bytes};
use sprague::star::{PairProof, RowProof};
use sprague_store::formats::{Coded, Entry, Log, Order, Piece, Snapshot};
use sprague_store::{KeptProof, Label, Manifest, PairStatus, ProofTrust, RowStatus, status};

fn golden(name: &str) -> Memory {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let (mut folders, mut files) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a name").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let own = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("in it");
        (Path::new("run").join(name), std::fs::read(&path).expect("readable"))
    };
    Memory::with(files.into_iter().map(own).collect())
}

/// The manifest, the log and the snapshots are written as they were read.
fn is_written_as_it_was_read(memory: &Memory) {
    let before = memory.files();
    Manifest::read(&folder(memory)).expect("a manifest").write(&folder(memory)).expect("a disk");
    assert_eq!(memory.files(), before);
    for name in names(&before) {
        let inside = if name.contains(".json") { Vec::new() } else { content(&name, &get(memory, &name)) };
        let again = match &*name {
            _ if name.starts_with("log/") => Piece::decode(0, &inside).map(|piece| piece.encode()),
            _ if name.starts_with("checkpoint-") || name.starts_with("states/") => {
                Snapshot::decode(&inside).map(|snapshot| snapshot_bytes(&snapshot))
            }
            _ => continue,
        };
        assert!(again.expect("readable") == inside, "{name}");
    }
    let loaded = Log::load(&folder(memory), Order::First).expect("a log");
    assert!(loaded.records.iter().all(|record| Entry::decode(record).expect("an entry").encode() == *record));
}

#[test]
fn runs_of_version_0_3_0_are_read_verified_and_go_on() {
    let cases = [
        ("grundy", 3_000, 3_000, "88b16b6fcdd6271663bf0f73059abef1bd02fe22cd41de2f0a75ee9d74cd468c"),
        (
            "take",
            (1 << 20) - 1,
            1_048_600,
            "deb1ceba4257366423ba94886306188746dfad0e82016ffece05c91b3be6b499",
        ),
        (
            "sparse",
            (5 << 20) - 1,
            5_243_000,
            "75dd572617018f02a88b18cad4ac2a80a09a7d7a7ff4a95ccdc2f8acee0a83f9",
        ),
    ];
    for (name, done, to, signature) in cases {
        let memory = golden(name);
        is_written_as_it_was_read(&memory);
        let (found, contents) = status(&folder(&memory)).expect("a run");
        assert_eq!((found.done, &found.warnings), (Some(done), &vec![]), "{name}");
        let label = if name == "take" { Label::DoubleChecked } else { Label::Audited };
        assert_eq!(found.label, label, "{name}");
        let hash = Manifest::read(&folder(&memory)).expect("a manifest").result.expect("finished").hash;
        if name == "take" {
            let values: Vec<u64> = contents.values(0).expect("kept").iter().map(|value| value.0).collect();
            assert!((0..).zip(&values).all(|(heap, &value)| value == heap % 3) && values.len() == 1 << 20);
        }
        assert_eq!(go_on(&memory, None).expect("it goes on"), Vec::<String>::new(), "{name}");
        let (found, _) = status(&folder(&memory)).expect("a run");
        assert_eq!((found.done, &*found.signature), (Some(to), signature), "{name}");
        assert_eq!(found.manifest.result.expect("finished").hash, hash, "{name}");
        assert_eq!(found.label, label, "{name}");
    }
}

#[test]
fn proofs_of_version_0_3_0_are_read() {
    let memory = golden("row");
    let bytes = content("tracks-1", &get(&memory, "tracks-1"));
    let (row, worked) = RowProof::from_bytes(&bytes).expect("a proof");
    assert!(row.to_bytes(worked) == bytes);
    let found = RowStatus::look(&folder(&memory)).expect("readable").expect("a proof");
    assert_eq!((found.proof.row, found.trust, found.warnings.len()), (6, ProofTrust::Recomputed, 0));
    let memory = golden("pair");
    let bytes = content("pairs-1", &get(&memory, "pairs-1"));
    let (pair, worked) = PairProof::from_bytes(&bytes).expect("a proof");
    assert!(pair.to_bytes(worked) == bytes);
    let found = PairStatus::look(&folder(&memory)).expect("readable").expect("a proof");
    assert_eq!((found.proof.target, found.trust, found.warnings.len()), ((3, 4), ProofTrust::Recomputed, 0));
}
