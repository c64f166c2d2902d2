//! The certificate of a period that lies far out, from the windows that were kept on the way to it.

use sprague::sequence::period::sparse::primes;
use sprague::sequence::period::{FarClaim, FarPeriod, FarStage};
use sprague_certificate as certificate;
use sprague_certificate::{Certificate, Evidence, Runs, SegmentText, TheoremName};

use super::segments::kind;

/// The certificate of a period that was found; each segment ends where the proof needs a window
/// or as far from the one before as the format allows, which is at a kept place.
/// There are no hashes of values: they are as many as the values.
pub fn of_far_period(far: &FarPeriod) -> Result<Certificate, String> {
    let &FarStage::Done(claim) = far.stage() else { return Err("no period was found".to_owned()) };
    let FarClaim { preperiod, period } = claim;
    let (end, reach) = (far.end(claim), far.reach());
    let window = reach + far.rule().most_taken() + 1;
    let turn = end - period;
    let is_regular = |place: &u64| place.is_multiple_of(certificate::MOST_SEGMENT) && *place < end;
    let mut cuts: Vec<u64> = far.places().filter(is_regular).collect();
    cuts.extend(primes(period).map(|q| turn + period / q).chain([turn, end]));
    cuts.sort_unstable();
    cuts.dedup();
    let segment = |end: u64| {
        let window = Runs::of(&far.values_before(end, window)?);
        Ok::<_, String>(SegmentText { end, sha256: None, window })
    };
    let segments = cuts.into_iter().map(segment).collect::<Result<Vec<_>, _>>()?;
    let space = certificate::SpaceText {
        mask: far.space().used_mask(far.bits()),
        kind: kind(far.space()),
        reach,
        rare: far.rares().to_vec(),
    };
    Ok(Certificate {
        theorem: TheoremName::Sparse,
        rule: super::rule::text(far.rule())?,
        claim: certificate::ClaimText { preperiod, period, saltus: 0 },
        evidence: Evidence::Segmented(space, segments),
    })
}
