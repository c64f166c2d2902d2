//! `sprague values`: the nim-sequence of a heap game.

use std::fmt::Write as _;
use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

use sprague::ground::Ground;
use sprague::heap::HeapGame;
use sprague::law;
use sprague::nimber::Nimber;
use sprague::play::Play;
use sprague::sequence::{self, Signature, Sink};
use sprague_answer::command;

use super::heap_game;
use crate::args::{Common, Values, ValuesFormat, play};
use crate::failure::Failure;
use crate::{output, progress};

/// The last heap unless told.
const USUAL_LENGTH: u64 = 100;
/// The most values that are printed at a time; a signature has no such bound.
const MOST_PRINTED: u64 = 100_000_000;
/// So many values take as much memory as a position of a search.
const VALUES_PER_POSITION: f64 = 10.0;

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
    match format {
        ValuesFormat::Csv | ValuesFormat::Bfile => print_lines(&range, format, common),
        ValuesFormat::Json => print_json(&range, common),
        _ => print_table(&range, common),
    }
}

/// Text on its way out. The first of it is held back, so that a question which is refused after its first values prints
/// nothing; the rest is written as it comes, so that a long answer is never held whole.
struct Outlet<'c> {
    common: &'c Common,
    text: String,
    out: Option<Box<dyn Write>>,
    failure: Option<Failure>,
}

impl<'c> Outlet<'c> {
    /// How much is held back: more than the values that an engine tries before it refuses the rest.
    const HELD: usize = 1 << 24;
    /// How much is written at a time.
    const WRITTEN: usize = 1 << 16;

    const fn new(common: &'c Common) -> Self {
        Self { common, text: String::new(), out: None, failure: None }
    }

    /// Room for more text.
    const fn text(&mut self) -> &mut String {
        &mut self.text
    }

    /// Writes what has come, if it is much.
    fn pass(&mut self) -> ControlFlow<()> {
        let much = if self.out.is_some() { Self::WRITTEN } else { Self::HELD };
        if self.text.len() >= much
            && let Err(failure) = self.write()
        {
            self.failure = Some(failure);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn write(&mut self) -> Result<(), Failure> {
        if self.out.is_none() {
            self.out = Some(output::stream(self.common)?);
        }
        if let Some(out) = &mut self.out {
            out.write_all(self.text.as_bytes())?;
            self.text.clear();
        }
        Ok(())
    }

    /// Writes the rest.
    fn finish(mut self) -> Result<ExitCode, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if self.out.is_none() {
            return output::text(self.common, &self.text);
        }
        self.write()?;
        if let Some(out) = &mut self.out {
            out.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print_lines(range: &Range, format: ValuesFormat, common: &Common) -> Result<ExitCode, Failure> {
    let mut outlet = Outlet::new(common);
    let between = if format == ValuesFormat::Csv { ',' } else { ' ' };
    if format == ValuesFormat::Csv {
        outlet.text().push_str("n,value\n");
    }
    range.send(common, &mut |first: u64, values: &[Nimber]| {
        for (n, value) in (first..).zip(values) {
            let _ = writeln!(outlet.text(), "{n}{between}{value}");
        }
        outlet.pass()
    })?;
    outlet.finish()
}

/// One document, whose values are written as they come.
fn print_json(range: &Range, common: &Common) -> Result<ExitCode, Failure> {
    let mut outlet = Outlet::new(common);
    let mut document = command::Values {
        game: range.game.to_string(),
        play: range.play,
        from: range.from,
        to: range.to,
        values: Vec::new(),
        because: None,
    };
    let (head, _) = document.around_values().map_err(|error| Failure::Input(error.to_string()))?;
    outlet.text().push_str(&head);
    let mut comma = "";
    let ground = range.send(common, &mut |_: u64, values: &[Nimber]| {
        for value in values {
            let _ = write!(outlet.text(), "{comma}{value}");
            comma = ",";
        }
        outlet.pass()
    })?;
    document.because = ground.as_ref().map(ToString::to_string);
    let (_, tail) = document.around_values().map_err(|error| Failure::Input(error.to_string()))?;
    let _ = writeln!(outlet.text(), "{tail}");
    outlet.finish()
}

/// The values are held: how wide a column is shows when all have come.
fn print_table(range: &Range, common: &Common) -> Result<ExitCode, Failure> {
    let count = range.to - range.from + 1;
    let what = format!("the table of {} values of {}", count, range.game);
    progress::limits(common).admit(what, count as f64 / VALUES_PER_POSITION)?;
    let mut values = Vec::new();
    let ground = range.send(common, &mut |_: u64, chunk: &[Nimber]| {
        values.extend(chunk.iter().map(|value| value.0));
        ControlFlow::Continue(())
    })?;
    let mut outlet = Outlet::new(common);
    table_header(outlet.text(), range, ground.as_ref());
    table(&mut outlet, range.from, &values);
    outlet.finish()
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
        let document = command::Signature {
            game: range.game.to_string(),
            play: range.play,
            from: range.from,
            to: range.to,
            hash: hash.to_owned(),
            because: ground.map(ToString::to_string),
        };
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
fn table(outlet: &mut Outlet<'_>, from: u64, values: &[u64]) {
    let width = values.iter().max().map_or(1, |largest| largest.to_string().len());
    let per_row: u64 = if width <= 2 { 20 } else { 10 };
    let last = from + values.len() as u64 - 1;
    let label = last.to_string().len();
    let mut row = from - from % per_row;
    while row <= last {
        let text = outlet.text();
        let _ = write!(text, "{row:>label$} ");
        for n in row..row.saturating_add(per_row) {
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
        row = row.saturating_add(per_row);
        if outlet.pass().is_break() {
            return;
        }
    }
}
