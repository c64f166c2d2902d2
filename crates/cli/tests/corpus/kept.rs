//! Questions in a file, a line each, and the answers that are kept beside them.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

/// Of an answer that is longer, so many characters are kept.
const MOST: usize = 1500;

/// The text, or its beginning with what tells the rest.
pub fn short(bytes: &[u8]) -> Value {
    let text = String::from_utf8_lossy(bytes);
    if text.len() <= MOST {
        return text.into();
    }
    let beginning: String = text.chars().take(MOST / 3).collect();
    json!({"beginning": beginning, "bytes": bytes.len(), "blake3": blake3::hash(bytes).to_hex().to_string()})
}

/// Asks every question of the file, two at a time, and compares with the answers that are kept.
pub fn compare(folder: &str, name: &str, ask: impl Fn(&str) -> Value + Sync) {
    let text = fs::read_to_string(format!("{folder}/{name}")).expect("the questions");
    let questions: Vec<&str> = text.lines().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some(question) = questions.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push((*question, ask(question)));
        }
        found
    };
    let mut answers: std::collections::HashMap<&str, Value> = std::thread::scope(|scope| {
        let others = [scope.spawn(work), scope.spawn(work)];
        others.into_iter().flat_map(|other| other.join().expect("no panic")).collect()
    });
    let lines: Vec<Value> = questions
        .iter()
        .map(|question| json!({"question": question, "answer": answers.remove(question).expect("asked")}))
        .collect();
    let path = format!("{folder}/answers.jsonl");
    if std::env::var("SPRAGUE_CORPUS").is_ok_and(|value| value == "write") {
        let mut lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        lines.push(String::new());
        fs::write(path, lines.join("\n")).expect("written");
        return;
    }
    let kept = fs::read_to_string(path).expect("the answers");
    let kept: Vec<Value> = kept.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(kept.len(), lines.len(), "questions without an answer that is kept");
    let differing: Vec<String> = kept
        .iter()
        .zip(&lines)
        .filter(|(before, now)| before != now)
        .map(|(before, now)| format!("was {before}\nis  {now}\n"))
        .collect();
    assert!(differing.is_empty(), "{} of {}:\n{}", differing.len(), lines.len(), differing.concat());
}
