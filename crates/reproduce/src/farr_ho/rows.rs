//! Section 4.4: the rows of the table are additively periodic, with periods that follow no simple pattern.

use std::collections::BTreeSet;

use sprague::star::{RowPeriod, RowProof, RowStage, row_by_repetition};
use sprague_star::{RowMachine, send_table_by_mex};

use crate::claim::Expected::{Holds, Unclear};
use crate::claim::Line;
use crate::finding::{Checked, holds, same, unclear};
use crate::plain::two_star;
use crate::range::Range;
use crate::{ensure, records, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("4.4", "section 4.4, form of Thm 5", "8.10", Holds, row_machine,
        "A machine that keeps 2a bits for each row a gives the table column by column."),
    ("4.4a", "section 4.4, rows 1 to 6", "8.1", Holds, golden_offsets,
        "G(a, b) - b for a ≤ 6, b ≤ 800."),
    ("4.4b", "Thm 5", "8.11", Holds, theorem_five,
        "Every row is ultimately additively periodic: rows 1 to 8 have the periods 1, 3, 9, 36, 144, 720, \
         5040, 10080 from the columns 1, 1, 5, 10, 25, 25, 21, 68."),
    ("4.4c", "Thm 5, in the values", "8.11", Holds, periods_in_the_values,
        "These periods, their minimality and their first columns are those of the values by mex."),
    ("4.4d", "Thm 5, beyond the paper", "8.12", Holds, by_tracks,
        "Followed by tracks: row 9 has 151 200, row 10 1 058 400, row 11 12 700 800, row 12 50 803 200, \
         row 13 1 778 112 000."),
    ("4.4e", "beyond the paper: tracks", "8.12", Holds, tracks,
        "The tracks of row a undergo a permutation of a letters (a odd) or a/2 + 2 (a even), and the \
         ratio of periods is the length of an orbit."),
    ("4.4f", "beyond the paper: offsets", "8.13", Holds, offsets,
        "From the first periodic column on, G(a, b) - b runs from -(⌊a/2⌋ + 1) to ⌊(a + 1)/2⌋, and for a \
         ≥ 6 omits just -2, -1, 0."),
    ("4.4i", "section 4.4, pattern of the periods", "8.11", Holds, ratios,
        "Whether the ratios 3, 3, 4, 4, 5 of successive periods go on so is left open there; 7 and 2 follow."),
    ("4.4g", "section 4.4, list of periods", "8.11", Unclear, lost_pattern,
        "The list of periods and the pattern displayed are lost; the ratios 3, 3, 4, 4, 5 are the natural \
         reading."),
    ("4.4h", "period of row 16", "8.12", Holds, row_sixteen,
        "Row 16 has the period 3 200 601 600 000 from column 104 on: ten times that of row 15, the most \
         that its tracks allow. Proved by a long run."),
];

const KNOWN: [(u64, u64); 13] = [
    (1, 1),
    (1, 3),
    (5, 9),
    (10, 36),
    (25, 144),
    (25, 720),
    (21, 5040),
    (68, 10_080),
    (68, 151_200),
    (35, 1_058_400),
    (35, 12_700_800),
    (46, 50_803_200),
    (65, 1_778_112_000),
];

fn row_machine(range: &Range) -> Checked {
    let to = range.to(400, 1500) as usize;
    let plain = two_star(16, to);
    let mut machine = RowMachine::new(1, 16);
    for b in 1..=to {
        for (a, &value) in (1..).zip(machine.step()) {
            ensure!(plain[a][b] == Some(value), "({a}, {b})");
        }
    }
    Ok(holds(format!("a ≤ 16, b ≤ {to}, against mex"), to as u64))
}

fn golden_offsets(_: &Range) -> Checked {
    let mut machine = RowMachine::new(1, 6);
    let mut columns = 0;
    for row in tables::rows(tables::ROW_OFFSETS) {
        let b = machine.column().cast_signed();
        let offsets: Vec<i64> = machine.step().iter().map(|&value| value.cast_signed() - b).collect();
        let known: Vec<i64> = row[1..].iter().filter_map(|cell| cell.parse().ok()).collect();
        same(&format!("column {b}"), offsets, known)?;
        columns += 1;
    }
    same("columns", columns, 800)?;
    Ok(holds("a ≤ 6, b ≤ 800", 800))
}

fn theorem_five(_: &Range) -> Checked {
    for (row, (first_column, period)) in (1..=8).zip(KNOWN) {
        same(
            &format!("row {row}"),
            row_by_repetition(row, 100_000),
            Some(RowPeriod { row, first_column, period }),
        )?;
    }
    Ok(holds("rows 1 to 8, all columns by repetition of the whole state", 8))
}

/// The offsets G(a, b) - b of rows 1 to `rows`, columns 1 to `columns`.
fn offsets_by_mex(rows: usize, columns: usize) -> Vec<Vec<i64>> {
    let mut offsets = Vec::new();
    let _ = send_table_by_mex(rows, columns, &mut |_, first, row| {
        if first == 0 {
            offsets.push(Vec::new());
        }
        let place = |(b, &value): (u64, &u64)| value.cast_signed() - b.cast_signed();
        if let Some(last) = offsets.last_mut() {
            last.extend((first..).zip(row).map(place));
        }
        std::ops::ControlFlow::Continue(())
    });
    offsets
}

fn periods_in_the_values(range: &Range) -> Checked {
    let columns = range.to(25_000, 320_000);
    let offsets = offsets_by_mex(8, columns as usize);
    for (row, (first, period)) in (1..=8).zip(KNOWN) {
        let values = &offsets[row][1..];
        let p = period as usize;
        let differ = (0..values.len() - p).rposition(|at| values[at] != values[at + p]);
        same(&format!("row {row} starts at"), differ.map_or(1, |at| at as u64 + 2), first)?;
        let smaller = (1..p).filter(|q| p.is_multiple_of(*q));
        for q in smaller {
            let fits = (first as usize - 1..values.len() - q).all(|at| values[at] == values[at + q]);
            ensure!(!fits, "row {row} has the period {q}");
        }
    }
    Ok(holds(format!("rows 1 to 8, b ≤ {columns}, by mex"), columns))
}

fn proof(row: usize) -> Result<RowProof, String> {
    let mut proof = RowProof::new(row).ok_or("no such row")?;
    while !proof.is_over() {
        proof.advance(u64::MAX, 1);
    }
    match proof.stage {
        RowStage::Proved(_) => Ok(proof),
        _ => Err(format!("row {row} is not proved")),
    }
}

fn by_tracks(range: &Range) -> Checked {
    let last = range.to(11, 13) as usize;
    let proof = proof(last)?;
    for ((found, _), (first_column, period)) in proof.history.iter().zip(KNOWN) {
        same(&format!("row {}", found.row), (found.first_column, found.period), (first_column, period))?;
    }
    same("rows", proof.history.len(), last)?;
    same(
        "row 9 by its whole state",
        row_by_repetition(9, 1_000_000).map(|found| found.period),
        Some(151_200),
    )?;
    Ok(holds(format!("rows 1 to {last}"), last as u64))
}

fn tracks(_: &Range) -> Checked {
    let proof = proof(10)?;
    for (row, (_, cycles)) in (1..).zip(&proof.history).skip(1) {
        let letters = if row % 2 == 1 { row } else { row / 2 + 2 };
        same(&format!("letters of row {row}"), cycles.iter().sum::<usize>(), letters)?;
        let ratio = KNOWN[row - 1].1 / KNOWN[row - 2].1;
        let joint =
            cycles.iter().fold(1, |joint: u64, &cycle| joint * cycle as u64 / gcd(joint, cycle as u64));
        ensure!(joint.is_multiple_of(ratio), "row {row}: ratio {ratio}, cycles {cycles:?}");
    }
    same("cycles of row 8", proof.history[7].1.clone(), vec![2, 2, 1, 1])?;
    same("cycles of row 9", proof.history[8].1.clone(), vec![5, 3, 1])?;
    Ok(holds("rows 2 to 10", 10))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn offsets(range: &Range) -> Checked {
    let last = range.to(9, 11) as usize;
    let mut machine = RowMachine::new(1, last as u64);
    let mut taken = vec![BTreeSet::new(); last];
    for b in 1..=(68 + KNOWN[last - 1].1).cast_signed() {
        let column = machine.step();
        for (row, &value) in column.iter().enumerate() {
            if b >= KNOWN[row].0.cast_signed() {
                taken[row].insert(value.cast_signed() - b);
            }
        }
    }
    let small: [&[i64]; 4] = [&[-2, 1], &[-2, 1, 2], &[-3, -2, 1, 2], &[-3, -2, 1, 2, 3]];
    for (a, offsets) in (1i64..).zip(taken).skip(1) {
        let known: BTreeSet<i64> = match a {
            2..=5 => small[a as usize - 2].iter().copied().collect(),
            _ => (-(a / 2 + 1)..=-3).chain(1..=i64::midpoint(a, 1)).collect(),
        };
        same(&format!("row {a}"), offsets, known)?;
    }
    Ok(holds(format!("rows 2 to {last}, a whole period"), last as u64))
}

fn ratios(_: &Range) -> Checked {
    let periods: Vec<u64> =
        (1..=8).filter_map(|row| row_by_repetition(row, 100_000)).map(|found| found.period).collect();
    let ratios: Vec<u64> = periods.windows(2).map(|pair| pair[1] / pair[0]).collect();
    same("ratios", ratios, vec![3, 3, 4, 4, 5, 7, 2])?;
    Ok(holds("rows 1 to 8, proved", 8))
}

fn lost_pattern(_: &Range) -> Checked {
    let periods: Vec<u64> =
        (1..=6).filter_map(|row| row_by_repetition(row, 10_000)).map(|found| found.period).collect();
    same("periods of rows 1 to 6", periods, vec![1, 3, 9, 36, 144, 720])?;
    Ok(unclear("rows 1 to 6", 6))
}

fn row_sixteen(_: &Range) -> Checked {
    same("row 16 within 100 000 columns", row_by_repetition(16, 100_000), None)?;
    for row in [2u64, 4, 6, 8, 10, 12] {
        let ratio = KNOWN[row as usize - 1].1 / KNOWN[row as usize - 2].1;
        ensure!(ratio <= row / 2 + 2, "row {row}: ratio {ratio}");
    }
    let recorded = |row| records::row(row).ok_or_else(|| format!("no record of row {row}"));
    for (row, known) in (1..).zip(KNOWN) {
        same(&format!("row {row} as recorded"), recorded(row)?, known)?;
    }
    let ((_, below), found) = (recorded(15)?, recorded(16)?);
    same("row 16 as recorded", found, (104, 3_200_601_600_000))?;
    same("the ratio", (found.1 / below, found.1 % below), (16 / 2 + 2, 0))?;
    Ok(holds("all columns, by the record of a long run; rows 1 to 13 are proved in 4.4b to 4.4d", 16)
        .noting("no state comes back within 100 000 columns; the bound a/2 + 2 holds for all even a ≤ 12"))
}
