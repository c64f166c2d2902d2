//! The counts of values, and the space that is best for them.
//!
//! A Walsh-Hadamard transform of the counts gives the number of rare heaps of every mask at once: with values below
//! 2^k it costs k 2^k additions.

use super::{Kind, Space};

/// How often each value has occurred at heaps of even and of odd size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    even_odd: [Vec<u64>; 2],
}

impl Counts {
    /// Counts a value.
    pub fn add(&mut self, heap: u64, value: u32) {
        self.add_many(heap, value, 1);
    }

    /// Counts a value that so many heaps of this parity have.
    pub fn add_many(&mut self, heap: u64, value: u32, heaps: u64) {
        let counts = &mut self.even_odd[(heap % 2) as usize];
        if value as usize >= counts.len() {
            counts.resize(value as usize + 1, 0);
        }
        counts[value as usize] += heaps;
    }

    /// Forgets a value that was counted.
    pub fn remove(&mut self, heap: u64, value: u32) {
        self.even_odd[(heap % 2) as usize][value as usize] -= 1;
    }

    /// How many values were counted.
    pub fn total(&self) -> u64 {
        self.even_odd.iter().flatten().sum()
    }

    pub(super) fn rares(&self, space: Space) -> u64 {
        let of_parity = |parity: usize| {
            let values = self.even_odd[parity].iter().enumerate();
            values
                .filter(|(v, _)| space.is_rare(parity as u64, *v as u32))
                .map(|(_, &count)| count)
                .sum::<u64>()
        };
        of_parity(0) + of_parity(1)
    }

    /// The space with the fewest rare heaps, the smallest mask and type 0 first, with their number. Type 1 is only
    /// considered where the break indices share a parity.
    pub fn best(&self, break_parity: Option<u64>) -> Option<(Space, u64)> {
        let [even, odd] = &self.even_odd;
        let size = even.len().max(odd.len()).max(2).next_power_of_two();
        let at = |counts: &[u64], v: usize| counts.get(v).map_or(0, |&count| count.cast_signed());
        let spectrum = |sign: i64| {
            let mut sums: Vec<i64> = (0..size).map(|v| at(even, v) + sign * at(odd, v)).collect();
            transform(&mut sums);
            sums
        };
        let least = |sums: &[i64], sign: i64, kind: Kind| {
            (1..size).map(|mask| (sign * sums[mask], mask)).min().map(|(sum, mask)| (sum, mask as u32, kind))
        };
        let plain = least(&spectrum(1), 1, Kind::Value);
        // Even heaps count as they are for t = 0 and turned for t = 1.
        let sized = break_parity
            .and_then(|t| least(&spectrum(-1), if t == 0 { 1 } else { -1 }, Kind::ValueAndSize(t)));
        let (sum, mask, kind) =
            plain.into_iter().chain(sized).min_by_key(|&(sum, _, kind)| (sum, kind != Kind::Value))?;
        // Rare heaps less common ones make the sum.
        let rares = (self.total().cast_signed() + sum).cast_unsigned() / 2;
        Space::new(mask, kind).map(|space| (space, rares))
    }
}

/// The Walsh-Hadamard transform in place: entry m becomes the sum over v with sign by the parity of v & m.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for pair in sums.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_space_has_the_fewest_rares_by_counting() {
        let value = |n: u64| ((n * n * 7 + n / 3) % 23) as u32;
        let mut counts = Counts::default();
        (0..500).for_each(|n| counts.add(n, value(n)));
        for parity in [None, Some(0), Some(1)] {
            let (best, rares) = counts.best(parity).expect("there are masks");
            let count = |space: Space| (0..500).filter(|&n| space.is_rare(n, value(n))).count() as u64;
            assert_eq!(count(best), rares);
            assert_eq!(best.rares(&counts), rares);
            let mut kinds = vec![Kind::Value];
            kinds.extend(parity.map(Kind::ValueAndSize));
            for kind in kinds {
                let all = (1..32).filter_map(|mask| Space::new(mask, kind));
                assert!(all.map(count).all(|others| others >= rares));
            }
        }
    }
}
