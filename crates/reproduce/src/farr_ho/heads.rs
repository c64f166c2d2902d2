//! Section 1.3: heads and tails of a star, stars of one parity, and the question of mixed ones.

use sprague::games::star::Star;
use sprague::search::Solver;

use super::strips::{gaps, numbers, star_value};
use crate::claim::Expected::{Holds, Open};
use crate::claim::Line;
use crate::finding::{Checked, holds, open, same};
use crate::plain::{Stars, strips};
use crate::range::Range;
use crate::tables;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("1.6", "Def. 1, Thm 2", "6.5", Holds, heads_and_tails,
        "The value of a star is that of the star of heads, nim-plus the gaps in the tails."),
    ("1.6a", "Thm 2, samples", "6.5", Holds, star_samples,
        "([2,5],[3],[1,4,6]): heads of value 1, a tail of value 1, in all 0; and further stars."),
    ("1.7", "Cor. 1", "6.6", Holds, all_odd,
        "All strips odd: Star Nim of the lowest tokens and the gaps above; ([2,3,5],[1,4,5],[3]) has the \
         value 1."),
    ("1.8", "Cor. 2", "6.7", Holds, all_even,
        "All strips even: the gaps of all pairs; ([1,4,6,7],[2,3]) has the value 2."),
    ("1.9", "question 2", "6.8", Open, mixed_parity,
        "A formula for stars with strips of both parities; values are computed, ([2],[1,4]) has 0."),
];

fn heads_and_tails(_: &Range) -> Checked {
    let mut checked = 0;
    let (mut solver, mut stars) = (Solver::new(Star), Stars::default());
    let mut check = |position: Vec<Vec<u64>>| {
        if position.iter().filter(|strip| strip.first() == Some(&0)).count() > 1 {
            return Ok(());
        }
        let head = |strip: &Vec<u64>| strip.len() - (strip.len() - 1) / 2 * 2;
        let heads: Vec<Vec<u64>> = position.iter().map(|strip| strip[..head(strip)].to_vec()).collect();
        let tails = position.iter().fold(0, |sum, strip| sum ^ gaps(&strip[head(strip)..]));
        let value = stars.value(&position);
        same("heads and tails", value, stars.value(&heads) ^ tails)?;
        checked += 1;
        same("by the library", star_value(&mut solver, &position)?, value)
    };
    let two = strips(8, 1..=4);
    for (at, a) in two.iter().enumerate() {
        for b in &two[at..] {
            check(vec![a.clone(), b.clone()])?;
        }
    }
    let three = strips(6, 1..=4);
    for (i, a) in three.iter().enumerate() {
        for (j, b) in three.iter().enumerate().skip(i) {
            for c in &three[j..] {
                check(vec![a.clone(), b.clone(), c.clone()])?;
            }
        }
    }
    same("positions", checked, 11_123 + 17_050)?;
    Ok(holds(
        "all 28 173 stars of two strips on squares 0 to 7 and of three on 0 to 5, up to 4 tokens each",
        checked,
    ))
}

fn star_samples(_: &Range) -> Checked {
    let (mut solver, mut samples) = (Solver::new(Star), 0);
    same("([2,5],[3],[1])", star_value(&mut solver, &[vec![2, 5], vec![3], vec![1]])?, 1)?;
    same("([2,5],[3],[1,4,6])", star_value(&mut solver, &[vec![2, 5], vec![3], vec![1, 4, 6]])?, 0)?;
    for row in tables::rows(tables::STARS) {
        let position: Vec<Vec<u64>> = row[0].split('|').map(numbers).collect();
        same(row[0], Some(star_value(&mut solver, &position)?), tables::cell(&row, 4))?;
        samples += 1;
    }
    Ok(holds(format!("{samples} stars of the golden table"), samples))
}

fn of_parity(odd: usize) -> Vec<Vec<u64>> {
    strips(7, 1..=4).into_iter().filter(|strip| strip.len() % 2 == odd && strip[0] > 0).collect()
}

fn all_odd(_: &Range) -> Checked {
    let (mut solver, mut stars) = (Solver::new(Star), Stars::default());
    let example = [vec![2, 3, 5], vec![1, 4, 5], vec![3]];
    same(
        "the example",
        (star_value(&mut solver, &example)?, stars.value(&[vec![2], vec![1], vec![3]])),
        (1, 0),
    )?;
    let all = of_parity(1);
    for a in &all {
        for b in &all {
            let value = stars.value(&[vec![a[0]], vec![b[0]]]) ^ gaps(&a[1..]) ^ gaps(&b[1..]);
            let position = [a.clone(), b.clone()];
            same(
                "a star of odd strips",
                (stars.value(&position), star_value(&mut solver, &position)?),
                (value, value),
            )?;
        }
    }
    Ok(holds(format!("{} stars of two odd strips on squares 1 to 6", all.len().pow(2)), 6))
}

fn all_even(_: &Range) -> Checked {
    let (mut solver, mut stars) = (Solver::new(Star), Stars::default());
    same("the example", star_value(&mut solver, &[vec![1, 4, 6, 7], vec![2, 3]])?, 2)?;
    let all = of_parity(0);
    for a in &all {
        for b in &all {
            let position = [a.clone(), b.clone()];
            let value = gaps(a) ^ gaps(b);
            same(
                "a star of even strips",
                (stars.value(&position), star_value(&mut solver, &position)?),
                (value, value),
            )?;
        }
    }
    Ok(holds(format!("{} stars of two even strips on squares 1 to 6", all.len().pow(2)), 6))
}

fn mixed_parity(_: &Range) -> Checked {
    let (mut solver, mut stars, mut cells) = (Solver::new(Star), Stars::default(), 0);
    for row in tables::rows(tables::MIXED_HEADS) {
        let [Some(a), Some(b), Some(c), value] = [0, 1, 2, 3].map(|at| tables::cell(&row, at)) else {
            return Err("a row of four numbers".to_owned());
        };
        let position = [vec![a], vec![b, c]];
        same("by the library", Some(star_value(&mut solver, &position)?), value)?;
        same("by mex", Some(stars.value(&position)), value)?;
        cells += 1;
    }
    Ok(open(format!("{cells} values of ([a],[b,c]), a ≤ 8, c ≤ 9"), cells).noting("no formula is known"))
}
