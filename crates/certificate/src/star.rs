//! Certificates of periods in Star Nim (kind star; `docs/certificate.md`), checked by simple programs of their own.
//!
//! G(0, b) = b - 1, and every other value is the least one used neither before it in its row nor above it in its
//! column. A row is checked column by column, with the values used so far in each row up to it. A value is checked row
//! by row, with the numbers paired so far by each value up to it. The used values or numbers that matter lie near the
//! column or the row. Relative to it they are the state: when it comes back, everything repeats. Blocks of diagonals
//! (`blocks`), tracks of a row (`tracks`) and pairs of 4-Star Nim (`pairs`) are separate proofs. All proofs except tracks
//! end with the terms up to the end of one turn; `star_terms` compares period and first place with them.

use std::collections::BTreeSet;

use crate::blocks::{self, Pairs};
use crate::star_terms::{MOST_STAR_ROW, MOST_STAR_VALUE, Terms, bounded, check_terms};
use crate::star_text::{HEAD, PairLine, StarCertificate, StarEvidence, Subject};
use crate::{CheckReport, Fault, Selection, invalid, pairs, require, tracks};

impl StarCertificate {
    /// What is shown of the text of a certificate; `None` if it is of another kind.
    pub(crate) fn report(text: &str, wish: Selection, threads: usize) -> Option<Result<CheckReport, Fault>> {
        text.starts_with(HEAD).then(|| Self::parse(text).and_then(|paper| paper.check(wish, threads)))
    }

    fn check(&self, wish: Selection, threads: usize) -> Result<CheckReport, Fault> {
        let Self { subject, at, ref evidence, .. } = *self;
        if let (Subject::Row(row), StarEvidence::Tracks { again, marks }) = (subject, evidence) {
            return tracks::check(self, row, (*again, marks), wish, threads);
        }
        if wish != Selection::All {
            return Err(Fault::NoSegments);
        }
        if let (Subject::Pair(a, b), StarEvidence::Pairs(lines)) = (subject, evidence) {
            let end = pairs::check(a, b, lines)?;
            let claimed = PairLine { from: at, period: self.period, first: self.first, again: 0 };
            let last = lines.last().map(|last| PairLine { again: 0, ..*last });
            require("D7", last == Some(claimed), "the last pair does not have what is claimed")?;
            return Ok(self.shown("4-Star Nim", "7.9", end));
        }
        let terms = match (subject, evidence) {
            (Subject::Row(row), StarEvidence::Repetition { again, state }) => {
                row_terms(row, at, *again, state)?
            }
            (Subject::Value(value), StarEvidence::Repetition { again, state }) => {
                value_terms(value, at, *again, state)?
            }
            (Subject::Value(_) | Subject::Diagonal(_), StarEvidence::Blocks(blocks)) => {
                blocks::terms(subject, at, blocks)?
            }
            _ => return invalid("what has the period cannot be shown so (S2)"),
        };
        // Terms are counted from column or row 1, or from pair 0.
        let origin = u64::from(!matches!(subject, Subject::Value(_)));
        check_terms(self.period, self.first, origin, &terms)?;
        Ok(self.shown("2-Star Nim", "P.9", terms.end))
    }

    fn shown(&self, game: &str, theorem: &str, end: u64) -> CheckReport {
        let claim = self.claim();
        let claim = format!(
            "In {game}, {claim}, and for no smaller period or start: shown by theorem {theorem}, everything up to {end} recomputed."
        );
        CheckReport { complete: true, claim, checked_to: end, fault: None }
    }
}

/// G(a, b) - b + a for the columns from 1 to before `at + again`, if the states there are those listed.
fn row_terms(row: u64, at: u64, again: u64, listed: &[Vec<u64>]) -> Result<Terms, Fault> {
    require("S5", (1..=MOST_STAR_ROW).contains(&row), "no such row")?;
    let end = bounded(at, again, row)?;
    // For each row the least unused value and the used ones above it.
    let mut used: Vec<(u64, BTreeSet<u64>)> = (1..=row).map(|a| (0, BTreeSet::from([a - 1]))).collect();
    let mut all = Vec::new();
    for b in 1..=end {
        if b == at || b == end {
            let unused = |(a, (least, used)): (u64, &(u64, BTreeSet<u64>))| {
                let near = b.saturating_sub(a).max(*least)..b + a;
                near.filter(|value| !used.contains(value)).map(|value| value + a - b).collect()
            };
            let state: Vec<Vec<u64>> = (1..).zip(&used).map(unused).collect();
            check_state(b == at, b == end, state == listed)?;
        }
        let mut column = vec![b - 1];
        for (least, used) in &mut used {
            let free = |value: &u64| !used.contains(value) && !column.contains(value);
            let Some(value) = (*least..=b + row).find(free) else { return invalid("a row without a value") };
            used.insert(value);
            while used.remove(least) {
                *least += 1;
            }
            column.push(value);
        }
        all.extend((b < end).then(|| (column[row as usize] + row - b) as u8));
    }
    Ok(Terms { all, from: at.saturating_sub(1) as usize, end })
}

/// The differences of the pairs of a value before row `at + again`, if the states there are those listed.
fn value_terms(value: u64, at: u64, again: u64, listed: &[Vec<u64>]) -> Result<Terms, Fault> {
    require("S6", value <= MOST_STAR_VALUE, "no such value")?;
    let end = bounded(at, again, value + 1)?;
    let (mut pairs, mut all, mut from) = (Pairs::new(value), Vec::new(), 0);
    for row in 0..=end {
        if row == at || row == end {
            check_state(row == at, row == end, pairs.relative(row) == listed)?;
            from = if row == at { all.len() } else { from };
        }
        if row < end {
            pairs.fill(row, 0, (0..u64::from(row == 0)).collect(), |other, difference| {
                all.extend((other == value).then_some(difference as u8));
            })?;
        }
    }
    Ok(Terms { all, from, end })
}

/// That the state is the listed one, where it is looked at first and where it comes back.
fn check_state(first: bool, last: bool, same: bool) -> Result<(), Fault> {
    require("S7", !first || same, "the state at `at` is another")?;
    require("S8", !last || same, "the state does not come back as listed")
}
