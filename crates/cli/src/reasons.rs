//! The reasons behind an answer, in words and in binary.

use std::cmp::Ordering;
use std::fmt::Write;

use sprague::nimber::Nimber;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{Answer, MisereGround, MisereOption, MisereProduct, OptionValue};

/// How many winning moves a person wants to see.
const SHOWN: usize = 20;

/// The whole answer.
pub fn answer(text: &mut String, answer: &Answer) {
    let _ = writeln!(text, "{}\n{}", answer.position, answer.headline());
    if !answer.components.is_empty() {
        components(text, answer);
    }
    if let Some(product) = &answer.product {
        factors(text, product);
    }
    let _ = writeln!(text, "\n{}", answer.reason());
    moves(text, answer);
    for note in &answer.notes {
        let _ = writeln!(text, "\n{note}");
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

fn components(text: &mut String, answer: &Answer) {
    let components = &answer.components;
    text.push('\n');
    let names: Vec<String> = components.iter().map(|c| c.term.to_string()).collect();
    let name =
        names.iter().map(|name| name.chars().count()).chain(["nim-sum".len()]).max().unwrap_or(0).min(40);
    let largest = components.iter().filter_map(|c| c.evaluation.value).map(|v| v.0).max().unwrap_or(0);
    let bits = largest.checked_ilog2().map_or(1, |bit| bit as usize + 1);
    let digits = largest.to_string().len().max(1);
    for (shown, component) in names.iter().zip(components) {
        let because: Vec<String> = component.evaluation.grounds.iter().map(ToString::to_string).collect();
        let because = because.join(", ");
        let _ = match component.evaluation.value {
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
}

/// The heaps with their values, and the product below, as the nim-sum stands below values.
fn factors(text: &mut String, product: &MisereProduct) {
    text.push('\n');
    let rows: Vec<(String, &str)> =
        product.factors.iter().map(|(term, value)| (term.to_string(), value.as_str())).collect();
    let total = match product.ground {
        MisereGround::Tame { .. } => "sum",
        MisereGround::Quotient { .. } => "product",
    };
    let rows = rows.into_iter().chain([(total.to_owned(), product.product.as_str())]);
    let rows: Vec<(String, &str)> = rows.collect();
    let name = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(40);
    for (shown, value) in rows {
        let _ = writeln!(text, "  {shown:<name$}  {value}");
    }
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
    moves.sort_by(|a, b| natural_order(a, b));
    for position in moves.iter().take(SHOWN) {
        let _ = writeln!(text, "  {position}");
    }
    if found > SHOWN {
        let _ = writeln!(text, "  ... and {} more (all of them with --json)", found - SHOWN);
    }
}

/// Words and numbers in turn, so that 9 comes before 10.
fn natural_order(a: &str, b: &str) -> Ordering {
    natural_pieces(a).cmp(natural_pieces(b))
}

fn natural_pieces(mut rest: &str) -> impl Iterator<Item = (&str, u64)> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let word = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, digits) = rest.split_at(word);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (digits, after) = digits.split_at(end);
        rest = after;
        Some((word, digits.parse().unwrap_or(0)))
    })
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

/// The options under misère play, those that win first.
pub fn misere_options(text: &mut String, answer: &Answer, options: &[MisereOption]) {
    let _ = writeln!(text, "\nOptions under misère play, with their misère values or products:");
    for option in options {
        let _ = writeln!(text, "  {}  {:>6}  {}", option.outcome, option.value, option.position);
    }
    let _ = match (answer.outcome, options.is_empty()) {
        (_, true) => {
            writeln!(text, "  No move is left: under misère play the player to move has won (theory 1.1).")
        }
        (Outcome::N, _) => {
            writeln!(text, "  Some option is a P-position, so the player to move wins (theory 1.1).")
        }
        (Outcome::P, _) => {
            writeln!(text, "  All options are N-positions, so the player to move loses (theory 1.1).")
        }
    };
}

/// A number of things, one of them in the singular.
fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
