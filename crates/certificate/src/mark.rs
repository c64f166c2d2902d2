//! What is known of the rows up to one at a column, and how its tracks go on (theory 8.11).

use crate::{Fault, invalid, require};

/// What is known at a column.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The windows of the rows below.
    pub(crate) below: Vec<u64>,
    pub(crate) used: u64,
    /// The place of each track.
    pub(crate) tracks: Vec<u64>,
}

fn bit(place: u64) -> u64 {
    1u64.checked_shl(place as u32).unwrap_or(0)
}

/// Recomputes a column; what these rows use in it, seen from the next row, and the place that the last of them takes.
pub(crate) fn column(windows: &mut [u64]) -> (u64, u8) {
    let (mut seen, mut place) = (1, 0);
    for window in windows {
        let free = !(*window | seen);
        let lowest = free & free.wrapping_neg();
        *window = (*window | lowest) >> 1;
        seen = (seen | lowest) << 1;
        place = lowest.trailing_zeros() as u8;
    }
    (seen, place)
}

impl Mark {
    pub(crate) fn new(row: usize, numbers: &[u64]) -> Result<Self, Fault> {
        let Some((below, [used, tracks @ ..])) = numbers.split_at_checked(row - 1) else {
            return invalid("a mark has too few numbers (M3)");
        };
        let small = numbers.iter().all(|&number| number < 1 << 32) && tracks.iter().all(|&place| place < 32);
        require("M3", small, "a mark has a number that is too large")?;
        let mark = Self { below: below.to_vec(), used: *used, tracks: tracks.to_vec() };
        let apart = mark.mask().count_ones() as usize == tracks.len() && mark.mask() & used == 0;
        require("M4", apart, "two tracks of a mark are at one place, or at one that is used").map(|()| mark)
    }

    pub(crate) fn mask(&self) -> u64 {
        self.tracks.iter().fold(0, |mask, &place| mask | bit(place))
    }

    /// The windows of all rows when these tracks are used.
    pub(crate) fn windows(&self, labels: &[bool]) -> Vec<u64> {
        let used = self.tracks.iter().zip(labels).filter(|(_, used)| **used);
        let window = used.fold(self.used, |window, (&place, _)| window | bit(place));
        self.below.iter().copied().chain([window]).collect()
    }

    /// Follows the tracks for so many columns.
    pub(crate) fn follow(&mut self, columns: u64) -> Result<(), Fault> {
        let mut mask = self.mask();
        // Which track is at a place, by place plus column modulo 64.
        let mut owner = [0; 64];
        self.tracks.iter().enumerate().for_each(|(track, &place)| owner[place as usize % 64] = track);
        for b in 0..columns {
            let (seen, _) = column(&mut self.below);
            let free = !(self.used | mask | seen);
            let v = free & free.wrapping_neg();
            let u = mask & !seen & v.wrapping_sub(1);
            require("M8", u.is_power_of_two() && v != 0, "in some column not exactly one track moves")?;
            require("M9", (self.used | u) & 1 == 1, "in some column a place drops out that is not used")?;
            let slot = |bit: u64| (b + u64::from(bit.trailing_zeros())) as usize % 64;
            owner[slot(v)] = owner[slot(u)];
            self.used = (self.used | u) >> 1;
            mask = (mask & !u | v) >> 1;
        }
        for place in (0..64).filter(|place| mask >> place & 1 == 1) {
            self.tracks[owner[(columns + place) as usize % 64]] = place;
        }
        Ok(())
    }
}
