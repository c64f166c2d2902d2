//! What an engine needs to go on later: plain data, for a checkpoint.
//!
//! A state holds the recent heaps that known rare heaps reach, the lists of exceptions, and the values the block engine
//! began with; from those everything else is computed again. Values streamed after a state was taken are the same
//! whether the engine went on or was made from the state, with any kernel, block size and number of threads. Every heap
//! in it has passed both parts of the check; what threads have computed ahead is left out. Up to heap 2^22, while the
//! space is still reconsidered, it holds all heaps; after that four megabytes besides what rare heaps reach.
//!
//! An auditor can recompute a heap n near `next` from the state alone, textbook style ([`State::value`]). Common
//! part: for every rare heap r and break index i the value of r + that of n - i - r. Where the latter is not in the
//! state, r is one of the rare heaps whose index is too tall for a byte: the sum then is below the tall indices only if
//! n - i - r is tall too, and all tall heaps are listed. Rare part: witnesses among splits with a part in `small`.

use std::sync::Arc;

use super::engines::sparse::history::SPECIAL;
use super::shape::Shape;
use super::space::Space;

/// An engine between two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The first heap that has not been sent.
    pub next: u64,
    /// The mask of the space and the parity of the break indices for type 1.
    pub space: (u32, Option<u64>),
    /// The space when the block engine began.
    pub first_space: (u32, Option<u64>),
    /// The values it began with.
    pub values: Vec<u32>,
    /// The rare heaps and their values, ascending.
    pub rares: Vec<(u64, u32)>,
    /// The common heaps whose index does not fit a byte, with the index, ascending.
    pub tall: Vec<(u64, u32)>,
    /// All bits that occur in values.
    pub seen: u32,
    /// Whether indices up to 255 fit, not only up to 127.
    pub full: bool,
    /// The heap of the first byte of the window.
    pub from: u64,
    /// The indices of the remembered heaps, 255 for the listed ones.
    pub window: Vec<u8>,
    /// The indices of the smallest heaps, from the greatest of them down to heap 1.
    pub small: Arc<[u8]>,
}

impl State {
    /// Whether the parts of a state agree with each other and with the rule. What a damaged or forged checkpoint holds is
    /// refused here, once, so that the engine may rely on it: no list reaches beyond the heaps, every mark in the window
    /// is listed, and what is known twice is the same. That the values are right is shown by computing them again.
    pub(super) fn is_sound(&self, shape: &Shape) -> bool {
        self.has_sound_sizes(shape)
            && self.has_sound_spaces(shape)
            && self.has_sound_lists()
            && self.has_sound_window()
            && self.has_sound_values()
    }

    fn has_sound_sizes(&self, shape: &Shape) -> bool {
        const MOST_HEAPS: u64 = 1 << 62;
        const MOST_SMALL: usize = 1 << 22;
        let known = self.values.len() as u64;
        let is_clear = shape
            .phase(known)
            .breaks
            .iter()
            .all(|a_break| a_break.differ.saturating_add(a_break.taken).saturating_add(4) < known);
        self.next <= MOST_HEAPS
            && self.from.checked_add(self.window.len() as u64) == Some(self.next)
            && (shape.reach() + 1..=self.next).contains(&known)
            && is_clear
            && self.small.len() <= MOST_SMALL
            && (self.small.len() as u64) < self.next
    }

    fn has_sound_spaces(&self, shape: &Shape) -> bool {
        let fits = |parts: (u32, Option<u64>)| {
            parts.0 != 0 && (parts.1.is_none() || parts.1 == shape.break_parity())
        };
        fits(self.space) && fits(self.first_space) && self.space.1 == self.first_space.1
    }

    fn has_sound_lists(&self) -> bool {
        let Some(space) = Space::from_parts(self.space) else { return false };
        let ascends = |list: &[(u64, u32)]| {
            list.is_sorted_by(|a, b| a.0 < b.0) && list.last().is_none_or(|last| last.0 < self.next)
        };
        let least = |heap: u64| if self.full && heap >= self.from { 256 } else { 128 };
        ascends(&self.rares)
            && ascends(&self.tall)
            && self.rares.iter().all(|&(heap, value)| space.is_rare(heap, value) && value & !self.seen == 0)
            && self.tall.iter().all(|&(heap, index)| heap > 0 && index >= least(heap) && !self.is_rare(heap))
    }

    fn is_rare(&self, heap: u64) -> bool {
        self.rares.binary_search_by_key(&heap, |rare| rare.0).is_ok()
    }

    /// Every listed heap has a mark, and where indices end below 128 every mark is of a listed heap.
    fn has_sound_window(&self) -> bool {
        let listed = |list: &[(u64, u32)]| {
            let inside = &list[list.partition_point(|listed| listed.0 < self.from)..];
            let marked = inside.iter().all(|listed| self.window[(listed.0 - self.from) as usize] == SPECIAL);
            marked.then_some(inside.len())
        };
        let Some(listed) = listed(&self.rares).zip(listed(&self.tall)).map(|(rare, tall)| rare + tall) else {
            return false;
        };
        let origin = self.from == 0 && !self.is_rare(0);
        let marks: usize = self.window.iter().map(|&byte| usize::from(byte == SPECIAL)).sum();
        let fits = self.full || self.window.iter().all(|&byte| byte < 128 || byte == SPECIAL);
        let expected = listed + usize::from(origin);
        let is_marked = self.from > 0 || self.window.first() == Some(&SPECIAL);
        fits && is_marked && if self.full { marks >= expected } else { marks == expected }
    }

    /// The values it began with and the small heaps are those of the lists and the window.
    fn has_sound_values(&self) -> bool {
        let Some(space) = Space::from_parts(self.space) else { return false };
        let mut rares = self.rares.iter().peekable();
        let is_known = |(heap, &value): (u64, &u32)| {
            let listed = rares.next_if(|rare| rare.0 == heap).map(|rare| rare.1);
            let index = || self.index(heap).is_none_or(|index| index == space.index(value));
            value & !self.seen == 0
                && if space.is_rare(heap, value) {
                    listed == Some(value)
                } else {
                    listed.is_none() && index()
                }
        };
        let is_right = |(heap, &byte): (u64, &u8)| {
            let value = usize::try_from(heap).ok().and_then(|heap| self.values.get(heap));
            let known = value.map(|&value| space.index(value)).or_else(|| self.index(heap));
            byte == SPECIAL || !self.is_rare(heap) && known.is_none_or(|index| index == u32::from(byte))
        };
        (0..).zip(&self.values).all(is_known) && (1..).zip(self.small.iter().rev()).all(is_right)
    }

    /// The index of a common heap that is remembered or listed.
    fn index(&self, heap: u64) -> Option<u32> {
        let byte = || {
            let at = usize::try_from(heap.checked_sub(self.from)?).ok()?;
            self.window.get(at).filter(|_| heap > 0).copied().map(u32::from)
        };
        let tall = self.tall.binary_search_by_key(&heap, |tall| tall.0);
        tall.map_or_else(|_| byte(), |at| Some(self.tall[at].1))
    }

    /// The value of a heap, where the state still knows it.
    pub fn value(&self, heap: u64) -> Option<u32> {
        let listed = |list: &[(u64, u32)]| {
            list.binary_search_by_key(&heap, |listed| listed.0).ok().map(|at| list[at].1)
        };
        let space = Space::from_parts(self.space)?;
        let at = |place: u64| usize::try_from(place).ok();
        if let Some(&value) = at(heap).and_then(|heap| self.values.get(heap)) {
            return Some(value);
        }
        if let Some(value) = listed(&self.rares) {
            return Some(value);
        }
        let window = || self.window.get(at(heap.checked_sub(self.from)?)?);
        let small = || self.small.get(self.small.len().checked_sub(at(heap)?)?);
        let byte = || window().or_else(small).copied().filter(|_| heap < self.next).map(u32::from);
        listed(&self.tall).or_else(byte).map(|index| space.common(heap, index))
    }
}
