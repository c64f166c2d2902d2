//! The commands `run`, `resume`, `status` and `verify`, and run folders in place of games.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;
use sprague_kit::{Said, Scratch, ended, extent, until};

use crate::common::{self, SPRAGUE, all_refused, sprague};

pub fn json(arguments: &[&str]) -> Value {
    common::judged(arguments).0
}

#[test]
fn a_run_answers_like_the_game() {
    let place = Scratch::new("answers");
    let dir = place.text();
    let run = json(&["run", "0.16", "--to", "1100000", "--dir", dir, "--keep-values"]);
    assert_eq!(run["done"], 1_100_000);
    assert_eq!(run["segments"], 2);
    assert_eq!(run["label"], "audited");
    let hash = sprague(&["values", "0.16", "--to", "1100000", "--format", "hash"]);
    assert!(hash.out.contains(run["hash"].as_str().expect("a hash")));
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
    let rows =
        |game: &str| sprague(&["values", game, "--from", "500000", "--to", "1100000", "--format", "csv"]);
    assert_eq!(rows(dir), rows("0.16"));
    let picture = |game: &str| sprague(&["plot", game, "--to", "5000", "--format", "svg"]);
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
    let place = Scratch::new("errors");
    let dir = place.text();
    all_refused(&[
        (&["status", dir], ""),
        (&["resume", dir], ""),
        (&["verify", dir], ""),
        (&["run", "0.16", "--to", "10"], ""),
        (&["run", "take(1..7)", "--to", "1e12", "--dir", dir], ""),
        (&["stats", dir], ""),
    ]);
    assert!(!Path::new(dir).exists());
    sprague(&["run", "0.16", "--to", "1000", "--dir", dir]);
    // `--segments` names none, and `run` would have to go back
    all_refused(&[
        (&["run", "0.16", "--to", "10", "--dir", dir], ""),
        (&["verify", dir, "--segments", "4..9"], ""),
    ]);
}

/// A process at work in a folder.
pub fn spawn(arguments: &[&str]) -> Child {
    let mut command = SPRAGUE.command(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process")
}

pub fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// Waits until a checkpoint is in the folder.
fn wait_for_checkpoint(folder: &Path) {
    let is_checkpoint =
        |name: String| name.starts_with("checkpoint-") && Path::new(&name).extension().is_none();
    until("a checkpoint", || names(folder).into_iter().any(is_checkpoint));
}

/// Whether a process ends by itself when it is told to, where the system says so.
pub fn hears_signals(child: &Child) -> bool {
    let text = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.map_or(cfg!(not(target_os = "linux")), |mask| mask >> 14 & 1 == 1)
}

pub fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// The hash of an unbroken run.
fn unbroken(game: &str, to: &str) -> Value {
    // two tests may ask for the same run at the same time
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let place = Scratch::new(&format!("unbroken-{}", ASKED.fetch_add(1, Ordering::Relaxed)));
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
        let place = Scratch::new(&format!("signal{signal}"));
        let dir = place.text();
        let child = spawn(&["run", "grundy", "--to", "1e12", "--dir", dir]);
        until("a run that hears", || place.0.join("manifest.json").exists() && hears_signals(&child));
        assert_eq!(json(&["status", dir])["running"], true);
        all_refused(&[(&["resume", dir], "another run is at work")]);
        send(signal, &child);
        let said = Said::of(child.wait_with_output().expect("a process"));
        assert_eq!(said.code, Some(4), "{signal}");
        assert!(said.out.contains(&format!("Stopped; to go on: sprague resume {dir}")), "{signal}: {said:?}");
        let status = json(&["status", dir]);
        assert!(status["done"].as_u64().is_some_and(|done| done > 0), "{signal}");
        assert_eq!(status["running"], false);
    }
}

#[test]
fn a_stopped_run_says_so_by_its_exit_code_even_where_nobody_reads_its_answer() {
    let place = Scratch::new("unread");
    let mut child = spawn(&["run", "grundy", "--to", "1e12", "--dir", place.text()]);
    until("a run that hears", || place.0.join("manifest.json").exists() && hears_signals(&child));
    drop((child.stdout.take(), child.stderr.take()));
    send("-TERM", &child);
    assert_eq!(child.wait().expect("a process").code(), Some(4));
    wait_for_checkpoint(&place.0);
}

#[test]
fn a_run_that_was_started_to_survive_its_terminal_does() {
    let place = Scratch::new("nohup");
    let script = "trap '' HUP; exec \"$0\" run grundy --to 1e12 --dir \"$1\" --checkpoint-every 50ms";
    let child = Command::new("sh")
        .args(["-c", script, SPRAGUE.0, place.text()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    wait_for_checkpoint(&place.0);
    send("-HUP", &child);
    let before = json(&["status", place.text()])["done"].as_u64();
    until("more heaps", || {
        let status = json(&["status", place.text()]);
        assert_eq!(status["running"], true);
        status["done"].as_u64() > before
    });
    send("-TERM", &child);
    assert_eq!(child.wait_with_output().expect("a process").status.code(), Some(4));
}

#[test]
fn the_same_command_goes_on_with_its_run() {
    let place = Scratch::new("again");
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
        assert_eq!(again.code, Some(0), "{what}: {again:?}");
        assert!(again.err.contains(stderr) && again.err.lines().count() == 1, "{again:?}");
        let document: Value = serde_json::from_str(&again.out).expect("JSON");
        assert_eq!(document["manifest_hash"], expected, "{what}");
        assert!(document["sessions"].as_array().expect("a list").len() <= 2, "{what}: {document}");
    }
    assert!(done < 2_000_000);
    // a later end, under another name of the same rule; what says nothing new stays as it is
    let longer = sprague(&["run", "split(2, distinct)", "--to", "2100000", "--dir", dir, "--quiet"]);
    assert_eq!((longer.code, longer.err.as_str()), (Some(0), ""));
    assert_eq!(json(&["status", dir])["manifest_hash"], unbroken("grundy", "2100000"));
    all_refused(&[
        (&["run", "0.16", "--to", "3e6", "--dir", dir], "already holds a run of grundy"),
        (&["run", "grundy", "--to", "2e6", "--dir", dir], "--to must not be smaller"),
        (&["run", "grundy", "--to", "3e6", "--dir", dir, "--keep-values"], "without its values"),
    ]);
    assert_eq!(json(&["status", dir])["done"], 2_100_000);
}

/// Moves the folder of a run at work and starts another run under the old name; both must end right.
fn move_at_work(number: usize, expected: (&Value, &Value)) {
    let (old, new) = (Scratch::new(&format!("old-{number}")), Scratch::new(&format!("new-{number}")));
    let every = ["--checkpoint-every", "10ms", "--threads", "1", "--json"];
    let first = ["run", "grundy", "--to", "1200000", "--dir", old.text()];
    let first = spawn(&[&first[..], &every[..]].concat());
    wait_for_checkpoint(&old.0);
    std::fs::rename(&old.0, &new.0).expect("it can be moved");
    let second = ["run", "0.16", "--to", "1200000", "--dir", old.text(), "--keep-values"];
    let second = spawn(&[&second[..], &every[..]].concat());
    for (child, place, expected) in [(first, &new, expected.0), (second, &old, expected.1)] {
        let Said { code, out, err: errors } = Said::of(child.wait_with_output().expect("a process"));
        assert_eq!(code, Some(0), "{errors}");
        let document: Value = serde_json::from_str(&out).expect("JSON");
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
    let expected = (unbroken("grundy", "1200000"), unbroken("0.16", "1200000"));
    let tries = extent(2, 10);
    for number in 0..tries {
        move_at_work(number, (&expected.0, &expected.1));
    }
    println!(
        "attack | run folders moved at work, a second run under the old name | {tries} | 0 wrong or mixed"
    );
}

#[test]
fn a_stopped_run_in_a_moved_folder_names_the_new_place() {
    let (old, new) = (Scratch::new("stop-old"), Scratch::new("stop-new"));
    let child = spawn(&["run", "grundy", "--to", "1e12", "--dir", old.text(), "--checkpoint-every", "20ms"]);
    wait_for_checkpoint(&old.0);
    std::fs::rename(&old.0, &new.0).expect("it can be moved");
    send("-TERM", &child);
    let said = Said::of(child.wait_with_output().expect("a process"));
    assert!(said.code == Some(4) && said.out.contains(&format!("sprague resume {}", new.text())), "{said:?}");
    assert!(!old.0.exists(), "nothing is made under the old name");
}

#[test]
fn a_folder_that_is_removed_at_work_is_said_in_one_line() {
    let place = Scratch::new("removed");
    let child =
        spawn(&["run", "grundy", "--to", "1e12", "--dir", place.text(), "--checkpoint-every", "300ms"]);
    wait_for_checkpoint(&place.0);
    // a checkpoint may come while it is removed
    while place.0.exists() {
        let _ = std::fs::remove_dir_all(&place.0);
    }
    let said = Said::of(child.wait_with_output().expect("a process"));
    assert_eq!((said.code, said.err.lines().count()), (Some(2), 1), "{said:?}");
    assert!(said.err.contains(place.text()), "{said:?}");
    assert!(!place.0.exists(), "nothing is made anew");
}

#[test]
fn a_limit_on_file_sizes_ends_a_run_with_one_line_and_nothing_is_lost() {
    let place = Scratch::new("limit");
    let dir = place.text();
    assert_eq!(json(&["run", "grundy", "--to", "20000", "--dir", dir])["done"], 20_000);
    let script = "ulimit -f 200; exec \"$0\" run grundy --to 2e6 --dir \"$1\" --checkpoint-every 20ms";
    let Said { code, err: text, .. } = ended(Command::new("sh").args(["-c", script, SPRAGUE.0, dir]), b"");
    assert_eq!(code, Some(2), "{text}");
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
    let place = Scratch::new("read-only");
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
        let output = mounted(&[SPRAGUE.0, command, dir]).expect("a process");
        let Said { code, out: text, err: errors } = Said::of(output);
        assert_eq!(code, Some(0), "{command}: {errors}");
        assert!(text.contains("audited"), "{text}");
        assert_eq!(text.contains("all agree"), command == "verify", "{text}");
        assert_eq!(errors.contains("not on record"), command == "verify", "{errors}");
    }
    let said = Said::of(mounted(&[SPRAGUE.0, "resume", dir, "--to", "2e6"]).expect("a process"));
    assert_eq!((said.code, said.err.lines().count()), (Some(2), 1), "{said:?}");
    assert!(!place.0.join("lock").exists());
}

/// Whichever signal ends the lab, its database is closed: no log of changes is left beside it.
#[test]
fn a_lab_that_is_told_to_end_closes_its_database() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let place = Scratch::new(&format!("lab{signal}"));
        let mut lab = spawn(&["lab", "--port", "0", "--no-open", "--quiet", "--data", place.text()]);
        let mut address = String::new();
        BufReader::new(lab.stdout.take().expect("its output")).read_line(&mut address).expect("an address");
        assert!(place.0.join("lab.sqlite-wal").exists());
        send(signal, &lab);
        assert_eq!(lab.wait().expect("a process").code(), Some(0), "{signal} {address}");
        assert!(place.0.join("lab.sqlite").exists() && !place.0.join("lab.sqlite-wal").exists(), "{signal}");
    }
}

#[test]
fn a_file_in_the_place_of_a_folder_is_named_with_the_way_out() {
    let place = Scratch::new("no-folder");
    common::run(&["run", "0.16", "--to", "5000", "--dir", place.text()]);
    std::fs::remove_dir_all(place.0.join("log")).expect("a folder");
    std::fs::write(place.0.join("log"), "x").expect("a file");
    for arguments in [&["status", place.text()][..], &["resume", place.text(), "--to", "9000"]] {
        let said = sprague(arguments);
        assert_eq!(said.code, Some(2), "{said:?}");
        assert!(said.err.contains("/log") && said.err.contains("move it away"), "{said:?}");
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

#[test]
fn a_survey_has_a_row_for_every_game_that_was_asked_for() {
    let place = Scratch::new("survey");
    let dir = place.text();
    let planned = json(&["survey", "plan", "--codes", "0.7?", "--to", "500", "--tasks", "3", "--dir", dir]);
    assert_eq!((&planned["games"], &planned["tasks"]), (&8.into(), &3.into()));
    // the same plan again changes nothing; another one is refused
    let again = json(&["survey", "plan", "--codes", "0.7?", "--to", "500", "--tasks", "3", "--dir", dir]);
    assert_eq!(planned, again);
    all_refused(&[(&["survey", "plan", "--codes", "0.6?", "--to", "500", "--dir", dir], "")]);
    let early = sprague(&["survey", "merge", "--dir", dir]);
    assert!(early.code == Some(1) && early.err.contains("missing: tasks 1-3"), "{early:?}");
    let script = sprague(&["survey", "slurm", "--dir", dir]).out;
    assert!(script.contains("#SBATCH --array=1-3\n") && script.contains("\nexec "), "{script}");
    // the number of the task as Slurm gives it
    let mut task = SPRAGUE.command(&["survey", "run", "--dir", dir]);
    task.env("SLURM_ARRAY_TASK_ID", "2").env("SLURM_CPUS_PER_TASK", "1").env("SLURMD_NODENAME", "node7");
    let task = ended(&mut task, b"");
    assert_eq!(task.code, Some(0), "{task:?}");
    assert_eq!(json(&["survey", "status", "--dir", dir])["missing"], serde_json::json!([1, 3]));
    let all = sprague(&["survey", "run", "--dir", dir, "--all", "--jobs", "2"]);
    assert_eq!(all.code, Some(0), "{all:?}");
    let page = place.0.join("page.md");
    let merged = json(&["survey", "merge", "--dir", dir, "-o", page.to_str().expect("a path")]);
    assert_eq!((&merged["rows"], &merged["whole"]), (&8.into(), &true.into()));
    assert!(merged["hosts"].as_array().expect("hosts").iter().any(|host| host == "node7"));
    assert!(std::fs::read_to_string(page).expect("a page").contains("# Survey of 0.7?"));
    let rows = rows(dir);
    assert!(rows[7].starts_with("0.77,0.77,proved,12,71,0,"), "{rows:?}");
    assert!(rows[0].starts_with("0.70,0.7,proved,"), "named as it was asked: {rows:?}");
    let more = sprague(&["survey", "merge", "--dir", dir, "--recheck", "50%", "--seed", "3"]);
    assert_eq!(more.code, Some(0), "{more:?}");
    assert_eq!(sprague(&["survey", "merge", "--dir", dir]).code, Some(1));
    assert_eq!(sprague(&["survey", "run", "--dir", dir, "--all", "--jobs", "1"]).code, Some(0));
    let merged = json(&["survey", "merge", "--dir", dir]);
    assert!(
        merged["whole"] == true && merged["rechecked"].as_u64().is_some_and(|count| count > 0),
        "{merged}"
    );
    assert!(sprague(&["survey", "submit", "--dir", dir]).out.contains("nothing was submitted"));
}

#[test]
fn what_a_survey_cannot_do_is_one_line() {
    let place = Scratch::new("survey-lines");
    let dir = place.text();
    all_refused(&[
        (&["survey", "plan", "--to", "100", "--dir", dir], ""),
        (&["survey", "plan", "--codes", "0.??", "--dir", dir], ""),
        (&["survey", "plan", "--codes", "0.?z", "--to", "100", "--dir", dir], ""),
        (&["survey", "plan", "--codes", "0.????????????", "--to", "100", "--dir", dir], ""),
        (&["survey", "plan", "--subtraction", "max 24", "--to", "100", "--dir", dir], ""),
        (&["survey", "plan", "--codes", "0.?", "--to", "100", "--tasks", "0", "--dir", dir], ""),
        (&["survey", "plan", "--rules", "/no/such/file", "--to", "100", "--dir", dir], ""),
        (&["survey", "plan", "--verify", "/no/such/run", "--dir", dir], ""),
        (&["survey", "run", "--dir", dir, "--task", "1"], ""),
        (&["survey", "merge", "--dir", dir], ""),
        (&["survey", "status", "--dir", dir], ""),
    ]);
    assert!(!Path::new(dir).exists(), "nothing was made");
    sprague(&["survey", "plan", "--codes", "0.?", "--to", "100", "--tasks", "2", "--dir", dir]);
    let plan = Path::new(dir).join("plan.json");
    let good = std::fs::read(&plan).expect("a plan");
    let mut hostile = good.clone();
    hostile[50] ^= 1;
    for name in ["plan.json", "plan-copy.json"] {
        std::fs::write(Path::new(dir).join(name), &hostile).expect("a file");
    }
    let why = "its checksum is wrong";
    all_refused(&[
        (&["survey", "run", "--dir", dir, "--task", "1"], why),
        (&["survey", "status", "--dir", dir], why),
        (&["survey", "merge", "--dir", dir], why),
        (&["survey", "run", "--dir", dir, "--all"], why),
    ]);
    std::fs::write(&plan, good).expect("a file");
    for task in ["0", "3", "9223372036854775807"] {
        assert_eq!(sprague(&["survey", "run", "--dir", dir, "--task", task]).code, Some(2));
    }
    let missing = ended(SPRAGUE.command(&["survey", "submit", "--dir", dir]).env("PATH", "/nowhere"), b"");
    assert_eq!((missing.code, missing.err.lines().count()), (Some(2), 1));
    assert!(missing.err.contains("there is no sbatch"), "{missing:?}");
    // files may have a kilobyte: as on a full disk
    let script = "ulimit -f 1; exec \"$0\" survey run --dir \"$1\" --task 1";
    let limited = ended(Command::new("bash").args(["-c", script, SPRAGUE.0, dir]), b"");
    assert_eq!((limited.code, limited.err.lines().count()), (Some(2), 1), "{limited:?}");
    assert_eq!(sprague(&["survey", "run", "--dir", dir, "--all", "--jobs", "1"]).code, Some(0));
    assert_eq!(sprague(&["survey", "merge", "--dir", dir, "-o", "table.txt"]).code, Some(2));
    assert_eq!(sprague(&["survey", "merge", "--dir", dir]).code, Some(0));
}

#[test]
fn units_and_merges_may_run_at_the_same_time_and_be_stopped() {
    let place = Scratch::new("survey-together");
    let dir = place.text();
    // a game without a sparse space, and some that are settled at once
    std::fs::create_dir_all(&place.0).expect("a folder");
    let games = place.0.join("games.txt");
    std::fs::write(&games, "# games\n0.007\nkayles\n0.07\ntake(1,3,4)\n").expect("a file");
    let dir = &format!("{dir}/s");
    let games = games.to_str().expect("a path");
    let planned =
        sprague(&["survey", "plan", "--rules", games, "--to", "30000", "--tasks", "1", "--dir", dir]);
    assert_eq!(planned.code, Some(0), "{planned:?}");
    let mut child = spawn(&["survey", "run", "--dir", dir, "--all", "--jobs", "1"]);
    let mut is_over = false;
    until("a survey that hears", || {
        is_over = child.try_wait().expect("a process").is_some();
        is_over || hears_signals(&child)
    });
    if !is_over {
        send("-TERM", &child);
    }
    let stopped = Said::of(child.wait_with_output().expect("a process"));
    // it may have come to its end before
    assert!(matches!(stopped.code, Some(0 | 4)), "{stopped:?}");
    for both in [&["survey", "run", "--dir", dir, "--task", "1"][..], &["survey", "merge", "--dir", dir]] {
        let (mut one, two) = (spawn(both), sprague(both));
        assert_eq!((one.wait().expect("a process").code(), two.code), (Some(0), Some(0)), "{two:?}");
    }
    let rows = rows(dir);
    assert_eq!(rows.len(), 4);
    let hash = sprague(&["values", "0.007", "--to", "30000", "--format", "hash"]);
    let hash = hash.out;
    let signature = rows[0].split(',').next_back().expect("a signature");
    assert!(rows[0].starts_with("0.007,") && hash.contains(signature), "{hash} {rows:?}");
    assert!(rows[1].starts_with("kayles,0.77,") && rows[2].starts_with("0.07,0.137,"), "{rows:?}");
}
