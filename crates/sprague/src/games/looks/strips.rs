//! Strips of squares with tokens, also such that share their first squares, and a strip whose square 0 is a bag.

use std::collections::HashSet;

use super::typed::{Word, names, positive};
use super::{BoardKind, View, on, without};
use crate::games::Action;

/// What a theorem tells of the tokens of a strip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StripMarks {
    /// How many of the lowest tokens are the head (theory 6.5); 0 where the strip stands alone.
    pub head: usize,
    /// The gaps whose nim-sum counts, from the right.
    pub gaps: Vec<Gap>,
}

/// The empty squares below a token, down to the next one or to the end of the strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The lowest of them.
    pub from: u64,
    /// The square of the token above them.
    pub below: u64,
    /// How many there are.
    pub size: u64,
}

/// Tokens pair up from the right, and a token that is left over stands above the floor (theory 6.2). In a star these
/// are the tokens of the tails, unless all strips are even, where the heads are such pairs, too (6.7), or square 0 is
/// occupied, where the strips are independent above it (6.4).
pub(super) fn marks(view: &View) -> Vec<StripMarks> {
    let strips: Vec<&[u64]> = view.strips().collect();
    let is_star = view.board == BoardKind::Star;
    if !(is_star || view.board == BoardKind::Strips) || view.order.is_some() {
        return vec![StripMarks::default(); strips.len()];
    }
    if !is_star {
        return strips.iter().map(|tokens| StripMarks { head: 0, gaps: gaps(tokens, 0) }).collect();
    }
    let is_occupied = strips.iter().any(|tokens| tokens.first() == Some(&0));
    let all_even = strips.iter().all(|tokens| tokens.len() % 2 == 0);
    let of_strip = |tokens: &&[u64]| {
        if is_occupied {
            let above = &tokens[usize::from(tokens.first() == Some(&0))..];
            return StripMarks { head: 0, gaps: gaps(above, 1) };
        }
        let head = match tokens.len() {
            0 => 0,
            odd if odd % 2 == 1 => 1,
            _ => 2,
        };
        let paired = if all_even { tokens } else { &tokens[head..] };
        StripMarks { head, gaps: gaps(paired, 0) }
    };
    strips.iter().map(of_strip).collect()
}

/// The gaps of a strip whose lowest square is this.
fn gaps(tokens: &[u64], floor: u64) -> Vec<Gap> {
    let pair = |pair: &[u64]| {
        let (from, below) = match *pair {
            [lower, upper] => (lower + 1, upper),
            _ => (floor, pair[0]),
        };
        Gap { from, below, size: below - from }
    };
    tokens.rchunks(2).map(pair).collect()
}

/// The strip is told where another kind of strip has a token on the same square.
pub(super) fn words(view: &View, part: Option<usize>, strip: usize, (from, to): (u64, u64)) -> String {
    let own = view.strips().nth(strip).unwrap_or_default();
    let unclear = view.strips().any(|other| other != own && other.contains(&from));
    let place = if unclear { on(view, part, "strip ") } else { String::new() };
    format!("{from} to {to}{place}")
}

/// An arrow serves as `to`.
pub(super) fn read(view: &View, words: &[Word]) -> Option<Vec<(usize, Action)>> {
    use Word::{Arrow, Number as N};
    let (from, to) = match (&names(words)[..], words) {
        (["", "to", ""], [N(from), _, N(to)]) | (["move", "", "to", ""], [_, N(from), _, N(to)]) => {
            (*from, *to)
        }
        (_, [N(from), Arrow, parts @ ..]) => match positive(parts)?[..] {
            [] => (*from, 0),
            [to] => (*from, to),
            _ => return Some(Vec::new()),
        },
        (["take", "bag"] | ["take", "the", "bag"], _) => {
            let bag = (view.board == BoardKind::Bag).then_some((0, Action::TakeBag));
            return Some(bag.into_iter().collect());
        }
        _ => return None,
    };
    Some(slides(view, from, to).collect())
}

pub(super) fn between(before: &View, after: &View) -> Vec<(usize, Action)> {
    let squares = |view: &View| view.strips().flatten().copied().collect::<Vec<u64>>();
    let (old, new) = (squares(before), squares(after));
    let (&[from], &[to]) = (&without(&old, &new)[..], &without(&new, &old)[..]) else { return Vec::new() };
    let mut seen = HashSet::new();
    let strips: Vec<&[u64]> = before.strips().collect();
    slides(before, from, to).filter(|(strip, _)| seen.insert(strips[*strip])).collect()
}

pub(super) const fn forms(view: &View) -> &'static [&'static str] {
    match view.board {
        BoardKind::Bag => &[
            "5 to 3               move the coin on square 5 to square 3 (5 to 0: into the bag)",
            "take the bag         take the bag, if the dollar is in it",
        ],
        BoardKind::Shared => &["5 to 3               move the coin on square 5 to square 3"],
        _ => &[
            "5 to 3               move the coin on square 5 to square 3",
            "5 to 3 on strip 2    the same where several strips have a coin on 5",
        ],
    }
}

/// The token on one square goes to another, on each strip that has one there.
fn slides(view: &View, from: u64, to: u64) -> impl Iterator<Item = (usize, Action)> {
    view.strips().enumerate().filter_map(move |(strip, tokens)| {
        let token = tokens.iter().position(|&token| token == from)?;
        Some((strip, Action::Slide { strip, token, from, to }))
    })
}
