//! What a job found, as a file: values in OEIS's format or as a table, pictures, certificates.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::ops::{ControlFlow, RangeInclusive};

use axum::extract::Query;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use sprague::nimber::Nimber;
use sprague::sequence::Sink;
use sprague_picture::pixels::Painter;
use sprague_picture::{Histogram, Raster, Scatter};

use super::Parameters;
use super::jobs::{Id, number};
use crate::gate::Question;
use crate::jobs::{Job, Values, no_such_job};
use crate::problem::Problem;

/// The most lines of a file of values.
const MOST_LINES: u64 = 2_000_000;

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
pub async fn export(question: Question, id: Id, asked: Parameters<Asked>) -> Result<Response, Problem> {
    let id = number(id)?;
    let Query(asked) = asked?;
    let job = question.app.jobs.get(id).ok_or_else(|| no_such_job(id))?;
    if let Format::Certificate = asked.format {
        let none = || {
            Problem::new(StatusCode::CONFLICT, format!("job {id} has no certificate"))
                .way_out("start a job of kind prove")
        };
        let text = job.certificate.clone().ok_or_else(none)?;
        return Ok(download(
            &job,
            "sprague-certificate.txt",
            "text/plain; charset=utf-8",
            text.as_bytes().to_vec(),
        ));
    }
    let jobs = question.app.jobs.clone();
    question
        .work(move |_| {
            let (job, values) = jobs.values(id)?;
            if values.count() == 0 {
                return Err(Problem::new(StatusCode::CONFLICT, format!("job {id} has no values yet")));
            }
            let to = asked.to.unwrap_or(u64::MAX).min(values.count() - 1);
            let heaps = asked.from..=to;
            match asked.format {
                Format::Bfile => lines(&job, &values, heaps, "", ' ', "b.txt", "text/plain; charset=utf-8"),
                Format::Csv => {
                    lines(&job, &values, heaps, "n,value\n", ',', "values.csv", "text/csv; charset=utf-8")
                }
                Format::Svg => Ok(download(
                    &job,
                    "picture.svg",
                    "image/svg+xml",
                    draw(&job, &values, to, &asked).into_bytes(),
                )),
                Format::Png => {
                    let painter = Painter::new().map_err(Problem::too_large)?;
                    let png = painter.png(&draw(&job, &values, to, &asked)).map_err(Problem::too_large)?;
                    Ok(download(&job, "picture.png", "image/png", png))
                }
                Format::Certificate => Err(Problem::bad("a sequence has no certificate")),
            }
        })
        .await
}

fn download(job: &Job, name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let game: String = job.task.name().chars().take(40).map(plain).collect();
    let name = format!("attachment; filename=\"{game}-{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)], bytes).into_response()
}

fn lines(
    job: &Job,
    values: &Values,
    heaps: RangeInclusive<u64>,
    head: &str,
    between: char,
    name: &str,
    kind: &'static str,
) -> Result<Response, Problem> {
    let (from, to) = heaps.into_inner();
    let Some(more) = to.checked_sub(from) else {
        return Err(Problem::bad(format!("the range from {from} to {to} is empty")));
    };
    let count = more.saturating_add(1);
    if count > MOST_LINES {
        let message = format!("a file of {count} lines is too long here, the limit is {MOST_LINES}");
        return Err(Problem::too_large(message).way_out("take a part of it: zoom in before you save"));
    }
    let mut text = String::from(head);
    values.visit(from, to, |heap, value| {
        let _ = writeln!(text, "{heap}{between}{value}");
    });
    Ok(download(job, name, kind, text.into_bytes()))
}

fn draw(job: &Job, values: &Values, to: u64, asked: &Asked) -> String {
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
fn send(values: &Values, to: u64, sink: &mut dyn Sink) {
    const PIECE: u64 = 1 << 16;
    let mut first = 0;
    while first <= to {
        let mut piece = Vec::with_capacity(PIECE as usize);
        values.visit(first, (first + PIECE - 1).min(to), |_, value| piece.push(Nimber(value.into())));
        if sink.accept(first, &piece) == ControlFlow::Break(()) || piece.is_empty() {
            return;
        }
        first += piece.len() as u64;
    }
}
