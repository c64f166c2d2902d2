//! Sequences of a value and their periods (theory 8.6 to 8.9), beyond what the claims of `farr-ho` 4.2 and 4.3 compute.

use sprague::games::star_nim::two_star_table;
use sprague::star::{SequencePeriod, ValueMachine, sequence_period};

/// The first pairs of every value up to the largest, by the value machine.
fn by_machine(largest: u32, rows: u64) -> Vec<Vec<(u64, u64)>> {
    let mut machine = ValueMachine::new(largest);
    let mut pairs = vec![Vec::new(); largest as usize + 1];
    for row in 0..rows {
        machine.step(|g, d| pairs[g as usize].push((row, row + u64::from(d))));
    }
    pairs
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
