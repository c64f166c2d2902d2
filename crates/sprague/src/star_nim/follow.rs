//! The tracks of a row over a few columns, for looking at (theory 8.12).

use super::lanes::{at_column_one, step};
use super::pattern::Pattern;

/// The tracks of a row before a column, and the value taken in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackColumn {
    /// The column b.
    pub column: u64,
    /// For each track its value minus b, and whether that value is used already.
    pub tracks: Vec<(i64, bool)>,
    /// G(a, b) - b.
    pub taken: i64,
}

/// Follows the tracks of a row from 2 to 16 from some column after `from` on. `None` where the structure does not hold.
pub fn follow_tracks(row: usize, from: u64, columns: usize) -> Option<Vec<TrackColumn>> {
    if !(2..=16).contains(&row) {
        return None;
    }
    let mut windows = at_column_one(row);
    for _ in 1..from {
        step(&mut windows);
    }
    let mut pattern = Pattern::settle(windows[..row - 1].to_vec());
    let mut column = from.max(1);
    while windows[..row - 1] != pattern.windows[..] || column < from + super::pattern::SETTLING {
        step(&mut windows);
        column += 1;
    }
    let mut places = pattern.places();
    let mut followed = Vec::new();
    for b in (column..).take(columns) {
        let window = windows[row - 1];
        let offset = |place: u8| i64::from(place) - row.cast_signed() as i64;
        let tracks = places.iter().map(|&place| (offset(place), window >> place & 1 == 1)).collect();
        let seen = step(&mut pattern.windows);
        let all = pattern.used | pattern.tracks | seen;
        let to = !all & all.wrapping_add(1);
        let from = pattern.tracks & !seen & to.wrapping_sub(1);
        if to == 0 || !from.is_power_of_two() {
            return None;
        }
        let taken = if window & from == 0 { from } else { to };
        followed.push(TrackColumn { column: b, tracks, taken: offset(taken.trailing_zeros() as u8) });
        pattern.used = (pattern.used | from) >> 1;
        pattern.tracks = ((pattern.tracks & !from) | to) >> 1;
        for place in &mut places {
            let moved =
                if u32::from(*place) == from.trailing_zeros() { to.trailing_zeros() as u8 } else { *place };
            *place = moved - 1;
        }
        step(&mut windows);
    }
    Some(followed)
}
