//! Where two games first differ.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::Sequence;
use sprague::nimber::Nimber;
use sprague_answer::lab::{Around, CompareAnswer};

use super::heap_game;
use crate::limits::Allowance;
use crate::problem::Refusal;
use crate::question::{Question, Reply};

/// The farthest heap that is compared at once.
const FARTHEST: u64 = 1_000_000;
/// How many values are shown on either side of the difference.
const AROUND: u64 = 10;

/// Two games.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// A heap game
    a: String,
    /// Another
    b: String,
    /// The last heap
    #[serde(default = "usual", deserialize_with = "crate::routes::count")]
    #[schemars(with = "u64")]
    to: u64,
}

const fn usual() -> u64 {
    10_000
}

/// `GET /api/compare`.
pub fn compare(question: &Question<'_>) -> Result<Reply, Refusal> {
    let Asked { a, b, to } = question.parameters()?;
    if to > FARTHEST {
        return Err(Refusal::too_large(format!("games are compared to heap {FARTHEST} here, not to {to}"))
            .way_out("use `sprague compare` with --to"));
    }
    let allowance = question.host.allowance;
    let (a, b) = (heap_game(&a)?, heap_game(&b)?);
    let same = a == b;
    let (mut x, mut y) = (a.sequence(), b.sequence());
    let found = if same { None } else { first_difference(&mut x, &mut y, to, allowance)? };
    let around = found.map(|heap| -> Result<Around, Refusal> {
        let (from, to) = (heap.saturating_sub(AROUND), heap + AROUND);
        let values = |game| numbers(game, from, to, allowance);
        Ok(Around { from, a: values(&mut x)?, b: values(&mut y)? })
    });
    Ok(Reply::document(&CompareAnswer {
        a: a.to_string(),
        b: b.to_string(),
        to,
        same_game: same,
        first_difference: found,
        around: around.transpose()?,
    }))
}

fn numbers(game: &mut Sequence, from: u64, to: u64, allowance: &Allowance) -> Result<Vec<u64>, Refusal> {
    let mut found = Vec::new();
    game.stream(from..=to, &allowance.limits(), &mut |_: u64, values: &[Nimber]| {
        found.extend(values.iter().map(|value| value.0));
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// The first heap at which the values differ. The first game's values are kept, the second's stream past them.
fn first_difference(
    a: &mut Sequence,
    b: &mut Sequence,
    to: u64,
    allowance: &Allowance,
) -> Result<Option<u64>, Refusal> {
    let mut kept: VecDeque<u64> = numbers(a, 0, to, allowance)?.into();
    let mut found = None;
    b.stream(0..=to, &allowance.limits(), &mut |first: u64, values: &[Nimber]| {
        for (heap, value) in (first..).zip(values) {
            if kept.pop_front() != Some(value.0) {
                found = Some(heap);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}
