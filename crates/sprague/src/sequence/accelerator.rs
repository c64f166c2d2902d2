//! Another processor that computes stretches of heaps, such as a GPU: what it is given and what it gives back.
//!
//! The block engine stays in charge. It hands over the ground a stretch rests on: the bytes of the recent heaps and the
//! entries that exclude values. Back come the bytes of the next heaps, each the least common index that no entry
//! excludes, and the heaps for which some rare value has no witness among the small parts; the engine searches those
//! itself. It only asks for heaps at which nothing out of the ordinary happens; where the accelerator meets a heap it
//! cannot do, the stretch ends before it. So every value has passed both parts of the check, whoever did them.
//! The library opens no device: whoever has one installs a way to open it.

use std::fmt;
use std::sync::OnceLock;

use super::space::Space;

/// What the next heaps rest on.
#[derive(Clone, Debug)]
pub struct StretchInput<'a> {
    /// The first heap to compute.
    pub next: u64,
    /// The first heap that must be left to the engine.
    pub until: u64,
    /// The indices of the heaps before, 255 for those that are rare or whose index does not fit.
    pub window: &'a [u8],
    /// One more than the greatest index that a byte may hold: 128 or 255.
    pub ceiling: u32,
    /// What excludes values: heap n cannot have the index of heap n - shift nim-added to the entry's index.
    pub entries: Vec<(u32, u8)>,
    /// Heaps that cannot have an index for another reason, and the index; ascending.
    pub exceptions: Vec<(u64, u8)>,
    /// How many tokens the moves take that break a heap into any two others of the rest.
    pub taken: Vec<u64>,
    /// The indices of the smallest heaps, from the greatest of them down to heap 1.
    pub small: &'a [u8],
    /// Tells which values are rare.
    pub space: Space,
}

impl StretchInput<'_> {
    /// For even heaps, then for odd ones, and for each common index: the rare indices that need a witness, as bits in
    /// `words` words.
    pub fn needed(&self, words: usize) -> Vec<u32> {
        let mut needed = vec![0; 2 * 256 * words];
        for (at, set) in needed.chunks_exact_mut(words).enumerate() {
            let (parity, common) = ((at / 256) as u64, (at % 256) as u32);
            let below = |&index: &u32| self.space.rare(parity, index) < self.space.common(parity, common);
            let most = self.ceiling.min(32 * words as u32);
            for index in (0..most).filter(below) {
                set[index as usize / 32] |= 1 << (index % 32);
            }
        }
        needed
    }
}

/// Heaps that were computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// The first of them.
    pub first: u64,
    /// Their common indices. With a ceiling of 128 they may be 255 where the index is not below it; such a heap excludes
    /// nothing below the ceiling from the others, and the engine computes it.
    pub bytes: Vec<u8>,
    /// The heaps for which rare indices have no witness yet, with those indices, in no order.
    pub open: Vec<(u64, Vec<u32>)>,
}

/// Another processor.
pub trait Accelerator: fmt::Debug + Send + Sync {
    /// Takes up the ground; says why where it cannot.
    fn load(&mut self, ground: &StretchInput<'_>) -> Result<(), String>;

    /// Moves the end of the ground further: to `until`, with the exceptions from the end so far on.
    fn extend(&mut self, until: u64, exceptions: &[(u64, u8)]);

    /// The heaps that follow those of the last stretch, none if the first of them must be left to the engine.
    fn stretch(&mut self) -> Result<Stretch, String>;
}

/// Whether the block engine may take helpers of its own where a game suits them; they never change a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helpers {
    /// Where they suit the game.
    Allowed,
    /// Never: what they are measured against.
    Forbidden,
}

/// A way to open a device, or the reason why there is none.
pub type Opener = fn() -> Result<Box<dyn Accelerator>, String>;

static OPENER: OnceLock<Opener> = OnceLock::new();

/// Sets how the kernel `gpu` is opened; the first call counts.
pub fn install(opener: Opener) {
    let _ = OPENER.set(opener);
}

/// Opens the device, or says why there is none.
pub fn open() -> Result<Box<dyn Accelerator>, String> {
    OPENER.get().map_or_else(|| Err("this program was built without it".to_owned()), |opener| opener())
}
