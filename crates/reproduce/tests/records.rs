//! The counts of the long runs of Grundy's game, as they are published, against those of 2002 and one another.

use std::collections::BTreeMap;

const OURS: &str = include_str!("../../../docs/records/grundy-2e35.csv");
const FURTHER: &str = include_str!("../../../docs/records/grundy-2e37.csv");
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

/// No rare heap lies between 2^35 and 2^37, so no rare value has become more frequent;
/// every common one below 256 has.
#[test]
fn the_counts_below_2_to_the_37_add_common_heaps_only() {
    let (before, after) = (rows(OURS), rows(FURTHER));
    assert_eq!(after.values().map(|row| row.0).sum::<u64>(), 1 << 37);
    for (value, (count, class)) in &after {
        // theory 4.5
        assert_eq!(*class, if (value & 0x1fe).count_ones() % 2 == 0 { "rare" } else { "common" }, "{value}");
        let earlier = before.get(value).map_or(0, |row| row.0);
        if *class == "rare" {
            assert_eq!(*count, earlier, "value {value}");
        } else {
            assert!(*count >= earlier + u64::from(*value < 256), "value {value}");
        }
    }
    assert!(before.keys().all(|value| after.contains_key(value)));
}
