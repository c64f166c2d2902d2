//! Boards of rows and columns: rectangles that are cut, chocolate that is eaten, squares that are covered or marked.

use std::collections::HashSet;

use super::typed::{Word, names, numbers};
use super::{Part, View, on, without};
use crate::games::Action;
use crate::notation::joined;

pub(super) fn rectangle_words(view: &View, rectangle: &[u64], along: usize, at: u64) -> String {
    let (side, at) = (rectangle[along], at.min(rectangle[along] - at));
    let unclear = view.rectangles().iter().any(|other| *other != rectangle && other.contains(&side));
    let of = if unclear { format!(" of {}", joined(rectangle, "x")) } else { String::new() };
    format!("cut {side}{of} at {at}")
}

pub(super) fn rectangle_read(view: &View, words: &[Word]) -> Option<Vec<(usize, Action)>> {
    use Word::Number as N;
    let (side, of, at) = match (&names(words)[..], words) {
        (["cut", "", "at", ""], [_, N(side), _, N(at)]) => (*side, None, *at),
        (["cut", "", "of", .., "at", ""], [_, N(side), _, sides @ .., _, N(at)]) => {
            (*side, Some(sides_of(sides)?), *at)
        }
        _ => return None,
    };
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for (place, &sides) in view.rectangles().iter().enumerate() {
        if of.as_ref().is_some_and(|of| of != sides) || !seen.insert(sides) {
            continue;
        }
        for along in (0..sides.len()).filter(|&along| sides[along] == side) {
            all.extend(Action::cut(sides, along, at).map(|action| (place, action)));
        }
    }
    Some(all)
}

/// The cuts that may leave these rectangles, whose sides may come in any order.
pub(super) fn rectangle_between(before: &View, after: &View) -> Vec<(usize, Action)> {
    let sorted = |view: &View| {
        let mut kinds: Vec<Vec<u64>> = view.rectangles().iter().map(|sides| sides.to_vec()).collect();
        for sides in &mut kinds {
            sides.sort_unstable();
        }
        kinds
    };
    let (kinds, left) = (sorted(before), sorted(after));
    let (gone, new) = (without(&kinds, &left), without(&left, &kinds));
    let ([whole], [one, other]) = (&gone[..], &new[..]) else { return Vec::new() };
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for (place, sides) in before.rectangles().into_iter().enumerate() {
        if kinds[place] != *whole || !seen.insert(sides) {
            continue;
        }
        for (along, &side) in sides.iter().enumerate() {
            let mut lengths: Vec<u64> =
                one.iter().chain(other).copied().filter(|&length| length < side).collect();
            lengths.sort_unstable();
            lengths.dedup();
            found.extend(lengths.into_iter().filter_map(|at| Some((place, Action::cut(sides, along, at)?))));
        }
    }
    found
}

/// `4x7`.
fn sides_of(words: &[Word]) -> Option<Vec<u64>> {
    let crosses = words.iter().skip(1).step_by(2).all(|word| word.name() == "x");
    let sides: Vec<Word> = words.iter().step_by(2).cloned().collect();
    numbers(&sides).filter(|sides| crosses && !sides.is_empty())
}

/// `2 3`, `eat 2 3`, `row 2 column 3`.
fn square_of(words: &[Word]) -> Option<(u64, u64)> {
    use Word::Number as N;
    match (&names(words)[..], words) {
        (["", ""], [N(row), N(column)])
        | (["eat", "", ""], [_, N(row), N(column)])
        | (["row", "", "column", ""], [_, N(row), _, N(column)]) => Some((*row, *column)),
        _ => None,
    }
}

pub(super) fn chocolate_words(view: &View, part: Option<usize>, (row, column): (u64, u64)) -> String {
    format!("{row} {column}{}", on(view, part, "board "))
}

pub(super) fn chocolate_read(view: &View, words: &[Word]) -> Option<Vec<(usize, Action)>> {
    let (row, column) = square_of(words)?;
    Some((0..view.parts.len()).map(|at| (at, Action::Bite { row, column })).collect())
}

pub(super) fn chocolate_between(before: &View, after: &View) -> Vec<(usize, Action)> {
    let (gone, new) = (without(&before.parts, &after.parts), without(&after.parts, &before.parts));
    let ([old], [Part::Bar { rows: left, row_count: rows_left }]) = (&gone[..], &new[..]) else {
        return Vec::new();
    };
    let Part::Bar { rows, .. } = old else { return Vec::new() };
    let lengths = left.iter().copied().chain(std::iter::repeat(0));
    let eaten = (1..).zip(rows).zip(lengths).find(|((_, row), left)| *row != left);
    let (row, column) = eaten.map_or((rows_left + 1, 1), |((row, _), left)| (row, left + 1));
    let place = before.parts.iter().position(|part| part == old);
    place.map(|at| (at, Action::Bite { row, column })).into_iter().collect()
}

pub(super) fn square_words(view: &View, part: Option<usize>, squares: &[(u64, u64)]) -> String {
    let row = matches!(&view.parts[..], [Part::Squares { squares }] if squares.len() == 1);
    let place = |&(at, column): &(u64, u64)| match (row, squares) {
        (true, [_]) => column.to_string(),
        _ => format!("{at} {column}"),
    };
    format!("put {}{}", joined(squares.iter().map(place), ", "), on(view, part, "board "))
}

/// `put 4`, `put 2 3, 2 4`; a single number is a square of a single row.
pub(super) fn square_read(view: &View, words: &[Word]) -> Option<Vec<(usize, Action)>> {
    let squares = match (&names(words)[..], words) {
        (["put" | "cover", ..], [_, squares @ ..]) if !squares.is_empty() => match &numbers(squares)?[..] {
            &[column] => vec![(1, column)],
            numbers if numbers.len().is_multiple_of(2) => {
                numbers.chunks(2).map(|square| (square[0], square[1])).collect()
            }
            _ => return Some(Vec::new()),
        },
        _ => vec![square_of(words)?],
    };
    let boards = view.parts.len().max(1);
    Some((0..boards).map(|at| (at, Action::Fill { squares: squares.clone() })).collect())
}
