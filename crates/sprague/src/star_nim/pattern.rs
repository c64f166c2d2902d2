//! Where the tracks of a row are (theory 8.12): a guess that the pass over all columns then proves or refutes.
//!
//! With the rows below fixed, windows that differ at the start fall, after some columns, into one family: the k-subsets
//! of the tracks. So a plain window is sent through a number of columns until it has settled, then with it all windows that differ
//! from it by one exchange; positions used in all of those left are always used, positions used in some are tracks.

use super::lanes::step;

/// Columns after which the windows have fallen into their family, as far as was seen.
pub(super) const SETTLING: u64 = 1 << 16;

/// Positions in the window of a row, with the windows of the rows below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The windows of the rows below.
    pub windows: Vec<u32>,
    /// Positions that are always used.
    pub used: u32,
    /// The tracks.
    pub tracks: u32,
}

impl Pattern {
    /// The pattern of the row above these, `SETTLING` columns later.
    pub fn settle(mut windows: Vec<u32>) -> Self {
        let row = windows.len() as u32 + 1;
        let mut family = vec![(1u32 << row) - 1];
        for column in 0..SETTLING {
            if column == SETTLING / 2 {
                family = exchanges(&family, 2 * row);
            }
            let seen = step(&mut windows);
            family.retain_mut(|window| {
                let all = *window | seen;
                let window_after = *window | (!all & all.wrapping_add(1));
                *window = window_after >> 1;
                // A value below the window would be lost: no window of a game.
                window_after & 1 == 1
            });
            if column % 256 == 0 {
                family.sort_unstable();
                family.dedup();
            }
        }
        let used = family.iter().fold(u32::MAX, |all, window| all & window);
        let some = family.iter().fold(0, |any, window| any | window);
        Self { windows, used: used & some, tracks: some & !used }
    }

    /// The positions of the tracks, ascending: a track's number is its place here.
    pub fn places(&self) -> Vec<u8> {
        (0..32).filter(|&at| self.tracks >> at & 1 == 1).collect()
    }
}

/// All windows that differ from one of these by one used place that becomes free and one free place that becomes used.
fn exchanges(windows: &[u32], places: u32) -> Vec<u32> {
    let pairs = (0..places).flat_map(|out| (0..places).map(move |into| (1u32 << out, 1u32 << into)));
    let exchanged =
        |window: u32| pairs.clone().filter(move |(out, into)| window & out != 0 && window & into == 0);
    let all =
        windows.iter().flat_map(|&window| exchanged(window).map(move |(out, into)| window ^ out ^ into));
    all.chain(windows.iter().copied()).collect()
}
