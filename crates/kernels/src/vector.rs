//! Thirty-two bytes at once: the few operations that loops over heaps are written in, portable, with AVX2 and AVX-512,
//! with NEON, and with those of WebAssembly.
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

#[cfg(target_arch = "wasm32")]
pub mod wasm {
    //! The same with the 128-bit instructions of WebAssembly, two of them for 32 heaps.

    use std::arch::wasm32::{
        i8x16_add, i8x16_bitmask, i8x16_eq, i8x16_sub, i8x16_swizzle, u8x16_max, u8x16_min, u8x16_splat,
        u16x8_shr, v128, v128_and, v128_andnot, v128_load, v128_or, v128_store, v128_xor,
    };

    use super::Vector;

    /// The first sixteen heaps, and the others.
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
    }
}

#[cfg(target_arch = "aarch64")]
pub mod arm {
    //! The same with NEON, two instructions for 32 heaps.

    use std::arch::aarch64::{
        uint8x16_t, vaddq_u8, vaddv_u8, vandq_u8, vbicq_u8, vceqq_u8, vdupq_n_u8, veorq_u8, vget_high_u8,
        vget_low_u8, vld1q_s8, vld1q_u8, vmaxq_u8, vminq_u8, vorrq_u8, vqtbl1q_u8, vshlq_u8, vshrq_n_u8,
        vst1q_u8, vsubq_u8,
    };

    use super::Vector;

    /// The first sixteen heaps, and the others.
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
                Self(
                    vqtbl1q_u8(table.0, vandq_u8(self.0, chosen)),
                    vqtbl1q_u8(table.0, vandq_u8(self.1, chosen)),
                )
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
}
