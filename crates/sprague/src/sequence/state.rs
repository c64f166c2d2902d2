//! What an engine needs to go on later: plain data, for a checkpoint.
//!
//! A state holds the recent heaps that known rare heaps reach, the lists of exceptions, and the values the block engine
//! began with; from those everything else is computed again. Values streamed after a state was taken are the same
//! whether the engine went on or was made from the state.

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
    pub small: Vec<u8>,
}
