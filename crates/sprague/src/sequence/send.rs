//! The values of a range of heaps, by the cheapest exact way: a closed form, else an engine.

use std::ops::ControlFlow;

use super::{Engine, Options, Sink, dense_steps};
use crate::heap::{HeapGame, Heaps, closed::closed_form, misere::misere_value};
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::search::MisereSolver;

const CHUNK: u64 = 1 << 12;

/// Heaps whose values are computed before the cost of the rest is judged.
const TRIAL: u64 = 1 << 16;

/// Sends the values of the heaps `from` to `to` to the sink, which may stop it.
///
/// What cannot be done within the limits is refused, but for games whose cost shows only in their first values, after
/// these were sent.
pub fn send_values(
    game: &HeapGame,
    from: u64,
    to: u64,
    options: Options,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<(), TooLarge> {
    let rule = &game.rule;
    if closed_form(rule, to).is_some() {
        limits.admit_steps(format!("the range of {game} from {from} to {to}"), (to - from) as f64)?;
        let value = |n| closed_form(rule, n).map_or(Nimber::ZERO, |(value, _)| value);
        let _ = send_each(from, to, sink, |n| Ok(value(n)))?;
        return Ok(());
    }
    compute_values(game, from, to, options, limits, sink)
}

/// The same by an engine, whether there is a closed form or not.
pub fn compute_values(
    game: &HeapGame,
    from: u64,
    to: u64,
    options: Options,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<(), TooLarge> {
    let mut rest = |first: u64, values: &[Nimber]| {
        let skip = from.saturating_sub(first).min(values.len() as u64) as usize;
        if skip == values.len() {
            return ControlFlow::Continue(());
        }
        sink.accept(first + skip as u64, &values[skip..])
    };
    run(&mut Engine::new(game.rule.clauses(), options), game, to, limits, &mut rest)
}

/// Lets an engine go on to heap `to`, within the limits.
pub fn run(
    engine: &mut Engine,
    game: &HeapGame,
    to: u64,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<(), TooLarge> {
    let what = || format!("the sequence of {game} to heap {to}");
    let clauses = game.rule.clauses();
    if !engine.is_fast() {
        limits.admit_steps(what(), dense_steps(clauses, to))?;
        limits.admit(what(), to as f64 / 20.0)?;
        let _ = engine.stream(to, sink);
        return Ok(());
    }
    limits.admit_steps(what(), to as f64)?;
    if engine.stream(to.min(TRIAL), sink).is_break() || to <= TRIAL {
        return Ok(());
    }
    let heaps = to as f64;
    if engine.space().is_some() {
        // about a thousand rare heaps cost as much as ten steps
        limits.admit_steps(what(), heaps * (1.0 + engine.rares().len() as f64 / 128.0))?;
    } else {
        limits.admit_steps(what(), heaps * heaps / 32.0)?;
        limits.admit(what(), heaps / 20.0)?;
    }
    let _ = engine.stream(to, sink);
    Ok(())
}

/// Sends the misère values (theory 10.2) of the heaps `from` to `to` to the sink.
pub fn send_misere_values(
    game: &HeapGame,
    from: u64,
    to: u64,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<(), TooLarge> {
    if misere_value(&game.rule, to).is_some() {
        limits.admit_steps(
            format!("the sequence of misère values of {game} from {from} to {to}"),
            (to - from) as f64,
        )?;
        let value = |n| misere_value(&game.rule, n).unwrap_or(Nimber::ZERO);
        let _ = send_each(from, to, sink, |n| Ok(value(n)))?;
        return Ok(());
    }
    let last = Heaps::single(to);
    let (sums, breadth) = (game.positions_reached(&last), game.option_bound(&last));
    let name = format!("misère play of {game} to heap {to}");
    limits.admit_entries(name.clone(), sums + last.sizes_below() * breadth / 2.0)?;
    limits.admit_search(name, sums, breadth)?;
    let mut solver = MisereSolver::with_limits(game, limits.clone());
    let _ = send_each(from, to, sink, |n| solver.value(&Heaps::new(vec![n])))?;
    Ok(())
}

fn send_each(
    from: u64,
    to: u64,
    sink: &mut dyn Sink,
    mut value: impl FnMut(u64) -> Result<Nimber, TooLarge>,
) -> Result<ControlFlow<()>, TooLarge> {
    let mut first = from;
    loop {
        let last = to.min(first.saturating_add(CHUNK - 1));
        let chunk = (first..=last).map(&mut value).collect::<Result<Vec<_>, _>>()?;
        if sink.accept(first, &chunk).is_break() || last == to {
            return Ok(ControlFlow::Continue(()));
        }
        first = last + 1;
    }
}
