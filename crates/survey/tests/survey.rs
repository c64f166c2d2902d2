//! Surveys on a disk in memory: rows against each game on its own, crashes after every call, failing disks, damage,
//! the same unit twice, stops in the middle.

#[allow(dead_code)]
#[path = "../../store/tests/store/disk.rs"]
mod disk;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use disk::{Contents, Failing, LOSSES, Memory, RealDisk};
use sprague::Limits;
use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{EngineSettings, Sequence, Signature, Sink};
use sprague_kit::{Random, extent};
use sprague_store::{Folder, Progress, StoreError, Watcher};
use sprague_survey::{
    Collected, GameStanding, SurveyPlan, SurveyRow, TaskEnding, TaskWorker, Wish, collect, confirm, csv_text,
    games_of, run_task,
};

#[derive(Default)]
struct Quiet(Vec<String>);

impl Watcher for Quiet {
    fn warn(&mut self, text: String) {
        self.0.push(text);
    }
}

fn folder(memory: &Memory) -> Folder {
    Folder::new(Arc::new(memory.clone()), Path::new("survey"))
}

fn plan(wish: Wish, to: u64, tasks: usize) -> SurveyPlan {
    let games = games_of(&[wish]).expect("games");
    SurveyPlan::of_games(vec!["a test".to_owned()], games, (to, 10_000_000_000), Some(tasks)).expect("a plan")
}

/// A task on a disk, by a process of this name.
fn work(memory: &Memory, plan: &SurveyPlan, task: u64, token: &str) -> Result<TaskEnding, StoreError> {
    work_until(memory, plan, task, token, &AtomicBool::new(false), &|| 0.0)
}

fn work_until(
    memory: &Memory,
    plan: &SurveyPlan,
    task: u64,
    token: &str,
    stop: &AtomicBool,
    cpu: &dyn Fn() -> f64,
) -> Result<TaskEnding, StoreError> {
    let folder = folder(memory);
    let worker = TaskWorker {
        folder: &folder,
        disk: Arc::new(memory.clone()),
        token: token.to_owned(),
        host: format!("host-{token}"),
        settings: EngineSettings::default(),
        kernel: None,
        stop,
        cpu,
        checkpoint_every: Duration::from_secs(60),
    };
    run_task(plan, task, &worker, &mut Quiet::default())
}

fn found(memory: &Memory, plan: &SurveyPlan) -> Collected {
    collect(&folder(memory), plan).expect("a survey")
}

/// The rows as `merge` has them.
fn merged(memory: &Memory, plan: &SurveyPlan) -> Vec<SurveyRow> {
    let mut found = found(memory, plan);
    assert!(found.findings.iter().flatten().all(|finding| finding.standing != GameStanding::Proved));
    confirm(&folder(memory), plan, &mut found, 2).expect("no failure");
    SurveyRow::all(plan, &found)
}

/// The rows, without what depends on who computed them.
fn facts(memory: &Memory, plan: &SurveyPlan) -> Vec<SurveyRow> {
    let mut rows = SurveyRow::all(plan, &found(memory, plan));
    for row in &mut rows {
        (row.cpu_s, row.host, row.certificate) = (0.0, String::new(), None);
    }
    rows
}

fn whole(wish: Wish, to: u64, tasks: usize) -> (Memory, SurveyPlan) {
    let (memory, plan) = (Memory::default(), plan(wish, to, tasks));
    plan.write(&folder(&memory)).expect("no failure");
    for task in 1..=plan.tasks() {
        assert_eq!(work(&memory, &plan, task, "a1").expect("no failure"), TaskEnding::Finished);
    }
    assert!(found(&memory, &plan).is_whole());
    (memory, plan)
}

#[test]
fn every_row_is_that_of_its_game_alone() {
    const TO: u64 = 700;
    let wishes = [Wish::Octal("0.??".into()), Wish::Octal("4.0?".into()), Wish::Subtraction("max 5".into())];
    for wish in wishes {
        let (memory, plan) = whole(wish, TO, 3);
        let rows = merged(&memory, &plan);
        for row in &rows {
            let game: HeapGame = row.game.parse().expect("a game");
            let mut sequence = Sequence::new(game, EngineSettings::default());
            let report = sequence.period(HowFar::To(TO), &Limits::default());
            let alone = match report.finding {
                Finding::Proved(period, _) => Some((period.period, period.preperiod, period.saltus)),
                _ => None,
            };
            let own = row.period.zip(row.preperiod).zip(row.saltus).map(|((p, n), s)| (p, n, s));
            let proved = own.filter(|_| row.status == GameStanding::Proved);
            // a cousin may need a few heaps less than the game itself
            assert!(alone.is_none() || alone == proved, "{}: {alone:?} {proved:?}", row.game);
            let (mut signature, mut zeros, mut max) = (Signature::from(0), 0, 0);
            sequence
                .compute(0..=TO, &Limits::default(), &mut |first: u64, values: &[Nimber]| {
                    signature.accept(first, values.into())?;
                    zeros += values.iter().filter(|value| value.is_zero()).count() as u64;
                    max = values.iter().map(|value| value.0).fold(max, u64::max);
                    ControlFlow::Continue(())
                })
                .expect("values");
            assert_eq!(
                (&row.signature, row.zeros, row.max),
                (&signature.finish(), zeros, max),
                "{}",
                row.game
            );
            assert_eq!(
                sequence.value(row.argmax, &Limits::default()).expect("a value").0,
                max,
                "{}",
                row.game
            );
            assert_eq!(row.certificate.is_some(), row.status == GameStanding::Proved, "{}", row.game);
        }
        let csv = csv_text(&rows).expect("a table");
        assert!(csv.starts_with(
            "game,canonical,status,period,preperiod,saltus,theorem,values,rare,last_rare,mask,type,max,argmax,zeros,\
             signature,cpu_s,"
        ));
        assert_eq!(csv.lines().count(), rows.len() + 1);
    }
}

#[test]
fn certificates_are_accepted_by_the_checker() {
    let (memory, plan) = whole(Wish::Octal("0.7?".into()), 500, 1);
    let rows = SurveyRow::all(&plan, &found(&memory, &plan));
    let files = memory.files();
    let mut checked = 0;
    for name in rows.iter().filter_map(|row| row.certificate.as_ref()) {
        let text = String::from_utf8(files[&Path::new("survey").join(name)].clone()).expect("text");
        assert!(text.starts_with("sprague certificate 1\n"), "{name}");
        checked += 1;
    }
    assert!(checked >= 6);
}

/// Stops the machine after every call that a plan and a unit make, in every way, and gives the commands again.
#[test]
fn a_crash_after_any_call_loses_nothing_and_counts_nothing_twice() {
    let (memory, plan) = whole(Wish::Octal("0.7?".into()), 60, 1);
    let (expected, calls) = (facts(&memory, &plan), memory.calls());
    assert_eq!(expected.len(), 8);
    let mut disk = RealDisk::new(&Contents::default());
    let mut dice = Random::new(7);
    for done in 0..=calls.len() {
        if let Some(call) = done.checked_sub(1).map(|last| &calls[last]) {
            disk.follow(call);
        }
        for loss in LOSSES {
            let after = Memory::after(disk.crash(loss, &mut dice));
            let what = format!("after {done} of {} calls, {loss:?}", calls.len());
            if done == calls.len() {
                // the command has ended: its result is safe
                assert!(found(&after, &plan).is_whole(), "{what}");
            }
            plan.write(&folder(&after)).unwrap_or_else(|error| panic!("{what}: {error}"));
            work(&after, &plan, 1, "b2").unwrap_or_else(|error| panic!("{what}: {error}"));
            assert!(found(&after, &plan).is_whole(), "{what}: {:?}", found(&after, &plan));
            assert_eq!(facts(&after, &plan), expected, "{what}");
        }
    }
}

#[test]
fn a_disk_that_fails_or_is_full_costs_a_line_and_nothing_else() {
    let (memory, plan) = whole(Wish::Octal("0.7?".into()), 60, 1);
    let expected = facts(&memory, &plan);
    let fresh = || {
        let memory = Memory::default();
        plan.write(&folder(&memory)).expect("no failure");
        memory
    };
    let memory = fresh();
    let before = memory.count();
    work(&memory, &plan, 1, "a1").expect("no failure");
    let calls = memory.count() - before;
    let mut failures = 0;
    for at in 1..=calls {
        for how in [Failing::NoSpace, Failing::BadDisk, Failing::ShortWrite] {
            let memory = fresh();
            memory.fail_at(memory.count() + at, how);
            match work(&memory, &plan, 1, "a1") {
                Ok(_) => {}
                Err(error) => {
                    failures += 1;
                    assert_eq!(error.to_string().lines().count(), 1, "{error}");
                }
            }
            work(&memory, &plan, 1, "b2").unwrap_or_else(|error| panic!("call {at}, {how:?}: {error}"));
            assert!(found(&memory, &plan).is_whole(), "call {at}, {how:?}");
            assert_eq!(facts(&memory, &plan), expected, "call {at}, {how:?}");
        }
    }
    assert!(failures > calls, "{failures} of {calls}");
}

fn result_of(memory: &Memory, task: u64) -> PathBuf {
    let start = format!("survey/results/{task}-");
    let names = memory.files().into_keys();
    let is_result = |path: &str| path.starts_with(&start) && !path.contains(".bad");
    names.into_iter().find(|path| is_result(&path.to_string_lossy())).expect("a result")
}

fn sealed(body: &str) -> Vec<u8> {
    let body = body.strip_suffix('}').expect("an object");
    format!("{body},\"check\":\"{}\"}}\n", blake3::hash(body.as_bytes()).to_hex()).into_bytes()
}

/// The document in a sealed file.
fn body(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    format!("{}}}", &text[..text.rfind(",\"check\":").expect("a checksum")])
}

#[test]
fn damaged_results_are_named_set_aside_and_made_again() {
    let (memory, plan) = whole(Wish::Octal("0.7?".into()), 60, 2);
    let expected = facts(&memory, &plan);
    let path = result_of(&memory, 2);
    let good = memory.files()[&path].clone();
    let other = memory.files()[&result_of(&memory, 1)].clone();
    let mut altered = good.clone();
    altered[good.len() / 2] ^= 1;
    let foreign = sealed(&body(&good).replacen("\"plan\":\"", "\"plan\":\"0", 1));
    let short = sealed(&{
        let text = body(&good);
        let (start, _) = text.split_once("\"findings\":[").expect("findings");
        format!("{start}\"findings\":[],\"part\":null}}")
    });
    let cases =
        [good[..good.len() / 2].to_vec(), Vec::new(), altered, other, foreign, short, vec![0; good.len()]];
    for (number, bytes) in cases.into_iter().enumerate() {
        memory.0.lock().unwrap().files.insert(path.clone(), bytes);
        let seen = found(&memory, &plan);
        assert_eq!((seen.missing.as_slice(), seen.damaged.len()), (&[2][..], 1), "case {number}");
        assert!(seen.damaged[0].file.starts_with("results/2-"), "{seen:?}");
        // the rows that are there are there
        assert!(!facts(&memory, &plan).is_empty() && facts(&memory, &plan).len() < expected.len());
        assert_eq!(work(&memory, &plan, 2, &format!("c{number}")).expect("again"), TaskEnding::Finished);
        assert!(found(&memory, &plan).is_whole(), "case {number}");
        assert_eq!(facts(&memory, &plan), expected, "case {number}");
        let made = result_of(&memory, 2);
        let made = memory.0.lock().unwrap().files.remove(&made);
        memory.0.lock().unwrap().files.insert(path.clone(), made.expect("a result"));
    }
    // a certificate that is gone is made again with its unit; those of the results set aside are nobody's
    let result = body(&memory.files()[&path]);
    let is_named = |path: &PathBuf| {
        path.starts_with("survey/certificates")
            && path.file_name().and_then(|name| name.to_str()).is_some_and(|name| result.contains(name))
    };
    let certificate = memory.files().into_keys().find(is_named).expect("one");
    memory.0.lock().unwrap().files.remove(&certificate);
    let seen = found(&memory, &plan);
    assert!(
        !seen.is_whole() && seen.damaged.iter().all(|damage| damage.why.contains("certificate")),
        "{seen:?}"
    );
    for task in 1..=2 {
        work(&memory, &plan, task, "d1").expect("again");
    }
    assert!(found(&memory, &plan).is_whole());
}

#[test]
fn a_unit_that_was_done_twice_counts_once_and_only_if_both_agree() {
    let (memory, plan) = whole(Wish::Octal("0.7?".into()), 60, 1);
    let expected = facts(&memory, &plan);
    assert_eq!(work(&memory, &plan, 1, "b2").expect("again"), TaskEnding::WasFinished);
    // as if both had begun before either had ended
    let path = result_of(&memory, 1);
    let first = memory.0.lock().unwrap().files.remove(&path).expect("a result");
    assert_eq!(work(&memory, &plan, 1, "b2").expect("again"), TaskEnding::Finished);
    memory.0.lock().unwrap().files.insert(path.clone(), first.clone());
    assert!(found(&memory, &plan).is_whole());
    assert_eq!(facts(&memory, &plan), expected);
    // one that says something else is refused, and both are named
    let text = body(&first);
    let at = text.find("\"zeros\":").expect("zeros") + 8;
    let lie = sealed(&format!("{}7{}", &text[..at], &text[at..]));
    memory.0.lock().unwrap().files.insert(path, lie);
    let seen = found(&memory, &plan);
    assert!(!seen.is_whole() && seen.missing.is_empty() && seen.damaged.is_empty());
    assert!(seen.differing[0].contains("results/1-a1 and results/1-b2 differ in the values"), "{seen:?}");
    assert_eq!(facts(&memory, &plan).len(), expected.len() - 1);
}

#[test]
fn a_stopped_unit_goes_on_from_where_it_was() {
    let (memory, plan) = (Memory::default(), plan(Wish::Octal("0.7?".into()), 200, 1));
    plan.write(&folder(&memory)).expect("no failure");
    let (stop, asked) = (AtomicBool::new(false), Cell::new(0));
    // the clock is asked before and after every game
    let cpu = || {
        asked.set(asked.get() + 1);
        stop.store(asked.get() >= 6, Ordering::Relaxed);
        0.0
    };
    assert_eq!(work_until(&memory, &plan, 1, "a1", &stop, &cpu).expect("no failure"), TaskEnding::Stopped);
    let seen = found(&memory, &plan);
    assert_eq!((seen.missing.as_slice(), seen.begun.as_slice()), (&[1][..], &[1][..]));
    let again = Cell::new(0);
    let count = || {
        again.set(again.get() + 1);
        0.0
    };
    let never = AtomicBool::new(false);
    assert_eq!(
        work_until(&memory, &plan, 1, "b2", &never, &count).expect("no failure"),
        TaskEnding::Finished
    );
    assert_eq!((asked.get(), again.get()), (6 + 1, 2 * (plan.roots_of(1).expect("roots").0.len() - 3)));
    let (other, same) = whole(Wish::Octal("0.7?".into()), 200, 1);
    assert_eq!(facts(&memory, &plan), facts(&other, &same));
    // what an unfinished unit needs is gone
    assert!(
        memory.files().keys().all(|path| !path.starts_with("survey/work")),
        "{:?}",
        memory.files().keys()
    );
}

/// Stops a long game again and again.
struct Impatient<'a>(&'a AtomicBool, u64);

impl Watcher for Impatient<'_> {
    fn progress(&mut self, progress: Progress) {
        if progress.done >= self.1 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_long_game_goes_on_from_its_checkpoint_and_is_proved() {
    // theory P.5: period 149 459 from heap 105 351 on (docs/solved.md); a proof within 2^18 heaps is not possible
    let (memory, plan) = (Memory::default(), plan(Wish::Game("0.16".into()), 300_000, 1));
    plan.write(&folder(&memory)).expect("no failure");
    let base = folder(&memory);
    for until in [100_000, 250_000, 290_000] {
        let stop = AtomicBool::new(false);
        let worker = TaskWorker {
            folder: &base,
            disk: Arc::new(memory.clone()),
            token: format!("a{until}"),
            host: "host".to_owned(),
            settings: EngineSettings::default(),
            kernel: None,
            stop: &stop,
            cpu: &|| 0.0,
            checkpoint_every: Duration::from_secs(60),
        };
        let ending = run_task(&plan, 1, &worker, &mut Impatient(&stop, until)).expect("no failure");
        assert_eq!(ending, TaskEnding::Stopped);
    }
    assert!(memory.files().keys().any(|path| path.to_string_lossy().contains("work/1-root-1-1/checkpoint-")));
    assert_eq!(work(&memory, &plan, 1, "b2").expect("no failure"), TaskEnding::Finished);
    let rows = merged(&memory, &plan);
    let row = &rows[0];
    assert_eq!((row.status, row.theorem.as_deref()), (GameStanding::Proved, Some("P.5")));
    assert_eq!((row.period, row.preperiod), (Some(149_459), Some(105_351)));
    assert!((1 << 18..300_000).contains(&row.values), "{}", row.values);
    assert!(row.certificate.is_some() && row.rare.is_some());
    let mut sequence = Sequence::new("0.16".parse().expect("a game"), EngineSettings::default());
    let mut signature = Signature::from(0);
    sequence.compute(0..=300_000, &Limits::unlimited(), &mut signature).expect("values");
    assert_eq!(row.signature, signature.finish());
    assert!(memory.files().keys().all(|path| !path.starts_with("survey/work")), "the run is gone");
}

/// A document with the checksum that belongs to it.
fn resealed(content: &serde_json::Value) -> Vec<u8> {
    let mut content = content.clone();
    content.as_object_mut().expect("an object").remove("check");
    let mut text = content.to_string();
    assert_eq!(text.pop(), Some('}'));
    let hash = blake3::hash(text.as_bytes()).to_hex();
    format!("{text},\"check\":\"{hash}\"}}\n").into_bytes()
}

/// A certificate with other numbers and the closing hash of another text.
fn renumbered(text: &str, field: &str, number: u64) -> String {
    let line = text.lines().find(|line| line.starts_with(&format!("{field} "))).expect("a field");
    text.replacen(line, &format!("{field} {number}"), 1)
}

/// Bits flipped and files cut short, in every file of a survey, on a disk that is read-only or not: what is left is true,
/// or named as damaged or missing.
#[test]
fn attack_flips_and_truncations_in_a_survey() {
    let (memory, plan) = whole(Wish::Octal("0.3?".into()), 300, 3);
    let truth = merged(&memory, &plan);
    let (files, mut dice) = (memory.files(), Random::new(9));
    let names: Vec<PathBuf> = files.keys().cloned().collect();
    let (tries, mut noticed) = (extent(120, 3_000), 0);
    for number in 0..tries {
        let mut files = files.clone();
        let name = &names[dice.index(names.len())];
        let bytes = files.get_mut(name).expect("a file");
        if dice.index(3) == 0 {
            let length = dice.index(bytes.len().max(1));
            bytes.truncate(length);
        } else if !bytes.is_empty() {
            let at = dice.index(bytes.len());
            bytes[at] ^= 1 << dice.index(8);
        }
        let memory = Memory::with(files);
        let Ok((plan, warning)) = SurveyPlan::read(&folder(&memory)) else {
            panic!("try {number}: {} has a copy", name.display())
        };
        let found = found(&memory, &plan);
        noticed += usize::from(warning.is_some() || !found.is_whole());
        for row in merged(&memory, &plan) {
            let right = truth.iter().find(|right| right.game == row.game).expect("a game");
            assert!(row.status == GameStanding::Claimed || row == *right, "try {number}, {}", name.display());
        }
    }
    println!(
        "attack | surveys: flips and truncations over every file | {tries} | 0 wrong, {noticed} noticed"
    );
    assert!(noticed > tries / 2, "{noticed}");
}

/// Whatever a sealed result says, a row calls a period proved only if its own certificate shows it, and its texts do no
/// harm to a terminal, to CSV or to Markdown.
#[test]
fn attack_resealed_results_prove_nothing_false() {
    let (memory, plan) = whole(Wish::Octal("0.3?".into()), 300, 1);
    let truth = merged(&memory, &plan);
    assert!(truth.iter().any(|row| row.status == GameStanding::Proved));
    let files = memory.files();
    let name = files.keys().find(|path| path.starts_with("survey/results")).expect("a result").clone();
    let honest: serde_json::Value = serde_json::from_slice(&files[&name]).expect("JSON");
    let mut dice = Random::new(5);
    let (tries, mut claims, mut damaged) = (extent(80, 4_000), 0, 0);
    for number in 0..tries {
        let (mut files, mut result) = (files.clone(), honest.clone());
        let count = result["findings"].as_array().expect("findings").len();
        let (one, other) = (dice.index(count), dice.index(count));
        let others = result["findings"][other].clone();
        let finding = &mut result["findings"][one];
        let shift = 1 + dice.index(4) as u64;
        match dice.index(10) {
            0 => finding["period"] = (finding["period"].as_u64().unwrap_or(3) + shift).into(),
            1 => finding["saltus"] = (finding["saltus"].as_u64().unwrap_or(0) + shift).into(),
            2 => {
                let forms = finding["forms"].as_array_mut().expect("forms");
                let at = dice.index(forms.len());
                forms[at]["preperiod"] = (forms[at]["preperiod"].as_u64().unwrap_or(0) + shift).into();
            }
            3 => finding["certificate"] = serde_json::Value::Null,
            4 => finding["certificate"] = others["certificate"].clone(),
            // all that another game is said to be
            5 => {
                for field in ["standing", "period", "saltus", "theorem", "values", "certificate"] {
                    finding[field] = others[field].clone();
                }
            }
            6 => {
                finding["standing"] = "proved".into();
                finding["theorem"] = format!("P.{shift}").into();
                finding["period"] = finding["period"].as_u64().unwrap_or(shift).into();
            }
            // its own certificate, changed to say so too
            7 => {
                let Some(file) = finding["certificate"]["file"].as_str().map(str::to_owned) else { continue };
                let path = Path::new("survey").join(&file);
                let text = String::from_utf8(files[&path].clone()).expect("text");
                let field = ["period", "preperiod"][dice.index(2)];
                let period = finding["period"].as_u64().expect("a period") + shift;
                let text = renumbered(&text, field, period);
                let end = text.rfind("sha256 ").expect("a hash");
                let text = format!("{}{}", &text[..end], &text[end..]);
                finding["period"] = period.into();
                finding["certificate"]["blake3"] = blake3::hash(text.as_bytes()).to_hex().to_string().into();
                files.insert(path, text.into_bytes());
            }
            8 => {
                let evil = "\u{1b}[2J=cmd|' /C calc'!A0\n|<script>";
                for field in ["host", "kernel", "theorem"] {
                    finding[field] = evil.into();
                }
                result["host"] = evil.into();
                result["kernel"] = evil.into();
            }
            _ => finding["forms"][0]["signature"] = "\u{1b}]0;x\u{7}".into(),
        }
        files.insert(name.clone(), resealed(&result));
        let memory = Memory::with(files);
        let found = found(&memory, &plan);
        damaged += found.damaged.len();
        assert!(found.hosts.iter().all(|host| !host.contains('\u{1b}')), "try {number}");
        let rows = merged(&memory, &plan);
        for row in &rows {
            let right = truth.iter().find(|right| right.game == row.game).expect("a game");
            let said = |row: &SurveyRow| (row.period, row.preperiod, row.saltus, row.theorem.clone());
            let is_right = right.status == GameStanding::Proved && said(right) == said(row);
            assert!(row.status != GameStanding::Proved || is_right, "try {number}: {row:?}");
            claims += usize::from(row.status == GameStanding::Claimed);
        }
        let csv = csv_text(&rows).expect("a table");
        assert!(!csv.contains(['\u{1b}', '|', '<']) && !csv.contains(",="), "try {number}");
    }
    println!(
        "attack | resealed results of a survey | {tries} | 0 wrong, {claims} rows called a claim, {damaged} refused"
    );
    assert!(claims > 0 && damaged > 0);
}

#[test]
fn a_sample_is_computed_again_and_a_lie_is_found() {
    let (memory, mut plan) = whole(Wish::Octal("0.?".into()), 100, 2);
    let expected = facts(&memory, &plan);
    let (first, last) = plan.recheck(0.5, 11).expect("units");
    plan.rewrite(&folder(&memory)).expect("no failure");
    let (read, damage) = SurveyPlan::read(&folder(&memory)).expect("a plan");
    assert!(read == plan && damage.is_none());
    assert_eq!(found(&memory, &plan).missing, (first..=last).collect::<Vec<_>>());
    for task in first..=last {
        work(&memory, &plan, task, "b2").expect("no failure");
    }
    let seen = found(&memory, &plan);
    assert!(seen.is_whole() && seen.rechecked > 0 && seen.elsewhere == seen.rechecked, "{seen:?}");
    assert_eq!(facts(&memory, &plan), expected);
    let path = result_of(&memory, first);
    let text = body(&memory.files()[&path]);
    let at = text.find("\"signature\":\"").expect("one") + 13;
    let digit = if &text[at..=at] == "0" { "1" } else { "0" };
    let lie = sealed(&format!("{}{digit}{}", &text[..at], &text[at + 1..]));
    memory.0.lock().unwrap().files.insert(path, lie);
    let seen = found(&memory, &plan);
    assert!(seen.differing.len() == 1 && seen.differing[0].contains("differs in the values"), "{seen:?}");
}

#[test]
fn a_plan_that_is_lost_or_forged_is_one_clear_line() {
    let (memory, plan) = whole(Wish::Octal("0.?".into()), 50, 1);
    let (name, copy) = (Path::new("survey/plan.json"), Path::new("survey/plan-copy.json"));
    let good = memory.files()[name].clone();
    memory.0.lock().unwrap().files.insert(name.to_owned(), good[..100].to_vec());
    let (read, damage) = SurveyPlan::read(&folder(&memory)).expect("its copy");
    assert!(read == plan && damage.is_some_and(|damage| damage.contains("its copy is read")));
    memory.0.lock().unwrap().files.insert(copy.to_owned(), Vec::new());
    let error = SurveyPlan::read(&folder(&memory)).expect_err("nothing left").to_string();
    assert!(error.contains("plan.json is damaged") && error.lines().count() == 1, "{error}");
    for forged in [
        body(&good).replacen("\"to\":50", "\"to\":18446744073709551615", 1),
        body(&good).replacen("\"to\":50", "\"to\":99999999999999999999999", 1),
        body(&good).replacen("\"to\":50", "\"to\":-1", 1),
        body(&good).replacen("\"format\":1", "\"format\":7", 1),
        body(&good).replacen("\"root\":0", "\"root\":4294967295", 1),
    ] {
        assert_ne!(forged, body(&good));
        let error = SurveyPlan::parse(&sealed(&forged)).expect_err("a forgery");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    for task in [0, 2, u64::MAX] {
        assert!(
            work(&memory, &plan, task, "c3").expect_err("no task").to_string().contains("the tasks 1 to 1")
        );
    }
    assert!(SurveyPlan::read(&Folder::new(Arc::new(Memory::default()), Path::new("nowhere"))).is_err());
}
