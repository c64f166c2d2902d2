//! Chomp, and misère play of single heaps.

use std::collections::HashMap;

use sprague::games::Game;
use sprague::games::chomp::{self, Chomp, ChompBoard, Square};
use sprague::heap::{HeapGame, Heaps};
use sprague::nimber::Nimber;
use sprague::play::Outcome;
use sprague::search::{MisereSolver, Solver};

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::mex;
use crate::range::Range;
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("4.1", "Chomp", "10.1", Holds, strategy_stealing,
        "Every rectangular board except 1 × 1 is won by the first player."),
    ("4.2", "Chomp, squares", "10.1", Holds, squares,
        "On an n × n board, n ≥ 2, the move (2, 2) wins."),
    ("4.3", "Chomp, two rows", "10.1", Holds, two_rows,
        "On a 2 × n board the far corner wins."),
    ("4.4", "Chomp, first moves", "10.1", Holds, first_moves,
        "The winning first move is unique: 3 × 4 (2,3); 3 × 5 (3,4); 4 × 5 (3,3); 4 × 6 (2,3); 5 × 6 \
         (3,4); 6 × 7 (5,5); 7 × 8 (3,3)."),
    ("4.5", "Chomp, beyond every table", "10.1", Holds, chomp_of_any_size,
        "Two rows are P exactly when the second is one square shorter, and else one move wins; of rectangles of any size the \
         outcome is known without a value."),
    ("E-N5", "Chomp, values", "10.1", Corrected, chomp_values,
        "Whether Chomp boards have values."),
    ("5.1", "misère play of Kayles", "10.2", Holds,
        |range| misere_p(range, "kayles", 22, 26, |n| [1, 4, 9, 12, 20].contains(&n)),
        "Lost rows to 26: 1, 4, 9, 12, 20."),
    ("5.2", "misère play of Grundy's game", "10.2", Holds,
        |range| misere_p(range, "grundy", 27, 36, |n| n > 0 && n % 3 == 0),
        "Lost heaps to 36: the positive multiples of 3."),
    ("5.3", "misère play of painting two squares", "10.2", Holds,
        |range| misere_p(range, "0.07", 26, 32, |n| [2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31].contains(&n)),
        "Lost rows to 32: 2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31."),
    ("5.4", "misère play of taking 1 to m", "10.2", Holds, misere_subtraction,
        "Lost exactly for n ≡ 1 modulo m + 1."),
    ("5.5", "misère values", "10.2", Holds, misere_values,
        "Misère values of single heaps of eight games."),
];

/// Chomp by the bare recursion: rows of a board, weakly decreasing; the poison cannot be eaten.
#[derive(Default)]
struct Boards(HashMap<Vec<usize>, u64>);

impl Boards {
    fn options(rows: &[usize]) -> Vec<((usize, usize), Vec<usize>)> {
        let mut all = Vec::new();
        for r in 0..rows.len() {
            for c in (0..rows[r]).filter(|&c| r + c > 0) {
                let mut after: Vec<usize> =
                    rows.iter().enumerate().map(|(i, &row)| if i < r { row } else { row.min(c) }).collect();
                after.retain(|&row| row > 0);
                all.push(((r + 1, c + 1), after));
            }
        }
        all
    }

    fn value(&mut self, rows: &[usize]) -> u64 {
        if let Some(&known) = self.0.get(rows) {
            return known;
        }
        let values: Vec<u64> = Self::options(rows).iter().map(|(_, after)| self.value(after)).collect();
        let value = mex(values);
        self.0.insert(rows.to_vec(), value);
        value
    }

    fn winning(&mut self, rows: usize, columns: usize) -> Vec<Square> {
        let board = vec![columns; rows];
        let moves = Self::options(&board).into_iter().filter(|(_, after)| self.value(after) == 0);
        moves.map(|((r, c), _)| (r as u64, c as u64)).collect()
    }
}

fn rectangle(rows: u64, columns: u64) -> Result<chomp::Boards, String> {
    Ok(ChompBoard::rectangle(rows, columns).ok_or("a board")?.into())
}

fn strategy_stealing(range: &Range) -> Checked {
    let (rows, columns) = (range.to(5, 6) as usize, range.to(6, 8) as usize);
    let mut boards = Boards::default();
    let mut solver = Solver::new(Chomp);
    for m in 1..=rows {
        for n in m..=columns {
            let won = boards.value(&vec![n; m]) > 0;
            same(&format!("{m} × {n}"), won, m * n > 1)?;
            let outcome =
                solver.outcome(&rectangle(m as u64, n as u64)?).map_err(|error| error.to_string())?;
            same("by the library", outcome == Outcome::N, won)?;
        }
    }
    Ok(holds(format!("m ≤ {rows}, m ≤ n ≤ {columns}"), columns as u64))
}

fn squares(range: &Range) -> Checked {
    let to = range.to(6, 7) as usize;
    let mut boards = Boards::default();
    for n in 2..=to {
        ensure!(boards.winning(n, n).contains(&(2, 2)), "{n} × {n}");
        same(
            "by theorem",
            ChompBoard::rectangle(n as u64, n as u64).and_then(|shape| shape.winning_square()),
            Some((2, 2)),
        )?;
    }
    Ok(holds(format!("n ≤ {to}"), to as u64))
}

fn two_rows(range: &Range) -> Checked {
    let to = range.to(20, 40);
    let mut boards = Boards::default();
    for n in 1..=to {
        same(&format!("2 × {n}"), boards.winning(2, n as usize), vec![(2, n)])?;
    }
    Ok(holds(format!("n ≤ {to}"), to))
}

fn chomp_of_any_size(range: &Range) -> Checked {
    let to = range.to(14, 24);
    let mut boards = Boards::default();
    let by_theorem = |rows: [u64; 2]| -> Result<Vec<Vec<u64>>, String> {
        let board = ChompBoard::from_rows(&rows).ok_or("a board")?;
        let found = Chomp.moves_by_theorem(&board.into(), Nimber::ZERO, 10).ok_or("moves by theorem")?;
        Ok(found.moves.iter().map(|after| after.boards()[0].rows()).collect())
    };
    for (first, second) in (2..=to).flat_map(|first| (1..=first).map(move |second| (first, second))) {
        let options = Boards::options(&[first as usize, second as usize]);
        let wins = options.into_iter().map(|(_, after)| after).filter(|after| boards.value(after) == 0);
        let wins: Vec<Vec<u64>> =
            wins.map(|after| after.into_iter().map(|row| row as u64).collect()).collect();
        same(&format!("{first}, {second}"), wins.is_empty(), first == second + 1)?;
        same("by theorem", by_theorem([first, second])?, wins)?;
    }
    same("two long rows", by_theorem([10_000, 10_000])?, vec![vec![10_000, 9_999]])?;
    same("a long and a short row", by_theorem([10_000, 7])?, vec![vec![8, 7]])?;
    Ok(holds(format!("rows of at most {to} squares, and of 10 000 by theorem"), to))
}

fn first_moves(range: &Range) -> Checked {
    let (most, mut checked) = (range.to(1000, 12_000), 0);
    let mut solver = Solver::new(Chomp);
    let mut boards = Boards::default();
    for row in tables::rows(&tables::CHOMP.replace('"', "")) {
        let (m, n) = (tables::cell(&row, 0).ok_or("rows")?, tables::cell(&row, 1).ok_or("columns")?);
        let size = (1..=m).fold(1, |size, i| size * (n + i) / i);
        if size > most {
            continue;
        }
        let known: Vec<Square> =
            tables::cell(&row, 2).zip(tables::cell(&row, 3)).filter(|_| m * n > 1).into_iter().collect();
        let position = rectangle(m, n)?;
        let moves = solver.winning_moves(&position).map_err(|error| error.to_string())?;
        let squares = || (1..=m).flat_map(|row| (1..=n).map(move |column| (row, column)));
        let eaten = |after: &chomp::Boards| {
            squares().find(|&square| position.boards()[0].eat(square).as_ref() == after.boards().first())
        };
        let found: Vec<Square> = moves.iter().filter_map(eaten).collect();
        same(&format!("{m} × {n}"), found, known.clone())?;
        if size <= 1000 {
            same("by the bare recursion", boards.winning(m as usize, n as usize), known)?;
        }
        checked += 1;
    }
    for (m, n, square) in [(3, 4, (2, 3)), (3, 5, (3, 4)), (4, 5, (3, 3)), (4, 6, (2, 3)), (5, 6, (3, 4))] {
        same(&format!("{m} × {n}"), boards.winning(m, n), vec![square])?;
    }
    Ok(holds(format!("{checked} boards with at most {most} positions"), checked)
        .noting("7 × 10 was never computed in the sources"))
}

fn chomp_values(_: &Range) -> Checked {
    let mut boards = Boards::default();
    let mut solver = Solver::new(Chomp);
    for (n, value) in [(2, 2), (3, 5), (4, 6)] {
        same(&format!("{n} × {n}"), boards.value(&vec![n; n]), value)?;
        same("by the library", solver.value(&rectangle(n as u64, n as u64)?), Ok(Nimber(value)))?;
    }
    Ok(corrected(
        "no values",
        "a value for each board (2, 5, 6 for the squares 2, 3, 4); what is missing is a formula",
        "2 × 2 to 4 × 4, by mex",
        4,
    ))
}

fn game(name: &str) -> Result<HeapGame, String> {
    name.parse().map_err(|error| format!("{name}: {error}"))
}

/// Misère outcomes by the bare recursion over multisets of heaps.
#[derive(Default)]
struct Sums(HashMap<Vec<u64>, bool>);

impl Sums {
    fn is_p(&mut self, game: &HeapGame, heaps: &[u64]) -> bool {
        if let Some(&known) = self.0.get(heaps) {
            return known;
        }
        let mut options = Vec::new();
        for (at, &heap) in heaps.iter().enumerate() {
            for parts in game.rule.options(heap) {
                let mut after = heaps.to_vec();
                after.splice(at..=at, parts.iter().copied());
                after.sort_unstable();
                options.push(after);
            }
        }
        let is_p = !options.is_empty() && !options.iter().any(|option| self.is_p(game, option));
        self.0.insert(heaps.to_vec(), is_p);
        is_p
    }
}

fn misere_p(range: &Range, name: &str, usual: u64, full: u64, lost: fn(u64) -> bool) -> Checked {
    let game = game(name)?;
    let to = range.to(usual, full);
    let mut solver = MisereSolver::new(game.clone());
    for n in 0..=to {
        let value = solver.value(&Heaps::single(n)).map_err(|error| error.to_string())?;
        same(&format!("heap {n}"), value.is_zero(), lost(n))?;
    }
    let mut sums = Sums::default();
    for n in 0..=14 {
        same(&format!("heap {n} by the bare recursion"), sums.is_p(&game, &[n]), lost(n))?;
    }
    Ok(holds(format!("n ≤ {to}"), to))
}

fn misere_subtraction(_: &Range) -> Checked {
    for m in 1..=9usize {
        let mut lost: Vec<bool> = vec![false];
        for n in 1..=200 {
            let wins = (1..=n.min(m)).any(|take| lost[n - take]);
            lost.push(!wins);
        }
        ensure!((0..=200).all(|n| lost[n] == (n % (m + 1) == 1)), "m = {m}");
        let rule = game(&format!("take(1..{m})"))?.rule;
        for n in 0..=200 {
            let value = sprague::heap::misere::misere_value(&rule, n).ok_or("no value")?;
            same("by the library", value.is_zero(), lost[n as usize])?;
        }
    }
    Ok(holds("m ≤ 9, n ≤ 200", 200))
}

fn misere_values(range: &Range) -> Checked {
    let games = ["take(1..3)", "take(1..7)", "kayles", "0.07", "grundy", "thesis-c", "thesis-e", "thesis-f"];
    let to = range.to(20, 60);
    let mut checked = 0;
    for (column, name) in (1..).zip(games) {
        let mut solver = MisereSolver::new(game(name)?);
        for (n, value) in tables::column(tables::MISERE_HEAPS, column).into_iter().filter(|&(n, _)| n <= to) {
            same(&format!("{name}, heap {n}"), solver.value(&Heaps::single(n)), Ok(Nimber(value)))?;
            checked += 1;
        }
    }
    Ok(holds(format!("{checked} values of the golden table, n ≤ {to}"), to))
}
