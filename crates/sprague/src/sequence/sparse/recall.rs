//! Forgotten heaps: the whole history is computed anew, and kept.

use super::super::history::History;
use super::super::kernels::Range;
use super::{Sparse, phases};

impl Sparse {
    /// The whole history before a heap, computed anew, and the heap's common value: a byte a heap, and as long again as
    /// it took to come this far. It is wanted when a part that is forgotten may be the only witness.
    fn retrace(&self, heap: u64) -> History {
        let (values, space) = &self.origin;
        let mut again = Self::new(self.shape.clone(), *space, values, self.manner);
        again.history.remember_all(&self.history);
        while again.checked < heap {
            again.step(heap - 1);
        }
        again.compute(heap + 1);
        again.history
    }

    /// Goes on with the whole history: what one heap needs, those after it will need too. In Grundy's game that is where
    /// values come as tall as never before, and the only witness may lie anywhere.
    pub(super) fn recover(&mut self, heap: u64) {
        let mut whole = self.retrace(heap);
        match self.history.range() {
            Range::Half => whole.narrow(),
            Range::Full => whole.widen(),
        }
        whole.follow(&self.history);
        self.history = whole;
        let is_half = self.history.range() == Range::Half;
        self.renew(if is_half { phases(self.common.planes()) } else { 1 });
    }
}
