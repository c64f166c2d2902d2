//! The level of NEON: 16 heaps an instruction.
//!
//! Every 64-bit processor of ARM has these instructions, so nothing is detected at run time, and the portable code is
//! compiled for them as it stands. Collecting and the lists of candidates are the shared loops over [`Neon`].

use super::candidates::{self, HeapPlace, Lists, Pins, Stages};
use super::lanes::{self, Lanes};
use super::translation::{self, Translation};
use super::vector::arm::Neon;
use super::{BlockView, IndexRange, Planes, ShiftEntry};

pub use super::scalar::{at_least, compiled, cover, find, gain, mex, spread};

/// Thirty-two registers; 32 heaps take two.
impl Lanes for Neon {
    const PLANES: usize = 11;
    const PAIRED: usize = 0;
}

/// The caller has checked that every entry lies inside the view.
pub unsafe fn collect(view: BlockView, entries: &[ShiftEntry], planes: &mut Planes) {
    // SAFETY: passed on from the caller.
    unsafe { lanes::collect::<Neon>(view, entries, planes) }
}

/// The caller has checked that every entry lies inside the bytes.
pub unsafe fn climb(place: HeapPlace<'_>, stages: &Stages) -> Lists {
    // SAFETY: passed on from the caller.
    unsafe { candidates::climb::<Neon>(place, stages) }
}

/// The caller has checked that every entry lies inside the bytes.
pub unsafe fn strike_lists(place: HeapPlace<'_>, entries: &[ShiftEntry], lists: &mut Lists) {
    // SAFETY: passed on from the caller.
    unsafe { candidates::strike_near::<Neon>(place, entries, lists) }
}

/// The caller has checked that every entry lies inside the bytes.
pub unsafe fn agree(
    heaps: &mut [u8],
    at: usize,
    range: IndexRange,
    entries: &[ShiftEntry],
    lists: &Lists,
    pins: &Pins,
) -> u32 {
    // SAFETY: passed on from the caller.
    unsafe { candidates::agree::<Neon>(heaps, at, range, entries, lists, pins) }
}

pub fn translate(translation: &Translation, indices: &[u8], values: &mut [u8]) {
    // SAFETY: every processor of this kind has the instructions.
    unsafe { translation::translate::<Neon>(translation, indices, values) }
}
