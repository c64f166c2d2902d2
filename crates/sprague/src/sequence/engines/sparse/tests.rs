//! What needs the engine's insides: forgetting earlier than it ever would.

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

fn settings(threads: usize) -> BlockSettings {
    BlockSettings { loops: Loops::avx2().unwrap_or(Loops::Scalar), block: 128, threads, memory: 1 << 26 }
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
    let half = History::new(space, Range::Half, &values);
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
        let mut history = History::new(space, Range::Half, &values);
        history.limit(16_000, 100);
        if is_wide {
            history.widen();
        }
        history.shrink(0, 0);
        assert_eq!(history.first(), 14_001);
        history.narrow();
        let listed: Vec<u64> = history.tall().iter().map(|tall| tall.0).collect();
        let expected: Vec<u64> = (0..30_001).filter(is_tall).collect();
        assert!(expected.iter().filter(|&&heap| heap < 14_001).count() > 10);
        assert_eq!(listed, expected, "wide {is_wide}");
        history.limit(13_000, 100);
        history.shrink(0, 0);
        let expected = expected.into_iter().filter(|heap| !(14_625..17_001).contains(heap));
        assert!(history.tall().iter().map(|tall| tall.0).eq(expected), "wide {is_wide}");
    }
}

/// What the tall heaps are said to witness must be the value of an option; all of it is found.
#[test]
fn witnesses_with_a_tall_part_are_options() {
    let (shape, space, values) = tall_values();
    let history = History::new(space, Range::Half, &values);
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
