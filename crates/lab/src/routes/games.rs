//! The gallery: every named game with its board, an example and what is known.

use axum::Json;
use serde_json::{Value, json};
use sprague::heap::catalogue::{ENTRIES, Entry, Kind};
use sprague::heap::{HeapGame, Heaps};
use sprague::position::Position;

use crate::board;

/// `GET /api/games`.
pub async fn list() -> Json<Value> {
    Json(json!({"games": ENTRIES.iter().map(document).collect::<Vec<_>>()}))
}

fn document(entry: &'static Entry) -> Value {
    let game = entry.rule().map(|rule| HeapGame { rule, name: Some(entry.name) });
    let (kind, example) = match (&game, entry.kind) {
        (Some(game), _) => {
            let example = example(entry.name);
            (board::kind_of_heaps(game, &Heaps::single(9)), format!("{}: {example}", entry.name))
        }
        (None, Kind::Board(example) | Kind::Heap(example)) => {
            let position: Option<Position> = example.parse().ok();
            let kind = position.and_then(|position| position.0.first().map(board::kind)).unwrap_or("heaps");
            (kind, example.to_owned())
        }
    };
    let group = match kind {
        "nim" | "bank" | "wythoff" => "Taking",
        "pins" => "Pins in a row",
        "strips" | "star" | "shared" => "Strips and stars",
        "chocolate" | "rectangles" => "Chocolate",
        "graph" => "Graphs",
        _ => "Splitting",
    };
    json!({
        "name": entry.name,
        "title": title(entry.name),
        "group": group,
        "board": kind,
        "example": example,
        "rules": entry.words,
        "known": entry.known,
        "aliases": entry.aliases,
        "oeis": entry.oeis,
        "sequence": game.is_some(),
        "code": game.and_then(|game| game.rule.code()),
    })
}

/// A first position of a heap game that is neither over at once nor long.
pub fn example(name: &str) -> &'static str {
    match name {
        "nim" => "3 4 5",
        "kayles" => "7 5",
        "dawsons-kayles" | "dawsons-chess" | "treblecross" => "9 6",
        "lasker" => "4 3 2",
        "thesis-c" | "thesis-d" | "couples-are-forever" => "6 4",
        "thesis-h" | "thesis-i" | "thesis-j" => "10 7",
        _ => "9 5",
    }
}

/// The name as a title: `dawsons-kayles` is Dawson's Kayles.
fn title(name: &str) -> String {
    let own = |word: &str| match word {
        "dawsons" => "Dawson's".to_owned(),
        "guiles" => "Guiles".to_owned(),
        "nearly" => "Nearly disjunctive sum".to_owned(),
        "shared" => "Shared squares".to_owned(),
        "grundy" => "Grundy's game".to_owned(),
        "lasker" => "Lasker's Nim".to_owned(),
        "wythoff" => "Wythoff's game".to_owned(),
        "rectangle" => "Rectangles".to_owned(),
        "graph" => "Game graph".to_owned(),
        "are" => "are".to_owned(),
        _ => {
            let mut letters = word.chars();
            let first = letters.next().map(|letter| letter.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        }
    };
    if name == "star" {
        return "Star Silver Dollar".to_owned();
    }
    name.split('-').map(own).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_position_with_moves() {
        for entry in ENTRIES {
            let document = document(entry);
            let position: Position = document["example"].as_str().expect("text").parse().expect("a position");
            assert!(sprague::playing::any(&position), "{position}");
            assert_eq!(document["board"], board::kind(&position.0[0]), "{position}");
        }
        assert_eq!(title("dawsons-kayles"), "Dawson's Kayles");
        assert_eq!(title("couples-are-forever"), "Couples are Forever");
    }
}
