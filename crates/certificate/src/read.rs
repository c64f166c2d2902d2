//! Reading a certificate: keywords and fields in one order, closed by a hash.
//!
//! Each certificate has exactly one text: what was read is written again and must be the same, byte for byte. So the
//! reader may be lenient, and still every byte of a file is checked. Runs are not expanded here, so the memory used is
//! at most a few times the size of the file.

use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;

use crate::write::{KINDS, hex, sha256};
use crate::{
    Certificate, ClaimText, ClassText, ConditionText, ENDLESS, Evidence, Fault, MOST_BYTES, MOST_NUMBER,
    MoveText, RuleText,
};
use crate::{Runs, SegmentText, Set, SpaceText, SpaceType, holds, invalid, require};

impl Certificate {
    /// Reads the one text of a certificate. Says nothing yet about whether it is valid.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let body = body(text)?;
        let (certificate, theorem) = Reader::new(body).certificate()?;
        same_form(body, &certificate.to_text_naming(theorem)).map(|()| certificate)
    }
}

/// What lies between the first line and the closing hash.
pub(crate) fn body(text: &str) -> Result<&str, Fault> {
    require("F1", text.len() as u64 <= MOST_BYTES, "the file is too large")?;
    let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
    require("F2", head == "sprague certificate 1", "another version, or no certificate at all")?;
    let Some((body, closing)) = rest.rsplit_once("\nsha256 ") else {
        return invalid("the closing `sha256` line is missing: truncated");
    };
    let hashed = &text.as_bytes()[..=head.len() + 1 + body.len()];
    let same = closing.strip_suffix('\n') == Some(&hex(&sha256(hashed)));
    require("F3", same, "the closing SHA-256 is not that of the file").map(|()| body)
}

/// That what was read is written in the same way.
pub(crate) fn same_form(read: &str, written: &str) -> Result<(), Fault> {
    let written = body(written)?;
    require("F4", read == written, "the text is not in the one form that the document gives")
}

pub(crate) struct Reader<'a>(Peekable<SplitAsciiWhitespace<'a>>);

impl<'a> Reader<'a> {
    pub(crate) fn new(body: &'a str) -> Self {
        Self(body.split_ascii_whitespace().peekable())
    }

    /// The certificate, and the name of its theorem as it is written there.
    fn certificate(&mut self) -> Result<(Certificate, &'static str), Fault> {
        let kind = self.field("kind", |word| KINDS.iter().position(|kind| kind.0 == word))?;
        let names = || {
            KINDS[kind].1.iter().flat_map(|&one| [Some(one.name()), one.old_name()].map(|name| (one, name)))
        };
        let named = |word: &str| names().find(|(_, name)| *name == Some(word));
        let (theorem, name) = self.field("theorem", named)?;
        let rule = self.rule()?;
        let preperiod = self.field("preperiod", number)?;
        let period = self.field("period", number)?;
        require("C1", period > 0, "the period is 0")?;
        let claim = ClaimText { preperiod, period, saltus: self.field("saltus", number)? };
        let evidence = match kind {
            0 => Evidence::Closed,
            1 => Evidence::Small(self.runs("values")?),
            2 => Evidence::Classes(self.classes()?, self.runs("values")?),
            3 => Evidence::Sparse(self.space()?, self.field("sha256-of-values", hash)?),
            _ => Evidence::Segmented(self.space()?, self.segments()?),
        };
        Ok((Certificate { theorem, rule, claim, evidence }, name.unwrap_or_default()))
    }

    pub(crate) fn rule(&mut self) -> Result<RuleText, Fault> {
        let mut rule = RuleText::default();
        while self.0.next_if_eq(&"move").is_some() {
            let (take, leave) = (self.field("take", set)?, self.field("leave", set)?);
            let (condition, on) = (self.field("cond", condition)?, self.field("on", set)?);
            rule.moves.push(MoveText { take, leave, condition, on });
        }
        Ok(rule)
    }

    pub(crate) fn field<T>(&mut self, keyword: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, Fault> {
        let found = self.0.next_if_eq(&keyword).and_then(|_| self.0.next()).and_then(read);
        found.ok_or_else(|| {
            Fault::Invalid(format!("no `{keyword}` where it should be, or not what belongs to it"))
        })
    }

    /// All fields of the lines with this keyword.
    pub(crate) fn list<T>(&mut self, keyword: &str, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let mut list = Vec::new();
        while self.0.next_if_eq(&keyword).is_some() {
            while let Some(field) = self.0.peek().and_then(|word| read(word)) {
                list.push(field);
                self.0.next();
            }
        }
        list
    }

    pub(crate) fn runs(&mut self, keyword: &str) -> Result<Runs, Fault> {
        let runs = self.list(keyword, |word| {
            let (value, count) = word.split_once('*').unwrap_or((word, "1"));
            value.parse().ok().zip(count.parse().ok().filter(|&count: &u32| count > 0))
        });
        let maximal = !runs.is_empty() && runs.windows(2).all(|pair: &[(u32, u32)]| pair[0].0 != pair[1].0);
        require("F5", maximal, "values are missing, or not in runs as long as can be").map(|()| Runs(runs))
    }

    fn classes(&mut self) -> Result<ClassText, Fault> {
        Ok(ClassText {
            constant: self.list("constant", number),
            from: self.field("from", number)?,
            multiple: self.field("multiple", number)?,
            window: self.field("window", number)?,
            low: self.field("low", number)?,
        })
    }

    fn space(&mut self) -> Result<SpaceText, Fault> {
        let mask = self.field("mask", |word| u32::from_str_radix(word.strip_prefix("0x")?, 16).ok())?;
        let kinds = [("0", SpaceType::Zero), ("1", SpaceType::One)];
        let kind = self.field("type", |word| kinds.iter().find(|kind| kind.0 == word).map(|kind| kind.1))?;
        let reach = self.field("reach", number)?;
        let pair = |word: &str| word.split_once(':').and_then(|(n, v)| number(n).zip(v.parse().ok()));
        let rare = self.list("rare", pair);
        Ok(SpaceText { mask, kind, reach, rare })
    }

    fn segments(&mut self) -> Result<Vec<SegmentText>, Fault> {
        let mut segments = Vec::new();
        while self.0.peek() == Some(&"segment") {
            let end = self.field("segment", number)?;
            let hashed = self.0.peek() == Some(&"sha256-of-values");
            let sha256 = hashed.then(|| self.field("sha256-of-values", hash)).transpose()?;
            segments.push(SegmentText { end, sha256, window: self.runs("window")? });
        }
        Ok(segments)
    }
}

pub(crate) fn number(word: &str) -> Option<u64> {
    word.parse().ok().filter(|&number| holds("F6", number <= MOST_NUMBER))
}

fn hash(word: &str) -> Option<[u8; 32]> {
    let byte = |at: usize| word.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    (0..64).step_by(2).map(byte).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

fn set(word: &str) -> Option<Set> {
    let range = |item: &str| match item.split_once("..") {
        None => number(item).map(|n| (n, n)),
        Some((low, "")) => Some((number(low)?, ENDLESS)),
        Some((low, high)) => number(low).zip(number(high)),
    };
    word.split(',').map(range).collect::<Option<Vec<_>>>().map(Set)
}

fn condition(word: &str) -> Option<ConditionText> {
    match word {
        "any" => Some(ConditionText::Any),
        "not-all-equal" => Some(ConditionText::NotAllEqual),
        _ => word.strip_prefix("differ=").and_then(number).map(ConditionText::Differ),
    }
}
