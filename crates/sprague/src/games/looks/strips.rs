//! Strips of squares with tokens, also such that share their first squares, and a strip whose square 0 is a bag.

use std::collections::HashSet;

use super::typed::{Word, names, positive};
use super::{BoardKind, View, on, without};
use crate::games::Action;

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
