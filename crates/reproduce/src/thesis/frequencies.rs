//! Section 11 of the thesis: how often each value of Grundy's game occurs, to 10 000 and to 2^35.

use std::collections::BTreeMap;

use super::rare::is_rare;
use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::two_parts;
use crate::range::{Range, values};
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("11.9", "frequencies for n ≤ 10 000", "4.5", Holds, frequencies,
        "Twenty-five of the twenty-six printed frequencies are right."),
    ("E-T5", "frequencies for n ≤ 10 000", "4.5", Corrected, frequency_of_22,
        "How often the value 22 occurs."),
    ("11.9a", "frequencies for n ≤ 2^35, rare values", "4.6", Holds, far_frequencies,
        "The printed counts of rare values below 78 agree with the rare heaps, and the column of classes \
         is right."),
    ("E-T12", "frequencies for n ≤ 2^35", "4.6", Corrected, heap_zero_is_counted,
        "How many zeros and rare heaps n ≥ 1 there are."),
    ("E-T15", "Rem. 11.8", "4.8", Corrected, states_of_the_remark,
        "How many common values the rare heaps let through at most, the k of the bound 2R + k^R."),
    ("11.9b", "frequencies for n ≤ 2^35, common values", "4.6", Holds, common_frequencies,
        "The printed counts of all values are those of the heaps 0 to 2^35 - 1, as a long run recorded \
         them; here no count is exceeded."),
];

fn counts(to: u64) -> BTreeMap<u64, u64> {
    let mut counts = BTreeMap::new();
    for value in &values("grundy", to)[1..] {
        *counts.entry(*value).or_insert(0) += 1;
    }
    counts
}

fn frequencies(_: &Range) -> Checked {
    let counts = counts(10_000);
    let (mut printed, mut wrong) = (0, Vec::new());
    for row in tables::rows(tables::GRUNDY_FREQUENCIES) {
        let value = tables::cell(&row, 0).ok_or("a value")?;
        let found = counts.get(&value).copied().unwrap_or(0);
        same("the golden table", Some(found), tables::cell(&row, 1))?;
        same("the class", is_rare(value), row[2] == "rare")?;
        if let Some(thesis) = tables::cell(&row, 3) {
            printed += 1;
            if thesis != found {
                wrong.push(value);
            }
        }
    }
    same("printed, and wrong", (printed, wrong), (26, vec![22]))?;
    Ok(holds("1 ≤ n ≤ 10 000", 10_000))
}

fn frequency_of_22(_: &Range) -> Checked {
    let by_mex = two_parts(10_000, |a, b| a != b)[1..].iter().filter(|&&value| value == 22).count();
    same("by mex and by the engine", (by_mex, counts(10_000).get(&22).copied()), (523, Some(523)))?;
    Ok(corrected("532", "523", "1 ≤ n ≤ 10 000, by mex and by the engine", 10_000))
}

fn far_frequencies(range: &Range) -> Checked {
    let grundy = range.grundy();
    let mut rows = 0;
    for row in tables::rows(tables::GRUNDY_FREQUENCIES_FAR) {
        let (value, printed) =
            (tables::cell(&row, 0).ok_or("a value")?, tables::cell(&row, 1).ok_or("a count")?);
        same("the class", row[2] == "rare", is_rare(value))?;
        if is_rare(value) {
            let found = grundy.rare.iter().filter(|&&(_, rare)| rare == value).count() as u64;
            same(&format!("value {value}"), found + u64::from(value == 0), printed)?;
        }
        rows += 1;
    }
    same("values", rows, 78)?;
    Ok(holds(format!("values < 78; rare heaps to {}", grundy.to), grundy.to))
}

fn heap_zero_is_counted(range: &Range) -> Checked {
    let zeros = range.grundy().statistics.zero_count();
    let printed = tables::column(tables::GRUNDY_FREQUENCIES_FAR, 1)[0].1;
    same("zeros n ≥ 1, and printed", (zeros, printed), (41, 42))?;
    same("rare heaps n ≥ 1", tables::column(tables::GRUNDY_RARE, 1).len(), 1286)?;
    let to = range.grundy().to;
    Ok(corrected(
        "42 zeros, 1287 rare heaps",
        "41 and 1286 with n ≥ 1: the heap 0 was counted",
        format!("n ≤ {to}"),
        to,
    ))
}

/// With r rare heaps n ≥ 1 at most r common values are excluded, so the value is one of the first r + 1 (theory 4.6).
fn states_of_the_remark(_: &Range) -> Checked {
    let rare = tables::column(tables::GRUNDY_RARE, 1);
    same("the last rare heap", rare.last().map(|row| row.0), Some(48_399_022))?;
    same("k", rare.iter().filter(|row| row.0 > 0).count() + 1, 1287)?;
    Ok(corrected("k = 1288", "k = 1287", "the 1286 rare heaps n ≥ 1 to 49 000 000", 49_000_000)
        .noting("the heap 0 is among the 1287 that the text counts"))
}

fn common_frequencies(range: &Range) -> Checked {
    let grundy = range.grundy();
    let counts: BTreeMap<u64, u64> =
        grundy.statistics.counts().map(|(value, count)| (value.0, count)).collect();
    let mut total = 0;
    for (value, printed) in tables::column(tables::GRUNDY_FREQUENCIES_FAR, 1) {
        let found = counts.get(&value).copied().unwrap_or(0);
        ensure!(
            found <= printed,
            "the value {value} occurs {found} times to {}, printed {printed} to 2^35",
            grundy.to
        );
        total += printed;
    }
    ensure!(total < 1 << 35, "the printed counts add up to {total}, more than 2^35");
    let recorded: BTreeMap<u64, u64> =
        tables::column(sprague_tables::records::GRUNDY_COUNTS, 1).into_iter().collect();
    same("the recorded heaps", recorded.values().sum::<u64>(), 1 << 35)?;
    let mut compared = 0;
    for (value, printed) in tables::column(tables::GRUNDY_FREQUENCIES_FAR, 1) {
        same(&format!("value {value} in the long run"), recorded.get(&value).copied(), Some(printed))?;
        compared += 1;
    }
    same("printed counts", compared, 78)?;
    Ok(holds("0 ≤ n < 2^35 by the record of a long run, all 78 counts", (1 << 35) - 1)
        .noting(format!("recomputed here for n ≤ {}: no count is exceeded", grundy.to)))
}
