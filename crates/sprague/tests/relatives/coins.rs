//! Coin turning (theory N.2 to N.5).

use std::collections::HashMap;

use sprague::games::coins::{CoinCount, CoinRule};
use sprague::nimber::Nimber;
use sprague::play::{Outcome, Play};

use crate::common::{all_refused, all_written, answer, ask, by_definition, moves, number, rows, value};

type Board = Vec<Vec<bool>>;

/// Every set of places up to a last one that a rule allows, from all sets.
fn sets(allows: &dyn Fn(&[usize]) -> bool, last: usize) -> Vec<Vec<usize>> {
    let all = (0..1u32 << last).map(|bits| {
        let mut set: Vec<usize> = (0..last).filter(|place| bits >> place & 1 == 1).collect();
        set.push(last);
        set
    });
    all.filter(|set| allows(set)).collect()
}

type Allows = fn(&[usize]) -> bool;

const RULES: &[(&str, Allows)] = &[
    ("turning-turtles", |set| set.len() <= 2),
    ("mock-turtles", |set| set.len() <= 3),
    ("moebius", |set| set.len() <= 5),
    ("mogul", |set| set.len() <= 7),
    ("twins", |set| set.len() == 2),
    ("triplets", |set| set.len() == 3),
    ("ruler", |set| set[set.len() - 1] - set[0] == set.len() - 1),
    ("mock-turtle-fives", |set| set.len() <= 3 && set[set.len() - 1] - set[0] <= 4),
    ("triplet-fives", |set| set.len() == 3 && set[set.len() - 1] - set[0] <= 4),
    ("at most 2 within 3", |set| set.len() <= 2 && set[set.len() - 1] - set[0] <= 3),
    ("at most 4 within 5", |set| set.len() <= 4 && set[set.len() - 1] - set[0] <= 5),
    ("exactly 2 within 2", |set| set.len() == 2 && set[1] - set[0] <= 2),
    ("at most 1", |set| set.len() == 1),
    ("exactly 4", |set| set.len() == 4),
    ("consecutive within 2", |set| set.len() <= 3 && set[set.len() - 1] - set[0] == set.len() - 1),
];

fn options(across: Allows, down: Allows, board: &Board) -> Vec<Board> {
    let mut found = Vec::new();
    for (y, row) in board.iter().enumerate() {
        for x in (0..row.len()).filter(|&x| row[x]) {
            for ys in sets(&down, y) {
                for xs in sets(&across, x) {
                    let mut after = board.clone();
                    for (&y, &x) in ys.iter().flat_map(|y| xs.iter().map(move |x| (y, x))) {
                        after[y][x] ^= true;
                    }
                    found.push(after);
                }
            }
        }
    }
    found
}

fn written(board: &Board) -> String {
    let row = |row: &Vec<bool>| row.iter().map(|&head| if head { 'H' } else { 'T' }).collect::<String>();
    board.iter().map(row).collect::<Vec<_>>().join("/")
}

fn boards(rows: usize, columns: usize) -> impl Iterator<Item = Board> {
    (0..1u32 << (rows * columns)).map(move |bits| {
        (0..rows).map(|y| (0..columns).map(|x| bits >> (y * columns + x) & 1 == 1).collect()).collect()
    })
}

/// `coin_values.csv`: by the definition, in a separate program; Winning Ways, chapter 14, prints most of them.
#[test]
fn values_of_single_coins() {
    let mut rules = 0;
    for row in rows(include_str!("../../../tables/golden/coin_values.csv")) {
        let rule = row[0];
        let values: Vec<u64> = row[1].split(' ').map(number).collect();
        let parsed: CoinRule = rule.parse().expect("a rule");
        assert_eq!(parsed.to_string(), rule);
        assert_eq!(parsed.values(values.len() as u64), values, "{rule}");
        for (place, &expected) in values.iter().enumerate() {
            let text = format!("coins({rule}): {}H", "T".repeat(place));
            assert_eq!(value(&text), expected, "{text}");
        }
        rules += 1;
    }
    assert_eq!(rules, 17);
}

/// Whole rows, not one coin at a time: values, options and all winning moves, and misère play.
#[test]
fn rows_against_the_plain_search() {
    for &(rule, allows) in RULES {
        let mut known = HashMap::new();
        let plain = |board: &Board| options(allows, |set| set.len() == 1, board);
        for board in boards(1, 7) {
            let text = format!("coins({rule}): {}", written(&board));
            let expected = by_definition(&plain, &board, &mut known).0;
            let answer = answer(&text);
            assert_eq!(answer.value, Some(Nimber(expected)), "{text}");
            let all = plain(&board);
            let mut wins: Vec<String> = all
                .iter()
                .filter(|option| by_definition(&plain, option, &mut known).0 == 0)
                .map(|option| format!("coins({rule}): {}", written(option)))
                .collect();
            wins.sort();
            assert_eq!(moves(&answer), wins, "{text}");
            assert_eq!(answer.options, Some(all.len() as u64), "{text}");
        }
    }
}

/// The Tartan theorem: the nim-product, on all boards of three rows and three columns.
#[test]
fn boards_against_the_plain_search() {
    let rule = |name: &str| *RULES.iter().find(|(other, _)| *other == name).expect("a rule");
    for (one, other) in [
        ("turning-turtles", "turning-turtles"),
        ("twins", "twins"),
        ("ruler", "twins"),
        ("mock-turtles", "ruler"),
        ("at most 2 within 3", "triplets"),
    ] {
        let (across, down) = (rule(one).1, rule(other).1);
        let mut known = HashMap::new();
        let plain = |board: &Board| options(across, down, board);
        for board in boards(3, 3).step_by(5).chain(boards(2, 4).step_by(3)) {
            let text = format!("coins({one} x {other}): {}", written(&board));
            let expected = by_definition(&plain, &board, &mut known).0;
            let answer = answer(&text);
            assert_eq!(answer.value, Some(Nimber(expected)), "{text}");
            let wins = plain(&board)
                .iter()
                .filter(|option| by_definition(&plain, option, &mut known).0 == 0)
                .count();
            assert_eq!(answer.winning_moves_total, Some(wins as u64), "{text}");
        }
    }
    // Turning Corners: twins times twins is the nim-product of the places
    assert_eq!(value(&format!("coins(twins x twins): {}TTTTTTTH", "TTTTTTTT/".repeat(5))), 13);
}

#[test]
fn misere_play_is_searched() {
    for &(rule, allows) in &RULES[..9] {
        let mut known = HashMap::new();
        let plain = |board: &Board| options(allows, |set| set.len() == 1, board);
        for board in boards(1, 6) {
            let text = format!("coins({rule}): {}", written(&board));
            let expected = if by_definition(&plain, &board, &mut known).1 { Outcome::N } else { Outcome::P };
            assert_eq!(ask(&text, Play::Misere).expect("a small search").outcome, expected, "{text}");
        }
    }
}

/// Closed forms at places that no table reaches, by the recursion over windows of the text.
#[test]
fn long_rows_are_answered() {
    let heads = "H".repeat(2_000);
    for rule in ["turning-turtles", "mock-turtles", "ruler", "twins", "triplets", "mock-turtle-fives"] {
        let answer = answer(&format!("coins({rule}): {heads}"));
        assert!(answer.value.is_some(), "{rule}");
        for option in answer.winning_moves.iter().take(2) {
            assert_eq!(value(&option.to_string()), 0, "{rule}");
        }
    }
    let one = answer(&format!("coins(mock-turtles): {}H", "T".repeat(999)));
    assert_eq!(one.value, Some(Nimber(1999)));
    assert_eq!(one.winning_moves_total, Some(1));
    let ruler = answer(&format!("coins(ruler): {}H", "T".repeat(1023)));
    assert_eq!((ruler.value, ruler.winning_moves_total), (Some(Nimber(1024)), Some(1)));
    // a table of all nim-sums of six coins of a thousand is refused before it starts
    let refused = ask(&format!("coins(mogul): {heads}"), Play::Normal).unwrap_err();
    assert!(refused.to_string().contains("values of 2000 coins"), "{refused}");
    assert!(ask(&format!("coins(at most 9223372036854775807): {heads}"), Play::Normal).is_err());
    assert!(ask("coins(at most 9223372036854775807 within 9223372036854775807): HTH", Play::Normal).is_ok());
    assert!(ask(&format!("coins(ruler): {heads}"), Play::Misere).is_err());
}

#[test]
fn rules_are_read_and_written() {
    all_written(&[
        ("coins(at most 3): HTTHT", "coins(mock-turtles): HTTHT"),
        ("COINS( At Most 3 within 4 ): htt", "coins(mock-turtle-fives): HTT"),
        ("coins(möbius):", "coins(moebius):"),
        ("coins(exactly 2 within 3): H T T", "coins(exactly 2 within 3): HTT"),
        ("coins(consecutive): HH", "coins(ruler): HH"),
        ("coins(ruler x twins): HT / TH", "coins(ruler x twins): HT/TH"),
        ("coin-turning(at most 5 × exactly 3): H/H", "coins(moebius x triplets): H/H"),
        ("coins(mock-turtles within 4): HT", "coins(mock-turtle-fives): HT"),
        ("coins(twins): HT + nim: 3", "coins(twins): HT + nim: 3"),
    ]);
    all_refused(&[
        ("coins: HT", 6),
        ("coins(): HT", 7),
        ("coins(turtle): HT", 7),
        ("coins(at 3): HT", 10),
        ("coins(at most x): HT", 15),
        ("coins(at most 0): HT", 15),
        ("coins(exactly 0): HT", 15),
        ("coins(twins within): HT", 19),
        ("coins(exactly 2 within): HT", 23),
        ("coins(triplet-fives within 3): HT", 21),
        ("coins(ruler x): HT", 14),
        ("coins(ruler: HT", 12),
        ("coins(ruler): HTX", 17),
        ("coins(ruler): HT/TH", 17),
        ("coins(ruler x ruler): HT/T", 26),
        ("coins(ruler x ruler): HT/", 26),
    ]);
    assert_eq!(CoinRule::new(CoinCount::AtMost(0), None), None);
}
