//! `sprague star pair`: the partners of a third token beside two that stay, or the values of three tokens, with their
//! period, proved.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::ProgressBar;
use sprague::star::{MOST_PAIR, PairGame, PairPeriod, PairProof};
use sprague_answer::command;
use sprague_proof::star;
use sprague_store::{PairRun, stop_on_signals};

use super::{certificate, some};
use crate::args::Common;
use crate::args::star::Pair;
use crate::commands::folder;
use crate::commands::run::whereabouts;
use crate::failure::{Failure, say, unfinished};
use crate::{output, progress};

/// Columns of a pair between two looks at the limits.
const STRIDE: u64 = 1 << 16;
/// The columns that are shown, from 0 on.
const SHOWN: u64 = 16;

pub fn run(args: &Pair, common: &Common) -> Result<ExitCode, Failure> {
    let game = if args.values { PairGame::Values } else { PairGame::Partners };
    let Some(proof) = PairProof::new(game, args.a, args.b) else {
        return Err(Failure::Input(format!(
            "the pair {} {} is out of reach; the tokens are at least 1 and add up to at most {MOST_PAIR}",
            args.a, args.b
        )));
    };
    certificate::admit(args.certificate.as_ref())?;
    let bar = progress::bar(common, "pairs");
    let (proof, dir) = match &args.dir {
        Some(dir) => {
            let (proof, dir) = in_folder(game, proof.target, dir, args, bar.as_ref())?;
            (proof, Some(dir))
        }
        None => (in_memory(proof, common, bar.as_ref())?, None),
    };
    if args.certificate.is_some() {
        certificate::write(
            args.certificate.as_ref(),
            star::of_pair(&proof).as_ref(),
            common.engine().threads,
        )?;
    }
    let goes_on = match dir {
        Some(dir) if !proof.is_over() => {
            let values = if args.values { " --values" } else { "" };
            format!(
                "Stopped; to go on: sprague star pair {} {}{values} --dir {}\n",
                args.a,
                args.b,
                dir.display()
            )
        }
        _ => String::new(),
    };
    let written = if common.json {
        if !goes_on.is_empty() {
            say(goes_on.trim_end());
        }
        output::json(common, &document(&proof, args.all))
    } else {
        output::text(common, &(report(&proof, args.all) + &goes_on))
    };
    if goes_on.is_empty() { written } else { Ok(unfinished(written)) }
}

fn in_memory(mut proof: PairProof, common: &Common, bar: Option<&ProgressBar>) -> Result<PairProof, Failure> {
    let limits = common.limits();
    while let Some((a, b)) = proof.next() {
        show(&proof, bar);
        limits.spend(STRIDE.saturating_mul(a + b))?;
        proof.advance(STRIDE);
    }
    Ok(proof)
}

fn in_folder(
    game: PairGame,
    pair: (u64, u64),
    dir: &Path,
    args: &Pair,
    bar: Option<&ProgressBar>,
) -> Result<(PairProof, PathBuf), Failure> {
    let folder = folder(dir);
    let stop = stop_on_signals()?;
    let mut run =
        PairRun::open(folder.clone(), (game, pair.0, pair.1), &mut |text| say(&format!("warning: {text}")))?;
    run.checkpoint_every = args.checkpoint_every;
    let ending = run.work(1, &stop, &mut |proof| show(proof, bar));
    if let Some(text) = folder.leftover() {
        say(&format!("warning: {text}"));
    }
    ending?;
    Ok((run.proof().clone(), whereabouts(&folder)))
}

/// Shows the pair at work on the standard error, where a person sees it.
fn show(proof: &PairProof, bar: Option<&ProgressBar>) {
    let (Some(bar), Some((a, b))) = (bar, proof.next()) else { return };
    let (done, all) = progress::of_pairs(proof);
    bar.set_length(all as u64);
    bar.set_position(done as u64);
    bar.set_message(format!("pair {a} {b}"));
}

fn entry(found: &PairPeriod) -> command::PairEntry {
    let &PairPeriod { a, b, first_column, period, .. } = found;
    command::PairEntry { a, b, first_column, period, width: found.width() }
}

fn document(proof: &PairProof, all: bool) -> command::StarPair {
    let (a, b) = proof.target;
    let found = proof.period(a, b);
    let stopped = proof.next().map(|(i, j)| {
        let (pairs_done, pairs) = progress::of_pairs(proof);
        command::StoppedPair { pair: [i, j], columns_done: proof.offsets.len() as u64, pairs_done, pairs }
    });
    let offsets = |found: &PairPeriod| {
        let columns = found.offsets.iter().map(|&offset| offset.into());
        [found.at_zero.cast_signed()].into_iter().chain(columns).collect()
    };
    let pairs = || PairProof::closure((a, b)).filter_map(|(i, j)| proof.period(i, j)).map(entry).collect();
    command::StarPair {
        a,
        b,
        period: found.map(|found| found.period),
        first_column: found.map(|found| found.first_column),
        proved: found.is_some(),
        values: proof.game == PairGame::Values,
        offsets: found.map(offsets),
        repetition: found.map(|found| command::PairRepetition { column: found.from, columns: found.again }),
        stopped,
        pairs: all.then(pairs),
    }
}

fn report(proof: &PairProof, all: bool) -> String {
    let (a, b) = proof.target;
    let (letter, tokens) = match proof.game {
        PairGame::Partners => ("D", 4),
        PairGame::Values => ("G", 3),
    };
    let mut text = String::new();
    if all {
        let _ = writeln!(text, "{:>3} {:>3} {:>12} {:>8} {:>6}", "a", "b", "first column", "period", "width");
        for found in PairProof::closure((a, b)).filter_map(|(i, j)| proof.period(i, j)).map(entry) {
            let command::PairEntry { a, b, first_column, period, width } = found;
            let _ = writeln!(text, "{a:>3} {b:>3} {first_column:>12} {period:>8} {width:>6}");
        }
        text.push('\n');
    }
    let name = format!("Pair {a} {b} of {tokens}-Star Nim");
    let Some(found) = proof.period(a, b) else {
        let (done, pairs) = progress::of_pairs(proof);
        let (i, j) = proof.next().unwrap_or(proof.target);
        let columns = proof.offsets.len();
        let _ = writeln!(
            text,
            "{name}: not proved yet; {done} of {pairs} pairs are, and {columns} columns of the pair {i} {j} are done."
        );
        return text;
    };
    let &PairPeriod { period, first_column, from, again, .. } = found;
    let values: Vec<u64> = (0..SHOWN).map(|c| found.value(c)).collect();
    let _ = writeln!(
        text,
        "{name}: {letter}({a}, {b}, c + {period}) = {letter}({a}, {b}, c) + {period} for all c >= {first_column}, and for no smaller period or column.\n  {letter}({a}, {b}, c), c = 0 to {}: {}\n  minus c, from c = {first_column} on: {}\nProved: the window before column {from} comes back after {again} columns, a multiple of the periods below it (theory 7.9).",
        SHOWN - 1,
        some(&values),
        some(found.cycle())
    );
    text
}
