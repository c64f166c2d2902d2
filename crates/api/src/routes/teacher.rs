//! Why a position is won or lost: values, the nim-sum in binary, every winning move, the reasons in words.

use sprague::games::Known;
use sprague::moves::Move;
use sprague::nimber::Nimber;
use sprague::position::Position;
use sprague::solve::{Answer, Component, Ground, Request, solve};
use sprague_answer::lab::{NimSum, NimSumRow, TeacherAnswer, TeacherComponent};

use super::position::Asked;
use crate::board;
use crate::cost;
use crate::limits::{Allowance, MOST_WINNING};
use crate::problem::Refusal;
use crate::question::{Question, Reply};

/// The most options that are looked through to say what winning moves do to the board.
const MOST_COMPARED: f64 = 2e6;

/// `POST /api/teacher`.
pub fn teach(question: &Question<'_>) -> Result<Reply, Refusal> {
    let asked: Asked = question.body()?;
    let host = &question.host;
    let (position, play) = asked.read(host)?;
    cost::admit(&position, host.allowance)?;
    let request = Request { play, moves: cost::listed(&position, MOST_WINNING, host.allowance) };
    let answer = solve(&position, request, &mut Known::new(host.allowance.limits()))?;
    Ok(Reply::document(&document(&position, &answer, host.allowance)))
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
    let notes = answer.notes.iter().map(ToString::to_string);
    let reason: Vec<String> = [answer.reason()].into_iter().chain(notes).collect();
    TeacherAnswer {
        position: position.to_string(),
        play: answer.play,
        outcome: answer.outcome,
        value: text(answer.value),
        misere_value: text(answer.misere_value),
        components: components(position, answer),
        nim_sum: nim_sum(answer),
        winning_moves: answer.winning_moves.iter().map(shown).collect(),
        winning_moves_total: answer.winning_moves_total.map(|total| total.to_string()),
        truncated: answer.truncated(),
        headline: answer.headline(),
        reason,
    }
}

fn text(value: Option<Nimber>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn components(position: &Position, answer: &Answer) -> Vec<TeacherComponent> {
    let owners =
        position.0.iter().enumerate().flat_map(|(at, term)| term.components().into_iter().map(move |_| at));
    let one = |(term, component): (usize, &Component)| {
        let grounds = &component.evaluation.grounds;
        let reason: Vec<String> = grounds.iter().map(ToString::to_string).collect();
        let theorems = grounds.iter().filter_map(|ground| match ground {
            Ground::Theorem(theorem) => Some(theorem.number().to_owned()),
            _ => None,
        });
        TeacherComponent {
            term,
            text: component.term.to_string(),
            value: text(component.evaluation.value),
            outcome: component.evaluation.outcome,
            reason: reason.join(", "),
            theorems: theorems.collect(),
        }
    };
    owners.zip(&answer.components).map(one).collect()
}

/// The values in binary, one below the other, and the bit that decides.
fn nim_sum(answer: &Answer) -> Option<NimSum> {
    let values: Option<Vec<u64>> =
        answer.components.iter().map(|c| c.evaluation.value.map(|v| v.0)).collect();
    let (values, Nimber(sum)) = (values.filter(|values| !values.is_empty())?, answer.value?);
    let largest = values.iter().copied().max().unwrap_or(0);
    let bits = largest.checked_ilog2().map_or(1, |bit| bit as usize + 1);
    let bit = answer.deciding_bit();
    let row = |(component, value): (&Component, &u64)| NimSumRow {
        text: component.term.to_string(),
        value: value.to_string(),
        binary: format!("{value:0bits$b}"),
        carries: bit.is_some_and(|bit| Nimber(*value).has_bit(bit)),
    };
    Some(NimSum {
        bits,
        rows: answer.components.iter().zip(&values).map(row).collect(),
        sum: sum.to_string(),
        binary: format!("{sum:0bits$b}"),
        deciding_bit: bit,
    })
}
