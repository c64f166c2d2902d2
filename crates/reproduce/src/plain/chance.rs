//! Numbers that look random and are the same in every run.

/// A linear congruential generator.
#[derive(Clone, Debug)]
pub struct Chance(pub u64);

impl Chance {
    /// A number below the bound, which is at least 1.
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// One of the indices of a list that is not empty.
    pub const fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }
}
