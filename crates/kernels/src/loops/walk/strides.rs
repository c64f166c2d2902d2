//! The walk in strides, for games with indices below 16 and no shift below 4: as many heaps at once as the least shift
//! allows, all of them in one register.
//!
//! The last 32 heaps stay in two registers, each of them twice: one half of a register is for a plane of eight indices.
//! An entry with a shift up to 32 takes its part of them by a shuffle, and another turns indices into bits. The mex is
//! four look-ups of half a byte. Entries beyond are collected for all strides of a block of up to 32 heaps at once.

use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm_storeu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256,
    _mm256_castsi256_si128, _mm256_loadu_si256, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set1_epi8, _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_srli_epi16,
};

use super::{PLANE_BLOCK, ShiftEntry};

/// Heaps in a register.
const HELD: usize = 16;

/// No byte is taken.
const NONE: u8 = 128;

/// A choice of bytes, the same for both planes.
type Shuffle = [u8; 2 * HELD];

/// A look-up from indices to bits, for one plane and then for the other.
type Bits = [u8; 2 * HELD];

/// The entries, made ready for strides.
#[derive(Clone, Debug)]
pub struct Strides {
    /// Heaps in a stride, and strides in a block.
    stride: usize,
    count: usize,
    /// Where entries up to shift 32 find their part, in the heaps before the last sixteen and in those; and their bits.
    early: Vec<(Shuffle, Bits)>,
    late: Vec<(Shuffle, Bits)>,
    both: Vec<([Shuffle; 2], Bits)>,
    far: Vec<(u32, Bits)>,
    /// For each stride of a block, where its part of both halves of a plane lies.
    parts: Vec<[Shuffle; 2]>,
    /// Moves the heaps of a register back by a stride, and the heaps of a stride to its end.
    back: Shuffle,
    end: Shuffle,
}

/// Takes byte `ahead + at - behind` for each `at` below `most`, as far as it exists.
fn bytes(ahead: usize, behind: usize, most: usize) -> Shuffle {
    std::array::from_fn(|at| match (ahead + at % HELD).checked_sub(behind) {
        Some(from) if from < HELD && at % HELD < most => from as u8,
        _ => NONE,
    })
}

impl Strides {
    /// The entries of a game with indices below 16; `None` where a shift is too short for strides.
    pub fn new(entries: &[ShiftEntry]) -> Option<Self> {
        let stride =
            entries.iter().map(|entry| entry.shift as usize).min().filter(|&least| least >= 4)?.min(8);
        let count = PLANE_BLOCK / stride;
        let mut strides = Self {
            stride,
            count,
            early: Vec::new(),
            late: Vec::new(),
            both: Vec::new(),
            far: Vec::new(),
            parts: Vec::new(),
            back: bytes(stride, 0, HELD),
            end: bytes(stride, HELD, HELD),
        };
        for part in 0..count {
            let first = part * stride;
            strides.parts.push([bytes(first, 0, stride), bytes(first, HELD, stride)]);
        }
        for entry in entries {
            let bits = std::array::from_fn(|at| {
                let sum = (at % HELD) ^ usize::from(entry.index);
                if sum / 8 == at / HELD { 1 << (sum % 8) } else { 0 }
            });
            let shift = entry.shift as usize;
            let [early, late] = [2 * HELD, HELD].map(|held| bytes(held, shift, stride));
            if shift <= HELD {
                strides.late.push((late, bits));
            } else if shift > PLANE_BLOCK {
                strides.far.push((entry.shift, bits));
            } else if late == [NONE; 2 * HELD] {
                strides.early.push((early, bits));
            } else {
                strides.both.push(([early, late], bits));
            }
        }
        Some(strides)
    }

    /// Writes the next `count` heaps behind the first `at`, and up to 64 bytes more; tells how many there are before
    /// one beyond the planes.
    ///
    /// # Safety
    /// The processor has AVX2, every entry reaches back at most `at` heaps, and there are `at + count + 64` bytes.
    #[target_feature(enable = "avx2")]
    pub unsafe fn walk(&self, heaps: &mut [u8], at: usize, count: usize) -> usize {
        // SAFETY: by the caller's promise all loads and stores stay inside of the heaps; arrays fill their vectors.
        unsafe {
            let load = |shuffle: &Shuffle| _mm256_loadu_si256(shuffle.as_ptr().cast());
            let start = heaps.as_mut_ptr();
            let (back, end) = (load(&self.back), load(&self.end));
            let twice = |from: usize| _mm256_broadcastsi128_si256(_mm_loadu_si128(start.add(from).cast()));
            let (mut early, mut late) = (twice(at - 2 * HELD), twice(at - HELD));
            let block = self.stride * self.count;
            for from in (at..at + count).step_by(block) {
                let planes = self.collect(start, from);
                let mut beyond = _mm256_setzero_si256();
                for (step, parts) in self.parts.iter().enumerate() {
                    let mut set = _mm256_or_si256(
                        _mm256_shuffle_epi8(planes[0], load(&parts[0])),
                        _mm256_shuffle_epi8(planes[1], load(&parts[1])),
                    );
                    for (part, bits) in &self.early {
                        let indices = _mm256_shuffle_epi8(early, load(part));
                        set = _mm256_or_si256(set, _mm256_shuffle_epi8(load(bits), indices));
                    }
                    for ([first, second], bits) in &self.both {
                        let first = _mm256_shuffle_epi8(early, load(first));
                        let indices = _mm256_or_si256(first, _mm256_shuffle_epi8(late, load(second)));
                        set = _mm256_or_si256(set, _mm256_shuffle_epi8(load(bits), indices));
                    }
                    for (part, bits) in &self.late {
                        let indices = _mm256_shuffle_epi8(late, load(part));
                        set = _mm256_or_si256(set, _mm256_shuffle_epi8(load(bits), indices));
                    }
                    let found = mex(set);
                    _mm_storeu_si128(
                        start.add(from + step * self.stride).cast(),
                        _mm256_castsi256_si128(found),
                    );
                    early = _mm256_or_si256(_mm256_shuffle_epi8(early, back), _mm256_shuffle_epi8(late, end));
                    let found = _mm256_shuffle_epi8(found, end);
                    late = _mm256_or_si256(_mm256_shuffle_epi8(late, back), found);
                    beyond = _mm256_or_si256(beyond, found);
                }
                if _mm256_movemask_epi8(beyond) != 0 {
                    let heaps = &heaps[from..from + block];
                    let good = heaps.iter().take_while(|&&index| index < NONE).count();
                    return (from - at + good).min(count);
                }
            }
            count
        }
    }

    /// What far entries exclude from the 32 heaps from `from` on: both planes of the first half of them, then of the
    /// other half.
    #[target_feature(enable = "avx2")]
    unsafe fn collect(&self, start: *const u8, from: usize) -> [__m256i; 2] {
        // SAFETY: passed on from the caller.
        unsafe {
            let mut planes = [_mm256_setzero_si256(); 2];
            for (shift, bits) in &self.far {
                let indices: __m256i = _mm256_loadu_si256(start.add(from - *shift as usize).cast());
                for (half, plane) in planes.iter_mut().enumerate() {
                    let bits = _mm_loadu_si128(bits.as_ptr().add(HELD * half).cast());
                    let bits = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bits), indices);
                    *plane = _mm256_or_si256(*plane, bits);
                }
            }
            let [low, high] = planes;
            [_mm256_permute2x128_si256::<0x20>(low, high), _mm256_permute2x128_si256::<0x31>(low, high)]
        }
    }
}

/// The least index in neither plane, 255 where both are full: the least of four halves of a byte; twice.
#[target_feature(enable = "avx2")]
fn mex(set: __m256i) -> __m256i {
    const FULL: i8 = -1;
    let half = _mm256_set1_epi8(15);
    // the place of the lowest zero of four bits, in the first plane and in the second
    let low = _mm256_setr_epi8(
        0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, FULL, 8, 9, 8, 10, 8, 9, 8, 11, 8, 9, 8, 10, 8, 9, 8,
        FULL,
    );
    let high = _mm256_or_si256(low, _mm256_set1_epi8(4));
    let low = _mm256_shuffle_epi8(low, _mm256_and_si256(set, half));
    let high = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(set), half));
    let least = _mm256_min_epu8(low, high);
    _mm256_min_epu8(least, _mm256_permute2x128_si256::<1>(least, least))
}
