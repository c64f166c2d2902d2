//! Sets of values as bits, and the marks they are made from.

/// A set of values: bit v of the words.
pub type Bits = Box<[u64]>;

/// Adds a value.
pub fn insert(set: &mut Vec<u64>, value: usize) {
    let word = value / 64;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Adds every value of `other`.
pub fn unite(set: &mut Vec<u64>, other: &[u64]) {
    if other.len() > set.len() {
        set.resize(other.len(), 0);
    }
    set.iter_mut().zip(other).for_each(|(word, more)| *word |= more);
}

/// The values of a set, ascending.
pub fn ones(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(at, &word)| {
        std::iter::successors((word != 0).then_some(word), |w| Some(w & (w - 1)).filter(|&w| w != 0))
            .map(move |w| at * 64 + w.trailing_zeros() as usize)
    })
}

/// Adds every value of `other`, nim-added to `shift`. Words change places by the high bits of the shift; inside a
/// word each of the six low bits swaps neighbouring blocks.
pub fn unite_shifted(set: &mut Vec<u64>, other: &[u64], shift: u32) {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let far = (shift / 64) as usize;
    for (at, &word) in other.iter().enumerate().filter(|(_, word)| **word != 0) {
        let mut swapped = word;
        for (bit, low) in LOW.iter().enumerate() {
            if shift >> bit & 1 == 1 {
                let distance = 1 << bit;
                swapped = (swapped & low) << distance | (swapped >> distance) & low;
            }
        }
        let target = at ^ far;
        if target >= set.len() {
            set.resize(target + 1, 0);
        }
        set[target] |= swapped;
    }
}

/// Marks values one by one. A byte per value costs a plain store, where setting a bit would have to wait for the
/// bit set before it in the same word.
#[derive(Clone, Debug, Default)]
pub struct Marks(Vec<u8>);

impl Marks {
    /// Makes room for nim-sums of values up to `largest`.
    pub fn make_room(&mut self, largest: u32) {
        let room = (largest as usize + 1).next_power_of_two();
        if room > self.0.len() {
            self.0.resize(room, 0);
        }
    }

    /// Marks a nim-sum for which room was made.
    pub fn mark(&mut self, value: u32) {
        self.0[value as usize] = 1;
    }

    /// The set of marked values; the marks are gone.
    pub fn drain(&mut self) -> Bits {
        let mut set = Vec::new();
        for (at, chunk) in self.0.chunks_mut(64).enumerate() {
            let mut word = 0u64;
            for (bit, mark) in chunk.iter_mut().enumerate() {
                word |= u64::from(std::mem::take(mark)) << bit;
            }
            if word != 0 {
                set.resize(at + 1, 0);
                set[at] = word;
            }
        }
        set.into_boxed_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifted_union_is_nim_addition_of_every_value() {
        let values = [0usize, 1, 5, 63, 64, 100, 129];
        let mut set = Vec::new();
        for value in values {
            insert(&mut set, value);
        }
        for shift in 0..200 {
            let mut moved = Vec::new();
            unite_shifted(&mut moved, &set, shift);
            let mut expected: Vec<usize> = values.iter().map(|v| v ^ shift as usize).collect();
            expected.sort_unstable();
            assert_eq!(ones(&moved).collect::<Vec<_>>(), expected);
        }
    }
}
