//! The values of a range of heaps anywhere: by closed form, computed where that is cheap, else by the law of the game.

use super::Laws;
use crate::ground::Ground;
use crate::heap::{HeapGame, closed::closed_form};
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::sequence::{self, Options, Sink};

const CHUNK: u64 = 1 << 12;

/// Sends the values of the heaps `from` to `to` to the sink, which may stop it, and says what they rest on.
pub fn send_values(
    game: &HeapGame,
    from: u64,
    to: u64,
    options: Options,
    limits: &Limits,
    sink: &mut dyn Sink,
) -> Result<Ground, TooLarge> {
    if let Some((_, theorem)) = closed_form(&game.rule, to) {
        sequence::send_values(game, from, to, options, limits, sink)?;
        return Ok(Ground::Theorem(theorem));
    }
    let mut laws = Laws::default();
    let unproved = match laws.for_heap(&game.rule, to, options, limits) {
        Some(Ok(law)) => {
            let span = to.saturating_sub(from);
            limits.admit_steps(format!("the range of {game} from {from} to {to}"), span as f64)?;
            let mut first = from;
            while first <= to {
                let last = to.min(first.saturating_add(CHUNK - 1));
                let values: Vec<Nimber> = (first..=last).map(|heap| law.value(heap)).collect();
                if sink.accept(first, &values).is_break() {
                    break;
                }
                limits.check_time()?;
                first = last + 1;
            }
            return Ok(law.ground(to));
        }
        Some(Err(unproved)) => Some(*unproved),
        None => None,
    };
    match sequence::send_values(game, from, to, options, limits, sink) {
        Ok(()) => Ok(Ground::Sequence { to }),
        Err(refusal) => Err(refusal.without_period(unproved.map(|unproved| unproved.to))),
    }
}
