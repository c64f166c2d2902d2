//! The inner loops of the wide engine, two bytes a heap: which values do the splits of a heap have?
//!
//! Four questions, all but the first at every level of instructions. [`Splits::mark`] writes down the values of some
//! splits of a few heaps, one store a split. [`Loops::strike`] holds a few candidates of each heap of a block against
//! splits that all of them have, a vector of heaps at a time. [`Loops::sift`] holds some values of one heap against runs
//! of splits, a vector of splits at a time, and [`Sieves`] does so for many values of all heaps of a block at once.
//! Nothing here knows of rules: a split is a shift and the value of one part.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
pub mod scalar;
mod sieves;
#[cfg(target_arch = "wasm32")]
pub mod simd128;

pub use self::sieves::Sieves;
use crate::Loops;

/// How many heaps the wide engine computes at a time.
pub const WIDE: usize = 128;

/// Candidates of a heap that are struck together.
pub const TOGETHER: usize = 2;

/// How many heaps are marked together, so that their marks stay in the nearest cache: a byte for each value.
pub const fn tile(width: usize) -> usize {
    if width <= 1024 { MOST_TOGETHER } else { MOST_TOGETHER / 2 }
}

const MOST_TOGETHER: usize = 16;

/// A candidate that no split has.
pub const NONE: u16 = u16::MAX;

/// Splits that all heaps of a block have: one part lies `shift` below the heap, the other has the value `sum`.
#[derive(Clone, Debug, Default)]
pub struct Splits {
    shifts: Vec<u32>,
    sums: Vec<u16>,
    reach: u32,
}

impl Splits {
    /// Drops all splits.
    pub fn clear(&mut self) {
        self.shifts.clear();
        self.sums.clear();
        self.reach = 0;
    }

    /// Adds a split.
    pub fn push(&mut self, shift: u32, sum: u16) {
        self.shifts.push(shift);
        self.sums.push(sum);
        self.reach = self.reach.max(shift);
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        self.shifts.len()
    }

    /// Sets `rows[lane * width + value]` for the values of the splits of [`tile`] heaps, the first of them `at`;
    /// `width` is a power of two and larger than any of them.
    pub fn mark(&self, values: &[u16], at: usize, width: usize, rows: &mut [u8]) {
        assert!(
            self.reach as usize <= at
                && at + MOST_TOGETHER <= values.len()
                && width.is_power_of_two()
                && rows.len() == width * tile(width),
            "splits of known heaps, and room for their values"
        );
        let all = self.some(0..self.count());
        if tile(width) == MOST_TOGETHER {
            // SAFETY: parts and rows are in bounds by the assertion.
            unsafe { scalar::mark::<MOST_TOGETHER>(values, at, all, rows) };
        } else {
            // SAFETY: as above.
            unsafe { scalar::mark::<{ MOST_TOGETHER / 2 }>(values, at, all, rows) };
        }
    }

    fn some(&self, range: std::ops::Range<usize>) -> Chosen<'_> {
        Chosen { shifts: &self.shifts[range.clone()], sums: &self.sums[range] }
    }
}

/// Some of the splits.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<'a> {
    shifts: &'a [u32],
    sums: &'a [u16],
}

impl Chosen<'_> {
    fn iter(self) -> impl Iterator<Item = (usize, u16)> {
        self.shifts.iter().map(|&shift| shift as usize).zip(self.sums.iter().copied())
    }
}

/// Candidates of the heaps of a block, [`NONE`] for none.
pub type Candidates = [[u16; WIDE]; TOGETHER];

/// A bit for each heap of a block.
pub type Hits = [u128; TOGETHER];

impl Loops {
    /// Which candidates of the first `lanes` heaps from `at` on are values of some of the splits.
    pub fn strike(
        self,
        values: &[u16],
        at: usize,
        (splits, range): (&Splits, std::ops::Range<usize>),
        (wanted, lanes): (&Candidates, usize),
    ) -> Hits {
        assert!(
            splits.reach as usize <= at && lanes <= WIDE && at + WIDE <= values.len(),
            "splits of known heaps"
        );
        let some = splits.some(range);
        dispatch!(self, strike(values, at, some, (wanted, lanes)))
    }

    /// Drops from `open` the values that some pair of parts at the same place has as its nim-sum. The pairs are searched
    /// in runs from all over the range, since those that lie together have the same sums.
    pub fn sift(self, a: &[u16], b: &[u16], open: &mut Vec<u16>) {
        dispatch!(self, sift(a, b, open));
    }
}

/// Pairs that are searched at a time.
const RUN: usize = 128;

/// The pairs in runs from all over the range, and what is left of them.
fn runs<'a>(a: &'a [u16], b: &'a [u16]) -> impl Iterator<Item = (&'a [u16; RUN], &'a [u16; RUN])> {
    let (a, b) = (a.as_chunks().0, b.as_chunks().0);
    let count = a.len().min(b.len());
    // A step near the golden section; it visits every run if it is odd and the number of runs a power of two.
    let places = count.next_power_of_two();
    let step = (places * 5 / 8) | 1;
    (0..places)
        .map(move |at| (at * step) & (places - 1))
        .filter(move |&at| at < count)
        .map(move |at| (&a[at], &b[at]))
}

/// Drops from `open` the values that some pair has: `hits` tells of a run, whose sums come from `sum`. Its caller has the
/// instructions of both.
#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
#[inline(always)]
#[allow(clippy::inline_always, reason = "the loop is compiled inside the functions of each level")]
fn sift_by<S>(
    a: &[u16],
    b: &[u16],
    open: &mut Vec<u16>,
    sum: impl Fn(&[u16; RUN], &[u16; RUN]) -> S,
    hits: impl Fn(&S, u16) -> bool,
) {
    for (a, b) in runs(a, b) {
        if open.is_empty() {
            return;
        }
        let sums = sum(a, b);
        let mut at = 0;
        while at < open.len() {
            if hits(&sums, open[at]) {
                open.swap_remove(at);
            } else {
                at += 1;
            }
        }
    }
    for sum in rest(a, b) {
        open.retain(|&value| value != sum);
    }
}

/// The pairs behind the last run.
fn rest<'a>(a: &'a [u16], b: &'a [u16]) -> impl Iterator<Item = u16> {
    let from = a.len().min(b.len()) / RUN * RUN;
    a[from..].iter().zip(&b[from..]).map(|(a, b)| a ^ b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 33
    }

    /// Which values the splits of each heap have, by definition.
    fn sums(values: &[u16], at: usize, splits: &Splits, lanes: usize) -> Vec<Vec<u16>> {
        let of = |lane: usize| {
            let all = splits.some(0..splits.count());
            all.iter().map(|(shift, sum)| values[at + lane - shift] ^ sum).collect()
        };
        (0..lanes).map(of).collect()
    }

    #[test]
    fn every_level_finds_the_same_splits() {
        let mut seed = 5;
        for round in 0..if cfg!(miri) { 1 } else { 40 } {
            let values: Vec<u16> = (0..2000).map(|_| (next(&mut seed) % 1024) as u16).collect();
            let at = 1500;
            let mut splits = Splits::default();
            for _ in 0..next(&mut seed) % if cfg!(miri) { 40 } else { 700 } {
                splits.push((next(&mut seed) % 1500) as u32, (next(&mut seed) % 1024) as u16);
            }
            let sums = sums(&values, at, &splits, WIDE);
            let mut wanted = [[NONE; WIDE]; TOGETHER];
            for set in &mut wanted {
                set.iter_mut().step_by(1 + round % 3).for_each(|v| *v = (next(&mut seed) % 1024) as u16);
            }
            for loops in Loops::all() {
                for lanes in [WIDE, 1, 16, 31, 32, 33, 64, 100] {
                    let hits = loops.strike(&values, at, (&splits, 0..splits.count()), (&wanted, lanes));
                    for (set, hits) in wanted.iter().zip(hits) {
                        for lane in 0..lanes {
                            assert_eq!(hits >> lane & 1 == 1, sums[lane].contains(&set[lane]), "{loops:?}");
                        }
                    }
                }
                for width in [1024, 2048].into_iter().take(if cfg!(miri) { 1 } else { 2 }) {
                    let mut rows = vec![0; tile(width) * width];
                    splits.mark(&values, at, width, &mut rows);
                    for (row, sums) in rows.chunks(width).zip(&sums) {
                        assert!(
                            (0..1024)
                                .step_by(if cfg!(miri) { 37 } else { 1 })
                                .all(|value| (row[usize::from(value)] == 1) == sums.contains(&value))
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_level_finds_a_pair_wherever_it_is() {
        let lengths = [0, 1, 31, 127, 128, 129, 300, 640, 1000];
        for len in lengths.into_iter().take(if cfg!(miri) { 3 } else { 9 }) {
            let a: Vec<u16> = (0..len).map(|at| at * 7 % 512).collect();
            for place in 0..len {
                let mut b: Vec<u16> = a.iter().map(|value| value ^ 1).collect();
                b[usize::from(place)] = a[usize::from(place)] ^ 0x3e8;
                b.extend([5; 70]);
                for loops in Loops::all() {
                    let mut open = vec![3, 0x3e8, 1, 7];
                    loops.sift(&a, &b, &mut open);
                    open.sort_unstable();
                    let one = if len == 1 { Vec::from([1, 3, 7]) } else { Vec::from([3, 7]) };
                    assert_eq!(open, one, "{place} of {len} with {loops:?}");
                }
            }
        }
    }
}
