//! The answer to "who wins, how, and why".

use super::appraise::{Appraisal, Appraiser};
use super::misere;
use super::winning::{self, MOST_TRIED, distinct};
use crate::heap::closed::is_nim;
use crate::nim;
use crate::nimber::Nimber;
use crate::play::{Outcome, Play};
use crate::position::{Position, Term};
use crate::search::TooLarge;
use crate::theorem::Theorem;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// How the game ends.
    pub play: Play,
    /// The most winning moves to list.
    pub moves: usize,
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
    /// Further facts that fit the position.
    pub notes: Vec<Note>,
}

/// One independent component of the position.
#[derive(Clone, Debug)]
pub struct Component {
    /// The component as a term of its own.
    pub term: Term,
    /// What is known of it.
    pub appraisal: Appraisal,
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
/// use sprague::solve::{Appraiser, Request, solve};
/// use sprague::{play::Play, search::Limits};
///
/// let position = "nim: 3 4 5".parse()?;
/// let request = Request { play: Play::Normal, moves: 10 };
/// let answer = solve(&position, request, &mut Appraiser::new(Limits::default()))?;
/// assert_eq!(answer.winning_moves[0].to_string(), "nim: 5 4 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(position: &Position, request: Request, appraiser: &mut Appraiser) -> Result<Answer, TooLarge> {
    match request.play {
        Play::Normal => normal(position, request, appraiser),
        Play::Misere => misere(position, request, appraiser),
    }
}

fn normal(position: &Position, request: Request, appraiser: &mut Appraiser) -> Result<Answer, TooLarge> {
    let mut components = Vec::new();
    let mut term_values = Vec::with_capacity(position.0.len());
    for term in &position.0 {
        let mut sum = Some(Nimber::ZERO);
        for component in term.components() {
            let appraisal = appraiser.appraise(&component)?;
            sum = sum.zip(appraisal.value).map(|(sum, value)| sum + value);
            components.push(Component { term: component, appraisal });
        }
        term_values.push(sum);
    }
    let value: Option<Nimber> = term_values.iter().copied().sum();
    let unknown: Vec<usize> =
        (0..components.len()).filter(|&at| components[at].appraisal.value.is_none()).collect();
    let outcome = match (value, &unknown[..]) {
        (Some(value), _) => Outcome::of_value(value),
        (None, [at]) if known_sum(&components).is_zero() => components[*at].appraisal.outcome,
        (None, _) => return Err(first_refusal(&components, appraiser)),
    };
    let mut moves = Vec::new();
    let mut total = Some(0);
    if outcome == Outcome::N {
        for (at, term) in position.0.iter().enumerate() {
            let found = match (value, term_values[at]) {
                (Some(whole), Some(own)) => winning::options_of_value(term, own + whole, appraiser)?,
                (None, None) => winning::by_theorem(term, Nimber::ZERO).unwrap_or_default(),
                _ => winning::Found::default(),
            };
            total = total.zip(found.total).map(|(sum, more)| sum + more);
            moves.extend(found.moves.into_iter().map(|option| position.with_term(at, option)));
        }
    }
    Ok(Answer {
        position: position.clone(),
        play: Play::Normal,
        outcome,
        value: if outcome == Outcome::P { Some(Nimber::ZERO) } else { value },
        misere_value: None,
        options: count_options(position),
        winning_moves: sorted(moves, request.moves),
        winning_moves_total: total,
        components,
        theorem: None,
        searched: 0,
        notes: notes(position, outcome),
    })
}

fn misere(position: &Position, request: Request, appraiser: &Appraiser) -> Result<Answer, TooLarge> {
    let found = misere::appraise(position, appraiser.limits())?;
    let total = found.winning.len() as u64;
    Ok(Answer {
        position: position.clone(),
        play: Play::Misere,
        outcome: found.outcome,
        value: None,
        misere_value: found.value,
        options: found.options,
        winning_moves: sorted(found.winning, request.moves),
        winning_moves_total: Some(total),
        components: Vec::new(),
        theorem: found.theorem,
        searched: found.searched,
        notes: Vec::new(),
    })
}

fn known_sum(components: &[Component]) -> Nimber {
    components.iter().filter_map(|component| component.appraisal.value).sum()
}

/// Several values are needed and one is out of reach: says which.
fn first_refusal(components: &[Component], appraiser: &Appraiser) -> TooLarge {
    let missing = components.iter().find(|component| component.appraisal.value.is_none());
    let term = &missing.expect("a value is missing").term;
    let what = format!("the value of {term}, which this sum needs,");
    let estimate = term.reachable() * term.breadth();
    TooLarge::Steps { what, estimate, limit: appraiser.limits().steps }
}

fn sorted(moves: Vec<Position>, most: usize) -> Vec<Position> {
    let mut by_text: Vec<(String, Position)> = moves.into_iter().map(|p| (p.to_string(), p)).collect();
    by_text.sort_unstable();
    by_text.truncate(most);
    by_text.into_iter().map(|(_, position)| position).collect()
}

fn count_options(position: &Position) -> Option<u64> {
    let breadth: f64 = position.0.iter().map(Term::breadth).sum();
    (breadth <= MOST_TRIED).then(|| position.0.iter().map(|term| distinct(term.options()).len() as u64).sum())
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
