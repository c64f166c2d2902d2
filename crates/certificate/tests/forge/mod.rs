//! What the tests make certificates with: values by a recursion of their own, and the evidence of each kind.
//!
//! Nothing here uses the checker's arithmetic; only the plain data, the text and `values_needed`.
#![allow(dead_code, clippy::pedantic, reason = "the unit tests use a part; numbers here are small")]

pub mod coq;
pub mod forgeries;
pub mod plain;
pub mod second;
#[path = "lines.rs"]
pub mod whole_lines;

use sprague_certificate::{
    Certificate, ClaimText, ClassText, ConditionText, Digest, ENDLESS, Evidence, MoveText, RuleText, Runs,
    SegmentText, Selection, Set, SpaceText, SpaceType, TheoremName, check, values_needed,
};

pub fn all() -> Set {
    Set(vec![(0, ENDLESS)])
}

pub fn one(take: &[(u64, u64)], leave: &[(u64, u64)], condition: ConditionText) -> MoveText {
    MoveText { take: Set(take.to_vec()), leave: Set(leave.to_vec()), condition, on: all() }
}

pub fn rule(moves: &[MoveText]) -> RuleText {
    RuleText { moves: moves.to_vec() }
}

/// The rule of a take-and-break code.
pub fn code(text: &str) -> RuleText {
    let digits = text.chars().filter(|&c| c != '.').map(|c| c.to_digit(16).unwrap());
    let sets = digits.map(|digit| {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for left in (0..4).filter(|left| digit >> left & 1 == 1) {
            match ranges.last_mut() {
                Some(last) if last.1 + 1 == left => last.1 = left,
                _ => ranges.push((left, left)),
            }
        }
        ranges
    });
    let moves = (0..).zip(sets).filter(|(_, leave)| !leave.is_empty());
    RuleText {
        moves: moves.map(|(taken, leave)| one(&[(taken, taken)], &leave, ConditionText::Any)).collect(),
    }
}

/// Subtraction games.
pub fn subtract(take: &[(u64, u64)]) -> RuleText {
    rule(&[one(take, &[(0, 1)], ConditionText::Any)])
}

pub fn split(condition: ConditionText) -> RuleText {
    rule(&[one(&[(0, 0)], &[(2, 2)], condition)])
}

fn has(set: &Set, n: u64) -> bool {
    set.0.iter().any(|&(low, high)| (low..=high).contains(&n))
}

/// All multisets of `left` parts of `total`, as descending lists.
fn partitions(total: u64, left: u64, most: u64, found: &mut Vec<u64>, each: &mut impl FnMut(&[u64])) {
    if left == 0 {
        if total == 0 {
            each(found);
        }
        return;
    }
    for part in (1..=most.min(total)).rev() {
        found.push(part);
        partitions(total - part, left - 1, part, found, each);
        found.pop();
    }
}

/// The value of heap n from those before it.
pub fn next_value(rule: &RuleText, values: &[u32]) -> u32 {
    let n = values.len() as u64;
    let mut seen = vec![false; 64];
    let mut see = |value: u32| {
        if seen.len() <= value as usize {
            seen.resize(value as usize + 1, false);
        }
        seen[value as usize] = true;
    };
    for m in rule.moves.iter().filter(|m| has(&m.on, n)) {
        for taken in (0..=n).filter(|&taken| has(&m.take, taken)) {
            let rest = n - taken;
            for left in (0..=3).filter(|&left| has(&m.leave, left)) {
                let gap = match m.condition {
                    ConditionText::Any => 0,
                    ConditionText::NotAllEqual => 1,
                    ConditionText::Differ(least) => least,
                };
                match left {
                    0 if rest == 0 => see(0),
                    1 if rest > 0 => see(values[rest as usize]),
                    2 => {
                        let pairs = (1..rest).filter(|a| a.abs_diff(rest - a) >= gap);
                        pairs.for_each(|a| see(values[a as usize] ^ values[(rest - a) as usize]));
                    }
                    3 => partitions(rest, 3, rest, &mut Vec::new(), &mut |parts| {
                        let allowed = match m.condition {
                            ConditionText::NotAllEqual => parts[0] != parts[2],
                            _ => parts[0] - parts[1] >= gap && parts[1] - parts[2] >= gap,
                        };
                        if allowed {
                            see(parts.iter().fold(0, |sum, &part| sum ^ values[part as usize]));
                        }
                    }),
                    _ => {}
                }
            }
        }
    }
    seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u32
}

/// The values of the heaps below `count`.
pub fn naive(rule: &RuleText, count: u64) -> Vec<u32> {
    let mut values = Vec::new();
    for _ in 0..count {
        values.push(next_value(rule, &values));
    }
    values
}

pub fn claim(preperiod: u64, period: u64, saltus: u64) -> ClaimText {
    ClaimText { preperiod, period, saltus }
}

/// A certificate with as many values as the theorem asks for.
pub fn small(theorem: TheoremName, rule: &RuleText, claim: ClaimText) -> Certificate {
    let count = values_needed(theorem, rule, claim).unwrap();
    with_values(theorem, rule, claim, &naive(rule, count))
}

pub fn with_values(theorem: TheoremName, rule: &RuleText, claim: ClaimText, values: &[u32]) -> Certificate {
    Certificate { theorem, rule: rule.clone(), claim, evidence: Evidence::Small(Runs::of(values)) }
}

/// P.11 with these residues, n0, multiple, N and L.
pub fn classes(
    rule: &RuleText,
    claim: ClaimText,
    constant: &[u64],
    (from, multiple, window, low): (u64, u64, u64, u64),
) -> Certificate {
    let turns = if claim.saltus > 0 { 2 } else { 1 };
    let values = plain::heap_values(rule, (window + turns * multiple * claim.period) as usize);
    let text = ClassText { constant: constant.to_vec(), from, multiple, window, low };
    let evidence = Evidence::Classes(text, Runs::of(&values));
    Certificate { theorem: TheoremName::Classes, rule: rule.clone(), claim, evidence }
}

/// A code whose last digit is repeated for ever.
pub fn tailed(digits: &str) -> RuleText {
    let mut rule = code(digits);
    let last = digits.len() as u64 - 1;
    for m in rule.moves.iter_mut().filter(|m| m.take.0 == [(last, last)]) {
        m.take.0[0].1 = ENDLESS;
    }
    rule
}

/// P.8: with the least number of values that the checker accepts.
pub fn all_but(rule: &RuleText, claim: ClaimText) -> Certificate {
    let values = naive(rule, 400);
    let from = (claim.preperiod + claim.period) as usize;
    let tries = (from..400).map(|count| with_values(TheoremName::AllBut, rule, claim, &values[..count]));
    tries.into_iter().find(accepted).expect("P.8 applies within 400 values")
}

pub fn accepted(certificate: &Certificate) -> bool {
    check(&certificate.to_text(), Selection::All, 1).fault.is_none()
}

/// Where a value is rare.
pub fn is_rare(heap: u64, value: u32, mask: u32, kind: SpaceType, parity: u64) -> bool {
    let ones = u64::from((value & mask).count_ones());
    match kind {
        SpaceType::Zero => ones.is_multiple_of(2),
        SpaceType::One => (ones + heap + parity).is_multiple_of(2),
    }
}

/// The sparse space with the fewest rare heaps.
pub fn space(values: &[u32], kind: SpaceType, parity: u64, reach: u64) -> SpaceText {
    let bits = 32 - values.iter().max().unwrap().leading_zeros();
    let rare = |mask: u32| {
        let heaps = (0..).zip(values.iter().copied());
        heaps.filter(|&(n, v)| is_rare(n, v, mask, kind, parity)).collect::<Vec<_>>()
    };
    let mask = (1..1 << bits).min_by_key(|&mask| rare(mask).len()).unwrap();
    SpaceText { mask, kind, reach, rare: rare(mask) }
}

pub fn taken(rule: &RuleText) -> u64 {
    rule.moves.iter().map(|m| m.take.0.last().unwrap().1).max().unwrap_or(0)
}

pub fn digest(values: &[u32]) -> [u8; 32] {
    let mut digest = Digest::default();
    for &value in values {
        digest.add(value);
    }
    digest.finish()
}

/// P.5, with this W.
pub fn sparse(rule: &RuleText, claim: ClaimText, space: &SpaceText, values: &[u32]) -> Certificate {
    let end = claim.preperiod + claim.period + space.reach + taken(rule);
    let evidence = Evidence::Sparse(space.clone(), digest(&values[..end as usize]));
    Certificate { theorem: TheoremName::Sparse, rule: rule.clone(), claim, evidence }
}

/// P.5 with W = R, or twice, four times, ... that.
pub fn sparse_found(rule: &RuleText, claim: ClaimText, kind: SpaceType, parity: u64) -> Certificate {
    let values = naive(rule, 2 * (claim.preperiod + claim.period));
    let mut space = space(&values, kind, parity, 0);
    space.reach = space.rare.last().unwrap().0.max(1);
    loop {
        let certificate = sparse(rule, claim, &space, &values);
        if accepted(&certificate) {
            return certificate;
        }
        space.reach *= 2;
    }
}

/// The same proof, cut at the boundaries needed and wherever `length` values have gone by.
pub fn segmented(
    rule: &RuleText,
    claim: ClaimText,
    space: &SpaceText,
    values: &[u32],
    length: u64,
) -> Certificate {
    let back = space.reach + taken(rule);
    let mut ends = needed_ends(rule, claim, space);
    let end = claim.preperiod + back + claim.period;
    ends.extend((1..).map(|j| j * length).take_while(|&cut| cut < end).filter(|&cut| cut > back));
    ends.sort_unstable();
    ends.dedup();
    cut_at(rule, claim, space, values, &ends)
}

/// Where segments must end: one period before the end, a prime part of a period after that, and the end.
pub fn needed_ends(rule: &RuleText, claim: ClaimText, space: &SpaceText) -> Vec<u64> {
    let turn = claim.preperiod + space.reach + taken(rule);
    let primes = (2..=claim.period).filter(|q| claim.period.is_multiple_of(*q) && (2..*q).all(|r| q % r > 0));
    let mut ends: Vec<u64> =
        primes.map(|q| turn + claim.period / q).chain([turn, turn + claim.period]).collect();
    ends.sort_unstable();
    ends
}

/// The same proof, cut at these heaps, whatever is there.
pub fn cut_at(
    rule: &RuleText,
    claim: ClaimText,
    space: &SpaceText,
    values: &[u32],
    ends: &[u64],
) -> Certificate {
    let back = space.reach + taken(rule);
    let starts = [0].into_iter().chain(ends.iter().copied());
    let segments = starts.zip(ends).map(|(start, &end)| SegmentText {
        end,
        sha256: Some(digest(&values[start.min(end) as usize..end as usize])),
        window: Runs::of(&values[end.saturating_sub(back + 1) as usize..end as usize]),
    });
    let evidence = Evidence::Segmented(space.clone(), segments.collect());
    Certificate { theorem: TheoremName::Sparse, rule: rule.clone(), claim, evidence }
}

/// The same without hashes.
pub fn without_hashes(mut certificate: Certificate) -> Certificate {
    if let Evidence::Segmented(_, segments) = &mut certificate.evidence {
        segments.iter_mut().for_each(|segment| segment.sha256 = None);
    }
    certificate
}

/// Segmented, with W doubled until every witness is within it.
pub fn segmented_found(
    rule: &RuleText,
    claim: ClaimText,
    kind: SpaceType,
    parity: u64,
    length: u64,
) -> Certificate {
    let values = naive(rule, 2 * (claim.preperiod + claim.period));
    let mut space = space(&values, kind, parity, 0);
    space.reach = space.rare.last().unwrap().0.max(1);
    loop {
        let certificate = segmented(rule, claim, &space, &values, length);
        if accepted(&certificate) {
            return certificate;
        }
        space.reach *= 2;
    }
}

/// The solved games of the tests.
pub fn library() -> Vec<(&'static str, Certificate)> {
    let octal = |text, preperiod, period| small(TheoremName::Octal, &code(text), claim(preperiod, period, 0));
    let closed = |theorem, rule, claim| Certificate { theorem, rule, claim, evidence: Evidence::Closed };
    let dawson = code("0.137");
    vec![
        ("kayles", octal("0.77", 71, 12)),
        ("dawsons-kayles", octal("0.07", 53, 34)),
        ("dawsons-chess", octal("0.137", 52, 34)),
        // A public solver says 3 from four values.
        ("0.12", octal("0.12", 1, 4)),
        ("no-moves", octal("0.0", 0, 1)),
        ("any-two", octal("4.0", 1, 2)),
        ("three-heaps", small(TheoremName::ManyHeaps, &code("0.f1"), claim(3, 2, 0))),
        ("dawson-prime", small(TheoremName::ManyHeaps, &dawson, claim(52, 34, 0))),
        // Thesis game D, which is Grundy's game from heap 3 on.
        ("game-d", {
            let mut d = split(ConditionText::Differ(1));
            d.moves.push(one(&[(0, 0)], &[(2, 2)], ConditionText::Any));
            d.moves[1].on.0 = vec![(2, 2)];
            small(TheoremName::Grundy, &d, claim(1, 2, 0))
        }),
        // Thesis game F.
        ("game-f", small(TheoremName::Apart, &split(ConditionText::Differ(2)), claim(5, 4, 0))),
        ("take-1-3-4", small(TheoremName::Subtraction, &subtract(&[(1, 1), (3, 4)]), claim(0, 7, 0))),
        ("take-2-5-7", {
            let rule = subtract(&[(2, 2), (5, 5), (7, 7)]);
            let (preperiod, period) = found(&rule, 400);
            small(TheoremName::Subtraction, &rule, claim(preperiod, period, 0))
        }),
        ("all-but-2", all_but(&subtract(&[(1, 1), (3, ENDLESS)]), claim(0, 4, 2))),
        ("all-but-1-4", {
            let rule = subtract(&[(2, 3), (5, ENDLESS)]);
            let (preperiod, period, saltus) = found_arithmetic(&rule, 400);
            all_but(&rule, claim(preperiod, period, saltus))
        }),
        ("nim-by-states", all_but(&subtract(&[(1, ENDLESS)]), claim(0, 1, 1))),
        ("nim", closed(TheoremName::Nim, subtract(&[(1, ENDLESS)]), claim(0, 1, 1))),
        ("take-7", closed(TheoremName::TakeUpTo, subtract(&[(1, 7)]), claim(0, 8, 0))),
        ("game-j", {
            let rule = rule(&[one(&[(0, 0)], &[(3, 3)], ConditionText::Any)]);
            closed(TheoremName::ThreeParts, rule, claim(1, 2, 1))
        }),
        ("kayles-parts", small(TheoremName::Parts, &code("0.77"), claim(71, 12, 0))),
        ("distinct-parts", small(TheoremName::Parts, &split(ConditionText::Differ(2)), claim(5, 4, 0))),
        ("kayles-classes", classes(&code("0.77"), claim(71, 12, 0), &[], (71, 1, 94, 0))),
        ("0.8", classes(&code("0.8"), claim(1, 3, 1), &[], (1, 1, 7, 2))),
        ("0.3f", classes(&code("0.3f"), claim(0, 6, 3), &[], (1, 1, 19, 7))),
        ("lasker", classes(&tailed("43"), claim(1, 4, 4), &[], (1, 1, 11, 9))),
        ("0.2003d", classes(&code("0.2003d"), claim(1, 22, 8), &[0, 11], (1, 1, 50, 16))),
        ("kayles-sparse", sparse_found(&code("0.77"), claim(71, 12, 0), SpaceType::Zero, 0)),
        // Break indices of one parity, even and odd: sparse spaces of type 1.
        ("0.051-sparse", sparse_found(&code("0.051"), claim(48, 48, 0), SpaceType::One, 0)),
        ("0.117-sparse", sparse_found(&code("0.117"), claim(47, 48, 0), SpaceType::One, 1)),
        ("0.117-segments", segmented_found(&code("0.117"), claim(47, 48, 0), SpaceType::One, 1, 60)),
        ("kayles-segments", segmented_found(&code("0.77"), claim(71, 12, 0), SpaceType::Zero, 0, 40)),
        (
            "kayles-windows",
            without_hashes(segmented_found(&code("0.77"), claim(71, 12, 0), SpaceType::Zero, 0, 40)),
        ),
    ]
}

/// More of them, whose values take a moment.
pub fn larger() -> Vec<(&'static str, Certificate)> {
    vec![
        ("0.45", small(TheoremName::Octal, &code("0.45"), claim(498, 20, 0))),
        ("0.45-sparse", sparse_found(&code("0.45"), claim(498, 20, 0), SpaceType::Zero, 0)),
        ("0.156-sparse", sparse_found(&code("0.156"), claim(3479, 349, 0), SpaceType::Zero, 0)),
        ("0.356-segments", segmented_found(&code("0.356"), claim(7315, 142, 0), SpaceType::Zero, 0, 1500)),
    ]
}

/// Preperiod and period, by looking at a long list.
pub fn found(rule: &RuleText, count: u64) -> (u64, u64) {
    let (preperiod, period, _) = found_arithmetic(rule, count);
    (preperiod, period)
}

pub fn found_arithmetic(rule: &RuleText, count: u64) -> (u64, u64, u64) {
    let values: Vec<i64> = naive(rule, count).into_iter().map(i64::from).collect();
    let count = count as usize;
    for period in 1..count / 4 {
        let saltus = values[count - 1] - values[count - 1 - period];
        let breaks = (0..count - period).rev().find(|&n| values[n + period] != values[n] + saltus);
        let preperiod = breaks.map_or(0, |n| n + 1);
        if saltus >= 0 && preperiod < count / 4 {
            return (preperiod as u64, period as u64, saltus as u64);
        }
    }
    panic!("no period");
}
