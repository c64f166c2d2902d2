//! The worked examples. Each line was computed by a prototype in another language and accepted by a second program.

use sprague::quotient::{QuotientEnd, RuleHeap, word_in_letters};

use super::{found, growth, heaps, solved, words};

/// Game, generators, relations in the order of their left sides, P-portion.
const RELATIONS: &[(&str, &str, &str, &str)] = &[
    ("0.31", "1 2", "a²=1 b³=b", "a b²"),
    ("0.75", "1 2 5", "a²=1 b³=b bc=ab c²=b²", "a b²"),
    ("0.123", "1 3 6 8 9", "a²=1 b⁴=b² b²c=c c²=c b²d=b³ cd=bc d²=1 b²e=e ce=ac de=be e²=c", "a b² c ad be"),
    ("0.53", "1 3 9 11 14", "a²=1 b³=b b²c=c c²=b² bd=ab cd=ac d²=b² be=ab ce=ac e²=b²", "a b² e"),
    ("0.153", "1 4 13 16 21", "a²=1 b³=b b²c=c c²=b² bd=ab cd=ac d²=b² be=ab ce=ac e²=b²", "a b² e"),
    ("0.71", "1 2 5 8", "a²=1 b⁴=b² b²c=c c⁴=ac³ d²=1 c³d=c³", "a b² bc c² ac³ ad b³d cd bc²d"),
    ("0.351", "1 2 6 9", "a²=1 b³=b b²c=c c³=ac² b²d=d c²d=ac² d²=b²", "a b² bc c² d bcd"),
    (
        "0.144",
        "1 5 9 14 20",
        "a²=1 b³=b b²c=c c⁴=c² bd=ab cd=ac d²=b² de=ab²e c²e=c³ e²=c²",
        "a b² c² ae abce",
    ),
    (
        "0.152",
        "1 4 10 20 21 24",
        "a²=1 b³=b bc²=b c³=c b²d=d c²d=d d²=cd be=b de=d c²e=e e²=b² b²f=f c²f=f df=cd ef=f f²=cd",
        "a b² c² cd ace abcf",
    ),
    (
        "0.77",
        "1 2 5 9 12 25 27",
        "a²=1 b³=b bc²=b c³=c bd=bc cd=b² d³=d be=bc ce=b² e²=de bf=ab cf=ab²c d²f=f f²=b² b²g=g c²g=g dg=cg eg=cg \
         fg=ag g²=b²",
        "a b² ac ac² d ad² e ade adf",
    ),
    ("0.15", "1 6 14 18 20 23 27 29 30", OF_0_15, P_OF_0_15),
    ("0.115", "1 8 19 25 28 32 38 40 42", OF_0_15, P_OF_0_15),
];

const OF_0_15: &str = "a²=1 b⁴=b² bc=ab³ c²=b² b²d=d cd=ad d³=ad² de=bd b²e=b³ be²=ace ce²=abe e⁴=e² bf=b³ df=d ef=ace \
                       cf²=cf f³=f² b²g=b³ cg=ab³ dg=bd eg=be fg=b³ g²=bg bh=bg ch=ab³ dh=bd eh=bg fh=b³ gh=bg h²=b² \
                       bi=bg ci=ab³ di=bd ei=be fi=b³ gi=bg hi=b² i²=b²";
const P_OF_0_15: &str = "a b² bd d² ae ae² ae³ af af² ag ah ai";

#[test]
fn relations_and_portions() {
    let sorted = |text: &str| {
        let mut rules: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        rules.sort_unstable();
        rules
    };
    for (game, generators, relations, portion) in RELATIONS {
        let quotient = solved(game);
        let sizes: Vec<String> = quotient.generators().iter().map(|heap| heap.size.to_string()).collect();
        assert_eq!(&sizes.join(" "), generators, "{game}");
        let rules: Vec<String> = quotient
            .rewriting()
            .iter()
            .map(|rule| format!("{}={}", word_in_letters(&rule.left), word_in_letters(&rule.right)))
            .collect();
        assert_eq!(sorted(&rules.join(" ")), sorted(relations), "{game}");
        assert_eq!(&words(&quotient, &quotient.portion()), portion, "{game}");
    }
    let nim = |to| {
        let quotient = found("nim", to, 400).quotient;
        let rules: Vec<String> = quotient
            .rewriting()
            .iter()
            .map(|rule| format!("{}={}", word_in_letters(&rule.left), word_in_letters(&rule.right)))
            .collect();
        (rules.join(" "), words(&quotient, &quotient.portion()))
    };
    assert_eq!(nim(3), ("a²=1 b³=b".to_owned(), "a b²".to_owned()));
    assert_eq!(nim(7), ("a²=1 b³=b b²c=c c²=b²".to_owned(), "a b²".to_owned()));
}

/// Game, order, number of P-elements, period, preperiod, growth.
const SOLVED: &[(&str, usize, usize, u64, u64, &str)] = &[
    ("0.3", 2, 1, 2, 1, "1:2"),
    ("0.31", 6, 2, 2, 3, "1:2 2:6"),
    ("0.75", 8, 2, 2, 8, "1:2 2:6 5:8"),
    ("4.56", 8, 2, 4, 11, "1:2 3:6 6:8"),
    ("0.123", 20, 5, 5, 5, "1:2 3:6 8:12 9:20"),
    ("0.53", 16, 3, 9, 21, "1:2 3:6 9:10 11:12 14:16"),
    ("0.71", 36, 9, 6, 3, "1:2 2:6 5:14 8:36"),
    ("0.351", 22, 6, 8, 4, "1:2 2:6 6:14 9:22"),
    ("0.144", 30, 5, 10, 12, "1:2 5:6 9:10 14:12 20:30"),
    ("0.152", 34, 6, 48, 25, "1:2 4:6 10:10 21:18 24:34"),
    ("0.153", 16, 3, 14, 32, "1:2 4:6 13:10 16:12 21:16"),
    ("0.15", 42, 12, 10, 66, "1:2 6:6 14:8 18:16 20:20 23:30 27:36 29:40 30:42"),
    ("0.115", 42, 12, 14, 92, "1:2 8:6 19:8 25:16 28:20 32:30 38:36 40:40 42:42"),
    ("0.77", 40, 9, 12, 71, "1:2 2:6 5:12 9:18 12:24 25:32 27:40"),
];

#[test]
fn orders_periods_and_growth() {
    for &(game, order, positions, period, preperiod, grown) in SOLVED {
        let found = found(game, 2000, 400);
        assert!(matches!(found.end, QuotientEnd::Periods), "{game}");
        let quotient = found.quotient;
        assert_eq!((quotient.order(), quotient.portion().len()), (order, positions), "{game}");
        let proved = quotient.period(0).expect("proved");
        assert_eq!((proved.period, proved.preperiod), (period, preperiod), "{game}");
        assert_eq!(growth(&quotient), grown, "{game}");
    }
}

#[test]
fn long_periods_of_0_156_and_0_644() {
    for (game, order, positions, period, preperiod, evidence, grown) in [
        ("0.156", 34, 2, 349, 3479, 7659, "1:2 4:6 7:10 29:18 243:34"),
        (
            "0.644",
            172,
            7,
            442,
            3256,
            7399,
            "2:2 3:6 5:10 7:12 11:16 12:28 16:30 17:38 22:46 25:54 26:56 27:76 62:108 333:172",
        ),
    ] {
        let quotient = found(game, 8000, 400).quotient;
        let proved = quotient.period(0).expect("proved");
        assert_eq!((quotient.order(), quotient.portion().len()), (order, positions), "{game}");
        assert_eq!(
            (proved.period, proved.preperiod, proved.evidence),
            (period, preperiod, evidence),
            "{game}"
        );
        assert_eq!(growth(&quotient), grown, "{game}");
    }
}

/// Values of the heaps 1, 2, ...; what comes after the bar repeats for ever.
const VALUES: &[(&str, &str)] = &[
    ("0.3", "| a 1"),
    ("0.31", "a b | b² ab²"),
    ("0.75", "a b a b c b c | b ab²"),
    ("4.56", "a a b b a c b b c c | b b ab² ab²"),
    ("0.123", "a 1 b b | a c 1 d e"),
    ("0.53", "a a b b a b² b b c b² d b b e ab² b b c ab² ade | b b ab² ab² b b c ab² ab²"),
    ("0.71", "a b | a 1 c 1 a d"),
    ("0.351", "a b a | b b² c b² b d b d"),
    ("0.144", "a 1 1 a b b b b c c a | ab² ab² d b b b b c³ e ab²"),
    (
        "0.77",
        "a b ab a c ab b ab² d b bc e ab² b abc ab² d²e ab b ade b²c bc abc b²c f b g ab²c b²c abc b ab² g bc abc b²c \
         ab² b ab ab² b²c abc b ab² g b abc b²c ab² b g ab² b²c abc b ab² b²c b abc b²c ab² b g ab² b²c abc b ab² g bc \
         | abc b²c ab² b g ab² b²c abc b ab² g b",
    ),
];

#[test]
fn values_of_heaps() {
    for (game, expected) in VALUES {
        let quotient = solved(game);
        let (before, cycle) = expected.split_once('|').expect("a bar");
        let count = before.split_whitespace().count();
        let cycle: Vec<&str> = cycle.split_whitespace().collect();
        let proved = quotient.period(0).expect("proved");
        assert_eq!((proved.preperiod, proved.period), (count as u64 + 1, cycle.len() as u64), "{game}");
        let value = |size| words(&quotient, &[quotient.value(RuleHeap { rule: 0, size }).expect("a value")]);
        for (size, expected) in (1..).zip(before.split_whitespace()) {
            assert_eq!(value(size), expected, "{game} {size}");
        }
        for size in proved.preperiod..proved.preperiod + 5 * proved.period {
            assert_eq!(value(size), cycle[(size - proved.preperiod) as usize % cycle.len()], "{game} {size}");
        }
    }
    for (game, cycle) in [
        ("0.153", "b b b ab² ab² ab² b b b c c ab² ab² ab²"),
        ("0.15", "b³ b³ d b³ b³ ab² ab² f² ab² ab²"),
        ("0.115", "b³ b³ b³ d b³ b³ b³ ab² ab² ab² f² ab² ab² ab²"),
    ] {
        let quotient = solved(game);
        let proved = quotient.period(0).expect("proved");
        let turn = proved.preperiod as usize..(proved.preperiod + proved.period) as usize;
        assert_eq!(words(&quotient, &quotient.values(0)[turn]), cycle, "{game}");
    }
}

#[test]
fn partial_quotients() {
    for (game, to, order, positions, grown) in [
        ("0.07", 33, 638, 109, "2:2 4:6 10:12 14:24 25:144 27:176 30:360 31:520 32:552 33:638"),
        ("0.35", 13, 1174, 249, "1:2 2:6 4:14 6:38 7:70 8:106 10:246 11:426 12:774 13:1174"),
        ("0.3122", 6, 52, 10, "1:2 2:6 4:12 5:44 6:52"),
        ("0.76", 11, 34, 9, "1:2 3:6 5:10 7:12 11:34"),
        ("grundy", 28, 48, 7, "3:2 5:6 13:12 18:24 20:48"),
        ("0.56", 400, 66, 2, "1:2 3:6 5:10 19:18 60:34 256:66"),
    ] {
        let found = found(game, to, 2500);
        assert!(matches!(found.end, QuotientEnd::Heaps), "{game}");
        let quotient = found.quotient;
        assert_eq!((quotient.order(), quotient.portion().len()), (order, positions), "{game}");
        assert_eq!(growth(&quotient), grown, "{game}");
        assert_eq!(quotient.period(0), None, "{game}");
    }
    assert_eq!(found("0.64", 14, 2500).quotient.order(), 2248);
    assert_eq!(found("4.7", 30, 400).quotient.order(), 322);
    assert_eq!(found("0.77 & 0.123", 30, 400).quotient.order(), 124);
}

#[test]
fn limits_of_the_order_are_bounds() {
    for (game, heap, most, order) in [("0.07", 34, 1000, 638), ("0.3122", 7, 500, 52), ("0.76", 12, 300, 34)]
    {
        let found = found(game, 40, most);
        let QuotientEnd::Order { heap: at, more_than, evidence } = found.end else { panic!("{game}") };
        assert_eq!((at.size, more_than, found.quotient.order()), (heap, most, order), "{game}");
        assert!(evidence.is_some_and(|evidence| evidence.order() > order), "{game}");
    }
}

#[test]
fn sums_of_kayles() {
    let kayles = solved("kayles");
    let winning = |sizes: &[u64]| {
        let mut found = Vec::new();
        for (at, &size) in sizes.iter().enumerate() {
            let mut rest = sizes.to_vec();
            rest.remove(at);
            let rest = kayles.product(heaps(&rest)).expect("a product");
            let options = kayles.winning_options(RuleHeap { rule: 0, size }, rest);
            found.extend(options.map(|parts| (size, parts)));
        }
        found
    };
    assert_eq!(winning(&[12, 9, 5]), [(12, vec![5, 5]), (9, vec![4, 4]), (5, vec![4]), (5, vec![2, 2])]);
    assert_eq!(winning(&[20, 17, 5]), [(20, vec![9, 9]), (17, vec![4, 12])]);
    assert_eq!(winning(&[71, 72, 73, 74]), []);
    let (large, larger) = (100_000_000_000_000_000, 1_000_000_000_000_000_000);
    assert_eq!(winning(&[larger, larger]), []);
    assert!(winning(&[larger, large, 5]).contains(&(5, vec![2, 2])));
    for (size, parts) in winning(&[larger, large, 5]) {
        assert!(size - 2 <= parts.iter().sum() && parts.iter().sum::<u64>() < size);
        let mut after: Vec<u64> = [larger, large, 5].into_iter().filter(|&heap| heap != size).collect();
        after.extend(parts);
        assert_eq!(kayles.outcome(heaps(&after)), Some(sprague::Outcome::P), "{after:?}");
    }
}
