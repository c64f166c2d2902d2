//! `sprague period`: the fundamental period, the exact preperiod, and what they rest on.

use std::fmt::Write;
use std::process::ExitCode;

use serde_json::{Value, json};
use sprague::heap::HeapGame;
use sprague::period::{Answer, Claim, DenseSource, Extent, Finding, Period as Found, find};

use super::heap_game;
use crate::args::{Common, Period};
use crate::failure::Failure;
use crate::{output, progress};

/// No period, or none that is proved.
const EXIT_NEGATIVE: u8 = 1;

pub fn run(args: &Period, common: &Common) -> Result<ExitCode, Failure> {
    let game = heap_game(&args.game)?;
    let extent = args.limit.map_or(Extent::Usual, Extent::To);
    let mut source = DenseSource::new(&game.rule, &progress::limits(common));
    let answer = find(&game.rule, &mut source, extent);
    if common.json {
        output::json(common, &document(&game, &answer))?;
    } else {
        output::text(common, &report(&game, args.limit, &answer))?;
    }
    let proved = matches!(answer.finding, Finding::Proved(..));
    Ok(if proved { ExitCode::SUCCESS } else { ExitCode::from(EXIT_NEGATIVE) })
}

fn document(game: &HeapGame, answer: &Answer) -> Value {
    let (found, claim) = match answer.finding {
        Finding::Proved(found, claim) => (Some(found), Some(claim)),
        Finding::Observed(found) => (Some(found), None),
        Finding::Nothing => (None, None),
    };
    json!({
        "game": game.to_string(),
        "period": found.map(|found| found.period),
        "preperiod": found.map(|found| found.preperiod),
        "saltus": found.map_or(0, |found| found.saltus),
        "proved": claim.is_some(),
        "theorem": claim.map(|claim| claim.theorem.to_string()),
        "computed_to": answer.computed_to,
        "values_used": claim.map(|claim| claim.used),
        "witnesses_to": claim.and_then(|claim| claim.reach),
    })
}

fn report(game: &HeapGame, limit: Option<u64>, answer: &Answer) -> String {
    let computed_to = answer.computed_to;
    match answer.finding {
        Finding::Proved(found, claim) => {
            format!("{game}: {}\n{}", sentence(&found), reason(&claim))
        }
        Finding::Observed(found) => format!(
            "{game}: {}\nThis is observed to heap {computed_to} and not proved: no theorem known here shows it from these values.\n",
            sentence(&found)
        ),
        Finding::Nothing => {
            let way_out = match limit {
                Some(limit) if computed_to < limit => "; --max-steps raises how far the values are computed",
                _ => "; --limit sets how far to look",
            };
            format!("{game}: no period to be seen up to heap {computed_to}{way_out}.\n")
        }
    }
}

fn sentence(found: &Found) -> String {
    let Found { period, preperiod, saltus } = found;
    let added = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
    let mut text = format!("period {period}, preperiod {preperiod}");
    if *saltus > 0 {
        let _ = write!(text, ", saltus {saltus}");
    }
    let _ = write!(text, ": G(n + {period}) = G(n){added} for all n >= {preperiod}, and not earlier.");
    text
}

fn reason(claim: &Claim) -> String {
    let Claim { theorem, from, period, used, .. } = claim;
    if *used == 0 {
        return format!("Proved for all heaps by {theorem}.\n");
    }
    let reach = claim.reach.map_or_else(String::new, |reach| format!(", W = {reach}"));
    format!(
        "Proved by {theorem} with n0 = {from}, p = {period}{reach}, from the values of the heaps 0 to {}.\n",
        used - 1
    )
}
