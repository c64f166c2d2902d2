//! Normal forms against the options themselves: two rules are equal exactly when all their options are. Then the
//! notation of heap games: what is read and written, and where errors point.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, RandomState};

use sprague::Limits;
use sprague::heap::{Clause, Condition, Division, ENDLESS, HeapGame, Rule, SizeSet};
use sprague::nimber::{Nimber, ValueSet};
use sprague::notation::Cursor;
use sprague::sequence::period::{Finding, HowFar};
use sprague::sequence::{Dense, naive_values};
use sprague_kit::{Random, extent};

use crate::common::{number, rows, rule};

fn random_set(random: &mut Random, least: u64, bound: u64, endless: u64) -> SizeSet {
    let mut ranges = Vec::new();
    for _ in 0..=random.below(3) {
        let low = random.between(least, bound - 1);
        let high = if random.one_in(2) { low } else { random.between(low, bound - 1) };
        ranges.push((low, if random.one_in(endless) { ENDLESS } else { high }));
    }
    ranges.into_iter().collect()
}

fn random_clause(random: &mut Random, sizes: u64) -> Clause {
    let split = random.one_in(3);
    let least = u64::from(!random.one_in(4));
    let take = if split { SizeSet::range(0, 0) } else { random_set(random, least, 5, 9) };
    let leave = random_set(random, if take.contains(0) { 2 } else { 0 }, 5, 9);
    let on = if random.one_in(3) { SizeSet::all() } else { random_set(random, 0, sizes, 3) };
    Clause::new(take, leave, random.pick(&CONDITIONS), on)
}

/// Clauses of all kinds, or several that speak of one move and differ in condition and heap size.
fn random_clauses(random: &mut Random) -> Vec<Clause> {
    let sizes = random.pick(&[4, 7, 12]);
    let mut clauses: Vec<_> = (0..=random.below(4)).map(|_| random_clause(random, sizes)).collect();
    if random.one_in(2) {
        let (take, leave) = random.pick(&[(0, 2), (1, 2), (0, 3), (2, 3), (1, 4)]);
        for clause in &mut clauses {
            clause.take = SizeSet::range(take, take).into();
            clause.leave = SizeSet::range(leave, leave);
        }
    }
    clauses
}

/// All ways to write a total as ascending positive parts.
fn partitions(total: u64, heaps: u64, least: u64) -> Vec<Vec<u64>> {
    if heaps == 0 {
        return if total == 0 { vec![vec![]] } else { vec![] };
    }
    let mut all = Vec::new();
    for first in least..=total / heaps {
        for mut rest in partitions(total - first, heaps - 1, first) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// What a condition says, in its own words: of every two parts for two or more.
fn satisfies(condition: &Division, parts: &[u64]) -> bool {
    let pairs =
        || parts.iter().enumerate().flat_map(|(at, a)| parts[at + 1..].iter().map(move |b| b.abs_diff(*a)));
    match condition {
        Division::Chain(Condition::Any) => true,
        Division::Chain(Condition::NotAllEqual) => {
            parts.len() < 2 || pairs().any(|difference| difference > 0)
        }
        Division::Chain(Condition::Differ(least)) => pairs().all(|difference| difference >= *least),
        Division::Equal => pairs().all(|difference| difference == 0),
        Division::Apart(set) => pairs().all(|difference| set.contains(difference)),
        Division::EqualOr(condition) => {
            pairs().all(|difference| difference == 0) || satisfies(&(*condition).into(), parts)
        }
    }
}

fn options(clauses: &[Clause], n: u64) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    for clause in clauses.iter().filter(|clause| clause.on.contains(n)) {
        for taken in clause.take.up_to(n) {
            for left in clause.leave.up_to(n - taken) {
                let parts = partitions(n - taken, left, 1);
                all.extend(parts.into_iter().filter(|parts| satisfies(&clause.condition, parts)));
            }
        }
    }
    all
}

const CONDITIONS: [Condition; 5] = [
    Condition::Any,
    Condition::NotAllEqual,
    Condition::Differ(1),
    Condition::Differ(2),
    Condition::Differ(3),
];

/// Tables of all options: for each heap size, number taken and number left a number that stands for the set of
/// parts. Random rules have bounds below 5 for these and below 12 for the heap size, so that numbers from 13 on are
/// all alike, and 5 heaps that differ by 3 have 35 tokens: what is looked at tells all of the rules apart.
struct Tables {
    /// By total, heaps left, and the conditions that allow parts, as bits.
    sets: Vec<[[u32; 32]; LEFT + 1]>,
    hashers: [RandomState; 2],
}

const TO: u64 = 45;
const TAKEN: u64 = 13;
const LEFT: usize = 13;

impl Tables {
    fn new() -> Self {
        let mut numbers: HashMap<Vec<Vec<u64>>, u32> = HashMap::new();
        let mut set = |total: u64, left: usize, conditions: usize| {
            let mut parts = if left > 5 && total > 15 { vec![] } else { partitions(total, left as u64, 1) };
            let said = || CONDITIONS.iter().enumerate().filter(|(at, _)| conditions >> at & 1 == 1);
            parts.retain(|parts| said().any(|(_, &condition)| satisfies(&condition.into(), parts)));
            let next = numbers.len() as u32;
            *numbers.entry(parts).or_insert(next)
        };
        let mut of_total =
            |total| std::array::from_fn(|left| std::array::from_fn(|said| set(total, left, said)));
        let sets = (0..=TO).map(&mut of_total).collect();
        Self { sets, hashers: [RandomState::new(), RandomState::new()] }
    }

    fn signature(&self, clauses: &[Clause]) -> [u64; 2] {
        let mut table = Vec::new();
        let bit = |clause: &Clause| 1 << CONDITIONS.iter().position(|&c| clause.condition == c).unwrap();
        for n in 0..=TO {
            let open: Vec<_> = clauses.iter().filter(|clause| clause.on.contains(n)).collect();
            for taken in 0..=TAKEN.min(n) {
                for left in 0..=LEFT {
                    let covering =
                        open.iter().filter(|c| c.take.contains(n, taken) && c.leave.contains(left as u64));
                    let said: usize = covering.fold(0, |bits, clause| bits | bit(clause));
                    table.push(self.sets[(n - taken) as usize][left][said]);
                }
            }
        }
        [0, 1].map(|at| self.hashers[at].hash_one(&table))
    }
}

/// The key test.
#[test]
fn rules_are_equal_exactly_when_their_options_are() {
    let tables = Tables::new();
    let mut random = Random::new(1);
    let mut by_options: HashMap<[u64; 2], (Rule, Vec<Clause>)> = HashMap::new();
    let mut by_rule: HashMap<Rule, [u64; 2]> = HashMap::new();
    let mut met_again = 0;
    for _ in 0..15_000 {
        let clauses = random_clauses(&mut random);
        let rule = Rule::new(clauses.clone()).unwrap();
        let signature = tables.signature(&clauses);
        assert_eq!(tables.signature(rule.clauses()), signature, "{clauses:?} became {rule}");
        assert_eq!(Rule::new(rule.clauses().iter().cloned()).unwrap(), rule, "{clauses:?}");
        match by_options.get(&signature) {
            Some((known, from)) => {
                assert_eq!(known, &rule, "{known} and {rule} have equal options: {from:?} and {clauses:?}");
                met_again += 1;
            }
            None => {
                by_options.insert(signature, (rule.clone(), clauses));
            }
        }
        let known = by_rule.entry(rule.clone()).or_insert(signature);
        assert_eq!(*known, signature, "{rule} stands for two games");
    }
    assert!(met_again > 5_000, "only {met_again} games came up twice");
}

#[test]
fn the_options_of_the_normal_form_are_those_of_the_clauses() {
    let mut random = Random::new(2);
    for _ in 0..1_500 {
        let clauses = random_clauses(&mut random);
        let rule = Rule::new(clauses.clone()).unwrap();
        for n in 0..=18 {
            let listed: Vec<_> = rule.options(n).collect();
            let set: BTreeSet<_> = listed.iter().cloned().collect();
            assert_eq!(set.len(), listed.len(), "{rule} lists an option of {n} twice");
            assert_eq!(set, options(&clauses, n), "{clauses:?} became {rule}, heap {n}");
            assert_eq!(rule.is_terminal(n), set.is_empty(), "{rule}, heap {n}");
            assert!(rule.option_count(n) >= set.len() as f64 - 1e-9, "{rule}, heap {n}");
        }
    }
}

#[test]
fn what_is_printed_is_read_back() {
    let mut random = Random::new(3);
    for _ in 0..10_000 {
        let rule = Rule::new(random_clauses(&mut random)).unwrap();
        for text in [rule.to_string(), rule.clause_text()] {
            assert_eq!(text.parse(), Ok(rule.clone()), "{text}");
        }
    }
}

#[test]
fn every_short_code_is_its_own_normal_form() {
    for d0 in ["0", "4", "8", "c"] {
        for digits in 0..0x1000 {
            let text = format!("{d0}.{digits:03x}");
            let rule: Rule = text.parse().unwrap();
            let trimmed = text.trim_end_matches('0');
            let shortest = if trimmed.ends_with('.') { format!("{trimmed}0") } else { trimmed.to_owned() };
            assert_eq!(rule.code(), Some(shortest.clone()), "{text}");
            assert_eq!(rule.clause_text().parse(), Ok(rule.clone()), "{text}");
            let upper = format!("{}000", text.to_uppercase());
            assert_eq!(upper.parse(), Ok(rule), "{upper}");
        }
    }
}

/// Pairs of texts for one game, with the form in which it is written.
#[test]
fn equal_games() {
    let known = [
        ("split(2, distinct) | split(2) on 2", "split(2) on 2 | split(2, distinct)"),
        ("split(2) on 3..", "split(2) on 3.."),
        ("split(2) on 2..", "4.0"),
        ("split(2, diff>=0)", "4.0"),
        ("split(2, distinct) on 3", "split(2) on 3"),
        ("split(2, diff>=1)", "split(2, distinct)"),
        ("split(2, not-all-equal)", "split(2, distinct)"),
        ("4!.0", "split(2, distinct)"),
        ("4!.000", "split(2, distinct)"),
        ("split(3, not-all-equal)", "split(3, not-all-equal)"),
        ("split(3, diff>=1)", "split(3, distinct)"),
        ("split(3)", "8.0"),
        ("split(4, distinct, not-all-equal, diff>=2)", "split(4, diff>=2)"),
        ("take(1) on 1..", "0.3"),
        ("take(1..7)", "0.3333333"),
        ("TAKE ( 1 , 2 ) Leave( 0 .. 2 )", "0.77"),
        ("take(1,2)leave(0..2)", "0.77"),
        (".77", "0.77"),
        ("0.7700", "0.77"),
        ("0.3F", "0.3f"),
        ("0.000", "0.0"),
        ("take(1) leave(0) on 5", "0.0"),
        ("nim", "0.3..."),
        ("0.333…", "0.3..."),
        ("take(any)", "0.3..."),
        ("take(1..9223372036854775807)", "0.3..."),
        ("take(1) | take(2..)", "0.3..."),
        ("4.33...", "4.3..."),
        ("0.0...", "0.0"),
        ("take(1..1e12)", "take(1..1000000000000)"),
        ("take(1..5) on 3..", "take(1..5) on 3.."),
        ("take(1) leave(1) on 3.. | take(2) leave(1) | take(3..5)", "take(1..5) on 3.."),
        ("take(1) leave(0..2, distinct)", "take(1) | take(1) leave(2, distinct)"),
        ("take(1..100) | split(2..4) on 3..", "split(2..4) on 3.. | take(1..100)"),
        (
            "take(1,3) leave(2) on 5..9 | take(2) leave(2) on 6..10 | take(1..3) leave(2, distinct)",
            "take(1..3) leave(2) on 5..10 | take(1..3) leave(2, distinct)",
        ),
        ("split(2) on 5..10 | split(2, distinct)", "split(2) on 6..10 | split(2, distinct)"),
        ("split(2) on 3 | split(2, distinct) on 6", "split(2, distinct) on 3,6"),
        ("split(2) on 5..1e12 | split(2, distinct)", "split(2) on 6..1000000000000 | split(2, distinct)"),
        ("split(2) on 1e12..", "split(2) on 1000000000000.."),
        ("take(any) leave(any) on 100..", "take(1..) leave(1..) on 100.."),
        ("split(2, diff>=9223372036854775807)", "0.0"),
        ("split(2..)", "split(2..)"),
        ("dawsons-chess", "0.137"),
    ];
    for (text, written) in known {
        let rule: Rule = text.parse().unwrap();
        assert_eq!(rule.to_string(), written, "{text}");
        assert_eq!(written.parse(), Ok(rule), "{text}");
    }
    let different = [
        "split(3)",
        "split(3, not-all-equal)",
        "split(3, distinct)",
        "split(2)",
        "split(2, distinct)",
        "take(1)",
    ];
    for (at, a) in different.iter().enumerate() {
        for b in &different[..at] {
            assert_ne!(a.parse::<Rule>(), b.parse(), "{a} {b}");
        }
    }
}

/// Texts that are refused, with the column and a part of the message.
#[test]
fn errors_point_at_the_character() {
    let bad = [
        ("", 1, "a code such as 0.77"),
        (":", 1, "a code such as 0.77"),
        ("5", 1, "before the point"),
        ("0", 2, "`.` after the first digit"),
        ("0.", 3, "a hexadecimal digit"),
        ("0.7g", 4, "a hexadecimal digit, `...`"),
        ("0.7.7", 4, "a hexadecimal digit, `...`"),
        ("0.7....", 7, "a hexadecimal digit, `...`"),
        ("1.7", 1, "0, 4, 8 or c before the point"),
        ("4!.1", 3, "only `4!.0`"),
        ("kayls", 1, "did you mean `kayles`"),
        ("xyzzy", 1, "unknown game"),
        ("chomp", 1, "a board game"),
        ("kayles 5", 8, "`:`"),
        ("take", 5, "`(`"),
        ("take(", 6, "a number of tokens"),
        ("take()", 6, "a number of tokens"),
        ("take(0)", 6, "as it was"),
        ("take(0..3)", 6, "as it was"),
        ("take(0) leave(1,2)", 6, "as it was"),
        ("take(3..1)", 6, "is empty"),
        ("take(1", 7, "`,` or `)`"),
        ("take(1,)", 8, "a number of tokens"),
        ("take(1,x)", 8, "a number of tokens"),
        ("take(1) leave(1,)", 17, "a number of heaps or a condition"),
        ("0.77 5", 6, "`:` or the end"),
        ("take(1) leave", 14, "`(`"),
        ("take(1) leav(2)", 9, "`leave(`, `on`, `|`"),
        ("take(1) leave(2, distnct)", 18, "`distinct`, `not-all-equal`, `equal`"),
        ("take(1) leave(2, diff>2)", 23, "`=` of `diff>=`"),
        ("take(1) leave(2, diff>=x)", 24, "a difference"),
        ("take(1) on", 11, "a heap size"),
        ("take(1) on x", 12, "a heap size"),
        ("take(1) |", 10, "`take(`, `to(` or `split(`"),
        ("take(1) | kayles", 11, "`take(`, `to(` or `split(`"),
        ("split(0)", 7, "at least two heaps"),
        ("split(1)", 7, "at least two heaps"),
        ("split(1,2)", 7, "at least two heaps"),
        ("split(any)", 7, "`split(2..)`"),
        ("split(1e9)", 7, "at most 1048576 heaps"),
        ("take(9223372036854775808)", 6, "too large"),
        ("take(any) leave(any) on 1e6..", 1, "limit"),
        ("take(prime)", 6, "a number of tokens"),
        ("take(1,prims)", 8, "`primes`, `squares`"),
        ("take(primes", 12, "`,` or `)`"),
        ("take(powers)", 12, "`of` and a number"),
        ("take(powers of)", 15, "the number whose powers"),
        ("take(powers of 1)", 16, "2 or a larger number"),
        ("take(proper)", 12, "`divisors` after `proper`"),
        ("take(1..n/0)", 11, "divided by 0"),
        ("take(1..n/)", 11, "divided by, as in `n/2`"),
        ("take(1..n-)", 11, "taken from n"),
        ("take(1..m)", 9, "`,` or `)`"),
        ("take(0..n/2)", 6, "starts at 1"),
        ("take(1..sqrt)", 13, "`n`, the size of the heap"),
        ("take(n-1..n/3)", 1, "no heap has a move of this clause"),
        ("take(1..n/2) leave(0)", 1, "no heap has a move of this clause"),
        ("take(n..n-1)", 1, "no heap has a move of this clause"),
        ("split(primes)", 7, "a number of heaps"),
        ("take(1) on divisors", 12, "names sizes of heaps"),
        ("take(1) leave(2) on 3 5", 23, "`:` or the end"),
    ];
    for (text, column, part) in bad {
        let error = text.parse::<HeapGame>().expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
        assert!(!error.message.contains('\n'));
    }
}

#[test]
fn a_game_ends_where_a_list_goes_on() {
    let known = [
        ("split(2) on 2, 0.77)", ", 0.77)"),
        ("split(2) on 2, .77)", ", .77)"),
        ("split(2) on 2, 4!.0)", ", 4!.0)"),
        ("split(2) on 2, kayles)", ", kayles)"),
        ("split(2) on 2, 4, 6.., nim)", ", nim)"),
        ("split(2) on 2..4, any, take(1))", ", take(1))"),
        ("0.77: 5 7", ": 5 7"),
        ("kayles : 5", " : 5"),
        ("0.3...: 5", ": 5"),
        ("take(1) on 5 : 6", " : 6"),
    ];
    for (text, rest) in known {
        let mut cursor = Cursor::new(text);
        HeapGame::read(&mut cursor).unwrap();
        assert_eq!(cursor.rest(), rest, "{text}");
    }
}

#[test]
fn random_texts_are_read_or_refused() {
    let pieces = [
        "take",
        "leave",
        "split",
        "on",
        "any",
        "(",
        ")",
        ",",
        "|",
        "..",
        "0",
        "1",
        "2",
        "7",
        "0.77",
        "4!.0",
        "...",
        "…",
        " ",
        "distinct",
        "not-all-equal",
        "diff>=",
        "diff",
        "kayles",
        ":",
        "1e6",
        "2^63",
        "9223372036854775807",
        "é",
        "\n",
        "_",
        "!",
        ".",
        "primes",
        "powers of ",
        "proper divisors",
        "n/",
        "n-",
        "sqrt n",
    ];
    let mut random = Random::new(4);
    let mut read = 0;
    for _ in 0..60_000 {
        let start = random.pick(&["", "take(", "take(1,2) ", "split(2", "0.", "take(1..3) leave(0..2) on 5"]);
        let text: String =
            std::iter::once(start).chain((0..random.below(7)).map(|_| random.pick(&pieces))).collect();
        match text.parse::<HeapGame>() {
            Ok(game) => {
                read += 1;
                assert_eq!(game.to_string().parse(), Ok(game), "{text}");
            }
            Err(error) => assert!((1..=text.chars().count() + 1).contains(&error.column), "{text}: {error}"),
        }
    }
    assert!(read > 500, "{read}");
}

/// The values of single heaps, by the options.
fn values(rule: &Rule, to: u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=to {
        let mut seen = ValueSet::default();
        for parts in rule.options(n) {
            seen.insert(Nimber(parts.iter().fold(0, |sum, &part| sum ^ values[part as usize])));
        }
        values.push(seen.mex().0);
    }
    values
}

/// Checks the columns of a table against games, in order; the first column is the heap size.
fn check_table(table: &str, games: impl IntoIterator<Item = String>) {
    let rows: Vec<Vec<u64>> = rows(table).map(|row| row.into_iter().map(number).collect()).collect();
    let to = rows[rows.len() - 1][0];
    for (at, game) in games.into_iter().enumerate() {
        let rule = rule(&game);
        let values = values(&rule, to);
        assert!(
            Dense::new(rule.clauses())
                .extend_to(to)
                .iter()
                .map(|&value| u64::from(value))
                .eq(values.iter().copied())
        );
        for row in &rows {
            assert_eq!(values[row[0] as usize], row[at + 1], "{game} at {}", row[0]);
        }
    }
}

/// The golden tables of the verified specification: the thesis games, Porat's examples, wider differences.
#[test]
fn options_and_the_dense_engine_give_the_values_of_the_golden_tables() {
    check_table(
        include_str!("../../tables/golden/thesis_games_A_to_J_first200.csv"),
        ('a'..='j').map(|letter| format!("thesis-{letter}")),
    );
    check_table(
        include_str!("../../tables/golden/notes_single_heap_games_300.csv"),
        ["take(1..7)", "take(1..3)", "dawsons-kayles"].map(str::to_owned),
    );
    check_table(
        include_str!("../../tables/golden/split_difference_games_1d.csv"),
        (0..=8).map(|d| format!("split(2, diff>={d})")),
    );
}

/// Whether an amount may be taken from a heap.
type Member = fn(u64, u64) -> bool;

/// Amounts by name with their members, told apart from the library: by the definition of each set.
const NAMED: [(&str, Member); 17] = [
    ("primes", |_, i| i > 1 && (2..i).all(|d| i % d > 0)),
    ("squares", |_, i| (1..=i).any(|k| k * k == i)),
    ("triangular", |_, i| (1..=i).any(|k| k * (k + 1) / 2 == i)),
    ("fibonacci", |_, i| [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377].contains(&i)),
    ("factorials", |_, i| [1, 2, 6, 24, 120, 720].contains(&i)),
    ("powers of 2", |_, i| i.is_power_of_two()),
    ("powers of 3", |_, i| [1, 3, 9, 27, 81, 243, 729].contains(&i)),
    ("powers of 4", |_, i| [1, 4, 16, 64, 256].contains(&i)),
    ("divisors", |n, i| n % i == 0),
    ("proper divisors", |n, i| n % i == 0 && i < n),
    ("1..n/2", |n, i| 2 * i <= n),
    ("1..n/3", |n, i| 3 * i <= n),
    ("2..n-2", |n, i| i >= 2 && i + 2 <= n),
    ("1..n-1", |n, i| i < n),
    ("1..sqrt n", |n, i| i * i <= n),
    ("n/2..n", |n, i| i >= n / 2),
    ("n", |n, i| i == n),
];

/// The rest of a clause as text and as sets.
fn rest_of_clause(random: &mut Random) -> (String, Clause) {
    let (leave, low, high) = random.pick(&[
        ("", 0, 1),
        (" leave(0)", 0, 0),
        (" leave(1)", 1, 1),
        (" leave(0..2)", 0, 2),
        (" leave(2,3)", 2, 3),
    ]);
    let (word, condition) = random.pick(&[("", Condition::Any), ("distinct", Condition::Differ(1))]);
    let condition = if leave.is_empty() { Condition::Any } else { condition };
    let leave_text = if condition == Condition::Any {
        leave.to_owned()
    } else {
        format!("{}, {word})", leave.trim_end_matches(')'))
    };
    let (on, sizes) = random.pick(&[
        ("", SizeSet::all()),
        (" on 5..", SizeSet::range(5, ENDLESS)),
        (" on 3..9", SizeSet::range(3, 9)),
        (" on 2,6..", [(2, 2), (6, ENDLESS)].into_iter().collect()),
    ]);
    let clause = Clause::new(SizeSet::default(), SizeSet::range(low, high), condition, sizes);
    (format!("{leave_text}{on}"), clause)
}

/// One end of a range of amounts, told apart from the library.
#[derive(Clone, Copy)]
enum End {
    Number(u64),
    Share(u64),
    Less(u64),
    Root,
}

impl End {
    fn random(random: &mut Random) -> Self {
        let number = 1 + random.below(6);
        random.pick(&[Self::Number(number), Self::Share(number), Self::Less(number - 1), Self::Root])
    }

    fn text(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Share(parts) => format!("n/{parts}"),
            Self::Less(0) => "n".to_owned(),
            Self::Less(number) => format!("n-{number}"),
            Self::Root => "sqrt n".to_owned(),
        }
    }

    fn of(self, n: u64) -> u64 {
        match self {
            Self::Number(number) => number,
            Self::Share(parts) => n / parts,
            Self::Less(number) => n.saturating_sub(number),
            Self::Root => (0..=n).filter(|k| k * k <= n).max().unwrap_or(0),
        }
    }
}

/// What stands between two commas of `take`: the text, and whether an amount may be taken from a heap.
fn random_amounts(random: &mut Random) -> (String, Box<dyn Fn(u64, u64) -> bool>) {
    match random.below(8) {
        0 | 1 => {
            let number = 1 + random.below(6);
            (number.to_string(), Box::new(move |_, i| i == number))
        }
        2 => ("1..4".to_owned(), Box::new(|_, i| i <= 4)),
        3 => ("3..".to_owned(), Box::new(|_, i| i >= 3)),
        4 | 5 => {
            let (low, high) = match (End::random(random), End::random(random)) {
                (End::Number(a), End::Number(b)) => (End::Number(a.min(b)), End::Number(a.max(b))),
                ends => ends,
            };
            let text = format!("{}..{}", low.text(), high.text());
            (text, Box::new(move |n, i| (low.of(n)..=high.of(n)).contains(&i)))
        }
        _ => {
            let (name, takes) = random.pick(&NAMED);
            (name.to_owned(), Box::new(takes))
        }
    }
}

/// Rules with named amounts: the options are those of the definition, and what is printed is the same rule. Refused is
/// only what has no move at all.
#[test]
fn named_amounts_have_the_options_of_their_definition() {
    const LAST: u64 = 17;
    /// What has a move has one from a heap that is no larger.
    const FAR: u64 = 80;
    let mut random = Random::new(5);
    let mut read = 0;
    let most = extent(2_000, 20_000);
    for _ in 0..most {
        let mut texts = Vec::new();
        let mut expected: Vec<BTreeSet<Vec<u64>>> = vec![BTreeSet::new(); LAST as usize + 1];
        let mut is_missing = false;
        for _ in 0..=random.below(3) {
            let (rest, clause) = rest_of_clause(&mut random);
            let all: Vec<_> = (0..=random.below(3)).map(|_| random_amounts(&mut random)).collect();
            let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
            texts.push(format!("take({}){rest}", names.join(",")));
            let takes = |n: u64, i: u64| all.iter().any(|(_, takes)| takes(n, i));
            let leaves = |left: u64| {
                let least = clause.leave.least().unwrap_or(0);
                if left == 0 { least == 0 } else { clause.leave.greatest() > Some(0) && left >= 3 * least }
            };
            is_missing |= !(1..=FAR).any(|n| (1..=n).any(|i| takes(n, i) && leaves(n - i)));
            for n in 0..=LAST {
                let take: SizeSet = (1..=n).filter(|&i| takes(n, i)).collect();
                let plain = Clause { take: take.into(), ..clause.clone() };
                expected[n as usize].extend(options(&[plain], n));
            }
        }
        let text = texts.join(" | ");
        let rule: Rule = match text.parse() {
            Ok(rule) => rule,
            // a clause that never has a move, such as the whole heap with one heap left
            Err(error) => {
                assert!(is_missing && error.to_string().contains("no heap has a move"), "{text}: {error}");
                continue;
            }
        };
        read += 1;
        for n in 0..=LAST {
            let listed: Vec<Vec<u64>> = rule.options(n).collect();
            let set: BTreeSet<Vec<u64>> = listed.iter().cloned().collect();
            assert_eq!(set.len(), listed.len(), "{text} lists an option of {n} twice");
            assert_eq!(set, expected[n as usize], "{text} became {rule}, heap {n}");
            assert_eq!(rule.is_terminal(n), set.is_empty(), "{text}, heap {n}");
            assert!(rule.option_count(n) >= set.len() as f64 - 1e-9, "{text}, heap {n}");
        }
        assert_eq!(rule.to_string().parse(), Ok(rule.clone()), "{text} became {rule}");
        assert_eq!(Rule::new(rule.clauses().iter().cloned()), Ok(rule.clone()), "{text}");
        let definition = values(&rule, 14);
        let naive: Vec<u64> = naive_values(rule.clauses(), 14).iter().map(|value| value.0).collect();
        let dense: Vec<u64> =
            Dense::new(rule.clauses()).extend_to(14).iter().map(|&value| value.into()).collect();
        assert_eq!((&naive, &dense), (&definition, &definition), "{text}");
    }
    assert!(read > most * 3 / 5, "{read}");
}

/// Texts for one game with named amounts, with the form in which it is written.
#[test]
fn equal_games_with_named_amounts() {
    let known = [
        ("take(primes)", "take(primes)"),
        ("TAKE( Primes )", "take(primes)"),
        ("take(2, primes, 3)", "take(primes)"),
        ("take(1, primes)", "take(1) | take(primes)"),
        ("take(primes) | take(any)", "0.3..."),
        ("take(primes) | take(4..)", "0.033..."),
        ("take(primes) on 1..10", "take(2,3,5,7) on 2..10"),
        ("take(primes) leave(1) on 3..", "take(primes) leave(1)"),
        ("take(primes) | take(primes) leave(2)", "take(primes) leave(0..2)"),
        ("take(primes) leave(2, distinct) | take(primes) leave(2)", "take(primes) leave(2)"),
        ("take(primes) leave(0..2, distinct)", "take(primes) leave(0..2, distinct)"),
        ("take(powers of 4) | take(powers of 2)", "take(powers of 2)"),
        ("take(powers of 4) | take(squares)", "take(squares)"),
        ("take(proper divisors) | take(n)", "take(divisors)"),
        ("take(divisors) leave(1)", "take(proper divisors)"),
        ("take(divisors) leave(0)", "0.1..."),
        ("take(divisors) | take(1..n/2)", "take(any) leave(0) | take(1..n/2)"),
        ("take(1..n)", "0.3..."),
        ("take(1..n-1)", "0.2..."),
        ("take(1..n/1)", "0.3..."),
        ("take(n)", "0.1..."),
        ("take(1..n/2) leave(1)", "take(1..n/2)"),
        ("take(1..n/2) | take(1..n/3)", "take(1..n/2)"),
        ("take(1 .. sqrt(n))", "take(1..sqrt n)"),
        ("take(n/2..)", "take(n/2..n)"),
        ("split(2) | take(squares)", "split(2) | take(squares)"),
        ("take(squares) leave(0..2) on 5..", "take(squares) leave(0..2) on 5.."),
        ("take(primes, 1..n-3) leave(0)", "take(primes) leave(0)"),
        ("take(proper divisors, 4) leave(0)", "take(4) leave(0)"),
        ("take(n..5)", "take(1..5) leave(0)"),
        ("take(n..5) on 3..4", "take(3..4) leave(0)"),
        ("take(n..5,2) on 7..", "take(2) on 7.."),
    ];
    for (text, written) in known {
        let rule: Rule = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let written: Rule = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(rule, written, "{text} became {rule}");
    }
}

/// Prefixes of nim-sequences from the On-Line Encyclopedia of Integer Sequences, and more values by the definition.
#[test]
fn named_amounts_have_the_values_of_the_encyclopedia() {
    let table = include_str!("../../tables/golden/named_amounts.csv");
    let mut games = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [game, number, known] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let known: Vec<u64> = known.split_whitespace().map(|value| value.parse().unwrap()).collect();
        let rule: Rule = game.parse().unwrap();
        assert_eq!(values(&rule, known.len() as u64 - 1), known, "{game} {number}");
        let mut sequence = HeapGame::from(rule.clone()).sequence();
        let streamed = sequence.values(0..=700, &Limits::default()).unwrap();
        let streamed: Vec<u64> = streamed.iter().map(|value| value.0).collect();
        assert_eq!(streamed, values(&rule, 700), "{game} {number}");
        games += 1;
    }
    assert_eq!(games, 10);
}

/// No theorem of section P is applied to named amounts; those of 3.5 and 3.6 are.
#[test]
fn periods_of_named_amounts_are_observed_or_rest_on_their_own_theorems() {
    let limits = Limits::default();
    let proved = [
        ("take(powers of 2)", 3),
        ("take(powers of 5)", 2),
        ("take(powers of 10)", 11),
        ("take(1, primes)", 4),
    ];
    for (text, period) in proved {
        let game: HeapGame = text.parse().unwrap();
        let Finding::Proved(found, claim) = game.sequence().period(HowFar::To(2_000), &limits).finding else {
            panic!("{text}")
        };
        assert_eq!((found.period, found.preperiod, found.saltus), (period, 0, 0), "{text}");
        assert!(["3.5", "3.6"].contains(&claim.theorem.number()), "{text}");
        let values = values(&game.rule, 300);
        let shortest = (1..100).find(|&p| (0..200).all(|n| values[n] == values[n + p]));
        assert_eq!(shortest, Some(period as usize), "{text}");
    }
    for text in [
        "take(fibonacci)",
        "take(squares)",
        "take(1..n/3)",
        "take(proper divisors) | split(2)",
        "take(primes) on 9.. | take(1)",
    ] {
        let game: HeapGame = text.parse().unwrap();
        let finding = game.sequence().period(HowFar::To(1_000), &limits).finding;
        assert!(!matches!(finding, Finding::Proved(..)), "{text}: {finding:?}");
    }
}

/// Huge heaps: the first options come at once, and what a theorem gives needs no table.
#[test]
fn named_amounts_of_huge_heaps() {
    let big = 1_000_000_000_000_000_000;
    for (text, first) in [
        ("take(primes)", vec![big - 2, big - 3, big - 5]),
        ("take(divisors)", vec![big - 1, big - 2, big - 4]),
        ("take(n/2..n)", vec![big / 2, big / 2 - 1, big / 2 - 2]),
        ("take(powers of 10)", vec![big - 1, big - 10, big - 100]),
    ] {
        let rule: Rule = text.parse().unwrap();
        let options: Vec<u64> = rule.options(big).take(3).map(|parts| parts[0]).collect();
        assert_eq!(options, first, "{text}");
        assert!(!rule.is_terminal(big));
    }
    let limits = Limits::default();
    for (text, value) in
        [("take(powers of 2)", 1), ("take(divisors)", 19), ("take(1..n/2)", 500_000_000_000_000_000)]
    {
        let game: HeapGame = text.parse().unwrap();
        assert_eq!(game.sequence().value(big, &limits), Ok(Nimber(value)), "{text}");
    }
    let primes: HeapGame = "take(primes)".parse().unwrap();
    assert!(primes.sequence().value(big, &limits).is_err());
}
