//! Writing: the one text of each certificate, and a report as JSON.

use std::fmt::{self, Display, Write};

use sha2::{Digest as _, Sha256};

use crate::{
    Certificate, CheckReport, ClassText, ConditionText, ENDLESS, Evidence, Fault, MoveText, RuleText, Runs,
    Set, SpaceText, SpaceType, TheoremName,
};

/// The kinds of certificate with the theorems that they may use.
pub(crate) const KINDS: [(&str, &[TheoremName]); 5] = [
    ("closed", &[TheoremName::Nim, TheoremName::TakeUpTo, TheoremName::ThreeParts]),
    (
        "small",
        &[
            TheoremName::Octal,
            TheoremName::ManyHeaps,
            TheoremName::Grundy,
            TheoremName::Apart,
            TheoremName::Subtraction,
            TheoremName::AllBut,
            TheoremName::Parts,
        ],
    ),
    ("classes", &[TheoremName::Classes]),
    ("sparse", &[TheoremName::Sparse]),
    ("segmented", &[TheoremName::Sparse]),
];

/// The fields of one line of values, windows or rare heaps.
const FIELDS_PER_LINE: usize = 24;

impl TheoremName {
    /// Its name in a certificate: the number in `docs/theory.md`, or the word for a closed form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Octal => "P.1",
            Self::ManyHeaps => "P.2",
            Self::Grundy => "P.3",
            Self::Apart => "P.4",
            Self::Sparse => "P.5",
            Self::Subtraction => "P.7",
            Self::AllBut => "P.8",
            Self::Parts => "P.10",
            Self::Classes => "P.11",
            Self::Nim => "nim",
            Self::TakeUpTo => "take-up-to",
            Self::ThreeParts => "three-parts",
        }
    }

    /// The name that certificates had before they used the numbers of `docs/theory.md`.
    pub(crate) const fn old_name(self) -> Option<&'static str> {
        match self {
            Self::Octal => Some("T1"),
            Self::ManyHeaps => Some("T1'"),
            Self::Grundy => Some("T2"),
            Self::Apart => Some("T2'"),
            Self::Sparse => Some("T4"),
            Self::Subtraction => Some("T6"),
            Self::AllBut => Some("T7"),
            Self::Parts | Self::Classes | Self::Nim | Self::TakeUpTo | Self::ThreeParts => None,
        }
    }
}

impl Runs {
    /// The runs of these values.
    pub fn of(values: &[u32]) -> Self {
        let runs = values.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32));
        Self(runs.collect())
    }

    /// How many values.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|run| u64::from(run.1)).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values, one by one.
    pub fn values(&self) -> impl Iterator<Item = u32> {
        self.0.iter().flat_map(|&(value, count)| std::iter::repeat_n(value, count as usize))
    }
}

/// SHA-256 of values, four bytes each, little-endian: what certificates call `sha256-of-values`.
#[derive(Clone, Debug, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Adds the next value.
    pub fn add(&mut self, value: u32) {
        self.0.update(value.to_le_bytes());
    }

    /// Adds these values.
    pub(crate) fn add_all(&mut self, values: &[u8]) {
        for values in values.chunks(256) {
            let mut bytes = [0; 1024];
            bytes.iter_mut().step_by(4).zip(values).for_each(|(byte, &value)| *byte = value);
            self.0.update(&bytes[..4 * values.len()]);
        }
    }

    /// The hash of all values added.
    pub fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |digit: u8| char::from(b"0123456789abcdef"[usize::from(digit)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

impl Certificate {
    /// The text, closing hash and all.
    pub fn to_text(&self) -> String {
        self.to_text_naming(self.theorem.name())
    }

    /// The same with this name of the theorem.
    pub(crate) fn to_text_naming(&self, theorem: &str) -> String {
        let mut text = String::from("sprague certificate 1\n");
        self.write(&mut text, theorem).expect("writing into a string does not fail");
        let hash = hex(&sha256(text.as_bytes()));
        text + "sha256 " + &hash + "\n"
    }

    fn write(&self, text: &mut String, theorem: &str) -> fmt::Result {
        let kind = match self.evidence {
            Evidence::Closed => "closed",
            Evidence::Small(_) => "small",
            Evidence::Classes(..) => "classes",
            Evidence::Sparse(..) => "sparse",
            Evidence::Segmented(..) => "segmented",
        };
        writeln!(text, "kind {kind}\ntheorem {theorem}")?;
        for one in &self.rule.moves {
            writeln!(text, "move {one}")?;
        }
        let claim = self.claim;
        writeln!(text, "preperiod {}\nperiod {}\nsaltus {}", claim.preperiod, claim.period, claim.saltus)?;
        match &self.evidence {
            Evidence::Closed => Ok(()),
            Evidence::Small(runs) => write_runs(text, "values", runs),
            Evidence::Classes(classes, runs) => {
                if !classes.constant.is_empty() {
                    write_fields(text, "constant", classes.constant.iter().map(ToString::to_string))?;
                }
                let ClassText { from, multiple, window, low, .. } = classes;
                writeln!(text, "from {from}\nmultiple {multiple}\nwindow {window}\nlow {low}")?;
                write_runs(text, "values", runs)
            }
            Evidence::Sparse(space, digest) => {
                write_space(text, space)?;
                writeln!(text, "sha256-of-values {}", hex(digest))
            }
            Evidence::Segmented(space, segments) => {
                write_space(text, space)?;
                segments.iter().try_for_each(|segment| {
                    let hash = segment.sha256.map(|hash| format!(" sha256-of-values {}", hex(&hash)));
                    writeln!(text, "segment {}{}", segment.end, hash.unwrap_or_default())?;
                    write_runs(text, "window", &segment.window)
                })
            }
        }
    }
}

fn write_space(text: &mut String, space: &SpaceText) -> fmt::Result {
    let kind = match space.kind {
        SpaceType::Zero => 0,
        SpaceType::One => 1,
    };
    writeln!(text, "mask {:#x}\ntype {kind}\nreach {}", space.mask, space.reach)?;
    write_fields(text, "rare", space.rare.iter().map(|(heap, value)| format!("{heap}:{value}")))
}

pub(crate) fn write_runs(text: &mut String, keyword: &str, runs: &Runs) -> fmt::Result {
    let run = |&(value, count): &(u32, u32)| {
        if count == 1 { format!("{value}") } else { format!("{value}*{count}") }
    };
    write_fields(text, keyword, runs.0.iter().map(run))
}

pub(crate) fn write_fields(
    text: &mut String,
    keyword: &str,
    fields: impl Iterator<Item = String>,
) -> fmt::Result {
    for (at, field) in fields.enumerate() {
        match at % FIELDS_PER_LINE {
            0 if at > 0 => write!(text, "\n{keyword} {field}")?,
            0 => write!(text, "{keyword} {field}")?,
            _ => write!(text, " {field}")?,
        }
    }
    if text.ends_with('\n') { Ok(()) } else { writeln!(text) }
}

impl Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &(low, high)) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { "," })?;
            match high {
                ENDLESS => write!(f, "{low}..")?,
                _ if low == high => write!(f, "{low}")?,
                _ => write!(f, "{low}..{high}")?,
            }
        }
        Ok(())
    }
}

impl Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {} leave {} cond ", self.take, self.leave)?;
        match self.condition {
            ConditionText::Any => f.write_str("any")?,
            ConditionText::NotAllEqual => f.write_str("not-all-equal")?,
            ConditionText::Differ(least) => write!(f, "differ={least}")?,
        }
        write!(f, " on {}", self.on)
    }
}

impl Display for RuleText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, one) in self.moves.iter().enumerate() {
            write!(f, "{}{one}", if at == 0 { "" } else { " | " })?;
        }
        Ok(())
    }
}

impl CheckReport {
    /// 0 valid, 1 invalid, 2 not readable or no such segments.
    pub const fn exit_code(&self) -> u8 {
        match self.fault {
            None => 0,
            Some(Fault::Invalid(_)) => 1,
            Some(Fault::Unreadable(_) | Fault::NoSegments) => 2,
        }
    }

    /// One JSON object.
    pub fn to_json(&self) -> String {
        let Self { complete, claim, checked_to, fault } = self;
        let (valid, claim) =
            (self.valid().map_or("null".into(), |valid| valid.to_string()), json_string(claim));
        let reason = fault.as_ref().map_or("null".into(), |fault| json_string(&fault.to_string()));
        format!(
            r#"{{"valid":{valid},"complete":{complete},"claim":{claim},"checked_to":{checked_to},"reason":{reason}}}"#
        )
    }
}

fn json_string(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c < ' ' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}
