//! The columns of a cycle at sixteen places at a time (theory 8.10, 8.12).
//!
//! The steps of the machine are the same few operations on every window, without branches. So sixteen machines at
//! different columns of the same cycle run in parallel in vector registers. All windows begin at the value b - a of the
//! row a that is studied, so that nothing is shifted from row to row; the values below b - k are used in row k < a.
//!
//! A word has 32 places. Row k takes none from b + k on, so up to row 16 all places fit. In row 17 one place of row 16
//! and two of row 17 do not: that row 16 finds no place in its word, or row 17 no v, is a fault.
//!
//! In a column, C is the set of values that the rows below have used. Of the row that is studied only the *pattern* is
//! known: positions always used, tracks, positions never used. v is the first position that is never used and free of
//! C. Exactly one track u must be free of C below v. Whatever its label, u is used afterwards, and the label is now
//! that of v: an unused label takes the value u and leaves v unused, a used one takes v. Anything else is a fault. The
//! number of a track moves with it, one bit in each of five planes.

#![allow(clippy::inline_always, reason = "the loop is compiled for each level of instructions")]

use crate::sequence::on_widest_instructions;

/// How many machines go side by side.
pub(crate) const LANES: usize = 16;
/// Bits of a track's number.
pub(crate) const PLANES: usize = 5;
/// The most rows below the one that is studied.
pub(crate) const LOWER: usize = 16;

/// One word for each machine.
type Lane = [u32; LANES];

/// Sixteen machines.
#[derive(Clone)]
pub(crate) struct Lanes {
    pub windows: [Lane; LOWER],
    pub used: Lane,
    pub tracks: Lane,
    pub planes: [Lane; PLANES],
    /// The places u and v of all columns so far.
    pub places: Lane,
    /// Not zero after a column with two places u, or one in which a place dropped out that was not used.
    pub many: Lane,
    /// The highest bit is set after a column without a place: for the row below, for v or for u.
    pub none: Lane,
}

impl Lanes {
    /// Whether the structure did not hold in some column of a machine.
    pub const fn is_faulty(&self, machine: usize) -> bool {
        self.many[machine] != 0 || self.none[machine] >> 31 != 0
    }

    /// So many columns, of which the first `lower` windows are the rows below.
    pub fn advance(&mut self, lower: usize, columns: u64) {
        match lower {
            8 => self.advance_by::<8>(columns),
            9 => self.advance_by::<9>(columns),
            10 => self.advance_by::<10>(columns),
            11 => self.advance_by::<11>(columns),
            12 => self.advance_by::<12>(columns),
            13 => self.advance_by::<13>(columns),
            14 => self.advance_by::<14>(columns),
            15 => self.advance_by::<15>(columns),
            16 => self.advance_by::<16>(columns),
            _ => (0..columns).for_each(|_| self.column(lower)),
        }
    }

    /// The same with a number of rows that the compiler knows, compiled for the widest instructions there are.
    fn advance_by<const ROWS: usize>(&mut self, columns: u64) {
        on_widest_instructions(|| {
            let mut state = self.clone();
            for _ in 0..columns {
                state.column(ROWS);
            }
            *self = state;
        });
    }

    /// One column of the rows below and of the tracks.
    #[inline(always)]
    fn column(&mut self, lower: usize) {
        let mut seen = [1 << lower; LANES];
        let mut lacks = [0; LANES];
        for window in &mut self.windows[..lower] {
            for i in 0..LANES {
                let all = window[i] | seen[i];
                let next = all.wrapping_add(1);
                let bit = !all & next;
                lacks[i] = all & !next;
                window[i] = (window[i] | bit) >> 1;
                seen[i] |= bit;
            }
        }
        self.track(seen, lacks);
    }

    /// `lacks` has its highest bit set where the row below found no place.
    #[inline(always)]
    fn track(&mut self, seen: Lane, lacks: Lane) {
        let (mut from, mut both) = ([0; LANES], [0; LANES]);
        for i in 0..LANES {
            let all = self.used[i] | self.tracks[i] | seen[i];
            let v = !all & all.wrapping_add(1);
            let below = v.wrapping_sub(1);
            let u = self.tracks[i] & !seen[i] & below;
            let less = u.wrapping_sub(1);
            // The number before zero has the highest bit, which no other number gains.
            self.none[i] |= lacks[i] | (below & !v) | (less & !u);
            let used = self.used[i] | u;
            self.many[i] |= (u & less) | (!used & 1);
            from[i] = u;
            both[i] = u | v;
            self.places[i] |= both[i];
            self.used[i] = used >> 1;
            self.tracks[i] = (self.tracks[i] ^ both[i]) >> 1;
        }
        // One after the other: in a loop over the planes the compiler would gather them lane by lane.
        let [first, second, third, fourth, fifth] = &mut self.planes;
        carry(first, &from, &both);
        carry(second, &from, &both);
        carry(third, &from, &both);
        carry(fourth, &from, &both);
        carry(fifth, &from, &both);
    }
}

/// One bit of the numbers of the tracks that move: from u to v, where no track was.
#[inline(always)]
fn carry(plane: &mut Lane, from: &Lane, both: &Lane) {
    for i in 0..LANES {
        let moved = if plane[i] & from[i] == 0 { 0 } else { both[i] };
        plane[i] = (plane[i] ^ moved) >> 1;
    }
}

/// One column of a single machine.
pub(crate) fn step(windows: &mut [u64]) -> u64 {
    let mut seen = 1;
    for window in windows {
        let all = *window | seen;
        let bit = !all & all.wrapping_add(1);
        *window = (*window | bit) >> 1;
        seen = (seen | bit) << 1;
    }
    seen
}

/// The windows of rows 1, 2, ... at column 1 (theory 8.10).
pub(crate) fn at_column_one(rows: usize) -> Vec<u64> {
    (1..=rows as u64).map(|a| ((1 << (a - 1)) - 1) | 1 << (2 * a - 2)).collect()
}

/// The position of the value that row a = `windows.len()` takes in each of the next columns, and the windows after
/// them.
pub(crate) fn positions_taken(windows: &mut [u64], columns: u64) -> Vec<u8> {
    let lower = windows.len() - 1;
    (0..columns)
        .map(|_| {
            let seen = step(&mut windows[..lower]);
            let all = windows[lower] | seen;
            let bit = !all & all.wrapping_add(1);
            windows[lower] = (windows[lower] | bit) >> 1;
            bit.trailing_zeros() as u8
        })
        .collect()
}
