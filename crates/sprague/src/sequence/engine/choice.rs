//! Which method goes on: the textbook engine hands over to the block engine or the wide one, and the space of the block
//! engine is reconsidered while all values are at hand.

use super::super::kernel::Kernel;
use super::super::shape::Shape;
use super::super::space::{Counts, Space};
use super::super::sparse::{Manner, Sparse};
use super::super::textbook::{Textbook, worth_changing};
use super::super::wide::Wide;
use super::{Engine, EngineSettings, Method};

impl Engine {
    /// Hands the known values to the block engine if their space is good.
    pub(super) fn take_over(&mut self) {
        let Method::Prelude(textbook, shape) = &self.method else { return };
        let values = textbook.values();
        let counts = textbook.counts();
        let Some((space, rares)) = counts.best(shape.break_parity()) else { return };
        let clear = shape.phase(values.len() as u64).breaks.iter().all(|a_break| {
            a_break.differ.saturating_add(a_break.taken).saturating_add(4) < values.len() as u64
        });
        if !clear {
            return;
        }
        if rares <= counts.total() / tolerated(counts.total()) {
            self.method = self.sparse(shape.clone(), space, values, counts.clone());
        } else if self.settings.kernel != Kernel::Planes
            && let Some(mut wide) = Wide::new(shape.clone(), values, self.settings.kernel.level())
        {
            wide.choose(counts);
            self.method = Method::Wide(Box::new(wide), shape.clone(), counts.clone());
        }
    }

    /// Goes from the wide engine to the block engine if there is a good space by now, or back to the textbook if the
    /// values have become too large.
    pub(super) fn leave_wide(&mut self) {
        let Method::Wide(wide, _, counts) = &mut self.method else { return };
        wide.choose(counts);
        let Method::Wide(wide, shape, counts) = &self.method else { return };
        let values = || wide.values().iter().map(|&value| u32::from(value)).collect::<Vec<u32>>();
        let best = counts.best(shape.break_parity());
        // What counts is how often rare heaps still come, and that nearly all indices fit a byte.
        let few = |space: Space| {
            let from = wide.values().len() / 4 * 3;
            let heaps = wide.values().len() - from;
            let recent =
                || (from as u64..).zip(&wide.values()[from..]).map(|(heap, &v)| (heap, u32::from(v)));
            let rares = recent().filter(|&(heap, value)| space.is_rare(heap, value)).count();
            let tall = recent().filter(|&(_, value)| space.index(value) >= 255).count();
            let short = heaps < 1 << 10 && rares <= heaps / 6;
            (rares <= heaps / 64 || short) && tall <= heaps / 256
        };
        if let Some((space, _)) = best.filter(|(space, _)| few(*space)) {
            self.method = self.sparse(shape.clone(), space, &values(), counts.clone());
        } else if wide.is_full() {
            let textbook = Textbook::from_values(shape.clone(), values(), counts.clone());
            self.method = Method::Textbook(Box::new(textbook));
        }
    }

    fn sparse(&self, shape: Shape, space: Space, values: &[u32], counts: Counts) -> Method {
        let block = if self.settings.kernel == Kernel::Planes { 1 } else { self.settings.block };
        let EngineSettings { kernel, threads, memory, .. } = self.settings;
        let manner = Manner { level: kernel.level(), block, threads: threads.max(1), memory };
        let sparse = Sparse::new(shape.clone(), space, values, manner);
        Method::Sparse(Box::new(sparse), shape, counts)
    }

    /// Changes the space if a better one has come up.
    pub(super) fn reconsider(&mut self) {
        let Method::Sparse(sparse, shape, counts) = &self.method else { return };
        let Some((best, rares)) = counts.best(shape.break_parity()) else { return };
        if worth_changing(Some(sparse.history().space()), best, rares, counts) {
            let values: Vec<u32> = (0..sparse.next()).map(|heap| sparse.history().value(heap)).collect();
            self.method = self.sparse(shape.clone(), best, &values, counts.clone());
        }
    }
}

/// One heap in how many may be rare for the block engine to be the better one. On short sequences either will do.
const fn tolerated(heaps: u64) -> u64 {
    if heaps < 1 << 12 { 6 } else { 32 }
}
