//! What the command answers, byte for byte: a change of the program that is not meant to change an answer is seen here.
//!
//! `corpus/questions.txt` holds a command a line, `corpus/answers.jsonl` how each ended and what it printed. Of long
//! answers the beginning is kept, and the BLAKE3 of the whole. Who means to change answers writes them again, with
//! `SPRAGUE_CORPUS=write cargo test -p sprague-cli --test all corpus::`, and reads the difference.
#![cfg(unix)]

#[path = "corpus/kept.rs"]
mod kept;

use std::process::{Command, Stdio};

use serde_json::json;

#[test]
fn every_command_answers_as_it_did() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus");
    kept::compare(folder, "questions.txt", |question| {
        let words = words(question);
        let output = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .args(&words)
            .stdin(Stdio::null())
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .env("LC_ALL", "C.UTF-8")
            .env_remove("COLUMNS")
            .output()
            .expect("runs");
        let [printed, said] = [output.stdout, output.stderr].map(|bytes| kept::short(&bytes));
        json!({"code": output.status.code(), "printed": printed, "said": said})
    });
}

/// The words of a command line: apart at spaces, together in single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut is_open, mut is_quoted) = (false, false);
    for c in line.chars() {
        let is_end = c == ' ' && !is_quoted;
        if !is_open && !is_end {
            words.push(String::new());
        }
        is_open = !is_end;
        if c == '\'' {
            is_quoted = !is_quoted;
        } else if is_open {
            words.last_mut().expect("it is open").push(c);
        }
    }
    words
}
