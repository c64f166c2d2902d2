//! The period of a row of 2-Star Nim by its tracks (kind star with marks; `docs/certificate.md`, theory 8.12).
//!
//! A window has a bit for each of the 2a values from b - a on: set where the value is used in row a before column b.
//! The rows below are recomputed from each mark to the next. Of the row itself only a pattern is known there: places
//! that are always used, and tracks, which are used or not. In each column exactly one track u may be free below v, the
//! first place that is free whatever the tracks are. Then u is used afterwards, and v is used if u was. So labels move
//! with the tracks. When the rows below are as at the start and the tracks are permuted, the row comes back after as
//! many turns as the labels need to come back.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::mark::{Mark, column};
use crate::small::primes_of;
use crate::star_terms::{MOST_STAR_ROW, MOST_STAR_STEPS};
use crate::together::{LANES, Together};
use crate::{CheckReport, Fault, MOST_FAR, Selection, StarCertificate, invalid, require, selection};

/// The most columns from one mark to the next.
const MOST_APART: u64 = 1 << 32;
/// Columns within which two places of a cycle must differ.
const MOST_ALIKE: usize = 1 << 10;

/// The labels after one turn.
fn turned(labels: &[bool], sigma: &[usize]) -> Vec<bool> {
    let mut after = labels.to_vec();
    sigma.iter().zip(labels).for_each(|(&to, &label)| after[to] = label);
    after
}

/// Checks the tracks of a row, or some of the pieces between marks.
pub(crate) fn check(
    paper: &StarCertificate,
    row: u64,
    (again, lines): (u64, &[Vec<u64>]),
    wish: Selection,
    threads: usize,
) -> Result<CheckReport, Fault> {
    require("M1", (2..=MOST_STAR_ROW).contains(&row), "no such row")?;
    let (row, segments, at) = (row as usize, lines.len() - 1, paper.at);
    require("S1", at > 0, "`at` is 0")?;
    let spacing = again / segments.max(1) as u64;
    let near = at <= MOST_STAR_STEPS && again <= MOST_FAR && spacing <= MOST_APART;
    require("S3", near, "a column is beyond the limits, or the marks are too far apart")?;
    let even = spacing > 0 && spacing * segments as u64 == again;
    require("M2", even, "the marks are not equally far apart")?;
    let marks = lines.iter().map(|numbers| Mark::new(row, numbers)).collect::<Result<Vec<_>, _>>()?;
    // Column by column to the first mark.
    let mut windows: Vec<u64> = (1..=row as u64).map(|a| ((1 << (a - 1)) - 1) | 1 << (2 * a - 2)).collect();
    let early: Vec<u8> = (1..at).map(|_| column(&mut windows).1).collect();
    let (first, last, window) = (&marks[0], &marks[segments], windows[row - 1]);
    let labels: Vec<bool> = first.tracks.iter().map(|place| window >> place & 1 == 1).collect();
    require("M5", first.windows(&labels) == windows, "the first mark is not what is there")?;
    // The last mark is the first with the tracks permuted.
    let sigma = last.tracks.iter().map(|place| first.tracks.iter().position(|other| other == place));
    let sigma: Option<Vec<usize>> = sigma.collect();
    let Some(sigma) =
        sigma.filter(|_| last.mask() == first.mask() && last.tracks.len() == first.tracks.len())
    else {
        return invalid("the last mark is not the first with its tracks permuted (M6)");
    };
    let same = last.below == first.below && last.used == first.used;
    require("M6", same, "the last mark is not the first with its tracks permuted")?;
    let mut turns = vec![labels.clone(), turned(&labels, &sigma)];
    while turns[turns.len() - 1] != labels && turns.len() as u64 * again <= paper.period {
        turns.push(turned(&turns[turns.len() - 1], &sigma));
    }
    let period = (turns.len() as u64 - 1) * again;
    let back = turns[turns.len() - 1] == labels && period == paper.period;
    require("M7", back, "the labels come back at another multiple of the rows below")?;
    let chosen = wish.among(segments)?;
    check_segments(&marks, &chosen, spacing, threads)?;
    let (shown, rest) = (chosen.len() == segments, chosen.last().is_some_and(|&last| last + 1 == segments));
    let part = |what: &str| {
        let (list, claim) = (selection::list(&chosen), paper.claim());
        let claim = format!(
            "Segments {list} of {segments} hold: from mark to mark the tracks move as written{what}. The others were not checked, so it is not shown that {claim}."
        );
        CheckReport { complete: false, claim, checked_to: at - 1, fault: None }
    };
    if !rest {
        return Ok(part(""));
    }
    // The windows so many columns after the first mark.
    let later = |columns: u64| {
        let (turn, rest) = (columns % period / again, columns % again);
        let mut windows = marks[(rest / spacing) as usize].windows(&turns[turn as usize]);
        (0..rest % spacing).for_each(|_| _ = column(&mut windows));
        windows
    };
    for q in primes_of(period) {
        let (mut here, mut there) = (windows.clone(), later(period / q));
        let alike = (0..MOST_ALIKE).all(|_| {
            column(&mut here);
            column(&mut there);
            here[row - 1] == there[row - 1]
        });
        require("M11", !alike, "the period is not least, or not seen to be")?;
    }
    // The columns before the first mark, some periods later.
    let mut late = later(period - (at - 1) % period);
    let (mut b, mut least) = (0, 1);
    for place in early {
        b += 1;
        least = if column(&mut late).1 == place { least } else { b + 1 };
    }
    require(
        "M12",
        paper.first == least,
        "`first` is not the least column from which on the row has the period",
    )?;
    if !shown {
        return Ok(part(", and if all do, period and first column are the least"));
    }
    let end = at + again;
    let claim = format!(
        "In 2-Star Nim, {}, and for no smaller period or start: shown by theorem 8.12, the tracks of the row followed through every column from {at} to {end}.",
        paper.claim()
    );
    Ok(CheckReport { complete: true, claim, checked_to: end, fault: None })
}

/// That each chosen mark leads to the next.
fn check_segments(marks: &[Mark], chosen: &[usize], spacing: u64, threads: usize) -> Result<(), Fault> {
    let groups: Vec<&[usize]> = chosen.chunks(LANES).collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Ok(())));
    let work = || {
        while let Some(group) = groups.get(next.fetch_add(1, Relaxed)) {
            if let Err(fault) = check_group(marks, group, spacing) {
                next.store(groups.len(), Relaxed);
                *found.lock().unwrap_or_else(PoisonError::into_inner) = Err(fault);
            }
        }
    };
    // one of them is this one: not everywhere are there others
    std::thread::scope(|scope| ((1..threads.clamp(1, 64)).for_each(|_| drop(scope.spawn(work))), work()));
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Together if they fill the lanes; one by one if they do not, or if one of them does not lead to the next.
fn check_group(marks: &[Mark], group: &[usize], spacing: u64) -> Result<(), Fault> {
    if let Ok(group) = <&[usize; LANES]>::try_from(group) {
        let mut together = Together::new(&group.map(|at| &marks[at]));
        let followed = together.follow(spacing);
        let arrives = |lane: usize| together.mark(lane, spacing) == marks[group[lane] + 1];
        if followed && (0..LANES).all(arrives) {
            return Ok(());
        }
    }
    for &at in group {
        let mut mark = marks[at].clone();
        mark.follow(spacing)?;
        require("M10", mark == marks[at + 1], format_args!("mark {at} does not lead to the next"))?;
    }
    Ok(())
}
