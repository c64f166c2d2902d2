//! Where two games first differ, or why they never do.

use std::collections::VecDeque;
use std::ops::{ControlFlow, RangeInclusive};
use std::panic::resume_unwind;
use std::sync::mpsc::sync_channel;
use std::thread;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::heap::{HeapGame, relations};
use sprague::limits::{Limits, TooLarge};
use sprague::nimber::Nimber;
use sprague::sequence::{EngineSettings, Sequence};

use crate::Told;
use crate::lab::{Around, CompareAnswer};

crate::document::documents! {
    Compare = "compare"
}

/// Where two games first differ.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Compare {
    /// One game.
    pub a: String,
    /// The other.
    pub b: String,
    /// The last heap that was compared.
    pub to: u64,
    /// Whether they have equal options at every heap size.
    pub same_game: bool,
    /// Why they have the same values at every heap, where that is proved.
    pub same_values: Option<String>,
    /// The first heap at which their values differ.
    pub first_difference: Option<u64>,
    /// The two values there.
    pub values: Option<[u64; 2]>,
}

/// How many values are shown on either side of the difference.
const AROUND: u64 = 10;

/// Two games, heap by heap.
pub struct CompareQuestion<'g> {
    /// One game.
    pub a: &'g HeapGame,
    /// The other.
    pub b: &'g HeapGame,
    /// The last heap.
    pub to: u64,
}

impl CompareQuestion<'_> {
    /// The first difference; where there is none, why there never is one, if that is known.
    pub fn answer(&self, engine: EngineSettings, limits: &Limits) -> Result<Told<Compare>, TooLarge> {
        let Self { a, b, to } = *self;
        let difference = if a == b { None } else { first_difference(a, b, to, engine, limits)? };
        let same_values =
            if a == b || difference.is_some() { None } else { equal_for_ever(a, b, engine, limits) };
        let text = match (difference, &same_values) {
            _ if a == b => format!("{a} and {b} are the same game: equal options at every heap size.\n"),
            (Some((n, x, y)), _) => format!("{a} and {b} first differ at heap {n}: {x} against {y}.\n"),
            (None, Some(why)) => {
                format!("{a} and {b} have the same values at every heap: {why}. They are different games.\n")
            }
            (None, None) => format!(
                "{a} and {b} have the same nim-sequence to heap {to}, computed. They are different games.\n"
            ),
        };
        let document = Compare {
            a: a.to_string(),
            b: b.to_string(),
            to,
            same_game: a == b,
            same_values,
            first_difference: difference.map(|(heap, ..)| heap),
            values: difference.map(|(_, x, y)| [x.0, y.0]),
        };
        Ok(Told::new(document, text))
    }

    /// The answer for the page, which also shows the values around the difference. One game follows the other, where there
    /// is one thread; the values of the first are kept.
    pub fn around(&self, limits: &Limits) -> Result<CompareAnswer, TooLarge> {
        let Self { a, b, to } = *self;
        let (mut x, mut y) = (a.sequence(), b.sequence());
        let mut difference = None;
        if a != b {
            let mut kept: VecDeque<Nimber> = values(&mut x, 0..=to, limits)?.into();
            difference = differ(&mut y, to, limits, || kept.pop_front())?;
        }
        let first = difference.map(|(heap, ..)| heap);
        let around = first.map(|heap| -> Result<Around, TooLarge> {
            let (from, to) = (heap.saturating_sub(AROUND), heap + AROUND);
            let values = |game: &mut Sequence| -> Result<Vec<u64>, TooLarge> {
                Ok(values(game, from..=to, limits)?.into_iter().map(|value| value.0).collect())
            };
            Ok(Around { from, a: values(&mut x)?, b: values(&mut y)? })
        });
        Ok(CompareAnswer {
            a: a.to_string(),
            b: b.to_string(),
            to,
            same_game: a == b,
            first_difference: first,
            around: around.transpose()?,
        })
    }
}

/// The values of a range of heaps.
fn values(game: &mut Sequence, heaps: RangeInclusive<u64>, limits: &Limits) -> Result<Vec<Nimber>, TooLarge> {
    let mut found = Vec::new();
    game.stream(heaps, limits, &mut |_: u64, values: &[Nimber]| {
        found.extend_from_slice(values);
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Why two games that do not differ as far as they were compared never do, if that is known.
fn equal_for_ever(a: &HeapGame, b: &HeapGame, engine: EngineSettings, limits: &Limits) -> Option<String> {
    /// The most values of both that are compared.
    const MOST: u64 = 1 << 22;
    let form = relations::standard_form(&a.rule);
    if form == relations::standard_form(&b.rule) {
        return Some(format!("both have the standard form {form} (theory H.5)"));
    }
    let (mut left, mut right) = (Sequence::new(a.clone(), engine), Sequence::new(b.clone(), engine));
    let (left, right) = (left.prove(limits).ok()?, right.prove(limits).ok()?);
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

/// The first heap at which the values of a sequence differ from those that come, and both values.
fn differ(
    sequence: &mut Sequence,
    to: u64,
    limits: &Limits,
    mut next: impl FnMut() -> Option<Nimber>,
) -> Result<Option<(u64, Nimber, Nimber)>, TooLarge> {
    let mut found = None;
    sequence.stream(0..=to, limits, &mut |first: u64, values: &[Nimber]| {
        for (n, &y) in (first..).zip(values) {
            let Some(x) = next() else { return ControlFlow::Break(()) };
            if x != y {
                found = Some((n, x, y));
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// The first heap at which two games differ, and both values.
///
/// The sequence of `a` comes in chunks from a thread of its own, a few of them ahead; that of `b` is compared as it
/// comes. Both engines refuse what is too large before their first value, and neither sequence is kept.
fn first_difference(
    a: &HeapGame,
    b: &HeapGame,
    to: u64,
    engine: EngineSettings,
    limits: &Limits,
) -> Result<Option<(u64, Nimber, Nimber)>, TooLarge> {
    const AHEAD: usize = 16;
    let engine = EngineSettings { threads: 1, ..engine };
    let (sender, receiver) = sync_channel::<Vec<Nimber>>(AHEAD);
    thread::scope(|scope| {
        let left = scope.spawn(move || {
            Sequence::new(a.clone(), engine).stream(0..=to, limits, &mut |_: u64, values: &[Nimber]| {
                if sender.send(values.to_vec()).is_ok() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
        });
        let mut waiting = VecDeque::new();
        let found = differ(&mut Sequence::new(b.clone(), engine), to, limits, || {
            while waiting.is_empty() {
                waiting.extend(receiver.recv().ok()?);
            }
            waiting.pop_front()
        });
        // Without a receiver the other thread stops at its next chunk.
        drop(receiver);
        let left = left.join().unwrap_or_else(|panic| resume_unwind(panic));
        left.and(found)
    })
}
