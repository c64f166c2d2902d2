//! Selective, conjunctive and continued compounds and ordinal sums against their definitions (theory J).

use std::collections::{BTreeSet, HashMap};

use sprague::games::{Known, Term};
use sprague::moves;
use sprague::nimber::mex;
use sprague::solve::{Request, solve};
use sprague::{Limits, Nimber, Outcome, Play, Position};
use sprague_kit::{Random, extent};

const KINDS: [&str; 4] = ["selective", "conjunctive", "continued", "ordinal"];

/// Components of a few positions each: a game and what stands in the brackets.
const COMPONENTS: [(&str, &str); 14] = [
    ("nim", "3"),
    ("nim", "2,1"),
    ("nim", ""),
    ("take(1)", "4"),
    ("kayles", "4"),
    ("kayles", "2,2"),
    ("grundy", "6"),
    ("take(2..)", "5"),
    ("0.137", "5"),
    ("chomp", "2x3"),
    ("wythoff", "2 1"),
    ("cram", "2x3"),
    ("euclid", "3 2"),
    ("king", "1 2"),
];

fn read(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn component((game, body): (&str, &str)) -> Term {
    read(&format!("{game}: {}", body.replace(',', " "))).0.remove(0)
}

/// The options of a compound by its definition.
fn options(kind: &str, terms: &[Term]) -> Vec<Vec<Term>> {
    let open: Vec<bool> = terms.iter().map(|term| !term.options().is_empty()).collect();
    if kind == "ordinal" {
        let one = |at: usize| {
            terms[at].options().into_iter().map(move |after| {
                let mut next = terms[..at].to_vec();
                next.push(after);
                next
            })
        };
        return (0..terms.len()).flat_map(one).collect();
    }
    if kind == "conjunctive" && open.contains(&false) {
        return Vec::new();
    }
    let mut all: Vec<(bool, Vec<Term>)> = vec![(false, Vec::new())];
    for (term, open) in terms.iter().zip(open) {
        let may_stay = kind == "selective" || !open;
        let mut next = Vec::new();
        for (moved, before) in all {
            let with = |after: Term| [&before[..], &[after]].concat();
            if may_stay {
                next.push((moved, with(term.clone())));
            }
            next.extend(term.options().into_iter().map(|after| (true, with(after))));
        }
        all = next;
    }
    all.into_iter().filter(|(moved, _)| *moved).map(|(_, after)| after).collect()
}

/// Value and outcome under misère play, by the definition.
type Found = HashMap<Vec<Term>, (Nimber, Outcome)>;

fn by_definition(kind: &str, terms: &[Term], found: &mut Found) -> (Nimber, Outcome) {
    if let Some(&known) = found.get(terms) {
        return known;
    }
    let after: Vec<(Nimber, Outcome)> =
        options(kind, terms).iter().map(|option| by_definition(kind, option, found)).collect();
    let value = mex(after.iter().map(|option| option.0));
    let wins = after.is_empty() || after.iter().any(|option| option.1 == Outcome::P);
    let misere = if wins { Outcome::N } else { Outcome::P };
    found.insert(terms.to_vec(), (value, misere));
    (value, misere)
}

#[test]
fn answers_are_those_of_the_definition() {
    let mut random = Random::new(11);
    let mut known = Known::new(Limits::default());
    let mut compared = 0;
    for kind in KINDS {
        let mut found = Found::new();
        for _ in 0..extent(30, 8) {
            let count = 1 + random.index(if kind == "selective" { 2 } else { 3 });
            let chosen: Vec<(&str, &str)> =
                (0..count).map(|_| COMPONENTS[random.index(COMPONENTS.len())]).collect();
            let games: Vec<&str> = chosen.iter().map(|(game, _)| *game).collect();
            let bodies: Vec<String> = chosen.iter().map(|(_, body)| format!("[{body}]")).collect();
            let text = format!(
                "{kind}({}): {}",
                games.join(", "),
                bodies.join(if kind == "ordinal" { " / " } else { " " })
            );
            let position = read(&text);
            assert_eq!(read(&position.to_string()), position);
            let terms: Vec<Term> = chosen.iter().copied().map(component).collect();
            let (value, misere) = by_definition(kind, &terms, &mut found);
            for play in [Play::Normal, Play::Misere] {
                let answer = solve(&position, Request { play, moves: 10_000 }, &mut known)
                    .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
                let expected = if play == Play::Normal { Outcome::of_value(value) } else { misere };
                assert_eq!(answer.outcome, expected, "{text}, {play}");
                if let Some(found) = answer.value {
                    assert_eq!(found, value, "{text}");
                }
                let wins = |after: &Vec<Term>, found: &mut Found| {
                    let (value, misere) = by_definition(kind, after, found);
                    if play == Play::Normal { value.is_zero() } else { misere == Outcome::P }
                };
                let options = options(kind, &terms);
                let winning = options.iter().filter(|after| wins(after, &mut found));
                let winning: BTreeSet<String> = winning.map(|after| sorted(after)).collect();
                let told: BTreeSet<String> =
                    answer.winning_moves.iter().map(|option| sorted_of(option)).collect();
                assert_eq!(told, winning, "{text}, {play}");
                assert_eq!(
                    answer.winning_moves_total,
                    Some(answer.winning_moves.len() as u64),
                    "{text}, {play}"
                );
                compared += 2;
            }
            let reached: BTreeSet<String> = moves::all(&position, 1_000_000)
                .moves
                .iter()
                .map(|step| sorted_of(&step.after(&position)))
                .collect();
            assert_eq!(reached, options(kind, &terms).iter().map(|after| sorted(after)).collect(), "{text}");
        }
    }
    println!("attack | answers on sums of other kinds against the definition | {compared} | 0 differ");
    assert!(compared >= 480);
}

/// The components in any order.
fn sorted(terms: &[Term]) -> String {
    let mut texts: Vec<String> = terms.iter().map(|term| term.identity().to_string()).collect();
    texts.sort();
    texts.join(" ")
}

fn sorted_of(position: &Position) -> String {
    let terms: Vec<Term> = position.0[0].inside().into_iter().map(|(_, term)| term.clone()).collect();
    sorted(&terms)
}

/// In sums with other games a compound is worth its value.
#[test]
fn compounds_add_up_with_other_games() {
    let mut known = Known::new(Limits::default());
    for (text, compound) in [
        ("selective(nim): [2] [1]", &[("nim", "2"), ("nim", "1")][..]),
        ("conjunctive(kayles, nim): [4] [3]", &[("kayles", "4"), ("nim", "3")]),
        ("continued(take(1), chomp): [3] [2x2]", &[("take(1)", "3"), ("chomp", "2x2")]),
        ("ordinal(grundy, nim): [6] / [2]", &[("grundy", "6"), ("nim", "2")]),
    ] {
        let kind = text.split('(').next().expect("a name");
        let terms: Vec<Term> = compound.iter().copied().map(component).collect();
        let (value, _) = by_definition(kind, &terms, &mut Found::new());
        let sum = |heap: u64, known: &mut Known| {
            solve(&read(&format!("{text} + nim: {heap}")), Request::default(), known).expect("small")
        };
        for heap in 0..6 {
            let answer = sum(heap, &mut known);
            assert_eq!(answer.value, Some(value + Nimber(heap)), "{text} + nim: {heap}");
        }
    }
}

/// CSES 2208: take one stick from each heap of any nonempty set.
#[test]
fn sticks_from_any_heaps_are_lost_when_all_are_even() {
    let mut known = Known::new(Limits::default());
    for (heaps, outcome) in
        [("[1] [2] [3]", Outcome::N), ("[2] [2]", Outcome::P), ("[5] [5] [4] [4]", Outcome::N)]
    {
        let answer = solve(&read(&format!("selective(take(1)): {heaps}")), Request::default(), &mut known);
        assert_eq!(answer.expect("small").outcome, outcome, "{heaps}");
    }
    let large = read("selective(take(1)): [1000000000] [1000000000] [999999999]");
    let answer = solve(&large, Request::default(), &mut known).expect("by theorem");
    assert_eq!((answer.outcome, answer.winning_moves_total), (Outcome::N, Some(1)));
    assert_eq!(
        answer.winning_moves[0].to_string(),
        "selective(take(1)): [1000000000] [1000000000] [999999998]"
    );
    let nim = solve(&read("selective(nim): [1e18] [7]"), Request::default(), &mut known).expect("by theorem");
    assert_eq!(nim.winning_moves[0].to_string(), "selective(nim): [] []");
}

#[test]
fn remoteness_and_suspense_are_told() {
    let mut known = Known::new(Limits::default());
    let mut table = |text: &str, play| {
        let answer = solve(&read(text), Request { play, moves: 10 }, &mut known).expect("small");
        let of_component = answer.components.first().and_then(|component| component.working.clone());
        let working = of_component.or(answer.working).expect("a working");
        let rows: Vec<String> = working.numbers().iter().map(ToString::to_string).collect();
        (rows.join(" "), working.result.to_string())
    };
    let told = |rows: &str, whole: &str| (rows.to_owned(), whole.to_owned());
    // a heap of Nim is over at once; who loses with equal heaps can linger
    assert_eq!(table("conjunctive(nim): [5] [1,1]", Play::Normal), told("1 2", "1"));
    assert_eq!(table("conjunctive(nim): [5] [1,1]", Play::Misere), told("2 2", "2"));
    assert_eq!(table("continued(nim): [5] [1,1]", Play::Normal), told("1 2", "2"));
    assert_eq!(table("conjunctive(take(1)): [5] [4]", Play::Normal), told("5 4", "4"));
}

#[test]
fn what_is_no_compound_is_refused() {
    for (text, column) in [
        ("selective(selective(nim)): [3]", 11),
        ("conjunctive(nim, graph): [3] [a]", 18),
        ("ordinal(northcott): [2-7]", 9),
        ("continued(nim, nim): [3]", 25),
        ("selective(nim, nim): [3] [4] [5]", 30),
        ("ordinal(nim): ", 15),
        ("selective(chomp): [2x2", 23),
    ] {
        let error = text.parse::<Position>().expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
    }
    assert_eq!(read("ordinal(nim): [5] [3]"), read("ordinal(nim): 5 / 3"));
    let mut known = Known::new(Limits::default());
    let huge = read("conjunctive(chomp): [30x30] [2x2]");
    assert!(solve(&huge, Request::default(), &mut known).is_err());
}
