//! The textbook sparse engine, scalar, one heap after the other (theory 4.6).
//!
//! For each heap: mark the options that have a rare part, take the least common value c that is not marked, and go
//! through the other splits until every rare value below c is marked; if the splits run out first, the least value
//! that is not marked is the heap's value, and the heap is rare. Exact for every space; without one, all splits are
//! looked at. Cost: one step per rare heap and break index, and about as many splits as it takes to meet the rare
//! values below c. Memory 4 bytes a heap. This is the measure the faster engines are compared with.

use crate::sequence::shape::Shape;
use crate::sequence::space::{Counts, Space};

/// At how many heaps the first space is chosen; it is reconsidered at every doubling.
const FIRST_CHOICE: u64 = 256;

/// A growing table of values.
#[derive(Clone, Debug)]
pub struct Textbook {
    shape: Shape,
    space: Option<Space>,
    counts: Counts,
    values: Vec<u32>,
    rares: Vec<u32>,
    /// The heap that marked each value last, plus one.
    marks: Vec<u64>,
    largest: u32,
}

impl Textbook {
    /// An engine before its first value.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            space: None,
            counts: Counts::default(),
            values: Vec::new(),
            rares: Vec::new(),
            marks: vec![0; 2],
            largest: 0,
        }
    }

    /// An engine that goes on from known values.
    pub fn from_values(shape: Shape, values: Vec<u32>, counts: Counts) -> Self {
        let largest = values.iter().copied().max().unwrap_or(0);
        let marks = vec![0; (largest as usize + 1).next_power_of_two().max(2)];
        let mut engine = Self { shape, space: None, counts, values, rares: Vec::new(), marks, largest };
        engine.choose();
        engine
    }

    /// The space in use.
    pub const fn space(&self) -> Option<Space> {
        self.space
    }

    /// The values found so far, from heap 0.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The rare heaps found so far, ascending.
    pub fn rares(&self) -> &[u32] {
        &self.rares
    }

    /// How often each value has occurred.
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Computes up to heap `to` and returns all values from heap 0 to it.
    pub fn extend_to(&mut self, to: u64) -> &[u32] {
        while (self.values.len() as u64) <= to {
            self.step();
        }
        &self.values[..=to as usize]
    }

    fn step(&mut self) {
        let heap = self.values.len() as u64;
        if heap >= FIRST_CHOICE && heap.is_power_of_two() {
            self.choose();
        }
        let value = self.next(heap);
        self.values.push(value);
        self.counts.add(heap, value);
        if value > self.largest {
            self.largest = value;
            self.marks.resize((value as usize + 1).next_power_of_two().max(self.marks.len()), 0);
        }
        if self.space.is_some_and(|space| space.is_rare(heap, value)) {
            self.rares.push(heap as u32);
        }
    }

    /// Takes up the best space if it is clearly better than the present one.
    fn choose(&mut self) {
        let Some((best, rares)) = self.counts.best(self.shape.break_parity()) else { return };
        if worth_changing(self.space, best, rares, &self.counts) {
            self.space = Some(best);
            let heaps = self.values.iter().enumerate();
            self.rares = heaps.filter(|(n, v)| best.is_rare(*n as u64, **v)).map(|(n, _)| n as u32).collect();
        }
    }

    fn next(&mut self, heap: u64) -> u32 {
        let phase = self.shape.phase(heap);
        let (values, marks, stamp) = (&self.values[..], &mut self.marks[..], heap + 1);
        if self.shape.ends(heap) {
            marks[0] = stamp;
        }
        for &taken in phase.singles.iter().take_while(|&&taken| taken < heap) {
            marks[values[(heap - taken) as usize] as usize] = stamp;
        }
        let mut bound = u32::MAX;
        let mut open = u32::MAX;
        if let Some(space) = self.space {
            for a_break in &phase.breaks {
                let left = heap.saturating_sub(a_break.taken) as usize;
                let rares = self.rares.iter().map(|&rare| rare as usize);
                for rare in rares.skip_while(|&rare| rare == 0).take_while(|&rare| rare < left) {
                    if a_break.differ == 0 || a_break.allows(heap, rare as u64) {
                        marks[(values[rare] ^ values[left - rare]) as usize] = stamp;
                    }
                }
            }
            let unmarked = |v: u32| marks.get(v as usize) != Some(&stamp);
            bound = (0..u32::MAX).find(|&v| !space.is_rare(heap, v) && unmarked(v)).unwrap_or(u32::MAX);
            open = (0..bound).filter(|&v| unmarked(v)).count() as u32;
        }
        let last = phase.breaks.iter().map(|a_break| a_break.last_small(heap)).max().unwrap_or(0);
        'splits: for small in 1..=last {
            if open == 0 {
                break;
            }
            for a_break in &phase.breaks {
                if small > a_break.last_small(heap) {
                    continue;
                }
                let sum = values[small as usize] ^ values[(heap - a_break.taken - small) as usize];
                if marks[sum as usize] != stamp {
                    marks[sum as usize] = stamp;
                    if sum < bound {
                        open -= 1;
                        if open == 0 {
                            break 'splits;
                        }
                    }
                }
            }
        }
        if open == 0 {
            return bound;
        }
        (0..bound).find(|&v| marks.get(v as usize) != Some(&stamp)).unwrap_or(bound)
    }
}

/// Whether a space with so many rare heaps is worth leaving the present one for: at most a quarter of the heaps are
/// rare, and a good deal fewer than now.
pub fn worth_changing(now: Option<Space>, best: Space, rares: u64, counts: &Counts) -> bool {
    match now {
        None => rares <= counts.total() / 4,
        Some(space) => best != space && rares < counts.rares(space) / 4 * 3,
    }
}
