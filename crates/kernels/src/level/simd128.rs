//! The level of WebAssembly: 16 heaps an instruction.
//!
//! A browser either has these instructions or refuses the whole program, so nothing is detected at run time.
#![allow(clippy::inline_always, reason = "each operation belongs into the loop of its level")]

use std::arch::wasm32::{
    i8x16_add, i8x16_bitmask, i8x16_eq, i8x16_sub, i8x16_swizzle, u8x16_max, u8x16_min, u8x16_splat,
    u16x8_shr, v128, v128_and, v128_andnot, v128_any_true, v128_load, v128_or, v128_store, v128_xor,
};

use crate::loops::candidates::{self, HeapPlace, Lists, Pins, Stages};
use crate::loops::translation::{self, Translation};
use crate::loops::walk::{DIGITS, MapPlace, SERVED};
use crate::loops::{lanes, plain, search, walk as walks};
use crate::vector::Vector;
use crate::{BlockView, IndexRange, Planes, ShiftEntry};

pub use crate::loops::splits::simd128::{sift, strike};
pub use crate::loops::walk::portable::{serve, walk};
pub use crate::loops::walk::simd128::digits;

wide_loops!(
    #[target_feature(enable = "simd128")]
    Simd128
);
searches!(
    #[target_feature(enable = "simd128")]
    Simd128,
    2
);

/// Sixteen registers, as far as one can tell: the first sixteen heaps, and the others.
#[derive(Clone, Copy)]
pub struct Simd128(v128, v128);

impl Simd128 {
    #[inline(always)]
    fn each(self, of: impl Fn(v128) -> v128) -> Self {
        Self(of(self.0), of(self.1))
    }
}

macro_rules! both {
    ($($method:ident $instruction:expr),*) => {
        $(
            #[inline(always)]
            unsafe fn $method(self, other: Self) -> Self {
                Self($instruction(self.0, other.0), $instruction(self.1, other.1))
            }
        )*
    };
}

impl Vector for Simd128 {
    const TOGETHER: usize = 5;
    const PLANES: usize = 5;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller has checked that 32 bytes can be read.
        unsafe { Self(v128_load(from.cast()), v128_load(from.add(16).cast())) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller has checked that 32 bytes can be written.
        unsafe {
            v128_store(to.cast(), self.0);
            v128_store(to.add(16).cast(), self.1);
        }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        let all = u8x16_splat(byte);
        Self(all, all)
    }

    both!(xor v128_xor, and v128_and, or v128_or, gone_from |one, other| v128_andnot(other, one), plus i8x16_add,
        minus i8x16_sub, equals i8x16_eq, min u8x16_min, max u8x16_max);

    #[inline(always)]
    unsafe fn look_up(self, table: Self) -> Self {
        // Anything but a number below 16 chooses nothing.
        let chosen = u8x16_splat(0x8f);
        self.each(|bytes| i8x16_swizzle(table.0, v128_and(bytes, chosen)))
    }

    #[inline(always)]
    unsafe fn high(self) -> Self {
        self.each(|bytes| v128_and(u16x8_shr(bytes, 4), u8x16_splat(15)))
    }

    #[inline(always)]
    unsafe fn signs(self) -> u32 {
        u32::from(i8x16_bitmask(self.0)) | u32::from(i8x16_bitmask(self.1)) << 16
    }

    #[inline(always)]
    unsafe fn any(self) -> bool {
        v128_any_true(v128_or(self.0, self.1))
    }
}
