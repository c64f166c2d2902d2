//! Counts of values, zeros and records, gathered while the values stream by.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::sink::Sink;
use super::values::Values;
use crate::nimber::Nimber;

/// Values below this are counted in an array, the few beyond it in a map.
const SMALL: usize = 4096;
/// The most zeros that are listed; all are counted.
const MOST_ZEROS: usize = 10_000;

/// A sink that keeps the statistics of all values it has seen.
#[derive(Clone, Debug)]
pub struct Statistics {
    small: Vec<u64>,
    large: BTreeMap<u64, u64>,
    zeros: Vec<u64>,
    records: Vec<(u64, Nimber)>,
}

impl Default for Statistics {
    fn default() -> Self {
        Self { small: vec![0; SMALL], large: BTreeMap::new(), zeros: Vec::new(), records: Vec::new() }
    }
}

impl Statistics {
    /// The statistics of heaps that were counted elsewhere: how often each value occurred, the first heaps of value 0,
    /// and the records.
    pub fn from_parts(
        counts: impl IntoIterator<Item = (Nimber, u64)>,
        zeros: Vec<u64>,
        records: Vec<(u64, Nimber)>,
    ) -> Self {
        let mut statistics = Self { zeros, records, ..Self::default() };
        for (value, count) in counts {
            match usize::try_from(value.0).ok().and_then(|value| statistics.small.get_mut(value)) {
                Some(small) => *small += count,
                None => *statistics.large.entry(value.0).or_default() += count,
            }
        }
        statistics
    }

    /// How often each value occurred, ascending, without those that did not.
    pub fn counts(&self) -> impl Iterator<Item = (Nimber, u64)> {
        let small = (0..).zip(&self.small).map(|(value, &count)| (Nimber(value), count));
        small
            .chain(self.large.iter().map(|(&value, &count)| (Nimber(value), count)))
            .filter(|&(_, count)| count > 0)
    }

    /// The number of heaps seen.
    pub fn heaps(&self) -> u64 {
        self.counts().map(|(_, count)| count).sum()
    }

    /// How many numbers are held: the list of values that are not small, and the records.
    pub fn held(&self) -> usize {
        self.large.len() + self.records.len()
    }

    /// How many heaps had value 0.
    pub fn zero_count(&self) -> u64 {
        self.small[0]
    }

    /// The first heaps of value 0, at most 10 000 of them.
    pub fn zeros(&self) -> &[u64] {
        &self.zeros
    }

    /// The heaps whose value exceeded all before them, with their values; the first heap seen is one.
    pub fn records(&self) -> &[(u64, Nimber)] {
        &self.records
    }

    /// The greatest value and the first heap that has it.
    pub fn greatest(&self) -> Option<(u64, Nimber)> {
        self.records.last().copied()
    }
}

impl Sink for Statistics {
    fn accept(&mut self, first: u64, values: Values<'_>) -> ControlFlow<()> {
        let mut record = self.records.last().map(|&(_, value)| value.0);
        let mut heap = first;
        values.visit(|value| {
            match self.small.get_mut(value as usize) {
                Some(count) => *count += 1,
                None => *self.large.entry(value).or_default() += 1,
            }
            if value == 0 && self.zeros.len() < MOST_ZEROS {
                self.zeros.push(heap);
            }
            if record.is_none_or(|record| value > record) {
                self.records.push((heap, Nimber(value)));
                record = Some(value);
            }
            heap += 1;
        });
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted_once() {
        let values: Vec<Nimber> = [0, 0, 1, 0, 2, 1, 5_000, 5_000, 3].map(Nimber).to_vec();
        let mut whole = Statistics::default();
        let _ = whole.accept(0, (&values).into());
        let mut chunks = Statistics::default();
        for (at, chunk) in values.chunks(2).enumerate() {
            let _ = chunks.accept(2 * at as u64, chunk.into());
        }
        for statistics in [whole, chunks] {
            assert_eq!(statistics.heaps(), 9);
            assert_eq!((statistics.zero_count(), statistics.zeros()), (3, &[0, 1, 3][..]));
            let records: Vec<(u64, u64)> = statistics.records().iter().map(|&(n, v)| (n, v.0)).collect();
            assert_eq!(records, [(0, 0), (2, 1), (4, 2), (6, 5_000)]);
            let counts: Vec<(u64, u64)> = statistics.counts().map(|(v, count)| (v.0, count)).collect();
            assert_eq!(counts, [(0, 3), (1, 2), (2, 1), (3, 1), (5_000, 2)]);
        }
    }
}
