//! SIGKILL at random moments: every run that is resumed ends with the same manifest hash as one that was not broken.
//!
//! `SPRAGUE_KILLS` says how often; `make kills` takes 200.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn sprague(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.args(arguments).args(["--json", "--threads", "1"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sprague-kills-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn start(game: &str, to: &str, dir: &Path) -> Command {
    sprague(&["run", game, "--to", to, "--dir", dir.to_str().expect("a path"), "--checkpoint-every", "50ms"])
}

/// The manifest hash and the signature of a finished run.
fn result(document: &[u8]) -> Option<(String, String)> {
    let document: Value = serde_json::from_slice(document).ok()?;
    Some((document["manifest_hash"].as_str()?.to_owned(), document["hash"].as_str()?.to_owned()))
}

/// Breaks runs so often while they are at work; those that end before they are hit, and the last one, must have the
/// result expected. Returns how many runs that took.
fn break_runs(game: &str, to: &str, kills: u64, longest: Duration, expected: &(String, String)) -> u64 {
    let (mut chance, mut hits, mut runs) = (kills, 0, 1);
    let mut place = Place::new(&format!("broken-{game}-0"));
    loop {
        let dir = place.0.to_str().expect("a path");
        let mut command = if place.0.join("manifest.json").exists() {
            sprague(&["resume", dir, "--checkpoint-every", "50ms"])
        } else {
            start(game, to, &place.0)
        };
        let mut child = command.spawn().expect("a process");
        if hits < kills {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            std::thread::sleep(longest.mul_f64((chance >> 33) as f64 / (1u64 << 31) as f64));
            if child.try_wait().expect("a process").is_none() {
                child.kill().expect("a process");
                child.wait().expect("a process");
                hits += 1;
                continue;
            }
        }
        let output = child.wait_with_output().expect("a process");
        let found = result(&output.stdout);
        assert_eq!(found.as_ref(), Some(expected), "{game}: {}", String::from_utf8_lossy(&output.stderr));
        if hits == kills {
            return runs;
        }
        place = Place::new(&format!("broken-{game}-{runs}"));
        runs += 1;
    }
}

#[test]
fn killed_runs_end_with_the_same_hash() {
    let kills: u64 = std::env::var("SPRAGUE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(25);
    let games = [("grundy", "1500000", kills * 2 / 5), ("0.16", "3e6", kills / 5), ("0.007", "20000", 0)];
    let mut left = kills;
    for (game, to, share) in games {
        let kills = if share == 0 { left } else { share };
        left -= kills;
        let place = Place::new(&format!("whole-{game}"));
        let began = Instant::now();
        let output = start(game, to, &place.0).output().expect("a process");
        let whole = began.elapsed();
        let expected = result(&output.stdout).expect("a finished run");
        let runs = break_runs(game, to, kills, whole / 3, &expected);
        println!("{game}: {kills} kills in {runs} runs, each ended with the same hash");
    }
}
