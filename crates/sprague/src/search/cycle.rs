//! Play that need not end.
//!
//! A depth-first search of a game with a cycle comes back to a position whose options it is evaluating, and its stack
//! grows for ever. To mark every open position would cost each search a look-up per position, for a fault that correct
//! rules never have. So the stack is looked through only when it has become twice as deep as at the last look: that
//! costs two look-ups for each position of the deepest line of play, and a cycle is found before the stack is twice as
//! deep as it has to be.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;

/// A stack that is no deeper is not looked through.
const SHALLOW: usize = 64;

/// When the stack of a search is looked through next.
#[derive(Clone, Copy, Debug)]
pub struct CycleWatch {
    next: usize,
}

impl Default for CycleWatch {
    fn default() -> Self {
        Self { next: SHALLOW }
    }
}

impl CycleWatch {
    /// The positions of a cycle among those that are open, from the root of the search on, if it is time to look and
    /// there is one. They are told as they come, each once.
    pub fn find<'p, P: Clone + Eq + Hash + 'p>(
        &mut self,
        depth: usize,
        open: impl Iterator<Item = &'p P>,
    ) -> Option<Vec<P>> {
        if depth < self.next {
            return None;
        }
        self.next = depth.saturating_mul(2);
        let open: Vec<&P> = open.collect();
        let mut places = HashMap::with_capacity_and_hasher(open.len(), FixedState::default());
        for (at, &position) in open.iter().enumerate() {
            if let Some(before) = places.insert(position, at) {
                return Some(open[before..at].iter().map(|&position| position.clone()).collect());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_told_once_around() {
        let line =
            |length: u32, turn: u32| (0..length).map(|n| if n < 10 { n } else { 10 + n % turn }).collect();
        let find = |open: Vec<u32>| CycleWatch::default().find(open.len(), open.iter());
        assert_eq!(find(line(64, 3)), Some(vec![11, 12, 10]));
        assert_eq!(find(line(64, 1)), Some(vec![10]));
        assert_eq!(find(line(64, 1000)), None);
        assert_eq!(find(line(63, 3)), None, "not looked at yet");
    }
}
