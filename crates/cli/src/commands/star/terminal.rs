//! A table in the terminal: numbers in columns, on the same colors as in pictures of values.

use std::io::{self, Write};

use sprague_picture::shade;

/// Numbers in columns of one width.
pub struct Grid {
    width: usize,
    label: usize,
    /// The least and the greatest number, where cells are colored.
    colors: Option<(i64, i64)>,
}

impl Grid {
    /// A grid for these rows; `colored` decides on colors.
    pub fn new(rows: &[Vec<Option<i64>>], colored: bool) -> Self {
        let numbers = || rows.iter().flatten().flatten().copied();
        let columns = rows.first().map_or(0, Vec::len).saturating_sub(1);
        let widest =
            numbers().map(|number| number.to_string().len()).chain([columns.to_string().len()]).max();
        let extremes = numbers().min().zip(numbers().max());
        Self {
            width: widest.unwrap_or(1),
            label: rows.len().saturating_sub(1).to_string().len().max(3),
            colors: extremes.filter(|_| colored),
        }
    }

    /// Writes the head, then every row with its number.
    pub fn write(&self, rows: &[Vec<Option<i64>>], out: &mut dyn Write) -> io::Result<()> {
        let Self { width, label, .. } = *self;
        write!(out, "{:>label$} |", "a\\b")?;
        for column in 0..rows.first().map_or(0, Vec::len) {
            write!(out, " {column:>width$}")?;
        }
        writeln!(out)?;
        for (a, row) in rows.iter().enumerate() {
            write!(out, "{a:>label$} |")?;
            for cell in row {
                self.cell(*cell, out)?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn cell(&self, cell: Option<i64>, out: &mut dyn Write) -> io::Result<()> {
        let width = self.width;
        match (cell, self.colors) {
            (None, _) => write!(out, " {:>width$}", ""),
            (Some(number), None) => write!(out, " {number:>width$}"),
            (Some(number), Some((low, high))) => {
                let part = (number - low) as f64 / (high - low).max(1) as f64;
                let [r, g, b] = shade(part);
                let ink = if part < 0.45 { 97 } else { 30 };
                write!(out, "\x1b[{ink};48;2;{r};{g};{b}m {number:>width$}\x1b[0m")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colored_table_has_the_same_text() {
        let rows = [vec![None, Some(0), Some(11)], vec![Some(0), Some(1), Some(-2)]];
        let text = |colored| {
            let mut out = Vec::new();
            Grid::new(&rows, colored).write(&rows, &mut out).expect("memory");
            String::from_utf8(out).expect("UTF-8")
        };
        let plain = text(false);
        assert_eq!(plain, "a\\b |  0  1  2\n  0 |     0 11\n  1 |  0  1 -2\n");
        let mut rest = String::new();
        let colored = text(true);
        for (index, piece) in colored.split('\x1b').enumerate() {
            rest.push_str(if index == 0 {
                piece
            } else {
                piece.split_once('m').map_or("", |(_, text)| text)
            });
        }
        assert_eq!(rest, plain);
        assert_eq!(colored.matches("48;2;").count(), 5);
    }
}
