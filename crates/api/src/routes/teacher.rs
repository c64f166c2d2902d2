//! Why a position is won or lost: values, the nim-sum in binary, every winning move, the reasons in words.

use sprague::moves::Move;
use sprague::position::Position;
use sprague::solve::{Answer, Request};
use sprague_tell::lab::TeacherAnswer;

use super::position::Asked;
use crate::board;
use crate::cost;
use crate::limits::{Allowance, MOST_WINNING};
use crate::problem::Refusal;
use crate::question::Question;

/// The most options that are looked through to say what winning moves do to the board.
const MOST_COMPARED: f64 = 2e6;

/// `POST /api/teacher`.
pub fn teach(asked: Asked, question: &Question<'_>) -> Result<TeacherAnswer, Refusal> {
    let host = &question.host;
    let (position, play) = asked.read(host)?;
    cost::admit(&position, host.allowance)?;
    let request = Request { play, moves: cost::listed(&position, MOST_WINNING, host.allowance) };
    let answer = host.solved.solve(&position, request, &host.allowance.limits())?;
    Ok(document(&position, &answer, host.allowance))
}

fn document(position: &Position, answer: &Answer, allowance: &Allowance) -> TeacherAnswer {
    let playable = cost::playable(position, allowance).is_none()
        && cost::options(position) * answer.winning_moves.len() as f64 <= MOST_COMPARED;
    let shown = |after: &Position| {
        let step = playable.then(|| Move::between(position, after)).flatten();
        let mut shown =
            step.map_or_else(|| board::untold(String::new()), |step| board::step(position, &step));
        // the move may name its parts in another order
        shown.to = after.to_string();
        shown
    };
    sprague_tell::solve::teacher(position, answer, shown)
}
