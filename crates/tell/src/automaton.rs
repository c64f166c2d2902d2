//! The Ulam-Warburton automaton beside three-heap Nim.

use std::fmt::Write;

use sprague::nim::count_zero_triples;
use sprague::ulam_warburton::{births, cells};

use crate::{Told, command};

/// The last generation whose counts are below 2^63.
const LAST: u64 = (1 << 31) - 1;
/// The most generations that are listed.
const MOST_LISTED: u64 = 10_000;
/// The most generations that a table shows.
const MOST_ROWS: u64 = 64;

/// How many cells are born to a generation, or why that cannot be told.
pub fn ulam_warburton(generation: u64) -> Result<Told<command::UlamWarburton>, String> {
    if generation > LAST {
        return Err(format!(
            "generation {generation} has more than 2^63 cells; the last one that can be counted is {LAST}"
        ));
    }
    let document = document(generation);
    let text = report(&document);
    Ok(Told::new(document, text))
}

fn document(generation: u64) -> command::UlamWarburton {
    let small = |count: u128| u64::try_from(count).unwrap_or(u64::MAX);
    let listed = generation.min(MOST_LISTED - 1);
    command::UlamWarburton {
        generation,
        born: small(births(generation)),
        cells: small(cells(generation)),
        zero_triples: small(count_zero_triples(2 * generation)),
        births: (0..=listed).map(|n| small(births(n))).collect(),
        truncated: listed < generation,
        file: None,
    }
}

fn report(found: &command::UlamWarburton) -> String {
    let mut text = String::from("generation  born  cells  P-triples of Nim with twice as many tokens\n");
    let mut all = 0;
    for (generation, born) in (0..=MOST_ROWS).zip(&found.births) {
        all += born;
        let triples = count_zero_triples(2 * generation);
        let _ = writeln!(text, "{generation:>10}  {born:>4}  {all:>5}  {triples}");
    }
    if found.generation > MOST_ROWS {
        let command::UlamWarburton { generation, born, cells, zero_triples, .. } = found;
        let _ = writeln!(text, "       ...\n{generation:>10}  {born:>4}  {cells:>5}  {zero_triples}");
    }
    text.push_str("From generation 1 on, 3 times the births are 4 times the triples (theory 2.5).\n");
    text
}
