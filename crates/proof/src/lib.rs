//! Certificates of the periods that the library proves.
//!
//! This is the one place that knows both sides: the library, which finds and proves a period, and the format of the
//! certificates, whose checker shares no code with it. Each certificate is handed to the checker before anyone gets
//! it; what the checker does not accept is never given out.
#![forbid(unsafe_code)]

use std::ops::ControlFlow;

use sprague::heap::{Condition, HeapGame, Rule};
use sprague::nimber::Nimber;
use sprague::period::{Claim, Period};
use sprague::sequence::{Engine, Kind, Options};
use sprague::theorem::Theorem;
use sprague_certificate as certificate;
use sprague_certificate::{Certificate, Evidence, Selection};

/// The text of a certificate that the checker accepts, or why there is none.
pub fn certify(game: &HeapGame, period: Period, claim: Claim, options: Options) -> Result<String, String> {
    use certificate::Theorem as Named;
    let theorem = match claim.theorem {
        Theorem::OctalPeriod => Named::T1,
        Theorem::ManyHeapsPeriod => Named::T1Prime,
        Theorem::GrundyPeriod => Named::T2,
        Theorem::ApartPeriod => Named::T2Prime,
        Theorem::SparsePeriod => Named::T4,
        Theorem::SubtractionPeriod => Named::T6,
        Theorem::AllButPeriod => Named::T7,
        Theorem::Nim => Named::Nim,
        Theorem::TakeUpTo => Named::TakeUpTo,
        Theorem::SplitThree => Named::ThreeParts,
        other => return Err(format!("the format has no place for {other}")),
    };
    let stated =
        certificate::Claim { preperiod: period.preperiod, period: period.period, saltus: period.saltus };
    let mut paper =
        Certificate { theorem, rule: rule_text(&game.rule), claim: stated, evidence: Evidence::Closed };
    let accepted = |paper: &Certificate| {
        let text = paper.to_text();
        match certificate::check(&text, Selection::All, options.threads).fault {
            None => Ok(text),
            Some(fault) => Err(fault.to_string()),
        }
    };
    match theorem {
        Named::Nim | Named::TakeUpTo | Named::ThreeParts => accepted(&paper),
        Named::T4 => {
            let mut values = Values::of(game, options);
            let mut reach = claim.reach.unwrap_or(1);
            let mut refusal = "the witnesses reach too far".to_owned();
            for _ in 0..8 {
                let space = values.space(&game.rule, period, &mut reach)?;
                let end = period.preperiod + reach + game.rule.most_taken() + period.period;
                let mut digest = certificate::Digest::default();
                values.first(end)?.iter().for_each(|&value| digest.add(value));
                paper.evidence = Evidence::Sparse(space, digest.finish());
                match accepted(&paper) {
                    Ok(text) => return Ok(text),
                    Err(fault) => refusal = fault,
                }
                reach *= 2;
            }
            Err(refusal)
        }
        _ => {
            // the checker reads a rule more strictly; where it does not see a subtraction game, T1 serves as well
            let mut values = Values::of(game, options);
            let mut refusal = String::new();
            for named in [theorem, Named::T1, Named::T1Prime] {
                paper.theorem = named;
                let needed = match named {
                    Named::T7 => Ok(claim.used),
                    _ => certificate::values_needed(named, &paper.rule, stated),
                };
                let text = needed.map_err(|fault| fault.to_string()).and_then(|needed| {
                    paper.evidence = Evidence::Small(certificate::Runs::of(values.first(needed)?));
                    accepted(&paper)
                });
                match text {
                    Ok(text) => return Ok(text),
                    Err(why) => refusal = why,
                }
            }
            Err(refusal)
        }
    }
}

/// The values of a game from heap 0 on, as many as were asked for.
struct Values {
    engine: Engine,
    values: Vec<u32>,
}

impl Values {
    fn of(game: &HeapGame, options: Options) -> Self {
        Self { engine: Engine::new(game.rule.clauses(), options), values: Vec::new() }
    }

    fn first(&mut self, count: u64) -> Result<&[u32], String> {
        if count > certificate::MOST_SPARSE {
            return Err(format!(
                "it would need {count} values in one piece, more than {}",
                certificate::MOST_SPARSE
            ));
        }
        let Self { engine, values } = self;
        let _ = engine.stream(count.saturating_sub(1), &mut |_: u64, chunk: &[Nimber]| {
            values.extend(chunk.iter().map(|value| value.0 as u32));
            ControlFlow::Continue(())
        });
        Ok(&self.values[..count as usize])
    }

    /// The sparse space with its rare heaps; `reach` grows to the last of them.
    fn space(&mut self, rule: &Rule, period: Period, reach: &mut u64) -> Result<certificate::Space, String> {
        let end = period.preperiod + *reach + rule.most_taken() + period.period;
        self.first(end)?;
        let space = self.engine.space().ok_or("the engine uses no sparse space there")?;
        let bits = self.values.iter().fold(0, |bits, value| bits | value);
        let used = u32::MAX.checked_shr(bits.leading_zeros()).unwrap_or(0);
        let mask = space.mask() & used;
        let rare = |heap: u64, value: u32| {
            let ones = u64::from((value & mask).count_ones());
            match space.kind() {
                Kind::Value => ones.is_multiple_of(2),
                Kind::ValueAndSize(parity) => (ones + heap + parity).is_multiple_of(2),
            }
        };
        let heaps = (0..).zip(&self.values[..end as usize]).map(|(heap, &value)| (heap, value));
        let rare: Vec<(u64, u32)> = heaps.filter(|&(heap, value)| rare(heap, value)).collect();
        *reach = (*reach).max(rare.last().map_or(0, |&(heap, _)| heap));
        let kind = match space.kind() {
            Kind::Value => certificate::SpaceType::Zero,
            Kind::ValueAndSize(_) => certificate::SpaceType::One,
        };
        Ok(certificate::Space { mask, kind, reach: *reach, rare })
    }
}

fn rule_text(rule: &Rule) -> certificate::RuleText {
    let set = |set: &sprague::heap::SizeSet| certificate::Set(set.ranges().to_vec());
    let moves = rule.clauses().iter().map(|clause| certificate::Move {
        take: set(&clause.take),
        leave: set(&clause.leave),
        condition: match clause.condition {
            Condition::Any => certificate::Condition::Any,
            Condition::NotAllEqual => certificate::Condition::NotAllEqual,
            Condition::Differ(least) => certificate::Condition::Differ(least),
        },
        on: set(&clause.on),
    });
    certificate::RuleText { moves: moves.collect() }
}
