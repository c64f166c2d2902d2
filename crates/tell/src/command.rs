//! What `sprague --json` prints, one type for each document, in the order of the commands.
//!
//! Numbers are numbers here, up to 2^63 - 1. `null` stands where something is not known or does not apply; a field that
//! is absent belongs to another form of the same answer. The file is long because it is one list: whoever looks for the
//! fields of a command finds all of them here, side by side, and a reader of two documents compares them without a map.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::play::{Outcome, Play};

use crate::star::RowEntry;
use crate::to_json;

crate::document::documents! {
    ValuesDocument = "values"
    SignatureDocument = "signature"
    Sparse = "sparse"
    Stats = "stats"
    Graph = "graph"
    Plot = "plot"
    UlamWarburton = "ulam-warburton"
    Bench = "bench"
    StatusDocument = "status"
    RowStatusDocument = "row-status"
    PairStatusDocument = "pair-status"
    Verify = "verify"
    SurveyPlanned = "survey-plan"
    SurveyTask = "survey-run"
    SurveyStatus = "survey-status"
    SurveyMerged = "survey-merge"
    Check = "check"
    Reproduce = "reproduce"
    Drawing = "draw"
    GraphSteps = "graph-steps"
    StarTable = "star-table"
    StarPicture = "star-picture"
    StarPairs = "star-pairs"
    StarPositionsDocument = "star-positions"
    StarTracks = "star-tracks"
    crate::ProblemDocument = "problem"
}

/// The values of single heaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Values")]
pub struct ValuesDocument {
    /// The game.
    pub game: String,
    /// How the game ends.
    pub play: Play,
    /// The first heap.
    pub from: u64,
    /// The last heap.
    pub to: u64,
    /// Their values, in order.
    pub values: Vec<u64>,
    /// What they rest on; null under misère play.
    pub because: Option<String>,
    /// With `--width`: the heaps before the proved period that do not fit in with it; null where none is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exceptional: Option<Option<Vec<u64>>>,
}

impl ValuesDocument {
    /// The text of the document before and after its values, for those who write them as they come.
    pub fn around_values(&self) -> serde_json::Result<(String, String)> {
        const EMPTY: &str = "\"values\":[";
        let text = to_json(&Self { values: Vec::new(), ..self.clone() })?;
        let middle = text.find(EMPTY).map_or(text.len(), |at| at + EMPTY.len());
        Ok((text[..middle].to_owned(), text[middle..].to_owned()))
    }
}

/// The signature of the values of a range.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Signature")]
pub struct SignatureDocument {
    /// The game.
    pub game: String,
    /// How the game ends.
    pub play: Play,
    /// The first heap.
    pub from: u64,
    /// The last heap.
    pub to: u64,
    /// The signature, in hexadecimal digits.
    pub hash: String,
    /// What the values rest on; null under misère play.
    pub because: Option<String>,
}

/// The sparse space of a heap game; all of it is null where there is none.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Sparse {
    /// The game.
    pub game: String,
    /// The last heap.
    pub to: u64,
    /// The lowest 16 bits of the mask; the higher ones are ones.
    pub mask: Option<String>,
    /// 0: the class depends on the value alone; 1: on the value and on the parity of the heap.
    #[serde(rename = "type")]
    #[schemars(range(max = 1))]
    pub kind: Option<u8>,
    /// How many heaps are rare.
    pub rare_count: Option<usize>,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// Every rare heap with its value.
    pub rare: Option<Vec<[u64; 2]>>,
    /// How far no heap may be rare so that none ever is (theory 4.8); null where the theorem does not apply.
    pub far_enough: Option<FarEnoughBound>,
}

/// No heap beyond the last rare one and up to `base + 2 * factor^exponent` may be rare.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FarEnoughBound {
    /// What is added to the power.
    pub base: u64,
    /// For Grundy's game the number of rare heaps, heap 0 counted.
    pub factor: u64,
    /// For Grundy's game the last rare heap.
    pub exponent: u64,
    /// About how many decimal digits the bound has.
    pub digits: f64,
}

/// Statistics of the values of a range of heaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Stats {
    /// The game.
    pub game: String,
    /// The first heap.
    pub from: u64,
    /// The last heap.
    pub to: u64,
    /// The greatest value.
    pub max: Option<u64>,
    /// The first heap that has it.
    pub argmax: Option<u64>,
    /// How many heaps have the value 0.
    pub zero_count: u64,
    /// The first of them, at most 10 000.
    pub zeros: Vec<u64>,
    /// The first heap of each greatest value so far, with the value.
    pub records: Vec<[u64; 2]>,
    /// How many heaps have each value, in ascending order of the values.
    pub counts: BTreeMap<u64, u64>,
    /// Those of them that are rare; null where there is no sparse space of values alone (theory 4.5).
    pub rare_values: Option<Vec<u64>>,
    /// Numbers that are no period, because a heap of value 0 forbids them (theory 4.4).
    pub excluded_periods: Vec<u64>,
    /// For each of them the least multiple that forbids it.
    pub excluded_by: Vec<u64>,
    /// The least number that is not excluded.
    pub least_not_excluded: Option<u64>,
    /// The least multiple of 3 that is not.
    pub least_not_excluded_by_3: Option<u64>,
    /// The exact share of each value among all heaps, where a period without a saltus is proved.
    pub densities: Option<Vec<Density>>,
    /// The proved period.
    pub period: Option<u64>,
    /// Its exact preperiod.
    pub preperiod: Option<u64>,
    /// What each turn adds.
    pub saltus: Option<u64>,
    /// The theorem that proves it.
    pub theorem: Option<String>,
    /// The period that a run has observed, which is no proof.
    pub period_observed: Option<PeriodObserved>,
}

/// The share of a value among all heaps: `count` in each turn of `period`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Density {
    /// The value.
    pub value: u64,
    /// The heaps of this value in one turn.
    pub count: u64,
    /// The heaps of one turn.
    pub period: u64,
}

/// The game graph of a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Graph {
    /// How the game ends.
    pub play: Play,
    /// Every position that play can reach; the first is the start.
    pub nodes: Vec<GraphPosition>,
    /// Moves from node to node.
    pub edges: Vec<[usize; 2]>,
    /// Those that win.
    pub winning: Vec<[usize; 2]>,
}

/// A position of a game graph.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphPosition {
    /// Its number.
    pub id: usize,
    /// The position.
    pub position: String,
    /// Who wins it.
    pub outcome: Outcome,
    /// Its value; under misère play the misère value; null where it has none that is a number.
    pub value: Option<u64>,
    /// Its value where play may go on for ever and no number is it.
    pub loopy_value: Option<String>,
}

/// A picture that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Plot {
    /// The game.
    pub game: String,
    /// The last heap.
    pub to: u64,
    /// What is drawn.
    pub kind: PlotKind,
    /// The file.
    pub file: Option<String>,
    /// Its size.
    pub bytes: usize,
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlotKind {
    /// Heaps in rows, colored by value.
    Raster,
    /// Values against heaps.
    Scatter,
    /// How often each value occurs.
    Histogram,
}

/// The Ulam-Warburton automaton after a generation (theory 2.5).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UlamWarburton {
    /// The last generation, counted from 0.
    pub generation: u64,
    /// How many cells were born in it.
    pub born: u64,
    /// How many cells there are.
    pub cells: u64,
    /// The number of ordered triples of heaps with nim-sum 0 and twice as many tokens as the generation.
    pub zero_triples: u64,
    /// The births of the generations from 0 on, at most 10 000 of them.
    pub births: Vec<u64>,
    /// Whether there are more generations than are listed.
    pub truncated: bool,
    /// The picture, where one was drawn.
    pub file: Option<String>,
}

/// The speed of the engines on this machine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Bench {
    /// The kernel that was measured.
    pub kernel: String,
    /// The sequences.
    pub rows: Vec<BenchRow>,
    /// The proofs.
    pub proofs: Vec<BenchProof>,
    /// Commands against the engine they are made of.
    pub commands: Vec<BenchCommand>,
    /// The engine with several threads.
    pub threads: Vec<BenchThreads>,
    /// Misère play.
    pub misere: Vec<BenchMisere>,
}

/// One sequence: values per second of CPU time, and ratios measured in the same run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BenchRow {
    /// The game.
    pub game: String,
    /// The first heap.
    pub from: u64,
    /// The last heap.
    pub to: u64,
    /// The best of all rounds.
    pub values_per_second: f64,
    /// How many times as fast as the textbook kernel, for each round.
    pub textbook: Vec<f64>,
    /// How many times as fast as the block engine without its helpers, for each round; empty where it needs none.
    pub blocks: Vec<f64>,
    /// The other program, where it is on the path.
    pub ogsolve: Option<BenchOther>,
}

/// Another program on the same range.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BenchOther {
    /// Its fastest method.
    pub method: String,
    /// The last heap.
    pub to: u64,
    /// How many times as fast we are.
    pub ratio: f64,
}

/// One proof, in seconds of CPU time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BenchProof {
    /// The game.
    pub game: String,
    /// How many values the proof takes.
    pub values: u64,
    /// Search, certificate and check.
    pub prove_seconds: f64,
    /// The check alone.
    pub check_seconds: f64,
    /// The size of the certificate.
    pub bytes: usize,
}

/// One command on a long sequence, with one thread, in seconds of CPU time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BenchCommand {
    /// The command.
    pub command: String,
    /// The last heap.
    pub to: u64,
    /// The best of all rounds.
    pub seconds: f64,
    /// How many times as long as the engine alone, for each round.
    pub engine: Vec<f64>,
}

/// The engine with several threads, by wall time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BenchThreads {
    /// The game.
    pub game: String,
    /// The first heap.
    pub from: u64,
    /// The last heap.
    pub to: u64,
    /// How many threads.
    pub threads: usize,
    /// The best of all rounds.
    pub values_per_second: f64,
    /// How many times as fast as one thread, for each round.
    pub one_thread: Vec<f64>,
}

/// One task of misère play, in seconds of CPU time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BenchMisere {
    /// What was done.
    pub task: String,
    /// The order of the quotient, where there is one.
    pub order: Option<usize>,
    /// The best of all rounds.
    pub seconds: f64,
    /// How many times as long the plain search takes, for each round; empty where it cannot be run.
    pub search: Vec<f64>,
}

/// How far a run is, and what it found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Status")]
pub struct StatusDocument {
    /// The game.
    pub game: String,
    /// Its rule in canonical form.
    pub rule: String,
    /// The first heap.
    pub from: u64,
    /// The last heap wanted.
    pub to: u64,
    /// The last heap finished.
    pub done: Option<u64>,
    /// Whether the end is reached.
    pub finished: bool,
    /// Whether a process is at work.
    pub running: bool,
    /// Segments of 2^20 heaps on record.
    pub segments: u64,
    /// How many of them were computed again by another kernel.
    pub double_checked: u64,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// How many heaps are rare, where there is a sparse space.
    pub rare_count: Option<usize>,
    /// The mask of the sparse space.
    pub mask: Option<String>,
    /// How far the result can be trusted: computed, audited, double-checked or certified.
    pub label: String,
    /// Whether the statistics were recomputed.
    pub statistics: String,
    /// Segments that a verification found wrong and nobody has settled.
    pub found_wrong: Vec<FoundWrong>,
    /// The signature of from..done.
    pub hash: String,
    /// The hash of the finished manifest.
    pub manifest_hash: Option<String>,
    /// Heaps that were audited.
    pub audited: u64,
    /// Audits that are left open.
    pub audits_open: u64,
    /// Time of work so far.
    pub seconds: f64,
    /// The greatest value.
    pub max: Option<u64>,
    /// The first heap that has it.
    pub argmax: Option<u64>,
    /// How many heaps have the value 0.
    pub zero_count: u64,
    /// How many heaps have each value.
    pub counts: BTreeMap<u64, u64>,
    /// The period that the run has observed, which is no proof.
    pub period_observed: Option<PeriodObserved>,
    /// Who computed what.
    pub sessions: Vec<RunSession>,
}

/// A period that a run has observed: the last `compared` values before heap `at` are those `period` heaps before.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PeriodObserved {
    /// The period.
    pub period: u64,
    /// The first heap of the first values that came back after so many heaps.
    pub seen_from: u64,
    /// The heap behind the last values that did.
    pub at: u64,
    /// How many values were compared there.
    pub compared: u64,
    /// Whether the values computed meet condition (a) of theorem P.5; condition (b) is not checked.
    pub condition_a: bool,
}

/// A segment that a verification found wrong.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FoundWrong {
    /// Its number, counted from 0.
    pub segment: u64,
    /// The heap at which it differs.
    pub heap: u64,
    /// What differs, in words.
    pub what: String,
    /// The kernel of the verification.
    pub kernel: String,
    /// When it was found.
    pub date: String,
}

/// Who computed the heaps from one on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RunSession {
    /// The first heap.
    pub from: u64,
    /// The kernel.
    pub kernel: String,
    /// Heaps in a block.
    pub block: usize,
    /// Threads.
    pub threads: usize,
    /// The version of the program.
    pub version: String,
    /// The machine.
    pub machine: String,
    /// When it began.
    pub started: String,
}

/// The plan of a survey.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SurveyPlanned {
    /// The folder.
    pub dir: String,
    /// How many tasks there are; they are counted from 1.
    pub tasks: u64,
    /// How many of them, the last ones, compute a sample again.
    pub rechecks: u64,
    /// The games that were asked for.
    pub games: usize,
    /// Their standard forms.
    pub forms: usize,
    /// The games that are computed: equal games and cousins once.
    pub roots: usize,
    /// The last heap.
    pub to: Option<u64>,
    /// The hash of the work, which every result carries.
    pub identity: String,
}

/// What became of a task of a survey.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SurveyTask {
    /// The task.
    pub task: u64,
    /// Whether its result is there.
    pub done: bool,
    /// CPU time in seconds.
    pub cpu_s: f64,
}

/// A file of a survey that cannot be used.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SurveyDamage {
    /// The task.
    pub task: u64,
    /// The file.
    pub file: String,
    /// What is wrong with it.
    pub why: String,
}

/// How far a survey is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SurveyStatus {
    /// What was asked for.
    pub survey: String,
    /// How many tasks there are.
    pub tasks: u64,
    /// How many of them have a result.
    pub done: u64,
    /// Those that have none.
    pub missing: Vec<u64>,
    /// Those of them that were stopped and go on from where they were.
    pub begun: Vec<u64>,
    /// The files that cannot be used.
    pub damaged: Vec<SurveyDamage>,
    /// What contradicts itself.
    pub differing: Vec<String>,
    /// How many games were computed a second time and agree.
    pub rechecked: u64,
    /// How many of them on another host.
    pub rechecked_elsewhere: u64,
    /// The hosts.
    pub hosts: Vec<String>,
    /// CPU time in seconds.
    pub cpu_s: f64,
    /// The hash of the work, which every result carries.
    pub identity: String,
    /// The version of the program that made the plan.
    pub version: String,
    /// When the plan was made.
    pub made: String,
}

/// A merged survey.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SurveyMerged {
    /// How far it is.
    #[serde(flatten)]
    pub status: SurveyStatus,
    /// How many rows the table has: one for every game asked for whose result is there.
    pub rows: usize,
    /// Whether nothing is missing, damaged or contradictory.
    pub whole: bool,
    /// Of a verification: the label of the run now.
    pub label: Option<String>,
}

/// How far the proof of a row of 2-Star Nim is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "RowStatus")]
pub struct RowStatusDocument {
    /// The row whose period is wanted.
    pub row: usize,
    /// The row in work.
    pub at_row: usize,
    /// Columns done.
    pub columns_done: u64,
    /// Columns to do.
    pub columns: u64,
    /// Whether a process is at work.
    pub running: bool,
    /// Whether the row is proved: found, and computed again in full when the folder was read.
    pub proved: bool,
    /// Time of work so far.
    pub seconds: f64,
    /// The rows that are done.
    pub rows: Vec<RowEntry>,
}

/// How far the proof of a pair of Star Nim is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "PairStatus")]
pub struct PairStatusDocument {
    /// The smaller token that stays.
    pub a: u64,
    /// The larger one.
    pub b: u64,
    /// Pairs done.
    pub pairs_done: usize,
    /// Pairs to do.
    pub pairs: usize,
    /// Columns of the pair in work.
    pub columns_done: u64,
    /// Whether a process is at work.
    pub running: bool,
    /// Whether the pair is proved: found, and computed again in full when the folder was read.
    pub proved: bool,
    /// Time of work so far.
    pub seconds: f64,
}

/// What came of computing segments of a run again.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Verify {
    /// How many segments were computed again.
    pub segments_checked: u64,
    /// How many there are.
    pub segments: u64,
    /// How many differ.
    pub mismatches: usize,
    /// Segments that were found wrong before and are not settled.
    pub found_wrong: u64,
    /// How far the result can be trusted now.
    pub label: String,
    /// How many segments were double-checked, by all verifications together.
    pub double_checked: u64,
    /// The first heap that differs in each segment that does.
    pub differs_at: Vec<u64>,
    /// The kernel of the verification.
    pub kernel: String,
    /// Its block.
    pub block: usize,
    /// Whether the verification is on record in the folder.
    pub recorded: bool,
}

/// What a certificate shows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Check {
    /// Whether the certificate is valid; `null` where only some of it was looked at and no fault was found there.
    pub valid: Option<bool>,
    /// Whether all of it was looked at; false for a sample.
    pub complete: bool,
    /// What was shown, in a sentence.
    pub claim: String,
    /// The last heap whose value was recomputed.
    pub checked_to: u64,
    /// Why it does not hold.
    pub reason: Option<String>,
}

/// The claims of the sources, recomputed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reproduce {
    /// The claims.
    pub claims: Vec<ClaimEntry>,
    /// How many did not come out as expected.
    pub failed: usize,
    /// Whether the full ranges were checked.
    pub full: bool,
    /// The time it took.
    pub seconds: f64,
}

/// A claim of a source, and what came of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClaimEntry {
    /// Its name: `thesis/9.1`.
    pub id: String,
    /// The source.
    pub source: String,
    /// The number within the source.
    pub number: String,
    /// Where it stands in the source.
    pub place: String,
    /// The number of the statement in `docs/theory.md`.
    pub theory: String,
    /// The statement in our own words.
    pub statement: String,
    /// What came of it.
    pub result: ClaimResult,
    /// Whether the text does not tell what is meant, so that a reading was chosen.
    pub ambiguous: bool,
    /// The last heap or number that was checked.
    pub checked_to: Option<u64>,
    /// What was checked, in words.
    pub range: Option<String>,
    /// What the source prints, where it has a slip.
    pub printed: Option<String>,
    /// What is right instead.
    pub right: Option<String>,
    /// What else is worth knowing, or why it failed.
    pub detail: String,
    /// The time it took.
    pub seconds: f64,
}

/// What came of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimResult {
    /// It holds.
    Holds,
    /// The source has a slip; what is right was computed.
    Corrected,
    /// Nobody knows, or the text does not tell what is meant.
    Open,
    /// It does not come out as expected.
    Fails,
}

/// A table of values of two tokens.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarTable {
    /// The game.
    pub game: String,
    /// The last row.
    pub rows: u64,
    /// The last column.
    pub cols: u64,
    /// The values, row by row; null where there is no position.
    #[serde(flatten)]
    pub cells: StarCells,
}

/// The cells of a table: values, or values minus the column.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StarCells {
    /// G(a, b).
    Values(Vec<Vec<Option<i64>>>),
    /// G(a, b) - b.
    Offsets(Vec<Vec<Option<i64>>>),
}

/// A picture of a position that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Drawing {
    /// The position.
    pub position: String,
    /// The file.
    pub file: Option<String>,
    /// Its size.
    pub bytes: usize,
}

/// Pictures of the steps of the labelling algorithm.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphSteps {
    /// The position.
    pub position: String,
    /// The steps, the first of which has no label.
    pub steps: Vec<GraphStep>,
}

/// A step of the labelling algorithm.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GraphStep {
    /// The picture.
    pub file: String,
    /// The position that is labelled; null in the first picture.
    pub position: Option<String>,
    /// Its label.
    pub outcome: Option<Outcome>,
    /// Why.
    pub because: String,
}

/// A picture of a table that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarPicture {
    /// The game.
    pub game: String,
    /// The last row.
    pub rows: u64,
    /// The last column.
    pub cols: u64,
    /// The file.
    pub file: Option<String>,
    /// Its size.
    pub bytes: usize,
}

/// The first pairs of one value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarPairs {
    /// The value.
    pub value: u32,
    /// The pairs (x, y), in the order of x.
    pub pairs: Vec<[u64; 2]>,
}

/// The P-positions of k-Star Nim beside those of Nim.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "StarPositions")]
pub struct StarPositionsDocument {
    /// The number of tokens.
    pub tokens: usize,
    /// The highest square.
    pub max: u64,
    /// P-positions of Nim.
    pub nim: u64,
    /// P-positions of Star Nim.
    pub star: u64,
    /// P-positions of both.
    pub both: u64,
    /// The positions of Star Nim, with `--list`.
    pub positions: Option<Vec<Vec<u64>>>,
}

/// A picture of tracks that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StarTracks {
    /// The row.
    pub row: usize,
    /// How many columns.
    pub columns: u64,
    /// The file.
    pub file: Option<String>,
    /// Its size.
    pub bytes: usize,
}
