//! The search for a period far out in a folder: stopped anywhere it ends as if it had not been, other folders are refused,
//! and damaged files are seen.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::disk::Memory;
use crate::folder;
use sprague::heap::Rule;
use sprague::sequence::period::{FarClaim, FarStage};
use sprague_store::{FarRun, PairRun, RunEnding, StoreError};

/// Proved by a certificate in `proofs`.
const PERIOD: FarClaim = FarClaim { preperiod: 197_769_598, period: 11_770_282 };

fn open(memory: &Memory, game: &str) -> Result<(FarRun, Vec<String>), StoreError> {
    let mut warnings = Vec::new();
    let rule: Rule = game.parse().expect("a game");
    FarRun::open(folder(memory), rule, &mut |text| warnings.push(text)).map(|run| (run, warnings))
}

/// Works until the watcher was told so often.
fn work(run: &mut FarRun, times: usize) -> RunEnding {
    let (stop, mut told) = (AtomicBool::new(times == 0), 0);
    run.checkpoint_every = Duration::ZERO;
    run.work(1, &stop, &mut |_| {
        told += 1;
        stop.store(told >= times, Ordering::Relaxed);
    })
    .expect("no failure")
}

#[test]
fn a_search_that_is_stopped_and_damaged_ends_the_same() {
    let memory = Memory::default();
    let (mut run, warnings) = open(&memory, "0.104").expect("a folder");
    assert!(warnings.is_empty());
    // the period is seen in the first step; it was looked for, the beginning was not
    assert_eq!(work(&mut run, 2), RunEnding::Stopped);
    assert!(matches!(run.proof().stage(), FarStage::Locating { period: 11_770_282, .. }));
    drop(run);
    for (what, refusal) in [
        ("another game", open(&memory, "0.54").err()),
        ("a run", sprague_store::Manifest::read(&folder(&memory)).err()),
    ] {
        let refusal = refusal.expect(what).to_string();
        assert!(refusal.contains("holds the search for a period of 0.104"), "{what}: {refusal}");
    }
    assert!(PairRun::open(folder(&memory), (sprague::star::PairGame::Partners, 2, 3), &mut |_| {}).is_err());
    // the newest checkpoint is damaged: the one before it serves
    let newest = memory.files().keys().filter(|path| path.to_string_lossy().contains("far-")).max().cloned();
    let newest = newest.expect("a checkpoint");
    let mut files = memory.files();
    let bytes = files.get_mut(&newest).expect("the checkpoint");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let memory = Memory::with(files);
    let (mut run, warnings) = open(&memory, "0.104").expect("a folder");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(work(&mut run, usize::MAX), RunEnding::Finished);
    assert_eq!(run.proof().stage(), &FarStage::Done(PERIOD));
}

#[test]
fn games_without_a_walk_are_refused_in_words() {
    for (game, why) in [("0.156", "begins before heap"), ("take(1..3)", "sparse space")] {
        let refusal = match open(&Memory::default(), game) {
            Err(error) => error.to_string(),
            Ok((mut run, _)) => {
                work(&mut run, usize::MAX);
                format!("{:?}", run.proof().stage())
            }
        };
        assert!(refusal.contains(why), "{game}: {refusal}");
    }
}
