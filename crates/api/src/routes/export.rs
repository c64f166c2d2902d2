//! What a job found, as a file: values in OEIS's format or as a table, pictures, certificates.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::ops::{ControlFlow, RangeInclusive};

use http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::sequence::Sink;
use sprague_picture::{Histogram, Raster, Scatter};

use crate::jobs::{HeldValues, Job, no_such_job};
use crate::operation::{Operation, Types};
use crate::problem::Refusal;
use crate::question::{Question, Reply};
use crate::sent::Sent;

/// The most lines of a file of values.
const MOST_LINES: u64 = 2_000_000;

const TEXT: &str = "text/plain; charset=utf-8";

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    Bfile,
    Csv,
    Svg,
    Png,
    Certificate,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Picture {
    #[default]
    Raster,
    Scatter,
    Histogram,
}

/// A file that is asked for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The kind of file
    format: Format,
    /// The picture
    #[serde(default)]
    kind: Picture,
    /// Heaps of a row of the raster
    #[serde(default)]
    width: Option<NonZeroU64>,
    /// The first heap of a file of values; pictures begin at heap 0
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    from: u64,
    /// The last heap
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    to: Option<u64>,
}

/// `GET /api/jobs/{id}/export`.
pub fn export(asked: Asked, question: &Question<'_>) -> Result<Download, Refusal> {
    let id = question.job()?;
    let jobs = question.host.jobs;
    if let Format::Certificate = asked.format {
        let job = jobs.get(id).ok_or_else(|| no_such_job(id))?;
        let none = || {
            Refusal::new(StatusCode::CONFLICT, format!("job {id} has no certificate"))
                .way_out("start a job of kind prove")
        };
        let text = job.certificate.clone().ok_or_else(none)?;
        return Ok(download(&job, "sprague-certificate.txt", TEXT, text.as_bytes()));
    }
    let (job, values) = jobs.values(id)?;
    if values.count() == 0 {
        return Err(Refusal::new(StatusCode::CONFLICT, format!("job {id} has no values yet")));
    }
    let to = asked.to.unwrap_or(u64::MAX).min(values.count() - 1);
    let heaps = asked.from..=to;
    match asked.format {
        Format::Bfile => Ok(download(&job, "b.txt", TEXT, lines(&values, heaps, "", ' ')?)),
        Format::Csv => {
            let text = lines(&values, heaps, "n,value\n", ',')?;
            Ok(download(&job, "values.csv", "text/csv; charset=utf-8", text))
        }
        Format::Svg => Ok(download(&job, "picture.svg", "image/svg+xml", draw(&job, &values, to, &asked))),
        Format::Png => Ok(download(&job, "picture.png", "image/png", png(&draw(&job, &values, to, &asked))?)),
        Format::Certificate => Err(Refusal::bad("a sequence has no certificate")),
    }
}

/// A picture as pixels.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Refusal> {
    let painter = sprague_picture::pixels::Painter::new().map_err(Refusal::too_large)?;
    painter.png(svg).map_err(Refusal::too_large)
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Refusal> {
    Err(Refusal::too_large("pictures are not made into pixels here")
        .way_out("save it as SVG, or use `sprague lab`"))
}

/// A file that is kept under a name.
pub struct Download(Reply);

impl Sent for Download {
    fn reply(self) -> Reply {
        self.0
    }

    fn describe(operation: Operation, _: &mut Types) -> Operation {
        operation.file("The file", &["text/plain", "text/csv", "image/svg+xml", "image/png"])
    }
}

fn download(job: &Job, name: &str, kind: &'static str, content: impl Into<Vec<u8>>) -> Download {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let game: String = job.task.name().chars().take(40).map(plain).collect();
    let name = format!("attachment; filename=\"{game}-{name}\"");
    Download(Reply { headers: vec![("content-disposition", name)], ..Reply::file(kind, content) })
}

fn lines(
    values: &HeldValues,
    heaps: RangeInclusive<u64>,
    head: &str,
    between: char,
) -> Result<String, Refusal> {
    let (from, to) = heaps.into_inner();
    let Some(more) = to.checked_sub(from) else {
        return Err(Refusal::bad(format!("the range from {from} to {to} is empty")));
    };
    let count = more.saturating_add(1);
    if count > MOST_LINES {
        let message = format!("a file of {count} lines is too long here, the limit is {MOST_LINES}");
        return Err(Refusal::too_large(message).way_out("take a part of it: zoom in before you save"));
    }
    let mut text = String::from(head);
    values.visit(from, to, |heap, value| {
        let _ = writeln!(text, "{heap}{between}{value}");
    });
    Ok(text)
}

fn draw(job: &Job, values: &HeldValues, to: u64, asked: &Asked) -> String {
    let game = job.task.name();
    match asked.kind {
        Picture::Raster => {
            let width = asked.width.unwrap_or_else(|| Raster::usual_width(to));
            let width = width.min(NonZeroU64::new(to).unwrap_or(NonZeroU64::MIN));
            let mut raster = Raster::new(to, width);
            send(values, to, &mut raster);
            raster.to_svg(&format!("{game}: nim-values in rows of {width}"))
        }
        Picture::Scatter => {
            let mut scatter = Scatter::new(to, job.classes);
            send(values, to, &mut scatter);
            scatter.to_svg(&format!("{game}: nim-values"))
        }
        Picture::Histogram => {
            let mut histogram = Histogram::new(job.classes);
            send(values, to, &mut histogram);
            histogram.to_svg(&format!("{game}: how often each nim-value occurs"))
        }
    }
}

/// The values up to a heap to a sink, in order.
fn send(values: &HeldValues, to: u64, sink: &mut dyn Sink) {
    const PIECE: u64 = 1 << 16;
    let mut first = 0;
    while first <= to {
        let mut piece: Vec<u32> = Vec::with_capacity(PIECE as usize);
        values.visit(first, (first + PIECE - 1).min(to), |_, value| piece.push(value));
        if sink.accept(first, (&piece).into()) == ControlFlow::Break(()) || piece.is_empty() {
            return;
        }
        first += piece.len() as u64;
    }
}
