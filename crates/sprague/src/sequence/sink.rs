//! Where values go.

use std::ops::ControlFlow;

use super::values::Values;
use crate::nimber::Nimber;

/// Receives the values of consecutive heaps. Breaking stops the engine.
pub trait Sink {
    /// Takes the values of the heaps `first`, `first + 1`, and so on. They come in order and without gaps, some at a time.
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()>;
}

/// A function of nimbers.
impl<F: FnMut(u64, &[Nimber]) -> ControlFlow<()>> Sink for F {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        values.in_pieces(first, self)
    }
}

/// Nobody, who lets the engine go on.
#[derive(Clone, Copy, Debug)]
pub struct Unheard;

impl Sink for Unheard {
    fn accept(&mut self, _: u64, _: Values<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Keeps all values from a heap size on.
#[derive(Clone, Debug)]
pub struct Collect {
    from: u64,
    values: Vec<Nimber>,
}

impl Collect {
    /// Keeps the values of the heaps from `from` on.
    pub const fn from(from: u64) -> Self {
        Self { from, values: Vec::new() }
    }

    /// The values kept.
    pub fn into_values(self) -> Vec<Nimber> {
        self.values
    }
}

impl Sink for Collect {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        values.within(first, (self.from, u64::MAX)).1.append_to(&mut self.values);
        ControlFlow::Continue(())
    }
}
