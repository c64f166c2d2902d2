//! Section 2: level sets, sums, Nim, mex from k on.

use std::collections::BTreeSet;

use sprague::games::star_nim::two_star_table;
use sprague::nim::nim_sum;
use sprague::nimber::{Nimber, mex_from};

use crate::claim::Expected::{Holds, Unclear};
use crate::claim::Line;
use crate::finding::{Checked, holds, same, unclear};
use crate::plain::{Game, ascending, two_star};
use crate::range::Range;
use crate::{ensure, plain};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("2.1", "Lemma 1", "1.4", Holds, level_sets,
        "No option of a position of value v has value v; every position of larger value has an option of \
         value v."),
    ("2.1a", "Lemma 1, hypothesis", "1.4", Holds, weaker_hypothesis,
        "For v > 0 it would be false to ask only that the position is outside the level set of v."),
    ("2.2", "Thm 1", "1.6", Holds, sums_of_stars,
        "The value of a sum of two 2-Star Nims is the nim-sum of their values."),
    ("2.3", "Lemma 2", "2.1", Holds, nim,
        "A Nim position has the nim-sum of its heaps as its value."),
    ("2.4", "Def. 2", "0", Unclear, mex_from_k,
        "Whether mex from k on may be k itself; it is read as the least missing number ≥ k."),
];

fn level_sets(range: &Range) -> Checked {
    let to = range.to(60, 90) as usize;
    let table = two_star_table(to, to);
    let value = |a: usize, b: usize| table.get(a, b).map(|value| value.0);
    let plain = two_star(to, to);
    let mut positions = 0;
    for a in 0..=to {
        for b in 0..=to {
            same("the table", value(a, b), plain[a][b])?;
            let Some(own) = value(a, b) else { continue };
            let above = (0..a).map(|x| value(x, b));
            let left = (0..b).map(|y| value(a, y));
            // with a token on 0 nothing else goes there
            let options: BTreeSet<u64> = above.chain(left).flatten().filter(|_| a * b > 0).collect();
            if a * b > 0 {
                ensure!(!options.contains(&own) && (0..own).all(|v| options.contains(&v)), "({a}, {b})");
            }
            positions += 1;
        }
    }
    Ok(holds(format!("2-Star Nim, a, b ≤ {to}, all v"), positions))
}

/// (0, 1) is terminal: outside the level set of 1, and without an option in it.
fn weaker_hypothesis(_: &Range) -> Checked {
    let table = two_star_table(20, 20);
    let mut exceptions = 0;
    for a in 1..=20 {
        for b in 1..=20 {
            let options = (0..a).map(|x| table.get(x, b)).chain((0..b).map(|y| table.get(a, y)));
            let options: BTreeSet<u64> = options.flatten().map(|value| value.0).collect();
            let own = table.get(a, b).ok_or("a position")?.0;
            exceptions += (1..40).filter(|v| *v > own && !options.contains(v)).count();
        }
    }
    ensure!(exceptions > 0, "no counterexample");
    Ok(holds(format!("{exceptions} counterexamples, a, b ≤ 20"), 20))
}

/// 2-Star Nim as a graph, rows and columns to the given ones.
fn star_graph(a: usize, b: usize) -> Game {
    let node = |x: usize, y: usize| x * (b + 1) + y;
    let mut options = vec![Vec::new(); (a + 1) * (b + 1)];
    for x in 0..=a {
        for y in 0..=b {
            let least = |other: usize| usize::from(other == 0);
            options[node(x, y)].extend((least(y)..x).map(|to| node(to, y)));
            options[node(x, y)].extend((least(x)..y).map(|to| node(x, to)));
        }
    }
    Game { options }
}

fn sums_of_stars(_: &Range) -> Checked {
    let table = two_star_table(4, 4);
    let mut sums = 0;
    for (a, b) in [(1, 2), (2, 3), (3, 3), (3, 4), (4, 4), (0, 3)] {
        for (c, d) in [(1, 1), (2, 4), (4, 3), (2, 2)] {
            let value = star_graph(a, b).plus(&star_graph(c, d)).value();
            let known = table.get(a, b).zip(table.get(c, d)).map(|(x, y)| (x + y).0);
            same("the value of the sum", Some(value), known)?;
            sums += 1;
        }
    }
    Ok(holds(format!("{sums} sums, tokens ≤ 4"), 4))
}

fn nim(range: &Range) -> Checked {
    let to = range.to(7, 9);
    let mut positions = 0;
    for heaps in ascending(3, 0, to) {
        let game = heaps
            .iter()
            .map(|&heap| Game::nim_heap(heap as usize))
            .reduce(|a, b| a.plus(&b))
            .ok_or("heaps")?;
        same("nim-sum", nim_sum(&heaps).0, game.value())?;
        positions += 1;
    }
    Ok(holds(format!("{positions} positions of three heaps to {to}"), to))
}

fn mex_from_k(_: &Range) -> Checked {
    let set = [1, 3, 4, 6];
    let (at_least, above) = (mex_from(3, set.map(Nimber)).0, plain::mex_from(4, &set));
    same("≥ 3, and > 3", (at_least, above), (5, 5))?;
    let (at_least, above) = (mex_from(2, set.map(Nimber)).0, plain::mex_from(3, &set));
    same("≥ 2, and > 2", (at_least, above), (2, 5))?;
    Ok(unclear("{1,3,4,6}: the readings agree from 3 on and differ from 2 on", 6))
}
