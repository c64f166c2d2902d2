//! `sprague solve`: outcome, value, winning moves, and why; one position or one per line.

use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;

use sprague::games::Known;
use sprague::position::Position;
use sprague::solve::{Answer, Request, solve};
use sprague_tell::solve::UnansweredLine;
use sprague_tell::solve::{document, in_a_line, options, reading, text};

use super::position;
use crate::args::{Common, Solve, joined};
use crate::failure::{Failure, describe, refused};
use crate::{output, progress};

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 1 << 20;
/// How much of a line that cannot be read is shown.
const SHOWN: usize = 60;

pub fn run(args: &Solve, common: &Common) -> Result<ExitCode, Failure> {
    let moves = usize::try_from(args.moves).unwrap_or(usize::MAX);
    let request = |position: &Position| Request { play: position.play(args.misere), moves };
    let mut known = Known::with_settings(progress::limits(common), common.engine());
    let typed = joined(&args.position);
    if typed == "-" {
        return each_line(common, &request, &mut known);
    }
    let position = position(&typed)?;
    let answer = solve(&position, request(&position), &mut known)?;
    if common.json {
        return output::json(common, &document(&answer));
    }
    let table = if args.explain { options(&position, &answer, &mut known)? } else { String::new() };
    output::text(common, &format!("{}{}{table}", reading(&typed), text(&answer)))
}

/// Answers line by line as they come; a bad line is answered in its place and makes the exit code 2 at the end.
fn each_line(
    common: &Common,
    request: &dyn Fn(&Position) -> Request,
    known: &mut Known,
) -> Result<ExitCode, Failure> {
    let mut bad = 0;
    // a JSON document is a list, of which each answer is written when it is there
    let mut list = if common.json { Some(output::stream(common)?) } else { None };
    let mut before = "[";
    let mut text = String::new();
    let mut input = io::stdin().lock();
    for number in 1_u64.. {
        let line = next_line(&mut input)
            .map_err(|error| Failure::Input(format!("cannot read line {number}: {error}")))?;
        let Some(line) = line else { break };
        let typed = line.text.trim();
        if typed.is_empty() || typed.starts_with('#') {
            continue;
        }
        let answer = match line.fault {
            Some(fault) => Err(fault),
            None => answer_line(typed, request, known),
        };
        bad += u32::from(answer.is_err());
        match (answer, &mut list) {
            (Ok(answer), Some(list)) => write!(list, "{before}{}", output::line(&document(&answer))?)?,
            (Err(error), Some(list)) => {
                let line = UnansweredLine { position: typed.to_owned(), line: number, error };
                write!(list, "{before}{}", output::line(&line)?)?;
            }
            (Ok(answer), None) => text += &in_a_line(&answer),
            (Err(error), None) => eprintln!("error: line {number}: {error}"),
        }
        before = ",";
        if !common.json && common.output.is_none() {
            output::text(common, &text)?;
            text.clear();
        }
    }
    if let Some(mut list) = list {
        let open = if before == "[" { "[" } else { "" };
        writeln!(list, "{open}]")?;
        list.flush()?;
    } else if common.output.is_some() {
        output::text(common, &text)?;
    }
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn answer_line(
    typed: &str,
    request: &dyn Fn(&Position) -> Request,
    known: &mut Known,
) -> Result<Answer, String> {
    match position(typed) {
        Ok(position) => solve(&position, request(&position), known).map_err(|refusal| refused(&refusal)),
        Err(Failure::Notation { text, error }) => Err(describe(&text, &error)),
        Err(_) => Err("cannot be read".to_owned()),
    }
}

/// A line as far as it can be shown, and what is wrong with it as a line.
struct Line {
    text: String,
    fault: Option<String>,
}

/// The next line, of which no more than the longest is held; the rest of a longer one is passed over.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let start = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]).into_owned();
    if bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n') {
        let text = start(&bytes);
        input.skip_until(b'\n')?;
        let fault = format!("`{text}...` is longer than the limit of {LONGEST_LINE} bytes a line");
        return Ok(Some(Line { text, fault: Some(fault) }));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => Line { text, fault: None },
        Err(error) => {
            let at = error.utf8_error().valid_up_to() + 1;
            let text = start(error.as_bytes());
            let fault = format!("`{}` is not UTF-8 from byte {at} on", text.trim_end());
            Line { text, fault: Some(fault) }
        }
    }))
}
