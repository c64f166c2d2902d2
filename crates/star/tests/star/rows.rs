//! Periods of rows (theory 8.11 to 8.13).

use sprague::star::{
    LARGEST_ROW, Mark, Pass, PassRun, Pattern, RowPeriod, RowProof, RowStage, TrackedRow, row_by_repetition,
    row_windows,
};
use sprague_star::RowMachine;

/// First column, period and cycle type of rows 1 to 8, as the statement gives them.
const KNOWN: [(u64, u64, &[usize]); 8] = [
    (1, 1, &[]),
    (1, 3, &[3]),
    (5, 9, &[3]),
    (10, 36, &[4]),
    (25, 144, &[4, 1]),
    (25, 720, &[5]),
    (21, 5040, &[7]),
    (68, 10080, &[2, 2, 1, 1]),
];

fn proved(row: usize, columns: u64, threads: usize) -> RowProof {
    let mut proof = RowProof::new(row).expect("a row");
    while !proof.is_over() {
        proof.advance(columns, threads);
    }
    proof
}

#[test]
fn rows_one_to_eight_by_both_proofs() {
    let proof = proved(8, u64::MAX, 1);
    assert_eq!(proof.history.len(), 8);
    for (row, (first_column, period, cycles)) in (1..).zip(KNOWN) {
        let known = RowPeriod { row, first_column, period };
        assert_eq!(row_by_repetition(row, 100_000), Some(known));
        assert_eq!(proof.history[row - 1], (known, cycles.to_vec()));
    }
    assert_eq!(row_by_repetition(7, 5000), None);
    assert_eq!(row_by_repetition(LARGEST_ROW + 1, 10), None);
    assert_eq!(row_by_repetition(0, 10), None);
    assert_eq!((RowProof::new(0), RowProof::new(LARGEST_ROW + 1)), (None, None));
}

/// Row 9 by the whole state, row 12 by tracks; steps and threads change nothing.
#[test]
fn further_rows_and_small_steps() {
    let nine = row_by_repetition(9, 1_000_000).expect("within the limit");
    assert_eq!(nine.period, 151_200);
    let proof = proved(12, 100_003, 2);
    assert_eq!(proof.history[8].0, nine);
    assert!(matches!(proof.stage, RowStage::Proved(_)));
    assert_eq!(proof, proved(12, u64::MAX, 1));
    let periods: Vec<u64> = proof.history.iter().map(|(found, _)| found.period).collect();
    for (row, pair) in (2..).zip(periods.windows(2)) {
        let ratio = pair[1] / pair[0];
        assert!(pair[1].is_multiple_of(pair[0]) && (row % 2 == 1 || ratio <= row / 2 + 2), "row {row}");
    }
    // Theory 8.12: how many tracks there are.
    for (row, (_, cycles)) in (1..).zip(&proof.history).skip(1) {
        let tracks = if row % 2 == 1 { row } else { row / 2 + 2 };
        assert_eq!(cycles.iter().sum::<usize>(), tracks, "row {row}");
    }
}

/// The machines side by side against a single one with wider words, up to the last row, and the tracks against its windows.
#[test]
fn machines_side_by_side_go_as_one_alone() {
    let (start, columns) = (1 << 17, 300_000);
    for row in [2, 7, 9, 16, LARGEST_ROW] {
        let pattern = Pattern::settle(row_windows(row - 1, start));
        let base = start + (1 << 16);
        assert_eq!(row_windows(row - 1, base), pattern.windows);
        let places = pattern.places();
        let mark = Mark { windows: pattern.windows, used: pattern.used, places };
        let runs = vec![PassRun::at(&mark); 3];
        let mut pass = Pass { row, base, cycle: 3 * columns, spacing: columns, runs };
        pass.advance(columns, 1);
        let windows = row_windows(row, base + columns);
        for run in &pass.runs {
            assert!(!run.fault && run.pattern.windows == windows[..row - 1], "row {row}");
            let Pattern { used, tracks, .. } = run.pattern;
            let (own, count) = (windows[row - 1], tracks.count_ones() as usize);
            assert_eq!(
                (own & !tracks, count),
                (used, if row % 2 == 1 { row } else { row / 2 + 2 }),
                "row {row}"
            );
            let used = if row % 2 == 1 { (row - 1) / 2 } else { row / 2 + 1 };
            assert_eq!((own & tracks).count_ones() as usize, used, "row {row}");
        }
    }
    // a window with a place that a machine does not have is a fault, not a window without it
    let mark = Mark { windows: vec![1, 1 << 40], used: 3, places: vec![2, 3, 4] };
    let mut pass = Pass { row: 3, base: 1, cycle: 1, spacing: 1, runs: vec![PassRun::at(&mark)] };
    pass.advance(1, 1);
    assert!(pass.runs[0].fault);
}

/// The periods are those of the values, and start where they say; the columns go past two periods of row 9.
#[test]
fn periods_hold_in_the_values() {
    let proof = proved(9, u64::MAX, 1);
    assert_eq!(proof.history.len(), 9);
    let columns = 350_000;
    let mut machine = RowMachine::new(1, 9);
    let mut offsets = vec![Vec::new(); 9];
    for b in 1..=columns {
        for (row, &value) in machine.step().iter().enumerate() {
            offsets[row].push(value.cast_signed() - b);
        }
    }
    for (found, _) in &proof.history {
        let row = &offsets[found.row - 1];
        let (p, first) = (found.period as usize, found.first_column as usize);
        let differ = (0..row.len() - p).rposition(|at| row[at] != row[at + p]);
        assert_eq!(differ.map_or(1, |at| at + 2), first, "{found:?}");
    }
}

/// Theory 8.13: in every column of a whole period no other offset can be taken, and each of these is. Row 15 takes
/// -3 and 2 so seldom that three million columns do not show them.
#[test]
fn offsets_over_a_whole_period() {
    let (last, far) = (13, 15);
    let mut machine = RowMachine::new(1, far);
    let mut seen = vec![0u32; far as usize];
    for b in 1..=3_000_000 {
        let values = machine.step();
        for (a, (seen, value)) in (1..).zip(seen.iter_mut().zip(values)).filter(|_| b > 100) {
            *seen |= 1u32 << (value + a - b);
        }
    }
    let mut proof = RowProof::new(last as usize).expect("a row");
    let mut levels = vec![proof.level.clone()];
    while !proof.is_over() {
        proof.advance(u64::MAX, 2);
        levels.push(proof.level.clone());
    }
    assert_eq!(levels.len(), last as usize);
    for (a, seen) in (1..).zip(seen) {
        let taken: Vec<i64> = (0..32).filter(|at| seen >> at & 1 == 1).map(|at| at - a).collect();
        let expected: Vec<i64> = match a {
            1 => vec![0],
            2 => vec![-2, 1],
            3 => vec![-2, 1, 2],
            4 => vec![-3, -2, 1, 2],
            5 => vec![-3, -2, 1, 2, 3],
            _ => (-(a / 2 + 1)..=-3).chain(1..=i64::midpoint(a, 1)).collect(),
        };
        assert!(taken.iter().all(|offset| expected.contains(offset)), "row {a}");
        assert!(taken.len() == expected.len() || a > 14, "row {a}: {taken:?}");
        let level = levels.get(a as usize - 1);
        assert!(
            level.is_none_or(|level| level.row == a as usize && level.taken == u64::from(seen)),
            "row {a}"
        );
    }
}

/// A pass that starts from a wrong state, or is not over, proves nothing.
#[test]
fn a_pass_refuses_what_does_not_close() {
    let level = proved(7, u64::MAX, 1).level;
    let pass = Pass::after(&level).expect("a next row");
    assert_eq!(pass.clone().finish(0), None, "nothing was followed");
    let mut done = pass.clone();
    done.advance(u64::MAX, 1);
    assert!(done.is_over() && done.runs.iter().all(|run| !run.fault));
    assert_eq!(done.clone().finish(0), None, "no window of the row");
    let mut shorter = pass.clone();
    shorter.cycle = 5040 / 2;
    shorter.advance(u64::MAX, 1);
    assert_eq!(shorter.finish(0x1ff), None, "half the cycle does not come back");
    let mut without_a_track = pass;
    let track =
        without_a_track.runs[0].pattern.tracks & without_a_track.runs[0].pattern.tracks.wrapping_neg();
    without_a_track.runs[0].pattern.tracks ^= track;
    without_a_track.advance(u64::MAX, 1);
    assert!(without_a_track.runs[0].fault);
    assert_eq!(TrackedRow::first(1).period(), Some(1));
}
