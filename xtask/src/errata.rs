//! `docs/errata.md`: the corrected claims of `docs/reproduce.md`, which `sprague reproduce --full` writes.

use std::fmt::Write;
use std::fs;

use crate::{Done, read};

const HEAD: &str = "# Errata

What the sources print and what is right, generated from [the full run](reproduce.md) of `sprague reproduce` by
`cargo xtask errata`; do not edit. Each row was recomputed, and the last column is what decides it.
";

const COLUMNS: &str = "| claim | place | question | corrected | decided by |\n|---|---|---|---|---|";

/// Writes the page.
pub fn write() -> Done {
    fs::write("docs/errata.md", page(&read("docs/reproduce.md")?)).map_err(|error| error.to_string())
}

/// The page of a report: the rows of the claims that were corrected, below the headings that have some.
fn page(report: &str) -> String {
    let (mut page, mut heading) = (HEAD.to_owned(), None);
    for line in report.lines() {
        if line.starts_with("## ") {
            heading = Some(line);
        }
        let cells: Vec<&str> = line.split(" | ").collect();
        let [claim, place, _, question, result, decided, ..] = cells[..] else { continue };
        let Some(corrected) = result.strip_prefix("**corrected**: ") else { continue };
        if let Some(heading) = heading.take() {
            let _ = writeln!(page, "\n{heading}\n\n{COLUMNS}");
        }
        let _ = writeln!(page, "{claim} | {place} | {question} | {corrected} | {decided} |");
    }
    page
}
