//! The table of G(a, b), row by row, in bounded memory (theory 8.1, 9.2).
//!
//! The row machine gives columns, but the output is in rows. As many rows as fit into the allowed memory are collected
//! in one pass over the columns; the rows above them are computed again for each such band. A table that fits costs one
//! pass, a larger one as many passes as it has bands. A single row that does not fit is sent in pieces while it is
//! computed, so no table is too large for memory. `send_table_by_mex` is the definition, with which the tests compare
//! the machine.

use std::ops::ControlFlow;

use crate::rows::RowMachine;
use sprague::games::star_nim::two_star_table;

/// The table: rows 0 to `rows`, columns 0 to `columns`, of strips that share so many squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// The last row.
    pub rows: u64,
    /// The last column.
    pub columns: u64,
    /// The number of shared squares, at least 1; 1 is 2-Star Nim.
    pub shared: u64,
}

/// Where rows go: the row, the first column of the piece, and the values.
pub type RowSink<'a> = dyn FnMut(u64, u64, &[u64]) -> ControlFlow<()> + 'a;

/// Cells handed over at a time where a row does not fit into memory.
const PIECE: usize = 1 << 16;

impl TableSize {
    /// Whether two tokens on these squares are a position: no shared square holds both.
    pub const fn is_position(self, a: u64, b: u64) -> bool {
        a != b || a >= self.shared
    }

    /// The value where a token is on a shared square: Silver Dollar (theory 9.2). 0 where there is no position.
    const fn margin(self, a: u64, b: u64) -> Option<u64> {
        if a < self.shared || b < self.shared { Some(a.abs_diff(b).saturating_sub(1)) } else { None }
    }

    /// The rows of a band with so many cells of memory; none if a single row does not fit.
    const fn band(self, memory: usize) -> u64 {
        memory as u64 / (self.columns + 1)
    }

    /// The cells that `send_table` computes with so many cells of memory.
    pub fn work(self, memory: usize) -> f64 {
        let (rows, columns) = (self.rows as f64 + 1.0, self.columns as f64 + 1.0);
        let band = (self.band(memory).max(1) as f64).min(rows);
        let bands = (rows / band).ceil();
        columns * band * bands * (bands + 1.0) / 2.0
    }
}

/// Hands over every row from left to right: the row, the first column of the piece, and the values. At most `memory`
/// cells are held at a time. The values of cells that are no positions mean nothing.
pub fn send_table(extent: TableSize, memory: usize, sink: &mut RowSink<'_>) -> ControlFlow<()> {
    let band = extent.band(memory);
    let mut from = 0;
    while from <= extent.rows {
        let to = extent.rows.min(from.saturating_add(band.max(1)) - 1);
        if band == 0 {
            send_row(extent, from, sink)?;
        } else {
            send_band(extent, from, to, sink)?;
        }
        from = to + 1;
    }
    ControlFlow::Continue(())
}

fn send_band(extent: TableSize, from: u64, to: u64, sink: &mut RowSink<'_>) -> ControlFlow<()> {
    let width = extent.columns as usize + 1;
    let mut cells = vec![0; (to - from + 1) as usize * width];
    let mut machine = RowMachine::new(extent.shared, to);
    for b in 0..=extent.columns {
        let values = if b < extent.shared { &[][..] } else { machine.step() };
        for a in from..=to {
            let value = extent.margin(a, b).unwrap_or_else(|| values[(a - extent.shared) as usize]);
            cells[(a - from) as usize * width + b as usize] = value;
        }
    }
    for (a, row) in (from..=to).zip(cells.chunks_exact(width)) {
        sink(a, 0, row)?;
    }
    ControlFlow::Continue(())
}

fn send_row(extent: TableSize, a: u64, sink: &mut RowSink<'_>) -> ControlFlow<()> {
    let mut machine = RowMachine::new(extent.shared, a);
    let mut piece = Vec::with_capacity(PIECE);
    for b in 0..=extent.columns {
        let last = if b < extent.shared { None } else { machine.step().last().copied() };
        piece.push(extent.margin(a, b).or(last).unwrap_or(0));
        if piece.len() == PIECE || b == extent.columns {
            sink(a, b + 1 - piece.len() as u64, &piece)?;
            piece.clear();
        }
    }
    ControlFlow::Continue(())
}

/// The rows of 2-Star Nim by the definition, with the mex of row and column as bit sets. Keeps the whole table.
pub fn send_table_by_mex(rows: usize, columns: usize, sink: &mut RowSink<'_>) -> ControlFlow<()> {
    let table = two_star_table(rows, columns);
    let mut row = Vec::with_capacity(columns + 1);
    for a in 0..=rows {
        row.clear();
        row.extend((0..=columns).map(|b| table.get(a, b).map_or(0, |value| value.0)));
        sink(a as u64, 0, &row)?;
    }
    ControlFlow::Continue(())
}
