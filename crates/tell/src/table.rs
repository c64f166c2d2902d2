//! Tables of values where two numbers of a position run, and lists of P-positions, as books print them.

use std::fmt::Write;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::counting::{HeapChoice, Order, Uncountable, p_positions};
use sprague::games::Known;
use sprague::heap::HeapGame;
use sprague::limits::{Limits, TooLarge};
use sprague::nimber::Nimber;
pub use sprague::open_position::OpenPosition;
use sprague::open_position::ValuedPosition;
use sprague::play::Play;
use sprague_star::StarPositions;

use crate::Told;

crate::document::documents! {
    ValueTable = "table"
    PositionList = "positions"
}

/// A table of values: the last two numbers run, for each value of the one before them if there are three.
pub struct TableQuestion<'p> {
    /// The position with its open numbers.
    pub open: &'p OpenPosition,
    /// The last row; the last slice, too.
    pub rows: u64,
    /// The last column.
    pub columns: u64,
    /// How the text lays it out.
    pub layout: TableLayout,
}

/// How a table is laid out in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableLayout {
    /// Rows from the top.
    Rows,
    /// Rows from the bottom, each from the diagonal on, as a symmetric table is printed to save half of it.
    Triangle,
}

/// The values of positions of two numbers, or of three.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ValueTable {
    /// The game.
    pub game: String,
    /// The position, with `*` for each number.
    pub position: String,
    /// The last row.
    pub rows: u64,
    /// The last column.
    pub cols: u64,
    /// The number of the first row that is kept: the least that makes a position.
    pub first_row: u64,
    /// The number of the first column that is kept.
    pub first_column: u64,
    /// The values, row by row; null where there is no position, or only its outcome is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Vec<Option<u64>>>>,
    /// The same for each value of the first of three numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slices: Option<Vec<Slice>>,
    /// The numbers of N-positions whose value is out of reach.
    pub unvalued: Vec<Vec<u64>>,
}

/// A slice of a table of three numbers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Slice {
    /// The first number.
    pub number: u64,
    /// The values, row by row, as those of a table.
    pub values: Vec<Vec<Option<u64>>>,
}

/// The P-positions of so many numbers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PositionList {
    /// The game.
    pub game: String,
    /// How many heaps or other numbers a position has.
    pub heaps: u64,
    /// The least number.
    pub from: u64,
    /// The greatest number.
    pub max: u64,
    /// How the game ends.
    pub play: Play,
    /// How many P-positions there are.
    pub count: usize,
    /// All of them.
    pub positions: Vec<Vec<u64>>,
}

/// Items as text, with something between them.
fn joined(items: impl IntoIterator<Item: ToString>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<String>>().join(between)
}

/// The cells of a table or of a slice.
type Cells = Vec<Vec<Option<ValuedPosition>>>;

impl TableQuestion<'_> {
    /// The table, or why there is none.
    pub fn answer(&self, known: &mut Known) -> Result<Told<ValueTable>, TooLarge> {
        let fixed: Vec<Vec<u64>> =
            if self.open.numbers() > 2 { (0..=self.rows).map(|n| vec![n]).collect() } else { vec![vec![]] };
        let cells = fixed.len() as f64 * (self.rows as f64 + 1.0) * (self.columns as f64 + 1.0);
        known.limits().admit(format!("the table of {}", self.open), cells)?;
        let mut slices: Vec<(Vec<u64>, Cells)> = Vec::new();
        for fixed in fixed {
            let cells = self.open.table(&fixed, (self.rows, self.columns), known)?;
            if cells.iter().flatten().any(Option::is_some) {
                slices.push((fixed, cells));
            }
        }
        // rows and columns before the first position are left out, in all slices alike
        let places = slices.iter().flat_map(|(_, cells)| {
            let row = |(a, row): (u64, &Vec<Option<ValuedPosition>>)| {
                (0..).zip(row).find(|(_, cell)| cell.is_some()).map(|(b, _)| (a, b))
            };
            (0..).zip(cells).filter_map(row).collect::<Vec<(u64, u64)>>()
        });
        let (first_row, first_column) =
            places.reduce(|(a, b), (row, column)| (a.min(row), b.min(column))).unwrap_or((0, 0));
        for (_, cells) in &mut slices {
            cells.drain(..first_row as usize);
            for row in cells {
                row.drain(..first_column as usize);
            }
        }
        let document = self.document((first_row, first_column), &slices);
        let text = self.text((first_row, first_column), &slices, &document);
        Ok(Told::new(document, text))
    }

    fn document(&self, (first_row, first_column): (u64, u64), slices: &[(Vec<u64>, Cells)]) -> ValueTable {
        let values = |cells: &Cells| {
            let value = |cell: &Option<ValuedPosition>| cell.and_then(|cell| cell.value).map(|value| value.0);
            cells.iter().map(|row| row.iter().map(value).collect()).collect()
        };
        let mut unvalued = Vec::new();
        for (fixed, cells) in slices {
            for (a, row) in (first_row..).zip(cells) {
                let open = (first_column..)
                    .zip(row)
                    .filter(|(_, cell)| cell.is_some_and(|cell| cell.value.is_none()));
                unvalued.extend(open.map(|(b, _)| [&fixed[..], &[a, b]].concat()));
            }
        }
        let is_sliced = self.open.numbers() > 2;
        let slice = |(fixed, cells): &(Vec<u64>, Cells)| Slice { number: fixed[0], values: values(cells) };
        ValueTable {
            game: self.open.game(),
            position: self.open.to_string(),
            rows: self.rows,
            cols: self.columns,
            first_row,
            first_column,
            values: (!is_sliced).then(|| slices.first().map(|(_, cells)| values(cells)).unwrap_or_default()),
            slices: is_sliced.then(|| slices.iter().map(slice).collect()),
            unvalued,
        }
    }

    fn text(&self, first: (u64, u64), slices: &[(Vec<u64>, Cells)], document: &ValueTable) -> String {
        let mut text = match self.open.numbers() {
            2 => format!("{}: values; the first number a goes down, the second b across.\n", self.open),
            _ => format!("{}: values; a table of the last two numbers for each first one.\n", self.open),
        };
        for (fixed, cells) in slices {
            if let [number] = fixed[..] {
                let _ = writeln!(text, "\nFirst number {number}:");
            }
            self.grid(first, cells, &mut text);
        }
        if !document.unvalued.is_empty() {
            text.push_str("N: the next player wins; the value is out of reach.\n");
        }
        text
    }

    /// Numbers in columns of one width, between the numbers of the rows and of the columns.
    fn grid(&self, (first_row, first_column): (u64, u64), cells: &Cells, text: &mut String) {
        let shown = |cell: &Option<ValuedPosition>| match cell {
            None => String::new(),
            Some(ValuedPosition { value: Some(Nimber(value)), .. }) => value.to_string(),
            Some(ValuedPosition { outcome, .. }) => outcome.to_string(),
        };
        let widest = cells.iter().flatten().map(|cell| shown(cell).len()).max().unwrap_or(1);
        let width = widest.max(self.columns.to_string().len());
        let label = self.rows.to_string().len().max(3);
        let columns = || {
            let numbers = (first_column..=self.columns).map(|column| format!(" {column:>width$}"));
            format!("{:>label$} |{}\n", "a\\b", numbers.collect::<String>())
        };
        let is_triangle = self.layout == TableLayout::Triangle;
        let mut rows: Vec<(u64, &Vec<Option<ValuedPosition>>)> = (first_row..).zip(cells).collect();
        if is_triangle {
            rows.reverse();
        } else {
            text.push_str(&columns());
        }
        for (a, row) in rows {
            let mut line = format!("{a:>label$} |");
            for (b, cell) in (first_column..).zip(row) {
                let cell = if is_triangle && b < a { String::new() } else { shown(cell) };
                let _ = write!(line, " {cell:>width$}");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        if is_triangle {
            text.push_str(&columns());
        }
    }
}

impl ValueTable {
    /// The rows as lines of CSV, from the first row and column that are kept; no position is an empty field, and slices
    /// stand below each other with an empty line between them.
    pub fn csv(&self) -> String {
        let line = |row: &Vec<Option<u64>>| {
            joined(row.iter().map(|cell| cell.map(|value| value.to_string()).unwrap_or_default()), ",") + "\n"
        };
        let table = |rows: &Vec<Vec<Option<u64>>>| rows.iter().map(line).collect::<String>();
        let slices = self.slices.iter().flatten().map(|slice| table(&slice.values));
        let tables: Vec<String> = self.values.iter().map(table).chain(slices).collect();
        tables.join("\n")
    }
}

/// The game whose P-positions have a list of their own.
const STAR_NIM: &str = "star-nim";

/// The P-positions of a game.
pub struct PositionsQuestion<'g> {
    /// The game.
    pub game: PositionsGame<'g>,
    /// How many numbers a position has.
    pub heaps: u64,
    /// The numbers that may occur.
    pub sizes: RangeInclusive<u64>,
    /// How the game ends.
    pub play: Play,
}

/// What P-positions are listed of.
pub enum PositionsGame<'g> {
    /// Heaps under a rule, by the classes of the heaps.
    Heaps(&'g HeapGame, &'g Limits),
    /// Any other position of numbers, one by one.
    Open(&'g OpenPosition, &'g mut Known),
}

impl PositionsQuestion<'_> {
    /// The list, or why there is none.
    pub fn answer(self) -> Result<Told<PositionList>, Uncountable> {
        let Self { game, heaps, sizes, play } = self;
        let (from, max) = (*sizes.start(), *sizes.end());
        let (name, positions) = match game {
            PositionsGame::Heaps(game, limits) => {
                let choice = HeapChoice { heaps, sizes, order: Order::Unordered };
                (game.to_string(), p_positions(game, &choice, play, limits)?)
            }
            PositionsGame::Open(open, known) => {
                let numbers = open.numbers();
                let is_star = OpenPosition::read(STAR_NIM, numbers).is_ok_and(|plain| plain == *open);
                let found = if is_star && from == 1 && play == Play::Normal {
                    // one bit for each list without a token, instead of a search
                    StarPositions::new(numbers, max, known.limits()).map(|found| {
                        let mut found: Vec<Vec<u64>> = found.collect();
                        found.sort_unstable();
                        found
                    })
                } else {
                    open.p_positions(sizes, play, known)
                };
                (open.game(), found.map_err(Uncountable::from)?)
            }
        };
        let text: String = positions.iter().map(|position| joined(position, " ") + "\n").collect();
        let count = positions.len();
        let document = PositionList { game: name, heaps, from, max, play, count, positions };
        Ok(Told::new(document, text))
    }
}
