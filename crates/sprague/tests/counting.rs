//! Counts of positions (theory C.1 to C.3): published numbers, and every position of small ranges played out.

use std::collections::{BTreeSet, HashMap};

use sprague::counting::{CountGround, HeapChoice, Order, PositionCount, Uncountable, count, p_positions};
use sprague::{HeapGame, Limits, Play};

fn found(game: &str, heaps: u64, sizes: (u64, u64), order: Order, play: Play) -> PositionCount {
    let game: HeapGame = game.parse().expect(game);
    count(&game, &HeapChoice { heaps, sizes: sizes.0..=sizes.1, order }, play, &Limits::default())
        .expect("counted")
}

/// Counts that were published as answers to contest problems, or computed for them by another program.
#[test]
fn known_counts() {
    let taken = "take(1,2,4,9) leave(0,1) | split(2)";
    let previous = |game, heaps, sizes| found(game, heaps, sizes, Order::Unordered, Play::Normal).previous;
    assert_eq!(previous(taken, 4, (1, 12)), 204u32.into());
    assert_eq!(previous(taken, 9, (1, 124)), 2_259_208_528_408u64.into());
    assert_eq!(previous("take(squares)", 3, (0, 29)), 1160u32.into());
    let next = |to| found("take(proper divisors)", 3, (1, to), Order::Ordered, Play::Normal).next;
    assert_eq!(next(10), 692u32.into());
    assert_eq!(next(100), 735_494u32.into());
}

/// All positions of a choice.
fn positions(heaps: u64, (from, to): (u64, u64), order: Order) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..heaps {
        all = all
            .into_iter()
            .flat_map(|position: Vec<u64>| {
                let least = match (order, position.last()) {
                    (Order::Unordered, Some(&last)) => last,
                    (Order::Distinct, Some(&last)) => last + 1,
                    _ => from,
                };
                (least..=to).map(move |size| [&position[..], &[size]].concat())
            })
            .collect();
    }
    all
}

/// Whether the player to move wins, by playing everything out.
fn wins(game: &HeapGame, play: Play, position: &[u64], seen: &mut HashMap<Vec<u64>, bool>) -> bool {
    let mut sorted: Vec<u64> =
        position.iter().copied().filter(|&size| !game.rule.is_terminal(size)).collect();
    sorted.sort_unstable();
    if let Some(&known) = seen.get(&sorted) {
        return known;
    }
    let wins = if sorted.is_empty() {
        play == Play::Misere
    } else {
        after(game, &sorted).into_iter().any(|(_, next)| !wins(game, play, &next, seen))
    };
    seen.insert(sorted, wins);
    wins
}

/// The moves: the place, and the position after it.
fn after(game: &HeapGame, position: &[u64]) -> Vec<(usize, Vec<u64>)> {
    let mut moves = Vec::new();
    for (place, &size) in position.iter().enumerate() {
        for parts in game.rule.options(size) {
            let mut next = position.to_vec();
            next.remove(place);
            next.extend(parts);
            next.sort_unstable();
            moves.push((place, next));
        }
    }
    moves
}

#[test]
fn every_position_of_a_small_range_is_counted() {
    const GAMES: [&str; 12] = [
        "kayles",
        "0.07",
        "0.137",
        "grundy",
        "nim",
        "take(1..3)",
        "0.33",
        "take(squares)",
        "0.15",
        "4.7",
        "take(1,2,4,9) leave(0,1) | split(2)",
        "take(proper divisors)",
    ];
    let mut answers = 0;
    for name in GAMES {
        let game: HeapGame = name.parse().expect(name);
        for play in [Play::Normal, Play::Misere] {
            let mut seen = HashMap::new();
            for (order, heaps, sizes) in
                [Order::Unordered, Order::Ordered, Order::Distinct].into_iter().flat_map(|order| {
                    (0..=3).flat_map(move |heaps| {
                        [(order, heaps, (1, 7)), (order, heaps, (0, 5)), (order, heaps, (3, 8))]
                    })
                })
            {
                let [mut previous, mut next, mut moves] = [0u64; 3];
                for position in positions(heaps, sizes, order) {
                    if !wins(&game, play, &position, &mut seen) {
                        previous += 1;
                        continue;
                    }
                    next += 1;
                    let winning = after(&game, &position);
                    let winning = winning.into_iter().filter(|(_, next)| !wins(&game, play, next, &mut seen));
                    moves += if order == Order::Ordered {
                        winning.count() as u64
                    } else {
                        winning.map(|(_, next)| next).collect::<BTreeSet<_>>().len() as u64
                    };
                }
                let by_theory = found(name, heaps, sizes, order, play);
                let told = (by_theory.previous, by_theory.next, by_theory.winning_moves);
                let what = format!("{name} {play:?} {order:?} {heaps} of {sizes:?}");
                assert_eq!(told, (previous.into(), next.into(), Some(moves.into())), "{what}");
                answers += 3;
            }
        }
    }
    assert_eq!(answers, 12 * 2 * 36 * 3);
}

/// A range beyond the second turn of a period is counted by the period, and one just as long by its heaps.
#[test]
fn a_proved_period_counts_what_is_computed_heap_by_heap() {
    for (game, play) in
        [("kayles", Play::Normal), ("0.07", Play::Normal), ("kayles", Play::Misere), ("0.123", Play::Misere)]
    {
        // one heap: the counts are those of the heaps, and the two halves of a range are the whole
        let one = |from: u64, to: u64| found(game, 1, (from, to), Order::Unordered, play);
        let (far, farther) = (1_500_000_000_000_000_000, 1_500_000_000_000_001_234);
        let whole = one(0, farther);
        assert!(whole.ground.is_proved(), "{game}");
        assert_eq!(whole.previous, one(0, far).previous + one(far + 1, farther).previous, "{game}");
        assert_eq!(&whole.previous + &whole.next, (farther + 1).into());
        let whole = found(game, 2, (0, 1999), Order::Unordered, play);
        assert_eq!(&whole.previous + &whole.next, (2000u64 * 2001 / 2).into());
    }
    let kayles = |to| found("kayles", 3, (5, to), Order::Distinct, Play::Normal);
    // beyond 2^20 by the period, below by the values: a range that crosses is the same by both
    let (by_values, by_period) = (kayles(1 << 20), kayles((1 << 20) + 12));
    assert!(by_values.previous < by_period.previous);
    assert!(matches!(by_period.ground, CountGround::Values(_)));
}

#[test]
fn what_is_too_much_is_refused_in_words() {
    let refused = |game: &str, heaps, to, play| {
        let game: HeapGame = game.parse().expect("a game");
        let choice = HeapChoice { heaps, sizes: 1..=to, order: Order::Unordered };
        count(&game, &choice, play, &Limits::default()).expect_err("too much")
    };
    assert!(matches!(refused("grundy", 2, 1 << 60, Play::Normal), Uncountable::TooLarge(_)));
    assert!(matches!(refused("kayles", u64::MAX, 100, Play::Normal), Uncountable::TooLarge(_)));
    assert!(matches!(refused("kayles", 1 << 40, 100, Play::Misere), Uncountable::TooLarge(_)));
    // what would take gigabytes and minutes is refused before the work
    for play in [Play::Normal, Play::Misere] {
        assert!(matches!(refused("kayles", 20_000, 1 << 60, play), Uncountable::TooLarge(_)));
    }
    let many = found("kayles", 1000, (1, 1 << 60), Order::Unordered, Play::Normal);
    assert!(many.previous.bits() > 40_000 && many.ground.is_proved());
    let unknown = refused("0.31011", 3, 1_000_000, Play::Misere).to_string();
    assert!(unknown.contains("misère quotient"), "{unknown}");
}

/// All P-positions of small ranges, listed, are those of playing everything out.
#[test]
fn listed_positions_are_those_that_are_lost() {
    let mut listed = 0;
    for game in ["nim", "kayles", "grundy", "0.137", "take(1,3,4)", "split(2, diff>=2)"] {
        let rule: HeapGame = game.parse().expect(game);
        for play in [Play::Normal, Play::Misere] {
            for order in [Order::Unordered, Order::Distinct] {
                for (heaps, sizes) in [(0, (1, 4)), (1, (1, 12)), (2, (1, 9)), (3, (0, 7)), (4, (2, 6))] {
                    let choice = HeapChoice { heaps, sizes: sizes.0..=sizes.1, order };
                    let found = p_positions(&rule, &choice, play, &Limits::default()).expect("listed");
                    let mut seen = HashMap::new();
                    let all = positions(heaps, sizes, order).into_iter();
                    let expected: Vec<Vec<u64>> =
                        all.filter(|position| !wins(&rule, play, position, &mut seen)).collect();
                    assert_eq!(found, expected, "{game} {play:?} {order:?} {heaps} {sizes:?}");
                    listed += found.len();
                }
            }
        }
    }
    assert!(listed > 1000, "{listed}");
    let nim: HeapGame = "nim".parse().expect("a game");
    let many = HeapChoice { heaps: 6, sizes: 1..=1_000_000, order: Order::Unordered };
    assert!(matches!(
        p_positions(&nim, &many, Play::Normal, &Limits::default()),
        Err(Uncountable::TooLarge(_))
    ));
}
