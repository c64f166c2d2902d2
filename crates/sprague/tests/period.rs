//! Periods: known answers, pitfalls, every octal code of three digits, and attempts to break each theorem.
//!
//! The known answers are those of the literature on octal games (Guy and Smith, Gangolli and Plambeck, Flammenkamp);
//! each is also compared with the values themselves.

use std::ops::ControlFlow;

use sprague::heap::{Clause, Condition, ENDLESS, Rule, SizeSet};
use sprague::nimber::{Nimber, mex, nim_sum};
use sprague::period::t4::{self, Kind, Space};
use sprague::period::{
    Answer, Claim, DenseSource, Extent, Finding, Period, Shape, Source, Window, find, t1, t2, t6, t7,
};
use sprague::search::Limits;
use sprague::sequence::{Dense, Sink};
use sprague::theorem::Theorem;

fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn answer(text: &str, extent: Extent) -> Answer {
    let rule = rule(text);
    find(&rule, &mut DenseSource::new(&rule, &Limits::default()), extent)
}

fn proved(text: &str) -> (Period, Claim) {
    match answer(text, Extent::Usual).finding {
        Finding::Proved(period, claim) => (period, claim),
        other => panic!("{text}: {other:?}"),
    }
}

fn values(text: &str, to: u64) -> Vec<u32> {
    Dense::new(rule(text).clauses()).extend_to(to).to_vec()
}

/// Values computed beforehand, with a sparse space found in the simplest way.
struct Kept {
    values: Vec<u32>,
    next: u64,
    space: Option<Space>,
}

impl Kept {
    fn new(rule: &Rule, to: u64) -> Self {
        let values = Dense::new(rule.clauses()).extend_to(to).to_vec();
        let space = best_space(rule, &values);
        Self { values, next: 0, space }
    }
}

impl Source for Kept {
    fn advance(&mut self, to: u64, sink: &mut dyn Sink) {
        while self.next <= to {
            let first = self.next;
            self.next = (to + 1).min(first + 1000);
            let chunk: Vec<Nimber> =
                self.values[first as usize..self.next as usize].iter().map(|&v| Nimber(v.into())).collect();
            if sink.accept(first, &chunk) == ControlFlow::Break(()) {
                return;
            }
        }
    }

    fn space(&self) -> Option<Space> {
        self.space
    }

    fn again(&self) -> Box<dyn Source + '_> {
        Box::new(Self { values: self.values.clone(), next: 0, space: self.space })
    }

    fn farthest(&self, to: u64) -> u64 {
        to.min(self.values.len() as u64 - 1)
    }
}

/// The mask with the fewest rare heaps in the second half of the values, by trying all of them.
fn best_space(rule: &Rule, values: &[u32]) -> Option<Space> {
    let parity = Shape::of(rule.clauses()).break_parity();
    let masks = values.iter().max()?.checked_add(1)?.next_power_of_two();
    let mut counts = vec![[0_u64; 2]; masks as usize];
    for (n, &value) in values.iter().enumerate().skip(values.len() / 2) {
        counts[value as usize][n % 2] += 1;
    }
    let rares = |space: &Space| -> u64 {
        let weigh = |(value, count): (usize, &[u64; 2])| {
            (0..2)
                .filter(|&n| is_rare(*space, parity, n, value as u32))
                .map(|n| count[n as usize])
                .sum::<u64>()
        };
        counts.iter().enumerate().map(weigh).sum()
    };
    let kinds = [Some(Kind::Value), parity.map(|_| Kind::ValueAndSize)];
    let spaces =
        kinds.into_iter().flatten().flat_map(|kind| (1..masks).map(move |mask| Space { mask, kind }));
    spaces.min_by_key(rares)
}

fn is_rare(space: Space, parity: Option<u64>, n: u64, value: u32) -> bool {
    let size = if space.kind == Kind::ValueAndSize { (n + parity.expect("type 1")) % 2 } else { 0 };
    u64::from((value & space.mask).count_ones()) % 2 == size
}

/// The period and preperiod that the values have, by trying.
fn seen(values: &[u32], period: &Period) -> bool {
    let p = period.period as usize;
    let same = |n: usize| u64::from(values[n + p]) == u64::from(values[n]) + period.saltus;
    let start = period.preperiod as usize;
    let holds = (start..values.len() - p).all(same);
    holds && (start == 0 || !same(start - 1))
}

fn is_fundamental(values: &[u32], period: &Period) -> bool {
    let (start, p) = (period.preperiod as usize, period.period as usize);
    (1..p).filter(|d| p.is_multiple_of(*d)).all(|d| {
        let step = i64::from(values[start + d]) - i64::from(values[start]);
        (start..start + p).any(|n| i64::from(values[n + d]) - i64::from(values[n]) != step)
    })
}

#[test]
fn known_periods() {
    // game, period, preperiod, number of the theorem, the last heap that is needed
    let known = [
        ("0.77", 12, 71, "P.1", 167),
        ("0.07", 34, 53, "P.1", 175),
        ("0.137", 34, 52, "P.1", 174),
        ("0.45", 20, 498, "P.1", 1_037),
        ("0.156", 349, 3_479, "P.1", 7_658),
        ("0.644", 442, 3_256, "P.1", 7_398),
        ("split(2)", 2, 1, "P.1", 15),
        ("split(2, distinct) | split(2) on 2", 2, 1, "P.3", 15),
        ("split(2, diff>=2)", 4, 5, "P.4", 23),
        ("take(1,3,4)", 7, 0, "P.7", 15),
        ("0.0", 1, 0, "P.7", 15),
    ];
    for (text, period, preperiod, theorem, needed) in known {
        let (found, claim) = proved(text);
        assert_eq!(found, Period { period, preperiod, saltus: 0 }, "{text}");
        assert_eq!(claim.theorem.number(), theorem, "{text}");
        let computed_to = answer(text, Extent::Usual).computed_to;
        assert!((needed..=needed + needed / 64 + 1).contains(&computed_to), "{text}: {computed_to}");
        assert!(claim.used <= computed_to + 1, "{text}");
    }
}

/// The same from about half the values, where the game is sparse (theory P.5).
#[test]
fn known_periods_of_sparse_games() {
    // The last: the rare heaps of 0.165 come back for ever, so only P.1 is for it.
    let known = [
        ("0.356", 142, 7_315, "P.5", Some(43), 7_503),
        ("0.156", 349, 3_479, "P.5", Some(357), 4_188),
        ("0.644", 442, 3_256, "P.5", Some(3_255), 6_956),
        ("0.165", 1_550, 5_181, "P.1", None, 13_465),
    ];
    for (text, period, preperiod, theorem, reach, needed) in known {
        let rule = rule(text);
        let mut source = Kept::new(&rule, 14_000);
        let found = find(&rule, &mut source, Extent::To(14_000));
        let Finding::Proved(exact, claim) = found.finding else { panic!("{text}: {found:?}") };
        assert_eq!(exact, Period { period, preperiod, saltus: 0 }, "{text}");
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
        let found = find(&rule, &mut source, Extent::To(1_000_000));
        let Finding::Proved(exact, claim) = found.finding else { panic!("{text}: {found:?}") };
        assert_eq!(exact, Period { period, preperiod, saltus: 0 }, "{text}");
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
        assert_eq!((found, claim.theorem), (Period { period, preperiod, saltus }, theorem), "{text}");
        if period < 100 {
            let values = values(text, 300);
            assert!(seen(&values, &found) && is_fundamental(&values, &found), "{text}");
        }
    }
}

#[test]
fn what_no_theorem_shows_is_only_observed() {
    // Lasker's Nim, a hexadecimal game with saltus: the patterns are true, the proofs are not here.
    let known = [("lasker", 4, 1, 4), ("0.1...", 1, 1, 0), ("4.1...", 1, 1, 0)];
    for (text, period, preperiod, saltus) in known {
        let found = answer(text, Extent::To(600));
        assert_eq!(found.finding, Finding::Observed(Period { period, preperiod, saltus }), "{text}");
        assert_eq!(found.computed_to, 600);
        assert!(answer(text, Extent::Usual).computed_to < 10_000, "{text}");
    }
    for text in ["grundy", "0.007", "split(3, distinct)", "0.6"] {
        let found = answer(text, Extent::To(1_500));
        assert_eq!(found, Answer { finding: Finding::Nothing, computed_to: 1_500 }, "{text}");
    }
}

#[test]
fn the_limit_of_steps_ends_a_search_early() {
    let rule = rule("grundy");
    let limits = Limits { steps: 1_000_000, ..Limits::default() };
    let found = find(&rule, &mut DenseSource::new(&rule, &limits), Extent::Usual);
    assert_eq!(found.finding, Finding::Nothing);
    assert!((1_500..2_500).contains(&found.computed_to), "{found:?}");
}

/// A public solver reports period 3 for 0.12, from four values that include heap 0.
#[test]
fn heap_zero_is_not_part_of_a_window() {
    let (found, _) = proved("0.12");
    assert_eq!(found.period, 4);
    let shape = Shape::of(rule("0.12").clauses());
    let values = values("0.12", 50);
    for period in 1..20 {
        assert_eq!(Window::shortest(&shape, 0, period), None);
        assert_eq!(t6::claim(&shape, &values, 0, period), None);
        for from in 1..20 {
            if let Some(claim) = t6::claim(&shape, &values, from, period) {
                assert!(claim.period.is_multiple_of(4), "{claim:?}");
            }
        }
    }
}

#[test]
fn a_move_on_finitely_many_heaps_lies_before_the_window() {
    let (found, claim) = proved("take(1..3) | take(4) on 50");
    assert!(claim.from >= 51, "{claim:?}");
    assert_eq!(found, Period { period: 4, preperiod: 51, saltus: 0 });
    let (found, claim) = proved("take(1,2) leave(0..2) | take(3) on 200");
    let values = values("take(1,2) leave(0..2) | take(3) on 200", 4_000);
    assert!(claim.from >= 201 && seen(&values, &found) && is_fundamental(&values, &found), "{claim:?}");
}

/// All codes d0.d1d2d3 with d0 in {0, 4}: what is proved from 3000 values is true of 6000, and exact.
#[test]
fn all_octal_codes_of_three_digits() {
    let mut settled = 0;
    for bits in 0..1024_u32 {
        let text = format!("{}.{}{}{}", 4 * (bits >> 9), bits >> 6 & 7, bits >> 3 & 7, bits & 7);
        let rule = rule(&text);
        let mut source = Kept { values: values(&text, 3_000), next: 0, space: None };
        let found = find(&rule, &mut source, Extent::To(3_000));
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

/// A generator of numbers, so that every run tries the same cases.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// The values of a rule from given first values on: the theorems must hold for these sequences as well, because their
/// proofs use nothing of the first values.
fn seeded(clauses: &[Clause], first: &[u32], to: usize) -> Vec<u32> {
    let mut values = first.to_vec();
    for heap in values.len() as u64..=to as u64 {
        let mut options = Vec::new();
        for clause in clauses.iter().filter(|clause| clause.on.contains(heap)) {
            for taken in clause.take.up_to(heap) {
                let left = heap - taken;
                let value = |part: u64| Nimber(values[part as usize].into());
                if left == 0 && clause.leave.contains(0) {
                    options.push(Nimber(0));
                }
                if left > 0 && taken > 0 && clause.leave.contains(1) {
                    options.push(value(left));
                }
                for a in 1..=left / 2 {
                    if clause.leave.contains(2) && clause.condition.allows(&[a, left - a]) {
                        options.push(value(a) + value(left - a));
                    }
                    for b in (a..=(left - a) / 2).filter(|_| clause.leave.contains(3)) {
                        options.push(nim_sum([value(a), value(b), value(left - a - b)]));
                    }
                }
            }
        }
        values.push(mex(options).0 as u32);
    }
    values
}

fn random_clause(chance: &mut Chance, most_heaps: u64, most_apart: u64) -> Clause {
    let taken = chance.below(3);
    let heaps = if taken == 0 { 2 } else { 1 + chance.below(most_heaps) };
    let apart = chance.below(most_apart + 1);
    Clause {
        take: SizeSet::range(taken, taken + chance.below(2)),
        leave: SizeSet::range(if taken == 0 || chance.below(2) == 0 { heaps } else { 0 }, heaps.max(2)),
        condition: if apart == 0 { Condition::Any } else { Condition::Differ(apart) },
        on: SizeSet::all(),
    }
}

/// For each n0 and p where the values repeat as far as the window asks, they repeat to the end; and there are
/// sequences that repeat almost as far and then break, so that the test could fail.
fn try_to_break(rounds: u64, most_heaps: u64, most_apart: u64, length: usize) -> (u64, u64, u64) {
    let mut chance = Chance(most_heaps * 100 + most_apart);
    let (mut accepted, mut almost, mut octal) = (0, 0, 0);
    for round in 0..rounds {
        let clauses: Vec<Clause> = (0..=chance.below(2))
            .map(|_| {
                let mut clause = random_clause(&mut chance, most_heaps, most_apart);
                if most_heaps == 3 {
                    clause.leave = SizeSet::range(2, 3);
                }
                clause
            })
            .collect();
        let first: Vec<u32> =
            std::iter::once(0).chain((0..chance.below(5)).map(|_| chance.below(3) as u32)).collect();
        let values = seeded(&clauses, &first, length);
        let shape = Shape::of(&clauses);
        for from in 1..8_u64 {
            for period in 1..6_u64 {
                let Some(window) = Window::shortest(&shape, from.max(first.len() as u64), period) else {
                    continue;
                };
                let p = period as usize;
                let same = |n: usize| values[n + p] == values[n];
                let breaks = (window.from as usize..length - p).find(|&n| !same(n));
                let claim = window.claim(&values[..(window.needs() as usize).min(values.len())]);
                assert_eq!(claim.is_some(), breaks.is_none_or(|n| n as u64 >= window.end), "round {round}");
                if claim.is_some() {
                    accepted += 1;
                    assert_eq!(breaks, None, "round {round}: {clauses:?} {first:?} {window:?}");
                } else if let Some(n) = breaks {
                    almost += u64::from(n as u64 + 4 >= window.end);
                    let short = 2 * window.from + period + shape.taken.unwrap_or(0);
                    octal += u64::from(most_apart > 0 && n as u64 >= short);
                }
            }
        }
    }
    (accepted, almost, octal)
}

#[test]
fn seeded_recurrences_do_not_break_t1() {
    let (accepted, almost, _) = try_to_break(3_000, 2, 0, 70);
    assert!(accepted > 1_000 && almost > 10, "{accepted} {almost}");
}

#[test]
fn seeded_recurrences_do_not_break_t1_with_three_heaps() {
    let (accepted, almost, _) = try_to_break(300, 3, 0, 60);
    assert!(accepted > 5 && almost > 0, "{accepted} {almost}");
}

/// Where parts must differ, the octal window would accept sequences that break later.
#[test]
fn seeded_recurrences_do_not_break_t2() {
    let (accepted, almost, octal) = try_to_break(3_000, 2, 3, 70);
    assert!(accepted > 1_000 && almost > 10, "{accepted} {almost}");
    assert!(octal > 0, "the octal window would have been enough");
}

/// Grundy's recurrence itself: T2 is sharp, one value less would accept sequences that break.
#[test]
fn seeded_recurrences_do_not_break_grundys_theorem() {
    let grundy = rule("split(2, distinct)");
    let shape = Shape::of(grundy.clauses());
    let (mut accepted, mut sharp) = (0, 0);
    for seed in 0..3_u32.pow(7) {
        let first: Vec<u32> = (0..8).map(|n| if n == 0 { 0 } else { seed / 3_u32.pow(n - 1) % 3 }).collect();
        let values = seeded(grundy.clauses(), &first, 60);
        for from in 1..8 {
            for period in 1..6 {
                let window = t2::window(&shape, from, period).expect("T2 is for this rule");
                if window.end < 8 {
                    continue;
                }
                let p = period as usize;
                let breaks = (from as usize..60 - p).find(|&n| values[n + p] != values[n]);
                match t2::claim(&shape, &values, from, period) {
                    Some(claim) => {
                        accepted += 1;
                        assert_eq!((breaks, claim.theorem), (None, Theorem::GrundyPeriod), "{first:?}");
                    }
                    None => sharp += u64::from(breaks == Some(window.end as usize - 1)),
                }
            }
        }
    }
    assert!(accepted > 100 && sharp > 0, "{accepted} {sharp}");
}

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
        let kind = if chance.below(2) == 0 { Kind::Value } else { Kind::ValueAndSize };
        let space = Space { mask: 1 + chance.below(7) as u32, kind };
        for from in [1, 3, 6, 10, 15] {
            let from = from.max(first.len() as u64);
            for period in 1..7 {
                let Some(claim) = t4::claim(&shape, space, &values[..LENGTH / 2], from, period) else {
                    continue;
                };
                accepted[usize::from(kind == Kind::ValueAndSize)] += 1;
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
    let space = Space { mask: 1, kind: Kind::Value };
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
    assert_eq!(t4::claim(&shape, Space { mask: 0, ..space }, &values, 71, 12), None, "every heap is rare");
    let odd = Space { kind: Kind::ValueAndSize, ..space };
    assert_eq!(t4::claim(&shape, odd, &values, 71, 12), None, "break indices of both parities");
    let mut forged = values[..used].to_vec();
    forged[used - 1] ^= 1;
    assert_eq!(t4::claim(&shape, space, &forged, 71, 12), None);
    for text in ["lasker", "0.8", "split(3, distinct)"] {
        let shape = Shape::of(rule(text).clauses());
        assert_eq!(t4::claim(&shape, space, &[1; 400], 71, 12), None, "{text}");
    }
}

#[test]
fn windows_are_for_the_rules_they_are_for() {
    let offered = |text: &str| {
        let shape = Shape::of(rule(text).clauses());
        let all = [
            t1::window(&shape, 9, 4),
            t2::window(&shape, 9, 4),
            t2::window_apart(&shape, 9, 4),
            t6::window(&shape, 9, 4),
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
    let huge = Shape::of(rule("take(1,9000000000000000000) leave(2)").clauses());
    assert_eq!(t1::window(&huge, 1 << 63, 1 << 62), None);
}

/// Subtraction games with random sets against their values.
#[test]
fn random_subtraction_games() {
    let mut chance = Chance(6);
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

/// One value less than T6 asks for is not enough: the first that the window leaves out may differ.
#[test]
fn seeded_recurrences_do_not_break_t6() {
    let mut chance = Chance(66);
    let (mut accepted, mut sharp) = (0, 0);
    for _ in 0..2_000 {
        let taken = 2 + chance.below(5);
        let take = [(1, 1 + chance.below(2)), (taken, taken)].into_iter().collect();
        let clauses =
            [Clause { take, leave: SizeSet::range(0, 1), condition: Condition::Any, on: SizeSet::all() }];
        let first: Vec<u32> = (0..=taken).map(|n| if n == 0 { 0 } else { chance.below(3) as u32 }).collect();
        let values = seeded(&clauses, &first, 200);
        let shape = Shape::of(&clauses);
        for period in 1..12_u64 {
            let from = first.len() as u64;
            let p = period as usize;
            let breaks = (from as usize..=200 - p).find(|&n| values[n + p] != values[n]);
            match t6::claim(&shape, &values, from, period) {
                Some(_) => {
                    accepted += 1;
                    assert_eq!(breaks, None, "{clauses:?} {first:?} {period}");
                }
                None => sharp += u64::from(breaks == Some((from + taken) as usize - 1)),
            }
        }
    }
    assert!(accepted > 500 && sharp > 0, "{accepted} {sharp}");
}

fn all_but(forbidden: &[u64]) -> Vec<Clause> {
    let forbidden: SizeSet = std::iter::once((0, 0)).chain(forbidden.iter().map(|&n| (n, n))).collect();
    let take = forbidden.complement();
    vec![Clause { take, leave: SizeSet::range(0, 1), condition: Condition::Any, on: SizeSet::all() }]
}

/// All-but subtraction games with random sets against a computation by the definition.
#[test]
fn random_all_but_subtraction_games() {
    let mut chance = Chance(7);
    for _ in 0..120 {
        let forbidden: Vec<u64> = (0..1 + chance.below(4)).map(|_| 1 + chance.below(12)).collect();
        let clauses = all_but(&forbidden);
        let rule = Rule::new(clauses.clone()).expect("a rule");
        let found = find(&rule, &mut DenseSource::new(&rule, &Limits::default()), Extent::Usual);
        let Finding::Proved(period, claim) = found.finding else { panic!("{forbidden:?}: {found:?}") };
        assert_eq!(claim.theorem, Theorem::AllButPeriod, "{forbidden:?}");
        assert!(period.saltus > 0);
        let length = (claim.used + 3 * period.period + 100).min(3_000) as usize;
        let values = seeded(&clauses, &[0], length);
        assert!(seen(&values, &period) && is_fundamental(&values, &period), "{forbidden:?}: {period:?}");
    }
    assert_eq!(Shape::of(rule("take(3,5..)").clauses()).all_but, Some(4));
    assert_eq!(rule("take(3,5..)").most_taken(), ENDLESS);
}

/// The state at n must be the whole state: with any first values, what T7 accepts is true.
#[test]
fn seeded_recurrences_do_not_break_t7() {
    let mut chance = Chance(77);
    let (mut accepted, mut recent_only) = (0, 0);
    for _ in 0..400 {
        let forbidden: Vec<u64> = (0..1 + chance.below(3)).map(|_| 1 + chance.below(6)).collect();
        let greatest = *forbidden.iter().max().expect("not empty");
        let clauses = all_but(&forbidden);
        let first: Vec<u32> =
            (0..1 + chance.below(8)).map(|n| if n == 0 { 0 } else { chance.below(9) as u32 }).collect();
        let values = seeded(&clauses, &first, 160);
        let shape = Shape::of(&clauses);
        for period in 1..20_u64 {
            for from in (first.len() as u64).max(greatest)..30 {
                let p = period as usize;
                let step = |n: usize| i64::from(values[n + p]) - i64::from(values[n]);
                match t7::claim(&shape, &values[..(from + period) as usize], from, period) {
                    Some(claim) => {
                        accepted += 1;
                        let saltus = i64::try_from(claim.saltus).expect("small");
                        assert!(
                            (from as usize..=160 - p).all(|n| step(n) == saltus),
                            "{forbidden:?} {first:?} {claim:?}"
                        );
                    }
                    None => {
                        let recent = ((from - greatest) as usize..from as usize).map(step);
                        let steps: Vec<i64> = recent.collect();
                        let constant = steps.windows(2).all(|pair| pair[0] == pair[1]);
                        let later = (from as usize..=160 - p).any(|n| step(n) != steps[0]);
                        recent_only += u64::from(constant && later);
                    }
                }
            }
        }
    }
    assert!(accepted > 500, "{accepted}");
    assert!(recent_only > 0, "the last values alone would have been enough");
}
