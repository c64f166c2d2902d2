//! SIGKILL at random moments: every run that is resumed ends with the same manifest hash as one that was not broken.
//!
//! `SPRAGUE_KILLS` says how often; `make kills` takes 200.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

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

/// Breaks a run so often; returns the result and how many kills hit a process at work.
fn broken(game: &str, to: &str, kills: u64, longest: Duration, seed: u64) -> ((String, String), u64) {
    let place = Place::new(&format!("broken-{game}-{seed}"));
    let (mut chance, mut hits) = (seed, 0);
    let mut command = start(game, to, &place.0);
    for _ in 0..kills {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = command.spawn().expect("a process");
        std::thread::sleep(longest.mul_f64((chance >> 33) as f64 / (1u64 << 31) as f64));
        hits += u64::from(child.try_wait().expect("a process").is_none());
        child.kill().expect("a process");
        child.wait().expect("a process");
        let exists = place.0.join("manifest.json").exists();
        let dir = place.0.to_str().expect("a path");
        command = if exists {
            sprague(&["resume", dir, "--checkpoint-every", "50ms"])
        } else {
            start(game, to, &place.0)
        };
    }
    let output = command.output().expect("a process");
    let found = result(&output.stdout);
    (found.unwrap_or_else(|| panic!("{game}: {}", String::from_utf8_lossy(&output.stderr))), hits)
}

#[test]
fn killed_runs_end_with_the_same_hash() {
    let kills: u64 = std::env::var("SPRAGUE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(25);
    let games = [("grundy", "1500000", 0.4), ("0.16", "3e6", 0.2), ("0.007", "20000", 0.3)];
    let mut hits = 0;
    for (number, (game, to, share)) in (1..).zip(games) {
        let place = Place::new(&format!("whole-{game}"));
        let began = std::time::Instant::now();
        let output = start(game, to, &place.0).output().expect("a process");
        let whole = began.elapsed();
        let expected = result(&output.stdout).expect("a finished run");
        let kills = (kills as f64 * share).round() as u64;
        let rounds = kills.div_ceil(10);
        for round in 0..rounds {
            let now = (kills - round * 10).min(10);
            let (found, hit) = broken(game, to, now, whole / 2, 100 * number + round);
            assert_eq!(found, expected, "{game} after {now} kills");
            hits += hit;
        }
    }
    println!("{kills} kills, {hits} of them while a run was at work");
    assert!(hits * 2 > kills, "{hits} of {kills}");
}
