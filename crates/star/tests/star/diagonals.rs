//! Diagonals (theory 8.14), beside the claims of `farr-ho` 4.5.

use sprague::games::star_nim::two_star_table;
use sprague::star::{DiagonalPeriod, MOST_DIAGONAL, diagonal_period};

use super::{lines, number};

#[test]
fn what_no_block_proves() {
    assert!(matches!(diagonal_period(31, 200_000, 10_000), DiagonalPeriod::Observed(_)));
    assert_eq!(diagonal_period(MOST_DIAGONAL + 1, 10, 10), DiagonalPeriod::Unknown);
    assert_eq!(diagonal_period(u32::MAX, 10, 10), DiagonalPeriod::Unknown);
}

/// Source: G(a, a + c) for a <= 440, c <= 7 (theory 8.1), and the table by mex beyond it.
#[test]
fn the_periods_are_those_of_the_values() {
    let table = two_star_table(1200, 1210);
    let golden: Vec<Vec<u64>> = lines(include_str!("../../../tables/golden/star_nim2_diagonal_values.csv"))
        .map(|line| line.iter().map(|text| number(text)).collect())
        .collect();
    for c in 0..=6 {
        let DiagonalPeriod::Proved { first_row, cycle, .. } = diagonal_period(c as u32, 200_000, 2_000_000)
        else {
            panic!("diagonal {c} is proved");
        };
        for a in first_row..=1200 {
            let value = u64::from(cycle[(a - first_row) as usize % cycle.len()]);
            assert_eq!(table.get(a as usize, a as usize + c).map(|value| value.0), Some(value), "{a}, {c}");
            if let Some(row) = golden.get(a as usize - 1) {
                assert_eq!((row[0], row[c + 1]), (a, value));
            }
        }
    }
}
