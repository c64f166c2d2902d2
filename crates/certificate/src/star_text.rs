//! Certificates of periods in 2-Star Nim as plain data, and their one text.

use std::fmt::{self, Write};

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
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {row}"),
            Self::Value(value) => write!(f, "value {value}"),
            Self::Diagonal(diagonal) => write!(f, "diagonal {diagonal}"),
        }
    }
}

/// A claim with what it rests on: the state at column or row `at` is that `again` later. Where blocks are listed, as first and
/// last diagonal, rows from `at` to a state, and rows until it comes back, they are what comes back instead. Where marks are
/// listed, the rows below come back after `again` columns, and the tracks of the row were followed until then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarCertificate {
    /// What has the period.
    pub subject: Subject,
    /// The first column, row or pair from which on it has it.
    pub first: u64,
    /// The least period.
    pub period: u64,
    /// Where the state is looked at.
    pub at: u64,
    /// When it comes back; 0 with blocks.
    pub again: u64,
    /// The state: for each row its unused values, for each value its paired numbers, relative to the machine's place.
    pub state: Vec<Vec<u64>>,
    /// The marks, at equal distances from `at` to `again` later: windows of the rows below, places always used, tracks.
    pub marks: Vec<Vec<u64>>,
    /// The blocks up to the one that matters.
    pub blocks: Vec<[u64; 4]>,
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
        }
    }

    /// The one text of the certificate.
    pub fn to_text(&self) -> String {
        let Self { subject, first, period, at, again, .. } = self;
        let mut text =
            format!("{HEAD}subject {subject}\nfirst {first}\nperiod {period}\nat {at}\nagain {again}\n");
        let mut list = |keyword: &str, numbers: &[u64]| {
            text.push_str(keyword);
            for number in numbers {
                write!(text, " {number}").unwrap_or_default();
            }
            text.push('\n');
        };
        self.state.iter().for_each(|numbers| list("state", numbers));
        self.marks.iter().for_each(|numbers| list("mark", numbers));
        self.blocks.iter().for_each(|block| list("block", block));
        let hash = hex(&sha256(text.as_bytes()));
        format!("{text}sha256 {hash}\n")
    }
}
