//! Section 3: the P-positions of Star Nim, and how many of them Nim shares.

use sprague::games::star_nim::{StarNim, outcome_by_theorem, two_star_table};
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::play::Outcome;
use sprague::search::Solver;
use sprague_star::{PositionCounts, StarPositions};

use crate::claim::Expected::{Holds, Unclear};
use crate::claim::Line;
use crate::finding::{Checked, holds, same, unclear};
use crate::plain::{Stars, ascending};
use crate::range::Range;
use crate::tables;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("3.1", "Prop. 1", "7.1", Holds, two_tokens,
        "2-Star Nim (a, b) is P exactly for a = b ≥ 2 and {0, 1}: Nim but for (0,1) and (1,1), and the \
         same as misère Nim."),
    ("3.1a", "remark after Prop. 1", "7.1", Unclear, lost_condition,
        "A lost condition, like one with nim-sums, that is equivalent to Prop. 1."),
    ("3.2", "Prop. 2", "7.2", Holds, three_tokens,
        "3-Star Nim (a, b, c) is P exactly when the nim-sum is 0."),
    ("3.3", "Prop. 3", "7.3", Holds, four_tokens_with_a_one,
        "4-Star Nim (1, a, b, c) with a, b, c ≥ 1 is P exactly when a ⊕ b ⊕ c = 0."),
    ("3.4", "section 3, 5-Star Nim", "7.4", Holds, five_tokens,
        "Of the 112 sorted Nim P-positions of five heaps 1 to 10, 79 are P in Star Nim."),
    ("E-F3", "section 3, 4-Star Nim", "7.4", Unclear, four_tokens,
        "Of the 5089 sorted Nim P-positions of four heaps 1 to 50, 1465 are P in Star Nim; the text has 4593 \
         for a range that cannot be read."),
    ("3.5", "section 3, the number 4593", "7.4", Unclear, no_reading_gives_4593,
        "No reading that was tried gives 5089 and 4593 together."),
    ("3.6", "section 3, lists", "7.4", Holds, lists,
        "The P-positions of 4-Star Nim to 16 and of 5-Star Nim to 10; (3,4,5) has the value 4."),
];

fn two_tokens(range: &Range) -> Checked {
    let to = range.to(40, 220);
    let table = two_star_table(to as usize, to as usize);
    let mut differ = Vec::new();
    for a in 0..=to {
        for b in a..=to {
            let Some(value) = table.get(a as usize, b as usize) else { continue };
            let p = value.is_zero();
            same("Prop. 1", p, a == b && a >= 2 || (a, b) == (0, 1))?;
            same(
                "by the library",
                outcome_by_theorem(&[a, b]).map(|(outcome, _)| outcome == Outcome::P),
                Some(p),
            )?;
            same("misère Nim", sprague::nim::misere_outcome(&[a, b]) == Outcome::P, p)?;
            if p != (a == b) {
                differ.push((a, b));
            }
        }
    }
    same("where Nim differs", differ, vec![(0, 1), (1, 1)])?;
    Ok(holds(format!("a, b ≤ {to}"), to))
}

/// A condition of that kind which does hold: the nim-sum of (a, b) after replacing {0, 1} by {1, 1} and the reverse.
fn lost_condition(_: &Range) -> Checked {
    let table = two_star_table(60, 60);
    for a in 0..=60usize {
        for b in 0..=60usize {
            let Some(value) = table.get(a, b) else { continue };
            let small = a <= 1 && b <= 1;
            same(
                "with the ones counted as in misère Nim",
                value.is_zero(),
                if small { a ^ b == 1 } else { a ^ b == 0 },
            )?;
        }
    }
    Ok(unclear("a, b ≤ 60, for a condition of our own: nim-sum 0, or 1 if both are at most 1", 60))
}

#[expect(clippy::disallowed_methods, reason = "a claim is asked like any question")]
fn positions(tokens: usize, most: u64) -> Result<(Vec<Vec<u64>>, PositionCounts), String> {
    let limits = Limits { positions: u64::MAX, ..Limits::default() };
    let mut positions = StarPositions::new(tokens, most, &limits).map_err(|error| error.to_string())?;
    let mut found: Vec<Vec<u64>> = positions.by_ref().collect();
    found.sort_unstable();
    Ok((found, positions.counts()))
}

fn three_tokens(range: &Range) -> Checked {
    let to = range.to(40, 80);
    let (found, _) = positions(3, to)?;
    let known: Vec<Vec<u64>> = ascending(3, 1, to).into_iter().filter(|t| t[0] ^ t[1] ^ t[2] == 0).collect();
    same("P-positions", found, known)?;
    let mut stars = Stars::default();
    for b in 1..12u64 {
        for c in 1..12u64 {
            same("with a token on 0", stars.value(&[vec![0], vec![b], vec![c]]) == 0, b == c)?;
        }
    }
    Ok(holds(format!("1 ≤ a ≤ b ≤ c ≤ {to}; with a zero to 11"), to))
}

fn four_tokens_with_a_one(range: &Range) -> Checked {
    let to = range.to(30, 50);
    let (found, _) = positions(4, to)?;
    let with_one: Vec<Vec<u64>> = found.into_iter().filter(|t| t[0] == 1).map(|t| t[1..].to_vec()).collect();
    let known: Vec<Vec<u64>> = ascending(3, 1, to).into_iter().filter(|t| t[0] ^ t[1] ^ t[2] == 0).collect();
    same("P-positions with a token on 1", with_one, known)?;
    let mut solver = Solver::new(StarNim);
    for (tokens, outcome) in [
        ([1, 1, 2, 3], Outcome::P),
        ([1, 2, 4, 6], Outcome::P),
        ([1, 1, 2, 2], Outcome::N),
        ([1, 2, 4, 7], Outcome::N),
    ] {
        same("examples", solver.outcome(&tokens.to_vec()), Ok(outcome))?;
    }
    Ok(holds(format!("tokens ≤ {to}"), to))
}

fn five_tokens(_: &Range) -> Checked {
    same("Nim, Star Nim, both", positions(5, 10)?.1, PositionCounts { nim: 112, star: 117, both: 79 })?;
    Ok(holds("five tokens 1 to 10, sorted", 10))
}

fn four_tokens(_: &Range) -> Checked {
    let (found, counts) = positions(4, 50)?;
    same("Nim, Star Nim, both", counts, PositionCounts { nim: 5089, star: 5168, both: 1465 })?;
    let nim = ascending(4, 1, 50).into_iter().filter(|t| t.iter().fold(0, |sum, x| sum ^ x) == 0);
    let both = nim.filter(|tokens| found.binary_search(tokens).is_ok()).count();
    same("counted once more", both, 1465)?;
    for row in tables::rows(tables::STAR_NIM_COUNTS) {
        let [Some(k), Some(most), Some(nim), Some(star), Some(both)] =
            [0, 1, 2, 3, 4].map(|at| tables::cell(&row, at))
        else {
            return Err("a row of five numbers".to_owned());
        };
        same("the golden table", positions(k as usize, most)?.1, PositionCounts { nim, star, both })?;
    }
    Ok(unclear("four tokens 1 to 50, sorted", 50).noting("the range is inferred from the number 5089"))
}

fn no_reading_gives_4593(range: &Range) -> Checked {
    let to = range.to(50, 80);
    let star = positions(4, to)?.0;
    let mut readings = 0;
    let mut right = Vec::new();
    for most in 1..=to {
        for least in 1..=2 {
            let within = |t: &&Vec<u64>| t[0] >= least && t[3] <= most;
            let sorted: Vec<&Vec<u64>> = star.iter().filter(within).collect();
            let p = |t: &Vec<u64>| t.iter().fold(0, |sum, x| sum ^ x) == 0;
            let distinct = |t: &Vec<u64>| t.windows(2).all(|pair| pair[0] < pair[1]);
            let both = sorted.iter().filter(|t| p(t)).count();
            let strict = sorted.iter().filter(|t| p(t) && distinct(t)).count();
            readings += 3;
            right.extend([both, strict, sorted.len()].into_iter().filter(|&count| count == 4593));
        }
    }
    same("readings that give 4593", right, vec![])?;
    Ok(unclear(
        format!("{readings} counts of sorted and of strictly ascending positions, 4 tokens, to {to}"),
        to,
    ))
}

fn lists(_: &Range) -> Checked {
    for (k, most, golden) in [(4, 16, tables::STAR_NIM_4), (5, 10, tables::STAR_NIM_5)] {
        let known: Vec<Vec<u64>> = tables::rows(golden)
            .map(|row| (0..k).filter_map(|at| tables::cell(&row, at)).collect())
            .collect();
        same("the golden list", positions(k, most)?.0, known)?;
    }
    same("(3,4,5)", Stars::default().value(&[vec![3], vec![4], vec![5]]), 4)?;
    same("(3,4,5) by the library", Solver::new(StarNim).value(&vec![3, 4, 5]), Ok(Nimber(4)))?;
    Ok(holds("k = 4 to 16, k = 5 to 10", 16))
}
