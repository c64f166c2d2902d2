//! The questions of section 5 and of section 2 that have answers by now (theory 6.11, 9.4, 9.5, 9.6).

use std::collections::{BTreeSet, HashMap};

use sprague::games::Known;
use sprague::limits::Limits;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Answer, Request, solve};
use sprague::star::shared_row;

use crate::claim::Expected::Holds;
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, holds, same};
use crate::plain::{Chance, Game, Stars, mex, two_star};
use crate::range::Range;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("5.4", "section 5, nearly disjunctive sums", "9.4", Holds, values_as_squares,
        "Without an owner, and with N-positions only, a nearly disjunctive sum of any games has the value of Star Nim with \
         a token on the value of each component."),
    ("5.4a", "section 5, nearly disjunctive sums", "9.4", Holds, kayles_as_squares,
        "The same in the program: Kayles rows, to 10¹⁸ pins."),
    ("5.5", "section 2, strips of mixed parity", "6.11", Holds, token_beside_a_pair,
        "[a] [b, c] is P exactly when c - b - 1 = a, with a token on square 1 of a third strip as well."),
    ("5.6", "section 5, r cells identified", "9.5", Holds, rows_with_shared_squares,
        "With r shared squares every row is ultimately additively periodic; least joint periods of the rows from r on: 1, 4, \
         16, 16, 112, 560, 560, 560 for r = 2, 1, 5, 25, 50, 200, 600, 1200 for r = 3."),
    ("5.7", "section 5, cells in a different order", "9.6", Holds, identified_cells,
        "For every order of identified cells the P-positions are (n, n + d) from some n on; d follows from the cells alone."),
];

/// The values of all pairs of nodes of two games, without an owner, by the definition.
fn ownerless(a: &Game, b: &Game) -> Vec<Vec<u64>> {
    let (of_a, of_b) = (a.values(), b.values());
    // [x][y] with no owner, with a as owner, with b as owner
    let mut table = vec![vec![[0; 3]; of_b.len()]; of_a.len()];
    for x in 0..of_a.len() {
        for y in 0..of_b.len() {
            for owner in 0..3 {
                let mut values = Vec::new();
                for &to in &a.options[x] {
                    let is_p = of_a[to] == 0;
                    if !(is_p && owner == 2) {
                        values.push(table[to][y][if owner == 0 && is_p { 1 } else { owner }]);
                    }
                }
                for &to in &b.options[y] {
                    let is_p = of_b[to] == 0;
                    if !(is_p && owner == 1) {
                        values.push(table[x][to][if owner == 0 && is_p { 2 } else { owner }]);
                    }
                }
                table[x][y][owner] = mex(values);
            }
        }
    }
    table.into_iter().map(|row| row.into_iter().map(|values| values[0]).collect()).collect()
}

fn values_as_squares(range: &Range) -> Checked {
    let rounds = range.to(200, 2000);
    let star = two_star(16, 16);
    let (mut chance, mut compared) = (Chance(94), 0u64);
    for _ in 0..rounds {
        let (a, b) = (Game::random(&mut chance, 14, 6), Game::random(&mut chance, 14, 6));
        let table = ownerless(&a, &b);
        for (x, g) in a.values().into_iter().enumerate().filter(|(_, g)| *g > 0) {
            for (y, h) in b.values().into_iter().enumerate().filter(|(_, h)| *h > 0) {
                same("the value", Some(table[x][y]), star[g as usize][h as usize])?;
                compared += 1;
            }
        }
    }
    ensure!(compared > 50 * rounds, "{compared} pairs only");
    Ok(holds(format!("{compared} pairs of N-positions of {rounds} random pairs of games"), compared))
}

fn asked(text: &str) -> Result<Answer, String> {
    let position: Position = text.parse().map_err(|error| format!("{text}: {error}"))?;
    let request = Request { play: Play::Normal, moves: 1000 };
    solve(&position, request, &mut Known::new(Limits::default())).map_err(|error| format!("{text}: {error}"))
}

fn kayles_as_squares(_: &Range) -> Checked {
    let values = crate::plain::octal(&[7, 7], &[], 83);
    let star = two_star(16, 16);
    for m in 1..=20usize {
        for n in m..=20 {
            let far = 12 * 83_333_333_333_333_333;
            for (text, (x, y)) in [
                (format!("nearly(kayles): [{m}] [{n}]"), (m, n)),
                (
                    format!("nearly(kayles): [{}] [{}]", m as u64 + 72 + far, n as u64 + 72 + far),
                    (m + 72, n + 72),
                ),
            ] {
                let value = |heap: usize| values[if heap > 83 { heap - 12 } else { heap }] as usize;
                same(&text, asked(&text)?.value.map(|value| value.0), star[value(x)][value(y)])?;
            }
        }
    }
    Ok(holds("rows of 1 to 20 pins, and of 10¹⁸ and more", 20))
}

fn star_text(strips: &[Vec<u64>]) -> String {
    let strip = |strip: &Vec<u64>| {
        let tokens: Vec<String> = strip.iter().map(u64::to_string).collect();
        format!("[{}]", tokens.join(","))
    };
    format!("star: {}", strips.iter().map(strip).collect::<Vec<_>>().join(" "))
}

fn token_beside_a_pair(range: &Range) -> Checked {
    let (most, mut stars, mut compared) = (range.to(6, 10), Stars::default(), 0);
    for (a, b) in (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b))) {
        for c in b + 1..=b + most + 2 {
            for ones in 0..=1 {
                let mut strips = vec![vec![1]; ones];
                strips.extend([vec![a], vec![b, c]]);
                same(&format!("{strips:?}"), stars.value(&strips) == 0, c - b - 1 == a)?;
                let far = 1_000_000_000_000_000;
                strips[ones + 1] = vec![b + far, c + far];
                let text = star_text(&strips);
                same(&text, asked(&text)?.outcome == Outcome::P, c - b - 1 == a)?;
                compared += 1;
            }
        }
    }
    Ok(holds(
        format!("{compared} positions by the definition, a, b ≤ {most}; as many at 10¹⁵ by the program"),
        compared,
    ))
}

/// After how many columns the sets of values used in the rows r to a, relative to the column, first come back; by mex.
fn joint_period(shared: i64, row: i64) -> Option<i64> {
    let mut used: Vec<BTreeSet<i64>> = (shared..=row).map(|a| (a - shared..a).collect()).collect();
    let mut full = vec![0; used.len()];
    let mut seen = HashMap::new();
    for b in shared..20_000 {
        for (set, full) in used.iter_mut().zip(&mut full) {
            while set.remove(full) {
                *full += 1;
            }
        }
        let relative = |(set, full): (&BTreeSet<i64>, &i64)| {
            (full - b, set.iter().map(|value| value - b).collect::<Vec<_>>())
        };
        let state: Vec<_> = used.iter().zip(&full).map(relative).collect();
        if let Some(before) = seen.insert(state, b) {
            return Some(b - before);
        }
        let mut column: BTreeSet<i64> = (b - shared..b).collect();
        for (set, full) in used.iter_mut().zip(&full) {
            let value = (*full..).find(|value| !set.contains(value) && !column.contains(value))?;
            set.insert(value);
            column.insert(value);
        }
    }
    None
}

fn rows_with_shared_squares(range: &Range) -> Checked {
    let more = range.to(0, 1) as usize;
    let known: [(usize, &[u64]); 3] = [
        (2, &[1, 4, 16, 16, 112, 560, 560, 560, 5040]),
        (3, &[1, 5, 25, 50, 200, 600, 1200, 16_800]),
        (4, &[1, 6, 36, 180, 180, 2700, 13_500]),
    ];
    for (shared, periods) in known {
        let count = periods.len() - 1 + more;
        for (row, &period) in (shared..).zip(&periods[..count]) {
            let what = format!("{shared} shared squares, row {row}");
            same(&what, joint_period(shared as i64, row as i64), Some(period as i64))?;
            same(&what, shared_row(shared, row, 1 << 16).map(|found| found.joint_period), Some(period))?;
        }
    }
    same("row 6 alone", shared_row(2, 6, 1 << 16).map(|found| found.period), Some(7))?;
    Ok(holds("r = 2, 3, 4 with the first 6 to 9 rows, by sets of values and by the machine", 10))
}

/// Whether each (a, b) is P, by the definition on physical cells.
fn identified(order: &[usize], to: usize) -> Vec<Vec<bool>> {
    let mut names: HashMap<(usize, usize), usize> = HashMap::new();
    for square in 0..=to {
        names.insert((0, square), square);
        let first = order.iter().position(|&cell| cell == square);
        names.insert((1, square), first.unwrap_or(square + to + 1));
    }
    let mut p = vec![vec![false; to + 1]; to + 1];
    for a in 0..=to {
        for b in 0..=to {
            let (one, other) = (names[&(0, a)], names[&(1, b)]);
            let mut wins = false;
            for x in (0..a).rev().take_while(|&x| names[&(0, x)] != other) {
                wins |= p[x][b];
            }
            for y in (0..b).rev().take_while(|&y| names[&(1, y)] != one) {
                wins |= p[a][y];
            }
            p[a][b] = one != other && !wins;
        }
    }
    p
}

fn identified_cells(range: &Range) -> Checked {
    let (mut orders, most) = (vec![Vec::new()], range.to(5, 6) as usize);
    let mut on_the_diagonal = Vec::new();
    for cells in 1..=most {
        let longer = |order: Vec<usize>| {
            (0..cells).map(move |at| {
                let mut order = order.clone();
                order.insert(at, cells - 1);
                order
            })
        };
        orders = orders.into_iter().flat_map(longer).collect();
        let mut diagonal = 0;
        for (at, order) in orders.iter().enumerate() {
            let to = 3 * cells + 6;
            let p = identified(order, to);
            let count = |holds: &dyn Fn(usize, usize) -> bool| {
                (0..cells)
                    .flat_map(|x| (0..cells).map(move |b| (x, b)))
                    .filter(|&(x, b)| p[x][b] && holds(x, b))
                    .count()
            };
            let inverse: Vec<usize> =
                (0..cells).filter_map(|b| order.iter().position(|&cell| cell == b)).collect();
            let d = count(&|x, b| x > inverse[b]) as i64 - count(&|x, b| b > order[x]) as i64;
            for n in 3 * cells..=to {
                let row: Vec<i64> = (0..=to).filter(|&b| p[n][b]).map(|b| b as i64 - n as i64).collect();
                let expected: Vec<i64> = [d].into_iter().filter(|d| n as i64 + d <= to as i64).collect();
                same(&format!("{order:?}, row {n}"), row, expected)?;
            }
            diagonal += usize::from(d == 0);
            if at % 7 == 0 {
                let names: Vec<String> = order.iter().map(usize::to_string).collect();
                let (a, b) = (cells as u64 + 1, cells as u64 + 1 + (at as u64 % 3));
                let text = format!("identified({}): {a} {b}", names.join(","));
                same(&text, asked(&text)?.outcome == Outcome::P, p[a as usize][b as usize])?;
                let far = 1_000_000_000_000_u64;
                let text = format!("identified({}): {far} {}", names.join(","), far.wrapping_add_signed(d));
                same(&text, asked(&text)?.outcome, Outcome::P)?;
            }
        }
        on_the_diagonal.push(diagonal);
    }
    same("orders with d = 0", on_the_diagonal[..5].to_vec(), vec![1, 2, 6, 20, 86])?;
    Ok(holds(format!("all orders of at most {most} cells"), most as u64)
        .noting("d = 0 for 1, 2, 6, 20, 86 of the 1, 2, 6, 24, 120 orders; never more than 1 there, but 2 from six cells on"))
}
