//! Which values are common, 64 at a time.

use super::super::space::Space;

/// The common values of a space; none without one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Commons {
    mask: u32,
    /// The common values below 64 of even and of odd heaps, as bits.
    low: [u64; 2],
}

impl Commons {
    /// The common values of a space.
    pub fn new(space: Option<Space>) -> Self {
        let common = |heap, value| space.is_some_and(|space| !space.is_rare(heap, value));
        let low = |heap| (0..64).fold(0, |word, value| word | u64::from(common(heap, value)) << value);
        Self { mask: space.map_or(0, Space::mask), low: [low(0), low(1)] }
    }

    /// The values of a heap that are common, among the 64 from a multiple of 64 on, as bits.
    pub fn of(self, heap: u64) -> impl Fn(u32) -> u64 {
        let low = self.low[(heap % 2) as usize];
        move |first| if (first & self.mask).count_ones().is_multiple_of(2) { low } else { !low }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::space::Kind;
    use super::*;

    #[test]
    fn words_of_common_values_are_those_of_the_space() {
        assert_eq!(Commons::new(None).of(7)(640), 0);
        for mask in [1, 6, 0x40, 0x3b8, 0x7c0] {
            for kind in [Kind::Value, Kind::ValueAndSize(0), Kind::ValueAndSize(1)] {
                let space = Space::new(mask, kind).expect("not zero");
                for (heap, value) in (0..2048).map(|value| (u64::from(value) * 7, value)) {
                    let word = Commons::new(Some(space)).of(heap)(value / 64 * 64);
                    assert_eq!(word >> (value % 64) & 1 == 0, space.is_rare(heap, value));
                }
            }
        }
    }
}
