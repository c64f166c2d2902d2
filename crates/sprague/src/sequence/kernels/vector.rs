//! Thirty-two bytes at once: the few operations that the candidates' loops are written in, portable and with AVX2.
//!
//! The methods are unsafe because the caller must have the instructions of the type; loads and stores besides that they
//! stay inside of what is read or written.
#![allow(clippy::inline_always, reason = "each operation belongs into the loop of its level")]

/// How many heaps a vector holds.
pub const LANES: usize = 32;

/// A byte for each of 32 heaps.
pub trait Vector: Copy {
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

/// Every processor's.
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

#[cfg(target_arch = "x86_64")]
pub mod x86 {
    //! The same with AVX2, and with the three-way logic of AVX-512.

    use std::arch::x86_64::{
        __m256i, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi8,
        _mm256_loadu_si256, _mm256_max_epu8, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256,
        _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_sub_epi8,
        _mm256_ternarylogic_epi32, _mm256_xor_si256,
    };

    use super::Vector;

    /// With AVX2.
    #[derive(Clone, Copy)]
    pub struct Avx2(__m256i);

    /// With AVX-512, 32 bytes at a time as well.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m256i);

    macro_rules! vector {
        ($name:ident, { $($more:tt)* }) => {
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

                vector!(both xor _mm256_xor_si256, and _mm256_and_si256, or _mm256_or_si256,
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

    vector!(Avx2, {});
    vector!(Avx512, {
        #[inline(always)]
        unsafe fn join(set: Self, here: Self, hot: Self) -> Self {
            const JOIN: i32 = 0xf8;
            // SAFETY: the caller has the instructions.
            Self(unsafe { _mm256_ternarylogic_epi32::<JOIN>(set.0, here.0, hot.0) })
        }
    });
}
