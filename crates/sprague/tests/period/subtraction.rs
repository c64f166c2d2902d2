//! Random sets and seeded recurrences against theory P.7 and P.8.

use sprague::heap::{Clause, Condition, ENDLESS, Rule, SizeSet};
use sprague::limits::Limits;
use sprague::sequence::period::{Finding, HowFar, RuleFacts, Window, all_but};
use sprague::theorem::Theorem;

use sprague_kit::Random;

use super::{dense, is_fundamental, proved, seeded, seen, values};
use crate::common::rule;

/// Subtraction games with random sets against their values.
#[test]
fn random_subtraction_games() {
    let mut chance = Random::new(6);
    for _ in 0..150 {
        let count = 1 + chance.below(4);
        let set: Vec<String> = (0..count).map(|_| (1 + chance.below(14)).to_string()).collect();
        let text = format!("take({})", set.join(","));
        let (period, claim) = proved(&text);
        assert!(claim.theorem == Theorem::SubtractionPeriod || claim.used == 0, "{text}");
        let values = values(&text, period.preperiod + 4 * period.period + 100);
        assert!(seen(&values, &period) && is_fundamental(&values, &period), "{text}: {period:?}");
    }
}

/// One value less than P.7 asks for is not enough: the first that the window leaves out may differ.
#[test]
fn seeded_recurrences_do_not_break_the_subtraction_window() {
    let mut chance = Random::new(66);
    let (mut accepted, mut sharp) = (0, 0);
    for _ in 0..600 {
        let taken = 2 + chance.below(5);
        let take: SizeSet = [(1, 1 + chance.below(2)), (taken, taken)].into_iter().collect();
        let clauses = [Clause::new(take, SizeSet::range(0, 1), Condition::Any, SizeSet::all())];
        let first: Vec<u32> = (0..=taken).map(|n| if n == 0 { 0 } else { chance.below(3) as u32 }).collect();
        let values = seeded(&clauses, &first, 200);
        let shape = RuleFacts::of(&clauses);
        for period in 1..12_u64 {
            let from = first.len() as u64;
            let p = period as usize;
            let breaks = (from as usize..=200 - p).find(|&n| values[n + p] != values[n]);
            match Window::subtraction(&shape, from, period).and_then(|window| window.claim(&values)) {
                Some(_) => {
                    accepted += 1;
                    assert_eq!(breaks, None, "{clauses:?} {first:?} {period}");
                }
                None => sharp += u64::from(breaks == Some((from + taken) as usize - 1)),
            }
        }
    }
    assert!(accepted > 200 && sharp > 0, "{accepted} {sharp}");
}

fn all_but(forbidden: &[u64]) -> Vec<Clause> {
    let forbidden: SizeSet = std::iter::once((0, 0)).chain(forbidden.iter().map(|&n| (n, n))).collect();
    let take = forbidden.complement();
    vec![Clause::new(take, SizeSet::range(0, 1), Condition::Any, SizeSet::all())]
}

/// All-but subtraction games with random sets against a computation by the definition.
#[test]
fn random_all_but_subtraction_games() {
    let mut chance = Random::new(7);
    for _ in 0..120 {
        let forbidden: Vec<u64> = (0..=chance.below(4)).map(|_| 1 + chance.below(12)).collect();
        let clauses = all_but(&forbidden);
        let rule = Rule::new(clauses.clone()).expect("a rule");
        let found = dense(&rule, HowFar::Usual, &Limits::default());
        let Finding::Proved(period, claim) = found.finding else { panic!("{forbidden:?}: {found:?}") };
        assert_eq!(claim.theorem, Theorem::AllButPeriod, "{forbidden:?}");
        assert!(period.saltus > 0);
        let length = (claim.used + 3 * period.period + 100).min(3_000) as usize;
        let values = seeded(&clauses, &[0], length);
        assert!(seen(&values, &period) && is_fundamental(&values, &period), "{forbidden:?}: {period:?}");
    }
    assert_eq!(RuleFacts::of(rule("take(3,5..)").clauses()).all_but, Some(4));
    assert_eq!(rule("take(3,5..)").most_taken(), ENDLESS);
}

/// The state at n must be the whole state: with any first values, what P.8 accepts is true.
#[test]
fn seeded_recurrences_do_not_break_the_theorem_of_all_but_games() {
    let mut chance = Random::new(77);
    let (mut accepted, mut recent_only) = (0, 0);
    for _ in 0..150 {
        let forbidden: Vec<u64> = (0..=chance.below(3)).map(|_| 1 + chance.below(6)).collect();
        let greatest = *forbidden.iter().max().expect("not empty");
        let clauses = all_but(&forbidden);
        let first: Vec<u32> =
            (0..=chance.below(8)).map(|n| if n == 0 { 0 } else { chance.below(9) as u32 }).collect();
        let values = seeded(&clauses, &first, 160);
        let shape = RuleFacts::of(&clauses);
        for period in 1..20_u64 {
            for from in (first.len() as u64).max(greatest)..30 {
                let p = period as usize;
                let step = |n: usize| i64::from(values[n + p]) - i64::from(values[n]);
                if let Some(claim) = all_but::claim(&shape, &values[..(from + period) as usize], from, period)
                {
                    accepted += 1;
                    let saltus = i64::try_from(claim.saltus).expect("small");
                    let holds = (from as usize..=160 - p).all(|n| step(n) == saltus);
                    assert!(holds, "{forbidden:?} {first:?} {claim:?}");
                    continue;
                }
                let recent: Vec<i64> = ((from - greatest) as usize..from as usize).map(step).collect();
                let constant = recent.windows(2).all(|pair| pair[0] == pair[1]);
                let later = (from as usize..=160 - p).any(|n| step(n) != recent[0]);
                recent_only += u64::from(constant && later);
            }
        }
    }
    assert!(accepted > 200, "{accepted}");
    assert!(recent_only > 0, "the last values alone would have been enough");
}
