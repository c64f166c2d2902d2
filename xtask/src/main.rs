//! `cargo xtask TASK`: what maintainers do now and then, told once and on any system. The targets of the Makefile with
//! the same names call it.
//!
//! A task starts the command `sprague`, or tests, and writes files of the repository. This program depends on no crate,
//! so that it is built in a second and nothing else waits for it.

#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "it writes the pages of the repository")]

mod errata;
mod surveys;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// What is done, or why not.
type Done = Result<(), String>;

/// A task: its name, what may follow it, what it does.
type Task = (&'static str, &'static str, fn(&[&str]) -> Done);

const TASKS: [Task; 13] = [
    ("survey", "the survey of the three octal digits, and the table that `games` reads", |_| {
        surveys::make(&["three"])
    }),
    (
        "surveys",
        "the other pages of docs/surveys, or those named: four, hex, hex3, blocks, splits, sets",
        surveys::make,
    ),
    ("misere-survey", "docs/misere-survey.md", |_| {
        sprague(&["survey", "misere", "--quiet", "-o", "docs/misere-survey.md"])
    }),
    ("proofs", "every game of proofs/games.txt, or those named, proved again, and docs/solved.md", |games| {
        proofs(if games.is_empty() { &["all"] } else { games })
    }),
    ("misere-proofs", "the same for the games of proofs/misere.txt", |_| proofs(&["misere"])),
    ("solved", "docs/solved.md alone, from the indexes of proofs", |_| proofs(&[])),
    ("check-proofs", "every certificate that is kept, by the stand-alone checker", |_| check_proofs()),
    (
        "coq-certificates",
        "proofs/coq/certificates and proofs/coq/misere, for the games of games.txt and misere.txt there",
        |_| coq_certificates(),
    ),
    ("reproduce", "every claim in its full range: docs/reproduce.md and docs/errata.md", |_| {
        sprague(&["reproduce", "--full", "--quiet", "--markdown", "docs/reproduce.md"])?;
        errata::write()
    }),
    ("errata", "docs/errata.md alone, from docs/reproduce.md", |_| errata::write()),
    ("schema", "docs/schema, the description of the lab's interface, the page's types", |_| {
        let tests = ["test", "--locked", "-p", "sprague-lab", "--test", "lab", "generated::"];
        ended(cargo(&tests).env("SPRAGUE_SCHEMA", "write"))
    }),
    ("paper-data", "the table that is made for the paper alone: the pairs of 4-Star Nim", |_| {
        sprague(&["star", "pair", "12", "12", "--all", "--json", "-o", "docs/paper/star-pairs.json"])
    }),
    ("attack", "every attack in full, as a table of what was attacked, how often, with what result", |_| {
        attack()
    }),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let task = words.first().and_then(|name| TASKS.iter().find(|task| task.0 == *name));
    let Some((_, _, work)) = task else {
        println!("cargo xtask TASK");
        for (name, what, _) in TASKS {
            println!("  {name:<17} {what}");
        }
        return ExitCode::from(if words.is_empty() { 0 } else { 2 });
    };
    // every path is one of the repository
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let moved = std::env::set_current_dir(root).map_err(|error| error.to_string());
    match moved.and_then(|()| work(&words[1..])) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Cargo with these words.
fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words);
    command
}

/// The command as people have it.
fn sprague(words: &[&str]) -> Done {
    let run = ["run", "--release", "--locked", "-q", "-p", "sprague-cli", "--"];
    ended(cargo(&run).args(words).stdout(Stdio::null()))
}

/// Runs a command to its end, which must be a good one.
fn ended(command: &mut Command) -> Done {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} ended with {status}")) }
}

/// The folder of what is built.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

fn read(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn proofs(games: &[&str]) -> Done {
    fs::create_dir_all("proofs/misere").map_err(|error| error.to_string())?;
    sprague(&[&["proofs", "proofs"], games, &["-o", "docs/solved.md"]].concat())
}

fn check_proofs() -> Done {
    ended(&mut cargo(&["build", "--release", "--locked", "-p", "sprague-certificate"]))?;
    for folder in ["proofs", "proofs/misere"] {
        let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|path| path.extension().is_some_and(|ending| ending == "cert"));
        files.sort();
        files.iter().try_for_each(|file| {
            ended(cargo(&["run", "--release", "--locked", "-q", "-p", "sprague-certificate", "--"]).arg(file))
        })?;
    }
    Ok(())
}

fn coq_certificates() -> Done {
    for line in read("proofs/coq/games.txt")?.lines() {
        let Some((name, game)) = line.split_once(' ').filter(|_| !line.starts_with('#')) else { continue };
        let game = game.strip_suffix("  long").unwrap_or(game);
        let file = format!("proofs/coq/certificates/{name}.v");
        sprague(&["prove", game, "--coq", "--limit", "1e7", "-o", &file])?;
    }
    for game in ["0.054", "0.104", "0.106", "0.354", "0.454"] {
        let file = format!("proofs/coq/certificates/far_{}.v", game.replace('.', "_"));
        let file = fs::File::create(file).map_err(|error| error.to_string())?;
        ended(Command::new("python3").args(["proofs/coq/far.py", game]).stdout(file))?;
    }
    ended(Command::new("python3").arg("proofs/coq/misere.py"))
}

/// An attack is a test whose name begins with `attack_`; it prints a line of the table and fails if anything was wrong.
fn attack() -> Done {
    let began = Instant::now();
    let words =
        ["test", "--locked", "--workspace", "--lib", "--bins", "--tests", "attack_", "--", "--nocapture"];
    let mut tests = cargo(&words);
    let output = tests.env("SPRAGUE_ATTACK", "full").env("RUST_BACKTRACE", "0").output();
    let output = output.map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("{said}{}\nan attack got through", String::from_utf8_lossy(&output.stderr)));
    }
    println!("| attack | tries | result |\n|---|---|---|");
    // beside other output a line may begin in the middle
    said.lines().filter_map(|line| line.split_once("attack | ")).for_each(|(_, row)| println!("| {row} |"));
    println!("\n{} s", began.elapsed().as_secs());
    Ok(())
}
