//! Chomp against the table of winning first moves and values (theory 10.1) and against the plain search.

use proptest::prelude::*;
use sprague::games::Game;
use sprague::games::chomp::{Boards, Chomp, ChompBoard, ChompTable, Square};
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::notation::Cursor;
use sprague::play::Outcome;
use sprague::position::Position;
use sprague::ruleset::{Plain, Ruleset};
use sprague::search::Solver;

use crate::common::{agrees_with_options_alone, all_written, refused, rows};

fn read(text: &str) -> Boards {
    Chomp.read(&mut Cursor::new(text)).expect("boards")
}

fn rectangle(rows: u64, columns: u64) -> Boards {
    ChompBoard::rectangle(rows, columns).expect("a board").into()
}

/// Chomp whose values come from a table.
struct Tabulated(ChompTable);

impl Tabulated {
    fn of(position: &Boards) -> Self {
        Self(ChompTable::for_position(position, &Limits::default()).expect("a small table"))
    }
}

impl Ruleset for Tabulated {
    type Position = Boards;

    fn options(&self, position: &Boards) -> Vec<Boards> {
        Chomp.options(position)
    }

    fn known_value(&self, component: &Boards) -> Option<Nimber> {
        Chomp.known_value(component).or_else(|| self.0.value(&component.boards()[0]))
    }
}

fn square_eaten(board: ChompBoard, after: ChompBoard) -> Option<Square> {
    let squares = (1..=board.row_count()).flat_map(|row| (1..=board.column_count()).map(move |c| (row, c)));
    squares.into_iter().find(|&square| board.eat(square) == Some(after))
}

fn winning_squares<R: Ruleset<Position = Boards>>(solver: &mut Solver<R>, position: &Boards) -> Vec<Square> {
    let moves = solver.winning_moves(position).unwrap();
    let board = position.boards()[0];
    let mut squares: Vec<Square> =
        moves.iter().map(|after| square_eaten(board, after.boards()[0]).expect("an option")).collect();
    squares.sort_unstable();
    squares
}

/// `chomp_first_moves.csv`: computed by brute force for the specification; a blank value was not computed.
#[test]
fn winning_first_moves_and_values_are_those_of_the_table() {
    let mut solver = Solver::new(Tabulated::of(&rectangle(7, 9)));
    let mut search = Solver::new(Chomp);
    let mut lines = 0;
    for row in rows(&include_str!("../../tables/golden/chomp_first_moves.csv").replace('"', "")) {
        let fields: Vec<Option<u64>> = row.iter().map(|field| field.parse().ok()).collect();
        let (rows, columns) = (fields[0].unwrap(), fields[1].unwrap());
        let position = rectangle(rows, columns);
        let expected: Vec<Square> = match fields[2..] {
            [Some(row), Some(column), _] => vec![(row, column)],
            _ => vec![],
        };
        if columns <= 9 {
            assert_eq!(winning_squares(&mut solver, &position), expected, "{rows}x{columns}");
        }
        if rows <= 6 {
            assert_eq!(winning_squares(&mut search, &position), expected, "{rows}x{columns}");
        }
        if let Some(&Some(value)) = fields.last().filter(|_| rows <= 6) {
            assert_eq!(search.value(&position), Ok(Nimber(value)), "{rows}x{columns}");
        }
        let board = position.boards()[0];
        assert_eq!(
            board.outcome_by_theorem(),
            Some(if expected.is_empty() { Outcome::P } else { Outcome::N })
        );
        if let Some(square) = board.winning_square() {
            assert_eq!(expected, [square]);
        }
        lines += 1;
    }
    assert_eq!(lines, 48);
    assert_eq!(search.value(&rectangle(4, 4)), Ok(Nimber(6)));
}

#[test]
fn theorems_symmetry_and_table_change_no_value() {
    let root = read("4,4,3,2");
    let mut plain = Solver::new(Plain(Chomp));
    let mut full = Solver::new(Chomp);
    let mut table = Solver::new(Tabulated::of(&root));
    let mut positions = Chomp.options(&root);
    positions.push(root);
    for position in &positions {
        let value = plain.value(position).unwrap();
        assert_eq!(full.value(position), Ok(value), "{position:?}");
        assert_eq!(table.value(position), Ok(value), "{position:?}");
        let inside = Chomp.reachable(position);
        assert!(full.evaluated() as f64 <= inside.max(90.0));
    }
    assert_eq!(table.evaluated(), 0);
}

#[test]
fn boards_add_up() {
    let position = read("3x4 2x3 2,1");
    let mut plain = Solver::new(Plain(Chomp));
    let mut full = Solver::new(Chomp);
    assert_eq!(full.value(&position).unwrap(), plain.value(&position).unwrap());
    assert_eq!(full.winning_moves(&position), plain.winning_moves(&position));
    // equal boards: one of them is enough, and no position comes twice
    let twice = read("2x2 2x2");
    assert_eq!(Chomp.options(&twice).len(), 3);
    assert_eq!(full.value(&twice), Ok(Nimber(0)));
    assert_eq!(Chomp.breadth(&position) as u64, 11 + 5 + 2);
}

#[test]
fn misere_play_agrees_with_the_plain_search() {
    for text in ["1", "2x2", "3x3", "2x2 2x2", "3,2 4", "2,1 2,1 1x1", ""] {
        agrees_with_options_alone(&Chomp, &read(text));
    }
}

#[test]
fn lines_are_nim_heaps_of_any_length() {
    let rules = Chomp;
    for text in ["1x1000000", "1000000", "1e6x1", "1x9223372036854775807", "9223372036854775807x1"] {
        let position = read(text);
        let squares = position.boards()[0].square_count();
        assert_eq!(rules.reduce(&position).unwrap().known, Nimber(squares - 1));
        let options =
            rules.moves_by_theorem(&position, Nimber(7), usize::MAX).map(|found| found.moves).unwrap();
        assert_eq!(options[0].boards()[0].square_count(), 8);
        assert_eq!(
            rules.moves_by_theorem(&position, Nimber(squares - 1), usize::MAX).map(|found| found.moves),
            Some(vec![])
        );
        assert_eq!(
            rules.moves_by_theorem(&position, Nimber(u64::MAX), usize::MAX).map(|found| found.moves),
            Some(vec![])
        );
        assert_eq!(rules.search_size(&position) as u64, 1);
    }
}

#[test]
fn positions_are_read_as_they_are_written() {
    all_written(&[
        ("chomp: 3x5", "chomp: 3x5"),
        ("chomp: 1x4", "chomp: 4"),
        ("chomp: 4x1", "chomp: 4x1"),
        ("chomp: 1,1,1", "chomp: 3x1"),
        ("chomp: 4,4,2 3x3  7", "chomp: 4,4,2 3x3 7"),
        ("chomp: 5,5", "chomp: 2x5"),
        ("chomp: 3, 2,1", "chomp: 3,2,1"),
        ("chomp: 2X2 1", "chomp: 2x2 1"),
        ("chomp:", "chomp:"),
    ]);
}

#[test]
fn what_is_no_board_is_refused_where_it_breaks() {
    for (text, column, words) in [
        ("chomp: 0x3", 8, "at least one square"),
        ("chomp: 3x0", 10, "at least one square"),
        ("chomp: 2,3", 10, "never increase"),
        ("chomp: 3,0", 10, "at least one square"),
        ("chomp: 2x3x4", 11, "two sides"),
        ("chomp: 4 100x100", 10, "at most 128 rows and columns"),
        ("chomp: 9223372036854775807x2", 8, "at most 128"),
        ("chomp: 3,", 10, "expected a number of squares"),
        ("chomp: 3x", 10, "expected a number of squares"),
        ("chomp: [3]", 8, "expected"),
    ] {
        let (found, message) = refused(text);
        assert!(found == column && message.contains(words), "{text}: {found}, {message}");
    }
}

#[test]
fn a_board_too_large_to_search_says_so_at_once() {
    let position = rectangle(40, 40);
    let size = Chomp.search_size(&position);
    assert!((1e23..1.1e23).contains(&size), "C(80, 40) is about 1.075e23, not {size}");
    assert!(Limits::default().admit("chomp: 40x40", size).is_err());
    assert_eq!(Chomp.search_size(&rectangle(12, 12)) as u64, 2_704_156);
    assert_eq!(ChompTable::for_position(&position, &Limits::default()), None);
}

proptest! {
    #[test]
    fn whatever_is_read_is_written_and_read_again(text in "[1-9x, ]{0,12}") {
        if let Ok(position) = format!("chomp: {text}").parse::<Position>() {
            prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
        }
    }
}
