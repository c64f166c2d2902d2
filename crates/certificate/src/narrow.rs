//! The same walk as in `sparse`, for games whose values are below 64: some hundred times as fast.
//!
//! The values of a block of heaps are found together. A set of values is one word of bits, and of a block there are as
//! many words as heaps, so that the compiler can make vectors of them. For each rare part, and each move that leaves
//! one heap, `gather` adds what all heaps of the block see there. Only options nearer than the block is long are left
//! for smaller blocks and then for single heaps, in order. This gives c, the least common value that is not seen. Then
//! every smaller value must be seen with a small part of at most W. The whole block looks at some options that show
//! most of them (`first`); which ones is free, and `choose` takes those that do best on a sample of heaps. A heap that
//! needs more tries all small parts from 1 to W, many at a time.
//!
//! Nothing is refused here. Where a block does not come out (a value of 32 or 64 and more, a value that is not found,
//! no steps left), the walk stops before the block, and `sparse` decides about the heaps that follow. So the fast walk
//! can only agree with the slow one. It starts where every small part is less than the other part by D at least, all
//! rare heaps have been met, and the rule is settled: there all heaps have the same options.

use std::ops::{BitOr, BitXor};

use crate::sparse::{Game, Walk};

/// The heaps of a block, and of the smaller blocks that it is made of.
const BLOCK: usize = 64;
const NEAR: usize = 8;
/// How many small parts a heap tries at a time.
const PARTS: usize = 64;
/// How many options a block tries together, and from how many small parts and on how many heaps they are chosen.
const FIRST: usize = 24;
const CHOICE: usize = 1 << 10;
const SAMPLE: usize = 1 << 9;
/// How many values are kept beside those that options need.
const SPAN: usize = 1 << 15;
/// The most entries: moves that leave one heap, rare heaps times moves that leave two.
const MOST_ENTRIES: usize = 1 << 10;

/// A small value, or a set of such values. Values are kept as wide as their sets, so that no lane must be widened.
trait Word: Copy + Default + BitOr<Output = Self> + BitXor<Output = Self> + From<u8> + Into<u64> {
    /// The set of this value alone; the empty set if it is too large.
    fn alone(self) -> Self;
}

impl Word for u32 {
    fn alone(self) -> Self {
        Self::checked_shl(1, self).unwrap_or(0)
    }
}

impl Word for u64 {
    fn alone(self) -> Self {
        if self < 64 { 1 << self } else { 0 }
    }
}

/// Options of all heaps: heap n sees the value of heap n - back, xor this value.
#[derive(Clone, Copy)]
struct Entry {
    back: usize,
    value: u8,
}

/// What a game with small values needs.
pub(crate) struct Narrow {
    /// The options whose value may be common: those from `BLOCK` back on, from `NEAR` back on, and the nearest.
    far: Vec<Entry>,
    near: Vec<Entry>,
    next: Vec<Entry>,
    /// Of the nearest: where the value stands among those of the last heaps, and the other value.
    latest: Vec<(usize, u64)>,
    /// Some options with small parts, when they have been chosen.
    first: Vec<Entry>,
    /// The values of the heaps from W down to 1.
    small: Vec<u8>,
    /// How many tokens the moves take that leave two heaps.
    splits: Vec<usize>,
    /// The values that are common at even heaps and at odd heaps.
    common: [u64; 2],
    /// The least heap for which all this holds.
    from: u64,
    back: usize,
    largest: u8,
}

/// The values of the last heaps and of the small heaps, these from W down to 1.
struct Values<W> {
    last: Vec<W>,
    small: Vec<W>,
}

impl Narrow {
    /// `None` if the values of the small heaps are too large, or the options too many.
    pub(crate) fn new(game: &Game, small: &[u32]) -> Option<Self> {
        let byte = |value: u32| u8::try_from(value).ok().filter(|&value| value < 64);
        let rare = &game.space.rare;
        let reach = usize::try_from(game.space.reach).ok().filter(|&reach| reach >= PARTS)?;
        let (last, settled) = (rare.last().map_or(0, |rare| rare.0), game.rule().settled());
        // the moves there: beyond the settled heap, so all others have the same
        let moves = game.moves_at(settled);
        let splits: Vec<usize> = moves[2].iter().map(|split| split.0 as usize).collect();
        let fits = moves[1].len() + rare.len() * splits.len() <= MOST_ENTRIES
            && last <= game.space.reach
            && moves[1].iter().all(|single| single.0 > 0);
        let from = (2 * game.space.reach + game.rule().most_taken() + game.rule().gap()).max(settled) + 1;
        let mut entries: Vec<Entry> =
            moves[1].iter().map(|single| Entry { back: single.0 as usize, value: 0 }).collect();
        for &(heap, value) in rare.iter().filter(|rare| rare.0 > 0 && fits) {
            let value = byte(value)?;
            entries.extend(splits.iter().map(|taken| Entry { back: taken + heap as usize, value }));
        }
        let small: Vec<u8> = small[1..=reach].iter().rev().copied().map(byte).collect::<Option<_>>()?;
        let common = [0, 1].map(|heap| {
            (0..64).filter(|&value| game.is_common(heap, value)).fold(0, |set, value| set | 1 << value)
        });
        let (far, near): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.back >= BLOCK);
        let (near, next): (Vec<_>, Vec<_>) = near.into_iter().partition(|entry| entry.back >= NEAR);
        let largest =
            small.iter().chain(far.iter().chain(&near).chain(&next).map(|e| &e.value)).max().copied();
        let (largest, back) = (largest.unwrap_or(0), game.back as usize);
        let latest = next.iter().map(|entry| (8 * (entry.back - 1), entry.value.into())).collect();
        fits.then_some(Self {
            far,
            near,
            next,
            latest,
            first: Vec::new(),
            small,
            splits,
            common,
            from,
            back,
            largest,
        })
    }

    /// Adds values to the walk as long as whole blocks come out and end before this heap, and shows each block.
    pub(crate) fn advance(&mut self, walk: &mut Walk, end: u64, show: &mut impl FnMut(&[u8])) {
        let next = walk.next();
        let last = &walk.values[walk.values.len().saturating_sub(self.back + 1)..];
        let largest = last.iter().copied().max().unwrap_or(0).max(self.largest.into());
        if next < self.from || !walk.has_met_all() || last.len() <= self.back || largest >= 64 {
            return;
        }
        if largest < 32 {
            self.blocks::<u32>(walk, end, show);
        } else {
            self.blocks::<u64>(walk, end, show);
        }
    }

    /// All blocks before `end`.
    fn blocks<W: Word>(&mut self, walk: &mut Walk, end: u64, show: &mut impl FnMut(&[u8])) {
        let word = |value: u32| W::from(value as u8);
        let last =
            walk.values[walk.values.len() - self.back - 1..].iter().map(|&value| word(value)).collect();
        let mut values = Values { last, small: self.small.iter().map(|&value| value.into()).collect() };
        let mut heap = walk.next();
        while heap + BLOCK as u64 <= end {
            let at = values.last.len();
            values.last.resize(at + BLOCK, W::default());
            let Some((steps, block)) = self.block(&mut values, at, heap, walk.left) else {
                values.last.truncate(at);
                break;
            };
            heap += BLOCK as u64;
            walk.left -= steps;
            show(&block);
            if values.last.len() >= self.back + 1 + SPAN {
                if self.first.is_empty() {
                    self.first = self.chosen(&values);
                }
                values.last.drain(..values.last.len() - self.back - 1);
            }
        }
        let last = &values.last[values.last.len() - self.back - 1..];
        walk.replace(heap, last.iter().map(|&value| value.into() as u32));
    }

    /// Finds the values of the heaps from `heap` on, which stand from `at` on, and gives the steps taken and the values.
    fn block<W: Word>(
        &self,
        values: &mut Values<W>,
        at: usize,
        heap: u64,
        left: u64,
    ) -> Option<(u64, [u8; BLOCK])> {
        let (mut seen, mut found) = ([W::default(); BLOCK], [W::default(); BLOCK]);
        let (mut needed, mut block) = ([0u64; BLOCK], [0; BLOCK]);
        gather(&values.last, at, &self.far, &mut seen)?;
        let common = [heap % 2, (heap + 1) % 2].map(|parity| self.common[parity as usize]);
        // the values of the last heaps, the latest one lowest
        let mut recent =
            values.last[at - NEAR..at].iter().fold(0, |recent, &value| recent << 8 | value.into());
        for group in (0..BLOCK).step_by(NEAR) {
            let mut seen: [W; NEAR] = *seen[group..].first_chunk()?;
            gather(&values.last, at + group, &self.near, &mut seen)?;
            for (lane, needed) in needed[group..].first_chunk_mut::<NEAR>()?.iter_mut().enumerate() {
                let mut set: u64 = seen[lane].into();
                for &(shift, value) in &self.latest {
                    set |= 1 << (((recent >> (shift % 64)) ^ value) % 64);
                }
                let value = (common[lane % 2] & !set).trailing_zeros();
                if value >= 8 * size_of::<W>() as u32 {
                    return None;
                }
                recent = recent << 8 | u64::from(value);
                *needed = ((1 << value) - 1) & !set;
            }
            let bytes = recent.to_be_bytes();
            *values.last[at + group..].first_chunk_mut()? = bytes.map(W::from);
            *block[group..].first_chunk_mut()? = bytes;
        }
        gather(&values.last, at, &self.first, &mut found)?;
        let mut lanes = 0u64;
        for lane in 0..BLOCK {
            needed[lane] &= !found[lane].into();
            lanes |= u64::from(needed[lane] != 0) << lane;
        }
        let mut steps = (BLOCK * (self.far.len() + self.near.len() + self.latest.len())) as u64;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            steps += self.search(values, at + lane, needed[lane])?;
            lanes &= lanes - 1;
        }
        (steps <= left).then_some((steps, block))
    }

    /// Looks for these values with all small parts, and gives the steps taken.
    fn search<W: Word>(&self, values: &Values<W>, at: usize, mut open: u64) -> Option<u64> {
        let (reach, mut tried) = (values.small.len(), 0);
        while tried < reach {
            // the last small parts are fewer, and some are tried again
            let last = (tried + PARTS).min(reach);
            let small: &[W; PARTS] = values.small[reach - last..].first_chunk()?;
            let mut found = W::default();
            for taken in &self.splits {
                let others: &[W; PARTS] = values.last[at - taken - last..].first_chunk()?;
                found = small
                    .iter()
                    .zip(others)
                    .fold(found, |set, (&small, &other)| set | (small ^ other).alone());
            }
            open &= !found.into();
            if open == 0 {
                return Some((tried * self.splits.len()) as u64);
            }
            tried = last;
        }
        None
    }

    /// The options that show most of what the last heaps need: each time the one that shows most of the rest.
    fn chosen<W: Word>(&self, Values { last, .. }: &Values<W>) -> Vec<Entry> {
        let seen =
            |at: usize, entry: &Entry| 1u64 << ((last[at - entry.back].into() ^ u64::from(entry.value)) % 64);
        let entries = || self.far.iter().chain(&self.near).chain(&self.next);
        let needed = |at: usize| {
            let below = (1 << last[at].into()) - 1;
            (at, below & !entries().fold(0, |set, entry| set | seen(at, entry)))
        };
        let mut open: Vec<(usize, u64)> = (last.len() - SAMPLE..last.len()).map(needed).collect();
        let parts = (1..=CHOICE).zip(self.small.iter().rev());
        let all = parts.flat_map(|(part, &value)| self.splits.iter().map(move |taken| (taken + part, value)));
        let all: Vec<Entry> = all.map(|(back, value)| Entry { back, value }).collect();
        let mut chosen = Vec::new();
        while chosen.len() < FIRST {
            let shown = |entry: &Entry| open.iter().filter(|one| one.1 & seen(one.0, entry) != 0).count();
            let Some((_, best)) = all.iter().map(|entry| (shown(entry), entry)).max_by_key(|one| one.0)
            else {
                break;
            };
            for one in &mut open {
                one.1 &= !seen(one.0, best);
            }
            open.retain(|one| one.1 != 0);
            chosen.push(*best);
        }
        chosen
    }
}

/// Adds what the heaps from `at` on see by these options; those heaps must have been found.
#[inline]
fn gather<W: Word, const N: usize>(
    values: &[W],
    at: usize,
    entries: &[Entry],
    seen: &mut [W; N],
) -> Option<()> {
    let mut all = *seen;
    for entry in entries {
        let (others, value) = (values[at - entry.back..].first_chunk::<N>()?, W::from(entry.value));
        for (set, &other) in all.iter_mut().zip(others) {
            *set = *set | (other ^ value).alone();
        }
    }
    *seen = all;
    Some(())
}
