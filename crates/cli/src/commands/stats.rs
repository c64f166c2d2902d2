//! `sprague stats`: how often each value occurs, zeros, records, excluded periods.

use std::fmt::Write;
use std::process::ExitCode;

use serde_json::{Map, Value, json};
use sprague::analysis::{Statistics, excluded_periods};
use sprague::heap::HeapGame;
use sprague::sequence::send_values;

use super::heap_game;
use crate::args::{Common, Stats};
use crate::failure::Failure;
use crate::{output, progress};

/// How many numbers of a list a person wants to see.
const SHOWN: usize = 60;

pub fn run(args: &Stats, common: &Common) -> Result<ExitCode, Failure> {
    let game = heap_game(&args.game)?;
    let mut statistics = Statistics::default();
    send_values(&game, 0, args.to, common.engine(), &progress::limits(common), &mut statistics)?;
    if common.json {
        return output::json(common, &document(&game, args.to, &statistics));
    }
    output::text(common, &report(&game, args.to, &statistics))
}

fn document(game: &HeapGame, to: u64, statistics: &Statistics) -> Value {
    let counts: Map<String, Value> =
        statistics.counts().map(|(value, count)| (value.to_string(), count.into())).collect();
    let records: Vec<[u64; 2]> = statistics.records().iter().map(|&(heap, value)| [heap, value.0]).collect();
    let greatest = statistics.greatest();
    json!({
        "game": game.to_string(),
        "to": to,
        "max": greatest.map(|(_, value)| value.0),
        "argmax": greatest.map(|(heap, _)| heap),
        "zero_count": statistics.zero_count(),
        "zeros": statistics.zeros(),
        "records": records,
        "counts": counts,
        "excluded_periods": excluded_periods(game.rule.clauses(), statistics.zeros()),
    })
}

fn report(game: &HeapGame, to: u64, statistics: &Statistics) -> String {
    let mut text = format!("{game}: heaps 0 to {to}, computed\n");
    if let Some((heap, value)) = statistics.greatest() {
        let _ = writeln!(text, "\nGreatest value {value}, first at heap {heap}.");
    }
    let _ = writeln!(text, "\n{} heaps of value 0:", statistics.zero_count());
    list(&mut text, statistics.zeros().iter());
    let records = statistics.records().iter().map(|(heap, value)| format!("{value} at {heap}"));
    let _ = writeln!(text, "\nRecords, the first heap of each greatest value so far:");
    list(&mut text, records.collect::<Vec<_>>().iter().rev().take(12).rev());
    let _ = writeln!(text, "\n  value       heaps   share");
    let heaps = statistics.heaps() as f64;
    let mut counts: Vec<_> = statistics.counts().collect();
    let kinds = counts.len();
    counts.sort_by_key(|&(value, count)| (std::cmp::Reverse(count), value));
    for (value, count) in counts.into_iter().take(20) {
        let _ = writeln!(text, "  {value:>5} {count:>11} {:>6.2} %", 100.0 * count as f64 / heaps);
    }
    if kinds > 20 {
        let _ = writeln!(text, "  ... and {} other values (all of them with --json)", kinds - 20);
    }
    let excluded = excluded_periods(game.rule.clauses(), statistics.zeros());
    let _ = writeln!(
        text,
        "\n{} numbers are no period, because a heap of value 0 forbids them (theory 4.4):",
        excluded.len()
    );
    list(&mut text, excluded.iter());
    if let Some(survivor) = (1..=1 + to).find(|period| excluded.binary_search(period).is_err()) {
        let _ = writeln!(text, "The smallest that is not excluded is {survivor}.");
    }
    text
}

/// Numbers in lines of at most 100 characters, shortened.
fn list<T: ToString>(text: &mut String, items: impl Iterator<Item = T>) {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    let mut line = String::from(" ");
    for item in items.iter().take(SHOWN) {
        if line.len() + item.len() > 98 {
            let _ = writeln!(text, "{line}");
            line = String::from(" ");
        }
        let _ = write!(line, " {item}");
    }
    if items.len() > SHOWN {
        let _ = write!(line, " ... and {} more", items.len() - SHOWN);
    }
    let _ = writeln!(text, "{line}");
}
