//! `sprague sparse`: the sparse space of a game and its rare heaps.

use std::process::ExitCode;

use sprague::nimber::Nimber;
use sprague::sequence::{Sequence, Space};
use sprague_tell::sparse::SparseHeaps;

use super::subject::subject;
use crate::args::{Common, Sparse};
use crate::failure::Failure;
use crate::{output, progress};

/// The last heap unless told.
const USUAL: u64 = 100_000;

pub fn run(args: &Sparse, common: &Common) -> Result<ExitCode, Failure> {
    let subject = subject(&args.game)?;
    let (game, to) = (&subject.game, subject.to(args.to, USUAL));
    let (space, rares, bits_used) = if let Some(run) = subject.run_to(to) {
        let greatest = run.tally.counts().last().map_or(0, |count| count.0);
        (
            run.space.and_then(Space::from_parts),
            run.rares.iter().map(|&(heap, value)| (heap, Nimber(value))).collect(),
            greatest,
        )
    } else {
        let rare = Sequence::new(game.clone(), common.engine()).rare(to, &progress::limits_to(common, to))?;
        (rare.space, rare.heaps, rare.bits_used)
    };
    output::told(common, &SparseHeaps { game, to, space, bits_used, rares }.told())
}
