//! Certificates of misère play, from quotients, bounds and tame heaps of the library.

use sprague::heap::Rule;
use sprague::quotient::{BoundEvidence, Element, Quotient, RuleHeap, TameHeaps};
use sprague_certificate::{MisereCertificate, MisereExtent, MonoidText, Runs, Selection, check};

use crate::Accepted;
use crate::rule::text;

/// The certificate of the quotient of one game: of all heaps where the period is proved, otherwise of those computed.
pub fn certify_quotient(quotient: &Quotient) -> Result<Accepted, String> {
    let [rule] = quotient.rules() else {
        return Err("the format has no place for several rules".to_owned());
    };
    let rule = text(rule)?;
    let known = quotient.values(0).len() as u64;
    let (extent, count) = match quotient.period(0) {
        Some(period) => {
            let (preperiod, period) = (period.preperiod, period.period);
            let count = sprague_certificate::misere_values_needed(&rule, preperiod, period)
                .map_err(|fault| fault.to_string())?;
            (MisereExtent::All { preperiod, period }, count)
        }
        None => (MisereExtent::Below(known), known),
    };
    let value = |size| quotient.value(RuleHeap { rule: 0, size }).map(u32::from);
    let values: Option<Vec<u32>> = (0..count).map(value).collect();
    let values = values.ok_or("more values are needed than are known")?;
    let monoid = monoid(quotient.order(), quotient.generators(), |heap, x| {
        let value = quotient.value(heap).expect("generators have values");
        quotient.monoid().product(x, value)
    });
    let portion = quotient.portion().into_iter().map(u64::from).collect();
    accepted(&MisereCertificate::Quotient { rule, monoid, portion, values: Runs::of(&values), extent })
}

/// The certificate of a least order: of the quotient of the heaps of a game up to `heap`.
pub fn certify_bound(rule: &Rule, heap: u64, evidence: &BoundEvidence) -> Result<Accepted, String> {
    let values: Vec<u32> = evidence.values().iter().map(|&value| value.into()).collect();
    let generators = evidence.generators();
    let monoid = monoid(evidence.order(), &generators, |generator, x| {
        evidence.monoid().product(x, evidence.values()[generator.size as usize])
    });
    let layers = evidence.layers().into_iter().map(|layer| layer.into_iter().map(u64::from).collect());
    let layers = layers.collect();
    let (rule, values) = (text(rule)?, Runs::of(&values));
    accepted(&MisereCertificate::Bound { rule, heap, monoid, values, layers })
}

/// The certificate that all later heaps are firm.
pub fn certify_tame(rule: &Rule, tame: &TameHeaps) -> Result<Accepted, String> {
    let firm = tame.firm_for_ever(rule).ok_or("it is not shown that all later heaps are firm")?;
    let pairs = &tame.pairs[..=firm.evidence as usize];
    let runs = |values: Vec<u32>| Runs::of(&values);
    accepted(&MisereCertificate::Tame {
        rule: text(rule)?,
        last_fickle: firm.last_fickle,
        normal: runs(pairs.iter().map(|pair| pair.normal as u32).collect()),
        misere: runs(pairs.iter().map(|pair| pair.misere as u32).collect()),
    })
}

fn monoid(
    order: usize,
    generators: &[RuleHeap],
    product: impl Fn(RuleHeap, Element) -> Element,
) -> MonoidText {
    let action = |&heap: &RuleHeap| {
        let action = (0..order as Element).map(|x| product(heap, x).into()).collect();
        (heap.size, action)
    };
    MonoidText { order: order as u64, generators: generators.iter().map(action).collect() }
}

fn accepted(paper: &MisereCertificate) -> Result<Accepted, String> {
    let text = paper.to_text();
    let report = check(&text, Selection::All, 1);
    match &report.fault {
        None => Ok(Accepted { text, report }),
        Some(fault) => Err(fault.to_string()),
    }
}
