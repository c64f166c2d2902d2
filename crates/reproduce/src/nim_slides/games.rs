//! The 21 game, bogus Nim, and the longest game of Nim when the winner plays well.

use std::collections::HashMap;

use sprague::games::bogus_nim::{BankedHeaps, BogusNim};
use sprague::nim::{longest_optimal_game, nim_sum};
use sprague::nimber::Nimber;
use sprague::ruleset::Plain;
use sprague::search::Solver;

use super::nim::options;
use crate::claim::Expected::{Holds, Unclear};
use crate::claim::Line;
use crate::finding::{Checked, holds, same, unclear};
use crate::plain::{Chance, ascending, mex};
use crate::range::{Range, values};
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("2.1", "the 21 game", "3.1", Holds, twenty_one,
        "Taking 1 to 3: multiples of 4 are lost; 21 is won by taking 1."),
    ("2.2", "bogus Nim", "2.3", Holds, bogus_nim,
        "Adding tokens from a bank does not change the value: g(h, B) = h."),
    ("2.2a", "bogus Nim, other devices", "2.3", Holds, bounded_additions,
        "The same if at most c additions of at most m tokens are allowed."),
    ("2.2b", "bogus Nim, the reason", "2.3", Holds, reason,
        "mex(S ∪ U) = n whenever 0, ..., n - 1 are in S and n is in neither."),
    ("2.3", "longest optimal game", "2.4", Holds, longest_from_p,
        "From a P-position the longest game with optimal play has as many moves as there are tokens."),
    ("2.3a", "longest optimal game, forced", "2.4", Holds, forced,
        "The loser can force it: some move of one token leaves only winning replies of one token."),
    ("2.3b", "longest optimal game from N", "2.4", Holds, longest_from_n,
        "From an N-position it has T + 1 - r moves, r the least number of tokens a winning move takes; 3 \
         4 5 has 11."),
    ("2.3c", "what is optimal, what the bank is", "2.4", Unclear, readings,
        "The slides define neither; read as: a winner must keep winning, a loser may do anything; the \
         bank is finite."),
];

fn twenty_one(_: &Range) -> Checked {
    let g = values("take(1..3)", 200);
    ensure!((0..=200).all(|n| (g[n] == 0) == n.is_multiple_of(4)), "zeros");
    same("winning moves from 21", (1..=3).filter(|take| g[21 - take] == 0).collect(), vec![1])?;
    same("values", g[..8].to_vec(), vec![0, 1, 2, 3, 0, 1, 2, 3])?;
    Ok(holds("n ≤ 200", 200))
}

/// Heap and bank, by mex.
fn bogus_table(to: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0; to + 1]; 2 * to + 1];
    for bank in 0..=to {
        for heap in 0..=2 * to - bank {
            let removed = (0..heap).map(|h| table[h][bank]);
            let added = (1..=bank).map(|k| table[heap + k][bank - k]);
            table[heap][bank] = mex(removed.chain(added).collect::<Vec<_>>());
        }
    }
    table
}

fn bogus_nim(range: &Range) -> Checked {
    let to = range.to(24, 40) as usize;
    let table = bogus_table(to);
    for (heap, row) in table.iter().enumerate().take(to + 1) {
        ensure!(row.iter().all(|&value| value == heap as u64), "heap {heap}");
    }
    same("g(3, 7)", table[3][7], 3)?;
    let mut search = Solver::new(Plain(BogusNim));
    for row in tables::rows(tables::BOGUS_NIM) {
        let [Some(heap), Some(bank), Some(value)] = [0, 1, 2].map(|at| tables::cell(&row, at)) else {
            return Err("a row of three numbers".to_owned());
        };
        let position = BankedHeaps::new(vec![heap], bank).ok_or("a position")?;
        same("by the library", search.value(&position), Ok(Nimber(value)))?;
    }
    Ok(holds(format!("h, B ≤ {to}"), to as u64))
}

fn bounded_additions(_: &Range) -> Checked {
    for most in 0..5usize {
        let mut table: Vec<Vec<u64>> = Vec::new();
        for c in 0..5usize {
            // additions only lead to one fewer, so that row is known; it must reach further
            let top = 12 + 5 * (4 - c);
            let mut row: Vec<u64> = Vec::new();
            for heap in 0..=top {
                let added =
                    (1..=most).filter(|_| c > 0).filter_map(|k| table.get(c.wrapping_sub(1))?.get(heap + k));
                let value = mex(row.iter().chain(added).copied().collect::<Vec<_>>());
                row.push(value);
            }
            ensure!(row.iter().enumerate().all(|(heap, &value)| value == heap as u64), "c = {c}, m = {most}");
            table.push(row);
        }
    }
    Ok(holds("h ≤ 12, c < 5, m < 5", 12))
}

fn reason(_: &Range) -> Checked {
    let mut chance = Chance(23);
    for _ in 0..2000 {
        let n = chance.below(9);
        let extra: Vec<u64> =
            (0..chance.below(6)).map(|_| chance.below(20)).filter(|&value| value != n).collect();
        let set = (0..n).chain(extra.iter().copied());
        same("mex", sprague::nimber::mex(set.map(Nimber)).0, n)?;
    }
    Ok(holds("2000 random sets", 2000))
}

/// The longest game by full recursion.
#[derive(Default)]
struct Longest(HashMap<Vec<u64>, u64>);

impl Longest {
    fn of(&mut self, heaps: &[u64]) -> u64 {
        let key: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let lost = nim_sum(&key).is_zero();
        let allowed = options(&key).into_iter().filter(|option| lost || nim_sum(option).is_zero());
        let length = allowed.map(|option| 1 + self.of(&option)).max().unwrap_or(0);
        self.0.insert(key, length);
        length
    }
}

fn longest_from_p(range: &Range) -> Checked {
    let mut longest = Longest::default();
    let mut positions = 0;
    for heaps in
        (1..=4).flat_map(|count| ascending(count, 1, range.to(6, 7))).filter(|heaps| nim_sum(heaps).is_zero())
    {
        let total: u64 = heaps.iter().sum();
        same(
            &format!("{heaps:?}"),
            (longest.of(&heaps), longest_optimal_game(&heaps)),
            (total, total.into()),
        )?;
        positions += 1;
    }
    same("1 2 3", longest.of(&[1, 2, 3]), 6)?;
    Ok(holds(format!("{positions} P-positions of up to four heaps"), positions))
}

fn forced(range: &Range) -> Checked {
    let mut positions = 0;
    for (count, most) in [(3, range.to(12, 16)), (4, range.to(8, 12)), (5, range.to(6, 9))] {
        for heaps in ascending(count, 0, most)
            .into_iter()
            .filter(|heaps| nim_sum(heaps).is_zero() && heaps.iter().any(|&heap| heap > 0))
        {
            let total: u64 = heaps.iter().sum();
            let forcing = options(&heaps)
                .into_iter()
                .filter(|after| after.iter().sum::<u64>() == total - 1)
                .any(|after| {
                    options(&after)
                        .iter()
                        .filter(|reply| nim_sum(reply).is_zero())
                        .all(|reply| reply.iter().sum::<u64>() == total - 2)
                });
            ensure!(forcing, "{heaps:?}");
            positions += 1;
        }
    }
    Ok(holds(format!("{positions} sorted P-positions of three, four and five heaps"), positions))
}

fn longest_from_n(range: &Range) -> Checked {
    let mut longest = Longest::default();
    let mut positions = 0;
    for heaps in (1..=4)
        .flat_map(|count| ascending(count, 1, range.to(6, 7)))
        .filter(|heaps| !nim_sum(heaps).is_zero())
    {
        let total: u64 = heaps.iter().sum();
        let winning = options(&heaps).into_iter().filter(|option| nim_sum(option).is_zero());
        let least =
            winning.map(|option| total - option.iter().sum::<u64>()).min().ok_or("no winning move")?;
        same(&format!("{heaps:?}"), longest.of(&heaps), total + 1 - least)?;
        positions += 1;
    }
    same("3 4 5", (longest.of(&[3, 4, 5]), longest_optimal_game(&[3, 4, 5])), (11, 11))?;
    for row in tables::rows(tables::LONGEST_GAMES) {
        let heaps: Vec<u64> = row[0].split(' ').filter_map(|heap| heap.parse().ok()).collect();
        same(row[0], Some(longest_optimal_game(&heaps) as u64), tables::cell(&row, 3))?;
    }
    Ok(holds(format!("{positions} N-positions of up to four heaps, and the golden table"), positions))
}

/// If the winner, too, might do anything, the answers would be others: every game could last as many moves as tokens.
fn readings(_: &Range) -> Checked {
    let differ = ascending(3, 1, 5)
        .into_iter()
        .filter(|heaps| longest_optimal_game(heaps) != u128::from(heaps.iter().sum::<u64>()))
        .count();
    ensure!(differ > 0, "the readings agree");
    Ok(unclear(
        format!(
            "three heaps to 5: in {differ} positions a winner who may do anything could make the game longer"
        ),
        5,
    ))
}
