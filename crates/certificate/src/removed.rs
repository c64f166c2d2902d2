//! Tests that remove each condition in turn. Then some forgery must be accepted, or the condition must be of a class
//! for which `docs/certificate.md` expects none (a bound, no value, kept). The forgeries are those of the integration
//! tests.
#![allow(clippy::pedantic, reason = "forgeries and the plain checker are written for the integration tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError, RwLock};

use crate::{
    Certificate, ConditionText, ENDLESS, Evidence, Fault, MoveText, PairLine, RuleText, Runs, SegmentText,
    Selection, Set, SpaceText, SpaceType, StarBlock, StarCertificate, StarEvidence, Subject, TheoremName,
    check,
};

#[path = "../tests/forge/mod.rs"]
pub(crate) mod forge;

use sprague_kit::Random;

use forge::forgeries::{KINDS, Pattern, body, close, made, with_fields_changed};
use forge::plain::{self, heap_values};
use forge::{
    claim, code, cut_at, digest, library, one, second, segmented_found, small, space, sparse, split,
    subtract, with_values,
};

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
    let number =
        reason.strip_suffix(')').and_then(|reason| reason.rsplit_once('(')).map(|(_, number)| number);
    number.unwrap_or("refused").to_string()
}

/// Bounds of size and work: without them a text could ask for anything, so none is taken away here; see `hostile`.
const BOUNDS: [&str; 24] = [
    "F1", "R1", "R2", "R3", "V1", "V2", "V13", "P1", "P2", "P10", "P12", "P16", "Q2", "Q3", "Q4", "S3", "S4",
    "S5", "S6", "M3", "G9", "D1", "U1", "U24",
];

/// Conditions that end a loop: without them a checker would not end.
const ENDS: [&str; 2] = ["P11", "M8"];

/// Whether a text that was refused for this condition is tried without it: only if it asks for nothing large.
fn may_be_removed(number: &str, text: &str) -> bool {
    let numbers =
        text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.parse::<u64>().ok());
    let removable = is_number(number) && !BOUNDS.contains(&number) && !ENDS.contains(&number);
    removable && numbers.max().is_none_or(|most| most < 1 << 20)
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
    word.len() > 1
        && word.len() < 4
        && word.starts_with(|c: char| "FRCKVPQSBMGEIDU".contains(c))
        && word[1..].parse::<u8>().is_ok()
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
        include_str!("options.rs"),
        include_str!("small.rs"),
        include_str!("classes.rs"),
        include_str!("sparse.rs"),
        include_str!("segments.rs"),
        include_str!("narrow.rs"),
        include_str!("report.rs"),
        include_str!("star.rs"),
        include_str!("star_text.rs"),
        include_str!("blocks.rs"),
        include_str!("tracks.rs"),
        include_str!("mark.rs"),
        include_str!("pairs.rs"),
        include_str!("star_terms.rs"),
        include_str!("misere.rs"),
        include_str!("misere_tame.rs"),
        include_str!("misere_text.rs"),
    ];
    let first = numbers(&first.concat());
    let second = numbers(
        &[
            include_str!("../../../tools/check.py"),
            include_str!("../../../tools/check_classes.py"),
            include_str!("../../../tools/check_star.py"),
            include_str!("../../../tools/check_misere.py"),
        ]
        .concat(),
    );
    let page: BTreeSet<String> = conditions().into_keys().collect();
    assert_eq!(first, page, "the first checker and the page");
    assert_eq!(second, page, "the second checker and the page");
}

/// The page names the functions in which each condition stands.
#[test]
fn the_page_names_the_function_of_every_condition() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: String| std::fs::read_to_string(root.join(path)).unwrap();
    for line in include_str!("../../../docs/certificate.md").lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let Some(number) = cells.get(1).filter(|cell| is_number(cell)) else { continue };
        for (cell, is_first) in [(cells[3], true), (cells[4], false)] {
            for place in cell.split(", ") {
                let (file, function) = place.trim_matches('`').split_once("::").unwrap();
                let (source, word) = match is_first {
                    true => (read(format!("src/{file}.rs")), "fn"),
                    false => (read(format!("../../tools/{file}.py")), "def"),
                };
                // From each head of a function to the next one; a class stands for its constructor.
                let mut inside = false;
                let mut stands = false;
                for line in source.lines() {
                    let starts = |head: &str| {
                        line.trim_start().starts_with(head) || line.contains(&format!(" {head}"))
                    };
                    if starts(&format!("{word} ")) || line.starts_with("class ") {
                        let constructor = line.contains("def __init__") && inside;
                        let named = |head: &str| {
                            ['(', '<'].iter().any(|after| line.contains(&format!("{head} {function}{after}")))
                        };
                        inside =
                            constructor || named(word) || line.starts_with(&format!("class {function}:"));
                    }
                    stands |= inside
                        && (line.contains(&format!("\"{number}\"")) || line.contains(&format!("({number})")));
                }
                assert!(stands, "{number} does not stand in {place}");
            }
        }
    }
}

/// The class theorem from arbitrary first values, whole and with each of its conditions removed in turn: what the whole
/// theorem shows goes on, and without a condition something is shown that breaks.
#[test]
fn attack_the_class_theorem_from_any_first_values() {
    const LENGTH: usize = 80;
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    std::panic::set_hook(Box::new(|why| {
        if !is_any_removed() {
            eprintln!("{why}")
        }
    }));
    let full = std::env::var("SPRAGUE_ATTACK").is_ok_and(|how| how == "full");
    let mut chance = Random::new(0x1234_5678_9abc_def1);
    let (mut shown, mut wrong): (usize, BTreeMap<String, [usize; 3]>) = (0, BTreeMap::new());
    let tries = if full { 20_000 } else { 4_000 };
    for _ in 0..tries {
        let mut rule = forge::forgeries::class_rule(&mut chance);
        rule.moves.iter_mut().for_each(|m| m.on = forge::all());
        let mut values: Vec<u32> =
            std::iter::once(0).chain((0..chance.below(6)).map(|_| chance.below(5) as u32)).collect();
        let seeds = values.len();
        while values.len() < LENGTH {
            values.push(forge::next_value(&rule, &values));
        }
        for end in [10, 14, 20, 28] {
            let p = 1 + chance.below(end as u64 / 4) as usize;
            let step = |n: usize| i64::from(values[n + p]) - i64::from(values[n]);
            let saltus = (end - 2 * p..end - p).map(step).max().unwrap();
            let fits = |n: &usize| {
                let last = n + p >= end - p;
                (step(*n) == 0 || step(*n) == saltus) && (last || step(n + p) == step(*n))
            };
            let start = end - p - (0..end - p).rev().take_while(fits).count();
            let turns = if saltus > 0 { 2 } else { 1 };
            let from = start.max(1);
            let Some(window) = end.checked_sub(turns * p).filter(|&window| window >= from.max(seeds)) else {
                continue;
            };
            let saltus = saltus.max(0) as u64;
            let residues = (end - p..end).filter(|&n| saltus > 0 && step(n - p) == 0).map(|n| (n % p) as u64);
            let constant: Vec<u64> = residues.collect::<BTreeSet<u64>>().into_iter().collect();
            let grows = |n: usize| step(from + (n - from) % p);
            let breaks = (from..LENGTH - p).any(|n| step(n) != grows(n));
            let low = if saltus > 0 { 2 * saltus + chance.below(4) } else { 0 };
            let text =
                crate::ClassText { constant, from: from as u64, multiple: 1, window: window as u64, low };
            let stated = claim(start as u64, p as u64, saltus);
            let judged = |removed: Option<&str>| {
                *REMOVED.write().unwrap_or_else(PoisonError::into_inner) = removed.map(str::to_string);
                let work = || crate::options::Work::new(&rule, 0, u64::MAX).unwrap();
                let judge = || crate::classes::follows(&rule, stated, &text, &values[..end], work());
                let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(judge));
                *REMOVED.write().unwrap_or_else(PoisonError::into_inner) = None;
                match found {
                    Ok(Ok(())) => "valid".to_string(),
                    Ok(Err(fault)) => number_of(&fault.to_string()),
                    Err(_) => "raised".to_string(),
                }
            };
            let number = judged(None);
            if number == "valid" {
                shown += 1;
                assert!(!breaks, "{rule}\n{values:?}\n{stated:?} {text:?}");
                continue;
            }
            // the conditions on single options refuse nothing themselves
            for removed in [number.as_str(), "I5", "I6"] {
                if is_number(removed) && "EIG".contains(&removed[..1]) && !BOUNDS.contains(&removed) {
                    let passes = judged(Some(removed)) == "valid";
                    let count = wrong.entry(removed.to_string()).or_default();
                    *count = [
                        count[0] + 1,
                        count[1] + usize::from(passes),
                        count[2] + usize::from(passes && breaks),
                    ];
                }
            }
        }
    }
    let _ = std::panic::take_hook();
    println!(
        "attack | the class theorem from any first values | {tries} | {shown} patterns shown, and all of them go on"
    );
    for (number, [refused, passed, wrong]) in &wrong {
        println!("the class theorem without {number}: {passed} of {refused} pass, {wrong} of them break");
    }
    assert!(shown > 500, "{shown}");
}

/// Options are counted while they are listed: a budget of one less than there are does not suffice, although the
/// estimate, which was once the only bound, is far below it.
#[test]
fn a_budget_counts_every_option_that_is_listed() {
    let move_ = |leave| MoveText {
        take: Set(vec![(1, 1)]),
        leave: Set(vec![(leave, leave)]),
        condition: ConditionText::Any,
        on: Set(vec![(0, ENDLESS)]),
    };
    for (leave, count) in [(2, 300_u64), (3, 200), (16, 60)] {
        let rule = RuleText { moves: vec![move_(leave)] };
        let listed = |most: u64| {
            let mut work = crate::options::Work::new(&rule, 0, most).unwrap();
            let mut options = 0_u64;
            for heap in 0..count {
                rule.options(heap, &mut work, ((), &|(), _| Some(())), &mut |()| options += 1)?;
            }
            Ok::<_, Fault>(options)
        };
        let options = listed(u64::MAX).unwrap();
        assert!(options > 5_000, "{leave}: {options}");
        let fault = listed(options - 1).unwrap_err().to_string();
        assert!(fault.ends_with("(V2)"), "{leave}: {fault}");
        let by_estimate = crate::options::Work::new(&rule, count, options - 1);
        assert_eq!(by_estimate.is_ok(), leave == 16, "{leave} parts: {options} options");
    }
}

/// The bound of the steps of a walk: with fewer steps left than the first heaps need, both checkers stop.
#[test]
fn a_walk_stops_when_its_steps_are_used_up() {
    let paper = forge::sparse_found(&code("0.77"), claim(71, 12, 0), SpaceType::Zero, 0);
    let Evidence::Sparse(space, _) = &paper.evidence else { panic!() };
    let game = crate::sparse::Game::new(&paper, space, u64::MAX).unwrap();
    let mut walk = crate::sparse::Walk::new(&game, None, (0, game.end), Vec::new());
    walk.left = 2_000;
    let stopped = (0..game.end).find_map(|n| walk.step(n).err()).expect("the steps are used up");
    assert_eq!(number_of(&stopped.to_string()), "P12");
    let program = "import sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True; import check\n\
                   check.WALK = 2000, 0\n\
                   try: check.check(sys.stdin.read(), None)\n\
                   except check.Refused as refused: print(refused.args[0])";
    let tools = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools");
    let mut child = std::process::Command::new("python3")
        .args(["-c", program, tools])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), paper.to_text().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(number_of(String::from_utf8(output.stdout).unwrap().trim_end()), "P12");
}

/// A value of a diagonal that was not computed is equal to nothing, not even to another one.
#[test]
fn what_is_not_known_does_not_repeat() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = crate::star_terms::Terms { all: vec![9, 1, 2, 1, 2], from: 3, end: 6 };
    let unknown = crate::star_terms::Terms {
        all: vec![9, crate::star_terms::UNKNOWN, 2, crate::star_terms::UNKNOWN, 2],
        from: 3,
        end: 6,
    };
    let check = |terms| crate::star_terms::check_terms(2, 2, 1, terms);
    assert_eq!(check(&known), Ok(()));
    assert_eq!(number_of(&check(&unknown).unwrap_err().to_string()), "S15");
}

/// Certificates with a false claim, each of which only one condition refuses: of the class theorem, whose first values
/// are made by moves on single heaps, so that they are as free as in the proof of P.11, and of pairs of 4-Star Nim. Found
/// by a search over patterns, and over all columns.
const FORGED: [(&str, &str); 13] = [
    ("D3", include_str!("../tests/forged/D3.cert")),
    ("D4", include_str!("../tests/forged/D4.cert")),
    ("E1", include_str!("../tests/forged/E1.cert")),
    ("E2", include_str!("../tests/forged/E2.cert")),
    ("E4", include_str!("../tests/forged/E4.cert")),
    ("E5", include_str!("../tests/forged/E5.cert")),
    ("E7", include_str!("../tests/forged/E7.cert")),
    ("G8", include_str!("../tests/forged/G8.cert")),
    ("I1", include_str!("../tests/forged/I1.cert")),
    ("I2", include_str!("../tests/forged/I2.cert")),
    ("I3", include_str!("../tests/forged/I3.cert")),
    ("I4", include_str!("../tests/forged/I4.cert")),
    ("I5", include_str!("../tests/forged/I5.cert")),
];

/// Both checkers refuse them, and without the one condition both accept what plain mex refutes.
#[test]
fn false_claims_pass_without_one_condition() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let asked = |removed: bool| -> Vec<(Option<String>, String)> {
        let forged =
            FORGED.iter().map(|(number, text)| (removed.then(|| number.to_string()), text.to_string()));
        forged.collect()
    };
    let (whole, removed) = (second::answers(&asked(false)), second::answers(&asked(true)));
    for (at, (number, text)) in FORGED.iter().enumerate() {
        assert!(
            is_number(&answer(text, None)) && is_number(&whole[at]),
            "{number}: {} {}",
            answer(text, None),
            whole[at]
        );
        assert_eq!(
            (answer(text, Some(number)).as_str(), removed[at].as_str()),
            ("valid", "valid"),
            "{number}"
        );
        assert!(plain::text_refuted(text).is_some(), "{number}: the claim is true");
    }
}

/// Forgeries that random ones do not find, each for one condition.
fn aimed() -> Vec<(&'static str, String)> {
    let kayles = code("0.77");
    let true_kayles = || small(TheoremName::Octal, &kayles, claim(71, 12, 0));
    let with_move = |paper: &Certificate, other: MoveText| {
        let mut paper = paper.clone();
        paper.rule.moves.push(other);
        paper
    };
    let at = |m: MoveText, on: (u64, u64)| MoveText { on: Set(vec![on]), ..m };
    let mut found = Vec::new();
    let mut add = |number, paper: &Certificate| found.push((number, paper.to_text()));

    // Texts.
    let next_version = body(&true_kayles().to_text()).replacen("certificate 1", "certificate 2", 1);
    let other_version = ("F2", close(&next_version));
    let dawson = small(TheoremName::Octal, &code("0.07"), claim(53, 34, 0));
    let Evidence::Small(runs) = dawson.evidence.clone() else { panic!() };
    let mut runs = runs.0;
    let long = runs.iter().position(|run| run.1 == 2).unwrap();
    let value = runs[long].0;
    runs[long].1 = 1;
    runs.insert(long, (value, 1));
    add("F5", &Certificate { evidence: Evidence::Small(Runs(runs)), ..dawson });
    let most = 1 << 60;
    let closed =
        |rule, claim| Certificate { theorem: TheoremName::TakeUpTo, rule, claim, evidence: Evidence::Closed };
    add("F6", &closed(subtract(&[(1, most)]), claim(0, most + 1, 0)));
    add("C1", &with_values(TheoremName::AllBut, &subtract(&[(1, ENDLESS)]), claim(0, 0, 0), &[0, 1, 2]));

    // Rules.
    let overlapping = subtract(&[(1, 2), (2, 3)]);
    add(
        "R4",
        &with_values(TheoremName::Subtraction, &overlapping, claim(0, 4, 0), &[0, 1, 2, 3, 0, 1, 2, 3]),
    );
    add("R5", &small(TheoremName::Apart, &split(ConditionText::Differ(0)), claim(1, 2, 0)));
    add("R6", &with_move(&true_kayles(), one(&[(0, 0)], &[(1, 1)], ConditionText::Any)));

    // Lists of values.
    let mut game_d = split(ConditionText::Differ(1));
    game_d.moves.push(at(one(&[(0, 0)], &[(2, 2)], ConditionText::Any), (2, 2)));
    let idle = at(one(&[(5, ENDLESS)], &[(0, 1)], ConditionText::Any), (2, 2));
    add("V4", &with_move(&small(TheoremName::Grundy, &game_d, claim(1, 2, 0)), idle));
    add("V7", &with_values(TheoremName::Grundy, &code("4.0"), claim(1, 2, 0), &heap_values(&code("4.0"), 7)));
    let three = code("0.f1");
    add("V8", &with_values(TheoremName::Apart, &three, claim(3, 2, 0), &heap_values(&three, 14)));
    // A false saltus: 0 1 0 1 0 1 goes up by one from heap 2 to heap 3.
    add("V11", &with_values(TheoremName::Subtraction, &subtract(&[(1, 1)]), claim(2, 1, 1), &[0, 1, 0, 1]));

    // Sparse spaces.
    let values = heap_values(&kayles, 400);
    let right = space(&values, SpaceType::Zero, 0, 70);
    let proof = |space: &SpaceText| sparse(&kayles, claim(71, 12, 0), space, &values);
    let cut = segmented_found(&kayles, claim(71, 12, 0), SpaceType::Zero, 0, 40);
    add("P3", &Certificate { claim: claim(71, 12, 1), ..cut.clone() });
    add("P4", &with_move(&proof(&right), one(&[(1, 1)], &[(3, 3)], ConditionText::Any)));
    add("P5", &proof(&SpaceText { reach: 69, ..right.clone() }));
    add("P6", &with_move(&proof(&right), at(one(&[(1, 1)], &[(2, 2)], ConditionText::Differ(3)), (5, 5))));
    add("P7", &with_move(&proof(&right), at(kayles.moves[0].clone(), (500, 500))));
    let even = code("0.051");
    let even_values = heap_values(&even, 400);
    let typed = space(&even_values, SpaceType::One, 0, 50);
    let typed = sparse(&even, claim(48, 48, 0), &typed, &even_values);
    add("P8", &with_move(&typed, at(one(&[(1, 1)], &[(2, 2)], ConditionText::Any), (2, 2))));
    let mut other = right.clone();
    other.rare[0].1 ^= 1;
    add("P13", &proof(&other));
    for (rule, n0, p) in [(code("0.07"), 53, 34), (code("0.137"), 52, 34), (even.clone(), 48, 48)] {
        let values = heap_values(&rule, 400);
        for kind in [SpaceType::Zero, SpaceType::One] {
            let mut space = space(&values, kind, rule.moves[0].take.0[0].0 % 2, 0);
            let last = space.rare.last().map_or(0, |rare| rare.0);
            space.reach = 2 * last + 20;
            space.rare.push((last + 1, 1));
            if last + 1 < n0 && n0 + p + space.reach + 3 < 400 {
                add("P14", &sparse(&rule, claim(n0, p, 0), &space, &values));
            }
        }
    }
    add("P11", &proof(&SpaceText { mask: 0, ..right.clone() }));
    add("P15", &proof(&SpaceText { mask: right.mask | 1 << 12, ..right.clone() }));
    let mut forged = proof(&right);
    let Evidence::Sparse(_, hash) = &mut forged.evidence else { panic!() };
    hash[3] ^= 1;
    add("P17", &forged);

    // Classes.
    let classes = || forge::classes(&kayles, claim(71, 12, 0), &[], (71, 1, 94, 0));
    // heap 138 has the value of heap 150, which therefore gets another one
    let other_value = one(&[(12, 12)], &[(1, 1)], ConditionText::Any);
    add("G7", &with_move(&classes(), at(other_value, (150, 150))));

    // Segments.
    let Evidence::Segmented(space, segments) = &cut.evidence else { panic!() };
    let with =
        |segments| Certificate { evidence: Evidence::Segmented(space.clone(), segments), ..cut.clone() };
    let mut twice = segments.clone();
    twice.insert(1, SegmentText { sha256: Some(digest(&[])), ..segments[0].clone() });
    add("Q1", &with(twice));
    add("Q8", &forge::segmented(&kayles, claim(72, 12, 0), space, &values, 40));
    let ends: Vec<u64> = segments.iter().map(|segment| segment.end).collect();
    let beyond: Vec<u64> = ends.iter().copied().chain([ends[ends.len() - 1] + 5]).collect();
    add("Q5", &cut_at(&kayles, claim(71, 12, 0), space, &values, &beyond));
    let mut hashes = segments.clone();
    hashes[1].sha256.as_mut().unwrap()[7] ^= 1;
    add("Q11", &with(hashes));
    for at in 0..segments.len() {
        let mut mixed = segments.clone();
        mixed[at].sha256 = None;
        add("Q12", &with(mixed));
    }
    // Without hashes only the windows tie the segments to each other.
    let mut windows = forge::without_hashes(cut.clone());
    let Evidence::Segmented(_, segments) = &mut windows.evidence else { panic!() };
    let mut values: Vec<u32> = segments[0].window.values().collect();
    values[0] ^= 1;
    segments[0].window = Runs::of(&values);
    add("Q10", &windows);

    // 2-Star Nim.
    let text = close(&body(&true_kayles().to_text()).replacen("preperiod", "preperiod ", 1));
    found.push(("F4", text));
    let text = true_kayles().to_text();
    found.push(("F3", format!("{}0\n", &text[..text.len() - 2])));
    let [row, tracks_6] =
        [include_str!("../tests/star/row-5.cert"), include_str!("../tests/star/tracks-6.cert")]
            .map(|text| StarCertificate::parse(text).unwrap());
    let mut add = |number, paper: &StarCertificate| found.push((number, paper.to_text()));
    add("S9", &StarCertificate { first: 21, period: 150, ..row });
    // Two diagonals that the values 3 to 6 do not fill: they fill more.
    let block = |first, last, again| StarBlock { first, last, before: 0, again };
    for again in 1..60 {
        let blocks = StarEvidence::Blocks(vec![block(0, 0, 1), block(1, 1, 2), block(2, 3, again)]);
        add(
            "B3",
            &StarCertificate { subject: Subject::Value(6), first: 5, period: 12, at: 60, evidence: blocks },
        );
    }
    // Pairs: (3, 3) at a column where (2, 3) does not repeat yet, (2, 2) after half a turn of (1, 2), lines too few
    // and too many, and a window that does not come back, with every first column.
    let pair = |from, again, period, first| PairLine { from, again, period, first };
    let below = [pair(2, 2, 2, 1), pair(3, 4, 4, 1), pair(5, 4, 1, 2), pair(1, 4, 4, 1), pair(6, 4, 4, 5)];
    let pairs = |(a, b), lines: &[PairLine]| {
        let &PairLine { from, period, first, .. } = lines.last().unwrap();
        let (subject, evidence) = (Subject::Pair(a, b), StarEvidence::Pairs(lines.to_vec()));
        StarCertificate { subject, first, period, at: from, evidence }
    };
    add("D3", &pairs((3, 3), &[&below[..], &[pair(2, 4, 1, 2)]].concat()));
    add("D4", &pairs((2, 2), &[below[0], below[1], pair(5, 2, 1, 2)]));
    add("D2", &pairs((3, 3), &below));
    add("D2", &pairs((2, 3), &[&below[..], &[pair(7, 1, 1, 7)]].concat()));
    for (from, again, first) in (2..5u64).flat_map(|from| (1..9).map(move |turns| (from, 4 * turns, 1))) {
        for first in first..=from {
            add("D5", &pairs((2, 3), &[&below[..4], &[pair(from, again, again, first)]].concat()));
        }
    }
    add("D7", &StarCertificate { first: 4, ..pairs((2, 3), &below) });
    let StarEvidence::Tracks { again, marks } = tracks_6.evidence.clone() else { panic!() };
    let with = |period, first, at, again, marks: &[Vec<u64>]| {
        let evidence = StarEvidence::Tracks { again, marks: marks.to_vec() };
        StarCertificate { first, period, at, evidence, ..tracks_6.clone() }
    };
    add("M7", &with(1440, 25, 200, again, &marks));
    // Two turns as one: the last mark follows from the one before with its tracks moved as in the first turn.
    let sigma: Vec<usize> = marks[2][6..]
        .iter()
        .map(|place| marks[0][6..].iter().position(|other| other == place).unwrap())
        .collect();
    let after = |mark: &Vec<u64>| {
        let mut moved = mark.clone();
        (0..sigma.len()).for_each(|track| moved[6 + track] = mark[6 + sigma[track]]);
        moved
    };
    let double = [marks[0].clone(), marks[1].clone(), marks[2].clone(), after(&marks[1]), after(&marks[2])];
    add("M11", &with(1440, 25, 200, 2 * again, &double));
    // Marks that are not what is there, do not lead to each other, or have two tracks at one place, with every start
    // and period.
    let lines = |changed: &dyn Fn(&mut Vec<Vec<u64>>)| {
        let mut marks = marks.clone();
        changed(&mut marks);
        marks
    };
    // A free place is no track, though no mark tells.
    add(
        "M8",
        &with(
            720,
            25,
            200,
            again,
            &lines(&|marks| {
                marks.remove(1);
                marks.iter_mut().for_each(|mark| mark.push(12));
            }),
        ),
    );
    let mut families = vec![("M5", 201, again, marks.clone()), ("M2", 200, again + 1, marks.clone())];
    families.push(("M10", 200, again, lines(&|marks| marks[2].swap(6, 8))));
    families.push(("M10", 200, again, lines(&|marks| marks[2].swap(7, 9))));
    for place in 6..11 {
        families.push((
            "M4",
            200,
            again,
            lines(&|marks| {
                marks.remove(1);
                let (first, last) = (marks[0][place], marks[0][place]);
                marks[0].push(first);
                let moved = marks[1][place];
                marks[1].push(moved);
                marks[1][place] = last;
            }),
        ));
    }
    // The first row's window is its pattern at every column, so that any distance will do but for the rows below.
    let mut pattern = Pattern(marks[0][..5].to_vec(), marks[0][5], marks[0][6..].to_vec());
    let places = |pattern: &Pattern| pattern.2.iter().copied().collect::<BTreeSet<u64>>();
    let first = places(&pattern);
    for columns in 1..144 {
        pattern.step();
        if places(&pattern) == first {
            families.push(("M6", 200, columns, vec![marks[0].clone(), pattern.line()]));
        }
    }
    for (number, at, again, marks) in families {
        for turns in 1..=6 {
            // The start is what the marks make of it: all are tried, unless something else refuses first.
            let try_first = |first| with(turns * again, first, at, again, &marks);
            let reason = answer(&try_first(1).to_text(), Some(number));
            if reason == "M12" || reason == "valid" {
                (1..=at).for_each(|first| add(number, &try_first(first)));
            }
        }
    }
    found.push(other_version);
    found
}

#[test]
fn attack_a_checker_without_one_of_its_conditions() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    std::panic::set_hook(Box::new(|why| {
        if !is_any_removed() {
            eprintln!("{why}")
        }
    }));
    let full = std::env::var("SPRAGUE_ATTACK").is_ok_and(|how| how == "full");
    let mut known: Vec<String> = library().iter().map(|(_, certificate)| certificate.to_text()).collect();
    for text in [
        include_str!("../tests/star/row-5.cert"),
        include_str!("../tests/star/value-6.cert"),
        include_str!("../tests/star/diagonal-3.cert"),
        include_str!("../tests/star/tracks-6.cert"),
        include_str!("../tests/star/diagonal-3-again-0.cert"),
        include_str!("../tests/star/pair-2-3.cert"),
    ] {
        known.push(text.to_string());
    }
    let aimed: Vec<(&str, String)> = aimed().into_iter().chain(crate::removed_misere::aimed()).collect();
    let mut texts = BTreeSet::new();
    // with these numbers the short pass has a forgery for every condition
    let mut chance = Random::new(5);
    let (others, pairs) = if full { (12_000, 1_000) } else { (6_000, 250) };
    while texts.len() < others + pairs {
        let kind = if texts.len() < others { texts.len() % (KINDS.len() - 1) } else { KINDS.len() - 1 };
        let text = made(kind, &mut chance, &known);
        texts.insert(if chance.one_in(3) { with_fields_changed(&text, &mut chance) } else { text });
    }
    // Which condition refuses each text, and what comes of it without that condition.
    let texts: Vec<String> = texts.into_iter().collect();
    // What cannot be taken away is refused under its number by both.
    let (told, aimed): (Vec<_>, Vec<_>) = aimed.into_iter().partition(|(number, _)| ENDS.contains(number));
    let asked: Vec<_> = told.iter().map(|(_, text)| (None, text.clone())).collect();
    for ((number, text), second_says) in told.iter().zip(second::answers(&asked)) {
        assert_eq!((answer(text, None), second_says), (number.to_string(), number.to_string()));
    }
    let aimed: Vec<(&str, String)> = {
        let forged = FORGED.iter().map(|&(number, text)| (number, text.to_string()));
        let aimed: Vec<_> = aimed.into_iter().chain(forged).collect();
        // Of the families made for one condition those that the first checker accepts without it, and a few more.
        let passes = |(number, text): &(&str, String)| answer(text, Some(number)) == "valid";
        let (passing, others): (Vec<_>, Vec<_>) = aimed.into_iter().partition(passes);
        println!("aimed: {} pass without their condition", passing.len());
        passing.into_iter().chain(others.into_iter().step_by(7)).collect()
    };
    let mut reached: [BTreeMap<String, [usize; 3]>; 2] = Default::default();
    let asked: Vec<_> = texts.iter().map(|text| (None, text.clone())).collect();
    let second_says = second::answers(&asked);
    let again: Vec<_> = texts
        .iter()
        .zip(&second_says)
        .filter(|(text, says)| may_be_removed(says, text))
        .map(|(text, says)| (Some(says.clone()), text.clone()))
        .collect();
    for ((number, text), says) in again.iter().zip(second::answers(&again)) {
        let count = reached[1].entry(number.clone().unwrap()).or_default();
        count[0] += 1;
        count[1] += usize::from(says == "valid");
        count[2] += usize::from(says == "valid" && plain::text_refuted(text).is_some());
    }
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
    let asked: Vec<_> = aimed.iter().map(|(number, text)| (Some(number.to_string()), text.clone())).collect();
    for ((number, text), second_says) in aimed.iter().zip(second::answers(&asked)) {
        assert_ne!(answer(text, None), "valid", "{number}: no forgery\n{text}");
        for (reached, says) in reached.iter_mut().zip([answer(text, Some(number)), second_says]) {
            let count = reached.entry(number.to_string()).or_default();
            count[0] += 1;
            count[1] += usize::from(says == "valid");
            count[2] += usize::from(says == "valid" && plain::text_refuted(text).is_some());
        }
    }
    let _ = std::panic::take_hook();
    for (name, reached) in ["first", "second"].iter().zip(&reached) {
        for (number, [refused, passed, wrong]) in reached {
            println!(
                "{name} checker without {number}: {passed} of {refused} pass, {wrong} of them with a false claim"
            );
        }
    }
    let tries: usize = reached.iter().flat_map(BTreeMap::values).map(|count| count[0]).sum();
    let mut missing = Vec::new();
    for (number, class) in conditions() {
        let passed =
            |reached: &BTreeMap<String, [usize; 3]>| reached.get(&number).is_some_and(|count| count[1] > 0);
        assert_eq!(class == "bound", BOUNDS.contains(&number.as_str()), "{number} is a bound");
        missing.extend((class == "needed" && !reached.iter().all(passed)).then(|| number.clone()));
        assert!(class != "kept" || !reached.iter().any(passed), "{number} is needed after all");
        let wrong =
            |reached: &BTreeMap<String, [usize; 3]>| reached.get(&number).is_some_and(|count| count[2] > 0);
        assert!(class != "implied" || !reached.iter().any(wrong), "{number} is not implied");
    }
    println!(
        "attack | checkers without one of their conditions, each condition in turn | {tries} | {} conditions that no forgery needs",
        missing.len()
    );
    assert!(missing.is_empty(), "no forgery passes without {missing:?}");
}
