//! Certificates of periods in Star Nim as plain data, and their one text, written and read.

use std::fmt::{self, Write};

use crate::Fault;
use crate::read::{body, number, same_form};
use crate::write::{hex, sha256};

/// How the text begins.
pub(crate) const HEAD: &str = "sprague certificate 1\nkind star\n";

/// What has the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// G(a, b) - b along row a.
    Row(u64),
    /// The differences of the pairs of a value.
    Value(u64),
    /// G(a, a + c) down diagonal c.
    Diagonal(u64),
    /// D(a, b, c) - c beside a pair of tokens (4-Star Nim).
    Pair(u64, u64),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {row}"),
            Self::Value(value) => write!(f, "value {value}"),
            Self::Diagonal(diagonal) => write!(f, "diagonal {diagonal}"),
            Self::Pair(a, b) => write!(f, "pair {a} {b}"),
        }
    }
}

/// A claim with what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarCertificate {
    /// What has the period.
    pub subject: Subject,
    /// The first column, row or pair from which on it has it.
    pub first: u64,
    /// The least period.
    pub period: u64,
    /// Where the proof begins: the column or row at which a state, the first mark or the pairs of all blocks are looked
    /// at.
    pub at: u64,
    /// Why it has the period.
    pub evidence: StarEvidence,
}

/// Why something has a period. Each kind of proof has its own numbers and no others, so that none can be left unused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StarEvidence {
    /// The state at column or row `at` is that `again` later (a row or a value).
    Repetition {
        /// When it comes back.
        again: u64,
        /// For each row its unused values, for each value its paired numbers, relative to the machine's place.
        state: Vec<Vec<u64>>,
    },
    /// The rows below come back after `again` columns, and the tracks of the row were followed until then (a row).
    Tracks {
        /// When the rows below come back.
        again: u64,
        /// At equal distances from `at` to `again` later: windows of the rows below, places always used, tracks.
        marks: Vec<Vec<u64>>,
    },
    /// Blocks of diagonals, up to the one that matters (a value or a diagonal).
    Blocks(Vec<StarBlock>),
    /// All pairs that matter, each after those below it, up to the one that is claimed (a pair).
    Pairs(Vec<PairLine>),
}

/// Diagonals that their own values fill, until the state of these values comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarBlock {
    /// The first diagonal.
    pub first: u64,
    /// The last diagonal.
    pub last: u64,
    /// Rows from `at` to the state.
    pub before: u64,
    /// Rows until it comes back.
    pub again: u64,
}

/// A pair of tokens whose used values come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairLine {
    /// The column at which they are looked at.
    pub from: u64,
    /// Columns until they come back.
    pub again: u64,
    /// The least period.
    pub period: u64,
    /// The first column from which on the pair has it.
    pub first: u64,
}

impl StarCertificate {
    /// The claim without what it rests on.
    pub(crate) fn claim(&self) -> String {
        let (period, from) = (self.period, self.first);
        match self.subject {
            Subject::Row(a) => format!("G({a}, b+{period}) = G({a}, b)+{period} for every b >= {from}"),
            Subject::Value(g) => {
                format!("the differences of value {g} have period {period} from pair {from} on")
            }
            Subject::Diagonal(c) => {
                format!("G(a+{period}, a+{period}+{c}) = G(a, a+{c}) for every a >= {from}")
            }
            Subject::Pair(a, b) => {
                format!("D({a}, {b}, c+{period}) = D({a}, {b}, c)+{period} for every c >= {from}")
            }
        }
    }

    /// The one text of the certificate.
    pub fn to_text(&self) -> String {
        self.text("")
    }

    /// The text with this line, or none, where earlier versions wrote `again 0` before blocks.
    fn text(&self, before_blocks: &str) -> String {
        let Self { subject, first, period, at, evidence } = self;
        let mut text = format!("{HEAD}subject {subject}\nfirst {first}\nperiod {period}\nat {at}\n");
        let mut line = |keyword: &str, numbers: &[u64]| {
            text.push_str(keyword);
            for number in numbers {
                write!(text, " {number}").unwrap_or_default();
            }
            text.push('\n');
        };
        match evidence {
            StarEvidence::Repetition { again, state } => {
                line("again", &[*again]);
                for numbers in state {
                    line("state", numbers);
                }
            }
            StarEvidence::Tracks { again, marks } => {
                line("again", &[*again]);
                for numbers in marks {
                    line("mark", numbers);
                }
            }
            StarEvidence::Blocks(blocks) => {
                text.push_str(before_blocks);
                for StarBlock { first, last, before, again } in blocks {
                    writeln!(text, "block {first} {last} {before} {again}").unwrap_or_default();
                }
            }
            StarEvidence::Pairs(pairs) => {
                for PairLine { from, again, period, first } in pairs {
                    line("pair", &[*from, *again, *period, *first]);
                }
            }
        }
        let hash = hex(&sha256(text.as_bytes()));
        format!("{text}sha256 {hash}\n")
    }

    /// Reads the one text of a certificate, or that of an earlier version. Says nothing yet about whether it is valid.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let body = body(text)?;
        let mut lines = body.lines().skip(1).map(|line| line.split(' ').collect::<Vec<_>>()).peekable();
        let fault = |what: &str| {
            Fault::Invalid(format!("no `{what}` where it should be, or not what belongs to it (F4)"))
        };
        let subject = match lines.next().as_deref() {
            Some(["subject", "row", row]) => number(row).map(Subject::Row),
            Some(["subject", "value", value]) => number(value).map(Subject::Value),
            Some(["subject", "diagonal", diagonal]) => number(diagonal).map(Subject::Diagonal),
            Some(["subject", "pair", a, b]) => number(a).zip(number(b)).map(|(a, b)| Subject::Pair(a, b)),
            _ => None,
        };
        let subject = subject.ok_or_else(|| fault("subject"))?;
        let mut field = |keyword: &str| match lines.next_if(|line| line[0] == keyword).as_deref() {
            Some([_, word]) => number(word).ok_or_else(|| fault(keyword)),
            _ => Err(fault(keyword)),
        };
        let (first, period, at, again) = (field("first")?, field("period")?, field("at")?, field("again"));
        let kind = lines.peek().map_or("", |line| line[0]);
        let mut listed = Vec::new();
        for line in lines {
            let numbers: Option<Vec<u64>> = line[1..].iter().map(|word| number(word)).collect();
            listed.push(numbers.filter(|_| line[0] == kind).ok_or_else(|| fault(kind))?);
        }
        let evidence = match kind {
            "state" => StarEvidence::Repetition { again: again.clone()?, state: listed },
            "mark" => StarEvidence::Tracks { again: again.clone()?, marks: listed },
            "block" => {
                let block = |numbers: Vec<u64>| match numbers[..] {
                    [first, last, before, again] => Ok(StarBlock { first, last, before, again }),
                    _ => Err(fault("block")),
                };
                StarEvidence::Blocks(listed.into_iter().map(block).collect::<Result<_, _>>()?)
            }
            "pair" => {
                let pair = |numbers: Vec<u64>| match numbers[..] {
                    [from, again, period, first] => Ok(PairLine { from, again, period, first }),
                    _ => Err(fault("pair")),
                };
                StarEvidence::Pairs(listed.into_iter().map(pair).collect::<Result<_, _>>()?)
            }
            _ => return Err(fault("state")),
        };
        let found = Self { subject, first, period, at, evidence };
        same_form(body, &found.text(if again.is_ok() { "again 0\n" } else { "" })).map(|()| found)
    }
}
