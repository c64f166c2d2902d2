//! The machines of 2-Star Nim against the definition, in the same run.
//!
//! A table of 200 rows and 10 000 columns is computed by the row machine; by mex over a row and the columns as plain
//! bit sets, each searched from its first word; and by the library's mex, whose sets keep the position up to which they
//! are full. The sums of the values must agree. The benchmark prints cells per second of CPU time, if the system
//! reports it, and the ratios, in three alternating rounds; then steps of one value per second of the value machine.

use std::fs;
use std::hint::black_box;
use std::time::Instant;

use sprague::games::star_nim::two_star_table;
use sprague::star::ValueMachine;
use sprague_star::RowMachine;

const ROWS: usize = 200;
const COLUMNS: usize = 10_000;
const TIMES: usize = 4;

fn by_machine() -> u64 {
    let mut machine = RowMachine::new(1, ROWS as u64);
    (0..COLUMNS).map(|_| machine.step().iter().sum::<u64>()).sum()
}

fn by_plain_mex() -> u64 {
    let words = (ROWS + COLUMNS) / 64 + 1;
    let mut columns = vec![0u64; (COLUMNS + 1) * words];
    let mut row = vec![0u64; words];
    let mut sum = 0;
    for a in 0..=ROWS {
        row.fill(0);
        for (b, column) in columns.chunks_exact_mut(words).enumerate() {
            let value = if a == 0 || b == 0 {
                (a + b).saturating_sub(1)
            } else {
                let unions = row.iter().zip(&*column).map(|(x, y)| x | y);
                let (at, word) =
                    unions.enumerate().find(|(_, word)| *word != u64::MAX).expect("there is room");
                let value = at * 64 + word.trailing_ones() as usize;
                sum += value as u64;
                value
            };
            row[value / 64] |= 1 << (value % 64);
            column[value / 64] |= 1 << (value % 64);
        }
    }
    sum
}

fn by_mex() -> u64 {
    let table = two_star_table(ROWS, COLUMNS);
    let cells = (1..=ROWS).flat_map(|a| (1..=COLUMNS).map(move |b| (a, b)));
    cells.filter_map(|(a, b)| table.get(a, b)).map(|value| value.0).sum()
}

/// Seconds of CPU time of this process, in ticks of 10 ms, or of the clock.
fn seconds(start: Instant) -> f64 {
    let ticks = || -> Option<f64> {
        let text = fs::read_to_string("/proc/self/stat").ok()?;
        let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        fields.get(11)?.parse::<f64>().ok()
    };
    ticks().map_or_else(|| start.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

fn time(work: fn() -> u64) -> (f64, u64) {
    let start = Instant::now();
    let before = seconds(start);
    let mut sum = 0;
    for _ in 0..TIMES {
        sum = black_box(work());
    }
    ((seconds(start) - before).max(0.01) / TIMES as f64, sum)
}

fn main() {
    let cells = (ROWS * COLUMNS) as f64;
    println!("2-Star Nim, {ROWS} rows x {COLUMNS} columns, cells per second of CPU time, one thread");
    println!(
        "  {:>14} {:>14} {:>7} {:>14} {:>7}",
        "row machine", "plain mex", "ratio", "library's mex", "ratio"
    );
    for _ in 0..3 {
        let ((machine, sum), (plain, plain_sum), (mex, mex_sum)) =
            (time(by_machine), time(by_plain_mex), time(by_mex));
        assert_eq!((plain_sum, mex_sum), (sum, sum), "the same values");
        println!(
            "  {:>14.0} {:>14.0} {:>7.1} {:>14.0} {:>7.1}",
            cells / machine,
            cells / plain,
            plain / machine,
            cells / mex,
            mex / machine
        );
    }
    for largest in [28, 58, 118] {
        let (rows, start) = (1_000_000u32, Instant::now());
        let before = seconds(start);
        let mut machine = ValueMachine::new(largest);
        let mut sum = 0;
        for _ in 0..rows {
            machine.step(|_, difference| sum += u64::from(difference));
        }
        black_box(sum);
        let time = (seconds(start) - before).max(0.01);
        let steps = f64::from(rows) * f64::from(largest + 1);
        println!(
            "value machine, values 0 to {largest:>3}: {:>12.0} steps of a value per second",
            steps / time
        );
    }
}
