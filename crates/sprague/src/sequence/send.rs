//! The values of a range of heaps, by the cheapest exact way: closed form, else the dense engine.

use std::ops::ControlFlow;

use super::{Dense, Sink, dense_steps};
use crate::board::Board;
use crate::heap::{HeapGame, Heaps, closed::closed_form, misere::misere_value};
use crate::nimber::Nimber;
use crate::search::{Limits, MisereSolver, TooLarge};

const CHUNK: u64 = 1 << 12;

/// Sends the values of the heaps `from` to `to` to the sink, which may stop it.
pub fn send_values(
    game: &HeapGame,
    from: u64,
    to: u64,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<(), TooLarge> {
    let rule = &game.rule;
    if closed_form(rule, to).is_some() && closed_form(rule, from).is_some() {
        limits.admit_steps(format!("the values of {game} from {from} to {to}"), (to - from) as f64)?;
        let value = |n| closed_form(rule, n).map_or(Nimber::ZERO, |(value, _)| value);
        let _ = send_each(from, to, sink, |n| Ok(value(n)))?;
        return Ok(());
    }
    limits.admit_steps(format!("the sequence of {game} to heap {to}"), dense_steps(rule.clauses(), to))?;
    let mut rest = |first: u64, values: &[Nimber]| {
        let skip = from.saturating_sub(first).min(values.len() as u64) as usize;
        if skip == values.len() {
            return ControlFlow::Continue(());
        }
        sink.accept(first + skip as u64, &values[skip..])
    };
    let _ = Dense::new(rule.clauses()).stream(to, &mut rest);
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
    let (sums, breadth) = (game.reachable(&last), game.breadth(&last));
    let name = format!("misère play of {game} to heap {to}");
    limits.admit_entries(name.clone(), sums + game.search_size(&last) * breadth / 2.0)?;
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
