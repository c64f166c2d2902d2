//! How well the planes and the bytes fit the recent heaps, looked at now and then.

use super::super::common::Common;
use super::super::kernels::Range;
use super::super::rare::Rare;
use super::super::sources::Sources;
use super::fitting::{Spare, fitting, phases};
use super::{Course, QUIET, REVIEW, Sparse};

impl Sparse {
    /// Sources and working memory anew, after the bytes or their range have changed.
    pub(super) fn renew(&mut self, copies: usize) {
        self.sources = Sources::new(&self.sources.phase().clone(), &self.history);
        let small = self.rare.small().clone();
        self.rare = Rare::new(self.manner.level, &self.history, copies);
        self.rare.set_small(small);
    }

    /// Takes more or fewer planes, so that few heaps lie beyond them, and the range of bytes that they need.
    pub(super) fn review(&mut self) -> Course {
        self.common.beyond = (0, 0);
        let from = self.checked - REVIEW.min(self.checked / 8);
        // While rare heaps come often, computing a heap singly is dear.
        let is_calm = self.calm() > QUIET.min(self.checked / 2);
        let spare = if is_calm { Spare::Few } else { Spare::None };
        let planes = fitting(self.history.indices(from, self.checked), spare);
        if planes != self.common.planes() {
            self.common = Common::new(self.manner.level, planes);
        }
        match self.history.range() {
            Range::Half if planes > 16 => {
                self.history.shrink(self.sources.reach(), 0);
                self.history.widen();
                self.renew(1);
                Course::Changed
            }
            Range::Full if planes <= 16 && is_calm => {
                self.history.narrow();
                self.renew(phases(planes));
                Course::Changed
            }
            Range::Half | Range::Full => Course::Steady,
        }
    }
}
