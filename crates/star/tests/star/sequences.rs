//! Sequences of a value: three ways to the pairs, and their periods (theory 8.2, 8.6 to 8.9).

use sprague::games::star_nim::two_star_table;
use sprague::star::{SequencePeriod, ValueMachine, sequence_period};
use sprague_star::{AlgorithmOne, AlgorithmTwo};

use super::{lines, number};

/// The first pairs of every value up to the largest, by the value machine.
fn by_machine(largest: u32, rows: u64) -> Vec<Vec<(u64, u64)>> {
    let mut machine = ValueMachine::new(largest);
    let mut pairs = vec![Vec::new(); largest as usize + 1];
    for row in 0..rows {
        machine.step(|g, d| pairs[g as usize].push((row, row + u64::from(d))));
    }
    pairs
}

/// Source: the first 50 pairs of the values up to 20 (theory 8.6).
#[test]
fn golden_pairs_by_three_ways() {
    let machine = by_machine(20, 200);
    let one: Vec<Vec<(u64, u64)>> = (0..=20).map(|g| AlgorithmOne::new(g).take(50).collect()).collect();
    let two: Vec<Vec<(u64, u64)>> = (0..=20).map(|g| AlgorithmTwo::new(g).take(50).collect()).collect();
    let mut listed = 0;
    for line in lines(include_str!("../../../tables/golden/star_nim2_gseq_pairs.csv")) {
        let (g, n) = (number(line[0]) as usize, number(line[1]) as usize);
        let pair = (number(line[2]), number(line[3]));
        assert_eq!((machine[g][n], one[g][n], two[g][n]), (pair, pair, pair), "g = {g}, n = {n}");
        listed += 1;
    }
    assert_eq!(listed, 21 * 50);
}

#[test]
fn three_ways_agree_further() {
    let machine = by_machine(60, 1200);
    for g in [0, 1, 2, 6, 17, 28, 40] {
        let pairs = &machine[g as usize];
        assert!(AlgorithmOne::new(g).zip(pairs).take(400).all(|(x, y)| x == *y), "1, g = {g}");
        let mut two = AlgorithmTwo::new(g);
        assert!(two.by_ref().zip(pairs).take(400).all(|(x, y)| x == *y), "2, g = {g}");
        assert!(two.held() as u32 <= (g + 1) * (g + 4), "{} numbers are held for g = {g}", two.held());
    }
    // Theory 8.7: growth.
    for (g, pairs) in machine.iter().enumerate() {
        for (n, &(x, y)) in pairs.iter().enumerate().skip(1) {
            assert!(n as u64 <= x && x <= 2 * n as u64 && y - x <= g as u64, "g = {g}, n = {n}");
            assert!(g == 0 || x - pairs[n - 1].0 <= g as u64 + 1, "g = {g}, n = {n}");
        }
    }
}

#[test]
fn the_pairs_are_the_cells_of_the_table() {
    let table = two_star_table(300, 420);
    for (g, pairs) in by_machine(100, 300).into_iter().enumerate() {
        for (x, y) in pairs {
            assert_eq!(table.get(x as usize, y as usize).map(|value| value.0), Some(g as u64), "({x}, {y})");
        }
    }
}

/// Theory 8.2: the sets of the paper's Proposition 4.
#[test]
fn small_values() {
    type Member = fn(u64, u64) -> bool;
    let small: [Member; 6] = [
        |a, b| (a, b) == (0, 1) || a == b && a >= 2,
        |a, b| [(0, 2), (1, 1)].contains(&(a, b)) || a >= 3 && a % 2 == 1 && b == a + 1,
        |a, b| [(0, 3), (1, 2)].contains(&(a, b)) || a >= 4 && a % 2 == 0 && b == a + 1,
        |a, b| [(0, 4), (1, 3), (2, 5)].contains(&(a, b)) || a >= 6 && a % 4 >= 2 && b == a + 2,
        |a, b| {
            let first = [(0, 5), (1, 4), (2, 3), (6, 9), (7, 10), (8, 11)];
            first.contains(&(a, b)) || a >= 12 && a % 4 < 2 && b == a + 2
        },
        |a, b| {
            let first = [(0, 6), (1, 5), (2, 4), (3, 7), (8, 10), (9, 11)];
            first.contains(&(a, b)) || a >= 12 && a % 6 < 3 && b == a + 3
        },
    ];
    let machine = by_machine(5, 5000);
    for (g, member) in small.into_iter().enumerate() {
        let pairs = (0..5000).flat_map(|a| (a..a + 8).map(move |b| (a, b))).filter(|&(a, b)| member(a, b));
        assert!(pairs.eq(machine[g].iter().copied()), "g = {g}");
    }
}

/// Preperiod and period of the differences (theory 8.9).
const KNOWN: [(u64, u64); 29] = [
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

#[test]
fn periods_by_the_whole_state() {
    for (g, known) in (0..).zip(KNOWN) {
        let SequencePeriod::Proved { preperiod, period, cycle, block, .. } = sequence_period(g, 0, 0) else {
            panic!("g = {g} is proved");
        };
        assert_eq!(((preperiod, period), block), (known, None), "g = {g}");
        assert_eq!(cycle.len() as u64, period);
        if g == 6 {
            assert_eq!(cycle, [3, 3, 4, 3, 3, 4, 3, 3, 4, 4, 4, 4]);
        }
        if period == 1 {
            assert_eq!(cycle, [g.div_ceil(2)], "g = {g}");
        }
    }
}

/// Above 28 the blocks prove it; that the period holds, and not one step earlier, is seen in the pairs.
#[test]
fn periods_by_blocks() {
    let machine = by_machine(58, 900_000);
    for g in [29, 34, 36, 42, 46, 51, 52, 53, 58] {
        let SequencePeriod::Proved { preperiod, period, cycle, block, .. } =
            sequence_period(g, 200_000, 2_000_000)
        else {
            panic!("g = {g} is proved");
        };
        assert!(block.is_some_and(|block| block.values().contains(&g)));
        let differences: Vec<u64> = machine[g as usize].iter().map(|(x, y)| y - x).collect();
        let (preperiod, period) = (preperiod as usize, period as usize);
        assert!(differences[preperiod..].iter().zip(cycle.iter().cycle()).all(|(x, y)| *x == u64::from(*y)));
        assert!(
            preperiod == 0 || differences[preperiod - 1] != differences[preperiod - 1 + period],
            "g = {g}"
        );
    }
}

#[test]
fn beyond_the_blocks_nothing_is_proved() {
    assert!(matches!(sequence_period(59, 200_000, 100_000), SequencePeriod::Observed(_)));
    assert_eq!(sequence_period(35, 10, 100), SequencePeriod::Unknown);
}
