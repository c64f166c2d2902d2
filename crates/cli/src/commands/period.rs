//! `sprague period`: the fundamental period, the exact preperiod, and what they rest on.

use std::process::ExitCode;

use sprague::analysis::NoResidues;
use sprague::sequence::period::USUAL;
use sprague_tell::misere::MiserePeriodQuestion;
use sprague_tell::period::PeriodQuestion;
use sprague_tell::residues::ResiduesQuestion;

use super::subject::subject;
use crate::args::{Common, Period};
use crate::failure::Failure;
use crate::{output, progress};

pub fn run(args: &Period, common: &Common) -> Result<ExitCode, Failure> {
    let subject = subject(&args.game)?;
    let game = &subject.game;
    if args.misere {
        let question = MiserePeriodQuestion { game, limit: args.limit, max_order: args.max_order };
        return output::told(common, &question.answer(&progress::limits(common))?);
    }
    let limit = args.limit.or(subject.reached());
    let limits = progress::limits_to(common, limit.unwrap_or(USUAL));
    if args.residues {
        let question = ResiduesQuestion { game, limit: limit.unwrap_or(USUAL) };
        let answer = question.answer(common.engine(), &limits).map_err(|error| match error {
            NoResidues::TooLarge(refusal) => refusal.into(),
            endless @ NoResidues::Endless(_) => Failure::Input(endless.to_string()),
        })?;
        return output::told(common, &answer);
    }
    output::told(common, &PeriodQuestion { game, limit }.answer(common.engine(), &limits))
}
