//! The level of NEON: 16 heaps an instruction.
//!
//! Every 64-bit processor of ARM has these instructions, so nothing is detected at run time, and the portable code is
//! compiled for them as it stands.
#![allow(clippy::inline_always, reason = "each operation belongs into the loop of its level")]

use std::arch::aarch64::{
    uint8x16_t, vaddq_u8, vaddv_u8, vandq_u8, vbicq_u8, vceqq_u8, vdupq_n_u8, veorq_u8, vget_high_u8,
    vget_low_u8, vld1q_s8, vld1q_u8, vmaxq_u8, vminq_u8, vorrq_u8, vqtbl1q_u8, vshlq_u8, vshrq_n_u8,
    vst1q_u8, vsubq_u8,
};

use crate::loops::candidates::{self, HeapPlace, Lists, Pins, Stages};
use crate::loops::translation::{self, Translation};
use crate::loops::walk::{DIGITS, MapPlace, SERVED};
use crate::loops::{lanes, plain, search, walk as walks};
use crate::vector::Vector;
use crate::{BlockView, IndexRange, Planes, ShiftEntry};

pub use crate::loops::splits::scalar::{sift, strike};
pub use crate::loops::walk::portable::{digits, serve, walk};

wide_loops!(
    #[inline]
    Neon
);
searches!(
    #[inline]
    Neon,
    4
);

/// Thirty-two registers: the first sixteen heaps, and the others.
#[derive(Clone, Copy)]
pub struct Neon(uint8x16_t, uint8x16_t);

macro_rules! both {
    ($($method:ident $instruction:expr),*) => {
        $(
            #[inline(always)]
            unsafe fn $method(self, other: Self) -> Self {
                // SAFETY: every processor of this kind has the instructions.
                unsafe { Self($instruction(self.0, other.0), $instruction(self.1, other.1)) }
            }
        )*
    };
}

/// The highest bit of sixteen bytes: each is moved to the place of its byte in a group of eight, and eight are added.
#[inline(always)]
unsafe fn sixteen_signs(bytes: uint8x16_t) -> u32 {
    const PLACES: [i8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7];
    // SAFETY: every processor of this kind has the instructions; there are sixteen places.
    unsafe {
        let bits = vshlq_u8(vshrq_n_u8::<7>(bytes), vld1q_s8(PLACES.as_ptr()));
        u32::from(vaddv_u8(vget_low_u8(bits))) | u32::from(vaddv_u8(vget_high_u8(bits))) << 8
    }
}

#[allow(unused_unsafe, reason = "older compilers ask for it")]
impl Vector for Neon {
    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller has checked that 32 bytes can be read.
        unsafe { Self(vld1q_u8(from), vld1q_u8(from.add(16))) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller has checked that 32 bytes can be written.
        unsafe {
            vst1q_u8(to, self.0);
            vst1q_u8(to.add(16), self.1);
        }
    }

    #[inline(always)]
    unsafe fn splat(byte: u8) -> Self {
        // SAFETY: every processor of this kind has the instructions.
        let all = unsafe { vdupq_n_u8(byte) };
        Self(all, all)
    }

    both!(xor veorq_u8, and vandq_u8, or vorrq_u8, gone_from |one, other| vbicq_u8(other, one), plus vaddq_u8,
        minus vsubq_u8, equals vceqq_u8, min vminq_u8, max vmaxq_u8);

    #[inline(always)]
    unsafe fn look_up(self, table: Self) -> Self {
        // SAFETY: every processor of this kind has the instructions. A number from 16 on chooses nothing.
        unsafe {
            let chosen = vdupq_n_u8(0x8f);
            Self(vqtbl1q_u8(table.0, vandq_u8(self.0, chosen)), vqtbl1q_u8(table.0, vandq_u8(self.1, chosen)))
        }
    }

    #[inline(always)]
    unsafe fn high(self) -> Self {
        // SAFETY: every processor of this kind has the instructions.
        unsafe { Self(vshrq_n_u8::<4>(self.0), vshrq_n_u8::<4>(self.1)) }
    }

    #[inline(always)]
    unsafe fn signs(self) -> u32 {
        // SAFETY: every processor of this kind has the instructions.
        unsafe { sixteen_signs(self.0) | sixteen_signs(self.1) << 16 }
    }
}
