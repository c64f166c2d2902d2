//! Three checkers against each other: in Rust, in Python, and the one that is proved correct in Coq.

use std::collections::{BTreeMap, BTreeSet};

use crate::forge::forgeries::{KINDS, made, with_fields_changed};
use crate::forge::{coq, library, plain, second};
use sprague_certificate::{Selection, check};
use sprague_kit::{Random, extent};

/// Forgeries of the kinds that Coq has theorems for. Whatever it accepts must be true; where it differs from the
/// other two, the reason must be one of those that `docs/coq.md` lists.
#[test]
fn attack_forgeries_by_three_checkers() {
    let wanted = extent(1_000, 20_000);
    let kinds: Vec<usize> = (0..KINDS.len())
        .filter(|&kind| {
            ["closed", "small", "P.8", "sparse", "segmented", "classes", "any"].contains(&KINDS[kind])
        })
        .collect();
    let known: Vec<String> = library().iter().map(|(_, certificate)| certificate.to_text()).collect();
    let mut chance = Random::new(0x2545_f491_4f6c_dd1d);
    let mut texts: BTreeSet<String> = known.iter().cloned().collect();
    while texts.len() < wanted {
        let kind = chance.pick(&kinds);
        let mut text = made(kind, &mut chance, &known);
        if KINDS[kind] == "any" || chance.below(3) > 0 {
            text = with_fields_changed(&text, &mut chance);
        }
        texts.insert(text);
    }
    let texts: Vec<String> = texts.into_iter().collect();
    let Some(proved) = coq::answers(&texts) else { return };
    let asked: Vec<_> = texts.iter().map(|text| (None, text.clone())).collect();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut accepted = 0;
    for ((text, proved), python) in texts.iter().zip(proved).zip(second::answers(&asked)) {
        let report = check(text, Selection::All, 1);
        let rust = report.fault.is_none();
        if rust != (python == "valid") {
            wrong.push(format!("Rust and Python disagree: {:?} and {python}\n{text}", report.fault));
        }
        if proved {
            accepted += 1;
            wrong.extend(
                plain::text_refuted(text).map(|why| format!("Coq accepts a false claim: {why}\n{text}")),
            );
        }
        let reason = match (rust, proved) {
            (true, false) => coq::limit(text).map(|why| format!("refused by Coq alone: {why}")),
            (false, true) => coq::asks_less(&report).map(|why| format!("accepted by Coq alone: {why}")),
            _ => continue,
        };
        match reason {
            Some(reason) => *reasons.entry(reason).or_default() += 1,
            None => wrong.push(format!("not explained: Coq says {proved}, Rust {:?}\n{text}", report.fault)),
        }
    }
    for (reason, count) in &reasons {
        println!("{count} {reason}");
    }
    println!(
        "attack | certificates: three checkers, one of them proved correct in Coq | {} | {accepted} accepted by Coq, \
         all true; {} wrong",
        texts.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{} wrong, the first: {}", wrong.len(), wrong[0]);
    assert!(accepted > 20, "{accepted}");
}
