//! What the tests share: positions as text and all that is known of them, games by their definition alone, golden tables.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::hash::Hash;

use sprague::games::{Game, Known};
use sprague::heap::{Clause, HeapGame, Rule};
use sprague::limits::{Limits, TooLarge};
use sprague::nimber::Nimber;
use sprague::play::Play;
use sprague::position::Position;
use sprague::ruleset::Plain;
use sprague::search::{MisereSolver, Solver};
use sprague::solve::{Answer, Request, solve};

pub fn game(text: &str) -> HeapGame {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position that a text means.
pub fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All that is known of a position, or why it is not told.
pub fn ask(text: &str, play: Play) -> Result<Answer, TooLarge> {
    solve(&position(text), Request { play, moves: 10_000 }, &mut Known::new(Limits::default()))
}

/// All that is known of a position under normal play.
pub fn answer(text: &str) -> Answer {
    ask(text, Play::Normal).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

pub fn value(text: &str) -> u64 {
    answer(text).value.unwrap_or_else(|| panic!("{text} has no value")).0
}

/// The winning moves that are listed.
pub fn moves(answer: &Answer) -> Vec<String> {
    answer.winning_moves.iter().map(Position::to_string).collect()
}

/// The first error of a text: its column and its message.
pub fn refused(text: &str) -> (usize, String) {
    match text.parse::<Position>() {
        Ok(position) => panic!("{text} is read as {position}"),
        Err(error) => (error.column, error.message),
    }
}

/// Texts that are no positions, each with the column of its first error.
pub fn all_refused(cases: &[(&str, usize)]) {
    for &(text, column) in cases {
        let (found, message) = refused(text);
        assert_eq!(found, column, "{text}: {message}");
        assert!(!message.contains('\n'), "{text}: {message}");
    }
}

/// Texts of positions, each with the form in which it is written and read again.
pub fn all_written(cases: &[(&str, &str)]) {
    for &(text, written) in cases {
        assert_eq!(position(text).to_string(), written, "{text}");
        assert_eq!(position(written).to_string(), written, "{text}");
        assert_eq!(position(written), position(text), "{text}");
    }
}

/// Components, canonical forms and theorems change neither the value nor the misère value.
pub fn agrees_with_options_alone<G: Game>(rules: &G, position: &G::Position) {
    let plain = || Plain(rules.clone());
    let value = Solver::new(plain()).value(position);
    assert_eq!(Solver::new(rules.clone()).value(position), value, "{position:?}");
    let misere = MisereSolver::new(plain()).value(position);
    assert_eq!(MisereSolver::new(rules.clone()).value(position), misere, "{position:?}");
}

/// The value and whether the next player wins under misère play, by the definition; shares nothing with the library.
pub fn by_definition<P: Clone + Eq + Hash + Debug>(
    options: &dyn Fn(&P) -> Vec<P>,
    position: &P,
    known: &mut HashMap<P, (u64, bool)>,
) -> (u64, bool) {
    if let Some(&found) = known.get(position) {
        return found;
    }
    let found: Vec<(u64, bool)> =
        options(position).iter().map(|option| by_definition(options, option, known)).collect();
    let value = least_missing(&found.iter().map(|found| found.0).collect());
    let misere_wins = found.is_empty() || found.iter().any(|&(_, wins)| !wins);
    known.insert(position.clone(), (value, misere_wins));
    (value, misere_wins)
}

/// The mex.
pub fn least_missing(seen: &BTreeSet<u64>) -> u64 {
    (0..=seen.len() as u64).find(|value| !seen.contains(value)).expect("one more than there are")
}

/// The values of single heaps from given first values on, by the definition, for moves that leave up to three heaps;
/// nothing is shared with the engines, and there are no lists of parts.
pub fn values_by_definition(clauses: &[Clause], first: &[u64], to: u64) -> Vec<u64> {
    let mut g = first.to_vec();
    for n in g.len() as u64..=to {
        let mut seen = vec![false; 64];
        let mut see = |value: u64| {
            seen.resize(seen.len().max(value as usize + 1), false);
            seen[value as usize] = true;
        };
        for clause in clauses.iter().filter(|clause| clause.on.contains(n)) {
            let leaves = |heaps| clause.leave.contains(heaps);
            let ok = |parts: &[u64]| clause.condition.allows(parts);
            for taken in clause.take.up_to(n) {
                let rest = n - taken;
                if leaves(0) && rest == 0 {
                    see(0);
                }
                if leaves(1) && rest > 0 && taken > 0 {
                    see(g[rest as usize]);
                }
                for a in 1..=rest / 2 {
                    if leaves(2) && ok(&[a, rest - a]) {
                        see(g[a as usize] ^ g[(rest - a) as usize]);
                    }
                    for b in (a..=(rest - a) / 2).filter(|_| leaves(3)) {
                        let c = rest - a - b;
                        if ok(&[a, b, c]) {
                            see(g[a as usize] ^ g[b as usize] ^ g[c as usize]);
                        }
                    }
                }
            }
        }
        g.push(seen.iter().position(|seen| !seen).unwrap_or(seen.len()) as u64);
    }
    g
}

/// The rows of a golden table, without its remarks and its head.
pub fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().filter(|line| !line.starts_with("# "));
    lines.skip(1).map(|line| line.trim_end().split(',').collect())
}

pub fn number(text: &str) -> u64 {
    text.trim().parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

pub fn nimber(text: &str) -> Nimber {
    Nimber(number(text))
}

/// `example_game_graphs.csv`: the names of the games, which may hold commas, and the other cells.
pub fn example_graphs() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let lines = include_str!("../../tables/golden/example_game_graphs.csv").lines().skip(1);
    lines.map(|line| {
        let quoted = line.strip_prefix('"').and_then(|quoted| quoted.split_once("\","));
        let (game, rest) = quoted.or_else(|| line.split_once(',')).expect("a name");
        (game, rest.trim_end().split(',').collect())
    })
}
