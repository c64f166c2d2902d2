//! Reports of a run: text for the terminal, Markdown for the documentation, a page with pictures, data for programs.
//! Nothing is computed here but the pictures.

mod html;
mod markdown;
mod pictures;
mod text;

use std::time::Duration;

use sprague_tell::command::{self, ClaimResult};

use crate::claim::Paper;
use crate::finding::Verdict;
use crate::range::Effort;
use crate::run::CheckedClaim;

/// The results of a run, ready to be shown.
#[derive(Clone, Debug)]
pub struct ClaimReport {
    /// The claims with what came of them.
    pub entries: Vec<CheckedClaim>,
    /// How much was computed.
    pub effort: Effort,
    /// How long it took, by the clock.
    pub time: Duration,
}

/// How many claims turned out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimTally {
    /// They hold.
    pub holds: usize,
    /// The source is corrected.
    pub corrected: usize,
    /// Not known.
    pub open: usize,
    /// The source is unclear.
    pub unclear: usize,
    /// They fail.
    pub failed: usize,
}

impl ClaimReport {
    /// How many claims turned out how.
    pub fn tally(&self) -> ClaimTally {
        let mut tally = ClaimTally::default();
        for entry in &self.entries {
            *match entry.found.as_ref().map(|finding| &finding.verdict) {
                Ok(Verdict::Holds) => &mut tally.holds,
                Ok(Verdict::Corrected { .. }) => &mut tally.corrected,
                Ok(Verdict::Open) => &mut tally.open,
                Ok(Verdict::Unclear) => &mut tally.unclear,
                Err(_) => &mut tally.failed,
            } += 1;
        }
        tally
    }

    /// All of it for programs.
    pub fn document(&self) -> command::Reproduce {
        command::Reproduce {
            claims: self.entries.iter().map(claim_document).collect(),
            failed: self.tally().failed,
            full: self.effort == Effort::Full,
            seconds: self.time.as_secs_f64(),
        }
    }

    /// The entries of each source that has some.
    fn sources(&self) -> impl Iterator<Item = (Paper, Vec<&CheckedClaim>)> {
        Paper::ALL.into_iter().filter_map(|source| {
            let entries: Vec<&CheckedClaim> =
                self.entries.iter().filter(|entry| entry.claim.source == source).collect();
            (!entries.is_empty()).then_some((source, entries))
        })
    }

    /// One sentence about all of it.
    fn summary(&self) -> String {
        let ClaimTally { holds, corrected, open, unclear, failed } = self.tally();
        let count = self.entries.len();
        let claims = if count == 1 { "claim" } else { "claims" };
        let mut parts = vec![format!("{holds} hold")];
        for (number, word) in
            [(corrected, "corrected"), (open, "open"), (unclear, "ambiguous"), (failed, "FAILED")]
        {
            if number > 0 {
                parts.push(format!("{number} {word}"));
            }
        }
        format!("{count} {claims} in {}: {}.", seconds(self.time), parts.join(", "))
    }
}

/// The result in one word, and what it says.
fn result(entry: &CheckedClaim) -> (&'static str, String) {
    match &entry.found {
        Err(why) => ("FAILS", why.clone()),
        Ok(finding) => match &finding.verdict {
            Verdict::Holds => ("holds", String::new()),
            Verdict::Corrected { printed, right } => ("corrected", format!("printed {printed}, is {right}")),
            Verdict::Open => ("open", String::new()),
            Verdict::Unclear => ("ambiguous", String::new()),
        },
    }
}

/// A claim for programs.
fn claim_document(entry: &CheckedClaim) -> command::ClaimEntry {
    let (claim, finding) = (&entry.claim, entry.found.as_ref().ok());
    let (result, printed, right) = match finding.map(|finding| &finding.verdict) {
        Some(Verdict::Holds) => (ClaimResult::Holds, None, None),
        Some(Verdict::Corrected { printed, right }) => {
            (ClaimResult::Corrected, Some(printed.clone()), Some(right.clone()))
        }
        Some(Verdict::Open | Verdict::Unclear) => (ClaimResult::Open, None, None),
        None => (ClaimResult::Fails, None, None),
    };
    command::ClaimEntry {
        id: claim.id(),
        source: claim.source.to_string(),
        number: claim.number.to_owned(),
        place: claim.place.to_owned(),
        theory: claim.theory.to_owned(),
        statement: claim.statement.to_owned(),
        result,
        ambiguous: finding.is_some_and(|finding| matches!(finding.verdict, Verdict::Unclear)),
        checked_to: finding.and_then(|finding| finding.checked_to),
        range: finding.map(|finding| finding.range.clone()),
        printed,
        right,
        detail: entry.found.as_ref().map_or_else(Clone::clone, |finding| finding.detail.clone()),
        seconds: entry.time.as_secs_f64(),
    }
}

/// What was checked and what else is worth knowing.
fn grounds(entry: &CheckedClaim) -> String {
    let Ok(finding) = &entry.found else { return String::new() };
    grouped(&match finding.detail.as_str() {
        "" => finding.range.clone(),
        detail => format!("{}; {detail}", finding.range),
    })
}

/// The text with spaces between the groups of three digits of long numbers.
fn grouped(text: &str) -> String {
    let mut grouped = String::new();
    for run in text.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()) {
        let run = String::from_utf8_lossy(run);
        let long = run.len() > 4 && run.starts_with(|c: char| c.is_ascii_digit());
        for (at, c) in run.char_indices() {
            if long && at > 0 && (run.len() - at).is_multiple_of(3) {
                grouped.push(' ');
            }
            grouped.push(c);
        }
    }
    grouped
}

fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 { format!("{seconds:.2} s") } else { format!("{seconds:.0} s") }
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn long_numbers_are_grouped() {
        assert_eq!(grouped("n ≤ 49000000: 1286 rare"), "n ≤ 49 000 000: 1286 rare");
        assert_eq!(grouped("a, b ≤ 15; 12345"), "a, b ≤ 15; 12 345");
        assert_eq!(grouped("é"), "é");
    }
}
