//! `sprague period --misere`: the proved period of what decides misère play, the values of heaps in the quotient or the
//! pairs of tame heaps.

use std::process::ExitCode;

use sprague::heap::HeapGame;
use sprague::quotient::{QuotientEnd, QuotientPeriod, quotient, tame_heaps};
use sprague::theorem::Theorem;
use sprague_answer::command;

use super::quotient::{extent, unproved};
use crate::args::{Common, Period};
use crate::failure::Failure;
use crate::{output, progress};

/// No period is proved.
const EXIT_NEGATIVE: u8 = 1;

/// What was found, and in which words.
struct Found {
    period: Option<QuotientPeriod>,
    theorem: Theorem,
    computed_to: u64,
    words: String,
}

pub fn run(game: &HeapGame, args: &Period, common: &Common) -> Result<ExitCode, Failure> {
    let found = find(game, args, common)?;
    if common.json {
        let document = command::PeriodDocument {
            game: game.to_string(),
            period: found.period.map(|period| period.period),
            preperiod: found.period.map(|period| period.preperiod),
            saltus: 0,
            constant: Vec::new(),
            proved: found.period.is_some(),
            theorem: found.period.map(|_| found.theorem.to_string()),
            computed_to: found.computed_to,
            values_used: found.period.map(|period| period.evidence),
            witnesses_to: None,
        };
        output::json(common, &document)?;
    } else {
        output::text(common, &found.words)?;
    }
    Ok(if found.period.is_some() { ExitCode::SUCCESS } else { ExitCode::from(EXIT_NEGATIVE) })
}

fn find(game: &HeapGame, args: &Period, common: &Common) -> Result<Found, Failure> {
    let limits = progress::limits(common);
    let built = quotient(std::slice::from_ref(&game.rule), &extent(args.limit, args.max_order), &limits)?;
    let (order, positions) = (built.quotient.order(), built.quotient.portion().len());
    let computed_to = built.quotient.values(0).len() as u64 - 1;
    let theorem = Theorem::QuotientPeriod;
    if let (QuotientEnd::Periods, Some(period)) = (&built.end, built.quotient.period(0)) {
        let QuotientPeriod { preperiod, period: length, evidence } = period;
        let from = if preperiod == 1 {
            "for all n >= 1".to_owned()
        } else {
            format!("for all n >= {preperiod}, but not for n = {}", preperiod - 1)
        };
        let words = format!(
            "{game}: under misère play heap n + {length} is interchangeable with heap n {from}: their values in the \
             quotient of order {order}, {positions} of its elements P, are equal.\nThis is proved by {theorem}, from the \
             values of the heaps below {evidence}.\n"
        );
        return Ok(Found { period: Some(period), theorem, computed_to, words });
    }
    let tame = tame_heaps(&game.rule, computed_to, &limits).ok();
    if let Some(period) = tame.as_ref().and_then(|tame| tame.period) {
        let QuotientPeriod { preperiod, period: length, evidence } = period;
        let theorem = Theorem::Tame;
        let words = format!(
            "{game}: under misère play all heaps are tame, and their pairs have period {length} from heap {preperiod} on.\n\
             This is proved by {theorem}, from the pairs of the heaps below {evidence}.\n"
        );
        return Ok(Found { period: Some(period), theorem, computed_to, words });
    }
    let firm = tame.and_then(|tame| tame.firm_for_ever(&game.rule)).map_or_else(String::new, |firm| {
        format!(
            " All heaps after {} are firm: a sum with one of them has its outcome of normal play (theory M.6), and the \
             period of the nim values is that of both.",
            firm.last_fickle
        )
    });
    let why = unproved(&built).unwrap_or_default();
    Ok(Found { period: None, theorem, computed_to, words: format!("{game}: {why}{firm}\n") })
}
