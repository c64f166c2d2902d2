//! Section 4.3: Algorithms 2 and 3, and Theorem 4 on the periods of sequences.

use sprague::star::{SequencePeriod, ValueMachine, sequence_period};
use sprague_star::{AlgorithmOne, AlgorithmTwo};

use super::pairs;
use crate::claim::Expected::{Holds, Unclear};
use crate::claim::Line;
use crate::ensure;
use crate::finding::{Checked, holds, same, unclear};
use crate::range::Range;

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("4.3", "Alg. 2", "8.8", Holds, algorithm_two,
        "The pairs can be found while only about g² numbers are kept."),
    ("4.3a", "Alg. 3, Lemmas 5 to 7", "8.8", Holds, finite_state,
        "Relative to the row the state is finite: masks of at most g + 2 bits."),
    ("4.3b", "Rem. 5(2), (4), Lemma 6, Rem. 6 to 8, Alg. 2, 3", "8.7", Unclear, lost_constants,
        "The constants of these are not legible; the sharp ones were computed in their place."),
    ("4.3c", "Thm 4", "8.9", Holds, theorem_four,
        "For each g the differences y_n - x_n are ultimately periodic; preperiods and periods of g ≤ 28."),
    ("4.3d", "Thm 4, the example displayed", "8.9", Holds, example_six,
        "g = 6: preperiod 5, period 12, cycle 3 3 4 3 3 4 3 3 4 4 4 4."),
    ("4.3e", "Thm 4, constant sequences", "8.9", Holds, constant_sequences,
        "The differences become constant for g ≤ 5, then for 7, 11 to 13, 19 to 21, 27 and 28."),
    ("4.3f", "Rem. 6, complexity", "8.8", Holds, complexity,
        "n pairs of value g take O(n (log n + log g + g log n)) steps. Measured: at most (g + 1)(2n + 1) \
         steps of a value, each on a mask of g + 2 bits; twice the pairs or twice the values take twice \
         as many."),
];

fn algorithm_two(range: &Range) -> Checked {
    let count = range.to(400, 1500) as usize;
    let machine = pairs(40, 2 * count as u64 + 10);
    let by_one = |g: u32| AlgorithmOne::new(g).zip(&machine[g as usize]).take(400).all(|(x, y)| x == *y);
    for g in 0..=40 {
        ensure!(
            [0, 1, 2, 6, 17, 28, 40].iter().all(|&other| other != g) || by_one(g),
            "algorithm 1, g = {g}"
        );
        let mut two = AlgorithmTwo::new(g);
        ensure!(two.by_ref().take(count).eq(machine[g as usize][..count].iter().copied()), "g = {g}");
        ensure!(two.held() as u32 <= (g + 1) * (g + 4), "g = {g}: {} numbers", two.held());
    }
    Ok(holds(format!("g ≤ 40, {count} pairs; never more than (g + 1)(g + 4) numbers"), 40))
}

/// The steps of a value that the value machine takes for n pairs of value g.
fn steps(g: u32, pairs: u64) -> u64 {
    let mut machine = ValueMachine::new(g);
    let (mut found, mut steps) = (0, 0);
    while found < pairs {
        machine.step(|value, _| found += u64::from(value == g));
        steps += u64::from(g) + 1;
    }
    steps
}

fn complexity(range: &Range) -> Checked {
    let most = range.to(1 << 12, 1 << 16);
    let mut largest: f64 = 0.0;
    for g in [1u32, 2, 3, 7, 15, 30, 60, 120] {
        let mut n = 1 << 8;
        while n <= most {
            let (found, twice, wider) = (steps(g, n), steps(g, 2 * n), steps((2 * g + 1).min(125), n));
            ensure!((n..=2 * n + 1).contains(&(found / u64::from(g + 1))), "g = {g}, n = {n}: {found}");
            ensure!((19 * found..=21 * found).contains(&(10 * twice)), "g = {g}, n = {n}: {found}, {twice}");
            let ratio = f64::from((2 * g + 1).min(125) + 1) / f64::from(g + 1) * found as f64;
            ensure!((0.8..1.25).contains(&(wider as f64 / ratio)), "g = {g}, n = {n}: {found}, {wider}");
            let (log_n, log_g) = ((n as f64).log2(), f64::from(g.max(2)).log2());
            largest = largest.max(found as f64 / (n as f64 * (log_n + log_g + f64::from(g) * log_n)));
            n *= 4;
        }
    }
    ensure!(largest.total_cmp(&0.5).is_le(), "{largest} of n (log n + log g + g log n)");
    Ok(holds(format!("g ≤ 120, n ≤ {most}: at most {largest:.2} n (log n + log g + g log n) steps"), most))
}

fn finite_state(range: &Range) -> Checked {
    let rows = range.to(20_000, 200_000);
    let mut machine = ValueMachine::new(60);
    for _ in 0..rows {
        for (g, &mask) in machine.masks().iter().enumerate() {
            ensure!(mask >> (g + 2) == 0, "row {}, value {g}: {mask:b}", machine.row());
        }
        machine.step(|_, _| ());
    }
    Ok(holds(format!("g ≤ 60, {rows} rows"), rows))
}

/// Sharpness is what was computed in place of the constants: after a row a mask has g + 1 bits, and not fewer.
fn lost_constants(_: &Range) -> Checked {
    let mut machine = ValueMachine::new(30);
    let mut widest = [0u32; 31];
    for _ in 0..20_000 {
        machine.step(|_, _| ());
        for (wide, mask) in widest.iter_mut().zip(machine.masks()) {
            *wide = (*wide).max(128 - mask.leading_zeros());
        }
    }
    same("the widest masks", widest.to_vec(), (1..=31).collect())?;
    Ok(unclear("g ≤ 30, 20 000 rows: after a row the masks have at most g + 1 bits, and not fewer", 30))
}

/// Preperiod and period of the differences.
const PERIODS: [(u64, u64); 29] = [
    (1, 1),
    (2, 1),
    (1, 1),
    (3, 1),
    (6, 1),
    (6, 1),
    (5, 12),
    (11, 1),
    (11, 36),
    (18, 72),
    (35, 72),
    (36, 1),
    (39, 1),
    (39, 1),
    (36, 56),
    (37, 56),
    (56, 504),
    (54, 1512),
    (61, 1512),
    (63, 1),
    (58, 1),
    (57, 1),
    (120, 132),
    (118, 132),
    (713, 924),
    (713, 55_440),
    (694, 55_440),
    (693, 1),
    (689, 1),
];

fn theorem_four(range: &Range) -> Checked {
    let last = PERIODS.len() - 1;
    let all = pairs(last as u32, range.to(130_000, 250_000));
    for (g, known) in (0u32..).zip(PERIODS).take(last + 1) {
        let SequencePeriod::Proved { preperiod, period, cycle, block: None, .. } = sequence_period(g, 0, 0)
        else {
            return Err(format!("g = {g} has no proved period"));
        };
        same(&format!("g = {g}"), (preperiod, period, cycle.len() as u64), (known.0, known.1, known.1))?;
        let differences: Vec<u64> = all[g as usize].iter().map(|(x, y)| y - x).collect();
        let (start, p) = (preperiod as usize, period as usize);
        ensure!(
            (start..differences.len() - p).all(|n| differences[n + p] == differences[n]),
            "g = {g}: the pairs differ"
        );
        ensure!(start == 0 || differences[start - 1] != differences[start - 1 + p], "g = {g} starts earlier");
    }
    Ok(holds(format!("g ≤ {last}, for all n by repetition of the state"), last as u64))
}

fn example_six(_: &Range) -> Checked {
    let SequencePeriod::Proved { preperiod, period, cycle, .. } = sequence_period(6, 0, 0) else {
        return Err("g = 6 has no proved period".to_owned());
    };
    same("preperiod and period", (preperiod, period), (5, 12))?;
    same("cycle", cycle, vec![3, 3, 4, 3, 3, 4, 3, 3, 4, 4, 4, 4])?;
    Ok(holds("all n by repetition of the state", 6))
}

fn constant_sequences(_: &Range) -> Checked {
    let mut constant = Vec::new();
    for g in 0..=28 {
        let SequencePeriod::Proved { period, cycle, .. } = sequence_period(g, 0, 0) else {
            return Err(format!("g = {g} has no proved period"));
        };
        if period == 1 {
            same("the constant", cycle, vec![g.div_ceil(2)])?;
            constant.push(g);
        }
    }
    same("constant", constant, vec![0, 1, 2, 3, 4, 5, 7, 11, 12, 13, 19, 20, 21, 27, 28])?;
    Ok(holds("g ≤ 28", 28))
}
