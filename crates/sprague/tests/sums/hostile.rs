//! Positions that are well formed and ask for too much: answered by arithmetic, or refused before the machine notices.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::common::position;
use sprague::games::{BOARDS, Known};
use sprague::graph::GameGraph;
use sprague::heap::HeapGame;
use sprague::heap::catalogue::{EntryKind, HEAP_GAMES};
use sprague::limits::{Limit, Limits, Meter, TooLarge};
use sprague::moves::{self, Move, any, refusal};
use sprague::opponent::perfect;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Answer, Request, option_values, solve};
use sprague_kit::{Random, extent, is_full};

const REQUEST: Request = Request { play: Play::Normal, moves: 10_000 };

/// What takes a second or two on a machine that has nothing else to do; it took minutes, or all memory.
const PATIENCE: Duration = Duration::from_secs(60);

fn answer(text: &str) -> Result<Answer, TooLarge> {
    solve(&position(text), REQUEST, &mut Known::new(Limits::default()))
}

/// The bytes of the moves as text.
fn listed_bytes(answer: &Answer) -> usize {
    answer.winning_moves.iter().map(|position| position.to_string().len()).sum()
}

fn numbers(from: u64, count: u64) -> Vec<String> {
    (from..from + count).map(|n| n.to_string()).collect()
}

#[test]
fn a_sum_of_thousands_of_terms_takes_time_and_memory_in_proportion() {
    let start = Instant::now();
    for text in [vec!["nim: 1000"; 7_001].join(" + "), vec!["kayles: 50"; 13_001].join(" + ")] {
        let answer = answer(&text).expect("within the limits");
        assert_eq!(answer.outcome, Outcome::N);
        let one = self::answer(text.split(" + ").next().unwrap()).unwrap();
        let total = answer.winning_moves_total.expect("all are counted");
        assert_eq!(total, one.winning_moves_total.unwrap() * text.split(" + ").count() as u64);
        assert!(answer.truncated() && !answer.winning_moves.is_empty());
        assert!(listed_bytes(&answer) < 64 << 20, "{}", listed_bytes(&answer));
    }
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

#[test]
fn the_moves_of_long_boards_are_counted_and_not_all_made() {
    let heaps = numbers(1 << 60, 8_001).join(" ");
    let strips = numbers(1 << 40, 8_001).iter().map(|n| format!("[{n}]")).collect::<Vec<_>>().join(" ");
    let strip = (0..8_001u64).map(|n| ((1 << 40) + 1000 * n).to_string()).collect::<Vec<_>>().join(",");
    for text in [
        format!("nim: {heaps}"),
        format!("bogus-nim: {heaps} bank 3"),
        format!("star-nim: 0 {heaps}"),
        format!("shared(2): 0 1 {heaps}"),
        format!("silver-dollar: {strips}"),
        format!("star: [0] {strips}"),
        format!("silver-dollar: [{strip}]"),
        format!("star: [0] [{strip}]"),
    ] {
        let answer = answer(&text).unwrap_or_else(|refusal| panic!("{refusal}"));
        let name = &text[..20];
        let total = answer.winning_moves_total.unwrap_or_else(|| panic!("{name}: not counted"));
        assert!(listed_bytes(&answer) < 64 << 20, "{name}: {}", listed_bytes(&answer));
        assert!(answer.winning_moves.len() as u64 <= total, "{name}");
        let small = Limits { answer: 1, ..Limits::default() };
        let few = solve(&position(&text), REQUEST, &mut Known::new(small)).unwrap();
        assert!(few.winning_moves.len() <= 1 && few.winning_moves_total == Some(total), "{name}");
    }
}

#[test]
fn misere_moves_of_long_sums_are_counted_and_not_all_made() {
    let text = vec!["nim: 5 7 9"; 5_001].join(" + ");
    let request = Request { play: Play::Misere, moves: 10_000 };
    let answer = solve(&position(&text), request, &mut Known::new(Limits::default())).unwrap();
    assert!(answer.winning_moves_total > Some(5_000) && answer.truncated());
    assert!(listed_bytes(&answer) < 64 << 20);
    let empty = format!("{} + kayles: 12", vec!["nim:"; 5_000].join(" + "));
    let answer = solve(&position(&empty), request, &mut Known::new(Limits::default())).unwrap();
    let alone = solve(&position("kayles: 12"), request, &mut Known::new(Limits::default())).unwrap();
    assert_eq!((answer.outcome, answer.misere_value), (alone.outcome, alone.misere_value));
}

#[test]
fn boards_beyond_listing_are_answered_by_their_theorems_and_drawn_by_nobody() {
    for text in [
        "wythoff: 1000000000000 999999999999",
        "bogus-nim: 1000000000 5 bank 7",
        "shared(1000000000): 2000000000 3000000000",
        "rectangle: 1000000x7 3x3",
        "chomp: 1x9223372036854775807",
        "star-nim: 9223372036854775807 9223372036854775806",
    ] {
        let start = Instant::now();
        let from = position(text);
        // about a second of work
        let limits = Limits { positions: 1_000_000, steps: 2_000_000_000, ..Limits::default() };
        let answer = solve(&from, REQUEST, &mut Known::new(limits));
        let answer = answer.unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        for after in &answer.winning_moves {
            assert!(Move::between(&from, after).is_some(), "{text} to {after}");
        }
        assert!(refusal(&from).is_some() && moves::all(&from, 5_000).moves.is_empty(), "{text}");
        assert!(any(&from), "{text}");
        assert!(GameGraph::build(&from, Play::Normal, 400).is_err(), "{text}");
        assert!(start.elapsed() < PATIENCE, "{text}: {:?}", start.elapsed());
    }
}

#[test]
fn tables_of_nearly_disjunctive_sums_are_refused_before_they_are_made() {
    for text in ["nearly(take(1,3)): [5000000000]! [1]", "nearly(kayles,grundy): [3] [9223372036854775807]"] {
        let refused = answer(text).expect_err(text);
        let is_told = refused.to_string();
        let is_large = ["limit of", "than can be counted", "more than there are"];
        assert!(is_large.iter().any(|words| is_told.contains(words)), "{refused}");
        assert!(GameGraph::build(&position(text), Play::Normal, 400).is_err(), "{text}");
        assert!(refusal(&position(text)).is_some(), "{text}");
    }
    let many = format!("nearly({}): [1]! {}", vec!["nim"; 20_000].join(","), vec!["[1]"; 19_999].join(" "));
    let refused = answer(&many).expect_err("components named with all their games");
    assert_eq!(refused.limits(), [Limit::Answer], "{refused}");
    assert!(refused.to_string().len() < 1_000, "{refused}");
}

#[test]
fn the_rules_of_a_text_share_one_budget() {
    let text: Vec<String> = (0..500).map(|n| format!("take(any) on {}: 5", 50_000 + n)).collect();
    assert!(text[0].parse::<Position>().is_ok() && text[..2].join(" + ").parse::<Position>().is_ok());
    let start = Instant::now();
    let refused = text.join(" + ").parse::<Position>().expect_err("too much work").to_string();
    assert!(refused.contains("too many moves apart"), "{refused}");
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    let clauses = (0..9_000).map(|n| format!("take({})", 2 * n + 1)).collect::<Vec<_>>().join("|");
    let start = Instant::now();
    assert!(clauses.parse::<HeapGame>().is_ok());
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

#[test]
fn many_games_in_one_sum_share_one_budget_of_steps() {
    let text: Vec<String> =
        (0..400).map(|n| format!("split(3, not-all-equal) | take({}): 600", 5 + n)).collect();
    let limits = Limits { steps: 300_000_000, ..Limits::default() };
    let refused = solve(&position(&text.join(" + ")), REQUEST, &mut Known::new(limits.clone()));
    assert_eq!(refused.unwrap_err(), TooLarge::Spent { limit: limits.steps });
    // the next question starts anew
    let mut known = Known::new(limits);
    assert!(solve(&position(&text[0]), REQUEST, &mut known).is_ok());
    assert!(solve(&position(&text[1]), REQUEST, &mut known).is_ok());
}

#[test]
fn a_question_is_stopped_wherever_it_is() {
    for text in [
        "star-nim: 60 70 80",
        "nearly(kayles): [40] [40]",
        "split(3, distinct): 1500",
        "grundy: 30000000",
        "0.007: 1000000000",
        "chomp: 11x11",
        "star: [30] [40] [20,50]",
    ] {
        for play in [Play::Normal, Play::Misere] {
            let meter = Meter::until(Instant::now() + Duration::from_millis(50));
            let limits = Limits { meter, positions: u64::MAX, steps: u64::MAX, ..Limits::default() };
            let start = Instant::now();
            let answer = solve(&position(text), Request { play, moves: 10 }, &mut Known::new(limits));
            assert!(start.elapsed() < PATIENCE, "{text}: {:?}", start.elapsed());
            if let (Play::Normal, Err(refusal)) = (play, answer) {
                assert_eq!(refusal, TooLarge::Stopped, "{text}");
            }
        }
    }
}

/// Numbers from harmless to the largest, with those around powers of two.
const NUMBERS: &[u64] = &[
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    12,
    19,
    33,
    64,
    100,
    255,
    999,
    1_000,
    4_096,
    12_345,
    65_535,
    65_536,
    99_999,
    1_000_000,
    9_999_999,
    1_000_000_000,
    2_147_483_647,
    4_294_967_295,
    4_294_967_296,
    1_000_000_000_000,
    9_007_199_254_740_993,
    1_000_000_000_000_000_000,
    4_611_686_018_427_387_904,
    9_223_372_036_854_775_807,
];

struct Hostile(Random);

impl Hostile {
    fn number(&mut self) -> u64 {
        // half of them small, so that searches begin
        let bound = if self.0.below(2) == 0 { 14 } else { NUMBERS.len() as u64 };
        NUMBERS[self.0.below(bound) as usize]
    }

    fn count(&mut self) -> usize {
        match self.0.below(40) {
            0 => 3_000,
            1 | 2 => 300,
            3..6 => 30,
            n => n as usize % 4 + 1,
        }
    }

    fn list(&mut self, between: &str) -> String {
        let count = self.count();
        let numbers: Vec<String> = (0..count).map(|_| self.number().to_string()).collect();
        numbers.join(between)
    }

    fn ascending(&mut self) -> String {
        let count = self.count();
        let mut numbers: Vec<u64> = (0..count).map(|_| self.number()).collect();
        // far apart or close together, never equal
        let step = self.0.below(3);
        numbers.sort_unstable();
        for at in 1..numbers.len() {
            numbers[at] = numbers[at].max(numbers[at - 1].saturating_add(1 + step));
        }
        let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
        format!("[{}]", texts.join(","))
    }

    fn set(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        match self.0.below(4) {
            0 => format!("{}..{}", a.min(b), a.max(b)),
            1 => format!("{a}.."),
            2 => "any".to_owned(),
            _ => self.list(","),
        }
    }

    fn rule(&mut self) -> String {
        let condition =
            self.0.pick(&["", ", distinct", ", not-all-equal", ", diff>=3", ", diff>=1000000000"]);
        let on = if self.0.below(4) == 0 { format!(" on {}", self.set()) } else { String::new() };
        let leave = self.0.pick(&["0..1", "0..2", "2", "1..3", "3", "2..", "any", "0..1000", "1..20"]);
        match self.0.below(3) {
            0 => format!(
                "split({}{condition}){on}",
                self.0.pick(&["2", "3", "2..", "4", "2..9", "20", "2..1000"])
            ),
            1 => format!("take({})", self.set()),
            _ => format!("take({}) leave({leave}{condition}){on}", self.set()),
        }
    }

    fn game(&mut self) -> String {
        let known = [
            "nim",
            "kayles",
            "grundy",
            "0.07",
            "0.137",
            "lasker",
            "0.6",
            "0.007",
            "0.15",
            "0.3f",
            "4.7",
            "0.f7",
            "couples-are-forever",
            "take(1..7)",
            "split(3)",
        ];
        if self.0.below(3) > 0 {
            return self.0.pick(&known).to_owned();
        }
        let mut rule = self.rule();
        while self.0.below(3) == 0 {
            rule = format!("{rule} | {}", self.rule());
        }
        rule
    }

    fn strips(&mut self) -> String {
        let count = self.count().min(30);
        (0..count).map(|_| self.ascending()).collect::<Vec<_>>().join(" ")
    }

    fn term(&mut self) -> String {
        match self.0.below(19) {
            16 => {
                let kind = self.0.pick(&["selective", "conjunctive", "continued", "ordinal"]).to_owned();
                let count = self.count().min(300);
                let lists: Vec<String> = (0..count.max(1)).map(|_| format!("[{}]", self.list(","))).collect();
                format!("{kind}({}): {}", self.game(), lists.join(" "))
            }
            17 => {
                let count = self.count() as u64;
                let edges: Vec<String> =
                    (0..count).map(|n| format!("n{n}>n{}", self.0.below(count))).collect();
                format!("graph: {{n0, {}}}#n0", edges.join(", "))
            }
            18 => {
                let boards: Vec<String> = (0..self.count().min(50))
                    .map(|_| format!("{}x{}", self.number().min(9), self.number().min(9)))
                    .collect();
                format!("notakto: {}", boards.join(" "))
            }
            0 | 1 => format!("{}: {}", self.game(), self.list(" ")),
            2 => {
                let count = self.count().min(300);
                let cuboids: Vec<String> = (0..count).map(|_| self.list("x")).collect();
                format!("rectangle(diff>={}): {}", self.number(), cuboids.join(" "))
            }
            3 => format!("silver-dollar: {}", self.strips()),
            4 => format!("star: {}", self.strips()),
            5 => format!("star-nim: {}", self.list(" ")),
            6 => format!("shared({}): {}", self.number(), self.list(" ")),
            7 => format!("nearly({}): [{}] [{}]", self.game(), self.list(","), self.list(",")),
            8 => format!("chomp: {}x{}", self.number().min(70), self.number()),
            9 => format!("bogus-nim: {} bank {}", self.list(" "), self.number()),
            10 => format!("wythoff: {} {}", self.number(), self.number()),
            11 => format!("cram: {}x{}", self.number(), self.number()),
            12 => format!("treblecross-board: {}", self.number()),
            13 | 14 => {
                let game = self.0.pick(&["node-kayles", "arc-kayles", "hackenbush"]).to_owned();
                let count = self.count() as u64;
                let edges: Vec<String> = (0..count)
                    .map(|n| format!("n{}-n{}", self.0.below(count), self.0.below(n + 1)))
                    .collect();
                format!("{game}: {{ground-n0, {}}}", edges.join(", "))
            }
            _ => {
                let count = self.count() as u64;
                let edges: Vec<String> =
                    (0..count).map(|n| format!("n{n}>n{}", n + 1 + self.0.below(count - n))).collect();
                format!("graph: {{{}}}#n0", edges.join(", "))
            }
        }
    }

    fn position(&mut self) -> String {
        match self.0.below(20) {
            0 => vec![self.term(); 300].join(" + "),
            1 => (0..20).map(|_| self.term()).collect::<Vec<_>>().join(" + "),
            2..6 => format!("{} + {}", self.term(), self.term()),
            _ => self.term(),
        }
    }
}

#[derive(Default)]
struct Tally {
    unread: u32,
    answered: u32,
    refused: u32,
    stopped: u32,
}

/// Everything that a position can be asked, within the usual limits and a second.
fn ask(text: &str, tally: &mut Tally) -> Result<(), String> {
    let Ok(position) = text.parse::<Position>() else {
        tally.unread += 1;
        return Ok(());
    };
    for play in [Play::Normal, Play::Misere] {
        let meter = Meter::until(Instant::now() + Duration::from_millis(60));
        let limits = Limits { meter: meter.clone(), ..Limits::default() };
        let mut known = Known::new(limits.clone());
        let start = Instant::now();
        let answer = solve(&position, Request { play, moves: 1_000 }, &mut known);
        let _ = option_values(&position, 100, &mut known);
        if meter.spent() > limits.steps.saturating_mul(2) {
            return Err(format!("{} steps were made", meter.spent()));
        }
        if start.elapsed() > PATIENCE {
            return Err(format!("it took {:?}", start.elapsed()));
        }
        match &answer {
            Ok(answer) => {
                tally.answered += 1;
                if listed_bytes(answer) as u64 > limits.answer.max(2 * text.len() as u64 + 100) {
                    return Err(format!("{} bytes of moves", listed_bytes(answer)));
                }
                for after in answer.winning_moves.iter().take(3) {
                    let _ = Move::between(&position, after);
                }
            }
            Err(TooLarge::Stopped) => tally.stopped += 1,
            Err(refused) if refused.to_string().len() < 1_500 => tally.refused += 1,
            Err(refused) => return Err(format!("a refusal of {} characters", refused.to_string().len())),
        }
        let _ = GameGraph::build(&position, play, 120);
        if refusal(&position).is_none() {
            let _ = (any(&position), moves::distinct(&position), moves::all(&position, 500));
            let _ = perfect(&position, play, &mut known);
        }
    }
    Ok(())
}

#[test]
fn attack_hostile_positions() {
    let tries = extent(100, 1_000);
    let seed = 16;
    let mut hostile = Hostile(Random::new(seed));
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    for _ in 0..tries {
        let text = hostile.position();
        let name: String = text.chars().take(300).collect();
        match catch_unwind(AssertUnwindSafe(|| ask(&text, &mut tally))) {
            Ok(Ok(())) => {}
            Ok(Err(why)) => wrong.push(format!("seed {seed}: {name}: {why}")),
            Err(_) => wrong.push(format!("seed {seed}: {name}: a panic")),
        }
    }
    let Tally { unread, answered, refused, stopped } = tally;
    println!(
        "attack | hostile positions | {tries} | {answered} answered, {refused} refused, {stopped} stopped, {unread} not read, {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rules that ask for values themselves keep the limits of the question, and stop with it.
#[test]
fn moves_that_need_values_are_found_within_the_limits_of_the_question() {
    let text = "nearly(cram, cram): [##.###/.###.#/######/#.####/######/######] [6x6]";
    let limits = Limits { meter: Meter::until(Instant::now() + Duration::from_secs(1)), ..Limits::default() };
    let start = Instant::now();
    let bound = position(text).within(&limits);
    assert!(refusal(&bound).is_some() && any(&bound), "{text}");
    assert_eq!(moves::distinct(&bound).extent, moves::Extent::Some);
    assert!(GameGraph::build(&bound, Play::Normal, 400).is_err());
    for play in [Play::Normal, Play::Misere] {
        let request = Request { play, moves: 10 };
        assert!(solve(&position(text), request, &mut Known::new(limits.clone())).is_err());
    }
    assert!(start.elapsed() < PATIENCE / 4, "{:?}", start.elapsed());
    // what is within the limits has the same values, whoever asked before
    let small = "nearly(cram, kayles): [2x3] [5]";
    let mut known = Known::new(Limits::default());
    let first = solve(&position(small), REQUEST, &mut known).expect("small");
    let bound = position(small).within(&Limits::default());
    let again = solve(&bound, REQUEST, &mut Known::new(Limits::default())).expect("small");
    assert_eq!((first.value, &first.winning_moves), (again.value, &again.winning_moves));
    let tight = Limits { positions: 3, ..Limits::default() };
    assert!(solve(&position(small), REQUEST, &mut Known::new(tight)).is_err());
    assert_eq!(solve(&position(small), REQUEST, &mut known).expect("small").value, first.value);
}

/// Equal heaps are multiplied as powers: sixteen thousand equal terms took eight seconds, ten times as many minutes.
#[test]
fn misere_sums_of_many_equal_terms_take_time_in_proportion() {
    let start = Instant::now();
    let request = Request { play: Play::Misere, moves: 5 };
    for (term, counts) in [("0.123: 7", [16_001, 100_000]), ("kayles: 9", [16_000, 100_001])] {
        for count in counts {
            let whole = vec![term; count].join(" + ");
            let answer = solve(&position(&whole), request, &mut Known::new(Limits::default()));
            let answer = answer.unwrap_or_else(|refusal| panic!("{count} of {term}: {refusal}"));
            // so many heaps have the outcome of few, as powers come back to themselves
            let few = vec![term; 6 + count % 2].join(" + ");
            let known = solve(&position(&few), request, &mut Known::new(Limits::default())).expect("few");
            assert_eq!(answer.outcome, known.outcome, "{count} of {term}");
        }
    }
    let sizes: Vec<String> = (0..8_000).map(|n| format!("0.123: {}", 5 + n)).collect();
    solve(&position(&sizes.join(" + ")), request, &mut Known::new(Limits::default())).expect("a period");
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

/// The examples of the catalogue.
fn examples() -> Vec<String> {
    let boards = BOARDS.iter().filter_map(|entry| match entry.kind {
        EntryKind::Board(example) => Some(example.to_owned()),
        EntryKind::Heap(_) => None,
    });
    let heaps = HEAP_GAMES.iter().map(|entry| format!("{}: 12 9", entry.name));
    boards.chain(heaps).collect()
}

/// A position with other numbers behind its colon: each is so many times as large.
fn grown(text: &str, factor: u64) -> String {
    let (name, body) = text.split_once(':').expect("a body");
    let mut found = format!("{name}:");
    let mut number = String::new();
    for c in body.chars().chain([' ']) {
        if c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        if let Ok(value) = number.parse::<u64>() {
            found += &value.saturating_mul(factor).to_string();
        }
        number.clear();
        found.push(c);
    }
    found
}

/// Every game of the catalogue with tiny budgets: an answer or a refusal, at once; and an answer is that of a question
/// without bounds.
#[test]
fn attack_tiny_budgets_end_every_question_at_once() {
    let budgets: &[u64] = if is_full() { &[0, 1, 2, 10, 100, 1_000, 10_000] } else { &[0, 7, 300] };
    let factors: &[u64] = if is_full() { &[1, 2, 10, 1_000, 1_000_000] } else { &[1, 1_000] };
    let (mut asked, mut refused, mut longest) = (0, 0, Duration::ZERO);
    for example in examples() {
        for &factor in factors {
            let Ok(position) = grown(&example, factor).parse::<Position>() else { continue };
            for play in [Play::Normal, Play::Misere] {
                let request = Request { play, moves: 5 };
                let usual = (factor == 1)
                    .then(|| solve(&position, request, &mut Known::new(Limits::default())).ok())
                    .flatten();
                for &budget in budgets {
                    for (positions, steps) in
                        [(budget, u64::MAX / 2), (u64::MAX / 2, budget), (budget, budget)]
                    {
                        // no memory for what is without bounds
                        let positions = positions.min(1_000_000);
                        let steps = steps.min(1_000_000_000);
                        let limits = Limits { positions, steps, ..Limits::default() };
                        let start = Instant::now();
                        let answer = solve(&position, request, &mut Known::new(limits));
                        longest = longest.max(start.elapsed());
                        assert!(start.elapsed() < PATIENCE / 2, "{position}: {:?}", start.elapsed());
                        asked += 1;
                        match (answer, &usual) {
                            (Ok(answer), Some(usual)) => {
                                assert_eq!(answer.outcome, usual.outcome, "{position}");
                            }
                            (Ok(_), None) => {}
                            (Err(_), _) => refused += 1,
                        }
                    }
                }
            }
        }
    }
    assert!(refused > asked / 10, "{refused} of {asked}");
    println!(
        "attack | every game of the catalogue with tiny budgets | {asked} | {refused} refused, 0 wrong, longest {:.1}s",
        longest.as_secs_f64()
    );
}

/// Obeys each refusal once, by the numbers that it names: then the question is answered, or it takes as long as it said,
/// or a search that was admitted meets its limit on the way. No other limit shows up that was not named.
#[test]
fn attack_every_hint_is_true() {
    let patience = Duration::from_millis(if is_full() { 20_000 } else { 200 });
    let mut texts: Vec<String> = [
        "grundy: 1000000000000",
        "grundy: 1e9",
        "grundy: 300000000",
        "0.007: 1e7",
        "0.007: 1e9",
        "take(1,2) leave(0..3): 100000",
        "split(3, distinct): 300000",
        "chomp: 13x13",
        "chomp: 40x40",
        "star-nim: 300 400 500",
        "wythoff: 100000 100000 + wythoff: 99999 3",
        "silver-dollar: [1,9,20,31]",
        "nearly(kayles, nim): [40] [50]",
        "nearly(grundy, nim): [3000] [50]",
        "cram: 8x8",
        "nearly(cram): [5x5] [5x5]",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.extend(examples().iter().flat_map(|example| [grown(example, 30), grown(example, 10_000)]));
    let (mut asked, mut answered, mut timed) = (0, 0, 0);
    for text in &texts {
        let Ok(position) = text.parse::<Position>() else { continue };
        for play in [Play::Normal, Play::Misere] {
            let ask = |positions: u64, steps: u64, answer: u64| {
                let meter = Meter::until(Instant::now() + patience);
                let limits = Limits { positions, steps, answer, meter, ..Limits::default() };
                solve(&position, Request { play, moves: 5 }, &mut Known::new(limits))
            };
            let (mut positions, mut steps, mut bytes) = (100_000, 100_000_000, 1 << 20);
            let Err(refusal) = ask(positions, steps, bytes) else { continue };
            let needs = refusal.needs();
            if needs.is_empty() {
                // met on the way, or beyond every machine
                continue;
            }
            asked += 1;
            for &(limit, need) in &needs {
                match limit {
                    Limit::Positions => positions = need as u64,
                    Limit::Steps => steps = need as u64,
                    Limit::Answer => bytes = need as u64,
                    Limit::Nodes => {}
                }
            }
            match ask(positions, steps, bytes) {
                Ok(_) => answered += 1,
                // admitted, and at work
                Err(
                    TooLarge::Stopped
                    | TooLarge::Reached { .. }
                    | TooLarge::Spent { .. }
                    | TooLarge::OutOfMemory
                    // limits say what may be used, not what there is
                    | TooLarge::Memory { .. },
                ) => {
                    timed += 1;
                }
                Err(other) => panic!("{text}, {play:?}: {refusal}\nand with what it names: {other}"),
            }
        }
    }
    assert!(asked > 20 && answered + timed == asked, "{asked}");
    println!(
        "attack | hints of refusals, obeyed by the numbers they name | {asked} | {answered} answered, {timed} as long as \
         was said, 0 false"
    );
}
