//! Where a sequence looks like itself: the distances at which its values agree most often, and the heaps at which a
//! pattern of values begins.
//!
//! The agreement is counted, not estimated: for each distance up to [`FARTHEST`], at how many of the same heaps `n` the
//! values of `n` and of `n` plus the distance are equal. A period shows as a distance at which all agree; where there is
//! none, the best distances are the widths at which a raster shows columns. Nothing of this is a proof.

use std::num::NonZeroU32;

use super::HeldValues;

/// The largest distance that is tried.
pub const FARTHEST: u64 = 2048;
/// How many heaps are compared with the ones farther on.
const SAMPLE: u64 = 1 << 14;
/// How many distances are proposed.
const PROPOSED: usize = 6;
/// How many places of a pattern are listed.
const LISTED: usize = 200;
/// The longest pattern.
pub const LONGEST: usize = 64;
/// How many values are read at a time.
const STRETCH: u64 = 1 << 14;

/// At how many of the compared heaps the value a distance farther on is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The distance.
    pub lag: u64,
    /// How many heaps agree.
    pub equal: u64,
}

/// The distances with the most agreement, best first; the heaps that were compared are the last ones, from the first to
/// the second number.
pub fn lags(values: &HeldValues, from: u64, to: u64) -> Option<(u64, u64, Vec<Agreement>)> {
    let end = values.count().min(to.saturating_add(1));
    let there = end.checked_sub(from).filter(|&there| there >= 4)?;
    // the first quarter is left out: a period may begin late
    let farthest = FARTHEST.min(there / 4);
    let sample = SAMPLE.min(there / 2);
    let first = end - farthest - sample;
    let mut all = Vec::with_capacity((sample + farthest) as usize);
    values.visit(first, end - 1, |_, value| all.push(value));
    let here = &all[..sample as usize];
    let mut found: Vec<Agreement> = (1..=farthest)
        .map(|lag| {
            let equal = here.iter().zip(&all[lag as usize..]).filter(|(a, b)| a == b).count() as u64;
            Agreement { lag, equal }
        })
        .collect();
    found.sort_by_key(|found| (std::cmp::Reverse(found.equal), found.lag));
    // a multiple of a distance says no more than the distance itself
    let mut best: Vec<Agreement> = Vec::new();
    for each in found {
        if best.len() < PROPOSED && each.equal > 0 && best.iter().all(|known| each.lag % known.lag != 0) {
            best.push(each);
        }
    }
    Some((first, first + sample - 1, best))
}

/// One place of a pattern: a value, or `None` for any.
pub type Wanted = Option<u32>;

/// The places of a pattern.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// How many there are.
    pub count: u64,
    /// The heaps at which the first of them begin.
    pub first: Vec<u64>,
    /// The heap at which the last of them begins.
    pub last: Option<u64>,
}

/// A pattern as it is typed: values with spaces or commas between them, `*` for any value. The error says what is wrong.
pub fn pattern(text: &str) -> Result<Vec<Wanted>, String> {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let wanted = |&word: &&str| match word {
        "*" => Ok(None),
        _ => word.parse().map(Some).map_err(|_| format!("`{word}` is neither a value nor *")),
    };
    let found: Vec<Wanted> = words.iter().map(wanted).collect::<Result<_, _>>()?;
    if found.len() > LONGEST {
        return Err(format!("a pattern has at most {LONGEST} values"));
    }
    if found.iter().all(Option::is_none) {
        return Err("a pattern has at least one value".to_owned());
    }
    Ok(found)
}

/// Where a pattern begins, from heap `from` on; it ends at heap `to` or before.
pub fn places(values: &HeldValues, wanted: &[Wanted], from: u64, to: u64) -> Places {
    let mut found = Places::default();
    let Some(long) = u32::try_from(wanted.len()).ok().and_then(NonZeroU32::new) else { return found };
    let more = u64::from(long.get()) - 1;
    let Some(last) = values.count().min(to.saturating_add(1)).checked_sub(more + 1) else { return found };
    let mut stretch = Vec::with_capacity((STRETCH + more) as usize);
    let mut start = from;
    while start <= last {
        let end = last.min(start + (STRETCH - 1));
        stretch.clear();
        values.visit(start, end + more, |_, value| stretch.push(value));
        for (heap, here) in (start..).zip(stretch.windows(wanted.len())) {
            if here.iter().zip(wanted).all(|(value, wanted)| wanted.is_none_or(|wanted| wanted == *value)) {
                found.count += 1;
                found.last = Some(heap);
                if found.first.len() < LISTED {
                    found.first.push(heap);
                }
            }
        }
        start = end + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use sprague::sequence::{Packed, Values};

    use super::*;

    fn held(values: &[u32]) -> HeldValues {
        let held = HeldValues::default();
        for part in values.chunks(997) {
            held.push(Packed::from(Values::Small(part)));
        }
        held
    }

    #[test]
    fn a_period_is_the_best_distance_and_its_multiples_are_not_told() {
        let all: Vec<u32> =
            (0..20_000).map(|n| if n < 300 { 9 } else { [1, 2, 3, 4, 2, 7, 5][n % 7] }).collect();
        let (first, last, best) = lags(&held(&all), 0, u64::MAX).expect("values");
        assert_eq!((first, last - first + 1), (20_000 - 2048 - 10_000, 10_000));
        let compared = &all[first as usize..=last as usize];
        for each in &best {
            let ahead = &all[(first + each.lag) as usize..];
            assert_eq!(
                each.equal,
                compared.iter().zip(ahead).filter(|(a, b)| a == b).count() as u64,
                "{each:?}"
            );
        }
        assert_eq!(best[0], Agreement { lag: 7, equal: 10_000 });
        assert!(best[1..].iter().all(|each| each.lag % 7 != 0));
        assert_eq!(lags(&held(&all[..3]), 0, u64::MAX), None);
        let (first, last, short) = lags(&held(&all), 1000, 1039).expect("values");
        assert_eq!((first, last), (1010, 1029));
        assert_eq!(short[0], Agreement { lag: 7, equal: 20 });
    }

    #[test]
    fn patterns_are_found_where_a_loop_finds_them() {
        let all: Vec<u32> = (0_u32..40_000).map(|n| (n.wrapping_mul(2_654_435_769) >> 13) % 4).collect();
        let values = held(&all);
        for text in ["3", "0 1", "2,*,2", "1 1 1 1 1", "* 0", "7"] {
            let wanted = pattern(text).expect("a pattern");
            for (from, to) in [(0, u64::MAX), (16_000, 17_000), (39_999, 50_000), (50_000, 60_000)] {
                let last = (all.len() as u64 - 1).min(to);
                let expected: Vec<u64> = (from..=last)
                    .filter(|&heap| {
                        (0..).zip(&wanted).all(|(at, wanted)| {
                            heap + at <= last && wanted.is_none_or(|value| all[(heap + at) as usize] == value)
                        })
                    })
                    .collect();
                let found = places(&values, &wanted, from, to);
                assert_eq!(
                    (found.count, found.last),
                    (expected.len() as u64, expected.last().copied()),
                    "{text}"
                );
                assert_eq!(found.first, expected[..expected.len().min(LISTED)], "{text} from {from}");
            }
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for text in ["", "*", "* *", "1 x", "-1", "1.5", "4294967296", &"1 ".repeat(65)] {
            assert!(pattern(text).is_err(), "{text}");
        }
        assert_eq!(pattern(" 1, * 2 "), Ok(vec![Some(1), None, Some(2)]));
    }
}
