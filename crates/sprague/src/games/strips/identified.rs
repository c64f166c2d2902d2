//! Two strips with one token each whose first cells are identified in any order (theory 9.3).
//!
//! `identified(1,0): 5 7` has a token on square 5 of the first strip and one on square 7 of the second; square 0 of the
//! first strip is square 1 of the second, and square 1 is square 0. A token goes down its own strip, and neither on nor
//! past a square that the other token occupies. In the usual order this is `shared` (theory 9.2), whose theorems
//! answer; in another order the values are searched for, at most one for each pair of squares. The P-positions are known
//! for every order and squares of any size (theory 9.6).

use std::collections::HashMap;
use std::fmt;

use super::pairing::Pairing;
use super::single_tokens::Shared;
use crate::games::{Action, BoardKind, Evaluation, Found, Game, Known, Reduction, Room, View, winning};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::play::Outcome;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The most cells that are identified one by one.
const MOST_CELLS: usize = 1 << 12;

/// The rules: cell i of the first strip is cell `order[i]` of the second.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identified {
    order: Vec<u64>,
}

/// The P-positions of the orders that were asked for.
#[derive(Default)]
struct Pairings(HashMap<Vec<u64>, Pairing>);

/// The square of the token on the first strip, and that of the token on the second.
pub type TwoTokens = [u64; 2];

impl Identified {
    /// The game in which cell i of the first strip is cell `order[i]` of the second; `None` if that is no order of the
    /// first cells.
    pub fn new(order: Vec<u64>) -> Option<Self> {
        let mut seen = vec![false; order.len()];
        for &cell in &order {
            let place =
                usize::try_from(cell).ok().and_then(|cell| seen.get_mut(cell)).filter(|seen| !**seen)?;
            *place = true;
        }
        (!order.is_empty()).then_some(Self { order })
    }

    /// Whether the cells keep their order.
    fn is_usual(&self) -> bool {
        (0..).zip(&self.order).all(|(at, &cell)| at == cell)
    }

    /// The square of the other token on the strip of this one, if it lies on an identified cell.
    fn seen(&self, tokens: TwoTokens, strip: usize) -> Option<u64> {
        let other = tokens[1 - strip];
        if strip == 0 {
            (0..).zip(&self.order).find(|(_, cell)| **cell == other).map(|(square, _)| square)
        } else {
            self.order.get(usize::try_from(other).ok()?).copied()
        }
    }

    /// All P-positions, found once for an order.
    fn pairing(&self, known: &mut Known) -> Result<Pairing, TooLarge> {
        /// Steps for each pair of cells.
        const STEPS: u64 = 20;
        if let Some(pairing) = known.table::<Pairings>().0.get(&self.order) {
            return Ok(pairing.clone());
        }
        known.limits().spend(STEPS * (self.order.len() * self.order.len()) as u64)?;
        let pairing = Pairing::of(&self.order);
        known.table::<Pairings>().0.insert(self.order.clone(), pairing.clone());
        Ok(pairing)
    }

    /// The lowest square that a token can be moved to.
    fn lowest(&self, tokens: TwoTokens, strip: usize) -> u64 {
        let blocked = self.seen(tokens, strip).filter(|&square| square < tokens[strip]);
        blocked.map_or(0, |square| square + 1)
    }
}

impl Game for Identified {
    type At = TwoTokens;
    const ENTRY: &'static Entry = &Entry {
        name: "identified",
        title: "Cells identified in any order",
        aliases: &["identified-cells"],
        kind: EntryKind::Board("identified(1,0): 5 7"),
        words: "Two strips with one token each: cell 0, 1, ... of the first is the cell of the second that the list names. \
                Move a token down its strip, not on or past the other.",
        known: &[
            "In the usual order it is the game of shared squares (theory 9.2); else the values are searched for (theory 9.3).",
            "From some square on the P-positions are (n, n + d), with d by the order of the cells (theory 9.6).",
        ],
        oeis: None,
    };
    const CONTINUATION: &'static str = "a square, ";

    fn name(&self) -> String {
        format!("identified({})", joined(&self.order, ","))
    }

    /// `(1,0,2)`: the cells of the second strip, in the order of the first.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.require('(')?;
        text.skip_spaces();
        let start = text.clone();
        let mut cells = 0;
        let order = text.bracketed(')', "`,` and another cell, or `)`", |text| {
            cells += 1;
            let cell = text.number("a cell of the second strip")?;
            if cells <= MOST_CELLS {
                Ok(cell)
            } else {
                Err(start.error(format!("at most {MOST_CELLS} cells can be identified")))
            }
        })?;
        Self::new(order).ok_or_else(|| {
            start.error("the cells 0, 1, ... of the second strip, each once and in any order, as in `identified(1,0)`")
        })
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<TwoTokens, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let tokens = text.numbers("a heap size")?;
        let [a, b] = tokens[..] else {
            return Err(
                start.error(format!("there are exactly two tokens, one on each strip, not {}", tokens.len()))
            );
        };
        if self.seen([a, b], 0) == Some(a) {
            return Err(
                start.error("both tokens are on one cell: squares that are identified hold one token")
            );
        }
        Ok([a, b])
    }

    fn write(&self, tokens: &TwoTokens, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", tokens[0], tokens[1])
    }

    fn parts(&self, _tokens: &TwoTokens) -> usize {
        2
    }

    fn actions<'p>(&'p self, tokens: &'p TwoTokens, part: usize) -> impl Iterator<Item = Action> + 'p {
        let from = tokens[part];
        (self.lowest(*tokens, part)..from).map(move |to| Action::Slide { strip: part, token: 0, from, to })
    }

    fn act(&self, tokens: &TwoTokens, part: usize, action: &Action) -> Option<TwoTokens> {
        let &Action::Slide { strip, token: 0, from, to } = action else { return None };
        let allowed = strip == part
            && tokens.get(part) == Some(&from)
            && (self.lowest(*tokens, part)..from).contains(&to);
        let mut after = *tokens;
        *after.get_mut(part)? = to;
        allowed.then_some(after)
    }

    fn actions_between(&self, before: &TwoTokens, after: &TwoTokens) -> Vec<(usize, Action)> {
        let slide = |strip: usize| Action::Slide { strip, token: 0, from: before[strip], to: after[strip] };
        let changed = (0..2).filter(|&strip| before[strip] != after[strip]);
        changed.map(|strip| (strip, slide(strip))).collect()
    }

    fn has_move(&self, tokens: &TwoTokens) -> bool {
        (0..2).any(|strip| self.lowest(*tokens, strip) < tokens[strip])
    }

    fn view(&self, tokens: &TwoTokens) -> View {
        let strips = View::of_strips(BoardKind::Strips, tokens.iter().map(std::slice::from_ref));
        View { order: Some(self.order.clone()), ..strips }
    }

    /// Where the value is out of reach, the outcome is not.
    fn evaluate(&self, tokens: &TwoTokens, known: &mut Known) -> Result<Evaluation, TooLarge> {
        match known.by_theorem_or_search(self, tokens) {
            Err(refusal) if refusal.is_estimate() => {
                let is_p = self.pairing(known)?.is_p(*tokens);
                let outcome = if is_p { Outcome::P } else { Outcome::N };
                Evaluation::or_outcome(Err(refusal), Some((outcome, Theorem::IdentifiedCells)))
            }
            valued => valued,
        }
    }

    /// Those to P-positions without trying any.
    fn moves_of_value(
        &self,
        tokens: &TwoTokens,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<TwoTokens>, TooLarge> {
        if value.is_zero() {
            return self.moves_to_p(tokens, room, known);
        }
        Ok(winning::by_theorem_or_trial(self, tokens, value, room, known)?.unwrap_or_default())
    }

    fn moves_to_p(
        &self,
        tokens: &TwoTokens,
        _room: &Room,
        known: &mut Known,
    ) -> Result<Found<TwoTokens>, TooLarge> {
        let pairing = self.pairing(known)?;
        let [a, b] = *tokens;
        let first = pairing.rows_of(b).into_iter().filter(|row| (self.lowest(*tokens, 0)..a).contains(row));
        let second =
            pairing.columns(a).into_iter().filter(|column| (self.lowest(*tokens, 1)..b).contains(column));
        Ok(first.map(|row| [row, b]).chain(second.map(|column| [a, column])).collect::<Vec<_>>().into())
    }

    fn reduce(&self, tokens: &TwoTokens) -> Option<Reduction<TwoTokens>> {
        if !self.is_usual() {
            return None;
        }
        let closed = Shared::new(self.order.len() as u64).reduce(&tokens.to_vec())?;
        Some(Reduction::closed(closed.known, closed.theorem))
    }

    fn working(&self, tokens: &TwoTokens, known: &mut Known) -> Option<Working> {
        if self.is_usual() {
            return Shared::new(self.order.len() as u64).working(&tokens.to_vec(), known);
        }
        if known.admit_search(self, tokens).is_ok() {
            return None;
        }
        let pairing = self.pairing(known).ok()?;
        let [a, b] = *tokens;
        let [partner] = pairing.columns(a)[..] else { return None };
        let rows = vec![
            WorkingRow::new(format!("partner of square {a} of the first strip"), partner).out_of([a]),
            WorkingRow::new("square of the second strip", b),
        ];
        let first = pairing.first_row();
        let because = format!(
            "Each square from {first} on has one partner, at the same distance: the rows before fill the free columns in order"
        );
        Some(Working::of_outcome(Theorem::IdentifiedCells, Combine::Match(1), rows).because(because))
    }

    fn reachable(&self, tokens: &TwoTokens) -> f64 {
        tokens.iter().map(|&token| token as f64 + 1.0).product()
    }

    fn breadth(&self, tokens: &TwoTokens) -> f64 {
        tokens.iter().map(|&token| token as f64).sum()
    }
}
