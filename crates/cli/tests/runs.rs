//! The commands `run`, `resume`, `status` and `verify`, and run folders in place of games.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

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
    let (of_run, of_game) = (json(&["stats", dir]), json(&["stats", "0.16", "--to", "1100000"]));
    assert_eq!(of_run, of_game);
    let (of_run, of_game) = (json(&["sparse", dir]), json(&["sparse", "0.16", "--to", "1100000"]));
    assert_eq!(of_run, of_game);
    let (of_run, of_game) = (json(&["period", dir]), json(&["period", "0.16", "--limit", "1100000"]));
    assert_eq!(of_run, of_game);
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
    for case in [&["run", "0.16", "--to", "10", "--dir", dir][..], &["verify", dir, "--segments", "4..9"][..]]
    {
        assert_eq!(sprague(case).status.code(), Some(2), "{case:?}");
    }
}

#[test]
fn a_signal_writes_a_checkpoint_and_a_second_run_is_refused() {
    let place = Place::new("signal");
    let dir = place.text();
    let child = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["run", "grundy", "--to", "1e12", "--dir", dir])
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    while !place.0.join("manifest.json").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(json(&["status", dir])["running"], true);
    let second = sprague(&["resume", dir]);
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another run is at work"));
    let signal = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(signal.success());
    let output = child.wait_with_output().expect("a process");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains(&format!("sprague resume {dir}")));
    let status = json(&["status", dir]);
    assert!(status["done"].as_u64().is_some_and(|done| done > 0));
    assert_eq!(status["running"], false);
}
