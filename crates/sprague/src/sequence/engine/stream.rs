//! Values as they leave the engine, by whatever method, in pieces that a cache holds.

use std::ops::ControlFlow;

use super::super::history::LAST_CHOICE;
use super::super::kernel::Kernel;
use super::super::naive::extend_naively;
use super::super::sink::Sink;
use super::{Engine, Method};
use crate::nimber::Nimber;

impl Engine {
    /// Sends the values of the heaps from [`Self::next`] up to `to` to the sink.
    pub fn stream(&mut self, to: u64, sink: &mut dyn Sink) -> ControlFlow<()> {
        let flow = self.send(to, sink);
        self.list_rares();
        flow
    }

    fn send(&mut self, to: u64, sink: &mut dyn Sink) -> ControlFlow<()> {
        const CHUNK: u64 = 1 << 12;
        const LONG_CHUNK: u64 = 1 << 20;
        /// Several threads and accelerators begin and end with one at work alone: seldom.
        const LONGER_CHUNK: u64 = 1 << 22;
        /// What is sent at a time stays in the nearest cache.
        const PIECE: u64 = 1 << 14;
        let mut chunk = std::mem::take(&mut self.chunk);
        while self.next <= to {
            chunk.clear();
            if self.settings.kernel == Kernel::Gpu {
                self.assist();
            }
            match &mut self.method {
                Method::Naive(clauses, values) => {
                    extend_naively(clauses, to.min(self.next + CHUNK - 1), values);
                    chunk.extend_from_slice(&values[self.next as usize..]);
                }
                Method::Dense(dense) => {
                    let last = to.min(self.next + CHUNK - 1);
                    let values = &dense.extend_to(last)[self.next as usize..];
                    chunk.extend(values.iter().map(|&value| Nimber(value.into())));
                }
                Method::Textbook(textbook) => {
                    let last = to.min(self.next + CHUNK - 1);
                    let values = &textbook.extend_to(last)[self.next as usize..];
                    chunk.extend(values.iter().map(|&value| Nimber(value.into())));
                }
                Method::Prelude(textbook, shape) => {
                    let stage = (self.next + 1).max(self.settings.prelude).max(shape.reach() + 1);
                    let stage = stage.next_power_of_two();
                    let last = to.min(stage - 1).min(self.next + CHUNK - 1);
                    let values = &textbook.extend_to(last)[self.next as usize..];
                    chunk.extend(values.iter().map(|&value| Nimber(value.into())));
                    if last + 1 == stage {
                        self.take_over();
                    }
                }
                Method::Wide(wide, _, counts) => {
                    let start = self.next;
                    let end = to.min((start + 1).next_power_of_two() - 1).min(start + CHUNK - 1);
                    while (wide.values().len() as u64) <= end {
                        wide.step(end);
                    }
                    wide.count(start, counts);
                    chunk.extend(wide.values()[start as usize..].iter().map(|&value| Nimber(value.into())));
                    if (end + 1).is_power_of_two() || wide.is_full() {
                        self.leave_wide();
                    }
                }
                Method::Sparse(sparse, _, counts) => {
                    let start = self.next;
                    let is_long = self.settings.threads > 1 || self.is_assisted;
                    let chunk_size = match start {
                        _ if !is_long => CHUNK,
                        LAST_CHOICE.. => LONGER_CHUNK,
                        LONG_CHUNK.. => LONG_CHUNK,
                        _ => CHUNK,
                    };
                    // what has not been sent must be remembered
                    let chunk_size = chunk_size.min(self.settings.memory as u64 / 4).max(1);
                    if sparse.next() == start {
                        let end = to.min(start + chunk_size - 1);
                        while sparse.next() <= end {
                            sparse.step(end);
                        }
                    }
                    let is_settled = start >= LAST_CHOICE || self.settled;
                    let piece = if is_settled { PIECE } else { LONG_CHUNK };
                    let end = sparse.next().min(start + piece) - 1;
                    sparse.history().values(start, end + 1, &mut chunk);
                    if !is_settled {
                        for (heap, value) in (start..).zip(&chunk) {
                            counts.add(heap, value.0 as u32);
                        }
                        // At every quarter of a doubling.
                        let quarter = ((start + 1).next_power_of_two() / 8).max(1);
                        if (end + 1) / quarter != start / quarter {
                            self.reconsider();
                        }
                    }
                }
            }
            let first = self.next;
            self.next += chunk.len() as u64;
            sink.accept(first, &chunk)?;
        }
        self.chunk = chunk;
        ControlFlow::Continue(())
    }

    pub(super) fn list_rares(&mut self) {
        let mut rares: Vec<(u64, Nimber)> = match &self.method {
            Method::Naive(..) | Method::Dense(_) | Method::Wide(..) => Vec::new(),
            Method::Textbook(textbook) | Method::Prelude(textbook, _) => {
                let value = |&heap: &u32| (heap.into(), Nimber(textbook.values()[heap as usize].into()));
                textbook.rares().iter().map(value).collect()
            }
            Method::Sparse(sparse, ..) => {
                sparse.history().rares().iter().map(|&(heap, value)| (heap, Nimber(value.into()))).collect()
            }
        };
        rares.retain(|rare| rare.0 < self.next);
        self.rares = rares;
    }
}
