//! `sprague compare --misere`: whether two games have one quotient, where their heaps first differ, and which heaps can be
//! exchanged in sums of both.

use std::fmt::Write as _;
use std::process::ExitCode;

use sprague::heap::{HeapGame, Rule};
use sprague::limits::Limits;
use sprague::quotient::{QuotientExtent, QuotientFound, RuleHeap, quotient};
use sprague_answer::command::{CompareMisere, ComparedQuotient, JointQuotient};

use super::quotient::{USUAL_HEAPS, extent, unproved};
use crate::args::{Common, Compare};
use crate::failure::Failure;
use crate::{output, progress};

/// How far the joint quotient goes: it is larger than both.
const JOINT_HEAPS: u64 = 30;

pub fn run(a: &HeapGame, b: &HeapGame, args: &Compare, common: &Common) -> Result<ExitCode, Failure> {
    let limits = progress::limits(common);
    let of = |game: &HeapGame| -> Result<QuotientFound, Failure> {
        Ok(quotient(
            std::slice::from_ref(&game.rule),
            &extent(Some(args.to.max(USUAL_HEAPS)), args.max_order),
            &limits,
        )?)
    };
    let (left, right) = (of(a)?, of(b)?);
    let reach = |found: &QuotientFound| match found.quotient.period(0) {
        Some(_) => u64::MAX,
        None => found.quotient.values(0).len() as u64 - 1,
    };
    let to = args.to.min(reach(&left)).min(reach(&right));
    let are_whole = left.quotient.period(0).is_some() && right.quotient.period(0).is_some();
    let isomorphic = match (a == b, are_whole) {
        (true, _) => Some(true),
        (false, true) => Some(left.quotient.is_isomorphic(&right.quotient, &limits)?),
        (false, false) => None,
    };
    let difference = if a == b { None } else { left.quotient.first_difference(&right.quotient, to) };
    let joint =
        if a == b { None } else { Some(joint(&a.rule, &b.rule, to.min(JOINT_HEAPS), args, &limits)?) };
    let document = CompareMisere {
        a: compared(a, &left),
        b: compared(b, &right),
        same_game: a == b,
        isomorphic,
        to,
        first_difference: difference,
        joint,
    };
    if common.json {
        return output::json(common, &document);
    }
    output::text(common, &report(&document, [(a, &left), (b, &right)]))
}

fn compared(game: &HeapGame, found: &QuotientFound) -> ComparedQuotient {
    let quotient = &found.quotient;
    ComparedQuotient {
        game: game.to_string(),
        order: quotient.order(),
        positions: quotient.portion().len(),
        period: quotient.period(0).map(|period| period.period),
        preperiod: quotient.period(0).map(|period| period.preperiod),
        heaps: quotient.values(0).len() as u64 - 1,
    }
}

/// The quotient of the heaps of both, and which of them can be exchanged.
fn joint(a: &Rule, b: &Rule, to: u64, args: &Compare, limits: &Limits) -> Result<JointQuotient, Failure> {
    let order = usize::try_from(args.max_order).unwrap_or(usize::MAX);
    let extent = QuotientExtent { heaps: vec![to; 2], order, until_period: false };
    let found = quotient(&[a.clone(), b.clone()], &extent, limits)?;
    let joint = &found.quotient;
    let heaps = joint.values(0).len().min(joint.values(1).len()) as u64 - 1;
    let value = |rule: usize, size: u64| joint.value(RuleHeap { rule, size });
    let exchanged = (1..=heaps).filter(|&size| value(0, size) == value(1, size)).collect();
    Ok(JointQuotient { heaps, order: joint.order(), interchangeable: exchanged })
}

fn report(document: &CompareMisere, games: [(&HeapGame, &QuotientFound); 2]) -> String {
    let mut text = String::new();
    let [(a, _), (b, _)] = games;
    if document.same_game {
        return format!("{a} and {b} are the same game: equal options at every heap size.\n");
    }
    for ((game, found), one) in games.into_iter().zip([&document.a, &document.b]) {
        let of = match (one.period, one.preperiod) {
            (Some(period), Some(preperiod)) => {
                format!("all heaps; period {period} from heap {preperiod} on (proved)")
            }
            _ => format!("the heaps to {}", one.heaps),
        };
        let _ = writeln!(text, "{game}: order {}, {} P-elements, of {of}", one.order, one.positions);
        if let Some(why) = unproved(found) {
            let _ = writeln!(text, "  {why}");
        }
    }
    let _ = match document.isomorphic {
        Some(true) => writeln!(text, "The quotients are isomorphic: one monoid with the same P-elements."),
        Some(false) => writeln!(text, "The quotients are not isomorphic."),
        None => writeln!(text, "Whether the quotients are isomorphic is not known: not both are whole."),
    };
    let _ = match document.first_difference {
        Some(heap) => writeln!(text, "Heap by heap the values first differ at heap {heap}."),
        None => {
            writeln!(text, "Heap by heap the values correspond, in all sums of heaps to {}.", document.to)
        }
    };
    if let Some(joint) = &document.joint {
        let sizes: Vec<String> = joint.interchangeable.iter().map(u64::to_string).collect();
        let sizes = if sizes.is_empty() { "none".to_owned() } else { sizes.join(" ") };
        let _ = writeln!(
            text,
            "In sums of both games, heaps to {}: the joint quotient has order {}; heaps that can be exchanged for the \
             same heap of the other game: {sizes}.",
            joint.heaps, joint.order
        );
    }
    text
}
