//! Genera and tame heaps.

use sprague::Limits;
use sprague::quotient::{genera, tame_heaps};

use crate::common::rule;

fn genera_of(game: &str, to: u64) -> Vec<String> {
    let found = genera(&rule(game), to, &Limits::default()).expect("within the limits");
    assert!(found.refusal.is_none());
    found.genera.iter().map(|heap| heap.genus.to_string()).collect()
}

#[test]
fn genera_of_kayles_and_of_dawsons_chess() {
    let kayles =
        "0^{120} 1^{031} 2^{20} 3^{31} 1^{031} 4^{146} 3^{31} 2^{20} 1^{13} 4^{046} 2^{20} 6^{46} 4^{046}";
    assert_eq!(genera_of("kayles", 12).join(" "), kayles);
    let found = genera(&rule("kayles"), 20, &Limits::default()).expect("small");
    assert_eq!((found.first_wild, found.period), (Some(5), None));
    let wild: Vec<u64> = found.genera.iter().filter(|heap| !heap.tame).map(|heap| heap.heap).collect();
    assert_eq!(wild[..2], [5, 9]);
    let chess = genera_of("0.137", 20);
    let some: Vec<&str> = [9, 11, 13, 15, 20].map(|heap| chess[heap].as_str()).to_vec();
    assert_eq!(some, ["3^{1431}", "2^{0520}", "4^{146}", "5^{057}", "0^{02}"]);
    let first = genera(&rule("0.137"), 20, &Limits::default()).expect("small").first_wild;
    assert_eq!(first, Some(9));
}

#[test]
fn games_that_are_firm_for_ever() {
    for (game, fickle, evidence) in [("0.56", vec![0, 1, 2, 6], 14), ("0.156", vec![0, 1, 2, 3, 9], 21)] {
        let tame = tame_heaps(&rule(game), 300, &Limits::default()).expect("small");
        let list: Vec<usize> = (0..tame.pairs.len()).filter(|&heap| tame.pairs[heap].is_fickle()).collect();
        assert_eq!(list, fickle, "{game}");
        let firm = tame.firm_for_ever(&rule(game)).expect("proved");
        assert_eq!(
            (firm.last_fickle, firm.evidence),
            (*fickle.last().expect("some") as u64, evidence),
            "{game}"
        );
    }
}

#[test]
fn a_table_that_is_too_small_is_refused_with_what_is_known() {
    let limits = Limits { positions: 1000, ..Limits::default() };
    let found = genera(&rule("kayles"), 40, &limits).expect("begins");
    assert!(found.refusal.is_some());
    let count = found.genera.len();
    assert!((15..40).contains(&count), "{count}");
    let all = genera(&rule("kayles"), count as u64 - 1, &Limits::default()).expect("small");
    assert_eq!(found.genera, all.genera);
}

#[test]
fn periods_of_tame_games() {
    // 0.31: values 1 2 then 0 1 for ever; all tame
    let found = genera(&rule("0.31"), 1_000, &Limits::default()).expect("small");
    let period = found.period.expect("proved");
    assert_eq!((period.period, found.first_wild, found.genera.len()), (2, None, 1_001));
}
