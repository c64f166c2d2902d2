//! Attempts to break each theorem: sequences that satisfy all hypotheses but one must not be accepted, and whatever
//! is accepted must hold far beyond what the theorem looked at.
//!
//! `follows` takes values as given, so recurrences can be seeded: arbitrary values up to the end of the window, the
//! rule beyond. That is the class in which the windows of the theorems are (nearly) sharp.

use crate::forge::*;
use sprague_certificate::{
    Certificate, ClaimText, ConditionText, ENDLESS, Evidence, MoveText, RuleText, Runs, Selection, Set,
    SpaceText, SpaceType, TheoremName, check, follows, values_needed,
};
use sprague_kit::Random;

/// A rule of the class of the theorem.
fn any_rule(theorem: TheoremName, chance: &mut Random) -> RuleText {
    let mut moves = Vec::new();
    let digit = |taken: u64, bits: u64, condition| {
        let ranges = (0..4).filter(|left| bits >> left & 1 == 1 && (taken > 0 || *left > 1));
        let sets: Vec<_> = ranges.map(|left| (left, left)).collect();
        sets.into_iter().map(|range| one(&[(taken, taken)], &[range], condition)).collect::<Vec<MoveText>>()
    };
    match theorem {
        TheoremName::Octal => {
            (0..4).for_each(|taken| moves.extend(digit(taken, chance.below(8), ConditionText::Any)));
        }
        TheoremName::ManyHeaps => {
            (0..3).for_each(|taken| moves.extend(digit(taken, chance.below(16), ConditionText::Any)));
        }
        TheoremName::Grundy => moves = split(ConditionText::Differ(1)).moves,
        TheoremName::Apart => {
            for taken in 0..3 {
                let condition = [
                    ConditionText::Any,
                    ConditionText::NotAllEqual,
                    ConditionText::Differ(2),
                    ConditionText::Differ(3),
                ];
                moves.extend(digit(taken, chance.below(8), condition[chance.below(4) as usize]));
            }
        }
        _ => {
            let take: Vec<_> =
                (1..6).filter(|_| chance.below(2) == 0).map(|taken| (2 * taken, 2 * taken)).collect();
            moves.extend((!take.is_empty()).then(|| one(&take, &[(0, 1)], ConditionText::Any)));
        }
    }
    RuleText { moves }
}

/// Seeds a recurrence with random values that repeat in the window, goes on by the rule, and compares what the theorem
/// says with what comes.
fn seeded(theorem: TheoremName, tries: u64) -> (u64, u64, u64) {
    let mut chance = Random::new(0x9e37_79b9_7f4a_7c15);
    let (mut proved, mut cut_short, mut broke) = (0, 0, 0);
    for _ in 0..tries {
        let rule = any_rule(theorem, &mut chance);
        let (preperiod, period) = (1 + chance.below(4), 1 + chance.below(4));
        let count = values_needed(theorem, &rule, claim(preperiod, period, 0)).unwrap();
        if count == preperiod + period {
            continue;
        }
        // The seeds: all values that the theorem looks at, so that only the rule beyond is in question.
        let mut values = vec![0];
        for n in 1..count {
            let old = n.checked_sub(period).filter(|&old| old >= preperiod);
            values.push(old.map_or_else(|| chance.below(4) as u32, |old| values[old as usize]));
        }
        // One value too few is refused whatever the values are.
        let short = &values[..values.len() - 1];
        for claim in
            [claim(preperiod, period, 0), claim(preperiod, 2 * period, 0), claim(preperiod + 1, period, 0)]
        {
            assert!(follows(theorem, &rule, claim, short).is_err());
            cut_short += 1;
        }
        // One value that does not repeat is refused, wherever it is.
        let at = (preperiod + period + chance.below(count - preperiod - period)) as usize;
        let mut other = values.clone();
        other[at] ^= 1;
        assert!(
            follows(theorem, &rule, claim(preperiod, period, 0), &other).is_err(),
            "{rule} {at} {other:?}"
        );
        // The recurrence must have governed the last period for the theorem to speak of it.
        let governed =
            (count - period..count).all(|n| next_value(&rule, &values[..n as usize]) == values[n as usize]);
        if follows(theorem, &rule, claim(preperiod, period, 0), &values).is_ok() && governed {
            let known = values.len();
            for n in known..4 * known + 40 {
                values.push(next_value(&rule, &values));
                assert_eq!(values[n], values[n - period as usize], "{theorem:?} {rule} {n}: {values:?}");
            }
            proved += 1;
        } else {
            broke += 1;
        }
    }
    (proved, cut_short, broke)
}

#[test]
fn what_follows_from_seeds_goes_on_for_ever() {
    for theorem in [
        TheoremName::Octal,
        TheoremName::ManyHeaps,
        TheoremName::Grundy,
        TheoremName::Apart,
        TheoremName::Subtraction,
    ] {
        let (proved, cut_short, broke) =
            seeded(theorem, if theorem == TheoremName::ManyHeaps { 3000 } else { 20_000 });
        println!("{theorem:?}: {proved} proved, {cut_short} too short, {broke} not governed");
        assert!(proved >= 10 && cut_short > 1000 && broke > 0, "{theorem:?} {proved} {cut_short} {broke}");
    }
}

/// A seeded recurrence of Grundy's game that repeats for all that P.1 asks, and then breaks.
#[test]
fn the_octal_window_is_too_short_for_unequal_parts() {
    let mut chance = Random::new(7);
    let (octal, grundy) = (split(ConditionText::Any), split(ConditionText::Differ(1)));
    let mut caught = 0;
    for _ in 0..200_000 {
        let (preperiod, period) = (1 + chance.below(3), 1 + chance.below(4));
        let claim = claim(preperiod, period, 0);
        let count = values_needed(TheoremName::Octal, &octal, claim).unwrap();
        let mut values = vec![0];
        for n in 1..count {
            let old = n.checked_sub(period).filter(|&old| old >= preperiod);
            values.push(old.map_or_else(|| chance.below(3) as u32, |old| values[old as usize]));
        }
        let governed =
            (count - period..count).all(|n| next_value(&grundy, &values[..n as usize]) == values[n as usize]);
        let mut more = values.clone();
        for _ in 0..3 * period {
            more.push(next_value(&grundy, &more));
        }
        let breaks = (count..more.len() as u64).any(|n| more[n as usize] != more[(n - period) as usize]);
        if governed && breaks {
            caught += 1;
            for theorem in [
                TheoremName::Octal,
                TheoremName::ManyHeaps,
                TheoremName::Grundy,
                TheoremName::Apart,
                TheoremName::Subtraction,
                TheoremName::AllBut,
            ] {
                assert!(follows(theorem, &grundy, claim, &values).is_err(), "{theorem:?} {values:?}");
            }
        }
    }
    assert!(caught > 0, "no such recurrence was met, so nothing was tested");
}

fn rejected(certificate: &Certificate, because: &str) {
    let report = check(&certificate.to_text(), Selection::All, 1);
    let reason = report.fault.map(|fault| fault.to_string()).unwrap_or_default();
    assert!(reason.contains(because), "{because}: {reason} {}", report.claim);
}

/// True claims under theorems that do not cover them.
#[test]
fn theorems_are_not_applied_to_rules_they_do_not_cover() {
    let refused = |theorem, rule: &RuleText, claim: ClaimText| {
        assert!(values_needed(theorem, rule, claim).is_err(), "{theorem:?} {rule}");
        for count in 1..60 {
            assert!(
                follows(theorem, rule, claim, &naive(rule, count)).is_err(),
                "{theorem:?} {rule} {count}"
            );
        }
    };
    let f = split(ConditionText::Differ(2));
    for theorem in [
        TheoremName::Octal,
        TheoremName::ManyHeaps,
        TheoremName::Grundy,
        TheoremName::Subtraction,
        TheoremName::Sparse,
        TheoremName::Nim,
    ] {
        refused(theorem, &f, claim(5, 4, 0));
    }
    // Moves that are there for some heaps only.
    let mut late = code("0.3");
    late.moves[0].on = Set(vec![(2, ENDLESS)]);
    for theorem in [TheoremName::Octal, TheoremName::ManyHeaps, TheoremName::Subtraction] {
        refused(theorem, &late, claim(0, 2, 0));
    }
    // No k.
    for theorem in [
        TheoremName::Octal,
        TheoremName::ManyHeaps,
        TheoremName::Apart,
        TheoremName::Subtraction,
        TheoremName::Grundy,
    ] {
        refused(theorem, &subtract(&[(1, ENDLESS)]), claim(0, 1, 1));
    }
    // Three heaps.
    refused(TheoremName::Octal, &code("0.f1"), claim(3, 2, 0));
    refused(TheoremName::Apart, &code("0.f1"), claim(3, 2, 0));
    // A subtraction game that may not leave nothing, or may split.
    refused(TheoremName::Subtraction, &code("0.2"), claim(1, 1, 0));
    refused(TheoremName::AllBut, &code("0.33"), claim(0, 3, 0));
    refused(
        TheoremName::AllBut,
        &rule(&[one(&[(1, ENDLESS)], &[(1, 1)], ConditionText::Any)]),
        claim(0, 1, 1),
    );
}

/// 0.12 repeats with period 3 for four values, which once deceived a solver.
#[test]
fn four_values_of_0_12_prove_nothing() {
    let rule = code("0.12");
    for period in 1..12 {
        for preperiod in 0..12 {
            let certificate = small(TheoremName::Octal, &rule, claim(preperiod, period, 0));
            assert_eq!(accepted(&certificate), (preperiod, period) == (1, 4), "{preperiod} {period}");
        }
    }
}

/// Everything that P.8 accepts holds far beyond; states read otherwise would prove false things.
#[test]
fn all_but_games_go_on_as_their_states_say() {
    let mut chance = Random::new(99);
    let mut proved = 0;
    for _ in 0..60 {
        let mut take: Vec<(u64, u64)> =
            (1..7).filter(|_| chance.below(2) == 0).map(|i| (2 * i - 1, 2 * i - 1)).collect();
        take.push((14, ENDLESS));
        let rule = subtract(&take);
        let values = naive(&rule, 400);
        for period in 1..40 {
            for end in (0..60).step_by(3) {
                let count = (end + period) as usize;
                let saltus = u64::from(values[count].saturating_sub(values[end as usize]));
                for preperiod in 0..=end.min(4) {
                    let claim = claim(preperiod, period, saltus);
                    if follows(TheoremName::AllBut, &rule, claim, &values[..count]).is_ok() {
                        proved += 1;
                        let holds = |n: usize| {
                            u64::from(values[n + period as usize]) == u64::from(values[n]) + saltus
                        };
                        assert!((preperiod as usize..360 - period as usize).all(holds), "{rule} {claim:?}");
                    }
                }
            }
        }
    }
    assert!(proved > 10, "{proved}");
}

/// P.8 with values as given: states that differ only in what lies above the mex, or that reach back beyond heap 0.
#[test]
fn states_are_compared_whole() {
    let rule = subtract(&[(1, 1), (3, ENDLESS)]);
    let refused = |claim, values: &[u32]| {
        let reason = follows(TheoremName::AllBut, &rule, claim, values).unwrap_err().to_string();
        assert!(reason.contains("states"), "{reason}");
    };
    refused(claim(2, 1, 0), &[0, 9, 2, 2, 2]);
    refused(claim(0, 1, 0), &[0, 0]);
    refused(claim(0, 1, 1), &[0, 1]);
    assert!(follows(TheoremName::AllBut, &rule, claim(0, 0, 0), &[0, 0, 0]).is_err());
    assert!(values_needed(TheoremName::Octal, &rule, claim(0, 1, 0)).is_err());
    let octal = code("0.77");
    for wrong in [claim(0, 0, 0), claim(1 << 60, 1, 0), claim(0, u64::MAX, 0)] {
        assert!(values_needed(TheoremName::Octal, &octal, wrong).is_err());
        assert!(follows(TheoremName::Octal, &octal, wrong, &[0; 40]).is_err());
    }
}

/// P.5: each hypothesis alone.
#[test]
fn a_sparse_proof_needs_each_of_its_hypotheses() {
    let kayles = code("0.77");
    let values = naive(&kayles, 600);
    let right = space(&values, SpaceType::Zero, 0, 70);
    let proof = |claim, space: &SpaceText| sparse(&kayles, claim, space, &values);
    assert!(accepted(&proof(claim(71, 12, 0), &right)));
    let with = |change: &dyn Fn(&mut SpaceText)| {
        let mut space = right.clone();
        change(&mut space);
        proof(claim(71, 12, 0), &space)
    };
    rejected(&with(&|space| space.reach = 69), "W is less");
    rejected(&proof(claim(70, 12, 0), &right), "not beyond the last rare heap");
    rejected(&proof(claim(72, 12, 0), &right), "the preperiod is not the least");
    rejected(&proof(claim(71, 24, 0), &right), "not fundamental");
    rejected(&proof(claim(71, 13, 0), &right), "do not repeat");
    rejected(&proof(claim(71, 12, 1), &right), "a saltus");
    rejected(&with(&|space| space.kind = SpaceType::One), "break indices of one parity");
    rejected(&with(&|space| space.rare.truncate(5)), "rare and not listed");
    rejected(&with(&|space| space.mask |= 1 << 30), "beyond those of the largest value");
    rejected(&with(&|space| space.mask = 0), "no common value");
    let mut wide = right.clone();
    wide.reach = 1 << 23;
    let evidence = Evidence::Sparse(wide, [0; 32]);
    rejected(&Certificate { evidence, ..proof(claim(71, 12, 0), &right) }, "too large");
    // Type 1 and an odd period.
    let even = code("0.051");
    let values = naive(&even, 600);
    let one = space(&values, SpaceType::One, 0, 50);
    assert!(accepted(&sparse(&even, claim(48, 48, 0), &one, &values)));
    rejected(&sparse(&even, claim(48, 49, 0), &one, &values), "an even period");
    // Three heaps; an endless take; a rule that changes later; parts that differ by more than the preperiod is beyond.
    rejected(&sparse(&code("0.f1"), claim(71, 12, 0), &right, &values), "more than two heaps");
    let mut endless = kayles.clone();
    endless.moves.push(MoveText { take: Set(vec![(5, ENDLESS)]), ..endless.moves[0].clone() });
    let certificate = Certificate { rule: endless, ..proof(claim(71, 12, 0), &right) };
    rejected(&certificate, "any number of tokens");
    let mut changing = kayles.clone();
    changing.moves.push(MoveText { on: Set(vec![(500, 500)]), ..changing.moves[0].clone() });
    rejected(&Certificate { rule: changing, ..proof(claim(71, 12, 0), &right) }, "still changes");
    let mut differing = kayles.clone();
    differing.moves.push(MoveText { condition: ConditionText::Differ(3), ..differing.moves[0].clone() });
    rejected(&Certificate { rule: differing, ..proof(claim(71, 12, 0), &right) }, "by D at least");
}

/// (b) is needed: with a W that reaches all rare heaps but not the witnesses, nothing is accepted.
#[test]
fn witnesses_beyond_w_are_not_accepted() {
    let rule = code("0.156");
    let values = naive(&rule, 2 * (3479 + 349));
    let mut found = space(&values, SpaceType::Zero, 0, 0);
    found.reach = found.rare.last().unwrap().0;
    let certificate = segmented(&rule, claim(3479, 349, 0), &found, &values, 1000);
    rejected(&certificate, "a witness lies beyond W");
    // Without segments only the last period needs near witnesses, and W = R will do.
    assert!(accepted(&sparse(&rule, claim(3479, 349, 0), &found, &values)));
}

/// Random rules that change with the heap: what P.4 and P.5 accept holds far beyond.
#[test]
fn what_is_accepted_of_random_rules_goes_on() {
    let mut chance = Random::new(2024);
    let mut proved = [0; 2];
    for _ in 0..2000 {
        let mut rule = any_rule(TheoremName::Apart, &mut chance);
        for m in &mut rule.moves {
            let from = chance.below(6);
            m.on.0 = match chance.below(3) {
                0 => vec![(from, from + chance.below(4))],
                1 => vec![(from, ENDLESS)],
                _ => vec![(0, ENDLESS)],
            };
        }
        let values = naive(&rule, 240);
        for period in 1..9 {
            let breaks = (0..40).rev().find(|&n| values[n] != values[n + period as usize]);
            let claim = claim(breaks.map_or(0, |n| n as u64 + 1), period, 0);
            let Ok(count) = values_needed(TheoremName::Apart, &rule, claim) else { continue };
            let ever = (claim.preperiod as usize..180).all(|n| values[n] == values[n + period as usize]);
            if count < 200
                && accepted(&with_values(TheoremName::Apart, &rule, claim, &values[..count as usize]))
            {
                assert!(ever, "{rule} {claim:?}");
                proved[0] += 1;
            }
            let (most, last) = (*values.iter().max().unwrap(), claim.preperiod);
            if last == 0 || last > 40 || most == 0 {
                continue;
            }
            for mask in 1..=most.min(3) {
                let heaps = (0..).zip(values.iter().copied());
                let rare =
                    heaps.filter(|&(n, v)| is_rare(n, v, mask, SpaceType::Zero, 0) && n < 60).collect();
                for reach in [1, 3, 6, 12, 20] {
                    let space = SpaceText { mask, kind: SpaceType::Zero, reach, rare: Vec::clone(&rare) };
                    if accepted(&sparse(&rule, claim, &space, &values)) {
                        assert!(ever, "{rule} {claim:?} {mask} {reach}");
                        proved[1] += 1;
                    }
                }
            }
        }
    }
    println!("{proved:?}");
    assert!(proved[0] > 50 && proved[1] > 50, "{proved:?}");
}

/// Segments that are checked alone, in any order, by any number of threads; and the sentences that come of it.
#[test]
fn segments_stand_alone() {
    let text = segmented_found(&code("0.77"), claim(71, 12, 0), SpaceType::Zero, 0, 40).to_text();
    let certificate = Certificate::parse(&text).unwrap();
    let Evidence::Segmented(_, segments) = &certificate.evidence else { panic!() };
    let total = segments.len() as u64;
    assert!(total > 3);
    let all = check(&text, Selection::All, 3);
    assert!(all.complete && all.checked_to == segments[segments.len() - 1].end - 1);
    for first in 0..total {
        for end in first + 1..=total {
            let report = check(&text, Selection::Range(first, end), 2);
            assert_eq!(report.fault, None);
            assert_eq!(report.complete, (first, end) == (0, total));
            let shown = format!("Segments {first}..{end} of");
            assert!(
                report.complete || report.claim.starts_with(&shown) && report.claim.contains("not shown"),
                "{}",
                report.claim
            );
        }
    }
    for wrong in [Selection::Range(1, 1), Selection::Range(2, 1), Selection::Range(1, total + 1)] {
        assert_eq!(check(&text, wrong, 1).exit_code(), 2);
    }
    for percent in [0.1, 30.0, 100.0] {
        let report = check(&text, Selection::Sample(percent), 1);
        assert_eq!((report.exit_code(), report.complete), (0, percent > 99.0), "{percent}");
    }
    // A wrong window is found by the segment before it and by the one after it, and by no other.
    for at in 0..segments.len() {
        let end = segments[at].end;
        let needed = [71 + 70 + 2, 71 + 12 + 70 + 2, 71 + 6 + 70 + 2, 71 + 4 + 70 + 2];
        if needed.contains(&end) {
            continue;
        }
        let mut forged = segments.clone();
        let mut window: Vec<u32> = forged[at].window.values().collect();
        let last = window.len() - 2;
        window[last] ^= 1;
        forged[at].window = Runs::of(&window);
        let Evidence::Segmented(space, _) = &certificate.evidence else { panic!() };
        let forged =
            Certificate { evidence: Evidence::Segmented(space.clone(), forged), ..certificate.clone() }
                .to_text();
        for one in 0..total {
            let report = check(&forged, Selection::Range(one, one + 1), 1);
            assert_eq!(
                report.fault.is_some(),
                one == at as u64 || one == at as u64 + 1,
                "window {at}, segment {one}"
            );
        }
    }
}
