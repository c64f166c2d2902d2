//! Where values go.

use std::ops::ControlFlow;

use crate::nimber::Nimber;

/// Receives the values of consecutive heaps. Breaking stops the engine.
pub trait Sink {
    /// Takes the values of the heaps `first`, `first + 1`, and so on. Chunks come in order and without gaps.
    fn accept(&mut self, first: u64, values: &[Nimber]) -> ControlFlow<()>;

    /// Whether values that fit a byte may come by [`Self::accept_bytes`]: an eighth of the memory, several times as fast.
    fn takes_bytes(&self) -> bool {
        false
    }

    /// The same as [`Self::accept`], a byte for each value.
    fn accept_bytes(&mut self, first: u64, values: &[u8]) -> ControlFlow<()> {
        let values: Vec<Nimber> = values.iter().map(|&value| Nimber(value.into())).collect();
        self.accept(first, &values)
    }
}

impl<F: FnMut(u64, &[Nimber]) -> ControlFlow<()>> Sink for F {
    fn accept(&mut self, first: u64, values: &[Nimber]) -> ControlFlow<()> {
        self(first, values)
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
    fn accept(&mut self, first: u64, values: &[Nimber]) -> ControlFlow<()> {
        let skip = self.from.saturating_sub(first).min(values.len() as u64);
        self.values.extend_from_slice(&values[skip as usize..]);
        ControlFlow::Continue(())
    }
}
