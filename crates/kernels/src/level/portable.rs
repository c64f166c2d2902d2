//! The portable level: the loops as they are meant.
#![cfg_attr(
    all(target_arch = "wasm32", not(test)),
    allow(dead_code, unused_imports, reason = "only the tests run it there")
)]
#![allow(clippy::inline_always, reason = "each operation belongs into the loop of its level")]

use crate::loops::candidates::{self, HeapPlace, Lists, Pins, Stages};
pub use crate::loops::plain::{at_least, collect, cover, find, gain, mex, spread};
pub use crate::loops::splits::scalar::{sift, strike};
use crate::loops::translation::{self, Translation};
pub use crate::loops::walk::portable::{digits, draw, draw_united, serve, unite, walk};
use crate::vector::{LANES, Vector};
use crate::{IndexRange, ShiftEntry};

vector_loops!(
    #[inline]
    Portable
);

/// Thirty-two bytes, as every processor has them.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub struct Portable([u8; LANES]);

impl Portable {
    #[inline(always)]
    fn both(self, other: Self, combine: impl Fn(u8, u8) -> u8) -> Self {
        let mut bytes = self.0;
        bytes.iter_mut().zip(other.0).for_each(|(byte, other)| *byte = combine(*byte, other));
        Self(bytes)
    }
}

impl Vector for Portable {
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller has checked that 32 bytes can be read.
        Self(unsafe { from.cast::<[u8; LANES]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller has checked that 32 bytes can be written.
        unsafe { to.cast::<[u8; LANES]>().write_unaligned(self.0) }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        Self([byte; LANES])
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        self.both(other, |a, b| a ^ b)
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        self.both(other, |a, b| a & b)
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        self.both(other, |a, b| a | b)
    }

    #[inline(always)]
    unsafe fn gone_from(self, other: Self) -> Self {
        self.both(other, |a, b| !a & b)
    }

    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        self.both(other, u8::wrapping_add)
    }

    #[inline(always)]
    unsafe fn minus(self, other: Self) -> Self {
        self.both(other, u8::wrapping_sub)
    }

    #[inline(always)]
    unsafe fn equals(self, other: Self) -> Self {
        self.both(other, |a, b| if a == b { 255 } else { 0 })
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        self.both(other, Ord::min)
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        self.both(other, Ord::max)
    }

    #[inline(always)]
    unsafe fn look_up(self, table: Self) -> Self {
        Self(self.0.map(|byte| if byte < 128 { table.0[usize::from(byte % 16)] } else { 0 }))
    }

    #[inline(always)]
    unsafe fn high(self) -> Self {
        Self(self.0.map(|byte| byte >> 4))
    }

    #[inline(always)]
    unsafe fn signs(self) -> u32 {
        self.0.iter().rev().fold(0, |bits, byte| bits << 1 | u32::from(byte >> 7))
    }
}

#[inline]
pub fn compiled<R>(work: impl FnOnce() -> R) -> R {
    work()
}
