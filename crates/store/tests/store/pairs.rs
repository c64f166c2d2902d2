//! The proof of a pair in a folder: stopped anywhere it ends as if it had not been, and damage is seen.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::disk::Memory;
use crate::folder;
use crate::hostile::{content, resealed};
use sprague::star::{PairGame, PairProof};
use sprague_store::formats::{decode_pair, encode_pair};
use sprague_store::{PairRun, PairStatus, RowRun, RunEnding, StoreError};

const PAIR: (PairGame, u64, u64) = (PairGame::Partners, 7, 8);

fn open(memory: &Memory, subject: (PairGame, u64, u64)) -> Result<(PairRun, Vec<String>), StoreError> {
    let mut warnings = Vec::new();
    PairRun::open(folder(memory), subject, &mut |text| warnings.push(text)).map(|run| (run, warnings))
}

/// Works until the watcher was told so often, with any number of threads.
fn work(run: &mut PairRun, times: usize) -> RunEnding {
    let (stop, mut told) = (AtomicBool::new(times == 0), 0);
    run.work(1 + times % 4, &stop, &mut |_| {
        told += 1;
        stop.store(told >= times, Ordering::Relaxed);
    })
    .expect("no failure")
}

fn unbroken() -> &'static PairProof {
    static PROOF: OnceLock<PairProof> = OnceLock::new();
    PROOF.get_or_init(|| {
        let mut proof = PairProof::new(PAIR.0, PAIR.1, PAIR.2).expect("a pair");
        while !proof.is_over() {
            proof.advance(u64::MAX);
        }
        proof
    })
}

#[test]
fn a_proof_that_is_stopped_again_and_again_ends_the_same() {
    let memory = Memory::default();
    let mut stops = 0;
    for times in 1.. {
        let (mut run, warnings) = open(&memory, PAIR).expect("a folder");
        assert_eq!(warnings, Vec::<String>::new());
        run.checkpoint_every = Duration::ZERO;
        if work(&mut run, times) == RunEnding::Finished {
            assert_eq!(run.proof(), unbroken());
            break;
        }
        stops += 1;
        assert!(memory.files().keys().filter(|path| path.to_string_lossy().contains("pairs-")).count() <= 2);
    }
    assert!(stops > 2, "{stops} stops");
    let status = PairStatus::look(&folder(&memory)).expect("readable").expect("a proof");
    assert!(status.proof.is_over() && !status.is_running && status.warnings.is_empty());
    // What is done is answered at once and nothing is written; a smaller pair is there, a larger one goes on.
    let files = memory.files();
    let (mut run, _) = open(&memory, PAIR).expect("a folder");
    assert_eq!(work(&mut run, usize::MAX), RunEnding::Finished);
    drop(run);
    assert!(files.iter().all(|(path, bytes)| memory.files().get(path) == Some(bytes)));
    let (mut run, _) = open(&memory, (PAIR.0, 2, 3)).expect("a folder");
    assert_eq!(work(&mut run, usize::MAX), RunEnding::Finished);
    drop(run);
    let status = PairStatus::look(&folder(&memory)).expect("readable").expect("a proof");
    assert_eq!((status.proof.target, status.proof.proved.len()), ((2, 3), unbroken().proved.len()));
    let (run, _) = open(&memory, (PAIR.0, 8, 9)).expect("a folder");
    assert!(!run.proof().is_over() && run.proof().proved.len() == unbroken().proved.len());
}

#[test]
fn folders_of_other_proofs_are_refused_by_name() {
    let memory = Memory::default();
    let (mut run, _) = open(&memory, PAIR).expect("a folder");
    let refusal = open(&memory, PAIR).err().expect("it is locked").to_string();
    assert!(refusal.contains("at work"), "{refusal}");
    assert_eq!(work(&mut run, 0), RunEnding::Stopped);
    drop(run);
    let refusal = open(&memory, (PairGame::Values, 7, 8)).err().expect("another game").to_string();
    assert!(refusal.contains("7 8"), "{refusal}");
    assert!(RowRun::open(folder(&memory), 9, &mut |_| {}).is_err(), "no proof of a row");
    assert!(open(&memory, (PAIR.0, 64, 64)).is_err() && open(&memory, (PAIR.0, 0, 3)).is_err());
    let rows = Memory::default();
    let mut run = RowRun::open(folder(&rows), 9, &mut |_| {}).expect("a folder");
    run.work(1, &AtomicBool::new(true), &mut |_| {}).expect("no failure");
    drop(run);
    assert!(open(&rows, PAIR).is_err(), "no proof of a pair");
}

/// A small source of chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Up to three fields of a proof changed.
fn changed(proof: &PairProof, chance: &mut Chance) -> PairProof {
    let mut proof = proof.clone();
    for _ in 0..=chance.below(3) {
        let mut pairs: Vec<_> = proof.proved.values().cloned().collect();
        let at = chance.below(pairs.len());
        let shift = 1 + chance.below(3) as u64;
        match (chance.below(8), pairs.get_mut(at)) {
            (0, _) => proof.target.1 += shift,
            (1, _) => proof.offsets.push(chance.below(5) as i8 - 2),
            (2, Some(found)) => {
                found.first_column += shift;
                found.offsets.extend(std::iter::repeat_n(0, shift as usize));
            }
            (3, Some(found)) => {
                found.period *= 2;
                let turn = found.offsets[found.first_column as usize - 1..].to_vec();
                found.offsets.extend(turn);
                found.again *= 2;
            }
            (4, Some(found)) => found.from += shift,
            (5, Some(found)) => found.again *= 1 + shift,
            (6, Some(found)) => {
                let place = chance.below(found.offsets.len());
                found.offsets[place] ^= 1;
            }
            (_, Some(found)) => {
                let (one, other) = (chance.below(found.offsets.len()), chance.below(found.offsets.len()));
                found.offsets.swap(one, other);
            }
            (_, None) => {}
        }
        proof.proved = pairs.into_iter().map(|found| ((found.a, found.b), found)).collect();
    }
    proof
}

/// What a folder says of pairs is true, and it goes on to the true end.
fn judge(files: BTreeMap<PathBuf, Vec<u8>>, what: &str) -> bool {
    let truth = |proof: &PairProof| {
        proof.proved.iter().all(|(pair, found)| {
            unbroken().proved.get(pair).is_none_or(|right| {
                (right.first_column, right.period, &right.offsets)
                    == (found.first_column, found.period, &found.offsets)
            })
        })
    };
    let memory = Memory::with(files);
    if let Ok(Some(status)) = PairStatus::look(&folder(&memory)) {
        assert!(truth(&status.proof), "{what}: a false period is shown");
    }
    let Ok((mut run, _)) = open(&memory, PAIR) else { return false };
    run.work(1, &AtomicBool::new(false), &mut |_| {}).expect("no failure");
    assert!(truth(run.proof()) && run.proof().period(PAIR.1, PAIR.2).is_some(), "{what}: a false end");
    true
}

/// Flips, truncations, and contents with two or three changed fields under a right checksum, in the middle of the work
/// and at its end.
#[test]
fn attack_damaged_proofs_of_pairs() {
    let is_full = std::env::var("SPRAGUE_ATTACK").is_ok_and(|value| value == "full");
    let mut folders = Vec::new();
    for times in [20, usize::MAX] {
        let memory = Memory::default();
        let (mut run, _) = open(&memory, PAIR).expect("a folder");
        run.checkpoint_every = Duration::ZERO;
        work(&mut run, times);
        drop(run);
        folders.push(memory.files());
    }
    let mut chance = Chance(7);
    let (tries, mut went_on) = (if is_full { 4_000 } else { 300 }, 0);
    for number in 0..tries {
        let mut files = folders[number % 2].clone();
        let names: Vec<PathBuf> =
            files.keys().filter(|path| path.to_string_lossy().contains("pairs-")).cloned().collect();
        for path in names.iter().rev().take(1 + chance.below(2)) {
            let bytes = files[path].clone();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let other = match chance.below(3) {
                0 => {
                    let mut bytes = bytes;
                    let at = chance.below(bytes.len());
                    bytes[at] ^= 1 << chance.below(8);
                    bytes
                }
                1 => bytes[..chance.below(bytes.len())].to_vec(),
                _ => {
                    let (proof, worked) = decode_pair(&content(&name, &bytes)).expect("a proof");
                    resealed(&name, &bytes, &encode_pair(&changed(&proof, &mut chance), worked))
                }
            };
            files.insert(path.clone(), other);
        }
        went_on += u64::from(judge(files, &format!("try {number}")));
    }
    println!(
        "attack | proofs of pairs: flips, truncations, changed fields under a right checksum | {tries} | 0 wrong, {went_on} went on to the true end"
    );
    assert!(went_on > tries as u64 / 2, "{went_on} of {tries} went on");
}
