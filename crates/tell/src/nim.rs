//! Small questions: nim-arithmetic, the longest game of Nim, sequences that are looked for.

use std::collections::BTreeSet;
use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::analysis::{Match, identify_within};
use sprague::limits::{Limits, TooLarge};
use sprague::nim::{longest_optimal_game, winning_moves};
use sprague::nim_expression::NimExpression;
use sprague::nimber::Nimber;
use sprague::notation::LARGEST;
use sprague::play::Outcome;

use crate::{Told, oeis};

crate::document::documents! {
    NimLength = "nim-length"
    Identify = "identify"
    NimberDocument = "nimber"
}

/// The longest game of Nim in which a player who can win does (theory 2.4).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NimLength {
    /// The heaps that were asked for.
    pub heaps: Vec<u64>,
    /// The tokens in all of them.
    pub tokens: u64,
    /// Who wins with best play.
    pub outcome: Outcome,
    /// The most moves.
    pub length: u64,
    /// How many tokens the least winning move takes; null for a P-position.
    pub taken: Option<u64>,
}

/// The known games that have a sequence of values.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Identify {
    /// The values that were asked for.
    pub values: Vec<u64>,
    /// The games that have them.
    pub matches: Vec<IdentifiedGame>,
}

/// A game that has the values, from a heap on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct IdentifiedGame {
    /// The game.
    pub game: String,
    /// The canonical form of its rule.
    pub canonical: String,
    /// The heap of the first value.
    pub from: u64,
}

/// An expression of nim-arithmetic and what it comes to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NimberDocument {
    /// The expression, as it was read.
    pub expression: String,
    /// What it comes to, below 2^64.
    pub value: u64,
    /// The numbers of a nim-sum with their binary digits, and at last their sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<BinaryRow>>,
    /// The numbers that a mex is taken of, ascending and each once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mex_of: Option<Vec<u64>>,
}

/// A row of a sum in columns.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BinaryRow {
    /// The number.
    pub value: u64,
    /// Its binary digits, as many in each row.
    pub digits: String,
}

/// What an expression of nim-arithmetic comes to; a nim-sum of numbers in columns, a mex with what is missing.
pub fn nimber(expression: &NimExpression) -> Told<NimberDocument> {
    let value = expression.value().0;
    let mut text = format!("{expression} = {value}\n");
    let columns = expression.summands().map(|summands| in_columns(summands, value, &mut text));
    let mex_of = expression.mex_of().map(|numbers| {
        let numbers: BTreeSet<u64> = numbers.iter().map(|number| number.0).collect();
        let below: Vec<String> = (0..value).map(|number| number.to_string()).collect();
        let _ = match &below[..] {
            [] => writeln!(text, "0 is missing."),
            [one] => writeln!(text, "{one} is there; {value} is the least number that is missing."),
            _ if below.len() <= MOST_NAMED => {
                writeln!(text, "{} are there; {value} is the least number that is missing.", below.join(", "))
            }
            _ => writeln!(text, "0 to {} are there; {value} is the least number that is missing.", value - 1),
        };
        numbers.into_iter().collect()
    });
    Told::new(NimberDocument { expression: expression.to_string(), value, columns, mex_of }, text)
}

/// Numbers that are named one by one, at most.
const MOST_NAMED: usize = 12;

/// Adds the numbers in binary, one below the other, as it is done by hand: a column of the sum is 1 where an odd
/// number of rows have a 1 (theory 1.7).
fn in_columns(summands: &[Nimber], value: u64, text: &mut String) -> Vec<BinaryRow> {
    let numbers: Vec<u64> = summands.iter().map(|number| number.0).collect();
    let bits =
        numbers.iter().map(|number| u64::BITS - number.leading_zeros()).max().unwrap_or(0).max(1) as usize;
    let row = |&value: &u64| BinaryRow { value, digits: format!("{value:0bits$b}") };
    let rows: Vec<BinaryRow> = numbers.iter().chain([&value]).map(row).collect();
    let width = rows.iter().map(|row| row.value.to_string().len()).max().unwrap_or(1);
    text.push('\n');
    for (at, BinaryRow { value, digits }) in rows.iter().enumerate() {
        if at == numbers.len() {
            let _ = writeln!(text, "  {}  {}", "-".repeat(width), "-".repeat(bits));
        }
        let _ = writeln!(text, "  {value:>width$}  {digits}");
    }
    rows
}

/// The longest game of Nim in which a player who can win moves to nim-sum 0 (theory 2.4); otherwise the tokens, which
/// are too many.
pub fn nim_length(heaps: &[u64]) -> Result<Told<NimLength>, String> {
    let tokens: u128 = heaps.iter().copied().map(u128::from).sum();
    let small = |number: u128| u64::try_from(number).ok().filter(|&number| number <= LARGEST);
    let (Some(tokens), Some(length)) = (small(tokens), small(longest_optimal_game(heaps))) else {
        return Err(format!("the heaps have {tokens} tokens, more than 2^63-1 in all; use smaller heaps"));
    };
    let shortest = winning_moves(heaps).into_iter().min_by_key(|step| step.from - step.to);
    let taken = shortest.map(|step| step.from - step.to);
    let why = match shortest {
        None => format!(
            "P-position: the loser can take the tokens one by one, and every winning reply takes one, too, so all \
             {tokens} tokens go one by one (theory 2.4)."
        ),
        Some(step) => format!(
            "N-position: of {tokens} tokens the least winning move takes {} ({} becomes {}), and then the rest go one \
             by one (theory 2.4).",
            step.from - step.to,
            step.from,
            step.to
        ),
    };
    let shown: Vec<String> = heaps.iter().map(u64::to_string).collect();
    let moves = if length == 1 { "move" } else { "moves" };
    let text = format!("nim: {}\nThe longest game has {length} {moves}.\n{why}\n", shown.join(" "));
    let outcome = if shortest.is_some() { Outcome::N } else { Outcome::P };
    Ok(Told::new(NimLength { heaps: heaps.to_vec(), tokens, outcome, length, taken }, text))
}

/// What is said of a sequence that no known game has.
const NO_GAME: &str = "No named game, no octal code of up to three digits and no simple splitting or taking game has these values.\n";

/// The known games that have a sequence of values.
pub fn identify(values: Vec<u64>, limits: &Limits) -> Result<Told<Identify>, TooLarge> {
    let nimbers: Vec<Nimber> = values.iter().copied().map(Nimber).collect();
    let found = identify_within(&nimbers, limits)?;
    let one = |Match { game, first }: &Match| IdentifiedGame {
        game: game.to_string(),
        canonical: game.rule.to_string(),
        from: *first,
    };
    let sequences = oeis::beginning_with(&values);
    let known = |sequence: &oeis::Sequence| found.iter().any(|found| found.game == sequence.game);
    let more = sequences.iter().filter(|(sequence, _)| !known(sequence));
    let more: Vec<IdentifiedGame> =
        more.map(|(sequence, heap)| one(&Match { game: sequence.game.clone(), first: *heap })).collect();
    let matches = found.iter().map(one).chain(more).collect();
    let document = Identify { values, matches };
    let mut text = format!("These {} values are those of\n", document.values.len());
    for IdentifiedGame { game, canonical, from } in &document.matches {
        let also = if game == canonical { String::new() } else { format!(" = {canonical}") };
        let _ = writeln!(text, "  {game}{also}, from heap {from}");
    }
    for (sequence, _) in &sequences {
        let _ = writeln!(text, "{} is in the OEIS: {}.", sequence.game, sequence.number);
    }
    text.push_str("The values given agree; further ones were not compared.\n");
    if document.matches.is_empty() {
        text = String::from(NO_GAME);
    }
    let is_found = !document.matches.is_empty();
    Ok(Told::new(document, text).only_if(is_found))
}
