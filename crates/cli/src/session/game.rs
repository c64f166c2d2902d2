//! A game in progress: each line that is typed gets its answer, and nothing that is typed ends it but `quit`.

use sprague::games::{Known, Term};
use sprague::play::Play;
use sprague::position::Position;

use super::phrase::{phrase, phrase_of_pins};
use super::reading;
use super::state::{Choice, State};
use super::{advice, help, listing};
use crate::draw::{Ink, Tone, clip};
use crate::failure::refused;
use sprague::moves;
use sprague::opponent::{self, Rival};

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    You,
    Rival,
}

/// The game to be played.
pub struct Setup {
    pub position: Position,
    pub play: Play,
    pub rival: Rival,
    pub start: Start,
    pub ink: Ink,
    pub known: Known,
}

/// The answer to a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    /// The game goes on.
    More(String),
    /// It is over.
    Last(String),
}

/// A game, with all that was played so far.
pub struct Session {
    setup: Setup,
    /// The states from the first to the present one; never empty.
    history: Vec<State>,
    /// Where the next page of the list of moves starts.
    page: usize,
}

/// A seat at the table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seat {
    You,
    Rival,
}

impl Session {
    /// A game that has not begun.
    pub fn new(setup: Setup) -> Self {
        let history = vec![State::new(setup.position.clone())];
        Self { setup, history, page: 0 }
    }

    /// The rules, the players, and what can be typed.
    pub fn welcome(&self) -> String {
        let first = match self.setup.start {
            Start::You => "You move first; your opponent plays",
            Start::Rival => "Your opponent moves first and plays",
        };
        let players = match &self.setup.rival {
            Rival::Human => "Two players take turns at this keyboard.".to_owned(),
            Rival::Perfect => format!("{first} perfectly."),
            Rival::Random { seed, .. } => {
                format!("{first} at random (--seed {seed} plays the same again).")
            }
        };
        let words = "Type a move, or one of: moves, hint, values, undo, board, rules, help, quit.\n";
        help::rules(&self.setup.position, self.setup.play) + &help::prose(&players) + words
    }

    /// The first board, after the opponent's first move if it starts.
    pub fn open(&mut self) -> String {
        let mut text = String::new();
        self.let_rival_move(&mut text);
        let space = if text.is_empty() { "" } else { "\n" };
        format!("{space}{text}{}", self.table())
    }

    /// What stands before the cursor.
    pub fn prompt(&self) -> String {
        let who = match (self.over(), &self.setup.rival, self.to_move()) {
            (true, ..) => "undo, or Enter to leave",
            (false, Rival::Human, Seat::You) => "player 1",
            (false, Rival::Human, Seat::Rival) => "player 2",
            (false, ..) => "you",
        };
        self.setup.ink.paint(Tone::Strong, &format!("{who}> "))
    }

    /// What can be typed now: the words that are no moves, and the first legal moves in words.
    pub fn words(&self) -> Vec<String> {
        const MOST: usize = 400;
        let words = ["moves", "more", "hint", "values", "undo", "board", "rules", "help", "quit"];
        let state = self.state();
        let moves = moves::distinct(&state.position).moves;
        let moves = moves.iter().take(MOST).map(|step| phrase(state, step));
        words.map(str::to_owned).into_iter().chain(moves).collect()
    }

    /// Answers a line.
    pub fn line(&mut self, line: &str) -> Reply {
        let words = line.trim();
        let command = words.to_lowercase();
        if command != "more" {
            self.page = 0;
        }
        match command.as_str() {
            "quit" | "exit" | "q" => return Reply::Last("Goodbye.\n".to_owned()),
            "undo" | "back" | "u" => return Reply::More(self.undo()),
            _ if self.over() => return Reply::Last(String::new()),
            _ => {}
        }
        Reply::More(match command.as_str() {
            "" => String::new(),
            "moves" | "more" | "list" | "m" => self.list(),
            "hint" | "h" => self.hint(),
            "values" | "value" | "v" => self.values(),
            "board" | "show" | "b" if !self.is_node(words) => self.table(),
            "rules" => help::rules(&self.state().position, self.setup.play),
            "help" | "?" => help::help(self.state()),
            _ => self.try_move(words),
        })
    }

    fn state(&self) -> &State {
        self.history.last().expect("the history starts with the first state")
    }

    fn over(&self) -> bool {
        !moves::any(&self.state().position) || self.drawn()
    }

    /// Whether the position, with the same player to move, has come up for the third time: play that can go on for ever
    /// is a draw then.
    fn drawn(&self) -> bool {
        const TIMES: usize = 3;
        let position = &self.state().position;
        let same = |state: &&State| state.position == *position;
        position.0.iter().any(Term::is_loopy)
            && self.history.iter().rev().step_by(2).filter(same).count() >= TIMES
    }

    fn to_move(&self) -> Seat {
        let even = self.history.len() % 2 == 1;
        if even == (self.setup.start == Start::You) { Seat::You } else { Seat::Rival }
    }

    fn name(&self, seat: Seat) -> &'static str {
        match (&self.setup.rival, seat) {
            (Rival::Human, Seat::You) => "Player 1",
            (Rival::Human, Seat::Rival) => "Player 2",
            (_, Seat::You) => "You",
            (_, Seat::Rival) => "Opponent",
        }
    }

    /// Whether a word that is also a command names a node to move to.
    fn is_node(&self, word: &str) -> bool {
        reading::read(self.state(), word).is_ok()
    }

    fn try_move(&mut self, words: &str) -> String {
        match reading::read(self.state(), words) {
            Ok(choice) => {
                let mut text = self.make(&choice);
                self.let_rival_move(&mut text);
                text + &self.table()
            }
            Err(misread) => help::no_move(self.state(), words, &misread),
        }
    }

    /// Makes a move and tells of it.
    fn make(&mut self, choice: &Choice) -> String {
        let words = match &choice.pins {
            Some(pins) => phrase_of_pins(self.state(), choice.step.at, pins),
            None => phrase(self.state(), &choice.step),
        };
        let name = self.setup.ink.paint(Tone::Strong, &format!("{:<8}", self.name(self.to_move())));
        let text = format!("{name}  {}\n", clip(&words, 66));
        let next = self.state().after(choice);
        self.history.push(next);
        text
    }

    fn let_rival_move(&mut self, text: &mut String) {
        if self.over() || self.to_move() == Seat::You {
            return;
        }
        let position = self.state().position.clone();
        let step = match &mut self.setup.rival {
            Rival::Human => None,
            Rival::Random { chance, .. } => chance.any_move(&position),
            Rival::Perfect => opponent::perfect(&position, self.setup.play, &mut self.setup.known),
        };
        if let Some(step) = step {
            text.push_str(&self.make(&step.into()));
        }
    }

    /// The board, and the result if the game is over.
    fn table(&self) -> String {
        let board = self.state().draw(self.setup.ink);
        let result = if self.over() { self.result() } else { String::new() };
        format!("\n{board}\n{result}")
    }

    fn result(&self) -> String {
        if self.drawn() {
            let drawn = self.setup.ink.paint(Tone::Strong, "The game is a draw");
            return format!("{drawn}: this position has come up for the third time.\n");
        }
        let (stuck, other) = match self.to_move() {
            Seat::You => (Seat::You, Seat::Rival),
            Seat::Rival => (Seat::Rival, Seat::You),
        };
        let (winner, why) = match self.setup.play {
            Play::Normal => (other, "cannot move"),
            Play::Misere => (stuck, "cannot move, which wins under misère play"),
        };
        let verb = |seat: Seat| if self.name(seat) == "You" { "win" } else { "wins" };
        let made = match self.history.len() - 1 {
            0 => "before the first move".to_owned(),
            1 => "after 1 move".to_owned(),
            moves => format!("after {moves} moves"),
        };
        let won =
            self.setup.ink.paint(Tone::Strong, &format!("{} {} {made}", self.name(winner), verb(winner)));
        format!("{won}: {} {why}.\n", self.name(stuck))
    }

    fn undo(&mut self) -> String {
        let alone = !matches!(self.setup.rival, Rival::Human);
        let mine = |length: usize| (length % 2 == 1) == (self.setup.start == Start::You);
        let target = (1..self.history.len()).rev().find(|&length| !alone || mine(length));
        match target {
            None => "There is nothing to take back.\n".to_owned(),
            Some(length) => {
                self.history.truncate(length);
                self.table()
            }
        }
    }

    fn list(&mut self) -> String {
        let all = moves::distinct(&self.state().position);
        let first = if self.page < all.moves.len() { self.page } else { 0 };
        let (text, next) = listing::page(self.state(), &all, first);
        self.page = next.unwrap_or(0);
        text
    }

    fn hint(&mut self) -> String {
        let position = self.state().position.clone();
        match opponent::answer(&position, self.setup.play, &mut self.setup.known) {
            Ok(answer) => help::prose(&advice::hint(self.state(), &answer)),
            Err(refusal) => help::prose(&format!("No hint: {}", refused(&refusal))),
        }
    }

    fn values(&mut self) -> String {
        let position = self.state().position.clone();
        match opponent::answer(&position, self.setup.play, &mut self.setup.known) {
            Ok(answer) => advice::values(&answer),
            Err(refusal) => help::prose(&format!("No values: {}", refused(&refusal))),
        }
    }
}
