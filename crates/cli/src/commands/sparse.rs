//! `sprague sparse`: the sparse space of a game and its rare heaps.

use std::fmt::Write;
use std::process::ExitCode;

use sprague::nimber::Nimber;
use sprague::sequence::{Kind, Sequence, Space};
use sprague_tell::command;

use super::subject::subject;
use crate::args::{Common, Sparse};
use crate::failure::Failure;
use crate::{output, progress};

/// How many rare heaps a person wants to see.
const SHOWN: usize = 40;

/// The last heap unless told.
const USUAL: u64 = 100_000;

pub fn run(args: &Sparse, common: &Common) -> Result<ExitCode, Failure> {
    let subject = subject(&args.game)?;
    let (game, to) = (&subject.game, subject.to(args.to, USUAL));
    let (space, rares, bits_used) = if let Some(run) = subject.run_to(to) {
        let greatest = run.tally.counts().last().map_or(0, |count| count.0);
        (
            run.space.and_then(Space::from_parts),
            run.rares.iter().map(|&(heap, value)| (heap, Nimber(value))).collect(),
            greatest,
        )
    } else {
        let rare = Sequence::new(game.clone(), common.engine()).rare(to, &progress::limits_to(common, to))?;
        (rare.space, rare.heaps, rare.bits_used)
    };
    let space = space.map(|space| (space.open_mask(bits_used), u8::from(space.kind() != Kind::Value)));
    let rares = if space.is_some() { &rares[..] } else { &[] };
    let last = rares.last().map(|&(heap, _)| heap);
    if common.json {
        let document = command::Sparse {
            game: game.to_string(),
            to,
            mask: space.map(|(mask, _)| format!("{:#06x}", mask & 0xffff)),
            kind: space.map(|(_, kind)| kind),
            rare_count: space.map(|_| rares.len()),
            last_rare: last,
            rare: space.map(|_| rares.iter().map(|&(heap, value)| [heap, value.0]).collect()),
        };
        output::json(common, &document)?;
    } else {
        let text = match space {
            None => format!("{game} shows no sparse space to heap {to}.\n"),
            Some((mask, kind)) => report(&game.to_string(), to, mask, kind, rares),
        };
        output::text(common, &text)?;
    }
    Ok(if space.is_some() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn report(game: &str, to: u64, mask: u64, kind: u8, rares: &[(u64, Nimber)]) -> String {
    let rule = match kind {
        0 => "a heap is rare if its value has an even number of ones under the mask",
        _ => "a heap n is rare if n and the ones of its value under the mask together are of one parity",
    };
    let mut text = format!(
        "{game}: sparse space of type {kind} to heap {to}, computed\n\n  mask  {:#06x} (all higher bits too): {rule}\n  rare  {} heaps, the last {}\n\n",
        mask & 0xffff,
        rares.len(),
        rares.last().map_or("none".to_owned(), |(heap, value)| format!("{heap} with value {value}")),
    );
    let _ = writeln!(text, "  {:>12}  value", "heap");
    let skipped = rares.len().saturating_sub(SHOWN);
    for (heap, value) in rares.iter().take(SHOWN / 2) {
        let _ = writeln!(text, "  {heap:>12}  {value}");
    }
    if skipped > 0 {
        let _ = writeln!(text, "  ... {skipped} more (all of them with --json) ...");
    }
    for (heap, value) in rares.iter().skip((SHOWN / 2).max(rares.len().saturating_sub(SHOWN / 2))) {
        let _ = writeln!(text, "  {heap:>12}  {value}");
    }
    text
}
