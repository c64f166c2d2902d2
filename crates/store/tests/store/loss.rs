//! What one bad file may cost: never a good one, never the run, never a wrong answer.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::disk::{Failing, Memory};
use crate::kit::{
    Quiet, TO, finish, finished, flip, folder, game, get, go_on, hash, named, options, path, put,
};
use sprague::sequence::{EngineSettings, Kernel};
use sprague_store::{FileText, Folder, Keep, Label, Run, RunEnding, RunSettings, System, status};

#[test]
fn a_flipped_bit_in_the_log_costs_nothing() {
    let memory = finished("0.16", TO, Keep::Nothing);
    let (hash_before, states) = (hash(&memory), named(&memory, "states/"));
    assert!(!states.is_empty());
    flip(&memory, "log/0");
    let (after, _) = status(&folder(&memory)).expect("a run");
    assert_eq!(after.done, Some(TO), "{:?}", after.warnings);
    let mut starts = Vec::new();
    let mut run = Run::open(folder(&memory), Some(TO + 1000), options()).expect("a run");
    run.disturbance = Some(Box::new(move |engine| {
        starts.push(engine.next());
        assert!(starts[0] > TO, "it starts again at {}", starts[0]);
    }));
    let mut quiet = Quiet::default();
    run.work(&AtomicBool::new(false), &mut quiet).expect("no failure");
    drop(run);
    assert!(quiet.0.iter().any(|warning| warning.contains("log/0")), "{:?}", quiet.0);
    for state in states {
        assert!(memory.files().contains_key(&path(&state)), "{state} is gone");
    }
    assert_eq!(named(&memory, "log/0.bad").len(), 1);
    let direct = finished("0.16", TO + 1000, Keep::Nothing);
    assert_eq!(hash(&memory), hash(&direct));
    assert_ne!(hash(&memory), hash_before);
}

#[test]
fn the_log_of_another_game_is_no_log_of_this_one() {
    let (a, b) = (finished("0.16", TO, Keep::Nothing), finished("0.106", TO, Keep::Nothing));
    let (before, _) = status(&folder(&a)).expect("a run");
    put(&a, "log/0", get(&b, "log/0"));
    let (after, _) = status(&folder(&a)).expect("a run");
    assert!(after.warnings.iter().any(|warning| warning.contains("log/0")), "{:?}", after.warnings);
    assert!(after.done.is_none() || after.signature == before.signature);
    let hash_before = hash(&a);
    go_on(&a, None).expect("it goes on");
    assert_eq!(hash(&a), hash_before);
}

#[test]
fn a_damaged_manifest_is_no_end() {
    let memory = finished("0.16", TO, Keep::Nothing);
    let before = hash(&memory);
    flip(&memory, "manifest.json");
    let (after, _) = status(&folder(&memory)).expect("a copy");
    assert_eq!(after.done, Some(TO));
    assert!(after.warnings.iter().any(|warning| warning.contains("manifest.json")), "{:?}", after.warnings);
    go_on(&memory, None).expect("a copy");
    assert_eq!(hash(&memory), before);
    assert_eq!(named(&memory, "manifest.json.bad").len(), 1);
    let (after, _) = status(&folder(&memory)).expect("a run");
    assert_eq!(after.warnings, Vec::<String>::new());
}

#[test]
fn odd_names_are_no_files_of_a_run() {
    let memory = finished("0.16", 5000, Keep::Nothing);
    let checkpoint = named(&memory, "checkpoint-").pop().expect("a checkpoint");
    for name in [
        "checkpoint-007",
        "checkpoint-+9",
        "checkpoint-18446744073709551615",
        "checkpoint-9223372036854775807",
        "log/18446744073709551615",
        "log/007",
        "log/9",
        "states/18446744073709551615",
        "states/9223372036854775807",
        "states/0",
        "states/05",
    ] {
        let memory = Memory::with(memory.files());
        put(&memory, name, get(&memory, &checkpoint));
        let (after, _) = status(&folder(&memory)).expect("a run");
        assert_eq!(after.done, Some(5000), "{name}");
        go_on(&memory, Some(9000)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (after, _) = status(&folder(&memory)).expect("a run");
        assert_eq!(after.done, Some(9000), "{name}");
    }
}

#[test]
fn what_was_set_aside_before_stays() {
    let memory = finished("0.16", 5000, Keep::Nothing);
    let name = named(&memory, "checkpoint-").pop().expect("a checkpoint");
    put(&memory, &format!("{name}.bad"), b"of an earlier day".to_vec());
    flip(&memory, &name);
    go_on(&memory, Some(9000)).expect("it goes on");
    assert_eq!(get(&memory, &format!("{name}.bad")), b"of an earlier day");
    assert_eq!(named(&memory, &format!("{name}.bad")).len(), 2);
}

/// A finished run of 0.16 to heap 5000 in a folder of the machine.
fn finished_on_disk(name: &str) -> (PathBuf, Folder) {
    let place = std::env::temp_dir().join(format!("sprague-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&place);
    let folder = Folder::new(Arc::new(System), &place);
    let game = game("0.16");
    let settings = RunSettings { to: 5000, keep: Keep::Nothing, state_bytes: 1 << 30 };
    let mut run = Run::create(folder.clone(), &game, settings, options()).expect("a folder");
    finish(&mut run);
    (place, folder)
}

#[test]
fn folders_in_the_place_of_files_stop_nothing() {
    let (place, folder) = finished_on_disk("odd");
    for odd in ["states/1", "states/52", "checkpoint-2", "checkpoint-3", "log/1", "states/x.tmp", "log/7.tmp"]
    {
        std::fs::create_dir_all(place.join(odd)).expect("a folder");
    }
    std::fs::remove_file(place.join("log/0")).expect("a file");
    std::fs::create_dir_all(place.join("log/0")).expect("a folder");
    let to = (1 << 20) + 100;
    let mut run = Run::open(folder.clone(), Some(to), options()).expect("a run");
    run.checkpoint_every = Duration::ZERO;
    let ending = run.work(&AtomicBool::new(false), &mut Quiet::default());
    assert_eq!(ending.expect("no failure"), RunEnding::Finished);
    drop(run);
    let (after, _) = status(&folder).expect("a run");
    assert_eq!((after.done, after.label, after.warnings), (Some(to), Label::Audited, vec![]));
    assert!(place.join("states/1").is_file() && place.join("states/1.bad").is_dir());
    assert!(place.join("states/52").is_dir() && place.join("log/0.bad").is_dir());
    let _ = std::fs::remove_dir_all(&place);
}

/// A pipe has no end that one could wait for.
#[cfg(target_os = "linux")]
#[test]
fn pipes_in_the_place_of_files_stop_nothing() {
    let (place, folder) = finished_on_disk("pipes");
    for name in ["manifest.json", "log/0", "states/1", "checkpoint-3", "verified.json"] {
        let pipe = place.join(name);
        let _ = std::fs::remove_file(&pipe);
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).expect("a pipe");
    }
    let (before, _) = status(&folder).expect("a run");
    assert_eq!(before.manifest.game, "0.16");
    let mut run = Run::open(folder.clone(), Some(9000), options()).expect("a run");
    let ending = run.work(&AtomicBool::new(false), &mut Quiet::default());
    assert_eq!(ending.expect("no failure"), RunEnding::Finished);
    drop(run);
    assert_eq!(status(&folder).expect("a run").0.done, Some(9000));
    let _ = std::fs::remove_dir_all(&place);
}

#[test]
fn names_in_a_manifest_are_those_of_the_rule_and_harmless() {
    let whole = finished("0.16", 5000, Keep::Nothing);
    for game in ["grundy", "0.16\\u001b[2J", "nothing\\nelse"] {
        let memory = Memory::with(whole.files());
        for name in ["manifest.json", "manifest-copy.json"] {
            let Some(bytes) = memory.files().get(&path(name)).cloned() else { continue };
            let text = String::from_utf8(bytes).expect("text");
            let text = text.replacen("\"game\": \"0.16\"", &format!("\"game\": \"{game}\""), 1);
            let text = text.replacen("\"kernel\": \"", "\"kernel\": \"\\u001b]0;x\\u0007", 1);
            let mut document: serde_json::Value = serde_json::from_str(&text).expect("a document");
            document["check"] = "".into();
            // the checksum is that of the texts as they are read
            for session in document["sessions"].as_array_mut().expect("sessions") {
                let kernel = FileText::from(session["kernel"].as_str().expect("a name"));
                session["kernel"] = String::from(kernel).into();
            }
            let check =
                blake3::hash(&serde_json::to_vec(&document).expect("plain data")).to_hex().to_string();
            let start = text.rfind("\"check\"").expect("a check");
            let text = format!("{}\"check\": \"{check}\"\n}}\n", &text[..start]);
            put(&memory, name, text.into_bytes());
        }
        let (after, _) = status(&folder(&memory)).expect("a run");
        assert_eq!(after.manifest.game, "0.16", "{game:?}");
        let texts = after.manifest.sessions.iter().flat_map(|session| [&session.kernel, &session.machine]);
        assert!(texts.into_iter().all(|text| !text.chars().any(char::is_control)));
        assert!(after.label >= Label::Computed);
    }
}

/// What a run writes is believed, whatever the game, the kernel and the moment.
#[test]
fn every_checkpoint_of_a_sound_run_is_believed() {
    let games = [
        "grundy",
        "kayles",
        "0.07",
        "0.106",
        "0.16",
        "4.7",
        "lasker",
        "nim",
        "0.3f",
        "couples-are-forever",
        "0.137",
        "0.007",
        "0.15",
        "take(1..7)",
        "split(2, diff>=2)",
        "split(2)",
        "0.000",
        "0.6",
        "0.45",
        "split(2) on 3..",
    ];
    for (number, text) in games.iter().enumerate() {
        let memory = Memory::default();
        let game = game(text);
        let mut to = 300 + 90 * number as u64;
        for kernel in [Kernel::BLOCKS, Kernel::PLANES, Kernel::TEXTBOOK, Kernel::DENSE] {
            let options = EngineSettings { kernel, ..options() };
            let settings = RunSettings { to, keep: Keep::Nothing, state_bytes: 1 << 30 };
            let created = Run::create(folder(&memory), &game, settings, options);
            let mut run = created.or_else(|_| Run::open(folder(&memory), Some(to), options)).expect("a run");
            run.checkpoint_every = Duration::ZERO;
            let mut quiet = Quiet::default();
            // below 2^22 heaps every kernel goes on from the values
            assert_eq!(
                run.work(&AtomicBool::new(false), &mut quiet).expect("no failure"),
                RunEnding::Finished
            );
            drop(run);
            assert_eq!(quiet.0, Vec::<String>::new(), "{text} {kernel} {to}");
            let (after, _) = status(&folder(&memory)).expect("a run");
            assert_eq!((after.done, after.warnings), (Some(to), vec![]), "{text} {kernel}");
            assert_eq!(after.tally.heaps(), to + 1);
            to += 234 + to / 4;
        }
    }
}

/// The files of a run tell whose they are also where both manifests are gone: another game does not get the folder, and
/// nothing in it is written over.
#[test]
fn a_folder_without_manifests_is_not_taken_over_by_another_game() {
    let memory = finished("0.16", TO, Keep::Nothing);
    for name in ["manifest.json", "manifest-copy.json"] {
        memory.0.lock().expect("nobody panicked").files.remove(&path(name));
    }
    let before = memory.files();
    let settings = RunSettings { to: TO, keep: Keep::Nothing, state_bytes: 1 << 30 };
    let other = game("0.106");
    let refusal = Run::create(folder(&memory), &other, settings, options()).err().expect("another game");
    assert!(refusal.to_string().contains("no file of the folder is of a run of 0.106"), "{refusal}");
    let kept = memory.files();
    assert!(before.iter().all(|(name, content)| kept.get(name) == Some(content)));
    let own = game("0.16");
    let mut run = Run::create(folder(&memory), &own, settings, options()).expect("its own game");
    finish(&mut run);
}

#[test]
fn a_manifest_of_another_run_is_seen_by_its_copy() {
    let (memory, other) = (finished("0.16", TO, Keep::Nothing), finished("0.106", TO, Keep::Nothing));
    put(&memory, "manifest.json", get(&other, "manifest.json"));
    let (seen, _) = status(&folder(&memory)).expect("a run");
    assert_eq!(seen.manifest.game, "0.16");
    assert!(seen.warnings.iter().any(|text| text.contains("that of another run")), "{:?}", seen.warnings);
    go_on(&memory, None).expect("the files tell whose they are");
    assert!(named(&memory, ".bad").is_empty());
}

/// A run that is stopped again and again at the same place, each time before it has written a checkpoint, keeps the one
/// that it has. Once the log named the last three only, and forgot it.
#[test]
fn stops_in_a_row_do_not_cost_the_last_checkpoint() {
    let whole = finished("0.16", 3000, Keep::Nothing);
    let done = status(&folder(&whole)).expect("a run").0.done;
    let memory = Memory::with(whole.files());
    go_on(&memory, Some(9000)).expect("no failure");
    let mut stopped = 0;
    for call in 1..=memory.count() {
        let mut files = whole.files();
        for _ in 0..5 {
            let memory = Memory::with(files);
            memory.fail_at(call, Failing::BadDisk);
            stopped += u64::from(go_on(&memory, Some(9000)).is_err());
            files = memory.files();
        }
        let (after, _) = status(&folder(&Memory::with(files))).expect("a run");
        assert!(after.done >= done, "call {call}: {:?} {:?}", after.done, after.warnings);
    }
    assert!(stopped > 20, "{stopped}");
}
