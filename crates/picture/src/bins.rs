//! Counts of heaps by value, separate for each column and class, in memory that does not grow with the values.
//!
//! The largest value is not known while values stream. Bins start one value high; a value beyond the last row doubles
//! the height, and pairs of rows are added up. So every count is exact at all times. The numbers in the heading of a
//! plot are counted here too, and the means of cells of rasters and tables.

use std::ops::AddAssign;

use sprague::nimber::Nimber;
use sprague::sequence::Values;

use crate::classes::Class;
use crate::image::Image;
use crate::layout::BoxSize;
use crate::plot::grouped;
use crate::scale::Scale;

/// The most rows.
const ROWS: usize = 512;

/// How many heaps of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    common: u64,
    rare: u64,
}

impl Count {
    pub const fn of(self, class: Class) -> u64 {
        match class {
            Class::Common => self.common,
            Class::Rare => self.rare,
        }
    }

    pub const fn add(&mut self, class: Class) {
        match class {
            Class::Common => self.common += 1,
            Class::Rare => self.rare += 1,
        }
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.common += other.common;
        self.rare += other.rare;
    }
}

/// Counts by column and row, where a row holds 2^`shift` consecutive values.
#[derive(Clone, Debug)]
pub(crate) struct ValueBins {
    columns: usize,
    shift: u32,
    counts: Vec<Count>,
}

impl ValueBins {
    /// Empty bins.
    pub fn new(columns: usize) -> Self {
        Self { columns, shift: 0, counts: vec![Count::default(); columns * ROWS] }
    }

    /// Counts a heap.
    pub fn add(&mut self, column: usize, value: Nimber, class: Class) {
        while value.0 >> self.shift >= ROWS as u64 {
            self.double();
        }
        let row = (value.0 >> self.shift) as usize;
        self.counts[row * self.columns + column].add(class);
    }

    fn double(&mut self) {
        for row in 0..ROWS {
            for column in 0..self.columns {
                let count = std::mem::take(&mut self.counts[row * self.columns + column]);
                self.counts[row / 2 * self.columns + column] += count;
            }
        }
        self.shift += 1;
    }

    /// How many values a row holds.
    pub const fn height(&self) -> u64 {
        1 << self.shift
    }

    /// The number of rows up to the last one that holds a heap, and at least one.
    pub fn rows(&self) -> usize {
        let last = self.counts.iter().rposition(|count| *count != Count::default());
        last.unwrap_or(0) / self.columns + 1
    }

    /// The heaps in a bin.
    pub fn count(&self, column: usize, row: usize) -> Count {
        self.counts[row * self.columns + column]
    }
}

/// Means of the cells of a raster or table, whose neighbors share a cell where there are too many of them.
#[derive(Clone, Debug)]
pub(crate) struct Means {
    /// How many columns and rows share a cell.
    pub share: (u64, u64),
    /// How many cells there are across and down.
    pub size: (usize, usize),
    /// The sum of each cell, and of how many numbers.
    pub cells: Vec<(f64, u32)>,
}

impl Means {
    /// Empty cells for so many columns and rows, at most so many of them.
    pub fn new((columns, rows): (u64, u64), most: (u64, u64)) -> Self {
        let share = (columns.div_ceil(most.0), rows.div_ceil(most.1));
        let size = (columns.div_ceil(share.0) as usize, rows.div_ceil(share.1) as usize);
        Self { share, size, cells: vec![(0.0, 0); size.0 * size.1] }
    }

    /// Whether each number has a cell of its own.
    pub fn is_exact(&self) -> bool {
        self.share == (1, 1)
    }

    /// Adds the numbers of a row from a column on.
    pub fn add(&mut self, row: u64, column: u64, numbers: impl IntoIterator<Item = f64>) {
        let start = (row / self.share.1) as usize * self.size.0;
        for (column, number) in (column..).zip(numbers) {
            let (sum, count) = &mut self.cells[start + (column / self.share.0) as usize];
            *sum += number;
            *count = count.saturating_add(1);
        }
    }

    /// The cells with their means, where they have one: column, row, mean.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        let cells = self.cells.iter().enumerate().filter(|(_, (_, count))| *count > 0);
        cells.map(|(at, (sum, count))| (at % self.size.0, at / self.size.0, sum / f64::from(*count)))
    }

    /// The colors of single values, or of means.
    pub fn scale(&self, are_values: bool) -> Scale {
        let means = self.iter().map(|(_, _, mean)| mean).collect();
        if are_values { Scale::of_values(means) } else { Scale::of_means(means) }
    }

    /// The cells in these colors.
    pub fn image(&self, scale: &Scale) -> Image {
        let mut image = Image::new(self.size.0, self.size.1, scale.colors());
        for (column, row, mean) in self.iter() {
            image.set(column, row, scale.color(mean));
        }
        image
    }

    /// The panel of cells of this size, and where the middle of a column and of a row lies in it.
    pub fn panel(&self, cell: BoxSize) -> (BoxSize, impl Fn(u64) -> f64, impl Fn(u64) -> f64) {
        let ((columns, rows), share) = (self.size, self.share);
        let panel = BoxSize { width: columns as f64 * cell.width, height: rows as f64 * cell.height };
        let at = |share: u64, length: f64| move |index: u64| (index as f64 + 0.5) / share as f64 * length;
        (panel, at(share.0, cell.width), at(share.1, cell.height))
    }
}

/// The heaps seen and the first one with the largest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Survey {
    /// The first heap.
    pub from: u64,
    /// How many there are.
    pub heaps: u64,
    /// The largest value.
    pub largest: Nimber,
    /// The first heap that has it.
    pub at: u64,
}

impl Survey {
    /// Counts a chunk.
    pub fn add(&mut self, first: u64, values: Values<'_>) {
        if self.heaps == 0 {
            (self.from, self.at) = (first, first);
        }
        for (n, value) in (first..).zip(values.iter()) {
            if value > self.largest {
                (self.largest, self.at) = (value, n);
            }
        }
        self.heaps += values.len() as u64;
    }

    /// In words.
    pub fn describe(&self) -> String {
        let last = self.from.saturating_add(self.heaps.saturating_sub(1));
        let heaps = match self.heaps {
            0 => return "no heaps".to_owned(),
            1 => format!("heap {}", grouped(last)),
            _ => format!("heaps {} to {}", grouped(self.from), grouped(last)),
        };
        let (largest, at) = (grouped(self.largest.0), grouped(self.at));
        match self.largest {
            Nimber::ZERO => format!("{heaps}, all of value 0"),
            _ => format!("{heaps}; the largest value is {largest}, first at heap {at}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_heap_is_lost_when_rows_are_added_up() {
        let mut bins = ValueBins::new(3);
        let values = [0, 1, 511, 512, 5_000, 70_000, 3, 511];
        for (column, &value) in values.iter().enumerate() {
            bins.add(column % 3, Nimber(value), if value == 3 { Class::Rare } else { Class::Common });
        }
        assert_eq!(bins.height(), 256);
        assert_eq!(bins.rows(), 70_000 / 256 + 1);
        for (index, count) in bins.counts.iter().enumerate() {
            let (row, column) = ((index / 3) as u64, index % 3);
            let here = (0..).zip(values).filter(|&(at, value)| at % 3 == column && value / 256 == row);
            assert_eq!(count.common + count.rare, here.count() as u64, "column {column}, row {row}");
        }
        assert_eq!(bins.count(0, 0).of(Class::Rare), 1);
    }

    #[test]
    fn the_largest_values_have_a_bin() {
        let mut bins = ValueBins::new(1);
        bins.add(0, Nimber(u64::MAX), Class::Common);
        bins.add(0, Nimber(0), Class::Common);
        assert_eq!((bins.rows(), bins.height()), (512, 1 << 55));
    }
}
