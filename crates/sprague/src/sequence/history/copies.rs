//! Copies of a history: into a state and back, and the short ones that checking threads follow along with.

use super::super::kernels::Range;
use super::super::space::Space;
use super::super::state::State;
use super::{History, KEPT, LAST_CHOICE, MARGIN, SPECIAL};

impl History {
    /// Writes the history into a state, no more heaps than `reach` and the tall heaps that may be witnesses ask for.
    pub fn save(&self, reach: u64, state: &mut State) {
        let tall = self.tall.iter().rev().find(|tall| tall.0 < self.base.min(self.memory as u64));
        let reach = reach.max(tall.map_or(0, |tall| tall.0));
        state.next = self.next;
        state.space = self.space.parts();
        state.rares.clone_from(&self.rares);
        state.tall.clone_from(&self.tall);
        state.seen = self.seen;
        state.full = self.range == Range::Full;
        state.from = self.next.saturating_sub(reach.max(KEPT).saturating_add(reach / 16)).max(self.base);
        if self.next <= LAST_CHOICE {
            state.from = self.base;
        }
        state.window = self.bytes_from(state.from)[..(self.next - state.from) as usize].to_vec();
    }

    /// The history of a sound state ([`State::is_sound`]).
    pub fn load(state: &State) -> Option<Self> {
        let space = Space::from_parts(state.space)?;
        let range = if state.full { Range::Full } else { Range::Half };
        let mut history = Self::new(space, range, &[]);
        history.base = state.from;
        history.next = state.from;
        history.bytes.truncate(MARGIN);
        history.bytes.extend_from_slice(&state.window);
        history.rares.clone_from(&state.rares);
        history.tall.clone_from(&state.tall);
        history.seen = state.seen;
        if range == Range::Full {
            let listed = |heap: u64| {
                let rare = state.rares.binary_search_by_key(&heap, |rare| rare.0).is_ok();
                heap == 0 || rare || state.tall.binary_search_by_key(&heap, |tall| tall.0).is_ok()
            };
            history.counts.truncate(MARGIN);
            let bytes = (state.from..).zip(&state.window);
            let counts = bytes.map(|(heap, &byte)| if byte == SPECIAL && listed(heap) { 0 } else { 255 });
            history.counts.extend(counts);
        }
        history.next = state.next;
        history.commit(0);
        Some(history)
    }

    /// A copy that remembers only the last heaps.
    pub fn tail(&self, memory: usize) -> Self {
        let from = self.next.saturating_sub(memory as u64).max(self.base);
        let drop = (from - self.base) as usize;
        let counts = self.counts.get(drop..).unwrap_or_default().to_vec();
        let (rares, tall) = (self.rares.clone(), self.tall.clone());
        Self { base: from, bytes: self.bytes[drop..].to_vec(), counts, rares, tall, memory, ..*self }
    }

    /// Takes over the heaps that another history of the same game knows beyond this one, none of them rare.
    pub fn follow(&mut self, other: &Self) {
        let lanes = (other.next - self.next) as usize;
        self.bytes.truncate(self.place(self.next));
        self.bytes.extend_from_slice(&other.bytes_from(self.next)[..lanes]);
        if self.range == Range::Full {
            self.counts.truncate(self.bytes.len() - lanes);
            let from = other.place(self.next);
            self.counts.extend_from_slice(&other.counts[from..from + lanes]);
        }
        let known = other.tall.partition_point(|tall| tall.0 < self.next);
        self.tall.extend_from_slice(&other.tall[known..]);
        self.commit(lanes);
        self.forget(0);
    }
}
