//! The walk over sets, for AVX-512 with VBMI and GFNI: a word of 64 bits for each heap, eight heaps a register.
//!
//! A rare heap r with index ρ excludes from heap n, by all break indices i at once, what lies in the union U(n - r) of the
//! one-bit words of the heaps n - r - i, with ρ added to each index: bytes of the word change places by the high digits of
//! ρ, bits inside of the bytes by the low ones, a shuffle and an affine step. So there is one entry for each rare heap, not
//! one for each move. *Far* unions (64 and more) are read as planes, a byte of 64 heaps each, and turned once for all
//! that share the low digits of ρ; those from 128 on belong to the next 64 heaps and fill the time in which these wait
//! for one another. *Middle* words (8 to 63) are loads of eight heaps, or come from registers. *Near* ones (below 8) lie
//! among the eight heaps themselves: each takes its lowest free bit, again until nothing changes. The fixed point is
//! the sequence, by induction over the heaps.
//!
//! A heap without a free bit ends the walk.
#![allow(clippy::inline_always, reason = "the steps belong into one function for each number of planes")]

use std::arch::x86_64::{
    __m128i, __m512i, _mm_storel_epi64, _mm512_add_epi64, _mm512_andnot_si512, _mm512_cmpneq_epi64_mask,
    _mm512_cvtepi64_epi8, _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512, _mm512_lzcnt_epi64,
    _mm512_or_si512, _mm512_permutex2var_epi64, _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_shuffle_i64x2, _mm512_storeu_si512, _mm512_sub_epi64,
    _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_unpackhi_epi8, _mm512_unpackhi_epi16,
    _mm512_unpackhi_epi32, _mm512_unpackhi_epi64, _mm512_unpacklo_epi8, _mm512_unpacklo_epi16,
    _mm512_unpacklo_epi32, _mm512_unpacklo_epi64,
};

use crate::ShiftEntry;

/// Heaps in a block, and in a register.
pub const SET_BLOCK: usize = 64;
const EIGHT: usize = 8;

/// Far unions are split where they can be read for the block after this one. So many heaps must be known before the first
/// that is walked, if the entries do not reach further.
pub const AHEAD: usize = 2 * SET_BLOCK;

/// The most break indices whose words are united.
const MOST_BREAKS: usize = 4;

/// The most near words without an index and with one.
const MOST_NEAR: usize = 4;
const MOST_TURNED: usize = 3;

/// The lanes of eight heaps themselves.
const NOTHING: [u64; EIGHT] = [0; EIGHT];

/// Guesses before it is looked whether they still change: two are right nearly always.
const GUESSES: usize = 2;

/// What adding an index does to a word: where its bytes go, and the bits inside of them.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Turn {
    bytes: [u8; 64],
    bits: u64,
}

impl Turn {
    fn new(index: u8) -> Self {
        let high = index >> 3;
        // eight words: a shuffle stays inside of two of them
        let bytes = std::array::from_fn(|at| (at as u8 & 8) | ((at as u8 & 7) ^ high));
        Self { bytes, bits: bits(index & 7) }
    }
}

/// The matrix that moves bit i of a byte to i ^ low: row i of the result is the byte 7 - i.
fn bits(low: u8) -> u64 {
    (0..8u8).fold(0, |matrix, bit| matrix | 1 << (bit ^ low) << (8 * (7 - bit)))
}

/// The lanes from which eight heaps take the words `shift` below them, of sixteen of which `own` are their own.
fn lanes(shift: usize, own: usize) -> [u64; EIGHT] {
    std::array::from_fn(|lane| (2 * EIGHT - own + lane - shift) as u64)
}

/// Far unions whose index has the same low digits: shifts by the high ones.
#[derive(Clone, Debug, Default)]
struct Class {
    bits: u64,
    by_high: [Vec<u32>; EIGHT],
}

/// The entries of a game, made ready.
#[derive(Clone, Debug)]
pub struct Sets {
    /// Groups of eight indices.
    planes: usize,
    /// Break indices, as lanes of eight heaps and those before.
    breaks: Vec<[u64; EIGHT]>,
    taken: Vec<usize>,
    /// Far unions with shifts below [`AHEAD`], and the others.
    far: Vec<Class>,
    ahead: Vec<Class>,
    /// Words in memory, of heaps and of unions.
    middle: [Vec<(usize, Turn)>; 2],
    /// Words in the two registers before, likewise.
    close: [Vec<([u64; EIGHT], Turn)>; 2],
    /// Words among the heaps themselves and those before, without an index, and with the one index that there may be; the
    /// last of them again and again where there are fewer.
    near: [[u64; EIGHT]; MOST_NEAR],
    turned: [[u64; EIGHT]; MOST_TURNED],
    /// How many of the latter, and what their index does.
    turned_count: usize,
    turn: Turn,
}

/// The words of heaps, and those of unions.
const HEAPS: usize = 0;
const UNIONS: usize = 1;

impl Sets {
    /// The entries of a game with these break indices and indices in so many groups of eight; `None` where an entry that
    /// no rare heap makes with all break indices lies too far.
    pub fn new(entries: &[ShiftEntry], taken: &[u64], planes: usize) -> Option<Self> {
        let mut taken: Vec<usize> = taken.iter().map(|&taken| taken as usize).collect();
        taken.sort_unstable();
        taken.dedup();
        if taken.is_empty() || taken.len() > MOST_BREAKS || taken.iter().any(|&taken| taken >= EIGHT) {
            taken = vec![0];
        }
        let mut sets = Self {
            planes,
            breaks: taken.iter().map(|&taken| lanes(taken, EIGHT)).collect(),
            taken,
            far: Vec::new(),
            ahead: Vec::new(),
            middle: Default::default(),
            close: Default::default(),
            near: [NOTHING; MOST_NEAR],
            turned: [NOTHING; MOST_TURNED],
            turned_count: 0,
            turn: Turn::new(0),
        };
        let has = |shift: usize, index: u8| {
            entries.iter().any(|entry| entry.shift as usize == shift && entry.index == index)
        };
        let makes_all = |rare: usize, index: u8| sets.taken.iter().all(|taken| has(rare + taken, index));
        let (mut unions, mut singles, mut near) = (Vec::new(), Vec::new(), Vec::new());
        for &ShiftEntry { shift, index } in entries {
            let shift = shift as usize;
            let rares = sets.taken.iter().filter_map(|taken| shift.checked_sub(*taken));
            let rares: Vec<usize> = rares.filter(|&rare| rare >= EIGHT && makes_all(rare, index)).collect();
            match rares.first() {
                Some(&rare) => unions.push((rare, index)),
                None => singles.push((shift, index)),
            }
        }
        unions.sort_unstable();
        unions.dedup();
        for (rare, index) in unions {
            match rare {
                AHEAD.. => class(&mut sets.ahead, index).by_high[usize::from(index >> 3)].push(rare as u32),
                SET_BLOCK.. => class(&mut sets.far, index).by_high[usize::from(index >> 3)].push(rare as u32),
                _ => sets.add_word(UNIONS, rare, index),
            }
        }
        for (shift, index) in singles {
            if shift >= SET_BLOCK {
                return None;
            }
            if shift >= EIGHT {
                sets.add_word(HEAPS, shift, index);
            } else {
                near.push((index, lanes(shift, EIGHT)));
            }
        }
        let (turned, plain): (Vec<_>, Vec<_>) = near.into_iter().partition(|near| near.0 > 0);
        let index = turned.first().map_or(0, |near| near.0);
        let is_few = plain.len() <= MOST_NEAR && turned.len() <= MOST_TURNED;
        if !is_few || plain.is_empty() || turned.iter().any(|near| near.0 != index) {
            return None;
        }
        sets.near = std::array::from_fn(|at| plain[at.min(plain.len() - 1)].1);
        if let Some(last) = turned.len().checked_sub(1) {
            sets.turned = std::array::from_fn(|at| turned[at.min(last)].1);
        }
        (sets.turned_count, sets.turn) = (turned.len(), Turn::new(index));
        Some(sets)
    }

    /// Adds a word with a shift from 8 to 63.
    fn add_word(&mut self, of: usize, shift: usize, index: u8) {
        if shift >= 2 * EIGHT {
            self.middle[of].push((shift, Turn::new(index)));
        } else {
            self.close[of].push((lanes(shift, 0), Turn::new(index)));
        }
    }

    /// Rows of a track besides the indices: a plane of unions each.
    pub const fn rows(&self) -> usize {
        self.planes
    }

    /// Writes the planes of the first heaps of a track, whose indices are known.
    pub fn fill(&self, rows: &mut [u8], length: usize, known: usize) {
        let (indices, planes) = rows.split_at_mut(length);
        for heap in 0..known {
            let before = self.taken.iter().filter_map(|&taken| Some(word(indices[heap.checked_sub(taken)?])));
            let union = before.fold(0, |union, word| union | word).to_le_bytes();
            planes.chunks_exact_mut(length).zip(union).for_each(|(plane, byte)| plane[heap] = byte);
        }
    }

    /// Writes the next `count` heaps, whole blocks, behind the first `at`; tells how many there are before one beyond the
    /// planes.
    ///
    /// # Safety
    /// The processor has the instructions, every entry and [`AHEAD`] reach back at most `at` heaps, and each of the
    /// rows, which are `length` long, has room for the heaps and a block more.
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512cd,avx512vbmi,gfni,popcnt,bmi1,lzcnt")]
    pub unsafe fn walk(&self, rows: &mut [u8], length: usize, at: usize, count: usize) -> usize {
        debug_assert!(at + count + SET_BLOCK <= length && rows.len() >= length * (1 + self.planes));
        let start = rows.as_mut_ptr();
        // SAFETY: passed on from the caller.
        unsafe {
            match self.planes {
                2 => self.by_turned::<2>(start, length, at, count),
                4 => self.by_turned::<4>(start, length, at, count),
                6 => self.by_turned::<6>(start, length, at, count),
                _ => self.by_turned::<8>(start, length, at, count),
            }
        }
    }

    #[inline(always)]
    unsafe fn by_turned<const P: usize>(
        &self,
        start: *mut u8,
        length: usize,
        at: usize,
        count: usize,
    ) -> usize {
        // SAFETY: passed on from the caller.
        unsafe {
            match self.turned_count {
                0 => self.blocks::<P, 0>(start, length, at, count),
                1 => self.blocks::<P, 1>(start, length, at, count),
                _ => self.blocks::<P, MOST_TURNED>(start, length, at, count),
            }
        }
    }

    /// Walks with `P` planes and `T` near words with an index.
    #[inline(always)]
    unsafe fn blocks<const P: usize, const T: usize>(
        &self,
        start: *mut u8,
        length: usize,
        at: usize,
        count: usize,
    ) -> usize {
        // SAFETY: by the caller's promise all loads and stores stay inside of the rows; arrays fill their vectors.
        unsafe {
            let zero = _mm512_setzero_si512();
            let planes = start.add(length);
            let mut breaks = [zero; MOST_BREAKS];
            for (at, lanes) in breaks.iter_mut().enumerate() {
                *lanes = load(self.breaks[at.min(self.breaks.len() - 1)].as_ptr());
            }
            let is_single = self.breaks.len() == 1;
            let near = Near::new(self);
            let mut words = Words::before(start.add(at), &self.taken);
            let mut ahead = [zero; P];
            for class in &self.ahead {
                add_class(class, planes.add(at), length, &mut ahead);
            }
            for from in (at..at + count).step_by(SET_BLOCK) {
                let mut far = ahead;
                ahead = [zero; P];
                for class in &self.far {
                    add_class(class, planes.add(from), length, &mut far);
                }
                let far = to_words(far);
                let heaps = words.rows[HEAPS].as_mut_ptr();
                let unions = words.rows[UNIONS].as_mut_ptr();
                let mut recent = [load(heaps.add(6 * EIGHT)), load(heaps.add(7 * EIGHT))];
                let mut united = [load(unions.add(6 * EIGHT)), load(unions.add(7 * EIGHT))];
                let mut none_free = 0u64;
                for (step, &far) in far.iter().enumerate() {
                    let mut base = far;
                    for (row, middle) in [heaps, unions].into_iter().zip(&self.middle) {
                        for (shift, turn) in middle {
                            let word = load(row.add(SET_BLOCK + EIGHT * step - shift));
                            base = _mm512_or_si512(base, turned(turn, word));
                        }
                    }
                    for (held, close) in [recent, united].into_iter().zip(&self.close) {
                        for (lanes, turn) in close {
                            let word = _mm512_permutex2var_epi64(held[0], load(lanes.as_ptr()), held[1]);
                            base = _mm512_or_si512(base, turned(turn, word));
                        }
                    }
                    if let Some(class) = self.ahead.get(step) {
                        add_class(class, planes.add(from + SET_BLOCK), length, &mut ahead);
                    }
                    let mut found = zero;
                    for guess in 1.. {
                        let again = lowest_free(near.add_to::<T>(base, recent[1], found));
                        let changed =
                            if guess > GUESSES { _mm512_cmpneq_epi64_mask(again, found) } else { 1 };
                        found = again;
                        if changed == 0 {
                            break;
                        }
                    }
                    let mut union = _mm512_permutex2var_epi64(recent[1], breaks[0], found);
                    if !is_single {
                        for &lanes in &breaks[1..] {
                            union =
                                _mm512_or_si512(union, _mm512_permutex2var_epi64(recent[1], lanes, found));
                        }
                    }
                    store(heaps.add(SET_BLOCK + EIGHT * step), found);
                    store(unions.add(SET_BLOCK + EIGHT * step), union);
                    none_free |= u64::from(!_mm512_test_epi64_mask(found, found)) << (EIGHT * step);
                    let index = _mm512_sub_epi64(_mm512_set1_epi64(63), _mm512_lzcnt_epi64(found));
                    let target: *mut __m128i = start.add(from + EIGHT * step).cast();
                    _mm_storel_epi64(target, _mm512_cvtepi64_epi8(index));
                    (recent, united) = ([recent[1], found], [united[1], union]);
                }
                if none_free != 0 {
                    return from - at + none_free.trailing_zeros() as usize;
                }
                let mut block = [zero; EIGHT];
                for (at, eight) in block.iter_mut().enumerate() {
                    let place = EIGHT * at;
                    *eight = load(unions.add(SET_BLOCK + place));
                    store(unions.add(place), *eight);
                    store(heaps.add(place), load(heaps.add(SET_BLOCK + place)));
                }
                for (plane, bytes) in to_planes(block)[..P].iter().enumerate() {
                    _mm512_storeu_si512(planes.add(plane * length + from).cast(), *bytes);
                }
            }
            count
        }
    }
}

/// The near words, in registers.
struct Near {
    plain: [__m512i; MOST_NEAR],
    turned: [__m512i; MOST_TURNED],
    bytes: __m512i,
    bits: __m512i,
}

impl Near {
    #[inline(always)]
    unsafe fn new(sets: &Sets) -> Self {
        // SAFETY: the caller has the instructions; the arrays fill the vectors.
        unsafe {
            let mut near = Self {
                plain: [_mm512_setzero_si512(); MOST_NEAR],
                turned: [_mm512_setzero_si512(); MOST_TURNED],
                bytes: _mm512_loadu_si512(sets.turn.bytes.as_ptr().cast()),
                bits: _mm512_set1_epi64(sets.turn.bits.cast_signed()),
            };
            for (lanes, of) in near.plain.iter_mut().zip(&sets.near) {
                *lanes = load(of.as_ptr());
            }
            for (lanes, of) in near.turned.iter_mut().zip(&sets.turned) {
                *lanes = load(of.as_ptr());
            }
            near
        }
    }

    /// Adds to the sets of eight heaps what they exclude from one another, and the eight before from them.
    #[inline(always)]
    unsafe fn add_to<const T: usize>(&self, base: __m512i, before: __m512i, found: __m512i) -> __m512i {
        // SAFETY: the caller has the instructions.
        unsafe {
            let [a, b, c, d] = self.plain;
            let a = _mm512_permutex2var_epi64(before, a, found);
            let b = _mm512_permutex2var_epi64(before, b, found);
            let c = _mm512_permutex2var_epi64(before, c, found);
            let d = _mm512_permutex2var_epi64(before, d, found);
            let plain = _mm512_ternarylogic_epi64::<ANY>(_mm512_ternarylogic_epi64::<ANY>(base, a, b), c, d);
            if T == 0 {
                return plain;
            }
            let [a, b, c] = self.turned;
            let mut turned = _mm512_permutex2var_epi64(before, a, found);
            if T > 1 {
                let b = _mm512_permutex2var_epi64(before, b, found);
                let c = _mm512_permutex2var_epi64(before, c, found);
                turned = _mm512_ternarylogic_epi64::<ANY>(turned, b, c);
            }
            let turned = _mm512_shuffle_epi8(turned, self.bytes);
            _mm512_or_si512(plain, _mm512_gf2p8affine_epi64_epi8::<0>(turned, self.bits))
        }
    }
}

/// What is in any of three sets.
const ANY: i32 = 0xfe;

/// The class of an index, a new one if there was none.
fn class(classes: &mut Vec<Class>, index: u8) -> &mut Class {
    let bits = bits(index & 7);
    let at = classes.iter().position(|class| class.bits == bits).unwrap_or_else(|| {
        classes.push(Class { bits, ..Class::default() });
        classes.len() - 1
    });
    &mut classes[at]
}

/// The word of an index; no bit for a byte that is none.
fn word(index: u8) -> u64 {
    1u64.checked_shl(index.into()).unwrap_or(0)
}

/// The words of the block before and of this one, of heaps and of unions.
#[repr(align(64))]
struct Words {
    rows: [[u64; 2 * SET_BLOCK]; 2],
}

impl Words {
    /// Those of the heaps before a place among indices. A block and eight heaps can be read there.
    unsafe fn before(indices: *const u8, taken: &[usize]) -> Self {
        let mut words = Self { rows: [[0; 2 * SET_BLOCK]; 2] };
        // SAFETY: passed on from the caller.
        let of = |back: usize| word(unsafe { indices.sub(back).read() });
        for heap in 0..SET_BLOCK {
            let back = SET_BLOCK - heap;
            words.rows[HEAPS][heap] = of(back);
            words.rows[UNIONS][heap] = taken.iter().fold(0, |union, taken| union | of(back + taken));
        }
        words
    }
}

#[inline(always)]
unsafe fn load(words: *const u64) -> __m512i {
    // SAFETY: the caller has the instructions, and eight words can be read.
    unsafe { _mm512_loadu_si512(words.cast()) }
}

#[inline(always)]
unsafe fn store(words: *mut u64, eight: __m512i) {
    // SAFETY: the caller has the instructions, and eight words can be written.
    unsafe { _mm512_storeu_si512(words.cast(), eight) }
}

/// The lowest bit of each word that is not set.
#[inline(always)]
unsafe fn lowest_free(words: __m512i) -> __m512i {
    // SAFETY: the caller has the instructions.
    unsafe { _mm512_andnot_si512(words, _mm512_add_epi64(words, _mm512_set1_epi64(1))) }
}

/// Words with an index added to each of their bits.
#[inline(always)]
unsafe fn turned(turn: &Turn, words: __m512i) -> __m512i {
    // SAFETY: the caller has the instructions; the array fills the vector.
    unsafe {
        let bytes = _mm512_shuffle_epi8(words, _mm512_loadu_si512(turn.bytes.as_ptr().cast()));
        _mm512_gf2p8affine_epi64_epi8::<0>(bytes, _mm512_set1_epi64(turn.bits.cast_signed()))
    }
}

/// Adds what a class excludes from the 64 heaps at a place in the first plane.
#[inline(always)]
unsafe fn add_class<const P: usize>(class: &Class, at: *const u8, length: usize, sets: &mut [__m512i; P]) {
    // SAFETY: passed on from the caller.
    unsafe {
        let mut sums = [_mm512_setzero_si512(); P];
        macro_rules! add {
            ($($high:literal)*) => {
                $(if $high < P { add_high::<P, $high>(&class.by_high[$high], at, length, &mut sums); })*
            };
        }
        add!(0 1 2 3 4 5 6 7);
        let bits = _mm512_set1_epi64(class.bits.cast_signed());
        for (set, sum) in sets.iter_mut().zip(sums) {
            *set = _mm512_or_si512(*set, _mm512_gf2p8affine_epi64_epi8::<0>(sum, bits));
        }
    }
}

#[inline(always)]
unsafe fn add_high<const P: usize, const HIGH: usize>(
    shifts: &[u32],
    at: *const u8,
    length: usize,
    sums: &mut [__m512i; P],
) {
    for &shift in shifts {
        for (plane, sum) in sums.iter_mut().enumerate() {
            let from = plane ^ HIGH;
            if from < P {
                // SAFETY: passed on from the caller.
                unsafe {
                    let bytes = _mm512_loadu_si512(at.sub(shift as usize).add(from * length).cast());
                    *sum = _mm512_or_si512(*sum, bytes);
                }
            }
        }
    }
}

#[inline(always)]
unsafe fn table(entry: impl Fn(usize) -> usize) -> __m512i {
    let entries: [u8; 64] = std::array::from_fn(|at| entry(at) as u8);
    // SAFETY: the caller has the instructions; the array fills the vector.
    unsafe { _mm512_loadu_si512(entries.as_ptr().cast()) }
}

/// Planes of 64 heaps as words; what lies beyond the planes is taken.
#[inline(always)]
unsafe fn to_words<const P: usize>(planes: [__m512i; P]) -> [__m512i; EIGHT] {
    // SAFETY: the caller has the instructions.
    unsafe {
        // sixteen heaps to each 128 bits: two of every eight
        let order = table(|at| 8 * (at % 16 / 2) + 2 * (at / 16) + at % 2);
        let mut rows = [_mm512_set1_epi8(-1); EIGHT];
        for (row, plane) in rows.iter_mut().zip(planes) {
            *row = _mm512_permutexvar_epi8(order, plane);
        }
        let [a, b, c, d, e, f, g, h] = rows;
        let low = [
            _mm512_unpacklo_epi8(a, b),
            _mm512_unpacklo_epi8(c, d),
            _mm512_unpacklo_epi8(e, f),
            _mm512_unpacklo_epi8(g, h),
        ];
        let high = [
            _mm512_unpackhi_epi8(a, b),
            _mm512_unpackhi_epi8(c, d),
            _mm512_unpackhi_epi8(e, f),
            _mm512_unpackhi_epi8(g, h),
        ];
        let ([a, b, c, d], [e, f, g, h]) = (interleaved(low), interleaved(high));
        [a, b, c, d, e, f, g, h]
    }
}

/// Words from their bytes two and two.
#[inline(always)]
unsafe fn interleaved([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    // SAFETY: the caller has the instructions.
    unsafe {
        let (low, high) = (_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b));
        let (low_above, high_above) = (_mm512_unpacklo_epi16(c, d), _mm512_unpackhi_epi16(c, d));
        [
            _mm512_unpacklo_epi32(low, low_above),
            _mm512_unpackhi_epi32(low, low_above),
            _mm512_unpacklo_epi32(high, high_above),
            _mm512_unpackhi_epi32(high, high_above),
        ]
    }
}

/// Words of 64 heaps as planes.
#[inline(always)]
unsafe fn to_planes(words: [__m512i; EIGHT]) -> [__m512i; EIGHT] {
    // SAFETY: the caller has the instructions.
    unsafe {
        // the bytes of eight heaps, plane after plane
        let order = table(|at| 8 * (at % 8) + at / 8);
        let mut rows = words;
        for row in &mut rows {
            *row = _mm512_permutexvar_epi8(order, *row);
        }
        let [a, b, c, d, e, f, g, h] = rows;
        let even = [
            _mm512_unpacklo_epi64(a, b),
            _mm512_unpacklo_epi64(c, d),
            _mm512_unpacklo_epi64(e, f),
            _mm512_unpacklo_epi64(g, h),
        ];
        let odd = [
            _mm512_unpackhi_epi64(a, b),
            _mm512_unpackhi_epi64(c, d),
            _mm512_unpackhi_epi64(e, f),
            _mm512_unpackhi_epi64(g, h),
        ];
        let ([p0, p2, p4, p6], [p1, p3, p5, p7]) = (quarters(even), quarters(odd));
        [p0, p1, p2, p3, p4, p5, p6, p7]
    }
}

/// The first 128 bits of all four, then the second ones, and so on.
#[inline(always)]
unsafe fn quarters([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    const FIRST: i32 = 0x44;
    const LAST: i32 = 0xee;
    const EVEN: i32 = 0x88;
    const ODD: i32 = 0xdd;
    // SAFETY: the caller has the instructions.
    unsafe {
        let (x, y) = (_mm512_shuffle_i64x2::<FIRST>(a, b), _mm512_shuffle_i64x2::<LAST>(a, b));
        let (z, w) = (_mm512_shuffle_i64x2::<FIRST>(c, d), _mm512_shuffle_i64x2::<LAST>(c, d));
        [
            _mm512_shuffle_i64x2::<EVEN>(x, z),
            _mm512_shuffle_i64x2::<ODD>(x, z),
            _mm512_shuffle_i64x2::<EVEN>(y, w),
            _mm512_shuffle_i64x2::<ODD>(y, w),
        ]
    }
}
