//! A working in words: in a line, as a table, and whole with its sentences and what winning moves do.
//!
//! None of it knows which theorem it tells: rows, how they are combined and what they come to are all there is.

use std::fmt::Write;

use sprague::play::Play;
use sprague::solve::{Answer, Component};
use sprague::working::{Combine, Quantity, Working};

/// The most rows that a line shows.
const IN_A_LINE: usize = 6;
/// The widest label that others are brought in line with.
const WIDEST: usize = 40;

/// The rows one after the other, or the sentences where these say more; `None` where there is nothing to say but the
/// result.
pub fn line(working: &Working) -> Option<String> {
    let rows_say_it = working.is_value && working.combine != Combine::Last;
    if !working.because.is_empty() && !rows_say_it {
        return Some(sentences(working));
    }
    if working.rows.len() < 2 && working.combine != Combine::Mex {
        return None;
    }
    if working.rows.is_empty() {
        return Some(sentences(working));
    }
    let row = |row: &sprague::working::WorkingRow| format!("{} ({})", row.value, row.label);
    let mut rows: Vec<String> = working.rows.iter().take(IN_A_LINE).map(row).collect();
    if working.rows.len() > IN_A_LINE {
        rows.push("...".to_owned());
    }
    Some(format!("{}: {} {}", rows.join(", "), working.combine.name(), working.result))
}

fn sentences(working: &Working) -> String {
    working.because.join(". ") + "."
}

/// The rows one below the other, at most so many, and what they come to.
pub fn table(working: &Working, most: usize) -> String {
    let mut text = String::new();
    let last = working.combine.name();
    let width = |label: &str| label.chars().count();
    let labels = working.rows.iter().take(most).map(|row| width(&row.label));
    let label = labels.chain([width(&last)]).max().unwrap_or(0).min(WIDEST);
    let values = working.rows.iter().map(|row| &row.value).chain([&working.result]);
    let words = values.clone().any(|value| matches!(value, Quantity::Text(word) if word.len() > 1));
    let digits = values.map(|value| width(&value.to_string())).max().unwrap_or(1);
    let mut line = |name: &str, value: &Quantity, rest: [Option<&String>; 2]| {
        let pad = " ".repeat(label.saturating_sub(width(name)));
        let value = if words { format!("{value:<digits$}") } else { format!("{value:>digits$}") };
        let line = format!("  {name}{pad}  {value}");
        let rest: Vec<&str> = rest.into_iter().flatten().map(String::as_str).collect();
        let line = [&[line.as_str()][..], &rest].concat().join("  ");
        let _ = writeln!(text, "{}", line.trim_end());
    };
    for row in working.rows.iter().take(most) {
        line(&row.label, &row.value, [row.digits.as_ref(), row.because.as_ref()]);
    }
    let is_last_row = working.combine == Combine::Last || working.combine == Combine::Argument;
    let is_told = working.rows.len() > 1 || working.combine == Combine::Mex;
    if is_told && !is_last_row && (working.is_value || working.result.number().is_none()) {
        line(&last, &working.result, [working.digits.as_ref(), None]);
    } else if is_told && !is_last_row {
        line(&last, &working.result, [working.digits.as_ref(), Some(&format!("so {}", working.outcome))]);
    }
    if working.rows.len() > most {
        let _ = writeln!(text, "  ... and {} more rows", working.rows.len() - most);
    }
    text
}

/// What a winning move does to the rows.
pub fn change(working: &Working, at: usize) -> Option<String> {
    let changes: Vec<String> = working
        .changes
        .iter()
        .filter(|change| change.at == at)
        .map(|change| match working.combine {
            Combine::Mex | Combine::Last => format!("the value {} becomes {}", change.before, change.after),
            _ => format!("{}: {} becomes {}", working.rows[change.row].label, change.before, change.after),
        })
        .collect();
    (!changes.is_empty()).then(|| changes.join(", "))
}

/// The working of a component, if it says more than its value.
fn says_more(component: &Component) -> Option<&Working> {
    component.working.as_ref().filter(|working| working.rows.len() > 1 || !working.because.is_empty())
}

/// All that the workings of an answer say.
pub fn whole(answer: &Answer) -> String {
    /// Longer tables are cut.
    const MOST_ROWS: usize = 200;
    let mut text = String::new();
    let mut told: Vec<&str> = Vec::new();
    let single = answer.components.len() == 1;
    let sum = answer.working.iter().filter(|_| !single).map(|working| (answer.position.to_string(), working));
    let sum = sum.filter(|(_, working)| answer.play == Play::Misere || !working.changes.is_empty());
    let components = answer.components.iter().filter_map(|c| Some((c.term.to_string(), says_more(c)?)));
    let all: Vec<(String, &Working)> = components.chain(sum).collect();
    for (name, working) in &all {
        if told.contains(&name.as_str()) {
            continue;
        }
        told.push(name);
        let _ = writeln!(text, "\n{name}, by {}:", working.method);
        for sentence in &working.because {
            let _ = writeln!(text, "  {sentence}.");
        }
        // that of the whole stands above
        let is_whole = answer.working.as_ref().is_some_and(|whole| std::ptr::eq(whole, *working));
        if !is_whole || working.combine == Combine::Mex {
            text += &table(working, MOST_ROWS);
        }
        for (at, position) in answer.winning_moves.iter().enumerate() {
            if let Some(change) = change(working, at) {
                let _ = writeln!(text, "  to {position}: {change}");
            }
        }
    }
    text
}

/// What a winning move does to the numbers of the answer: to those of its component, or to the values of the sum.
pub fn of_move(answer: &Answer, at: usize) -> Option<String> {
    let components = answer.components.iter().filter_map(|component| component.working.as_ref());
    let rows = components.filter_map(|working| change(working, at)).next();
    rows.or_else(|| change(answer.working.as_ref()?, at))
}
