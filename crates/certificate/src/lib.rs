//! Certificates of proved periods of heap games, and their checker.
//!
//! A certificate is a text file (`docs/certificate.md`, version 1). It holds a rule, an exact preperiod, a fundamental
//! period, and the evidence that a theorem needs. From it, a program that knows nothing of the engine can check the
//! claim. This file holds the plain data; `write` turns it into text, and the rest is the checker: `read`, `rule`
//! (values by the definition), `options` (how they are listed, within a budget), `small` (theorems that need few values), `classes` (theorem P.11), `sparse` and
//! `segments` (theorem P.5; `narrow` is its fast walk), `report`. The checker shares no code with the engine and uses the simplest algorithms.
//! Sizes are checked before anything is allocated, and no text makes it panic. The whole checker is at most 830 lines,
//! so that it can be read. `narrow` has at most 250 more, `classes` 350. `star`, `blocks`, `tracks` and `pairs` are a separate
//! checker, of at most 480 lines, for periods in Star Nim.
//!
//! Every condition is tested by `require`, with its number in `docs/certificate.md`; a refusal ends with that number.
//! The unit tests remove each condition in turn and look at what is then accepted.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate self as sprague_certificate;

use std::fmt;

mod blocks;
mod classes;
mod mark;
mod misere;
mod misere_tame;
mod misere_text;
mod narrow;
#[cfg(test)]
mod narrow_and_slow;
mod options;
mod pairs;
mod read;
#[cfg(test)]
mod removed;
#[cfg(test)]
mod removed_misere;
mod report;
mod rule;
mod segments;
mod selection;
mod small;
mod sparse;
mod star;
mod star_terms;
mod star_text;
mod together;
mod tracks;
mod write;

pub use misere::{MOST_ELEMENTS, misere_values_needed};
pub use misere_text::{MisereCertificate, MisereExtent, MonoidText};
pub use report::{check, check_file, check_file_logged, check_within};
pub use small::{follows, values_needed};
pub use star_terms::{MOST_STAR_STEPS, MOST_STAR_WORK};
pub use star_text::{PairLine, StarBlock, StarCertificate, StarEvidence, Subject};
pub use write::Digest;

/// The upper end of an endless range.
pub const ENDLESS: u64 = u64::MAX;
/// The largest number in a certificate.
pub const MOST_NUMBER: u64 = 1 << 56;
/// The most bytes in a file.
pub const MOST_BYTES: u64 = 1 << 25;
/// The most values of a small certificate.
pub const MOST_SMALL: u64 = 1 << 17;
/// The most steps of listing options, for a whole text: some minutes.
pub const MOST_STEPS: u64 = 100_000_000_000;
/// The most values of a sparse certificate that is not segmented.
pub const MOST_SPARSE: u64 = 1 << 26;
/// The most values of a segmented certificate.
pub const MOST_FAR: u64 = 1 << 48;
/// The most values of one segment.
pub const MOST_SEGMENT: u64 = 1 << 34;
/// The largest W + k + 1 of a sparse certificate.
pub const MOST_NEAR: u64 = 1 << 22;
/// Values of sparse certificates are below this.
pub const MOST_VALUE: u32 = 1 << 16;
/// The most heaps that a move may leave.
pub const MOST_LEFT: u64 = 16;
/// The most moves of a rule.
pub const MOST_MOVES: usize = 1 << 12;
/// The most numbers of tokens that the moves of a sparse certificate may take, counted move by move.
pub const MOST_TAKES: u64 = 1 << 16;
/// The most ranges in all sets of a rule together.
pub const MOST_RANGES: usize = 1 << 16;
/// The most steps of a walk over the heaps of a sparse certificate: so many, and so many for each heap.
pub const MOST_WALK: (u64, u64) = (1 << 32, 1 << 10);

/// A certificate: plain data, to be filled by whoever has the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The theorem used.
    pub theorem: TheoremName,
    /// The rule of the game.
    pub rule: RuleText,
    /// What is claimed.
    pub claim: ClaimText,
    /// What the theorem needs.
    pub evidence: Evidence,
}

/// What a certificate rests on; `docs/certificate.md` states each with its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TheoremName {
    /// Octal games.
    Octal,
    /// At most t heaps per move.
    ManyHeaps,
    /// Grundy's game.
    Grundy,
    /// Two parts that differ by at least D.
    Apart,
    /// Sparse games.
    Sparse,
    /// Subtraction games.
    Subtraction,
    /// All-but subtraction games.
    AllBut,
    /// Any number of parts, with conditions.
    Parts,
    /// The class theorem: a saltus, a split period, moves that take any number of tokens.
    Classes,
    /// Closed form: Nim.
    Nim,
    /// Closed form: take 1 to m.
    TakeUpTo,
    /// Closed form: split into three parts.
    ThreeParts,
}

/// A rule in the certificate's own form: a move is any of these; none is the game without moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleText {
    /// The lines of the rule.
    pub moves: Vec<MoveText>,
}

/// From a heap n in `on`: take i tokens, i in `take`, and leave the rest as exactly h nonempty heaps, h in `leave`,
/// that satisfy the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// How many tokens are taken.
    pub take: Set,
    /// How many heaps are left.
    pub leave: Set,
    /// What they must satisfy.
    pub condition: ConditionText,
    /// The heaps from which the move may be made.
    pub on: Set,
}

/// Ranges of numbers, both ends included, ascending, with a gap between any two; the last may be [`ENDLESS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set(pub Vec<(u64, u64)>);

/// What the heaps that are left must satisfy, when they are two or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionText {
    /// Nothing.
    Any,
    /// They are not all equal.
    NotAllEqual,
    /// Every two of them differ by at least this much, which is at least 1.
    Differ(u64),
}

/// G(n + period) = G(n) + saltus for every n >= preperiod; the period is fundamental, the preperiod the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimText {
    /// The least heap from which on it holds.
    pub preperiod: u64,
    /// The fundamental period.
    pub period: u64,
    /// What a period adds to the value.
    pub saltus: u64,
}

/// What the theorem needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A closed form needs nothing.
    Closed,
    /// The values of the heaps from 0 on, as many as [`values_needed`] says.
    Small(Runs),
    /// The numbers of the class theorem, and the values of the heaps below N + 2p, or N + p without a saltus.
    Classes(ClassText, Runs),
    /// A sparse space, and SHA-256 of the values of all heaps below preperiod + period + W + k.
    Sparse(SpaceText, [u8; 32]),
    /// A sparse space, and the same values in segments.
    Segmented(SpaceText, Vec<SegmentText>),
}

/// What the class theorem needs beside the claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassText {
    /// The residues modulo the period, ascending, of the heaps whose values do not grow although there is a saltus.
    pub constant: Vec<u64>,
    /// n0.
    pub from: u64,
    /// p is so many periods.
    pub multiple: u64,
    /// N.
    pub window: u64,
    /// L; 0 without a saltus.
    pub low: u64,
}

/// Values as runs of equal ones: (value, how many), each as long as can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs(pub Vec<(u32, u32)>);

/// The sparse space of a game, and how far the witnesses reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceText {
    /// The mask, without bits above the highest bit of the largest value.
    pub mask: u32,
    /// The type.
    pub kind: SpaceType,
    /// W: the largest small part of a witness.
    pub reach: u64,
    /// All rare heaps with their values, heap 0 included where it is rare.
    pub rare: Vec<(u64, u32)>,
}

/// What makes heap n rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceType {
    /// popcount(G(n) & mask) is even.
    Zero,
    /// popcount(G(n) & mask) + n + t is even, where t is the parity of all break indices.
    One,
}

/// The values from the end of the segment before (0 for the first) up to `end`, exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentText {
    /// The heap after the last one.
    pub end: u64,
    /// SHA-256 of the values, four bytes each, little-endian; all segments have it, or none.
    pub sha256: Option<[u8; 32]>,
    /// The last W + k + 1 values before `end`.
    pub window: Runs,
}

/// Which segments of a segmented certificate to check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// All.
    All,
    /// From this one on, to before that one, counted from 0.
    Range(u64, u64),
    /// Only the first so many heaps of each of these segments: from the first number on, to before the second.
    Heads(u64, u64, u64),
    /// About this percentage, at random, at least one.
    Sample(f64),
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckReport {
    /// Whether all of the claim was shown, and not only some segments.
    pub complete: bool,
    /// What was shown, in one sentence.
    pub claim: String,
    /// Every heap up to this one was recomputed.
    pub checked_to: u64,
    /// Why nothing was shown.
    pub fault: Option<Fault>,
}

impl CheckReport {
    /// Whether the certificate is valid; `None` where only some of it was checked, and no fault was found there.
    pub const fn valid(&self) -> Option<bool> {
        match (&self.fault, self.complete) {
            (Some(_), _) => Some(false),
            (None, true) => Some(true),
            (None, false) => None,
        }
    }
}

/// Why nothing was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The file could not be read at all.
    Unreadable(String),
    /// Segments were asked for that are not there.
    NoSegments,
    /// Not a certificate of this version, cut short, not what was found, or larger than the limits.
    Invalid(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "the file cannot be read: {why}"),
            Self::NoSegments => write!(
                f,
                "the certificate has no such segments; A..B are the segments from A to before B, counted from 0"
            ),
            Self::Invalid(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Fault {}

/// What cannot be read at all: without it there is nothing to go on with.
pub(crate) fn invalid<T>(why: impl fmt::Display) -> Result<T, Fault> {
    Err(Fault::Invalid(why.to_string()))
}

/// Whether the condition of this number holds. Only the unit tests can take one away.
pub(crate) fn holds(number: &str, holds: bool) -> bool {
    #[cfg(test)]
    let holds = holds || removed::is_removed(number);
    let _ = number;
    holds
}

/// That the condition of this number in `docs/certificate.md` holds.
pub(crate) fn require(number: &str, condition: bool, otherwise: impl fmt::Display) -> Result<(), Fault> {
    if holds(number, condition) { Ok(()) } else { invalid(format_args!("{otherwise} ({number})")) }
}
