//! Section 11 of the thesis: rare and common values of Grundy's game, the fast algorithm, the rare heaps.

use crate::claim::Expected::{Corrected, Holds};
use crate::claim::Line;
use crate::finding::{Checked, corrected, holds, same};
use crate::plain::two_parts;
use crate::range::{Range, values};
use crate::{ensure, tables};

#[rustfmt::skip]
pub const CLAIMS: &[Line] = &[
    ("11.1", "Def. 11.1", "4.5", Holds, rare_values,
        "A value is rare if it has an even number of ones above bit 0: 0, 1, 6, 7, 10, 11, 12, 13, 18, \
         ..."),
    ("11.3", "Lemma 11.3", "4.5", Holds, closure,
        "Nim-sums of two rare or of two common values are rare, of one of each common."),
    ("11.5", "Def. 11.4, Lemma 11.5", "4.5", Holds, closure_of_masks,
        "The same for the parity of the bits under any mask, and 0 is always among the rare."),
    ("11.6", "Lemma 11.6", "4.6", Holds, bound_by_rares,
        "If R heaps n ≥ 1 are rare, no value exceeds the (R + 1)-st common value."),
    ("11.7", "Lemma 11.7", "4.6", Holds, fast_evaluation,
        "The least common value that no split with a rare part has, or a smaller rare value that no split \
         has, is the value."),
    ("E-T8", "section 11, formula of the common part", "4.6", Corrected, common_part,
        "The heap is x and the rare part y: excluded are g(y) ⊕ g(x - y)."),
    ("11.8", "Rem. 11.8", "4.6", Holds, rare_heaps,
        "The rare heaps of Grundy's game: 1286 with n ≥ 1 in all that was ever computed."),
    ("11.8a", "Rem. 11.8", "4.6", Holds, late_rares,
        "After 82 860 there is no rare heap before 47 461 861; the last known is 48 399 022 with 259; the \
         largest value to 49 000 000 is 267, at 48 142 611."),
];

pub fn is_rare(value: u64) -> bool {
    (value >> 1).count_ones().is_multiple_of(2)
}

fn rare_values(_: &Range) -> Checked {
    let first = |rare: bool, count: usize| {
        (0..).filter(|&value| is_rare(value) == rare).take(count).collect::<Vec<u64>>()
    };
    same("rare", first(true, 14), vec![0, 1, 6, 7, 10, 11, 12, 13, 18, 19, 20, 21, 24, 25])?;
    same("common", first(false, 12), vec![2, 3, 4, 5, 8, 9, 14, 15, 16, 17, 22, 23])?;
    let game: sprague::heap::HeapGame = "grundy".parse().map_err(|error| format!("{error}"))?;
    let mut engine =
        sprague::sequence::Engine::new(game.rule.clauses(), sprague::sequence::EngineSettings::default());
    let _ = engine
        .stream(20_000, &mut |_: u64, _: &[sprague::nimber::Nimber]| std::ops::ControlFlow::Continue(()));
    let space = engine.space().ok_or("the engine finds no sparse space")?;
    for value in 0..128 {
        same("the space that the engine finds", space.is_rare(9, value), is_rare(value.into()))?;
    }
    Ok(holds("values < 128, against the space that the engine finds by itself", 127))
}

fn closure(_: &Range) -> Checked {
    for a in 0..512u64 {
        for b in 0..512u64 {
            ensure!(is_rare(a ^ b) == (is_rare(a) == is_rare(b)), "{a} ⊕ {b}");
        }
    }
    Ok(holds("values < 512", 511))
}

fn closure_of_masks(_: &Range) -> Checked {
    for mask in 1..64u32 {
        let space = sprague::sequence::Space::new(mask, sprague::sequence::Kind::Value).ok_or("a mask")?;
        let rare = |value: u32| space.is_rare(0, value);
        ensure!(rare(0), "0 is common under {mask:b}");
        let mut members: Vec<u32> = (0..128).filter(|&value| rare(value)).collect();
        same("half of the values are rare", members.len(), 64)?;
        for a in 0..128 {
            ensure!((0..128).all(|b| rare(a ^ b) == (rare(a) == rare(b))), "{a} under {mask:b}");
        }
        members.retain(|value| (value & mask).count_ones() % 2 == 1);
        same("odd members", members, vec![])?;
    }
    Ok(holds("masks < 64, values < 128", 127))
}

fn bound_by_rares(range: &Range) -> Checked {
    let grundy = range.grundy();
    for &(heap, value) in grundy.statistics.records() {
        let rares = grundy.rare.partition_point(|&(rare, _)| rare < heap);
        let bound = (0..).filter(|&value| !is_rare(value)).nth(rares).ok_or("endless")?;
        ensure!(value.0 <= bound, "g({heap}) = {value} with {rares} rare heaps before it");
    }
    let (_, greatest) = grundy.statistics.greatest().ok_or("no values")?;
    let bound = (0..).filter(|&value: &u64| !is_rare(value)).nth(grundy.rare.len()).ok_or("endless")?;
    Ok(holds(format!("every record to {}", grundy.to), grundy.to)
        .noting(format!("greatest value {greatest}, bound {bound}")))
}

/// The least common value that is not excluded.
fn least_common(excluded: &[u64]) -> u64 {
    let mut value = 0;
    while is_rare(value) || excluded.contains(&value) {
        value += 1;
    }
    value
}

/// The lemma as it stands: rare parts first, other splits only until all smaller rare values are found.
fn by_the_lemma(to: usize) -> Vec<u64> {
    let mut g: Vec<u64> = vec![0];
    let mut rare: Vec<usize> = Vec::new();
    for n in 1..=to {
        let excluded: Vec<u64> =
            rare.iter().filter(|&&r| 2 * r != n && r < n).map(|&r| g[r] ^ g[n - r]).collect();
        let common = least_common(&excluded);
        let mut missing: Vec<u64> = (0..common).filter(|&value| is_rare(value)).collect();
        let mut part = 1;
        while !missing.is_empty() && 2 * part < n {
            let value = g[part] ^ g[n - part];
            missing.retain(|&other| other != value);
            part += 1;
        }
        let value = missing.first().copied().unwrap_or(common);
        if is_rare(value) {
            rare.push(n);
        }
        g.push(value);
    }
    g
}

fn fast_evaluation(range: &Range) -> Checked {
    let to = range.to(5000, 10_000);
    let by_lemma = by_the_lemma(to as usize);
    same("by mex", by_lemma.clone(), two_parts(to as usize, |a, b| a != b))?;
    same("by the engine", by_lemma, values("grundy", to))?;
    Ok(holds(format!("n ≤ {to}"), to))
}

/// With the letters in their places the formula gives the common part of every heap; with one of them changed, not.
fn common_part(_: &Range) -> Checked {
    let g = two_parts(2001, |a, b| a != b);
    let part = |heap: usize, other: usize| {
        let excluded: Vec<u64> = (1..heap)
            .filter(|&y| is_rare(g[y]) && 2 * y != heap && y < other)
            .map(|y| g[y] ^ g[other - y])
            .collect();
        least_common(&excluded)
    };
    let wanted = |heap: usize| {
        let options: Vec<u64> = (1..heap).filter(|&y| 2 * y != heap).map(|y| g[y] ^ g[heap - y]).collect();
        least_common(&options)
    };
    let right = (1..=2000).filter(|&x| part(x, x) == wanted(x)).count();
    let mixed = (1..=2000).filter(|&x| part(x, x + 1) == wanted(x)).count();
    same("with x for the heap", right, 2000)?;
    ensure!(mixed < 1500, "another heap in its place is right {mixed} times");
    Ok(corrected("n for the heap and for the part", "heap x, rare part y: g(y) ⊕ g(x - y)", "x ≤ 2000", 2000))
}

fn rare_heaps(range: &Range) -> Checked {
    let grundy = range.grundy();
    let mut known = tables::column(tables::GRUNDY_RARE, 1);
    same("all that are known", known.len(), 1286)?;
    known.retain(|&(heap, _)| heap <= grundy.to);
    same("rare heaps", grundy.rare.clone(), known.clone())?;
    Ok(holds(format!("1 ≤ n ≤ {}: {} rare heaps", grundy.to, known.len()), grundy.to))
}

fn late_rares(range: &Range) -> Checked {
    let grundy = range.grundy();
    let late: Vec<(u64, u64)> = grundy.rare.iter().copied().filter(|&(heap, _)| heap >= 82_860).collect();
    same("the last before the gap", late.first().map(|&(heap, _)| heap), Some(82_860))?;
    if grundy.to < 49_000_000 {
        same("after it", late.len(), 1)?;
        return Ok(holds(format!("n ≤ {}: the gap as far as that", grundy.to), grundy.to));
    }
    same("the first after the gap", late.get(1).map(|&(heap, _)| heap), Some(47_461_861))?;
    same("the last", late.last(), Some(&(48_399_022, 259)))?;
    let greatest = grundy.statistics.greatest().map(|(heap, value)| (heap, value.0));
    same("the largest value", greatest, Some((48_142_611, 267)))?;
    Ok(holds(format!("n ≤ {}", grundy.to), grundy.to))
}
