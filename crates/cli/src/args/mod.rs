//! Everything that can be typed: the table of the commands. Help, man page and completions are made from this file and
//! from the other files of this folder: one for each kind of command and one for the options of all of them.

mod common;
pub mod misere;
mod nim;
mod parse;
mod position;
mod proof;
mod run;
mod sequence;
pub mod star;
pub mod survey;
mod table;

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};
use clap_complete::Shell;
use sprague::play::Play;

use crate::version::long;

pub use common::Common;
pub use nim::{NimLength, UlamWarburton};
pub use parse::number;
pub use position::{Draw, DrawFormat, Graph, GraphFormat, Opponent, PlayArgs, Solve, joined};
pub use proof::{Check, Period, Proofs, Prove, Reproduce};
pub use run::{Resume, RunArgs, RunFolder, Verify};
pub use sequence::{
    Compare, Count, Games, Identify, PlotArgs, PlotFormat, PlotKind, Sparse, Stats, StatsOrder, Values,
    ValuesFormat,
};
pub use table::{PositionList, ValueTable, ValueTableFormat};

/// A laboratory for impartial games: exact values, winning moves and the reasons.
#[derive(Debug, Parser)]
#[command(name = "sprague", version, long_version = long(), after_help = EXAMPLES, max_term_width = 100)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "Examples:
  sprague solve \"grundy: 7 5 3\"          who wins, how, and why
  sprague solve \"kayles: 5 7 + nim: 3\"   a sum of different games
  sprague values 0.07 --to 50            the nim-sequence of Dawson's Kayles
  sprague play \"chomp: 3x4\"              play against perfection
  sprague games                          everything that can be played
  sprague lab                            all of it in the browser";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or tell what is known of one
    #[command(
        after_help = "Examples:\n  sprague games\n  sprague games 0.07\n  sprague games \"split(2, distinct)\""
    )]
    Games(Games),
    /// Values of single heaps
    #[command(
        after_help = "Examples:\n  sprague values grundy --to 30\n  sprague values kayles --to 83 --width 12\n  sprague values 0.77 --from 71 --to 94 --format bfile\n  sprague values kayles --misere --to 20\n  sprague values 0.137 --to 1e5 --format hash\n  sprague values --oeis A071434 --to 200"
    )]
    Values(Values),
    /// Outcome, value, every winning move, and why
    #[command(
        after_help = "Examples:\n  sprague solve \"nim: 3 4 5\"\n  sprague solve \"star: [2,5] [3] [1,4,6]\" --explain\n  sprague solve \"kayles: 5 7\" --misere\n  sprague solve - < positions.txt"
    )]
    Solve(Solve),
    /// Play in the terminal
    #[command(
        after_help = "Examples:\n  sprague play \"kayles: 9\"\n  sprague play \"chomp: 3x4\" --opponent random\n  sprague play \"nim: 3 4 5\" --misere --second"
    )]
    Play(PlayArgs),
    /// Draw the position as it lies on a table
    #[command(
        after_help = "Examples:\n  sprague draw \"star: [2,5] [3] [1,4,6]\" -o star.svg\n  sprague draw \"chomp: 4,4,2\" -o chomp.png\n  sprague draw \"kayles: 9 4 + nim: 3\"\n  sprague draw \"hackenbush: {ground-a, a-b, a-c}\" --format svg > tree.svg"
    )]
    Draw(Draw),
    /// Draw the game graph with outcomes and values
    #[command(
        after_help = "Examples:\n  sprague graph \"grundy: 6\" -o grundy6.svg\n  sprague graph \"grundy: 6\" --plain -o worksheet.png\n  sprague graph \"grundy: 6\" --steps labelling\n  sprague graph \"nim: 2 1\" --format dot\n  sprague graph \"graph: {a>b, a>c, b>c}#a\" --format json"
    )]
    Graph(Graph),
    /// Draw the values: rows of heaps, values against heaps, or counts
    #[command(
        after_help = "Examples:\n  sprague plot kayles --to 2000 --width 12 -o kayles.svg\n  sprague plot grundy --to 20000 --kind scatter -o grundy.png\n  sprague plot 0.07 --to 5000 --kind histogram -o counts.svg"
    )]
    Plot(PlotArgs),
    /// Find where two games first differ
    #[command(
        after_help = "Examples:\n  sprague compare 0.161 0.36 --to 1000\n  sprague compare grundy thesis-d --to 100\n  sprague compare --misere 0.15 0.115"
    )]
    Compare(Compare),
    /// Count values, zeros and records, and list the periods that are excluded
    #[command(
        after_help = "Examples:\n  sprague stats grundy --to 1e5\n  sprague stats grundy --from 1 --to 1e4 --by value\n  sprague stats grundy --to 3000 --excluded\n  sprague stats 0.07 --to 1000 --json"
    )]
    Stats(Stats),
    /// Count the positions of so many heaps by who wins them
    #[command(
        after_help = "Examples:\n  sprague count kayles --heaps 3 --to 100\n  sprague count \"take(squares)\" --from 0 --to 29 --heaps 3\n  sprague count kayles --heaps 4 --to 10^18 --ordered\n  sprague count kayles --heaps 3 --to 20 --misere"
    )]
    Count(Count),
    /// The values of positions of two numbers, or of three
    #[command(
        after_help = "Examples:\n  sprague table wythoff --rows 10 --cols 10\n  sprague table rectangle --rows 20 --cols 20\n  sprague table star-nim --triangle\n  sprague table star-nim 3 --rows 4 --cols 8\n  sprague table \"chomp: *,*\" --format csv"
    )]
    Table(ValueTable),
    /// List the P-positions of so many heaps or other numbers
    #[command(
        after_help = "Examples:\n  sprague positions nim 3 --max 9\n  sprague positions nim 3 --max 9 --misere\n  sprague positions kayles 3 --max 12 --json\n  sprague positions star-nim 4 --max 9"
    )]
    Positions(PositionList),
    /// Find the sparse space of a game and list its rare heaps
    #[command(
        after_help = "Examples:\n  sprague sparse grundy --to 1e6\n  sprague sparse 0.106 --to 1e6 --json"
    )]
    Sparse(Sparse),
    /// Find the period, the exact preperiod, and the theorem that proves them
    #[command(
        after_help = "Examples:\n  sprague period 0.77\n  sprague period \"take(1,3,4)\" --json\n  sprague period \"take(2,5..)\"\n  sprague period 0.165 --limit 1e5\n  sprague period \"split(2, diff>=2)\" --residues\n  sprague period --misere kayles"
    )]
    Period(Period),
    /// Prove a period and write a certificate of it
    #[command(
        after_help = "Examples:\n  sprague prove kayles -o kayles.cert\n  sprague prove 0.16 -o 0.16.cert\n  sprague prove 0.454 --limit 3e8 -o 0.454.cert\n  sprague prove --misere kayles -o kayles-misere.cert"
    )]
    Prove(Prove),
    /// Check a certificate, as `sprague-check` does
    #[command(
        after_help = "Examples:\n  sprague check kayles.cert\n  sprague check 0.454.cert --threads 4\n  sprague check 0.454.cert --segments 3..7\n  sprague check 0.454.cert --sample 5%"
    )]
    Check(Check),
    /// Find the known games that have these values
    #[command(
        after_help = "Examples:\n  sprague identify 0 1 2 3 1 4 3 2 1 4 2 6\n  sprague identify 0 0 0 1 0 2 1 0 2 1 0 2 1 3"
    )]
    Identify(Identify),
    /// Nim-arithmetic: sums, products, powers, quotients and square roots of nimbers
    #[command(
        after_help = "Examples:\n  sprague nimber \"5 * 7 + 3\"\n  sprague nimber \"(6 + 9)^3 / sqrt(2)\"\n  sprague nimber \"13 + 11\"\n  sprague nimber \"mex(0,1,3)\"\n  sprague nimber \"2^-1\" --json\n\n+ (or xor) is the nim-sum, * the nim-product, / the product with the inverse; exponents are ordinary integers.\nNumbers are plain digits up to 2^64-1."
    )]
    Nimber(NimberArgs),
    /// The longest game of Nim in which whoever can win does
    #[command(
        name = "nim-length",
        after_help = "Examples:\n  sprague nim-length 3 4 5\n  sprague nim-length 1 2 3 --json"
    )]
    NimLength(NimLength),
    /// The Ulam-Warburton automaton, whose births are those of three-heap Nim: counts, and a picture with -o
    #[command(
        name = "ulam-warburton",
        after_help = "Examples:\n  sprague ulam-warburton 16\n  sprague ulam-warburton 63 -o cells.svg\n  sprague ulam-warburton 1000 --json"
    )]
    UlamWarburton(UlamWarburton),
    /// The Star Nim laboratory: tables, rows, sequences, diagonals, P-positions
    #[command(
        after_help = "Examples:\n  sprague star table --rows 10 --cols 15\n  sprague star row 7\n  sprague star sequence 6\n  sprague star diagonal 3\n  sprague star positions 4 --max 50\n  sprague star line \"[2] [1,*]\""
    )]
    Star(star::Star),
    /// The theory of misère play: genera, and quotients that decide every sum
    #[command(
        after_help = "Examples:\n  sprague misere genus kayles --to 20\n  sprague misere quotient kayles\n  sprague misere quotient 0.07 --to 33 --max-order 1000"
    )]
    Misere(misere::Misere),
    /// Compute a long sequence in a folder, with checkpoints
    #[command(
        after_help = "Examples:\n  sprague run grundy --to 2^35 --dir grundy35\n  sprague run 0.106 --to 1e12 --dir run106 --checkpoint-every 5m\n  sprague run 0.007 --to 1e6 --dir run007 --keep-values\n\nCtrl-C writes a checkpoint and ends with exit code 4; the same command goes on, and so does `sprague resume DIR`."
    )]
    Run(RunArgs),
    /// Go on with a run, perhaps to a later end
    #[command(after_help = "Examples:\n  sprague resume grundy35\n  sprague resume grundy35 --to 2^36")]
    Resume(Resume),
    /// Show how far a run is, also while it works
    #[command(after_help = "Examples:\n  sprague status grundy35\n  sprague status grundy35 --json")]
    Status(RunFolder),
    /// Compute segments of a run again with another kernel, and compare
    #[command(
        after_help = "Examples:\n  sprague verify grundy35\n  sprague verify grundy35 --sample 1%\n  sprague verify grundy35 --segments 0..64 --kernel blocks"
    )]
    Verify(Verify),
    /// Compute many games, or verify a long run, in units for a cluster
    #[command(
        after_help = "Examples:\n  sprague survey plan --codes \"0.???\" --to 20000 --tasks 16 --dir three\n  sprague survey run --dir three --all --jobs 4\n  sprague survey submit --dir three\n  sprague survey status --dir three\n  sprague survey merge --dir three -o three.csv\n  sprague survey plan --verify grundy35 --dir again\n\nExit codes: 0 done, 1 something is missing or damaged (merge), 3 results differ, 4 stopped and unfinished."
    )]
    Survey(survey::Survey),
    /// Recompute every claim of the source documents and of the further results
    #[command(
        after_help = "Examples:\n  sprague reproduce\n  sprague reproduce thesis\n  sprague reproduce thesis 9.4\n  sprague reproduce farr-ho E-F3\n  sprague reproduce --full --html report.html\n\nSources: thesis, farr-ho, schrage, porat, nim-slides, further. The exit code is 1 if a claim that should hold does not."
    )]
    Reproduce(Reproduce),
    /// Measure the engine on this machine against baselines
    #[command(after_help = "Examples:\n  sprague bench\n  sprague bench --game grundy")]
    Bench(Bench),
    /// Play and explore in the browser
    #[command(
        after_help = "Examples:\n  sprague lab\n  sprague lab --port 8080 --no-open\n  sprague lab --listen 0.0.0.0 --name lab.example"
    )]
    Lab(Lab),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  sprague completions bash > ~/.local/share/bash-completion/completions/sprague"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Keep the library of proofs and write the page about it
    #[command(hide = true)]
    Proofs(Proofs),
    /// Print the manual page
    #[command(after_help = "Example:\n  sprague man | man -l -")]
    Man,
}

#[derive(Debug, ClapArgs)]
pub struct Lab {
    /// The port to listen on; a free one unless told
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Listen on this address instead of loopback, for other machines too; 0.0.0.0 means all addresses
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<IpAddr>,
    /// Answer to this name or address too, with a port where another one leads here
    #[arg(long, value_name = "HOST")]
    pub name: Vec<String>,
    /// Keep results in this folder instead of that for the user's data
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Serve the page of this folder instead of the one in the program
    #[arg(long, value_name = "DIR")]
    pub page: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct NimberArgs {
    /// The expression, such as "5 * 7 + 3"
    #[arg(required = true, value_name = "EXPRESSION")]
    pub expression: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub struct Bench {
    /// Only this game of the list
    #[arg(long)]
    pub game: Option<String>,
    /// Short ranges, once: to see that it works
    #[arg(long)]
    pub quick: bool,
}

/// How the game ends, from the flag.
pub const fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}
