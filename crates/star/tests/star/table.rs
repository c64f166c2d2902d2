//! The row machine and the table in bounded memory (theory 8.1, 8.4, 8.10, 9.2).

use std::ops::ControlFlow;

use sprague::games::shared::Shared;
use sprague::games::star_nim::two_star_table;
use sprague::nimber::Nimber;
use sprague::ruleset::Plain;
use sprague::search::Solver;
use sprague_star::{RowMachine, TableSize, send_table, send_table_by_mex};

use super::{lines, number};

fn rows(extent: TableSize, memory: usize) -> Vec<Vec<u64>> {
    let mut rows: Vec<Vec<u64>> = Vec::new();
    let _ = send_table(extent, memory, &mut |a, first, values| {
        if first == 0 {
            rows.push(Vec::new());
        }
        assert_eq!((rows.len() as u64 - 1, rows[a as usize].len() as u64), (a, first));
        rows[a as usize].extend(values);
        ControlFlow::Continue(())
    });
    rows
}

/// Source: the table of 2-Star Nim to 60 (theory 8.1), which holds Table 1 of the paper, a <= 10 and b <= 15.
#[test]
fn the_golden_table() {
    let extent = TableSize { rows: 60, columns: 60, shared: 1 };
    let table = rows(extent, 1 << 20);
    let mut cells = 0;
    for line in lines(include_str!("../../../tables/golden/star_nim2_sg_60x60.csv")) {
        let a = number(line[0]);
        for (b, value) in (0..).zip(&line[1..]) {
            assert_eq!(extent.is_position(a, b), !value.is_empty());
            if !value.is_empty() {
                assert_eq!(table[a as usize][b as usize], number(value), "{a} {b}");
                cells += 1;
            }
        }
    }
    assert_eq!(cells, 61 * 61 - 1);
}

#[test]
fn any_memory_gives_the_same_rows() {
    let extent = TableSize { rows: 40, columns: 300, shared: 1 };
    let whole = rows(extent, usize::MAX);
    for memory in [0, 300, 301, 1000, 7 * 301] {
        assert!(rows(extent, memory) == whole, "{memory}");
    }
    let long = TableSize { rows: 2, columns: 200_000, shared: 1 };
    assert!(rows(long, 0) == rows(long, usize::MAX));
    assert!(extent.work(usize::MAX) < extent.work(0));
}

#[test]
fn the_row_machine_is_the_mex() {
    for (a_max, b_max) in [(1, 50), (16, 3000), (33, 500), (150, 700), (500, 200), (700, 900)] {
        let table = two_star_table(a_max, b_max);
        let mut machine = RowMachine::new(1, a_max as u64);
        for b in 1..=b_max {
            for (a, &value) in (1..).zip(machine.step()) {
                assert_eq!(table.get(a, b), Some(Nimber(value)), "{a} {b}");
                assert!(a.abs_diff(b) as u64 <= value && value < (a + b) as u64, "bounds, {a} {b}");
            }
        }
    }
    let mut by_mex = Vec::new();
    let _ = send_table_by_mex(30, 40, &mut |_, _, row| {
        by_mex.push(row.to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(by_mex, rows(TableSize { rows: 30, columns: 40, shared: 1 }, 1 << 20));
}

/// Theory 9.2: any number of shared squares, against the plain search.
#[test]
fn shared_squares() {
    for shared in 1..=7 {
        let extent = TableSize { rows: 24, columns: 20, shared };
        let table = rows(extent, 1 << 20);
        let mut solver = Solver::new(Plain(Shared::new(shared)));
        for (a, b) in (0..=24u64).flat_map(|a| (0..=20u64).map(move |b| (a, b))) {
            if extent.is_position(a, b) {
                let value = solver.value(&vec![a, b]).expect("small").0;
                assert_eq!(table[a as usize][b as usize], value, "{shared}: {a} {b}");
                if a >= shared && b >= shared {
                    assert_eq!(value == 0, a == b && a > shared, "{shared}: {a} {b}");
                }
            }
        }
        assert!((shared..=20).all(|b| table[shared as usize][b as usize] == b), "{shared}");
    }
    assert!(RowMachine::new(5, 3).step().is_empty());
}
