//! Sums of mixed games against a plain search: outcome and the exact set of winning moves, normal and misère.

#[path = "sums/hostile.rs"]
mod hostile;

use std::collections::{BTreeSet, HashMap};

use sprague::games::Known;
use sprague::games::Term;
use sprague::limits::Limits;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Request, solve};

/// A small multiplicative generator: the tests need variety, not quality.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.roll(texts.len() as u64) as usize]
    }
}

/// Plain recursion over whole positions: no components, no theorems, no canonical forms but the order of tokens.
fn wins(position: &Position, play: Play, known: &mut HashMap<(Position, bool), Outcome>) -> Outcome {
    let key = (identity(position), play == Play::Misere);
    if let Some(&outcome) = known.get(&key) {
        return outcome;
    }
    let options = options(position);
    let outcome = if options.is_empty() {
        if play == Play::Normal { Outcome::P } else { Outcome::N }
    } else if options.iter().any(|option| wins(option, play, known) == Outcome::P) {
        Outcome::N
    } else {
        Outcome::P
    };
    known.insert(key, outcome);
    outcome
}

fn options(position: &Position) -> Vec<Position> {
    let terms = position.0.iter().enumerate();
    terms
        .flat_map(|(at, term)| term.options().into_iter().map(move |option| position.with_term(at, option)))
        .collect()
}

fn identity(position: &Position) -> Position {
    Position(position.0.iter().map(Term::identity).collect())
}

fn random_term(dice: &mut Dice) -> String {
    let heap_games = [
        "nim",
        "kayles",
        "grundy",
        "0.07",
        "0.137",
        "0.6",
        "0.15",
        "lasker",
        "split(2)",
        "split(3)",
        "0.3f",
        "0.8",
        "take(1..3)",
        "take(2,3) leave(1,2) | split(2, diff>=2)",
        "split(2) on 3..",
        "couples-are-forever",
    ];
    let number = |dice: &mut Dice, most: u64| dice.roll(most).to_string();
    match dice.roll(14) {
        0..=5 => {
            let heaps: Vec<String> = (0..=dice.roll(2)).map(|_| number(dice, 8)).collect();
            format!("{}: {}", dice.pick(&heap_games), heaps.join(" "))
        }
        6 => format!("rectangle: {}x{}", 1 + dice.roll(4), 1 + dice.roll(4)),
        7 => dice
            .pick(&["silver-dollar: [1,3,4]", "silver-dollar: [0,2] [3]", "silver-dollar: [2,4]"])
            .to_owned(),
        8 => dice
            .pick(&["star: [2] [1,3]", "star: [1,2] [2,4]", "star: [0,2] [3]", "star: [1] [2] [1]"])
            .to_owned(),
        9 => format!("star-nim: {} {}", 1 + dice.roll(4), dice.roll(5)),
        10 => format!("shared({}): {} {}", 1 + dice.roll(2), 3 + dice.roll(3), 3 + dice.roll(3)),
        11 => format!(
            "nearly({}): {} {}",
            dice.pick(&["nim", "kayles", "0.137"]),
            1 + dice.roll(4),
            1 + dice.roll(4)
        ),
        12 => dice.pick(&["chomp: 2x2", "chomp: 2x3", "chomp: 3,1,1", "chomp: 4"]).to_owned(),
        _ => match dice.roll(6) {
            3 => dice
                .pick(&[
                    "node-kayles: {a-b, b-c, c-a, c-d}",
                    "arc-kayles: path 5",
                    "arc-kayles: {a-a, a-b, b-c}",
                ])
                .to_owned(),
            4 => dice.pick(&["cram: 2x3", "cram: ##./.##", "treblecross: ..X...."]).to_owned(),
            5 => {
                dice.pick(&["hackenbush: {ground-a, a-b, b-b}", "hackenbush: {ground-a-b-ground}"]).to_owned()
            }
            0 => format!("bogus-nim: {} bank {}", dice.roll(4), dice.roll(3)),
            1 => format!("wythoff: {} {}", dice.roll(4), dice.roll(5)),
            _ => "graph: {a>b, a>c, b>c, b>d, d>e, c>e}#a".to_owned(),
        },
    }
}

#[test]
fn random_sums_agree_with_a_plain_search() {
    let mut dice = Dice(2026);
    let mut known = Known::new(Limits::default());
    let mut seen = HashMap::new();
    for round in 0..1_000 {
        let terms: Vec<String> = (0..=dice.roll(3)).map(|_| random_term(&mut dice)).collect();
        let text = terms.join(" + ");
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string().parse(), Ok(position.clone()), "{text}");
        for play in [Play::Normal, Play::Misere] {
            let answer = solve(&position, Request { play, moves: usize::MAX }, &mut known)
                .unwrap_or_else(|error| panic!("round {round}, {text}, {play}: {error}"));
            assert_eq!(answer.outcome, wins(&position, play, &mut seen), "round {round}, {text}, {play}");
            let expected: BTreeSet<Position> = options(&position)
                .iter()
                .filter(|option| wins(option, play, &mut seen) == Outcome::P)
                .map(identity)
                .collect();
            let found: BTreeSet<Position> = answer.winning_moves.iter().map(identity).collect();
            assert_eq!(found, expected, "round {round}, {text}, {play}");
            assert_eq!(
                answer.winning_moves_total,
                Some(expected.len() as u64),
                "round {round}, {text}, {play}"
            );
            let all: BTreeSet<Position> = options(&position).iter().map(identity).collect();
            assert_eq!(answer.options, Some(all.len() as u64), "round {round}, {text}, {play}");
        }
    }
}
