//! Section 5: nearly disjunctive sums and shared squares.

use sprague::games::nearly::Nearly;
use sprague::games::shared::Shared;
use sprague::heap::HeapGame;
use sprague::ruleset::Plain;
use sprague::search::Solver;

use crate::claim::Expected::{Holds, Unclear};
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, holds, same, unclear};
use crate::plain::{Chance, Game, Stars, ascending, mex, mex_from, two_star};
use crate::range::Range;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("5.1", "section 5, nearly disjunctive sums", "9.1", Holds, nearly_is_star_nim,
        "The first component that is moved to one of its P-positions becomes the owner, and no other may \
         be; with Nim heaps this is Star Nim."),
    ("5.1a", "section 5, sums with an owner", "9.1", Holds, sums_with_an_owner,
        "With an owner the value is that of the owner, nim-plus mex₁ - 1 of the values of the options of \
         the others: g - 1 for N-positions."),
    ("5.2", "section 5, r shared squares", "9.2", Holds, token_on_a_shared_square,
        "Two strips that share r squares: a token on a shared square s makes the value b - s - 1."),
    ("5.2a", "section 5, r shared squares", "9.2", Holds, p_positions_of_shared_squares,
        "With both tokens at r or above, the P-positions are (n, n) with n ≥ r + 1."),
    ("5.2b", "section 5, r shared squares", "9.2", Holds, row_of_shared_squares,
        "G(r, b) = b for b ≥ r."),
    ("5.3", "section 5, questions", "9.2", Unclear, reading_of_shared_squares,
        "Whether shared squares are in the same order and tokens may jump there; read as same order, no \
         jumps."),
];

fn nearly_is_star_nim(range: &Range) -> Checked {
    let nim: HeapGame = "nim".parse().map_err(|error| format!("{error}"))?;
    let (two, three) = (range.to(11, 20), range.to(5, 6));
    let table = two_star(two as usize, two as usize);
    let rules = Nearly::new(vec![nim.clone(); 2]);
    let mut solver = Solver::new(Plain(rules.clone()));
    for heaps in ascending(2, 1, two) {
        let value = solver.value(&rules.position(heaps.iter().map(|&heap| vec![heap])));
        let value = value.map_err(|error| error.to_string())?.0;
        same(&format!("{heaps:?}"), Some(value), table[heaps[0] as usize][heaps[1] as usize])?;
    }
    let rules = Nearly::new(vec![nim; 3]);
    let mut solver = Solver::new(Plain(rules.clone()));
    let mut stars = Stars::default();
    for heaps in ascending(3, 1, three) {
        let value = solver.value(&rules.position(heaps.iter().map(|&heap| vec![heap])));
        let strips: Vec<Vec<u64>> = heaps.iter().map(|&heap| vec![heap]).collect();
        same(&format!("{heaps:?}"), value.map_err(|error| error.to_string())?.0, stars.value(&strips))?;
    }
    Ok(holds(format!("two heaps 1 to {two}, three heaps 1 to {three}"), two))
}

/// The value of (x, y) when the first component is the owner: moves of the second to its P-positions are struck out.
fn owned(a: &Game, b: &Game) -> u64 {
    let p = b.outcomes(true);
    let moves = |options: &Vec<usize>| options.iter().copied().filter(|&option| !p[option]).collect();
    a.plus(&Game { options: b.options.iter().map(moves).collect() }).value()
}

fn sums_with_an_owner(range: &Range) -> Checked {
    let mut chance = Chance(91);
    let rounds = range.to(300, 3000);
    for _ in 0..rounds {
        let (a, b) = (Game::random(&mut chance, 7, 4), Game::random(&mut chance, 8, 5));
        let last = b.options.last().ok_or("a game")?;
        let values: Vec<u64> = last.iter().map(|&option| b.values()[option]).collect();
        let other = mex_from(1, &values) - 1;
        same("the value", owned(&a, &b), a.value() ^ other)?;
        if b.value() > 0 {
            same("for an N-position", other, b.value() - 1)?;
        }
    }
    Ok(holds(format!("{rounds} random pairs of games"), rounds))
}

/// The table for r shared squares by mex; `None` where the tokens are on the same shared square.
fn shared_table(r: usize, to: usize) -> Vec<Vec<Option<u64>>> {
    let mut table = vec![vec![None; to + 1]; to + 1];
    // the squares to which a token on x may go while the other is on y
    let reach = |x: usize, y: usize| if y < r && x > y { y + 1..x } else { 0..x };
    for sum in 0..=2 * to {
        for a in sum.saturating_sub(to)..=sum.min(to) {
            let b = sum - a;
            if a == b && a < r {
                continue;
            }
            let options = reach(a, b).map(|x| table[x][b]).chain(reach(b, a).map(|y| table[a][y]));
            table[a][b] = Some(mex(options.collect::<Vec<_>>().into_iter().flatten()));
        }
    }
    table
}

fn token_on_a_shared_square(_: &Range) -> Checked {
    for r in 1..=4usize {
        let table = shared_table(r, 16);
        let mut solver = Solver::new(Plain(Shared::new(r as u64)));
        for s in 0..r {
            for b in s + 1..=16 {
                same("by mex", table[s][b], Some((b - s - 1) as u64))?;
                let value = solver.value(&vec![s as u64, b as u64]).map_err(|error| error.to_string())?;
                same("by the library", value.0, (b - s - 1) as u64)?;
            }
        }
    }
    Ok(holds("r ≤ 4, tokens ≤ 16", 16))
}

fn p_positions_of_shared_squares(range: &Range) -> Checked {
    let to = range.to(16, 40) as usize;
    for r in 1..=6usize {
        let table = shared_table(r, to);
        let mut solver = Solver::new(Plain(Shared::new(r as u64)));
        for a in r..=to {
            for b in r..=to {
                same(&format!("r = {r}, ({a}, {b})"), table[a][b] == Some(0), a == b && a > r)?;
                if to <= 16 {
                    let value = solver.value(&vec![a as u64, b as u64]).map_err(|error| error.to_string())?;
                    same("by the library", Some(value.0), table[a][b])?;
                }
            }
        }
    }
    Ok(holds(format!("r ≤ 6, tokens ≤ {to}"), to as u64))
}

fn row_of_shared_squares(range: &Range) -> Checked {
    let to = range.to(25, 60) as usize;
    for r in 1..=7usize {
        let table = shared_table(r, to);
        ensure!((r..=to).all(|b| table[r][b] == Some(b as u64)), "r = {r}");
    }
    Ok(holds(format!("r ≤ 7, b ≤ {to}"), to as u64))
}

/// What jumping would change: then each token moves freely, and only the square itself is barred.
fn reading_of_shared_squares(_: &Range) -> Checked {
    let r = 2;
    let without = shared_table(r, 8);
    let mut jumping = vec![vec![None; 9]; 9];
    for a in 0..=8usize {
        for b in 0..=8usize {
            if a == b && a < r {
                continue;
            }
            let options = (0..a).map(|x| jumping[x][b]).chain((0..b).map(|y| jumping[a][y]));
            jumping[a][b] = Some(mex(options.collect::<Vec<Option<u64>>>().into_iter().flatten()));
        }
    }
    let differ = (0..=8)
        .flat_map(|a| (0..=8).map(move |b| (a, b)))
        .filter(|&(a, b)| without[a][b] != jumping[a][b])
        .count();
    ensure!(differ > 0, "the readings agree");
    Ok(unclear(format!("r = 2, tokens ≤ 8: with jumps {differ} of 79 values would be others"), 8))
}
