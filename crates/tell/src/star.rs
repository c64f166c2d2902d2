//! Star Nim: the periods of rows, values, diagonals, pairs and lines, in words and as documents.

use std::fmt::Write;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::star::{
    Block, BlockLock, DiagonalPeriod, LinePeriod, PairGame, PairPeriod, PairProof, RowMethod, RowPeriod,
    RowProof, RowStage, SequencePeriod, SharedRow,
};

use crate::Told;
use crate::lab::{DiagonalResult, RowResult, SequenceResult};

crate::document::documents! {
    StarRow = "star-row"
    StarPair = "star-pair"
    StarSequence = "star-sequence"
    StarDiagonal = "star-diagonal"
    StarLine = "star-line"
}

/// The additive period of a row of 2-Star Nim.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarRow {
    /// The row.
    pub row: usize,
    /// The least column from 1 on from which the row has the period.
    pub first_column: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// Whether it is proved; with a period and `false` it is a claim of the folder, of which not all was computed again.
    pub proved: bool,
    /// How: by repetition or by tracks.
    pub method: String,
    /// What G(a, b) - b can be from the first column on, where the tracks tell: nothing else (theory 8.13).
    pub offsets: Option<Vec<i64>>,
    /// Where the proof was stopped.
    pub stopped: Option<StoppedRow>,
    /// The rows before it too, with `--all`.
    pub rows: Option<Vec<RowEntry>>,
    /// How many squares the strips share, where it is not the one of Star Nim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<u64>,
    /// The least joint period of the rows from the first one above the shared squares to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint_period: Option<u64>,
}

/// Where the proof of a row was stopped.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StoppedRow {
    /// The row in work.
    pub row: usize,
    /// Columns done.
    pub columns_done: u64,
    /// Columns to do.
    pub columns: u64,
}

/// The additive period of a pair of tokens beside a third one that runs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarPair {
    /// The smaller token that stays.
    pub a: u64,
    /// The larger one.
    pub b: u64,
    /// The least period; `null` where the proof was stopped.
    pub period: Option<u64>,
    /// The least column from 1 on from which the pair has the period.
    pub first_column: Option<u64>,
    /// Whether it is proved; with a period and `false` it is a claim of the folder, of which not all was computed again.
    pub proved: bool,
    /// Whether `offsets` are of values of 3-Star Nim, not of partners of 4-Star Nim.
    pub values: bool,
    /// What belongs to column 0, then for the columns from 1 on up to the end of the first period what belongs to them
    /// minus the column.
    pub offsets: Option<Vec<i64>>,
    /// The column whose window comes back, and after how many columns.
    pub repetition: Option<PairRepetition>,
    /// Where the proof was stopped.
    pub stopped: Option<StoppedPair>,
    /// All the pairs that it depends on too, with `--all`.
    pub pairs: Option<Vec<PairEntry>>,
}

/// The window that comes back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PairRepetition {
    /// The column.
    pub column: u64,
    /// After how many columns it comes back.
    pub columns: u64,
}

/// Where the proof of a pair was stopped.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StoppedPair {
    /// The pair in work.
    pub pair: [u64; 2],
    /// Its columns done.
    pub columns_done: u64,
    /// Pairs done.
    pub pairs_done: usize,
    /// Pairs to do.
    pub pairs: usize,
}

/// The period of a pair: D(a, b, c + period) = D(a, b, c) + period from the first column on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PairEntry {
    /// The smaller token that stays.
    pub a: u64,
    /// The larger one.
    pub b: u64,
    /// The first column, at least 1.
    pub first_column: u64,
    /// The least period.
    pub period: u64,
    /// The largest distance from the column, from the first column on.
    pub width: u64,
}

/// The period of a row: G(a, b + period) = G(a, b) + period from the first column on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RowEntry {
    /// The row.
    pub row: usize,
    /// The first column, at least 1.
    pub first_column: u64,
    /// The period.
    pub period: u64,
}

/// The period of the differences y - x of the pairs of one value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarSequence {
    /// The value.
    pub value: u32,
    /// Pairs before the period.
    pub preperiod: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// The differences of one period; empty where nothing is proved.
    pub cycle: Vec<u32>,
    /// Whether it is proved.
    pub proved: bool,
    /// The row whose state comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_at_row: Option<u64>,
    /// After how many rows it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_again_after: Option<u64>,
    /// The first and the last diagonal of the block the value is in; null where the whole state was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<Option<[u32; 2]>>,
    /// For how many rows the block was seen to hold together, where that is all; null where it is locked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confined_for: Option<Option<u64>>,
    /// How many squares the strips share, where it is not the one of Star Nim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<u64>,
}

/// The period of a diagonal G(a, a + c).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarDiagonal {
    /// The diagonal c.
    pub diagonal: u32,
    /// The least row from 1 on from which the diagonal has the period.
    pub first_row: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// Whether it is proved.
    pub proved: bool,
    /// The values of one period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Vec<u32>>,
    /// The first and the last diagonal of its block.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<[u32; 2]>,
    /// The period of the whole block; null where it is not locked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint_period: Option<Option<u64>>,
    /// For how many rows the block was seen to hold together, where that is all; null where it is locked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confined_for: Option<Option<u64>>,
    /// How many squares the strips share, where it is not the one of Star Nim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<u64>,
}

/// Values as one number of a position runs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarLine {
    /// The position, with `*` in place of the number.
    pub line: String,
    /// The first number.
    pub from: u64,
    /// The last number.
    pub to: u64,
    /// The values, in order.
    pub values: Vec<u64>,
    /// The first number from which the values minus the number have the period.
    pub first: Option<u64>,
    /// The period.
    pub period: Option<u64>,
    /// Whether it is proved.
    pub proved: bool,
    /// The values minus the number, over one period.
    pub offsets: Option<Vec<i64>>,
}

/// Said of a proof that a folder holds where not all of it was computed again.
const CLAIMED: &str = "Some of it is what the folder says: not all was computed again when it was read, so this run proves nothing. \
                       --certificate FILE writes it down for `sprague check`, which recomputes all of it.";

/// The columns that are shown, from 0 on.
const SHOWN: u64 = 16;

/// The first numbers of a list, for people.
fn some<T: ToString>(numbers: &[T]) -> String {
    const SHOWN: usize = 40;
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = numbers.len().saturating_sub(SHOWN);
    let rest = if more == 0 { String::new() } else { format!(" ... ({more} more with --json)") };
    format!("{}{rest}", shown.join(" "))
}

/// `the value 0`, `the diagonals 3 to 5`.
fn span(what: &str, range: &RangeInclusive<u32>) -> String {
    let (first, last) = (range.start(), range.end());
    if first == last { format!("the {what} {first}") } else { format!("the {what}s {first} to {last}") }
}

/// The period of the differences of the pairs of a value.
pub fn sequence(shared: u64, value: u32, found: &SequencePeriod) -> Told<StarSequence> {
    let document = StarSequence { shared: several(shared), ..sequence_document(value, found) };
    let is_proved = document.proved;
    Told::new(document, sequence_text(shared, value, found)).only_if(is_proved)
}

/// The number of shared squares, where it is not the one of Star Nim.
fn several(shared: u64) -> Option<u64> {
    (shared > 1).then_some(shared)
}

/// Two tokens by the number of squares that their strips share.
fn of_two_tokens(shared: u64) -> String {
    match shared {
        1 => "2-Star Nim".to_owned(),
        _ => format!("two tokens on strips that share {shared} squares"),
    }
}

fn sequence_document(value: u32, found: &SequencePeriod) -> StarSequence {
    let diagonals = |block: &Block| [block.first, block.last];
    let nothing = StarSequence {
        value,
        preperiod: None,
        period: None,
        cycle: Vec::new(),
        proved: false,
        state_at_row: None,
        state_again_after: None,
        block: None,
        confined_for: None,
        shared: None,
    };
    match found {
        SequencePeriod::Proved { preperiod, period, cycle, row, rows, block } => StarSequence {
            preperiod: Some(*preperiod),
            period: Some(*period),
            cycle: cycle.clone(),
            proved: true,
            state_at_row: Some(*row),
            state_again_after: Some(*rows),
            block: Some(block.as_ref().map(diagonals)),
            ..nothing
        },
        SequencePeriod::Observed(block) => StarSequence {
            block: Some(Some(diagonals(block))),
            confined_for: Some(confined(block)),
            ..nothing
        },
        SequencePeriod::Unknown => nothing,
    }
}

/// For how many rows a block was seen to hold together, where that is all.
fn confined(block: &Block) -> Option<u64> {
    match block.lock {
        BlockLock::Confined { rows } => Some(rows),
        BlockLock::Locked { .. } => None,
    }
}

/// What was seen of a block that proves nothing.
fn observed(block: &Block) -> String {
    let (diagonals, values) = (span("diagonal", &(block.first..=block.last)), span("value", &block.values()));
    let (hold, start) = (if block.first == block.last { "holds" } else { "hold" }, block.start);
    match block.lock {
        BlockLock::Confined { rows } => format!(
            "Observed: from row {start} on {diagonals} {hold} {values} and no others, for {rows} rows; no state came back, --rows looks further.\n"
        ),
        BlockLock::Locked { period, .. } => format!(
            "Observed: {diagonals} {hold} {values} with the period {period}, if the blocks below them stay as they were seen; one of those is not proved.\n"
        ),
    }
}

fn sequence_text(shared: u64, value: u32, found: &SequencePeriod) -> String {
    let head = format!("Value {value} of {}: ", of_two_tokens(shared));
    match found {
        SequencePeriod::Proved { preperiod, period, cycle, row, rows, block } => {
            let state = match block {
                None => format!(
                    "the whole state of the value machine at row {row} comes back after {rows} rows (theory 8.9)"
                ),
                Some(block) => format!(
                    "the block of {} is locked, its state at row {row} comes back after {rows} rows (theory 8.14)",
                    span("diagonal", &(block.first..=block.last))
                ),
            };
            format!(
                "{head}the differences y - x have period {period} after {preperiod} pairs.\n  {}\nProved: {state}.\n",
                some(cycle)
            )
        }
        SequencePeriod::Observed(block) => format!("{head}no period is proved.\n{}", observed(block)),
        SequencePeriod::Unknown => {
            format!("{head}no block holds together from --start on; nothing is proved.\n")
        }
    }
}

/// The period of a diagonal.
pub fn diagonal(shared: u64, diagonal: u32, found: &DiagonalPeriod) -> Told<StarDiagonal> {
    let document = StarDiagonal { shared: several(shared), ..diagonal_document(diagonal, found) };
    let is_proved = document.proved;
    Told::new(document, diagonal_text(shared, diagonal, found)).only_if(is_proved)
}

fn diagonal_document(diagonal: u32, found: &DiagonalPeriod) -> StarDiagonal {
    let nothing = StarDiagonal {
        diagonal,
        first_row: None,
        period: None,
        proved: false,
        cycle: None,
        block: None,
        joint_period: None,
        confined_for: None,
        shared: None,
    };
    match found {
        DiagonalPeriod::Proved { first_row, period, cycle, block } => StarDiagonal {
            first_row: Some(*first_row),
            period: Some(*period),
            proved: true,
            cycle: Some(cycle.clone()),
            block: Some([block.first, block.last]),
            joint_period: Some(joint(block.lock)),
            ..nothing
        },
        DiagonalPeriod::Observed(block) => StarDiagonal {
            block: Some([block.first, block.last]),
            joint_period: Some(joint(block.lock)),
            confined_for: Some(confined(block)),
            ..nothing
        },
        DiagonalPeriod::Unknown => nothing,
    }
}

const fn joint(lock: BlockLock) -> Option<u64> {
    match lock {
        BlockLock::Locked { period, .. } => Some(period),
        BlockLock::Confined { .. } => None,
    }
}

fn diagonal_text(shared: u64, diagonal: u32, found: &DiagonalPeriod) -> String {
    let head = format!("Diagonal {diagonal} of {}: ", of_two_tokens(shared));
    match found {
        DiagonalPeriod::Proved { first_row, period, cycle, block } => format!(
            "{head}G(a + {period}, a + {period} + {diagonal}) = G(a, a + {diagonal}) for all a >= {first_row}, and for no smaller period or row.\n  {}\nProved: the block of {} holds {} and no others, with the joint period {} (theory 8.14).\n",
            some(cycle),
            span("diagonal", &(block.first..=block.last)),
            span("value", &block.values()),
            joint(block.lock).unwrap_or(0),
        ),
        DiagonalPeriod::Observed(block) => format!("{head}no period is proved.\n{}", observed(block)),
        DiagonalPeriod::Unknown => {
            format!("{head}no block holds together from --start on; nothing is proved.\n")
        }
    }
}

/// The pairs done of those that matter, and how many these are.
pub fn of_pairs(proof: &PairProof) -> (usize, usize) {
    let done = PairProof::closure(proof.target).filter(|&(a, b)| proof.period(a, b).is_some()).count();
    (done, PairProof::closure(proof.target).count())
}

/// The period of a pair; `shown` is whether all of it was computed here, `all` whether those below are told, too.
pub fn pair(proof: &PairProof, shown: bool, all: bool) -> Told<StarPair> {
    Told::new(pair_document(proof, shown, all), pair_text(proof, shown, all)).only_if(shown)
}

fn pair_entry(found: &PairPeriod) -> PairEntry {
    let &PairPeriod { a, b, first_column, period, .. } = found;
    PairEntry { a, b, first_column, period, width: found.width() }
}

fn pair_document(proof: &PairProof, shown: bool, all: bool) -> StarPair {
    let (a, b) = proof.target;
    let found = proof.period(a, b);
    let stopped = proof.next().map(|(i, j)| {
        let (pairs_done, pairs) = of_pairs(proof);
        StoppedPair { pair: [i, j], columns_done: proof.offsets.len() as u64, pairs_done, pairs }
    });
    let offsets = |found: &PairPeriod| {
        let columns = found.offsets.iter().map(|&offset| offset.into());
        [found.at_zero.cast_signed()].into_iter().chain(columns).collect()
    };
    let pairs =
        || PairProof::closure((a, b)).filter_map(|(i, j)| proof.period(i, j)).map(pair_entry).collect();
    StarPair {
        a,
        b,
        period: found.map(|found| found.period),
        first_column: found.map(|found| found.first_column),
        proved: found.is_some() && shown,
        values: proof.game == PairGame::Values,
        offsets: found.map(offsets),
        repetition: found.map(|found| PairRepetition { column: found.from, columns: found.again }),
        stopped,
        pairs: all.then(pairs),
    }
}

fn pair_text(proof: &PairProof, shown: bool, all: bool) -> String {
    let (a, b) = proof.target;
    let (letter, tokens) = match proof.game {
        PairGame::Partners => ("D", 4),
        PairGame::Values => ("G", 3),
    };
    let mut text = String::new();
    if all {
        let _ = writeln!(text, "{:>3} {:>3} {:>12} {:>8} {:>6}", "a", "b", "first column", "period", "width");
        for found in PairProof::closure((a, b)).filter_map(|(i, j)| proof.period(i, j)).map(pair_entry) {
            let PairEntry { a, b, first_column, period, width } = found;
            let _ = writeln!(text, "{a:>3} {b:>3} {first_column:>12} {period:>8} {width:>6}");
        }
        text.push('\n');
    }
    let name = format!("Pair {a} {b} of {tokens}-Star Nim");
    let Some(found) = proof.period(a, b) else {
        let (done, pairs) = of_pairs(proof);
        let (i, j) = proof.next().unwrap_or(proof.target);
        let columns = proof.offsets.len();
        let _ = writeln!(
            text,
            "{name}: not proved yet; {done} of {pairs} pairs are, and {columns} columns of the pair {i} {j} are done."
        );
        return text;
    };
    let &PairPeriod { period, first_column, from, again, .. } = found;
    let values: Vec<u64> = (0..SHOWN).map(|c| found.value(c)).collect();
    let _ = writeln!(
        text,
        "{name}: {letter}({a}, {b}, c + {period}) = {letter}({a}, {b}, c) + {period} for all c >= {first_column}, and for no smaller period or column.\n  {letter}({a}, {b}, c), c = 0 to {}: {}\n  minus c, from c = {first_column} on: {}\n{}: the window before column {from} comes back after {again} columns, a multiple of the periods below it (theory 7.9).",
        SHOWN - 1,
        some(&values),
        some(found.cycle()),
        if shown { "Proved" } else { "Claimed" },
    );
    if !shown {
        let _ = writeln!(text, "{CLAIMED}");
    }
    text
}

/// The rows of two tokens on strips that share squares, as far as their states came back; the last is the one asked for.
pub fn shared_rows((shared, row): (usize, usize), rows: &[SharedRow], all: bool) -> Told<StarRow> {
    let found = rows.last().filter(|found| found.row == row);
    let entry = |found: &SharedRow| RowEntry {
        row: found.row,
        first_column: found.first_column,
        period: found.period,
    };
    let document = StarRow {
        row,
        first_column: found.map(|found| found.first_column),
        period: found.map(|found| found.period),
        proved: found.is_some(),
        method: RowMethod::Repetition.name().to_owned(),
        offsets: None,
        stopped: None,
        rows: all.then(|| rows.iter().map(entry).collect()),
        shared: Some(shared as u64),
        joint_period: found.map(|found| found.joint_period),
    };
    let mut text = String::new();
    if all {
        let _ = writeln!(text, "{:>3} {:>12} {:>12} {:>12}", "a", "first column", "period", "joint");
        for SharedRow { row, first_column, period, joint_period, .. } in rows {
            let _ = writeln!(text, "{row:>3} {first_column:>12} {period:>12} {joint_period:>12}");
        }
        text.push('\n');
    }
    let head = format!("Row {row} of {}: ", of_two_tokens(shared as u64));
    let _ = match found {
        Some(SharedRow { first_column, period, joint_period, column, .. }) => writeln!(
            text,
            "{head}G({row}, b + {period}) = G({row}, b) + {period} for all b >= {first_column}, and for no smaller period or column.\nProved: the state of the rows {shared} to {row} at column {column} comes back after {joint_period} columns, their least joint period (theory 9.5)."
        ),
        None => writeln!(text, "{head}no state of the rows {shared} to {row} came back; nothing is proved."),
    };
    Told::new(document, text).only_if(found.is_some())
}

/// What was found of a row and of those before it, with the lengths of the cycles of their tracks.
pub struct FoundRow {
    /// The row.
    pub row: usize,
    /// How its period was found.
    pub method: RowMethod,
    /// The rows that are done.
    pub rows: Vec<(RowPeriod, Vec<usize>)>,
    /// The proof, where it is one by tracks.
    pub proof: Option<RowProof>,
    /// Whether all of it was computed here, or accepted by the checker of certificates.
    pub shown: bool,
}

impl FoundRow {
    /// The answer; `all` is whether the rows before it are told, too.
    pub fn told(&self, all: bool) -> Told<StarRow> {
        let is_shown = self.period().is_some() && self.shown;
        Told::new(self.document(all), self.text(all)).only_if(is_shown)
    }

    /// The period of the row itself.
    pub fn period(&self) -> Option<RowPeriod> {
        self.rows.last().map(|(period, _)| *period).filter(|period| period.row == self.row)
    }

    /// The row in work, the columns done and those to do, where the proof was stopped.
    pub fn stopped(&self) -> Option<(usize, u64, u64)> {
        match &self.proof.as_ref()?.stage {
            RowStage::Following(pass) => Some((pass.row, pass.done(), pass.cycle)),
            RowStage::Proved(_) | RowStage::Failed => None,
        }
    }

    /// What G(a, b) - b can be from the first column on, where the tracks tell: nothing else (theory 8.13).
    fn offsets(&self) -> Option<Vec<i64>> {
        let level = self.proof.as_ref().map(|proof| &proof.level).filter(|level| level.row == self.row)?;
        let row = self.row.cast_signed() as i64;
        Some((0..32).filter(|place| level.taken >> place & 1 == 1).map(|place| place - row).collect())
    }

    fn document(&self, all: bool) -> StarRow {
        let found = self.period();
        let stopped = |(row, columns_done, columns)| StoppedRow { row, columns_done, columns };
        StarRow {
            row: self.row,
            first_column: found.map(|found| found.first_column),
            period: found.map(|found| found.period),
            proved: found.is_some() && self.shown,
            method: self.method.name().to_owned(),
            offsets: self.offsets(),
            stopped: self.stopped().map(stopped),
            rows: all.then(|| self.rows.iter().map(|(period, _)| row_period(period)).collect()),
            shared: None,
            joint_period: None,
        }
    }

    fn text(&self, all: bool) -> String {
        let (mut text, row) = (String::new(), self.row);
        if all {
            let _ =
                writeln!(text, "{:>3} {:>12} {:>22} {:>6}  tracks", "a", "first column", "period", "ratio");
            let mut before: Option<u64> = None;
            for (found, cycles) in &self.rows {
                let ratio = before.map_or_else(String::new, |before| (found.period / before).to_string());
                let cycles: Vec<String> = cycles.iter().map(usize::to_string).collect();
                let (row, column, period) = (found.row, found.first_column, found.period);
                let line = format!("{row:>3} {column:>12} {period:>22} {ratio:>6}  {}", cycles.join("·"));
                let _ = writeln!(text, "{}", line.trim_end());
                before = Some(found.period);
            }
            text.push('\n');
        }
        let _ = match (self.period(), self.stopped()) {
            (Some(RowPeriod { first_column, period, .. }), _) => writeln!(
                text,
                "Row {row} of 2-Star Nim: G({row}, b + {period}) = G({row}, b) + {period} for all b >= {first_column}, and for no smaller period or column.\n{}",
                if self.shown { self.method.grounds() } else { CLAIMED }
            ),
            (None, Some((at, done, of))) => writeln!(
                text,
                "Row {row} of 2-Star Nim: not proved yet; the tracks of row {at} are followed through {done} of {of} columns ({:.2} %).",
                100.0 * done as f64 / of as f64
            ),
            (None, None) => {
                writeln!(
                    text,
                    "Row {row} of 2-Star Nim: nothing is proved; the tracks could not be followed."
                )
            }
        };
        text
    }
}

/// The period of a row as JSON.
pub const fn row_period(found: &RowPeriod) -> RowEntry {
    RowEntry { row: found.row, first_column: found.first_column, period: found.period }
}

/// The values of a line, and its period if one is seen.
pub fn line(
    line: String,
    (from, to): (u64, u64),
    values: Vec<u64>,
    period: Option<LinePeriod>,
    proved: bool,
) -> Told<StarLine> {
    let text = line_text(&line, (from, to), &values, period.as_ref(), proved);
    let document = StarLine {
        line,
        from,
        to,
        values,
        first: period.as_ref().map(|period| period.first),
        period: period.as_ref().map(|period| period.period),
        proved,
        offsets: period.map(|period| period.offsets),
    };
    Told::new(document, text).only_if(proved)
}

fn line_text(
    text: &str,
    (first, to): (u64, u64),
    values: &[u64],
    period: Option<&LinePeriod>,
    proved: bool,
) -> String {
    let mut out = format!("{text}, * = {first} to {}:\n  {}\n", to, some(values));
    let zeros: Vec<u64> = (first..).zip(values).filter(|(_, value)| **value == 0).map(|(n, _)| n).collect();
    let _ = writeln!(
        out,
        "P-positions: * = {}",
        if zeros.is_empty() { "none of these".to_owned() } else { some(&zeros) }
    );
    match period {
        Some(LinePeriod { first, period, offsets }) => {
            let _ = writeln!(
                out,
                "Value minus * has period {period} from * = {first} on:\n  {}\n{}",
                some(offsets),
                if proved {
                    "Proved by the repetition of the state of all lines below (theory 6.10).".to_owned()
                } else {
                    format!("Observed to * = {to}, not proved.")
                }
            );
        }
        None => out.push_str("No additive period is seen; --limit and --to look further.\n"),
    }
    out
}

/// What is said where nothing is seen.
const NO_BLOCK: &str = "No block of diagonals holds together.";

/// What the page is told of the pairs of a value.
pub fn sequence_result(value: u32, found: SequencePeriod) -> SequenceResult {
    let unproved = |seen: String| SequenceResult {
        value,
        preperiod: None,
        period: None,
        cycle: Vec::new(),
        proved: false,
        words: vec![format!("No period of value {value} is proved."), seen],
    };
    match found {
        SequencePeriod::Proved { preperiod, period, cycle, row, rows, block } => {
            let state = match block {
                None => "the whole state of the value machine".to_owned(),
                Some(Block { first, last, .. }) => {
                    format!("the block of the diagonals {first} to {last} is locked, its state")
                }
            };
            let theory = if block.is_some() { "8.14" } else { "8.9" };
            let words = vec![
                format!(
                    "The pairs (x, y) of value {value}, in the order of x: the differences y - x have period {period} after {preperiod} pairs."
                ),
                format!("Proved: {state} at row {row} comes back after {rows} rows (theory {theory})."),
            ];
            let (preperiod, period) = (Some(preperiod), Some(period));
            SequenceResult { value, preperiod, period, cycle, proved: true, words }
        }
        SequencePeriod::Observed(block) => unproved(observed_block(&block)),
        SequencePeriod::Unknown => unproved(NO_BLOCK.to_owned()),
    }
}

/// What the page is told of a diagonal.
pub fn diagonal_result(diagonal: u32, found: DiagonalPeriod) -> DiagonalResult {
    let unproved = |seen: String| DiagonalResult {
        diagonal,
        first_row: None,
        period: None,
        cycle: Vec::new(),
        proved: false,
        words: vec![format!("No period of diagonal {diagonal} is proved."), seen],
    };
    match found {
        DiagonalPeriod::Proved { first_row, period, cycle, block } => {
            let words = vec![
                format!(
                    "G(a + {period}, a + {period} + {diagonal}) = G(a, a + {diagonal}) for all a >= {first_row}, and for no smaller period or row."
                ),
                format!(
                    "Proved: the block of the diagonals {} to {} holds the values {} to {} and no others (theory 8.14).",
                    block.first,
                    block.last,
                    block.values().start(),
                    block.values().end(),
                ),
            ];
            let (first_row, period) = (Some(first_row), Some(period));
            DiagonalResult { diagonal, first_row, period, cycle, proved: true, words }
        }
        DiagonalPeriod::Observed(block) => unproved(observed_block(&block)),
        DiagonalPeriod::Unknown => unproved(NO_BLOCK.to_owned()),
    }
}

/// What was seen of a block that proves nothing.
fn observed_block(block: &Block) -> String {
    let (first, last, start) = (block.first, block.last, block.start);
    let values = format!("{} to {}", block.values().start(), block.values().end());
    match block.lock {
        BlockLock::Confined { rows } => format!(
            "Observed: from row {start} on the diagonals {first} to {last} hold the values {values} and no others, for {rows} rows; no state came back."
        ),
        BlockLock::Locked { period, .. } => format!(
            "Observed: the diagonals {first} to {last} hold the values {values} with the period {period}, if the blocks below them stay as they were seen; one of those is not proved."
        ),
    }
}

/// The period of a row as it is told to the page.
pub fn row_result(row: usize, found: Option<RowPeriod>, method: RowMethod) -> RowResult {
    let words = found.map_or_else(
        || vec![format!("Nothing is proved of row {row}; its tracks could not be followed.")],
        |RowPeriod { first_column, period, .. }| {
            let first = format!(
                "G({row}, b + {period}) = G({row}, b) + {period} for all b >= {first_column}, and for no smaller period or column."
            );
            vec![first, method.grounds().to_owned()]
        },
    );
    RowResult {
        row,
        first_column: found.map(|found| found.first_column),
        period: found.map(|found| found.period),
        proved: found.is_some(),
        words,
    }
}
