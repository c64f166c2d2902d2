//! The search for a period far out in a folder: stopped anywhere it ends as if it had not been, other folders are refused,
//! and damaged files are seen.

use std::time::Duration;

use crate::disk::Memory;
use crate::kit::{self, content, damaged, folder, opened, resealed};
use sprague::heap::Rule;
use sprague::sequence::period::{FarClaim, FarPeriod, FarStage};
use sprague_kit::{Random, extent};
use sprague_store::{FarRun, KeptProof, PairRun, ProofTrust, RunEnding, StoreError};

/// Proved by a certificate in `proofs`.
const PERIOD: FarClaim = FarClaim { preperiod: 197_769_598, period: 11_770_282 };

fn open(memory: &Memory, game: &str) -> Result<(FarRun, Vec<String>), StoreError> {
    let rule: Rule = game.parse().expect("a game");
    opened(memory, rule)
}

/// Works until the watcher was told so often, with a checkpoint after every step.
fn work(run: &mut FarRun, times: usize) -> RunEnding {
    run.checkpoint_every = Duration::ZERO;
    kit::work(run, times)
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

/// Bits, lengths and contents of a search are changed, with and without a right checksum: it is refused, or goes on
/// without a panic and ends soon when it is asked to; whatever it says is a claim.
#[test]
fn attack_damaged_searches_for_a_period_far_out() {
    let memory = Memory::default();
    let (mut run, _) = open(&memory, "0.104").expect("a folder");
    assert_eq!(work(&mut run, 2), RunEnding::Stopped);
    drop(run);
    let files = memory.files();
    let newest =
        files.keys().filter(|path| path.to_string_lossy().contains("far-")).max().expect("a checkpoint");
    let name = newest.file_name().expect("a name").to_string_lossy().into_owned();
    let bytes = &files[newest];
    let (far, worked) = FarPeriod::from_bytes(&content(&name, bytes)).expect("a search");
    let mut dice = Random::new(3);
    let (tries, mut claims, mut refused) = (extent(4, 60), 0, 0);
    for number in 0..tries {
        let mut state = far.state();
        let stage = |dice: &mut Random| {
            let claim = FarClaim { preperiod: 1 << (24 + dice.index(24)), period: 1 << dice.index(48) };
            match dice.index(4) {
                0 => FarStage::Finishing(claim),
                1 => FarStage::Done(claim),
                2 => FarStage::Failed("\u{1b}[2J".to_owned()),
                _ => FarStage::Locating { point: claim.preperiod, period: claim.period, between: (0, 1) },
            }
        };
        let changed = match number % 4 {
            0 | 1 => damaged(bytes, &mut dice),
            kind => {
                if kind == 2 {
                    state.stage = stage(&mut dice);
                } else {
                    let at = dice.index(state.window.len());
                    state.window[at] = dice.index(256) as u8;
                    state.points.truncate(dice.index(state.points.len() + 1));
                }
                let inner = FarPeriod::resumed(far.rule(), state.clone());
                // refused by what it holds, before it gets into a folder
                let Some(changed) = inner else {
                    refused += 1;
                    continue;
                };
                resealed(&name, bytes, &changed.to_bytes(worked))
            }
        };
        let memory = Memory::with([(newest.clone(), changed)].into());
        let (mut run, warnings) = open(&memory, "0.104").expect("set aside, or taken");
        refused += u64::from(!warnings.is_empty());
        if warnings.is_empty() {
            claims += 1;
            assert_eq!(run.trust(), ProofTrust::Claimed, "try {number}");
            assert!(!format!("{:?}", run.proof().stage()).contains('\u{1b}'), "try {number}");
            work(&mut run, 1);
        }
    }
    println!(
        "attack | searches for a period far out: flips, truncations, changed contents | {tries} | 0 panics, {refused} refused, {claims} called a claim"
    );
    assert!(refused > 0);
}
