//! What the server behind the page answers, one type for each document, in the order of its routes.
//!
//! Integers that may exceed 2^53 are [`Count`]s or text. For pictures that are sent as cells, a header holds their
//! description, which is a document too.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sprague::games::{Action, BoardKind, View};
use sprague::notation::exact::Count;
use sprague::play::{Outcome, Play};
use sprague::working::Working;

crate::document::documents! {
    GameList = "lab/games"
    GameAnswer = "lab/game"
    PositionAnswer = "lab/position"
    MoveAnswer = "lab/move"
    ReplyAnswer = "lab/reply"
    TeacherAnswer = "lab/teacher"
    ValuesAnswer = "lab/values"
    CompareAnswer = "lab/compare"
    GraphAnswer = "lab/graph"
    UploadAnswer = "lab/graphs"
    JobList = "lab/jobs"
    JobAnswer = "lab/job"
    JobValues = "lab/job-values"
    RasterHead = "lab/raster"
    ScatterHead = "lab/scatter"
    HistogramAnswer = "lab/histogram"
    SummaryAnswer = "lab/summary"
    DifferenceAnswer = "lab/difference"
    LagsAnswer = "lab/lags"
    PlacesAnswer = "lab/places"
    TableHead = "lab/star-table"
    RowResult = "lab/star-row"
    SequenceResult = "lab/star-sequence"
    DiagonalResult = "lab/star-diagonal"
}

/// The gallery.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameList {
    /// Every named game.
    pub games: Vec<GameEntry>,
}

/// A game of the gallery.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameEntry {
    /// Its name in the notation.
    pub name: &'static str,
    /// Its name as a title.
    pub title: String,
    /// The part of the gallery that it is in.
    pub group: &'static str,
    /// The board it is played on.
    pub board: BoardKind,
    /// A first position.
    pub example: String,
    /// The rules in words.
    pub rules: String,
    /// Facts.
    pub known: Vec<String>,
    /// Other names.
    pub aliases: Vec<String>,
    /// The number of its sequence in the OEIS.
    pub oeis: Option<String>,
    /// Whether single heaps have a sequence of values.
    pub sequence: bool,
    /// Its code, where it has one.
    pub code: Option<String>,
}

/// All that is known of one game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameAnswer {
    /// The game as it was called.
    pub game: String,
    /// The canonical form of its rule; the name of a board.
    pub canonical: String,
    /// Its code, where it has one.
    pub code: Option<String>,
    /// Its names.
    pub names: Vec<String>,
    /// The standard form, with the same values at every heap (theory H.3).
    pub standard_form: Option<String>,
    /// The game whose heap n - 1 has the value of heap n here (theory H.1).
    pub first_cousin: Option<String>,
    /// The rules in words.
    pub rules: String,
    /// Facts.
    pub known: Vec<String>,
    /// The number of its sequence in the OEIS.
    pub oeis: Option<String>,
    /// A first position.
    pub example: String,
    /// Whether single heaps have a sequence of values.
    pub sequence: bool,
}

/// A position with its boards and every way to move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PositionAnswer {
    /// The position as the program writes it.
    pub position: String,
    /// How the game ends.
    pub play: Play,
    /// Whether no move is left.
    pub over: bool,
    /// Who has won, where the game is over.
    pub winner: Option<Winner>,
    /// Why no moves are listed, where the position is too large for that.
    pub refusal: Option<String>,
    /// The terms of the sum, as they are drawn.
    pub terms: Vec<TermEntry>,
    /// The ways to move.
    pub moves: Vec<MoveEntry>,
    /// How many positions they lead to, as text; null where not all moves are listed.
    pub moves_total: Option<String>,
    /// Whether there are more moves than are listed.
    pub truncated: bool,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The player who made the last move.
    Previous,
    /// The player whose turn it is.
    Next,
}

/// A term of a sum, as it is drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Term")]
pub struct TermEntry {
    /// Its name in the sum: A, B, C, ...
    pub label: String,
    /// The term as a position.
    pub text: String,
    /// Its game.
    pub game: String,
    /// What a person sees of it.
    #[serde(flatten)]
    pub view: View,
    /// The whole graph, on a board that is one and small enough to be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<DrawnGraph>,
    /// The components of a nearly disjunctive sum, as they are drawn alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<InnerTerm>>")]
    pub inside: Vec<InnerTerm>,
    /// Why misère play of it is refused, where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_misere: Option<&'static str>,
}

/// A component of a nearly disjunctive sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InnerTerm {
    /// Its first part among those of the sum.
    pub first: usize,
    /// The component.
    pub term: TermEntry,
}

/// A graph with coordinates.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrawnGraph {
    /// The nodes.
    pub nodes: Vec<DrawnNode>,
    /// The moves from node to node; in a network its edges.
    pub edges: Vec<(usize, usize)>,
    /// The width of the drawing.
    pub width: f64,
    /// The height of the drawing.
    pub height: f64,
}

/// A node of a graph, with its place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrawnNode {
    /// Its name.
    pub name: String,
    /// The middle, from the left.
    pub x: f64,
    /// The middle, from the top.
    pub y: f64,
    /// The width of the node.
    pub width: f64,
    /// The height of the node.
    pub height: f64,
    /// Whether play can reach it.
    pub reachable: bool,
}

/// A move with the position it leads to; where it cannot be told, only the position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Move")]
pub struct MoveEntry {
    /// The whole position after it.
    pub to: String,
    /// The term of the sum that it changes.
    pub term: Option<usize>,
    /// The part of the board that it changes.
    pub part: Option<usize>,
    /// The move in words, which the command understands when they are typed.
    pub words: Option<String>,
    /// What it does to the board.
    pub action: Option<Action>,
}

/// A move that was typed, as the program writes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MoveAnswer {
    /// The position it leads to.
    pub to: String,
    /// Who wins the position before it; null where that was not found.
    pub outcome_before: Option<Outcome>,
    /// Whether the move wins; null where that was not found.
    pub winning: Option<bool>,
    /// What it did to the chances of the player who made it; null where that was not found.
    pub verdict: Option<MoveVerdict>,
}

/// What a move did to the chances of the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveVerdict {
    /// It was won before the move and is won after it.
    Kept,
    /// It was won before the move and is lost after it.
    GaveAway,
    /// It was lost before the move, so no move wins.
    LostAnyway,
    /// It was drawn before the move and is drawn after it.
    KeptDraw,
    /// It was drawn before the move and is lost after it.
    GaveDrawAway,
}

impl MoveVerdict {
    /// The verdict on a move between positions of these outcomes.
    pub const fn of(before: Outcome, after: Outcome) -> Self {
        match (before, after) {
            (Outcome::P, _) => Self::LostAnyway,
            (_, Outcome::P) => Self::Kept,
            (Outcome::N, _) => Self::GaveAway,
            (Outcome::Draw, Outcome::Draw) => Self::KeptDraw,
            (Outcome::Draw, Outcome::N) => Self::GaveDrawAway,
        }
    }
}

/// The opponent's move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReplyAnswer {
    /// The move.
    #[serde(flatten)]
    pub step: MoveEntry,
    /// Who wins the position before it; null where that was not found.
    pub outcome_before: Option<Outcome>,
    /// Whether the move wins; null where that was not found.
    pub winning: Option<bool>,
    /// What it did to the opponent's chances; null where that was not found.
    pub verdict: Option<MoveVerdict>,
}

/// Why a position is won or lost.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TeacherAnswer {
    /// The position as the program writes it.
    pub position: String,
    /// How the game ends.
    pub play: Play,
    /// Who wins with best play.
    pub outcome: Outcome,
    /// The Sprague-Grundy value, as text; null under misère play.
    pub value: Option<String>,
    /// The misère value (theory 10.2), as text, where the search computed it.
    pub misere_value: Option<String>,
    /// The components of the sum.
    pub components: Vec<TeacherComponent>,
    /// The values in binary, one below the other; null where a value is not known.
    pub nim_sum: Option<NimSum>,
    /// The numbers of the whole sum, and how they are combined; null where they are not told.
    pub working: Option<Working>,
    /// The winning moves.
    pub winning_moves: Vec<MoveEntry>,
    /// How many there are, as text; null where they were not counted.
    pub winning_moves_total: Option<String>,
    /// Whether there are more than are listed.
    pub truncated: bool,
    /// Who wins, in a sentence.
    pub headline: String,
    /// The reasons, in sentences.
    pub reason: Vec<String>,
}

/// One component of a sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TeacherComponent {
    /// The term that it is part of.
    pub term: usize,
    /// The component as a position.
    pub text: String,
    /// Its value, as text, where it is known.
    pub value: Option<String>,
    /// Who wins it alone.
    pub outcome: Outcome,
    /// What the value rests on.
    pub reason: String,
    /// The numbers of the theorems (`docs/theory.md`).
    pub theorems: Vec<String>,
    /// The numbers behind it, and how they are combined; null where they are not told.
    pub working: Option<Working>,
}

/// A nim-sum in binary.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NimSum {
    /// The width of all numbers.
    pub bits: usize,
    /// The values of the components.
    pub rows: Vec<NimSumRow>,
    /// Their nim-sum, as text.
    pub sum: String,
    /// The same in binary.
    pub binary: String,
    /// The highest bit of the nim-sum, which a winning move must change.
    pub deciding_bit: Option<u32>,
}

/// One value in a nim-sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NimSumRow {
    /// The component.
    pub text: String,
    /// Its value, as text.
    pub value: String,
    /// The same in binary.
    pub binary: String,
    /// Whether it has the deciding bit.
    pub carries: bool,
}

/// Values of single heaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValuesAnswer {
    /// The game.
    pub game: String,
    /// How the game ends.
    pub play: Play,
    /// The first heap.
    pub from: Count,
    /// The last heap.
    pub to: Count,
    /// Their values, in order.
    pub values: Vec<Count>,
}

/// Where two games first differ.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CompareAnswer {
    /// One game.
    pub a: String,
    /// The other.
    pub b: String,
    /// The last heap that was compared.
    pub to: u64,
    /// Whether they have equal options at every heap size.
    pub same_game: bool,
    /// The first heap at which their values differ.
    pub first_difference: Option<u64>,
    /// The values around it.
    pub around: Option<Around>,
}

/// The values of two games around a heap.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Around {
    /// The first heap.
    pub from: u64,
    /// The values of one game.
    pub a: Vec<u64>,
    /// The values of the other.
    pub b: Vec<u64>,
}

/// A game graph, laid out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphAnswer {
    /// The start.
    pub position: String,
    /// How the game ends.
    pub play: Play,
    /// Every position that play can reach; the first is the start.
    pub nodes: Vec<GraphNode>,
    /// The moves.
    pub edges: Vec<GraphEdge>,
    /// The width of the drawing.
    pub width: f64,
    /// The height of the drawing.
    pub height: f64,
}

/// A position of a game graph, with its place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphNode {
    /// Its number.
    pub id: usize,
    /// The position.
    pub position: String,
    /// The position as it is written in its node, line by line.
    pub label: Vec<String>,
    /// Who wins it.
    pub outcome: Outcome,
    /// Its value; under misère play the misère value; null where it has none that is a number.
    pub value: Option<u64>,
    /// Its value where play may go on for ever and no number is it.
    pub loopy_value: Option<String>,
    /// The middle, from the left.
    pub x: f64,
    /// The middle, from the top.
    pub y: f64,
    /// The width of the node.
    pub width: f64,
    /// The height of the node.
    pub height: f64,
}

/// A move of a game graph, with its way.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphEdge {
    /// The position before.
    pub from: usize,
    /// The position after.
    pub to: usize,
    /// Whether it wins.
    pub winning: bool,
    /// The corners of its line.
    pub points: Vec<[f64; 2]>,
}

/// A graph that was handed in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UploadAnswer {
    /// Its name in positions.
    pub id: String,
    /// The position at its only source, where it has one.
    pub position: Option<String>,
    /// The only source.
    pub start: Option<String>,
    /// How many nodes it has.
    pub nodes: usize,
    /// How many edges it has.
    pub edges: usize,
    /// The first nodes by name, at most 1000.
    pub names: Vec<String>,
}

/// All jobs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JobList {
    /// The jobs, the newest first.
    pub jobs: Vec<JobAnswer>,
    /// How many run and wait.
    pub queue: Queue,
}

/// How many jobs run and wait.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Queue {
    /// Those that run.
    pub running: usize,
    /// Those that wait.
    pub queued: usize,
    /// The most that run at a time.
    pub most_running: usize,
    /// The most that wait.
    pub most_queued: usize,
}

/// A job.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Job")]
pub struct JobAnswer {
    /// Its number, as text.
    pub id: String,
    /// What it does.
    pub kind: JobKind,
    /// The game; star-nim for a row.
    pub game: String,
    /// The last heap, or the row.
    pub to: u64,
    /// Where it stands.
    pub state: JobState,
    /// Heaps done; for a row, columns of the row it is at.
    pub done: u64,
    /// How many there are, where it is known.
    pub total: Option<u64>,
    /// The row that a running proof is at.
    pub stage: Option<String>,
    /// Heaps or columns per second.
    pub rate: Option<f64>,
    /// Seconds to its end, where they can be told.
    pub eta_s: Option<f64>,
    /// Seconds since it began.
    pub elapsed_s: f64,
    /// When it was asked for, in seconds since 1970.
    pub created: u64,
    /// The memory of its values.
    pub bytes: u64,
    /// Why it failed.
    pub error: Option<String>,
    /// What came of it.
    pub result: Option<JobResult>,
}

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JobKind {
    /// Values of heaps.
    Sequence,
    /// A period.
    Period,
    /// A period with its certificate.
    Prove,
    /// The period of a row of 2-Star Nim.
    StarRow,
}

impl JobKind {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sequence => "sequence",
            Self::Period => "period",
            Self::Prove => "prove",
            Self::StarRow => "star-row",
        }
    }

    /// The kind with this word.
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Sequence, Self::Period, Self::Prove, Self::StarRow]
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It waits for its turn.
    Queued,
    /// It is being done.
    Running,
    /// It has come to its end.
    Done,
    /// It could not be done.
    Failed,
    /// Someone stopped it.
    Cancelled,
}

impl JobState {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The state with this word.
    pub fn of_word(word: &str) -> Option<Self> {
        let all = [Self::Queued, Self::Running, Self::Done, Self::Failed, Self::Cancelled];
        all.into_iter().find(|state| state.word() == word)
    }

    /// Whether nothing more will happen.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum JobResult {
    /// The period of a game.
    Period(PeriodResult),
    /// The period of a row.
    Row(RowResult),
}

impl JobResult {
    /// What was found, in sentences.
    pub fn words(&self) -> &[String] {
        match self {
            Self::Period(period) => &period.words,
            Self::Row(row) => &row.words,
        }
    }
}

/// The period of a heap game: G(n + period) = G(n) + saltus for every n from the preperiod on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PeriodResult {
    /// The fundamental period.
    pub period: Option<u64>,
    /// The exact preperiod.
    pub preperiod: Option<u64>,
    /// What each turn adds.
    pub saltus: u64,
    /// Whether a theorem shows it; otherwise it is only observed.
    pub proved: bool,
    /// The theorem.
    pub theorem: Option<String>,
    /// The last heap whose value was computed.
    pub computed_to: u64,
    /// What was found, in sentences.
    pub words: Vec<String>,
    /// Why there is no certificate, where one was wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_certificate: Option<String>,
    /// Whether there is a certificate, where one was wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<bool>,
}

/// Values that a job has computed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JobValues {
    /// The first heap.
    pub from: Count,
    /// The last heap that is there; null where none is.
    pub to: Option<u64>,
    /// Their values, in order.
    pub values: Vec<u32>,
}

/// What the cells of a raster are: the mean, greatest or least value of their heaps or how many of them are zeros or
/// rare, divided by `scale`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RasterHead {
    /// The first heap.
    pub from: u64,
    /// The last heap; null where none is there.
    pub to: Option<u64>,
    /// Heaps of a row.
    pub width: u64,
    /// The first column of heaps that is shown.
    pub left: u64,
    /// How many columns of heaps are shown.
    pub across: u64,
    /// Columns of cells.
    pub columns: usize,
    /// Rows of cells.
    pub rows: usize,
    /// Rows of heaps.
    pub all_rows: u64,
    /// Heaps that share a cell, on average.
    pub heaps_per_cell: f64,
    /// The greatest number of a cell, before it is divided.
    pub max: u64,
    /// What the numbers are divided by.
    pub scale: u64,
    /// Whether each cell is the value of one heap.
    pub exact: bool,
    /// Heaps that are computed.
    pub done: u64,
}

/// What the cells of a scatter plot are: how many heaps have a value in a range.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScatterHead {
    /// The first heap.
    pub from: u64,
    /// The last heap; null where none is there.
    pub to: Option<u64>,
    /// Columns of cells.
    pub columns: usize,
    /// Rows of cells.
    pub rows: usize,
    /// 1, or 2 where rare heaps have a layer of their own.
    pub layers: usize,
    /// One more than the greatest value.
    pub top: u64,
    /// The greatest number of a cell.
    pub largest: u16,
    /// Heaps that are computed.
    pub done: u64,
}

/// How often each value occurs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HistogramAnswer {
    /// The first heap.
    pub from: u64,
    /// The last heap; null where none is there.
    pub to: Option<u64>,
    /// Value, how many heaps have it, how many of these are rare.
    pub counts: Vec<[u64; 3]>,
    /// Heaps of values that are too large for a bar.
    pub beyond: u64,
    /// 1, or 2 where rare heaps are counted too.
    pub layers: u8,
}

/// Where the values of two jobs differ: heap n of the first beside heap n + lag of the second.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DifferenceAnswer {
    /// The game of the first.
    pub a: String,
    /// The game of the second.
    pub b: String,
    /// How much farther the heap of the second is.
    pub lag: u64,
    /// The first heap.
    pub from: u64,
    /// The last heap that was compared; null where none was.
    pub to: Option<u64>,
    /// How many heaps were compared.
    pub compared: u64,
    /// At how many the values differ.
    pub differ: u64,
    /// The first of them: heap, value of the first, value of the second.
    pub first: Vec<[u64; 3]>,
    /// The last of them.
    pub last: Option<[u64; 3]>,
    /// The first of those whose values are farthest apart.
    pub greatest: Option<[u64; 3]>,
}

/// The distances at which the values of a job agree most often, best first, without multiples of better ones.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LagsAnswer {
    /// The first heap that was compared with those farther on.
    pub from: u64,
    /// The last one; null where there are too few values.
    pub to: Option<u64>,
    /// How many were compared, at each distance the same ones.
    pub compared: u64,
    /// The distances.
    pub lags: Vec<LagAgreement>,
}

/// How often values agree at a distance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LagAgreement {
    /// The distance.
    pub lag: u64,
    /// At how many heaps the value so far on is equal.
    pub equal: u64,
}

/// Where a pattern of values begins.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlacesAnswer {
    /// The values; null for any.
    pub pattern: Vec<Option<u32>>,
    /// The first heap that was looked at.
    pub from: u64,
    /// The last one; null where none is there.
    pub to: Option<u64>,
    /// How often the pattern occurs.
    pub count: u64,
    /// The heaps at which it begins, the first two hundred.
    pub first: Vec<u64>,
    /// The last such heap.
    pub last: Option<u64>,
}

/// What is to be said of a sequence as far as it is computed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SummaryAnswer {
    /// The game.
    pub game: String,
    /// The last heap; null where none is there.
    pub to: Option<u64>,
    /// The greatest value.
    pub max: Option<u32>,
    /// The first heap that has it.
    pub argmax: Option<u64>,
    /// How many heaps have the value 0.
    pub zero_count: u64,
    /// The first of them.
    pub zeros: Vec<u64>,
    /// The last of them.
    pub last_zeros: Vec<u64>,
    /// The first heap of each greatest value so far, with the value; the last thousand.
    pub records: Vec<(u64, u32)>,
    /// The sparse space, where there is one.
    pub space: Option<SparseSpace>,
    /// How many heaps are rare.
    pub rare_count: Option<u64>,
    /// The last rare heap, with its value.
    pub last_rare: Option<(u64, u32)>,
    /// The last rare heaps, with their values.
    pub rares: Vec<(u64, u32)>,
    /// What is known, proved or observed of the period.
    pub status: Vec<String>,
}

/// The sparse space of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SparseSpace {
    /// The lowest 16 bits of the mask; the higher ones are ones.
    pub mask: String,
    /// 0: the class depends on the value alone; 1: on the value and on the parity of the heap.
    #[serde(rename = "type")]
    pub kind: u8,
    /// The rule in words.
    pub words: &'static str,
}

/// What the cells of a table of 2-Star Nim are.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableHead {
    /// The first row.
    pub row0: usize,
    /// The first column.
    pub col0: usize,
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub cols: usize,
    /// The greatest value.
    pub max: u16,
}

/// The additive period of a row of 2-Star Nim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RowResult {
    /// The row.
    pub row: usize,
    /// The least column from 1 on from which the row has the period.
    pub first_column: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// Whether it is proved.
    pub proved: bool,
    /// What was found, in sentences.
    pub words: Vec<String>,
}

/// The period of the differences of the pairs of one value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SequenceResult {
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
    /// What was found, in sentences.
    pub words: Vec<String>,
}

/// The period of a diagonal G(a, a + c).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DiagonalResult {
    /// The diagonal c.
    pub diagonal: u32,
    /// The least row from 1 on from which the diagonal has the period.
    pub first_row: Option<u64>,
    /// The least period.
    pub period: Option<u64>,
    /// The values of one period; empty where nothing is proved.
    pub cycle: Vec<u32>,
    /// Whether it is proved.
    pub proved: bool,
    /// What was found, in sentences.
    pub words: Vec<String>,
}
