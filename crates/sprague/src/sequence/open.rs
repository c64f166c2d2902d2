//! What the quick searches for witnesses leave open, and the search through all moves that settles it.

use super::history::{Heap, History};
use super::shape::Phase;

/// A heap some of whose rare values have no known witness.
#[derive(Clone, Debug)]
pub struct Open {
    /// The heap.
    pub heap: u64,
    /// The indices of those values.
    pub indices: Vec<u32>,
}

impl Open {
    /// Searches all moves; returns the least rare value that has no witness.
    pub fn resolve(&self, history: &History, phase: &Phase) -> Option<u32> {
        let space = history.space();
        let open = self.indices.iter().filter(|&&index| !thorough(history, phase, self.heap, index));
        open.map(|&index| space.rare(self.heap, index)).min()
    }
}

/// Looks for a witness of a rare index among all moves.
fn thorough(history: &History, phase: &Phase, heap: u64, index: u32) -> bool {
    let space = history.space();
    let single = phase.singles.iter().take_while(|&&taken| taken < heap).any(|&taken| {
        match history.heap(heap - taken) {
            Heap::Rare(found) => !space.turns(taken) && found == index,
            Heap::Common(found) => space.turns(taken) && found == index,
        }
    });
    if single {
        return true;
    }
    let last = phase.breaks.iter().map(|a_break| a_break.last_small(heap)).max().unwrap_or(0);
    (1..=last).any(|small| {
        let part = history.heap(small);
        phase.breaks.iter().filter(|a_break| small <= a_break.last_small(heap)).any(|a_break| {
            match (part, history.heap(heap - a_break.taken - small)) {
                (Heap::Common(a), Heap::Common(b)) | (Heap::Rare(a), Heap::Rare(b)) => a ^ b == index,
                _ => false,
            }
        })
    })
}
