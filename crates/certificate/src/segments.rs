//! P.5 in segments, each of which can be checked alone.
//!
//! The file holds the last W + k + 1 values before each boundary. The values of the small parts, heaps 0 to W, are
//! recomputed every time. From them and from the window at its start, the values of a segment are computed to its end,
//! where its hash and the next window must agree. If all segments hold, all values are exact, and P.5 follows from the
//! windows: those at preperiod + W + k and one period later agree except for their first value (so the preperiod is the
//! least), and those p/q later, q prime, do not (so the period is fundamental).

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::small::primes_of;
use crate::sparse::{Game, Walk};
use crate::write::Digest;
use crate::{Fault, MOST_FAR, MOST_SEGMENT, MOST_VALUE, SegmentText, invalid, require};

/// Checks the segments with these indices.
pub(crate) fn check(game: &Game, all: &[SegmentText], chosen: &[usize], threads: usize) -> Result<(), Fault> {
    check_windows(game, all)?;
    let mut prefix = Walk::new(game, None, (0, game.space.reach + 1), Vec::new());
    (0..=game.space.reach).try_for_each(|n| prefix.step(n).map(drop))?;
    prefix.check_rare()?;
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Ok(0)));
    let work = || {
        while let Some(&at) = chosen.get(next.fetch_add(1, Relaxed)) {
            let result = check_one(game, all, at, &prefix.values);
            if result.is_err() {
                next.store(chosen.len(), Relaxed);
            }
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            *found = found.clone().and_then(|largest: u32| result.map(|other| other.max(largest)));
        }
    };
    // one of them is this one: not everywhere are there others
    std::thread::scope(|scope| ((1..threads.clamp(1, 64)).for_each(|_| drop(scope.spawn(work))), work()));
    let largest = found.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    if chosen.len() == all.len() { game.check_mask(largest) } else { Ok(()) }
}

/// What the windows must be if the segments hold.
fn check_windows(game: &Game, segments: &[SegmentText]) -> Result<(), Fault> {
    let mut before = 0;
    for &SegmentText { end, ref window, .. } in segments {
        require(
            "Q1",
            before < end && game.back < end,
            "the ends of the segments do not ascend from W + k + 1 on",
        )?;
        let near = end <= MOST_FAR && end.saturating_sub(before) <= MOST_SEGMENT;
        require("Q2", near, "the ends of the segments are too far apart")?;
        require("Q3", window.len() == game.back + 1, "a window does not have W + k + 1 values")?;
        require("Q4", window.0.iter().all(|run| run.0 < MOST_VALUE), "a window has a value beyond 65535")?;
        before = end;
    }
    require("Q5", before == game.end, "the last segment does not end where the proof does")?;
    let window = |end: u64| match segments.binary_search_by_key(&end, |segment| segment.end) {
        Ok(at) => Ok(&segments[at].window),
        Err(_) => invalid(format_args!("no segment ends at {end}, where one must (Q6)")),
    };
    let (first, last) = (window(game.turn)?, window(game.end)?);
    require("Q7", first.values().skip(1).eq(last.values().skip(1)), "the values do not repeat as claimed")?;
    require("Q8", first.values().next() != last.values().next(), "the preperiod is not the least")?;
    for q in primes_of(game.end - game.turn) {
        let divided = window(game.turn + (game.end - game.turn) / q)?;
        require("Q9", !divided.values().skip(1).eq(first.values().skip(1)), "the period is not fundamental")?;
    }
    Ok(())
}

/// Checks one segment and gives its largest value.
fn check_one(game: &Game, segments: &[SegmentText], at: usize, small: &[u32]) -> Result<u32, Fault> {
    let (mut hash, mut largest, segment) = (Digest::default(), 0, &segments[at]);
    let (start, values) = match at.checked_sub(1).map(|before| &segments[before]) {
        Some(before) => (before.end - game.back - 1, before.window.values().collect()),
        None => (0, small.to_vec()),
    };
    for &value in small.iter().filter(|_| at == 0) {
        hash.add(value);
        largest = value.max(largest);
    }
    let first = start + values.len() as u64;
    let mut walk = Walk::new(game, Some(small), (start, segment.end), values);
    for _ in first..segment.end {
        let value = walk.step(game.space.reach)?;
        hash.add(value);
        largest = value.max(largest);
        walk.forget(game.back + 1);
    }
    let last = &walk.values[walk.values.len() - game.back as usize - 1..];
    let same = segment.window.values().eq(last.iter().copied());
    require("Q10", same, format_args!("segment {at}: its window is another"))?;
    let same = hash.finish() == segment.sha256;
    require("Q11", same, format_args!("segment {at}: its hash is another")).map(|()| largest)
}
