//! What people type: read leniently, written in one way, and refused with a spelling that works.

use std::collections::BTreeSet;

use sprague::games::catalogue::entries;
use sprague::heap::HeapGame;
use sprague::heap::catalogue::EntryKind;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague_kit::{Random, extent};

use crate::common::{answer, ask, moves};

/// What stands between backticks.
fn spellings(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2)
}

/// Whether a spelling is a position or a game; one that ends with the colon is a game.
fn works(spelling: &str) -> bool {
    let spelling = spelling.trim().trim_end_matches(':');
    spelling.parse::<Position>().is_ok() || spelling.parse::<HeapGame>().is_ok()
}

#[test]
fn what_people_type_is_answered_or_told_how() {
    let mut lines = 0;
    let mut wrong = Vec::new();
    for line in include_str!("typed.txt").lines().filter(|line| !line.starts_with('#')) {
        let Some((typed, expected)) = line.split_once("=> ") else {
            let typed = line.strip_suffix("=>").expect(line);
            if typed.parse::<Position>().map_or(true, |read| !read.to_string().is_empty()) {
                wrong.push(format!("{line}: {:?}", typed.parse::<Position>().map(|read| read.to_string())));
            }
            continue;
        };
        let typed = typed.strip_suffix(' ').unwrap_or(typed);
        lines += 1;
        match (typed.parse::<Position>(), expected.strip_prefix('?')) {
            (Ok(read), None) if read.to_string() == expected && expected.parse() == Ok(read.clone()) => {}
            (Err(error), Some(part)) => {
                let said = error.message.split(", found `").next().unwrap_or_default();
                let rest = error.message.split("; for example ").nth(1).unwrap_or_default();
                let is_told = spellings(said).chain(spellings(rest)).any(works);
                let is_line = !error.message.contains('\n') && !error.message.is_empty();
                if !is_told || !is_line || !error.message.contains(part) {
                    wrong.push(format!("{line}: {error}"));
                }
            }
            (read, _) => wrong.push(format!("{line}: {:?}", read.map(|read| read.to_string()))),
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
    assert!(lines >= 300, "{lines}");
}

/// What is printed is read as itself: every position that play from the examples of all games comes to, and games of
/// heaps by every name.
#[test]
fn what_is_printed_is_read_as_itself() {
    let mut random = Random::new(3);
    let mut starts: Vec<String> = entries()
        .map(|entry| match entry.kind {
            EntryKind::Heap(_) => format!("{}: 9 7 4", entry.name),
            EntryKind::Board(example) => example.to_owned(),
        })
        .collect();
    starts.extend(
        [
            "mem(3): 30 limit 4",
            "treblecross-board: .X.X...X",
            "node-kayles: intervals 1-3 2-5 4-6 4-9",
            "0.3[07]: 9 8",
            "take(1) | to(n/2) on even: 12 5",
            "to(proper divisors): 30 12",
            "split(2.., equal): 24 7",
            "split(2, diff not in {2}): 15",
            "take(primes) leave(0..2) on odd: 17",
        ]
        .map(str::to_owned),
    );
    let mut seen = BTreeSet::new();
    for start in starts {
        for _ in 0..extent(4, 40) {
            let mut position: Position = start.parse().unwrap_or_else(|error| panic!("{start}: {error}"));
            for _ in 0..12 {
                let text = position.to_string();
                let again: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(again, position, "{text}");
                assert_eq!(again.to_string(), text);
                seen.insert(text);
                let at = random.below(position.0.len() as u64) as usize;
                if position.0[at].breadth() > 5e3 {
                    break;
                }
                let options = position.0[at].options();
                if options.is_empty() {
                    break;
                }
                position = position.with_term(at, random.pick(&options));
            }
        }
    }
    assert!(seen.len() > 400, "{}", seen.len());
}

/// Three in a row are completed at once; the notation counts squares from 1 on the left.
#[test]
fn treblecross_with_near_crosses() {
    let found = answer("treblecross-board: .X.X...X");
    assert_eq!((found.outcome, found.value), (Outcome::N, None));
    assert_eq!(moves(&found), ["treblecross-board: .XXX...X"]);
    assert_eq!(moves(&answer("treblecross-board: XX..X")), ["treblecross-board: XXX.X"]);
    let both = moves(&answer("treblecross-board: ..XX.."));
    assert_eq!(both, ["treblecross-board: ..XXX.", "treblecross-board: .XXX.."]);
    assert_eq!(answer("treblecross-board: .XXX.").outcome, Outcome::P);
    assert!(ask("treblecross-board: .X.X...X", Play::Misere).is_err());
    assert_eq!(ask("treblecross-board: .X..X", Play::Misere).map(|found| found.outcome), Ok(Outcome::N));
    // the outcome of every row by the game itself: who completes three wins
    fn wins(row: &mut Vec<bool>) -> bool {
        let won = |row: &[bool]| row.windows(3).any(|three| three.iter().all(|cross| *cross));
        (0..row.len()).any(|at| {
            if row[at] {
                return false;
            }
            row[at] = true;
            let wins = won(row) || !wins(row);
            row[at] = false;
            wins
        })
    }
    for length in 3..9_u32 {
        for bits in 0..1_u32 << length {
            let mut row: Vec<bool> = (0..length).map(|at| bits >> at & 1 == 1).collect();
            let text: String = row.iter().map(|cross| if *cross { 'X' } else { '.' }).collect();
            if text.contains("XXX") || !row.iter().any(|cross| *cross) {
                continue;
            }
            let expected = if wins(&mut row) { Outcome::N } else { Outcome::P };
            assert_eq!(answer(&format!("treblecross-board: {text}")).outcome, expected, "{text}");
        }
    }
}
