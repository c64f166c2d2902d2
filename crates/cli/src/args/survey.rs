//! The arguments of surveys.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Subcommand};

use super::parse::{duration, number, share};

#[derive(Debug, ClapArgs)]
pub struct Survey {
    #[command(subcommand)]
    pub command: SurveyCommand,
}

#[derive(Debug, Subcommand)]
pub enum SurveyCommand {
    /// Write the plan: which games, how far, in which units
    #[command(
        after_help = "Examples:\n  sprague survey plan --codes \"0.????\" --codes \"4.????\" --to 20000 --tasks 64 --dir four\n  sprague survey plan --hex \"0.??\" --to 20000 --dir hex\n  sprague survey plan --subtraction \"max 8\" --to 1e5 --dir sets\n  sprague survey plan --subtraction \"max 24 size 3\" --to 1e5 --dir triples\n  sprague survey plan --rules games.txt --to 2^24 --tasks 400 --dir mine --recheck 5%\n  sprague survey plan --verify grundy35 --dir again"
    )]
    Plan(SurveyPlanArgs),
    /// Do one unit of the plan, or all of them
    #[command(
        after_help = "Examples:\n  sprague survey run --dir three --task 7\n  sprague survey run --dir three --all --jobs 4\n\nWithout --task the number is that of SLURM_ARRAY_TASK_ID. SIGTERM writes a checkpoint and ends with exit code 4; the same command goes on."
    )]
    Run(SurveyRun),
    /// Show which units are done
    Status(SurveyFolder),
    /// Check all results and write one table of them
    #[command(
        after_help = "Examples:\n  sprague survey merge --dir three\n  sprague survey merge --dir three -o three.md\n\nThe file is CSV, Markdown (.md) or Parquet (.parquet, if the program was built with it). The exit code is 1 while a unit is missing or damaged, and 3 where results differ."
    )]
    Merge(SurveyMerge),
    /// Print a job script for Slurm, an array of the units that are not done
    Slurm(SurveyFolder),
    /// Write that script and give it to sbatch
    #[command(
        after_help = "Example:\n  sprague survey submit --dir three -- --partition=long --time=24:00:00"
    )]
    Submit(SurveySubmit),
    /// Go through the codes 0.abc and 4.ab under misère play
    #[command(hide = true)]
    Misere(MisereSurvey),
    /// Go through all subtraction sets of numbers up to a bound: a CSV table by greatest element and size
    #[command(hide = true)]
    Sets(SetsSurvey),
}

#[derive(Debug, ClapArgs)]
pub struct SurveyPlanArgs {
    /// Every code of a pattern in which ? is any octal digit: "0.???"; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub codes: Vec<String>,
    /// The codes or patterns of a file, one a line
    #[arg(long, value_name = "FILE")]
    pub codes_file: Option<PathBuf>,
    /// Every code of a pattern in which ? is any hexadecimal digit: "0.??"; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub hex: Vec<String>,
    /// Subtraction sets: "max 8", or "max 24 size 3" for those of at most three numbers
    #[arg(long, value_name = "SETS")]
    pub subtraction: Vec<String>,
    /// The games of a file, one a line: codes, names or rules; # begins a comment
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// Verify this run instead: a unit for each state that it has kept
    #[arg(long, value_name = "RUN", conflicts_with_all = ["codes", "codes_file", "hex", "subtraction", "rules", "to", "tasks", "recheck"])]
    pub verify: Option<PathBuf>,
    /// With --verify: only about this share of the units, drawn by lot
    #[arg(long, value_name = "P", value_parser = share, requires = "verify")]
    pub sample: Option<f64>,
    /// The last heap
    #[arg(long, value_name = "N", value_parser = number, required_unless_present = "verify")]
    pub to: Option<u64>,
    /// How many units; as many as last some minutes each, unless told
    #[arg(long, value_name = "N", value_parser = number)]
    pub tasks: Option<u64>,
    /// Add units that compute about this share of the games again, with another kernel
    #[arg(long, value_name = "P", value_parser = share)]
    pub recheck: Option<f64>,
    /// Decides what is drawn by lot; another number each time unless told
    #[arg(long, value_name = "N", value_parser = number)]
    pub seed: Option<u64>,
    /// The folder of the survey, which is made
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct SurveyRun {
    /// The folder of the survey
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// The unit, counted from 1; that of the job array unless told
    #[arg(long, value_name = "K", value_parser = number)]
    pub task: Option<u64>,
    /// All units that are not done, in processes of this machine
    #[arg(long, conflicts_with = "task")]
    pub all: bool,
    /// With --all: how many processes at a time; one for each core unless told
    #[arg(long, value_name = "N", value_parser = number, requires = "all")]
    pub jobs: Option<u64>,
    /// How often a checkpoint is written, such as 60s, 5m or 1h
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub checkpoint_every: Duration,
}

#[derive(Debug, ClapArgs)]
pub struct SurveyFolder {
    /// The folder of the survey
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct SurveyMerge {
    /// The folder of the survey
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// Once everything is there: add units that compute about this share of the games again, with another kernel
    #[arg(long, value_name = "P", value_parser = share)]
    pub recheck: Option<f64>,
    /// Decides what is drawn by lot; another number each time unless told
    #[arg(long, value_name = "N", value_parser = number)]
    pub seed: Option<u64>,
    /// Also write the table that `sprague games` reads
    #[arg(long, value_name = "FILE.csv", hide = true)]
    pub table: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct SurveySubmit {
    /// The folder of the survey
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// Further arguments of sbatch
    #[arg(last = true, value_name = "SBATCH ARGUMENTS")]
    pub sbatch: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub struct MisereSurvey {
    /// Write the list of the solved games instead, as the library of proofs reads it
    #[arg(long)]
    pub list: bool,
    /// The codes of these patterns instead, in which ? is any octal digit: "4.???"
    #[arg(long, value_name = "PATTERN")]
    pub codes: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub struct SetsSurvey {
    /// The largest number of a set, at most 32
    #[arg(long, value_name = "M", value_parser = number)]
    pub max: u64,
}
