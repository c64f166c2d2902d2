//! `sprague compare`: where two games first differ.

use std::ops::ControlFlow;
use std::process::ExitCode;

use serde_json::json;
use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::{self, Collect};

use super::heap_game;
use crate::args::{Common, Compare};
use crate::failure::Failure;
use crate::{output, progress};

pub fn run(args: &Compare, common: &Common) -> Result<ExitCode, Failure> {
    let (a, b) = (heap_game(&args.a)?, heap_game(&args.b)?);
    let same_rule = a == b;
    let difference = if same_rule { None } else { first_difference(&a, &b, args.to, common)? };
    if common.json {
        let document = json!({
            "a": a.to_string(),
            "b": b.to_string(),
            "to": args.to,
            "same_game": same_rule,
            "first_difference": difference.map(|(n, ..)| n),
            "values": difference.map(|(_, x, y)| [x.0, y.0]),
        });
        return output::json(common, &document);
    }
    let text = match difference {
        _ if same_rule => format!("{a} and {b} are the same game: equal options at every heap size.\n"),
        None => format!(
            "{a} and {b} have the same nim-sequence to heap {}, computed. They are different games.\n",
            args.to
        ),
        Some((n, x, y)) => format!("{a} and {b} first differ at heap {n}: {x} against {y}.\n"),
    };
    output::text(common, &text)
}

/// The first heap at which the values differ, and the values. Lengths are doubled, so that games which differ
/// early cost little.
fn first_difference(
    a: &HeapGame,
    b: &HeapGame,
    to: u64,
    common: &Common,
) -> Result<Option<(u64, Nimber, Nimber)>, Failure> {
    let limits = progress::limits(common);
    let mut from = 0;
    let mut last = to.min(255);
    loop {
        let mut left = Collect::from(from);
        sequence::send_values(a, from, last, common.engine(), &limits, &mut left)?;
        let left = left.into_values();
        let mut found = None;
        sequence::send_values(
            b,
            from,
            last,
            common.engine(),
            &limits,
            &mut |first: u64, right: &[Nimber]| {
                let at = (first - from) as usize;
                let differs = right.iter().zip(&left[at..]).position(|(y, x)| x != y);
                match differs {
                    None => ControlFlow::Continue(()),
                    Some(here) => {
                        found = Some((first + here as u64, left[at + here], right[here]));
                        ControlFlow::Break(())
                    }
                }
            },
        )?;
        if found.is_some() || last == to {
            return Ok(found);
        }
        from = last + 1;
        last = to.min(last.saturating_mul(4));
    }
}
