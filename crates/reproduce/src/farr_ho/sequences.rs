//! Section 4.2: the sequence of a value, Algorithm 1, how it grows.

use sprague_star::AlgorithmOne;

use super::pairs;
use crate::claim::Expected::Holds;
use crate::claim::Line;
use crate::finding::{Checked, holds, same};
use crate::plain::two_star;
use crate::range::Range;
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("4.2", "section 4.2, Alg. 1, Thm 3", "8.6", Holds, algorithm_one,
        "The pairs of value g come one after the other: x is the least number not used, y the nearest \
         that is neither used nor taken by a smaller value."),
    ("4.2a", "Alg. 1, example", "8.6", Holds, example_three,
        "g = 3: after (0,4), (1,3), (2,5) the next pair is (6,8), as (6,6) has value 0 and (6,7) value 2."),
    ("4.2b", "Alg. 1, lists", "8.6", Holds, golden_pairs,
        "The first fifty pairs of each value up to 20."),
    ("4.2c", "Rem. 5(1)", "8.7", Holds, growth_of_x,
        "n ≤ x_n ≤ 2n."),
    ("4.2d", "Rem. 5(3)", "8.7", Holds, growth_of_y,
        "y_n - x_n ≤ g for n ≥ 1 and g + 1 for n = 0; g is reached for n ≥ 1 if 3 divides g or g = 1, \
         otherwise g - 1."),
    ("4.2e", "Cor. 3", "8.7", Holds, steps_of_x,
        "x_n - x_(n-1) ≤ g + 1 for g ≥ 1; equality for g = 1, 2, 3 only."),
    ("4.2f", "Lemma 4", "8.7", Holds, last_second_entries,
        "x_n is the least number above x_(n-1) that is not among the last g + 1 second entries; the last \
         g do not suffice (g = 1, n = 2)."),
    ("4.2g", "Def. 3", "8.7", Holds, pair_of_a_smaller_value,
        "A smaller value k has at most one pair with first entry x_n: that at the least index i with x_i \
         ≥ x_n."),
];

fn algorithm_one(range: &Range) -> Checked {
    let (values, rows) = (range.to(20, 40) as u32, range.to(60, 300) as usize);
    let table = two_star(rows, rows + values as usize + 1);
    for g in 0..=values {
        let by_table = (0..rows).filter_map(|a| {
            let b = (a..table[a].len()).find(|&b| table[a][b] == Some(u64::from(g)))?;
            Some((a as u64, b as u64))
        });
        let by_algorithm = AlgorithmOne::new(g).take_while(|&(x, _)| x < rows as u64);
        ensure!(by_table.eq(by_algorithm), "g = {g}");
    }
    Ok(holds(format!("g ≤ {values}, x < {rows}, against the table by mex"), u64::from(values)))
}

fn example_three(_: &Range) -> Checked {
    same("the first pairs", AlgorithmOne::new(3).take(4).collect(), vec![(0, 4), (1, 3), (2, 5), (6, 8)])?;
    let table = two_star(6, 8);
    same("row 6", [6, 7, 8].map(|b| table[6][b]), [Some(0), Some(2), Some(3)])?;
    Ok(holds("n ≤ 3", 3))
}

fn golden_pairs(_: &Range) -> Checked {
    let machine = pairs(20, 200);
    let one: Vec<Vec<(u64, u64)>> = (0..=20).map(|g| AlgorithmOne::new(g).take(50).collect()).collect();
    let mut listed = 0;
    for row in tables::rows(tables::PAIRS) {
        let [Some(g), Some(n), Some(x), Some(y)] = [0, 1, 2, 3].map(|at| tables::cell(&row, at)) else {
            return Err("a row of four numbers".to_owned());
        };
        let (g, n) = (g as usize, n as usize);
        same("the golden table", (machine[g][n], one[g][n]), ((x, y), (x, y)))?;
        listed += 1;
    }
    same("pairs", listed, 21 * 50)?;
    Ok(holds("g ≤ 20, 50 pairs each", 20))
}

fn growth(range: &Range) -> (Vec<Vec<(u64, u64)>>, String) {
    let rows = range.to(2000, 5000);
    (pairs(60, rows), format!("g ≤ 60, x < {rows}"))
}

fn growth_of_x(range: &Range) -> Checked {
    let (all, words) = growth(range);
    for (g, pairs) in all.iter().enumerate() {
        for (n, &(x, _)) in (0..).zip(pairs) {
            ensure!(n <= x && x <= 2 * n, "g = {g}, n = {n}: x = {x}");
        }
    }
    Ok(holds(words, 60))
}

fn growth_of_y(range: &Range) -> Checked {
    let (all, words) = growth(range);
    for (g, pairs) in (0..).zip(&all) {
        same("the first difference", pairs[0].1 - pairs[0].0, g + 1)?;
        let largest = pairs[1..].iter().map(|(x, y)| y - x).max();
        let reached = if g % 3 == 0 || g == 1 { g } else { g - 1 };
        same(&format!("g = {g}"), largest, Some(reached))?;
    }
    Ok(holds(words, 60))
}

fn steps_of_x(range: &Range) -> Checked {
    let (all, words) = growth(range);
    let mut reached = Vec::new();
    for (g, pairs) in (0..).zip(&all).skip(1) {
        let largest = pairs.windows(2).map(|two| two[1].0 - two[0].0).max().unwrap_or(0);
        ensure!(largest <= g + 1, "g = {g}: a step of {largest}");
        if largest == g + 1 {
            reached.push(g);
        }
    }
    same("where g + 1 is reached", reached, vec![1, 2, 3])?;
    Ok(holds(words, 60))
}

fn last_second_entries(range: &Range) -> Checked {
    let (all, words) = growth(range);
    let next = |pairs: &[(u64, u64)], n: usize, last: usize| {
        let seen = &pairs[n.saturating_sub(last)..n];
        (pairs[n - 1].0 + 1..=2 * pairs[n].0 + 1).find(|x| !seen.iter().any(|(_, y)| y == x))
    };
    for (g, pairs) in all.iter().enumerate() {
        for n in 1..pairs.len() {
            ensure!(next(pairs, n, g + 1) == Some(pairs[n].0), "g = {g}, n = {n}");
        }
    }
    ensure!(next(&all[1], 2, 1) != Some(all[1][2].0), "the last g suffice for g = 1, n = 2");
    Ok(holds(words, 60))
}

fn pair_of_a_smaller_value(_: &Range) -> Checked {
    let all = pairs(30, 600);
    for (g, own) in all.iter().enumerate() {
        for &(x, _) in own {
            for smaller in &all[..g] {
                let with_x: Vec<usize> = (0..smaller.len()).filter(|&i| smaller[i].0 == x).collect();
                let index = smaller.partition_point(|&(first, _)| first < x);
                ensure!(with_x.is_empty() || with_x == [index], "g = {g}, x = {x}");
            }
        }
    }
    Ok(holds("g ≤ 30, x < 600", 30))
}
