//! The report for the terminal: two lines and more for each claim, no line longer than a hundred characters.

use std::fmt::Write;

use super::{ClaimReport, grounds, result, seconds};

const WIDTH: usize = 100;
const INDENT: usize = 10;

impl ClaimReport {
    /// The report as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (source, entries) in self.sources() {
            let _ = writeln!(text, "{source}: {}\n", source.title());
            let longest = entries.iter().map(|entry| entry.claim.number.len()).max().unwrap_or(0);
            let column = (longest + 2).max(8);
            for entry in entries {
                let (word, what) = result(entry);
                let claim = &entry.claim;
                let head =
                    format!("{:<column$}{word:<10} {}, theory {}", claim.number, claim.place, claim.theory);
                let time = seconds(entry.time);
                let room = (WIDTH - 2).saturating_sub(head.chars().count()).max(time.len() + 1);
                let _ = writeln!(text, "  {head}{time:>room$}");
                paragraph(&mut text, claim.statement);
                if !what.is_empty() {
                    paragraph(&mut text, &format!("{word}: {what}"));
                }
                let grounds = grounds(entry);
                if !grounds.is_empty() {
                    paragraph(&mut text, &format!("checked: {grounds}"));
                }
            }
            text.push('\n');
        }
        text + &self.summary() + "\n"
    }
}

/// Words in indented lines.
fn paragraph(text: &mut String, words: &str) {
    let mut line = String::new();
    for word in words.split(' ') {
        if !line.is_empty() && INDENT + line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{:INDENT$}{line}", "");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(text, "{:INDENT$}{line}", "");
}
