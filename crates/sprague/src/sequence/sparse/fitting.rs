//! How many planes the sets of a block need, so that few heaps lie beyond them.

/// The most planes: 31 * 8 indices, one index of a byte is set apart.
const MOST_PLANES: usize = 31;

/// Games with few values are often nearly periodic: witnesses must come from shifts of every residue.
pub const fn phases(planes: usize) -> usize {
    if planes <= 1 { 8 } else { 1 }
}

/// How many heaps may lie beyond the planes, to be computed singly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spare {
    /// None.
    None,
    /// One in 256.
    Few,
}

/// How many planes leave no more of these indices out.
pub fn fitting(indices: impl Iterator<Item = u32>, spare: Spare) -> usize {
    let mut groups = [0u32; MOST_PLANES + 1];
    let mut total = 0;
    for index in indices {
        groups[(index as usize / 8).min(MOST_PLANES)] += 1;
        total += 1;
    }
    let most = if spare == Spare::Few { total / 256 } else { 0 };
    let mut beyond = groups[MOST_PLANES];
    let mut planes = MOST_PLANES;
    while planes > 1 && beyond + groups[planes - 1] <= most {
        planes -= 1;
        beyond += groups[planes];
    }
    planes
}
