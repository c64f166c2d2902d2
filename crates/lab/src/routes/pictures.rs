//! Pictures of a sequence as numbers: the page asks for as many cells as it has pixels, the server counts.
//!
//! One pass over the values that are asked for fills the cells, 16 bits each, so a picture of 10^7 heaps costs some
//! tens of milliseconds and as many bytes as it shows.

use axum::Json;
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::nimber::Nimber;
use sprague::picture::Class;

use super::Parameters;
use super::jobs::{Id, number};
use crate::app::App;
use crate::jobs::{Job, Values};
use crate::limits::MOST_CELLS;
use crate::problem::Problem;

/// What stands in a cell without heaps.
const NOTHING: u16 = u16::MAX;
/// The largest number in a cell.
const MOST: u64 = 65_534;

/// What a cell of many heaps shows.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Show {
    #[default]
    Mean,
    Max,
    Min,
}

/// A raster: rows of `width` heaps, cut into cells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RasterAsked {
    #[serde(default)]
    width: Option<u64>,
    #[serde(default)]
    from: u64,
    #[serde(default)]
    to: Option<u64>,
    #[serde(default)]
    columns: Option<usize>,
    #[serde(default)]
    rows: Option<usize>,
    #[serde(default)]
    show: Show,
}

/// The last heap of the range that is computed; `None` where there is none.
fn last_heap(from: u64, to: Option<u64>, values: &Values) -> Option<u64> {
    let last = values.count().checked_sub(1)?.min(to.unwrap_or(u64::MAX));
    (from <= last).then_some(last)
}

fn cells(columns: usize, rows: usize) -> Result<usize, Problem> {
    columns.checked_mul(rows).filter(|cells| (1..=MOST_CELLS).contains(cells)).ok_or_else(|| {
        Problem::bad(format!("{columns} columns and {rows} rows are not between 1 and {MOST_CELLS} cells"))
    })
}

fn picture(header: &'static str, document: &Value, cells: &[u16]) -> Response {
    let bytes: Vec<u8> = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
    let headers =
        [(CONTENT_TYPE.as_str(), "application/octet-stream".to_owned()), (header, document.to_string())];
    (headers, bytes).into_response()
}

/// What `draw` makes of the values of a job, on a thread for long work.
async fn of_values<T: Send + 'static>(
    app: &App,
    id: Id,
    draw: impl FnOnce(&Job, &Values) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let id = number(id)?;
    let jobs = app.jobs.clone();
    app.work(move || {
        let (job, values) = jobs.values(id)?;
        draw(&job, &values)
    })
    .await
}

/// `GET /api/jobs/{id}/raster`.
pub async fn raster(
    State(app): State<App>,
    id: Id,
    asked: Parameters<RasterAsked>,
) -> Result<Response, Problem> {
    let Query(asked) = asked?;
    of_values(&app, id, move |_, values| raster_of(values, &asked)).await
}

fn raster_of(values: &Values, asked: &RasterAsked) -> Result<Response, Problem> {
    let from = asked.from;
    let last = last_heap(from, asked.to, values);
    let heaps = last.map_or(0, |last| last - from + 1);
    let width = asked.width.unwrap_or_else(|| heaps.isqrt().clamp(1, 4096));
    if width == 0 || width > 1 << 32 {
        return Err(Problem::bad("the width is a number from 1 to 2^32"));
    }
    let all_rows = heaps.div_ceil(width).max(1);
    let columns = asked.columns.unwrap_or(1024).min(usize::try_from(width).unwrap_or(usize::MAX));
    let rows = asked.rows.unwrap_or(1024).min(usize::try_from(all_rows).unwrap_or(usize::MAX));
    let count = cells(columns, rows)?;
    let mut sums = vec![0u64; count];
    let mut numbers = vec![0u32; count];
    let place: Vec<u32> = if width <= 1 << 20 {
        (0..width).map(|x| (x * columns as u64 / width) as u32).collect()
    } else {
        Vec::new()
    };
    if let Some(last) = last {
        let (mut x, mut y) = (0, 0);
        let mut start = 0;
        values.visit(from, last, |_, value| {
            let column = match place.get(x as usize) {
                Some(&column) => column as usize,
                None => (x * columns as u64 / width) as usize,
            };
            let cell = start + column;
            let value = u64::from(value);
            sums[cell] = match asked.show {
                Show::Mean => sums[cell] + value,
                Show::Max => sums[cell].max(value),
                Show::Min if numbers[cell] == 0 => value,
                Show::Min => sums[cell].min(value),
            };
            numbers[cell] += 1;
            x += 1;
            if x == width {
                (x, y) = (0, y + 1);
                start = (y * rows as u64 / all_rows) as usize * columns;
            }
        });
    }
    if let Show::Mean = asked.show {
        for (sum, &number) in sums.iter_mut().zip(&numbers) {
            *sum = (*sum + u64::from(number) / 2) / u64::from(number.max(1));
        }
    }
    let largest = sums.iter().copied().max().unwrap_or(0);
    let scale = largest.div_ceil(MOST).max(1);
    let shown = |(&sum, &number): (&u64, &u32)| if number == 0 { NOTHING } else { (sum / scale) as u16 };
    let shown: Vec<u16> = sums.iter().zip(&numbers).map(shown).collect();
    let exact = columns as u64 == width && rows as u64 == all_rows && scale == 1;
    let document = json!({
        "from": from, "to": last, "width": width, "columns": columns, "rows": rows, "all_rows": all_rows,
        "heaps_per_cell": heaps as f64 / count as f64, "max": largest, "scale": scale, "exact": exact,
        "done": values.count(),
    });
    Ok(picture("x-sprague-raster", &document, &shown))
}

/// A scatter plot, cut into cells.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScatterAsked {
    #[serde(default)]
    from: u64,
    #[serde(default)]
    to: Option<u64>,
    #[serde(default)]
    columns: Option<usize>,
    #[serde(default)]
    rows: Option<usize>,
}

/// `GET /api/jobs/{id}/scatter`.
pub async fn scatter(
    State(app): State<App>,
    id: Id,
    asked: Parameters<ScatterAsked>,
) -> Result<Response, Problem> {
    let Query(asked) = asked?;
    of_values(&app, id, move |job, values| scatter_of(job, values, &asked)).await
}

fn scatter_of(job: &Job, values: &Values, asked: &ScatterAsked) -> Result<Response, Problem> {
    let (columns, rows) = (asked.columns.unwrap_or(800), asked.rows.unwrap_or(400));
    let count = cells(columns, rows)?;
    let from = asked.from;
    let last = last_heap(from, asked.to, values);
    let mut greatest = 0;
    values.visit(from, last.unwrap_or(0), |_, value| greatest = greatest.max(value));
    let top = (u64::from(greatest) + 1).max(2);
    let layers = if job.classes.is_some() { 2 } else { 1 };
    let mut counts = vec![0u16; layers * count];
    if let Some(last) = last {
        let heaps = last - from + 1;
        let row_of: Vec<usize> = match top {
            ..=65_536 => (0..top).map(|value| row(value, top, rows)).collect(),
            _ => Vec::new(),
        };
        values.visit(from, last, |heap, value| {
            let column = (u128::from(heap - from) * columns as u128 / u128::from(heaps)) as usize;
            let row = row_of.get(value as usize).copied().unwrap_or_else(|| row(value.into(), top, rows));
            let rare =
                job.classes.is_some_and(|classes| classes.of(heap, Nimber(value.into())) == Class::Rare);
            let cell = &mut counts[usize::from(rare) * count + row * columns + column];
            *cell = cell.saturating_add(1);
        });
    }
    let largest = counts.iter().copied().max().unwrap_or(0);
    let document = json!({
        "from": from, "to": last, "columns": columns, "rows": rows, "layers": layers, "top": top,
        "largest": largest, "done": values.count(),
    });
    Ok(picture("x-sprague-scatter", &document, &counts))
}

/// The row of a value, the largest at the top.
fn row(value: u64, top: u64, rows: usize) -> usize {
    rows - 1 - (value * rows as u64 / top) as usize
}

/// A range.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HistogramAsked {
    #[serde(default)]
    from: u64,
    #[serde(default)]
    to: Option<u64>,
}

/// `GET /api/jobs/{id}/histogram`.
pub async fn histogram(
    State(app): State<App>,
    id: Id,
    asked: Parameters<HistogramAsked>,
) -> Result<Json<Value>, Problem> {
    const MOST_BARS: usize = 1 << 16;
    let Query(HistogramAsked { from, to }) = asked?;
    of_values(&app, id, move |job, values| {
        let last = last_heap(from, to, values);
        let mut counts: Vec<[u64; 2]> = Vec::new();
        let mut beyond = 0;
        if let Some(last) = last {
            values.visit(from, last, |heap, value| {
                let at = value as usize;
                if at >= MOST_BARS {
                    beyond += 1;
                    return;
                }
                if at >= counts.len() {
                    counts.resize(at + 1, [0; 2]);
                }
                let rare =
                    job.classes.is_some_and(|classes| classes.of(heap, Nimber(value.into())) == Class::Rare);
                counts[at][0] += 1;
                counts[at][1] += u64::from(rare);
            });
        }
        let bars: Vec<[u64; 3]> = (0..)
            .zip(&counts)
            .filter(|(_, [all, _])| *all > 0)
            .map(|(value, &[all, rare])| [value, all, rare])
            .collect();
        let layers = if job.classes.is_some() { 2 } else { 1 };
        Ok(Json(json!({"from": from, "to": last, "counts": bars, "beyond": beyond, "layers": layers})))
    })
    .await
}
