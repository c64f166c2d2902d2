//! Each condition taken away in turn: some forgery must be accepted then, or the condition is one of the bounds, or it says what
//! the page says of it. The forgeries are those of the integration tests.
#![allow(clippy::pedantic, reason = "forgeries and the plain checker are written for the integration tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError, RwLock};

use crate::{Selection, check};

#[path = "../tests/forge/mod.rs"]
mod forge;

use forge::forgeries::{Chance, KINDS, close, made, with_fields_changed};
use forge::{library, plain, second};

static REMOVED: RwLock<Option<String>> = RwLock::new(None);
/// One test at a time takes conditions away.
static TURN: Mutex<()> = Mutex::new(());

pub(crate) fn is_removed(number: &str) -> bool {
    REMOVED.read().unwrap_or_else(PoisonError::into_inner).as_deref() == Some(number)
}

fn is_any_removed() -> bool {
    REMOVED.read().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// What the checker answers without this condition: `valid`, the number that refused, or that it could not go on.
fn answer(text: &str, removed: Option<&str>) -> String {
    *REMOVED.write().unwrap_or_else(PoisonError::into_inner) = removed.map(str::to_string);
    let report = std::panic::catch_unwind(|| check(text, Selection::All, 1));
    *REMOVED.write().unwrap_or_else(PoisonError::into_inner) = None;
    match report {
        Err(_) => "raised".into(),
        Ok(report) => match report.fault {
            None => "valid".into(),
            Some(fault) => number_of(&fault.to_string()),
        },
    }
}

/// The number with which a refusal ends.
fn number_of(reason: &str) -> String {
    let number = reason.strip_suffix(')').and_then(|reason| reason.rsplit_once('(')).map(|(_, number)| number);
    number.unwrap_or("refused").to_string()
}

/// Bounds of size and work: without them a text could ask for anything, so none is taken away here; see `hostile`.
const BOUNDS: [&str; 16] =
    ["F1", "R1", "R2", "R3", "V1", "V2", "V13", "P1", "P2", "P10", "P12", "P17", "Q2", "Q4", "S3", "S4"];

/// Whether a text that was refused for this condition is tried without it: only if it asks for nothing large.
fn may_be_removed(number: &str, text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.parse::<u64>().ok());
    is_number(number) && !BOUNDS.contains(&number) && numbers.max().is_none_or(|most| most < 1 << 20)
}

/// The page's conditions: number and class.
fn conditions() -> BTreeMap<String, String> {
    let page = include_str!("../../../docs/certificate.md");
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let number = cells.get(1).filter(|cell| is_number(cell))?;
        Some((number.to_string(), cells[cells.len() - 2].to_string()))
    });
    rows.collect()
}

fn is_number(word: &str) -> bool {
    word.len() > 1 && word.len() < 4 && word.starts_with(|c: char| "FRCKVPQSBM".contains(c)) && word[1..].parse::<u8>().is_ok()
}

/// Each number stands in both checkers and on the page, and nowhere else.
#[test]
fn every_condition_stands_on_the_page_and_in_both_checkers() {
    let numbers = |source: &str| -> BTreeSet<String> {
        let quoted = source.split('"').filter(|word| is_number(word)).map(str::to_string);
        let told = source.split(['(', ')']).filter(|word| is_number(word)).map(str::to_string);
        quoted.chain(told).collect()
    };
    let first = [
        include_str!("read.rs"),
        include_str!("rule.rs"),
        include_str!("small.rs"),
        include_str!("sparse.rs"),
        include_str!("segments.rs"),
        include_str!("report.rs"),
        include_str!("star.rs"),
        include_str!("star_text.rs"),
        include_str!("blocks.rs"),
        include_str!("tracks.rs"),
    ];
    let first = numbers(&first.concat());
    let second = numbers(&[include_str!("../../../tools/check.py"), include_str!("../../../tools/check_star.py")].concat());
    let page: BTreeSet<String> = conditions().into_keys().collect();
    assert_eq!(first, page, "the first checker and the page");
    assert_eq!(second, page, "the second checker and the page");
}

/// Forgeries that random ones do not find, each for one condition.
fn aimed() -> Vec<String> {
    Vec::new()
}

#[test]
fn attack_a_checker_without_one_of_its_conditions() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    std::panic::set_hook(Box::new(|why| if !is_any_removed() { eprintln!("{why}") }));
    let full = std::env::var("SPRAGUE_ATTACK").is_ok_and(|how| how == "full");
    let mut known: Vec<String> = library().iter().map(|(_, certificate)| certificate.to_text()).collect();
    for text in [
        include_str!("../tests/star/row-5.cert"),
        include_str!("../tests/star/value-6.cert"),
        include_str!("../tests/star/diagonal-3.cert"),
        include_str!("../tests/star/tracks-6.cert"),
        include_str!("../tests/star/diagonal-3-again-0.cert"),
    ] {
        known.push(text.to_string());
    }
    let mut texts: BTreeSet<String> = aimed().into_iter().collect();
    let mut chance = Chance(0x2545_f491_4f6c_dd1d);
    while texts.len() < if full { 9_000 } else { 2_500 } {
        let kind = texts.len() % KINDS.len();
        let text = made(kind, &mut chance, &known);
        texts.insert(if chance.once_in(3) { with_fields_changed(&text, &mut chance) } else { text });
    }
    // Which condition refuses each text, and what comes of it without that condition.
    let texts: Vec<String> = texts.into_iter().collect();
    let mut reached: [BTreeMap<String, [usize; 3]>; 2] = Default::default();
    let asked: Vec<_> = texts.iter().map(|text| (None, text.clone())).collect();
    let second_says = second::answers(&asked);
    let again: Vec<_> =
        texts.iter().zip(&second_says).filter(|(text, says)| may_be_removed(says, text)).map(|(text, says)| (Some(says.clone()), text.clone())).collect();
    println!("{} texts, {} again", texts.len(), again.len());
    for ((number, text), says) in again.iter().zip(second::answers(&again)) {
        let count = reached[1].entry(number.clone().unwrap()).or_default();
        count[0] += 1;
        count[1] += usize::from(says == "valid");
        count[2] += usize::from(says == "valid" && plain::text_refuted(text).is_some());
    }
    println!("second done");
    for text in &texts {
        let number = answer(text, None);
        if may_be_removed(&number, text) {
            let says = answer(text, Some(&number));
            let count = reached[0].entry(number).or_default();
            count[0] += 1;
            count[1] += usize::from(says == "valid");
            count[2] += usize::from(says == "valid" && plain::text_refuted(text).is_some());
        }
    }
    let _ = std::panic::take_hook();
    for (name, reached) in ["first", "second"].iter().zip(&reached) {
        for (number, [refused, passed, wrong]) in reached {
            println!("{name} checker without {number}: {passed} of {refused} pass, {wrong} of them with a false claim");
        }
    }
    let tries: usize = reached.iter().flat_map(BTreeMap::values).map(|count| count[0]).sum();
    let mut missing = Vec::new();
    for (number, class) in conditions().into_iter().filter(|(_, class)| class == "needed") {
        let idle = reached.iter().any(|reached| reached.get(&number).is_none_or(|count| count[1] == 0));
        missing.extend(idle.then(|| format!("{number} ({class})")));
    }
    println!("attack | checkers without one of their conditions, each condition in turn | {tries} | {} conditions that no forgery needs", missing.len());
    assert!(missing.is_empty(), "no forgery passes without {missing:?}");
    let _ = close("");
}
