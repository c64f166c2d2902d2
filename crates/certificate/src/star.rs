//! Certificates of periods in 2-Star Nim (kind star; `docs/certificate.md`), with their own plain machines.
//!
//! G(0, b) = b - 1, and every other value is the least one used neither before it in its row nor above it in its column. A row
//! is checked column by column with the values used in each row up to it; a value or a diagonal row by row with the numbers
//! paired by each smaller value. What is used lies near the column or the row, and relative to it that is the state: when it
//! comes back, everything repeats. Blocks of diagonals are checked to fill exactly their own cells until their own state comes
//! back, each from the same row on, after all blocks below it.

use std::collections::BTreeSet;

use crate::star_text::{HEAD, StarCertificate, Subject};
use crate::{Fault, MOST_NUMBER, Report, Selection, ensure, invalid};

/// The most columns or rows that are looked at.
pub const MOST_STAR_STEPS: u64 = 1 << 24;
const MOST_STAR_VALUE: u64 = 58;

impl StarCertificate {
    /// Reads the one text of a certificate. Says nothing yet about whether it is valid.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut lines = text.lines().skip(2).map(|line| line.split(' ').collect::<Vec<_>>());
        let number = |word: &str| word.parse::<u64>().ok().filter(|&number| number <= MOST_NUMBER);
        let fault =
            |what: &str| Fault::Invalid(format!("no `{what}` where it should be, or not what belongs to it"));
        let subject = match lines.next().as_deref() {
            Some(["subject", "row", row]) => number(row).map(Subject::Row),
            Some(["subject", "value", value]) => number(value).map(Subject::Value),
            Some(["subject", "diagonal", diagonal]) => number(diagonal).map(Subject::Diagonal),
            _ => None,
        };
        let mut field = |keyword: &str| match lines.next().as_deref() {
            Some([key, word]) if *key == keyword => number(word).ok_or_else(|| fault(keyword)),
            _ => Err(fault(keyword)),
        };
        let (first, period, at, again) = (field("first")?, field("period")?, field("at")?, field("again")?);
        let subject = subject.ok_or_else(|| fault("subject"))?;
        let (state, marks, blocks) = (vec![], vec![], vec![]);
        let mut found = Self { subject, first, period, at, again, state, marks, blocks };
        for line in lines {
            let numbers: Option<Vec<u64>> = line[1..].iter().map(|word| number(word)).collect();
            match (line[0], numbers) {
                ("state", Some(numbers)) => found.state.push(numbers),
                ("mark", Some(numbers)) => found.marks.push(numbers),
                ("block", Some(four)) => found.blocks.push(four.try_into().map_err(|_| fault("block"))?),
                ("sha256", _) => {}
                _ => return Err(fault("state")),
            }
        }
        ensure(found.to_text() == text, "the text is not in the one form that the document gives")
            .map(|()| found)
    }

    /// What is shown of the text of a certificate; `None` if it is of another kind.
    pub(crate) fn report(text: &str, wish: Selection, threads: usize) -> Option<Result<Report, Fault>> {
        let check = |paper: Self| match (paper.subject, wish) {
            (Subject::Row(row), _) if !paper.marks.is_empty() => paper.check_tracks(row, wish, threads),
            (_, Selection::All) => paper.check(),
            _ => Err(Fault::NoSegments),
        };
        text.starts_with(HEAD).then(|| Self::parse(text).and_then(check))
    }

    fn check(&self) -> Result<Report, Fault> {
        let end = self.at + self.again.max(self.blocks.last().map_or(0, |block| block[2] + block[3]));
        ensure(
            end <= MOST_STAR_STEPS && self.at > 0 && self.period > 0 && self.marks.is_empty(),
            "a number is zero or beyond the limits",
        )?;
        let (terms, from) = match self.subject {
            Subject::Row(row) => (self.rows(row, end)?, self.at as usize - 1),
            Subject::Value(_) | Subject::Diagonal(_) => self.pairs(end)?,
        };
        // Terms are counted from column or row 1, or from pair 0.
        let origin = u64::from(!matches!(self.subject, Subject::Value(_)));
        let first =
            self.first.checked_sub(origin).ok_or_else(|| Fault::Invalid("`first` is too small".into()))?
                as usize;
        let (p, turn) = (self.period as usize, terms.len() - from);
        ensure(
            turn > 0 && turn.is_multiple_of(p) && first <= from,
            "the state comes back at no multiple of the period",
        )?;
        let differ = |at: usize, apart: usize| terms.get(at) != terms.get(at + apart);
        ensure(!(first..terms.len() - p).any(|at| differ(at, p)), "the terms do not have the period")?;
        ensure(first == 0 || differ(first - 1, p), "`first` is not least")?;
        let smaller = (1..p)
            .filter(|q| p.is_multiple_of(*q))
            .find(|&q| !(from..from + turn - q).any(|at| differ(at, q)));
        ensure(smaller.is_none(), "the period is not least")?;
        let claim = format!(
            "In 2-Star Nim, {}, and for no smaller period or start: shown by theorem P.9, everything up to {end} recomputed.",
            self.claim()
        );
        Ok(Report { complete: true, claim, checked_to: end, fault: None })
    }

    /// G(a, b) - b + a for the columns from 1 to before the end.
    fn rows(&self, row: u64, end: u64) -> Result<Vec<u64>, Fault> {
        ensure((1..=16).contains(&row) && self.blocks.is_empty() && self.again > 0, "no such row")?;
        // For each row the least unused value and the used ones above it.
        let mut used: Vec<(u64, BTreeSet<u64>)> = (1..=row).map(|a| (0, BTreeSet::from([a - 1]))).collect();
        let mut terms = Vec::new();
        for b in 1..=end {
            if b == self.at || b == self.at + self.again {
                let mut state: Vec<Vec<u64>> = Vec::new();
                for (a, (least, used)) in (1..).zip(&used) {
                    let near = *least + a >= b && used.last().is_none_or(|&value| value < b + a);
                    ensure(near, "a row uses values far from its column")?;
                    state.push(
                        (*least..b + a)
                            .filter(|value| !used.contains(value))
                            .map(|value| value + a - b)
                            .collect(),
                    );
                }
                ensure(state == self.state, "the state is another")?;
            }
            let mut column = vec![b - 1];
            for (least, used) in &mut used {
                let value = (*least..=b + row)
                    .find(|value| !used.contains(value) && !column.contains(value))
                    .unwrap_or(0);
                used.insert(value);
                while used.remove(least) {
                    *least += 1;
                }
                column.push(value);
            }
            terms.extend((b < end).then(|| column[row as usize] + row - b));
        }
        Ok(terms)
    }

    /// The terms of a value's or a diagonal's sequence, and the first one of the turn that a state vouches for.
    fn pairs(&self, end: u64) -> Result<(Vec<u64>, usize), Fault> {
        let last = self.blocks.last();
        let largest = match (self.subject, last) {
            (Subject::Value(value), None) if self.again > 0 => value,
            (Subject::Value(value), Some(&[first, last, ..])) if values(first, last).contains(&value) => {
                2 * last
            }
            (Subject::Diagonal(c), Some(&[first, last, ..])) if (first..=last).contains(&c) => 2 * last,
            _ => return invalid("the blocks are not those of what has the period"),
        };
        ensure(largest <= MOST_STAR_VALUE && (last.is_none() || self.state.is_empty()), "no such value")?;
        let turn = self.at + last.map_or(0, |block| block[2]);
        let mut paired = vec![BTreeSet::new(); largest as usize + 1];
        let (mut terms, mut from) = (Vec::new(), 0);
        for row in 0..=end {
            if row == self.at {
                self.blocks.iter().try_fold(0, |next, block| check_block(row, next, *block, &paired))?;
            }
            if last.is_none() && (row == self.at || row == end) {
                ensure(relative(row, &paired) == self.state, "the state is another")?;
            }
            if row == turn {
                from = terms.len();
            }
            let mut on_diagonal = u64::MAX;
            let mut taken = (0..u64::from(row == 0)).collect();
            fill(row, 0, &mut taken, &mut paired, |value, difference| match self.subject {
                Subject::Value(subject) if subject == value && row < end => terms.push(difference),
                Subject::Diagonal(subject) if subject == difference => on_diagonal = value,
                _ => {}
            });
            if matches!(self.subject, Subject::Diagonal(_)) && (1..end).contains(&row) {
                terms.push(on_diagonal);
            }
        }
        Ok((terms, from))
    }
}

/// The values of a block.
fn values(first: u64, last: u64) -> std::ops::RangeInclusive<u64> {
    (2 * first).saturating_sub(1)..=2 * last
}

/// One row: each value from `lowest` on that is not paired with it takes the first number that is free.
fn fill(
    row: u64,
    lowest: u64,
    taken: &mut BTreeSet<u64>,
    paired: &mut [BTreeSet<u64>],
    mut emit: impl FnMut(u64, u64),
) {
    for (value, set) in (lowest..).zip(paired) {
        if !set.remove(&row) {
            let free = |difference: &u64| !taken.contains(difference) && !set.contains(&(row + difference));
            let difference = (0..=2 * MOST_STAR_VALUE + 2).find(free).unwrap_or(0);
            taken.insert(difference);
            set.extend((difference > 0).then_some(row + difference));
            emit(value, difference);
        }
    }
}

fn relative(row: u64, paired: &[BTreeSet<u64>]) -> Vec<Vec<u64>> {
    paired.iter().map(|set| set.iter().map(|number| number - row).collect()).collect()
}

/// That a block fills its diagonals and no others until its state comes back; returns the diagonal after it.
fn check_block(at: u64, next: u64, block: [u64; 4], paired: &[BTreeSet<u64>]) -> Result<u64, Fault> {
    let [first, last, before, again] = block;
    ensure(
        first == next && last >= first && 2 * last < paired.len() as u64 && again > 0,
        "the blocks do not follow each other",
    )?;
    ensure(before + again <= MOST_STAR_STEPS, "a block is beyond the limits")?;
    let mut own = paired[*values(first, last).start() as usize..=2 * last as usize].to_vec();
    let mut state = None;
    for row in at..at + before + again {
        state = if row == at + before { Some(relative(row, &own)) } else { state };
        let mut taken = (0..first).collect();
        fill(row, *values(first, last).start(), &mut taken, &mut own, |_, _| ());
        ensure(taken.into_iter().eq(0..=last), "a block does not fill exactly its diagonals")?;
    }
    ensure(state == Some(relative(at + before + again, &own)), "the state of a block does not come back")?;
    Ok(last + 1)
}
