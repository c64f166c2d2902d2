//! Sequences of nim-values of heap games, and the one door to them: [`Sequence`].
//!
//! A [`Sequence`] owns what is known of one heap game: its closed form, the values computed so far, the period if one
//! is proved. All questions go through it: single values, ranges, periods, rare heaps, statistics. One stream of values
//! serves all of them. It is computed once, by an [`Engine`], and whoever wants to see it is a [`Sink`] of it: the
//! caller who asked for a range, the search for a period, the statistics.
//!
//! An engine knows a rule and nothing of what becomes of its values; a sink sees each value once, in order of heap
//! size, in chunks. That is the seam at which faster engines and other uses are put in.
//!
//! ```
//! use sprague::{Limits, heap::HeapGame, nimber::Nimber};
//!
//! let limits = Limits::default();
//! let mut chess = "0.137".parse::<HeapGame>()?.sequence(); // Dawson's chess: period 34 from heap 52 on
//! assert_eq!(chess.value(5, &limits)?, Nimber(3));
//! assert_eq!(chess.value(1_000_000_000_000_000_000, &limits)?, chess.value(86 - 20, &limits)?);
//! assert_eq!(chess.values(1..=8, &limits)?, [1, 1, 2, 0, 3, 1, 1, 0].map(Nimber));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod accelerator;
mod engine;
mod engines;
mod ground;
mod kernel;
pub mod period;
mod prefix;
mod proved;
mod shape;
mod signature;
mod sink;
mod space;
mod statistics;
mod values;

pub use engine::{Engine, EngineSettings};
pub use engines::dense::Dense;
pub use engines::naive::naive_values;
pub use engines::sparse::state::State;
pub use engines::textbook::Textbook;
pub use ground::Ground;
pub use kernel::{Isa, Kernel, Method, UnknownKernel};
pub(crate) use proved::by_period;
pub use proved::{ProvedPeriod, Unproved};
pub use shape::{Break, Phase, Shape};
pub use signature::{CHUNK, Signature, leaf, root};
pub use sink::{Collect, Sink, Unheard};
pub use space::{Counts, Kind, Space};
pub use sprague_kernels::on_widest_instructions;
pub use statistics::Statistics;
pub use values::{Packed, ValueRoom, Values};

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

use self::period::{Finding, HowFar, PeriodReport, PeriodSearch, Source, USUAL, find};
use self::prefix::{Prefix, Reader};
use crate::heap::{HeapGame, Heaps, closed::closed_form, dense_farthest, dense_steps, misere::misere_value};
use crate::limits::{
    BYTES_PER_COUNT, BYTES_PER_HEAP, Limits, MOST_REMEMBERED, PERIOD_TRIAL, TRIAL, TooLarge, admit_memory,
    sparse_steps, wide_steps,
};
use crate::nimber::Nimber;
use crate::search::MisereSolver;
use crate::theorem::Theorem;

/// How many values of a closed form or of a proved period are sent at a time.
const PIECE: u64 = 1 << 12;

/// What is known of the values of one heap game, and the way to more of them.
#[derive(Clone, Debug)]
pub struct Sequence {
    game: HeapGame,
    prefix: Prefix,
    /// What the search for a period gave, once there was one.
    proved: Option<Result<ProvedPeriod, Unproved>>,
    /// The last heap that this search was allowed, if it could have gone further.
    searched: u64,
    /// Heaps up to this one are computed without a search, once it is known.
    direct_to: Option<u64>,
}

/// The sparse space of a game and its rare heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RareHeaps {
    /// The space, if there is one.
    pub space: Option<Space>,
    /// The rare heaps with their values, ascending.
    pub heaps: Vec<(u64, Nimber)>,
    /// All bits that occur in values.
    pub bits_used: u64,
}

impl HeapGame {
    /// The nim-sequence of the game.
    pub fn sequence(&self) -> Sequence {
        Sequence::new(self.clone(), EngineSettings::default())
    }
}

impl Sequence {
    /// The nim-sequence of a game, computed as the settings say.
    pub fn new(game: HeapGame, settings: EngineSettings) -> Self {
        let prefix = Prefix::new(game.rule.clauses(), settings);
        Self { game, prefix, proved: None, searched: 0, direct_to: None }
    }

    /// The game.
    pub const fn game(&self) -> &HeapGame {
        &self.game
    }

    /// Calls the game by another of its names.
    pub(crate) fn call(&mut self, name: Option<Arc<str>>) {
        self.game.name = name;
    }

    /// How many heaps from 0 on have been computed.
    pub const fn computed(&self) -> u64 {
        self.prefix.engine().next()
    }

    /// How many values are held.
    pub(crate) fn held(&self) -> u64 {
        self.computed() + self.proved_period().map_or(0, ProvedPeriod::reach)
    }

    /// How many more heaps a question about this one may compute.
    pub(crate) fn missing(&self, heap: u64) -> u64 {
        let is_known = self.proved_period().is_some() || closed_form(&self.game.rule, heap).is_some();
        if is_known { 0 } else { (heap + 1).saturating_sub(self.computed()) }
    }

    /// The sparse space in use, if there is one.
    pub fn space(&self) -> Option<Space> {
        self.prefix.engine().space()
    }

    /// The proved period, if a question has led to one.
    pub fn proved_period(&self) -> Option<&ProvedPeriod> {
        self.proved.as_ref()?.as_ref().ok()
    }

    /// The value of a heap.
    pub fn value(&mut self, heap: u64, limits: &Limits) -> Result<Nimber, TooLarge> {
        self.value_with_ground(heap, limits).map(|(value, _)| value)
    }

    /// The value of a heap, and what it rests on.
    pub fn value_with_ground(&mut self, heap: u64, limits: &Limits) -> Result<(Nimber, Ground), TooLarge> {
        if let Some((value, theorem)) = closed_form(&self.game.rule, heap) {
            return Ok((value, Ground::Theorem(theorem)));
        }
        if let Some(value) = self.known_value(heap) {
            return Ok(value);
        }
        let before = self.steps(self.computed());
        let room = limits.admit_heaps(format!("the table of {} to heap {heap}", self.game), heap);
        self.reach((u64::MAX, heap), room, limits, &mut Unheard)?;
        if self.proved_period().is_none() {
            limits.spend(self.steps(heap).saturating_sub(before))?;
        }
        if let Some(value) = self.known_value(heap) {
            return Ok(value);
        }
        // computed, and forgotten since
        let mut found = Collect::from(heap);
        self.reach((heap, heap), Ok(()), limits, &mut found)?;
        let value = found.into_values().first().copied().ok_or_else(|| limits.meter.refusal())?;
        Ok((value, Ground::Sequence { to: heap }))
    }

    fn known_value(&self, heap: u64) -> Option<(Nimber, Ground)> {
        if let Some(proved) = self.proved_period() {
            return Some((proved.value(heap), proved.ground(heap)));
        }
        self.prefix.engine().value(heap).map(|value| (value, Ground::Sequence { to: heap }))
    }

    /// The values of a range of heaps, collected.
    pub fn values(&mut self, range: RangeInclusive<u64>, limits: &Limits) -> Result<Vec<Nimber>, TooLarge> {
        let (from, to) = (*range.start(), *range.end());
        limits.admit_heaps(
            format!("the table of {} from heap {from} to {to}", self.game),
            to.saturating_sub(from),
        )?;
        let mut found = Collect::from(from);
        self.stream(range, limits, &mut found)?;
        Ok(found.into_values())
    }

    /// Sends the values of a range of heaps anywhere to the sink, which may stop it, and says what they rest on: a
    /// closed form, a proved period, or the computation of all smaller heaps. What is refused was not begun to be sent.
    ///
    /// Heaps that are quickly computed are only computed. Otherwise a period is looked for in the same stream, on a
    /// share of the limits: where one is proved, the rest of the values follow from it.
    pub fn stream(
        &mut self,
        range: RangeInclusive<u64>,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<Ground, TooLarge> {
        let (from, to) = range.into_inner();
        let what = format!("the range of {} from {from} to {to}", self.game);
        let span = to.saturating_sub(from) as f64;
        if let Some((_, theorem)) = closed_form(&self.game.rule, to) {
            limits.admit_steps(what, span)?;
            let value = |n| closed_form(&self.game.rule, n).map_or(Nimber::ZERO, |(value, _)| value);
            send_each(from, to, limits, sink, |n| Ok(value(n)))?;
            return Ok(Ground::Theorem(theorem));
        }
        let next = self.reach((from, to), Ok(()), limits, sink)?;
        let Some(proved) = self.proved_period() else { return Ok(Ground::Sequence { to }) };
        if let Some(next) = next.filter(|&next| next <= to) {
            limits.admit_steps(what, span)?;
            send_each(next, to, limits, sink, |n| Ok(proved.value(n)))?;
        }
        Ok(proved.ground(to))
    }

    /// Sends the values of a range of heaps as the engine computes them, whether there is another way to them or not.
    pub fn compute(
        &mut self,
        range: RangeInclusive<u64>,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<(), TooLarge> {
        let (from, to) = range.into_inner();
        let mut reader = Reader::new(&mut self.prefix, limits).heard_by((from, to), sink);
        admit(&self.game, &mut reader, to, limits)?;
        reader.compute(to)
    }

    /// Sends the misère values (theory 10.2) of a range of heaps to the sink.
    pub fn stream_misere(
        &self,
        range: RangeInclusive<u64>,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<(), TooLarge> {
        let (from, to) = range.into_inner();
        let game = &self.game;
        if misere_value(&game.rule, to).is_some() {
            let what = format!("the sequence of misère values of {game} from {from} to {to}");
            limits.admit_steps(what, (to - from) as f64)?;
            let value = |n| misere_value(&game.rule, n).unwrap_or(Nimber::ZERO);
            return send_each(from, to, limits, sink, |n| Ok(value(n)));
        }
        let last = Heaps::single(to);
        let (sums, breadth) = (game.positions_reached(&last), game.option_bound(&last));
        let name = format!("misère play of {game} to heap {to}");
        limits.admit_misere_search(name, sums + last.sizes_below() * breadth / 2.0, sums, breadth)?;
        let mut solver = MisereSolver::with_limits(game, limits.clone());
        send_each(from, to, limits, sink, |n| solver.value(&Heaps::new(vec![n])))
    }

    /// Looks for the fundamental period and the exact preperiod, with all that the limits allow.
    pub fn period(&mut self, how_far: HowFar, limits: &Limits) -> PeriodReport {
        self.period_heard(how_far, limits, &mut Unheard)
    }

    /// The same with a sink that is told every value as it is computed, and may stop the search.
    pub fn period_heard(&mut self, how_far: HowFar, limits: &Limits, sink: &mut dyn Sink) -> PeriodReport {
        self.leave_the_definition();
        let told = (self.computed(), u64::MAX);
        find(&self.game.rule, &mut Reader::new(&mut self.prefix, limits).heard_by(told, sink), how_far)
    }

    /// Goes on with a search for the period of this game, by at most so many values; what it found where it has come to
    /// its end.
    pub fn search_period(
        &mut self,
        search: &mut PeriodSearch,
        values: u64,
        limits: &Limits,
    ) -> Option<PeriodReport> {
        self.leave_the_definition();
        search.advance(&mut Reader::new(&mut self.prefix, limits), values)
    }

    /// The values as a source that theorems and certificates read, as often as they need.
    pub fn read<'s>(&'s mut self, limits: &'s Limits) -> impl Source + 's {
        Reader::new(&mut self.prefix, limits)
    }

    /// The period with the values of all heaps, looked for on a share of the limits unless it was before.
    pub fn prove(&mut self, limits: &Limits) -> Result<&ProvedPeriod, Unproved> {
        self.prove_from(u64::MAX, limits)
    }

    /// The same from the values of the heaps up to `last` alone, which may be less than a theorem needs. Rules that
    /// need the dense engine are looked at as far as the limits allow.
    pub fn prove_from(&mut self, last: u64, limits: &Limits) -> Result<&ProvedPeriod, Unproved> {
        let last = if self.prefix.engine().is_fast() { last } else { u64::MAX };
        self.leave_the_definition();
        if self.is_worth_a_search(last) {
            let mut reader = Reader::new(&mut self.prefix, limits);
            (self.proved, self.searched) = prove(&self.game, &mut reader, last, limits);
        }
        match &self.proved {
            Some(Ok(proved)) => Ok(proved),
            Some(Err(unproved)) => Err(*unproved),
            None => Err(Unproved { to: 0 }),
        }
    }

    /// The sparse space of the heaps 0 to `to` and the rare heaps among them.
    pub fn rare(&mut self, to: u64, limits: &Limits) -> Result<RareHeaps, TooLarge> {
        let mut bits_used = 0;
        self.compute(0..=to, limits, &mut |_: u64, values: &[Nimber]| {
            bits_used |= Values::from(values).bits();
            ControlFlow::Continue(())
        })?;
        let engine = self.prefix.engine();
        let heaps = engine.rares().iter().copied().filter(|rare| rare.0 <= to).collect();
        Ok(RareHeaps { space: engine.space(), heaps, bits_used })
    }

    /// Whether a sparse space can be found at all: every move leaves at most two heaps, and some two.
    pub const fn may_be_sparse(&self) -> bool {
        self.prefix.engine().is_fast()
    }

    /// The statistics of a range of heaps, and what the values rest on. Where nearly each heap has a value of its
    /// own the counts are as long as the sequence, so what they hold is bounded, `weight` positions for each count:
    /// before the first value where a closed form tells how many there are.
    pub fn statistics(
        &mut self,
        heaps: RangeInclusive<u64>,
        weight: f64,
        limits: &Limits,
    ) -> Result<(Statistics, Ground), TooLarge> {
        let to = *heaps.end();
        let what = format!("the list of the values of {} to heap {to}", self.game);
        let values = match closed_form(&self.game.rule, to) {
            Some((_, Theorem::Nim | Theorem::TakeMultiples)) => to,
            Some((_, Theorem::TakeUpTo)) => self.game.rule.most_taken().min(to),
            Some((_, Theorem::SplitThree | Theorem::TakeHalf)) => to / 2,
            _ => 0,
        };
        let admit = |held: u64| limits.admit(what.clone(), weight * held as f64);
        let memory = |held: u64| admit_memory(what.clone(), weight * held as f64 * BYTES_PER_COUNT);
        admit(values).and_then(|()| memory(values))?;
        let mut statistics = Statistics::default();
        let (mut room, mut outcome) = (values, Ok(()));
        let ground = self.stream(heaps, limits, &mut |first: u64, values: &[Nimber]| {
            statistics.accept(first, values.into())?;
            let held = statistics.held() as u64;
            outcome = admit(held);
            if 2 * held > room && outcome.is_ok() {
                room = 4 * held;
                outcome = memory(room);
            }
            if outcome.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        outcome.map(|()| (statistics, ground))
    }

    /// Computes up to heap `to` or proves a period that gives the values beyond what is computed; tells the sink the
    /// values from `from` on as they come. Gives the first heap of the range that the sink was not told; `None` where
    /// it wants no more.
    fn reach(
        &mut self,
        (from, to): (u64, u64),
        room: Result<(), TooLarge>,
        limits: &Limits,
        sink: &mut dyn Sink,
    ) -> Result<Option<u64>, TooLarge> {
        limits.check_time()?;
        if self.proved_period().is_some() {
            return Ok(Some(from));
        }
        let is_fast = self.prefix.engine().is_fast();
        let clauses = self.game.rule.clauses();
        let direct_to = *self.direct_to.get_or_insert_with(|| limits.direct_to(clauses, is_fast));
        let mut is_worth_a_search = to >= self.computed() && to > direct_to;
        if is_worth_a_search {
            self.leave_the_definition();
        }
        let mut reader = Reader::new(&mut self.prefix, limits).heard_by((from, to), sink);
        let computable = admit(&self.game, &mut reader, to, limits);
        let admitted = match room {
            Ok(()) => computable,
            Err(refusal) => Err(refusal.and(computable)),
        };
        // if the heap that is asked for can be computed, a period that shows only well beyond it is of no use
        let last = if admitted.is_ok() { to.saturating_add(to / 8) } else { u64::MAX };
        is_worth_a_search &= last / 2 >= self.searched;
        if is_worth_a_search {
            let search = |reader: &mut Reader<'_>| prove(&self.game, reader, last, limits);
            let searched = if admitted.is_ok() { search(&mut reader) } else { reader.unheard(search) };
            (self.proved, self.searched) = searched;
        }
        let searched = match &self.proved {
            Some(Ok(_)) => return Ok(reader.untold()),
            Some(Err(unproved)) if to > direct_to => Some(unproved.to),
            _ => None,
        };
        admitted.map_err(|refusal| refusal.without_period(searched))?;
        reader.compute(to)?;
        Ok(reader.untold())
    }

    /// The definition is an oracle for few values; a search for a period goes on with the dense engine.
    fn leave_the_definition(&mut self) {
        let settings = self.prefix.settings();
        if settings.kernel == Kernel::NAIVE {
            let settings = EngineSettings { kernel: Kernel::DENSE, ..settings };
            self.prefix = Prefix::new(self.game.rule.clauses(), settings);
        }
    }

    const fn is_worth_a_search(&self, last: u64) -> bool {
        match self.proved {
            None => true,
            Some(Ok(_)) => false,
            Some(Err(_)) => last / 2 >= self.searched,
        }
    }

    /// About what the values below a heap have cost, once they are known.
    fn steps(&self, heaps: u64) -> u64 {
        let engine = self.prefix.engine();
        let steps = match engine.space() {
            _ if !engine.is_fast() => dense_steps(self.game.rule.clauses(), heaps),
            Some(_) => sparse_steps(heaps, engine.rares().len()),
            None => wide_steps(heaps),
        };
        steps as u64
    }
}

/// Refuses values that cannot be computed within the limits. Where the cost shows only in the first values, these are
/// computed, and nobody is told them yet.
fn admit(game: &HeapGame, reader: &mut Reader<'_>, to: u64, limits: &Limits) -> Result<(), TooLarge> {
    if to < reader.engine().next() {
        return Ok(());
    }
    let what = || format!("the sequence of {game} to heap {to}");
    if !reader.engine().is_fast() {
        limits.admit_steps(what(), dense_steps(game.rule.clauses(), to))?;
        return limits.admit_heaps(what(), to);
    }
    let least = limits.admit_steps(what(), to as f64);
    // with limits that allow a trial, its estimate is told
    if least.as_ref().is_err_and(|refusal| refusal.limits().is_empty() || !limits.allow_trial()) {
        return least;
    }
    if to <= TRIAL {
        return Ok(());
    }
    reader.unheard(|reader| reader.compute(TRIAL))?;
    if reader.engine().space().is_some() {
        admit_memory(what(), to.min(MOST_REMEMBERED) as f64 * BYTES_PER_HEAP)?;
        return limits.admit_steps(what(), sparse_steps(to, reader.engine().rares().len()));
    }
    limits.admit_steps(what(), wide_steps(to))?;
    limits.admit_heaps(what(), to)
}

/// Looks for a period in the values up to `last`, on a share of the limits, and keeps the values before its second
/// turn. Tells, too, how far the search may be said to have gone: `last`, or to the end where that was nearer.
fn prove(
    game: &HeapGame,
    reader: &mut Reader<'_>,
    last: u64,
    limits: &Limits,
) -> (Option<Result<ProvedPeriod, Unproved>>, u64) {
    let budget = limits.for_period();
    let is_fast = reader.engine().is_fast();
    let farthest = if is_fast {
        budget.heaps_of_sparse_game()
    } else {
        dense_farthest(game.rule.clauses(), budget.steps, USUAL)
    };
    let trial = if is_fast { PERIOD_TRIAL } else { u64::MAX };
    reader.search_to = Some(farthest.min(last).min(trial));
    let mut report = find(&game.rule, reader, HowFar::Usual);
    if is_fast {
        // whether there is a sparse space shows in the first heaps, so these are looked at on their own
        let more = match reader.space() {
            Some(_) => farthest.min(last),
            None => farthest.min(last).min(budget.heaps_of_other_game()),
        };
        let is_proved = matches!(report.finding, Finding::Proved(..));
        if !is_proved && report.computed_to >= PERIOD_TRIAL && more > PERIOD_TRIAL {
            reader.search_to = Some(more);
            report = find(&game.rule, reader, if more <= USUAL { HowFar::Usual } else { HowFar::To(more) });
        }
    }
    let proved = ProvedPeriod::new(&report, reader);
    if reader.stopped() {
        // what was not looked at to the end is looked at again
        return (proved.is_ok().then_some(proved), 0);
    }
    limits.spend_period(proved.as_ref().map_or_else(|unproved| unproved.to, ProvedPeriod::reach));
    reader.search_to = None;
    (Some(proved), if last < farthest { last } else { u64::MAX })
}

fn send_each(
    from: u64,
    to: u64,
    limits: &Limits,
    sink: &mut dyn Sink,
    mut value: impl FnMut(u64) -> Result<Nimber, TooLarge>,
) -> Result<(), TooLarge> {
    let mut first = from;
    while first <= to {
        let last = to.min(first.saturating_add(PIECE - 1));
        let chunk = (first..=last).map(&mut value).collect::<Result<Vec<_>, _>>()?;
        if sink.accept(first, (&chunk).into()).is_break() {
            break;
        }
        limits.check_time()?;
        let Some(next) = last.checked_add(1) else { break };
        first = next;
    }
    Ok(())
}
