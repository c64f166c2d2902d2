//! The proof of a pair in a folder: stopped anywhere it ends as if it had not been, and damage is seen.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::disk::{Failing, Memory};
use crate::kit::{content, damaged, folder, opened, resealed, work};
use sprague::star::{PairGame, PairProof};
use sprague_kit::{Random, extent};
use sprague_store::{KeptProof, PairRun, PairStatus, ProofTrust, RowRun, RunEnding, StoreError};

const PAIR: (PairGame, u64, u64) = (PairGame::Partners, 7, 8);

fn open(memory: &Memory, subject: (PairGame, u64, u64)) -> Result<(PairRun, Vec<String>), StoreError> {
    opened(memory, subject)
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

/// Up to three fields of a proof changed.
fn changed(proof: &PairProof, chance: &mut Random) -> PairProof {
    let mut proof = proof.clone();
    for _ in 0..=chance.index(3) {
        let mut pairs: Vec<_> = proof.proved.values().cloned().collect();
        let at = chance.index(pairs.len());
        let shift = 1 + chance.index(3) as u64;
        match (chance.index(8), pairs.get_mut(at)) {
            (0, _) => proof.target.1 += shift,
            (1, _) => proof.offsets.push(chance.index(5) as i8 - 2),
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
                let place = chance.index(found.offsets.len());
                found.offsets[place] ^= 1;
            }
            (_, Some(found)) => {
                let (one, other) = (chance.index(found.offsets.len()), chance.index(found.offsets.len()));
                found.offsets.swap(one, other);
            }
            (_, None) => {}
        }
        proof.proved = pairs.into_iter().map(|found| ((found.a, found.b), found)).collect();
    }
    proof
}

/// Numbers that ask for more columns than are recomputed: of the target, of some pairs or of all of them; what is said of
/// the target is often false.
fn inflated(proof: &PairProof, chance: &mut Random) -> PairProof {
    let mut proof = proof.clone();
    let whose = chance.index(3);
    let target = proof.target;
    for (pair, found) in &mut proof.proved {
        let is_meant = [*pair == target, chance.index(3) == 0, true][whose];
        if is_meant && chance.index(2) == 0 {
            found.from = (1 << (20 + chance.index(19))) + chance.index(1000) as u64;
        }
        if is_meant {
            found.again = found.again << 1 << chance.index(24).min(found.again.leading_zeros() as usize - 26);
        }
    }
    let Some(found) = proof.proved.get_mut(&target) else { return proof };
    let (first, period) = (found.first_column as usize - 1, found.period as usize);
    match chance.index(5) {
        // twice the period, the second half another one than the first
        0 => {
            let turn = found.offsets[first..].to_vec();
            found.offsets.extend(turn);
            let place = first + period + chance.index(period);
            found.offsets[place] ^= 1;
            (found.period, found.again) = (2 * found.period, 2 * found.again);
        }
        // the period of another pair, or a part of it
        1 => {
            found.offsets.truncate(first + 1 + chance.index(period));
            found.period = (found.offsets.len() - first) as u64;
            found.again = found.period << 20;
        }
        // a later first column
        2 => {
            found.first_column += 1;
            found.offsets.push(found.offsets[first]);
            found.from = found.from.max(found.first_column);
        }
        // a wrong value
        3 => {
            let place = chance.index(found.offsets.len());
            found.offsets[place] ^= 1 + chance.index(3) as i8;
        }
        _ => {}
    }
    proof
}

/// What a folder says of pairs is true, and it goes on to the true end; only a claim may be false.
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
        let is_claim = status.trust == ProofTrust::Claimed;
        assert!(is_claim || truth(&status.proof), "{what}: a false period is shown");
    }
    let Ok((mut run, _)) = open(&memory, PAIR) else { return false };
    let is_claim = run.trust() == ProofTrust::Claimed;
    run.work(1, &AtomicBool::new(false), &mut |_| {}).expect("no failure");
    assert_eq!(run.trust() == ProofTrust::Claimed, is_claim, "{what}: trust does not grow by going on");
    if is_claim {
        return false;
    }
    assert!(truth(run.proof()) && run.proof().period(PAIR.1, PAIR.2).is_some(), "{what}: a false end");
    true
}

/// Whatever numbers a resealed folder has, what it says is recomputed or called a claim: the columns that are recomputed
/// are no number of the file. Once the numbers of the file decided which pairs were looked at, and how far.
#[test]
fn attack_resealed_pairs_with_large_numbers_prove_nothing_false() {
    let memory = Memory::default();
    let (mut run, _) = open(&memory, PAIR).expect("a folder");
    work(&mut run, usize::MAX);
    drop(run);
    let mut chance = Random::new(11);
    let (tries, mut claims, mut refused) = (extent(60, 3_000), 0, 0);
    for number in 0..tries {
        let mut files = memory.files();
        for (path, bytes) in files.iter_mut().filter(|(path, _)| path.to_string_lossy().contains("pairs-")) {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let (proof, worked) = PairProof::from_bytes(&content(&name, bytes)).expect("a proof");
            *bytes = resealed(&name, bytes, &inflated(&proof, &mut chance).to_bytes(worked));
        }
        let status = PairStatus::look(&folder(&Memory::with(files.clone())));
        claims += usize::from(matches!(&status, Ok(Some(status)) if status.trust == ProofTrust::Claimed));
        refused += usize::from(status.is_err());
        judge(files, &format!("try {number}"));
    }
    println!(
        "attack | proofs of pairs resealed with large numbers | {tries} | 0 wrong, {refused} refused, {claims} called a claim"
    );
    // numbers beyond those of the pair are other numbers than it has, so nothing is left to be a claim
    assert!(2 * refused > tries, "{refused} of {tries}");
}

/// A disk that is full, bad or read-only at any call: the work ends with an error and goes on to the true end later.
#[test]
fn attack_failing_disks_under_the_proof_of_a_pair() {
    let whole = Memory::default();
    let (mut run, _) = open(&whole, (PAIR.0, 3, 4)).expect("a folder");
    run.checkpoint_every = Duration::ZERO;
    work(&mut run, usize::MAX);
    let right = run.proof().clone();
    drop(run);
    let (calls, step) = (whole.count(), extent(7, 1));
    let (mut tries, mut errors) = (0, 0);
    for how in [Failing::NoSpace, Failing::BadDisk, Failing::ShortWrite] {
        for call in (1..=calls).step_by(step) {
            let memory = Memory::default();
            memory.fail_at(call, how);
            let ended = open(&memory, (PAIR.0, 3, 4)).and_then(|(mut run, _)| {
                run.checkpoint_every = Duration::ZERO;
                run.work(1, &AtomicBool::new(false), &mut |_| {})
            });
            errors += u64::from(ended.is_err());
            tries += 1;
            let again = Memory::with(memory.files());
            let (mut run, _) = open(&again, (PAIR.0, 3, 4)).expect("a folder");
            assert_eq!(work(&mut run, usize::MAX), RunEnding::Finished, "{how:?} at call {call}");
            assert_eq!(
                (run.proof(), run.trust()),
                (&right, ProofTrust::Recomputed),
                "{how:?} at call {call}"
            );
        }
    }
    // files under another name, and those of another proof, are refused; a folder that was moved goes on
    let files = whole.files();
    let (path, bytes) =
        files.iter().find(|(path, _)| path.to_string_lossy().contains("pairs-")).expect("a file");
    for name in ["pairs-77", "tracks-1", "far-1"] {
        let memory = Memory::with([(path.with_file_name(name), bytes.clone())].into());
        assert!(!matches!(PairStatus::look(&folder(&memory)), Ok(Some(_))), "{name}");
        tries += 1;
    }
    println!(
        "attack | proofs of pairs: failing disks, files of other places | {tries} | 0 wrong, {errors} ended with an error"
    );
    assert!(errors > 0);
}

/// Flips, truncations, and contents with two or three changed fields under a right checksum, in the middle of the work
/// and at its end.
#[test]
fn attack_damaged_proofs_of_pairs() {
    let mut folders = Vec::new();
    for times in [20, usize::MAX] {
        let memory = Memory::default();
        let (mut run, _) = open(&memory, PAIR).expect("a folder");
        run.checkpoint_every = Duration::ZERO;
        work(&mut run, times);
        drop(run);
        folders.push(memory.files());
    }
    let mut chance = Random::new(7);
    let (tries, mut went_on) = (extent(300, 4_000), 0);
    for number in 0..tries {
        let mut files = folders[number % 2].clone();
        let names: Vec<PathBuf> =
            files.keys().filter(|path| path.to_string_lossy().contains("pairs-")).cloned().collect();
        for path in names.iter().rev().take(1 + chance.index(2)) {
            let bytes = files[path].clone();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let other = if chance.one_in(3) {
                let (proof, worked) = PairProof::from_bytes(&content(&name, &bytes)).expect("a proof");
                resealed(&name, &bytes, &changed(&proof, &mut chance).to_bytes(worked))
            } else {
                damaged(&bytes, &mut chance)
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
