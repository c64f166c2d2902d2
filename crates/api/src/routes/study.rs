//! What a researcher asks of values that a job has computed: where two games differ, which widths show columns, where a
//! pattern begins. All of it is counted over the values that are there.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague_tell::lab::{DifferenceAnswer, LagAgreement, LagsAnswer, PlacesAnswer};

use super::values::Part;
use crate::jobs::{Beside, lags, pattern, places};
use crate::problem::Refusal;
use crate::question::Question;

/// Another job, and how it is laid beside this one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Other {
    /// The number of the other job; it may be the same one
    #[serde(deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    with: u64,
    /// Heap n of this job is compared with heap n + lag of the other
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    lag: u64,
    /// The first heap
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    from: u64,
    /// The last heap
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    to: Option<u64>,
}

/// A pattern and where it is looked for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    /// Values with spaces or commas between them, * for any value
    pattern: String,
    /// The first heap
    #[serde(default, deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    from: u64,
    /// The last heap
    #[serde(default, deserialize_with = "crate::routes::maybe_count")]
    #[schemars(with = "Option<u64>")]
    to: Option<u64>,
}

/// `GET /api/jobs/{id}/difference`.
pub fn difference(
    Other { with, lag, from, to }: Other,
    question: &Question<'_>,
) -> Result<DifferenceAnswer, Refusal> {
    let jobs = question.host.jobs;
    let ((first, one), (second, two)) = (jobs.values(question.job()?)?, jobs.values(with)?);
    let both = Beside { first: &one, second: &two, lag };
    let last = both.count().checked_sub(1).map(|last| last.min(to.unwrap_or(u64::MAX)));
    let found = both.differences(from, to.unwrap_or(u64::MAX));
    let told = |(heap, a, b): (u64, u32, u32)| [heap, a.into(), b.into()];
    Ok(DifferenceAnswer {
        a: first.task.name(),
        b: second.task.name(),
        lag,
        from,
        to: last.filter(|&last| from <= last),
        compared: found.compared,
        differ: found.differ,
        first: found.first.into_iter().map(told).collect(),
        last: found.last.map(told),
        greatest: found.greatest.map(told),
    })
}

/// `GET /api/jobs/{id}/lags`.
pub fn widths(Part { from, to }: Part, question: &Question<'_>) -> Result<LagsAnswer, Refusal> {
    let (_, values) = question.host.jobs.values(question.job()?)?;
    let found = lags(&values, from, to.unwrap_or(u64::MAX));
    let (from, to) = (found.as_ref().map_or(from, |found| found.0), found.as_ref().map(|found| found.1));
    let compared = to.map_or(0, |to| to - from + 1);
    let best = found.map_or_else(Vec::new, |found| found.2);
    let lags = best.into_iter().map(|each| LagAgreement { lag: each.lag, equal: each.equal }).collect();
    Ok(LagsAnswer { from, to, compared, lags })
}

/// `GET /api/jobs/{id}/places`.
pub fn find(
    Pattern { pattern: text, from, to }: Pattern,
    question: &Question<'_>,
) -> Result<PlacesAnswer, Refusal> {
    let wanted = pattern(&text)
        .map_err(|why| Refusal::bad(why).way_out("for example 3, or 1 2 * 4: a star stands for any value"))?;
    let (_, values) = question.host.jobs.values(question.job()?)?;
    let last = values.count().checked_sub(1).map(|last| last.min(to.unwrap_or(u64::MAX)));
    let found = places(&values, &wanted, from, to.unwrap_or(u64::MAX));
    Ok(PlacesAnswer {
        pattern: wanted,
        from,
        to: last.filter(|&last| from <= last),
        count: found.count,
        first: found.first,
        last: found.last,
    })
}
