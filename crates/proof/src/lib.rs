//! From a proved period to the text of a certificate that the independent checker accepts.
//!
//! The certificate states the exact preperiod and the fundamental period, which may differ from those that the search
//! used. So the evidence that the theorem needs for them is computed again here, by an observer of the engine. The text
//! is given to the checker; a text that the checker does not accept is not a certificate. Only this crate knows both
//! the library and the format of the certificates. The checker shares no code with the library.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod coq;
mod far;
pub mod misere;
mod rule;
mod segments;
mod sparse;
pub mod star;

pub use far::of_far_period;

use std::ops::ControlFlow;

use sprague::heap::Rule;
use sprague::nimber::Nimber;
use sprague::sequence::period::{Claim, Period, Source};
use sprague::theorem::Theorem;
use sprague_certificate as certificate;
use sprague_certificate::{Certificate, CheckReport, Evidence, Selection, TheoremName};

/// A period that a theorem has shown.
#[derive(Clone, Debug)]
pub struct Proved {
    /// The fundamental period and the exact preperiod.
    pub period: Period,
    /// What the theorem has shown.
    pub claim: Claim,
}

/// A certificate that was accepted.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The certificate.
    pub text: String,
    /// What the checker said.
    pub report: CheckReport,
}

/// Writes the certificate of a proved period and has it checked with so many threads.
pub fn certify(
    rule: &Rule,
    Proved { period, claim }: Proved,
    source: &mut dyn Source,
    threads: usize,
) -> Result<Accepted, String> {
    let theorem = named(claim.theorem)?;
    let values = |source: &mut dyn Source, count| {
        Ok::<_, String>(certificate::Runs::of(&first_values(source, count)?))
    };
    let stated =
        certificate::ClaimText { preperiod: period.preperiod, period: period.period, saltus: period.saltus };
    let mut paper =
        Certificate { theorem, rule: rule::text(rule)?, claim: stated, evidence: Evidence::Closed };
    match theorem {
        TheoremName::Nim | TheoremName::TakeUpTo | TheoremName::ThreeParts => accepted(&paper, threads),
        TheoremName::Sparse => {
            paper.evidence = sparse::evidence(rule, &Proved { period, claim }, source)?;
            accepted(&paper, threads)
        }
        TheoremName::Classes => {
            let window = claim.classes.ok_or("the theorem left no numbers")?;
            let classes = certificate::ClassText {
                constant: period.constant,
                from: claim.from,
                multiple: claim.period / period.period,
                window: window.start,
                low: window.low,
            };
            paper.evidence = Evidence::Classes(classes, values(source, claim.used)?);
            accepted(&paper, threads)
        }
        _ => {
            // the checker reads a rule more strictly; where it does not see a subtraction game, P.10 serves as well
            let mut refusal = String::new();
            for named in [theorem, TheoremName::Parts] {
                paper.theorem = named;
                let needed = match named {
                    TheoremName::AllBut => Ok(claim.used),
                    _ => certificate::values_needed(named, &paper.rule, stated),
                };
                let found = needed.map_err(|fault| fault.to_string()).and_then(|needed| {
                    paper.evidence = Evidence::Small(values(source, needed)?);
                    accepted(&paper, threads)
                });
                match found {
                    Ok(found) => return Ok(found),
                    Err(why) => refusal = why,
                }
            }
            Err(refusal)
        }
    }
}

fn named(theorem: Theorem) -> Result<TheoremName, String> {
    Ok(match theorem {
        Theorem::OctalPeriod => TheoremName::Octal,
        Theorem::ManyHeapsPeriod => TheoremName::ManyHeaps,
        Theorem::GrundyPeriod => TheoremName::Grundy,
        Theorem::ApartPeriod => TheoremName::Apart,
        Theorem::SparsePeriod => TheoremName::Sparse,
        Theorem::SubtractionPeriod => TheoremName::Subtraction,
        Theorem::AllButPeriod => TheoremName::AllBut,
        Theorem::PartsPeriod => TheoremName::Parts,
        Theorem::ClassPeriod => TheoremName::Classes,
        Theorem::Nim => TheoremName::Nim,
        Theorem::TakeUpTo => TheoremName::TakeUpTo,
        Theorem::SplitThree => TheoremName::ThreeParts,
        other => return Err(format!("the format has no place for {other}")),
    })
}

fn accepted(paper: &Certificate, threads: usize) -> Result<Accepted, String> {
    let text = paper.to_text();
    let report = certificate::check(&text, Selection::All, threads);
    match &report.fault {
        None => Ok(Accepted { text, report }),
        Some(fault) => Err(fault.to_string()),
    }
}

/// What a certificate shows of the period of this very rule, and the number of its theorem, if the checker accepts all of
/// it within so many steps.
pub fn shown(rule: &Rule, text: &str, steps: u64) -> Result<(Period, &'static str), String> {
    let paper = Certificate::parse(text).map_err(|fault| fault.to_string())?;
    if paper.rule != rule::text(rule)? {
        return Err("it is the certificate of another rule".to_owned());
    }
    let report = certificate::check_within(text, steps);
    if let Some(fault) = report.fault {
        return Err(fault.to_string());
    }
    let number = match paper.theorem {
        TheoremName::Nim => Theorem::Nim.number(),
        TheoremName::TakeUpTo => Theorem::TakeUpTo.number(),
        TheoremName::ThreeParts => Theorem::SplitThree.number(),
        other => other.name(),
    };
    let certificate::ClaimText { preperiod, period, saltus } = paper.claim;
    let constant = match paper.evidence {
        Evidence::Classes(classes, _) => classes.constant,
        _ => Vec::new(),
    };
    Ok((Period { period, preperiod, saltus, constant }, number))
}

/// The values of the heaps below `count`.
fn first_values(source: &mut dyn Source, count: u64) -> Result<Vec<u32>, String> {
    let most = certificate::MOST_SMALL;
    if count > most || count == 0 {
        return Err(format!("it would need a list of {count} values, and {most} is the most"));
    }
    let mut values = Vec::new();
    source.send(0, count - 1, &mut |_: u64, chunk: &[Nimber]| {
        values.extend(chunk.iter().map(|value| value.0 as u32));
        ControlFlow::Continue(())
    });
    Ok(values)
}
