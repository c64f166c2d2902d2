//! The third checker, extracted from Coq (`make coq` builds it), as processes for many texts; how far it goes.

use std::path::Path;
use std::process::Command;

use sprague_certificate::{Certificate, CheckReport, ConditionText, ENDLESS, Evidence};
use sprague_kit::{ended, is_full};

use super::second::hexadecimal;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/coq/sprague-coq-check");

/// Whether it accepts each of the texts; nothing where it was not built. The attack in full needs it.
pub fn answers(texts: &[String]) -> Option<Vec<bool>> {
    if !Path::new(PROGRAM).exists() {
        assert!(!is_full(), "the attack in full needs sprague-coq-check: `make coq` builds it");
        println!("skipped: `make coq` builds sprague-coq-check, where Coq is installed");
        return None;
    }
    let halves = texts.split_at(texts.len() / 2);
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| one_process(halves.1));
        (one_process(halves.0), second.join().unwrap())
    });
    Some([first, second].concat())
}

fn one_process(texts: &[String]) -> Vec<bool> {
    let input: String = texts.iter().map(|text| hexadecimal(text) + "\n").collect();
    let said = ended(Command::new(PROGRAM).arg("--lines"), input.as_bytes());
    assert!(said.out.lines().all(|line| ["valid", "refused"].contains(&line)), "{said:?}");
    let answers: Vec<bool> = said.out.lines().map(|line| line == "valid").collect();
    assert_eq!(answers.len(), texts.len(), "{}", said.err);
    answers
}

/// Why it refuses what the other two accept: the list of its limits in `docs/coq.md`.
pub fn limit(text: &str) -> Option<&'static str> {
    let Ok(paper) = Certificate::parse(text) else { return Some("Star Nim and misère play") };
    let moves = &paper.rule.moves;
    let plain = moves.iter().all(|m| m.condition == ConditionText::Any && m.on.0 == [(0, ENDLESS)]);
    let endless = moves.iter().any(|m| m.take.0.last().is_some_and(|range| range.1 == ENDLESS));
    match &paper.evidence {
        Evidence::Classes(..) if paper.claim.saltus > 0 => Some("P.11 with a saltus"),
        Evidence::Classes(..) if endless => Some("P.11 with any number of tokens taken"),
        Evidence::Sparse(..) | Evidence::Segmented(..) if !plain => {
            Some("P.5 with a condition, or of some heaps only")
        }
        _ => None,
    }
}

/// Why it accepts what the other two refuse, by the condition that they name: where P.10 shows the claim of a text of
/// kind classes, it does not ask for the conditions (E) and (I) of P.11.
pub fn asks_less(refused: &CheckReport) -> Option<&'static str> {
    let fault = refused.fault.as_ref()?.to_string();
    let (_, number) = fault.trim_end_matches(").").trim_end_matches(')').rsplit_once('(')?;
    ["E", "I"].iter().any(|class| number.starts_with(class)).then_some("P.10 stands in for P.11")
}
