//! The appendix of the thesis: the programs of the ten games. We do not have the listings; their loops are restated
//! from the ranges they cover, and counted.

use sprague::heap::{HeapGame, Rule};

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain;
use crate::range::{Range, values};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("A", "App. A to G", "4.1", Holds, loops_in_two_parts,
        "Loops over the smaller part only, y from 0 or 1 to half of the rest, give the games A to G."),
    ("H", "App. H to J", "4.1", Holds, loops_in_three_parts,
        "Loops over the two smaller parts give the games H to J."),
    ("E-T10", "App. B, text", "4.1", Corrected, loop_starts_at_one,
        "Where the loop over the smaller part starts in Grundy's game."),
    ("E-T10b", "App. A, text", "3.3", Corrected, places_of_kayles,
        "How many places the two loops of Kayles fill."),
    ("E-T11", "App. A to G", "3.3", Corrected, room_for_the_mark,
        "How long the list of option values must be to hold the end mark too."),
];

/// The range of a loop for a heap.
type Loop = fn(usize) -> std::ops::RangeInclusive<usize>;
/// Which three parts are allowed.
type Allowed = fn(usize, usize, usize) -> bool;

fn loops_in_two_parts(range: &Range) -> Checked {
    let to = range.to(600, 2000) as usize;
    let kayles = plain::values(to, |n, g, option| {
        if n >= 1 {
            (0..=(n - 1) / 2).for_each(|y| option(g[y] ^ g[n - 1 - y]));
        }
        if n >= 2 {
            (0..=(n - 2) / 2).for_each(|y| option(g[y] ^ g[n - 2 - y]));
        }
    });
    same("A", values("thesis-a", to as u64), kayles)?;
    let loops: [(&str, Loop); 4] = [
        ("b", |n| 1..=n.saturating_sub(1) / 2),
        ("c", |n| 1..=n / 2),
        ("f", |n| 1..=n.saturating_sub(2) / 2),
        ("g", |n| 1..=n.saturating_sub(3) / 2),
    ];
    for (letter, ys) in loops {
        let g = plain::values(to, |n, g, option| ys(n).for_each(|y| option(g[y] ^ g[n - y])));
        same(letter, values(&format!("thesis-{letter}"), to as u64), g)?;
    }
    let with_two = |first: u64, unequal: usize| {
        plain::values(to, move |n, g, option| match n {
            2 if first == 1 => option(0),
            0..3 => {}
            _ => (1..=(n - unequal) / 2).for_each(|y| option(g[y] ^ g[n - y])),
        })
    };
    same("D", values("thesis-d", to as u64), with_two(1, 1))?;
    same("E", values("thesis-e", to as u64), with_two(0, 0))?;
    Ok(holds(format!("n ≤ {to}"), to as u64))
}

fn loops_in_three_parts(_: &Range) -> Checked {
    let games: [(&str, Allowed); 3] =
        [("h", |a, b, c| a < b && b < c), ("i", |a, _, c| a < c), ("j", |_, _, _| true)];
    for (letter, allowed) in games {
        same(letter, values(&format!("thesis-{letter}"), 300), plain::three_parts(300, allowed))?;
    }
    Ok(holds("n ≤ 300", 300))
}

/// The number of options of a heap, as the library lists them.
fn options(rule: &str, heap: u64) -> Result<u64, String> {
    let rule: Rule = rule.parse().map_err(|error| format!("{error}"))?;
    Ok(rule.options(heap).count() as u64)
}

fn loop_starts_at_one(_: &Range) -> Checked {
    for n in 1..=300 {
        same("options of Grundy's game", options("grundy", n)?, (1..=(n - 1) / 2).count() as u64)?;
    }
    Ok(corrected(
        "y from 0",
        "y from 1",
        "n ≤ 300: with y = 0 each heap would have one option too many, itself",
        300,
    ))
}

fn places_of_kayles(_: &Range) -> Checked {
    for n in 2..=300 {
        let (one, two) = (options("take(1) leave(0..2)", n)?, options("take(2) leave(0..2)", n)?);
        same("places", (one, two), ((n - 1) / 2 + 1, (n - 2) / 2 + 1))?;
    }
    Ok(corrected("⌊(n - 1)/2⌋ and ⌊(n - 2)/2⌋", "one more each: the loops start at 0", "2 ≤ n ≤ 300", 300))
}

fn room_for_the_mark(_: &Range) -> Checked {
    let game: HeapGame = "kayles".parse().map_err(|error| format!("{error}"))?;
    for n in 2..=300 {
        let entries = ((n - 1) / 2 + 1) + ((n - 2) / 2 + 1);
        same("entries of Kayles", entries, n)?;
        same("options", game.rule.options(n).count() as u64, n)?;
    }
    Ok(corrected(
        "room for the option values only",
        "one place more, for the end mark",
        "Kayles, n ≤ 300: n option values and a mark",
        300,
    ))
}
