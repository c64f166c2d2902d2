//! Folders of proofs, of searches far out and of surveys, at work: moved while another one takes their name, and under
//! clocks that jump. What comes out is what an unbroken command says.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use sprague_kit::{Said, Scratch, extent, is_full, until};

use crate::common::{SPRAGUE, sprague, text};
use crate::runs::{hears_signals, json, names, send, spawn};

fn has(folder: &Path, inside: &str, start: &str) -> bool {
    names(&folder.join(inside)).iter().any(|name| name.starts_with(start))
}

fn ended(child: Child) -> Said {
    Said::of(child.wait_with_output().expect("a process"))
}

/// Two pairs: the folder of the first is moved at work, the second works under its name.
fn move_a_pair(number: usize) {
    let (old, new) =
        (Scratch::new(&format!("pair-old-{number}")), Scratch::new(&format!("pair-new-{number}")));
    let pairs = [["22", "25"], ["9", "14"]];
    let start = |[a, b]: [&str; 2]| {
        let every = ["--checkpoint-every", "1ms", "--json"];
        spawn(&[&["star", "pair", a, b, "--dir", old.text()][..], &every].concat())
    };
    let first = start(pairs[0]);
    until("a checkpoint", || has(&old.0, "", "pairs-"));
    std::fs::rename(&old.0, &new.0).expect("it can be moved");
    let second = start(pairs[1]);
    for (child, place, pair) in [(first, &new, pairs[0]), (second, &old, pairs[1])] {
        let Said { code, out, err: errors } = ended(child);
        assert_eq!(code, Some(0), "{errors}");
        let document: Value = serde_json::from_str(&out).expect("JSON");
        let alone = json(&["star", "pair", pair[0], pair[1]]);
        for field in ["a", "b", "period", "first_column", "proved", "offsets"] {
            assert_eq!(document[field], alone[field], "{field}: {errors}");
        }
        assert_eq!(errors.contains("was moved while"), place.0 == new.0, "{errors}");
        let found = names(&place.0);
        assert!(found.iter().all(|name| name == "lock" || name.starts_with("pairs-")), "{found:?}");
        assert!(found.len() <= 3, "{found:?}");
        // what is kept is the same proof
        let kept = json(&["star", "pair", pair[0], pair[1], "--dir", place.text()]);
        assert_eq!((&kept["period"], &kept["proved"]), (&alone["period"], &true.into()));
    }
}

/// The rows of a survey without what depends on who computed them and when.
fn rows(dir: &str) -> Vec<String> {
    let merged = sprague(&["survey", "merge", "--dir", dir, "--quiet"]);
    assert_eq!(merged.code, Some(0), "{merged:?}");
    let text = std::fs::read_to_string(Path::new(dir).join("survey.csv")).expect("a table");
    let head: Vec<&str> = text.lines().next().expect("a head").split(',').collect();
    let is_fact = |at: &usize| !["cpu_s", "host", "certificate"].contains(&head[*at]);
    let facts = |line: &str| -> String {
        let cells: Vec<&str> = line.split(',').collect();
        (0..cells.len()).filter(is_fact).map(|at| cells[at]).collect::<Vec<_>>().join(",")
    };
    text.lines().map(facts).collect()
}

/// A survey of games; so many tasks.
fn plan(place: &Scratch, games: &str, tasks: &str) {
    let list = place.0.with_extension("games");
    std::fs::write(&list, games).expect("a file");
    let file = list.to_str().expect("a path");
    let to = ["--to", "270000", "--tasks", tasks, "--dir", place.text(), "--quiet"];
    let planned = sprague(&[&["survey", "plan", "--rules", file][..], &to].concat());
    std::fs::remove_file(&list).expect("it is there");
    assert_eq!(planned.code, Some(0), "{planned:?}");
}

/// Long games, which a task computes in run folders of their own.
const LONG: [&str; 2] = ["0.36\n0.56\n", "0.16\n0.106\n"];

/// Two surveys: the folder of the first is moved at work, the second works under its name. Once the runs of long games
/// that were begun after that lay in the other survey.
fn move_a_survey(number: usize, expected: &[Vec<String>; 2], how: &[&str]) {
    let tasks = if how.contains(&"--all") { "2" } else { "1" };
    let name = |which: &str| format!("survey-{which}-{number}-{tasks}");
    let (old, new) = (Scratch::new(&name("old")), Scratch::new(&name("new")));
    let start = || {
        let run = ["survey", "run", "--dir", old.text(), "--checkpoint-every", "20ms"];
        spawn(&[&run[..], how].concat())
    };
    plan(&old, LONG[0], tasks);
    let first = start();
    until("a run", || {
        let root = |root: usize| old.0.join(format!("work/1-root-{root}-1/manifest.json")).exists();
        (1..3).any(root)
    });
    std::fs::rename(&old.0, &new.0).expect("it can be moved");
    plan(&old, LONG[1], tasks);
    let second = start();
    for (child, place, expected) in [(first, &new, &expected[0]), (second, &old, &expected[1])] {
        let Said { code, err: errors, .. } = ended(child);
        assert_eq!(code, Some(0), "{errors}");
        assert_eq!(errors.contains("was moved while"), place.0 == new.0, "{errors}");
        // each game had its run in its own survey, and nothing of it is left
        let runs = names(&place.0.join("work"));
        assert_eq!(runs.len(), expected.len() - 1, "{}: {runs:?}", place.text());
        for run in runs {
            let folder = place.0.join("work").join(&run);
            let left: Vec<String> =
                names(&folder).into_iter().filter(|name| !folder.join(name).is_dir()).collect();
            assert_eq!(left, Vec::<String>::new(), "{}: {run}", place.text());
        }
        assert_eq!(&rows(place.text()), expected, "{}", place.text());
    }
}

/// The rows of both surveys, not moved.
fn surveys() -> [Vec<String>; 2] {
    LONG.map(|games| {
        let place = Scratch::new(&format!("survey-whole-{}", &games[..4]));
        plan(&place, games, "1");
        text(&["survey", "run", "--dir", place.text(), "--task", "1", "--quiet"]);
        rows(place.text())
    })
}

/// A search far out is moved while it begins, another one works under its name; both are stopped and keep what they are.
fn move_a_far_search(number: usize) {
    let (old, new) = (Scratch::new(&format!("far-old-{number}")), Scratch::new(&format!("far-new-{number}")));
    let file = old.0.with_extension("cert");
    let start = |game| spawn(&["prove", game, "--dir", old.text(), "-o", file.to_str().expect("a path")]);
    let first = start("0.104");
    until("a lock", || has(&old.0, "", "lock"));
    std::fs::rename(&old.0, &new.0).expect("it can be moved");
    let second = start("0.106");
    until("a lock", || has(&old.0, "", "lock"));
    for (child, place, game) in [(first, &new, "0.104"), (second, &old, "0.106")] {
        // until signals are heard one ends a search at once, with nothing to keep
        until("a search that hears", || hears_signals(&child));
        send("-TERM", &child);
        let Said { code, err: errors, .. } = ended(child);
        assert!(matches!(code, Some(0 | 4)), "{game}: {code:?} {errors}");
        assert_eq!(errors.contains("was moved while"), place.0 == new.0, "{errors}");
        let found = names(&place.0);
        assert!(found.iter().any(|name| name.starts_with("far-")), "{game}: {found:?}");
        assert!(found.iter().all(|name| name == "lock" || name.starts_with("far-")), "{game}: {found:?}");
        let told = sprague(&["status", place.text(), "--json"]).out;
        assert!(told.starts_with(&format!("{{\"game\":\"{game}\",\"done\":")), "{told}");
        let text = sprague(&["resume", place.text()]).err;
        assert!(text.contains(&format!("holds the search for a period of {game}")), "{text}");
    }
    let _ = std::fs::remove_file(file);
}

#[test]
fn attack_folders_of_proofs_and_surveys_are_moved_at_work() {
    let (tries, expected) = (extent(1, 10), surveys());
    for number in 0..tries {
        move_a_pair(number);
        move_a_survey(number, &expected, &["--task", "1"]);
        move_a_survey(number, &expected, &["--all", "--jobs", "1"]);
    }
    let far = if is_full() && cfg!(target_os = "linux") { 2 } else { 0 };
    (0..far).for_each(move_a_far_search);
    println!(
        "attack | folders of pairs, surveys and far searches moved at work, another under the old name | {} | \
         0 wrong or mixed",
        3 * tries + far
    );
}

/// A clock for one process: the time of day is anything from 1684 to the year 292 billion at each look, and the time
/// since the start jumps ahead by up to some hours now and then.
#[cfg(target_os = "linux")]
const CLOCK: &str = r"
#define _GNU_SOURCE
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static atomic_ullong looks;
static atomic_llong ahead;
int clock_gettime(clockid_t clock, struct timespec *time) {
    static const long long days[] = {
        -9000000000, -1, 0, 1, 951782400, 2147483648, 4294967296, 253402300800, 9223372036854775807,
    };
    int failed = syscall(SYS_clock_gettime, clock, time);
    if (failed) return failed;
    unsigned long long look = atomic_fetch_add(&looks, 1) + SEED, mixed = look * 0x9e3779b97f4a7c15ull;
    mixed ^= mixed >> 29;
    if (clock == CLOCK_REALTIME) time->tv_sec = days[mixed % 9];
    if (clock == CLOCK_MONOTONIC) {
        if (mixed % 3 == 0) atomic_fetch_add(&ahead, (long long)(mixed >> 40) % 10000);
        time->tv_sec += atomic_load(&ahead);
    }
    return 0;
}
";

/// Whatever the clock says, the same comes out: of a run, a pair and a survey, each broken off and taken up again.
#[test]
#[cfg(target_os = "linux")]
fn attack_clocks_that_jump() {
    let place = Scratch::folder("clocks");
    let source = place.0.join("clock.c");
    std::fs::write(&source, CLOCK).expect("a file");
    let tries = extent(2, 30);
    let within = |name: &str| place.within(name);
    let run = |dir: &str| ["run", "0.106", "--to", "300000", "--dir", dir].map(str::to_owned).to_vec();
    let pair = |dir: &str| ["star", "pair", "14", "15", "--dir", dir].map(str::to_owned).to_vec();
    let task = |dir: &str| ["survey", "run", "--task", "1", "--dir", dir].map(str::to_owned).to_vec();
    let hash = |dir: &str| json(&["status", dir])["manifest_hash"].clone();
    let calm = within("calm");
    text(&["run", "0.106", "--to", "300000", "--dir", &calm, "--quiet"]);
    let (right, period) = (hash(&calm), json(&["star", "pair", "14", "15"])["period"].clone());
    let games = "0.106\n0.56\n";
    let whole = Scratch::new("clocks-survey");
    plan(&whole, games, "1");
    text(&["survey", "run", "--dir", whole.text(), "--task", "1", "--quiet"]);
    let expected = rows(whole.text());
    let mut stops = 0;
    for number in 0..tries {
        let library = within(&format!("clock-{number}.so"));
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", &format!("-DSEED={number}"), "-o", &library])
            .arg(&source)
            .status();
        if !made.is_ok_and(|made| made.success()) {
            println!("no compiler for C is here, so no clock can be put under the command");
            return;
        }
        let jumping = |arguments: &[String]| {
            let mut command = SPRAGUE.command(&[]);
            command.args(arguments).args(["--quiet", "--checkpoint-every", "1h"]);
            command.env("LD_PRELOAD", &library).stdout(Stdio::piped()).stderr(Stdio::piped());
            command.spawn().expect("a process")
        };
        let survey = Scratch::new(&format!("clocks-survey-{number}"));
        plan(&survey, games, "1");
        let (a, b) = (within(&format!("run-{number}")), within(&format!("pair-{number}")));
        for arguments in [run(&a), pair(&b), task(survey.text())] {
            let child = jumping(&arguments);
            std::thread::sleep(Duration::from_millis(10 + 7 * number % 40));
            send("-TERM", &child);
            let Said { code, err: errors, .. } = ended(child);
            stops += u64::from(code == Some(4));
            // before it hears signals one ends it at once
            assert!(matches!(code, Some(0 | 4) | None), "{arguments:?}: {code:?} {errors}");
            let again = ended(jumping(&arguments));
            assert_eq!(again.code, Some(0), "{arguments:?}: {again:?}");
        }
        assert_eq!(hash(&a), right);
        assert_eq!(json(&["verify", &a])["label"], "double-checked");
        let kept = json(&["star", "pair", "14", "15", "--dir", &b]);
        assert_eq!((&kept["period"], &kept["proved"]), (&period, &true.into()));
        assert_eq!(rows(survey.text()), expected);
    }
    println!(
        "attack | clocks that jump, under runs, pairs and surveys | {} | 0 wrong or lost, {stops} stopped on the way",
        3 * tries
    );
}
