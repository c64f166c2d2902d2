//! Reading and writing: `nearly(GAME, ...): [5,2] [4]!`, with `!` behind the owner.
//!
//! A component of one heap may be typed without brackets; they are always written. With one game for all, any number of
//! components may follow, otherwise one for each game.

use std::fmt;

use super::{Nearly, NearlyPosition, Owner};
use crate::heap::HeapGame;
use crate::notation::{Cursor, Notation, NotationError};

impl Nearly {
    /// Reads `(GAME, GAME, ...)`.
    pub fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.require('(')?;
        let mut games = Vec::new();
        loop {
            text.skip_spaces();
            games.push(HeapGame::read(text)?);
            text.skip_spaces();
            if text.eat(')') {
                return Ok(Self::new(games));
            }
            if !text.eat(',') {
                return Err(text.expected("`,` and another game, or `)`"));
            }
        }
    }
}

impl Notation for Nearly {
    fn read(&self, text: &mut Cursor<'_>) -> Result<NearlyPosition, NotationError> {
        let mut components = Vec::new();
        let mut owner = Owner::Nobody;
        loop {
            text.skip_spaces();
            let start = text.column();
            if text.eat('[') {
                let mut heaps = Vec::new();
                text.skip_spaces();
                while !text.eat(']') {
                    heaps.push(text.number("a heap size or `]`")?);
                    text.skip_spaces();
                    if text.eat(',') {
                        text.skip_spaces();
                    }
                }
                components.push(heaps);
            } else if text.peek().is_some_and(|c| c.is_ascii_digit()) {
                components.push(vec![text.number("a heap size")?]);
            } else {
                break;
            }
            if self.games.len() > 1 && components.len() > self.games.len() {
                let message = format!("more components than games: {} games are named", self.games.len());
                return Err(NotationError { column: start, message });
            }
            if text.peek() == Some('!') {
                if owner != Owner::Nobody {
                    return Err(text.error("a second owner: at most one component may be marked with `!`"));
                }
                text.advance();
                owner = Owner::Component(components.len() - 1);
            }
        }
        if components.is_empty() || (self.games.len() > 1 && components.len() < self.games.len()) {
            return Err(text.expected("a component for each game, as in `[5,2] [4]`"));
        }
        Ok(NearlyPosition { owner, ..self.position(components) })
    }

    fn write(&self, position: &NearlyPosition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (_, heaps)) in position.components.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            let sizes: Vec<String> = heaps.sizes().iter().map(u64::to_string).collect();
            let mark = if position.owner == Owner::Component(at) { "!" } else { "" };
            write!(f, "{space}[{}]{mark}", sizes.join(","))?;
        }
        Ok(())
    }
}

impl fmt::Display for Nearly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: Vec<String> = self.games.iter().map(HeapGame::to_string).collect();
        write!(f, "nearly({})", games.join(", "))
    }
}
