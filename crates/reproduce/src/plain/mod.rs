//! The definitions again, written as simply as possible, for comparison with the library.
//!
//! Nothing here uses the library: mex, values of heaps, small games as graphs, stars of tokens, each in a few lines
//! and for small numbers only.

mod chance;
mod games;
mod heaps;
mod stars;

pub use chance::Chance;
pub use games::Game;
pub use heaps::{Seeded, first_fault, octal, octal_splitting, period_holds, three_parts, two_parts, values};
pub use stars::{Stars, strips, two_star};

/// The least number from `least` on that is not among the values.
pub fn mex_from(least: u64, values: &[u64]) -> u64 {
    let mut wanted = least;
    while values.contains(&wanted) {
        wanted += 1;
    }
    wanted
}

/// The least number that is not among the values.
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut seen = Vec::new();
    for value in values {
        let value = value as usize;
        if value >= seen.len() {
            seen.resize(value + 1, false);
        }
        seen[value] = true;
    }
    seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u64
}

/// All ascending lists of `count` numbers from `least` to `most`.
pub fn ascending(count: usize, least: u64, most: u64) -> Vec<Vec<u64>> {
    if count == 0 {
        return vec![vec![]];
    }
    let longer = |list: Vec<u64>| {
        let from = list.last().copied().unwrap_or(least);
        (from..=most).map(move |number| list.iter().copied().chain([number]).collect())
    };
    ascending(count - 1, least, most).into_iter().flat_map(longer).collect()
}
