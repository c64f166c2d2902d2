//! `sprague period`: the fundamental period, the exact preperiod, and what they rest on.

use std::process::ExitCode;

use sprague::heap::HeapGame;
use sprague::sequence::Sequence;
use sprague::sequence::period::{Finding, HowFar, Period as Found, PeriodReport, USUAL};
use sprague_answer::command;

use super::subject::subject;
use crate::args::{Common, Period};
use crate::failure::Failure;
use crate::{output, progress};

/// No period, or none that is proved.
const EXIT_NEGATIVE: u8 = 1;

pub fn run(args: &Period, common: &Common) -> Result<ExitCode, Failure> {
    let subject = subject(&args.game)?;
    let (game, limit) = (&subject.game, args.limit.or(subject.reached()));
    if args.misere {
        return super::misere::period(game, args, common);
    }
    let how_far = limit.map_or(HowFar::Usual, HowFar::To);
    let answer = Sequence::new(game.clone(), common.engine()).period(how_far, &progress::limits(common));
    if common.json {
        output::json(common, &document(game, &answer))?;
    } else {
        output::text(common, &report(game, limit, &answer))?;
    }
    let proved = matches!(answer.finding, Finding::Proved(..));
    Ok(if proved { ExitCode::SUCCESS } else { ExitCode::from(EXIT_NEGATIVE) })
}

fn document(game: &HeapGame, answer: &PeriodReport) -> command::PeriodDocument {
    let (found, claim) = match &answer.finding {
        Finding::Proved(found, claim) => (Some(found), Some(claim)),
        Finding::Observed(found) => (Some(found), None),
        Finding::Nothing => (None, None),
    };
    command::PeriodDocument {
        game: game.to_string(),
        period: found.map(|found| found.period),
        preperiod: found.map(|found| found.preperiod),
        saltus: found.map_or(0, |found| found.saltus),
        constant: found.map_or_else(Vec::new, |found| found.constant.clone()),
        proved: claim.is_some(),
        theorem: claim.map(|claim| claim.theorem.to_string()),
        computed_to: answer.computed_to,
        values_used: claim.map(|claim| claim.used),
        witnesses_to: claim.and_then(|claim| claim.reach),
    }
}

fn report(game: &HeapGame, limit: Option<u64>, answer: &PeriodReport) -> String {
    let computed_to = answer.computed_to;
    let no_theorem = if game.rule.has_named_amounts() {
        "No theorem on periods applies to amounts by name or by the size of the heap (theory H.6).\n"
    } else {
        ""
    };
    match &answer.finding {
        Finding::Proved(found, claim) => {
            let Found { preperiod, .. } = found;
            let from = if *preperiod == 0 {
                "for all n".to_owned()
            } else {
                format!("for all n >= {preperiod}, but not for n = {}", preperiod - 1)
            };
            format!("{game}: {found} {from}.\n{claim}\n")
        }
        Finding::Observed(found) => format!(
            "{game}: {found} for {} <= n <= {}, as far as the values were computed.\nThis is observed to heap {computed_to} and not proved: the pattern may break later.\n{no_theorem}",
            found.preperiod,
            computed_to - found.period
        ),
        Finding::Nothing => {
            let flag = if computed_to < limit.unwrap_or(USUAL) { "--max-steps" } else { "--limit" };
            format!(
                "{game}: no period is seen up to heap {computed_to}; {flag} lets the search go further.\n{no_theorem}"
            )
        }
    }
}
