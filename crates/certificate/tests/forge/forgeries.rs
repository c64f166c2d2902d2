//! Forged certificates of every kind: evidence made from true values for claims, spaces, states, blocks and marks that
//! need not be right, and then two or three fields changed together. The closing hash always belongs to the text.

use std::fmt::Write;

use sha2::{Digest as _, Sha256};
use sprague_certificate::{
    Certificate, ClassText, ConditionText, ENDLESS, Evidence, MoveText, PairLine, RuleText, Runs, Set,
    SpaceText, SpaceType, StarBlock, StarCertificate, StarEvidence, Subject, TheoremName, values_needed,
};
use sprague_kit::Random;

use super::plain::{heap_values, star_terms};
use super::{
    claim, code, cut_at, is_rare, needed_ends, one, rule, segmented, sparse, split, subtract, with_values,
};

/// The text with the closing hash that belongs to it.
pub fn close(body: &str) -> String {
    let mut text = body.to_string();
    write!(text, "sha256 ").unwrap();
    for byte in Sha256::digest(body.as_bytes()) {
        write!(text, "{byte:02x}").unwrap();
    }
    text + "\n"
}

pub fn body(text: &str) -> &str {
    &text[..text.rfind("sha256 ").unwrap_or(text.len())]
}

/// The least place from which on the terms before `end` have this period (and saltus).
fn least_start(terms: &[i64], end: usize, p: usize, saltus: i64) -> u64 {
    let end = end.min(terms.len());
    let fails = (0..end.saturating_sub(p)).rev().find(|&at| terms[at + p] != terms[at] + saltus);
    fails.map_or(0, |at| at as u64 + 1)
}

fn divisors(n: u64) -> Vec<u64> {
    (1..=n.max(1)).filter(|d| n.is_multiple_of(*d)).collect()
}

/// A little more or less, sometimes.
fn near(chance: &mut Random, number: u64) -> u64 {
    match chance.below(6) {
        0 => number + 1,
        1 => number.saturating_sub(1),
        _ => number,
    }
}

/// The kinds of forgeries, by name.
pub const KINDS: [&str; 15] = [
    "closed",
    "small",
    "P.8",
    "sparse",
    "segmented",
    "row",
    "value",
    "value by blocks",
    "diagonal",
    "tracks",
    "classes",
    "classes",
    "classes",
    "any",
    "pair",
];

/// One forgery of this kind, its evidence made to fit as far as it goes.
pub fn made(kind: usize, chance: &mut Random, known: &[String]) -> String {
    match kind {
        0 => closed(chance),
        1 => small(chance),
        2 => all_but(chance),
        3 | 4 => sparse_or_cut(chance, kind == 4),
        5 => row(chance),
        6 => value(chance),
        7 | 8 => blocks(chance, kind == 8),
        9 => tracks(chance),
        10..=12 => classes(chance),
        14 => pair(chance),
        _ => chance.pick(known),
    }
}

fn closed(chance: &mut Random) -> String {
    let most = chance.below(9);
    let rules = [
        subtract(&[(1, ENDLESS)]),
        subtract(&[(1, most.max(1))]),
        subtract(&[(2, most + 2)]),
        subtract(&[(1, 1), (3, most + 3)]),
        rule(&[one(&[(0, 0)], &[(3, 3)], ConditionText::Any)]),
        rule(&[one(&[(0, 0)], &[(2, 3)], ConditionText::Any)]),
        rule(&[one(&[(0, 0)], &[(3, 3)], ConditionText::NotAllEqual)]),
        rule(&[
            one(&[(1, most.max(1))], &[(0, 1)], ConditionText::Any),
            one(&[(1, 2)], &[(0, 1)], ConditionText::Any),
        ]),
        RuleText::default(),
    ];
    let mut rule = chance.pick(&rules);
    if chance.one_in(4) && !rule.moves.is_empty() {
        rule.moves[0].on = Set(vec![(chance.below(6), ENDLESS)]);
    }
    let theorem = chance.pick(&[TheoremName::Nim, TheoremName::TakeUpTo, TheoremName::ThreeParts]);
    let claims = [
        claim(0, 1, 1),
        claim(0, most + 1, 0),
        claim(0, most.max(1) + 1, 0),
        claim(1, 2, 1),
        claim(0, 2, 2),
        claim(1, 1, 1),
        claim(0, 2 * most + 2, 0),
    ];
    let claim = chance.pick(&claims);
    Certificate { theorem, rule, claim, evidence: Evidence::Closed }.to_text()
}

/// Rules of one to three moves, also of kinds that a theorem does not cover.
fn any_rule(chance: &mut Random) -> RuleText {
    let mut moves = Vec::new();
    for _ in 0..1 + chance.below(3) {
        let taken = chance.below(4);
        let take = if chance.one_in(5) { (taken, taken + 2) } else { (taken, taken) };
        let low = if taken == 0 { 2 } else { chance.below(3) };
        let leave = (low, (low + chance.below(2)).min(if chance.one_in(3) { 3 } else { 2 }));
        let condition = match chance.below(6) {
            0 => ConditionText::NotAllEqual,
            1 => ConditionText::Differ(1 + chance.below(3)),
            _ => ConditionText::Any,
        };
        let mut m = one(&[take], &[leave], condition);
        if chance.one_in(4) {
            let from = chance.below(8);
            m.on = Set(vec![(from, chance.pick(&[ENDLESS, from, from + 3]))]);
        }
        moves.push(m);
    }
    if chance.one_in(3) {
        moves.truncate(1);
        moves[0] = one(&[(1, 1 + chance.below(2)), (5, 5 + chance.below(3))], &[(0, 1)], ConditionText::Any);
    }
    if chance.one_in(8) {
        moves.push(MoveText { on: Set(vec![(0, 4)]), ..one(&[(1, ENDLESS)], &[(0, 1)], ConditionText::Any) });
    }
    RuleText { moves }
}

fn small(chance: &mut Random) -> String {
    let theorems = [
        TheoremName::Octal,
        TheoremName::ManyHeaps,
        TheoremName::Grundy,
        TheoremName::Apart,
        TheoremName::Subtraction,
    ];
    let theorem = chance.pick(&theorems);
    let rule = match chance.below(4) {
        0 => code(chance.pick(&["0.77", "0.07", "0.137", "0.12", "0.3", "4.0", "0.6", "0.f1", "0.53"])),
        1 => split(ConditionText::Differ(1 + chance.below(2))),
        _ => any_rule(chance),
    };
    let most = rule.moves.iter().map(|m| m.leave.0.last().unwrap().1).max().unwrap_or(0);
    let limit = if most > 2 { 60 } else { 190 };
    let values: Vec<i64> = heap_values(&rule, limit).into_iter().map(i64::from).collect();
    // A period that these values seem to have, or any.
    let p = if chance.one_in(4) { 1 + chance.below(14) } else { seeming(&values, chance) };
    let saltus = u64::from(chance.one_in(12));
    let mut preperiod = least_start(&values, limit / 2, p as usize, saltus as i64);
    for _ in 0..2 {
        let others = [theorem, TheoremName::Octal, TheoremName::Apart, TheoremName::Subtraction];
        let counts = others.map(|theorem| values_needed(theorem, &rule, claim(preperiod, p, saltus)).ok());
        let count = counts.into_iter().flatten().next().unwrap_or(2 * preperiod.max(1) + 2 * p + 3);
        let count = near(chance, count).clamp(1, limit as u64);
        // The start that is least as far as these values go.
        preperiod = least_start(&values, count as usize, p as usize, saltus as i64);
    }
    preperiod = near(chance, preperiod);
    let counts = [theorem, TheoremName::Octal, TheoremName::Apart, TheoremName::Subtraction]
        .map(|theorem| values_needed(theorem, &rule, claim(preperiod, p, saltus)).ok());
    let count = counts.into_iter().flatten().next().unwrap_or(2 * preperiod.max(1) + 2 * p + 3);
    let count = if chance.one_in(6) { near(chance, count) } else { count }.clamp(1, limit as u64);
    let mut listed = heap_values(&rule, limit)[..count as usize].to_vec();
    if chance.one_in(12) {
        let at = chance.below(count) as usize;
        listed[at] ^= 1;
    }
    with_values(theorem, &rule, claim(preperiod, p, saltus), &listed).to_text()
}

/// A period that the values seem to have near their end.
fn seeming(values: &[i64], chance: &mut Random) -> u64 {
    let fits = |p: &u64| least_start(values, values.len(), *p as usize, 0) < values.len() as u64 * 2 / 3;
    let found: Vec<u64> = (1..values.len() as u64 / 3).filter(fits).take(4).collect();
    if found.is_empty() { 1 + chance.below(20) } else { chance.pick(&found) }
}

/// Rules for the class theorem: up to three parts, conditions, moves that take any number, and first heaps with moves
/// of their own.
pub fn class_rule(chance: &mut Random) -> RuleText {
    let mut moves = Vec::new();
    for _ in 0..1 + chance.below(3) {
        let (taken, left) = (chance.below(4), chance.below(4));
        let endless = chance.one_in(4) && left < 3;
        let taken = if left < 2 { taken.max(1) } else { taken };
        let condition = match chance.below(5) {
            0 => ConditionText::NotAllEqual,
            1 => ConditionText::Differ(1 + chance.below(2)),
            _ => ConditionText::Any,
        };
        let least = if chance.one_in(2) && taken > 0 { 0 } else { left };
        let mut m = one(&[(taken, if endless { ENDLESS } else { taken })], &[(least, left)], condition);
        if chance.one_in(5) {
            let from = chance.below(7);
            m.on = Set(vec![(from, chance.pick(&[ENDLESS, from, from + 2]))]);
        }
        moves.push(m);
    }
    RuleText { moves }
}

/// A pattern that the values follow up to some heap, with numbers that may prove it.
fn classes(chance: &mut Random) -> String {
    let known = ["0.8", "8.8", "0.3f", "0.28", "4.3", "0.77", "0.c8", "0.9", "8.3", "0.2003d", "0.205200c"];
    let rule = if chance.one_in(4) { code(chance.pick(&known)) } else { class_rule(chance) };
    let most = rule.moves.iter().map(|m| m.leave.0.last().unwrap().1).max().unwrap_or(0);
    let limit = if most > 2 { 64 } else { 110 };
    let values: Vec<i64> = heap_values(&rule, limit).into_iter().map(i64::from).collect();
    let end = 6 + chance.below(limit as u64 - 6) as usize;
    // the shortest period, or any, that the last of these values have, with one saltus or none in each class
    let step = |n: usize, p: usize| values[n + p] - values[n];
    let start_of = |p: usize| -> Option<(usize, i64)> {
        let saltus = (end.checked_sub(2 * p)?..end - p).map(|n| step(n, p)).max()?;
        let fits = |n: &usize| {
            let last = n + p >= end - p;
            (step(*n, p) == 0 || step(*n, p) == saltus) && (last || step(n + p, p) == step(*n, p))
        };
        Some((end - p - (0..end - p).rev().take_while(fits).count(), saltus))
    };
    let fitting: Vec<usize> = (1..=end / 3)
        .filter(|&p| start_of(p).is_some_and(|(start, saltus)| saltus >= 0 && start + 2 * p < end))
        .collect();
    let Some(&p) = fitting.get(chance.below(3.min(fitting.len() as u64)) as usize) else {
        return small(chance);
    };
    let (start, saltus) = start_of(p).unwrap();
    let multiple = if chance.one_in(4) { 2 } else { 1 };
    let turns = if saltus > 0 { 2 } else { 1 };
    let saltus = saltus as u64;
    let residues = (end - p..end).filter(|&n| saltus > 0 && step(n - p, p) == 0).map(|n| (n % p) as u64);
    let mut constant: Vec<u64> = residues.collect();
    constant.sort_unstable();
    if chance.one_in(30) {
        constant.push(chance.below(p as u64 + 2));
    }
    let window = (end as u64).saturating_sub(turns * multiple * p as u64);
    let from = near(chance, (start as u64).max(1));
    let low = if saltus > 0 { 2 * saltus * multiple + chance.below(6) } else { u64::from(chance.one_in(20)) };
    let low = near(chance, low);
    let preperiod = if chance.one_in(8) { near(chance, start as u64) } else { start as u64 };
    let text = ClassText { constant, from, multiple, window: near_rarely(chance, window), low };
    let runs = Runs::of(&heap_values(&rule, limit)[..end]);
    let claim = claim(preperiod, p as u64, saltus);
    Certificate { theorem: TheoremName::Classes, rule, claim, evidence: Evidence::Classes(text, runs) }
        .to_text()
}

/// Hardly ever a little more or less.
fn near_rarely(chance: &mut Random, number: u64) -> u64 {
    if chance.one_in(12) { near(chance, number) } else { number }
}

fn all_but(chance: &mut Random) -> String {
    let last = 3 + chance.below(9);
    let mut take: Vec<(u64, u64)> =
        (1..last / 2).filter(|_| chance.one_in(2)).map(|i| (2 * i - 1, 2 * i - 1)).collect();
    take.push((last + 1, if chance.one_in(9) { last + 9 } else { ENDLESS }));
    let mut rule = subtract(&take);
    if chance.one_in(8) {
        rule.moves[0].leave = Set(vec![(1, 1)]);
    }
    if chance.one_in(8) {
        rule.moves[0].on = Set(vec![(chance.below(5), ENDLESS)]);
    }
    let values: Vec<i64> = heap_values(&rule, 160).into_iter().map(i64::from).collect();
    let p = 1 + chance.below(24);
    let end = chance.below(100);
    let count = (end + p) as usize;
    let saltus = values[count].saturating_sub(values[end as usize]).max(0) as u64;
    let start = least_start(&values, count, p as usize, saltus as i64);
    let claim = claim(near(chance, start.min(end)), p, near(chance, saltus));
    with_values(TheoremName::AllBut, &rule, claim, &heap_values(&rule, 160)[..count]).to_text()
}

fn sparse_or_cut(chance: &mut Random, cut: bool) -> String {
    let games =
        [("0.77", 12), ("0.051", 48), ("0.117", 48), ("0.07", 34), ("0.6", 13), ("0.3", 2), ("0.15", 10)];
    let (name, period) = chance.pick(&games);
    let mut rule = if chance.one_in(4) { any_rule(chance) } else { code(name) };
    let most = rule.moves.iter().map(|m| m.leave.0.last().unwrap().1).max().unwrap_or(0);
    let limit: usize = if most > 2 { 100 } else { 330 };
    let values = heap_values(&rule, limit);
    let terms: Vec<i64> = values.iter().copied().map(i64::from).collect();
    let p = match chance.below(4) {
        0 => chance.pick(&divisors(period)),
        1 => seeming(&terms, chance),
        2 => near(chance, 2 * period),
        _ => period,
    };
    let kind = if name == "0.77" || chance.one_in(4) { SpaceType::Zero } else { SpaceType::One };
    let parity = rule
        .moves
        .iter()
        .find(|m| m.leave.0.iter().any(|range| range.1 >= 2))
        .map_or(0, |m| m.take.0[0].0 % 2);
    let bits = 32 - values.iter().max().unwrap().leading_zeros().min(31);
    let rare = |mask: u32| {
        let heaps = (0..).zip(values.iter().copied());
        heaps.filter(|&(n, v)| is_rare(n, v, mask, kind, parity)).collect::<Vec<_>>()
    };
    let mask = if chance.one_in(3) {
        chance.below(1 << bits) as u32
    } else {
        (0..1 << bits).min_by_key(|&mask| rare(mask).len()).unwrap_or(1)
    };
    let mut rare = rare(mask);
    if chance.one_in(3) {
        rare.truncate(chance.below(rare.len() as u64 + 1) as usize);
    }
    let last = rare.last().map_or(0, |rare| rare.0);
    let beyond = if cut { 2 * last } else { last } + chance.below(30);
    let reach = if chance.one_in(2) { last.max(1) } else { near(chance, beyond) };
    let k = rule.moves.iter().filter_map(|m| m.take.0.last()).map(|range| range.1).filter(|&k| k < 99).max();
    let (k, reach) = (k.unwrap_or(0), reach.min(limit as u64 / 2));
    rule.moves.retain(|m| m.take.0.last().unwrap().1 < 99);
    // The start that is least as far as the evidence goes.
    let mut preperiod = 1;
    for _ in 0..3 {
        let end = (preperiod + p + reach + k) as usize;
        preperiod = least_start(&terms, end, p as usize, 0).max(1);
    }
    preperiod = near(chance, preperiod);
    let end = preperiod + p + reach + k;
    if end as usize > limit || end == 0 {
        return small(chance);
    }
    let space = SpaceText { mask, kind, reach, rare };
    let claim = claim(preperiod, p, 0);
    if !cut {
        return sparse(&rule, claim, &space, &values).to_text();
    }
    let paper = match chance.below(3) {
        0 => {
            let mut ends = needed_ends(&rule, claim, &space);
            if chance.one_in(2) && ends.len() > 2 {
                ends.remove(1);
            }
            cut_at(&rule, claim, &space, &values, &ends)
        }
        _ => segmented(&rule, claim, &space, &values, 20 + chance.below(80)),
    };
    paper.to_text()
}

fn star_text(subject: Subject, (first, period): (u64, u64), at: u64, evidence: StarEvidence) -> String {
    StarCertificate { subject, first, period, at, evidence }.to_text()
}

/// The values of a row, by plain mex.
fn row_values(row: u64) -> Vec<i64> {
    let (terms, _) = star_terms(Subject::Row(row)).unwrap();
    [row as i64 - 1].into_iter().chain((1..).zip(terms.iter()).map(|(b, term)| term + b)).collect()
}

fn row_state(row: u64, column: u64) -> Vec<Vec<u64>> {
    let unused = |a: u64| {
        let before = &row_values(a)[..column as usize];
        let near = column.saturating_sub(a)..column + a;
        near.filter(|&value| !before.contains(&(value as i64))).map(|value| value + a - column).collect()
    };
    (1..=row).map(unused).collect()
}

fn row(chance: &mut Random) -> String {
    let row = 1 + chance.below(6);
    let joint = [1, 3, 9, 36, 144, 720][row as usize - 1];
    let at = match chance.below(3) {
        0 => chance.below(12),
        _ => 1 + chance.below(120),
    };
    let again = match chance.below(6) {
        0 => near(chance, joint),
        1 => 2 * joint,
        2 => chance.pick(&divisors(joint)),
        3 => 1 + chance.below(200),
        _ => joint,
    };
    let seen = if chance.one_in(3) { at + again } else { at };
    let state = row_state(row, seen.max(1));
    let period = if chance.one_in(2) { again.max(1) } else { chance.pick(&divisors(again.max(1))) };
    let (terms, _) = star_terms(Subject::Row(row)).unwrap();
    let end = (at + again).saturating_sub(1) as usize;
    let first = 1 + least_start(&terms, end, period as usize, 0);
    let first = if chance.one_in(3) { near(chance, first) } else { first };
    star_text(Subject::Row(row), (first, period), at, StarEvidence::Repetition { again, state })
}

/// For each value the numbers from a row on that are paired with a smaller one than the row.
fn pair_state(value: u64, row: u64) -> Vec<Vec<u64>> {
    let mut state = Vec::new();
    for g in 0..=value {
        let (differences, _) = star_terms(Subject::Value(g)).unwrap();
        let (mut paired, mut x, mut found) = (std::collections::BTreeSet::new(), 0, Vec::new());
        for &difference in differences.iter() {
            while paired.contains(&x) {
                x += 1;
            }
            if x >= row {
                break;
            }
            paired.extend([x, x + difference as u64]);
            if x + difference as u64 >= row {
                found.push(x + difference as u64 - row);
            }
            x += 1;
        }
        found.sort_unstable();
        state.push(found);
    }
    state
}

/// How many pairs of a value have their smaller number before this row.
fn pairs_before(value: u64, row: u64) -> usize {
    let (differences, _) = star_terms(Subject::Value(value)).unwrap();
    let (mut paired, mut x, mut count) = (std::collections::BTreeSet::new(), 0, 0);
    for &difference in differences.iter() {
        while paired.contains(&x) {
            x += 1;
        }
        if x >= row {
            break;
        }
        paired.extend([x, x + difference as u64]);
        (count, x) = (count + 1, x + 1);
    }
    count
}

fn value(chance: &mut Random) -> String {
    let value = chance.below(8);
    let at = chance.pick(&[0, 1, 2, 3, 5, 8, 17, 32, 40, 50, 64]);
    let state = pair_state(value, at);
    let back = (1..80).find(|&rows| pair_state(value, at + rows) == state);
    let again = match back {
        Some(rows) if !chance.one_in(3) => rows * (1 + chance.below(2)),
        _ => 1 + chance.below(90),
    };
    let state = if chance.one_in(4) { pair_state(value, at + again) } else { state };
    let turn = pairs_before(value, at + again) - pairs_before(value, at);
    let period =
        if chance.one_in(2) { turn.max(1) as u64 } else { chance.pick(&divisors(turn.max(1) as u64)) };
    let (terms, _) = star_terms(Subject::Value(value)).unwrap();
    let first = least_start(&terms, pairs_before(value, at + again), period as usize, 0);
    let first = if chance.one_in(3) { near(chance, first) } else { first };
    star_text(Subject::Value(value), (first, period), at, StarEvidence::Repetition { again, state })
}

fn blocks(chance: &mut Random, diagonal: bool) -> String {
    // First and last diagonal, and rows until the state comes back.
    let partition = [(0, 0, 1), (1, 1, 2), (2, 2, 4), (3, 5, 144), (6, 6, 12)];
    let last = chance.below(5) as usize;
    let at = match chance.below(4) {
        0 => chance.below(20),
        1 => chance.below(200),
        _ => 250 + chance.below(200),
    };
    let mut blocks: Vec<StarBlock> = Vec::new();
    for &(first, last, again) in &partition[..=last] {
        let before = if chance.one_in(4) { chance.below(120) } else { chance.pick(&[0, 3, 8, 260]) };
        let again = match chance.below(10) {
            0 => near(chance, again),
            1 => chance.below(40),
            2 => 2 * again,
            _ => again,
        };
        blocks.push(StarBlock { first, last, before, again });
    }
    match chance.below(12) {
        0 => _ = blocks.remove(chance.below(blocks.len() as u64) as usize),
        1 if blocks.len() > 1 => {
            // Two as one.
            let place = chance.below(blocks.len() as u64 - 1) as usize;
            let after = blocks.remove(place + 1);
            blocks[place].last = after.last;
            blocks[place].again *= after.again;
        }
        2 => {
            let place = chance.below(blocks.len() as u64) as usize;
            blocks[place].last = near(chance, blocks[place].last);
        }
        _ => {}
    }
    let Some(&held) = blocks.last() else { return value(chance) };
    let line = if diagonal {
        held.first + chance.below(held.last.saturating_sub(held.first) + 1)
    } else {
        (2 * held.first).saturating_sub(1) + chance.below(2)
    };
    let line = near(chance, line);
    // Earlier versions had a line `again` here, and looked so many rows further.
    let old =
        if chance.one_in(3) { Some(if chance.one_in(2) { 0 } else { chance.below(500) }) } else { None };
    let rows = old.unwrap_or(0).max(held.before + held.again);
    let subject = if diagonal { Subject::Diagonal(line) } else { Subject::Value(line) };
    let (terms, _) = star_terms(subject).unwrap();
    let (from, end) = if diagonal {
        ((at + held.before).saturating_sub(1), at + rows - u64::from(at + rows > 0))
    } else {
        (pairs_before(line, at + held.before) as u64, pairs_before(line, at + rows) as u64)
    };
    let turn = (end - from).max(1);
    let period = if chance.one_in(2) { turn } else { chance.pick(&divisors(turn)) };
    let first = u64::from(diagonal) + least_start(&terms, end as usize, period as usize, 0);
    let first = if chance.one_in(3) { near(chance, first) } else { first };
    let text = star_text(subject, (first, period), at, StarEvidence::Blocks(blocks));
    match old {
        Some(again) => close(&body(&text).replacen("\nblock", &format!("\nagain {again}\nblock"), 1)),
        None => text,
    }
}

/// What is known of a row at a column: windows of the rows below, places always used, tracks.
#[derive(Clone)]
pub struct Pattern(pub Vec<u64>, pub u64, pub Vec<u64>);

impl Pattern {
    /// One column further, if exactly one track can move.
    pub fn step(&mut self) {
        let Self(below, used, tracks) = self;
        let (mut seen, mask) = (1u64, tracks.iter().fold(0, |mask, place| mask | 1 << place));
        for window in below.iter_mut() {
            let lowest = (!(*window | seen)).trailing_zeros();
            (*window, seen) = ((*window | 1 << lowest) >> 1, (seen | 1 << lowest) << 1);
        }
        let to = (!(*used | mask | seen)).trailing_zeros();
        let from = (mask & !seen).trailing_zeros();
        for place in tracks.iter_mut() {
            *place = if *place == u64::from(from) { u64::from(to) } else { *place }.saturating_sub(1);
        }
        *used = (*used | 1u64.checked_shl(from).unwrap_or(0)) >> 1;
    }

    pub fn line(&self) -> Vec<u64> {
        self.0.iter().copied().chain([self.1]).chain(self.2.iter().copied()).collect()
    }
}

fn tracks(chance: &mut Random) -> String {
    let known = [
        (1, 20, 1, 1, Pattern(vec![], 1, vec![1])),
        (6, 200, 144, 720, Pattern(vec![1, 6, 19, 27, 47], 3, vec![2, 4, 5, 7, 8])),
        (7, 300, 720, 5040, Pattern(vec![1, 3, 25, 15, 59, 399], 135, vec![3, 4, 5, 6, 8, 9, 10])),
    ];
    let (row, mut at, mut again, mut period, mut pattern) =
        known[usize::from(!chance.one_in(12)) * (1 + chance.below(2) as usize)].clone();
    for _ in 0..chance.below(30) {
        pattern.step();
        at += 1;
    }
    match chance.below(8) {
        0 => again *= 2,
        1 => again = chance.pick(&divisors(again)),
        2 => again = near(chance, again),
        _ => {}
    }
    let segments = chance.pick(&divisors(again)[..divisors(again).len().min(5)]);
    if chance.one_in(5) {
        // A place that is free for a track, a track more or less, or one that is always used.
        match chance.below(4) {
            0 => pattern.2.push(11 + chance.below(9)),
            1 => _ = pattern.2.pop(),
            2 => pattern.1 |= 1 << pattern.2.pop().unwrap_or(2),
            _ => pattern.2.push(pattern.2[0]),
        }
    }
    let (mut marks, mut here) = (vec![pattern.line()], pattern);
    for _ in 0..segments {
        (0..again / segments).for_each(|_| here.step());
        marks.push(here.line());
    }
    if chance.one_in(6) {
        let mark = chance.below(marks.len() as u64) as usize;
        let place = chance.below(marks[mark].len() as u64) as usize;
        marks[mark][place] = near(chance, marks[mark][place]);
    }
    let (terms, _) = star_terms(Subject::Row(row)).unwrap();
    period = match chance.below(4) {
        0 => again * (1 + chance.below(8)),
        1 => near(chance, period),
        _ => period,
    };
    let true_first = 1 + least_start(&terms, 6500, period as usize, 0);
    let first = if chance.one_in(3) { near(chance, true_first) } else { true_first };
    star_text(Subject::Row(row), (first, period), at, StarEvidence::Tracks { again, marks })
}

/// A pair: true lines for all pairs, one of them looked at elsewhere, or coming back at another time, or with another
/// period; first columns are the least ones that these columns allow.
fn pair(chance: &mut Random) -> String {
    let (a, b) = [(1, 2), (2, 3), (2, 4), (3, 4), (2, 5)][chance.below(5) as usize];
    let pairs: Vec<(u64, u64)> = (1..=b).flat_map(|j| (1..=a.min(j)).map(move |i| (i, j))).collect();
    let changed = if chance.one_in(2) { pairs.len() - 1 } else { chance.below(pairs.len() as u64) as usize };
    let mut lines: Vec<PairLine> = Vec::new();
    for (at, &(i, j)) in pairs.iter().enumerate() {
        let (terms, _) = star_terms(Subject::Pair(i, j)).unwrap();
        let (mut from, mut again) = (20, 8 * (1 + u64::from(j > 5)));
        let period = (1..=again).find(|p| least_start(&terms, 500, *p as usize, 0) < 100).unwrap();
        let mut line =
            PairLine { from, again, period, first: 1 + least_start(&terms, 500, period as usize, 0) };
        if at == changed {
            match chance.below(6) {
                0 => from = chance.below(30),
                1 => again = 1 + chance.below(40),
                2 => again = chance.pick(&divisors(again)),
                3 => (from, again) = (1 + chance.below(24), 1 + chance.below(24)),
                _ => {}
            }
            line = PairLine { from, again, ..line };
            if chance.one_in(2) {
                line.period = chance.pick(&divisors(again));
                let end = (from + again).saturating_sub(1) as usize;
                line.first = 1 + least_start(&terms, end, line.period as usize, 0);
            }
            if chance.one_in(4) {
                line.first = near(chance, line.first);
            }
        }
        lines.push(line);
    }
    let last = lines[lines.len() - 1];
    let claim =
        if chance.one_in(6) { (near(chance, last.first), last.period) } else { (last.first, last.period) };
    star_text(Subject::Pair(a, b), claim, last.from, StarEvidence::Pairs(lines))
}

/// Two or three fields changed together.
pub fn with_fields_changed(text: &str, chance: &mut Random) -> String {
    let lines: Vec<&str> = body(text).lines().collect();
    let mut words: Vec<Vec<String>> =
        lines.iter().map(|line| line.split(' ').map(str::to_string).collect()).collect();
    let numbers: Vec<u64> = words.iter().flatten().filter_map(|word| word.parse().ok()).collect();
    for _ in 0..2 + chance.below(2) {
        let heads: Vec<usize> = (1..words.len())
            .filter(|&at| {
                !["values", "window", "state", "mark", "rare", "segment"].contains(&words[at][0].as_str())
            })
            .collect();
        let at =
            if chance.one_in(3) { chance.below(words.len() as u64) as usize } else { chance.pick(&heads) };
        let place = chance.below(words[at].len() as u64) as usize;
        let leave = words[at].get(place.wrapping_sub(1)).is_some_and(|before| before == "leave");
        let word = words[at][place].clone();
        let split = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        words[at][place] = match word[..split].parse::<u64>() {
            Ok(number) => {
                let other = match chance.below(9) {
                    0 => number + 1,
                    1 => number.saturating_sub(1),
                    2 => 2 * number,
                    3 => number / 2,
                    4 => 0,
                    5 => 1,
                    6 => number + 2,
                    7 => 1 << 40,
                    _ => chance.pick(&numbers),
                };
                format!("{}{}", if leave { other.min(3) } else { other }, &word[split..])
            }
            Err(_) => match word.as_str() {
                "any" | "not-all-equal" => {
                    chance.pick(&["any", "not-all-equal", "differ=1", "differ=2"]).into()
                }
                "row" | "value" | "diagonal" => chance.pick(&["row", "value", "diagonal", "pair"]).into(),
                "state" | "mark" | "block" | "pair" => {
                    chance.pick(&["state", "mark", "block", "pair"]).into()
                }
                theorem if words[at][0] == "theorem" && theorem != "theorem" => chance
                    .pick(&["P.1", "P.2", "P.3", "P.4", "P.5", "P.7", "P.8", "nim", "take-up-to"])
                    .into(),
                mask if mask.starts_with("0x") => format!("{:#x}", chance.below(64)),
                other => other.into(),
            },
        };
    }
    let lines: Vec<String> = words.into_iter().map(|words| words.join(" ") + "\n").collect();
    close(&lines.concat())
}
