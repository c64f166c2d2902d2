//! Crashes and failing disks: whatever is left in the folder, a run goes on to the same end or says why not.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::disk::{Call, Contents, Failing, LOSSES, Loss, Memory, RealDisk, Refusal};
use crate::kit::{Quiet, finish, folder, game, go_on, hash, options};
use sprague::sequence::CHUNK;
use sprague::star::{PairGame, PairProof, RowProof, RowStage};
use sprague_kit::{Random, extent};
use sprague_store::{
    Keep, KeptProof, ProofRun, ProofStatus, Run, RunEnding, RunSettings, StoreError, status, verify,
};

/// Two segments and a bit, with a checkpoint after every piece.
const TO: u64 = (2 << 20) + 12_345;

/// No segment is finished; for tests that try everything.
const SMALL: u64 = 20_000;

fn start(memory: &Memory, to: u64) -> Result<RunEnding, StoreError> {
    let game = game("0.16");
    let settings = RunSettings { to, keep: Keep::Values, state_bytes: 3 << 20 };
    let mut run = Run::create(folder(memory), &game, settings, options())?;
    run.checkpoint_every = Duration::ZERO;
    run.work(&AtomicBool::new(false), &mut Quiet::default())
}

/// What a crash may not take away: the run itself once its manifest is safe, and what the last checkpoint has.
#[derive(Clone, Copy, Debug, Default)]
struct Promise {
    is_begun: bool,
    next: u64,
}

/// A run followed call by call on a disk that may crash.
struct Followed {
    disk: RealDisk,
    promise: Promise,
    /// A manifest or checkpoint has its name, but the folder is not synced yet.
    is_named: bool,
}

impl Followed {
    fn follow(&mut self, call: &Call, dice: &mut Random) {
        self.disk.follow(call);
        match call {
            Call::Rename(_, to) => {
                let name = to.to_string_lossy();
                self.is_named |= name == "run/manifest.json" || name.starts_with("run/checkpoint-");
            }
            Call::SyncFolder(path) if path == Path::new("run") && self.is_named => {
                let now = Memory::after(self.disk.crash(Loss::Nothing, dice));
                let (status, _) = status(&folder(&now)).expect("a run");
                self.promise = Promise { is_begun: true, next: status.done.map_or(0, |done| done + 1) };
                self.is_named = false;
            }
            _ => {}
        }
    }
}

/// Looks at what a crash left: nothing that was promised is gone, and what is there is whole.
fn look(memory: &Memory, promise: Promise) -> Result<(), String> {
    let (status, contents) = match status(&folder(memory)) {
        Err(StoreError::NoRun(_)) if !promise.is_begun => return Ok(()),
        seen => seen.map_err(|error| error.to_string())?,
    };
    let next = status.done.map_or(0, |done| done + 1);
    if next < promise.next || status.tally.heaps() != next || !status.warnings.is_empty() {
        return Err(format!("{promise:?}, but {next} heaps are left; {:?}", status.warnings));
    }
    let kept = (0..next / CHUNK).try_for_each(|segment| contents.values(segment).map(drop));
    kept.map_err(|error| error.to_string())
}

/// Gives the command of the run again, and stops it once it has found where to go on.
fn take_up(memory: &Memory, to: u64) -> Result<(), String> {
    let game = game("0.16");
    let settings = RunSettings { to, keep: Keep::Values, state_bytes: 3 << 20 };
    let run = Run::start(folder(memory), &game, settings, options());
    let (mut run, _) = run.map_err(|error| error.to_string())?;
    let mut quiet = Quiet::default();
    run.work(&AtomicBool::new(true), &mut quiet).map_err(|error| error.to_string())?;
    if quiet.0.is_empty() { Ok(()) } else { Err(quiet.0.join("; ")) }
}

/// Works a run to the end that an unbroken one has.
fn ends_right(memory: &Memory, to: u64, expected: &str) -> Result<(), String> {
    take_up(memory, to)?;
    go_on(memory, None).map_err(|error| error.to_string())?;
    look(memory, Promise { is_begun: true, next: to + 1 })?;
    let unfinished = memory.files().keys().filter(|path| path.to_string_lossy().ends_with(".tmp")).count();
    if hash(memory) != expected || unfinished > 0 {
        return Err(format!("another hash, or {unfinished} unfinished files"));
    }
    Ok(())
}

/// What came out of many crashes.
#[derive(Default)]
struct Crashes {
    states: usize,
    finished: usize,
    failures: Vec<String>,
}

impl Crashes {
    fn note(&mut self, what: &str, result: Result<(), String>) {
        self.failures.extend(result.err().map(|why| format!("{what}: {why}")));
    }

    /// Crashes a run of 0.16 to a heap after every call, in `each` ways, and again while it recovers; one of `often`
    /// is worked to the end.
    fn everywhere(&mut self, to: u64, each: usize, often: usize, seed: u64) {
        let memory = Memory::default();
        assert_eq!(start(&memory, to).expect("no failure"), RunEnding::Finished);
        let (expected, calls) = (hash(&memory), memory.calls());
        let dice = &mut Random::new(seed);
        let disk = RealDisk::new(&Contents::default());
        let mut followed = Followed { disk, promise: Promise::default(), is_named: false };
        for done in 0..=calls.len() {
            if let Some(call) = done.checked_sub(1).map(|last| &calls[last]) {
                followed.follow(call, dice);
            }
            for way in 0..each {
                let loss = LOSSES[(done + way) % LOSSES.len()];
                let what = format!("to {to}, seed {seed}, call {done}, way {way}, {loss:?}");
                let left = followed.disk.crash(loss, dice);
                let memory = Memory::after(left.clone());
                self.note(&what, look(&memory, followed.promise));
                self.note(&what, take_up(&memory, to).and_then(|()| look(&memory, followed.promise)));
                // the machine stops again while the run recovers
                let (disk, calls) = (RealDisk::new(&left), memory.calls());
                let mut again = Followed { disk, promise: followed.promise, is_named: false };
                for call in &calls[..dice.index(calls.len() + 1)] {
                    again.follow(call, dice);
                }
                let what = format!("{what}, again");
                let memory = Memory::after(again.disk.crash(Loss::Chance, dice));
                self.note(&what, look(&memory, again.promise));
                if self.states.is_multiple_of(2 * often) {
                    self.note(&what, ends_right(&memory, to, &expected));
                    self.finished += 1;
                }
                self.states += 2;
            }
        }
    }
}

#[test]
fn attack_every_crash_leaves_a_run_that_ends_the_same() {
    let (small, large, often) = extent((2, 0, 6), (30, 3, 4));
    let mut crashes = Crashes::default();
    crashes.everywhere(SMALL, small, often, 1);
    crashes.everywhere(TO, large, 10 * often, 2);
    let Crashes { states, finished, failures } = crashes;
    println!(
        "attack | crashes of a strict disk after every call of a run, and while it recovers | {states} | {} lost or wrong, {finished} of them worked to the end",
        failures.len()
    );
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(5)]);
    assert!(states >= extent(100, 2_000) && finished > 5, "{states}, {finished}");
}

/// How far the proof in a folder is, by its last checkpoint.
fn progress<P: KeptProof>(memory: &Memory, far: fn(&P) -> (usize, u64)) -> Option<(usize, u64)> {
    ProofStatus::<P>::look(&folder(memory)).expect("readable").map(|status| far(&status.proof))
}

/// Rows done and columns followed.
fn row_progress(proof: &RowProof) -> (usize, u64) {
    let columns = if let RowStage::Following(pass) = &proof.stage { pass.done() } else { u64::MAX };
    (proof.history.len(), columns)
}

/// Pairs done and columns of the pair at work.
fn pair_progress(proof: &PairProof) -> (usize, u64) {
    (proof.proved.len(), proof.offsets.len() as u64)
}

/// A proof is worked to its end, and the disk crashes after every call: what was promised is there, nothing needs a
/// warning, and it goes on to the same end.
fn crashes_of<P: KeptProof + Clone + PartialEq>(
    what: &str,
    subject: &P::Subject,
    far: fn(&P) -> (usize, u64),
    each: usize,
) {
    let seed = 3;
    let memory = Memory::default();
    let mut run = ProofRun::<P>::open(folder(&memory), subject.clone(), &mut |text| panic!("{text}"))
        .expect("a folder");
    run.checkpoint_every = Duration::ZERO;
    run.work(1, &AtomicBool::new(false), &mut |_| {}).expect("no failure");
    let expected = run.proof().clone();
    drop(run);
    let dice = &mut Random::new(seed);
    let mut disk = RealDisk::new(&Contents::default());
    let (mut promise, mut is_named) = (None, false);
    let mut crashes = Crashes::default();
    for (done, call) in memory.calls().iter().enumerate() {
        disk.follow(call);
        match call {
            Call::Rename(..) => is_named = true,
            Call::SyncFolder(path) if path == Path::new("run") && is_named => {
                promise = progress(&Memory::after(disk.crash(Loss::Nothing, dice)), far);
                assert!(promise.is_some());
            }
            _ => {}
        }
        for way in 0..each {
            let loss = LOSSES[(done + way) % LOSSES.len()];
            let what = format!("{what}, seed {seed}, call {done}, way {way}, {loss:?}");
            let memory = Memory::after(disk.crash(loss, dice));
            if progress(&memory, far) < promise {
                crashes.note(&what, Err(format!("{promise:?} was promised")));
            }
            let mut warnings = Vec::new();
            let run = ProofRun::<P>::open(folder(&memory), subject.clone(), &mut |text| warnings.push(text));
            let mut run = run.unwrap_or_else(|error| panic!("{what}: {error}"));
            crashes.note(&what, warnings.pop().map_or(Ok(()), Err));
            if crashes.states.is_multiple_of(16) {
                run.work(1, &AtomicBool::new(false), &mut |_| {}).expect("no failure");
                let is_right = run.proof() == &expected;
                crashes.note(&what, is_right.then_some(()).ok_or_else(|| "another proof".to_owned()));
                crashes.finished += 1;
            }
            crashes.states += 1;
        }
    }
    let Crashes { states, finished, failures } = crashes;
    println!(
        "attack | crashes of a strict disk, the proof of a {what} | {states} | {} lost or wrong, {finished} of them worked to the end",
        failures.len()
    );
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(5)]);
}

#[test]
fn attack_every_crash_leaves_the_proof_of_a_row_that_goes_on() {
    crashes_of::<RowProof>("row", extent(&9, &11), row_progress, extent(3, 12));
}

#[test]
fn attack_every_crash_leaves_the_proof_of_a_pair_that_goes_on() {
    crashes_of::<PairProof>("pair", &(PairGame::Partners, 5, 6), pair_progress, extent(3, 12));
}

#[test]
fn nothing_needs_to_be_removed_for_a_run_to_go_on() {
    let memory = Memory::default();
    start(&memory, SMALL).expect("no failure");
    let expected = hash(&memory);
    let memory = Memory::default();
    memory.refuse(Some(Refusal::Removals));
    let game = game("0.16");
    let settings = RunSettings { to: SMALL, keep: Keep::Values, state_bytes: 3 << 20 };
    let mut run = Run::create(folder(&memory), &game, settings, options()).expect("a folder");
    run.checkpoint_every = Duration::ZERO;
    let mut quiet = Quiet::default();
    assert_eq!(run.work(&AtomicBool::new(false), &mut quiet).expect("a run"), RunEnding::Finished);
    drop(run);
    assert_eq!(quiet.0.len(), 1, "{:?}", quiet.0);
    assert!(quiet.0[0].contains("cannot remove run/checkpoint-1"), "{:?}", quiet.0);
    assert_eq!(hash(&memory), expected);
    // an unfinished file that stays is no hindrance either
    memory.0.lock().expect("nobody panicked").files.insert("run/log/0.tmp".into(), vec![1, 2, 3]);
    let mut run = Run::open(folder(&memory), Some(2 * SMALL), options()).expect("a run");
    finish(&mut run);
}

#[test]
fn a_folder_that_cannot_be_written_is_looked_at_and_verified() {
    let memory = Memory::default();
    start(&memory, TO).expect("no failure");
    let before = memory.contents();
    memory.refuse(Some(Refusal::Changes));
    let (seen, _) = status(&folder(&memory)).expect("a run");
    assert_eq!((seen.done, seen.is_running), (Some(TO), false));
    let choice = sprague_store::Choice::default();
    let report = verify(&folder(&memory), &choice, 1, &mut Quiet::default()).expect("it can be read");
    assert_eq!((report.checked, report.mismatches), (3, vec![]));
    assert!(report.unrecorded.is_some_and(|why| why.contains("run/verified")));
    assert!(report.label < sprague_store::Label::DoubleChecked, "what is not on record has no label");
    assert_eq!(memory.contents(), before);
    let refusal = Run::open(folder(&memory), None, options()).err().expect("nothing can be written");
    assert!(refusal.to_string().contains("read-only"), "{refusal}");
    memory.refuse(None);
    let report = verify(&folder(&memory), &choice, 1, &mut Quiet::default()).expect("a run");
    assert_eq!((report.unrecorded, report.label), (None, sprague_store::Label::DoubleChecked));
}

#[test]
fn a_full_disk_is_said_with_the_way_out() {
    let memory = Memory::default();
    start(&memory, SMALL).expect("no failure");
    // the last call of all syncs the folder; the disk is full when it is half done
    let count = memory.count();
    let memory = Memory::default();
    memory.fail_at(count * 3 / 4, Failing::NoSpace);
    let error = start(&memory, SMALL).expect_err("the disk is full").to_string();
    assert!(error.contains("make room and give the same command again"), "{error}");
    let (seen, _) = status(&folder(&memory)).expect("a run");
    assert!(seen.done.is_some() && seen.warnings.is_empty(), "the checkpoint before is whole");
}

#[test]
fn a_call_that_fails_leaves_a_run_that_can_go_on() {
    for (to, step) in [(SMALL, 1), (TO, 23)] {
        let memory = Memory::default();
        start(&memory, to).expect("no failure");
        let (expected, count) = (hash(&memory), memory.count());
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
                go_on(&memory, None).unwrap_or_else(|error| panic!("call {call}, {how:?}: {error}"));
                assert_eq!(hash(&memory), expected, "call {call}, {how:?}");
            }
            assert!(failed * step * 2 > count, "{failed} of {count}");
        }
    }
}

#[test]
fn damaged_files_are_set_aside_and_the_run_is_not_lost() {
    let memory = Memory::default();
    start(&memory, TO).expect("no failure");
    let expected = hash(&memory);
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
        let warnings = go_on(&memory, None).expect("not lost");
        assert!(warnings.len() >= least, "{warnings:?}");
        assert_eq!(hash(&memory), expected);
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
    finish(&mut run);
    drop(run);
    let direct = Memory::default();
    let game = game("0.16");
    let settings = RunSettings { to: 3 << 20, keep: Keep::Nothing, state_bytes: 0 };
    let mut run = Run::create(folder(&direct), &game, settings, options()).expect("a folder");
    finish(&mut run);
    drop(run);
    assert_eq!(hash(&memory), hash(&direct));
    let report = verify(&folder(&memory), &sprague_store::Choice::default(), 1, &mut Quiet::default());
    let report = report.expect("a run");
    assert_eq!((report.checked, report.double_checked, report.mismatches), (4, 4, vec![]));
    assert_eq!(report.label, sprague_store::Label::DoubleChecked);
}
