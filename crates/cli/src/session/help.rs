//! What can be typed, said for the board at hand, and the rules in words.

use std::fmt::Write;

use sprague::games::looks::PIN_FORMS;
use sprague::games::{Action, Term};
use sprague::heap::describe;
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
        let several = state.view(at).pieces() > 1;
        let actions: Vec<&Action> =
            all.iter().filter(|step| step.at == at).map(|step| &step.action).collect();
        let forms = if state.alley(at).is_some() { PIN_FORMS } else { state.view(at).forms(&actions) };
        for &form in forms {
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
        let words = match (entry, term) {
            (Some(entry), _) => entry.words.to_owned(),
            (None, Term::Heaps(game, _)) => describe(&game.rule),
            (None, _) => format!("the moves are {name}."),
        };
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
