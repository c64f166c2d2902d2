//! The answer to "who wins, how, and why".

use std::collections::HashMap;

use super::misere;
use super::product::MisereProduct;
use super::reasons;
use super::size::{count_all_options, most_moves};
use crate::games::winning::{Found, MOST_TRIED_IN_ALL, Room};
use crate::games::{Evaluation, Known, Term};
use crate::heap::closed::is_nim;
use crate::limits::{Measure, TooLarge};
use crate::loopy::LoopyValue;
use crate::nim;
use crate::nimber::Nimber;
use crate::play::{Outcome, Play};
use crate::position::Position;
use crate::theorem::Theorem;
use crate::working::Working;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// How the game ends.
    pub play: Play,
    /// The most winning moves to list.
    pub moves: usize,
}

impl Default for Request {
    /// Normal play, and the first hundred winning moves.
    fn default() -> Self {
        Self { play: Play::Normal, moves: 100 }
    }
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position asked about.
    pub position: Position,
    /// How the game ends.
    pub play: Play,
    /// Who wins.
    pub outcome: Outcome,
    /// The Sprague-Grundy value under normal play, where it is within reach.
    pub value: Option<Nimber>,
    /// The value where play may go on for ever and no number is it (theory D.3).
    pub infinite: Option<LoopyValue>,
    /// The misère value, where a search computed it.
    pub misere_value: Option<Nimber>,
    /// The number of distinct positions after one move, where they were counted.
    pub options: Option<u64>,
    /// Winning moves as whole positions, sorted by their text.
    pub winning_moves: Vec<Position>,
    /// How many there are, where all were found.
    pub winning_moves_total: Option<u64>,
    /// The components with their values (normal play).
    pub components: Vec<Component>,
    /// The theorem that decides the whole position at once, if one does.
    pub theorem: Option<Theorem>,
    /// How many positions were searched for the whole position at once (misère play).
    pub searched: u64,
    /// How theory decides the sum (misère play), where it does.
    pub product: Option<MisereProduct>,
    /// The numbers of the whole sum and how they are combined, where more than a search decides.
    pub working: Option<Working>,
    /// Further facts that fit the position.
    pub notes: Vec<Note>,
}

/// One independent component of the position.
#[derive(Clone, Debug)]
pub struct Component {
    /// The component as a term of its own.
    pub term: Term,
    /// What is known of it.
    pub evaluation: Evaluation,
    /// The numbers behind it and how they are combined, where they are told.
    pub working: Option<Working>,
}

/// A fact beside the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The longest game of Nim in which every winning player plays to win (theory 2.4).
    LongestOptimalGame(u128),
    /// The number of ordered triples of heaps with nim-sum 0 and this total (theory 2.5).
    ZeroTriples {
        /// The number of counters in all.
        total: u64,
        /// How many ordered triples share it.
        triples: u128,
    },
}

impl Answer {
    /// Whether the list of winning moves is shorter than it could be.
    pub fn truncated(&self) -> bool {
        self.winning_moves_total != Some(self.winning_moves.len() as u64)
    }
}

/// Solves a position.
///
/// ```
/// use sprague::{games::Known, solve::{Request, solve}};
/// use sprague::{play::Play, limits::Limits};
///
/// let position = "nim: 3 4 5".parse()?;
/// let request = Request { play: Play::Normal, moves: 10 };
/// let answer = solve(&position, request, &mut Known::new(Limits::default()))?;
/// assert_eq!(answer.winning_moves[0].to_string(), "nim: 5 4 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(position: &Position, request: Request, known: &mut Known) -> Result<Answer, TooLarge> {
    let mut answer = find(position, request, known)?;
    reasons::tell(&mut answer, known)?;
    Ok(answer)
}

/// The answer without the workings of its components, for who asks about many positions and shows none.
pub(crate) fn find(position: &Position, request: Request, known: &mut Known) -> Result<Answer, TooLarge> {
    known.begin()?;
    match request.play {
        Play::Normal => normal(position, request, known),
        Play::Misere => misere(position, request, known),
    }
}

fn normal(position: &Position, request: Request, known: &mut Known) -> Result<Answer, TooLarge> {
    admit_components(position, known)?;
    let mut components = Vec::new();
    let mut evaluated: HashMap<Term, Evaluation> = HashMap::new();
    let mut term_values = Vec::with_capacity(position.0.len());
    for term in &position.0 {
        known.limits().check_time()?;
        let mut sum = Some(Nimber::ZERO);
        for component in term.components() {
            let kept = if component.is_evaluated_at_once() { None } else { evaluated.get(&component) };
            let evaluation = match kept {
                Some(evaluation) => evaluation.clone(),
                None => component.evaluate(known)?,
            };
            if !component.is_evaluated_at_once() {
                evaluated.entry(component.clone()).or_insert_with(|| evaluation.clone());
            }
            sum = sum.zip(evaluation.value).map(|(sum, value)| sum + value);
            components.push(Component { term: component, evaluation, working: None });
        }
        term_values.push(sum);
    }
    let value: Option<Nimber> = term_values.iter().copied().sum();
    let unknown: Vec<usize> =
        (0..components.len()).filter(|&at| components[at].evaluation.value.is_none()).collect();
    let infinite = infinite(&components);
    let outcome = match (value, &unknown[..]) {
        (Some(value), _) => Outcome::of_value(value),
        (None, _) if infinite.is_some() => infinite.as_ref().map_or(Outcome::Draw, LoopyValue::outcome),
        (None, [at]) if known_sum(&components).is_zero() => components[*at].evaluation.outcome,
        (None, _) => return Err(first_refusal(&components, known)),
    };
    let (moves, total) = match outcome {
        Outcome::N => winning_moves(position, value, &term_values, known)?,
        Outcome::P | Outcome::Draw => (Vec::new(), Some(0)),
    };
    Ok(Answer {
        position: position.clone(),
        play: Play::Normal,
        outcome,
        value: if outcome == Outcome::P { Some(Nimber::ZERO) } else { value },
        infinite,
        misere_value: None,
        options: count_all_options(position, known),
        winning_moves: sorted(moves, request.moves),
        winning_moves_total: total,
        components,
        theorem: None,
        searched: 0,
        product: None,
        working: None,
        notes: notes(position, outcome),
    })
}

/// The winning moves, as many as the answer may hold, and how many there are.
fn winning_moves(
    position: &Position,
    value: Option<Nimber>,
    term_values: &[Option<Nimber>],
    known: &mut Known,
) -> Result<(Vec<Position>, Option<u64>), TooLarge> {
    let mut room = Room { moves: most_moves(position, known.limits()), tries: MOST_TRIED_IN_ALL };
    let mut moves = Vec::new();
    let mut total = Some(0);
    let mut found_in: HashMap<&Term, Found<Term>> = HashMap::new();
    for (at, term) in position.0.iter().enumerate() {
        if !found_in.contains_key(term) {
            let found = match (value, term_values[at]) {
                // only the infinite term can be moved so that all is finite (theory D.3)
                (None, None) if term.is_loopy() => {
                    let others = term_values.iter().flatten().copied().sum();
                    term.moves_of_value(others, &mut room, known)?
                }
                (None, Some(_)) if position.0.iter().any(Term::is_loopy) => Vec::new().into(),
                (Some(whole), Some(own)) => term.moves_of_value(own + whole, &mut room, known)?,
                (None, None) => term.moves_to_p(&room, known)?,
                _ => Found::default(),
            };
            found_in.insert(term, found);
        }
        let found = &found_in[term];
        total = total.zip(found.total).map(|(sum, more)| sum + more);
        let made = found.moves.iter().take(room.moves);
        let made = made.map(|option| position.with_term(at, option.clone()));
        let before = moves.len();
        moves.extend(made);
        room.moves -= moves.len() - before;
    }
    Ok((moves, total))
}

/// Refuses positions whose components have long names: each component is named with its whole game.
fn admit_components(position: &Position, known: &Known) -> Result<(), TooLarge> {
    /// Shorter names are no longer than what else is said of a component.
    const SHORT: usize = 64;
    let names = |term: &Term| match term.game_name().len() {
        length if length > SHORT => term.parts() as f64 * length as f64,
        _ => 0.0,
    };
    let bytes: f64 = position.0.iter().map(names).sum();
    if bytes == 0.0 {
        return Ok(());
    }
    known.limits().admit_answer(format!("the list of the components of {position}"), bytes)
}

fn misere(position: &Position, request: Request, known: &mut Known) -> Result<Answer, TooLarge> {
    let found = misere::evaluate(position, known)?;
    let mut answer = Answer {
        position: position.clone(),
        play: Play::Misere,
        outcome: found.outcome,
        value: None,
        infinite: None,
        misere_value: found.value,
        options: found.options,
        winning_moves: sorted(found.winning, request.moves),
        winning_moves_total: found.total,
        components: Vec::new(),
        theorem: found.theorem,
        searched: found.searched,
        product: found.product,
        working: found.working,
        notes: Vec::new(),
    };
    reasons::tell_misere(&mut answer, &found.changed);
    Ok(answer)
}

fn known_sum(components: &[Component]) -> Nimber {
    components.iter().filter_map(|component| component.evaluation.value).sum()
}

/// The value of the sum where some component has an infinite one and that decides it; two of them do whatever the
/// others are worth (theory D.3).
fn infinite(components: &[Component]) -> Option<LoopyValue> {
    let all = || components.iter().filter_map(|component| component.evaluation.infinite.clone());
    let missing = components
        .iter()
        .any(|component| component.evaluation.value.is_none() && component.evaluation.infinite.is_none());
    match all().count() {
        0 => None,
        1 if missing => None,
        _ => Some(all().sum::<LoopyValue>() + known_sum(components).into()),
    }
}

/// Several values are needed and one is out of reach: says which.
fn first_refusal(components: &[Component], known: &Known) -> TooLarge {
    let missing = components.iter().find(|component| component.evaluation.value.is_none());
    let Component { term, evaluation, .. } = missing.expect("a value is missing");
    if let Some(refusal) = &evaluation.refusal {
        return refusal.clone();
    }
    let what = format!("the value of {term}, which this sum needs,");
    let estimate = term.reachable() * term.breadth();
    TooLarge::Estimate { what, measure: Measure::Steps, estimate, limit: known.limits().steps }
}

fn sorted(moves: Vec<Position>, most: usize) -> Vec<Position> {
    let mut by_text: Vec<(String, Position)> = moves.into_iter().map(|p| (p.to_string(), p)).collect();
    by_text.sort_unstable();
    by_text.truncate(most);
    by_text.into_iter().map(|(_, position)| position).collect()
}

fn notes(position: &Position, outcome: Outcome) -> Vec<Note> {
    let [Term::Heaps(game, heaps)] = &position.0[..] else { return Vec::new() };
    if !is_nim(&game.rule) || heaps.sizes().is_empty() {
        return Vec::new();
    }
    let mut notes = vec![Note::LongestOptimalGame(nim::longest_optimal_game(heaps.sizes()))];
    let total = heaps.sizes().iter().try_fold(0u64, |sum, &size| sum.checked_add(size));
    if let (Outcome::P, [_, _, _], Some(total)) = (outcome, heaps.sizes(), total) {
        notes.push(Note::ZeroTriples { total, triples: nim::count_zero_triples(total) });
    }
    notes
}
