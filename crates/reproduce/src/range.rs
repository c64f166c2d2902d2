//! How far to go, and the long computations that several claims share.
//!
//! The usual ranges together take about a minute of CPU time; the full ones are at least those for which the theory
//! says *checked*. Grundy's game is computed once, when the first claim needs it.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use sprague::heap::HeapGame;
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::sequence::{Collect, Sink, Statistics};

/// How much may be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// About a minute.
    Usual,
    /// As far as the theory says *checked*, or further.
    Full,
}

/// How far to go.
#[derive(Debug)]
pub struct Range {
    effort: Effort,
    grundy: OnceLock<Grundy>,
}

/// Grundy's game as far as it is computed.
#[derive(Debug)]
pub struct Grundy {
    /// The last heap.
    pub to: u64,
    /// Counts, zeros and records of the heaps from 1 on.
    pub statistics: Statistics,
    /// The heaps from 1 on whose values are rare by theory 4.5, with their values.
    pub rare: Vec<(u64, u64)>,
}

impl Range {
    /// A range of this effort.
    pub const fn new(effort: Effort) -> Self {
        Self { effort, grundy: OnceLock::new() }
    }

    /// The effort.
    pub const fn effort(&self) -> Effort {
        self.effort
    }

    /// The usual number, or the full one.
    pub const fn to(&self, usual: u64, full: u64) -> u64 {
        match self.effort {
            Effort::Usual => usual,
            Effort::Full => full,
        }
    }

    /// Grundy's game to a million heaps, or to the 49 million of theory 4.6.
    pub fn grundy(&self) -> &Grundy {
        self.grundy.get_or_init(|| {
            let to = self.to(1_000_000, 49_000_000);
            let (mut statistics, mut rare) = (Statistics::default(), Vec::new());
            let mut sink = |first: u64, values: &[Nimber]| {
                for (heap, value) in (first..).zip(values) {
                    if (value.0 >> 1).count_ones().is_multiple_of(2) {
                        rare.push((heap, value.0));
                    }
                }
                statistics.accept(first, values.into())
            };
            stream("grundy", 1, to, &mut sink);
            Grundy { to, statistics, rare }
        })
    }
}

/// Sends the values of the heaps `from` to `to` of a game, computed by the engine.
pub fn stream(game: &str, from: u64, to: u64, sink: &mut dyn Sink) {
    let game: HeapGame = game.parse().expect("a game of our own text");
    game.sequence().compute(from..=to, &Limits::unlimited(), sink).expect("within no limits");
}

/// The values of the heaps 0 to `to` of a game, computed by the engine.
pub fn values(game: &str, to: u64) -> Vec<u64> {
    let mut collect = Collect::from(0);
    stream(game, 0, to, &mut collect);
    collect.into_values().iter().map(|value| value.0).collect()
}

/// The first heap from `from` on at which the values of a game and a formula differ.
pub fn first_difference(game: &str, from: u64, to: u64, formula: impl Fn(u64) -> u64) -> Option<u64> {
    let mut differ = None;
    stream(game, from, to, &mut |first: u64, values: &[Nimber]| {
        differ = (first..).zip(values).find(|&(heap, value)| formula(heap) != value.0).map(|(heap, _)| heap);
        if differ.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    differ
}
