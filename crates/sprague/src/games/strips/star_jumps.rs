//! Star Welter and Star Hexad: strips that share square 0, on which tokens jump (theory R.10).
//!
//! In Welter's game a move takes a token to any smaller empty square, past others. Hexad is Welter's game with six
//! tokens on the squares 0 to 11 in which the squares must add up to at least 21 after each move; its P-positions are
//! the hexads of the Steiner system S(5, 6, 12). As in Star Nim the strips of a star share square 0, where only one
//! token may stand; a token there never moves.
//!
//! Once square 0 is occupied the strips are independent. In Star Welter each then has the value of Welter's function of
//! its squares less 1, and one strip alone is Welter's game. Everything else is searched, at most all placements of the
//! tokens below where they are.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use super::silver_dollar::{Strip, read_strips};
use super::star::StarPosition;
use super::welter::{jumped, welter_function};
use crate::games::{Action, BoardKind, Game, Known, Reduction, View, first_of_each};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nimber::{Nimber, nim_sum};
use crate::notation::{Cursor, NotationError, joined};
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// What tells the two games apart.
pub trait Jumps: Copy + Eq + Ord + Hash + fmt::Debug + Send + 'static {
    /// Name, rules in words, an example.
    const ENTRY: &'static Entry;
    /// The least sum of the squares of a strip after a move on it.
    const LEAST_SUM: u64;

    /// What is wrong with a strip, if anything.
    fn fault(tokens: &[u64]) -> Option<&'static str>;

    /// The value of the tokens above an occupied square 0, or of a strip alone, where a theorem gives it.
    fn value(tokens: &[u64]) -> Option<Nimber>;
}

/// Welter's game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WelterJumps;

/// Hexad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexadJumps;

impl Jumps for WelterJumps {
    const ENTRY: &'static Entry = &Entry {
        name: "star-welter",
        title: "Star Welter",
        aliases: &[],
        kind: EntryKind::Board("star-welter: [1,4] [2,3]"),
        words: "Move one token of a strip to any smaller empty square, past others if you like; the strips share square \
                0, where only one token may stand.",
        known: &[
            "With a token on square 0 each strip is Welter's game on the squares above it (theory R.10).",
        ],
        oeis: None,
    };
    const LEAST_SUM: u64 = 0;

    fn fault(_: &[u64]) -> Option<&'static str> {
        None
    }

    fn value(tokens: &[u64]) -> Option<Nimber> {
        Some(welter_function(tokens))
    }
}

impl Jumps for HexadJumps {
    const ENTRY: &'static Entry = &Entry {
        name: "star-hexad",
        title: "Star Hexad",
        aliases: &["hexad"],
        kind: EntryKind::Board("star-hexad: [0,3,4,7,9,11]"),
        words: "Six tokens of a strip stand on the squares 0 to 11; move one to any smaller empty square, so that the \
                squares still add up to 21 or more; the strips share square 0, where only one token may stand.",
        known: &["One strip is P exactly if it is one of the 132 hexads of S(5, 6, 12) (theory R.10)."],
        oeis: None,
    };
    const LEAST_SUM: u64 = 21;

    fn fault(tokens: &[u64]) -> Option<&'static str> {
        let squares = tokens.iter().copied().fold(0, u64::saturating_add);
        let is_hexad =
            tokens.len() == 6 && tokens.iter().all(|&token| token < 12) && squares >= Self::LEAST_SUM;
        // [0] is the token of another strip
        (!is_hexad && !matches!(tokens, [] | [0]))
            .then_some("a strip has six tokens on squares 0 to 11 that add up to 21 or more")
    }

    fn value(_: &[u64]) -> Option<Nimber> {
        None
    }
}

/// A star on whose strips tokens jump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StarJumps<J>(PhantomData<J>);

/// Star Welter.
pub type StarWelter = StarJumps<WelterJumps>;
/// Star Hexad.
pub type StarHexad = StarJumps<HexadJumps>;

impl<J> StarJumps<J> {
    /// The rules.
    pub const NEW: Self = Self(PhantomData);
}

/// The tokens above square 0.
fn above_zero(strip: &Strip) -> &[u64] {
    let tokens = strip.tokens();
    &tokens[usize::from(tokens.first() == Some(&0))..]
}

fn lowered(strip: &Strip) -> Vec<u64> {
    above_zero(strip).iter().map(|token| token - 1).collect()
}

impl<J: Jumps> Game for StarJumps<J> {
    type At = StarPosition;
    const ENTRY: &'static Entry = J::ENTRY;
    const PLAIN: Option<Self> = Some(Self::NEW);

    fn read(&self, text: &mut Cursor<'_>) -> Result<StarPosition, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let mut occupied = false;
        let admit = |token| {
            if token == 0 && std::mem::replace(&mut occupied, true) {
                return Err("square 0 is shared by all strips and can hold only one token");
            }
            Ok(())
        };
        let strips = read_strips(text, admit)?;
        match strips.iter().find_map(|strip| J::fault(strip.tokens())) {
            Some(fault) => Err(start.error(fault)),
            None => Ok(StarPosition::new(strips).expect("at most one token is on square 0")),
        }
    }

    fn write(&self, position: &StarPosition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(position.strips(), " "))
    }

    /// With square 0 occupied, each strip alone with that token.
    fn take_apart(&self, position: StarPosition, parts: &mut Vec<StarPosition>) {
        if !position.zero_is_occupied() {
            parts.push(position);
            return;
        }
        for strip in position.strips() {
            let above = above_zero(strip);
            if above.is_empty() {
                continue;
            }
            let has_zero = above.len() < strip.tokens().len();
            let zero = if has_zero { None } else { Strip::new(vec![0]) };
            let with_zero = zero.into_iter().chain([strip.clone()]);
            parts.extend(StarPosition::new(with_zero.collect()));
        }
    }

    fn representative(&self, position: StarPosition) -> StarPosition {
        let mut strips: Vec<Strip> =
            position.strips().iter().filter(|strip| !strip.tokens().is_empty()).cloned().collect();
        strips.sort_unstable();
        StarPosition::new(strips).expect("the tokens are the same")
    }

    fn parts(&self, position: &StarPosition) -> usize {
        position.strips().len()
    }

    fn kinds(&self, position: &StarPosition) -> Vec<usize> {
        first_of_each(position.strips())
    }

    fn actions<'p>(&'p self, position: &'p StarPosition, part: usize) -> impl Iterator<Item = Action> + 'p {
        let tokens = position.strips()[part].tokens();
        let slides = tokens.iter().enumerate().flat_map(move |(token, &from)| {
            (0..from).map(move |to| Action::Slide { strip: part, token, from, to })
        });
        slides.filter(move |action| self.act(position, part, action).is_some())
    }

    fn act(&self, position: &StarPosition, part: usize, action: &Action) -> Option<StarPosition> {
        let &Action::Slide { strip, token, from, to } = action else { return None };
        let tokens = position.strips().get(part)?.tokens();
        let is_free = tokens.binary_search(&to).is_err() && !(to == 0 && position.zero_is_occupied());
        let is_move = strip == part && tokens.get(token) == Some(&from) && to < from && is_free;
        // a strip with the least sum allowed has no move left; one that begins below has none at all
        let left = || tokens.iter().copied().fold(0, u64::saturating_add).saturating_sub(from - to);
        (is_move && (J::LEAST_SUM == 0 || left() >= J::LEAST_SUM))
            .then(|| position.replaced(part, jumped(&position.strips()[part], token, to)))
    }

    /// In the one strip that changed: the square that was left and the one that was reached.
    fn actions_between(&self, before: &StarPosition, after: &StarPosition) -> Vec<(usize, Action)> {
        let pairs = before.strips().iter().zip(after.strips()).enumerate();
        let Some((strip, (old, new))) = pairs.clone().find(|(_, (old, new))| old != new) else {
            return Vec::new();
        };
        let left = old.tokens().iter().position(|token| !new.tokens().contains(token));
        let reached = new.tokens().iter().find(|token| !old.tokens().contains(token));
        let slide = left.zip(reached);
        let action = slide.map(|(token, &to)| Action::Slide { strip, token, from: old.tokens()[token], to });
        action.into_iter().map(|action| (strip, action)).collect()
    }

    /// A token can go down by one square if any can go down at all.
    fn has_move(&self, position: &StarPosition) -> bool {
        let floor = u64::from(position.zero_is_occupied());
        position.strips().iter().any(|strip| {
            let tokens = above_zero(strip);
            let is_stuck = tokens.last().is_none_or(|&top| top < tokens.len() as u64 + floor);
            let sum = || tokens.iter().copied().fold(0, u64::saturating_add);
            !is_stuck && (J::LEAST_SUM == 0 || sum() > J::LEAST_SUM)
        })
    }

    fn view(&self, position: &StarPosition) -> View {
        View::of_strips(BoardKind::Star, position.strips().iter().map(Strip::tokens))
    }

    fn reduce(&self, position: &StarPosition) -> Option<Reduction<StarPosition>> {
        let mut strips = position.strips().iter().filter(|strip| !strip.tokens().is_empty());
        let known = if position.zero_is_occupied() {
            nim_sum(
                position
                    .strips()
                    .iter()
                    .map(|strip| J::value(&lowered(strip)))
                    .collect::<Option<Vec<_>>>()?,
            )
        } else if let (Some(only), None) = (strips.next(), strips.next()) {
            return Some(Reduction::closed(J::value(only.tokens())?, Theorem::Welter));
        } else {
            return None;
        };
        Some(Reduction::closed(known, Theorem::StarWelter))
    }

    fn working(&self, position: &StarPosition, _known: &mut Known) -> Option<Working> {
        if !position.zero_is_occupied() {
            return None;
        }
        let strips = position.strips().iter().filter(|strip| !above_zero(strip).is_empty());
        let row = |strip: &Strip| {
            let above = above_zero(strip).iter().copied();
            Some(
                WorkingRow::new(format!("{strip}, squares less 1"), J::value(&lowered(strip))?).out_of(above),
            )
        };
        let rows = strips.map(row).collect::<Option<Vec<_>>>()?;
        let because = "Square 0 is occupied, so each strip is Welter's game on the squares above it";
        Some(Working::of_value(Theorem::StarWelter, Combine::NimSum, rows).because(because))
    }

    fn search_size(&self, position: &StarPosition) -> f64 {
        if self.known_value(position).is_some() { 1.0 } else { self.reachable(position) }
    }

    fn reachable(&self, position: &StarPosition) -> f64 {
        position.strips().iter().map(|strip| strip.placements(0)).product()
    }

    fn breadth(&self, position: &StarPosition) -> f64 {
        let down = |strip: &Strip| {
            (0..).zip(strip.tokens()).map(|(below, &token)| (token - below) as f64).sum::<f64>()
        };
        position.strips().iter().map(down).sum()
    }

    fn words(&self, position: &StarPosition) -> f64 {
        position.strips().iter().map(Strip::words).sum()
    }
}
