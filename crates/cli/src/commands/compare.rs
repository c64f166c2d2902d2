//! `sprague compare`: where two games first differ.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::mpsc::sync_channel;
use std::thread;

use sprague::heap::{HeapGame, relations};
use sprague::nimber::Nimber;
use sprague::sequence::{EngineSettings, Sequence};
use sprague_answer::command;

use super::heap_game;
use crate::args::{Common, Compare};
use crate::failure::Failure;
use crate::{output, progress};

pub fn run(args: &Compare, common: &Common) -> Result<ExitCode, Failure> {
    let (a, b) = (heap_game(&args.a)?, heap_game(&args.b)?);
    if args.misere {
        return super::misere::compare(&a, &b, args, common);
    }
    let same_rule = a == b;
    let difference = if same_rule { None } else { first_difference(&a, &b, args.to, common)? };
    let same_values = match difference {
        None if !same_rule => equal_for_ever(&a, &b, common),
        _ => None,
    };
    if common.json {
        let document = command::Compare {
            a: a.to_string(),
            b: b.to_string(),
            to: args.to,
            same_game: same_rule,
            same_values,
            first_difference: difference.map(|(n, ..)| n),
            values: difference.map(|(_, x, y)| [x.0, y.0]),
        };
        return output::json(common, &document);
    }
    let text = match difference {
        _ if same_rule => format!("{a} and {b} are the same game: equal options at every heap size.\n"),
        None => match same_values {
            Some(why) => {
                format!("{a} and {b} have the same values at every heap: {why}. They are different games.\n")
            }
            None => format!(
                "{a} and {b} have the same nim-sequence to heap {}, computed. They are different games.\n",
                args.to
            ),
        },
        Some((n, x, y)) => format!("{a} and {b} first differ at heap {n}: {x} against {y}.\n"),
    };
    output::text(common, &text)
}

/// Why two games that do not differ as far as they were compared never do, if that is known.
fn equal_for_ever(a: &HeapGame, b: &HeapGame, common: &Common) -> Option<String> {
    /// The most values of both that are compared.
    const MOST: u64 = 1 << 22;
    let form = relations::standard_form(&a.rule);
    if form == relations::standard_form(&b.rule) {
        return Some(format!("both have the standard form {form} (theory H.5)"));
    }
    let limits = progress::limits(common);
    let (mut left, mut right) =
        (Sequence::new(a.clone(), common.engine()), Sequence::new(b.clone(), common.engine()));
    let (left, right) = (left.prove(&limits).ok()?, right.prove(&limits).ok()?);
    let turn = lcm(left.period().period, right.period().period)?;
    let start = left.period().preperiod.max(right.period().preperiod);
    let end = start.checked_add(turn.checked_mul(2)?).filter(|&end| end <= MOST)?;
    let equal = (0..end).all(|n| left.value(n) == right.value(n));
    equal.then(|| format!("both have proved periods, and the heaps below {end} agree (theory H.5)"))
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut greatest, mut rest) = (a, b);
    while rest > 0 {
        (greatest, rest) = (rest, greatest % rest);
    }
    (a / greatest).checked_mul(b)
}

/// The first heap at which the values differ, and the values.
///
/// The sequence of `a` comes in chunks from a thread of its own, a few of them ahead; that of `b` is compared as it
/// comes. Both engines refuse what is too large before their first value, and neither sequence is kept.
fn first_difference(
    a: &HeapGame,
    b: &HeapGame,
    to: u64,
    common: &Common,
) -> Result<Option<(u64, Nimber, Nimber)>, Failure> {
    const AHEAD: usize = 16;
    let limits = progress::limits(common);
    let engine = EngineSettings { threads: 1, ..common.engine() };
    let (sender, receiver) = sync_channel::<Vec<Nimber>>(AHEAD);
    thread::scope(|scope| {
        let limits = &limits;
        let left = scope.spawn(move || {
            Sequence::new(a.clone(), engine).stream(0..=to, limits, &mut |_: u64, values: &[Nimber]| {
                if sender.send(values.to_vec()).is_ok() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
        });
        let mut found = None;
        let mut waiting = VecDeque::new();
        let mut right = Sequence::new(b.clone(), engine);
        let right = right.stream(0..=to, limits, &mut |first: u64, values: &[Nimber]| {
            for (n, &y) in (first..).zip(values) {
                while waiting.is_empty() {
                    let Ok(chunk) = receiver.recv() else { return ControlFlow::Break(()) };
                    waiting.extend(chunk);
                }
                if let Some(x) = waiting.pop_front()
                    && x != y
                {
                    found = Some((n, x, y));
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        // Without a receiver the other thread stops at its next chunk.
        drop(receiver);
        let left = left.join().unwrap_or_else(|panic| resume_unwind(panic));
        left.and(right)?;
        Ok(found)
    })
}
