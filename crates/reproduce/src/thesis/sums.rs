//! Sections 5 and 6 of the thesis: sums, nim-addition, the theorem of Sprague and Grundy, winning moves.

use sprague::games::Known;
use sprague::heap::{HeapGame, Heaps};
use sprague::nim::{HeapMove, winning_moves};
use sprague::nimber::Nimber;
use sprague::ruleset::Ruleset;
use sprague::search::Solver;
use sprague::solve::{Request, solve};

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{Chance, Game};
use crate::range::Range;
use crate::{ensure, plain};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("5.1", "Def. 5.1", "1.5", Holds, sums_of_games,
        "In a sum one component is moved; order and brackets do not matter, and the longest plays add up."),
    ("5.2", "Lemma 5.2", "1.7", Holds, vector_space,
        "Nim-addition is associative and commutative, 0 is neutral and each number its own inverse."),
    ("5.3", "Def. 5.3", "1.7", Holds, top_bits,
        "The top bit of x ≥ 1 is the k with 2^k ≤ x < 2^(k+1)."),
    ("E-T2", "Def. 5.3", "1.7", Corrected, top_bit_is_a_floor,
        "The top bit is a floor of the logarithm, and 0 has none."),
    ("5.4", "Def. 5.4", "1.7", Holds, without_carry,
        "Nim-sums are found by writing the numbers in binary and adding without carry."),
    ("E-T1", "Ex. 5.5", "1.7", Corrected, thirteen_and_eleven,
        "The nim-sum of 13 and 11."),
    ("5.6", "Thm 5.6", "1.6", Holds, sprague_grundy,
        "The value of a sum is the nim-sum of the values."),
    ("5.7", "Lemma 5.7", "1.7", Holds, sums_are_small,
        "a ⊕ b ≤ a + b, and a ⊕ b = c gives a ⊕ c = b."),
    ("5.8", "Lemma 5.8", "1.7", Holds, unique_function,
        "⊕ is the only function that is the mex of its values at smaller arguments in either place."),
    ("6.1", "Alg. 6.1", "1.8", Holds, winning_move_algorithm,
        "From a nim-sum s ≠ 0: some component has the top bit of s in its value g, an option of value g ⊕ \
         s < g, and moving there wins."),
    ("6.2", "Lemma 6.2", "1.8", Holds, nim_three_four_five,
        "In Nim 3, 4, 5 the nim-sum is 2, only the heap 3 has its bit, and 3 to 1 is the winning move."),
];

fn family() -> Vec<Game> {
    let mut chance = Chance(51);
    let mut games = Game::of_length_three();
    while games.len() < 34 {
        let game = Game::random(&mut chance, 7, 4);
        if game.length() <= 4 {
            games.push(game);
        }
    }
    games
}

fn sums_of_games(_: &Range) -> Checked {
    let games = family();
    let mut sums = 0;
    for a in &games {
        for b in &games {
            let (ab, ba) = (a.plus(b), b.plus(a));
            same("length", ab.length(), a.length() + b.length())?;
            same("order", (ab.value(), ab.is_p()), (ba.value(), ba.is_p()))?;
            sums += 1;
        }
        let (b, c) = (&games[7], &games[20]);
        same("brackets", a.plus(b).plus(c).value(), a.plus(&b.plus(c)).value())?;
    }
    Ok(holds(format!("{sums} sums of 34 games of length at most 4"), sums))
}

fn add(a: u64, b: u64) -> u64 {
    (Nimber(a) + Nimber(b)).0
}

fn vector_space(range: &Range) -> Checked {
    let to = range.to(64, 160);
    for a in 0..to {
        same("a + 0 and a + a", (add(a, 0), add(a, a)), (a, 0))?;
        for b in 0..to {
            same("a + b", add(a, b), add(b, a))?;
            for c in 0..to {
                ensure!(add(add(a, b), c) == add(a, add(b, c)), "({a}, {b}, {c}) is not associative");
            }
        }
    }
    Ok(holds(format!("a, b, c < {to}"), to))
}

fn top_bits(_: &Range) -> Checked {
    same("0", Nimber(0).top_bit(), None)?;
    for x in 1..100_000u64 {
        let k = (0..63).find(|k| x < 2 << k).ok_or("no bit")?;
        same("top bit", Nimber(x).top_bit(), Some(k))?;
    }
    Ok(holds("x < 100 000", 99_999))
}

fn top_bit_is_a_floor(_: &Range) -> Checked {
    let logarithms = |x: u64| ((x as f64).log2().floor() as u32, (x as f64).log2().ceil() as u32);
    let (mut floors, mut ceilings) = (0, 0);
    for x in 1..1000 {
        let top = Nimber(x).top_bit();
        floors += u64::from(top == Some(logarithms(x).0));
        ceilings += u64::from(top == Some(logarithms(x).1));
    }
    same("where floor and ceiling are right", (floors, ceilings), (999, 10))?;
    Ok(corrected(
        "⌈log₂ x⌉",
        "⌊log₂ x⌋ for x ≥ 1",
        "x < 1000: the ceiling is right for the ten powers of 2 only",
        999,
    ))
}

/// The digits as text, column by column.
fn without_carry(_: &Range) -> Checked {
    for a in 0..256 {
        for b in 0..256 {
            let digits = format!("{a:08b}")
                .chars()
                .zip(format!("{b:08b}").chars())
                .map(|(x, y)| if x == y { '0' } else { '1' })
                .collect::<String>();
            same("nim-sum", add(a, b), u64::from_str_radix(&digits, 2).map_err(|error| error.to_string())?)?;
        }
    }
    Ok(holds("a, b < 256", 255))
}

fn thirteen_and_eleven(_: &Range) -> Checked {
    same(
        "13, 14 and 11 in binary",
        [13, 14, 11].map(|n| format!("{n:b}")),
        ["1101", "1110", "1011"].map(str::to_owned),
    )?;
    let table = table(14);
    same("13 ⊕ 11 by the library and by mex", (add(13, 11), table[13][11]), (6, 6))?;
    same("14 ⊕ 11, which was added instead", (add(14, 11), table[14][11]), (5, 5))?;
    Ok(corrected("5", "6", "the table of *a + *b by mex; 5 is 14 ⊕ 11", 14))
}

/// The values of *a + *b by mex.
fn table(to: usize) -> Vec<Vec<u64>> {
    let mut table: Vec<Vec<u64>> = vec![vec![0; to + 1]; to + 1];
    for a in 0..=to {
        for b in 0..=to {
            table[a][b] = plain::mex((0..a).map(|x| table[x][b]).chain((0..b).map(|y| table[a][y])));
        }
    }
    table
}

fn sprague_grundy(range: &Range) -> Checked {
    let games = family();
    for a in &games {
        for b in &games {
            same("the value of a sum", a.plus(b).value(), add(a.value(), b.value()))?;
        }
    }
    let to = range.to(63, 127) as usize;
    let table = table(to);
    for (a, row) in table.iter().enumerate() {
        for (b, &value) in row.iter().enumerate() {
            ensure!(value == add(a as u64, b as u64), "*{a} + *{b} has the value {value}");
        }
    }
    Ok(holds(format!("*a + *b for a, b ≤ {to}; 34 × 34 games"), to as u64))
}

fn sums_are_small(_: &Range) -> Checked {
    for a in 0..300 {
        for b in 0..300 {
            let c = add(a, b);
            ensure!(c <= a + b && add(a, c) == b, "{a} ⊕ {b} = {c}");
        }
    }
    Ok(holds("a, b < 300", 299))
}

fn unique_function(_: &Range) -> Checked {
    let table = table(64);
    for (a, row) in table.iter().enumerate() {
        for (b, &value) in row.iter().enumerate() {
            ensure!(value == add(a as u64, b as u64), "the recursion gives {value} at ({a}, {b})");
            let half = if a + b == 0 { 0 } else { ((a + b) % 2) as u64 + 2 * table[a / 2][b / 2] };
            ensure!(value == half, "the recursion by halves gives {half} at ({a}, {b})");
        }
    }
    Ok(holds("a, b ≤ 64", 64).noting("also Schrage's recursion by halves"))
}

fn winning_move_algorithm(_: &Range) -> Checked {
    let kayles: HeapGame = "kayles".parse().map_err(|error| format!("{error}"))?;
    let g = plain::octal(&[7, 7], &[], 40);
    let mut solver = Solver::new(kayles.clone());
    let mut chance = Chance(61);
    let mut sums = 0;
    while sums < 2703 {
        let rows: Vec<u64> = (0..=chance.below(4)).map(|_| 1 + chance.below(40)).collect();
        let s = rows.iter().fold(0, |sum, &row| sum ^ g[row as usize]);
        let Some(bit) = Nimber(s).top_bit() else { continue };
        let carrier =
            rows.iter().find(|&&row| g[row as usize] >> bit & 1 == 1).ok_or("no component has the bit")?;
        let wanted = g[*carrier as usize] ^ s;
        ensure!(wanted < g[*carrier as usize], "{wanted} is not smaller");
        let options = kayles.options(&Heaps::single(*carrier));
        let reached = options
            .iter()
            .any(|option| option.sizes().iter().fold(0, |sum, &row| sum ^ g[row as usize]) == wanted);
        ensure!(reached, "a row of {carrier} has no option of value {wanted}");
        if sums % 20 == 0 {
            let moves = solver.winning_moves(&Heaps::new(rows.clone())).map_err(|error| error.to_string())?;
            ensure!(!moves.is_empty(), "the library finds no winning move in {rows:?}");
        }
        sums += 1;
    }
    Ok(holds(format!("{sums} random sums of Kayles rows to 40"), 40))
}

#[expect(clippy::disallowed_methods, reason = "a claim is asked like any question")]
fn nim_three_four_five(_: &Range) -> Checked {
    same("by the library", winning_moves(&[3, 4, 5]), vec![HeapMove { from: 3, to: 1 }])?;
    let mut by_hand = Vec::new();
    for (at, &heap) in [3usize, 4, 5].iter().enumerate() {
        for to in 0..heap {
            let mut after = [3, 4, 5];
            after[at] = to;
            if Game::nim_heap(after[0]).plus(&Game::nim_heap(after[1])).plus(&Game::nim_heap(after[2])).is_p()
            {
                by_hand.push((heap, to));
            }
        }
    }
    same("by trying all moves", by_hand, vec![(3, 1)])?;
    let position = "nim: 3 4 5".parse().map_err(|error| format!("{error}"))?;
    let request = Request { play: sprague::play::Play::Normal, moves: 10 };
    let answer = solve(&position, request, &mut Known::new(sprague::limits::Limits::default()))
        .map_err(|error| error.to_string())?;
    same("the value", answer.value, Some(Nimber(2)))?;
    same("the deciding bit", answer.deciding_bit(), Some(1))?;
    Ok(holds("every move from 3, 4, 5", 5))
}
