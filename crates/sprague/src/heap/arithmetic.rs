//! Primes and divisors of numbers of 64 bits, exactly.
//!
//! Primality is the strong pseudoprime test with the twelve bases 2 to 37, which makes no mistake below 3.3 · 10^24
//! (Sorenson and Webster 2015). Factors are found by trial division by small numbers and then by Pollard's rho method,
//! which for 64 bits takes at most some ten thousand steps; every factor it gives is checked by division.

const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

fn product(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    base %= modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, base, modulus);
        }
        base = product(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// Whether a number is prime.
pub fn is_prime(n: u64) -> bool {
    if n < 2 {
        return false;
    }
    if let Some(&divisor) = BASES.iter().find(|&&base| n.is_multiple_of(base)) {
        return n == divisor;
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    BASES.iter().all(|&base| {
        let mut x = power(base, odd, n);
        if x == 1 || x == n - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = product(x, x, n);
            x == n - 1
        })
    })
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A divisor of a composite number without small factors, neither 1 nor the number.
fn proper_factor(n: u64) -> u64 {
    let root = n.isqrt();
    if root * root == n {
        return root;
    }
    for shift in 1_u64.. {
        let step = |x: u64| ((u128::from(x) * u128::from(x) + u128::from(shift)) % u128::from(n)) as u64;
        let (mut slow, mut fast) = (2, 2);
        loop {
            slow = step(slow);
            fast = step(step(fast));
            let divisor = common_divisor(slow.abs_diff(fast), n);
            if divisor == n {
                break;
            }
            if divisor > 1 {
                return divisor;
            }
        }
    }
    n
}

/// The prime factors with their exponents.
fn factors(mut n: u64) -> Vec<(u64, u32)> {
    const SMALL: u64 = 1 << 10;
    let mut found: Vec<(u64, u32)> = Vec::new();
    let mut note = |prime: u64| match found.iter_mut().find(|(known, _)| *known == prime) {
        Some((_, times)) => *times += 1,
        None => found.push((prime, 1)),
    };
    let mut small = 2;
    while small < SMALL && small * small <= n {
        while n.is_multiple_of(small) {
            note(small);
            n /= small;
        }
        small += 1;
    }
    let mut open = if n > 1 { vec![n] } else { Vec::new() };
    while let Some(part) = open.pop() {
        if is_prime(part) {
            note(part);
        } else {
            let factor = proper_factor(part);
            open.extend([factor, part / factor]);
        }
    }
    found
}

/// How many prime factors a number has, each as often as it divides; none for 0.
pub fn prime_factors(n: u64) -> u64 {
    if n == 0 { 0 } else { factors(n).iter().map(|&(_, times)| u64::from(times)).sum() }
}

/// The divisors of a number, ascending; none for 0.
pub fn divisors(n: u64) -> Vec<u64> {
    if n == 0 {
        return Vec::new();
    }
    let mut all = vec![1];
    for (prime, times) in factors(n) {
        let before = all.clone();
        let mut factor = 1;
        for _ in 0..times {
            factor *= prime;
            all.extend(before.iter().map(|divisor| divisor * factor));
        }
    }
    all.sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_agree_with_the_definition() {
        for n in 0..3000_u64 {
            let naive: Vec<u64> = (1..=n).filter(|d| n.is_multiple_of(*d)).collect();
            assert_eq!(divisors(n), naive, "{n}");
            assert_eq!(is_prime(n), naive.len() == 2, "{n}");
        }
    }

    /// The largest primes below 2^61 and 2^63, Carmichael numbers, and products without small factors.
    #[test]
    fn large_numbers_are_taken_apart() {
        for prime in [2_305_843_009_213_693_951, 9_223_372_036_854_775_783] {
            assert!(is_prime(prime), "{prime}");
            assert_eq!(divisors(prime), [1, prime]);
        }
        assert!(![561, 41_041, 825_265, 3_215_031_751, 3_825_123_056_546_413_051].into_iter().any(is_prime));
        let (p, q) = (2_147_483_647, 2_147_483_629);
        assert_eq!(divisors(p * q), [1, q, p, p * q]);
        assert_eq!(divisors(p * p), [1, p, p * p]);
        assert_eq!(divisors(897_612_484_786_617_600).len(), 103_680);
    }
}
