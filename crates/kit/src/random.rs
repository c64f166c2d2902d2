//! The one generator of the tests: splitmix64, so that a test is the same in every run.

/// Numbers that look random and are the same for a seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number of 64 bits.
    pub const fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below the bound, which is at least 1.
    pub const fn below(&mut self, bound: u64) -> u64 {
        (((self.any() as u128) * (bound as u128)) >> 64) as u64
    }

    /// A number from `low` to `high`, both included.
    pub const fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// An index of a list that is not empty.
    pub const fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Once in so many times.
    pub const fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of the items, which are at least one.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.index(items.len())].clone()
    }

    /// So many numbers below the bound.
    pub fn list(&mut self, length: usize, bound: u64) -> Vec<u64> {
        (0..length).map(|_| self.below(bound)).collect()
    }

    /// A text of so many letters of the alphabet.
    pub fn text(&mut self, alphabet: &[char], length: usize) -> String {
        (0..length).map(|_| self.pick(alphabet)).collect()
    }
}
