//! Rare and common heaps, distinguished by the sparse space of a game (theory 4.6).
//!
//! The caller passes the sparse space; drawing never searches for one.

use sprague::nimber::Nimber;
use sprague::sequence::{Kind, Space};

/// The sparse space of a game, as far as a picture needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The bits of a value that are counted.
    pub mask: u64,
    /// What else is counted.
    pub kind: Kind,
}

/// The class of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// The value lies in the sparse space.
    Rare,
    /// It does not.
    Common,
}

impl Class {
    /// Both classes in the order in which they are drawn: the rare ones lie on top.
    pub(crate) const ALL: [Self; 2] = [Self::Common, Self::Rare];
}

impl Classes {
    /// The classes of a space that an engine found. Bits that no value has used yet, those above all of `bits_used`,
    /// are counted by convention.
    pub fn of_space(space: Space, bits_used: u64) -> Self {
        Self { mask: space.open_mask(bits_used), kind: space.kind() }
    }

    /// The class of heap `n` with this value: rare if an even number of bits is counted.
    ///
    /// ```
    /// use sprague::nimber::Nimber;
    /// use sprague::sequence::Kind;
    /// use sprague_picture::{Class, Classes};
    /// let grundy = Classes { mask: !1, kind: Kind::Value };
    /// assert_eq!(grundy.of(5, Nimber(2)), Class::Common);
    /// assert_eq!(grundy.of(13, Nimber(3)), Class::Common);
    /// assert_eq!(grundy.of(3, Nimber(1)), Class::Rare);
    /// ```
    pub const fn of(&self, n: u64, value: Nimber) -> Class {
        let bits = (value.0 & self.mask).count_ones() as u64;
        let bits = match self.kind {
            Kind::Value => bits,
            Kind::ValueAndSize(parity) => bits + (n & 1) + (parity & 1),
        };
        if bits.is_multiple_of(2) { Class::Rare } else { Class::Common }
    }

    /// The rule in words, for the legend.
    pub(crate) fn describe(&self) -> String {
        // The lowest 16 bits are shown, as everywhere; the higher ones are ones.
        let mask = self.mask & 0xffff;
        match self.kind {
            Kind::Value => format!("rare: value & {mask:#x} has an even number of 1 bits"),
            Kind::ValueAndSize(parity) => {
                let parity = if parity & 1 == 0 { "even" } else { "odd" };
                format!("rare: n plus the number of 1 bits of value & {mask:#x} is {parity}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_one_follows_the_parity_of_the_heap() {
        for (n, value, parity, class) in [
            (0, 0, 0, Class::Rare),
            (1, 0, 0, Class::Common),
            (1, 0, 1, Class::Rare),
            (1, 2, 0, Class::Rare),
            (1, 3, 0, Class::Common),
            (u64::MAX, u64::MAX, 1, Class::Rare),
        ] {
            let classes = Classes { mask: u64::MAX, kind: Kind::ValueAndSize(parity) };
            assert_eq!(classes.of(n, Nimber(value)), class, "{n} {value} {parity}");
        }
    }
}
