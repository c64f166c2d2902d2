//! `sprague compare`: where two games first differ.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::sync::mpsc::sync_channel;
use std::thread;

use sprague::heap::HeapGame;
use sprague::nimber::Nimber;
use sprague::sequence::{EngineSettings, Sequence};
use sprague_answer::command;

use super::heap_game;
use crate::args::{Common, Compare};
use crate::failure::Failure;
use crate::{output, progress};

pub fn run(args: &Compare, common: &Common) -> Result<ExitCode, Failure> {
    let (a, b) = (heap_game(&args.a)?, heap_game(&args.b)?);
    let same_rule = a == b;
    let difference = if same_rule { None } else { first_difference(&a, &b, args.to, common)? };
    if common.json {
        let document = command::Compare {
            a: a.to_string(),
            b: b.to_string(),
            to: args.to,
            same_game: same_rule,
            first_difference: difference.map(|(n, ..)| n),
            values: difference.map(|(_, x, y)| [x.0, y.0]),
        };
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
