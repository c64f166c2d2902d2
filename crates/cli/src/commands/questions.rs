//! Commands that turn their arguments into a question and write what it comes to.

use std::process::ExitCode;

use sprague::counting::{HeapChoice, Order, Uncountable};
use sprague::limits::Limits;
use sprague::nim_expression::NimExpression;
use sprague::notation::read_numbers;
use sprague_tell::ProblemCode;
use sprague_tell::compare::CompareQuestion;
use sprague_tell::count::CountQuestion;
use sprague_tell::games::{GameQuestion, catalogue_documents, catalogue_text};
use sprague_tell::misere::CompareMisereQuestion;
use sprague_tell::nim;

use super::heap_game;
use crate::args::{Common, Compare, Count, Games, Identify, NimLength, NimberArgs, joined, play};
use crate::failure::Failure;
use crate::output::{self, told};
use crate::progress;

/// More values than this are not needed to tell games apart, and cost time.
const MOST_VALUES: usize = 20_000;

/// `sprague games`: the catalogue, or everything known about one game.
pub fn games(args: &Games, common: &Common) -> Result<ExitCode, Failure> {
    match &args.game {
        Some(text) => {
            let question = GameQuestion::read(text).map_err(|error| Failure::notation(text, error))?;
            told(common, &question.answer())
        }
        None if common.json => output::json_list(common, &catalogue_documents()),
        None => output::text(common, &catalogue_text()),
    }
}

/// `sprague compare`: where two games first differ, or how their misère quotients do.
pub fn compare(args: &Compare, common: &Common) -> Result<ExitCode, Failure> {
    let &Compare { to, max_order, .. } = args;
    let (a, b, limits) = (&heap_game(&args.a)?, &heap_game(&args.b)?, &progress::limits(common));
    if args.misere {
        return told(common, &CompareMisereQuestion { a, b, to, max_order }.answer(limits)?);
    }
    told(common, &CompareQuestion { a, b, to }.answer(common.engine(), limits)?)
}

/// `sprague count`: how many positions of so many heaps each player wins.
pub fn count(args: &Count, common: &Common) -> Result<ExitCode, Failure> {
    if args.from > args.to {
        return Err(Failure::Input(format!("--from {} is beyond --to {}", args.from, args.to)));
    }
    let order = match (args.ordered, args.distinct) {
        (true, _) => Order::Ordered,
        (_, true) => Order::Distinct,
        _ => Order::Unordered,
    };
    let game = heap_game(&args.game)?;
    let choice = HeapChoice { heaps: args.heaps, sizes: args.from..=args.to, order };
    let question = CountQuestion { game: &game, choice, play: play(args.misere) };
    let answer = question.answer(&progress::limits(common)).map_err(|error| match error {
        Uncountable::TooLarge(refusal) => refusal.into(),
        unknown @ Uncountable::NoQuotient { .. } => {
            Failure::Refused { code: ProblemCode::TooLarge, message: unknown.to_string(), way_out: None }
        }
    })?;
    told(common, &answer)
}

/// `sprague identify`: which known games have this sequence.
#[expect(clippy::disallowed_methods, reason = "no flag bounds it: the number of values does")]
pub fn identify(args: &Identify, common: &Common) -> Result<ExitCode, Failure> {
    let text = joined(&args.values);
    let values = read_numbers(&text, "the values of the heaps 0, 1, 2, ...")
        .map_err(|error| Failure::notation(&text, error))?;
    if values.len() > MOST_VALUES {
        let message = format!("{} values are more than the limit of {MOST_VALUES}", values.len());
        return Err(Failure::Input(message));
    }
    told(common, &nim::identify(values, &Limits::default())?)
}

/// `sprague nimber`: an expression of nim-arithmetic and what it comes to.
pub fn nimber(args: &NimberArgs, common: &Common) -> Result<ExitCode, Failure> {
    let text = args.expression.join(" ");
    let expression: NimExpression = text.parse().map_err(|error| Failure::notation(&text, error))?;
    told(common, &nim::nimber(&expression))
}

/// `sprague nim-length`: the longest game of Nim in which a player who can win moves to nim-sum 0.
pub fn nim_length(args: &NimLength, common: &Common) -> Result<ExitCode, Failure> {
    told(common, &nim::nim_length(&args.heaps).map_err(Failure::Input)?)
}
