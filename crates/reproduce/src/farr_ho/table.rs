//! Section 4.1: the table of 2-Star Nim, pairs of small value, first rows, bounds, permutations.

use sprague::games::star_nim::two_star_table;
use sprague_star::{RowMachine, send_table_by_mex};

use super::pairs;
use crate::claim::Expected::Holds;
use crate::claim::Line;
use crate::finding::{Checked, holds, same};
use crate::plain::two_star;
use crate::range::Range;
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("4.1", "Table 1", "8.1", Holds, table_one,
        "The table of 2-Star Nim, a ≤ 10, b ≤ 15; G(3,6) = 8, G(9,12) = 19, G(10,15) = 20."),
    ("4.1a", "Prop. 4, value 0", "8.2", Holds, |range| small_value(range, 0),
        "(0,1); (n,n) for n ≥ 2."),
    ("4.1b", "Prop. 4, value 1", "8.2", Holds, |range| small_value(range, 1),
        "(0,2), (1,1); (2n+1, 2n+2) for n ≥ 1."),
    ("4.1c", "Prop. 4, value 2", "8.2", Holds, |range| small_value(range, 2),
        "(0,3), (1,2); (2n, 2n+1) for n ≥ 2."),
    ("4.1d", "Prop. 4, value 3", "8.2", Holds, |range| small_value(range, 3),
        "(0,4), (1,3), (2,5); (4n+2, 4n+4), (4n+3, 4n+5) for n ≥ 1."),
    ("4.1e", "Prop. 4, value 4", "8.2", Holds, |range| small_value(range, 4),
        "(0,5), (1,4), (2,3), (6,9), (7,10), (8,11); (4n, 4n+2), (4n+1, 4n+3) for n ≥ 3."),
    ("4.1f", "Prop. 4, value 5", "8.2", Holds, |range| small_value(range, 5),
        "(0,6), (1,5), (2,4), (3,7), (8,10), (9,11); (6n+i, 6n+3+i) for n ≥ 2, i = 0, 1, 2."),
    ("4.1g", "Lemma 3, row 1", "8.3", Holds, |range| first_row(range, 1, |b| b),
        "G(1, b) = b."),
    ("4.1h", "Lemma 3, row 2", "8.3", Holds,
        |range| first_row(range, 2, |b| if b % 3 == 2 { b - 2 } else { b + 1 }),
        "G(2, b) = b - 2 if b mod 3 = 2, otherwise b + 1."),
    ("4.1i", "Prop. 5, lower bound", "8.4", Holds, lower_bound,
        "|a - b| ≤ G(a, b) for a, b ≥ 1, with equality at (2, 3k + 2) and at (n, n), n ≥ 2."),
    ("4.1j", "Prop. 5, upper bound", "8.4", Holds, upper_bound,
        "G(a, b) ≤ a + b - 1 for a, b ≥ 1, with equality all along row 1."),
    ("4.1k", "Prop. 6", "8.5", Holds, rows_are_permutations,
        "Each value g comes exactly once in row a ≥ 1, at some b from max(0, g - a + 1) to g + a; in row \
         0 at g + 1."),
];

fn table_one(range: &Range) -> Checked {
    let table = two_star_table(60, 60);
    let plain = two_star(60, 60);
    for row in tables::rows(tables::TWO_STAR) {
        let a = tables::cell(&row, 0).ok_or("a row")? as usize;
        for b in 0..=60 {
            let known = tables::cell(&row, b + 1);
            let found = (table.get(a, b).map(|value| value.0), plain[a][b]);
            ensure!(found == (known, known), "({a}, {b}): {found:?}, the table has {known:?}");
        }
    }
    same(
        "three entries",
        [(3, 6), (9, 12), (10, 15)].map(|(a, b)| plain[a][b]),
        [Some(8), Some(19), Some(20)],
    )?;
    let to = range.to(300, 1000) as usize;
    let mut machine = RowMachine::new(1, to as u64);
    let plain = two_star(to, to);
    for b in 1..=to {
        for (a, &value) in (1..).zip(machine.step()) {
            ensure!(plain[a][b] == Some(value), "the row machine at ({a}, {b})");
        }
    }
    Ok(holds(format!("a, b ≤ 60 by three ways, a, b ≤ {to} by two"), to as u64))
}

type Member = fn(u64, u64) -> bool;

/// Proposition 4: whether (a, b), a ≤ b, has the value.
const MEMBERS: [Member; 6] = [
    |a, b| (a, b) == (0, 1) || a == b && a >= 2,
    |a, b| [(0, 2), (1, 1)].contains(&(a, b)) || a >= 3 && a % 2 == 1 && b == a + 1,
    |a, b| [(0, 3), (1, 2)].contains(&(a, b)) || a >= 4 && a.is_multiple_of(2) && b == a + 1,
    |a, b| [(0, 4), (1, 3), (2, 5)].contains(&(a, b)) || a >= 6 && a % 4 >= 2 && b == a + 2,
    |a, b| {
        let first = [(0, 5), (1, 4), (2, 3), (6, 9), (7, 10), (8, 11)];
        first.contains(&(a, b)) || a >= 12 && a % 4 < 2 && b == a + 2
    },
    |a, b| {
        let first = [(0, 6), (1, 5), (2, 4), (3, 7), (8, 10), (9, 11)];
        first.contains(&(a, b)) || a >= 12 && a % 6 < 3 && b == a + 3
    },
];

fn small_value(range: &Range, value: usize) -> Checked {
    let member = MEMBERS[value];
    let plain = two_star(220, 220);
    for a in 0..=220 {
        for b in a..=220 {
            ensure!((plain[a][b] == Some(value as u64)) == member(a as u64, b as u64), "({a}, {b})");
        }
    }
    let to = range.to(20_000, 1_000_000);
    let found = pairs(value as u32, to).swap_remove(value);
    let known = (0..to).flat_map(|a| (a..a + 8).map(move |b| (a, b))).filter(|&(a, b)| member(a, b));
    ensure!(known.eq(found), "the machine lists other pairs");
    Ok(holds(format!("a, b ≤ 220 by mex, a < {to} by the machine, all by theory 8.8"), to))
}

fn first_row(range: &Range, row: usize, formula: fn(u64) -> u64) -> Checked {
    let plain = two_star(2, 220);
    ensure!((0..=220).all(|b| plain[row][b as usize] == Some(formula(b)) || (row, b) == (1, 0)), "by mex");
    same("b = 0", plain[row][0], Some(row as u64 - 1))?;
    let to = range.to(100_000, 1_000_000);
    let mut machine = RowMachine::new(1, 2);
    let differ = (1..=to).find(|&b| machine.step()[row - 1] != formula(b));
    same("the first column that differs", differ, None)?;
    Ok(holds(format!("b ≤ {to}, by mex to 220"), to))
}

/// The table by the library's mex, as rows.
fn by_mex(to: usize) -> Vec<Vec<u64>> {
    let mut rows = Vec::new();
    let _ = send_table_by_mex(to, to, &mut |_, _, row| {
        rows.push(row.to_vec());
        std::ops::ControlFlow::Continue(())
    });
    rows
}

fn lower_bound(range: &Range) -> Checked {
    let to = range.to(220, 1000) as usize;
    let table = by_mex(to);
    for a in 1..=to {
        for b in 1..=to {
            ensure!(table[a][b] >= a.abs_diff(b) as u64, "({a}, {b})");
        }
    }
    ensure!((0..=(to - 2) / 3).all(|k| table[2][3 * k + 2] == 3 * k as u64), "not attained in row 2");
    ensure!((2..=to).all(|n| table[n][n] == 0), "not attained on the diagonal");
    Ok(holds(format!("a, b ≤ {to}"), to as u64))
}

fn upper_bound(range: &Range) -> Checked {
    let to = range.to(220, 1000) as usize;
    let table = by_mex(to);
    for a in 1..=to {
        for b in 1..=to {
            ensure!(table[a][b] < (a + b) as u64, "({a}, {b})");
        }
    }
    ensure!((1..=to).all(|b| table[1][b] == b as u64), "not attained in row 1");
    Ok(holds(format!("a, b ≤ {to}"), to as u64))
}

fn rows_are_permutations(range: &Range) -> Checked {
    let (rows, values) = (range.to(60, 120) as usize, range.to(120, 300));
    let table = two_star(rows, values as usize + rows + 1);
    for g in 0..values {
        same("row 0", table[0].iter().position(|&value| value == Some(g)), Some(g as usize + 1))?;
    }
    for (a, row) in table.iter().enumerate().skip(1) {
        for g in 0..values {
            let places: Vec<u64> =
                (0..).zip(row).filter(|&(_, &value)| value == Some(g)).map(|(b, _)| b).collect();
            let a = a as u64;
            let within = |b: u64| b >= (g + 1).saturating_sub(a) && b <= g + a;
            ensure!(places.len() == 1 && within(places[0]), "the value {g} in row {a}: {places:?}");
        }
    }
    Ok(holds(format!("a ≤ {rows}, g < {values}"), values))
}
