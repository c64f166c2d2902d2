//! Boards as components of nearly disjunctive sums.

use sprague::moves;

use super::check_moves;
use crate::common::{answer, position, refused, value};

/// Mirror images and isomorphic graphs are positions of their own, as they are alone; counted by hand.
#[test]
fn each_placement_is_a_move_of_its_own() {
    for (text, options, winning) in [
        ("nearly(cram, chomp): [##/##] [3,2]", 8, 5),
        ("nearly(staircase, cram): [0] [##/##]", 4, 0),
        ("nearly(node-kayles, nim): [path 3] [1]", 4, 0),
    ] {
        let listed = moves::distinct(&position(text)).moves;
        assert_eq!(listed.len(), options, "{text}");
        let found = answer(text);
        if winning > 0 {
            assert_eq!(found.winning_moves_total, Some(winning), "{text}");
        }
        check_moves(text, &mut value);
    }
}

/// A move names the component that it is made in.
#[test]
fn a_move_tells_its_component() {
    let start = position("nearly(chomp, wythoff): [2x2] [1 2]");
    let words: Vec<String> = moves::distinct(&start).moves.iter().map(|step| step.words(&start)).collect();
    assert!(words.contains(&"take 1 from 1 on 2".to_owned()), "{words:?}");
    assert!(words.iter().all(|words| !words.ends_with('3')), "{words:?}");
}

/// The answer to a retreat may be a move that the sum forbids, so theorem R.6 says nothing here.
#[test]
fn northcotts_game_is_no_component() {
    for text in ["nearly(northcott, nim): [0-1] [1]", "nearly(northcott): [0-1]"] {
        let (column, message) = refused(text);
        assert!(column == 8 && message.contains("retreat"), "{text}: {column}, {message}");
    }
}
