//! Processes killed and stopped at random moments: every run that is taken up again ends with the same manifest hash as
//! one that was not broken, and what a checkpoint had before is never lost.
//!
//! `SPRAGUE_ATTACK=full` kills 1000 times, `SPRAGUE_KILLS` says another number.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use sprague_kit::{Random, Scratch, extent};
use sprague_store::{Folder, StoreError, System, status};

use crate::common::SPRAGUE;
use crate::runs::send;

/// A game, how far, whether its values are kept, and the share of the kills, in tenths.
type Target = (&'static str, &'static str, bool, u64);

const TARGETS: [Target; 4] = [
    ("grundy", "1200000", false, 4),
    ("0.16", "2e6", true, 2),
    ("0.106", "1500000", false, 1),
    ("0.007", "15000", false, 3),
];

/// How a process is broken off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blow {
    Kill,
    Terminate,
    HangUp,
}

/// What became of the blows.
#[derive(Default)]
struct Count {
    kills: u64,
    signals: u64,
    runs: u64,
    /// Soft blows that ended with another exit code than 4.
    other_codes: Vec<String>,
    /// Heaps that a checkpoint had are gone, or the run ended with another result or a warning.
    wrong: Vec<String>,
}

/// The command of a run: the same one begins it and goes on with it.
fn start(target: Target, dir: &Path, threads: u64) -> Command {
    let (game, to, keeps_values, _) = target;
    let mut command = SPRAGUE.command(&["run", game, "--to", to, "--dir"]);
    command.arg(dir).args(["--checkpoint-every", "20ms", "--json"]);
    command.args(["--threads", &threads.to_string()]).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.args(keeps_values.then_some("--keep-values"));
    command
}

/// The manifest hash and the signature of a finished run.
fn result(document: &[u8]) -> Option<(String, String)> {
    let document: Value = serde_json::from_slice(document).ok()?;
    Some((document["manifest_hash"].as_str()?.to_owned(), document["hash"].as_str()?.to_owned()))
}

/// How many heaps the last checkpoint has.
fn saved(place: &Scratch) -> u64 {
    match status(&Folder::new(Arc::new(System), &place.0)) {
        Ok((status, _)) => status.done.map_or(0, |done| done + 1),
        Err(StoreError::NoRun(_)) => 0,
        Err(error) => panic!("{error}"),
    }
}

/// How a process took its blow.
enum Taken {
    /// It had ended before, finished.
    TooLate,
    /// It ended at once: it was killed, or did not listen to signals yet.
    AtOnce,
    /// It ended by itself, with this exit code.
    Ended(i32),
}

/// Breaks a process off.
fn strike(child: &mut Child, blow: Blow) -> Taken {
    if child.try_wait().expect("a process").is_some() {
        return Taken::TooLate;
    }
    let signal = match blow {
        Blow::Kill => {
            child.kill().expect("a process");
            child.wait().expect("a process");
            return Taken::AtOnce;
        }
        Blow::Terminate => "-TERM",
        Blow::HangUp => "-HUP",
    };
    send(signal, child);
    match child.wait().expect("a process").code() {
        Some(0) => Taken::TooLate,
        code => code.map_or(Taken::AtOnce, Taken::Ended),
    }
}

/// Breaks runs so often while they are at work; those that end before they are hit, and the last one, must have the
/// result expected.
fn break_runs(target: Target, kills: u64, signals: u64) -> Count {
    let seed = kills + 1;
    let dice = &mut Random::new(seed);
    let whole = Scratch::new(&format!("whole-{}", target.0));
    let began = Instant::now();
    let output = start(target, &whole.0, 1).output().expect("a process");
    let longest = (began.elapsed() / 3).min(Duration::from_millis(150));
    let expected = result(&output.stdout).expect("a finished run");
    let mut count = Count { runs: 1, ..Count::default() };
    let mut place = Scratch::new(&format!("broken-{}-0", target.0));
    loop {
        let threads = 1 + dice.below(4);
        let mut child = start(target, &place.0, threads).spawn().expect("a process");
        let what = format!("{}, seed {seed}, blow {}", target.0, count.kills + count.signals);
        let left = (kills - count.kills, signals - count.signals);
        if left != (0, 0) {
            std::thread::sleep(longest.mul_f64(dice.below(1 << 20) as f64 / f64::from(1 << 20)));
            let is_kill = dice.below(left.0 + left.1) < left.0;
            let soft = if dice.below(2) == 0 { Blow::Terminate } else { Blow::HangUp };
            let before = saved(&place);
            let taken = strike(&mut child, if is_kill { Blow::Kill } else { soft });
            if !matches!(taken, Taken::TooLate) {
                count.kills += u64::from(is_kill);
                count.signals += u64::from(!is_kill);
                let after = saved(&place);
                if after < before {
                    count.wrong.push(format!("{what}: {before} heaps were saved, {after} are left"));
                }
                if let Taken::Ended(code) = taken
                    && code != 4
                {
                    count.other_codes.push(format!("{what}: exit code {code}"));
                }
                continue;
            }
        }
        let output = child.wait_with_output().expect("a process");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if result(&output.stdout).as_ref() != Some(&expected) || errors.contains("warning") {
            count.wrong.push(format!("{what}: {errors}"));
        }
        if left == (0, 0) {
            return count;
        }
        place = Scratch::new(&format!("broken-{}-{}", target.0, count.runs));
        count.runs += 1;
    }
}

#[test]
fn attack_killed_runs_end_with_the_same_hash() {
    let usual = extent(25, 1000);
    let kills: u64 = std::env::var("SPRAGUE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let signals = kills / 5;
    let share = |of: u64, tenths: u64| (of * tenths).div_ceil(10);
    // two chains of processes at a time
    let counts: Vec<Count> = std::thread::scope(|scope| {
        let chains: Vec<_> = [[TARGETS[0], TARGETS[2]], [TARGETS[1], TARGETS[3]]]
            .into_iter()
            .map(|chain| {
                let run = move |target: Target| {
                    break_runs(target, share(kills, target.3), share(signals, target.3))
                };
                scope.spawn(move || chain.map(run))
            })
            .collect();
        chains.into_iter().flat_map(|chain| chain.join().expect("no wrong run")).collect()
    });
    let sum = |part: fn(&Count) -> u64| counts.iter().map(part).sum::<u64>();
    let (done, soft, runs) = (sum(|count| count.kills), sum(|count| count.signals), sum(|count| count.runs));
    let (wrong, codes): (Vec<&String>, Vec<&String>) = (
        counts.iter().flat_map(|count| &count.wrong).collect(),
        counts.iter().flat_map(|count| &count.other_codes).collect(),
    );
    println!(
        "attack | SIGKILL at random moments, 1 to 4 threads | {done} | {} wrong or lost in {runs} runs worked to the end",
        wrong.len()
    );
    println!(
        "attack | SIGTERM and SIGHUP among them | {soft} | {} with another exit code than 4",
        codes.len()
    );
    assert!(wrong.is_empty() && codes.is_empty(), "{wrong:#?} {codes:#?}");
    assert!(done >= kills);
}
