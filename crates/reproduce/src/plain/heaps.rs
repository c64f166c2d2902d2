//! Values of single heaps by the definition, also from arbitrary first values.

use super::Chance;

/// Tells the values of the options of a heap, given those of the smaller heaps.
pub type OptionValues<'a> = dyn FnMut(usize, &[u64], &mut dyn FnMut(u64)) + 'a;

/// The values of the heaps 0 to `to`, where `options` lists the values of the options of a heap.
pub fn values(to: usize, mut options: impl FnMut(usize, &[u64], &mut dyn FnMut(u64))) -> Vec<u64> {
    go_on(Vec::new(), to, &mut options)
}

fn go_on(mut known: Vec<u64>, to: usize, options: &mut OptionValues<'_>) -> Vec<u64> {
    let mut seen: Vec<usize> = Vec::new();
    for heap in known.len()..=to {
        options(heap, &known, &mut |value| {
            let value = value as usize;
            if value >= seen.len() {
                seen.resize(value + 1, 0);
            }
            seen[value] = heap + 1;
        });
        known.push(seen.iter().position(|&mark| mark != heap + 1).unwrap_or(seen.len()) as u64);
    }
    known
}

/// Splitting into two parts a <= b where that is allowed.
pub fn two_parts(to: usize, allowed: impl Fn(usize, usize) -> bool) -> Vec<u64> {
    values(to, |heap, known, option| {
        for small in (1..=heap / 2).filter(|&small| allowed(small, heap - small)) {
            option(known[small] ^ known[heap - small]);
        }
    })
}

/// Splitting into three parts a <= b <= c where that is allowed.
pub fn three_parts(to: usize, allowed: impl Fn(usize, usize, usize) -> bool) -> Vec<u64> {
    values(to, |heap, known, option| {
        for a in 1..=heap / 3 {
            for b in (a..=(heap - a) / 2).filter(|&b| allowed(a, b, heap - a - b)) {
                option(known[a] ^ known[b] ^ known[heap - a - b]);
            }
        }
    })
}

/// An octal game 0.d1d2d3... from given first values on, heap 0 included; none is the game itself.
pub fn octal(digits: &[u8], first: &[u64], to: usize) -> Vec<u64> {
    octal_splitting(0, digits, first, to)
}

/// The same with a digit before the point, 0 or 4: with 4 a heap may be split without taking.
pub fn octal_splitting(zeroth: u8, digits: &[u8], first: &[u64], to: usize) -> Vec<u64> {
    let start = if first.is_empty() { vec![0] } else { first.to_vec() };
    go_on(start, to, &mut |heap, known, option| {
        if zeroth & 4 != 0 {
            (1..=heap / 2).for_each(|part| option(known[part] ^ known[heap - part]));
        }
        for (&digit, taken) in digits.iter().zip(1..=heap) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                option(0);
            }
            if digit & 2 != 0 && rest > 0 {
                option(known[rest]);
            }
            if digit & 4 != 0 {
                (1..=rest / 2).for_each(|part| option(known[part] ^ known[rest - part]));
            }
        }
    })
}

/// A recurrence with random first values, to try theorems on.
#[derive(Clone, Debug)]
pub struct Seeded {
    /// The values.
    pub values: Vec<u64>,
    /// How many of them were made up.
    pub seeds: usize,
}

impl Seeded {
    /// Grundy's recurrence after random first values.
    pub fn grundy(chance: &mut Chance, to: usize) -> Self {
        let first = Self::seeds(chance);
        let seeds = first.len();
        let values = go_on(first, to, &mut |heap, known, option| {
            (1..heap.div_ceil(2)).for_each(|part| option(known[part] ^ known[heap - part]));
        });
        Self { values, seeds }
    }

    /// A random octal game that takes at most `taken` tokens, after random first values.
    pub fn octal(chance: &mut Chance, taken: usize, to: usize) -> Self {
        let digits: Vec<u8> = (0..taken).map(|_| chance.below(8) as u8).collect();
        let first = Self::seeds(chance);
        Self { values: octal(&digits, &first, to), seeds: first.len() }
    }

    fn seeds(chance: &mut Chance) -> Vec<u64> {
        let count = chance.below(7);
        std::iter::once(0).chain((0..count).map(|_| chance.below(4))).collect()
    }
}

/// The first x from a + p to b with g(x) != g(x - p).
pub fn first_fault(values: &[u64], a: usize, p: usize, b: usize) -> Option<usize> {
    (a + p..=b.min(values.len() - 1)).find(|&x| values[x] != values[x - p])
}

/// Whether the period p from a holds in all the values.
pub fn period_holds(values: &[u64], a: usize, p: usize) -> bool {
    first_fault(values, a, p, values.len() - 1).is_none()
}
