//! The sparse space: which values are rare.
//!
//! A mask splits the values by the parity of their masked bits; *rare* values have even parity, and rare + rare and
//! common + common are rare, rare + common is common (theory 4.5). In a space of type 1 the parity of the heap size
//! takes part: that keeps the law only if all break indices have one parity t, and a heap n is rare iff the masked
//! bits and n + t together are even. The law holds for every mask; a good one makes few heaps rare.
//!
//! On each class the lowest bit of the mask is fixed by the others. Dropping it maps both classes onto the natural
//! numbers, keeps the order and commutes with nim-addition: the *index* of a value.

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

    /// The number of rare heaps under this space among the counted ones.
    pub fn rares(self, counts: &Counts) -> u64 {
        counts.rares(self)
    }
}

/// Ones up to the highest bit.
const fn up_to_highest(bits: u64) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> bits.leading_zeros() }
}

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

    pub(crate) fn rares(&self, space: Space) -> u64 {
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
