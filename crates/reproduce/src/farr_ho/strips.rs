//! The abstract and section 1.2: Silver Dollar, Star Silver Dollar, an occupied square 0.

use std::collections::BTreeSet;

use sprague::games::silver_dollar::{SilverDollar, Strip, Strips};
use sprague::games::star::{Star, StarPosition};
use sprague::nimber::Nimber;
use sprague::ruleset::Ruleset;
use sprague::search::Solver;
use sprague::star::{SequencePeriod, sequence_period};
use sprague_star::RowMachine;

use super::pairs;
use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::{Chance, Stars, strips};
use crate::range::Range;
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("E-F1", "abstract", "8.9", Corrected, kind_of_period,
        "What kind of period the differences of a sequence have."),
    ("1.2", "section 1.2, Silver Dollar", "6.1", Holds, silver_dollar_options,
        "A token moves to a lower empty square and jumps over none: [2,5,6,8,10] has six options."),
    ("1.3", "section 1.3", "6.2", Holds, silver_dollar_formula,
        "Silver Dollar has the nim-sum of the gaps between the tokens paired from the top as its value."),
    ("1.3a", "section 1.3, samples", "6.2", Holds, silver_dollar_samples,
        "[2,5,6,8,10] has the value 2 ⊕ 0 ⊕ 1 = 3, and further strips."),
    ("1.4", "section 1.2, Star Silver Dollar", "6.3", Holds, star_options,
        "Strips share square 0, which holds at most one token in all."),
    ("1.5", "Rem. 1, 2", "6.4", Holds, occupied_zero,
        "With a token on square 0 the other strips are Silver Dollar from square 1 on; ([0,4],[3,5]) has \
         the value 2."),
];

fn kind_of_period(_: &Range) -> Checked {
    let SequencePeriod::Proved { period, cycle, .. } = sequence_period(6, 0, 0) else {
        return Err("g = 6 has no proved period".to_owned());
    };
    let differences: Vec<u64> = pairs(6, 4000)[6].iter().map(|(x, y)| y - x).collect();
    ensure!(differences[1..].iter().all(|&difference| difference <= 6), "a difference is larger than 6");
    let p = period as usize;
    ensure!(
        (100..differences.len() - p).all(|n| differences[n + p] == differences[n]),
        "the period {p} fails"
    );
    ensure!(
        (100..differences.len() - p).all(|n| differences[n + p] != differences[n] + period),
        "it is additive"
    );
    let mut machine = RowMachine::new(1, 2);
    let row: Vec<u64> = (0..300).map(|_| machine.step()[1]).collect();
    ensure!((0..297).all(|b| row[b + 3] == row[b] + 3), "row 2 is not additively periodic");
    Ok(corrected(
        "additively periodic",
        "periodic; the rows are additively periodic",
        format!("g = 6: bounded by 6, period {period}, cycle {cycle:?}"),
        4000,
    ))
}

pub fn strip(tokens: &[u64]) -> Result<Strip, String> {
    Strip::new(tokens.to_vec()).ok_or_else(|| format!("{tokens:?} is no strip"))
}

pub fn star(strips: &[Vec<u64>]) -> Result<StarPosition, String> {
    let strips = strips.iter().map(|tokens| strip(tokens)).collect::<Result<_, _>>()?;
    StarPosition::new(strips).ok_or_else(|| "two tokens on square 0".to_owned())
}

/// The value of a star by the library's theorems and search.
pub fn star_value(solver: &mut Solver<Star>, strips: &[Vec<u64>]) -> Result<u64, String> {
    Ok(solver.value(&star(strips)?).map_err(|error| error.to_string())?.0)
}

fn silver_dollar_options(_: &Range) -> Checked {
    let mut options: Vec<Vec<u64>> =
        strip(&[2, 5, 6, 8, 10])?.options().map(|option| option.tokens().to_vec()).collect();
    options.sort_unstable();
    let known = [
        [0, 5, 6, 8, 10],
        [1, 5, 6, 8, 10],
        [2, 3, 6, 8, 10],
        [2, 4, 6, 8, 10],
        [2, 5, 6, 7, 10],
        [2, 5, 6, 8, 9],
    ];
    same("options", options, known.map(Vec::from).to_vec())?;
    Ok(holds("the six options", 6))
}

/// Gaps within pairs from the top; an odd token out is paired with square -1.
pub fn gaps(tokens: &[u64]) -> u64 {
    let odd = tokens.len() % 2;
    let first = if odd == 1 { tokens[0] } else { 0 };
    tokens[odd..].chunks(2).fold(first, |sum, pair| sum ^ (pair[1] - pair[0] - 1))
}

fn silver_dollar_formula(_: &Range) -> Checked {
    let all = strips(13, 1..=6);
    same("strips", all.len(), 4095)?;
    let mut stars = Stars::default();
    for tokens in &all {
        let value = stars.value(std::slice::from_ref(tokens));
        same(
            "by mex, by the formula, by the library",
            (value, value),
            (gaps(tokens), strip(tokens)?.value().0),
        )?;
    }
    Ok(holds("all 4095 sets of at most 6 tokens on squares 0 to 12", 12))
}

pub fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

fn silver_dollar_samples(_: &Range) -> Checked {
    same("[2,5,6,8,10]", (strip(&[2, 5, 6, 8, 10])?.value().0, 2 ^ 1), (3, 3))?;
    let mut samples = 0;
    let mut search = Solver::new(sprague::ruleset::Plain(SilverDollar));
    for row in tables::rows(tables::SILVER_DOLLAR) {
        let strip = strip(&numbers(row[0]))?;
        same(row[0], Some(strip.value().0), tables::cell(&row, 2))?;
        if let Some(value) = tables::cell(&row, 3).filter(|_| strip.tokens().iter().sum::<u64>() < 60) {
            same(row[0], search.value(&Strips(vec![strip])), Ok(Nimber(value)))?;
        }
        samples += 1;
    }
    Ok(holds(format!("{samples} strips of the golden table"), samples))
}

/// The strips in order, without the token on 0, which belongs to none in particular; and whether there is one.
fn unordered(strips: &[Vec<u64>]) -> (bool, Vec<Vec<u64>>) {
    let taken = strips.iter().any(|strip| strip.first() == Some(&0));
    let rest = |strip: &Vec<u64>| strip.iter().copied().filter(|&token| token > 0).collect();
    let mut strips: Vec<Vec<u64>> = strips.iter().map(rest).collect();
    strips.sort_unstable();
    (taken, strips)
}

fn star_options(_: &Range) -> Checked {
    let few = strips(6, 1..=2);
    let mut positions = 0;
    for (at, a) in few.iter().enumerate() {
        for b in &few[at..] {
            let Ok(position) = star(&[a.clone(), b.clone()]) else {
                ensure!(a[0] == 0 && b[0] == 0, "{a:?} {b:?} is a position");
                continue;
            };
            let mut after = BTreeSet::new();
            let taken = a[0] == 0 || b[0] == 0;
            for (strip, other) in [(a, b), (b, a)] {
                for (place, &token) in strip.iter().enumerate() {
                    let least = if place > 0 { strip[place - 1] + 1 } else { u64::from(taken) };
                    for square in least..token {
                        let mut moved = strip.clone();
                        moved[place] = square;
                        after.insert(unordered(&[moved, other.clone()]));
                    }
                }
            }
            let strips = |option: &StarPosition| -> Vec<Vec<u64>> {
                option.strips().iter().map(|strip| strip.tokens().to_vec()).collect()
            };
            let found = Star.options(&position).iter().map(|option| unordered(&strips(option))).collect();
            same("options", after, found)?;
            positions += 1;
        }
    }
    Ok(holds(format!("{positions} positions of two strips on squares 0 to 5"), positions))
}

fn occupied_zero(range: &Range) -> Checked {
    let (mut solver, mut stars, mut chance) = (Solver::new(Star), Stars::default(), Chance(15));
    same("([0,4],[3,5])", star_value(&mut solver, &[vec![0, 4], vec![3, 5]])?, 2)?;
    let all = strips(7, 0..=3);
    let rounds = range.to(250, 1000);
    for _ in 0..rounds {
        let mut position: Vec<Vec<u64>> = (0..3).map(|_| all[chance.index(all.len())].clone()).collect();
        for strip in &mut position {
            strip.retain(|&token| token > 0);
        }
        let formula = position
            .iter()
            .fold(0, |sum, strip| sum ^ gaps(&strip.iter().map(|token| token - 1).collect::<Vec<_>>()));
        position[chance.index(3)].insert(0, 0);
        same("by mex", stars.value(&position), formula)?;
        same("by the library", star_value(&mut solver, &position)?, formula)?;
    }
    Ok(holds(format!("{rounds} random positions of three strips"), rounds))
}
