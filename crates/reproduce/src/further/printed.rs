//! The tables of the sources as they are printed, entry by entry: 1138 entries, copied from the documents and compared
//! with what is computed here. The lists of P-positions of the slides stand in their own claims.

use std::collections::{BTreeMap, BTreeSet};

use crate::claim::Expected::Holds;
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, holds, same};
use crate::plain::{mex, two_parts};
use crate::range::{Range, values};
use crate::tables::{PRINTED, column, rows};
use sprague_tables::records::GRUNDY_COUNTS;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("tables-thesis", "the thesis, all tables", "4.1", Holds, thesis,
        "Of the 519 printed entries one is wrong: the frequency of the value 22 (E-T5)."),
    ("tables-schrage", "Schrage, Tables 1 and 2", "5.2", Holds, schrage,
        "Of the 500 printed entries one is wrong: row 2, column 19 of Table 2 (E-S1). In the text at hand 14 rows of Table 2 \
         carry a surplus 1."),
    ("tables-farr-ho", "Farr and Ho, Table 1", "8.1", Holds, farr_ho,
        "All 105 printed values of 2-Star Nim, a ≤ 10, a ≤ b ≤ 15, are right."),
];

/// The entries of a table: where, and what is printed there.
fn printed(source: &str, table: &str) -> Vec<(String, String)> {
    rows(PRINTED)
        .filter(|row| row[0] == source && row[1] == table)
        .map(|row| (row[2].to_owned(), row[3].to_owned()))
        .collect()
}

fn numbers(source: &str, table: &str) -> Result<Vec<(u64, u64)>, String> {
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{table}: {text} is no number"));
    printed(source, table).iter().map(|(at, value)| Ok((number(at)?, number(value)?))).collect()
}

/// The entries that are not what they should be: where, as printed, as they are.
fn wrong(entries: &[(u64, u64)], right: impl Fn(u64) -> u64) -> Vec<(u64, u64, u64)> {
    let wrong = entries.iter().filter(|&&(at, printed)| printed != right(at));
    wrong.map(|&(at, printed)| (at, printed, right(at))).collect()
}

fn thesis(_: &Range) -> Checked {
    let mut entries = 0;
    for letter in 'a'..='j' {
        let computed = values(&format!("thesis-{letter}"), 100);
        let mut tables = vec![format!("first values {}", letter.to_ascii_uppercase())];
        tables.extend((letter == 'a').then(|| "84 values A".to_owned()));
        for table in tables {
            let printed = numbers("thesis", &table)?;
            same(&table, wrong(&printed, |n| computed[n as usize]), Vec::new())?;
            entries += printed.len();
        }
    }
    let grundy = values("grundy", 10_000);
    same("by mex", grundy[..=1300].to_vec(), two_parts(1300, |a, b| a != b))?;
    let zeros: Vec<u64> = (1..=10_000).filter(|&n| grundy[n as usize] == 0).collect();
    let excluded = numbers("thesis", "excluded periods")?;
    let least = |p: u64| zeros.iter().copied().find(|zero| zero.is_multiple_of(p)).unwrap_or(0);
    same("excluded periods", wrong(&excluded, least), Vec::new())?;
    let all: Vec<u64> = (1..=10_000).filter(|&p| least(p) > 0).collect();
    let listed: BTreeSet<u64> = excluded.iter().map(|entry| entry.0).collect();
    same("no period is missing", listed.into_iter().collect(), all)?;
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    grundy[1..].iter().for_each(|&value| *counts.entry(value).or_default() += 1);
    let frequencies = numbers("thesis", "frequencies to 10000")?;
    same("frequencies to 10 000", wrong(&frequencies, |value| counts[&value]), vec![(22, 532, 523)])?;
    let far: BTreeMap<u64, u64> = column(GRUNDY_COUNTS, 1).into_iter().collect();
    let counted = numbers("thesis", "frequencies to 2^35")?;
    same("frequencies to 2^35", wrong(&counted, |value| far.get(&value).copied().unwrap_or(0)), Vec::new())?;
    let classes = printed("thesis", "classes to 2^35");
    for (value, class) in &classes {
        let ones = value.parse::<u64>().map_err(|_| value.clone())? >> 1;
        let is = if ones.count_ones().is_multiple_of(2) { "rare" } else { "common" };
        ensure!(class == is, "the value {value} is printed as {class}");
    }
    entries += excluded.len() + frequencies.len() + counted.len() + classes.len();
    same("entries", entries, 519)?;
    Ok(holds("519 entries, one of them wrong; the frequencies to 2^35 by the record of a long run", 519))
}

fn schrage(_: &Range) -> Checked {
    let grundy = two_parts(100, |a, b| a != b);
    let table = numbers("schrage", "Table 1")?;
    same("Table 1", (table.len(), wrong(&table, |n| grundy[n as usize])), (100, Vec::new()))?;
    // by mex over both directions
    let mut right = vec![vec![0; 21]; 21];
    for rows in 1..=20 {
        for columns in 1..=20 {
            let across = |side: usize| (1..side).filter(move |part| 2 * part != side);
            let options = across(rows)
                .map(|part| right[part][columns] ^ right[rows - part][columns])
                .chain(across(columns).map(|part| right[rows][part] ^ right[rows][columns - part]));
            right[rows][columns] = mex(options.collect::<Vec<u64>>());
        }
    }
    let mut printed_rows: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
    for (at, value) in printed("schrage", "Table 2") {
        let row = at.split(' ').next().and_then(|row| row.parse().ok()).ok_or(at)?;
        printed_rows.entry(row).or_default().push(value.parse().map_err(|_| value)?);
    }
    let (mut surplus, mut wrong) = (0, Vec::new());
    for (&row, printed) in &mut printed_rows {
        if printed.len() == 21 {
            // one of the ones before the last column is a slip of the conversion
            let last = printed[..20].iter().rposition(|&value| value == 1).ok_or("a row without a 1")?;
            printed.remove(last);
            surplus += 1;
        }
        ensure!(printed.len() == 20, "row {row} has {} entries", printed.len());
        wrong.extend((1..=20).filter(|&at| printed[at - 1] != right[row][at]).map(|at| (row, at)));
    }
    same("Table 2", (printed_rows.len(), surplus, wrong), (20, 14, vec![(2, 19)]))?;
    Ok(holds("500 entries, one of them wrong, by mex", 500))
}

fn farr_ho(_: &Range) -> Checked {
    let mut right = vec![vec![0; 16]; 16];
    for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))).filter(|&(a, b)| a + b > 0) {
        let lower = (0..a).map(|i| (i, b)).chain((0..b).map(|j| (a, j))).filter(|&(i, j)| i + j > 0);
        right[a][b] = mex(lower.map(|(i, j): (usize, usize)| right[i][j]).collect::<Vec<u64>>());
    }
    let table = printed("farr-ho", "Table 1");
    for (at, value) in &table {
        let place: Vec<usize> = at.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [a, b] = place[..] else { return Err(format!("no such place: {at}")) };
        same(at, value.clone(), right[a][b].to_string())?;
    }
    same("entries", table.len(), 105)?;
    Ok(holds("105 entries, by mex", 105))
}
