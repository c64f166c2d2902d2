//! A position with its boards and every way to move; and whether a typed move is one.

use schemars::JsonSchema;
use serde::Deserialize;
use sprague::moves::{self, Extent, Move, any};
use sprague::play::Play;
use sprague::position::Position;
use sprague_tell::lab::{self, MoveAnswer, Winner};

use crate::board;
use crate::cost;
use crate::limits::{Allowance, MOST_WAYS};
use crate::problem::Refusal;
use crate::question::{Host, Question};
use crate::verdict::{Judged, judge};

/// A position as it was typed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The position
    #[schemars(length(max = 20_000))]
    position: String,
    /// Whether it is misère play
    #[serde(default)]
    misere: bool,
}

impl Asked {
    /// The position, and how the game ends.
    pub fn read(&self, host: &Host<'_>) -> Result<(Position, Play), Refusal> {
        let position = read(&self.position, host)?;
        let play = position.play(self.misere);
        Ok((position, play))
    }
}

/// How the game ends.
pub const fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

/// Reads a position, whose moves are found within the limits of the question; graphs come from those that were handed
/// in.
pub fn read(text: &str, host: &Host<'_>) -> Result<Position, Refusal> {
    Ok(Position::read(text, host.graphs)?.within(&host.allowance.limits()))
}

/// `POST /api/position`.
pub fn look(asked: Asked, question: &Question<'_>) -> Result<lab::PositionAnswer, Refusal> {
    let (position, play) = asked.read(&question.host)?;
    Ok(document(&position, play, question.host.allowance))
}

fn document(position: &Position, play: Play, allowance: &Allowance) -> lab::PositionAnswer {
    let endless = || (play == Play::Misere).then(|| position.admit_misere().err()).flatten();
    let refusal =
        cost::playable(position, allowance).or_else(|| endless().map(|refusal| refusal.to_string()));
    let over = refusal.is_none() && !any(position);
    let winner = over.then_some(match play {
        Play::Normal => Winner::Previous,
        Play::Misere => Winner::Next,
    });
    let (moves, extent): (Vec<lab::MoveEntry>, _) = if refusal.is_some() {
        (Vec::new(), Extent::Some)
    } else {
        let found = moves::all(position, cost::listed(position, MOST_WAYS, allowance));
        (found.moves.iter().map(|step| board::step(position, step)).collect(), found.extent)
    };
    let total = (refusal.is_none() && extent == Extent::All).then(|| distinct(&moves).to_string());
    lab::PositionAnswer {
        position: position.to_string(),
        play,
        over,
        winner,
        refusal,
        terms: position.0.iter().enumerate().map(|(at, term)| board::term(at, term)).collect(),
        moves,
        moves_total: total,
        truncated: extent == Extent::Some,
    }
}

fn distinct(moves: &[lab::MoveEntry]) -> usize {
    let mut seen: Vec<&str> = moves.iter().map(|step| &*step.to).collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len()
}

/// A move that was typed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Typed {
    /// The position before
    #[schemars(length(max = 20_000))]
    position: String,
    /// The position after
    #[schemars(length(max = 20_000))]
    to: String,
    /// Whether it is misère play
    #[serde(default)]
    misere: bool,
}

/// `POST /api/move`.
pub fn check(typed: Typed, question: &Question<'_>) -> Result<MoveAnswer, Refusal> {
    let host = &question.host;
    let (from, to) = (read(&typed.position, host)?, read(&typed.to, host)?);
    if let Some(refusal) = cost::playable(&from, host.allowance) {
        return Err(Refusal::too_large(refusal));
    }
    let legal = Move::to_position(&from, &to).map(|step| step.after(&from));
    let after = legal.ok_or_else(|| Refusal::bad(format!("no move leads from {from} to {to}")))?;
    let Judged { outcome_before, winning, verdict } = judge(&from, &after, from.play(typed.misere), host);
    Ok(MoveAnswer { to: after.to_string(), outcome_before, winning, verdict })
}
