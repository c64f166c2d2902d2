//! Seeded recurrences and single missing hypotheses against T4.

use sprague::heap::{Clause, Condition, SizeSet};
use sprague::period::{Shape, Window, t4};
use sprague::sequence::{Kind, Space};

use crate::{Chance, best_space, random_clause, rule, seeded, values};

/// T4 with random masks of both types, random first values and all kinds of two-part rules.
#[test]
fn seeded_recurrences_do_not_break_t4() {
    const LENGTH: usize = 90;
    let mut chance = Chance(4);
    let (mut accepted, mut shorter) = ([0; 2], 0);
    for round in 0..6_000 {
        let clauses: Vec<Clause> = (0..=chance.below(2)).map(|_| random_clause(&mut chance, 2, 2)).collect();
        let first: Vec<u32> =
            std::iter::once(0).chain((0..chance.below(6)).map(|_| chance.below(4) as u32)).collect();
        let values = seeded(&clauses, &first, LENGTH);
        let shape = Shape::of(&clauses);
        let kind = if chance.below(2) == 0 {
            Kind::Value
        } else {
            Kind::ValueAndSize(shape.break_parity().unwrap_or(0))
        };
        let space = Space::new(1 + chance.below(7) as u32, kind).expect("a mask");
        for from in [1, 3, 6, 10, 15] {
            let from = from.max(first.len() as u64);
            for period in 1..7 {
                let Some(claim) = t4::claim(&shape, space, &values[..LENGTH / 2], from, period) else {
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
}

/// The counterexample for parts that differ by at least 3: without n0 >= R + D the test would be wrong.
#[test]
fn t4_asks_for_room_between_the_rares_and_the_window() {
    let clauses = [Clause {
        take: SizeSet::range(0, 0),
        leave: SizeSet::range(2, 2),
        condition: Condition::Differ(3),
        on: SizeSet::all(),
    }];
    let values = seeded(&clauses, &[0, 1, 0, 1, 1, 1, 1], 7);
    assert_eq!(values[7], 2);
    let space = Space::new(1, Kind::Value).expect("a mask");
    assert_eq!(t4::claim(&Shape::of(&clauses), space, &values[..7], 4, 1), None);
}

#[test]
fn t4_refuses_when_one_hypothesis_fails() {
    let kayles = rule("0.77");
    let shape = Shape::of(kayles.clauses());
    let values = values("0.77", 400);
    let space = best_space(&kayles, &values).expect("Kayles is sparse");
    let claim = t4::claim(&shape, space, &values, 71, 12).expect("the period of Kayles");
    assert_eq!((claim.from, claim.period), (71, 12));
    assert!(claim.used < 168, "fewer values than T1 needs: {claim:?}");
    let used = claim.used as usize;
    assert!(t4::claim(&shape, space, &values[..used], 71, 12).is_some());
    assert_eq!(t4::claim(&shape, space, &values[..used - 1], 71, 12), None, "one value short");
    assert_eq!(t4::claim(&shape, space, &values, 71, 11), None, "no period");
    assert_eq!(t4::claim(&shape, space, &values, 70, 12), Some(claim), "heap 70 is rare: n0 moves beyond it");
    for parity in 0..2 {
        let odd = Space::new(space.mask(), Kind::ValueAndSize(parity)).expect("a mask");
        assert_eq!(t4::claim(&shape, odd, &values, 71, 12), None, "break indices of both parities");
    }
    let mut forged = values[..used].to_vec();
    forged[used - 1] ^= 1;
    assert_eq!(t4::claim(&shape, space, &forged, 71, 12), None);
    for text in ["lasker", "0.8", "split(3, distinct)"] {
        let shape = Shape::of(rule(text).clauses());
        assert_eq!(t4::claim(&shape, space, &[1; 400], 71, 12), None, "{text}");
    }
}
