//! Which known games have a given sequence of values.
//!
//! Candidates are the named games, all octal codes with up to three digits (and a fourth before the point), codes with
//! two hexadecimal digits, take 1 to m and parts that differ by at least D. Each is computed only until it differs.
//! A match holds for the values given and no further: it is an observation, not a proof.

use std::collections::BTreeSet;

use crate::heap::{HeapGame, Rule, catalogue};
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::sequence::Dense;

/// A game whose values are the ones asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The game.
    pub game: HeapGame,
    /// The heap whose value comes first in the list: 0, or 1 if the list leaves heap 0 out.
    pub first: u64,
}

/// The known games that have these values from heap 0 or from heap 1 on.
///
/// ```
/// use sprague::analysis::identify;
/// use sprague::nimber::Nimber;
/// let values = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3].map(Nimber);
/// assert_eq!(identify(&values)[0].game.to_string(), "grundy");
/// ```
#[expect(clippy::disallowed_methods, reason = "for who asks")]
pub fn identify(values: &[Nimber]) -> Vec<Match> {
    identify_within(values, &Limits::default()).unwrap_or_default()
}

/// The same for a caller who may stop it ([`Limits::meter`]).
pub fn identify_within(values: &[Nimber], limits: &Limits) -> Result<Vec<Match>, TooLarge> {
    /// Heaps between two looks at the meter.
    const PIECE: usize = 1 << 8;
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for game in candidates() {
        if !seen.insert(game.rule.clone()) {
            continue;
        }
        let mut engine = Dense::new(game.rule.clauses());
        for first in [0, 1] {
            let mut agrees = true;
            for (piece, heap) in values.chunks(PIECE).zip((first..).step_by(PIECE)) {
                limits.check_time()?;
                agrees = (heap..).zip(piece).all(|(heap, value)| {
                    let computed = engine.extend_to(heap)[heap as usize];
                    u64::from(computed) == value.0
                });
                if !agrees {
                    break;
                }
            }
            if agrees && !values.is_empty() {
                found.push(Match { game: game.clone(), first });
                break;
            }
        }
    }
    Ok(found)
}

fn candidates() -> impl Iterator<Item = HeapGame> {
    let named = catalogue::HEAP_GAMES
        .iter()
        .filter_map(|entry| entry.rule().map(|rule| HeapGame { rule, name: Some(entry.name.into()) }));
    let octal = (0..1024u16).map(|bits| {
        let digit = |place: u16| (bits >> (3 * place) & 7) as u8;
        code(&[4 * (bits >> 9) as u8, digit(2), digit(1), digit(0)])
    });
    let hexadecimal = (0..=255u8).map(|bits| code(&[0, bits >> 4, bits & 15]));
    let rules =
        (1..=30).map(|m| format!("take(1..{m})")).chain((0..=16).map(|d| format!("split(2, diff>={d})")));
    let rules = rules.filter_map(|text| text.parse::<Rule>().ok());
    named.chain(octal.chain(hexadecimal).flatten().chain(rules).map(HeapGame::from))
}

fn code(digits: &[u8]) -> Option<Rule> {
    let text: String = digits.iter().filter_map(|&digit| char::from_digit(digit.into(), 16)).collect();
    format!("{}.{}", &text[..1], &text[1..]).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dawsons_chess_is_found_from_heap_one_as_dawsons_kayles() {
        let values: Vec<Nimber> =
            [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0].map(Nimber).to_vec();
        let found = identify(&values);
        let names: Vec<(String, u64)> = found.iter().map(|m| (m.game.to_string(), m.first)).collect();
        assert!(names.contains(&("dawsons-chess".to_owned(), 0)), "{names:?}");
        assert!(names.contains(&("dawsons-kayles".to_owned(), 1)), "{names:?}");
        assert!(identify(&[5, 6, 7].map(Nimber)).is_empty());
    }
}
