//! A verification in parts: the run is only read, what was checked is recorded under its lock, a part that was stopped
//! goes on, and what does not agree lowers the label.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::disk::{Memory, Refusal};
use crate::kit::{Quiet, finish, folder, game, options};
use sprague::sequence::{CHUNK, Kernel};
use sprague_store::{
    CheckRoom, CheckedPart, Folder, Keep, Label, PartsOfRun, Progress, Run, RunSettings, StoreError, Watcher,
    check_part, parts_of_run, record_parts, status,
};

/// Five segments and a bit.
const TO: u64 = 5 * CHUNK + 1000;

fn run() -> Memory {
    let memory = Memory::default();
    let game = game("0.16");
    let settings = RunSettings { to: TO, keep: Keep::Nothing, state_bytes: 1 << 30 };
    let mut run = Run::create(folder(&memory), &game, settings, options()).expect("a run");
    run.checkpoint_every = Duration::from_secs(3600);
    run.keep_states_every(2 * CHUNK).expect("a power of two");
    assert!(run.keep_states_every(3 * CHUNK).is_err() && run.keep_states_every(CHUNK / 2).is_err());
    finish(&mut run);
    memory
}

fn room(memory: &Memory) -> Folder {
    let room = Folder::new(Arc::new(memory.clone()), Path::new("elsewhere"));
    room.create("").and_then(|()| room.create("work")).expect("no failure");
    room
}

fn check(memory: &Memory, parts: &PartsOfRun, number: usize) -> Result<Option<CheckedPart>, StoreError> {
    let other = Memory::default();
    let room = room(&other);
    let room = CheckRoom { folder: &room, pause: "work/1-a", earlier: &[] };
    let never = AtomicBool::new(false);
    check_part(&folder(memory), (parts, number), (None, 1), &never, &room, &mut Quiet::default())
}

#[test]
fn states_are_kept_at_fixed_places_and_the_parts_raise_the_label() {
    let memory = run();
    let states: Vec<String> = folder(&memory).names("states").expect("states");
    assert_eq!(states, ["2", "4"]);
    // nothing of the run is written, and its lock is not asked for
    let lock = folder(&memory).lock().expect("a lock");
    memory.refuse(Some(Refusal::Changes));
    let parts = parts_of_run(&folder(&memory), None, 0).expect("parts");
    let bounds: Vec<(u64, u64)> = parts.parts.iter().map(|part| (part.first, part.until)).collect();
    assert_eq!((bounds, parts.segments), (vec![(0, 2), (2, 4), (4, 6)], 6));
    let checked: Vec<CheckedPart> =
        (0..3).map(|number| check(&memory, &parts, number).expect("no failure").expect("an end")).collect();
    assert!(checked.iter().all(|part| part.agreed.is_some() && part.disagreements.is_empty()));
    memory.refuse(None);
    assert!(matches!(record_parts(&folder(&memory), &parts, checked.clone()), Err(StoreError::Locked(_))));
    drop(lock);
    let some = record_parts(&folder(&memory), &parts, checked[..2].to_vec()).expect("a record");
    assert_eq!((some.label, some.double_checked), (Label::Audited, 4));
    let all = record_parts(&folder(&memory), &parts, checked.clone()).expect("a record");
    assert_eq!((all.label, all.double_checked), (Label::DoubleChecked, 6));
    // again: nothing is recorded twice
    let before = memory.files();
    record_parts(&folder(&memory), &parts, checked).expect("a record");
    assert!(before[Path::new("run/verified.json")] == memory.files()[Path::new("run/verified.json")]);
    let one = parts_of_run(&folder(&memory), Some(0.3), 5).expect("a sample");
    assert_eq!(
        (one.parts.len(), &one),
        (1, &parts_of_run(&folder(&memory), Some(0.3), 5).expect("the same"))
    );
}

/// Stops a part after its first segment.
struct Impatient<'a>(&'a AtomicBool);

impl Watcher for Impatient<'_> {
    fn progress(&mut self, _: Progress) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_part_that_was_stopped_goes_on_from_there() {
    let memory = run();
    let parts = parts_of_run(&folder(&memory), None, 0).expect("parts");
    let other = Memory::default();
    let base = room(&other);
    let stop = AtomicBool::new(false);
    let room = CheckRoom { folder: &base, pause: "work/2-a1", earlier: &[] };
    let kernel =
        Some(Kernel::available().into_iter().find(|kernel| kernel.name() == "blocks").expect("a kernel"));
    let ended = check_part(&folder(&memory), (&parts, 1), (kernel, 1), &stop, &room, &mut Impatient(&stop));
    assert!(ended.expect("no failure").is_none());
    assert!(other.files().contains_key(Path::new("elsewhere/work/2-a1")));
    let earlier = ["work/2-a1".to_owned(), "work/2-none".to_owned()];
    let room = CheckRoom { folder: &base, pause: "work/2-b2", earlier: &earlier };
    let never = AtomicBool::new(false);
    let mut heard = First(None);
    let part = check_part(&folder(&memory), (&parts, 1), (kernel, 1), &never, &room, &mut heard);
    let part = part.expect("no failure").expect("an end");
    assert!(part.agreed.is_some_and(|agreed| (agreed.first, agreed.until) == (2, 4)));
    assert!(heard.0.expect("some heaps") > 3 * CHUNK, "it began in the middle");
}

/// Keeps the first heap it is told of.
struct First(Option<u64>);

impl Watcher for First {
    fn progress(&mut self, progress: Progress) {
        self.0 = self.0.or(Some(progress.done));
    }
}

#[test]
fn what_was_planned_for_another_run_does_not_count() {
    let memory = run();
    let parts = parts_of_run(&folder(&memory), None, 0).expect("parts");
    let foreign = PartsOfRun { run: "0".repeat(64), ..parts.clone() };
    assert!(
        check(&memory, &foreign, 0).is_err() && record_parts(&folder(&memory), &foreign, Vec::new()).is_err()
    );
    let mut changed = parts.clone();
    changed.parts[1].leaves = "0".repeat(64);
    let error = check(&memory, &changed, 1).expect_err("other values").to_string();
    assert!(error.contains("plan it again"), "{error}");
    assert!(check(&memory, &parts, 9).is_err());
    // a forged agreement is tied to other leaves, and so is none
    let mut forged = check(&memory, &parts, 0).expect("no failure").expect("an end");
    if let Some(agreed) = &mut forged.agreed {
        agreed.signature = "0".repeat(64);
    }
    let after = record_parts(&folder(&memory), &parts, vec![forged]).expect("a record");
    assert_eq!(after.double_checked, 0);
    assert_eq!(status(&folder(&memory)).expect("a run").0.label, Label::Audited);
}
