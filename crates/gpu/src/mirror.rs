//! What the kernels do, in plain Rust: an accelerator for machines without a device, and the oracle of the kernels.
//!
//! Chunks are computed from guesses until a round changes nothing. Heaps whose index is too tall end a stretch or are
//! only marked. The rare part marks the nim-sums of small parts with their partners. All of this is as in `kernels/`.
//! The code is slow; it is there for comparison.

use sprague::sequence::accelerator::{Accelerator, Stretch, StretchInput};

use crate::plan::{CHUNK, Plan};

/// Chunks in a stretch.
const CHUNKS: usize = 64;

/// A mark: a heap that is rare or too tall.
const MARK: u8 = 255;

/// The kernels' algorithm on the processor.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    plan: Option<Plan>,
    bytes: Vec<u8>,
    entries: Vec<(u32, u8)>,
    exceptions: Vec<(u64, u8)>,
    small: Vec<u8>,
    needed: Vec<u32>,
    next: u64,
    until: u64,
    is_over: bool,
}

impl Mirror {
    /// One chunk from guesses; the guesses stand behind the known heaps.
    fn chunk(&mut self) {
        let start = self.bytes.len();
        self.bytes.resize(start + CHUNK as usize, MARK);
        let indices = 32 * self.plan.as_ref().map_or(4, |plan| plan.sizes.words as usize);
        loop {
            let mut is_changed = false;
            for heap in start..self.bytes.len() {
                let mut set = [false; 256];
                for &(shift, index) in &self.entries {
                    let byte = self.bytes[heap - shift as usize];
                    if byte != MARK {
                        set[usize::from(byte ^ index)] = true;
                    }
                }
                let number = self.next + (heap - start) as u64;
                let from = self.exceptions.partition_point(|exception| exception.0 < number);
                let exceptions = self.exceptions[from..].iter().take_while(|exception| exception.0 == number);
                exceptions.for_each(|&(_, index)| set[usize::from(index)] = true);
                let least = set[..indices.min(255)].iter().position(|is_set| !is_set);
                let guess = least.map_or(MARK, |least| least as u8);
                is_changed |= guess != self.bytes[heap];
                self.bytes[heap] = guess;
            }
            if !is_changed {
                return;
            }
        }
    }

    /// The rare indices of the heap at `at` that have no witness among the small parts.
    fn open(&self, at: usize, plan: &Plan) -> Vec<u32> {
        let words = plan.sizes.words as usize;
        let parity = ((self.next - (self.bytes.len() - at) as u64) % 2) as usize;
        let common = usize::from(self.bytes[at]);
        let mut missing = self.needed[(parity * 256 + common) * words..][..words].to_vec();
        for part in 1..=self.small.len() {
            for &taken in &plan.taken {
                let (a, b) = (self.small[self.small.len() - part], self.bytes[at - taken as usize - part]);
                let sum = usize::from(a ^ b);
                if a != MARK && b != MARK && sum < 32 * words {
                    missing[sum / 32] &= !(1 << (sum % 32));
                }
            }
            if missing.iter().all(|&word| word == 0) {
                return Vec::new();
            }
        }
        (0..32 * words as u32)
            .filter(|index| missing[*index as usize / 32] >> (index % 32) & 1 == 1)
            .collect()
    }
}

impl Accelerator for Mirror {
    fn load(&mut self, ground: &StretchInput<'_>) -> Result<(), String> {
        let plan = Plan::new(ground)?;
        *self = Self {
            bytes: ground.window.to_vec(),
            entries: ground.entries.clone(),
            exceptions: ground.exceptions.clone(),
            small: ground.small[ground.small.len() - plan.small..].to_vec(),
            needed: ground.needed(plan.sizes.words as usize),
            next: ground.next,
            until: ground.until,
            is_over: false,
            plan: Some(plan),
        };
        Ok(())
    }

    fn extend(&mut self, until: u64, exceptions: &[(u64, u8)]) {
        self.until = until;
        self.exceptions.extend_from_slice(exceptions);
    }

    fn stretch(&mut self) -> Result<Stretch, String> {
        let mut stretch = Stretch { first: self.next, ..Stretch::default() };
        let plan = self.plan.clone().ok_or("the mirror has not been given a game")?;
        let start = self.bytes.len();
        let heaps = u64::from(CHUNK);
        for _ in 0..CHUNKS {
            if self.is_over || self.until - self.next < heaps {
                break;
            }
            let before = self.bytes.len();
            self.chunk();
            if plan.sizes.words > 4 && self.bytes[before..].contains(&MARK) {
                self.bytes.truncate(before);
                self.is_over = true;
                break;
            }
            self.next += heaps;
        }
        stretch.bytes = self.bytes[start..].to_vec();
        for at in (start..self.bytes.len()).filter(|&at| self.bytes[at] != MARK) {
            let indices = self.open(at, &plan);
            if !indices.is_empty() {
                stretch.open.push((stretch.first + (at - start) as u64, indices));
            }
        }
        Ok(stretch)
    }
}
