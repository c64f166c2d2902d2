//! `sprague misere genus`: one genus a heap, the first wild heap, the period where all heaps are tame.

use std::fmt::Write as _;
use std::process::ExitCode;

use sprague::heap::HeapGame;
use sprague::quotient::{Genera, genera};
use sprague_answer::command;

use crate::args::Common;
use crate::args::misere::GenusArgs;
use crate::commands::heap_game;
use crate::failure::Failure;
use crate::{output, progress};

/// Fewer heaps than were asked for.
const EXIT_NEGATIVE: u8 = 1;

pub fn run(args: &GenusArgs, common: &Common) -> Result<ExitCode, Failure> {
    let game = heap_game(&args.game)?;
    let found = genera(&game.rule, args.to, &progress::limits(common))?;
    if common.json {
        output::json(common, &document(&game, &found))?;
    } else {
        output::text(common, &report(&game, &found))?;
    }
    Ok(if found.refusal.is_none() { ExitCode::SUCCESS } else { ExitCode::from(EXIT_NEGATIVE) })
}

fn document(game: &HeapGame, found: &Genera) -> command::GenusDocument {
    let genus = |heap: &sprague::quotient::HeapGenus| command::GenusRow {
        heap: heap.heap,
        value: heap.genus.value,
        superscript: heap.genus.superscript.clone(),
        tame: heap.tame,
    };
    command::GenusDocument {
        game: game.to_string(),
        genera: found.genera.iter().map(genus).collect(),
        first_wild: found.first_wild,
        period: found.period.map(|period| period.period),
        preperiod: found.period.map(|period| period.preperiod),
        refusal: found.refusal.as_ref().map(ToString::to_string),
    }
}

fn report(game: &HeapGame, found: &Genera) -> String {
    let mut text = format!("{game}: genera of single heaps\n");
    for heap in &found.genera {
        let wild = if heap.tame { "" } else { "  wild" };
        let _ = writeln!(text, "{:>6}  {}{wild}", heap.heap, heap.genus);
    }
    let last = found.genera.last().map_or(0, |heap| heap.heap);
    match (found.first_wild, found.period) {
        (Some(first), _) => {
            let _ = writeln!(text, "The first wild heap is {first}.");
        }
        (None, Some(period)) => {
            let _ = writeln!(
                text,
                "All heaps are tame, with period {} from heap {} on; this is proved (theory M.6 and P.1).",
                period.period, period.preperiod
            );
        }
        (None, None) => {
            let _ = writeln!(text, "All heaps to {last} are tame.");
        }
    }
    if let Some(refusal) = &found.refusal {
        let flags = sprague_answer::flags(refusal.limits());
        let _ = writeln!(text, "To heap {last} only: {refusal}; {flags} lets it go further.");
    }
    text
}
