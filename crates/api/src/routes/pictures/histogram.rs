//! The histogram: how often each value occurs, and how often as a rare one.

use sprague::nimber::Nimber;
use sprague_picture::Class;
use sprague_tell::lab::HistogramAnswer;

use super::{last_heap, of_values};
use crate::problem::Refusal;
use crate::question::Question;
use crate::routes::values::Part;

/// `GET /api/jobs/{id}/histogram`.
pub fn histogram(Part { from, to }: Part, question: &Question<'_>) -> Result<HistogramAnswer, Refusal> {
    const MOST_BARS: usize = 1 << 16;
    let (job, values) = of_values(question)?;
    let last = last_heap(from, to, values.count())?;
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
    Ok(HistogramAnswer { from, to: last, counts: bars, beyond, layers })
}
