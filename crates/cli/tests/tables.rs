//! Tables and lists as the documents print them: against golden tables, and against the definition played out.

use std::collections::{BTreeMap, HashMap};
use std::fs;

use serde_json::{Value, json};

use crate::common::{all_refused, document, text};

fn golden(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../tables/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect(name);
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The numbers of a line of CSV or of a list.
fn numbers(line: &str, between: char) -> Vec<u64> {
    line.split(between).map(|word| word.parse().expect(line)).collect()
}

#[test]
fn tables_are_the_golden_ones() {
    for (game, name) in [
        ("rectangle", "schrage_2d_d1_24x24.csv"),
        ("rectangle(diff>=2)", "schrage_2d_d2_24x24.csv"),
        ("rectangle(diff>=3)", "schrage_2d_d3_24x24.csv"),
    ] {
        let rows: Vec<String> = golden(name)[1..].iter().map(|row| row[1..].join(",")).collect();
        let table = text(&["table", game, "--rows", "24", "--cols", "24", "--format", "csv"]);
        assert_eq!(table.lines().collect::<Vec<_>>(), rows, "{game}");
    }
    let rows: Vec<String> =
        golden("star_nim2_sg_60x60.csv")[1..].iter().map(|row| row[1..].join(",")).collect();
    let table = text(&["table", "star-nim", "--rows", "60", "--cols", "60", "--format", "csv"]);
    assert_eq!(table.lines().collect::<Vec<_>>(), rows);
}

/// The values of a game of two numbers by the definition.
fn by_mex(size: u64, options: impl Fn(u64, u64) -> Vec<(u64, u64)>) -> BTreeMap<(u64, u64), u64> {
    let mut values: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for sum in 0..=2 * size {
        for a in sum.saturating_sub(size)..=sum.min(size) {
            let seen: Vec<u64> = options(a, sum - a).iter().map(|option| values[option]).collect();
            let value = (0..).find(|value| !seen.contains(value)).expect("a value");
            values.insert((a, sum - a), value);
        }
    }
    values
}

#[test]
fn tables_are_those_of_the_definition() {
    let lower = |a: u64, b: u64| {
        let rows = (0..a).map(move |c| (c, b));
        rows.chain((0..b).map(move |c| (a, c)))
    };
    let queen = move |a: u64, b: u64| lower(a, b).chain((1..=a.min(b)).map(|t| (a - t, b - t))).collect();
    // two rows of chocolate, the upper one with its poisoned first square; nothing is left but the poison at (1, 0)
    let chomp = |a: u64, b: u64| {
        let upper = (1..a).map(move |left| (left, b.min(left)));
        if a == 0 || b > a { Vec::new() } else { upper.chain((0..b).map(move |left| (a, left))).collect() }
    };
    let euclid = |a: u64, b: u64| match (a, b) {
        (0, _) | (_, 0) => Vec::new(),
        (a, b) if a >= b => (1..=a / b).map(|times| (a - times * b, b)).collect(),
        (a, b) => (1..=b / a).map(|times| (a, b - times * a)).collect(),
    };
    let size = 14;
    let nim = by_mex(size, move |a, b| lower(a, b).collect());
    assert!(nim.iter().all(|(&(a, b), &value)| value == a ^ b));
    for (game, values) in [
        ("nim", nim),
        ("wythoff", by_mex(size, queen)),
        ("chomp: *,*", by_mex(size, chomp)),
        ("euclid", by_mex(size, euclid)),
    ] {
        let found = document(&["table", game, "--rows", "14", "--cols", "14"]);
        let (first_row, first_column) = (found["first_row"].as_u64(), found["first_column"].as_u64());
        let mut cells = 0;
        for (a, row) in (first_row.expect("a row")..).zip(found["values"].as_array().expect("rows")) {
            for (b, cell) in (first_column.expect("a column")..).zip(row.as_array().expect("cells")) {
                if let Some(value) = cell.as_u64() {
                    assert_eq!(value, values[&(a, b)], "{game} {a} {b}");
                    cells += 1;
                }
            }
        }
        assert!(cells >= 100, "{game}: {cells}");
    }
}

#[test]
fn a_triangle_goes_upwards_and_slices_stand_below_each_other() {
    let triangle = text(&["table", "star-nim", "--rows", "4", "--cols", "6", "--triangle"]);
    let lines: Vec<&str> = triangle.lines().collect();
    assert_eq!(lines[1], "  4 |         0 2 9");
    assert_eq!(lines[2], "  3 |       0 1 6 8");
    assert_eq!(lines[6], "a\\b | 0 1 2 3 4 5 6");
    let found = document(&["table", "star-nim", "3", "--rows", "3", "--cols", "3"]);
    let slices = found["slices"].as_array().expect("slices");
    assert_eq!(slices.len(), 4);
    // P exactly where Nim is P, all tokens above 0 (theory 7.2)
    for slice in &slices[1..] {
        let c = slice["number"].as_u64().expect("a number");
        for (a, row) in slice["values"].as_array().expect("rows").iter().enumerate().skip(1) {
            for (b, value) in row.as_array().expect("cells").iter().enumerate().skip(1) {
                assert_eq!(value == &json!(0), (a ^ b) as u64 == c, "{c} {a} {b}");
            }
        }
    }
}

/// Whether the previous player wins heaps, by playing everything out.
fn is_p(
    heaps: &[u64],
    misere: bool,
    take: &dyn Fn(u64) -> Vec<Vec<u64>>,
    seen: &mut HashMap<Vec<u64>, bool>,
) -> bool {
    let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    if let Some(&known) = seen.get(&heaps) {
        return known;
    }
    let mut is_won = false;
    let mut has_move = false;
    for at in 0..heaps.len() {
        for parts in take(heaps[at]) {
            has_move = true;
            let mut next = heaps.clone();
            next.remove(at);
            next.extend(parts);
            is_won |= is_p(&next, misere, take, seen);
        }
    }
    let is_p = if has_move { !is_won } else { !misere };
    seen.insert(heaps, is_p);
    is_p
}

#[test]
fn listed_positions_are_those_of_the_definition() {
    let nim = |heap: u64| (0..heap).map(|left| vec![left]).collect::<Vec<_>>();
    let kayles = |heap: u64| {
        let left = |taken: u64| {
            (0..=heap.saturating_sub(taken) / 2).map(move |part| vec![part, heap - taken - part])
        };
        let mut all: Vec<Vec<u64>> = left(1).collect();
        if heap > 1 {
            all.extend(left(2));
        }
        all
    };
    let games: [(&str, &dyn Fn(u64) -> Vec<Vec<u64>>); 2] = [("nim", &nim), ("kayles", &kayles)];
    for (game, take) in games {
        for misere in [false, true] {
            let mut seen = HashMap::new();
            let mut expected = Vec::new();
            for a in 1..=7u64 {
                for b in a..=7 {
                    for c in b..=7 {
                        if is_p(&[a, b, c], misere, take, &mut seen) {
                            expected.push(vec![a, b, c]);
                        }
                    }
                }
            }
            let mut arguments = vec!["positions", game, "3", "--max", "7"];
            if misere {
                arguments.push("--misere");
            }
            let lines: Vec<Vec<u64>> = text(&arguments).lines().map(|line| numbers(line, ' ')).collect();
            assert_eq!(lines, expected, "{game} {misere}");
            let found = document(&arguments);
            assert_eq!(found["positions"], json!(expected));
            assert_eq!(found["count"], json!(expected.len()));
        }
    }
}

#[test]
fn listed_positions_are_the_golden_ones() {
    for (name, tokens, most) in
        [("star_nim4_ppositions_max16.csv", 4, 16), ("star_nim5_ppositions_max10.csv", 5, 10)]
    {
        let rows = golden(name);
        let rows = rows[1..].iter().map(|row| numbers(&row[..tokens].join(","), ','));
        let expected: Vec<Vec<u64>> = rows.filter(|row| row[tokens - 1] <= most).collect();
        let arguments = ["positions", "star-nim", &tokens.to_string(), "--max", &most.to_string()];
        let lines: Vec<Vec<u64>> = text(&arguments).lines().map(|line| numbers(line, ' ')).collect();
        assert_eq!(lines, expected, "{name}");
    }
    // by search as well, where the list begins elsewhere
    let searched = text(&["positions", "star-nim", "4", "--max", "6", "--from", "2"]);
    let listed = text(&["positions", "star-nim", "4", "--max", "6"]);
    let without_one: Vec<&str> = listed.lines().filter(|line| !line.starts_with("1 ")).collect();
    assert_eq!(searched.lines().collect::<Vec<_>>(), without_one);
    // the table of the slides
    assert!(
        text(&["positions", "nim", "3", "--max", "9"]).starts_with("1 2 3\n1 4 5\n1 6 7\n1 8 9\n2 4 6\n")
    );
    assert_eq!(text(&["positions", "wythoff", "2", "--max", "8"]), "1 2\n3 5\n4 7\n");
    assert_eq!(text(&["positions", "nim", "2", "--max", "2", "--misere"]), "2 2\n");
}

/// The thesis prints the exceptional values of Kayles in bold: 14 heaps below 71.
#[test]
fn exceptional_heaps_are_marked() {
    let exceptional = json!([0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
    let found = document(&["values", "kayles", "--to", "83", "--width", "12"]);
    assert_eq!(found["exceptional"], exceptional);
    let rows = text(&["values", "kayles", "--to", "83", "--width", "12"]);
    assert_eq!(rows.lines().nth(1), Some(" 0  0* 1  2  3* 1  4  3* 2  1  4* 2  6*"));
    assert_eq!(rows.lines().nth(7), Some("72  4  1  2  8  1  4  7  2  1  8  2  7"));
    let marks: usize = rows.lines().skip(1).take(7).map(|line| line.matches('*').count()).sum();
    assert_eq!(marks, 14);
    let unproved = text(&["values", "grundy", "--to", "20", "--width", "5"]);
    assert!(unproved.ends_with("No period is proved, so no heap is marked as exceptional.\n"), "{unproved}");
    assert_eq!(
        text(&["values", "kayles", "--to", "2", "--columns"]).lines().skip(1).collect::<Vec<_>>(),
        ["heap  value", "   0      0", "   1      1", "   2      2"]
    );
}

#[test]
fn counts_by_value_and_excluded_periods_are_those_of_the_thesis() {
    let found = document(&["stats", "grundy", "--from", "1", "--to", "10000"]);
    for row in &golden("grundy_value_frequencies_10000.csv")[1..] {
        assert_eq!(found["counts"][&row[0]].as_u64().unwrap_or(0).to_string(), row[1], "value {}", row[0]);
        if row[1] == "0" {
            continue;
        }
        let value: u64 = row[0].parse().expect("a value");
        let is_rare = found["rare_values"].as_array().expect("a space").contains(&json!(value));
        assert_eq!(is_rare, row[2] == "rare", "value {value}");
    }
    let excluded: Vec<Vec<u64>> = golden("grundy_excluded_periods.csv")[1..]
        .iter()
        .map(|row| row.iter().map(|number| number.parse().expect("a number")).collect())
        .collect();
    let column = |at: usize| -> Value { excluded.iter().map(|row| row[at]).collect() };
    assert_eq!(found["excluded_periods"], column(0));
    assert_eq!(found["excluded_by"], column(1));
    assert_eq!((&found["least_not_excluded"], &found["least_not_excluded_by_3"]), (&json!(29), &json!(33)));
    let shown = text(&["stats", "grundy", "--from", "1", "--to", "3000", "--excluded", "--by", "value"]);
    assert!(shown.contains("\n     1    1     26   26     69  276    169  676    341  682\n"), "{shown}");
    assert!(shown.contains("is 29; the smallest divisible by 3 is 33."), "{shown}");
}

/// Remark 11.8 with its numbers: R and k as they were found to a heap.
#[test]
fn how_far_is_far_enough() {
    let found = document(&["sparse", "grundy", "--to", "10000"]);
    let (last, count) = (&found["last_rare"], &found["rare_count"]);
    let far = &found["far_enough"];
    assert_eq!((&far["factor"], &far["exponent"]), (count, last));
    assert_eq!(far["base"].as_u64(), last.as_u64().map(|last| 2 * last));
}

/// The options of large heaps in the game of Prop. 9.2, class by class, against the definition at one heap of each
/// class.
#[test]
fn residues_have_the_options_of_large_heaps() {
    let found = document(&["period", "split(2, diff>=2)", "--residues"]);
    let tables = found["residues"].as_array().expect("tables");
    let values: Vec<u64> = tables.iter().map(|table| table["value"].as_u64().expect("a value")).collect();
    assert_eq!(values, [3, 0, 2, 1]);
    let value =
        |heap: u64| [0, 0, 0, 0, 1].get(heap as usize).copied().unwrap_or(values[(heap % 4) as usize]);
    for table in tables {
        let residue = table["residue"].as_u64().expect("a residue");
        for heap in [40 + residue, 44 + residue] {
            let name = |part: u64| if part < 5 { part.to_string() } else { format!("{} mod 4", part % 4) };
            let mut expected: Vec<(Vec<String>, u64)> = (1..heap)
                .filter(|&part| heap >= 2 * part + 2)
                .map(|part| {
                    let mut names = vec![name(part), name(heap - part)];
                    names.sort_unstable();
                    (names, value(part) ^ value(heap - part))
                })
                .collect();
            expected.sort_unstable();
            expected.dedup();
            let options = table["options"].as_array().expect("options").iter();
            let mut shown: Vec<(Vec<String>, u64)> = options
                .map(|option| {
                    let names = option["parts"].as_array().expect("parts").iter();
                    let mut names: Vec<String> =
                        names.map(|name| name.as_str().expect("text").to_owned()).collect();
                    names.sort_unstable();
                    (names, option["value"].as_u64().expect("a value"))
                })
                .collect();
            shown.sort_unstable();
            assert_eq!(shown, expected, "heap {heap}");
        }
    }
}

#[test]
fn what_is_no_table_is_refused_at_once() {
    all_refused(&[
        (&["table", "wythoff", "--rows", "1e18", "--cols", "1e18", "--format", "csv"], "positions"),
        (&["table", "wythoff", "--rows", "1000", "--cols", "1000"], "--format csv"),
        (&["table", "coins(ruler)"], "write one with a * for each number"),
        (&["table", "chomp: *,*,*"], "expected 2 numbers left open as *, found 3"),
        (&["table", "wythoff", "4"], "2..=3"),
        (&["positions", "nim", "6", "--max", "1e6"], "steps"),
        (&["positions", "nim", "3", "--max", "4", "--from", "5"], "beyond"),
        (&["positions", "wythoff", "3", "--max", "4"], "no positions of 3 numbers"),
        (&["values", "kayles", "--width", "12", "--format", "csv"], "lay out a table"),
        (&["period", "nim", "--residues"], "no finite table"),
        (&["stats", "kayles", "--from", "10", "--to", "5"], "the range is empty"),
    ]);
}
