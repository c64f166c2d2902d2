//! Periods that the last values suggest, all at once.
//!
//! For each p the longest stretch at the end is found on which G(n+p) - G(n) is constant: a Z-function of the reversed
//! differences G(n+1) - G(n), linear time. The constant is the saltus. A stretch is a suggestion; theorems decide.

/// A distance at which the last values repeat, up to a saltus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The distance.
    pub period: u64,
    /// The least n from which on G(n + period) = G(n) + saltus, as far as the values go.
    pub from: u64,
    /// The constant difference.
    pub saltus: i64,
}

/// The candidates of every distance from 1 up to half of the values and beyond, ascending.
pub fn candidates(values: &[u32]) -> impl Iterator<Item = Candidate> {
    let last = values.len().saturating_sub(1);
    let steps: Vec<i64> =
        values.windows(2).rev().map(|pair| i64::from(pair[1]) - i64::from(pair[0])).collect();
    let matches = z_function(&steps);
    (1..last).map(move |period| Candidate {
        period: period as u64,
        from: (last - period - matches[period] as usize) as u64,
        saltus: i64::from(values[last]) - i64::from(values[last - period]),
    })
}

/// For each i the length of the longest common prefix of the text and its part from i on.
fn z_function(text: &[i64]) -> Vec<u32> {
    let mut z = vec![0; text.len()];
    let (mut left, mut right) = (0, 0);
    for i in 1..text.len() {
        let mut length = if i < right { (z[i - left] as usize).min(right - i) } else { 0 };
        while i + length < text.len() && text[length] == text[i + length] {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        z[i] = length as u32;
    }
    z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_as_long_as_they_are() {
        let mut seed = 7_u64;
        for round in 0..50 {
            let values: Vec<u32> = (0..60)
                .map(|n| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    if n < 20 { (seed >> 40) as u32 % 3 } else { n % (2 + round % 5) + n / 9 * (round % 2) }
                })
                .collect();
            for Candidate { period, from, saltus } in candidates(&values) {
                let p = period as usize;
                let same = |n: usize| i64::from(values[n + p]) - i64::from(values[n]) == saltus;
                let last_other = (0..values.len() - p).rev().find(|&n| !same(n));
                assert_eq!(from as usize, last_other.map_or(0, |n| n + 1), "{p}: {values:?}");
            }
        }
    }
}
