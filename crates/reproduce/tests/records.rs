//! The counts of the long runs of Grundy's game, as they are published, against those of 2002 and one another.

use std::collections::BTreeMap;

use sprague::heap::HeapGame;
use sprague::sequence::{Engine, EngineSettings, Signature};

const OURS: &str = sprague_tables::records::GRUNDY_COUNTS;
const FURTHER: &str = sprague_tables::records::GRUNDY_COUNTS_FURTHER;
const PRINTED: &str = sprague_tables::golden::GRUNDY_FREQUENCIES_FAR;

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

/// The cells of the rows of the first table in Markdown, the head and the line below it left out.
fn cells(page: &str) -> impl Iterator<Item = Vec<String>> {
    let row = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let is_row = |line: &&str| line.starts_with('|');
    page.lines().skip_while(move |line| !is_row(line)).take_while(is_row).skip(2).map(row)
}

/// A number with blanks between its groups.
fn grouped(number: &str) -> Option<u64> {
    number.replace(' ', "").parse().ok()
}

/// A part of the page of results.
fn part(title: &str) -> &'static str {
    let page = include_str!("../../../docs/records.md");
    page.split("\n## ").find(|part| part.starts_with(title)).expect(title)
}

/// The signatures of open games that the page shows: the game, the power of two, the signature.
fn open_games() -> Vec<(String, u32, String)> {
    let row = |row: Vec<String>| {
        let (power, signature) = row.last().expect("a signature").split_once(": ").expect("a power of two");
        let power = power.strip_prefix("2^").and_then(|power| power.parse().ok()).expect("a power of two");
        (row[0].clone(), power, signature.trim_matches('`').to_owned())
    };
    cells(part("Open octal games")).map(row).collect()
}

/// The table of the runs is that of the page: last heap and signature, run by run.
#[test]
fn the_runs_are_those_of_the_page() {
    let mut shown: Vec<_> = cells(part("Long computations"))
        .map(|row| {
            let range = row[1].strip_prefix("0 to ").expect("a range from 0 on");
            let last = range.split(" = ").last().and_then(grouped).expect("a last heap");
            (last, row.last().expect("a signature").trim_matches('`').to_owned())
        })
        .collect();
    shown.extend(open_games().into_iter().map(|(_, power, signature)| ((1 << power) - 1, signature)));
    let kept: Vec<_> = sprague_tables::records::RUNS
        .lines()
        .skip(1)
        .map(|line| {
            let row: Vec<_> = line.split(',').collect();
            (row[1].parse().expect("a last heap"), row[3].to_owned())
        })
        .collect();
    assert_eq!(shown, kept);
}

/// The signatures of open games are kept for every power of two up to the one that the page shows, and the first of
/// them are computed again.
#[test]
fn the_signatures_of_open_games_are_those_of_the_page() {
    let kept: Vec<(String, u32, String)> = sprague_tables::records::OPEN_GAMES
        .lines()
        .skip(1)
        .map(|line| {
            let row: Vec<_> = line.split(',').collect();
            (row[0].to_owned(), row[1].parse().expect("a power"), row[2].to_owned())
        })
        .collect();
    let games: Vec<_> = kept.chunk_by(|a, b| a.0 == b.0).collect();
    assert!(games.iter().all(|rows| rows.iter().map(|row| row.1).eq(24..24 + rows.len() as u32)));
    let last: Vec<_> = games.iter().map(|rows| rows[rows.len() - 1].clone()).collect();
    assert_eq!(last, open_games());
    let (game, power, signature) = &kept[0];
    let game: HeapGame = game.parse().expect("a game");
    let mut again = Signature::from(0);
    let _ = Engine::new(game.rule.clauses(), EngineSettings::default()).stream((1 << power) - 1, &mut again);
    assert_eq!(again.finish(), *signature);
}

/// The table of the rows of 2-Star Nim is that of theory 8.11.
#[test]
fn the_rows_of_star_nim_are_those_of_the_theory() {
    let theory = include_str!("../../../docs/theory.md");
    let part = theory.split("### 8.11 ").nth(1).and_then(|rest| rest.split("\n### ").next()).expect("8.11");
    let shown: Vec<_> =
        cells(part).map(|row| row[..3].iter().map(|cell| grouped(cell)).collect::<Vec<_>>()).collect();
    let kept: Vec<_> = sprague_tables::records::STAR_ROWS
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(grouped).collect::<Vec<_>>())
        .collect();
    assert_eq!(shown, kept);
    assert_eq!(kept.len(), 17);
}
