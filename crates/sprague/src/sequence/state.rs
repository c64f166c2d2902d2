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
