//! The commands `run`, `resume`, `status` and `verify`, and run folders in place of games.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sprague-runs-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().expect("a path")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn sprague(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sprague")).args(arguments).output().expect("a process")
}

fn json(arguments: &[&str]) -> Value {
    let output = sprague(&[arguments, &["--json"]].concat());
    let text = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

#[test]
fn a_run_answers_like_the_game() {
    let place = Place::new("answers");
    let dir = place.text();
    let run = json(&["run", "0.16", "--to", "1100000", "--dir", dir, "--keep-values"]);
    assert_eq!(run["done"], 1_100_000);
    assert_eq!(run["segments"], 2);
    assert_eq!(run["label"], "audited");
    let hash = sprague(&["values", "0.16", "--to", "1100000", "--format", "hash"]);
    assert!(String::from_utf8_lossy(&hash.stdout).contains(run["hash"].as_str().expect("a hash")));
    // ranges that the run has hashed, and one that it has not
    for (from, to) in [("0", "1048575"), ("1048576", "1100000"), ("0", "1100000"), ("7", "1048575")] {
        let hash = |subject| json(&["values", subject, "--from", from, "--to", to, "--format", "hash"]);
        assert_eq!(hash(dir)["hash"], hash("0.16")["hash"], "{from} to {to}");
    }
    let (of_run, of_game) = (json(&["stats", dir]), json(&["stats", "0.16", "--to", "1100000"]));
    assert_eq!(of_run, of_game);
    let (of_run, of_game) = (json(&["sparse", dir]), json(&["sparse", "0.16", "--to", "1100000"]));
    assert_eq!(of_run, of_game);
    let (of_run, of_game) = (json(&["period", dir]), json(&["period", "0.16", "--limit", "1100000"]));
    assert_eq!(of_run, of_game);
    let rows = |game: &str| {
        sprague(&["values", game, "--from", "500000", "--to", "1100000", "--format", "csv"]).stdout
    };
    assert_eq!(rows(dir), rows("0.16"));
    let picture = |game: &str| sprague(&["plot", game, "--to", "5000", "--format", "svg"]).stdout;
    assert_eq!(picture(dir), picture("0.16"));
    let report = json(&["verify", dir, "--kernel", "blocks"]);
    assert_eq!((&report["segments_checked"], &report["mismatches"]), (&2.into(), &0.into()));
    assert_eq!(report["label"], "double-checked");
    assert_eq!(json(&["status", dir])["label"], "double-checked");
    let longer = json(&["resume", dir, "--to", "1200000"]);
    assert_eq!((&longer["done"], &longer["label"]), (&1_200_000.into(), &"audited".into()));
}

#[test]
fn what_cannot_be_done_is_said_in_one_line() {
    let place = Place::new("errors");
    let dir = place.text();
    let cases: [&[&str]; 6] = [
        &["status", dir],
        &["resume", dir],
        &["verify", dir],
        &["run", "0.16", "--to", "10"],
        &["run", "take(1..7)", "--to", "1e12", "--dir", dir],
        &["stats", dir],
    ];
    for case in cases {
        let output = sprague(case);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{case:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{case:?}: {text}");
    }
    assert!(!Path::new(dir).exists());
    sprague(&["run", "0.16", "--to", "1000", "--dir", dir]);
    // `--segments` names none, and `run` would have to go back
    for case in [&["run", "0.16", "--to", "10", "--dir", dir][..], &["verify", dir, "--segments", "4..9"][..]]
    {
        assert_eq!(sprague(case).status.code(), Some(2), "{case:?}");
    }
}

/// A process at work in a folder.
fn spawn(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// Waits until a checkpoint is in the folder.
fn wait_for_checkpoint(folder: &Path) {
    let began = Instant::now();
    let is_checkpoint =
        |name: String| name.starts_with("checkpoint-") && Path::new(&name).extension().is_none();
    loop {
        assert!(began.elapsed() < Duration::from_secs(120), "no checkpoint in {}", folder.display());
        if names(folder).into_iter().any(is_checkpoint) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// The hash of an unbroken run.
fn unbroken(game: &str, to: &str) -> Value {
    let place = Place::new(&format!("unbroken-{game}-{to}"));
    json(&["run", game, "--to", to, "--dir", place.text()])["manifest_hash"].clone()
}

/// Whether this process, and so its children, ignore the end of the terminal.
fn ignores_hangup() -> bool {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = text.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0) & 1 == 1
}

#[test]
fn a_signal_writes_a_checkpoint_and_a_second_run_is_refused() {
    for signal in ["-TERM", "-INT", "-HUP"] {
        if signal == "-HUP" && ignores_hangup() {
            println!("SIGHUP is ignored here (nohup); a run then ignores it too");
            continue;
        }
        let place = Place::new(&format!("signal{signal}"));
        let dir = place.text();
        let child = spawn(&["run", "grundy", "--to", "1e12", "--dir", dir]);
        while !place.0.join("manifest.json").exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(json(&["status", dir])["running"], true);
        let second = sprague(&["resume", dir]);
        assert_eq!(second.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&second.stderr).contains("another run is at work"));
        send(signal, &child);
        let output = child.wait_with_output().expect("a process");
        assert_eq!(output.status.code(), Some(4), "{signal}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(&format!("Stopped; to go on: sprague resume {dir}")), "{signal}: {text}");
        let status = json(&["status", dir]);
        assert!(status["done"].as_u64().is_some_and(|done| done > 0), "{signal}");
        assert_eq!(status["running"], false);
    }
}

#[test]
fn a_stopped_run_says_so_by_its_exit_code_even_where_nobody_reads_its_answer() {
    let place = Place::new("unread");
    let mut child = spawn(&["run", "grundy", "--to", "1e12", "--dir", place.text()]);
    while !place.0.join("manifest.json").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    drop((child.stdout.take(), child.stderr.take()));
    send("-TERM", &child);
    assert_eq!(child.wait().expect("a process").code(), Some(4));
    wait_for_checkpoint(&place.0);
}

#[test]
fn a_run_that_was_started_to_survive_its_terminal_does() {
    let place = Place::new("nohup");
    let script = "trap '' HUP; exec \"$0\" run grundy --to 1e12 --dir \"$1\" --checkpoint-every 50ms";
    let child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_sprague"), place.text()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    wait_for_checkpoint(&place.0);
    send("-HUP", &child);
    let before = json(&["status", place.text()])["done"].as_u64();
    std::thread::sleep(Duration::from_millis(700));
    let status = json(&["status", place.text()]);
    assert_eq!(status["running"], true);
    assert!(status["done"].as_u64() > before, "{status}");
    send("-TERM", &child);
    assert_eq!(child.wait_with_output().expect("a process").status.code(), Some(4));
}

#[test]
fn the_same_command_goes_on_with_its_run() {
    let place = Place::new("again");
    let dir = place.text();
    let command = ["run", "grundy", "--to", "2e6", "--dir", dir, "--checkpoint-every", "50ms"];
    let child = spawn(&command);
    wait_for_checkpoint(&place.0);
    send("-TERM", &child);
    assert_eq!(child.wait_with_output().expect("a process").status.code(), Some(4));
    let done = json(&["status", dir])["done"].as_u64().expect("a heap");
    let expected = unbroken("grundy", "2e6");
    for (what, stderr) in [("goes on", "it goes on"), ("is finished", "it is finished")] {
        let again = sprague(&[&command[..], &["--json"]].concat());
        let text = String::from_utf8_lossy(&again.stderr).into_owned();
        assert_eq!(again.status.code(), Some(0), "{what}: {text}");
        assert!(text.contains(stderr) && text.lines().count() == 1, "{text}");
        let document: Value = serde_json::from_slice(&again.stdout).expect("JSON");
        assert_eq!(document["manifest_hash"], expected, "{what}");
        assert!(document["sessions"].as_array().expect("a list").len() <= 2, "{what}: {document}");
    }
    assert!(done < 2_000_000);
    // a later end, under another name of the same rule; what says nothing new stays as it is
    let longer = sprague(&["run", "split(2, distinct)", "--to", "2100000", "--dir", dir, "--quiet"]);
    assert_eq!((longer.status.code(), longer.stderr.len()), (Some(0), 0));
    assert_eq!(json(&["status", dir])["manifest_hash"], unbroken("grundy", "2100000"));
    let refused: [(&[&str], &str); 3] = [
        (&["run", "0.16", "--to", "3e6", "--dir", dir], "already holds a run of grundy"),
        (&["run", "grundy", "--to", "2e6", "--dir", dir], "--to must not be smaller"),
        (&["run", "grundy", "--to", "3e6", "--dir", dir, "--keep-values"], "without its values"),
    ];
    for (command, why) in refused {
        let output = sprague(command);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
        assert!(text.contains(why), "{text}");
    }
    assert_eq!(json(&["status", dir])["done"], 2_100_000);
}

/// Moves the folder of a run at work and starts another run under the old name; both must end right.
fn move_at_work(number: usize, expected: (&Value, &Value)) {
    let (old, new) = (Place::new(&format!("old-{number}")), Place::new(&format!("new-{number}")));
    let every = ["--checkpoint-every", "10ms", "--threads", "1", "--json"];
    let first = ["run", "grundy", "--to", "1200000", "--dir", old.text()];
    let first = spawn(&[&first[..], &every[..]].concat());
    wait_for_checkpoint(&old.0);
    std::fs::rename(&old.0, &new.0).expect("it can be moved");
    let second = ["run", "0.16", "--to", "1200000", "--dir", old.text(), "--keep-values"];
    let second = spawn(&[&second[..], &every[..]].concat());
    for (child, place, expected) in [(first, &new, expected.0), (second, &old, expected.1)] {
        let output = child.wait_with_output().expect("a process");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{errors}");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(&document["manifest_hash"], expected, "{errors}");
        assert_eq!(&json(&["status", place.text()])["manifest_hash"], expected);
        let was_moved = errors.contains("was moved while the run worked") && errors.contains(new.text());
        assert_eq!(was_moved, place.0 == new.0, "{errors}");
        let mut found = names(&place.0);
        found.retain(|name| !name.starts_with("checkpoint-"));
        let wanted = ["lock", "log", "manifest-copy.json", "manifest.json", "states", "values"];
        assert_eq!(found, if place.0 == new.0 { &wanted[..5] } else { &wanted[..] });
        assert_eq!(names(&place.0).len(), found.len() + 2, "two checkpoints");
    }
}

#[test]
fn attack_a_folder_is_moved_while_a_run_works_and_another_takes_its_name() {
    let is_full = std::env::var("SPRAGUE_ATTACK").is_ok_and(|value| value == "full");
    let expected = (unbroken("grundy", "1200000"), unbroken("0.16", "1200000"));
    let tries = if is_full { 10 } else { 2 };
    for number in 0..tries {
        move_at_work(number, (&expected.0, &expected.1));
    }
    println!(
        "attack | run folders moved at work, a second run under the old name | {tries} | 0 wrong or mixed"
    );
}

#[test]
fn a_stopped_run_in_a_moved_folder_names_the_new_place() {
    let (old, new) = (Place::new("stop-old"), Place::new("stop-new"));
    let child = spawn(&["run", "grundy", "--to", "1e12", "--dir", old.text(), "--checkpoint-every", "20ms"]);
    wait_for_checkpoint(&old.0);
    std::fs::rename(&old.0, &new.0).expect("it can be moved");
    send("-TERM", &child);
    let output = child.wait_with_output().expect("a process");
    assert_eq!(output.status.code(), Some(4));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(&format!("sprague resume {}", new.text())), "{text}");
    assert!(!old.0.exists(), "nothing is made under the old name");
}

#[test]
fn a_folder_that_is_removed_at_work_is_said_in_one_line() {
    let place = Place::new("removed");
    let child =
        spawn(&["run", "grundy", "--to", "1e12", "--dir", place.text(), "--checkpoint-every", "300ms"]);
    wait_for_checkpoint(&place.0);
    // a checkpoint may come while it is removed
    while place.0.exists() {
        let _ = std::fs::remove_dir_all(&place.0);
    }
    let output = child.wait_with_output().expect("a process");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
    assert!(text.contains(place.text()), "{text}");
    assert!(!place.0.exists(), "nothing is made anew");
}

#[test]
fn a_limit_on_file_sizes_ends_a_run_with_one_line_and_nothing_is_lost() {
    let place = Place::new("limit");
    let dir = place.text();
    assert_eq!(json(&["run", "grundy", "--to", "20000", "--dir", dir])["done"], 20_000);
    let script = "ulimit -f 200; exec \"$0\" run grundy --to 2e6 --dir \"$1\" --checkpoint-every 20ms";
    let limited = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_sprague"), dir]).output();
    let output = limited.expect("a process");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("holds this run already; it goes on") && text.contains("ulimit -f"), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
    let unfinished = names(&place.0).into_iter().find(|name| name.contains(".tmp"));
    assert_eq!(unfinished, None);
    assert!(json(&["status", dir])["done"].as_u64().is_some_and(|done| done >= 20_000));
    let after = json(&["run", "grundy", "--to", "2e6", "--dir", dir]);
    assert_eq!(after["manifest_hash"], unbroken("grundy", "2e6"));
}

#[test]
fn a_folder_that_cannot_be_written_is_looked_at_and_verified() {
    let place = Place::new("read-only");
    let dir = place.text();
    json(&["run", "0.16", "--to", "1100000", "--dir", dir]);
    std::fs::remove_file(place.0.join("lock")).expect("a lock");
    // permissions do not bind an administrator; a mount that is seen by one process only does
    let script = "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" && shift && exec \"$@\"";
    let mounted = |arguments: &[&str]| {
        let all = [&["-m", "sh", "-c", script, "sh", dir], arguments].concat();
        Command::new("unshare").args(all).output()
    };
    if !mounted(&["true"]).is_ok_and(|output| output.status.success()) {
        println!("nothing can be mounted here; the disk in memory has the same test");
        return;
    }
    for command in ["status", "verify"] {
        let output = mounted(&[env!("CARGO_BIN_EXE_sprague"), command, dir]).expect("a process");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{command}: {errors}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("audited"), "{text}");
        assert_eq!(text.contains("all agree"), command == "verify", "{text}");
        assert_eq!(errors.contains("not on record"), command == "verify", "{errors}");
    }
    let output = mounted(&[env!("CARGO_BIN_EXE_sprague"), "resume", dir, "--to", "2e6"]).expect("a process");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
    assert!(!place.0.join("lock").exists());
}

/// Whichever signal ends the lab, its database is closed: no log of changes is left beside it.
#[test]
fn a_lab_that_is_told_to_end_closes_its_database() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let place = Place::new(&format!("lab{signal}"));
        let mut lab = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .args(["lab", "--port", "0", "--no-open", "--quiet", "--data", place.text()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut address = String::new();
        BufReader::new(lab.stdout.take().expect("its output")).read_line(&mut address).expect("an address");
        assert!(place.0.join("lab.sqlite-wal").exists());
        Command::new("kill").args([signal, &lab.id().to_string()]).status().expect("kill");
        assert_eq!(lab.wait().expect("a process").code(), Some(0), "{signal} {address}");
        assert!(place.0.join("lab.sqlite").exists() && !place.0.join("lab.sqlite-wal").exists(), "{signal}");
    }
}

#[test]
fn a_file_in_the_place_of_a_folder_is_named_with_the_way_out() {
    let place = Place::new("no-folder");
    assert!(sprague(&["run", "0.16", "--to", "5000", "--dir", place.text()]).status.success());
    std::fs::remove_dir_all(place.0.join("log")).expect("a folder");
    std::fs::write(place.0.join("log"), "x").expect("a file");
    for arguments in [&["status", place.text()][..], &["resume", place.text(), "--to", "9000"]] {
        let output = sprague(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("/log") && text.contains("move it away"), "{text}");
    }
    std::fs::remove_file(place.0.join("log")).expect("a file");
    let resumed = json(&["resume", place.text(), "--to", "9000"]);
    assert_eq!(resumed["done"], 9000);
}

/// The table of a survey, without what depends on who computed it.
fn rows(dir: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(dir).join("survey.csv")).expect("a table");
    let columns = |line: &str| line.split(',').take(16).collect::<Vec<_>>().join(",");
    text.lines().skip(1).map(columns).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_survey_has_a_row_for_every_game_that_was_asked_for() {
    let place = Place::new("survey");
    let dir = place.text();
    let planned = json(&["survey", "plan", "--codes", "0.7?", "--to", "500", "--tasks", "3", "--dir", dir]);
    assert_eq!((&planned["games"], &planned["tasks"]), (&8.into(), &3.into()));
    // the same plan again changes nothing; another one is refused
    let again = json(&["survey", "plan", "--codes", "0.7?", "--to", "500", "--tasks", "3", "--dir", dir]);
    assert_eq!(planned, again);
    let other = sprague(&["survey", "plan", "--codes", "0.6?", "--to", "500", "--dir", dir]);
    assert_eq!((other.status.code(), said(&other).lines().count()), (Some(2), 1));
    let early = sprague(&["survey", "merge", "--dir", dir]);
    assert_eq!(early.status.code(), Some(1));
    assert!(said(&early).contains("missing: tasks 1-3"), "{}", said(&early));
    let script = String::from_utf8_lossy(&sprague(&["survey", "slurm", "--dir", dir]).stdout).into_owned();
    assert!(script.contains("#SBATCH --array=1-3\n") && script.contains("\nexec "), "{script}");
    // the number of the task as Slurm gives it
    let task = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["survey", "run", "--dir", dir])
        .env("SLURM_ARRAY_TASK_ID", "2")
        .env("SLURM_CPUS_PER_TASK", "1")
        .env("SLURMD_NODENAME", "node7")
        .output()
        .expect("a process");
    assert_eq!(task.status.code(), Some(0), "{}", said(&task));
    assert_eq!(json(&["survey", "status", "--dir", dir])["missing"], serde_json::json!([1, 3]));
    let all = sprague(&["survey", "run", "--dir", dir, "--all", "--jobs", "2"]);
    assert_eq!(all.status.code(), Some(0), "{}", said(&all));
    let page = place.0.join("page.md");
    let merged = json(&["survey", "merge", "--dir", dir, "-o", page.to_str().expect("a path")]);
    assert_eq!((&merged["rows"], &merged["whole"]), (&8.into(), &true.into()));
    assert!(merged["hosts"].as_array().expect("hosts").iter().any(|host| host == "node7"));
    assert!(std::fs::read_to_string(page).expect("a page").contains("# Survey of 0.7?"));
    let rows = rows(dir);
    assert!(rows[7].starts_with("0.77,0.77,proved,12,71,0,"), "{rows:?}");
    assert!(rows[0].starts_with("0.70,0.7,proved,"), "named as it was asked: {rows:?}");
    let more = sprague(&["survey", "merge", "--dir", dir, "--recheck", "50%", "--seed", "3"]);
    assert_eq!(more.status.code(), Some(0), "{}", said(&more));
    assert_eq!(sprague(&["survey", "merge", "--dir", dir]).status.code(), Some(1));
    assert_eq!(sprague(&["survey", "run", "--dir", dir, "--all", "--jobs", "1"]).status.code(), Some(0));
    let merged = json(&["survey", "merge", "--dir", dir]);
    assert!(
        merged["whole"] == true && merged["rechecked"].as_u64().is_some_and(|count| count > 0),
        "{merged}"
    );
    let submitted = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["survey", "submit", "--dir", dir])
        .output()
        .expect("one");
    assert!(String::from_utf8_lossy(&submitted.stdout).contains("nothing was submitted"));
}

#[test]
fn what_a_survey_cannot_do_is_one_line() {
    let place = Place::new("survey-lines");
    let dir = place.text();
    let cases: [&[&str]; 11] = [
        &["survey", "plan", "--to", "100", "--dir", dir],
        &["survey", "plan", "--codes", "0.??", "--dir", dir],
        &["survey", "plan", "--codes", "0.?z", "--to", "100", "--dir", dir],
        &["survey", "plan", "--codes", "0.????????????", "--to", "100", "--dir", dir],
        &["survey", "plan", "--subtraction", "max 24", "--to", "100", "--dir", dir],
        &["survey", "plan", "--codes", "0.?", "--to", "100", "--tasks", "0", "--dir", dir],
        &["survey", "plan", "--rules", "/no/such/file", "--to", "100", "--dir", dir],
        &["survey", "plan", "--verify", "/no/such/run", "--dir", dir],
        &["survey", "run", "--dir", dir, "--task", "1"],
        &["survey", "merge", "--dir", dir],
        &["survey", "status", "--dir", dir],
    ];
    for case in cases {
        let output = sprague(case);
        assert_eq!(output.status.code(), Some(2), "{case:?}: {}", said(&output));
        assert_eq!(said(&output).lines().count(), 1, "{case:?}: {}", said(&output));
    }
    assert!(!Path::new(dir).exists(), "nothing was made");
    sprague(&["survey", "plan", "--codes", "0.?", "--to", "100", "--tasks", "2", "--dir", dir]);
    let plan = Path::new(dir).join("plan.json");
    let good = std::fs::read(&plan).expect("a plan");
    let mut hostile = good.clone();
    hostile[50] ^= 1;
    for name in ["plan.json", "plan-copy.json"] {
        std::fs::write(Path::new(dir).join(name), &hostile).expect("a file");
    }
    for case in [
        &["survey", "run", "--dir", dir, "--task", "1"][..],
        &["survey", "status", "--dir", dir],
        &["survey", "merge", "--dir", dir],
        &["survey", "run", "--dir", dir, "--all"],
    ] {
        let output = sprague(case);
        assert_eq!((output.status.code(), said(&output).lines().count()), (Some(2), 1), "{}", said(&output));
        assert!(said(&output).contains("its checksum is wrong"), "{}", said(&output));
    }
    std::fs::write(&plan, good).expect("a file");
    for task in ["0", "3", "9223372036854775807"] {
        assert_eq!(sprague(&["survey", "run", "--dir", dir, "--task", task]).status.code(), Some(2));
    }
    let missing = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["survey", "submit", "--dir", dir])
        .env("PATH", "/nowhere")
        .output()
        .expect("a process");
    assert_eq!((missing.status.code(), said(&missing).lines().count()), (Some(2), 1));
    assert!(said(&missing).contains("there is no sbatch"), "{}", said(&missing));
    // files may have a kilobyte: as on a full disk
    let limited = Command::new("bash")
        .args([
            "-c",
            "ulimit -f 1; exec \"$0\" survey run --dir \"$1\" --task 1",
            env!("CARGO_BIN_EXE_sprague"),
            dir,
        ])
        .output()
        .expect("a process");
    assert_eq!((limited.status.code(), said(&limited).lines().count()), (Some(2), 1), "{}", said(&limited));
    assert_eq!(sprague(&["survey", "run", "--dir", dir, "--all", "--jobs", "1"]).status.code(), Some(0));
    assert_eq!(sprague(&["survey", "merge", "--dir", dir, "-o", "table.txt"]).status.code(), Some(2));
    assert_eq!(sprague(&["survey", "merge", "--dir", dir]).status.code(), Some(0));
}

#[test]
fn units_and_merges_may_run_at_the_same_time_and_be_stopped() {
    let place = Place::new("survey-together");
    let dir = place.text();
    // a game without a sparse space, and some that are settled at once
    std::fs::create_dir_all(&place.0).expect("a folder");
    let games = place.0.join("games.txt");
    std::fs::write(&games, "# games\n0.007\nkayles\n0.07\ntake(1,3,4)\n").expect("a file");
    let dir = &format!("{dir}/s");
    let games = games.to_str().expect("a path");
    let planned =
        sprague(&["survey", "plan", "--rules", games, "--to", "30000", "--tasks", "1", "--dir", dir]);
    assert_eq!(planned.status.code(), Some(0), "{}", said(&planned));
    let child = spawn(&["survey", "run", "--dir", dir, "--all", "--jobs", "1"]);
    std::thread::sleep(Duration::from_millis(300));
    let term = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(term.success());
    let ended = child.wait_with_output().expect("a process");
    // it may have come to its end before
    assert!(matches!(ended.status.code(), Some(0 | 4)), "{ended:?}");
    let (mut one, two) = (
        spawn(&["survey", "run", "--dir", dir, "--task", "1"]),
        sprague(&["survey", "run", "--dir", dir, "--task", "1"]),
    );
    assert_eq!(
        (one.wait().expect("a process").code(), two.status.code()),
        (Some(0), Some(0)),
        "{}",
        said(&two)
    );
    let (mut one, two) =
        (spawn(&["survey", "merge", "--dir", dir]), sprague(&["survey", "merge", "--dir", dir]));
    assert_eq!(
        (one.wait().expect("a process").code(), two.status.code()),
        (Some(0), Some(0)),
        "{}",
        said(&two)
    );
    let rows = rows(dir);
    assert_eq!(rows.len(), 4);
    let hash = sprague(&["values", "0.007", "--to", "30000", "--format", "hash"]);
    let hash = String::from_utf8_lossy(&hash.stdout).into_owned();
    let signature = rows[0].split(',').next_back().expect("a signature");
    assert!(rows[0].starts_with("0.007,") && hash.contains(signature), "{hash} {rows:?}");
    assert!(rows[1].starts_with("kayles,0.77,") && rows[2].starts_with("0.07,0.137,"), "{rows:?}");
}
