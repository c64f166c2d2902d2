//! What can be typed, said for the board at hand, and the rules in words.

use std::fmt::Write;

use sprague::games::{Action, BoardKind, View};
use sprague::moves::{self, Move};
use sprague::play::Play;
use sprague::position::Position;

use super::listing;
use super::phrase::phrase;
use super::reading::Misread;
use super::state::State;
use crate::draw::{WIDTH, clip};
use crate::output::wrapped;

/// The words that are no moves.
const WORDS: &str = "  moves        list the legal moves with numbers; `more` goes on
  hint         a winning move, or why there is none
  values       the value of each component and the nim-sum
  undo         take back your last move and the reply
  board        show the board again
  rules        show the rules again
  quit         leave the game
";

/// All that can be typed here.
pub fn help(state: &State) -> String {
    let mut text = "Type a move:\n".to_owned();
    let mut seen: Vec<&str> = Vec::new();
    let all = moves::distinct(&state.position).moves;
    for at in 0..state.position.0.len() {
        let several = pieces(state.view(at)) > 1;
        let actions: Vec<&Action> =
            all.iter().filter(|step| step.at == at).map(|step| &step.action).collect();
        for &form in forms(state.view(at), state.alley(at).is_some(), &actions) {
            if !seen.contains(&form) && (several || !form.contains("several")) {
                seen.push(form);
                let _ = writeln!(text, "  {form}");
            }
        }
    }
    let third = format!("{}3", listing::mark(&all));
    let _ = writeln!(text, "  {third:<21}the move with number 3 in the list of `moves`");
    text.push_str("  the position after it, as in ");
    if let Some(step) = all.first() {
        let _ = write!(text, "`{}`", clip(&step.after(&state.position).to_string(), 46));
    }
    text.push('\n');
    if state.position.0.len() > 1 {
        text.push_str("  B: ...               a move in game B, where the same words fit several\n");
    }
    let _ = writeln!(text, "Legal now, for example: {}.", examples_among(state, &all));
    text.push_str("Or one of these words:\n");
    text.push_str(WORDS);
    text
}

/// The number of strips, boards or pieces, where the short forms can name one.
fn pieces(view: &View) -> usize {
    let named = match view.board {
        BoardKind::Strips | BoardKind::Tokens | BoardKind::Chocolate | BoardKind::Rectangles => true,
        BoardKind::Star => view.strips().any(|tokens| tokens.len() > 1),
        _ => false,
    };
    if named { view.parts.len() } else { 1 }
}

/// The short forms of a kind of board, each with its meaning; those about several pieces say `several`.
fn forms(view: &View, pins: bool, actions: &[&Action]) -> &'static [&'static str] {
    match view.board {
        _ if pins => &[
            "pin 3                knock down pin 3",
            "pins 3 4             knock down pins 3 and 4 (pins 3-5: three of them)",
        ],
        BoardKind::Nim if actions.iter().any(|action| action.is_on_several()) => &[
            "take 2 from 7        take 2 tokens from a heap of 7 (`take 2` if it is clear)",
            "take 2 from 7, 1 from 5   the same from more heaps at once",
        ],
        BoardKind::Nim => &["take 2 from 7        take 2 tokens from a heap of 7 (`take 2` if it is clear)"],
        BoardKind::Heaps if actions.iter().all(|action| matches!(action, Action::Split(_))) => {
            &["split 7 into 4 3     split a heap of 7 (split into 4 3: the same)"]
        }
        BoardKind::Heaps | BoardKind::Pins => &[
            "take 2 from 7        take 2 tokens from a heap of 7 (`take 2` if it is clear)",
            "split 7 into 4 3     split a heap of 7",
            "7 -> 4 2             replace a heap of 7 by heaps of 4 and 2",
        ],
        BoardKind::Nearly => &[
            "take 2 from 7        take 2 tokens from a heap of 7",
            "7 -> 4 2             replace a heap of 7 by heaps of 4 and 2",
            "take 2 from 7 on 1   the same in component 1",
        ],
        BoardKind::Strips | BoardKind::Tokens | BoardKind::Star => &[
            "5 to 3               move the coin on square 5 to square 3",
            "5 to 3 on strip 2    the same where several strips have a coin on 5",
        ],
        BoardKind::Bag => &[
            "5 to 3               move the coin on square 5 to square 3 (5 to 0: into the bag)",
            "take the bag         take the bag, if the dollar is in it",
        ],
        BoardKind::Stairs => &["2 down from step 3   take 2 coins from step 3 to step 2"],
        BoardKind::Coins if view.parts.len() > 1 => {
            &["turn 0 2 x 1 3       turn the coins of rows 0 and 2 in columns 1 and 3"]
        }
        BoardKind::Coins => &["turn 0 3             turn coins 0 and 3"],
        BoardKind::Shared => &["5 to 3               move the coin on square 5 to square 3"],
        BoardKind::Chocolate => &[
            "2 3                  eat row 2, column 3 and all below and to the right",
            "2 3 on board 2       the same where there are several boards",
        ],
        BoardKind::Rectangles => &[
            "cut 7 at 3           cut a side of 7 into 3 and 4",
            "cut 7 of 4x7 at 3    the same where several pieces have a side of 7",
        ],
        BoardKind::Bank => &[
            "take 2 from 7        take 2 tokens from a heap of 7",
            "add 3 to 5           add 3 tokens from the bank to a heap of 5",
        ],
        BoardKind::Wythoff => &[
            "take 2 from 7        take 2 tokens from a heap of 7",
            "take 2 from both     take 2 tokens from each heap",
        ],
        BoardKind::Graph => &["b                    move to node b"],
        BoardKind::Network
            if actions.iter().any(|action| matches!(action, Action::Pick { name } if name.contains('-'))) =>
        {
            &["a-b                  take the edge from a to b"]
        }
        BoardKind::Network => &["b                    take node b"],
        BoardKind::Squares
            if actions
                .iter()
                .any(|action| matches!(action, Action::Fill { squares } if squares.len() > 1)) =>
        {
            &["put 2 3, 2 4         cover row 2, columns 3 and 4"]
        }
        BoardKind::Squares => &["put 4                put an X on square 4"],
    }
}

/// A short legal move or two, in backticks.
pub fn examples(state: &State) -> String {
    examples_among(state, &moves::distinct(&state.position).moves)
}

fn examples_among(state: &State, moves: &[Move]) -> String {
    const LONGEST: usize = 16;
    let middle = moves.len() / 2;
    let words = [0, middle].into_iter().filter_map(|at| moves.get(at)).map(|step| phrase(state, step));
    let mut words: Vec<String> =
        words.filter(|words| words.chars().count() <= LONGEST).map(|words| format!("`{words}`")).collect();
    words.dedup();
    if words.is_empty() { "`#1`".to_owned() } else { words.join(" or ") }
}

/// One line on a line that is no move, with what is.
pub fn no_move(state: &State, words: &str, misread: &Misread) -> String {
    let said: String = clip(words, 20).chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let examples = examples(state);
    match misread {
        Misread::Unknown => format!("`{said}` is no move: try {examples}, or `moves`, `help`.\n"),
        Misread::Illegal => format!("`{said}` is not legal here, but {examples} is.\n"),
        Misread::BeyondList(most) => format!("There is no move number {said}: `moves` lists 1 to {most}.\n"),
        Misread::Ambiguous(moves) => {
            let named = moves.iter().take(2).map(|step| format!("`{}`", clip(&phrase(state, step), 30)));
            format!("Say which: {}.\n", named.collect::<Vec<_>>().join(" or "))
        }
    }
}

/// The rules of every game in the sum, and how it ends.
pub fn rules(position: &Position, play: Play) -> String {
    let mut text = String::new();
    let mut seen = Vec::new();
    for term in &position.0 {
        let name = term.game_name();
        if seen.contains(&name) {
            continue;
        }
        let entry = term.entry();
        let words = entry.map_or_else(|| format!("the moves are {name}."), |entry| entry.words.to_owned());
        text.push_str(&prose(&format!("{name}: {words}")));
        seen.push(name);
    }
    text.push_str(match play {
        Play::Normal => "The player who cannot move loses.\n",
        Play::Misere => "Misère play: the player who cannot move wins.\n",
    });
    text
}

/// The text in lines that fit.
pub fn prose(text: &str) -> String {
    wrapped(text, WIDTH, "") + "\n"
}
