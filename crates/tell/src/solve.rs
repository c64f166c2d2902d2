//! Who wins a position, its value, every winning move, and why: in words, in binary, as a document.

use std::cmp::Ordering;
use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::games::{Known, Term};
use sprague::limits::TooLarge;
use sprague::loopy::LoopyValue;
use sprague::nimber::Nimber;
use sprague::play::{Outcome, Play};
use sprague::position::Position;
use sprague::solve::{
    Answer, Component, Ground, MisereGround, MisereOption, MisereProduct, OptionValue, misere_options,
    option_values,
};
use sprague::theorem::Theorem;
use sprague::working::{Working, WorkingRow};

use crate::lab::{MoveEntry, NimSum, NimSumRow, TeacherAnswer, TeacherComponent};
use crate::working;

crate::document::documents! {
    Solve = "solve"
    UnansweredLine = "unanswered-line"
}

/// Who wins a position, its value, and every winning move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solve {
    /// The position as the program writes it.
    pub position: String,
    /// How the game ends.
    pub play: Play,
    /// Who wins with best play.
    pub outcome: Outcome,
    /// The Sprague-Grundy value; null under misère play.
    pub value: Option<u64>,
    /// The value where play may go on for ever (theory D.2), such as `∞{0,2}`; null where a number is the value.
    pub loopy_value: Option<String>,
    /// The misère value (theory 10.2), where the search computed it.
    pub misere_value: Option<u64>,
    /// How many distinct positions one move leads to; null where they were not counted.
    pub options: Option<u64>,
    /// Whole positions that `solve` accepts again, sorted.
    pub winning_moves: Vec<String>,
    /// How many winning moves there are; null where they were not counted.
    pub winning_moves_total: Option<u64>,
    /// Whether there are more winning moves than are listed.
    pub truncated: bool,
    /// The components of the sum.
    pub components: Vec<SolvedComponent>,
    /// The theorem that decides the whole position, where one does.
    pub theorem: Option<String>,
    /// How theory decides a sum of heaps under misère play, where it does.
    pub product: Option<SolvedProduct>,
    /// The numbers of the whole sum, and how they are combined; null where they are not told.
    pub working: Option<Working>,
}

/// The product of the values of heaps in a misère quotient, or the sum of tame pairs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SolvedProduct {
    /// The heaps.
    pub factors: Vec<SolvedFactor>,
    /// The product.
    pub product: String,
    /// What it rests on.
    pub rests_on: String,
}

/// A heap and its value under misère play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SolvedFactor {
    /// The heap as a position.
    pub position: String,
    /// Its value: a word in the generators of the quotient, or a tame pair.
    pub value: String,
}

/// One component of a sum.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SolvedComponent {
    /// The component as a position.
    pub position: String,
    /// Its value, where it is known.
    pub value: Option<u64>,
    /// Its value where play may go on for ever and no number is it.
    pub loopy_value: Option<String>,
    /// Who wins it alone.
    pub outcome: Outcome,
    /// What the value rests on.
    pub because: Vec<String>,
    /// The numbers behind it, and how they are combined; null where they are not told.
    pub working: Option<Working>,
}

/// A line of `solve -` that was not answered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnansweredLine {
    /// The line as it was typed.
    pub position: String,
    /// Its number.
    pub line: u64,
    /// What is the matter.
    pub error: String,
}

/// What is said before the answer where a text could be read in another way.
pub fn reading(typed: &str) -> &'static str {
    if Position::has_bare_heaps(typed) { "Heaps without the name of a game are read as Nim.\n" } else { "" }
}

/// How many winning moves a person wants to see.
const SHOWN: usize = 20;
/// The most options that a table lists.
const MOST_EXPLAINED: usize = 1_000;

/// The answer for programs.
pub fn document(answer: &Answer) -> Solve {
    let component = |component: &Component| SolvedComponent {
        position: component.term.to_string(),
        value: component.evaluation.value.map(|value| value.0),
        loopy_value: component.evaluation.infinite.as_ref().map(ToString::to_string),
        outcome: component.evaluation.outcome,
        because: component.evaluation.grounds.iter().map(ToString::to_string).collect(),
        working: component.working.clone(),
    };
    let factor =
        |(term, value): &(Term, String)| SolvedFactor { position: term.to_string(), value: value.clone() };
    let product = |product: &MisereProduct| SolvedProduct {
        factors: product.factors.iter().map(factor).collect(),
        product: product.product.clone(),
        rests_on: product.ground.to_string(),
    };
    Solve {
        position: answer.position.to_string(),
        play: answer.play,
        outcome: answer.outcome,
        value: answer.value.map(|value| value.0),
        loopy_value: answer.infinite.as_ref().map(ToString::to_string),
        misere_value: answer.misere_value.map(|value| value.0),
        options: answer.options,
        winning_moves: answer.winning_moves.iter().map(Position::to_string).collect(),
        winning_moves_total: answer.winning_moves_total,
        truncated: answer.truncated(),
        components: answer.components.iter().map(component).collect(),
        theorem: answer.theorem.map(|theorem| theorem.to_string()),
        product: answer.product.as_ref().map(product),
        working: answer.working.clone(),
    }
}

/// The answer for people.
pub fn text(answer: &Answer) -> String {
    let mut text = format!("{}\n{}\n", answer.position, headline(answer));
    if let Some(working) = answer.working.as_ref().filter(|working| !working.rows.is_empty()) {
        let is_told = answer.play == Play::Normal || answer.product.is_some() || answer.theorem.is_some();
        text += &is_told.then(|| format!("\n{}", working::table(working, usize::MAX))).unwrap_or_default();
    }
    lines(&mut text, answer);
    let _ = writeln!(text, "\n{}", reason(answer));
    moves(&mut text, answer);
    for note in &answer.notes {
        let _ = writeln!(text, "\n{note}");
    }
    text
}

/// The workings, and the table of the options of a position, with what they are worth, to stand below the answer.
pub fn options(position: &Position, answer: &Answer, known: &mut Known) -> Result<String, TooLarge> {
    let mut text = working::whole(answer);
    if answer.play == Play::Normal && answer.value.is_none() {
        return Ok(text + "\nThe values of the options are out of reach, as that of the position is.\n");
    }
    let table = match answer.play {
        Play::Normal => {
            option_values(position, MOST_EXPLAINED, known)?.map(|table| mex_table(&mut text, answer, &table))
        }
        Play::Misere => misere_options(position, MOST_EXPLAINED, known)?
            .map(|options| misere_table(&mut text, answer, &options)),
    };
    if table.is_none() {
        let _ = writeln!(text, "\nMore than {MOST_EXPLAINED} options: too many for a table of them.");
    }
    Ok(text)
}

/// One line: outcome, value, position, the number of winning moves and the first of them.
pub fn in_a_line(answer: &Answer) -> String {
    let value = answer.value.or(answer.misere_value).map(|value| value.to_string());
    let value = value.or_else(|| shown_infinite(answer.infinite.as_ref())).unwrap_or_else(|| "-".to_owned());
    let mut text = format!("{} {value:>3}  {}", answer.outcome, answer.position);
    if let Some(first) = answer.winning_moves.first() {
        let more = answer.winning_moves.len() - 1;
        let others = if more == 0 { String::new() } else { format!(" (and {more} more)") };
        let _ = write!(text, "  ->  {first}{others}");
    }
    text + "\n"
}

/// The same answer as the page shows it: each component with its term and its theorems, the nim-sum in binary. The host
/// says what each winning move does to the board.
pub fn teacher(
    position: &Position,
    answer: &Answer,
    shown: impl Fn(&Position) -> MoveEntry,
) -> TeacherAnswer {
    let text = |value: Option<Nimber>| value.map(|value| value.to_string());
    let notes = answer.notes.iter().map(ToString::to_string);
    let owners =
        position.0.iter().enumerate().flat_map(|(at, term)| term.components().into_iter().map(move |_| at));
    let one = |(term, component): (usize, &Component)| {
        let grounds = &component.evaluation.grounds;
        let theorems = grounds.iter().filter_map(|ground| match ground {
            Ground::Theorem(theorem) => Some(theorem.number().to_owned()),
            _ => None,
        });
        TeacherComponent {
            term,
            text: component.term.to_string(),
            value: text(component.evaluation.value),
            outcome: component.evaluation.outcome,
            reason: grounds_of(component),
            theorems: theorems.collect(),
            working: component.working.clone(),
        }
    };
    TeacherAnswer {
        position: position.to_string(),
        play: answer.play,
        outcome: answer.outcome,
        value: text(answer.value),
        misere_value: text(answer.misere_value),
        components: owners.zip(&answer.components).map(one).collect(),
        nim_sum: nim_sum(answer),
        working: answer.working.clone(),
        winning_moves: answer.winning_moves.iter().map(shown).collect(),
        winning_moves_total: answer.winning_moves_total.map(|total| total.to_string()),
        truncated: answer.truncated(),
        headline: headline(answer),
        reason: [reason(answer)].into_iter().chain(notes).collect(),
    }
}

/// What the value of a component rests on.
fn grounds_of(component: &Component) -> String {
    component.evaluation.grounds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The values in binary, one below the other, and the bit that decides.
fn nim_sum(answer: &Answer) -> Option<NimSum> {
    let working = answer.working.as_ref().filter(|working| working.is_value && !working.rows.is_empty())?;
    let (Nimber(sum), bit) = (answer.value?, answer.deciding_bit());
    let bits = working.rows.iter().filter_map(|row| row.value.number()).max().and_then(u64::checked_ilog2);
    let bits = bits.map_or(1, |bit| bit as usize + 1);
    let row = |row: &WorkingRow| {
        let value = row.value.number()?;
        Some(NimSumRow {
            text: row.label.clone(),
            value: value.to_string(),
            binary: format!("{value:0bits$b}"),
            carries: bit.is_some_and(|bit| Nimber(value).has_bit(bit)),
        })
    };
    Some(NimSum {
        bits,
        rows: working.rows.iter().map(row).collect::<Option<_>>()?,
        sum: sum.to_string(),
        binary: format!("{sum:0bits$b}"),
        deciding_bit: bit,
    })
}

/// One line: who wins, and the value.
fn headline(answer: &Answer) -> String {
    let who = match answer.outcome {
        Outcome::N => "N-position: the player to move wins",
        Outcome::P => "P-position: the player who just moved wins",
        Outcome::Draw => "Draw: both players can go on for ever",
    };
    if let Some(value) = &answer.infinite {
        return format!("{who}. Value {value}.");
    }
    match (answer.play, answer.value, answer.misere_value) {
        (Play::Normal, Some(value), _) => format!("{who}. Value {value}."),
        (Play::Normal, None, _) => format!("{who}. The value is out of reach; the outcome is not."),
        (Play::Misere, _, Some(value)) => format!("{who} under misère play. Misère value {value}."),
        (Play::Misere, _, None) => format!("{who} under misère play."),
    }
}

/// Why that is so, in a sentence or two.
fn reason(answer: &Answer) -> String {
    match (answer.play, answer.theorem) {
        (Play::Normal, _) if answer.components.is_empty() => {
            "No move is left: the player to move has lost (theory 1.1).".to_owned()
        }
        (Play::Normal, _) => reason_of_values(answer),
        (Play::Misere, Some(theorem)) => match &answer.product {
            Some(product) => reason_of_product(answer, product, theorem),
            None => format!("By the theorem on {theorem}."),
        },
        (Play::Misere, None) => {
            let several = answer.position.0.iter().map(|term| term.components().len()).sum::<usize>() > 1;
            if several {
                format!(
                    "Found by searching {}; under misère play the values of the components do not decide (theory M.1).",
                    counted(answer.searched, "sum")
                )
            } else {
                format!("Found by searching {} under misère play.", counted(answer.searched, "position"))
            }
        }
    }
}

fn reason_of_product(answer: &Answer, product: &MisereProduct, theorem: Theorem) -> String {
    let (whole, ground) = (&product.product, &product.ground);
    let is_p = answer.outcome == Outcome::P;
    match ground {
        MisereGround::Tame { .. } => {
            let rule = "a sum of tame heaps is P if some heap is firm and the nim-sum is 0, or all are fickle and it is 1";
            format!("The sum is {whole}, and {rule}. It rests on: {ground}; {theorem}.")
        }
        MisereGround::Quotient { .. } => {
            let portion = if is_p { "is in the P-portion" } else { "is not in the P-portion" };
            format!(
                "The product of the values is {whole}, which {portion}. It rests on: {ground}; {theorem}."
            )
        }
    }
}

fn shown_infinite(value: Option<&LoopyValue>) -> Option<String> {
    value.map(ToString::to_string)
}

/// Theory D.3.
fn reason_of_draw(answer: &Answer) -> String {
    let loopy = answer.components.iter().filter(|component| component.evaluation.value.is_none()).count();
    if loopy > 1 {
        format!("{loopy} components have infinite values, so each player can go on for ever (theory D.3).")
    } else {
        "No move leads to a P-position, and some move leads to a draw, so neither player need lose (theory D.1)."
            .to_owned()
    }
}

fn reason_of_values(answer: &Answer) -> String {
    let single = answer.components.len() == 1;
    let loopy = answer.position.0.iter().any(Term::is_loopy);
    match (answer.outcome, answer.deciding_bit()) {
        (Outcome::P, _) if loopy => {
            "The nim-sum of the values is 0: whatever the other player does, some answer makes \
             it 0 again, and so that the game comes to an end (theory D.3)."
                .to_owned()
        }
        (Outcome::N, None) if answer.infinite.is_some() => {
            let others: Nimber = answer.components.iter().filter_map(|c| c.evaluation.value).sum();
            let infinite =
                answer.components.iter().find_map(|c| c.evaluation.infinite.as_ref().map(|v| (c, v)));
            let (component, value) =
                infinite.map_or((String::new(), String::new()), |(c, v)| (c.term.to_string(), v.to_string()));
            if single {
                format!(
                    "The value is {value}, so some move leads to value 0, and moving there wins (theory D.3)."
                )
            } else {
                format!(
                    "The values of the other components make {others}, which is one of the numbers that {component}, of \
                     value {value}, can be moved to: that makes the nim-sum 0 (theory D.3)."
                )
            }
        }
        (Outcome::P, _) if single => {
            "The value is 0: every move leads to a position of another value, an N-position (theory 1.3)."
                .to_owned()
        }
        (Outcome::P, _) => "The nim-sum is 0: every move changes the value of one component, so it leaves a \
             nim-sum that is not 0, and the other player makes it 0 again (theory 1.6)."
            .to_owned(),
        (Outcome::N, Some(_)) if single => {
            "The value is not 0, so some option has value 0, and moving there wins (theory 1.3).".to_owned()
        }
        (Outcome::N, Some(bit)) => {
            let mut names: Vec<String> = answer.carriers(bit).map(|c| c.term.to_string()).collect();
            names.dedup();
            let total = answer.value.unwrap_or_default();
            format!(
                "The top bit of the nim-sum {total} is {}; it is set in {}. Moving one of these to its value \
                 nim-plus {total}, which is smaller, makes the nim-sum 0 (theory 1.8).",
                1u64 << bit,
                names.join(" and in "),
            )
        }
        (Outcome::N, None) => "Some move leads to a P-position (theory 1.1).".to_owned(),
        (Outcome::Draw, _) => reason_of_draw(answer),
    }
}

/// The workings of the components in a line each, and under misère play that of the whole.
fn lines(text: &mut String, answer: &Answer) {
    /// More components are told with `--explain`.
    const MOST: usize = 12;
    let mut told: Vec<String> = Vec::new();
    let single = answer.components.len() == 1;
    for component in &answer.components {
        let Some(line) = component.working.as_ref().and_then(working::line) else { continue };
        let line = if single { line } else { format!("{}: {line}", component.term) };
        if told.len() < MOST && !told.contains(&line) {
            told.push(line);
        }
    }
    if answer.play == Play::Misere && answer.product.is_none() {
        told.extend(answer.working.as_ref().and_then(working::line));
    }
    if !told.is_empty() {
        let _ = writeln!(text, "\n  {}", told.join("\n  "));
    }
}

fn moves(text: &mut String, answer: &Answer) {
    if answer.outcome != Outcome::N {
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
fn mex_table(text: &mut String, answer: &Answer, table: &[OptionValue]) {
    let _ = writeln!(text, "\nOptions and their values under normal play:");
    for option in table {
        let value = option.value.map(|value| value.to_string());
        let value =
            value.or_else(|| shown_infinite(option.infinite.as_ref())).unwrap_or_else(|| "?".to_owned());
        let _ = writeln!(text, "  {value:>4}  {}", option.position);
    }
    if let (Play::Normal, Some(value)) = (answer.play, answer.value) {
        let _ = writeln!(text, "  {value:>4}  is the least value that does not occur: the mex (theory 1.3)");
    }
}

/// The options under misère play, those that win first.
fn misere_table(text: &mut String, answer: &Answer, options: &[MisereOption]) {
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
        (Outcome::Draw, _) => {
            writeln!(
                text,
                "  No option is a P-position, and some option is a draw, so this is one (theory D.1)."
            )
        }
    };
}

/// A number of things, one of them in the singular.
fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
