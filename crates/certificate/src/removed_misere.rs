//! Forgeries of misère play, each for one condition: the checkers accept it without that condition, and refuse it under
//! its number otherwise. The bounds are tested here as well.
#![allow(clippy::pedantic, reason = "it is part of the tests that remove conditions")]

use crate::write::{hex, sha256, write_fields, write_runs};
use crate::{MisereCertificate, MisereExtent, MonoidText, Runs};

const HEAD: &str = "sprague certificate 1\nkind misere";
const KAYLES: &str = include_str!("../tests/misere/0.77.cert");
const DIGITS_31: &str = include_str!("../tests/misere/0.31.cert");
const DIGITS_75: &str = include_str!("../tests/misere/0.75.cert");
const DIGITS_123: &str = include_str!("../tests/misere/0.123.cert");
const DIGITS_53: &str = include_str!("../tests/misere/0.53-to-13.cert");
const FIRM: &str = include_str!("../tests/misere/0.56-tame.cert");

/// The moves of 0.001, 0.3 and 0.31.
const TAKE_THREE: &str = "move take 3 leave 0 cond any on 0..\n";
const TAKE_ONE: &str = "move take 1 leave 0..1 cond any on 0..\n";
const OF_31: &str = "move take 1 leave 0..1 cond any on 0..\nmove take 2 leave 0 cond any on 0..\n";

fn close(body: &str) -> String {
    format!("{body}sha256 {}\n", hex(&sha256(body.as_bytes())))
}

/// A certificate with one line replaced, or one put before it.
fn with(text: &str, old: &str, new: &str) -> String {
    let body = &text[..text.find("sha256 ").unwrap()];
    assert_eq!(body.matches(old).count(), 1, "{old}");
    close(&body.replacen(old, new, 1))
}

fn runs(keyword: &str, values: &[u32]) -> String {
    let mut text = String::new();
    write_runs(&mut text, keyword, &Runs::of(values)).unwrap();
    text
}

/// Two elements, the heap named generating the other one, which is P.
fn two(moves: &str, heap: u64, values: &str, extent: &str) -> String {
    close(&format!("{HEAD}\n{moves}order 2\ngenerator {heap}\naction 1 0\nportion 1\n{values}\n{extent}\n"))
}

/// The quotient of Kayles with another claim and as many values as that needs.
fn kayles(preperiod: u64, period: u64) -> String {
    let MisereCertificate::Quotient { rule, monoid, portion, values, .. } =
        MisereCertificate::parse(KAYLES).unwrap()
    else {
        panic!("a quotient")
    };
    let all: Vec<u32> = values.values().collect();
    let value = |heap: usize| all[if heap < 168 { heap } else { 156 + (heap - 156) % 12 }];
    let values: Vec<u32> = (0..(2 * preperiod + 2 * period + 2) as usize).map(value).collect();
    let (values, extent) = (Runs::of(&values), MisereExtent::All { preperiod, period });
    MisereCertificate::Quotient { rule, monoid, portion, values, extent }.to_text()
}

/// The bound that 0.31 gets from heap 2, with these layers after the first.
fn bound(layers: &[&[u64]]) -> String {
    let mut body = format!("{HEAD}-bound\n{OF_31}heap 2\norder 2\ngenerator 1\naction 1 0\nvalues 0 1\n");
    for (at, layer) in [&[1][..]].iter().chain(layers).enumerate() {
        body += &format!("layer {at}\n");
        write_fields(&mut body, "portion", layer.iter().map(u64::to_string)).unwrap();
    }
    close(&body)
}

/// A certificate of kind misere-tame.
fn tame(moves: &str, last: u64, pairs: &[(u32, u32)]) -> String {
    let (normal, misere): (Vec<u32>, Vec<u32>) = pairs.iter().copied().unzip();
    close(&format!(
        "{HEAD}-tame\n{moves}last-fickle {last}\n{}{}",
        runs("normal", &normal),
        runs("misere", &misere)
    ))
}

/// Forgeries, each for one condition.
pub(crate) fn aimed() -> Vec<(&'static str, String)> {
    let mut found = vec![
        ("U2", with(DIGITS_31, "values 0 1 2 4 5 4 5\n", "values 0 1 2 4 5 4 5 4\n")),
        ("U3", with(DIGITS_31, "action 1 0 3 2 5 4\n", "action 1 0 3 2 5 4 0\n")),
        ("U5", with(DIGITS_31, "values 0 1 2 4", "values 0 1 3 4")),
        // heap 4 has no moves
        ("U6", two(TAKE_THREE, 3, "values 0*3 1*2", "heaps 5")),
        ("U7", close(&format!("{HEAD}\n{TAKE_THREE}order 1\nportion 0\nvalues 0*3\nheaps 3\n"))),
        // a generator that is not needed
        ("U8", with(DIGITS_31, "portion 1 4\n", "generator 3\naction 4 5 2 3 4 5\nportion 1 4\n")),
        ("U9", with(DIGITS_123, "portion 1 4 8 13 18\n", "portion 1 2 4 8 13 18\n")),
        // heap 7 would have no moves
        ("U11", two(TAKE_THREE, 3, "values 0*3 1 0*3", "preperiod 0\nperiod 4")),
        ("U14", kayles(58, 12)),
        ("U15", kayles(72, 12)),
        ("U16", kayles(71, 24)),
        (
            "U17",
            close(&format!(
                "{HEAD}-bound\n{TAKE_THREE}heap 4\norder 2\ngenerator 3\naction 1 0\nvalues 0*3 1\nlayer 0\nportion 1\n"
            )),
        ),
        ("U18", bound(&[&[0]])),
        ("U18", bound(&[&[], &[1]])),
        (
            "U19",
            with(
                FIRM,
                "6*2 2\nmisere 1 0 1 2*2 4 0 1 3 2 4*2 6*2 2\n",
                "6*2 2\nmisere 1 0 1 2*2 4 0 1 3 2 4*2 6*2 3\n",
            ),
        ),
        ("U21", tame(TAKE_ONE, 1, &[(0, 1), (1, 0), (0, 1)])),
        ("U22", with(FIRM, "last-fickle", "move take 1 leave 1 cond any on 1000..\nlast-fickle")),
        // heaps from 4 on have no moves
        (
            "U23",
            tame(
                "move take 1..2 leave 0..1 cond any on 1..2\nmove take 1 leave 1 cond any on 3\n",
                1,
                &[(0, 1), (1, 0), (2, 2), (0, 0)],
            ),
        ),
        // heap 4 is wild, and no later heap of the evidence leads to it
        (
            "U20",
            tame(
                "move take 1 leave 0..1 cond any on 1..4\nmove take 1 leave 1 cond any on 9..\n\
                 move take 2 leave 0 cond any on 2\nmove take 4 leave 0 cond any on 4\n\
                 move take 4 leave 1 cond any on 5..7\nmove take 2 leave 1 cond any on 8\n",
                5,
                &[(0, 1), (1, 0), (2, 2), (0, 0), (1, 2), (0, 1), (0, 0), (1, 1), (1, 1), (0, 0)],
            ),
        ),
    ];
    // three parts under a condition, in one heap
    let values: Vec<u32> = (0..31).map(|heap| heap % 2).collect();
    let moves = format!("{TAKE_ONE}move take 1 leave 3 cond differ=1 on 7\n");
    found.push(("U12", two(&moves, 1, runs("values", &values).trim_end(), "preperiod 1\nperiod 2")));
    // powers of one heap, each element twice
    found.push((
        "U13",
        close(&format!(
            "{HEAD}\n{TAKE_ONE}order 4\ngenerator 1\naction 1 2 3 0\nportion 1 3\nvalues 0 1 0 1\npreperiod 1\nperiod 2\n"
        )),
    ));
    // an action with one entry changed; which of them pass depends on the side from which a checker multiplies
    for (at, line) in DIGITS_75.lines().enumerate().filter(|(_, line)| line.starts_with("action ")) {
        let entries: Vec<&str> = line.split(' ').collect();
        for (place, entry) in
            (1..entries.len()).flat_map(|place| (0..8).map(move |entry| (place, entry.to_string())))
        {
            let mut lines: Vec<String> = DIGITS_75.lines().map(str::to_string).collect();
            let mut changed = entries.clone();
            changed[place] = &entry;
            lines[at] = changed.join(" ");
            let forged = close(&(lines[..lines.len() - 1].join("\n") + "\n"));
            if forged != DIGITS_75 {
                found.push(("U4", forged));
            }
        }
    }
    // the false quotient of 0.53: one of the values that heap 14 does not have
    let MisereCertificate::Quotient { rule, monoid, portion, values, .. } =
        MisereCertificate::parse(DIGITS_53).unwrap()
    else {
        panic!("a quotient")
    };
    for value in 0..monoid.order as u32 {
        let values: Vec<u32> = values.values().chain([value]).collect();
        let forged = MisereCertificate::Quotient {
            rule: rule.clone(),
            monoid: MonoidText { order: monoid.order, generators: monoid.generators.clone() },
            portion: portion.clone(),
            values: Runs::of(&values),
            extent: MisereExtent::Below(15),
        };
        found.push(("U10", forged.to_text()));
    }
    found
}

/// What is too large is refused before anything is made for it.
#[test]
fn the_bounds_of_misere_play_are_met() {
    let refused = |text: &str, number: &str| {
        let fault = crate::check(text, crate::Selection::All, 1).fault.map(|fault| fault.to_string());
        assert!(fault.as_ref().is_some_and(|fault| fault.ends_with(number)), "{number}: {fault:?}");
    };
    let layers: String = (0..20_000).map(|at| format!("layer {at}\n")).collect();
    let bound = format!("{HEAD}-bound\n{TAKE_THREE}heap 4\norder 128\nvalues 0*4\n{layers}");
    refused(&close(&bound), "(U24)");
    let generators = "generator 2\naction 0\ngenerator 3\naction 0\n";
    refused(&close(&format!("{HEAD}\n{TAKE_THREE}order 1\n{generators}values 0*4\nheaps 4\n")), "(U24)");
    for order in [0, 4097, 1_u64 << 50] {
        let text = close(&format!("{HEAD}\n{TAKE_THREE}order {order}\nvalues 0*3\nheaps 3\n"));
        refused(&text, "(U1)");
    }
    let program = "import sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True; import check, check_misere\n\
                   text = sys.stdin.read()\n\
                   for check_misere.PAIRS, check_misere.ROWS in ((1000, 2**28), (2**33, 1000), (2**33, 2**28)):\n\
                   \x20   try: print(check.check(text, None)[0])\n\
                   \x20   except check.Refused as refused: print(refused.args[0])";
    let mut child = std::process::Command::new("python3")
        .args(["-c", program, concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools")])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), KAYLES.as_bytes()).unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let said: Vec<&str> = said.lines().collect();
    assert!(said[0].ends_with("(U24)") && said[1].ends_with("(U24)") && said[2] == "True", "{said:?}");
}
