//! What the quick searches for witnesses leave open, and the search through all moves that settles it.

use std::ops::Range;

use super::history::{Heap, History, SPECIAL};
use super::shape::Phase;

/// Splits that are looked at together.
const CHUNK: usize = 256;

/// A heap some of whose rare values have no known witness.
#[derive(Clone, Debug)]
pub struct Open {
    /// The heap.
    pub heap: u64,
    /// The indices of those values.
    pub indices: Vec<u32>,
}

impl Open {
    /// What is left when one part may be any tall heap listed, and the other is remembered or one of the small ones,
    /// given from the greatest down to heap 1. A value as tall as these hardly ever has another witness.
    pub fn without_tall(&self, history: &History, small: &[u8], phase: &Phase) -> Self {
        let common = |heap: u64| {
            if heap >= history.first() {
                return match history.heap(heap) {
                    Heap::Common(index) => Some(index),
                    Heap::Rare(_) => None,
                };
            }
            let byte = *small.get(small.len().checked_sub(usize::try_from(heap).ok()?)?)?;
            (byte != SPECIAL).then_some(u32::from(byte))
        };
        let mut indices = self.indices.clone();
        for &(part, of_part) in history.tall().iter().take_while(|tall| tall.0 < self.heap) {
            if indices.is_empty() {
                break;
            }
            for a_break in phase.breaks.iter().filter(|a_break| a_break.allows(self.heap, part)) {
                let other = self.heap.checked_sub(a_break.taken).and_then(|left| left.checked_sub(part));
                if let Some(other) = other.filter(|&other| other > 0).and_then(common) {
                    indices.retain(|&index| index != other ^ of_part);
                }
            }
        }
        Self { heap: self.heap, indices }
    }

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
    (1..=last).step_by(CHUNK).any(|first| {
        phase.breaks.iter().any(|a_break| {
            let until = (first + CHUNK as u64).min(a_break.last_small(heap) + 1);
            first < until && among(history, heap - a_break.taken, first..until, index)
        })
    })
}

/// Whether a split of `left` with a part in the range has the index. Where all bytes are plain, they are compared.
fn among(history: &History, left: u64, parts: Range<u64>, index: u32) -> bool {
    let count = (parts.end - parts.start) as usize;
    let small = &history.bytes_from(parts.start)[..count];
    let large = &history.bytes_from(left + 1 - parts.end)[..count];
    if !small.contains(&SPECIAL) && !large.contains(&SPECIAL) {
        let pairs = small.iter().zip(large.iter().rev());
        return pairs.fold(false, |found, (a, b)| found | (u32::from(a ^ b) == index));
    }
    // Without tall heaps a mark is a rare heap, which makes no rare index with a common one.
    let plain = history.tall().is_empty() && history.ceiling() <= u32::from(SPECIAL);
    parts.zip(small.iter().zip(large.iter().rev())).any(|(part, (&a, &b))| {
        if plain && (a == SPECIAL) != (b == SPECIAL) {
            return false;
        }
        match (history.heap(part), history.heap(left - part)) {
            (Heap::Common(a), Heap::Common(b)) | (Heap::Rare(a), Heap::Rare(b)) => a ^ b == index,
            _ => false,
        }
    })
}
