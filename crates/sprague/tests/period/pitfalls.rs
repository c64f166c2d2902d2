//! What went wrong in other programs: heap 0, windows used for rules they are not for, excluded periods.

use sprague::sequence::period::{Period, RuleFacts, Window};

use super::{is_fundamental, proved, seen, values};
use crate::common::rule;

/// A public solver reports period 3 for 0.12, from four values that include heap 0.
#[test]
fn heap_zero_is_not_part_of_a_window() {
    let (found, _) = proved("0.12");
    assert_eq!(found.period, 4);
    let shape = RuleFacts::of(rule("0.12").clauses());
    let values = values("0.12", 50);
    for period in 1..20 {
        assert_eq!(Window::shortest(&shape, 0, period), None);
        assert_eq!(Window::subtraction(&shape, 0, period).and_then(|window| window.claim(&values)), None);
        for from in 1..20 {
            if let Some(claim) =
                Window::subtraction(&shape, from, period).and_then(|window| window.claim(&values))
            {
                assert!(claim.period.is_multiple_of(4), "{claim:?}");
            }
        }
    }
}

#[test]
fn a_move_on_finitely_many_heaps_lies_before_the_window() {
    let (found, claim) = proved("take(1..3) | take(4) on 50");
    assert!(claim.from >= 51, "{claim:?}");
    assert_eq!(found, Period::new(4, 51, 0));
    let (found, claim) = proved("take(1,2) leave(0..2) | take(3) on 200");
    let values = values("take(1,2) leave(0..2) | take(3) on 200", 4_000);
    let start = claim.classes.map_or(claim.from, |window| window.start);
    assert!(start >= 201 && seen(&values, &found) && is_fundamental(&values, &found), "{claim:?}");
}

/// A number that a heap of value 0 forbids is never the period (theory P.6).
#[test]
fn proved_periods_are_not_excluded() {
    for text in ["0.77", "0.07", "0.137", "0.45", "split(2, diff>=2)", "4.03"] {
        let (period, _) = proved(text);
        let values = values(text, 1_000);
        let zeros: Vec<u64> = (0..).zip(&values).filter(|(_, v)| **v == 0).map(|(n, _)| n).collect();
        let excluded = sprague::analysis::excluded_periods(rule(text).clauses(), &zeros);
        assert!(excluded.binary_search(&period.period).is_err(), "{text}");
    }
}

#[test]
fn windows_are_for_the_rules_they_are_for() {
    let offered = |text: &str| {
        let shape = RuleFacts::of(rule(text).clauses());
        let all = [
            Window::octal(&shape, 9, 4),
            Window::grundy(&shape, 9, 4),
            Window::apart(&shape, 9, 4),
            Window::subtraction(&shape, 9, 4),
        ];
        all.map(|window| window.map(|window| window.end))
    };
    assert_eq!(offered("0.77"), [Some(24), None, Some(28), None]);
    assert_eq!(offered("grundy"), [None, Some(25), Some(27), None]);
    assert_eq!(offered("split(2, diff>=3) | take(4)"), [None, None, Some(33), None]);
    assert_eq!(offered("take(2,5)"), [Some(27), None, Some(31), Some(14)]);
    assert_eq!(offered("0.8"), [Some(36), None, None, None]);
    assert_eq!(offered("split(3) | split(2, distinct)"), [None; 4]);
    assert_eq!(offered("split(3, distinct)"), [None; 4]);
    assert_eq!(offered("split(2..)"), [None; 4]);
    assert_eq!(offered("lasker"), [None; 4]);
    assert_eq!(offered("nim"), [None; 4]);
    let huge = RuleFacts::of(rule("take(1,9000000000000000000) leave(2)").clauses());
    assert_eq!(Window::octal(&huge, 1 << 63, 1 << 62), None);
}
