//! Files whose checksum is right and whose content is not: made by the store's own sealing, found by what they say.

use std::sync::atomic::AtomicBool;

use crate::disk::Memory;
use crate::kit::{
    Quiet, TO, binding, content, finish, finished, folder, game, get, go_on, lists, manner, newest, options,
    path, put, resealed, snapshot_bytes, tally,
};
use sprague::heap::HeapGame;
use sprague::sequence::Kernel;
use sprague::star::RowProof;
use sprague_store::formats::{Coded, Encoder, Entry, Kind, Packing, Piece, Position, Sealed, Snapshot};
use sprague_store::{
    Choice, Keep, KeptProof, Label, RowRun, RowStatus, Run, RunSettings, StatisticsCheck, status, verify,
};

pub fn change(memory: &Memory, name: &str, change: impl FnOnce(&mut Snapshot)) {
    let bytes = get(memory, name);
    let mut snapshot = Snapshot::decode(&content(name, &bytes)).expect("a snapshot");
    change(&mut snapshot);
    put(memory, name, resealed(name, &bytes, &snapshot_bytes(&snapshot)));
}

#[test]
fn invented_statistics_are_not_believed() {
    let whole = finished("0.16", TO, Keep::Nothing);
    let (truth, _) = status(&folder(&whole)).expect("a run");
    assert_eq!((truth.label, truth.statistics), (Label::Audited, StatisticsCheck::Counted));
    let inventions: [&dyn Fn(&mut Snapshot); 6] = [
        &|snapshot| {
            let (even, odd, mut zeros, records) = lists(&snapshot.tally);
            *zeros.last_mut().expect("a zero") += 1;
            snapshot.tally = tally(&even, &odd, &zeros, &records);
        },
        &|snapshot| {
            let (even, odd, zeros, mut records) = lists(&snapshot.tally);
            records.last_mut().expect("a record").0 -= 1;
            snapshot.tally = tally(&even, &odd, &zeros, &records);
        },
        &|snapshot| {
            let (mut even, odd, zeros, records) = lists(&snapshot.tally);
            (even[1], even[2]) = (even[1] + 1, even[2] - 1);
            snapshot.tally = tally(&even, &odd, &zeros, &records);
        },
        &|snapshot| {
            let last = snapshot.rares.pop().expect("a rare heap");
            snapshot.rares.push((last.0 - 2, last.1));
        },
        &|snapshot| snapshot.audited.right += 1000,
        &|snapshot| *snapshot.partial.last_mut().expect("a value") ^= 1,
    ];
    for (number, invention) in inventions.iter().enumerate() {
        let memory = Memory::with(whole.files());
        change(&memory, &newest(&memory), invention);
        let (after, _) = status(&folder(&memory)).expect("a run");
        assert_eq!(after.warnings.len(), 1, "{number}: {:?}", after.warnings);
        assert!(after.done < truth.done, "{number}");
        assert!(go_on(&memory, None).is_ok(), "{number}");
        let (after, _) = status(&folder(&memory)).expect("a run");
        assert_eq!((&after.tally, &after.rares), (&truth.tally, &truth.rares), "{number}");
        assert_eq!(after.manifest.result, truth.manifest.result, "{number}");
    }
}

/// The log and the newest checkpoint are changed together, as one who has time would: only computing again shows it.
pub fn forge(memory: &Memory, segment: usize, forge: impl FnOnce(&mut Entry, &mut Snapshot)) {
    let piece = get(memory, "log/0");
    let mut log = Piece::decode(0, &content("log/0", &piece)).expect("a piece");
    let name = newest(memory);
    let (mut hash, mut next) = ([0; 32], 0);
    change(memory, &name, |snapshot| {
        forge(&mut log.entries[segment], snapshot);
        let mut hasher = blake3::Hasher::new();
        for entry in &log.entries {
            hasher.update(blake3::hash(&entry.encode()).as_bytes());
        }
        snapshot.log = *hasher.finalize().as_bytes();
        snapshot.position = Position::Start;
        (hash, next) = (snapshot.hash(), snapshot.next);
    });
    log.marks.iter_mut().for_each(|mark| mark.hash = if mark.next == next { hash } else { mark.hash });
    for name in ["log/0", "log/0.copy"] {
        put(memory, name, resealed(name, &piece, &log.encode()));
    }
}

/// The last zero of a segment, if it has one, is one further.
pub fn forge_zeros(entry: &mut Entry, snapshot: &mut Snapshot) {
    let Some(zero) = entry.added.zeros.last_mut() else { return };
    let (even, odd, mut zeros, records) = lists(&snapshot.tally);
    zeros.iter_mut().filter(|listed| *listed == zero).for_each(|listed| *listed += 1);
    *zero += 1;
    snapshot.tally = tally(&even, &odd, &zeros, &records);
}

#[test]
fn verify_recomputes_the_statistics_and_what_it_finds_stays_on_record() {
    let memory = finished("0.16", TO, Keep::Nothing);
    let (truth, _) = status(&folder(&memory)).expect("a run");
    forge(&memory, 0, forge_zeros);
    let (before, _) = status(&folder(&memory)).expect("a run");
    assert_eq!((before.done, &before.signature), (truth.done, &truth.signature), "{:?}", before.warnings);
    assert_ne!(before.tally, truth.tally);
    assert_ne!(before.statistics, StatisticsCheck::Recomputed);
    assert!(before.manifest.result.is_none(), "the result has other counts");
    let report = verify(&folder(&memory), &Choice::default(), 1, &mut Quiet::default()).expect("a run");
    assert_eq!((report.mismatches.len(), report.open, report.label), (1, 1, Label::Computed));
    let (after, _) = status(&folder(&memory)).expect("a run");
    assert_eq!((after.label, after.statistics), (Label::Computed, StatisticsCheck::Refuted));
    assert_eq!(after.disagreements[0].segment, 0);
    // what agrees elsewhere does not settle it
    let elsewhere = Choice { segments: Some(1..2), ..Choice::default() };
    let report = verify(&folder(&memory), &elsewhere, 1, &mut Quiet::default()).expect("a run");
    assert_eq!((report.open, report.label), (1, Label::Computed));
    // the run goes back to before it, and ends with what is true
    let warnings = go_on(&memory, None).expect("it goes on");
    assert!(warnings.iter().any(|warning| warning.contains("segment 0 wrong")), "{warnings:?}");
    let (after, _) = status(&folder(&memory)).expect("a run");
    assert_eq!((&after.tally, &after.signature), (&truth.tally, &truth.signature));
    assert_eq!(after.manifest.result, truth.manifest.result);
    assert_eq!(after.disagreements, vec![]);
    let report = verify(&folder(&memory), &Choice::default(), 1, &mut Quiet::default()).expect("a run");
    assert_eq!((report.mismatches.len(), report.open, report.label), (0, 0, Label::DoubleChecked));
    let (after, _) = status(&folder(&memory)).expect("a run");
    assert_eq!((after.label, after.statistics), (Label::DoubleChecked, StatisticsCheck::Recomputed));
    // a damaged record of verifications is read from its copy, and nothing is known without both
    put(&memory, "verified.json", b"{}".to_vec());
    assert_eq!(status(&folder(&memory)).expect("a run").0.label, Label::DoubleChecked);
    put(&memory, "verified-copy.json", b"{}".to_vec());
    assert_eq!(status(&folder(&memory)).expect("a run").0.label, Label::Computed);
}

#[test]
fn files_of_another_run_or_place_are_named_and_not_used() {
    let whole = finished("0.16", TO, Keep::Values);
    let other = finished("0.106", TO, Keep::Values);
    let (truth, _) = status(&folder(&whole)).expect("a run");
    let names: Vec<String> = other
        .files()
        .keys()
        .map(|path| path.strip_prefix("run").expect("in it").to_string_lossy().into_owned())
        .collect();
    let own = newest(&whole);
    for name in names.iter().filter(|name| name.contains('-') || name.contains('/')) {
        if name.starts_with("manifest") {
            continue;
        }
        let memory = Memory::with(whole.files());
        let target = if name.starts_with("checkpoint-") { &own } else { name };
        put(&memory, target, get(&other, name));
        let (after, contents) = status(&folder(&memory)).expect("a run");
        assert_eq!(after.tally.heaps(), after.done.map_or(0, |done| done + 1));
        assert!(after.done != truth.done || after.signature == truth.signature, "{name}");
        if name.starts_with("values/") {
            let segment = name.rsplit('/').next().and_then(|number| number.parse().ok()).expect("a number");
            let refusal = contents.values(segment).expect_err("another game's").to_string();
            assert!(refusal.contains("another run"), "{refusal}");
        } else if !name.starts_with("states/") {
            assert!(
                after.warnings.iter().any(|warning| warning.contains("another run")),
                "{name}: {:?}",
                after.warnings
            );
        }
        go_on(&memory, None).expect("it goes on");
        let (after, _) = status(&folder(&memory)).expect("a run");
        assert_eq!(after.manifest.result, truth.manifest.result, "{name}");
    }
    // within one run
    let memory = Memory::with(whole.files());
    put(&memory, "log/1", get(&memory, "log/0"));
    put(&memory, "values/0/1", get(&memory, "values/0/0"));
    let (after, contents) = status(&folder(&memory)).expect("a run");
    assert_eq!(after.signature, truth.signature);
    assert!(contents.values(1).expect_err("misplaced").to_string().contains("another place"));
}

#[test]
fn both_manifests_lost_are_made_again_by_the_command_that_started_the_run() {
    let memory = finished("0.16", TO, Keep::Nothing);
    let before = status(&folder(&memory)).expect("a run").0.manifest.result;
    for name in ["manifest.json", "manifest-copy.json"] {
        put(&memory, name, b"{".to_vec());
    }
    let refusal = status(&folder(&memory)).err().expect("no manifest").to_string();
    assert!(refusal.ends_with("there is no whole copy"), "{refusal}");
    let create = |game: &str| {
        let settings = RunSettings { to: TO, keep: Keep::Nothing, state_bytes: 1 << 30 };
        Run::create(folder(&memory), &game.parse::<HeapGame>().expect("a game"), settings, options())
    };
    let refusal = create("0.106").err().expect("another game").to_string();
    assert!(refusal.contains("no file of the folder is of a run of 0.106"), "{refusal}");
    let mut run = create("0.16").expect("the same game");
    let mut first = None;
    run.disturbance = Some(Box::new(move |engine| assert!(*first.get_or_insert(engine.next()) > TO)));
    finish(&mut run);
    drop(run);
    assert_eq!(status(&folder(&memory)).expect("a run").0.manifest.result, before);
}

#[test]
fn a_small_file_cannot_ask_for_much_memory() {
    let memory = finished("0.16", 5000, Keep::Nothing);
    let name = newest(&memory);
    let bytes = get(&memory, &name);
    // packed, where a checkpoint is never packed: half a gigabyte of zeros in some kilobytes
    let zeros = vec![0; 1 << 29];
    let bomb = Sealed::new(Kind::Snapshot, Packing::Zstd, binding(&bytes), &[&zeros])
        .expect("allowed")
        .parts()
        .concat();
    assert!(bomb.len() < 1 << 20);
    put(&memory, &name, bomb);
    let (after, _) = status(&folder(&memory)).expect("a run");
    assert!(after.warnings[0].contains("packing"), "{:?}", after.warnings);
    assert!(Sealed::new(Kind::Segments, Packing::Plain, binding(&bytes), &[&zeros]).is_none());
    // a list that says it is longer than the file
    let mut encoder = Encoder::default();
    encoder.raw(&[0; 64]).number(5001).number(0).number(1 << 60);
    put(&memory, &name, resealed(&name, &bytes, &encoder.into_bytes()));
    let (after, _) = status(&folder(&memory)).expect("a run");
    assert!(after.warnings[0].contains("cannot be read"), "{:?}", after.warnings);
}

/// The fields of the header of a file changed, and its hash made right.
fn with_header(name: &str, bytes: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    change(&mut changed[..80]);
    let hash = *blake3::Hasher::new().update(&changed[..80]).update(&bytes[112..]).finalize().as_bytes();
    assert_ne!(manner(name).0, Kind::Values);
    changed[80..112].copy_from_slice(&hash);
    changed
}

/// Version 1 was never published: its files and its manifests are refused in words.
#[test]
fn files_of_another_version_are_refused() {
    let memory = finished("0.16", 5000, Keep::Nothing);
    let name = newest(&memory);
    let other = with_header(&name, &get(&memory, &name), |header| header[12] = 1);
    put(&memory, &name, other);
    let (after, _) = status(&folder(&memory)).expect("a run");
    assert!(after.warnings[0].contains("another version"), "{:?}", after.warnings);
    let mut document: serde_json::Value =
        serde_json::from_slice(&get(&memory, "manifest.json")).expect("a document");
    document["format"] = 1.into();
    document["check"] = "".into();
    let check = blake3::hash(&serde_json::to_vec(&document).expect("plain data")).to_hex().to_string();
    document["check"] = check.into();
    for name in ["manifest.json", "manifest-copy.json"] {
        put(&memory, name, serde_json::to_vec_pretty(&document).expect("plain data"));
    }
    let refusal = status(&folder(&memory)).err().expect("another format").to_string();
    assert!(refusal.contains("it has format 1, this program reads format 2"), "{refusal}");
}

#[test]
fn what_a_file_says_of_a_proved_row_is_recomputed() {
    let memory = Memory::default();
    let mut run = RowRun::open(folder(&memory), 10, &mut |_| {}).expect("a folder");
    run.work(1, &AtomicBool::new(false), &mut |_| {}).expect("no failure");
    drop(run);
    let name =
        memory.files().into_keys().rfind(|path| path.to_string_lossy().contains("tracks-")).expect("one");
    let name = name.file_name().expect("a name").to_string_lossy().into_owned();
    let bytes = get(&memory, &name);
    let (truth, _) = RowProof::from_bytes(&content(&name, &bytes)).expect("a proof");
    assert!(RowStatus::look(&folder(&memory)).expect("readable").is_some());
    for number in 0..4 {
        let mut proof = truth.clone();
        let last = proof.history.last_mut().expect("a row");
        match number {
            0 => last.0.first_column += 1,
            1 => proof.history[4].0.first_column += 1,
            2 => proof.history[6].0.period *= 2,
            _ => proof.level.marks[7].places.swap(0, 1),
        }
        let last = proof.history.last().expect("a row").0;
        proof.stage = sprague::star::RowStage::Proved(last);
        put(&memory, &name, resealed(&name, &bytes, &proof.to_bytes(0)));
        let damaged = memory.files().keys().filter(|path| path.to_string_lossy().contains("tracks-")).count();
        match RowStatus::look(&folder(&memory)) {
            Err(error) => assert!(error.to_string().contains("tracks-"), "{number}: {error}"),
            Ok(found) => {
                assert!(damaged > 1, "{number}");
                assert!(found.is_none_or(|found| !found.proof.is_over()), "{number}");
            }
        }
        let mut warnings = Vec::new();
        let again = Memory::with(memory.files());
        let mut run = RowRun::open(folder(&again), 10, &mut |text| warnings.push(text)).expect("a folder");
        assert!(warnings.iter().any(|warning| warning.contains(&name)), "{number}: {warnings:?}");
        run.work(1, &AtomicBool::new(false), &mut |_| {}).expect("no failure");
        assert_eq!(run.proof().history, truth.history, "{number}");
        assert!(again.files().contains_key(&path(&format!("{name}.bad"))));
    }
}

/// A kept state and its mark in the log are changed together: it remembers less, and what it remembers first is wrong.
/// Only computing again shows it.
#[test]
fn verify_compares_a_kept_state_as_far_as_it_remembers() {
    for damaged in [false, true] {
        // behind heap 2^22, from where on states are kept instead of values
        let memory = finished("0.16", 5 << 20, Keep::Nothing);
        let name = "states/5";
        let mut hashes = ([0; 32], [0; 32]);
        change(&memory, name, |snapshot| {
            hashes.0 = snapshot.hash();
            let Position::State(state) = &mut snapshot.position else {
                panic!("the block engine was at work")
            };
            let keep = 1 << 16;
            assert!(state.window.len() > keep);
            state.window.drain(..state.window.len() - keep);
            state.from = state.next - keep as u64;
            if damaged {
                state.window[..8].iter_mut().for_each(|index| *index ^= 1);
            }
            hashes.1 = snapshot.hash();
        });
        let piece = get(&memory, "log/0");
        let mut log = Piece::decode(0, &content("log/0", &piece)).expect("a piece");
        let mark = log.marks.iter_mut().find(|mark| mark.hash == hashes.0).expect("its mark");
        mark.hash = hashes.1;
        for name in ["log/0", "log/0.copy"] {
            put(&memory, name, resealed(name, &piece, &log.encode()));
        }
        let report = verify(&folder(&memory), &Choice::default(), 1, &mut Quiet::default()).expect("a run");
        let refuted = !report.mismatches.is_empty();
        assert_eq!((refuted, report.label == Label::DoubleChecked), (damaged, !damaged), "{report:?}");
    }
}

/// Where both manifests were lost nobody knows the kernels of the run: none of those that it may have used verifies it.
#[test]
fn a_run_with_a_new_manifest_is_verified_by_a_kernel_that_it_cannot_have_used() {
    let memory = finished("0.16", 50_000, Keep::Nothing);
    for name in ["manifest.json", "manifest-copy.json"] {
        put(&memory, name, b"{".to_vec());
    }
    let settings = RunSettings { to: 60_000, keep: Keep::Nothing, state_bytes: 1 << 30 };
    let game = game("0.16");
    let mut run = Run::create(folder(&memory), &game, settings, options()).expect("the same game");
    finish(&mut run);
    drop(run);
    for kernel in Kernel::available().into_iter().filter(|&kernel| kernel.method.continues_states()) {
        let choice = Choice { kernel: Some(kernel), ..Choice::default() };
        let refusal = verify(&folder(&memory), &choice, 1, &mut Quiet::default()).expect_err("a refusal");
        assert!(refusal.to_string().contains("with another kernel"), "{kernel}: {refusal}");
    }
    let report = verify(&folder(&memory), &Choice::default(), 1, &mut Quiet::default()).expect("a run");
    assert_eq!((report.kernel, report.label), (Kernel::TEXTBOOK, Label::DoubleChecked));
}
