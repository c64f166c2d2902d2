//! Section 4 of the thesis: the function of Sprague and Grundy, on random acyclic graphs.

use sprague::play::Play;

use super::outcomes::{digraph, graphs, labels};
use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::range::{Range, values};
use crate::{ensure, plain};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("4.1", "Def. 4.1", "1.3", Holds, values_by_mex,
        "The value of a position is the mex of the values of its options."),
    ("4.2", "Rem. 4.2", "1.3", Holds, nim_heaps,
        "A Nim heap of n has the value n."),
    ("4.3", "Cor. 4.3", "1.3", Holds, zero_is_p,
        "A position is P exactly when its value is 0."),
    ("E-T3", "proof of Cor. 4.3, last line", "1.3", Corrected, reaching_p_is_n,
        "A state that reaches a P-position in one move is N."),
    ("4.4", "section 4", "1.3", Holds, small_bounds,
        "A position whose options are all terminal has the value 1; a value is never larger than the \
         number of options."),
];

fn values_by_mex(range: &Range) -> Checked {
    let mut nodes = 0;
    for game in graphs(range, 41) {
        let found: Vec<u64> = digraph(&game)?
            .values(Play::Normal)
            .map_err(|error| error.to_string())?
            .iter()
            .map(|value| value.0)
            .collect();
        same("values", found, game.values())?;
        nodes += game.options.len() as u64;
    }
    Ok(holds(format!("{nodes} positions of random graphs"), nodes))
}

fn nim_heaps(range: &Range) -> Checked {
    let to = range.to(1000, 4000);
    let by_mex = plain::values(to as usize, |heap, known, option| {
        known[..heap].iter().for_each(|&value| option(value));
    });
    same("by mex", by_mex, (0..=to).collect())?;
    same("by the library", values("nim", to), (0..=to).collect())?;
    Ok(holds(format!("n ≤ {to}"), to))
}

fn zero_is_p(range: &Range) -> Checked {
    let mut nodes = 0;
    for game in graphs(range, 43) {
        let zero: Vec<bool> = digraph(&game)?
            .values(Play::Normal)
            .map_err(|error| error.to_string())?
            .iter()
            .map(|value| value.0 == 0)
            .collect();
        same("value 0", zero, game.outcomes(true))?;
        nodes += game.options.len() as u64;
    }
    Ok(holds(format!("{nodes} positions of random graphs"), nodes))
}

fn reaching_p_is_n(range: &Range) -> Checked {
    let (mut n, mut p) = (0, 0);
    for game in graphs(range, 44) {
        let found = labels(&digraph(&game)?, Play::Normal);
        for (options, label) in game.options.iter().zip(&found) {
            if options.iter().any(|&option| found[option]) {
                *if *label { &mut p } else { &mut n } += 1;
            }
        }
    }
    ensure!(n > 0 && p == 0, "{p} states that reach a P-position are P");
    Ok(corrected("P", "N", format!("{n} states of random graphs that reach a P-position"), n))
}

fn small_bounds(range: &Range) -> Checked {
    let (mut nodes, mut ones) = (0, 0);
    for game in graphs(range, 45) {
        for (options, value) in
            game.options.iter().zip(digraph(&game)?.values(Play::Normal).map_err(|error| error.to_string())?)
        {
            ensure!(value.0 <= options.len() as u64, "value {value} with {} options", options.len());
            if !options.is_empty() && options.iter().all(|&option| game.options[option].is_empty()) {
                same("a node before the end", value.0, 1)?;
                ones += 1;
            }
            nodes += 1;
        }
    }
    ensure!(ones > 0, "no node has only terminal options");
    Ok(holds(format!("{nodes} positions, {ones} of them with terminal options only"), nodes))
}
