//! Known answers, those of the literature on octal games (Guy and Smith, Gangolli and Plambeck, Flammenkamp), and all
//! codes of three digits against their values.

use sprague::limits::Limits;
use sprague::sequence::period::{Finding, HowFar, Period, PeriodReport, find};
use sprague::theorem::Theorem;

use super::{Kept, answer, dense, is_fundamental, proved, seen, values};
use crate::common::rule;

#[test]
fn known_periods() {
    // game, period, preperiod, number of the theorem, the last heap that is needed
    let known = [
        ("0.77", 12, 71, "P.11", 105),
        ("0.07", 34, 53, "P.11", 120),
        ("0.137", 34, 52, "P.11", 119),
        ("0.45", 20, 498, "P.11", 596),
        ("0.055", 148, 259, "P.11", 429),
        ("4.344", 51, 998, "P.11", 1_077),
        ("0.156", 349, 3_479, "P.11", 4_002),
        ("split(2)", 2, 1, "P.11", 2),
        ("split(2, distinct) | split(2) on 2", 2, 1, "P.11", 4),
        ("split(2, diff>=2)", 4, 5, "P.11", 10),
        ("take(1,3,4)", 7, 0, "P.7", 15),
        ("0.0", 1, 0, "P.7", 15),
    ];
    for (text, period, preperiod, theorem, needed) in known {
        let (found, claim) = proved(text);
        assert_eq!(found, Period::new(period, preperiod, 0), "{text}");
        assert_eq!(claim.theorem.number(), theorem, "{text}");
        let computed_to = answer(text, HowFar::Usual).computed_to;
        // P.11 is asked when the values have grown by an eighth, about patterns that an eighth of them follow
        let far = (needed + needed / 2).max(16);
        assert!((needed..=far).contains(&computed_to), "{text}: {computed_to}");
        let used = claim.used - 1;
        assert!(used <= computed_to && (theorem != "P.11" || used == needed), "{text}: {used}");
    }
}

/// From fewer values than P.11 can look at, where the game is sparse (theory P.5); else by P.11.
#[test]
fn known_periods_of_sparse_games() {
    // The last: the rare heaps of 0.165 come back for ever, so P.5 is not for it.
    let known = [
        ("0.356", 142, 7_315, "P.5", Some(43), 7_503),
        ("0.156", 349, 3_479, "P.11", None, 4_002),
        ("0.644", 442, 3_256, "P.11", None, 3_839),
        ("0.165", 1_550, 5_181, "P.11", None, 9_210),
    ];
    for (text, period, preperiod, theorem, reach, needed) in known {
        let rule = rule(text);
        let mut source = Kept::new(&rule, 14_000);
        let found = find(&rule, &mut source, HowFar::To(14_000));
        let Finding::Proved(exact, claim) = &found.finding else { panic!("{text}: {found:?}") };
        assert_eq!(*exact, Period::new(period, preperiod, 0), "{text}");
        assert_eq!((claim.theorem.number(), claim.reach), (theorem, reach), "{text}");
        assert!(found.computed_to <= needed + needed / 4, "{text}: {found:?}");
    }
}

/// Long runs; the fast engine reaches them in seconds.
#[test]
#[ignore = "minutes with the dense engine"]
fn known_periods_of_long_games() {
    let known =
        [("0.16", 149_459, 105_351), ("0.127", 4, 46_578), ("4.064", 16_132, 94_272), ("0.56", 144, 326_640)];
    for (text, period, preperiod) in known {
        let rule = rule(text);
        let mut source = Kept::new(&rule, preperiod + period + 40_000);
        let found = find(&rule, &mut source, HowFar::To(1_000_000));
        let Finding::Proved(exact, claim) = &found.finding else { panic!("{text}: {found:?}") };
        assert_eq!(*exact, Period::new(period, preperiod, 0), "{text}");
        assert_eq!(claim.theorem, Theorem::SparsePeriod, "{text}");
        println!("{text}: {claim:?}, computed to {}", found.computed_to);
    }
}

#[test]
fn closed_forms_have_their_own_theorems() {
    let known = [
        ("nim", 1, 0, 1, Theorem::Nim),
        ("take(1..7)", 8, 0, 0, Theorem::TakeUpTo),
        ("take(1..9223372036854775806)", 9_223_372_036_854_775_807, 0, 0, Theorem::TakeUpTo),
        ("split(3)", 2, 1, 1, Theorem::SplitThree),
    ];
    for (text, period, preperiod, saltus, theorem) in known {
        let (found, claim) = proved(text);
        assert_eq!(
            (found.clone(), claim.theorem),
            (Period::new(period, preperiod, saltus), theorem),
            "{text}"
        );
        if period < 100 {
            let values = values(text, 300);
            assert!(seen(&values, &found) && is_fundamental(&values, &found), "{text}");
        }
    }
}

#[test]
fn what_no_theorem_shows_is_only_observed() {
    // The patterns look true to heap 6000; condition (I) of P.11 fails for all of them.
    let known = [("0.209", 9, 1, 3), ("0.219", 9, 1, 3), ("0.129", 9, 55, 3), ("0.338", 17, 1, 6)];
    for (text, period, preperiod, saltus) in known {
        let found = answer(text, HowFar::To(600));
        assert_eq!(found.finding, Finding::Observed(Period::new(period, preperiod, saltus)), "{text}");
        assert_eq!(found.computed_to, 600);
    }
    for text in ["grundy", "0.007", "split(3, distinct)", "0.6"] {
        let found = answer(text, HowFar::To(1_500));
        assert_eq!(found, PeriodReport { finding: Finding::Nothing, computed_to: 1_500 }, "{text}");
    }
}

#[test]
fn the_limit_of_steps_ends_a_search_early() {
    let rule = rule("grundy");
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let found = dense(&rule, HowFar::Usual, &limits);
    assert_eq!(found.finding, Finding::Nothing);
    assert!((1_500..2_500).contains(&found.computed_to), "{found:?}");
}

/// All codes d0.d1d2d3 with d0 in {0, 4}: what is proved from 3000 values is true of 6000, and exact.
#[test]
fn all_octal_codes_of_three_digits() {
    let mut settled = 0;
    for bits in 0..1024_u32 {
        let text = format!("{}.{}{}{}", 4 * (bits >> 9), bits >> 6 & 7, bits >> 3 & 7, bits & 7);
        let rule = rule(&text);
        let mut source = Kept { values: values(&text, 3_000), space: None };
        let found = find(&rule, &mut source, HowFar::To(3_000));
        let Finding::Proved(period, claim) = found.finding else { continue };
        settled += 1;
        if claim.used == 0 {
            continue;
        }
        assert!(claim.used <= 3_001, "{text}");
        let further = if period.preperiod > 60 { 6_000 } else { 3_000 };
        let values = values(&text, further);
        assert!(seen(&values, &period), "{text}: {period:?}");
        assert!(is_fundamental(&values, &period), "{text}: {period:?}");
    }
    assert!(settled > 650, "{settled}");
}
