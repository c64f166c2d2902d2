//! The arguments of commands on periods, certificates and the library of proofs.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use sprague_certificate::Selection;

use super::parse::{number, sample, segments};

#[derive(Debug, ClapArgs)]
pub struct Period {
    /// A code, a name, rules or a run folder: 0.77, kayles, "split(2, distinct)"
    pub game: String,
    /// The last heap to look at (1e6 unless told; 2000 with --misere)
    #[arg(long, alias = "to", value_name = "N", value_parser = number)]
    pub limit: Option<u64>,
    /// The period of the values of heaps in the misère quotient
    #[arg(long)]
    pub misere: bool,
    /// The options of all large heaps by their residues modulo the proved period, with their values
    #[arg(long, conflicts_with = "misere")]
    pub residues: bool,
    /// With --misere: stop when the quotient has more elements than this
    #[arg(long, value_name = "M", default_value = "400", value_parser = number)]
    pub max_order: u64,
}

#[derive(Debug, ClapArgs)]
pub struct Prove {
    /// A code, a name, rules or a run folder: 0.77, kayles, "split(2, distinct)"; with --coq also heaps: "kayles: 10^18 7"
    pub game: String,
    /// The last heap to look at (1e6 unless told; 2000 with --misere)
    #[arg(long, alias = "to", value_name = "N", value_parser = number)]
    pub limit: Option<u64>,
    /// Prove what decides misère play: a quotient, a least order of it, or that all large heaps are firm
    #[arg(long)]
    pub misere: bool,
    /// Write the period as a theorem for Coq, and who wins if heaps are given; proofs/coq compiles it (docs/coq.md)
    #[arg(long, conflicts_with_all = ["misere", "dir"])]
    pub coq: bool,
    /// Look for a period of any length, in a folder that keeps what was done: for games with few rare heaps
    #[arg(long, value_name = "DIR", conflicts_with_all = ["limit", "misere"])]
    pub dir: Option<PathBuf>,
    /// With --misere: stop when the quotient has more elements than this
    #[arg(long, value_name = "M", default_value = "400", value_parser = number)]
    pub max_order: u64,
}

#[derive(Debug, ClapArgs)]
pub struct Check {
    /// The certificate
    pub file: PathBuf,
    /// Only the segments from A to before B, counted from 0
    #[arg(long, value_name = "A..B", value_parser = segments)]
    pub segments: Option<Selection>,
    /// Only about this part of the segments, chosen at random
    #[arg(long, value_name = "P%", value_parser = sample, conflicts_with = "segments")]
    pub sample: Option<Selection>,
}

#[derive(Debug, ClapArgs)]
pub struct Reproduce {
    /// Only this source: thesis, farr-ho, schrage, porat, nim-slides or further
    pub source: Option<String>,
    /// Only this claim of it, by its number: 9.4, or E-T4 for an erratum
    pub claim: Option<String>,
    /// The long ranges: as far as the theory says that it was checked, or further
    #[arg(long)]
    pub full: bool,
    /// Write a page with pictures as well
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the report in Markdown as well
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Add a claim that is false, to see that it is noticed
    #[arg(long, hide = true)]
    pub with_broken_claim: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Proofs {
    /// The folder of the library
    pub folder: PathBuf,
    /// The games of its lists to prove anew, misere for those of misère play, or all
    pub games: Vec<String>,
}
