//! Every change of a checkpoint is seen: each bit, each length.

use std::path::{Path, PathBuf};

use crate::disk::Memory;
use crate::kit::{finish, folder, game, options};
use sprague_kit::Random;
use sprague_store::{Keep, Run, RunSettings, status};

/// A finished run, and the name of its newest checkpoint.
fn finished(code: &str, to: u64) -> (Memory, PathBuf) {
    let memory = Memory::default();
    let game = game(code);
    let settings = RunSettings { to, keep: Keep::Nothing, state_bytes: 0 };
    let mut run = Run::create(folder(&memory), &game, settings, options()).expect("a folder");
    finish(&mut run);
    drop(run);
    let files = memory.files();
    let name =
        files.keys().rfind(|path| path.to_string_lossy().contains("checkpoint-")).expect("a checkpoint");
    (memory, name.clone())
}

/// Whether the damaged checkpoint is refused; there is no other.
fn is_seen(memory: &Memory, name: &Path, content: Vec<u8>) -> bool {
    memory.0.lock().expect("nobody panicked").files.insert(name.to_owned(), content);
    let (status, _) = status(&folder(memory)).expect("a manifest");
    status.done.is_none() && status.warnings.len() == 1
}

#[test]
fn every_flip_and_every_truncation_of_a_small_checkpoint_is_seen() {
    let (memory, name) = finished("grundy", 1_250);
    let whole = memory.files()[&name].clone();
    assert!((3_500..5_500).contains(&whole.len()), "{} bytes", whole.len());
    assert!(!is_seen(&memory, &name, whole.clone()));
    for bit in 0..8 * whole.len() {
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(is_seen(&memory, &name, damaged), "bit {bit}");
    }
    for length in 0..whole.len() {
        assert!(is_seen(&memory, &name, whole[..length].to_vec()), "{length} bytes");
    }
    assert!(is_seen(&memory, &name, [&whole[..], &[0]].concat()));
}

#[test]
fn ten_thousand_flips_in_a_large_checkpoint_are_seen() {
    let (memory, name) = finished("grundy", 200_000);
    let whole = memory.files()[&name].clone();
    assert!(whole.len() > 400_000, "{} bytes", whole.len());
    let mut chance = Random::new(1);
    for _ in 0..10_000 {
        let bit = chance.index(8 * whole.len());
        let mut damaged = whole.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(is_seen(&memory, &name, damaged), "bit {bit}");
    }
}
