//! Moves of heaps: which heap was moved, whether the rule allows it, and the first moves of heaps too large to list all.
//!
//! A move is checked against the clauses, at the cost of its parts, whatever the size of the heap.

use crate::heap::{HeapGame, Heaps, Rule};
use crate::position::Term;

/// The most moves that are listed for terms with heaps beyond counting.
pub const MOST_LISTED: usize = 1_000;
/// Positions of so many heaps that their moves take more memory than this give their first moves only.
pub const LONG_BYTES: f64 = 16_777_216.0;
/// The most parts that the listed moves of one heap may have together.
const MOST_PARTS: usize = 100_000;
/// The most parts that the listed moves of all heaps may have together: a single move can leave a million heaps.
pub const MOST_PARTS_IN_ALL: usize = 2_000_000;

/// The heap that was moved and its parts, ascending, if exactly one heap was replaced.
pub fn change(before: &Heaps, after: &Heaps) -> Option<(u64, Vec<u64>)> {
    let (mut old, mut new) = (before.sizes(), after.sizes());
    let (mut gone, mut parts) = (None, Vec::new());
    while let Some(side) = old.first().max(new.first()).copied() {
        match (old.first() == Some(&side), new.first() == Some(&side)) {
            (true, true) => (old, new) = (&old[1..], &new[1..]),
            (true, false) => {
                if gone.replace(side).is_some() {
                    return None;
                }
                old = &old[1..];
            }
            _ => {
                parts.push(side);
                new = &new[1..];
            }
        }
    }
    parts.reverse();
    gone.map(|size| (size, parts))
}

/// Whether a rule lets a heap become these parts, given in ascending order.
pub fn allows(rule: &Rule, size: u64, parts: &[u64]) -> bool {
    let left = parts.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
    let Some(taken) = left.and_then(|left| size.checked_sub(left)) else { return false };
    rule.clauses().iter().any(|clause| {
        clause.on.contains(size)
            && clause.take.contains(taken)
            && clause.leave.contains(parts.len() as u64)
            && clause.condition.allows(parts)
    })
}

/// The first moves of each heap.
pub fn first_options(game: &HeapGame, heaps: &Heaps) -> Vec<Term> {
    let mut sizes: Vec<(usize, u64)> = heaps.sizes().iter().copied().enumerate().collect();
    sizes.dedup_by_key(|(_, size)| *size);
    let most = ((LONG_BYTES / (8.0 * heaps.sizes().len() as f64 + 160.0)) as usize).clamp(1, MOST_LISTED);
    let each = (most / sizes.len().max(1)).max(1);
    let mut options = Vec::new();
    let mut all_parts = 0;
    for (place, size) in sizes.into_iter().take(most) {
        if all_parts > MOST_PARTS_IN_ALL {
            break;
        }
        let mut parts_left = MOST_PARTS;
        for parts in game.rule.options(size).take(each) {
            parts_left = parts_left.saturating_sub(parts.len());
            all_parts += parts.len();
            options.push(Term::Heaps(game.clone(), heaps.replaced(place, parts)));
            if parts_left == 0 {
                break;
            }
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_check_of_the_rule_agrees_with_the_list() {
        for text in [
            "kayles",
            "grundy",
            "lasker",
            "0.137",
            "split(3, not-all-equal)",
            "split(2, diff>=3)",
            "take(2,5) leave(1..3, distinct) on 4.. | split(2) on 6",
        ] {
            let game: HeapGame = text.parse().expect("a game");
            let single: Vec<Vec<u64>> = (0..=12).flat_map(partitions).collect();
            for size in 1..=12 {
                let options: HashSet<Vec<u64>> = game.rule.options(size).collect();
                for parts in &single {
                    assert_eq!(
                        allows(&game.rule, size, parts),
                        options.contains(parts),
                        "{text} {size} {parts:?}"
                    );
                }
            }
        }
    }

    /// Ascending parts with this sum.
    fn partitions(total: u64) -> Vec<Vec<u64>> {
        fn extend(total: u64, least: u64, parts: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
            if total == 0 {
                all.push(parts.clone());
            }
            for part in least..=total {
                parts.push(part);
                extend(total - part, part, parts, all);
                parts.pop();
            }
        }
        let mut all = Vec::new();
        extend(total, 1, &mut Vec::new(), &mut all);
        all
    }

    #[test]
    fn one_heap_changes() {
        let change_of = |a: &[u64], b: &[u64]| change(&Heaps::new(a.to_vec()), &Heaps::new(b.to_vec()));
        assert_eq!(change_of(&[7, 5], &[5, 4, 2]), Some((7, vec![2, 4])));
        assert_eq!(change_of(&[7, 5], &[7]), Some((5, vec![])));
        assert_eq!(change_of(&[7, 5], &[6, 4]), None);
        assert_eq!(change_of(&[7], &[7]), None);
    }
}
