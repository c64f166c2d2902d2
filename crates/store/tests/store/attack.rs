//! Attacks on run folders: flips, truncations, and files with a right checksum and a wrong content. What is left is
//! judged by values computed apart from the store: no wrong value, no wrong statistic, no label that says too much.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use crate::disk::Memory;
use crate::kit::{
    Files, Quiet, content, damaged, finish, folder, game, lists, names, options, path, put, resealed,
    snapshot_bytes, tally,
};
use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::{CHUNK, Engine, EngineSettings, Kernel, Space, leaf, root};
use sprague::star::{RowPeriod, RowProof, RowStage};
use sprague_kit::{Random, extent};
use sprague_store::formats::{Piece, Position, Snapshot, is_engine_of};
use sprague_store::{
    Choice, Keep, KeptProof, Label, RowRun, RowStatus, Run, RunEnding, RunSettings, Status, StoreError,
    Tally, status, verify,
};

/// The files of a proof, and what is true of its rows.
type RowBase = (Files, Vec<(RowPeriod, Vec<usize>)>);

/// A run that was finished, and what is true of it.
pub struct Base {
    pub files: Files,
    rule: String,
    to: u64,
    values: Vec<Nimber>,
    label: Label,
    hash: String,
    /// The last heap of the older of the two checkpoints.
    before: u64,
    known: Mutex<HashMap<u64, (String, Tally)>>,
}

impl Base {
    pub fn new(code: &str, to: u64, keep: Keep, verified: bool) -> Self {
        let memory = Memory::default();
        let game = game(code);
        let settings = RunSettings { to: to - to / 5, keep, state_bytes: 1 << 30 };
        for to in [settings.to, to] {
            let created = Run::create(folder(&memory), &game, settings, options());
            let opened = created.or_else(|_| Run::open(folder(&memory), Some(to), options()));
            let mut run = opened.expect("a folder");
            run.checkpoint_every = Duration::from_millis(20);
            finish(&mut run);
        }
        if verified {
            let report =
                verify(&folder(&memory), &Choice::default(), 1, &mut Quiet::default()).expect("a run");
            assert_eq!(report.label, Label::DoubleChecked);
        }
        let mut values = Vec::new();
        let other = EngineSettings { kernel: Kernel::TEXTBOOK, ..options() };
        let other = if to > 1 << 16 { EngineSettings { block: 96, ..options() } } else { other };
        let _ = Engine::new(game.rule.clauses(), other).stream(to, &mut |_: u64, chunk: &[Nimber]| {
            values.extend_from_slice(chunk);
            std::ops::ControlFlow::Continue(())
        });
        let (truth, _) = status(&folder(&memory)).expect("a run");
        let snapshots: Vec<u64> = names(&memory.files())
            .iter()
            .filter(|name| name.starts_with("checkpoint-"))
            .map(|name| snapshot(&memory.files(), name).next)
            .collect();
        let hash = truth.manifest.result.as_ref().expect("a result").hash.clone();
        let before = snapshots.iter().min().copied().unwrap_or(1).saturating_sub(1);
        let (rule, label) = (truth.manifest.rule, truth.label);
        let known = Mutex::default();
        Self { files: memory.files(), rule, to, values, label, hash, before, known }
    }

    /// The signature and the tally of the heaps 0 to `done`.
    fn truth(&self, done: u64) -> (String, Tally) {
        let mut known = self.known.lock().expect("nobody panicked");
        let made = known.entry(done).or_insert_with(|| {
            let values = &self.values[..=done as usize];
            let (mut tally, mut leaves) = (Tally::default(), Vec::new());
            for (number, chunk) in (0..).zip(values.chunks(CHUNK as usize)) {
                leaves.push(leaf(number * CHUNK, chunk.into()));
                let mut segment = Tally::default();
                segment.add(number * CHUNK, chunk.into());
                tally.merge(&segment);
            }
            (root(&leaves), tally)
        });
        made.clone()
    }

    /// What is wrong with a status, if something is.
    pub fn judge(&self, found: &Status) -> Result<(), String> {
        if found.label > self.label {
            return Err(format!("the label {} says too much", found.label));
        }
        let Some(done) = found.done else { return Ok(()) };
        if found.manifest.rule != self.rule || done > self.to {
            return Err(format!("{} to {done} was never computed", found.manifest.rule));
        }
        let (signature, tally) = self.truth(done);
        if signature != found.signature || tally != found.tally {
            return Err(format!("wrong values or statistics to {done}"));
        }
        let space = found.space.and_then(Space::from_parts);
        let values = (0..).zip(&self.values[..=done as usize]);
        let rare =
            values.filter(|(heap, value)| space.is_some_and(|space| space.is_rare(*heap, value.0 as u32)));
        if !rare.map(|(heap, value)| (heap, value.0)).eq(found.rares.iter().copied()) {
            return Err(format!("wrong rare heaps to {done}"));
        }
        match &found.manifest.result {
            Some(result) if result.done == done && done == self.to && result.hash != self.hash => {
                Err("a result with another hash".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Goes on to the end; a refusal is no mistake.
    pub fn resume(&self, memory: &Memory) -> Result<bool, String> {
        let mut run = match Run::open(folder(memory), Some(self.to), options()) {
            Ok(run) => run,
            Err(StoreError::Io { what, path, source }) => {
                return Err(format!("{what} {}: {source}", path.display()));
            }
            Err(_) => return Ok(false),
        };
        if run.manifest().rule != self.rule {
            return Ok(false);
        }
        let ending = run.work(&AtomicBool::new(false), &mut Quiet::default());
        drop(run);
        match ending {
            Ok(RunEnding::Finished) => {}
            Ok(RunEnding::Stopped) => return Err("it stopped".to_owned()),
            Err(StoreError::Io { what, path, source }) => {
                return Err(format!("{what} {}: {source}", path.display()));
            }
            Err(_) => return Ok(false),
        }
        let (after, _) = status(&folder(memory)).map_err(|error| error.to_string())?;
        let hash = after.manifest.result.as_ref().map(|result| result.hash.clone());
        if hash.as_ref() != Some(&self.hash) {
            return Err("it ended with another hash".to_owned());
        }
        self.judge(&after)?;
        Ok(true)
    }
}

fn snapshot(files: &Files, name: &str) -> Snapshot {
    Snapshot::decode(&content(name, &files[&path(name)])).expect("a snapshot")
}

/// The runs that are attacked, with how often each is chosen.
fn bases() -> &'static [(Base, usize)] {
    static BASES: OnceLock<Vec<(Base, usize)>> = OnceLock::new();
    BASES.get_or_init(|| {
        vec![
            (Base::new("grundy", 3_000, Keep::Nothing, false), 45),
            (Base::new("0.106", 20_000, Keep::Nothing, true), 25),
            (Base::new("0.16", (1 << 20) + 5_000, Keep::Values, true), 20),
            // beyond 2^22 heaps a checkpoint holds a state of the engine
            (Base::new("0.106", (4 << 20) + 3_000, Keep::Nothing, false), 1),
        ]
    })
}

fn choose(chance: &mut Random) -> &'static Base {
    let bases = bases();
    let mut at = chance.index(bases.iter().map(|base| base.1).sum());
    for (base, share) in bases {
        if at < *share {
            return base;
        }
        at -= share;
    }
    &bases[0].0
}

/// The proof of a row: its files in the middle of the work and at the end, and its rows.
fn rows() -> &'static [RowBase] {
    static ROWS: OnceLock<Vec<RowBase>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let memory = Memory::default();
        let stop = AtomicBool::new(false);
        let mut run = RowRun::open(folder(&memory), 9, &mut |_| {}).expect("a folder");
        run.checkpoint_every = Duration::ZERO;
        let mut told = 0;
        run.work(1, &stop, &mut |_| {
            told += 1;
            stop.store(told > 4, std::sync::atomic::Ordering::Relaxed);
        })
        .expect("no failure");
        drop(run);
        let middle = memory.files();
        let mut run = RowRun::open(folder(&memory), 9, &mut |_| {}).expect("a folder");
        run.checkpoint_every = Duration::ZERO;
        run.work(1, &AtomicBool::new(false), &mut |_| {}).expect("no failure");
        let history = run.proof().history.clone();
        drop(run);
        vec![(middle, history.clone()), (memory.files(), history)]
    })
}

/// What is wrong with what a folder says of a row.
fn judge_row(memory: &Memory, history: &[(RowPeriod, Vec<usize>)], goes_on: bool) -> Result<(), String> {
    if let Ok(Some(found)) = RowStatus::look(&folder(memory)) {
        let proof = &found.proof;
        if !history.starts_with(&proof.history) {
            return Err("a false period".to_owned());
        }
        if let RowStage::Proved(row) = proof.stage
            && history[row.row - 1].0 != row
        {
            return Err("a false row".to_owned());
        }
    }
    if goes_on && let Ok(mut run) = RowRun::open(folder(memory), 9, &mut |_| {}) {
        run.work(1, &AtomicBool::new(false), &mut |_| {}).map_err(|error| error.to_string())?;
        if matches!(run.proof().stage, RowStage::Proved(_)) && run.proof().history != history {
            return Err("a false row at the end".to_owned());
        }
    }
    Ok(())
}

/// What came of a try: a refusal to go on, the true end, or neither; what was wrong; a panic.
type Tried = std::thread::Result<Result<Option<bool>, String>>;

fn judged_row(memory: &Memory, history: &[(RowPeriod, Vec<usize>)], goes_on: bool) -> Tried {
    catch_unwind(AssertUnwindSafe(|| judge_row(memory, history, goes_on).map(|()| None)))
}

/// Counts what came out.
#[derive(Default)]
struct Count {
    wrong: Vec<String>,
    panics: Vec<String>,
    resumed: u64,
    refused: u64,
}

impl Count {
    fn note(&mut self, case: &str, tried: Tried) {
        match tried {
            Ok(Ok(None)) => {}
            Ok(Ok(Some(true))) => self.resumed += 1,
            Ok(Ok(Some(false))) => self.refused += 1,
            Ok(Err(what)) => self.wrong.push(format!("{case}: {what}")),
            Err(_) => self.panics.push(case.to_owned()),
        }
    }

    fn print(&self, what: &str, tries: u64) {
        println!(
            "attack | {what} | {tries} | {} wrong, {} panics; {} resumed to the true end, {} refused to",
            self.wrong.len(),
            self.panics.len(),
            self.resumed,
            self.refused
        );
        assert!(self.wrong.is_empty() && self.panics.is_empty(), "{:?} {:?}", self.wrong, self.panics);
    }
}

/// A flip or a truncation of one file: nothing may be lost beyond the checkpoint before.
fn damaged_run(chance: &mut Random, goes_on: bool) -> (String, Tried) {
    let base = choose(chance);
    let names = names(&base.files);
    let name = &names[chance.index(names.len())];
    let memory = Memory::with(base.files.clone());
    put(&memory, name, damaged(&base.files[&path(name)], chance));
    let case = format!("{} {name}", base.rule);
    let tried = catch_unwind(AssertUnwindSafe(|| {
        let (found, contents) = status(&folder(&memory)).map_err(|error| error.to_string())?;
        base.judge(&found)?;
        if found.done.is_none_or(|done| done < base.before) {
            return Err(format!("only {:?} is left, {} was there", found.done, base.before));
        }
        if name.starts_with("values/") {
            let segment = name.rsplit('/').next().and_then(|number| number.parse().ok()).expect("a number");
            if contents.values(segment).is_ok() {
                return Err("damaged values are read".to_owned());
            }
        }
        if !goes_on {
            return Ok(None);
        }
        if base.resume(&memory)? { Ok(Some(true)) } else { Err("it does not go on".to_owned()) }
    }));
    (case, tried)
}

#[test]
fn attack_flips_and_truncations_over_every_file() {
    let tries = extent(200, 10_000);
    let mut chance = Random::new(1);
    let mut count = Count::default();
    for number in 0..tries {
        let (case, tried) = if number % 12 == 11 {
            let (files, history) = &rows()[chance.index(2)];
            let names = names(files);
            let name = &names[chance.index(names.len())];
            let memory = Memory::with(files.clone());
            put(&memory, name, damaged(&files[&path(name)], &mut chance));
            (format!("row {name}"), judged_row(&memory, history, number % 600 == 11))
        } else {
            damaged_run(&mut chance, number % 40 == 7)
        };
        count.note(&format!("try {number} of seed 1: {case}"), tried);
    }
    count.print("run folders: flips and truncations over every file", tries);
}

/// Changes some field of a snapshot.
fn change_snapshot(snapshot: &mut Snapshot, chance: &mut Random) {
    let some = chance.any() >> chance.index(64);
    let (mut even, mut odd, mut zeros, mut records) = lists(&snapshot.tally);
    match chance.index(24) {
        0 => snapshot.next = some,
        1 => snapshot.next = snapshot.next.wrapping_add(1),
        2 => snapshot.milliseconds = some,
        3 => change(&mut even, chance),
        4 => change(&mut odd, chance),
        5 => change(&mut zeros, chance),
        6 => change_pairs(&mut records, chance),
        7 => change_values(&mut snapshot.partial, chance),
        8 => change_values(&mut snapshot.small, chance),
        9 => snapshot.tall.from = some,
        10 => snapshot.tall.list.push((some, chance.any() as u32)),
        11 => snapshot.audited.right = some,
        12 => snapshot.audited.weak = some,
        13 => snapshot.audited.in_segment = some,
        14 => snapshot.space = Some((some as u32, None)),
        15 => change_pairs(&mut snapshot.rares, chance),
        16 => snapshot.rule[chance.index(32)] ^= 1,
        17 => snapshot.log = [some as u8; 32],
        18 => snapshot.position = Position::Start,
        19 => snapshot.audited.open = some,
        20 => drop(zeros.pop()),
        21 => {
            let (one, other) = (chance.index(even.len()), chance.index(even.len()));
            if !even.is_empty() && even[one] > 0 {
                even[one] -= 1;
                even[other] += 1;
            }
        }
        _ => match &mut snapshot.position {
            Position::Start => {}
            Position::Values(values) => {
                change_values(values, chance);
                let partial = snapshot.partial.len();
                if chance.index(2) == 0 && values.len() >= partial {
                    snapshot.partial = values[values.len() - partial..].to_vec();
                }
            }
            Position::State(state) => match chance.index(8) {
                0 => state.next = some,
                1 => state.from = some,
                2 => state.seen = some as u32,
                3 => state.full = !state.full,
                4 => drop(state.window.pop()),
                5 => {
                    let at = chance.index(state.window.len());
                    state.window[at] ^= 1;
                }
                6 => state.rares.push((some, 1)),
                _ => state.space = (some as u32, None),
            },
        },
    }
    snapshot.tally = if [&even, &odd].iter().all(|list| list.len() < 1 << 20) && zeros.len() <= 10_000 {
        tally(&even, &odd, &zeros, &records)
    } else {
        return;
    };
}

fn change(list: &mut Vec<u64>, chance: &mut Random) {
    let at = chance.index(list.len());
    match (chance.index(3), list.get_mut(at)) {
        (0, Some(number)) => *number = number.wrapping_add(1),
        (1, Some(number)) => *number = chance.any(),
        _ => list.push(chance.any() >> 40),
    }
}

fn change_pairs(list: &mut Vec<(u64, u64)>, chance: &mut Random) {
    let at = chance.index(list.len());
    match (chance.index(4), list.get_mut(at)) {
        (0, Some(pair)) => pair.0 = pair.0.wrapping_add(1),
        (1, Some(pair)) => pair.1 = pair.1.wrapping_add(1),
        (2, Some(_)) => drop(list.remove(at)),
        _ => list.push((chance.any() >> 40, chance.any() >> 60)),
    }
}

fn change_values(values: &mut Vec<u32>, chance: &mut Random) {
    let at = chance.index(values.len());
    match (chance.index(3), values.get_mut(at)) {
        (0, Some(value)) => *value ^= 1,
        (1, Some(value)) => *value = chance.any() as u32,
        _ => drop(values.pop()),
    }
}

/// Changes some field of a piece of the log.
fn change_piece(piece: &mut Piece, chance: &mut Random) {
    let at = chance.index(piece.entries.len());
    let some = chance.any() >> chance.index(64);
    let which = chance.index(piece.marks.len());
    if let Some(mark) = piece.marks.get_mut(which)
        && (piece.entries.is_empty() || chance.index(4) == 0)
    {
        match chance.index(3) {
            0 => mark.next = some,
            1 => mark.hash[chance.index(32)] ^= 1,
            _ => mark.kept = !mark.kept,
        }
        return;
    }
    let Some(entry) = piece.entries.get_mut(at) else { return piece.marks.clear() };
    match chance.index(10) {
        0 => entry.segment.leaf[chance.index(32)] ^= 1,
        1 => change_pairs(&mut entry.segment.counts, chance),
        2 => {
            let counts = &mut entry.segment.counts;
            let (one, other) = (chance.index(counts.len()), chance.index(counts.len()));
            if one != other && counts[one].1 > 1 {
                counts[one].1 -= 1;
                counts[other].1 += 1;
            }
        }
        3 => entry.segment.space = Some((some as u32, None)),
        4 => entry.segment.rare_count = some,
        5 => change_pairs(&mut entry.segment.rares, chance),
        6 => change(&mut entry.added.zeros, chance),
        7 => change_pairs(&mut entry.added.records, chance),
        8 => change_pairs(&mut entry.added.even, chance),
        _ => drop(piece.entries.pop()),
    }
}

/// Changes some field of a JSON document, and makes its check right.
fn change_document(name: &str, bytes: &[u8], chance: &mut Random) -> Vec<u8> {
    let mut document: serde_json::Value = serde_json::from_slice(bytes).expect("a document");
    let some = chance.any() >> chance.index(64);
    if name.starts_with("manifest") {
        match chance.index(12) {
            0 => document["game"] = "grundy\u{1b}[2J".into(),
            1 => document["rule"] = "0.77".into(),
            2 => document["to"] = some.into(),
            3 => document["from"] = some.into(),
            4 => document["format"] = (some % 4).into(),
            5 => document["state_bytes"] = some.into(),
            6 => document["keep_values"] = true.into(),
            7 => document["sessions"] = serde_json::json!([]),
            8 => document["result"]["signature"] = "00".repeat(32).into(),
            9 => document["result"]["done"] = some.into(),
            10 => document["result"] = serde_json::Value::Null,
            _ => document["result"]["counts"] = "11".repeat(32).into(),
        }
        if let (Some(rule), Some(result)) = (document["rule"].as_str(), document["result"].as_object()) {
            let text = |name: &str| result[name].as_str().unwrap_or_default().to_owned();
            let (from, done) = (&document["from"], &result["done"]);
            let own = format!(
                "{rule}\n{from}\n{done}\n{}\n{}\n{}\n",
                text("signature"),
                text("log"),
                text("counts")
            );
            document["result"]["hash"] = blake3::hash(own.as_bytes()).to_hex().to_string().into();
        }
        document["check"] = "".into();
        let check = blake3::hash(&serde_json::to_vec(&document).expect("plain data")).to_hex().to_string();
        document["check"] = check.into();
    } else {
        let stretches = document["stretches"].as_array().map_or(0, Vec::len);
        let stretch = &mut document["stretches"][chance.index(stretches)];
        match chance.index(5) {
            0 => stretch["first"] = some.into(),
            1 => stretch["until"] = some.into(),
            2 => stretch["end"] = some.into(),
            3 => stretch["signature"] = "00".repeat(32).into(),
            _ => stretch["statistics"] = "".into(),
        }
        let checked = serde_json::json!([document["run"], document["stretches"], document["disagreements"]]);
        let check = blake3::hash(&serde_json::to_vec(&checked).expect("plain data")).to_hex().to_string();
        document["check"] = check.into();
    }
    serde_json::to_vec_pretty(&document).expect("plain data")
}

/// A file with one to three fields changed, its checksum right.
pub fn hostile(name: &str, bytes: &[u8], chance: &mut Random) -> Vec<u8> {
    if name.contains(".json") {
        return change_document(name, bytes, chance);
    }
    let inside = content(name, bytes);
    let changes = 1 + chance.index(3);
    let blind = chance.index(5) == 0;
    let changed = if blind || name.starts_with("values/") {
        let mut changed = inside;
        for _ in 0..changes {
            let at = chance.index(changed.len());
            match (chance.index(3), changed.get_mut(at)) {
                (0, Some(byte)) => *byte ^= 1 << (at % 8),
                (1, Some(byte)) => *byte = 0xff,
                _ => changed.truncate(at),
            }
        }
        changed
    } else if name.starts_with("log/") {
        let mut piece = Piece::decode(0, &inside).expect("a piece");
        (0..changes).for_each(|_| change_piece(&mut piece, chance));
        piece.encode()
    } else {
        let mut snapshot = Snapshot::decode(&inside).expect("a snapshot");
        (0..changes).for_each(|_| change_snapshot(&mut snapshot, chance));
        snapshot_bytes(&snapshot)
    };
    resealed(name, bytes, &changed)
}

fn hostile_run(chance: &mut Random, goes_on: bool) -> (String, Tried) {
    let base = choose(chance);
    let names = names(&base.files);
    let name = names[chance.index(names.len())].clone();
    let memory = Memory::with(base.files.clone());
    let bytes = hostile(&name, &base.files[&path(&name)], chance);
    put(&memory, &name, bytes.clone());
    // now and then both files of what is kept twice
    let twin = match &name {
        name if name.contains(".copy") => Some(name.replace(".copy", "")),
        name if name.starts_with("log/") => Some(format!("{name}.copy")),
        name if name.contains("-copy") => Some(name.replace("-copy", "")),
        name if name.contains(".json") => Some(name.replace(".json", "-copy.json")),
        _ => None,
    };
    let both = twin.filter(|_| chance.index(3) == 0);
    if let Some(twin) = &both {
        put(&memory, twin, bytes);
    }
    let case = format!("{} {name} {both:?}", base.rule);
    let tried = catch_unwind(AssertUnwindSafe(|| {
        match status(&folder(&memory)) {
            Ok((found, contents)) => {
                base.judge(&found)?;
                let segment = name.strip_prefix("values/0/").and_then(|number| number.parse::<u64>().ok());
                let first = segment.map(|segment| (segment * CHUNK) as usize);
                if let Some((segment, first)) = segment.zip(first)
                    && let Ok(values) = contents.values(segment)
                    && values != self::values(base, first)
                {
                    return Err("wrong values are read".to_owned());
                }
            }
            // both manifests are hostile, or the rule is another one
            Err(StoreError::Damaged { .. } | StoreError::Lost { .. }) if both.is_some() => {
                return Ok(Some(false));
            }
            Err(error) => return Err(error.to_string()),
        }
        if goes_on { base.resume(&memory).map(Some) } else { Ok(None) }
    }));
    (case, tried)
}

pub fn values(base: &Base, first: usize) -> &[Nimber] {
    &base.values[first..(first + CHUNK as usize).min(base.values.len())]
}

#[test]
fn attack_resealed_hostile_files() {
    let tries = extent(200, 10_000);
    let mut chance = Random::new(2);
    let mut count = Count::default();
    for number in 0..tries {
        let (case, tried) = if number % 12 == 11 {
            let (files, history) = &rows()[chance.index(2)];
            let names = names(files);
            let name = &names[chance.index(names.len())];
            let inside = content(name, &files[&path(name)]);
            let (mut proof, worked) = RowProof::from_bytes(&inside).expect("a proof");
            let changed = if chance.index(3) == 0 {
                let mut changed = inside;
                let at = chance.index(changed.len());
                changed[at] ^= 1 << chance.index(8);
                changed
            } else {
                let at = chance.index(proof.history.len());
                let some = chance.any() >> chance.index(64);
                match chance.index(9) {
                    0 => proof.history[at].0.period = some.max(1),
                    1 => proof.history[at].0.first_column = some,
                    2 => proof.history[at].0.first_column += 1,
                    3 => proof.start = some,
                    4 => proof.level.ratio = some,
                    5 => proof.level.base = some,
                    6 => proof.level.labels ^= 1,
                    7 => proof.level.lower_period = some,
                    _ => proof.stage = RowStage::Failed,
                }
                if let (RowStage::Proved(_), Some(last)) = (&proof.stage, proof.history.last()) {
                    proof.stage = RowStage::Proved(last.0);
                }
                proof.to_bytes(worked)
            };
            let memory = Memory::with(files.clone());
            put(&memory, name, resealed(name, &files[&path(name)], &changed));
            (format!("row {name}"), judged_row(&memory, history, number % 600 == 11))
        } else {
            hostile_run(&mut chance, number % 40 == 7)
        };
        count.note(&format!("try {number} of seed 2: {case}"), tried);
    }
    count.print("run folders: files with a right checksum and a wrong content", tries);
}

/// States that fit their snapshot and are wrong inside: an engine may go on from them, as computed, but not panic.
#[test]
fn attack_hostile_states_of_the_engine() {
    let tries = extent(40, 600);
    let (mut chance, mut panics, mut went_on) = (Random::new(4), Vec::new(), 0);
    let base = &bases()[3].0;
    let rule: HeapGame = "0.106".parse().expect("a game");
    let name = names(&base.files).into_iter().rfind(|name| name.starts_with("checkpoint-")).expect("one");
    let truth = snapshot(&base.files, &name);
    assert!(matches!(truth.position, Position::State(_)));
    for number in 0..tries {
        let mut snapshot = truth.clone();
        for _ in 0..=chance.index(3) {
            change_state(&mut snapshot, &mut chance);
        }
        let Position::State(state) = &snapshot.position else { continue };
        if !is_engine_of(&snapshot, state) {
            continue;
        }
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let engine = Engine::from_state(rule.rule.clauses(), options(), state);
            engine.map(|mut engine| {
                let to = engine.next() + 200;
                let _ = engine.stream(to, &mut |_: u64, _: &[Nimber]| std::ops::ControlFlow::Continue(()));
            })
        }));
        match tried {
            Ok(ended) => went_on += u64::from(ended.is_some()),
            Err(_) => panics.push(number),
        }
    }
    println!(
        "attack | states of the engine, changed inside | {tries} | {} panics; {went_on} went on",
        panics.len()
    );
    assert!(panics.is_empty(), "tries {panics:?} of seed 4");
}

/// Changes some field of the engine's state, and what the snapshot says of it.
fn change_state(snapshot: &mut Snapshot, chance: &mut Random) {
    let Position::State(state) = &mut snapshot.position else { return };
    let some = chance.any() >> chance.index(64);
    match chance.index(9) {
        0 => state.seen = some as u32,
        1 => state.full = !state.full,
        2 | 3 => {
            let at = chance.index(state.window.len());
            state.window[at] = some as u8;
        }
        4 => {
            let at = state.tall.partition_point(|tall| tall.0 < some);
            if some < state.next && state.tall.get(at).is_none_or(|tall| tall.0 != some) {
                state.tall.insert(at, (some, chance.any() as u32));
            }
        }
        5 => {
            let at = chance.index(state.rares.len());
            if at < state.rares.len() {
                state.rares.remove(at);
                snapshot.rares.remove(at);
            }
        }
        6 => {
            let mut small = state.small.to_vec();
            let at = chance.index(small.len());
            small.get_mut(at).into_iter().for_each(|byte| *byte = some as u8);
            small.truncate(if chance.index(4) == 0 { at } else { usize::MAX });
            state.small = small.into();
        }
        7 => state.first_space = (some as u32, None),
        _ => {
            let from = chance.index(state.window.len());
            state.window.drain(..from);
            state.from += from as u64;
        }
    }
}
