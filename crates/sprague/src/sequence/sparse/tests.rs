//! What needs the engine's insides: forgetting earlier than it ever would.

use super::*;
use crate::heap::HeapGame;
use crate::sequence::{Counts, Textbook};

/// 0.207 has a rare heap at 433 920, by when its first heaps are forgotten if few are remembered: the sequence must
/// be computed again to search all moves, and the rare heap meets every heap from the first on. A short reach makes
/// it too far for an entry besides.
#[test]
fn forgotten_heaps_are_computed_again() {
    let game: HeapGame = "0.207".parse().expect("a code");
    let shape = Shape::new(game.rule.clauses()).expect("two heaps at most");
    let mut textbook = Textbook::new(shape.clone());
    let expected = textbook.extend_to(450_000).to_vec();
    let mut counts = Counts::default();
    (0..1 << 15).for_each(|heap| counts.add(heap, expected[heap as usize]));
    let (space, _) = counts.best(shape.break_parity()).expect("a space");
    for farthest in [u32::MAX, 400_000] {
        let manner = Manner { level: Level::avx2().unwrap_or(Level::Scalar), block: 128, threads: 1 };
        let mut sparse = Sparse::new(shape.clone(), space, &expected[..1 << 15], manner);
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
