//! The sparse space: which values are rare.
//!
//! A mask splits the values by the parity of their masked bits; *rare* values have even parity, and rare + rare and
//! common + common are rare, rare + common is common (theory 4.5). In a space of type 1 the parity of the heap size
//! takes part: that keeps the law only if all break indices have one parity t, and a heap n is rare iff the masked
//! bits and n + t together are even. The law holds for every mask; a good one makes few heaps rare.
//!
//! On each class the lowest bit of the mask is fixed by the others. Dropping it maps both classes onto the natural
//! numbers, keeps the order and commutes with nim-addition: the *index* of a value.

mod counts;

pub use counts::Counts;

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
}
