//! Sets of wanted values looked up with AVX-512: 32 splits of a heap an instruction.

use std::arch::x86_64::{
    __m512i, _mm512_loadu_si512, _mm512_or_si512, _mm512_permutex2var_epi16, _mm512_set1_epi16,
    _mm512_setzero_si512, _mm512_srli_epi16, _mm512_storeu_si512, _mm512_sub_epi16, _mm512_test_epi16_mask,
    _mm512_xor_si512,
};

use super::Sieves;
use crate::loops::splits::RUN;

const LANES: usize = 32;

/// A run of splits: the values of their parts on one side.
type Run = [__m512i; RUN / LANES];

/// Runs between two looks at which heaps have nothing left to look for.
const PATIENCE: usize = 8;

/// From one run to the next, so that the first ones are from all over the range.
const STRIDE: usize = 16;

/// The caller has checked that there is a run of parts, and `b` longer than `a` by one less than there are heaps.
#[target_feature(enable = "avx512f,avx512bw")]
pub unsafe fn sift(a: &[u16], b: &[u16], sieves: &mut Sieves) {
    let last = sieves.lanes - 1;
    let count = a.len().div_ceil(RUN);
    let mut active: Vec<usize> = (0..=last).collect();
    let stride = STRIDE.min(count);
    let order = (0..stride).flat_map(|from| (from..count).step_by(stride));
    for (step, at) in order.enumerate() {
        if step % PATIENCE == 0 {
            active.retain(|&lane| !sieves.is_empty(lane));
            if active.is_empty() {
                return;
            }
        }
        // The last run overlaps the one before.
        let at = (at * RUN).min(a.len() - RUN);
        // SAFETY: at + RUN <= length; the parts of a heap begin last - lane behind the start, as many as in `a`.
        let a = unsafe { load(a.as_ptr().add(at)) };
        for &lane in &active {
            // SAFETY: as above.
            let b = unsafe { load(b.as_ptr().add(last - lane + at)) };
            look(a, b, lane, sieves);
        }
    }
}

/// The caller has checked that there is a run from here on.
#[target_feature(enable = "avx512f")]
unsafe fn load(from: *const u16) -> Run {
    // SAFETY: the vectors lie inside the run.
    std::array::from_fn(|vector| unsafe { _mm512_loadu_si512(from.add(vector * LANES).cast()) })
}

/// Drops the values of a heap that a run of splits has.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn look(a: Run, b: Run, lane: usize, sieves: &mut Sieves) {
    let one = _mm512_set1_epi16(1);
    let base = _mm512_set1_epi16(sieves.bases[lane].cast_signed());
    // SAFETY: both slices fill a vector.
    let [low, high] = [0, 1].map(|half| unsafe {
        _mm512_loadu_si512(sieves.words[lane][half * LANES..][..LANES].as_ptr().cast())
    });
    let beyond: Run =
        std::array::from_fn(|vector| _mm512_sub_epi16(_mm512_xor_si512(a[vector], b[vector]), base));
    let found = beyond.map(|beyond| {
        let word = _mm512_permutex2var_epi16(low, beyond, high);
        shift(word, _mm512_srli_epi16::<6>(beyond))
    });
    let any = found.into_iter().fold(_mm512_setzero_si512(), |any, bits| _mm512_or_si512(any, bits));
    if _mm512_test_epi16_mask(any, one) == 0 {
        return;
    }
    let mut places = [0u16; RUN];
    let mut hits = 0;
    for (vector, (beyond, found)) in beyond.into_iter().zip(found).enumerate() {
        let place = &mut places[vector * LANES..][..LANES];
        // SAFETY: the slice holds a vector.
        unsafe { _mm512_storeu_si512(place.as_mut_ptr().cast(), beyond) };
        hits |= u128::from(_mm512_test_epi16_mask(found, one)) << (vector * LANES);
    }
    for (half, mut hits) in [hits as u64, (hits >> 64) as u64].into_iter().enumerate() {
        while hits != 0 {
            sieves.drop_beyond(lane, places[half * 64 + hits.trailing_zeros() as usize]);
            hits &= hits - 1;
        }
    }
}

/// Each word shifted to the right, to nothing by 16 and more. The intrinsic function costs a comparison more.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn shift(words: __m512i, by: __m512i) -> __m512i {
    let shifted;
    // SAFETY: the instruction belongs to AVX512BW and touches nothing but its operands.
    unsafe {
        std::arch::asm!("vpsrlvw {}, {}, {}", out(zmm_reg) shifted, in(zmm_reg) words, in(zmm_reg) by,
            options(pure, nomem, nostack, preserves_flags));
    }
    shifted
}
