//! Section 4.5: Conjecture 1 on diagonals, proved for the first thirty.

use sprague::games::star_nim::two_star_table;
use sprague::star::{BlockLock, Blocks, DiagonalPeriod, diagonal_period};

use crate::claim::Expected::{Holds, Open, Unclear};
use crate::claim::Line;
use crate::finding::{Checked, holds, open, same, unclear};
use crate::range::Range;
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("4.5", "Conj. 1, the display for c = 2", "8.14", Holds, |_| displayed(2, 100, 8, 4),
        "G(a, a + 2) from a = 2 on: 100 values; preperiod 8, period 4, cycle 3 3 4 4."),
    ("4.5a", "Conj. 1, the display for c = 3", "8.14", Holds, |_| displayed(3, 400, 28, 144),
        "G(a, a + 3) from a = 2 on: 400 values; preperiod 28, period 144."),
    ("4.5b", "Conj. 1, where the displays start", "8.14", Unclear, where_lists_start,
        "Whether diagonals start at a = 2 by convention; the printed lists do."),
    ("4.5c", "Conj. 1 for c ≤ 29", "8.14", Holds, blocks,
        "The diagonals c ≤ 29 fall into sixteen locked blocks, so each is ultimately periodic."),
    ("4.5d", "Conj. 1, some periods", "8.14", Holds, some_periods,
        "Rows and periods: c = 4: 67, 144; 5: 65, 144; 6: 73, 12; 7: 72, 3024; 10: 115, 20; 11: 1411, 110 \
         880."),
    ("4.5e", "blocks of one diagonal", "8.14", Holds, single_diagonals,
        "In a block {c}, c ≥ 1, G(a, a + c) + G(a + c, a + 2c) = 4c - 1; the period is 2c for c = 1, 2, \
         6, 10, 14, 18, 22, 26."),
    ("4.5f", "Conj. 1, bounded diagonals", "8.14", Holds, values_of_blocks,
        "In a locked block [c₀..c₁] only the values 2c₀ - 1 to 2c₁ occur, and each cell is filled by one \
         of them."),
    ("4.5g", "Conj. 1 for c ≥ 30", "8.14", Open, block_thirty,
        "The next block is 30 to 33 (values 59 to 66), confined as far as was looked, without a state \
         that comes back."),
    ("4.5h", "Conj. 1, blocks after 33", "8.14", Open, later_blocks,
        "Then, if 30 to 33 is one, come 34, 35–37, 38–41, 42, 43–45, 46, 47–49, 50, 51–53, 54–57."),
];

fn displayed(c: usize, count: u64, preperiod: u64, period: u64) -> Checked {
    let table = two_star_table(440, 450);
    let value = |a: u64| table.get(a as usize, a as usize + c).map(|value| value.0);
    for row in tables::rows(tables::DIAGONALS) {
        let a = tables::cell(&row, 0).ok_or("a row")?;
        same(&format!("a = {a}"), value(a), tables::cell(&row, c + 1))?;
    }
    let listed: Vec<Option<u64>> = (2..2 + count).map(value).collect();
    let (start, p) = (preperiod as usize, period as usize);
    ensure!((start..listed.len() - p).all(|n| listed[n] == listed[n + p]), "the list does not repeat");
    ensure!(listed[start - 1] != listed[start - 1 + p], "it repeats earlier");
    let DiagonalPeriod::Proved { first_row, period: proved, cycle, .. } =
        diagonal_period(c as u32, 200_000, 2_000_000)
    else {
        return Err("not proved".to_owned());
    };
    same("row and period", (first_row, proved, cycle.len()), (preperiod + 2, period, p))?;
    if c == 2 {
        same("cycle", cycle, vec![3, 3, 4, 4])?;
    }
    Ok(holds(format!("{count} values, a ≤ {}; all a by theory 8.14", count + 1), count + 1))
}

fn where_lists_start(_: &Range) -> Checked {
    let table = two_star_table(40, 50);
    let value = |a: usize, c: usize| table.get(a, a + c).map(|value| value.0);
    same("c = 2 from a = 1", [1, 2, 3].map(|a| value(a, 2)), [Some(3), Some(5), Some(6)])?;
    same("c = 3 from a = 1", [1, 2, 3].map(|a| value(a, 3)), [Some(4), Some(3), Some(8)])?;
    Ok(unclear("the first terms with a = 1, which the lists leave out, are 3 and 4", 3))
}

/// First and last diagonal and joint period.
const BLOCKS: [(u32, u32, u64); 16] = [
    (0, 0, 1),
    (1, 1, 2),
    (2, 2, 4),
    (3, 5, 144),
    (6, 6, 12),
    (7, 9, 3024),
    (10, 10, 20),
    (11, 13, 110_880),
    (14, 14, 28),
    (15, 17, 48_960),
    (18, 18, 36),
    (19, 21, 22_800),
    (22, 22, 44),
    (23, 25, 291_456),
    (26, 26, 52),
    (27, 29, 592_704),
];

fn blocks(_: &Range) -> Checked {
    let found: Vec<_> = Blocks::new(200_000, 2_000_000, 29).take(BLOCKS.len()).collect();
    same("blocks", found.len(), BLOCKS.len())?;
    for (block, (first, last, joint)) in found.iter().zip(BLOCKS) {
        let BlockLock::Locked { period, .. } = block.lock else {
            return Err(format!("{first} to {last} is not locked"));
        };
        same("diagonals and period", (block.first, block.last, period), (first, last, joint))?;
        same("the largest value", *block.values().end(), 2 * last)?;
    }
    Ok(holds("c ≤ 29, for all rows from 200 000 on", 29))
}

fn some_periods(_: &Range) -> Checked {
    let all = [
        (0, 2, 1),
        (4, 67, 144),
        (5, 65, 144),
        (6, 73, 12),
        (7, 72, 3024),
        (10, 115, 20),
        (11, 1411, 110_880),
    ];
    for (c, row, length) in &all {
        let DiagonalPeriod::Proved { first_row, period, cycle, block } =
            diagonal_period(*c, 200_000, 2_000_000)
        else {
            return Err(format!("diagonal {c} is not proved"));
        };
        same(&format!("diagonal {c}"), (first_row, period, cycle.len() as u64), (*row, *length, *length))?;
        ensure!((block.first..=block.last).contains(c), "diagonal {c} is not in its block");
    }
    Ok(holds("seven diagonals, all rows", 11))
}

fn single_diagonals(_: &Range) -> Checked {
    for c in [1u32, 2, 6, 10, 14, 18, 22, 26] {
        let DiagonalPeriod::Proved { period, cycle, .. } = diagonal_period(c, 200_000, 2_000_000) else {
            return Err(format!("diagonal {c} is not proved"));
        };
        same(&format!("period of {c}"), period, u64::from(2 * c))?;
        let c = c as usize;
        ensure!(
            (0..2 * c).all(|a| cycle[a] + cycle[(a + c) % (2 * c)] == 4 * c as u32 - 1),
            "the sums of {c}"
        );
    }
    let table = two_star_table(2000, 2010);
    let value = |a: usize, b: usize| table.get(a, b).map_or(0, |value| value.0);
    for c in [1, 2, 6] {
        ensure!(
            (200..1900).all(|a| value(a, a + c) + value(a + c, a + 2 * c) == 4 * c as u64 - 1),
            "the table, c = {c}"
        );
    }
    Ok(holds("eight diagonals, all rows; c ≤ 6 in the table to 1900", 26))
}

fn values_of_blocks(_: &Range) -> Checked {
    let table = two_star_table(4000, 4010);
    for (first, last, _) in BLOCKS.into_iter().take(5) {
        let values = u64::from(2 * first).saturating_sub(1)..=u64::from(2 * last);
        for a in 1000..3990usize {
            for c in first..=last {
                let value = table.get(a, a + c as usize).ok_or("a position")?.0;
                ensure!(values.contains(&value), "G({a}, {a} + {c}) = {value}");
            }
        }
    }
    Ok(holds("c ≤ 6, 1000 ≤ a < 3990, in the table by mex", 6))
}

fn block_thirty(range: &Range) -> Checked {
    let rows = range.to(1_000_000, 1_000_000_000);
    let blocks = Blocks::new(200_000, rows, 33).nth(BLOCKS.len()).ok_or("no block")?;
    same("the block", (blocks.first, blocks.last, blocks.lock), (30, 33, BlockLock::Confined { rows }))?;
    same("its values", blocks.values(), 59..=66)?;
    Ok(open(format!("confined for {rows} rows from 200 000 on"), rows))
}

fn later_blocks(range: &Range) -> Checked {
    let rows = range.to(600_000, 100_000_000);
    let known =
        [(34, 34), (35, 37), (38, 41), (42, 42), (43, 45), (46, 46), (47, 49), (50, 50), (51, 53), (54, 57)];
    let found: Vec<(u32, u32)> = Blocks::new(5_000_000, rows, 57)
        .skip(BLOCKS.len() + 1)
        .take(known.len())
        .map(|block| (block.first, block.last))
        .collect();
    same("blocks", found, known.to_vec())?;
    Ok(open(format!("each confined for {rows} rows from 5 000 000 on"), rows))
}
