//! What is said about the heaps of a plot in its heading: which ones, and the largest value.

use crate::nimber::Nimber;

use super::axis::grouped;

/// The heaps seen and the first one with the largest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Survey {
    /// The first heap.
    pub from: u64,
    /// How many there are.
    pub heaps: u64,
    /// The largest value.
    pub largest: Nimber,
    /// The first heap that has it.
    pub at: u64,
}

impl Survey {
    /// Counts a chunk.
    pub fn add(&mut self, first: u64, values: &[Nimber]) {
        if self.heaps == 0 {
            (self.from, self.at) = (first, first);
        }
        for (n, &value) in (first..).zip(values) {
            if value > self.largest {
                (self.largest, self.at) = (value, n);
            }
        }
        self.heaps += values.len() as u64;
    }

    /// In words.
    pub fn describe(&self) -> String {
        let last = self.from.saturating_add(self.heaps.saturating_sub(1));
        let heaps = match self.heaps {
            0 => return "no heaps".to_owned(),
            1 => format!("heap {}", grouped(last)),
            _ => format!("heaps {} to {}", grouped(self.from), grouped(last)),
        };
        let (largest, at) = (grouped(self.largest.0), grouped(self.at));
        match self.largest {
            Nimber::ZERO => format!("{heaps}, all of value 0"),
            _ => format!("{heaps}; the largest value is {largest}, first at heap {at}"),
        }
    }
}
