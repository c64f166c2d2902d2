//! `sprague values`: the nim-sequence of a heap game.
//!
//! Values are written as they come, so that a long answer is never held whole and its first line does not wait for the
//! last. Only the table is held: how wide its columns are shows when all values have come.

use std::io::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::play::Play;
use sprague::sequence::{Ground, Sequence, Signature, Sink};
use sprague_tell::values::{Exceptions, ValueRows};
use sprague_tell::{command, oeis};

use super::subject::{Subject, subject};
use crate::args::{Common, Values, ValuesFormat, play};
use crate::failure::Failure;
use crate::{output, progress};

/// The last heap unless told.
const USUAL_LENGTH: u64 = 100;
/// The most values that are printed at a time; a signature has no such bound.
const MOST_PRINTED: u64 = 100_000_000;
/// A period is looked for in the heaps of the range, and at least in these.
const PERIOD_FROM: u64 = 1 << 14;
/// A value of a table that is laid out takes so many characters.
const BYTES_PER_VALUE: f64 = 16.0;
/// So many values take as much memory as a position of a search.
const VALUES_PER_POSITION: f64 = 10.0;

pub fn run(args: &Values, common: &Common) -> Result<ExitCode, Failure> {
    if let Some(number) = &args.oeis {
        return terms(number, args, common);
    }
    let (game, last) = args.game_and_last();
    let subject = subject(&game)?;
    let usual = if args.from == 0 { USUAL_LENGTH } else { args.from.saturating_add(USUAL_LENGTH) };
    let to = subject.to(last, usual);
    if to < args.from {
        let message = format!("--from {} is beyond --to {to}; the range is empty", args.from);
        return Err(Failure::Input(message));
    }
    let range = Range { subject, from: args.from, to, play: play(args.misere) };
    let layout = match (args.width, args.columns) {
        (Some(width), _) => Layout::Rows(width.get()),
        (None, true) => Layout::Columns,
        (None, false) => Layout::Usual,
    };
    if layout != Layout::Usual && !matches!(args.format, ValuesFormat::Table | ValuesFormat::Json) {
        let message = "--width and --columns lay out a table; leave out --format";
        return Err(Failure::Input(message.to_owned()));
    }
    let format =
        if common.json && args.format != ValuesFormat::Hash { ValuesFormat::Json } else { args.format };
    if format == ValuesFormat::Hash {
        let kept = range.subject.signature(range.from..=range.to);
        // who names a kernel wants it at work
        if let Some(hash) = kept.filter(|_| range.play == Play::Normal && common.kernel.is_none()) {
            let ground = Ground::Sequence { to: range.to };
            return print_hash(&range, &hash, Some(&ground), common);
        }
        let mut signature = Signature::from(range.from);
        let ground = range.send(common, &progress::limits_to(common, to), &mut signature)?;
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
        ValuesFormat::Json => print_json(&range, layout, common),
        _ => print_table(&range, layout, common),
    }
}

/// Text on its way out.
struct Outlet<'c> {
    common: &'c Common,
    text: Vec<u8>,
    /// How much is held back before the first of it is written.
    held: usize,
    out: Option<Box<dyn Write>>,
    written: Instant,
    failure: Option<Failure>,
}

impl<'c> Outlet<'c> {
    /// How much is written at a time, and how long it may wait.
    const PIECE: usize = 1 << 16;
    const PATIENCE: Duration = Duration::from_millis(100);
    /// A search for misère values may be refused on its way; then nothing is printed if it was less than this.
    const HELD: usize = 1 << 24;

    fn new(range: &Range, common: &'c Common) -> Self {
        let held = if range.play == Play::Misere { Self::HELD } else { 0 };
        Self { common, text: Vec::new(), held, out: None, written: Instant::now(), failure: None }
    }

    /// Adds a number.
    fn number(&mut self, number: u64) {
        self.text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    /// Adds a number, with spaces before it up to a width.
    fn aligned(&mut self, number: u64, width: usize) {
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(number).as_bytes();
        self.text.resize(self.text.len() + width.saturating_sub(digits.len()), b' ');
        self.text.extend_from_slice(digits);
    }

    /// Writes what has come, if it is much or has waited for long.
    fn pass(&mut self) -> ControlFlow<()> {
        let length = self.text.len();
        let is_due = length >= Self::PIECE || self.written.elapsed() >= Self::PATIENCE;
        if is_due
            && (self.out.is_some() || length >= self.held)
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
            out.write_all(&self.text)?;
            out.flush()?;
            self.text.clear();
        }
        self.written = Instant::now();
        Ok(())
    }

    /// Writes the rest.
    fn finish(mut self) -> Result<ExitCode, Failure> {
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.write().map(|()| ExitCode::SUCCESS),
        }
    }
}

/// The terms of a sequence, with its own indices, as `b071434.txt` has them.
fn terms(number: &str, args: &Values, common: &Common) -> Result<ExitCode, Failure> {
    let Some(sequence) = oeis::by_number(number) else {
        let known: Vec<&str> = oeis::all().iter().map(|sequence| sequence.number).collect();
        return Err(Failure::Input(format!(
            "no game here is known to have the sequence {number}; known are {}",
            known.join(", ")
        )));
    };
    let from = args.from.max(sequence.heap);
    let to = args.to.unwrap_or_else(|| from.saturating_add(USUAL_LENGTH));
    if to < from || to - from >= MOST_PRINTED {
        let message =
            format!("from heap {from} to heap {to} there are no terms or too many; change --from or --to");
        return Err(Failure::Input(message));
    }
    let in_folder = common.output.as_ref().filter(|path| path.is_dir());
    let named = in_folder.map(|folder| folder.join(sequence.file_name()));
    let common = &Common { output: named.or_else(|| common.output.clone()), ..common.clone() };
    let subject = Subject { game: sequence.game.clone(), run: None };
    let range = Range { subject, from, to, play: Play::Normal };
    print_from(&range, sequence.index(from).unwrap_or(from), ValuesFormat::Bfile, common)
}

fn print_lines(range: &Range, format: ValuesFormat, common: &Common) -> Result<ExitCode, Failure> {
    print_from(range, range.from, format, common)
}

/// Lines of values, the first of which has this number.
fn print_from(range: &Range, first: u64, format: ValuesFormat, common: &Common) -> Result<ExitCode, Failure> {
    let mut outlet = Outlet::new(range, common);
    let between = if format == ValuesFormat::Csv { b',' } else { b' ' };
    if format == ValuesFormat::Csv {
        outlet.text.extend_from_slice(b"n,value\n");
    }
    let mut line = Line::new(first, between);
    range.send(common, &progress::beside_answer(common, range.to), &mut |_: u64, values: &[Nimber]| {
        for value in values {
            outlet.text.extend_from_slice(line.with(value.0));
            line.step();
        }
        outlet.pass()
    })?;
    outlet.finish()
}

/// A line of a heap and its value. The heap is a number as text that counts up: the next one changes a digit or two,
/// where a new text takes a division for each.
struct Line {
    /// The heap, room for the longest number; what stands between; the value, and the end of the line.
    text: [u8; Self::VALUE + Self::LONGEST + 1],
    first: usize,
}

impl Line {
    const LONGEST: usize = 20;
    const VALUE: usize = Self::LONGEST + 1;

    fn new(heap: u64, between: u8) -> Self {
        let mut text = [b'0'; Self::VALUE + Self::LONGEST + 1];
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(heap).as_bytes();
        let first = Self::LONGEST - digits.len();
        text[first..Self::LONGEST].copy_from_slice(digits);
        text[Self::LONGEST] = between;
        Self { text, first }
    }

    /// The line with this value.
    fn with(&mut self, value: u64) -> &[u8] {
        let mut end = Self::VALUE;
        if value < 1000 {
            for unit in [100, 10, 1] {
                if value >= unit || unit == 1 {
                    self.text[end] = b'0' + (value / unit % 10) as u8;
                    end += 1;
                }
            }
        } else {
            let mut digits = itoa::Buffer::new();
            let digits = digits.format(value).as_bytes();
            end += digits.len();
            self.text[Self::VALUE..end].copy_from_slice(digits);
        }
        self.text[end] = b'\n';
        &self.text[self.first..=end]
    }

    /// The next heap.
    fn step(&mut self) {
        for at in (0..Self::LONGEST).rev() {
            if self.text[at] < b'9' {
                self.text[at] += 1;
                self.first = self.first.min(at);
                return;
            }
            self.text[at] = b'0';
        }
    }
}

/// One document, whose values are written as they come.
fn print_json(range: &Range, layout: Layout, common: &Common) -> Result<ExitCode, Failure> {
    let mut outlet = Outlet::new(range, common);
    let mut document = command::ValuesDocument {
        game: range.subject.game.to_string(),
        play: range.play,
        from: range.from,
        to: range.to,
        values: Vec::new(),
        because: None,
        exceptional: None,
    };
    let (head, _) = document.around_values().map_err(|error| Failure::Input(error.to_string()))?;
    outlet.text.extend_from_slice(head.as_bytes());
    let ground = range.send(
        common,
        &progress::beside_answer(common, range.to),
        &mut |first: u64, values: &[Nimber]| {
            for (n, value) in (first..).zip(values) {
                if n > range.from {
                    outlet.text.push(b',');
                }
                outlet.number(value.0);
            }
            outlet.pass()
        },
    )?;
    document.because = ground.as_ref().map(ToString::to_string);
    if let Layout::Rows(_) = layout {
        let exceptions = range.exceptions(common);
        let within = |heap: &u64| (range.from..=range.to).contains(heap);
        let heaps = exceptions.map(|all| all.heaps.into_iter().filter(within).collect());
        document.exceptional = Some(heaps);
    }
    let (_, tail) = document.around_values().map_err(|error| Failure::Input(error.to_string()))?;
    outlet.text.extend_from_slice(tail.as_bytes());
    outlet.text.push(b'\n');
    outlet.finish()
}

/// The values are held: how wide a column is shows when all have come.
fn print_table(range: &Range, layout: Layout, common: &Common) -> Result<ExitCode, Failure> {
    let count = range.to - range.from + 1;
    let what = format!("the table of {} values of {}", count, range.subject.game);
    let limits = progress::limits_to(common, range.to);
    limits.admit(what.clone(), count as f64 / VALUES_PER_POSITION)?;
    if layout != Layout::Usual {
        limits.admit_answer(what, count as f64 * BYTES_PER_VALUE)?;
    }
    let mut values = Vec::new();
    let ground = range.send(common, &limits, &mut |_: u64, chunk: &[Nimber]| {
        values.extend(chunk.iter().map(|value| value.0));
        ControlFlow::Continue(())
    })?;
    let head = table_header(range, ground.as_ref());
    let rows = ValueRows { head, from: range.from, values: &values };
    match layout {
        Layout::Rows(width) => {
            let exceptions = range.exceptions(common);
            output::text(common, &rows.in_rows(width, exceptions.as_ref()))
        }
        Layout::Columns => output::text(common, &rows.in_columns()),
        Layout::Usual => {
            let mut outlet = Outlet::new(range, common);
            outlet.text.extend_from_slice(rows.head.as_bytes());
            table(&mut outlet, range.from, &values);
            outlet.finish()
        }
    }
}

/// How a table is laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// As fits a line.
    Usual,
    /// So many values in a row.
    Rows(u64),
    /// A heap a line.
    Columns,
}

struct Range {
    subject: Subject,
    from: u64,
    to: u64,
    play: Play,
}

impl Range {
    /// The exceptional heaps, where a period is proved.
    fn exceptions(&self, common: &Common) -> Option<Exceptions> {
        let last = self.to.max(PERIOD_FROM);
        Exceptions::of(&self.subject.game, last, common.engine(), &progress::limits_to(common, last))
    }

    /// Sends the values and tells, under normal play, what they rest on.
    fn send(&self, common: &Common, limits: &Limits, sink: &mut dyn Sink) -> Result<Option<Ground>, Failure> {
        let heaps = self.from..=self.to;
        if self.play == Play::Normal && self.subject.send_kept(heaps.clone(), sink)? {
            return Ok(Some(Ground::Sequence { to: self.to }));
        }
        let mut sequence = Sequence::new(self.subject.game.clone(), common.engine());
        match self.play {
            // who names a kernel wants it at work
            Play::Normal if common.kernel.is_some() => {
                sequence.compute(heaps, limits, sink)?;
                Ok(Some(Ground::Sequence { to: self.to }))
            }
            Play::Normal => Ok(Some(sequence.stream(heaps, limits, sink)?)),
            Play::Misere => {
                sequence.stream_misere(heaps, limits, sink)?;
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
        let document = command::SignatureDocument {
            game: range.subject.game.to_string(),
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
fn table_header(range: &Range, ground: Option<&Ground>) -> String {
    let kind = match range.play {
        Play::Normal => "nim-values",
        Play::Misere => "misère values (0: the previous player wins)",
    };
    let because = match ground {
        Some(ground @ Ground::Period { .. }) => format!(", {ground}"),
        Some(ground @ Ground::Theorem(_)) => format!(", by {ground}"),
        _ => String::new(),
    };
    format!("{}: {kind} of the heaps {} to {}{because}\n", range.subject.game, range.from, range.to)
}

/// Ten or twenty values a row, the first heap of the row in front.
fn table(outlet: &mut Outlet<'_>, from: u64, values: &[u64]) {
    let width = values.iter().max().map_or(1, |largest| largest.to_string().len());
    let per_row: u64 = if width <= 2 { 20 } else { 10 };
    let last = from + values.len() as u64 - 1;
    let label = last.to_string().len();
    let mut row = from - from % per_row;
    while row <= last {
        outlet.aligned(row, label);
        outlet.text.push(b' ');
        for n in row..row.saturating_add(per_row) {
            match n.checked_sub(from).and_then(|at| values.get(at as usize)) {
                Some(&value) => outlet.aligned(value, width + 1),
                None if n < from => outlet.text.resize(outlet.text.len() + width + 1, b' '),
                None => break,
            }
        }
        outlet.text.push(b'\n');
        row = row.saturating_add(per_row);
        if outlet.pass().is_break() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_heaps_in_order_and_their_values() {
        let values = [0, 9, 10, 99, 100, 999, 1000, u64::MAX];
        for start in [0, 1, 8, 95, 998, 123_999, 999_990, 10_000_000_000_000_000_000, u64::MAX - 20] {
            let mut line = Line::new(start, b',');
            for (heap, value) in (start..=start.saturating_add(20)).zip(values.into_iter().cycle()) {
                assert_eq!(line.with(value), format!("{heap},{value}\n").as_bytes());
                line.step();
            }
        }
    }
}
