//! `sprague values`: the nim-sequence of a heap game.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

use serde_json::json;
use sprague::ground::Ground;
use sprague::heap::HeapGame;
use sprague::law;
use sprague::nimber::Nimber;
use sprague::play::Play;
use sprague::sequence::{self, Signature, Sink};

use super::heap_game;
use crate::args::{Common, Values, ValuesFormat, play};
use crate::failure::Failure;
use crate::{output, progress};

/// The last heap unless told.
const USUAL_LENGTH: u64 = 100;
/// The most values that are printed at a time; a signature has no such bound.
const MOST_PRINTED: u64 = 100_000_000;

pub fn run(args: &Values, common: &Common) -> Result<ExitCode, Failure> {
    let game = heap_game(&args.game)?;
    let to = args.to.unwrap_or_else(|| USUAL_LENGTH.max(args.from.saturating_add(USUAL_LENGTH)));
    let to = if args.to.is_none() && args.from == 0 { USUAL_LENGTH } else { to };
    if to < args.from {
        let message = format!("--from {} is beyond --to {to}; the range is empty", args.from);
        return Err(Failure::Input(message));
    }
    let range = Range { game, from: args.from, to, play: play(args.misere) };
    let format =
        if common.json && args.format != ValuesFormat::Hash { ValuesFormat::Json } else { args.format };
    if format == ValuesFormat::Hash {
        let mut signature = Signature::from(range.from);
        let ground = range.send(common, &mut signature)?;
        return print_hash(&range, &signature.finish(), ground.as_ref(), common);
    }
    if to - args.from >= MOST_PRINTED {
        let message = format!(
            "{} values are too many to print, the limit is {MOST_PRINTED}; narrow --from and --to, or use --format hash",
            to - args.from + 1
        );
        return Err(Failure::Input(message));
    }
    let mut text = String::new();
    if format == ValuesFormat::Csv {
        text.push_str("n,value\n");
    }
    if matches!(format, ValuesFormat::Csv | ValuesFormat::Bfile) {
        let between = if format == ValuesFormat::Csv { ',' } else { ' ' };
        range.send(common, &mut |first: u64, values: &[Nimber]| {
            for (n, value) in (first..).zip(values) {
                let _ = writeln!(text, "{n}{between}{value}");
            }
            ControlFlow::Continue(())
        })?;
        return output::text(common, &text);
    }
    let mut values = Vec::new();
    let ground = range.send(common, &mut |_: u64, chunk: &[Nimber]| {
        values.extend(chunk.iter().map(|value| value.0));
        ControlFlow::Continue(())
    })?;
    if format == ValuesFormat::Json {
        let document = json!({
            "game": range.game.to_string(),
            "play": range.play.to_string(),
            "from": range.from,
            "to": range.to,
            "values": values,
            "because": ground.as_ref().map(ToString::to_string),
        });
        return output::json(common, &document);
    }
    table_header(&mut text, &range, ground.as_ref());
    table(&mut text, range.from, &values);
    output::text(common, &text)
}

struct Range {
    game: HeapGame,
    from: u64,
    to: u64,
    play: Play,
}

impl Range {
    /// Sends the values and tells, under normal play, what they rest on.
    fn send(&self, common: &Common, sink: &mut dyn Sink) -> Result<Option<Ground>, Failure> {
        let limits = progress::limits(common);
        let (game, from, to) = (&self.game, self.from, self.to);
        match self.play {
            // who names a kernel wants it at work
            Play::Normal if common.kernel.is_some() => {
                sequence::compute_values(game, from, to, common.engine(), &limits, sink)?;
                Ok(Some(Ground::Sequence { to }))
            }
            Play::Normal => Ok(Some(law::send_values(game, from, to, common.engine(), &limits, sink)?)),
            Play::Misere => {
                sequence::send_misere_values(game, from, to, &limits, sink)?;
                Ok(None)
            }
        }
    }
}

fn print_hash(
    range: &Range,
    hash: &str,
    ground: Option<&Ground>,
    common: &Common,
) -> Result<ExitCode, Failure> {
    if common.json {
        let document = json!({
            "game": range.game.to_string(),
            "play": range.play.to_string(),
            "from": range.from,
            "to": range.to,
            "hash": hash,
            "because": ground.map(ToString::to_string),
        });
        return output::json(common, &document);
    }
    output::text(common, &format!("{hash}\n"))
}

/// The range, and what it rests on where that is not the computation of all heaps before it.
fn table_header(text: &mut String, range: &Range, ground: Option<&Ground>) {
    let kind = match range.play {
        Play::Normal => "nim-values",
        Play::Misere => "misère values (0: the previous player wins)",
    };
    let because = match ground {
        Some(ground @ Ground::Period { .. }) => format!(", {ground}"),
        Some(ground @ Ground::Theorem(_)) => format!(", by {ground}"),
        _ => String::new(),
    };
    let _ = writeln!(text, "{}: {kind} of the heaps {} to {}{because}", range.game, range.from, range.to);
}

/// Ten or twenty values a row, the first heap of the row in front.
fn table(text: &mut String, from: u64, values: &[u64]) {
    let width = values.iter().max().map_or(1, |largest| largest.to_string().len());
    let per_row: u64 = if width <= 2 { 20 } else { 10 };
    let last = from + values.len() as u64 - 1;
    let label = last.to_string().len();
    let mut row = from - from % per_row;
    while row <= last {
        let _ = write!(text, "{row:>label$} ");
        for n in row..row + per_row {
            match n.checked_sub(from).and_then(|at| values.get(at as usize)) {
                Some(value) => {
                    let _ = write!(text, " {value:>width$}");
                }
                None if n < from => {
                    let _ = write!(text, " {:>width$}", "");
                }
                None => break,
            }
        }
        text.push('\n');
        row += per_row;
    }
}
