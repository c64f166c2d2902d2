//! The raster: heaps in rows of a width, each cell the mean, the largest or the least value of the heaps in it, or how
//! many of them have value 0 or are rare. A part of the columns can be asked for, so that a picture is enlarged both
//! ways. Beside another job, or the same one a lag farther on, the raster shows how the two differ: each heap counts by how
//! far its two values are apart, or by their nim-sum, before heaps are put together in a cell. A single binary place of
//! the values can be shown, too.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::nimber::Nimber;
use sprague_picture::{Class, Classes};
use sprague_tell::lab::RasterHead;

use super::{cells, last_heap, of_values};
use crate::jobs::{Beside, HeldValues};
use crate::problem::Refusal;
use crate::question::Question;
use crate::sent::{CellHead, Cells};

/// What stands in a cell without heaps.
const NOTHING: u16 = u16::MAX;
/// The largest number in a cell.
const MOST: u64 = 65_534;

/// What a cell of many heaps shows.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Show {
    #[default]
    Mean,
    Max,
    Min,
    /// How many heaps have value 0
    Zeros,
    /// How many heaps are rare
    Rare,
    /// What part of the heaps, of 10000, have another value than in the job beside it, or a one in the binary place
    Differ,
}

/// A raster: rows of `width` heaps, cut into cells.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Heaps of a row
    #[serde(default)]
    #[schemars(range(min = 1, max = 4_294_967_296_u64))]
    width: Option<u64>,
    /// The first heap; rows begin there
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    from: u64,
    /// The first column of heaps that is shown
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    left: u64,
    /// How many columns of heaps are shown; all unless told
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    across: Option<u64>,
    /// The last heap
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    to: Option<u64>,
    /// Columns of cells
    #[serde(default)]
    #[schemars(range(min = 1, max = 2048))]
    columns: Option<usize>,
    /// Rows of cells; at most 2^22 cells in all
    #[serde(default)]
    #[schemars(range(min = 1, max = 2048))]
    rows: Option<usize>,
    /// What a cell of many heaps shows
    #[serde(default)]
    show: Show,
    /// The number of another job: then a heap has as value how far its values in both jobs are apart
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    with: Option<u64>,
    /// Heap n of this job is shown beside heap n + lag of the other one
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    lag: u64,
    /// Beside another job a heap has as value the nim-sum of its values in both
    #[serde(default)]
    xor: bool,
    /// A heap has as value this binary place of its value, 0 the lowest
    #[serde(default)]
    #[schemars(range(max = 31))]
    bit: Option<u8>,
}

/// `GET /api/jobs/{id}/raster`.
pub fn raster(asked: Asked, question: &Question<'_>) -> Result<Cells<RasterHead>, Refusal> {
    let (job, values) = of_values(question)?;
    match (asked.with, asked.bit, asked.show) {
        (Some(_), Some(_), _) => Err(Refusal::bad("a raster shows a binary place or another job, not both")),
        (None, None, Show::Differ) => {
            Err(Refusal::bad("heaps differ from those of another job: name it in `with`"))
        }
        (Some(_), ..) | (_, Some(_), _) if matches!(asked.show, Show::Zeros | Show::Rare) => Err(
            Refusal::bad("beside another job, or of a binary place, a cell shows mean, max, min or differ"),
        ),
        (None, Some(bit), _) if bit > 31 => Err(Refusal::bad("values have the binary places 0 to 31")),
        (None, Some(bit), _) => draw(&Place { values: &values, bit }, None, &asked),
        (None, None, _) => draw(&*values, job.classes, &asked),
        (Some(other), None, _) => {
            let (_, other) = question.host.jobs.values(other)?;
            let both = Beside { first: &values, second: &other, lag: asked.lag };
            draw(&Apart { both, xor: asked.xor }, None, &asked)
        }
    }
}

/// Numbers of heaps from 0 on.
trait Heaps {
    /// How many heaps are there.
    fn count(&self) -> u64;

    /// Calls back with each heap from `from` to `to`, both included, and its number.
    fn visit(&self, from: u64, to: u64, visit: impl FnMut(u64, u32));
}

impl Heaps for HeldValues {
    fn count(&self) -> u64 {
        Self::count(self)
    }

    fn visit(&self, from: u64, to: u64, visit: impl FnMut(u64, u32)) {
        Self::visit(self, from, to, visit);
    }
}

/// How far the values of two jobs are apart, or their nim-sums, as far as both are there.
struct Apart<'v> {
    both: Beside<'v>,
    xor: bool,
}

impl Heaps for Apart<'_> {
    fn count(&self) -> u64 {
        self.both.count()
    }

    fn visit(&self, from: u64, to: u64, mut visit: impl FnMut(u64, u32)) {
        let xor = self.xor;
        self.both.visit(from, to, |heap, a, b| visit(heap, if xor { a ^ b } else { a.abs_diff(b) }));
    }
}

/// One binary place of the values.
struct Place<'v> {
    values: &'v HeldValues,
    bit: u8,
}

impl Heaps for Place<'_> {
    fn count(&self) -> u64 {
        self.values.count()
    }

    fn visit(&self, from: u64, to: u64, mut visit: impl FnMut(u64, u32)) {
        self.values.visit(from, to, |heap, value| visit(heap, value >> self.bit & 1));
    }
}

fn draw(values: &impl Heaps, classes: Option<Classes>, asked: &Asked) -> Result<Cells<RasterHead>, Refusal> {
    let from = asked.from;
    let last = last_heap(from, asked.to, values.count())?;
    let heaps = last.map_or(0, |last| last - from + 1);
    let width = asked.width.unwrap_or_else(|| heaps.isqrt().clamp(1, 4096));
    if width == 0 || width > 1 << 32 {
        return Err(Refusal::bad("the width is a number from 1 to 2^32"));
    }
    let left = asked.left.min(width - 1);
    let across = asked.across.unwrap_or(width).clamp(1, width - left);
    let all_rows = heaps.div_ceil(width).max(1);
    let columns = asked.columns.unwrap_or(1024).min(usize::try_from(across).unwrap_or(usize::MAX));
    let rows = asked.rows.unwrap_or(1024).min(usize::try_from(all_rows).unwrap_or(usize::MAX));
    let count = cells(columns, rows)?;
    let mut sums = vec![0u64; count];
    let mut numbers = vec![0u32; count];
    let place: Vec<u32> = if across <= 1 << 20 {
        (0..across).map(|x| (x * columns as u64 / across) as u32).collect()
    } else {
        Vec::new()
    };
    if let Some(last) = last {
        let (mut x, mut y) = (0_u64, 0);
        let mut start = 0;
        values.visit(from, last, |heap, value| {
            // columns left of the window wrap around to numbers beyond it
            let inside = x.wrapping_sub(left);
            if inside < across {
                let column = match place.get(inside as usize) {
                    Some(&column) => column as usize,
                    None => (inside * columns as u64 / across) as usize,
                };
                let cell = start + column;
                let value = u64::from(value);
                sums[cell] = match asked.show {
                    Show::Mean => sums[cell] + value,
                    Show::Max => sums[cell].max(value),
                    Show::Min if numbers[cell] == 0 => value,
                    Show::Min => sums[cell].min(value),
                    Show::Zeros => sums[cell] + u64::from(value == 0),
                    Show::Differ => sums[cell] + u64::from(value != 0),
                    Show::Rare => sums[cell] + u64::from(is_rare(classes, heap, value)),
                };
                numbers[cell] += 1;
            }
            x += 1;
            if x == width {
                (x, y) = (0, y + 1);
                start = (y * rows as u64 / all_rows) as usize * columns;
            }
        });
    }
    for (sum, &number) in sums.iter_mut().zip(&numbers) {
        *sum = match asked.show {
            Show::Mean => (*sum + u64::from(number) / 2) / u64::from(number.max(1)),
            Show::Differ => share(*sum, number.into()),
            Show::Max | Show::Min | Show::Zeros | Show::Rare => *sum,
        };
    }
    let largest = sums.iter().copied().max().unwrap_or(0);
    let scale = largest.div_ceil(MOST).max(1);
    let shown = |(&sum, &number): (&u64, &u32)| if number == 0 { NOTHING } else { (sum / scale) as u16 };
    let cells: Vec<u16> = sums.iter().zip(&numbers).map(shown).collect();
    let exact = columns as u64 == across && rows as u64 == all_rows && scale == 1;
    let head = RasterHead {
        from,
        to: last,
        width,
        left,
        across,
        columns,
        rows,
        all_rows,
        heaps_per_cell: (all_rows * across).min(heaps) as f64 / count as f64,
        max: largest,
        scale,
        exact,
        done: values.count(),
    };
    Ok(Cells { head, cells })
}

impl CellHead for RasterHead {
    const HEADER: &str = "x-sprague-raster";
    const CELLS: &str =
        "Cells row by row: the mean, greatest or least value of their heaps, divided by scale";
}

/// The whole of a cell in the numbers of [`Show::Differ`].
const WHOLE: u64 = 10_000;

/// A part of a number, of 10000: nothing and all are said only where they are true.
fn share(part: u64, number: u64) -> u64 {
    match part {
        0 => 0,
        all if all == number => WHOLE,
        some => ((WHOLE * some + number / 2) / number).clamp(1, WHOLE - 1),
    }
}

fn is_rare(classes: Option<Classes>, heap: u64, value: u64) -> bool {
    classes.is_some_and(|classes| classes.of(heap, Nimber(value)) == Class::Rare)
}
