//! The engine of the page against the definition: random sums of small games, whose rules are written here once more.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};
use sprague_kit::{Random, extent};

use crate::engine::Engine;

/// What is played: a heap under one of the rules, rows of a bar, two heaps of Wythoff's game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Piece {
    Heap(usize, u64),
    Chomp(Vec<u64>),
    Wythoff(u64, u64),
}

type Sum = Vec<Piece>;

/// The heaps that a move leaves.
type HeapOptions = fn(u64) -> Vec<Vec<u64>>;

const RULES: [(&str, HeapOptions); 6] = [
    ("nim", |n| (0..n).map(|left| vec![left]).collect()),
    ("kayles", |n| splits(n, &[1, 2])),
    ("grundy", |n| (1..n).filter(|a| 2 * a < n).map(|a| vec![a, n - a]).collect()),
    ("take(1,3)", |n| [1, 3].into_iter().filter(|k| *k <= n).map(|k| vec![n - k]).collect()),
    ("lasker", |n| (0..n).map(|left| vec![left]).chain((1..n).map(|a| vec![a, n - a])).collect()),
    ("take(primes)", |n| [2, 3, 5, 7, 11].into_iter().filter(|k| *k <= n).map(|k| vec![n - k]).collect()),
];

fn splits(n: u64, takes: &[u64]) -> Vec<Vec<u64>> {
    let all = takes.iter().filter(|&&k| k <= n);
    all.flat_map(|&k| (0..=n - k).map(move |a| vec![a, n - k - a])).collect()
}

impl Piece {
    fn text(&self) -> String {
        match self {
            Self::Heap(rule, n) => format!("{}: {n}", RULES[*rule].0),
            Self::Chomp(rows) => {
                let rows: Vec<String> = rows.iter().map(u64::to_string).collect();
                format!("chomp: {}", rows.join(","))
            }
            Self::Wythoff(a, b) => format!("wythoff: {a} {b}"),
        }
    }

    /// The options, each a sum.
    fn options(&self) -> BTreeSet<Sum> {
        let all: Vec<Sum> = match self {
            Self::Heap(rule, n) => {
                let heap = |n: u64| Self::Heap(*rule, n);
                RULES[*rule].1(*n).into_iter().map(|parts| parts.into_iter().map(heap).collect()).collect()
            }
            Self::Chomp(rows) => {
                // whoever has only the corner left cannot move
                let cells = (0..rows.len()).flat_map(|row| (0..rows[row]).map(move |column| (row, column)));
                let bite = |(row, column): (usize, u64)| {
                    let cut =
                        |(at, &length): (usize, &u64)| if at >= row { length.min(column) } else { length };
                    vec![Self::Chomp(rows.iter().enumerate().map(cut).filter(|&length| length > 0).collect())]
                };
                cells.filter(|&cell| cell != (0, 0)).map(bite).collect()
            }
            Self::Wythoff(a, b) => {
                let one = (0..*a).map(|left| (left, *b));
                let other = (0..*b).map(|left| (*a, left));
                let both = (1..=*a.min(b)).map(|taken| (a - taken, b - taken));
                one.chain(other).chain(both).map(|(a, b)| vec![Self::Wythoff(a.min(b), a.max(b))]).collect()
            }
        };
        // empty heaps are not there; other ends of play are options of their own
        let told = all.into_iter().map(|mut sum| {
            sum.retain(|piece| !matches!(piece, Self::Heap(_, 0)));
            sum.sort_unstable();
            sum
        });
        told.collect()
    }

    fn is_over(&self) -> bool {
        match self {
            Self::Heap(rule, n) => RULES[*rule].1(*n).is_empty(),
            Self::Chomp(rows) => rows[..] == [1],
            Self::Wythoff(a, b) => (*a, *b) == (0, 0),
        }
    }
}

fn without_what_is_over(mut sum: Sum) -> Sum {
    sum.retain(|piece| !piece.is_over());
    sum.sort_unstable();
    sum
}

/// The Sprague-Grundy value or the misère value, by the definition, of whole sums.
fn value(sum: &Sum, misere: bool, known: &mut HashMap<(Sum, bool), u64>) -> u64 {
    let key = (sum.clone(), misere);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut seen = BTreeSet::new();
    for (at, piece) in sum.iter().enumerate() {
        for option in piece.options() {
            seen.insert(value(&replaced(sum, at, option), misere, known));
        }
    }
    let value = if misere && seen.is_empty() {
        1
    } else {
        (0..=u64::MAX).find(|n| !seen.contains(n)).expect("a set is finite")
    };
    known.insert(key, value);
    value
}

fn replaced(sum: &Sum, at: usize, option: Sum) -> Sum {
    let mut next = sum.clone();
    next.remove(at);
    next.extend(option);
    without_what_is_over(next)
}

#[test]
fn attack_the_engine_of_the_page_agrees_with_the_definition() {
    let most = extent(300, 5_000);
    let mut random = Random::new(17);
    let mut roll = |sides: u64| random.below(sides);
    let (mut engine, mut known) = (Engine::new(), HashMap::new());
    for _ in 0..most {
        let mut typed = Vec::new();
        for _ in 0..=roll(2) {
            typed.push(match roll(4) {
                0 => {
                    let mut rows: Vec<u64> = (0..=roll(2)).map(|_| 1 + roll(3)).collect();
                    rows.sort_unstable_by(|a, b| b.cmp(a));
                    Piece::Chomp(rows)
                }
                1 => Piece::Wythoff(roll(4), roll(5)),
                _ => Piece::Heap(roll(RULES.len() as u64) as usize, roll(9)),
            });
        }
        let text = typed.iter().map(Piece::text).collect::<Vec<_>>().join(" + ");
        let misere = roll(2) == 0;
        let body = json!({"position": text, "misere": misere}).to_string();
        let request = json!({"method": "POST", "path": "/api/teacher", "body": body}).to_string();
        let answer = engine.answer(request.as_bytes());
        let length = u32::from_le_bytes([answer[0], answer[1], answer[2], answer[3]]) as usize;
        let told: Value = serde_json::from_slice(&answer[4 + length..]).expect("a document");
        let sum = without_what_is_over(typed.clone());
        let expected = value(&sum, misere, &mut known);
        assert_eq!(told["outcome"], if expected == 0 { "P" } else { "N" }, "{text}, misère {misere}: {told}");
        let value_told = &told[if misere { "misere_value" } else { "value" }];
        if let Some(value) = value_told.as_str() {
            assert_eq!(value, expected.to_string(), "{text}, misère {misere}");
        }
        assert!(misere || value_told.is_string(), "{text}");
        if let Some(total) = told["winning_moves_total"].as_str() {
            let winning = typed.iter().enumerate().map(|(at, piece)| {
                let wins =
                    |option: &&Sum| value(&replaced(&typed, at, (*option).clone()), misere, &mut known) == 0;
                piece.options().iter().filter(wins).count()
            });
            assert_eq!(total, winning.sum::<usize>().to_string(), "{text}, misère {misere}: {told}");
        }
    }
    println!("attack | the engine of the page against the definition, both kinds of play | {most} | 0 wrong");
}
