//! Nim-arithmetic: the numbers below 2^64 with nim-sum and nim-product are a field (theory N.1).
//!
//! The product is the one of Conway: a b is the least number that differs from a'b + ab' + a'b' for all a' < a and
//! b' < b. It makes the numbers below every Fermat 2-power F = 2^(2^n) a field, in which F itself is a root of
//! x² + x = F/2 over the field below it. So a number of 2k bits is a pair of k bits, and three products of k bits give
//! the product of the pairs, as Karatsuba found for ordinary numbers. Below 2^16 a product is a sum of logarithms: two
//! tables of 384 KiB, made at the first product. Inverse and square root go down to the same tables, by the norm and by
//! the square, which is a linear map.

use std::ops::{Mul, MulAssign};
use std::sync::OnceLock;

use crate::nimber::Nimber;

/// The nonzero numbers below 2^16 are a cyclic group of this order.
const ORDER: usize = 0xffff;
/// F/2 for the field of 2^16 numbers over 2^8, and so on: the constant of x² + x = F/2.
const HALF_OF_16: u16 = 1 << 15;

/// Powers of a generator of the nonzero numbers below 2^16, and the exponents of these powers.
struct Logarithms {
    /// The powers 0 to 2 · 65535 - 1, so that the sum of two logarithms needs no reduction.
    power: Vec<u16>,
    /// The logarithm of each number but 0.
    of: Vec<u16>,
}

impl Logarithms {
    fn kept() -> &'static Self {
        static KEPT: OnceLock<Logarithms> = OnceLock::new();
        KEPT.get_or_init(Self::new)
    }

    fn new() -> Self {
        let generator = (2..=ORDER as u64).find(|&g| is_generator(g)).expect("the group is cyclic");
        // the product with the generator is linear
        let image: Vec<u64> = (0..16).map(|bit| by_halves(1 << bit, generator, 16)).collect();
        let times =
            |x: u16| (0..16).filter(|bit| x >> bit & 1 == 1).fold(0, |sum, bit| sum ^ image[bit]) as u16;
        let (mut power, mut of) = (vec![0; 2 * ORDER], vec![0; ORDER + 1]);
        let mut x = 1;
        for exponent in 0..ORDER {
            power[exponent] = x;
            power[exponent + ORDER] = x;
            of[x as usize] = exponent as u16;
            x = times(x);
        }
        Self { power, of }
    }

    fn product(&self, a: u16, b: u16) -> u16 {
        if a == 0 || b == 0 {
            return 0;
        }
        self.power[self.of[a as usize] as usize + self.of[b as usize] as usize]
    }

    fn inverse(&self, a: u16) -> u16 {
        self.power[ORDER - self.of[a as usize] as usize]
    }

    fn square_root(&self, a: u16) -> u16 {
        if a == 0 {
            return 0;
        }
        let exponent = self.of[a as usize] as usize;
        self.power[if exponent.is_multiple_of(2) { exponent / 2 } else { usize::midpoint(exponent, ORDER) }]
    }

    fn product_32(&self, a: u32, b: u32) -> u32 {
        let ((a1, a0), (b1, b0)) = (halves_32(a), halves_32(b));
        let (low, high) = (self.product(a0, b0), self.product(a1, b1));
        let all = self.product(a1 ^ a0, b1 ^ b0);
        join_32(all ^ low, low ^ self.product(high, HALF_OF_16))
    }

    /// The product with 2^31, half of 2^32.
    fn half_of_32(&self, a: u32) -> u32 {
        let (a1, a0) = halves_32(a);
        let high = self.product(a1, HALF_OF_16);
        join_32(self.product(a1 ^ a0, HALF_OF_16), self.product(high, HALF_OF_16))
    }

    fn inverse_32(&self, a: u32) -> u32 {
        let (a1, a0) = halves_32(a);
        let norm = self.product(a0, a0 ^ a1) ^ self.product(self.product(a1, a1), HALF_OF_16);
        let norm = self.inverse(norm);
        join_32(self.product(a1, norm), self.product(a0 ^ a1, norm))
    }

    fn square_root_32(&self, a: u32) -> u32 {
        let (a1, a0) = halves_32(a);
        join_32(self.square_root(a1), self.square_root(a0 ^ self.product(a1, HALF_OF_16)))
    }

    fn product_64(&self, a: u64, b: u64) -> u64 {
        if (a | b) >> 16 == 0 {
            return self.product(a as u16, b as u16).into();
        }
        if (a | b) >> 32 == 0 {
            return self.product_32(a as u32, b as u32).into();
        }
        let ((a1, a0), (b1, b0)) = (halves_64(a), halves_64(b));
        let (low, high) = (self.product_32(a0, b0), self.product_32(a1, b1));
        let all = self.product_32(a1 ^ a0, b1 ^ b0);
        join_64(all ^ low, low ^ self.half_of_32(high))
    }

    fn inverse_64(&self, a: u64) -> u64 {
        let (a1, a0) = halves_64(a);
        let norm = self.product_32(a0, a0 ^ a1) ^ self.half_of_32(self.product_32(a1, a1));
        let norm = self.inverse_32(norm);
        join_64(self.product_32(a1, norm), self.product_32(a0 ^ a1, norm))
    }

    fn square_root_64(&self, a: u64) -> u64 {
        let (a1, a0) = halves_64(a);
        join_64(self.square_root_32(a1), self.square_root_32(a0 ^ self.half_of_32(a1)))
    }
}

const fn halves_32(a: u32) -> (u16, u16) {
    ((a >> 16) as u16, a as u16)
}

fn join_32(high: u16, low: u16) -> u32 {
    u32::from(high) << 16 | u32::from(low)
}

const fn halves_64(a: u64) -> (u32, u32) {
    ((a >> 32) as u32, a as u32)
}

fn join_64(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// The product of two numbers of so many bits, a power of 2, by halves down to single bits: no table, and slow. Tables
/// are made with it, and compared with it.
fn by_halves(a: u64, b: u64, bits: u32) -> u64 {
    if bits == 1 || a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let low_bits = (1 << half) - 1;
    let ((a1, a0), (b1, b0)) = ((a >> half, a & low_bits), (b >> half, b & low_bits));
    let (low, high) = (by_halves(a0, b0, half), by_halves(a1, b1, half));
    let all = by_halves(a1 ^ a0, b1 ^ b0, half);
    (all ^ low) << half | (low ^ by_halves(high, 1 << (half - 1), half))
}

/// Whether the powers of a number below 2^16 are all numbers but 0: no power by a largest proper divisor of the order
/// is 1.
fn is_generator(g: u64) -> bool {
    let power = |exponent: usize| {
        let (mut power, mut square, mut rest) = (1, g, exponent);
        while rest > 0 {
            if rest % 2 == 1 {
                power = by_halves(power, square, 16);
            }
            square = by_halves(square, square, 16);
            rest /= 2;
        }
        power
    };
    [3, 5, 17, 257].into_iter().all(|prime| power(ORDER / prime) != 1)
}

impl Nimber {
    /// The product of the field, 1 of it.
    pub const ONE: Self = Self(1);

    /// The nim-product; `*` is the same.
    ///
    /// ```
    /// use sprague::nimber::Nimber;
    /// assert_eq!(Nimber(5) * Nimber(7), Nimber(13));
    /// assert_eq!(Nimber(1 << 32) * Nimber(1 << 32), Nimber(3 << 31)); // F F = F + F/2
    /// ```
    #[must_use]
    pub fn product(self, other: Self) -> Self {
        Self(Logarithms::kept().product_64(self.0, other.0))
    }

    /// The number whose nim-product with this one is 1; `None` for 0.
    #[must_use]
    pub fn inverse(self) -> Option<Self> {
        (!self.is_zero()).then(|| Self(Logarithms::kept().inverse_64(self.0)))
    }

    /// The number whose nim-square is this one. There is exactly one: the square is a bijection.
    #[must_use]
    pub fn square_root(self) -> Self {
        Self(Logarithms::kept().square_root_64(self.0))
    }

    /// The nim-product of so many factors; the exponent is an ordinary number. The product of no factors is 1.
    #[must_use]
    pub fn power(self, exponent: u64) -> Self {
        let (mut power, mut square, mut rest) = (Self::ONE, self, exponent);
        while rest > 0 {
            if rest % 2 == 1 {
                power *= square;
            }
            square *= square;
            rest /= 2;
        }
        power
    }
}

impl Mul for Nimber {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self.product(other)
    }
}

impl MulAssign for Nimber {
    fn mul_assign(&mut self, other: Self) {
        *self = self.product(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_halves_give_the_same_products() {
        let mut x = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        };
        for bits in [4, 8, 16, 17, 24, 32, 33, 48, 64] {
            for _ in 0..200 {
                let (a, b) = (next() >> (64 - bits), next() >> (64 - bits));
                assert_eq!(Nimber(a).product(Nimber(b)).0, by_halves(a, b, 64), "{a} times {b}");
            }
        }
    }
}
