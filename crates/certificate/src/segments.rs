//! P.5 in segments, each of which can be checked alone.
//!
//! The file holds the last W + k + 1 values before each boundary. The values of the small parts, heaps 0 to W, are
//! recomputed every time. From them and from the window at its start, the values of a segment are computed to its end,
//! where its hash and the next window must agree. If all segments hold, all values are exact, and P.5 follows from the
//! windows: those at preperiod + W + k and one period later agree except for their first value (so the preperiod is the
//! least), and those p/q later, q prime, do not (so the period is fundamental).

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::narrow::Narrow;
use crate::small::primes_of;
use crate::sparse::{Game, Walk};
use crate::write::Digest;
use crate::{Fault, MOST_FAR, MOST_SEGMENT, MOST_VALUE, SegmentText, invalid, require};

/// How many heaps the slow walk goes on before the fast one tries again.
const SLOWLY: u64 = 1 << 12;

/// Checks the segments with these indices, or so many heaps of each, and tells of those that hold.
pub(crate) fn check(
    game: &Game,
    all: &[SegmentText],
    (chosen, heaps): (&[usize], Option<u64>),
    threads: usize,
    log: &(dyn Fn(&str) + Sync),
) -> Result<(), Fault> {
    check_windows(game, all)?;
    let mut prefix = Walk::new(game, None, (0, game.space.reach + 1), Vec::new());
    (0..=game.space.reach).try_for_each(|n| prefix.step(n).map(drop))?;
    prefix.check_rare()?;
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Ok(0)));
    let work = || {
        while let Some(&at) = chosen.get(next.fetch_add(1, Relaxed)) {
            let result = check_one(game, all, (at, heaps.unwrap_or(u64::MAX)), &prefix.values);
            match &result {
                Err(_) => next.store(chosen.len(), Relaxed),
                Ok((heaps, _)) => {
                    let cut = if heaps.1 < all[at].end { ", where the segment does not end" } else { "" };
                    log(&format!("segment {at} of {}: {}..{} ok{cut}", all.len(), heaps.0, heaps.1));
                }
            }
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            *found = found.clone().and_then(|largest: u32| result.map(|(_, other)| other.max(largest)));
        }
    };
    // one of them is this one: not everywhere are there others
    std::thread::scope(|scope| ((1..threads.clamp(1, 64)).for_each(|_| drop(scope.spawn(work))), work()));
    let largest = found.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    if chosen.len() == all.len() && heaps.is_none() { game.check_mask(largest) } else { Ok(()) }
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
    let alike = segments.iter().all(|segment| segment.sha256.is_some() == segments[0].sha256.is_some());
    require("Q12", alike, "some segments have a hash, and some have none")?;
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

/// A value of the slow walk, or the values of a block of the fast one.
enum Values<'a> {
    Wide(u32),
    Narrow(&'a [u8]),
}

/// Checks the first heaps of one segment, and gives which these are, and the largest value.
fn check_one(
    game: &Game,
    segments: &[SegmentText],
    (at, heaps): (usize, u64),
    small: &[u32],
) -> Result<((u64, u64), u32), Fault> {
    let segment = &segments[at];
    let (mut hash, mut largest) = (segment.sha256.map(|_| Digest::default()), 0);
    let (begin, start, values) = match at.checked_sub(1).map(|before| &segments[before]) {
        Some(before) => (before.end, before.end - game.back - 1, before.window.values().collect()),
        None => (0, 0, small.to_vec()),
    };
    let mut see = |values: Values| match values {
        Values::Wide(value) => {
            largest = value.max(largest);
            if let Some(hash) = &mut hash {
                hash.add(value);
            }
        }
        Values::Narrow(values) => {
            largest = largest.max(values.iter().fold(0, |largest, &value| value.max(largest)).into());
            if let Some(hash) = &mut hash {
                hash.add_all(values);
            }
        }
    };
    small.iter().filter(|_| at == 0).for_each(|&value| see(Values::Wide(value)));
    let end = segment.end.min(begin.saturating_add(heaps));
    let (mut narrow, mut walk) =
        (Narrow::new(game, small), Walk::new(game, Some(small), (start, segment.end), values));
    while walk.next() < end {
        if let Some(narrow) = &mut narrow {
            narrow.advance(&mut walk, end, &mut |values: &[u8]| see(Values::Narrow(values)));
        }
        for _ in walk.next()..end.min(walk.next() + SLOWLY) {
            see(Values::Wide(walk.step(game.space.reach)?));
            walk.forget(game.back + 1);
        }
    }
    if end < segment.end {
        return Ok(((begin, end), largest));
    }
    let last = &walk.values[walk.values.len() - game.back as usize - 1..];
    let same = segment.window.values().eq(last.iter().copied());
    require("Q10", same, format_args!("segment {at}: its window is another"))?;
    let same = hash.map(Digest::finish) == segment.sha256;
    require("Q11", same, format_args!("segment {at}: its hash is another")).map(|()| ((begin, end), largest))
}
