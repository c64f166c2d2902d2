//! The reasons behind an answer, in words and in binary.

use std::fmt::Write;

use sprague::nimber::Nimber;
use sprague::period::Period;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Answer, Component, Ground, Note, OptionValue};

/// How many winning moves a person wants to see.
const SHOWN: usize = 20;

/// The whole answer.
pub fn answer(text: &mut String, answer: &Answer) {
    headline(text, answer);
    match answer.play {
        Play::Normal => normal(text, answer),
        Play::Misere => misere(text, answer),
    }
    moves(text, answer);
    for note in &answer.notes {
        let _ = writeln!(text, "\n{}", note_in_words(note));
    }
}

/// One line: outcome, value, position, the number of winning moves and the first of them.
pub fn summary(text: &mut String, answer: &Answer) {
    let value = answer.value.or(answer.misere_value).map_or("-".to_owned(), |value| value.to_string());
    let _ = write!(text, "{} {value:>3}  {}", answer.outcome, answer.position);
    if let Some(first) = answer.winning_moves.first() {
        let more = answer.winning_moves.len() - 1;
        let others = if more == 0 { String::new() } else { format!(" (and {more} more)") };
        let _ = write!(text, "  ->  {first}{others}");
    }
    text.push('\n');
}

fn headline(text: &mut String, answer: &Answer) {
    let who = match answer.outcome {
        Outcome::N => "N-position: the player to move wins",
        Outcome::P => "P-position: the player who just moved wins",
    };
    let _ = writeln!(text, "{}", answer.position);
    let _ = match (answer.play, answer.value, answer.misere_value) {
        (Play::Normal, Some(value), _) => writeln!(text, "{who}. Value {value}."),
        (Play::Normal, None, _) => writeln!(text, "{who}. The value is out of reach; the outcome is not."),
        (Play::Misere, _, Some(value)) => writeln!(text, "{who} under misère play. Misère value {value}."),
        (Play::Misere, _, None) => writeln!(text, "{who} under misère play."),
    };
}

fn normal(text: &mut String, answer: &Answer) {
    let components = &answer.components;
    if components.is_empty() {
        text.push_str("\nNo move is left: the player to move has lost (theory 1.1).\n");
        return;
    }
    text.push('\n');
    let names: Vec<String> = components.iter().map(|c| c.term.to_string()).collect();
    let name =
        names.iter().map(|name| name.chars().count()).chain(["nim-sum".len()]).max().unwrap_or(0).min(40);
    let largest = components.iter().filter_map(|c| c.appraisal.value).map(|v| v.0).max().unwrap_or(0);
    let bits = largest.checked_ilog2().map_or(1, |bit| bit as usize + 1);
    let digits = largest.to_string().len().max(1);
    for (shown, component) in names.iter().zip(components) {
        let because: Vec<String> = component.appraisal.grounds.iter().map(ground).collect();
        let because = because.join(", ");
        let _ = match component.appraisal.value {
            Some(Nimber(value)) if bits <= 32 => {
                writeln!(text, "  {shown:<name$}  {value:>digits$}  {value:0bits$b}  {because}")
            }
            Some(value) => writeln!(text, "  {shown:<name$}  {value:>digits$}  {because}"),
            None => writeln!(text, "  {shown:<name$}  {:>digits$}  {because}", "?"),
        };
    }
    if let (true, Some(Nimber(total))) = (components.len() > 1, answer.value) {
        let _ = match bits {
            ..=32 => writeln!(text, "  {:<name$}  {total:>digits$}  {total:0bits$b}", "nim-sum"),
            _ => writeln!(text, "  {:<name$}  {total:>digits$}", "nim-sum"),
        };
    }
    why(text, answer, components);
}

fn why(text: &mut String, answer: &Answer, components: &[Component]) {
    let single = components.len() == 1;
    let _ = match (answer.outcome, answer.value.and_then(Nimber::top_bit)) {
        (Outcome::P, _) if single => writeln!(
            text,
            "\nThe value is 0: every move leads to a position of another value, an N-position (theory 1.3)."
        ),
        (Outcome::P, _) => writeln!(
            text,
            "\nThe nim-sum is 0: every move changes the value of one component, so it leaves a nim-sum that is not 0, \
             and the other player makes it 0 again (theory 1.6)."
        ),
        (Outcome::N, Some(_)) if single => {
            writeln!(
                text,
                "\nThe value is not 0, so some option has value 0, and moving there wins (theory 1.3)."
            )
        }
        (Outcome::N, Some(bit)) => {
            let carriers =
                components.iter().filter(|c| c.appraisal.value.is_some_and(|value| value.has_bit(bit)));
            let mut names: Vec<String> = carriers.map(|c| c.term.to_string()).collect();
            names.dedup();
            let total = answer.value.unwrap_or_default();
            writeln!(
                text,
                "\nThe top bit of the nim-sum {total} is {}; it is set in {}. Moving one of these to its value nim-plus \
                 {total}, which is smaller, makes the nim-sum 0 (theory 1.8).",
                1u64 << bit,
                names.join(" and in "),
            )
        }
        (Outcome::N, None) => writeln!(text, "\nSome move leads to a P-position (theory 1.1)."),
    };
}

fn misere(text: &mut String, answer: &Answer) {
    let _ = match answer.theorem {
        Some(theorem) => writeln!(text, "\nBy the theorem on {theorem}."),
        None => writeln!(
            text,
            "\nFound by searching {}; under misère play the values of the components do not decide (theory M.1).",
            counted(answer.searched, "sum")
        ),
    };
}

fn moves(text: &mut String, answer: &Answer) {
    if answer.outcome == Outcome::P {
        return;
    }
    let found = answer.winning_moves.len();
    let options =
        answer.options.map_or(String::new(), |options| format!(" of {}", counted(options, "option")));
    let _ = match answer.winning_moves_total {
        Some(1) => writeln!(text, "\nThe only winning move{options}:"),
        Some(total) => writeln!(text, "\n{total} winning moves{options}:"),
        None if found == 0 => writeln!(text, "\nNo example of a winning move was found within reach."),
        None => writeln!(text, "\nWinning moves, for example:"),
    };
    let mut moves: Vec<String> = answer.winning_moves.iter().map(Position::to_string).collect();
    moves.sort_by_cached_key(|text| natural_key(text));
    for position in moves.iter().take(SHOWN) {
        let _ = writeln!(text, "  {position}");
    }
    if found > SHOWN {
        let _ = writeln!(text, "  ... and {} more (all of them with --json)", found - SHOWN);
    }
}

/// Words and numbers in turn, so that 9 comes before 10.
fn natural_key(text: &str) -> Vec<(String, u64)> {
    let mut key = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, digits) = rest.split_at(word);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (digits, after) = digits.split_at(end);
        key.push((word.to_owned(), digits.parse().unwrap_or(0)));
        rest = after;
    }
    key
}

/// The mex table: the options by value, the least absent value at the end.
pub fn mex_table(text: &mut String, answer: &Answer, table: &[OptionValue]) {
    let _ = writeln!(text, "\nOptions and their values under normal play:");
    for option in table {
        let value = option.value.map_or("?".to_owned(), |value| value.to_string());
        let _ = writeln!(text, "  {value:>4}  {}", option.position);
    }
    if let (Play::Normal, Some(value)) = (answer.play, answer.value) {
        let _ = writeln!(text, "  {value:>4}  is the least value that does not occur: the mex (theory 1.3)");
    }
}

/// What an appraisal rests on, in words.
pub fn ground(ground: &Ground) -> String {
    match ground {
        Ground::Theorem(theorem) => theorem.to_string(),
        Ground::Period { period, theorem } => format!("{}, proved by {theorem}", turn(period)),
        Ground::Sequence { to } => format!("computed sequence to heap {to}"),
        Ground::Search { positions } => format!("search of {}", counted(*positions, "position")),
        Ground::Table => "table of all smaller positions".to_owned(),
    }
}

/// A period in words.
pub fn turn(Period { period, preperiod, saltus }: &Period) -> String {
    let saltus = if *saltus == 0 { String::new() } else { format!(" with saltus {saltus}") };
    format!("period {period}{saltus} from heap {preperiod} on")
}

/// A number of things, one of them in the singular.
fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn note_in_words(note: &Note) -> String {
    match note {
        Note::LongestOptimalGame(moves) => {
            let moves = counted(*moves, "move");
            format!("The longest game in which whoever can win plays to win has {moves} (theory 2.4).")
        }
        Note::ZeroTriples { total, triples } => {
            format!(
                "With {total} counters in three heaps, {triples} ordered triples are P-positions (theory 2.5)."
            )
        }
    }
}
