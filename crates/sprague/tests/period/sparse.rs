//! Seeded recurrences and single missing hypotheses against theory P.5.

use sprague::heap::{Clause, Condition, SizeSet};
use sprague::sequence::period::{RuleFacts, Window, sparse};
use sprague::sequence::{Kind, Space};

use sprague_kit::Random;

use super::{best_space, random_clause, seeded, values};
use crate::common::rule;

/// Whether all that P.5 asks for holds with W = R but for (b), and the values do not go on so.
fn breaks_without_witnesses(shape: &RuleFacts, space: Space, values: &[u32], from: u64, period: u64) -> bool {
    let half = values.len() as u64 / 2;
    let rare = |n: &u64| space.is_rare(*n, values[*n as usize]);
    let last_rare = (0..from).rev().find(rare).unwrap_or(0);
    let end = from + last_rare + shape.taken.unwrap_or(0);
    let same = |n: u64| values[(n + period) as usize] == values[n as usize];
    from >= last_rare + shape.difference().max(1)
        && end + period <= half
        && (space.kind() == Kind::Value || period.is_multiple_of(2))
        && !(from..end + period).any(|n| rare(&n))
        && (from..end).all(same)
        && !(end..values.len() as u64 - period).all(same)
}

/// P.5 with random masks of both types, random first values and all kinds of two-part rules.
#[test]
fn seeded_recurrences_do_not_break_the_theorem_of_sparse_games() {
    const LENGTH: usize = 90;
    let mut chance = Random::new(4);
    let (mut accepted, mut shorter, mut tempting) = ([0; 2], 0, 0);
    for round in 0..6_000 {
        let clauses: Vec<Clause> = (0..=chance.below(2)).map(|_| random_clause(&mut chance, 2, 2)).collect();
        let first: Vec<u32> =
            std::iter::once(0).chain((0..chance.below(6)).map(|_| chance.below(4) as u32)).collect();
        let values = seeded(&clauses, &first, LENGTH);
        let shape = RuleFacts::of(&clauses);
        let kind = if chance.below(2) == 0 {
            Kind::Value
        } else {
            Kind::ValueAndSize(shape.break_parity().unwrap_or(0))
        };
        let space = Space::new(1 + chance.below(7) as u32, kind).expect("a mask");
        for from in [1, 3, 6, 10, 15] {
            let from = from.max(first.len() as u64);
            for period in 1..7 {
                let Some(claim) = sparse::claim(&shape, space, &values[..LENGTH / 2], from, period) else {
                    tempting += u64::from(breaks_without_witnesses(&shape, space, &values, from, period));
                    continue;
                };
                accepted[usize::from(kind != Kind::Value)] += 1;
                let p = period as usize;
                let breaks = (claim.from as usize..=LENGTH - p).find(|&n| values[n + p] != values[n]);
                assert_eq!(breaks, None, "round {round}: {clauses:?} {first:?} {space:?} {claim:?}");
                let plain = Window::shortest(&shape, claim.from, period).expect("a two-part rule");
                shorter += u64::from(claim.used < plain.needs());
            }
        }
    }
    assert!(accepted[0] > 300 && accepted[1] > 300 && shorter > 300, "{accepted:?} {shorter}");
    assert!(tempting > 0, "(a) would have been enough");
}

/// The counterexample for parts that differ by at least 3: without n0 >= R + D the test would be wrong.
#[test]
fn t4_asks_for_room_between_the_rares_and_the_window() {
    let two = SizeSet::range(2, 2);
    let clauses = [Clause::new(SizeSet::range(0, 0), two, Condition::Differ(3), SizeSet::all())];
    let values = seeded(&clauses, &[0, 1, 0, 1, 1, 1, 1], 7);
    assert_eq!(values[7], 2);
    let space = Space::new(1, Kind::Value).expect("a mask");
    assert_eq!(sparse::claim(&RuleFacts::of(&clauses), space, &values[..7], 4, 1), None);
}

#[test]
fn t4_refuses_when_one_hypothesis_fails() {
    let kayles = rule("0.77");
    let shape = RuleFacts::of(kayles.clauses());
    let values = values("0.77", 400);
    let space = best_space(&kayles, &values).expect("Kayles is sparse");
    let claim = sparse::claim(&shape, space, &values, 71, 12).expect("the period of Kayles");
    assert_eq!((claim.from, claim.period), (71, 12));
    assert!(claim.used < 168, "fewer values than P.1 needs: {claim:?}");
    let used = claim.used as usize;
    assert!(sparse::claim(&shape, space, &values[..used], 71, 12).is_some());
    assert_eq!(sparse::claim(&shape, space, &values[..used - 1], 71, 12), None, "one value short");
    assert_eq!(sparse::claim(&shape, space, &values, 71, 11), None, "no period");
    assert_eq!(
        sparse::claim(&shape, space, &values, 70, 12),
        Some(claim),
        "heap 70 is rare: n0 moves beyond it"
    );
    for parity in 0..2 {
        let odd = Space::new(space.mask(), Kind::ValueAndSize(parity)).expect("a mask");
        assert_eq!(sparse::claim(&shape, odd, &values, 71, 12), None, "break indices of both parities");
    }
    let mut late = values[..used].to_vec();
    late[used - 2] = (0..1 << 16).find(|&v| space.is_rare(used as u64 - 2, v)).expect("rare values exist");
    assert_eq!(sparse::claim(&shape, space, &late, 71, 12), None, "a rare heap comes back");
    let mut forged = values[..used].to_vec();
    forged[used - 1] ^= 1;
    assert_eq!(sparse::claim(&shape, space, &forged, 71, 12), None);
    // 0.051 breaks after taking 2 tokens only: type 1, even; an odd period or another parity is refused.
    let (even, values) = (rule("0.051"), super::values("0.051", 400));
    let shape = RuleFacts::of(even.clauses());
    let mask = (1..64).find(|&mask| {
        let space = Space::new(mask, Kind::ValueAndSize(0)).expect("a mask");
        sparse::claim(&shape, space, &values, 48, 48).is_some()
    });
    let typed = |parity| Space::new(mask.expect("type 1"), Kind::ValueAndSize(parity)).expect("a mask");
    assert_eq!(sparse::claim(&shape, typed(1), &values, 48, 48), None, "break indices of the other parity");
    assert_eq!(sparse::claim(&shape, typed(0), &values, 48, 49), None, "an odd period");
    for text in ["lasker", "0.8", "split(3, distinct)"] {
        let shape = RuleFacts::of(rule(text).clauses());
        assert_eq!(sparse::claim(&shape, space, &[1; 400], 71, 12), None, "{text}");
    }
}
