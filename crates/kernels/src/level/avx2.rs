//! The AVX2 level: 32 heaps an instruction.
#![allow(clippy::inline_always, reason = "each operation belongs into the loop of its level")]

use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_max_epu8, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_xor_si256,
};

use crate::loops::candidates::{self, HeapPlace, Lists, Pins, Stages};
use crate::loops::translation::{self, Translation};
use crate::loops::walk::{DIGITS, MapPlace, SERVED};
use crate::loops::{lanes, plain, search, walk as walks};
use crate::vector::Vector;
use crate::{BlockView, IndexRange, Planes, ShiftEntry};

pub use crate::loops::splits::avx2::{sift, strike};
pub use crate::loops::walk::avx2::{digits, serve, walk};

wide_loops!(
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    Avx2
);
searches!(
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    Avx2,
    4
);

/// Sixteen registers of 32 bytes.
#[derive(Clone, Copy)]
pub struct Avx2(__m256i);

/// A vector of 32 bytes, and what a level has of its own.
macro_rules! avx_vector {
    ($name:ident { $($more:tt)* }) => {
        impl Vector for $name {
            #[inline(always)]
            unsafe fn load(from: *const u8) -> Self {
                // SAFETY: the caller has the instructions and has checked that 32 bytes can be read.
                Self(unsafe { _mm256_loadu_si256(from.cast()) })
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut u8) {
                // SAFETY: the caller has the instructions and has checked that 32 bytes can be written.
                unsafe { _mm256_storeu_si256(to.cast(), self.0) }
            }

            #[inline(always)]
            unsafe fn splat(byte: u8) -> Self {
                // SAFETY: the caller has the instructions.
                Self(unsafe { _mm256_set1_epi8(byte.cast_signed()) })
            }

            avx_vector!(both xor _mm256_xor_si256, and _mm256_and_si256, or _mm256_or_si256,
                gone_from _mm256_andnot_si256, plus _mm256_add_epi8, minus _mm256_sub_epi8, equals _mm256_cmpeq_epi8,
                min _mm256_min_epu8, max _mm256_max_epu8);

            #[inline(always)]
            unsafe fn look_up(self, table: Self) -> Self {
                // SAFETY: the caller has the instructions.
                Self(unsafe { _mm256_shuffle_epi8(table.0, self.0) })
            }

            #[inline(always)]
            unsafe fn high(self) -> Self {
                // SAFETY: the caller has the instructions.
                unsafe { Self(_mm256_srli_epi16::<4>(self.0)).and(Self::splat(15)) }
            }

            #[inline(always)]
            unsafe fn signs(self) -> u32 {
                // SAFETY: the caller has the instructions.
                unsafe { _mm256_movemask_epi8(self.0).cast_unsigned() }
            }

            $($more)*
        }
    };
    (both $($method:ident $instruction:ident),*) => {
        $(
            #[inline(always)]
            unsafe fn $method(self, other: Self) -> Self {
                // SAFETY: the caller has the instructions.
                Self(unsafe { $instruction(self.0, other.0) })
            }
        )*
    };
}
pub(super) use avx_vector;

avx_vector!(Avx2 {});
