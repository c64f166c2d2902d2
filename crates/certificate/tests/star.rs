//! Forged certificates of kind star: every number and every line changed, with the closing hash made anew. Where
//! something is accepted after all (another row at which the same blocks are locked, twice the time until a state comes
//! back), the claim is the one that is true; and both checkers agree on everything.

use std::collections::BTreeSet;

use sprague_certificate::{Selection, check};

use crate::forge::second;
use crate::forge::whole_lines::{close, lines, rearranged};

/// Written by `sprague star`; the two by tracks by a plain program from theory 8.12.
const KNOWN: [(&str, &str); 8] = [
    ("row-5", include_str!("star/row-5.cert")),
    ("value-6", include_str!("star/value-6.cert")),
    ("diagonal-3", include_str!("star/diagonal-3.cert")),
    ("tracks-7", include_str!("star/tracks-7.cert")),
    ("tracks-6", include_str!("star/tracks-6.cert")),
    // As earlier versions wrote it, with a number that the proof does not use.
    ("diagonal-3-again-0", include_str!("star/diagonal-3-again-0.cert")),
    ("pair-2-3", include_str!("star/pair-2-3.cert")),
    ("pair-3-5", include_str!("star/pair-3-5.cert")),
];

fn forged(text: &str) -> BTreeSet<String> {
    let lines = lines(text);
    let mut found = BTreeSet::new();
    let mut with = |at: usize, line: String| {
        let mut lines = lines.clone();
        lines[at] = line;
        found.insert(close(&lines));
    };
    for (at, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        for (place, number) in
            words.iter().enumerate().filter_map(|(place, word)| Some((place, word.parse::<u64>().ok()?)))
        {
            for other in [number + 1, number.saturating_sub(1), 2 * number, 0, 40, 1 << 40, u64::MAX] {
                let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
                words[place] = other.to_string();
                with(at, words.join(" "));
            }
            let mut fewer = words.clone();
            fewer.remove(place);
            with(at, fewer.join(" "));
            if place + 1 < words.len() {
                let mut swapped = words.clone();
                swapped.swap(place, place + 1);
                with(at, swapped.join(" "));
            }
        }
        for other in ["row", "value", "diagonal", "pair", "state", "mark", "block"] {
            with(at, line.replacen(words[usize::from(at == 2)], other, 1));
        }
        for other in [
            format!("{line} "),
            format!(" {line}"),
            line.replacen(' ', "  ", 1),
            line.replacen(' ', " 0", 1),
            format!("{line} 3"),
            format!("{line}\r"),
            String::new(),
        ] {
            with(at, other);
        }
    }
    found.extend(rearranged(&lines));
    found.remove(text);
    found
}

#[test]
fn forgeries_are_rejected_by_both_checkers() {
    for (name, text) in KNOWN {
        let report = check(text, Selection::All, 2);
        assert!(report.complete && report.fault.is_none(), "{name}: {report:?}");
        let forged = forged(text);
        let texts: Vec<&str> = [text].into_iter().chain(forged.iter().map(String::as_str)).collect();
        let claim = |text: &str| text.lines().skip(2).take(3).map(str::to_string).collect::<Vec<_>>();
        let mut accepted = 0;
        for (other, valid) in texts.iter().zip(second::accepts(&texts)) {
            let report = check(other, Selection::All, 1);
            assert_eq!(report.fault.is_none(), valid, "{name}: {:?}\n{other}", report.fault);
            assert!(!valid || claim(other) == claim(text), "{name}: another claim\n{other}");
            accepted += usize::from(valid);
        }
        assert!(texts.len() > 100 && accepted < texts.len() / 10, "{name}: {accepted} of {}", texts.len());
    }
}

/// Both checkers once looked at the rows up to `again` more and took them for one turn of the blocks: a false period of
/// 146.
#[test]
fn a_diagonal_with_blocks_and_another_turn_is_refused() {
    let old = KNOWN[5].1;
    let forged = |first: u64, period: u64, again: u64| {
        let text = old.replace("first 30\n", &format!("first {first}\n"));
        let text = text.replace("period 144\n", &format!("period {period}\n"));
        let text = text.replace("again 0\n", &format!("again {again}\n"));
        let lines: Vec<String> = text.lines().map(str::to_string).collect();
        close(&lines[..lines.len() - 1])
    };
    let texts = [forged(30, 144, 0), forged(755, 146, 401), forged(30, 144, 1), forged(30, 144, 399)];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let first = texts.iter().map(|text| check(text, Selection::All, 1).fault.is_none());
    assert_eq!(first.collect::<Vec<_>>(), [true, false, false, false]);
    assert_eq!(second::accepts(&texts), [true, false, false, false]);
}

#[test]
fn pieces_between_marks_are_checked_alone() {
    let text = KNOWN[3].1;
    let part = check(text, Selection::Range(1, 4), 2);
    assert!(part.fault.is_none() && !part.complete && part.claim.contains("not shown"), "{part:?}");
    assert!(check(text, Selection::Sample(20.0), 1).fault.is_none());
    assert!(check(text, Selection::Range(6, 7), 1).fault.is_some());
    assert!(check(KNOWN[0].1, Selection::Range(0, 1), 1).fault.is_some());
}
