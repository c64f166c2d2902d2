//! What these tests share: runs and proofs on a disk in memory, and damage to their files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::disk::Memory;
use sprague::heap::HeapGame;
use sprague::sequence::EngineSettings;
use sprague_kit::Random;
use sprague_store::formats::{Binding, Coded, Encoder, Kind, Packing, Sealed, Snapshot, open};
use sprague_store::{
    Folder, Keep, KeptProof, ProofRun, Run, RunEnding, RunSettings, StoreError, Tally, Watcher, status,
};

/// Files by their paths.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Keeps the warnings.
#[derive(Default)]
pub struct Quiet(pub Vec<String>);

impl Watcher for Quiet {
    fn warn(&mut self, text: String) {
        self.0.push(text);
    }
}

pub fn folder(memory: &Memory) -> Folder {
    Folder::new(Arc::new(memory.clone()), Path::new("run"))
}

pub fn options() -> EngineSettings {
    EngineSettings { threads: 1, ..EngineSettings::default() }
}

pub fn game(text: &str) -> HeapGame {
    text.parse().expect("a game")
}

/// Two segments and a bit: the log has two records, a state is kept where the third segment begins.
pub const TO: u64 = (2 << 20) + 12_345;

/// Works on a run to its end; the warnings.
pub fn finish(run: &mut Run) -> Vec<String> {
    let mut quiet = Quiet::default();
    assert_eq!(run.work(&AtomicBool::new(false), &mut quiet).expect("no failure"), RunEnding::Finished);
    quiet.0
}

/// A finished run with a checkpoint after every piece.
pub fn finished(game: &str, to: u64, keep: Keep) -> Memory {
    let memory = Memory::default();
    let settings = RunSettings { to, keep, state_bytes: 1 << 30 };
    let mut run = Run::create(folder(&memory), &self::game(game), settings, options()).expect("a folder");
    run.checkpoint_every = Duration::ZERO;
    finish(&mut run);
    memory
}

/// Goes on to the end; the warnings.
pub fn go_on(memory: &Memory, to: Option<u64>) -> Result<Vec<String>, StoreError> {
    let mut run = Run::open(folder(memory), to, options())?;
    let mut quiet = Quiet::default();
    assert_eq!(run.work(&AtomicBool::new(false), &mut quiet)?, RunEnding::Finished);
    Ok(quiet.0)
}

pub fn path(name: &str) -> PathBuf {
    Path::new("run").join(name)
}

pub fn put(memory: &Memory, name: &str, content: Vec<u8>) {
    memory.0.lock().expect("nobody panicked").files.insert(path(name), content);
}

pub fn get(memory: &Memory, name: &str) -> Vec<u8> {
    memory.files().get(&path(name)).unwrap_or_else(|| panic!("{name} is there")).clone()
}

pub fn flip(memory: &Memory, name: &str) {
    let mut content = get(memory, name);
    let middle = content.len() / 2;
    content[middle] ^= 4;
    put(memory, name, content);
}

pub fn named(memory: &Memory, part: &str) -> Vec<String> {
    let name = |path: &PathBuf| path.strip_prefix("run").expect("in it").to_string_lossy().into_owned();
    memory.files().keys().map(name).filter(|name| name.contains(part)).collect()
}

pub fn hash(memory: &Memory) -> String {
    let (status, _) = status(&folder(memory)).expect("a run");
    status.manifest.result.expect("a finished run").hash
}

/// The names of the files of a run but for its lock.
pub fn names(files: &Files) -> Vec<String> {
    let name = |path: &PathBuf| path.strip_prefix("run").expect("in it").to_string_lossy().into_owned();
    files.keys().map(name).filter(|name| name != "lock").collect()
}

/// How a file of this name is sealed.
pub fn manner(name: &str) -> (Kind, Packing) {
    match name {
        name if name.starts_with("checkpoint-") => (Kind::Snapshot, Packing::Plain),
        name if name.starts_with("states/") => (Kind::Snapshot, Packing::Zstd),
        name if name.starts_with("log/") => (Kind::Segments, Packing::Plain),
        name if name.starts_with("tracks-") => (Kind::RowProof, Packing::Plain),
        name if name.starts_with("pairs-") => (Kind::PairProof, Packing::Plain),
        name if name.starts_with("far-") => (Kind::FarPeriod, Packing::Plain),
        _ => (Kind::Values, Packing::Zstd),
    }
}

/// What the header of a file binds it to.
pub fn binding(bytes: &[u8]) -> Binding {
    let place = bytes[72..80].try_into().map(u64::from_le_bytes).expect("eight bytes");
    Binding { run: bytes[40..72].try_into().expect("32 bytes"), place }
}

/// The content of a sealed file.
pub fn content(name: &str, bytes: &[u8]) -> Vec<u8> {
    let (kind, packing) = manner(name);
    open(kind, packing, binding(bytes), bytes.to_vec()).expect("a good file")
}

/// A file with this content, sealed for the run and the place of the one that is there.
pub fn resealed(name: &str, bytes: &[u8], content: &[u8]) -> Vec<u8> {
    let (kind, packing) = manner(name);
    let parts = [content];
    Sealed::new(kind, packing, binding(bytes), &parts).expect("short enough").parts().concat()
}

pub fn snapshot_bytes(snapshot: &Snapshot) -> Vec<u8> {
    let (head, [small, window]) = snapshot.encode();
    [&head[..], small, window].concat()
}

/// The newest checkpoint.
pub fn newest(memory: &Memory) -> String {
    let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let number =
        |name: &String| name.strip_prefix("checkpoint-").and_then(|number| number.parse::<u64>().ok());
    memory
        .files()
        .keys()
        .filter_map(name)
        .filter(|name| number(name).is_some())
        .max_by_key(|name| number(name))
        .expect("one")
}

/// A tally with other lists.
pub fn tally(even: &[u64], odd: &[u64], zeros: &[u64], records: &[(u64, u64)]) -> Tally {
    let mut encoder = Encoder::default();
    encoder.list(even).list(odd).list(zeros).list(records);
    Tally::decode(&encoder.into_bytes()).expect("a tally")
}

/// The lists of a tally.
pub type Lists = (Vec<u64>, Vec<u64>, Vec<u64>, Vec<(u64, u64)>);

pub fn lists(tally: &Tally) -> Lists {
    let ((even, odd), (zeros, records)) = Coded::decode(&tally.encode()).expect("four lists");
    (even, odd, zeros, records)
}

/// A flip or a truncation.
pub fn damaged(bytes: &[u8], chance: &mut Random) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let at = chance.index(8 * bytes.len());
    if chance.one_in(4) {
        changed.truncate(at / 8);
    } else {
        changed[at / 8] ^= 1 << (at % 8);
    }
    changed
}

/// The proof in a folder, and the warnings.
pub fn opened<P: KeptProof>(
    memory: &Memory,
    subject: P::Subject,
) -> Result<(ProofRun<P>, Vec<String>), StoreError> {
    let mut warnings = Vec::new();
    ProofRun::open(folder(memory), subject, &mut |text| warnings.push(text)).map(|run| (run, warnings))
}

/// Works on a proof until the watcher was told so often, with any number of threads.
pub fn work<P: KeptProof>(run: &mut ProofRun<P>, times: usize) -> RunEnding {
    let (stop, mut told) = (AtomicBool::new(times == 0), 0);
    run.work(1 + times % 4, &stop, &mut |_| {
        told += 1;
        stop.store(told >= times, Ordering::Relaxed);
    })
    .expect("no failure")
}
