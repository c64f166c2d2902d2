//! What needs the engine's insides: forgetting earlier than it ever would.

use std::sync::atomic::Ordering;

use super::state::SPECIAL;
use super::*;
use crate::heap::HeapGame;
use crate::sequence::{Counts, Textbook};

/// 0.207 to heap 600 000, its shape, and the space of its first 2^15 values.
fn late_rare_heap() -> (Shape, Space, Vec<u32>) {
    let game: HeapGame = "0.207".parse().expect("a code");
    let shape = Shape::new(game.rule.clauses()).expect("two heaps at most");
    let values = Textbook::new(shape.clone()).extend_to(600_000).to_vec();
    let mut counts = Counts::default();
    (0..1 << 15).for_each(|heap| counts.add(heap, values[heap as usize]));
    let (space, _) = counts.best(shape.break_parity()).expect("a space");
    (shape, space, values)
}

/// Whether all of it is wanted (`make long`), or a part that is over in seconds.
fn is_full() -> bool {
    std::env::var("SPRAGUE_ATTACK").is_ok_and(|how| how == "full")
}

fn settings(threads: usize) -> BlockSettings {
    let loops = Loops::avx2().unwrap_or(Loops::Scalar);
    BlockSettings { loops, block: 128, threads, memory: 1 << 26, helpers: Helpers::Forbidden }
}

/// 0.207 has a rare heap at 433 920, by when its first heaps are forgotten if few are remembered: the sequence must
/// be computed again to search all moves, and the rare heap meets every heap from the first on. A short reach makes
/// it too far for an entry besides.
#[test]
fn forgotten_heaps_are_computed_again() {
    let (shape, space, expected) = late_rare_heap();
    for farthest in [u32::MAX, 400_000] {
        let mut sparse = Sparse::new(shape.clone(), space, &expected[..1 << 15], settings(1));
        sparse.history.limit(1 << 18, farthest);
        let mut forgot = false;
        let mut from = sparse.next();
        while sparse.next() <= 450_000 {
            sparse.step((sparse.next() + 9999).min(450_000));
            let heaps = from..sparse.next();
            assert!(heaps.clone().all(|heap| sparse.history.value(heap) == expected[heap as usize]));
            from = heaps.end;
            forgot |= sparse.history.first() > 0;
        }
        assert!(forgot, "nothing was forgotten");
        assert_eq!(sparse.history.rares().last().map(|rare| rare.0), Some(433_920));
        assert_eq!(sparse.history.first(), 0);
    }
}

/// The first heaps are computed again where a witness may lie among them: what stays open has none with a part among
/// the first 2^17 heaps and the other among those remembered. Nothing else is remembered for it.
#[test]
fn the_beginning_is_searched_before_all_moves() {
    const KEPT: u64 = 1 << 17;
    let (shape, space, expected) = late_rare_heap();
    let mut sparse = Sparse::new(shape, space, &expected[..1 << 15], settings(1));
    sparse.history.limit(KEPT as usize, u32::MAX);
    let is_common = |part: u64| !space.is_rare(part, expected[part as usize]);
    let mut sizes = Vec::new();
    for heap in [410_000, 420_001, 433_000] {
        while sparse.next() < heap {
            sparse.step(heap - 1);
        }
        let first = sparse.history.first();
        assert!(first > 0, "nothing was forgotten");
        let left = sparse.without_beginning(&Open { heap, indices: (0..128).collect() });
        let has_witness = |index: u32| {
            sparse.sources.phase().breaks.iter().any(|a_break| {
                let rest = heap - a_break.taken;
                let parts = (1..KEPT).filter(|&part| part <= rest / 2 && rest - part >= first);
                let mut parts = parts.filter(|&part| is_common(part) && is_common(rest - part));
                let index_of = |part: u64| space.index(expected[part as usize]);
                parts.any(|part| index_of(part) ^ index_of(rest - part) == index)
            })
        };
        let expected: Vec<u32> = (0..128).filter(|&index| !has_witness(index)).collect();
        assert_eq!(left.indices, expected, "heap {heap}");
        assert_eq!(sparse.history.first(), first);
        sizes.push(expected.len());
    }
    assert!(sizes.iter().all(|&size| 0 < size && size < 128), "{sizes:?}");
}

/// With threads a rare heap is found when the common part is a segment ahead. Where the history had been forgotten it
/// is computed again, and the bitmaps with it: their window then begins behind the rare heap.
#[test]
fn a_rare_heap_may_lie_before_the_window_of_the_bitmaps() {
    let (shape, space, expected) = late_rare_heap();
    for threads in 1..=4 {
        for start in [420_000, 400_000, 350_000] {
            let mut sparse = Sparse::new(shape.clone(), space, &expected[..1 << 15], settings(threads));
            sparse.history.limit(1 << 18, u32::MAX);
            while sparse.next() < start {
                sparse.step(start - 1);
            }
            while sparse.next() <= 600_000 {
                sparse.step(600_000);
            }
            let found = |heap: u64| sparse.history.value(heap);
            let wrong = (start..=600_000).find(|&heap| found(heap) != expected[heap as usize]);
            assert_eq!(wrong, None, "{threads} threads from {start} on");
        }
    }
}

/// The walk has computed a stretch when its rare heap is found: the heaps behind it are dropped. 0.207 needs all four
/// groups of indices, and a heap far back for its last entry.
#[test]
fn a_rare_heap_stops_the_walk() {
    let (shape, space, expected) = late_rare_heap();
    for loops in [Some(Loops::Scalar), Loops::avx2()].into_iter().flatten() {
        for step in [600_000, 4096, 7777] {
            let settings = BlockSettings { loops, helpers: Helpers::Allowed, ..settings(1) };
            let mut sparse = Sparse::new(shape.clone(), space, &expected[..1 << 15], settings);
            let (mut walked, mut from) = (0, sparse.next());
            while from <= 600_000 {
                sparse.step((from + step - 1).min(600_000));
                walked += if sparse.remote.is_loaded() { sparse.next() - from } else { 0 };
                let heaps = from..sparse.next();
                assert!(heaps.clone().all(|heap| sparse.history.value(heap) == expected[heap as usize]));
                from = heaps.end;
            }
            assert!(walked > 200_000, "{walked} heaps were walked");
            assert_eq!(sparse.history.rares().last().map(|rare| rare.0), Some(433_920));
        }
    }
}

/// The least rare value below the common one of a heap that no option has, one option after another.
fn unwitnessed(history: &History, shape: &Shape, heap: u64) -> Option<u32> {
    let (phase, space) = (shape.phase(heap), history.space());
    let splits = phase.breaks.iter().flat_map(|a_break| {
        let parts = (1..heap - a_break.taken).filter(|&part| a_break.allows(heap, part));
        parts.map(|part| history.value(part) ^ history.value(heap - a_break.taken - part))
    });
    let singles = phase.singles.iter().map(|&taken| history.value(heap - taken));
    let options: std::collections::HashSet<u32> = splits.chain(singles).collect();
    (0..history.value(heap)).find(|value| space.is_rare(heap, *value) && !options.contains(value))
}

/// Some heaps are given an index that is too great. Whatever a checker has seen before, and wherever it begins, it
/// leaves open what has no witness, and finds all others: with eight copies of the bitmaps (0.106), parts that must
/// differ, a byte's full range, and tall heaps (0.6 with half the range).
#[test]
fn a_check_leaves_open_what_has_no_witness() {
    const FIRST: u64 = 20_003;
    const END: u64 = 24_000;
    let cases = [
        ("grundy", 60, IndexRange::Half, 1),
        ("0.106", 8, IndexRange::Half, 8),
        ("0.6", 120, IndexRange::Full, 1),
        ("0.6", 120, IndexRange::Half, 1),
        ("split(2, diff>=2)", 60, IndexRange::Half, 1),
        ("take(1,3) leave(1,2)", 60, IndexRange::Half, 8),
    ];
    for (game, too_much, range, copies) in cases {
        let rule: HeapGame = game.parse().expect("a rule");
        let shape = Shape::new(rule.rule.clauses()).expect("two heaps at most");
        let mut textbook = Textbook::new(shape.clone());
        let mut values = textbook.extend_to(END).to_vec();
        let (space, _) = textbook.counts().best(shape.break_parity()).expect("a space");
        let is_forged = |heap: u64| (FIRST..END).contains(&heap) && heap.is_multiple_of(97);
        for heap in (FIRST..END).filter(|&heap| is_forged(heap)) {
            values[heap as usize] = space.common(heap, space.index(values[heap as usize]) + too_much);
        }
        let history = History::new(space, range, &values);
        let each = if is_full() { 16 } else { 256 };
        let is_looked_at = |heap: u64| heap.is_multiple_of(each) || is_forged(heap);
        let is_common = |heap| history.rares().binary_search_by_key(&heap, |rare| rare.0).is_err();
        let expected: Vec<(u64, u32)> = (FIRST..END)
            .filter(|&heap| is_looked_at(heap) && is_common(heap))
            .filter_map(|heap| Some((heap, unwitnessed(&history, &shape, heap)?)))
            .collect();
        assert!(!expected.is_empty(), "{game} leaves nothing open");
        let check = &|rare: &mut Rare, first, end| {
            let open = rare.check(&history, &shape, first, end).into_iter();
            let left = open.filter(|open| is_looked_at(open.heap)).filter_map(|open| {
                let phase = shape.phase(open.heap);
                let left = open.without_tall(&history, &[], phase);
                Some((open.heap, left.resolve(Loops::widest(), &history, phase)?))
            });
            left.collect::<Vec<_>>()
        };
        for loops in [Some(Loops::Scalar), Loops::avx2(), Loops::avx512()].into_iter().flatten() {
            let mut rare = Rare::new(loops, copies);
            assert_eq!(check(&mut rare, FIRST, END), expected, "{game} with {loops:?}");
            // Segments out of order, by clones that share their witnesses and by one of its own.
            let mut rares = [rare.clone(), rare, Rare::new(loops, copies)];
            let mut some = Vec::new();
            for (at, first) in (FIRST..END).rev().step_by(777).enumerate() {
                let rare = &mut rares[at % 3];
                some.extend(check(rare, first.saturating_sub(776).max(FIRST), first + 1));
                rare.drop_from(first - 100);
            }
            some.sort_unstable();
            assert_eq!(some, expected, "{game} with {loops:?}, out of order");
            // Threads that all begin without witnesses: one chooses, the others go on without bitmaps.
            let rare = Rare::new(loops, copies);
            std::thread::scope(|scope| {
                let checks = [0, 1, 2].map(|_| {
                    let mut rare = rare.clone();
                    scope.spawn(move || check(&mut rare, FIRST, END))
                });
                for found in checks {
                    assert_eq!(found.join().expect("no panic"), expected, "{game} with {loops:?}, together");
                }
            });
        }
    }
}

/// Values of 0.007 to a heap by which they are too tall for half the range of a byte.
fn tall_values() -> (Shape, Space, Vec<u32>) {
    let game: HeapGame = "0.007".parse().expect("a code");
    let shape = Shape::new(game.rule.clauses()).expect("two heaps at most");
    let values = Textbook::new(shape.clone()).extend_to(30_000).to_vec();
    let mut counts = Counts::default();
    (0..).zip(&values).for_each(|(heap, &value)| counts.add(heap, value));
    let (space, _) = counts.best(shape.break_parity()).expect("a space");
    (shape, space, values)
}

#[test]
fn a_history_is_the_same_after_it_was_wide() {
    let (_, space, values) = tall_values();
    let half = History::new(space, IndexRange::Half, &values);
    let mut history = half.clone();
    history.widen();
    assert!(history.tall().len() < half.tall().len());
    history.narrow();
    assert!(!half.tall().is_empty());
    assert_eq!(history.tall(), half.tall());
    assert_eq!(history.bytes_from(0), half.bytes_from(0));
}

/// The small tall heaps stay listed when they are forgotten, whatever the range of the bytes was then.
#[test]
fn small_tall_heaps_stay_listed() {
    let (_, space, values) = tall_values();
    let is_tall = |&heap: &u64| {
        let value = values[heap as usize];
        heap > 0 && !space.is_rare(heap, value) && space.index(value) >= 128
    };
    for is_wide in [false, true] {
        let mut history = History::new(space, IndexRange::Half, &values);
        history.limit(16_000, 100);
        if is_wide {
            history.widen();
        }
        history.shrink(history.next(), 0, 0);
        assert_eq!(history.first(), 14_001);
        history.narrow();
        let listed: Vec<u64> = history.tall().iter().map(|tall| tall.0).collect();
        let expected: Vec<u64> = (0..30_001).filter(is_tall).collect();
        assert!(expected.iter().filter(|&&heap| heap < 14_001).count() > 10);
        assert_eq!(listed, expected, "wide {is_wide}");
        history.limit(13_000, 100);
        history.shrink(history.next(), 0, 0);
        let expected = expected.into_iter().filter(|heap| !(14_625..17_001).contains(heap));
        assert!(history.tall().iter().map(|tall| tall.0).eq(expected), "wide {is_wide}");
    }
}

/// What the tall heaps are said to witness must be the value of an option; all of it is found.
#[test]
fn witnesses_with_a_tall_part_are_options() {
    let (shape, space, values) = tall_values();
    let history = History::new(space, IndexRange::Half, &values);
    for heap in [20_000, 25_001, 29_998] {
        let phase = shape.phase(heap);
        let open = Open { heap, indices: (0..512).collect() };
        let left = open.without_tall(&history, &[], phase).indices;
        let mut expected: Vec<u32> = (0..512).collect();
        for a_break in &phase.breaks {
            for part in 1..heap - a_break.taken {
                let other = heap - a_break.taken - part;
                let tall = |heap: u64| history.tall().iter().any(|tall| tall.0 == heap);
                let rare = |heap: u64| space.is_rare(heap, values[heap as usize]);
                if a_break.allows(heap, part) && tall(part) && !rare(other) {
                    let sum = space.index(values[part as usize]) ^ space.index(values[other as usize]);
                    expected.retain(|&index| index != sum);
                }
            }
        }
        assert_eq!(left, expected, "heap {heap}");
        assert!(left.len() < 512);
    }
}

/// When heaps are forgotten, one part must be remembered or the other one be small: nothing is lost by looking there alone.
#[test]
fn witnesses_with_a_tall_part_are_found_when_heaps_are_forgotten() {
    const SMALL: u64 = 3_000;
    let (shape, space, values) = tall_values();
    let mut history = History::new(space, IndexRange::Half, &values);
    let small: Vec<u8> = history.bytes_from(1)[..SMALL as usize].iter().rev().copied().collect();
    history.limit(16_000, 100);
    history.shrink(history.next(), 0, 0);
    let (first, is_rare) = (history.first(), |heap: u64| space.is_rare(heap, values[heap as usize]));
    assert_eq!(first, 14_001);
    let index = |heap: u64| space.index(values[heap as usize]);
    for (heap, small) in [(20_000, &small[..]), (25_001, &small[..]), (29_998, &small[..]), (29_998, &[])] {
        let phase = shape.phase(heap);
        let left = Open { heap, indices: (0..512).collect() }.without_tall(&history, small, phase).indices;
        let is_small = |other: u64| other <= small.len() as u64 && index(other) < 128;
        let is_known = |other: u64| other > 0 && !is_rare(other) && (other >= first || is_small(other));
        let mut expected: Vec<u32> = (0..512).collect();
        for &(part, of_part) in history.tall() {
            for a_break in phase.breaks.iter().filter(|a_break| a_break.allows(heap, part)) {
                let other = heap.saturating_sub(a_break.taken + part);
                expected.retain(|&sum| !is_known(other) || sum != of_part ^ index(other));
            }
        }
        assert_eq!(left, expected, "heap {heap}");
        assert!((1..512).contains(&left.len()), "heap {heap}");
    }
}

/// Lists are cut to what is asked for, in both ranges and where the first heaps are forgotten.
#[test]
fn indices_and_tall_heaps_between_two_heaps_are_those_of_the_values() {
    let (_, space, values) = tall_values();
    for (range, memory) in [(IndexRange::Half, 40_000), (IndexRange::Full, 40_000), (IndexRange::Half, 9_000)]
    {
        let mut history = History::new(space, range, &values);
        history.limit(memory, 100);
        history.shrink(history.next(), 0, 0);
        for (from, until) in [(22_000, 22_001), (22_000, 30_001), (21_234, 24_321), (25_000, 25_000)] {
            let heaps = from..until;
            let common = heaps.filter(|&heap| !space.is_rare(heap, values[heap as usize]));
            let mut expected: Vec<u32> = common.map(|heap| space.index(values[heap as usize])).collect();
            let mut found: Vec<u32> = history.indices(from, until).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{range:?}, {from}..{until}");
            let tall = expected.iter().filter(|&&index| index >= 128).count();
            assert_eq!(history.count_tall(from, until), tall as u64, "{range:?}, {from}..{until}");
        }
        assert!(history.count_tall(22_000, 30_001) > 100);
    }
}

#[test]
fn the_range_changes_beyond_two_limits_only() {
    let change = |range, tall| range_for(range, tall, 1 << 18);
    for range in [IndexRange::Half, IndexRange::Full] {
        assert_eq!(
            [0, 511, 2049, 1 << 18].map(|tall| change(range, tall)),
            [IndexRange::Half, IndexRange::Half, IndexRange::Full, IndexRange::Full]
        );
        assert_eq!([512, 1000, 2048].map(|tall| change(range, tall)), [range; 3]);
    }
}

/// The range of 0.6 is half at first and whole from 2^16 or so on. Whoever goes on from a state, whatever its range was, has
/// the range and the state of an engine that was never stopped.
#[test]
fn a_resumed_engine_has_the_same_range() {
    let game: HeapGame = "0.6".parse().expect("a code");
    let shape = Shape::new(game.rule.clauses()).expect("two heaps at most");
    let start = 1 << 12;
    let first = Textbook::new(shape.clone()).extend_to(start - 1).to_vec();
    let mut counts = Counts::default();
    (0..).zip(&first).for_each(|(heap, &value)| counts.add(heap, value));
    let (space, _) = counts.best(shape.break_parity()).expect("a space");
    let run = |sparse: &mut Sparse, end: u64| {
        while sparse.next() <= end {
            sparse.step(end);
        }
        sparse.state()
    };
    let mut unbroken = Sparse::new(shape.clone(), space, &first, settings(1));
    let mut stopped = unbroken.clone();
    let (mut seed, mut ranges) = (3, Vec::new());
    while unbroken.next() < 200_000 {
        let end = unbroken.next() + next(&mut seed) % 9_000;
        let state = run(&mut stopped, end);
        assert!(run(&mut unbroken, end) == state, "another state at {end}");
        ranges.push(state.full);
        let threads = 1 + next(&mut seed) as usize % 3;
        stopped = Sparse::from_state(shape.clone(), &state, settings(threads)).expect("a sound state");
        assert_eq!(stopped.history.range(), unbroken.history.range());
    }
    ranges.dedup();
    assert!(ranges.len() > 1, "the range never changed");
}

/// An engine's values, rare heaps and states between calls are the same for every number of threads, whatever is asked for
/// at a time and whoever is late: Grundy's game, codes of both types, with late rare heaps, tall and wide values.
#[test]
fn nothing_depends_on_threads_or_their_order() {
    delays::SELDOM.store(97, Ordering::Relaxed);
    let mut seed = 5;
    let rules = [
        "grundy",
        "0.106",
        "0.207",
        "take(1) leave(1,2) | split(2, distinct)",
        "0.6",
        "0.127",
        "0.454",
        "4.045",
        "split(2, diff>=2)",
        "split(2, diff>=3)",
        "0.00137",
    ];
    for &rule in if is_full() { &rules[..] } else { &rules[..4] } {
        let game: HeapGame = rule.parse().expect("a rule");
        let shape = Shape::new(game.rule.clauses()).expect("two heaps at most");
        let start = 1 << 15;
        let first = Textbook::new(shape.clone()).extend_to(start - 1).to_vec();
        let mut counts = Counts::default();
        (0..).zip(&first).for_each(|(heap, &value)| counts.add(heap, value));
        let (space, rares) = counts.best(shape.break_parity()).expect("a space");
        if rares > start / 8 {
            continue;
        }
        let mut ends = Vec::new();
        let mut end = start;
        while end < 600_000 {
            end += 1 + next(&mut seed) % 200_000;
            ends.push(end);
        }
        let run = |threads: usize| {
            let mut sparse = Sparse::new(shape.clone(), space, &first, settings(threads));
            let states = ends.iter().map(|&end| {
                while sparse.next() <= end {
                    sparse.step(end);
                }
                sparse.state()
            });
            states.collect::<Vec<State>>()
        };
        let alone = run(1);
        let mut textbook = Textbook::new(shape.clone());
        let known = if rares < 100 { 600_000 } else { 100_000 };
        let expected = textbook.extend_to(known);
        for heap in start..=known {
            let state = &alone[ends.partition_point(|&end| end < heap)];
            let value = state.window[(heap - state.from) as usize];
            if value != SPECIAL {
                let space = Space::from_parts(state.space).expect("a space");
                assert_eq!(space.common(heap, value.into()), expected[heap as usize], "{rule}: {heap}");
            }
        }
        for &threads in if is_full() { &[2, 3, 4, 7][..] } else { &[2, 5] } {
            for (state, expected) in run(threads).iter().zip(&alone) {
                let is_same = state == expected;
                assert!(is_same, "{rule}, {threads} threads: another state at {}", expected.next);
            }
        }
    }
    delays::SELDOM.store(0, Ordering::Relaxed);
}

/// One crew of each kind: with few threads two groups are listed together, with more the head tells a cache line at a
/// time, with many it only decides. Short enough for a sanitizer (`make tsan`).
#[test]
fn a_crew_of_any_size_decides_as_one_thread() {
    let shape = Shape::new("grundy".parse::<HeapGame>().expect("a game").rule.clauses()).expect("two heaps");
    let values = Textbook::new(shape.clone()).extend_to(1 << 15).to_vec();
    let mut counts = Counts::default();
    (0..).zip(&values).for_each(|(heap, &value)| counts.add(heap, value));
    let (space, _) = counts.best(shape.break_parity()).expect("a space");
    let run = |threads: usize| {
        let mut sparse = Sparse::new(shape.clone(), space, &values, settings(threads));
        let mut was_hired = false;
        while sparse.next() <= 260_000 {
            sparse.step(260_000);
            was_hired |= sparse.ahead.crew.is_some();
        }
        assert!(was_hired, "{threads} threads");
        sparse.state()
    };
    let alone = run(1);
    for threads in [3, 6, 10] {
        assert!(run(threads) == alone, "{threads} threads");
    }
}

fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

/// A checking thread sees a mark where a heap is too tall, and does not know its index: it must leave it to the engine.
#[test]
fn checking_threads_leave_tall_heaps_to_the_engine() {
    let shape = Shape::new("grundy".parse::<HeapGame>().expect("a game").rule.clauses()).expect("two heaps");
    let values = Textbook::new(shape.clone()).extend_to(40_000).to_vec();
    let mut counts = Counts::default();
    (0..).zip(&values).for_each(|(heap, &value)| counts.add(heap, value));
    let (space, _) = counts.best(shape.break_parity()).expect("a space");
    let sparse = Sparse::new(shape.clone(), space, &values[..36_000], settings(1));
    let whole = History::new(space, IndexRange::Half, &values);
    let mut bytes = whole.bytes_from(36_000)[..4000].to_vec();
    let mut checker = crew::Checker { history: sparse.history, rare: sparse.rare, shape };
    assert!(bytes[3000..3100].iter().all(|&byte| byte != SPECIAL));
    bytes[3000..3100].fill(SPECIAL);
    let open = checker.check(&bytes, 36_000, 40_000);
    assert!(open.iter().all(|open| !(39_000..39_100).contains(&open.heap)));
}
