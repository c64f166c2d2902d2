//! Which of some values of each heap of a block do its splits have, whatever these are?
//!
//! Each heap has a window of 1024 values and in it a set as 64 words: the value d beyond the start of the window is bit
//! d / 64 of word d % 64. So one permutation finds the words of 32 splits at a time, and a shift by d / 64 leaves
//! nothing of them where the value lies beyond the window. What a look-up costs does not depend on how many values are
//! wanted, only each hit does. All heaps of a block go through the splits together, so that parts are read once.

#[cfg(target_arch = "x86_64")]
mod avx512;

use super::WIDE;
use crate::Loops;

/// Values of a window.
const WINDOW: u16 = 1024;

/// Wanted values of the heaps of a block.
#[derive(Clone, Debug)]
pub struct Sieves {
    lanes: usize,
    /// The windows begin here.
    bases: [u16; WIDE],
    words: Box<[[u16; 64]; WIDE]>,
}

impl Default for Sieves {
    fn default() -> Self {
        Self { lanes: 0, bases: [0; WIDE], words: Box::new([[0; 64]; WIDE]) }
    }
}

impl Sieves {
    /// Whether they are faster than a search for each value.
    pub const fn are_fast(loops: Loops) -> bool {
        match loops {
            #[cfg(target_arch = "x86_64")]
            Loops::Avx512 => true,
            _ => false,
        }
    }

    /// Begins with the first heap of a block.
    pub fn clear(&mut self) {
        self.lanes = 0;
    }

    /// Adds the next heap with wanted values in ascending order; those beyond the window of the first are left out.
    pub fn push(&mut self, values: &[u16]) {
        let lane = self.lanes;
        self.lanes += 1;
        self.bases[lane] = values.first().copied().unwrap_or(0);
        self.words[lane].fill(0);
        for beyond in
            values.iter().map(|value| value - self.bases[lane]).take_while(|&beyond| beyond < WINDOW)
        {
            self.words[lane][usize::from(beyond % 64)] |= 1 << (beyond / 64);
        }
    }

    /// Whether a value lies in the window of a heap.
    pub fn covers(&self, lane: usize, value: u16) -> bool {
        value.wrapping_sub(self.bases[lane]) < WINDOW
    }

    /// Whether a value of a heap is still wanted.
    pub fn contains(&self, lane: usize, value: u16) -> bool {
        let beyond = value.wrapping_sub(self.bases[lane]);
        beyond < WINDOW && self.words[lane][usize::from(beyond % 64)] >> (beyond / 64) & 1 != 0
    }

    /// Drops the values that some split has: the parts of the last heap have the values `a[i]` and `b[i]`, those of the
    /// heap before `a[i]` and `b[i + 1]`, and so on.
    pub fn sift(&mut self, loops: Loops, a: &[u16], b: &[u16]) {
        assert!(a.len() + self.lanes <= b.len() + 1, "parts for every heap");
        match loops {
            // SAFETY: the level is only made where the instructions were detected; the loads stay inside the parts by
            // the assertion above and the length of a run.
            #[cfg(target_arch = "x86_64")]
            Loops::Avx512 if a.len() >= super::RUN => unsafe { avx512::sift(a, b, self) },
            _ => {
                for lane in 0..self.lanes {
                    let b = &b[self.lanes - 1 - lane..];
                    for (a, b) in a.iter().zip(b) {
                        self.drop(lane, a ^ b);
                    }
                }
            }
        }
    }

    /// Whether nothing is wanted of a heap.
    #[cfg(target_arch = "x86_64")]
    fn is_empty(&self, lane: usize) -> bool {
        self.words[lane].iter().fold(0, |all, word| all | word) == 0
    }

    fn drop(&mut self, lane: usize, value: u16) {
        let beyond = value.wrapping_sub(self.bases[lane]);
        if beyond < WINDOW {
            self.drop_beyond(lane, beyond);
        }
    }

    /// Drops a value by its place in the window.
    fn drop_beyond(&mut self, lane: usize, beyond: u16) {
        self.words[lane][usize::from(beyond % 64)] &= !(1 << (beyond / 64 % 16));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_pair_has_stays_at_every_level() {
        let sizes = [(1, 1), (127, 5), (128, 128), (129, 3), (300, 77), (5000, 128)];
        for (len, lanes) in sizes.into_iter().take(if cfg!(miri) { 1 } else { 6 }) {
            let values: Vec<u16> = (0..len + lanes as u32).map(|at| (at * at * 31 % 3000) as u16).collect();
            let (a, b) = (&values[lanes..], &values);
            let wanted = |lane: usize| -> Vec<u16> {
                let lane = lane as u16;
                (3 * lane..2100).step_by(1 + usize::from(lane % 3)).collect()
            };
            for loops in Loops::all() {
                let mut sieves = Sieves::default();
                (0..lanes).for_each(|lane| sieves.push(&wanted(lane)));
                sieves.sift(loops, a, b);
                for lane in 0..lanes {
                    let sums: Vec<u16> = a.iter().zip(&b[lanes - 1 - lane..]).map(|(a, b)| a ^ b).collect();
                    let listed = wanted(lane);
                    for &value in &listed {
                        assert_eq!(sieves.covers(lane, value), value - listed[0] < 1024);
                        let stays = sieves.covers(lane, value) && !sums.contains(&value);
                        assert_eq!(
                            sieves.contains(lane, value),
                            stays,
                            "{value} of {lane} in {len}, {loops:?}"
                        );
                    }
                }
            }
        }
    }
}
