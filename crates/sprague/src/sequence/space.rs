//! The sparse space: which values are rare.
//!
//! A mask splits the values by the parity of their masked bits; *rare* values have even parity, and rare + rare and
//! common + common are rare, rare + common is common (theory 4.5). In a space of type 1 the parity of the heap size
//! takes part: that keeps the law only if all break indices have one parity t, and a heap n is rare iff the masked
//! bits and n + t together are even. The law holds for every mask; a good one makes few heaps rare.
//!
//! On each class the lowest bit of the mask is fixed by the others. Dropping it maps both classes onto the natural
//! numbers, keeps the order and commutes with nim-addition: the *index* of a value.

use super::values::Values;

/// A sparse space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    mask: u32,
    kind: Kind,
}

/// Whether the size of the heap takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Type 0: only the value decides.
    Value,
    /// Type 1: the value and the size, with the parity that all break indices share.
    ValueAndSize(u64),
}

impl Space {
    /// The space of a mask, `None` for mask 0.
    pub const fn new(mask: u32, kind: Kind) -> Option<Self> {
        if mask == 0 { None } else { Some(Self { mask, kind }) }
    }

    /// The mask, and the parity of the break indices for type 1.
    pub const fn parts(self) -> (u32, Option<u64>) {
        match self.kind {
            Kind::Value => (self.mask, None),
            Kind::ValueAndSize(parity) => (self.mask, Some(parity)),
        }
    }

    /// The space of such parts.
    pub fn from_parts((mask, parity): (u32, Option<u64>)) -> Option<Self> {
        Self::new(mask, parity.map_or(Kind::Value, Kind::ValueAndSize))
    }

    /// The mask.
    pub const fn mask(self) -> u32 {
        self.mask
    }

    /// The mask over the bits that values have used, `bits` being all of theirs together.
    pub const fn used_mask(self, bits: u32) -> u32 {
        self.mask & up_to_highest(bits as u64) as u32
    }

    /// The mask with ones for all bits above those that values have used, which is how it is written: the first value
    /// with such a bit is then common.
    pub const fn open_mask(self, bits: u64) -> u64 {
        self.mask as u64 | !up_to_highest(bits)
    }

    /// Type 0 or type 1.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Whether a heap of this size that had this value would be rare.
    pub const fn is_rare(self, heap: u64, value: u32) -> bool {
        (value & self.mask).count_ones() as u64 % 2 == self.flip(heap)
    }

    /// The parity of the masked bits of rare values of this heap.
    const fn flip(self, heap: u64) -> u64 {
        match self.kind {
            Kind::Value => 0,
            Kind::ValueAndSize(t) => (heap ^ t) & 1,
        }
    }

    /// The index of a value in its class.
    pub const fn index(self, value: u32) -> u32 {
        let bit = self.mask.trailing_zeros();
        let low = (1 << bit) - 1;
        (value >> 1) & !low | value & low
    }

    /// The common value of this heap with the given index.
    pub const fn common(self, heap: u64, index: u32) -> u32 {
        self.value(index, 1 ^ self.flip(heap))
    }

    /// The rare value of this heap with the given index.
    pub const fn rare(self, heap: u64, index: u32) -> u32 {
        self.value(index, self.flip(heap))
    }

    const fn value(self, index: u32, parity: u64) -> u32 {
        let bit = self.mask.trailing_zeros();
        let low = (1 << bit) - 1;
        let rest = (index & !low) << 1 | index & low;
        let missing = (rest & self.mask).count_ones() as u64 % 2 != parity;
        rest | (missing as u32) << bit
    }

    /// The space in which a value with a bit that no value had before is common: nothing else changes its class.
    #[must_use]
    pub const fn with_bit(self, bit: u32) -> Self {
        Self { mask: self.mask ^ 1 << bit, kind: self.kind }
    }

    /// Whether a move from a heap to one heap, `taken` tokens smaller, changes the class a value belongs to.
    pub const fn turns(self, taken: u64) -> bool {
        matches!(self.kind, Kind::ValueAndSize(_)) && taken % 2 == 1
    }
}

/// Ones up to the highest bit.
const fn up_to_highest(bits: u64) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> bits.leading_zeros() }
}

/// How often each value has occurred at heaps of even and of odd size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Two lists of one length, unless a file held others.
    even_odd: [Vec<u64>; 2],
}

impl Counts {
    /// Counts that were kept: for even heaps, for odd heaps.
    pub const fn from_lists(even_odd: [Vec<u64>; 2]) -> Self {
        Self { even_odd }
    }

    /// How often each value has occurred at even heaps, and at odd ones.
    pub const fn lists(&self) -> &[Vec<u64>; 2] {
        &self.even_odd
    }

    /// Makes room for values up to this one.
    pub fn make_room(&mut self, top: usize) -> &mut [Vec<u64>; 2] {
        let short = self.even_odd.iter_mut().filter(|counts| top >= counts.len());
        short.for_each(|counts| counts.resize(top + 1, 0));
        &mut self.even_odd
    }

    /// Counts a value.
    pub fn add(&mut self, heap: u64, value: u32) {
        self.make_room(value as usize)[(heap % 2) as usize][value as usize] += 1;
    }

    /// Counts the values of the heaps from `first` on; tells the greatest of them, and whether there are zeros.
    pub fn add_all(&mut self, first: u64, values: Values<'_>) -> (u64, bool) {
        if let Values::Bytes(bytes) = values {
            return self.add_bytes(first, bytes);
        }
        let (mut top, mut has_zeros) = (0, false);
        values.visit(|value| {
            top = top.max(value);
            has_zeros |= value == 0;
        });
        let [even, odd] = self.make_room(top as usize);
        let (mut here, mut next) = if first.is_multiple_of(2) { (even, odd) } else { (odd, even) };
        values.visit(|value| {
            here[value as usize] += 1;
            std::mem::swap(&mut here, &mut next);
        });
        (top, has_zeros)
    }

    fn add_bytes(&mut self, first: u64, bytes: &[u8]) -> (u64, bool) {
        /// So many heaps can be counted in 16 bits.
        const MOST: usize = 1 << 16;
        /// Neighbours are counted apart, so that equal ones do not wait for each other.
        const APART: usize = 8;
        let (mut greatest, mut has_zeros) = (0, false);
        for (first, bytes) in (first..).step_by(MOST).zip(bytes.chunks(MOST)) {
            let mut counts = [[0u16; 256]; APART];
            let (groups, rest) = bytes.as_chunks::<APART>();
            for group in groups {
                for (counts, &value) in counts.iter_mut().zip(group) {
                    // at most 2^16 / 8 of them
                    counts[usize::from(value)] = counts[usize::from(value)].wrapping_add(1);
                }
            }
            for (counts, &value) in counts.iter_mut().zip(rest) {
                counts[usize::from(value)] += 1;
            }
            let count = |at: usize, value: usize| {
                counts.iter().skip(at).step_by(2).map(|counts| u64::from(counts[value])).sum::<u64>()
            };
            let top = (0..256).rev().find(|&value| count(0, value) + count(1, value) > 0).unwrap_or(0);
            let odd = (first % 2) as usize;
            for (parity, list) in self.make_room(top).iter_mut().enumerate() {
                list.iter_mut().zip(0..=top).for_each(|(sum, value)| *sum += count(parity ^ odd, value));
            }
            greatest = greatest.max(top as u64);
            has_zeros |= count(0, 0) + count(1, 0) > 0;
        }
        (greatest, has_zeros)
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        let length = other.even_odd.iter().map(Vec::len).max();
        let Some(top) = length.and_then(|length| length.checked_sub(1)) else { return };
        for (counts, more) in self.make_room(top).iter_mut().zip(&other.even_odd) {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
    }

    /// Forgets a value that was counted.
    pub fn remove(&mut self, heap: u64, value: u32) {
        self.even_odd[(heap % 2) as usize][value as usize] -= 1;
    }

    /// How many values were counted.
    pub fn total(&self) -> u64 {
        self.even_odd.iter().flatten().sum()
    }

    /// How many of the heaps are rare under a space.
    pub fn rares(&self, space: Space) -> u64 {
        let of_parity = |(parity, counts): (u64, &Vec<u64>)| {
            let values = (0..).zip(counts).filter(|(value, _)| space.is_rare(parity, *value));
            values.map(|(_, count)| count).sum::<u64>()
        };
        (0..).zip(&self.even_odd).map(of_parity).sum()
    }

    /// The best space, where it makes few of the heaps rare.
    pub fn good_space(&self, break_parity: Option<u64>) -> Option<Space> {
        let (space, rares) = self.best(break_parity)?;
        (rares <= self.total() / 8).then_some(space)
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
    fn the_index_is_linear_monotone_and_onto_on_each_class() {
        for mask in [1, 2, 3, 6, 12, 0xff, 0x5a, 0xfe] {
            for kind in [Kind::Value, Kind::ValueAndSize(0), Kind::ValueAndSize(1)] {
                let space = Space::new(mask, kind).expect("not zero");
                for heap in [6, 7] {
                    let rare: Vec<u32> = (0..512).filter(|&v| space.is_rare(heap, v)).collect();
                    let common: Vec<u32> = (0..512).filter(|&v| !space.is_rare(heap, v)).collect();
                    for (index, &v) in rare.iter().enumerate() {
                        assert_eq!((space.index(v), space.rare(heap, index as u32)), (index as u32, v));
                    }
                    for (index, &v) in common.iter().enumerate() {
                        assert_eq!((space.index(v), space.common(heap, index as u32)), (index as u32, v));
                    }
                }
                assert!((0..512).all(|v| space.index(v) ^ space.index(0x4d) == space.index(v ^ 0x4d)));
            }
        }
    }

    #[test]
    fn masks_are_open_above_the_bits_used() {
        let space = Space::new(0xfe, Kind::Value).expect("not zero");
        assert_eq!((space.open_mask(0x93), space.used_mask(0x93)), (!1, 0xfe));
        assert_eq!((space.open_mask(0x13), space.used_mask(0x13)), (!1, 0x1e));
        assert_eq!((space.open_mask(0x100), space.used_mask(0x100)), (!0x101, 0xfe));
        assert_eq!((space.open_mask(0), space.used_mask(0)), (u64::MAX, 0));
    }

    #[test]
    fn the_best_space_has_the_fewest_rares_by_counting() {
        let value = |n: u64| ((n * n * 7 + n / 3) % 23) as u32;
        let mut counts = Counts::default();
        (0..500).for_each(|n| counts.add(n, value(n)));
        for parity in [None, Some(0), Some(1)] {
            let (best, rares) = counts.best(parity).expect("there are masks");
            let count = |space: Space| (0..500).filter(|&n| space.is_rare(n, value(n))).count() as u64;
            assert_eq!(count(best), rares);
            assert_eq!(counts.rares(best), rares);
            let mut kinds = vec![Kind::Value];
            kinds.extend(parity.map(Kind::ValueAndSize));
            for kind in kinds {
                let all = (1..32).filter_map(|mask| Space::new(mask, kind));
                assert!(all.map(count).all(|others| others >= rares));
            }
        }
    }
}
