//! From a line to a move: a number of the list, the name of a node, a short form, or the position after the move.
//!
//! Short forms come before the notation where both would do. In a sum a line may start with the name of a term, as in
//! `B: take 2`; without it every term is tried.

use sprague::games::looks::Typed;
use sprague::games::{Action, BoardKind};
use sprague::moves::{self, Move};
use sprague::position::Position;

use super::state::label;
use super::state::{Choice, State};

/// Why a line is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// It says nothing that is known.
    Unknown,
    /// It is a move, but not one of this position.
    Illegal,
    /// It may be one of several moves.
    Ambiguous(Vec<Move>),
    /// It is a number beyond the list.
    BeyondList(usize),
}

/// The move that the line means.
pub fn read(state: &State, line: &str) -> Result<Choice, Misread> {
    let line = line.trim();
    let (terms, rest) = labeled(state, line);
    if let Some(step) = terms.iter().find_map(|&at| node(state, at, rest)) {
        return Ok(step.into());
    }
    if let Some(number) = list_number(line) {
        let all = moves::distinct(&state.position).moves;
        let step = number.checked_sub(1).and_then(|at| all.get(at).cloned());
        return step.map(Choice::from).ok_or(Misread::BeyondList(all.len()));
    }
    let typed = Typed::read(rest);
    let mut found: Vec<Choice> = Vec::new();
    let joint = terms.iter().flat_map(|&at| legal(state, at, state.view(at).joint(rest)));
    let short = terms.iter().flat_map(|&at| short(state, at, typed.as_ref()));
    for choice in joint.chain(short) {
        let step = &choice.step;
        let same =
            |other: &Choice| other.step.at == step.at && other.step.term.identity() == step.term.identity();
        if !found.iter().any(same) {
            found.push(choice);
        }
    }
    if found.len() > 1 {
        return Err(Misread::Ambiguous(found.into_iter().map(|choice| choice.step).collect()));
    }
    if let Some(choice) = found.pop() {
        return Ok(choice);
    }
    match (written(state, &terms, rest), typed) {
        (Ok(step), _) => Ok(step.into()),
        (Err(Misread::Unknown), Some(_)) => Err(Misread::Illegal),
        (Err(misread), _) => Err(misread),
    }
}

/// The terms that the line is about, and what it says about them.
fn labeled<'l>(state: &State, line: &'l str) -> (Vec<usize>, &'l str) {
    let count = state.position.0.len();
    let named = line.split_once(':').and_then(|(name, rest)| {
        let at = (0..count).find(|&at| label(at).eq_ignore_ascii_case(name.trim()))?;
        (count > 1).then(|| (vec![at], rest.trim()))
    });
    named.unwrap_or_else(|| ((0..count).collect(), line))
}

/// `3` or `#3`.
fn list_number(line: &str) -> Option<usize> {
    let digits = line.strip_prefix('#').unwrap_or(line);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(usize::MAX))
}

/// The move to the node with this name, on a graph; on a network the move that takes this node or edge.
fn node(state: &State, at: usize, name: &str) -> Option<Move> {
    let action = state.view(at).named(name)?;
    let term = state.position.0[at].act(0, &action)?;
    Some(Move { at, part: Some(0), action, term })
}

/// The legal moves of a term that a short form may mean.
fn short(state: &State, at: usize, typed: Option<&Typed>) -> Vec<Choice> {
    let Some(typed) = typed else { return Vec::new() };
    if let Some(pins) = typed.pins() {
        return state.knocking(at, &pins).into_iter().collect();
    }
    legal(state, at, typed.actions(state.view(at)))
}

/// Those of these actions on a term that the rules allow.
fn legal(state: &State, at: usize, actions: Vec<(usize, Action)>) -> Vec<Choice> {
    let made = |(part, action): (usize, Action)| {
        let term = state.position.0[at].act(part, &action)?;
        let part = (!action.is_on_several()).then_some(part);
        Some(Move { at, part, action, term }.into())
    };
    actions.into_iter().filter_map(made).collect()
}

/// The move to a position in the notation: the whole sum, or the body of the only term that is meant.
fn written(state: &State, terms: &[usize], text: &str) -> Result<Move, Misread> {
    if let [at] = *terms
        && let Ok(Position(read)) = format!("{}: {text}", state.position.0[at].game_name()).parse()
        && let [term] = &read[..]
    {
        return Move::of_term(at, &state.position.0[at], term).ok_or(Misread::Illegal);
    }
    let Ok(read) = text.parse::<Position>() else {
        // a graph that came from a file is written with the name of the file, which is not read again
        let same = |step: &Move| step.after(&state.position).to_string() == text;
        let graph = (0..state.position.0.len()).any(|at| state.view(at).board == BoardKind::Graph);
        let found = graph.then(|| moves::distinct(&state.position).moves.into_iter().find(same)).flatten();
        return found.ok_or(Misread::Unknown);
    };
    Move::to_position(&state.position, &read).ok_or(Misread::Illegal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::phrase::phrase;

    fn state(text: &str) -> State {
        State::new(text.parse().expect("a position"))
    }

    fn result(start: &str, line: &str) -> Result<String, Misread> {
        let state = state(start);
        read(&state, line).map(|choice| state.after(&choice).position.to_string())
    }

    #[test]
    fn every_move_is_announced_in_words_that_lead_to_it() {
        for text in [
            "kayles: 7 4",
            "coins(mock-turtles): HTTHH",
            "coins(ruler x twins): HTH/THH",
            "welter: 0 3 4 7",
            "euclid: 17 4",
            "fibonacci: 9 limit 4",
            "staircase: 3 2 0 2",
            "nimble: 2 4 4",
            "star-welter: [1,4] [2,3,5]",
            "star-hexad: [0,3,4,7,9,11]",
            "northcott: 2-7 5-3",
            "dollar: 2 4$ 7",
            "dollar: 0$ 3 5",
            "dollar(at once): 4$ 7",
            "rims: 4 2",
            "grundy: 9 5",
            "lasker: 6 6",
            "split(3): 9",
            "0.137: 9",
            "nim: 5 5 2",
            "silver-dollar: [2,5,6] [5] [5]",
            "star: [3] [3,4] [] [1,2]",
            "star-nim: 3 0 5 3",
            "shared(3): 1 5 7",
            "nearly(kayles, nim): [5,2]! [4]",
            "nearly(nim): 3 4",
            "selective(kayles, nim): [4,2] [3]",
            "selective(take(1)): [5] [5] [4]",
            "conjunctive(chomp, wythoff): [2x3] [2 1]",
            "continued(nim): [2] [3,1]",
            "ordinal(kayles, cram): [4] / [2x2]",
            "chomp: 4,4,2 2x2 3",
            "chomp: 5x4",
            "rectangle: 7x7 4x7 5",
            "rectangle(diff>=2): 4x5x6 9",
            "bogus-nim: 3 0 3 bank 2",
            "wythoff: 5 8",
            "wythoff: 4 4",
            "graph: {a>b, a>2, b>c}#a",
            "node-kayles: {a-b, b-c, \"x y\"-a}",
            "node-kayles: grid 2x3",
            "arc-kayles: {a-b, b-c, c-c}",
            "hackenbush: {ground-a, a-b, b-b, a-b}",
            "cram: 2x3",
            "cram: #/#/##",
            "treblecross: ..X.....",
            "kayles: 5 + nim: 3 5 + chomp: 2x3 + graph: {x>y}#x",
        ] {
            let state = state(text);
            let all = moves::distinct(&state.position);
            assert!(!all.moves.is_empty(), "{text}");
            for (number, step) in (1..).zip(&all.moves) {
                let words = phrase(&state, step);
                let again = read(&state, &words);
                let same = again
                    .as_ref()
                    .is_ok_and(|a| a.step.at == step.at && a.step.term.identity() == step.term.identity());
                assert!(same, "{text}: `{words}` is read as {again:?}");
                let whole = step.after(&state.position);
                for line in [whole.to_string(), format!("#{number}")] {
                    let read = read(&state, &line).map(|a| (a.step.at, a.step.term.identity()));
                    assert_eq!(read, Ok((step.at, step.term.identity())), "{text}: `{line}`");
                }
            }
        }
    }

    #[test]
    fn a_body_stands_for_the_whole_position() {
        assert_eq!(result("kayles: 9", "4 4"), Ok("kayles: 4 4".to_owned()));
        assert_eq!(result("nim: 1e18 7", "7 7"), Ok("nim: 7 7".to_owned()));
        assert_eq!(result("kayles: 9 + nim: 3", "b: 2"), Ok("kayles: 9 + nim: 2".to_owned()));
        assert_eq!(result("chomp: 3x3", "chomp: 3,3"), Ok("chomp: 2x3".to_owned()));
        assert_eq!(result("silver-dollar: [2,5]", "[1,5]"), Ok("silver-dollar: [1,5]".to_owned()));
    }

    #[test]
    fn named_pins_fall() {
        let state = state("kayles: 5 5");
        let step = read(&state, "pins 7 8").expect("two neighbors");
        let after = state.after(&step);
        assert_eq!(after.position.to_string(), "kayles: 5 2 1");
        assert_eq!(after.alley(0).expect("pins").runs(), [0..5, 5..6, 8..10]);
        for wrong in ["pins 5 6", "pins 1 3", "pin 0", "pin 11", "pins 1-3", "pins 18446744073709551615"] {
            assert!(read(&state, wrong).is_err(), "{wrong}");
        }
        assert!(read(&after, "pin 7").is_err(), "a pin falls once");
    }

    #[test]
    fn a_move_is_told_as_it_was_made() {
        let state = state("wythoff: 7 5");
        let told = |line: &str| read(&state, line).map(|choice| phrase(&state, &choice.step));
        assert_eq!(told("take 2 from both"), Ok("take 2 from both".to_owned()));
        assert_eq!(told("take 4 from 7"), Ok("take 4 from 7".to_owned()));
        assert_eq!(result("wythoff: 7 5", "take 2 from both"), result("wythoff: 7 5", "take 4 from 7"));
    }

    #[test]
    fn what_is_no_move_says_why() {
        assert_eq!(result("nim: 5 3", "take 9 from 5"), Err(Misread::Illegal));
        assert_eq!(result("nim: 5 3", "dance"), Err(Misread::Unknown));
        assert_eq!(result("nim: 5 3", "99"), Err(Misread::BeyondList(8)));
        assert!(matches!(result("nim: 5 3", "take 1"), Err(Misread::Ambiguous(all)) if all.len() == 2));
        assert_eq!(result("nim: 5 + kayles: 9", "take 1 from 5"), Ok("nim: 4 + kayles: 9".to_owned()));
        assert_eq!(result("nim: 5 3", "nim: 5 3"), Err(Misread::Illegal));
        assert_eq!(result("nim: 5 3", "kayles: 5 2"), Err(Misread::Illegal));
        assert_eq!(result("nim: 5 3", "99999999999999999999999"), Err(Misread::BeyondList(8)));
    }
}
