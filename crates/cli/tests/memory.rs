//! Under a limit of memory (`ulimit -v`) every command ends in words: an answer or a refusal, never by a signal.

#![cfg(target_os = "linux")]

use crate::common::limited;

#[test]
fn no_command_ends_by_a_signal_where_memory_is_short() {
    let mut refused = 0;
    let kilobytes = 120_000;
    for arguments in [
        &["solve", "chomp: 13x13", "--max-positions", "1e9", "--max-steps", "1e15"][..],
        &["solve", "kayles: 5 7"],
        &["solve", "grundy: 900000000", "--max-positions", "1e12", "--max-steps", "1e15"],
        &["solve", "split(3, distinct): 900000000", "--max-positions", "1e12", "--max-steps", "1e30"],
        &["solve", "cram: 7x7", "--max-positions", "1e12", "--max-steps", "1e12"],
        &[
            "solve",
            "--misere",
            "0.3: 300 + take(1..50) leave(1..2): 300",
            "--max-positions",
            "1e12",
            "--max-steps",
            "1e12",
        ],
        &["solve", "nearly(cram, cram): [5x5] [5x5]", "--max-positions", "1e12", "--max-steps", "1e11"],
        &["stats", "nim", "--to", "1e9", "--max-positions", "1e12"],
    ] {
        let said = limited(kilobytes, arguments);
        // 124: it was still at work
        assert!(matches!(said.code, Some(0..=4 | 124)), "{arguments:?} under {kilobytes}: {said:?}");
        refused += usize::from(said.code == Some(2));
        assert!(said.code != Some(2) || said.err.starts_with("error: "), "{arguments:?}: {said:?}");
    }
    assert!(refused >= 4, "{refused}");
}
