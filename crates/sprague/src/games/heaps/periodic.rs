//! The options of one huge heap that have a given value, in a game whose period is proved.
//!
//! Where the values have a period p from n0 on, an option that leaves heaps a <= b <= ... with a second largest one of
//! at least n0 + p can be changed: that one shrinks by p and the largest grows by p, no value changes, and parts that
//! had to differ differ still more. So every value that an option has is the value of an option all of whose parts but
//! the largest are below n0 + p, and only these are looked at: for moves that leave at most two heaps at most
//! n0 + p of them for each number taken. A few examples are enough.
//!
//! Where a move leaves one heap at most, every option is found. If the numbers that can be taken have no end the values
//! grow with each turn (theory P.8), so at most n0 + p heaps in all have the wanted value; otherwise each is tried.

use crate::heap::{Clause, Division, Parts, Rule};
use crate::nimber::Nimber;
use crate::sequence::ProvedPeriod;

/// How many examples are enough.
const EXAMPLES: usize = 12;
/// The most options that are looked at.
const MOST_EXAMINED: u64 = 1 << 24;
/// The most heaps that an example leaves.
const MOST_LEFT: u64 = 3;

/// Options of one heap.
#[derive(Debug, PartialEq, Eq)]
pub enum Listed {
    /// These and no others.
    All(Vec<Vec<u64>>),
    /// Some of them.
    Some(Vec<Vec<u64>>),
}

/// Options of the heap that have this value.
pub fn options_of_value(rule: &Rule, proved: &ProvedPeriod, size: u64, wanted: Nimber) -> Listed {
    let open: Vec<&Clause> = rule.clauses().iter().filter(|clause| clause.on.contains(size)).collect();
    if rule.most_heaps() <= 1
        && let Some(heaps) = proved.heaps_of_value(wanted)
    {
        let left = |heap: &u64| open.iter().any(|clause| leaves(clause, size, *heap));
        let single = |heap: u64| if heap == 0 { Vec::new() } else { vec![heap] };
        return Listed::All(heaps.into_iter().filter(left).map(single).collect());
    }
    let mut examined = 0;
    let mut found: Vec<Vec<u64>> = Vec::new();
    let most = if rule.most_heaps() <= 1 { usize::MAX } else { EXAMPLES };
    for clause in open {
        for taken in clause.take.up_to(size) {
            for count in clause.leave.up_to(MOST_LEFT) {
                for parts in small_parts(size - taken, count, clause.condition.clone(), proved.reach()) {
                    examined += 1;
                    if parts.iter().map(|&part| proved.value(part)).sum::<Nimber>() == wanted
                        && !found.contains(&parts)
                    {
                        found.push(parts);
                    }
                    if found.len() == most || examined == MOST_EXAMINED {
                        return Listed::Some(found);
                    }
                }
            }
        }
    }
    if rule.most_heaps() <= 1 { Listed::All(found) } else { Listed::Some(found) }
}

/// Whether a move of the clause leaves exactly this heap, 0 for none.
fn leaves(clause: &Clause, size: u64, heap: u64) -> bool {
    heap < size && clause.take.contains(size, size - heap) && clause.leave.contains(heap.min(1))
}

/// The ways to leave a total as some heaps, all but the largest of which are at most `reach`.
fn small_parts(
    total: u64,
    heaps: u64,
    condition: Division,
    reach: u64,
) -> Box<dyn Iterator<Item = Vec<u64>>> {
    if heaps < 3 {
        let few = usize::try_from(reach).unwrap_or(usize::MAX);
        return Box::new(Parts::new(total, heaps, condition).take(few));
    }
    let second = move |least: u64| (least..=reach).take_while(move |&b| 2 * b + least <= total);
    let all = (1..=reach).flat_map(move |a| second(a).map(move |b| vec![a, b, total - a - b]));
    Box::new(all.filter(move |parts| condition.allows(parts)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::HeapGame;
    use crate::limits::Limits;

    #[test]
    fn every_value_of_an_option_is_found_and_nothing_else() {
        for text in [
            "0.77",
            "0.07",
            "0.137",
            "0.45",
            "take(1,3,4)",
            "take(2,5..)",
            "take(1,4,6..)",
            "split(2, diff>=2)",
        ] {
            let rule: Rule = text.parse().expect("a rule");
            let mut sequence = HeapGame::from(rule.clone()).sequence();
            let proved = sequence.prove(&Limits::default()).expect("a period");
            let size = 2 * proved.reach() + 7;
            let options: Vec<(Vec<u64>, Nimber)> = rule
                .options(size)
                .map(|parts| (parts.clone(), parts.iter().map(|&part| proved.value(part)).sum()))
                .collect();
            for wanted in (0..20).map(Nimber) {
                let naive = options.iter().filter(|(_, value)| *value == wanted).map(|(parts, _)| parts);
                let mut naive: Vec<&Vec<u64>> = naive.collect();
                match options_of_value(&rule, proved, size, wanted) {
                    Listed::All(mut found) => {
                        naive.sort_unstable();
                        found.sort_unstable();
                        assert_eq!(found.iter().collect::<Vec<_>>(), naive, "{text} {wanted}");
                    }
                    Listed::Some(found) => {
                        assert_eq!(found.is_empty(), naive.is_empty(), "{text} {wanted}");
                        assert!(found.iter().all(|parts| naive.contains(&parts)), "{text} {wanted}");
                    }
                }
            }
        }
    }
}
