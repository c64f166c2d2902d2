//! Forged certificates of misère play: every number changed, lines left out, doubled and swapped, a false quotient, other
//! claims; all rejected by both checkers, which agree on everything.

use std::collections::BTreeSet;

use sprague_certificate::{MisereCertificate, MisereExtent, Selection, check};

use crate::forge::second;
use crate::forge::whole_lines::{close, lines, rearranged};

/// Written by `sprague prove --misere`.
const KNOWN: [(&str, &str); 9] = [
    ("0.77", include_str!("misere/0.77.cert")),
    ("0.123", include_str!("misere/0.123.cert")),
    ("0.53", include_str!("misere/0.53.cert")),
    ("0.71", include_str!("misere/0.71.cert")),
    ("0.75", include_str!("misere/0.75.cert")),
    ("0.31", include_str!("misere/0.31.cert")),
    ("grundy to heap 28", include_str!("misere/grundy-28.cert")),
    ("0.76 bound", include_str!("misere/0.76-bound.cert")),
    ("0.56 tame", include_str!("misere/0.56-tame.cert")),
];

/// Every number one larger and one smaller, every line left out, doubled, swapped with the next, cut, made longer.
fn forged(text: &str) -> BTreeSet<String> {
    let lines = lines(text);
    let mut found = BTreeSet::new();
    let mut with = |at: usize, line: String| {
        let mut lines = lines.clone();
        lines[at] = line;
        found.insert(close(&lines));
    };
    for (at, line) in lines.iter().enumerate() {
        let is_end = |c: char| !c.is_ascii_digit();
        let mut start = 0;
        while let Some(first) = line[start..].find(|c: char| c.is_ascii_digit()).map(|first| start + first) {
            let end = line[first..].find(is_end).map_or(line.len(), |end| first + end);
            if let Ok(number) = line[first..end].parse::<u64>() {
                for other in [number + 1, number.wrapping_sub(1)] {
                    with(at, format!("{}{other}{}", &line[..first], &line[end..]));
                }
            }
            start = end;
        }
        with(at, format!("{line} "));
        with(at, format!("{line} 0"));
        with(at, line.rsplit_once(' ').map_or(String::new(), |(start, _)| start.to_string()));
        with(at, line.replacen(' ', "  ", 1));
    }
    found.extend(rearranged(&lines));
    found.remove(text);
    found
}

fn is_valid(text: &str) -> bool {
    check(text, Selection::All, 1).fault.is_none()
}

#[test]
fn known_certificates_are_accepted_by_both_checkers() {
    let texts: Vec<&str> = KNOWN.iter().map(|known| known.1).collect();
    for ((name, text), second) in KNOWN.iter().zip(second::accepts(&texts)) {
        let report = check(text, Selection::All, 1);
        assert!(report.complete && report.fault.is_none() && second, "{name}: {report:?}");
        assert!(report.claim.contains("misère"), "{name}: {}", report.claim);
        let read = MisereCertificate::parse(text).unwrap();
        assert_eq!(&read.to_text(), text, "{name}");
        assert!(check(text, Selection::Range(0, 1), 1).fault.is_some(), "{name} has no segments");
    }
}

#[test]
fn forgeries_are_rejected_by_both_checkers() {
    let (mut rejected, mut accepted) = (0, 0);
    for (name, text) in KNOWN {
        let forged = forged(text);
        let texts: Vec<&str> = forged.iter().map(String::as_str).collect();
        for (other, second) in texts.iter().zip(second::accepts(&texts)) {
            let first = is_valid(other);
            assert_eq!(first, second, "{name}\n{other}");
            rejected += usize::from(!first);
            // another rule for which everything listed is true too, such as one with a line written twice
            let but_moves = |text: &str| -> Vec<String> {
                lines(text).into_iter().filter(|line| !line.starts_with("move ")).collect()
            };
            assert!(!first || but_moves(text) == but_moves(other), "{name}: accepted\n{other}");
            accepted += usize::from(first);
        }
    }
    assert!(rejected >= 5_000 && accepted < 60, "{rejected} {accepted}");
}

/// The certificate of a game with something changed.
fn changed(name: &str, change: impl FnOnce(&mut Parts)) -> String {
    let text = KNOWN.iter().find(|known| known.0 == name).unwrap().1;
    let MisereCertificate::Quotient { rule, monoid, portion, values, extent } =
        MisereCertificate::parse(text).unwrap()
    else {
        panic!("a quotient")
    };
    let values = values.values().collect();
    let mut parts = Parts { order: monoid.order, generators: monoid.generators, portion, values, extent };
    change(&mut parts);
    let monoid = sprague_certificate::MonoidText { order: parts.order, generators: parts.generators };
    let values = sprague_certificate::Runs::of(&parts.values);
    MisereCertificate::Quotient { rule, monoid, portion: parts.portion, values, extent: parts.extent }
        .to_text()
}

struct Parts {
    order: u64,
    generators: Vec<(u64, Vec<u64>)>,
    portion: Vec<u64>,
    values: Vec<u32>,
    extent: MisereExtent,
}

/// Other claims, with everything else as that claim needs it.
#[test]
fn claims_that_say_too_much_are_rejected() {
    let MisereCertificate::Quotient { extent: MisereExtent::All { preperiod, period }, .. } =
        MisereCertificate::parse(KNOWN[0].1).unwrap()
    else {
        panic!("a period")
    };
    assert_eq!((preperiod, period), (71, 12));
    let with = |preperiod: u64, period: u64, count: usize| {
        changed("0.77", |parts| {
            let value = |heap: usize| if heap < 168 { heap } else { 156 + (heap - 156) % 12 };
            parts.values = (0..count).map(|heap| parts.values[value(heap)]).collect();
            parts.extent = MisereExtent::All { preperiod, period };
        })
    };
    let mut texts = vec![
        ("a multiple of the period", with(71, 24, 2 * 71 + 2 * 24 + 2)),
        ("a preperiod one too large", with(72, 12, 2 * 72 + 2 * 12 + 2)),
        ("a preperiod one too small", with(70, 12, 2 * 70 + 2 * 12 + 2)),
        ("a window shorter by one", with(71, 12, 167)),
        ("a divisor of the period", with(71, 6, 2 * 71 + 2 * 6 + 2)),
        ("no period", with(71, 0, 144)),
        ("preperiod 0", with(0, 12, 26)),
    ];
    // each element twice: a second copy that acts like the first
    texts.push((
        "an order doubled",
        changed("0.123", |parts| {
            let order = parts.order;
            for (_, action) in &mut parts.generators {
                let copy: Vec<u64> = action.iter().map(|x| x + order).collect();
                action.extend(copy);
            }
            parts.portion.extend(parts.portion.clone().iter().map(|x| x + order));
            parts.order *= 2;
        }),
    ));
    texts.push((
        "actions that do not commute",
        changed("0.123", |parts| {
            let action = &mut parts.generators[1].1;
            let last = action.len() - 1;
            action.swap(last - 1, last);
        }),
    ));
    texts.push(("a smaller portion", changed("0.77", |parts| parts.portion.truncate(8))));
    let all: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    for ((what, text), second) in texts.iter().zip(second::accepts(&all)) {
        assert!(!is_valid(text) && !second, "{what}");
    }
    assert!(is_valid(&with(71, 12, 168)));
}

/// The quotient of order 12 that a careless graph of pairs gives 0.53: that of the heaps to 13, with heap 14 an element
/// whose square is the identity.
#[test]
fn the_false_quotient_of_0_53_is_rejected() {
    let text = include_str!("misere/0.53-to-13.cert");
    assert!(is_valid(text));
    let MisereCertificate::Quotient { rule, monoid, portion, values, .. } =
        MisereCertificate::parse(text).unwrap()
    else {
        panic!("a quotient")
    };
    assert_eq!((monoid.order, values.len()), (12, 14));
    let mut refused = Vec::new();
    for value in 0..12 {
        let values: Vec<u32> = values.values().chain([value]).collect();
        let forged = MisereCertificate::Quotient {
            rule: rule.clone(),
            monoid: monoid.clone(),
            portion: portion.clone(),
            values: sprague_certificate::Runs::of(&values),
            extent: MisereExtent::Below(15),
        };
        refused.push(forged.to_text());
    }
    let texts: Vec<&str> = refused.iter().map(String::as_str).collect();
    let reasons: Vec<String> = texts
        .iter()
        .map(|text| check(text, Selection::All, 1).fault.expect("a false quotient").to_string())
        .collect();
    assert_eq!(second::accepts(&texts), [false; 12]);
    // one of them only the graph of pairs refuses
    assert!(reasons.iter().any(|reason| reason.ends_with("(U10)")), "{reasons:?}");
}

/// Left out, each of these lets something false through: n0 = 0, and `on`.
#[test]
fn windows_that_prove_nothing_are_rejected() {
    let claim = |moves: &str, rest: &str| {
        let text = format!("sprague certificate 1\nkind misere\n{moves}{rest}");
        close(&text.lines().map(str::to_string).collect::<Vec<_>>())
    };
    let texts = [
        // 0.001: one heap of three can be taken, nothing else
        claim(
            "move take 3 leave 0 cond any on 0..\n",
            "order 2\ngenerator 3\naction 1 0\nportion 1\nvalues 0*3 1 0*3\npreperiod 0\nperiod 4\n",
        ),
        // 0.3, and from heap 1000 on another move
        claim(
            "move take 1 leave 0..1 cond any on 0..\nmove take 2 leave 1 cond any on 1000..\n",
            "order 2\ngenerator 1\naction 1 0\nportion 1\nvalues 0 1 0 1\npreperiod 1\nperiod 2\n",
        ),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert!(texts.iter().all(|text| !is_valid(text)));
    assert_eq!(second::accepts(&texts), [false, false]);
}
