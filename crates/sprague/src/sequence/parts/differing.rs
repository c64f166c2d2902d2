//! Parts that must differ pairwise: no smaller sets help, since a part must differ from all others.
//!
//! Two and three parts have loops of their own, along the values and against them; more parts are listed one partition
//! at a time.

use super::super::bits::{Bits, Marks};
use super::{PartSets, Parts};
use crate::heap::{Condition, ENDLESS};

impl PartSets {
    fn three(&mut self, total: u64, gap: u64, values: &[u32]) -> Bits {
        let (total, gap) = (total as usize, gap as usize);
        for a in 1..=total / 3 {
            let rest = total - a;
            let (least_b, largest_b) = (a + gap, rest.saturating_sub(gap) / 2);
            if least_b > largest_b {
                break;
            }
            let (small, large) = (&values[least_b..=largest_b], &values[rest - largest_b..=rest - least_b]);
            for (&b, &c) in small.iter().zip(large.iter().rev()) {
                self.marks.mark(values[a] ^ b ^ c);
            }
        }
        self.marks.drain()
    }

    pub(super) fn differing(&mut self, total: u64, least: u64, values: &[u32]) -> Bits {
        match self.kind {
            Parts { least: 2, most: 2, .. } => return self.two(total, least, values),
            Parts { least: 3, most: 3, .. } => return self.three(total, least, values),
            Parts { .. } => {}
        }
        let counts = (self.kind.least, self.kind.most);
        each_differing(total, 1, least, counts, values, 0, &mut self.marks);
        self.marks.drain()
    }
}

/// Marks the nim-sum of every way to write `total` in ascending parts from `part` on, each at least `gap` above
/// the one before, with a number of parts in `counts`.
fn each_differing(
    total: u64,
    part: u64,
    gap: u64,
    (least, most): (u64, u64),
    values: &[u32],
    sum: u32,
    marks: &mut Marks,
) {
    if least <= 1 && total >= part && (total as usize) < values.len() {
        marks.mark(sum ^ values[total as usize]);
    }
    if most == 1 {
        return;
    }
    let counts = (least.saturating_sub(1), if most == ENDLESS { ENDLESS } else { most - 1 });
    // The least total of the parts still to come, less what their first one adds to each of them.
    let parts = least.max(2);
    let rises = Condition::Differ(gap).least_total(parts) - parts;
    let mut part = part;
    while part.saturating_mul(parts).saturating_add(rises) <= total {
        let next = part + gap;
        each_differing(total - part, next, gap, counts, values, sum ^ values[part as usize], marks);
        part += 1;
    }
}
