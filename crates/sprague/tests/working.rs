//! Workings: of the positions of the table of reasons with their numbers, and of random positions of every game, whose
//! rows must combine to the value or the outcome and whose changed rows must combine to a position that is lost.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{answer, ask, position};
use crate::extent;
use sprague::games::Known;
use sprague::games::catalogue;
use sprague::heap::catalogue::EntryKind;
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::opponent::Chance;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Answer, Request, solve};
use sprague::working::{Combine, Quantity, Working};
use sprague_kit::Random;

/// The working of a position that is one component.
fn working(text: &str) -> Working {
    let answer = answer(text);
    assert_eq!(answer.components.len(), 1, "{text}");
    answer.components[0].working.clone().unwrap_or_else(|| panic!("{text}: no working"))
}

fn numbers(working: &Working) -> Vec<u64> {
    working.rows.iter().filter_map(|row| row.value.number()).collect()
}

/// The numbers of the rows, how they are combined, and what they come to.
fn told(text: &str) -> (Vec<u64>, Combine, String) {
    let working = working(text);
    (numbers(&working), working.combine, working.result.to_string())
}

/// The changes of each winning move: row, before, after.
fn changes(working: &Working) -> Vec<Vec<(usize, String, String)>> {
    let mut moves: BTreeMap<usize, Vec<(usize, String, String)>> = BTreeMap::new();
    for change in &working.changes {
        let row = (change.row, change.before.to_string(), change.after.to_string());
        moves.entry(change.at).or_default().push(row);
    }
    moves.into_values().collect()
}

fn change(row: usize, before: &str, after: &str) -> Vec<(usize, String, String)> {
    vec![(row, before.to_owned(), after.to_owned())]
}

/// The squares, heaps or sides that the rows came from.
fn sources(text: &str) -> Vec<Vec<u64>> {
    let rows = working(text).rows;
    rows.iter().map(|row| row.from.iter().filter_map(Quantity::number).collect()).collect()
}

#[test]
fn gaps_of_strips_and_what_each_move_makes_of_them() {
    let text = "silver-dollar: [2,5,6,8,10]";
    assert_eq!(told(text), (vec![2, 0, 1], Combine::NimSum, "3".to_owned()));
    assert_eq!(sources(text), [vec![2], vec![5, 6], vec![8, 10]]);
    // 2 alone goes to 1, or 8 goes to 7, so that the gap below 10 becomes 2
    assert_eq!(changes(&working(text)), [change(0, "2", "1"), change(2, "1", "2")]);
    assert_eq!(told("staircase: 3 1 4"), (vec![3, 4], Combine::NimSum, "7".to_owned()));
    assert_eq!(sources("staircase: 3 1 4"), [vec![1], vec![3]]);
    // one coin from step 3 to step 2, or the coin of step 2 to step 1
    assert_eq!(changes(&working("staircase: 3 1 4")), [change(1, "4", "3"), change(0, "3", "4")]);
    assert_eq!(told("northcott: 2-7"), (vec![4], Combine::NimSum, "4".to_owned()));
    assert_eq!(told("nimble: 7"), (vec![7], Combine::NimSum, "7".to_owned()));
    // the bag is an empty square: 2 alone, then 4 and 7
    assert_eq!(told("dollar: 2 4$ 7"), (vec![2, 2], Combine::NimSum, "0".to_owned()));
    // the dollar is the next coin: the bag is full, and squares count from 1
    assert_eq!(told("dollar: 2$ 4 7").0, [1, 2]);
}

#[test]
fn heads_and_tails_of_stars() {
    let text = "star: [2,3,5] [1,4,5] [3]";
    // heads 2, 1, 3 have value 0 in Star Nim; tails 3-5 and 4-5
    assert_eq!(told(text), (vec![0, 1, 0], Combine::NimSum, "1".to_owned()));
    assert_eq!(sources(text), [vec![2, 1, 3], vec![3, 5], vec![4, 5]]);
    assert_eq!(working(text).value(), Some(Nimber(1)));
    // square 0 is occupied: 3 and 5 count 2 and 4
    assert_eq!(told("star-nim: 0 3 5"), (vec![2, 4], Combine::NimSum, "6".to_owned()));
    let three = working("star-nim: 3 5 7");
    assert_eq!((numbers(&three), three.combine, three.is_value), (vec![3, 5, 7], Combine::NimSum, false));
    assert_eq!((three.result.to_string().as_str(), three.outcome), ("1", Outcome::N));
    assert!(three.method.contains("7.2"));
    // a token on 1 is left out
    assert_eq!(told("star-nim: 1 2 4 6"), (vec![2, 4, 6], Combine::NimSum, "0".to_owned()));
    assert_eq!(told("star-nim: 4 4"), (vec![4, 4, 0], Combine::Last, "0".to_owned()));
    assert_eq!(
        told("star-nim: 2 1000000000000"),
        (vec![2, 1_000_000_000_000, 1_000_000_000_001], Combine::Last, "1000000000001".to_owned())
    );
    let far = working("star-nim: 2 3 1000000000000 999999999997");
    // (2, 3, 10^12 - 3, 10^12) is P: the period of the partners is 4
    assert_eq!((numbers(&far)[0], far.combine, far.outcome), (4, Combine::Match(1), Outcome::P));
    assert_eq!(told("shared(2): 0 1 5 7"), (vec![3, 5], Combine::NimSum, "6".to_owned()));
    assert_eq!(told("shared(2): 1 7"), (vec![5], Combine::NimSum, "5".to_owned()));
    assert_eq!(told("shared(3): 5 5").1, Combine::Match(1));
}

#[test]
fn numbers_of_games_on_heaps() {
    assert_eq!(told("fibonacci: 20"), (vec![13, 5, 2, 19], Combine::Within, "N".to_owned()));
    assert_eq!(told("fibonacci: 18 limit 4"), (vec![13, 5, 4], Combine::Within, "P".to_owned()));
    let after = changes(&working("fibonacci: 20"));
    assert_eq!(after, [vec![(2, "2".to_owned(), "0".to_owned()), (3, "19".to_owned(), "4".to_owned())]]);
    let moore = working("moore(2): 7 5 3");
    assert_eq!((moore.combine, moore.result.to_string().as_str()), (Combine::Places(3), "220"));
    assert_eq!(
        moore.rows.iter().filter_map(|row| row.digits.as_deref()).collect::<Vec<_>>(),
        ["111", "101", "011"]
    );
    let both = vec![(0, "7".to_owned(), "3".to_owned()), (1, "5".to_owned(), "3".to_owned())];
    assert_eq!(changes(&moore), [both]);
    assert_eq!(told("moore(3): 7 5"), (vec![7, 5], Combine::Sum, "12".to_owned()));
    // 1 4 7 8: 4 and 8 are congruent modulo 4, 1 and 7 modulo 2
    assert_eq!(told("welter: 1 4 7 8"), (vec![11, 5], Combine::NimSum, "14".to_owned()));
    assert_eq!(sources("welter: 1 4 7 8"), [vec![4, 8], vec![1, 7]]);
    // n = 3: the pair is (4, 7)
    assert_eq!(told("wythoff: 8 5"), (vec![3, 7, 8, 4, 5], Combine::Match(2), "N".to_owned()));
    assert_eq!(told("wythoff: 7 4"), (vec![3, 7, 7, 4, 4], Combine::Match(2), "P".to_owned()));
    assert_eq!(told("wythoff(2): 3 1"), (vec![1, 3, 3, 1, 1], Combine::Match(2), "P".to_owned()));
    // 24 = 1 15 + 9, 15 = 1 9 + 6, 9 = 1 6 + 3, 6 = 2 3
    assert_eq!(told("euclid: 15 24"), (vec![2, 0, 1, 0], Combine::Last, "0".to_owned()));
    assert_eq!(told("rook: 3 7"), (vec![7, 3], Combine::NimSum, "4".to_owned()));
    assert_eq!(told("bishop: 3 7").1, Combine::Least);
    assert_eq!(told("king: 4 9"), (vec![0, 1], Combine::Sum, "1".to_owned()));
    assert_eq!(told("knight: 5 6").1, Combine::Last);
    assert_eq!(told("bogus-nim: 3 5 bank 7"), (vec![5, 3], Combine::NimSum, "6".to_owned()));
    assert_eq!(told("take(1..3): 21"), (vec![21, 4], Combine::Modulo, "1".to_owned()));
    assert_eq!(told("take(1..n/2): 20"), (vec![20, 21, 10], Combine::Last, "10".to_owned()));
}

#[test]
fn numbers_of_games_on_boards() {
    assert_eq!(told("coins(mock-turtles): HTTHTHH"), (vec![1, 7, 11, 13], Combine::NimSum, "0".to_owned()));
    assert_eq!(sources("coins(mock-turtles): HTTHTHH"), [[0], [3], [5], [6]]);
    assert_eq!(told("coins(ruler): THHT"), (vec![2, 1], Combine::NimSum, "3".to_owned()));
    assert_eq!(told("coins(ruler x twins): HT/TH").1, Combine::NimSum);
    assert_eq!(told("rectangle: 5x20"), (vec![2, 0], Combine::Sides, "2".to_owned()));
    assert_eq!(sources("rectangle: 5x20"), [[5], [20]]);
    assert_eq!(told("treblecross-board: 7").0.len(), 1);
    // the cycle a-b-c is fused: three loops of 1 and the edge c-d, 1 + 0 = 1; so a is worth 0, and ground-a 1
    let first = answer("hackenbush: {ground-a, a-b, b-c, c-a, c-d, ground-e, e-f, e-g}");
    let stalks: Vec<Vec<u64>> =
        first.components.iter().filter_map(|c| c.working.as_ref()).map(numbers).collect();
    assert_eq!(stalks, [[1], [1]]);
    assert!(
        first.components[0]
            .working
            .as_ref()
            .is_some_and(|w| w.because[0].starts_with("a, b, c lie on cycles"))
    );
    assert_eq!(told("node-kayles: path 9").1, Combine::Last);
    assert_eq!(told("node-kayles: cycle 9"), (vec![1], Combine::Mex, "0".to_owned()));
    assert_eq!(told("arc-kayles: complete 6"), (vec![0], Combine::Mex, "1".to_owned()));
    assert_eq!(told("node-kayles: grid 4x4").1, Combine::Argument);
    assert_eq!(told("cram: 4x6"), (vec![], Combine::Argument, "P".to_owned()));
    let searched = working("cram: 3x4");
    assert_eq!((searched.combine, searched.value().is_some()), (Combine::Mex, true));
    // the mex, and the strategy by symmetry beside it
    assert!(searched.because.iter().any(|sentence| sentence.contains("half turn")), "{:?}", searched.because);
}

#[test]
fn chomp_by_its_theorems() {
    let large = working("chomp: 30x30");
    assert_eq!((large.combine, large.outcome), (Combine::Argument, Outcome::N));
    let found = answer("chomp: 30x30");
    assert_eq!((found.outcome, found.value), (Outcome::N, None));
    // the whole arms are left
    let arms = format!("chomp: 30,{}", ["1"; 29].join(","));
    assert_eq!(found.winning_moves, [position(&arms)]);
    assert_eq!(told(&arms), (vec![29, 29], Combine::NimSum, "0".to_owned()));
    assert_eq!(answer("chomp: 2x1000").winning_moves, [position("chomp: 1000,999")]);
    assert_eq!(told("chomp: 2x1000"), (vec![1000, 1001], Combine::Match(1), "N".to_owned()));
    assert_eq!(told("chomp: 1000,999"), (vec![1000, 1000], Combine::Match(1), "P".to_owned()));
    let turned = format!("chomp: {}1", "2,".repeat(999));
    assert_eq!(answer("chomp: 1000x2").winning_moves, [position(&turned)]);
    assert_eq!(answer("chomp: 1000,999 + nim: 3").value, Some(Nimber(3)));
    assert_eq!(answer("chomp: 1000,600").winning_moves, [position("chomp: 601,600")]);
    assert_eq!(answer("chomp: 29x31").outcome, Outcome::N);
    assert!(ask("chomp: 30x30 + nim: 1", Play::Normal).is_err());
    assert!(ask("chomp: 2x1000 + nim: 1", Play::Normal).is_err());
    // lines of two boards and boards of two lines against the search, and every L
    for first in 2..=9u64 {
        for second in 1..=first {
            for text in [
                format!("chomp: {first},{second}"),
                format!("chomp: {first}{}", ",1".repeat(second as usize)),
            ] {
                let found = answer(&text);
                let by_mex = found.components[0].working.as_ref().expect("a working").outcome;
                assert_eq!(by_mex, found.outcome, "{text}");
                let lost = |after: &Position| answer(&after.to_string()).outcome == Outcome::P;
                assert_eq!(found.outcome == Outcome::N, !found.winning_moves.is_empty(), "{text}");
                assert!(found.winning_moves.iter().all(lost), "{text}");
            }
        }
    }
}

#[test]
fn periods_and_searches() {
    // 1000 = 76 + 77 12
    let (rows, combine, result) = told("kayles: 1000");
    assert_eq!((rows, combine, result), (vec![1000, 12, 71, 76, 1], Combine::Last, "1".to_owned()));
    let (rows, ..) = told("0.137: 1000000");
    assert_eq!((rows[0], rows[1], rows[4]), (1_000_000, 34, rows[4]));
    assert_eq!((rows[0] - rows[3]) % 34, 0);
    let mex = working("kayles: 12");
    assert_eq!((numbers(&mex), mex.combine), (vec![0, 1, 2, 3], Combine::Mex));
    for row in &mex.rows {
        assert_eq!(answer(&row.label).value.map(Quantity::from), Some(row.value.clone()), "{}", row.label);
    }
}

#[test]
fn misere_play_step_by_step() {
    let misere = |text: &str| ask(text, Play::Misere).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    let told = |text: &str| misere(text).working.unwrap_or_else(|| panic!("{text}: no working"));
    let ones = told("nim: 1 1 1 1");
    assert_eq!((numbers(&ones), ones.outcome), (vec![1, 1, 1, 1], Outcome::N));
    assert!(ones.because[0].contains("their number 4 counts: it is even"));
    let usual = told("nim: 3 4 5");
    assert_eq!((usual.combine, usual.outcome), (Combine::MisereNim, Outcome::N));
    assert_eq!(changes(&usual), [change(2, "3", "1")]);
    // one heap above 1: leave an odd number of ones
    assert_eq!(changes(&told("nim: 5 1 1")), [change(0, "5", "1")]);
    let kayles = told("kayles: 12 9 5");
    assert_eq!((kayles.combine, kayles.rows.len()), (Combine::Product, 3));
    assert!(kayles.rows[1].because.as_deref().is_some_and(|step| step.contains('·')), "{:?}", kayles.rows);
    assert!(kayles.because[0].contains("P-portion"), "{:?}", kayles.because);
    assert!(kayles.because[0].contains("sprague misere quotient"));
    assert_eq!(kayles.outcome, misere("kayles: 12 9 5").outcome);
    let single = told("rook: 3 7");
    assert_eq!(single.combine, Combine::Mex);
}

/// Positions that play reaches from the examples of all games, and sums of them.
fn positions(seed: u64) -> Vec<Position> {
    let (mut random, mut chance) = (Random::new(seed), Chance::new(seed));
    let mut starts: Vec<String> = catalogue::entries()
        .map(|entry| match entry.kind {
            EntryKind::Board(example) => example.to_owned(),
            EntryKind::Heap(_) => {
                format!("{}: {} {}", entry.name, 1 + random.below(30), 1 + random.below(12))
            }
        })
        .collect();
    let more = [
        "star: [2,3,5] [1,4,5] [3]",
        "star: [3,6] [2,4]",
        "star: [1,5] [4]",
        "star-nim: 1 3 4 6",
        "star-nim: 2 9",
        "shared(3): 6 6",
        "shared(2): 0 1 4 6",
        "identified(0,1): 4 6",
        "identified(1,0): 4 6",
        "wythoff(3): 9 4",
        "moore(3): 5 4 4 2",
        "fibonacci: 17 limit 6",
        "dollar(at once): 2 5$ 8 9",
        "rectangle(split(2) on 3..): 6x5",
        "rectangle: 4x5x6",
        "coins(ruler x twins): HTH/THH",
        "coins(triplets): HTHTHHT",
        "chomp: 5,2",
        "chomp: 4,1,1",
        "chomp: 4x4",
        "cram: 3x3",
        "cram: 1x9",
        "cram: 2x4",
        "node-kayles: grid 3x3",
        "node-kayles: cycle 8",
        "arc-kayles: complete 5",
        "arc-kayles: path 8",
        "treblecross-board: ..X......X.....",
        "hackenbush: {ground-a, a-b, b-ground, b-c, c-c, c-d}",
        "nearly(kayles): [5,2]! [4]",
        "take(1..3): 21",
        "take(1..n/2): 20",
        "take(powers of 2): 20",
        "take(divisors): 20",
        "split(3): 20",
        "split(2): 9",
        "0.137: 60",
        "kayles: 100",
        "take(1,4,5): 77",
    ];
    starts.extend(more.map(str::to_owned));
    for _ in 0..12 {
        let parts: Vec<String> = (0..2).map(|_| random.pick(&starts)).collect();
        // a graph is the last term of a sum
        if !parts[0].starts_with("graph") {
            starts.push(parts.join(" + "));
        }
    }
    let mut all = Vec::new();
    for start in starts {
        let mut at = position(&start);
        for _ in 0..4 {
            all.push(at.clone());
            let Some(step) = chance.any_move(&at) else { break };
            at = step.after(&at);
        }
    }
    all
}

fn limits() -> Limits {
    Limits { positions: 100_000, steps: 100_000_000, answer: 1 << 18, ..Limits::default() }
}

/// Whether rows come to a position that is lost, when the rest of the sum has this value. How long the components of
/// compounds last is lost where it is even under normal play, and odd under misère play.
fn is_lost(result: &Quantity, working: &Working, rest: Nimber, play: Play) -> bool {
    let combine = working.combine;
    match result {
        Quantity::Number(number)
            if !working.is_value && matches!(combine, Combine::Least | Combine::Greatest) =>
        {
            number.is_multiple_of(2) == (play == Play::Normal)
        }
        Quantity::Number(number) => Nimber(*number) == rest,
        Quantity::Text(text) if matches!(combine, Combine::Places(_)) => text.chars().all(|c| c == '0'),
        Quantity::Text(text) => text == "P",
        Quantity::Unknown => false,
    }
}

fn check(working: &Working, name: &str) {
    let combined = working.combine.of(&working.numbers());
    if !matches!(working.combine, Combine::Product | Combine::Argument) {
        assert!(combined.is_some_and(|combined| combined == working.result), "{name}: {working:?}");
    }
    for change in &working.changes {
        let before =
            if working.combine == Combine::Mex { &working.result } else { &working.rows[change.row].value };
        assert_eq!(change.before, *before, "{name}");
        assert_ne!(change.before, change.after, "{name}");
    }
}

/// The changed rows of each move, combined; other rows as they are.
fn after_moves(working: &Working) -> Vec<Quantity> {
    let mut moves: BTreeMap<usize, Vec<(usize, Quantity)>> = BTreeMap::new();
    for change in &working.changes {
        moves.entry(change.at).or_default().push((change.row, change.after.clone()));
    }
    let combined = |changed: &Vec<(usize, Quantity)>| match working.combine {
        Combine::Mex | Combine::Last => Some(changed[0].1.clone()),
        _ => working.combined_with(changed),
    };
    moves.values().map(|changed| combined(changed).expect("rows that combine")).collect()
}

fn check_normal(found: &Answer, told: &mut BTreeMap<String, usize>) {
    let name = found.position.to_string();
    let whole = found.working.as_ref().expect("a working of the sum");
    assert_eq!(whole.outcome, found.outcome, "{name}");
    if let Some(value) = found.value.filter(|_| whole.is_value) {
        assert_eq!(whole.value(), Some(value), "{name}");
        check(whole, &name);
        assert!(after_moves(whole).iter().all(|result| *result == Quantity::Number(0)), "{name}: {whole:?}");
    }
    let known: Nimber = found.components.iter().filter_map(|component| component.evaluation.value).sum();
    for component in &found.components {
        let Some(working) = &component.working else { continue };
        let text = component.term.to_string();
        check(working, &text);
        assert_eq!(working.outcome, component.evaluation.outcome, "{text}: {working:?}");
        if working.is_value {
            assert_eq!(working.value(), component.evaluation.value, "{text}");
        }
        let rest = component.evaluation.value.map_or(known, |own| known + own);
        for result in after_moves(working) {
            let rest = if working.is_value { rest } else { Nimber::ZERO };
            assert!(is_lost(&result, working, rest, Play::Normal), "{name}, {text}: {result} {working:?}");
        }
        if working.combine == Combine::Mex && working.method.starts_with("mex") {
            check_mex(&component.term, working);
        }
        let game = component.term.entry().map_or_else(|| "unnamed".to_owned(), |entry| entry.name.to_owned());
        *told.entry(game).or_default() += 1;
    }
}

/// Every option by itself: those of the rows have the values they are given, and none has the mex.
fn check_mex(term: &sprague::games::Term, working: &Working) {
    let mut known = Known::new(limits());
    let mut seen = BTreeSet::new();
    for option in term.distinct_options() {
        let value = option.value(&mut known).expect("small").expect("known");
        assert_ne!(Quantity::from(value), working.result, "{term}: {option}");
        seen.insert((option.to_string(), value.0));
    }
    for row in &working.rows {
        assert!(
            seen.contains(&(row.label.clone(), row.value.number().expect("a number"))),
            "{term}: {row:?}"
        );
    }
}

#[test]
fn attack_rows_combine_to_the_value_and_moves_to_lost_positions() {
    let (mut told, mut compared, mut moved, mut misere) = (BTreeMap::new(), 0, 0, 0);
    for seed in 0..extent(1, 30) {
        for position in positions(seed) {
            let request = |play| Request { play, moves: 50 };
            if let Ok(found) = solve(&position, request(Play::Normal), &mut Known::new(limits())) {
                check_normal(&found, &mut told);
                compared += found.components.len();
                let all = found.components.iter().filter_map(|component| component.working.as_ref());
                moved += all.chain(&found.working).map(|working| working.changes.len()).sum::<usize>();
            }
            let small = Limits { positions: 20_000, steps: 20_000_000, ..limits() };
            if let Ok(found) = solve(&position, request(Play::Misere), &mut Known::new(small)) {
                let Some(working) = &found.working else { continue };
                let name = format!("{position}, misère");
                check(working, &name);
                assert_eq!(working.outcome, found.outcome, "{name}");
                if working.combine != Combine::Product {
                    let lost = |result: &Quantity| is_lost(result, working, Nimber::ZERO, Play::Misere);
                    assert!(after_moves(working).iter().all(lost), "{name}: {working:?}");
                }
                misere += 1;
            }
        }
    }
    println!("attack | workings of components against their values | {compared}, {moved} moves | 0 differ");
    assert!(told.len() > 30, "workings of {} games only: {told:?}", told.len());
    assert!(compared > 200 && moved > 300 && misere > 100, "{compared} {moved} {misere}");
}
