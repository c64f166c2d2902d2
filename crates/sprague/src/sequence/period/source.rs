//! Where the search for a period reads the values of a rule.

use crate::sequence::{Sink, Space};

/// The values of one rule. No closed form may be behind it that itself rests on a period.
pub trait Source {
    /// Sends the values of the heaps `from` to `to`, in order. The same heaps may be asked for again.
    fn send(&mut self, from: u64, to: u64, sink: &mut dyn Sink);

    /// The sparse space in use, if there is one.
    fn space(&self) -> Option<Space>;

    /// The last heap, at most `to`, that can be reached with the means at hand.
    fn farthest(&self, to: u64) -> u64 {
        to
    }

    /// Whether the search is to be given up; then [`Self::send`] need not send anything.
    fn stopped(&self) -> bool {
        false
    }
}
