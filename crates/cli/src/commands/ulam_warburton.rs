//! `sprague ulam-warburton`: how many cells are born in each generation, beside three-heap Nim, and the picture.

use std::fmt::Write;
use std::process::ExitCode;

use sprague::nim::count_zero_triples;
use sprague::ulam_warburton::{births, cells, generations};
use sprague_picture::cells_svg;
use sprague_picture::pixels::Painter;
use sprague_tell::command;

use super::plot::check_folder;
use crate::args::{Common, UlamWarburton};
use crate::failure::Failure;
use crate::{ending, output};

/// The last generation whose counts are below 2^63.
const LAST: u64 = (1 << 31) - 1;
/// The last generation that is drawn: 87 381 cells.
const LAST_DRAWN: u64 = 255;
/// The most generations that are listed.
const MOST_LISTED: u64 = 10_000;
/// The most generations that a table shows.
const MOST_ROWS: u64 = 64;

pub fn run(args: &UlamWarburton, common: &Common) -> Result<ExitCode, Failure> {
    let generation = args.generation;
    if generation > LAST {
        return Err(Failure::Input(format!(
            "generation {generation} has more than 2^63 cells; the last one that can be counted is {LAST}"
        )));
    }
    let document = document(generation, common);
    if let Some(path) = &common.output {
        let painter = match ending::of(path).as_deref() {
            Some("svg") => None,
            Some("png") => Some(Painter::new().map_err(Failure::Input)?),
            _ => {
                let name = path.display();
                return Err(Failure::Input(format!(
                    "{name} is neither .svg nor .png; write -o FILE.svg or -o FILE.png"
                )));
            }
        };
        check_folder(path).map_err(Failure::Input)?;
        let drawn = u16::try_from(generation).ok().filter(|&last| u64::from(last) <= LAST_DRAWN);
        let Some(last) = drawn else {
            return Err(Failure::Input(format!(
                "the picture of generation {generation} would have {} cells; at most generation {LAST_DRAWN}, with \
                 {} cells, is drawn",
                cells(generation),
                cells(LAST_DRAWN)
            )));
        };
        let title = format!("Ulam-Warburton automaton to generation {generation}");
        let subtitle = format!("{} cells; {} were born last (theory 2.5)", document.cells, document.born);
        let svg = cells_svg(&generations(last), &title, &subtitle);
        let bytes = match painter {
            None => svg.into_bytes(),
            Some(painter) => painter.png(&svg).map_err(Failure::Input)?,
        };
        return output::picture(common, &bytes, &document);
    }
    if common.json { output::json(common, &document) } else { output::text(common, &report(&document)) }
}

fn document(generation: u64, common: &Common) -> command::UlamWarburton {
    let small = |count: u128| u64::try_from(count).unwrap_or(u64::MAX);
    let listed = generation.min(MOST_LISTED - 1);
    command::UlamWarburton {
        generation,
        born: small(births(generation)),
        cells: small(cells(generation)),
        zero_triples: small(count_zero_triples(2 * generation)),
        births: (0..=listed).map(|n| small(births(n))).collect(),
        truncated: listed < generation,
        file: common.output.as_ref().map(|path| path.display().to_string()),
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
