//! What is known of the options of one heap while its block is at work.

use crate::sequence::space::Space;

/// Sets of values of one heap; values beyond a set are not in it.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Values of splits behind the block, as bits.
    far: Vec<u64>,
    /// Values of moves into the block, by the present guesses, and of splits that touch its small parts.
    near: Vec<u64>,
    /// Values that no split behind the block has.
    free: Vec<u16>,
}

impl Row {
    /// Starts anew from marks: a byte for each value, 1 where some split behind the block has it.
    pub fn restart(&mut self, marks: &[u8]) {
        // Eight bytes of 0 or 1 times this constant have their sum of powers of two in the top byte.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let byte = |marks: &[u8; 8]| u64::from_le_bytes(*marks).wrapping_mul(GATHER) >> 56;
        let word =
            |marks: &[[u8; 8]]| (0..).zip(marks).fold(0, |word, (at, marks)| word | byte(marks) << (8 * at));
        self.far.clear();
        self.far.extend(marks.as_chunks::<8>().0.chunks(8).map(word));
        self.near.clear();
        self.free.clear();
    }

    /// Adds the value of a move behind the block.
    pub fn strike(&mut self, value: u16) {
        insert(&mut self.far, value);
    }

    /// Adds a value that no split behind the block has.
    pub fn spare(&mut self, value: u16) {
        self.free.push(value);
    }

    /// Whether no split behind the block has the value, for certain.
    pub fn is_free(&self, value: u16) -> bool {
        self.free.contains(&value)
    }

    /// The moves into the block, to be written anew.
    pub fn near(&mut self) -> &mut Vec<u64> {
        self.near.clear();
        self.near.resize(self.far.len(), 0);
        &mut self.near
    }

    /// The values of a class that no split behind the block is known to have.
    pub fn opens(&self, class: impl Fn(u32) -> u64) -> impl Iterator<Item = u16> {
        let words = self.far.iter().copied().chain(std::iter::repeat(0));
        (0..1 << 10).zip(words).flat_map(move |(at, word): (u16, u64)| {
            let mut open = !word & class(64 * u32::from(at));
            std::iter::from_fn(move || {
                let bit = (open != 0).then(|| open.trailing_zeros() as u16)?;
                open &= open - 1;
                Some(64 * at + bit)
            })
        })
    }

    /// The least value from `from` on that is in no set and in the given class: `class` tells the members among the
    /// 64 values from a multiple of 64 on.
    pub fn open(&self, from: u16, class: impl Fn(u32) -> u64) -> Option<u16> {
        let mut skipped = u64::MAX << (from % 64);
        (u32::from(from) / 64..1 << 10).find_map(|at| {
            let of = |set: &[u64]| set.get(at as usize).copied().unwrap_or(0);
            let open = !(of(&self.far) | of(&self.near)) & class(64 * at) & skipped;
            skipped = u64::MAX;
            (open != 0).then(|| (64 * at + open.trailing_zeros()) as u16)
        })
    }
}

/// Adds a value to a set.
pub fn insert(set: &mut Vec<u64>, value: u16) {
    let word = usize::from(value) / 64;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

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

/// A table of values that grows to smaller places.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    /// Heap h is `places[places.len() - 1 - h]`.
    places: Vec<u16>,
    heaps: usize,
}

impl Mirror {
    /// Adds the values of the next heaps.
    pub fn extend(&mut self, values: &[u16]) {
        let heaps = self.heaps + values.len();
        if heaps > self.places.len() {
            let mut places = vec![0; heaps.next_power_of_two()];
            let kept = places.len() - self.heaps;
            places[kept..].copy_from_slice(&self.places[self.places.len() - self.heaps..]);
            self.places = places;
        }
        let end = self.places.len() - self.heaps;
        self.places[..end].iter_mut().rev().zip(values).for_each(|(place, &value)| *place = value);
        self.heaps = heaps;
    }

    /// The values of the heaps from `first` down, which must be known.
    pub fn down_from(&self, first: u64) -> &[u16] {
        &self.places[self.places.len() - 1 - first as usize..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::space::Kind;

    #[test]
    fn marks_become_a_set_and_what_is_open_is_found() {
        let mut marks = [0; 128];
        for value in [0, 1, 2, 7, 8, 63, 64, 65, 127usize] {
            marks[value] = 1;
        }
        let mut row = Row::default();
        row.restart(&marks);
        let all = |_| u64::MAX;
        assert_eq!((row.open(0, all), row.open(7, all), row.open(63, all)), (Some(3), Some(9), Some(66)));
        assert_eq!(row.open(127, all), Some(128));
        row.strike(3);
        insert(row.near(), 4);
        assert_eq!((row.open(0, all), row.open(0, |_| 0)), (Some(5), None));
        assert_eq!(row.open(0, |first| if first == 128 { 4 } else { 0 }), Some(130));
        row.spare(5);
        assert!(row.is_free(5) && !row.is_free(6));
    }

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

    #[test]
    fn heaps_come_in_descending_order() {
        let values: Vec<u16> = (0..1000).map(|heap| heap * 3).collect();
        let mut mirror = Mirror::default();
        for some in values.chunks(7) {
            mirror.extend(some);
        }
        for first in 0..1000usize {
            let down: Vec<u16> = values[..=first].iter().rev().copied().collect();
            assert_eq!(mirror.down_from(first as u64), down);
        }
    }
}
