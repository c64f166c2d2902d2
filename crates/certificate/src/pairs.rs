//! Pairs of 4-Star Nim (kind star with pairs; theory 7.7 to 7.9), by plain mex.
//!
//! D(a, b, c) is the square that makes a P-position with a, b and c. It is the least number that is neither D(a, b, c')
//! with c' < c, nor D(i, b, c) with i < a, nor D(a, j, c) with j < b; with one token on 0 it is one more than the
//! nim-sum of the others, each less 1. All pairs that matter are computed, column by column. From some column on the
//! pairs below a pair repeat together, by induction; where the used values of the pair come back, relative to the
//! column, after a multiple of their periods, the pair repeats too. Its least period and first column are read off.

use std::collections::BTreeSet;

use crate::star_terms::{Terms, bounded, check_terms};
use crate::star_text::PairLine;
use crate::{Fault, invalid, require};

/// The most that the two tokens add up to.
pub(crate) const MOST_PAIR: u64 = 127;

/// The values used in a line before a column: all below `least`, and some above.
#[derive(Clone, Default)]
struct Used {
    least: u64,
    above: BTreeSet<u64>,
}

impl Used {
    fn insert(&mut self, value: u64) {
        self.above.insert(value);
        while self.above.remove(&self.least) {
            self.least += 1;
        }
    }

    fn contains(&self, value: u64) -> bool {
        value < self.least || self.above.contains(&value)
    }

    /// The same relative to a column, as numbers that wrap around below 0.
    fn relative(&self, column: u64) -> Vec<u64> {
        [self.least].iter().chain(&self.above).map(|value| value.wrapping_sub(column)).collect()
    }
}

/// The value with a token on 0.
const fn beside_zero(x: u64, y: u64) -> u64 {
    1 + ((x - 1) ^ (y - 1))
}

/// That the pair has the period of the last line from its first column on, and that both are least; up to which column
/// it was recomputed.
pub(crate) fn check(a: u64, b: u64, lines: &[PairLine]) -> Result<u64, Fault> {
    require("D1", 1 <= a && a <= b && b <= MOST_PAIR - a.min(MOST_PAIR), "no such pair")?;
    let pairs: Vec<(u64, u64)> = (1..=b).flat_map(|j| (1..=a.min(j)).map(move |i| (i, j))).collect();
    require("D2", lines.len() == pairs.len(), "not one line for each pair that matters")?;
    let mut end = 0;
    for line in lines {
        end = bounded(line.from, line.again, pairs.len() as u64)?.max(end);
    }
    let mut used: Vec<Used> = pairs.iter().map(|_| Used::default()).collect();
    for (&(i, j), used) in pairs.iter().zip(&mut used) {
        used.insert(beside_zero(i, j));
    }
    let mut terms: Vec<Vec<u8>> = vec![Vec::new(); pairs.len()];
    let mut states: Vec<Vec<u64>> = vec![Vec::new(); pairs.len()];
    for c in 1..=end {
        // For each token what the pairs with it have in this column.
        let mut taken: Vec<Vec<u64>> = (1..=b).map(|j| vec![beside_zero(j, c)]).collect();
        for (at, (&(i, j), line)) in pairs.iter().zip(lines).enumerate() {
            let used = &mut used[at];
            if c == line.from {
                states[at] = used.relative(c);
            }
            let comes_back = c != line.from + line.again || used.relative(c) == states[at];
            require("D5", comes_back, "what a pair has used does not come back")?;
            let (with_i, with_j) = (&taken[i as usize - 1], &taken[j as usize - 1]);
            let free = |v: &u64| !used.contains(*v) && !with_i.contains(v) && !with_j.contains(v);
            let Some(value) = (used.least..=c + i + j).find(free) else {
                return invalid("a pair without a value");
            };
            used.insert(value);
            taken[i as usize - 1].push(value);
            taken[j as usize - 1].push(value);
            terms[at].extend((c < line.from + line.again).then(|| (value + i + j - 1 - c) as u8));
        }
    }
    for (at, (&(i, j), line)) in pairs.iter().zip(lines).enumerate() {
        let below = |other: &(u64, u64)| {
            let lowered = |i: u64, j: u64| other.0 == i && other.1 < j || other.1 == i && other.0 < j;
            *other != (i, j) && (lowered(i, j) || lowered(j, i))
        };
        for (_, lower) in pairs.iter().zip(lines).filter(|(other, _)| below(other)) {
            require("D3", line.from >= lower.first, "a pair is looked at before those below it repeat")?;
            let turns = lower.period > 0 && line.again.is_multiple_of(lower.period);
            require("D4", turns, "a pair comes back at no multiple of a period below it")?;
        }
        // D6 is implied by D4: D(1, j, c) is the nim-sum of j and c, so the pair 1 j for i > 1, and 1 (j - 1) for i = 1,
        // has a period that this power of two divides, and its line was shown to have the least one.
        let zero = line.again.is_multiple_of(j.next_power_of_two());
        require("D6", zero, "a pair comes back at no multiple of the period with a token on 0")?;
        let all = std::mem::take(&mut terms[at]);
        check_terms(line.period, line.first, 1, &Terms { all, from: line.from as usize - 1, end })?;
    }
    Ok(end)
}
