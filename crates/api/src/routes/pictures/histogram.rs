//! The histogram: how often each value occurs, and how often as a rare one.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::nimber::Nimber;
use sprague_answer::lab::HistogramAnswer;
use sprague_picture::Class;

use super::{last_heap, of_values};
use crate::problem::Refusal;
use crate::question::{Question, Reply};

/// A range.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The first heap
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    from: u64,
    /// The last heap
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    to: Option<u64>,
}

/// `GET /api/jobs/{id}/histogram`.
pub fn histogram(question: &Question<'_>) -> Result<Reply, Refusal> {
    const MOST_BARS: usize = 1 << 16;
    let Asked { from, to } = question.parameters()?;
    let (job, values) = of_values(question)?;
    let last = last_heap(from, to, &values)?;
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
    Ok(Reply::document(&HistogramAnswer { from, to: last, counts: bars, beyond, layers }))
}
