//! The strongest that can be certified of misère play of a game: the quotient of all heaps; that all large heaps are
//! firm; the quotient of the heaps to the limit that was asked for; a least order of the quotient.

use sprague::heap::HeapGame;
use sprague::limits::Limits;
use sprague::quotient::{QuotientEnd, QuotientExtent, QuotientPeriod, TameHeaps, quotient, tame_heaps};
use sprague_proof::Accepted;
use sprague_proof::misere::{certify_bound, certify_quotient, certify_tame};
use sprague_tell::misere::{extent, unproved};

use crate::failure::Failure;

/// How far tame heaps are looked for that stay firm.
const TAME_HEAPS: u64 = 1_000;

/// What a certificate of misère play shows.
pub enum MisereShown {
    /// The quotient of all heaps.
    All { order: usize, positions: usize, period: QuotientPeriod },
    /// All heaps but these are firm.
    Firm { fickle: Vec<u64> },
    /// A quotient of some heaps, or a bound.
    Part,
}

/// A certificate that the checker accepted, and what it shows.
pub fn certified(
    game: &HeapGame,
    limit: Option<u64>,
    max_order: u64,
    limits: &Limits,
) -> Result<(Accepted, MisereShown), Failure> {
    let extent: QuotientExtent = extent(limit, max_order);
    let found = quotient(std::slice::from_ref(&game.rule), &extent, limits)?;
    let proved = found.quotient.period(0).filter(|_| matches!(found.end, QuotientEnd::Periods));
    let certified = match (proved, &found.end) {
        (Some(period), _) => {
            let (order, positions) = (found.quotient.order(), found.quotient.portion().len());
            let shown = MisereShown::All { order, positions, period };
            certify_quotient(&found.quotient).map(|accepted| (accepted, shown))
        }
        (None, end) => {
            let tame = tame_heaps(&game.rule, limit.unwrap_or(TAME_HEAPS), limits).ok();
            let firm = tame.as_ref().filter(|tame| tame.firm_for_ever(&game.rule).is_some());
            match (firm, end) {
                (Some(tame), _) => {
                    let shown = MisereShown::Firm { fickle: fickle_heaps(tame) };
                    certify_tame(&game.rule, tame).map(|accepted| (accepted, shown))
                }
                (None, QuotientEnd::Heaps) if limit.is_some() => {
                    certify_quotient(&found.quotient).map(|accepted| (accepted, MisereShown::Part))
                }
                (None, QuotientEnd::Order { heap, evidence: Some(evidence), .. }) => {
                    certify_bound(&game.rule, heap.size, evidence)
                        .map(|accepted| (accepted, MisereShown::Part))
                }
                _ => Err(unproved(&found).unwrap_or_default()),
            }
        }
    };
    certified.map_err(|why| Failure::NoFile(format!("{game}: {why}")))
}

/// The heaps whose pair is fickle.
pub fn fickle_heaps(tame: &TameHeaps) -> Vec<u64> {
    (0..).zip(&tame.pairs).filter(|(_, pair)| pair.is_fickle()).map(|(heap, _)| heap).collect()
}
