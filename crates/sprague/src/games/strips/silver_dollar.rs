//! Silver Dollar: tokens on strips of squares 0, 1, 2, ... move down to empty squares without jumping (theory 6.1).
//!
//! Several strips are a sum. A closed form gives the value of each, so nothing is ever searched under normal play;
//! misère play has no such theorem and searches all placements of the tokens. Pair the tokens from the top: the value
//! is the nim-sum of the gaps inside the pairs, and of the lowest token's square if it has no partner (theory 6.2).
//! Each token thus belongs to one heap of a Nim game. The upper token of a pair makes that heap smaller, the lower one
//! makes it larger, which the opponent can take back. So a token has at most one move to a given value, found in
//! constant time by arithmetic however far apart the tokens are.

use std::fmt;
use std::ops::Range;

use crate::games::{Action, BoardKind, Counted, Found, Game, Known, Reduction, View, first_of_each};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nimber::{Nimber, nim_sum};
use crate::notation::{Cursor, NotationError, joined};
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Silver Dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SilverDollar;

/// A sum of strips, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strips(pub Vec<Strip>);

/// Tokens on distinct squares of a strip, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip(Vec<u64>);

/// What a token is to the heap that it belongs to.
#[derive(Clone, Copy)]
enum Role {
    /// The lowest of an odd number of tokens: the heap is its square.
    Alone,
    /// The lower token of a pair, whose upper token is here.
    Below(u64),
    /// The upper token of a pair, whose lower token is here.
    Above(u64),
}

impl Role {
    fn heap(self, square: u64) -> u64 {
        match self {
            Self::Alone => square,
            Self::Below(upper) => upper - square - 1,
            Self::Above(lower) => square - lower - 1,
        }
    }

    /// The square on which the token makes the heap this large.
    fn square(self, heap: u64) -> Option<u64> {
        match self {
            Self::Alone => Some(heap),
            Self::Below(upper) => upper.checked_sub(1)?.checked_sub(heap),
            Self::Above(lower) => lower.checked_add(1)?.checked_add(heap),
        }
    }
}

impl Strip {
    /// A strip with these tokens; `None` unless they ascend strictly.
    pub fn new(tokens: Vec<u64>) -> Option<Self> {
        tokens.is_sorted_by(|a, b| a < b).then_some(Self(tokens))
    }

    /// The squares of the tokens, in ascending order.
    pub fn tokens(&self) -> &[u64] {
        &self.0
    }

    /// The value as a game of Silver Dollar (theory 6.2).
    ///
    /// ```
    /// use sprague::{nimber::Nimber, games::silver_dollar::Strip};
    /// assert_eq!(Strip::new(vec![2, 5, 6, 8, 10]).unwrap().value(), Nimber(3)); // 2 + 0 + 1
    /// ```
    pub fn value(&self) -> Nimber {
        let (alone, pairs) = self.0.split_at(self.0.len() % 2);
        nim_sum(alone.iter().copied().map(Nimber)) + gaps(pairs)
    }

    /// The positions of this strip after one move.
    pub fn options(&self) -> impl Iterator<Item = Self> + '_ {
        (0..self.0.len()).flat_map(move |token| self.room(token).map(move |square| self.moved(token, square)))
    }

    /// The moves to the nim-sum of this strip's value and `change`, at most one for each token: tokens, counted from 0,
    /// with the squares that they move to.
    pub(crate) fn moves_that_add(&self, change: Nimber) -> impl Iterator<Item = (usize, u64)> + '_ {
        (0..self.0.len()).filter_map(move |token| {
            let role = self.role(token);
            let square = role.square(role.heap(self.0[token]) ^ change.0)?;
            self.room(token).contains(&square).then_some((token, square))
        })
    }

    /// The squares that a token, counted from 0, can move to.
    pub(crate) fn room(&self, token: usize) -> Range<u64> {
        let start = token.checked_sub(1).map_or(0, |below| self.0[below] + 1);
        start..self.0[token]
    }

    /// Every token down to every square of its room, as actions on the strip with this place.
    pub(crate) fn slides(&self, strip: usize) -> impl Iterator<Item = Action> + '_ {
        (0..self.0.len()).flat_map(move |token| {
            self.room(token).map(move |to| Action::Slide { strip, token, from: self.0[token], to })
        })
    }

    /// The strip after a slide on it; `None` if the token is not there or the square not in its room.
    pub(crate) fn slid(&self, action: &Action) -> Option<Self> {
        let &Action::Slide { token, from, to, .. } = action else { return None };
        let allowed = self.0.get(token) == Some(&from) && self.room(token).contains(&to);
        allowed.then(|| self.moved(token, to))
    }

    /// This strip with a token on another square of its room.
    pub(crate) fn moved(&self, token: usize, square: u64) -> Self {
        let mut tokens = self.0.clone();
        tokens[token] = square;
        Self(tokens)
    }

    /// Whether no token can move: they fill the lowest squares.
    pub(crate) fn is_stuck(&self) -> bool {
        self.0.last().is_none_or(|&top| top < self.0.len() as u64)
    }

    /// The number of moves.
    pub(crate) fn breadth(&self) -> f64 {
        (0..self.0.len()).map(|token| self.room(token)).map(|room| (room.end - room.start) as f64).sum()
    }

    /// About how many machine words it takes.
    pub(crate) fn words(&self) -> f64 {
        self.0.len() as f64 + 5.0
    }

    /// An upper bound on the number of ways to place the tokens, each on a square from `floor` on and no higher
    /// than it is now.
    pub(crate) fn placements(&self, floor: u64) -> f64 {
        let squares = |top: u64| (top as f64 + 1.0 - floor as f64).max(1.0);
        let each = (0..).zip(&self.0).map(|(i, token)| squares(token - i)).product::<f64>();
        let together = self.0.last().map_or(1.0, |&top| subsets(squares(top), self.0.len()));
        each.min(together.max(1.0))
    }

    fn role(&self, token: usize) -> Role {
        match (self.0.len() - token) % 2 {
            0 => Role::Below(self.0[token + 1]),
            _ => token.checked_sub(1).map_or(Role::Alone, |below| Role::Above(self.0[below])),
        }
    }

    /// Reads `[2,5,6]`. `admit` says of each token what is wrong with it beside its order, if anything.
    pub(crate) fn read(
        text: &mut Cursor<'_>,
        mut admit: impl FnMut(u64) -> Result<(), &'static str>,
    ) -> Result<Self, NotationError> {
        text.require('[')?;
        text.skip_spaces();
        if text.eat(']') {
            return Ok(Self::default());
        }
        let mut below = None;
        let token = |text: &mut Cursor<'_>| {
            let at = text.clone();
            let token = text.number("the square of a token")?;
            if below.replace(token) >= Some(token) {
                let ascend =
                    "the tokens of a strip must be on distinct squares in ascending order, as in [2,5,6]";
                return Err(at.error(ascend));
            }
            admit(token).map(|()| token).map_err(|message| at.error(message))
        };
        text.bracketed(']', "`,` or `]`", token).map(Self)
    }
}

impl fmt::Display for Strip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", joined(&self.0, ","))
    }
}

/// What tells a student where the gaps come from.
pub(super) const PAIRED: &str = "Tokens are paired from the right; each gap is a Nim heap, and so is the square of a token without partner";

/// The square of the lowest token, if it has no partner, and the gaps inside the pairs above it; the squares are told
/// as they are above `floor`.
pub(super) fn gap_rows(tokens: &[u64], floor: u64) -> impl Iterator<Item = WorkingRow> + '_ {
    let (alone, pairs) = tokens.split_at(tokens.len() % 2);
    let single = alone.iter().map(move |&token| {
        let square = token + floor;
        WorkingRow::new(format!("token {square} alone"), token).out_of([square])
    });
    let gap = move |pair: &[u64]| {
        let (low, high) = (pair[0] + floor, pair[1] + floor);
        WorkingRow::new(format!("gap {low}–{high}"), pair[1] - pair[0] - 1).out_of([low, high])
    };
    single.chain(pairs.chunks_exact(2).map(gap))
}

/// The nim-sum of the gaps inside pairs of neighboring tokens.
pub(crate) fn gaps(tokens: &[u64]) -> Nimber {
    tokens.chunks_exact(2).map(|pair| Nimber(pair[1] - pair[0] - 1)).sum()
}

/// The number of ways to choose `size` of `n` things.
pub(crate) fn subsets(n: f64, size: usize) -> f64 {
    (0..size).map(|i| i as f64).map(|i| (n - i) / (i + 1.0)).product()
}

/// Reads strips, `[2,5,6] [3]`, up to the first character that does not start one.
pub(crate) fn read_strips(
    text: &mut Cursor<'_>,
    mut admit: impl FnMut(u64) -> Result<(), &'static str>,
) -> Result<Vec<Strip>, NotationError> {
    let mut strips = Vec::new();
    loop {
        text.skip_spaces();
        if text.peek() != Some('[') {
            break;
        }
        strips.push(Strip::read(text, &mut admit)?);
    }
    if strips.is_empty() && text.peek().is_some_and(|c| c.is_ascii_digit()) {
        return Err(text.expected("a strip such as [2,5,6]"));
    }
    Ok(strips)
}

impl Strips {
    /// The value: the nim-sum of the strips' (theory 6.2, 1.6).
    pub fn value(&self) -> Nimber {
        nim_sum(self.0.iter().map(Strip::value))
    }

    fn replaced(&self, at: usize, strip: Strip) -> Self {
        let mut strips = self.0.clone();
        strips[at] = strip;
        Self(strips)
    }
}

impl Game for SilverDollar {
    type At = Strips;
    const ENTRY: &'static Entry = &Entry {
        name: "silver-dollar",
        title: "Silver Dollar",
        aliases: &[],
        kind: EntryKind::Board("silver-dollar: [2,5,6,8,10]"),
        words: "Move one token of a strip to a smaller empty square without jumping.",
        known: &["The nim-sum of the gaps between pairs of tokens, counted from the largest (theory 6.2)."],
        oeis: None,
    };
    const EVALUATED_AT_ONCE: bool = true;
    const PLAIN: Option<Self> = Some(Self);

    fn read(&self, text: &mut Cursor<'_>) -> Result<Strips, NotationError> {
        read_strips(text, |_| Ok(())).map(Strips)
    }

    fn write(&self, position: &Strips, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&position.0, " "))
    }

    fn take_apart(&self, position: Strips, parts: &mut Vec<Strips>) {
        let movable = position.0.into_iter().filter(|strip| !strip.is_stuck());
        parts.extend(movable.map(|strip| Strips(vec![strip])));
    }

    fn representative(&self, mut position: Strips) -> Strips {
        position.0.retain(|strip| !strip.tokens().is_empty());
        position.0.sort_unstable();
        position
    }

    fn parts(&self, position: &Strips) -> usize {
        position.0.len()
    }

    fn kinds(&self, position: &Strips) -> Vec<usize> {
        first_of_each(&position.0)
    }

    fn actions<'p>(&'p self, position: &'p Strips, part: usize) -> impl Iterator<Item = Action> + 'p {
        position.0[part].slides(part)
    }

    fn act(&self, position: &Strips, part: usize, action: &Action) -> Option<Strips> {
        position.0.get(part)?.slid(action).map(|strip| position.replaced(part, strip))
    }

    fn view(&self, position: &Strips) -> View {
        View::of_strips(BoardKind::Strips, position.0.iter().map(Strip::tokens))
    }

    fn reduce(&self, component: &Strips) -> Option<Reduction<Strips>> {
        Some(Reduction::closed(component.value(), Theorem::SilverDollar))
    }

    fn working(&self, position: &Strips, _known: &mut Known) -> Option<Working> {
        let rows = position.0.iter().flat_map(|strip| gap_rows(strip.tokens(), 0)).collect();
        Some(Working::of_value(Theorem::SilverDollar, Combine::NimSum, rows).because(PAIRED))
    }

    fn moves_by_theorem(&self, position: &Strips, value: Nimber, most: usize) -> Option<Found<Strips>> {
        let change = position.value() + value;
        let mut found = Counted::first(most);
        for at in self.kinds(position) {
            let strip = &position.0[at];
            for (token, square) in strip.moves_that_add(change) {
                found.add(|| position.replaced(at, strip.moved(token, square)));
            }
        }
        Some(found.into())
    }

    fn reachable(&self, component: &Strips) -> f64 {
        component.0.iter().map(|strip| strip.placements(0)).product()
    }

    fn breadth(&self, position: &Strips) -> f64 {
        position.0.iter().map(Strip::breadth).sum()
    }

    fn words(&self, position: &Strips) -> f64 {
        position.0.iter().map(Strip::words).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Ruleset;

    fn read(text: &str) -> Result<Strips, NotationError> {
        let mut cursor = Cursor::new(text);
        let position = SilverDollar.read(&mut cursor)?;
        cursor.end()?;
        Ok(position)
    }

    #[test]
    fn the_example_of_the_theory_has_six_options_and_value_three() {
        let position = read("[2,5,6,8,10]").unwrap();
        assert_eq!(SilverDollar.options(&position).len(), 6);
        assert_eq!(position.value(), Nimber(3));
    }

    #[test]
    fn equal_strips_move_once_and_stuck_strips_are_dropped() {
        let position = read("[1] [1] [] [0,1]").unwrap();
        assert_eq!(SilverDollar.options(&position), [read("[0] [1] [] [0,1]").unwrap()]);
        let mut parts = Vec::new();
        SilverDollar.components(position.clone(), &mut parts);
        assert_eq!(parts, [read("[1]").unwrap(), read("[1]").unwrap()]);
        assert_eq!(SilverDollar.canonical(read("[3] [2,5] []").unwrap()), read("[2,5] [3]").unwrap());
    }

    #[test]
    fn the_largest_squares_are_answered_at_once() {
        let position = read("[0,2^62] [2^63-1]".replace("2^63-1", "9223372036854775807").as_str()).unwrap();
        let total = ((1 << 62) - 1) ^ i64::MAX as u64;
        assert_eq!(position.value(), Nimber(total));
        let wins = SilverDollar.moves_by_theorem(&position, Nimber::ZERO, 9).unwrap().moves;
        assert_eq!(wins, [read("[0,2^62] [4611686018427387903]").unwrap()]);
    }

    #[test]
    fn bad_strips_are_refused_at_their_column() {
        for (text, column) in [
            ("[2,5", 5),
            ("[5,2]", 4),
            ("[2, 2]", 5),
            ("[2 5]", 4),
            ("[,]", 2),
            ("[2,]", 4),
            ("3 5", 1),
            ("[1] 3", 5),
            ("[1] [3,x]", 8),
            ("[9223372036854775808]", 2),
        ] {
            assert_eq!(read(text).unwrap_err().column, column, "{text}");
        }
        assert_eq!(read(" "), Ok(Strips::default()));
    }
}
