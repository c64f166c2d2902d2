//! Forged certificates: every field changed, claims changed with all evidence rebuilt to match, texts cut, spelled
//! otherwise or put together from others, with and without the closing hash recomputed. Every checker rejects all.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use crate::forge::forgeries::{KINDS, body, close, made, with_fields_changed};
use crate::forge::{
    claim, classes, coq, cut_at, digest, larger, library, naive, needed_ends, plain, second, segmented,
    small, sparse, with_values, without_hashes,
};
use sprague_certificate::{
    Certificate, ClaimText, Evidence, Runs, Selection, SpaceType, Subject, TheoremName, check,
};
use sprague_kit::{Random, extent};

const PYTHON_CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check.py");

/// Certificates of kind star, as `sprague star` writes them.
const STAR: [&str; 5] = [
    include_str!("star/row-5.cert"),
    include_str!("star/value-6.cert"),
    include_str!("star/diagonal-3.cert"),
    include_str!("star/tracks-6.cert"),
    include_str!("star/diagonal-3-again-0.cert"),
];

/// The byte ranges of the numbers of a line.
fn numbers(line: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let digits = line[at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            found.push((at, at + digits));
        }
        at += digits.max(1);
    }
    found
}

/// Every number of every line by one more, one less, doubled, and 0; of long lines only some.
fn changed_numbers(body: &str, mutants: &mut BTreeSet<String>) {
    let lines: Vec<&str> = body.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        // other theorems are tried below
        if line.contains("sha256") || line.starts_with("theorem") {
            continue;
        }
        let all = numbers(line);
        let long = line.starts_with("values") || line.starts_with("window") || line.starts_with("rare");
        let step = if long { (all.len() / 6).max(1) } else { 1 };
        for &(start, end) in all.iter().step_by(step) {
            let number: u64 = line[start..end].parse().unwrap();
            for other in [number + 1, number.wrapping_sub(1), 2 * number, 0, number + 100, u64::MAX] {
                if other == number || number == 0 && other == u64::MAX {
                    continue;
                }
                // Heap 0 has no moves: `on 1..` is the same game as `on 0..`.
                if line.starts_with("move") && line[..start].ends_with("on ") && other == 1 {
                    continue;
                }
                let line = format!("{}{other}{}", &line[..start], &line[end..]);
                let mut lines = lines.clone();
                lines[at] = &line;
                mutants.insert(lines.join("\n") + "\n");
            }
        }
    }
}

/// Lines left out, doubled, swapped, spelled otherwise; other versions.
fn changed_lines(body: &str, mutants: &mut BTreeSet<String>) {
    let lines: Vec<&str> = body.lines().collect();
    let mut add = |lines: &[&str]| mutants.insert(lines.join("\n") + "\n");
    for at in 0..lines.len() {
        let mut fewer = lines.clone();
        fewer.remove(at);
        add(&fewer);
        let mut more = lines.clone();
        more.insert(at, lines[at]);
        if !lines[at].starts_with("move") {
            add(&more);
        }
        let both_moves =
            lines.get(at + 1).is_some_and(|next| next.starts_with("move")) && lines[at].starts_with("move");
        if at + 1 < lines.len() && lines[at] != lines[at + 1] && !both_moves {
            let mut swapped = lines.clone();
            swapped.swap(at, at + 1);
            add(&swapped);
        }
        for other in [
            lines[at].replacen(' ', "  ", 1),
            format!("{} ", lines[at]),
            format!(" {}", lines[at]),
            format!("{}\r", lines[at]),
            lines[at].to_uppercase(),
            lines[at].replace(' ', " 0"),
            lines[at].replace(' ', " +"),
            lines[at].replace(' ', " -"),
            format!("{}\n", lines[at]),
            format!("{}..", lines[at]),
            lines[at].replace("..", "."),
            lines[at].replace("any", "not-all-equal"),
            lines[at].replace("any", "differ=1"),
            lines[at].replace("any", "differ=0"),
            lines[at].replace("any", "differ=3"),
        ] {
            // A condition says nothing where two heaps are never left.
            let idle =
                !lines[at].contains("leave 2") && !lines[at].contains("..2 ") && !lines[at].contains(",2 ");
            if other != lines[at]
                && !(lines[at].starts_with("move")
                    && idle
                    && other.contains("cond")
                    && !other.contains("any"))
            {
                let mut lines = lines.clone();
                lines[at] = &other;
                add(&lines);
            }
        }
    }
    for version in [
        "sprague certificate 2",
        "sprague certificate 0",
        "sprague certificate",
        "sprague certificate 10",
        "",
    ] {
        let mut lines = lines.clone();
        lines[0] = version;
        add(&lines);
    }
    let names = [
        ("P.1", "T1"),
        ("P.2", "T1'"),
        ("P.3", "T2"),
        ("P.4", "T2'"),
        ("P.5", "T4"),
        ("P.7", "T6"),
        ("P.8", "T7"),
    ];
    let others = ["P.0", "P.6", "P.9", "P.10", "P", "T3", "T5", "nim", "take-up-to", "three-parts", ""];
    let all = names.iter().flat_map(|&(new, old)| [(new, new), (old, new)]);
    for (theorem, means) in all.chain(others.map(|name| (name, name))) {
        for kind in ["closed", "small", "sparse", "segmented", "large"] {
            // P.2 says the same as P.1 of two heaps, and as P.7 of one; an old name says the same as the new one.
            if means == "P.2" && ["theorem P.1", "theorem P.7"].contains(&lines[2])
                || means == "P.1" && lines[2] == "theorem P.2"
                || theorem != means && lines[2].strip_prefix("theorem ") == Some(means)
            {
                continue;
            }
            let (kind, theorem) = (format!("kind {kind}"), format!("theorem {theorem}"));
            let mut lines = lines.clone();
            (lines[1], lines[2]) = (&kind, &theorem);
            mutants.insert(lines.join("\n") + "\n");
        }
    }
}

/// The moves of one certificate in another.
fn changed_rules(body: &str, others: &[String], mutants: &mut BTreeSet<String>) {
    let is_move = |line: &&str| line.starts_with("move");
    let moves: Vec<&str> = body.lines().filter(is_move).collect();
    for other in others {
        let foreign: Vec<&str> = other.lines().filter(is_move).collect();
        if foreign != moves {
            let rest = body.lines().skip(3).filter(|line| !is_move(line));
            let lines: Vec<&str> = body.lines().take(3).chain(foreign).chain(rest).collect();
            mutants.insert(lines.join("\n") + "\n");
        }
    }
}

fn claims_around(certificate: &Certificate) -> Vec<(u64, u64, u64)> {
    let (n0, p, s) = (certificate.claim.preperiod, certificate.claim.period, certificate.claim.saltus);
    let mut claims = vec![
        (n0 + 1, p, s),
        (n0 + p, p, s),
        (n0, 2 * p, 2 * s),
        (n0, 3 * p, 3 * s),
        (n0, p + 1, s),
        (n0, p, s + 1),
    ];
    if n0 > 0 {
        claims.extend([(n0 - 1, p, s), (0, p, s), (n0 / 2, p, s)]);
    }
    if p > 1 {
        claims.extend([(n0, p - 1, s), (n0, 1, s)]);
    }
    claims
}

/// Other claims, with all evidence rebuilt from true values as if they were right.
fn rebuilt(certificate: &Certificate) -> Vec<Certificate> {
    let mut mutants = Vec::new();
    let sparse_values = matches!(certificate.evidence, Evidence::Sparse(..) | Evidence::Segmented(..));
    let values = naive(&certificate.rule, if sparse_values { 500 } else { 0 });
    let claims = claims_around(certificate).into_iter();
    for (n0, p, s) in claims.filter(|claim| claim.0 > 0 || !sparse_values) {
        let (rule, claim) = (&certificate.rule, claim(n0, p, s));
        mutants.push(match &certificate.evidence {
            Evidence::Closed => Certificate { claim, ..certificate.clone() },
            Evidence::Small(runs) if certificate.theorem == TheoremName::AllBut => {
                let count = runs.len() + claim.period.saturating_sub(certificate.claim.period);
                with_values(TheoremName::AllBut, rule, claim, &naive(rule, count))
            }
            Evidence::Small(_) => small(certificate.theorem, rule, claim),
            Evidence::Classes(text, _) => {
                let numbers = (text.from.max(n0), text.multiple, text.window, text.low);
                classes(rule, claim, &text.constant, numbers)
            }
            Evidence::Sparse(space, _) => sparse(rule, claim, space, &values),
            Evidence::Segmented(space, _) => segmented(rule, claim, space, &values, 50),
        });
    }
    mutants
}

/// Other spaces: rare heaps missing, added, swapped, changed; another mask, type, reach, with the hashes of true
/// values.
fn other_spaces(certificate: &Certificate) -> Vec<Certificate> {
    let (Evidence::Sparse(space, _) | Evidence::Segmented(space, _)) = &certificate.evidence else {
        return Vec::new();
    };
    let values = naive(&certificate.rule, 500);
    let mut spaces = Vec::new();
    for at in 0..space.rare.len() {
        let mut fewer = space.clone();
        fewer.rare.remove(at);
        spaces.push(fewer);
        let mut other = space.clone();
        other.rare[at].1 ^= 1;
        spaces.push(other);
        let mut moved = space.clone();
        moved.rare[at].0 += 1;
        spaces.push(moved);
        if at > 0 {
            let mut swapped = space.clone();
            swapped.rare.swap(at - 1, at);
            spaces.push(swapped);
        }
    }
    for heap in 0..space.reach {
        if space.rare.iter().all(|rare| rare.0 != heap) {
            let mut more = space.clone();
            more.rare.push((heap, values[heap as usize]));
            more.rare.sort_unstable();
            spaces.push(more);
        }
    }
    for bit in 0..32 {
        let mut other = space.clone();
        other.mask ^= 1 << bit;
        spaces.push(other);
    }
    let mut other = space.clone();
    other.kind = if space.kind == SpaceType::Zero { SpaceType::One } else { SpaceType::Zero };
    spaces.push(other);
    for reach in [space.rare.last().unwrap().0 - 1, 1, 0] {
        let mut other = space.clone();
        other.reach = reach;
        spaces.push(other);
    }
    let build = |space| match &certificate.evidence {
        Evidence::Segmented(..) => segmented(&certificate.rule, certificate.claim, &space, &values, 50),
        _ => sparse(&certificate.rule, certificate.claim, &space, &values),
    };
    spaces.into_iter().map(build).collect()
}

/// Segments with other ends, windows or hashes.
fn other_segments(certificate: &Certificate) -> Vec<Certificate> {
    let Evidence::Segmented(space, segments) = &certificate.evidence else { return Vec::new() };
    let needed = needed_ends(&certificate.rule, certificate.claim, space);
    let mut all = Vec::new();
    for at in 0..segments.len() {
        let mut other = segments.clone();
        other[at].sha256 = match other[at].sha256 {
            Some(mut hash) => {
                hash[7] ^= 1;
                Some(hash)
            }
            // one with a hash among those without
            None => Some([7; 32]),
        };
        all.push(other);
        if segments[at].sha256.is_some() {
            let mut other = segments.clone();
            other[at].sha256 = None;
            all.push(other);
        }
        let mut other = segments.clone();
        let mut window: Vec<u32> = other[at].window.values().collect();
        for place in [0, 1, 3, window.len() / 2, window.len() - 2, window.len() - 1] {
            let mut window = window.clone();
            window[place] += 1;
            other[at].window = Runs::of(&window);
            all.push(other.clone());
        }
        window[3] += 1;
        let mut other = segments.clone();
        window.pop();
        other[at].window = Runs::of(&window);
        all.push(other);
        let mut other = segments.clone();
        other[at].end += 1;
        all.push(other);
        // without hashes, a cut that nothing needs may be left out
        if segments[at].sha256.is_some() || needed.contains(&segments[at].end) {
            let mut other = segments.clone();
            other.remove(at);
            all.push(other);
        }
        let mut other = segments.clone();
        other.truncate(at);
        all.push(other);
        if at > 0 {
            let mut other = segments.clone();
            other.swap(at - 1, at);
            all.push(other);
            let mut other = segments.clone();
            (other[at - 1].window, other[at].window) =
                (segments[at].window.clone(), segments[at - 1].window.clone());
            all.push(other);
            if segments[at].sha256.is_some() {
                let mut other = segments.clone();
                (other[at - 1].sha256, other[at].sha256) = (segments[at].sha256, segments[at - 1].sha256);
                all.push(other);
            }
            let mut other = segments.clone();
            other.insert(at, segments[at - 1].clone());
            all.push(other);
        }
        // A forger who changes a window changes the hash of the segment before it, but cannot make it follow.
        let mut other = segments.clone();
        other[at].sha256 = Some(digest(&window));
        all.push(other);
    }
    let build = |segments| Certificate {
        evidence: Evidence::Segmented(space.clone(), segments),
        ..certificate.clone()
    };
    all.into_iter().map(build).collect()
}

/// Segments made from values that are right or nearly so, with hashes and windows to match: cut where they must not be,
/// not cut where they must, or with one value changed.
fn other_cuts(certificate: &Certificate) -> Vec<Certificate> {
    let Evidence::Segmented(space, segments) = &certificate.evidence else { return Vec::new() };
    let (rule, claim) = (&certificate.rule, certificate.claim);
    let values = naive(rule, 500);
    let ends: Vec<u64> = segments.iter().map(|segment| segment.end).collect();
    let needed = needed_ends(rule, claim, space);
    let mut forged = Vec::new();
    for missing in &needed {
        let fewer: Vec<u64> = ends.iter().copied().filter(|end| end != missing).collect();
        forged.push(cut_at(rule, claim, space, &values, &fewer));
        let moved: Vec<u64> = ends.iter().map(|end| end + u64::from(end == missing)).collect();
        forged.push(cut_at(rule, claim, space, &values, &moved));
    }
    let end = needed[needed.len() - 1];
    for others in [vec![0], vec![1], vec![space.reach], vec![end + 1], vec![end, end + claim.period]] {
        let mut ends = ends.clone();
        ends.extend(others);
        ends.sort_unstable();
        forged.push(cut_at(rule, claim, space, &values, &ends));
    }
    forged.push(cut_at(rule, claim, space, &values, &[]));
    // Twice the period, which holds as well, without the cut that shows that it is not fundamental.
    let double = ClaimText { period: 2 * claim.period, ..claim };
    let needed = needed_ends(rule, double, space);
    let hidden: Vec<u64> = needed.iter().copied().filter(|&cut| cut != needed[0] + claim.period).collect();
    forged.push(cut_at(rule, double, space, &values, &hidden));
    // One value changed, and all that was made of it.
    let back = needed[0] - claim.preperiod;
    for heap in (0..end).step_by(7).chain([end - 1, end - claim.period - 1, back, claim.preperiod]) {
        for change in [1, 2, 8] {
            let mut values = values.clone();
            values[heap as usize] ^= change;
            forged.push(cut_at(rule, claim, space, &values, &ends));
        }
    }
    match segments[0].sha256 {
        Some(_) => forged,
        None => forged.into_iter().map(without_hashes).collect(),
    }
}

#[test]
fn every_checker_rejects_every_forgery() {
    let library = library();
    let texts: Vec<String> = library.iter().map(|(_, certificate)| certificate.to_text()).collect();
    let mut mutants = BTreeSet::new();
    for ((name, certificate), text) in library.iter().zip(&texts) {
        let mut bodies = BTreeSet::new();
        changed_numbers(body(text), &mut bodies);
        changed_lines(body(text), &mut bodies);
        changed_rules(body(text), &texts, &mut bodies);
        bodies.remove(body(text));
        let closing = &text[body(text).len()..];
        mutants.extend(bodies.iter().step_by(5).map(|body| format!("{body}{closing}")));
        mutants.extend(bodies.iter().map(|body| close(body)));
        let forged = [
            rebuilt(certificate),
            other_spaces(certificate),
            other_segments(certificate),
            other_cuts(certificate),
        ]
        .concat();
        // without hashes, a value that stands in no window changes nothing
        mutants.extend(forged.iter().map(Certificate::to_text).filter(|forged| forged != text));
        let cuts = (0..text.len()).step_by(text.len() / 12).chain([text.len() - 1]);
        mutants.extend(cuts.clone().map(|cut| text[..cut].to_string()));
        mutants.extend(cuts.map(|cut| &text[..cut]).filter(|cut| *cut != body(text)).map(close));
        mutants.extend([format!("{text}\n"), format!("{text}{text}"), text.replace("sha256 ", "SHA256 ")]);
        println!("{name}: {} mutants so far", mutants.len());
    }
    // Of the larger ones only the claims, since each takes a checker a moment.
    for (_, certificate) in &larger() {
        let text = certificate.to_text();
        for (line, other) in [("period", 1), ("period", 7), ("preperiod", 1), ("reach", 1)] {
            let lines = body(&text).lines().map(|one| {
                match one.strip_prefix(line).and_then(|rest| rest.strip_prefix(' ')) {
                    Some(number) => format!("{line} {}\n", number.parse::<u64>().unwrap() + other),
                    None => format!("{one}\n"),
                }
            });
            mutants.insert(close(&lines.collect::<String>()));
        }
        mutants.remove(&text);
    }
    // P.11 leaves n0, N and L free, P.10 contains other theorems, and other rules have the same values: what proves the
    // same claim from the same values is no forgery.
    let listed = |paper: &Certificate| match &paper.evidence {
        Evidence::Classes(_, runs) => Some(runs.clone()),
        Evidence::Small(runs) if paper.theorem != TheoremName::AllBut => Some(runs.clone()),
        _ => None,
    };
    mutants.retain(|text| {
        let Ok(mutant) = Certificate::parse(text) else { return true };
        let runs = listed(&mutant);
        let is_other =
            mutant.theorem == TheoremName::Parts || matches!(mutant.evidence, Evidence::Classes(..));
        let same =
            |paper: &Certificate| runs.is_some() && listed(paper) == runs && paper.claim == mutant.claim;
        let proves_the_same = is_other && library.iter().any(|(_, paper)| same(paper));
        !(proves_the_same && plain::text_refuted(text).is_none())
    });
    for text in &texts {
        assert!(!mutants.contains(text), "a mutant is no mutant:\n{text}");
    }
    assert!(mutants.len() >= 1000, "{}", mutants.len());

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutants");
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    let mut names = Vec::new();
    for (at, mutant) in mutants.iter().enumerate() {
        let report = check(mutant, Selection::All, 1);
        assert_eq!(report.exit_code(), 1, "accepted: {}\n{mutant}", report.claim);
        assert!(!report.complete && report.claim == "Nothing was shown.");
        let name = format!("{at}");
        std::fs::write(folder.join(&name), mutant).unwrap();
        names.push(name);
    }
    let output = Command::new("python3")
        .current_dir(&folder)
        .arg(PYTHON_CHECKER)
        .arg("--json")
        .args(&names)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(lines.lines().count(), names.len());
    for (line, name) in lines.lines().zip(&names) {
        let mutant = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(
            line.starts_with(r#"{"valid": false, "complete": false, "claim": "Nothing was shown.""#),
            "{line}\n{mutant}"
        );
    }
    let texts: Vec<String> = mutants.into_iter().step_by(extent(10, 1)).collect();
    for (text, proved) in texts.iter().zip(coq::answers(&texts).unwrap_or_default()) {
        let report = check(text, Selection::All, 1);
        let explained = coq::asks_less(&report).is_some() && plain::text_refuted(text).is_none();
        assert!(!proved || explained, "accepted by the checker from Coq: {:?}\n{text}", report.fault);
    }
    println!("{} mutants", names.len());
}

/// The third checker refutes the false period that both others once accepted, and none of what is kept.
#[test]
fn plain_mex_tells_true_claims_from_false_ones() {
    for text in STAR {
        assert_eq!(plain::text_refuted(text), None, "{text}");
    }
    for (name, certificate) in library() {
        assert_eq!(plain::text_refuted(&certificate.to_text()), None, "{name}");
    }
    let (terms, _) = plain::star_terms(Subject::Diagonal(3)).unwrap();
    // In the table of side 1250.
    assert_eq!(plain::refuted(&terms[..1246], 754, 146, 0).unwrap(), "the period fails at 268 places");
    assert_eq!(plain::refuted(&terms, 29, 144, 0), None);
    assert_eq!(plain::refuted(&terms, 28, 144, 0).unwrap(), "the period fails at 1 places");
    assert_eq!(plain::refuted(&terms, 30, 144, 0).unwrap(), "it starts before");
    assert_eq!(plain::refuted(&terms, 29, 288, 0).unwrap(), "144 is a period");
}

/// Forgeries of every kind, most of them by two or three fields together, judged by both checkers; what is accepted is
/// compared with plain mex.
#[test]
fn attack_forgeries_of_two_and_three_fields() {
    let wanted = extent(1_000, 30_000);
    let seed = 0x9e37_79b9_7f4a_7c15;
    let mut known: Vec<String> = library().iter().map(|(_, certificate)| certificate.to_text()).collect();
    known.extend(STAR.map(str::to_string));
    let mut chance = Random::new(seed);
    let mut texts: BTreeMap<String, usize> = BTreeMap::new();
    while texts.len() < wanted {
        let kind = texts.len() % KINDS.len();
        let mut text = made(kind, &mut chance, &known);
        if KINDS[kind] == "any" || chance.below(3) > 0 {
            text = with_fields_changed(&text, &mut chance);
        }
        texts.insert(text, kind);
    }
    let texts: Vec<(String, usize)> = texts.into_iter().collect();
    let asked: Vec<_> = texts.iter().map(|(text, _)| (None, text.clone())).collect();
    let second = second::answers(&asked);
    let mut counts = [[0; 2]; KINDS.len()];
    let mut wrong = Vec::new();
    for ((text, kind), second) in texts.iter().zip(second) {
        let report = check(text, Selection::All, 1);
        counts[*kind][0] += 1;
        if report.fault.is_none() != (second == "valid") {
            wrong.push(format!("the checkers disagree: {:?} and {second}\n{text}", report.fault));
        }
        if report.fault.is_none() || second == "valid" {
            counts[*kind][1] += 1;
            wrong.extend(
                plain::text_refuted(text).map(|why| format!("a false claim is accepted: {why}\n{text}")),
            );
        }
        if second.starts_with("CRASH") {
            wrong.push(format!("{second}\n{text}"));
        }
    }
    let accepted: usize = counts.iter().map(|count| count[1]).sum();
    for (kind, [tries, accepted]) in KINDS.iter().zip(counts) {
        println!("{kind}: {tries} forgeries, {accepted} accepted with a true claim");
    }
    println!(
        "attack | certificates: two and three fields of every kind, by two checkers and plain mex | {} | {accepted} accepted, all true; \
         {} wrong",
        texts.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "seed {seed:#x}: {} wrong, the first: {}", wrong.len(), wrong[0]);
    assert!(counts.iter().all(|count| count[0] > 20), "{counts:?}");
}
