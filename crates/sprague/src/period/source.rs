//! Where the values of a rule come from, as far as the search for a period is concerned.

use std::ops::ControlFlow;

use crate::heap::{Clause, Rule};
use crate::limits::{Limits, Meter};
use crate::nimber::Nimber;
use crate::sequence::{Dense, Engine, Options, Sink, Space, dense_steps};

/// The values of one rule, in order. No closed form may be behind it that itself rests on a period.
pub trait Source {
    /// Sends the values from the first heap that was not yet sent up to `to`.
    fn advance(&mut self, to: u64, sink: &mut dyn Sink);

    /// The sparse space in use, if there is one.
    fn space(&self) -> Option<Space>;

    /// The same values, from heap 0 on.
    fn again(&self) -> Box<dyn Source + '_>;

    /// The last heap, at most `to`, that can be reached with the means at hand.
    fn farthest(&self, to: u64) -> u64;

    /// Whether the search is to be given up; then [`Self::advance`] need not send anything.
    fn stopped(&self) -> bool {
        false
    }
}

/// The dense engine as a source.
#[derive(Clone, Debug)]
pub struct DenseSource {
    clauses: Vec<Clause>,
    engine: Dense,
    next: u64,
    steps: u64,
    meter: Meter,
}

impl DenseSource {
    /// The values of a rule, as far as the limits allow.
    pub fn new(rule: &Rule, limits: &Limits) -> Self {
        let clauses = rule.clauses().to_vec();
        Self {
            engine: Dense::new(&clauses),
            clauses,
            next: 0,
            steps: limits.steps,
            meter: limits.meter.clone(),
        }
    }
}

impl Source for DenseSource {
    fn advance(&mut self, to: u64, sink: &mut dyn Sink) {
        const CHUNK: u64 = 1 << 12;
        while self.next <= to {
            let last = to.min(self.next + CHUNK - 1);
            let values = &self.engine.extend_to(last)[self.next as usize..];
            let values: Vec<Nimber> = values.iter().map(|&value| Nimber(value.into())).collect();
            let first = std::mem::replace(&mut self.next, last + 1);
            if sink.accept(first, &values) == ControlFlow::Break(()) || self.stopped() {
                return;
            }
        }
    }

    fn stopped(&self) -> bool {
        self.meter.is_stopped()
    }

    fn space(&self) -> Option<Space> {
        None
    }

    fn again(&self) -> Box<dyn Source + '_> {
        Box::new(Self { next: 0, ..self.clone() })
    }

    fn farthest(&self, to: u64) -> u64 {
        let allowed = |to: u64| dense_steps(&self.clauses, to) <= self.steps as f64;
        if allowed(to) {
            return to;
        }
        let (mut low, mut high) = (0, to);
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if allowed(middle) { low = middle } else { high = middle }
        }
        low
    }
}

/// The fast engine as a source, for rules whose moves leave at most two heaps.
#[derive(Clone, Debug)]
pub struct EngineSource {
    clauses: Vec<Clause>,
    options: Options,
    engine: Engine,
    steps: u64,
    meter: Meter,
}

impl EngineSource {
    /// The values of a rule, as far as the limits allow; `None` for rules that need the dense engine.
    pub fn new(rule: &Rule, options: Options, limits: &Limits) -> Option<Self> {
        let clauses = rule.clauses().to_vec();
        let engine = Engine::new(&clauses, options);
        let meter = limits.meter.clone();
        engine.is_fast().then_some(Self { clauses, options, engine, steps: limits.steps, meter })
    }
}

impl Source for EngineSource {
    fn advance(&mut self, to: u64, sink: &mut dyn Sink) {
        let meter = self.meter.clone();
        let mut unless_stopped = |first: u64, values: &[Nimber]| {
            sink.accept(first, values)?;
            if meter.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let _ = self.engine.stream(to, &mut unless_stopped);
    }

    fn stopped(&self) -> bool {
        self.meter.is_stopped()
    }

    fn space(&self) -> Option<Space> {
        self.engine.space()
    }

    fn again(&self) -> Box<dyn Source + '_> {
        let engine = Engine::new(&self.clauses, self.options);
        let (clauses, meter) = (self.clauses.clone(), self.meter.clone());
        Box::new(Self { clauses, options: self.options, engine, steps: self.steps, meter })
    }

    fn farthest(&self, to: u64) -> u64 {
        to.min(self.steps)
    }
}
