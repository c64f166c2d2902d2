//! `sprague star pair`: the partners of a third token beside two that stay, or the values of three tokens, with their
//! period, proved.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::ProgressBar;
use sprague::star::{MOST_PAIR, PairGame, PairProof};
use sprague_proof::star;
use sprague_store::{PairRun, ProofTrust, stop_on_signals};
use sprague_tell::star as tell;

use super::certificate;
use crate::args::Common;
use crate::args::star::Pair;
use crate::commands::folder;
use crate::commands::run::whereabouts;
use crate::failure::{Failure, say, unfinished};
use crate::{output, progress};

/// Columns of a pair between two looks at the limits.
const STRIDE: u64 = 1 << 16;
pub fn run(args: &Pair, common: &Common) -> Result<ExitCode, Failure> {
    let game = if args.values { PairGame::Values } else { PairGame::Partners };
    let Some(proof) = PairProof::new(game, args.a, args.b) else {
        return Err(Failure::Input(format!(
            "the pair {} {} is out of reach; the tokens are at least 1 and add up to at most {MOST_PAIR}",
            args.a, args.b
        )));
    };
    certificate::admit(args.certificate.as_ref(), args.dir.as_ref())?;
    let bar = progress::bar(common, "pairs");
    let (proof, trust, dir) = match &args.dir {
        Some(dir) => {
            let (proof, trust, dir) = in_folder(game, proof.target, dir, args, bar.as_ref())?;
            (proof, trust, Some(dir))
        }
        None => (in_memory(proof, common, bar.as_ref())?, ProofTrust::Recomputed, None),
    };
    let mut shown = trust == ProofTrust::Recomputed;
    if args.certificate.is_some() {
        let paper = star::of_pair(&proof);
        shown |= certificate::write(args.certificate.as_ref(), paper.as_ref(), common.engine().threads)?;
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
    let told = tell::pair(&proof, shown, args.all);
    let written = if common.json {
        if !goes_on.is_empty() {
            say(goes_on.trim_end());
        }
        output::json(common, &told.document)
    } else {
        output::text(common, &(told.text + &goes_on))
    };
    if !goes_on.is_empty() {
        return Ok(unfinished(written));
    }
    written?;
    Ok(output::code(shown))
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
) -> Result<(PairProof, ProofTrust, PathBuf), Failure> {
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
    Ok((run.proof().clone(), run.trust(), whereabouts(&folder)))
}

/// Shows the pair at work on the standard error, where a person sees it.
fn show(proof: &PairProof, bar: Option<&ProgressBar>) {
    let (Some(bar), Some((a, b))) = (bar, proof.next()) else { return };
    let (done, all) = tell::of_pairs(proof);
    bar.set_length(all as u64);
    bar.set_position(done as u64);
    bar.set_message(format!("pair {a} {b}"));
}
