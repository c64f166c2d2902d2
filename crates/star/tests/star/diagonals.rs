//! Diagonals and their blocks (theory 8.14).

use sprague::games::star_nim::two_star_table;
use sprague::star::{BlockLock, Blocks, DiagonalPeriod, MOST_DIAGONAL, diagonal_period};

use super::{lines, number};

/// First and last diagonal and joint period of the locked blocks, as the statement gives them.
const KNOWN: [(u32, u32, u64); 16] = [
    (0, 0, 1),
    (1, 1, 2),
    (2, 2, 4),
    (3, 5, 144),
    (6, 6, 12),
    (7, 9, 3024),
    (10, 10, 20),
    (11, 13, 110_880),
    (14, 14, 28),
    (15, 17, 48_960),
    (18, 18, 36),
    (19, 21, 22_800),
    (22, 22, 44),
    (23, 25, 291_456),
    (26, 26, 52),
    (27, 29, 592_704),
];

#[test]
fn blocks_up_to_29_are_locked() {
    let blocks: Vec<_> = Blocks::new(200_000, 2_000_000, 29).take(KNOWN.len()).collect();
    assert_eq!(blocks.len(), KNOWN.len());
    for (block, (first, last, joint)) in blocks.iter().zip(KNOWN) {
        let BlockLock::Locked { period, .. } = block.lock else { panic!("{block:?}") };
        assert_eq!((block.first, block.last, period), (first, last, joint));
        assert_eq!(*block.values().end(), 2 * last);
    }
    let next = Blocks::new(200_000, 20_000, 33).nth(KNOWN.len()).expect("a block");
    assert_eq!((next.first, next.last, next.lock), (30, 33, BlockLock::Confined { rows: 20_000 }));
}

#[test]
fn periods_of_diagonals() {
    let known = [
        (0, 2, 1),
        (2, 10, 4),
        (3, 30, 144),
        (4, 67, 144),
        (5, 65, 144),
        (6, 73, 12),
        (7, 72, 3024),
        (10, 115, 20),
        (11, 1411, 110_880),
    ];
    for (c, row, length) in known {
        let DiagonalPeriod::Proved { first_row, period, cycle, block } =
            diagonal_period(c, 200_000, 2_000_000)
        else {
            panic!("diagonal {c} is proved");
        };
        assert_eq!((first_row, period, cycle.len() as u64), (row, length, length), "diagonal {c}");
        assert!((block.first..=block.last).contains(&c));
    }
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

/// Theory 8.14: in a block of one diagonal c >= 1, G(a, a + c) + G(a + c, a + 2c) = 4c - 1.
#[test]
fn blocks_of_one_diagonal() {
    for c in [1u32, 2, 6, 10, 14, 18, 22, 26] {
        let DiagonalPeriod::Proved { period, cycle, .. } = diagonal_period(c, 200_000, 2_000_000) else {
            panic!("diagonal {c} is proved");
        };
        assert_eq!(period, u64::from(2 * c));
        let c = c as usize;
        assert!((0..2 * c).all(|a| cycle[a] + cycle[(a + c) % (2 * c)] == 4 * c as u32 - 1), "diagonal {c}");
    }
}
