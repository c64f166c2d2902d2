//! Crashes and failing disks: whatever is left in the folder, a run goes on to the same end or says why not.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::disk::{Failing, Loss, Memory, crash};
use crate::{Quiet, folder, options};
use sprague::heap::HeapGame;
use sprague_store::{Ending, Keep, Run, Settings, StoreError, status, verify};

/// Two segments and a bit, with a checkpoint after every piece.
const TO: u64 = (2 << 20) + 12_345;

/// No segment is finished; for tests that try everything.
const SMALL: u64 = 20_000;

fn start(memory: &Memory, to: u64) -> Result<Ending, StoreError> {
    let game: HeapGame = "0.16".parse().expect("a game");
    let settings = Settings { to, keep: Keep::Values, state_bytes: 3 << 20 };
    let mut run = Run::create(folder(memory), &game, settings, options())?;
    run.checkpoint_every = Duration::ZERO;
    run.work(&AtomicBool::new(false), &mut Quiet::default())
}

fn go_on(memory: &Memory) -> Result<Vec<String>, StoreError> {
    let mut run = Run::open(folder(memory), None, options())?;
    run.checkpoint_every = Duration::from_mins(1);
    let mut quiet = Quiet::default();
    assert_eq!(run.work(&AtomicBool::new(false), &mut quiet)?, Ending::Finished);
    Ok(quiet.0)
}

fn manifest_hash(memory: &Memory) -> String {
    let (status, _) = status(&folder(memory)).expect("a run");
    status.manifest.result.expect("a finished run").hash
}

#[test]
fn every_crash_leaves_a_run_that_ends_the_same() {
    let memory = Memory::default();
    assert_eq!(start(&memory, TO).expect("no failure"), Ending::Finished);
    let expected = manifest_hash(&memory);
    let calls = memory.calls();
    assert!(calls.len() > 50, "{}", calls.len());
    let mut finished = 0;
    // all states are looked at; a few of them, spread over all, are also worked to the end
    for done in 0..=calls.len() {
        for loss in [Loss::Nothing, Loss::Writes, Loss::Torn, Loss::NamesAndWrites] {
            let memory = Memory::with(crash(&calls, done, loss));
            match status(&folder(&memory)) {
                Err(StoreError::NoRun(_)) => assert!(done < 20, "{done} {loss:?}"),
                Err(error) => panic!("{done} {loss:?}: {error}"),
                Ok((status, _)) => {
                    let next = status.done.map_or(0, |done| done + 1);
                    assert_eq!(status.tally.heaps(), next, "{done} {loss:?}");
                }
            }
            if (done * 4 + loss as usize).is_multiple_of(calls.len() / 6) && done > 20 {
                go_on(&memory).unwrap_or_else(|error| panic!("{done} {loss:?}: {error}"));
                assert_eq!(manifest_hash(&memory), expected, "{done} {loss:?}");
                finished += 1;
            }
        }
    }
    assert!(finished >= 12, "{finished}");
}

#[test]
fn a_call_that_fails_leaves_a_run_that_can_go_on() {
    for (to, step) in [(SMALL, 1), (TO, 23)] {
        let memory = Memory::default();
        start(&memory, to).expect("no failure");
        let (expected, count) = (manifest_hash(&memory), memory.count());
        for how in [Failing::NoSpace, Failing::BadDisk, Failing::ShortWrite] {
            let mut failed = 0;
            for call in (1..=count).step_by(step) {
                let memory = Memory::default();
                memory.fail_at(call, how);
                match start(&memory, to) {
                    // pieces may be cut differently, and some calls are made for tidiness only
                    Ok(_) => {}
                    Err(StoreError::Io { .. }) => failed += 1,
                    Err(error) => panic!("call {call}, {how:?}: {error}"),
                }
                memory.0.lock().expect("nobody panicked").fail_at = None;
                match status(&folder(&memory)) {
                    Ok((status, _)) => assert!(status.warnings.is_empty(), "{:?}", status.warnings),
                    Err(StoreError::NoRun(_)) => continue,
                    Err(error) => panic!("call {call}, {how:?}: {error}"),
                }
                go_on(&memory).unwrap_or_else(|error| panic!("call {call}, {how:?}: {error}"));
                assert_eq!(manifest_hash(&memory), expected, "call {call}, {how:?}");
            }
            assert!(failed * step * 2 > count, "{failed} of {count}");
        }
    }
}

#[test]
fn damaged_files_are_set_aside_and_the_run_is_not_lost() {
    let memory = Memory::default();
    start(&memory, TO).expect("no failure");
    let expected = manifest_hash(&memory);
    let whole = memory.files();
    let names = |part: &str| -> Vec<_> {
        whole.keys().filter(|path| path.to_string_lossy().contains(part)).cloned().collect()
    };
    assert_eq!(names("checkpoint-").len(), 2);
    let cases = [
        (names("checkpoint-")[1..].to_vec(), 1),
        (names("checkpoint-"), 2),
        ([names("checkpoint-"), names("states/")].concat(), 3),
        (names("log/"), 1),
    ];
    for (damaged, least) in cases {
        let memory = Memory::with(whole.clone());
        for path in &damaged {
            let mut inner = memory.0.lock().expect("nobody panicked");
            let content = inner.files.get_mut(path).expect("a file");
            let middle = content.len() / 2;
            content[middle] ^= 4;
        }
        let warnings = go_on(&memory).expect("not lost");
        assert!(warnings.len() >= least, "{warnings:?}");
        assert_eq!(manifest_hash(&memory), expected);
        let bad = memory.files().keys().filter(|path| path.to_string_lossy().ends_with(".bad")).count();
        assert!(bad >= least.min(damaged.len()), "{damaged:?}");
    }
}

#[test]
fn a_second_run_is_refused_and_the_end_may_be_moved() {
    let memory = Memory::default();
    start(&memory, TO).expect("no failure");
    let first = Run::open(folder(&memory), None, options()).expect("nobody else");
    assert!(matches!(Run::open(folder(&memory), None, options()), Err(StoreError::Locked(_))));
    drop(first);
    assert!(matches!(start(&memory, TO), Err(StoreError::Exists { .. })));
    assert!(matches!(Run::open(folder(&memory), Some(5), options()), Err(StoreError::Backwards { .. })));
    let mut run = Run::open(folder(&memory), Some(3 << 20), options()).expect("a later end");
    assert_eq!(
        run.work(&AtomicBool::new(false), &mut Quiet::default()).expect("no failure"),
        Ending::Finished
    );
    drop(run);
    let direct = Memory::default();
    let game: HeapGame = "0.16".parse().expect("a game");
    let settings = Settings { to: 3 << 20, keep: Keep::Nothing, state_bytes: 0 };
    let mut run = Run::create(folder(&direct), &game, settings, options()).expect("a folder");
    run.work(&AtomicBool::new(false), &mut Quiet::default()).expect("no failure");
    drop(run);
    assert_eq!(manifest_hash(&memory), manifest_hash(&direct));
    let report = verify(&folder(&memory), &sprague_store::Choice::default(), 1, &mut Quiet::default());
    let report = report.expect("a run");
    assert_eq!((report.checked, report.double_checked, report.mismatches), (4, 4, vec![]));
    assert_eq!(report.label, sprague_store::Label::DoubleChecked);
}
