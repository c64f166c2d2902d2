//! The gallery: every named game with its board, an example and what is known.

use sprague::games::{BoardKind, catalogue};
use sprague::heap::HeapGame;
use sprague::heap::catalogue::{Entry, EntryKind};
use sprague::position::Position;
use sprague_answer::lab::{GameEntry, GameList};

use crate::problem::Refusal;
use crate::question::{Question, Reply};

/// `GET /api/games`.
#[expect(clippy::unnecessary_wraps, reason = "one signature for all routes")]
pub fn list(_: &Question<'_>) -> Result<Reply, Refusal> {
    Ok(Reply::document(&GameList { games: catalogue::entries().map(document).collect() }))
}

fn document(entry: &'static Entry) -> GameEntry {
    let game = entry.rule().map(|rule| HeapGame { rule, name: Some(entry.name) });
    let example = match entry.kind {
        EntryKind::Heap(_) => format!("{}: {}", entry.name, example(entry.name)),
        EntryKind::Board(example) => example.to_owned(),
    };
    let position: Position = example.parse().expect("the examples of the catalogue are positions");
    let board = position.0[0].view().board;
    let group = match board {
        BoardKind::Nim | BoardKind::Bank | BoardKind::Wythoff => "Taking",
        BoardKind::Pins => "Pins in a row",
        BoardKind::Strips | BoardKind::Star | BoardKind::Shared | BoardKind::Tokens | BoardKind::Bag => {
            "Strips and stars"
        }
        BoardKind::Stairs | BoardKind::Coins => "Coins and stairs",
        BoardKind::Chocolate | BoardKind::Rectangles => "Chocolate",
        BoardKind::Graph | BoardKind::Network => "Graphs",
        BoardKind::Squares => "Squares",
        BoardKind::Heaps | BoardKind::Nearly => "Splitting",
    };
    GameEntry {
        name: entry.name,
        title: entry.title.to_owned(),
        group,
        board,
        example,
        rules: entry.words.to_owned(),
        known: entry.known.iter().map(|&fact| fact.to_owned()).collect(),
        aliases: entry.aliases.iter().map(|&alias| alias.to_owned()).collect(),
        oeis: entry.oeis.map(str::to_owned),
        sequence: game.is_some(),
        code: game.and_then(|game| game.rule.code()),
    }
}

/// A first position of a heap game that is neither over at once nor long.
pub fn example(name: &str) -> &'static str {
    match name {
        "nim" => "3 4 5",
        "kayles" => "7 5",
        "dawsons-kayles" | "dawsons-chess" | "treblecross" => "9 6",
        "lasker" => "4 3 2",
        "rims" | "thesis-c" | "thesis-d" | "couples-are-forever" => "6 4",
        "thesis-h" | "thesis-i" | "thesis-j" => "10 7",
        _ => "9 5",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_position_with_moves() {
        for entry in catalogue::entries() {
            let document = document(entry);
            let position: Position = document.example.parse().expect("a position");
            assert!(sprague::moves::any(&position), "{position}");
        }
    }
}
