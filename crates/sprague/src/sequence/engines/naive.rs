//! The definition, in ten lines: the oracle of every engine.
//!
//! Each option of each heap is written out as a list of parts, its value is the nim-sum of theirs, and the heap's
//! value is the mex (theory 1.3, 1.6). Nothing is shared with the engines.

use crate::heap::Clause;
use crate::nimber::{Nimber, mex, nim_sum};

/// The values of the heaps 0 to `to`.
pub fn naive_values(clauses: &[Clause], to: u64) -> Vec<Nimber> {
    let mut values = Vec::new();
    extend_naively(clauses, to, &mut values);
    values
}

/// Adds the values of the heaps up to `to` to those of the heaps from 0 on.
pub(crate) fn extend_naively(clauses: &[Clause], to: u64, values: &mut Vec<Nimber>) {
    for heap in values.len() as u64..=to {
        let mut options = Vec::new();
        for clause in clauses.iter().filter(|clause| clause.on.contains(heap)) {
            for taken in (0..=heap).filter(|&taken| clause.take.contains(heap, taken)) {
                for heaps in clause.leave.up_to(heap - taken) {
                    each_partition(heap - taken, heaps, 1, &mut Vec::new(), &mut |parts| {
                        if clause.condition.allows(parts) {
                            options.push(nim_sum(parts.iter().map(|&part| values[part as usize])));
                        }
                    });
                }
            }
        }
        values.push(mex(options));
    }
}

/// Visits every way to write `total` as `count` parts of at least `least`, in ascending order.
fn each_partition(total: u64, count: u64, least: u64, parts: &mut Vec<u64>, visit: &mut impl FnMut(&[u64])) {
    if count == 0 {
        if total == 0 {
            visit(parts);
        }
        return;
    }
    let largest = if count == 1 { total } else { total / count };
    let smallest = if count == 1 { least.max(total) } else { least };
    for part in smallest..=largest {
        parts.push(part);
        each_partition(total - part, count - 1, part, parts, visit);
        parts.pop();
    }
}
