//! The proof of a row in a folder: stopped anywhere it ends as if it had not been, and damage is seen.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::disk::Memory;
use crate::kit::{damaged, folder, opened, options, work};
use sprague::star::{RowProof, RowStage};
use sprague_kit::Random;
use sprague_store::{Keep, RowRun, RowStatus, Run, RunEnding, RunSettings, StoreError};

fn open(memory: &Memory, row: usize) -> Result<(RowRun, Vec<String>), StoreError> {
    opened(memory, row)
}

fn unbroken(row: usize) -> RowProof {
    let mut proof = RowProof::new(row).expect("a row");
    while !proof.is_over() {
        proof.advance(u64::MAX, 1);
    }
    proof
}

#[test]
fn a_proof_that_is_stopped_again_and_again_ends_the_same() {
    let memory = Memory::default();
    let mut stops = 0;
    for times in 1.. {
        let (mut run, warnings) = open(&memory, 12).expect("a folder");
        assert_eq!(warnings, Vec::<String>::new());
        run.checkpoint_every = Duration::ZERO;
        if work(&mut run, times.min(5)) == RunEnding::Finished {
            assert_eq!(run.proof(), &unbroken(12));
            break;
        }
        stops += 1;
        assert!(memory.files().keys().filter(|path| path.to_string_lossy().contains("tracks-")).count() <= 2);
    }
    assert!(stops > 2, "{stops} stops");
    let status = RowStatus::look(&folder(&memory)).expect("readable").expect("a proof");
    assert!(matches!(status.proof.stage, RowStage::Proved(_)) && !status.is_running);
    // What is done is answered at once, and a further row goes on from it.
    let (mut run, _) = open(&memory, 12).expect("a folder");
    assert_eq!(work(&mut run, usize::MAX), RunEnding::Finished);
    drop(run);
    let (run, _) = open(&memory, 13).expect("a folder");
    assert!(matches!(&run.proof().stage, RowStage::Following(pass) if pass.row == 13));
}

#[test]
fn folders_of_other_rows_and_other_runs_are_refused_by_name() {
    let memory = Memory::default();
    let (mut run, _) = open(&memory, 12).expect("a folder");
    let refusal = open(&memory, 12).err().expect("it is locked").to_string();
    assert!(refusal.contains("at work"), "{refusal}");
    assert_eq!(work(&mut run, 0), RunEnding::Stopped);
    drop(run);
    let refusal = open(&memory, 9).err().expect("another row").to_string();
    assert!(refusal.contains("holds the proof of row 12 of 2-Star Nim"), "{refusal}");
    assert!(open(&memory, 18).is_err());
    let settings = RunSettings { to: 10, keep: Keep::Nothing, state_bytes: 0 };
    let game = "kayles".parse().expect("a game");
    let refusal =
        Run::create(folder(&memory), &game, settings, options()).err().expect("a proof").to_string();
    assert!(refusal.contains("row 12 of 2-Star Nim"), "{refusal}");
    let memory = Memory::default();
    drop(
        Run::create(folder(&memory), &game, settings, options())
            .and_then(|mut run| run.work(&AtomicBool::new(false), &mut crate::kit::Quiet::default())),
    );
    let refusal = open(&memory, 12).err().expect("a run").to_string();
    assert!(refusal.contains("already holds a run of kayles"), "{refusal}");
}

#[test]
fn damage_is_seen_and_the_checkpoint_before_is_taken() {
    let memory = Memory::default();
    let (mut run, _) = open(&memory, 11).expect("a folder");
    run.checkpoint_every = Duration::ZERO;
    assert_eq!(work(&mut run, 6), RunEnding::Stopped);
    drop(run);
    let files = memory.files();
    let names: Vec<_> = files.keys().filter(|path| path.to_string_lossy().contains("tracks-")).collect();
    assert_eq!(names.len(), 2);
    let (name, whole) = (names[1].clone(), files[names[1]].clone());
    let mut chance = Random::new(1);
    for round in 0..200 {
        let broken = Memory::with(files.clone());
        broken.0.lock().expect("nobody panicked").files.insert(name.clone(), damaged(&whole, &mut chance));
        let (run, warnings) = open(&broken, 11).expect("the one before");
        assert_eq!(warnings.len(), 1, "round {round}");
        assert!(warnings[0].contains("set aside") && !run.proof().is_over());
    }
}
