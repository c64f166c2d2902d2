//! A position as it lies on the table: the terms, and the pins where they stand.

use std::fmt::Write;
use std::ops::Range;

use sprague::games::{Action, View};
use sprague::moves::Move;
use sprague::position::Position;

use crate::draw::{self, Alley, Ink, Tone, WIDTH, clip};

/// A position as it is seen, and its alleys of pins.
#[derive(Clone, Debug)]
pub struct State {
    pub position: Position,
    views: Vec<View>,
    alleys: Vec<Option<Alley>>,
}

/// A move that was chosen, and the pins that fall, where they were named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub step: Move,
    pub pins: Option<Range<usize>>,
}

impl From<Move> for Choice {
    fn from(step: Move) -> Self {
        Self { step, pins: None }
    }
}

impl State {
    /// The start of a game.
    pub fn new(position: Position) -> Self {
        let views: Vec<View> = position.0.iter().map(sprague::games::Term::view).collect();
        Self { alleys: views.iter().map(Alley::new).collect(), views, position }
    }

    /// What is seen of a term.
    pub fn view(&self, at: usize) -> &View {
        &self.views[at]
    }

    /// The alley of a term, where it has one.
    pub fn alley(&self, at: usize) -> Option<&Alley> {
        self.alleys[at].as_ref()
    }

    /// The pins that fall in a move, where there are pins.
    pub fn pins_of(&self, step: &Move) -> Option<Range<usize>> {
        let alley = self.alley(step.at)?;
        match &step.action {
            Action::Knock { heap, first, count, .. } => alley.pins_of_run(*heap, *first, *count),
            action => {
                let change = action.heap_change(0)?;
                let first = change.left.get(1).copied().unwrap_or(0);
                (change.left.len() <= 2)
                    .then(|| alley.pins_of_run(change.heap, first, change.taken))
                    .flatten()
            }
        }
    }

    /// The move that knocks down these pins, counted from 1, if they are neighbors that stand and the rules allow it.
    pub fn knocking(&self, at: usize, pins: &[u64]) -> Option<Choice> {
        let alley = self.alley(at)?;
        let mut pins = pins.to_vec();
        pins.sort_unstable();
        let neighbors = pins.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        let (first, last) = (pins.first()?.checked_sub(1)?, *pins.last()?);
        let pins = usize::try_from(first).ok()?..usize::try_from(last).ok()?;
        let run = alley.run_of(&pins).filter(|_| neighbors)?;
        let part = self.view(at).heaps().iter().position(|&size| size == run.len() as u64)?;
        let before = (pins.start - run.start) as u64;
        let action = Action::knock(run.len() as u64, before, pins.len() as u64)?;
        let term = self.position.0[at].act(part, &action)?;
        Some(Choice { step: Move { at, part: Some(part), action, term }, pins: Some(pins) })
    }

    /// The state after a move.
    #[must_use]
    pub fn after(&self, choice: &Choice) -> Self {
        let Choice { step, pins } = choice;
        let mut next = self.clone();
        if let Some(alley) = self.alley(step.at) {
            let pins = pins.clone().or_else(|| self.pins_of(step));
            next.alleys[step.at] = pins.map(|pins| alley.without(pins));
        }
        next.views[step.at] = step.term.view();
        next.position = step.after(&self.position);
        next
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
            for line in draw::board(&self.views[at], self.alley(at), ink) {
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
