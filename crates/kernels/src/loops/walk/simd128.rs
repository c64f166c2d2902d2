//! The level of WebAssembly: bitmaps 16 bytes at a time. The walk itself is the portable one, since eight heaps at once
//! would ask for shifts by a number of their own in each lane, which these instructions lack.

use std::arch::wasm32::{i8x16_bitmask, i8x16_shl, v128, v128_load, v128_or};

use super::DIGITS;

#[target_feature(enable = "simd128")]
pub fn digits(heaps: &[u8], rows: &mut [u64]) {
    let words = rows.len() / DIGITS;
    for (word, heaps) in heaps.as_chunks::<64>().0.iter().enumerate() {
        // SAFETY: the vectors lie inside the heaps.
        let parts: [v128; 4] =
            std::array::from_fn(|part| unsafe { v128_load(heaps.as_ptr().add(16 * part).cast()) });
        for digit in 0..DIGITS {
            // the highest bit of each byte, after the digit has come there; the last digit is bit 6 or bit 7
            let bit = |part: v128| match digit {
                6 => v128_or(part, i8x16_shl(part, 1)),
                _ => i8x16_shl(part, 7 - digit as u32),
            };
            let all =
                parts.iter().rev().fold(0, |all, &part| all << 16 | u64::from(i8x16_bitmask(bit(part))));
            rows[digit * words + word] = all;
        }
    }
}
