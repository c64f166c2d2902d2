//! How small a part witnesses need: the loop of the test of sparse games (theory P.5).
//!
//! Every value below that of a heap must be the value of an option. The splits are gone through from the smallest part
//! up until no value is missing. Nearly always a word holds all that are missing, a bit each, and stays in a register.

/// The splits of one heap.
#[derive(Clone, Copy, Debug)]
pub struct SmallParts<'a> {
    /// The heap; it has more tokens than any split takes.
    pub heap: u64,
    /// The values of the heaps from 0 on, as far as they are tried as small parts.
    pub first: &'a [u32],
    /// The values of the heaps before this one, each in the place of its number modulo the length, a power of two.
    pub recent: &'a [u32],
    /// How many tokens are taken, and by how much the parts differ at least; 0 where they need not.
    pub breaks: &'a [(u64, u64)],
}

impl SmallParts<'_> {
    /// The least small part with which no value is missing, a bit for each; `None` where there is no such part.
    pub fn least(self, missing: &mut [u64]) -> Option<u64> {
        if let [word] = missing {
            let mut left = *word;
            return self.until(|value| {
                left &= !1u64.checked_shl(value).unwrap_or(0);
                left == 0
            });
        }
        let mut open = 0;
        self.until(|value| {
            if let Some(word) = missing.get_mut(value as usize / 64) {
                *word &= !(1 << (value % 64));
            }
            while missing.get(open) == Some(&0) {
                open += 1;
            }
            open == missing.len()
        })
    }

    /// The least small part by which a value has come that was the last.
    #[inline]
    fn until(self, mut is_last: impl FnMut(u32) -> bool) -> Option<u64> {
        let Self { heap, first, recent, breaks } = self;
        for (small, &value) in (1..).zip(first.get(1..)?) {
            let mut is_legal = false;
            let mut is_done = false;
            for &(taken, difference) in breaks {
                let large = (heap - taken).saturating_sub(small);
                if large > 0 && (difference == 0 || large >= small.saturating_add(difference)) {
                    is_legal = true;
                    is_done |= is_last(value ^ recent[large as usize & (recent.len() - 1)]);
                }
            }
            if is_done {
                return Some(small);
            }
            if !is_legal {
                return None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set of values instead of bits.
    fn by_the_definition(parts: SmallParts<'_>, value: u32) -> Option<u64> {
        let mut missing: Vec<u32> = (0..value).collect();
        for small in 1..parts.first.len() as u64 {
            let is_legal = |&&(taken, difference): &&(u64, u64)| {
                parts.heap > taken + small
                    && (difference == 0 || parts.heap - taken - small >= small + difference)
            };
            let legal: Vec<u64> = parts.breaks.iter().filter(is_legal).map(|one| one.0).collect();
            for &taken in &legal {
                let large = parts.recent[(parts.heap - taken - small) as usize % parts.recent.len()];
                missing.retain(|&one| one != large ^ parts.first[small as usize]);
            }
            if missing.is_empty() && !legal.is_empty() {
                return Some(small);
            }
            if legal.is_empty() {
                return None;
            }
        }
        None
    }

    #[test]
    fn the_least_part_leaves_nothing_missing() {
        let mut seed = 7u64;
        let mut next = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % most
        };
        for round in 0..if cfg!(miri) { 3 } else { 60 } {
            let most = [8, 60, 200][round % 3];
            let first: Vec<u32> = (0..300).map(|_| next(most) as u32).collect();
            let recent: Vec<u32> = (0..1024).map(|_| next(most) as u32).collect();
            let breaks: Vec<(u64, u64)> = (0..next(4)).map(|_| (next(5), next(3))).collect();
            for heap in [6, 40, 900, 5000] {
                for value in [1, 3, 7, 64, 65, 130] {
                    let parts = SmallParts { heap, first: &first, recent: &recent, breaks: &breaks };
                    let mut missing = vec![u64::MAX; value as usize / 64];
                    missing.push((1 << (value % 64)) - 1);
                    assert_eq!(
                        parts.least(&mut missing),
                        by_the_definition(parts, value),
                        "{parts:?}, {value}"
                    );
                }
            }
        }
    }
}
