//! The counts of the long run of Grundy's game, as they are published, against those of 2002.

use std::collections::BTreeMap;

const OURS: &str = include_str!("../../../docs/records/grundy-2e35.csv");
const PRINTED: &str = include_str!("../../sprague/tests/data/grundy-frequency-2e35.csv");

/// Value, count and class of each row.
fn rows(table: &str) -> BTreeMap<u64, (u64, &str)> {
    let rows = table.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let row = |line| {
        let [value, count, class] = str::split(line, ',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        (value.parse().expect("a value"), (count.parse().expect("a count"), class))
    };
    rows.map(row).collect()
}

#[test]
fn all_counts_below_2_to_the_35_are_those_of_2002() {
    let (ours, printed) = (rows(OURS), rows(PRINTED));
    assert_eq!(printed.len(), 78);
    for (value, row) in &printed {
        assert_eq!(ours.get(value), Some(row), "value {value}");
    }
    assert_eq!(ours.values().map(|row| row.0).sum::<u64>(), 1 << 35);
    let rare: u64 = ours.values().filter(|row| row.1 == "rare").map(|row| row.0).sum();
    assert_eq!(rare, 1287);
}
