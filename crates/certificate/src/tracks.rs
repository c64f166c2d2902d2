//! The period of a row of 2-Star Nim by its tracks (kind star with marks; `docs/certificate.md`, theory 8.12).
//!
//! A window has a bit for each of the 2a values from b - a on: set where the value is used in row a before column b. The rows
//! below are recomputed from each mark to the next. Of the row itself only a pattern is known there: places always used, and
//! tracks, used or not. In each column exactly one track u may be free below v, the first place that is free whatever
//! the tracks are: then u is used afterwards, and v is used if u was. So labels travel with the tracks. When the rows below
//! are as at first and the tracks are permuted, the row comes back after as many turns as the labels take to do so.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::small::primes_of;
use crate::{Fault, MOST_FAR, Report, Selection, StarCertificate, ensure, selection};

/// The most columns before the first mark.
const MOST_BEFORE: u64 = 1 << 24;
/// Columns within which two places of a cycle must differ.
const MOST_ALIKE: usize = 1 << 10;

/// What is known at a column.
#[derive(Clone, PartialEq, Eq)]
struct Mark {
    /// The windows of the rows below.
    below: Vec<u64>,
    used: u64,
    /// The place of each track.
    tracks: Vec<u64>,
}

/// Recomputes a column; what these rows use in it, seen from the next row, and the place that the last of them takes.
fn column(windows: &mut [u64]) -> (u64, u64) {
    let (mut seen, mut place) = (1, 0);
    for window in windows {
        let free = !(*window | seen);
        let lowest = free & free.wrapping_neg();
        *window = (*window | lowest) >> 1;
        seen = (seen | lowest) << 1;
        place = u64::from(lowest.trailing_zeros());
    }
    (seen, place)
}

impl Mark {
    fn new(row: usize, numbers: &[u64]) -> Result<Self, Fault> {
        let fits = numbers.len() > row && numbers.iter().all(|&number| number < 1 << 32);
        ensure(fits, "a mark has too few numbers, or one that is too large")?;
        let (below, rest) = numbers.split_at(row - 1);
        let mark = Self { below: below.to_vec(), used: rest[0], tracks: rest[1..].to_vec() };
        let apart = mark.tracks.iter().all(|&place| place < 32)
            && mark.mask().count_ones() as usize == mark.tracks.len()
            && mark.mask() & mark.used == 0;
        ensure(apart, "two tracks of a mark are at one place, or at one that is used").map(|()| mark)
    }

    fn mask(&self) -> u64 {
        self.tracks.iter().fold(0, |mask, place| mask | 1 << place)
    }

    /// The windows of all rows when these tracks are used.
    fn windows(&self, labels: &[bool]) -> Vec<u64> {
        let used = self.tracks.iter().zip(labels).filter(|(_, used)| **used);
        let window = used.fold(self.used, |window, (place, _)| window | 1 << place);
        self.below.iter().copied().chain([window]).collect()
    }

    /// Follows the tracks for so many columns.
    fn follow(&mut self, columns: u64) -> Result<(), Fault> {
        let mut mask = self.mask();
        // Which track is at a place, by place plus column modulo 64.
        let mut owner = [0; 64];
        self.tracks.iter().enumerate().for_each(|(track, &place)| owner[place as usize] = track);
        for b in 0..columns {
            let (seen, _) = column(&mut self.below);
            let free = !(self.used | mask | seen);
            let v = free & free.wrapping_neg();
            let u = mask & !seen & v.wrapping_sub(1);
            let moves = v != 0 && u.is_power_of_two() && (self.used | u) & 1 == 1;
            ensure(moves, "in some column the tracks do not move as they should")?;
            let slot = |bit: u64| (b + u64::from(bit.trailing_zeros())) as usize % 64;
            owner[slot(v)] = owner[slot(u)];
            self.used = (self.used | u) >> 1;
            mask = (mask & !u | v) >> 1;
        }
        for place in (0..64).filter(|place| mask >> place & 1 == 1) {
            self.tracks[owner[(columns + place) as usize % 64]] = place;
        }
        Ok(())
    }
}

/// The labels after one turn.
fn turned(labels: &[bool], sigma: &[usize]) -> Vec<bool> {
    let mut after = labels.to_vec();
    sigma.iter().zip(labels).for_each(|(&to, &label)| after[to] = label);
    after
}

impl StarCertificate {
    pub(crate) fn check_tracks(&self, row: u64, wish: Selection, threads: usize) -> Result<Report, Fault> {
        let (row, segments, at) = (row as usize, self.marks.len() - 1, self.at);
        let fits = (2..=16).contains(&row)
            && segments > 0
            && (1..=MOST_BEFORE).contains(&at)
            && self.again <= MOST_FAR
            && self.state.is_empty()
            && self.blocks.is_empty();
        ensure(fits, "a number is zero or beyond the limits, or there is more than marks")?;
        let spacing = self.again / segments as u64;
        let even = spacing > 0 && spacing * segments as u64 == self.again;
        ensure(even, "the marks are not equally far apart")?;
        let marks =
            self.marks.iter().map(|numbers| Mark::new(row, numbers)).collect::<Result<Vec<_>, _>>()?;
        // Column by column to the first mark.
        let mut windows: Vec<u64> =
            (1..=row as u64).map(|a| ((1 << (a - 1)) - 1) | 1 << (2 * a - 2)).collect();
        let early: Vec<u64> = (1..at).map(|_| column(&mut windows).1).collect();
        let (first, last, window) = (&marks[0], &marks[segments], windows[row - 1]);
        let labels: Vec<bool> = first.tracks.iter().map(|place| window >> place & 1 == 1).collect();
        ensure(first.windows(&labels) == windows, "the first mark is not what is there")?;
        // The last mark is the first with the tracks permuted.
        let sigma = last.tracks.iter().map(|place| first.tracks.iter().position(|other| other == place));
        let sigma: Option<Vec<usize>> = sigma.collect();
        let same = last.below == first.below && last.used == first.used && last.mask() == first.mask();
        let Some(sigma) = sigma.filter(|_| same) else {
            return Err(Fault::Invalid("the last mark is not the first with its tracks permuted".into()));
        };
        let mut turns = vec![labels.clone(), turned(&labels, &sigma)];
        while turns[turns.len() - 1] != labels {
            turns.push(turned(&turns[turns.len() - 1], &sigma));
        }
        let period = (turns.len() as u64 - 1) * self.again;
        ensure(period == self.period, "the labels come back at another multiple of the rows below")?;
        let chosen = wish.among(segments)?;
        check_segments(&marks, &chosen, spacing, threads)?;
        if chosen.len() < segments {
            let (list, claim) = (selection::list(&chosen), self.claim());
            let claim = format!(
                "Segments {list} of {segments} hold: from mark to mark the tracks move as written. The others were not checked, so it is not shown that {claim}."
            );
            return Ok(Report { complete: false, claim, checked_to: at - 1, fault: None });
        }
        // The windows so many columns after the first mark.
        let later = |columns: u64| {
            let (turn, rest) = (columns % period / self.again, columns % self.again);
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
            ensure(!alike, "the period is not least, or not seen to be")?;
        }
        // The columns before the first mark, some periods later.
        let mut late = later(period - (at - 1) % period);
        let late: Vec<u64> = early.iter().map(|_| column(&mut late).1).collect();
        let differ = (0..early.len()).rev().find(|&b| early[b] != late[b]);
        let least = differ.map_or(1, |b| b as u64 + 2);
        ensure(self.first == least, "`first` is not the least column from which on the row has the period")?;
        let end = at + self.again;
        let claim = format!(
            "In 2-Star Nim, {}, and for no smaller period or start: shown by theorem 8.12, the tracks of the row followed through every column from {at} to {end}.",
            self.claim()
        );
        Ok(Report { complete: true, claim, checked_to: end, fault: None })
    }
}

/// That each chosen mark leads to the next.
fn check_segments(marks: &[Mark], chosen: &[usize], spacing: u64, threads: usize) -> Result<(), Fault> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Ok(())));
    let work = || {
        while let Some(&at) = chosen.get(next.fetch_add(1, Relaxed)) {
            let mut mark = marks[at].clone();
            let result = mark.follow(spacing).and_then(|()| {
                ensure(mark == marks[at + 1], format_args!("mark {} does not lead to the next", at + 1))
            });
            if result.is_err() {
                next.store(chosen.len(), Relaxed);
                *found.lock().unwrap_or_else(PoisonError::into_inner) = result;
            }
        }
    };
    std::thread::scope(|scope| (0..threads.clamp(1, 64)).for_each(|_| drop(scope.spawn(work))));
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}
