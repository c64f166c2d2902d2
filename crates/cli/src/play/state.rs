//! A position as it lies on the table: the terms, and the pins where they stand.

use std::fmt::Write;
use std::ops::Range;

use sprague::position::{Position, Term};

use crate::draw::{self, Alley, Ink, Tone, WIDTH, clip};
use sprague::playing::{Manner, Move, change};

/// A position and its alleys of pins.
#[derive(Clone, Debug)]
pub struct State {
    pub position: Position,
    alleys: Vec<Option<Alley>>,
}

impl State {
    /// The start of a game.
    pub fn new(position: Position) -> Self {
        let alley = |term: &Term| match term {
            Term::Heaps(game, heaps) => Alley::new(game, heaps),
            _ => None,
        };
        Self { alleys: position.0.iter().map(alley).collect(), position }
    }

    /// The alley of a term, where it has one.
    pub fn alley(&self, at: usize) -> Option<&Alley> {
        self.alleys[at].as_ref()
    }

    /// The pins that fall in a move, where there are pins.
    pub fn pins_of(&self, step: &Move) -> Option<Range<usize>> {
        let alley = self.alley(step.at)?;
        match (&step.manner, &self.position.0[step.at], &step.term) {
            (Some(Manner::Pins(pins)), ..) => Some(pins.clone()),
            (None, Term::Heaps(_, before), Term::Heaps(_, after)) => {
                let (size, parts) = change(before, after)?;
                alley.pins_between(size, &parts)
            }
            _ => None,
        }
    }

    /// The move that knocks down these pins, counted from 1, if they are neighbors that stand.
    pub fn knocking(&self, at: usize, pins: &[u64]) -> Option<Move> {
        let alley = self.alley(at)?;
        let Term::Heaps(game, heaps) = &self.position.0[at] else { return None };
        let mut pins = pins.to_vec();
        pins.sort_unstable();
        let neighbors = pins.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        let (first, last) = (pins.first()?.checked_sub(1)?, *pins.last()?);
        let pins = usize::try_from(first).ok()?..usize::try_from(last).ok()?;
        let run = alley.run_of(&pins).filter(|_| neighbors)?;
        let place = heaps.sizes().iter().position(|&size| size == run.len() as u64)?;
        let parts = [pins.start - run.start, run.end - pins.end].map(|part| part as u64);
        let term = Term::Heaps(game.clone(), heaps.replaced(place, parts));
        Some(Move { at, term, manner: Some(Manner::Pins(pins)) })
    }

    /// The state after a move.
    #[must_use]
    pub fn after(&self, step: &Move) -> Self {
        let mut alleys = self.alleys.clone();
        if let Some(alley) = self.alley(step.at) {
            alleys[step.at] = self.pins_of(step).map(|pins| alley.without(pins));
        }
        Self { position: self.position.with_term(step.at, step.term.clone()), alleys }
    }

    /// The boards, each under its name where there are several.
    pub fn draw(&self, ink: Ink) -> String {
        const MOST_TERMS: usize = 8;
        let terms = &self.position.0;
        let mut text = String::new();
        for (at, term) in terms.iter().enumerate().take(MOST_TERMS) {
            if terms.len() > 1 {
                text.push_str(if at == 0 { "" } else { "\n" });
                let name = ink.paint(Tone::Strong, &super::phrase::label(at));
                let _ = writeln!(text, "{name}  {}", clip(&term.to_string(), WIDTH - 6));
            }
            for line in draw::board(term, self.alley(at), ink) {
                text.push_str(&line);
                text.push('\n');
            }
        }
        if terms.len() > MOST_TERMS {
            let _ = writeln!(text, "... and {} more games", terms.len() - MOST_TERMS);
        }
        text
    }
}
