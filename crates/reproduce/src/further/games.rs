//! Games that are not in the sources: Wythoff's game, lines of stars, misère sums, rare heaps as the engine finds them.

use std::collections::HashMap;

use sprague::games::wythoff::Pair;
use sprague::heap::{HeapGame, Heaps};
use sprague::nimber::Nimber;
use sprague::play::Outcome;
use sprague::search::MisereSolver;
use sprague::star::{HeadLine, row_by_repetition};

use crate::claim::Expected::{Holds, Open};
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, holds, open, same};
use crate::plain::{Chance, Game, Stars};
use crate::range::Range;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("wythoff", "Wythoff's game", "W.1", Holds, wythoff,
        "The P-positions are ⌊nφ⌋, ⌊nφ⌋ + n."),
    ("line", "lines of stars", "6.10", Holds, lines,
        "With one token running along its strip the values of a star grow periodically; rows of Star Nim \
         are such lines."),
    ("line-mixed", "lines of mixed parity", "6.8", Open, mixed_lines,
        "A formula for [a], [b, t]; each line has a period, and no rule for them is known."),
    ("misere-value", "misère values", "M.1", Holds, misere_values,
        "Under misère play x + *n is P exactly for n = g⁻(x), g⁻ the mex from 1 at the ends."),
    ("misere-ones", "misère sums", "M.2", Holds, two_ones_cancel,
        "Under misère play two heaps of one token cancel."),
    ("misere-kayles", "misère sums", "M.1", Holds, misere_kayles,
        "Misère outcomes of two and three Kayles rows by the solver and by trying all play."),
];

fn wythoff(range: &Range) -> Checked {
    let to = range.to(150, 400) as usize;
    let mut lost: Vec<(usize, usize)> = Vec::new();
    for a in 0..=to {
        for b in a..=to {
            let spoiled = lost.iter().any(|&(x, y)| {
                let row = x == a || y == b || x == b || y == a;
                row || b - a == y - x
            });
            if !spoiled {
                lost.push((a, b));
            }
        }
    }
    for (n, &(a, b)) in lost.iter().enumerate() {
        let square = 5 * n * n;
        let first = usize::midpoint(n, square.isqrt());
        same("⌊nφ⌋, ⌊nφ⌋ + n", (a, b), (first, first + n))?;
    }
    for a in 0..=to as u64 {
        for b in a..=to as u64 {
            let outcome = Pair::new(a, b).ok_or("a position")?.outcome();
            ensure!(
                (outcome == Outcome::P) == lost.binary_search(&(a as usize, b as usize)).is_ok(),
                "({a}, {b})"
            );
        }
    }
    Ok(holds(format!("a, b ≤ {to}, {} P-positions by sieving", lost.len()), to as u64))
}

fn lines(range: &Range) -> Checked {
    for row in 1..=range.to(5, 7) {
        let line = HeadLine::new(&[vec![row]], None, 100).ok_or("a line")?;
        let found = line.period(100_000).ok_or("no period")?;
        let known = row_by_repetition(row as usize, 100_000).ok_or("no period")?;
        same(&format!("row {row}"), (found.first, found.period), (known.first_column, known.period))?;
    }
    let mut stars = Stars::default();
    let shapes: [(&[&[u64]], Option<u64>); 5] = [
        (&[&[3]], Some(2)),
        (&[&[2, 4]], None),
        (&[&[2], &[3]], Some(1)),
        (&[&[2], &[1, 3]], None),
        (&[], Some(3)),
    ];
    for (strips, lower) in shapes {
        let strips: Vec<Vec<u64>> = strips.iter().map(|strip| strip.to_vec()).collect();
        let line = HeadLine::new(&strips, lower, 10_000).ok_or("a line")?;
        for (t, value) in (line.first()..).zip(line.values(9)) {
            let mut star = strips.clone();
            star.push(lower.into_iter().chain([t]).collect());
            same(&format!("{star:?}"), value, stars.value(&star))?;
        }
    }
    Ok(holds("rows of Star Nim, and five lines to square 9 by mex", 9))
}

fn mixed_lines(range: &Range) -> Checked {
    let most = range.to(3, 5);
    let mut periods = Vec::new();
    for (a, b) in (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b))) {
        let line = HeadLine::new(&[vec![a]], Some(b), 1000).ok_or("a line")?;
        let Some(found) = line.period(range.to(100_000, 400_000)) else {
            continue;
        };
        let from = found.first - b - 1;
        let values = line.values(found.first + 4 * found.period.min(5000));
        let p = found.period;
        let grows = |at: &u64| values[(at + p) as usize] == values[*at as usize] + p;
        ensure!((from..values.len() as u64 - p).all(|at| grows(&at)), "[{a}] [{b},t]");
        periods.push(p);
    }
    ensure!(periods.len() >= 9, "{} periods", periods.len());
    Ok(open(format!("[a], [b,t] for a, b ≤ {most}: {} lines with proved periods", periods.len()), most)
        .noting("no rule for the periods is known"))
}

/// Misère values of a graph by the definition: 1 at the ends.
fn misere(game: &Game) -> u64 {
    let mut values: Vec<u64> = Vec::new();
    for options in &game.options {
        values.push(if options.is_empty() {
            1
        } else {
            crate::plain::mex(options.iter().map(|&option| values[option]))
        });
    }
    values.last().copied().unwrap_or(1)
}

fn misere_values(_: &Range) -> Checked {
    let mut chance = Chance(10);
    for _ in 0..100 {
        let game = Game::random(&mut chance, 9, 4);
        let fitting: Vec<usize> =
            (0..8).filter(|&n| game.plus(&Game::nim_heap(n)).outcomes(false).last() == Some(&true)).collect();
        same("x + *n is P", fitting, vec![misere(&game) as usize])?;
    }
    Ok(holds("100 random games against *0 to *7", 100))
}

fn two_ones_cancel(_: &Range) -> Checked {
    let mut chance = Chance(11);
    let one = Game::nim_heap(1);
    for _ in 0..100 {
        let game = Game::random(&mut chance, 8, 4);
        let more = game.plus(&one).plus(&one);
        same("outcome", more.outcomes(false).last(), game.outcomes(false).last())?;
        same("misère value", misere(&more), misere(&game))?;
    }
    Ok(holds("100 random games", 100))
}

fn misere_kayles(_: &Range) -> Checked {
    let kayles: HeapGame = "kayles".parse().map_err(|error| format!("{error}"))?;
    let mut solver = MisereSolver::new(kayles);
    let mut known = HashMap::new();
    let mut positions = 0;
    for rows in crate::plain::ascending(2, 1, 8).into_iter().chain(crate::plain::ascending(3, 1, 5)) {
        let value = solver.value(&Heaps::new(rows.clone())).map_err(|error| error.to_string())?;
        same(&format!("{rows:?}"), value == Nimber(0), lost(&rows, &mut known))?;
        positions += 1;
    }
    Ok(holds(format!("{positions} positions: two rows to 8, three to 5"), 8))
}

/// Whether the rows are lost under misère play, by trying everything.
fn lost(rows: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&answer) = known.get(rows) {
        return answer;
    }
    let mut options = Vec::new();
    for (at, &row) in rows.iter().enumerate() {
        for taken in 1..=row.min(2) {
            for left in 0..=(row - taken) / 2 {
                let mut after = rows.to_vec();
                after.splice(at..=at, [left, row - taken - left]);
                after.retain(|&row| row > 0);
                after.sort_unstable();
                options.push(after);
            }
        }
    }
    let answer = !options.is_empty() && !options.iter().any(|option| lost(option, known));
    known.insert(rows.to_vec(), answer);
    answer
}
