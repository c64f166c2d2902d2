//! Thirty-two bytes at once: the few operations that loops over heaps are written in. Each level has them.
//!
//! The methods are unsafe because the caller must have the instructions of the type; loads and stores besides that they
//! stay inside of what is read or written.
#![cfg_attr(all(target_arch = "wasm32", not(test)), allow(dead_code, reason = "only the tests run it there"))]
#![allow(clippy::inline_always, reason = "each operation belongs into the loop of its level")]

/// How many heaps a vector holds.
pub const LANES: usize = 32;

/// A byte for each of 32 heaps.
pub trait Vector: Copy {
    /// How many planes of candidates are collected together: as many as there are registers for.
    const TOGETHER: usize = 10;
    /// How many planes of exclusion sets are.
    const PLANES: usize = 11;
    /// Up to how many of these planes two vectors of heaps go through the entries together.
    const PAIRED: usize = 0;

    unsafe fn load(from: *const u8) -> Self;
    unsafe fn store(self, to: *mut u8);
    unsafe fn splat(byte: u8) -> Self;
    unsafe fn xor(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// The bits of `other` that this one does not have.
    unsafe fn gone_from(self, other: Self) -> Self;
    unsafe fn plus(self, other: Self) -> Self;
    unsafe fn minus(self, other: Self) -> Self;
    /// 255 where the bytes are equal, else 0.
    unsafe fn equals(self, other: Self) -> Self;
    unsafe fn min(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    /// The entry of a table of 16 that the low four bits choose; 0 for bytes from 128 on.
    unsafe fn look_up(self, table: Self) -> Self;
    /// The high four bits.
    unsafe fn high(self) -> Self;
    /// The highest bit of each byte, the first heap lowest.
    unsafe fn signs(self) -> u32;
    /// Whether some byte is not 0; each of them is 0 or 255.
    #[inline(always)]
    unsafe fn any(self) -> bool {
        // SAFETY: passed on from the caller.
        unsafe { self.signs() != 0 }
    }
    /// set | (here & hot).
    #[inline(always)]
    unsafe fn join(set: Self, here: Self, hot: Self) -> Self {
        // SAFETY: passed on from the caller.
        unsafe { set.or(here.and(hot)) }
    }
    /// A table of 16, twice.
    #[inline(always)]
    unsafe fn table(entries: [u8; 16]) -> Self {
        let twice: [u8; LANES] = std::array::from_fn(|at| entries[at % 16]);
        // SAFETY: passed on from the caller; the array has as many bytes as are loaded.
        unsafe { Self::load(twice.as_ptr()) }
    }
}
