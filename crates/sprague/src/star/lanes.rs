//! The columns of a cycle at sixteen places at a time (theory 8.10, 8.12).
//!
//! The steps of the machine are the same few operations on every window, without branches. So sixteen machines at
//! different columns of the same cycle run in parallel in vector registers. Windows of the rows up to 16 have 32 bits.
//!
//! In a column, C is the set of values that the rows below have used. Of the row that is studied only the *pattern* is
//! known: positions always used, tracks, positions never used. v is the first position that is never used and free of
//! C. Exactly one track u must be free of C below v. Whatever its label, u is used afterwards, and the label is now
//! that of v: an unused label takes the value u and leaves v unused, a used one takes v. Anything else is a fault. The
//! number of a track moves with it, one bit in each of four planes.

#![allow(clippy::inline_always, reason = "the loop is compiled for each level of instructions")]

use crate::sequence::on_widest_instructions;

/// How many machines go side by side.
pub(crate) const LANES: usize = 16;
/// Bits of a track's number.
pub(crate) const PLANES: usize = 4;
/// The most rows below the one that is studied.
pub(crate) const LOWER: usize = 15;

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
    /// Not zero after a column in which the structure did not hold.
    pub faults: Lane,
}

impl Lanes {
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
            _ => {
                for _ in 0..columns {
                    let seen = column(&mut self.windows[..lower]);
                    self.track(seen);
                }
            }
        }
    }

    /// The same with a number of rows that the compiler knows, compiled for the widest instructions there are.
    fn advance_by<const ROWS: usize>(&mut self, columns: u64) {
        on_widest_instructions(|| {
            let mut state = self.clone();
            for _ in 0..columns {
                let seen = column(&mut state.windows[..ROWS]);
                state.track(seen);
            }
            *self = state;
        });
    }

    #[inline(always)]
    fn track(&mut self, seen: Lane) {
        let (mut from, mut to) = ([0; LANES], [0; LANES]);
        for i in 0..LANES {
            let all = self.used[i] | self.tracks[i] | seen[i];
            let v = !all & all.wrapping_add(1);
            let u = self.tracks[i] & !seen[i] & v.wrapping_sub(1);
            let used = self.used[i] | u;
            // No v, no u, two of them, or a lowest position that leaves the window without being used.
            let fault = u32::from(v == 0) | u32::from(u == 0) | (u & u.wrapping_sub(1)) | (!used & 1);
            self.faults[i] |= fault;
            self.places[i] |= u | v;
            self.used[i] = used >> 1;
            self.tracks[i] = ((self.tracks[i] & !u) | v) >> 1;
            (from[i], to[i]) = (u, v);
        }
        // One after the other: in a loop over the planes the compiler would gather them lane by lane.
        let [first, second, third, fourth] = &mut self.planes;
        carry(first, &from, &to);
        carry(second, &from, &to);
        carry(third, &from, &to);
        carry(fourth, &from, &to);
    }
}

/// One bit of the numbers of the tracks that move.
#[inline(always)]
fn carry(plane: &mut Lane, from: &Lane, to: &Lane) {
    for i in 0..LANES {
        let carried = if plane[i] & from[i] == 0 { 0 } else { to[i] };
        plane[i] = ((plane[i] & !from[i]) | carried) >> 1;
    }
}

/// One column of the rows; what they have used, seen from the next row.
#[inline(always)]
fn column(windows: &mut [Lane]) -> Lane {
    let mut seen = [1; LANES];
    for window in windows {
        for i in 0..LANES {
            let all = window[i] | seen[i];
            let bit = !all & all.wrapping_add(1);
            window[i] = (window[i] | bit) >> 1;
            seen[i] = (seen[i] | bit) << 1;
        }
    }
    seen
}

/// One column of a single machine.
pub(crate) fn step(windows: &mut [u32]) -> u32 {
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
pub(crate) fn at_column_one(rows: usize) -> Vec<u32> {
    (1..=rows as u32).map(|a| ((1 << (a - 1)) - 1) | 1 << (2 * a - 2)).collect()
}

/// The position of the value that row a = `windows.len()` takes in each of the next columns, and the windows after
/// them.
pub(crate) fn positions_taken(windows: &mut [u32], columns: u64) -> Vec<u8> {
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
