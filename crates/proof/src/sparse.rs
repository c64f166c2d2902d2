//! The evidence of theory P.5, in two or three passes over the values and memory O(W).
//!
//! Long proofs are cut into segments. There every value must follow from the window before it, so one pass finds a W
//! that is enough for all heaps. Short proofs stay in one piece, and so do proofs whose windows would be larger than
//! what they save. Their W is that of the theorem, tested again with the exact preperiod. The last pass writes the rare
//! heaps, the hashes, and a window at every cut.

use sprague::heap::Rule;
use sprague::sequence::Space;
use sprague::sequence::period::sparse::{Reach, SparseTest, primes};
use sprague::sequence::period::{Period, RuleFacts, Source};
use sprague_certificate as certificate;
use sprague_certificate::Evidence;

use super::Proved;
use super::segments::Writer;

/// When a proof is cut.
#[derive(Clone, Copy, Debug)]
struct Policy {
    /// Up to so many values it is in one piece, which a checker redoes in a minute or two.
    one_piece: u64,
    /// It must have so many times more values than a window.
    windows: u64,
}

const POLICY: Policy = Policy { one_piece: 1 << 22, windows: 64 };
/// How many values all windows together may have, as far as the cuts can be chosen.
const WINDOWS: u64 = 1 << 16;
/// The fewest and the most segments, but for the cuts that the proof needs.
const SEGMENTS: (u64, u64) = (4, 64);

/// The evidence for the exact period.
pub fn evidence(rule: &Rule, proved: &Proved, source: &mut dyn Source) -> Result<Evidence, String> {
    evidence_cut(POLICY, rule, proved, source)
}

fn evidence_cut(
    policy: Policy,
    rule: &Rule,
    Proved { period, claim }: &Proved,
    source: &mut dyn Source,
) -> Result<Evidence, String> {
    let facts = RuleFacts::of(rule.clauses());
    let space = claim.space.or_else(|| source.space()).ok_or("the engine uses no sparse space there")?;
    let turn = |reach: u64| period.preperiod + reach + rule.most_taken();
    if claim.used > policy.one_piece
        && let Some(reach) = reach_everywhere(&facts, space, source, &turn, period)
        && (claim.used > certificate::MOST_SPARSE || reach < claim.used / policy.windows)
    {
        let window = reach + rule.most_taken() + 1;
        let cuts = cuts(turn(reach), window, period.period);
        let (space, segments) = Writer::new(space, cuts, window).run(source, reach);
        return Ok(Evidence::Segmented(space, segments));
    }
    let mut test = SparseTest::new(&facts, space, period.preperiod, period.period)
        .ok_or("the theorem is not for such rules")?;
    source.send(0, turn(certificate::MOST_NEAR) + period.period, &mut test);
    let claim = test.claim().filter(|claim| claim.from == period.preperiod);
    let reach = claim.and_then(|claim| claim.reach).ok_or("the witnesses reach too far")?;
    let end = turn(reach) + period.period;
    if end > certificate::MOST_SPARSE {
        return Err(format!(
            "it would need {end} values in one piece, more than {}, and witnesses reach too far for segments",
            certificate::MOST_SPARSE
        ));
    }
    let (space, segments) = Writer::new(space, vec![end], 1).run(source, reach);
    let whole = segments.first().and_then(|whole| whole.sha256).ok_or("there are no values")?;
    Ok(Evidence::Sparse(space, whole))
}

/// The W that is enough for every heap of the proof.
fn reach_everywhere(
    facts: &RuleFacts,
    space: Space,
    source: &mut dyn Source,
    turn: &dyn Fn(u64) -> u64,
    period: &Period,
) -> Option<u64> {
    let mut reach = Reach::new(facts, space)?;
    loop {
        let most = reach.most().filter(|&most| most < certificate::MOST_NEAR / 2)?;
        let end = turn(most) + period.period;
        if reach.count() >= end {
            return Some(most);
        }
        source.send(reach.count(), end - 1, &mut reach);
    }
}

/// The ends of the segments: those that the proof needs, and others between them at equal distances.
fn cuts(turn: u64, window: u64, period: u64) -> Vec<u64> {
    let end = turn + period;
    let count = (WINDOWS / window).clamp(SEGMENTS.0, SEGMENTS.1);
    let length = end.div_ceil(count).max(window);
    let regular = (1..count).map(|at| at * length).filter(|&cut| cut < end);
    let mut cuts: Vec<u64> =
        primes(period).map(|q| turn + period / q).chain([turn, end]).chain(regular).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::Limits;
    use sprague::heap::HeapGame;
    use sprague::sequence::period::{Finding, HowFar};
    use sprague_certificate::{Certificate, Selection, TheoremName, check};

    /// The certificate of a period that P.5 shows, cut or not.
    fn paper(text: &str, policy: Policy) -> Certificate {
        let rule: Rule = text.parse().expect("a game");
        let (mut sequence, limits) = (HeapGame::from(rule.clone()).sequence(), Limits::default());
        let Finding::Proved(period, claim) = sequence.period(HowFar::Usual, &limits).finding else {
            panic!("{text} is solved")
        };
        // far enough for the engine to have a sparse space, also of games that are solved sooner
        sequence.rare(4_000, &limits).expect("few");
        let proved = Proved { period, claim };
        let evidence = evidence_cut(policy, &rule, &proved, &mut sequence.read(&limits)).expect(text);
        let claim = sprague_certificate::ClaimText {
            preperiod: proved.period.preperiod,
            period: proved.period.period,
            saltus: proved.period.saltus,
        };
        Certificate {
            theorem: TheoremName::Sparse,
            rule: crate::rule::text(&rule).expect("plain"),
            claim,
            evidence,
        }
    }

    #[test]
    fn segments_and_whole_proofs_are_accepted() {
        for text in ["0.77", "0.156", "0.356", "0.117", "0.051", "0.644"] {
            let cut = paper(text, Policy { one_piece: 0, windows: 1 });
            let Evidence::Segmented(_, segments) = &cut.evidence else { panic!("{text} is cut") };
            assert!(segments.len() >= 4, "{text}: {}", segments.len());
            let report = check(&cut.to_text(), Selection::All, 2);
            assert!(report.complete && report.fault.is_none(), "{text}: {report:?}");
            for at in 0..segments.len() as u64 {
                let report = check(&cut.to_text(), Selection::Range(at, at + 1), 1);
                assert!(!report.complete && report.fault.is_none(), "{text}: {report:?}");
            }
            let whole = paper(text, POLICY);
            assert!(matches!(whole.evidence, Evidence::Sparse(..)), "{text}");
            let report = check(&whole.to_text(), Selection::All, 1);
            assert!(report.complete && report.fault.is_none(), "{text}: {report:?}");
        }
    }
}
