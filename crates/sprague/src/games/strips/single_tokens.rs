//! Strips with one token each, which share their first cells: Star Nim and shared squares.
//!
//! The strips share their first r squares, the cells 0..r-1 (theory 9.2, no jumping).
//!
//! No shared cell is Nim, one is Star Nim. A token above the cells moves down to any square above the highest
//! occupied cell; a token on a cell moves down as far as the next lower one. Three cases have closed forms: all
//! tokens but one are on cells, and they stand in one line (Silver Dollar); no cell is free, and the others play
//! Nim above them; and for two tokens, one of them on square r, G(r, b) = b.
//!
//! Proof of the last one, by induction on b >= r >= 1: the options of (r, b) are (s, b) of value b-s-1 for s < r,
//! (t, r) of value r-t-1 for t < r, and (r, c) of value c for r <= c < b; together these are 0, ..., b-1. So two
//! tokens a <= b from r on are a P-position exactly when a = b > r: from (r, b) go to (r-1, r), from a < b with
//! a > r go to (a, a), and (a, a) has no option of value 0. The rest is searched.
//!
//! Star Nim, whose strips share square 0, has one token on each strip of a star (theory 6.3, 7).
//!
//! A position is the list of the tokens' squares; their order does not matter, and at most one is 0. Closed forms:
//! with a token on 0 the others play Nim one square higher (theory 6.4), one token alone is a Nim heap, and two
//! tokens have closed forms for squares of any size: rows 1 and 2 (theory 8.3), the diagonals b = a, a + 1, a + 2 and
//! half of b = a + 3 (theory 8.2).
//!
//! Where square 0 is free, the P-positions of 2-Star Nim are those of misère Nim (theory 7.1), those of 3-Star Nim
//! are those of Nim (theory 7.2), and in 4-Star Nim a token on 1 may be left out to see those of 3-Star Nim (theory
//! 7.3). Every option of these positions is again one of them or has a token on 0, so all winning moves follow by
//! arithmetic on squares of any size. For four tokens from 2 on, and for five or more, no theorem is known.
//!
//! Two other tokens come from a table: G(0, b) = b - 1, and every other value is the mex of the values before it in its
//! row and in its column. The values of a line and of each line across it are bit sets that remember up to where they
//! are full, so a mex is the first zero of two words joined, mostly in the first words looked at. G(a, b) = G(b, a), so
//! the lines that come one after the other are those of the longer side: a table of a rows and b columns costs a*b
//! mexes of at most (a+b)/64 + 1 words, four bytes for each value and (a+b)/8 bytes for each line of the shorter side.
//! G(4000, 4000) takes 0.2 seconds. Anything else is searched: at most the number of multisets of squares from 1 on,
//! one for each token and no higher.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::silver_dollar::{PAIRED, Strip, gap_rows, subsets};
use super::star_squares;
use crate::games::{
    Action, BoardKind, Counted, Evaluation, Found, Game, Known, Reduction, Room, View, first_of_each,
    winning, written,
};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::TooLarge;
use crate::nimber::{Nimber, nim_sum};
use crate::notation::{Cursor, NotationError, joined};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// What both games have in common, by their number of `cells`.
macro_rules! on_single_tokens {
    () => {
        type At = Vec<u64>;
        const CONTINUATION: &'static str = "the square of a token, ";

        /// Each shared cell holds one token at most.
        fn read(&self, text: &mut Cursor<'_>) -> Result<Vec<u64>, NotationError> {
            let mut occupied = HashSet::new();
            let tokens = text.list(|text| {
                let at = text.clone();
                let token = text.number("the square of a token")?;
                if token < self.cells() && !occupied.insert(token) {
                    let shared =
                        format!("square {token} is shared by all strips and can hold only one token");
                    return Err(at.error(shared));
                }
                Ok(token)
            })?;
            text.skip_spaces();
            Ok(tokens)
        }

        fn write(&self, tokens: &Vec<u64>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&joined(tokens, " "))
        }

        fn after_one_move(&self, tokens: &Vec<u64>) -> Vec<Vec<u64>> {
            moved(tokens, |token| lowest(self.cells(), tokens, token)..token)
        }

        fn representative(&self, mut tokens: Vec<u64>) -> Vec<u64> {
            tokens.sort_unstable();
            tokens
        }

        fn parts(&self, tokens: &Vec<u64>) -> usize {
            tokens.len()
        }

        fn kinds(&self, tokens: &Vec<u64>) -> Vec<usize> {
            first_of_each(tokens)
        }

        fn actions<'p>(&'p self, tokens: &'p Vec<u64>, part: usize) -> impl Iterator<Item = Action> + 'p {
            let from = tokens[part];
            let slide = move |to| Action::Slide { strip: part, token: 0, from, to };
            (lowest(self.cells(), tokens, from)..from).map(slide)
        }

        fn act(&self, tokens: &Vec<u64>, part: usize, action: &Action) -> Option<Vec<u64>> {
            let &Action::Slide { token: 0, from, to, .. } = action else { return None };
            let allowed =
                tokens.get(part) == Some(&from) && (lowest(self.cells(), tokens, from)..from).contains(&to);
            allowed.then(|| {
                let mut after = tokens.clone();
                after[part] = to;
                after
            })
        }

        /// The highest token has the most room, and tokens on cells have the cells below them.
        fn has_move(&self, tokens: &Vec<u64>) -> bool {
            let mut below: Vec<u64> = tokens.iter().copied().filter(|&token| token < self.cells()).collect();
            below.sort_unstable();
            let stuck = |(place, &cell): (u64, &u64)| cell == place;
            let floor = below.last().map_or(0, |cell| cell + 1);
            !(0..).zip(&below).all(stuck)
                || tokens.iter().any(|&token| token > floor && token >= self.cells())
        }

        fn reachable(&self, tokens: &Vec<u64>) -> f64 {
            placements(0, tokens)
        }

        fn breadth(&self, tokens: &Vec<u64>) -> f64 {
            tokens.iter().map(|&token| token as f64).sum()
        }

        fn words(&self, tokens: &Vec<u64>) -> f64 {
            tokens.len() as f64
        }
    };
}

/// The lowest square that a token can move to: above the highest occupied cell below it.
fn lowest(cells: u64, tokens: &[u64], token: u64) -> u64 {
    let blocking = tokens.iter().filter(|&&other| other < cells && other < token);
    blocking.max().map_or(0, |cell| cell + 1)
}

/// The positions after each token in turn has moved to a square of `squares`. Tokens on the same square have the
/// same moves, so only the first of them moves.
fn moved<I>(tokens: &[u64], squares: impl Fn(u64) -> I) -> Vec<Vec<u64>>
where
    I: IntoIterator<Item = u64>,
{
    first_moved(tokens, squares, usize::MAX).options
}

/// All these positions counted, and the first of them.
fn first_moved<I>(tokens: &[u64], squares: impl Fn(u64) -> I, most: usize) -> Counted<Vec<u64>>
where
    I: IntoIterator<Item = u64>,
{
    let mut found = Counted::first(most);
    let mut seen = HashSet::new();
    for (at, &token) in tokens.iter().enumerate() {
        if !seen.insert(token) {
            continue;
        }
        for square in squares(token) {
            found.add(|| {
                let mut option = tokens.to_vec();
                option[at] = square;
                option
            });
        }
    }
    found
}

/// The value of Nim on the squares from `floor` on.
fn nim_above(floor: u64, tokens: &[u64]) -> Nimber {
    nim_sum(tokens.iter().map(|token| Nimber(token.saturating_sub(floor))))
}

/// The tokens from `floor` on as heaps.
fn heaps_above(floor: u64, tokens: &[u64]) -> Vec<WorkingRow> {
    let above = tokens.iter().filter(|&&token| token >= floor);
    let row = |&token: &u64| WorkingRow::new(format!("token {token}"), token - floor).out_of([token]);
    above.map(row).collect()
}

/// The options of Nim on the squares from `floor` on whose value is the nim-sum of the value and `change`.
fn nim_moves_that_add(floor: u64, tokens: &[u64], change: Nimber, most: usize) -> Counted<Vec<u64>> {
    let square = |token: u64| {
        let heap = token.checked_sub(floor)?;
        let left = heap ^ change.0;
        (left < heap).then(|| floor + left)
    };
    first_moved(tokens, square, most)
}

/// An upper bound on the number of multisets of squares from `floor` on, one for each token and no higher.
pub(in crate::games) fn placements(floor: u64, tokens: &[u64]) -> f64 {
    let squares = |token: u64| token.saturating_sub(floor) as f64 + 1.0;
    let ordered = tokens.iter().copied().map(squares).product::<f64>();
    let top = tokens.iter().copied().map(squares).fold(1.0, f64::max);
    ordered.min(subsets(top + tokens.len() as f64 - 1.0, tokens.len()).max(1.0))
}

/// Strips with one token each.
fn strips(board: BoardKind, tokens: &[u64]) -> View {
    View::of_strips(board, tokens.iter().map(std::slice::from_ref))
}

/// The rules for a number of shared cells. A position is a list of tokens, with at most one on each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shared {
    cells: u64,
}

impl Shared {
    /// The game whose strips share squares 0..cells-1.
    pub const fn new(cells: u64) -> Self {
        Self { cells }
    }

    /// The number of shared cells.
    pub const fn cells(self) -> u64 {
        self.cells
    }

    /// The outcome where a theorem gives it: closed forms, and any two tokens.
    pub fn outcome_by_theorem(self, tokens: &[u64]) -> Option<(Outcome, Theorem)> {
        if self.cells == 1 {
            return outcome_by_theorem(tokens);
        }
        if let Some(closed) = self.reduce(&tokens.to_vec()) {
            return Some((Outcome::of_value(closed.known), closed.theorem));
        }
        (tokens.len() == 2).then_some((Outcome::N, Theorem::SharedTwo))
    }

    /// The tokens as one strip, when at most one of them is above the cells.
    fn line(self, tokens: &[u64]) -> Option<Strip> {
        let above = tokens.iter().filter(|&&token| token >= self.cells).count();
        if above > 1 {
            return None;
        }
        let mut line = tokens.to_vec();
        line.sort_unstable();
        Strip::new(line)
    }

    fn is_full(self, tokens: &[u64]) -> bool {
        tokens.iter().filter(|&&token| token < self.cells).count() as u64 == self.cells
    }
}

impl Game for Shared {
    on_single_tokens!();
    const ENTRY: &'static Entry = &Entry {
        name: "shared",
        title: "Shared squares",
        aliases: &[],
        kind: EntryKind::Board("shared(2): 5 7"),
        words: "Strips with one token each, two or any number of them, that share their first squares in the same order. Move a \
                token down its strip, not on or past another.",
        known: &["A token on the shared squares makes it Silver Dollar (theory 9.2)."],
        oeis: None,
    };

    fn name(&self) -> String {
        format!("shared({})", self.cells)
    }

    /// `(R)`, the number of shared cells.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        text.parameter("the number of shared cells").map(|(cells, _)| Self::new(cells))
    }

    fn view(&self, tokens: &Vec<u64>) -> View {
        View { shared: Some(self.cells), ..strips(BoardKind::Shared, tokens) }
    }

    /// Where the value is out of reach, a theorem may tell the outcome.
    fn evaluate(&self, tokens: &Vec<u64>, known: &mut Known) -> Result<Evaluation, TooLarge> {
        Evaluation::or_outcome(known.by_theorem_or_search(self, tokens), self.outcome_by_theorem(tokens))
    }

    fn working(&self, tokens: &Vec<u64>, known: &mut Known) -> Option<Working> {
        let cells = self.cells;
        if cells == 1 {
            return StarNim.working(tokens, known);
        }
        if self.is_full(tokens) {
            let full =
                format!("The {cells} shared squares are full, so the others play Nim from square {cells} on");
            let working = Working::of_value(Theorem::Nim, Combine::NimSum, heaps_above(cells, tokens));
            return Some(if cells == 0 { working } else { working.because(full) });
        }
        if let Some(line) = self.line(tokens) {
            let theorem = if tokens.len() == 2 { Theorem::SharedOccupied } else { Theorem::SilverDollar };
            let rows = gap_rows(line.tokens(), 0).collect();
            let one = "At most one token is above the shared squares, so all stand in one strip";
            return Some(Working::of_value(theorem, Combine::NimSum, rows).because(one).because(PAIRED));
        }
        let [a, b] = tokens[..] else { return None };
        let (low, high) = (a.min(b), a.max(b));
        if low == cells {
            let rows = vec![
                WorkingRow::new("lower token, on the first square of its own", low).out_of([low]),
                WorkingRow::new("upper token: the value", high).out_of([high]),
            ];
            return Some(Working::of_value(Theorem::SharedTwo, Combine::Last, rows));
        }
        if low != high && known.admit_search(self, tokens).is_ok() {
            return None;
        }
        let rows = [low, high].map(|token| WorkingRow::new(format!("token {token}"), token).out_of([token]));
        let equal = format!("Two tokens above square {cells} are P exactly if they are on equal squares");
        Some(Working::of_outcome(Theorem::SharedTwo, Combine::Match(1), rows.into()).because(equal))
    }

    /// Always a closed form.
    fn reduce(&self, tokens: &Vec<u64>) -> Option<Reduction<Vec<u64>>> {
        let closed = |known, theorem| Some(Reduction::closed(known, theorem));
        if self.cells == 1 {
            return StarNim.reduce(tokens);
        }
        if self.is_full(tokens) {
            return closed(nim_above(self.cells, tokens), Theorem::Nim);
        }
        if let Some(line) = self.line(tokens) {
            let theorem = if tokens.len() == 2 { Theorem::SharedOccupied } else { Theorem::SilverDollar };
            return closed(line.value(), theorem);
        }
        match tokens[..] {
            [a, b] if a.min(b) == self.cells => closed(Nimber(a.max(b)), Theorem::SharedTwo),
            [a, b] if a == b => closed(Nimber::ZERO, Theorem::SharedTwo),
            _ => None,
        }
    }

    fn moves_by_theorem(&self, tokens: &Vec<u64>, value: Nimber, most: usize) -> Option<Found<Vec<u64>>> {
        if self.cells == 1 {
            return StarNim.moves_by_theorem(tokens, value, most);
        }
        if self.is_full(tokens) {
            let change = nim_above(self.cells, tokens) + value;
            return Some(nim_moves_that_add(self.cells, tokens, change, most).into());
        }
        if let Some(line) = self.line(tokens) {
            let moves = line.moves_that_add(line.value() + value);
            let squares: HashMap<u64, u64> =
                moves.map(|(token, square)| (line.tokens()[token], square)).collect();
            return Some(first_moved(tokens, |token| squares.get(&token).copied(), most).into());
        }
        match tokens[..] {
            [a, b] if value.is_zero() => {
                let (low, high) = (a.min(b), a.max(b));
                let options = match (low > self.cells, low == high) {
                    (true, true) => Vec::new(),
                    (true, false) => moved(tokens, |token| (token == high).then_some(low)),
                    (false, _) => moved(tokens, |token| (token == high).then(|| self.cells - 1)),
                };
                Some(options.into())
            }
            _ => None,
        }
    }
}

/// The rules of Star Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StarNim;

impl StarNim {
    /// The number of shared cells: square 0.
    #[expect(clippy::unused_self, reason = "the games beside it have a number of their own")]
    const fn cells(self) -> u64 {
        1
    }
}

/// The lowest square to which a token can move, when the position is a game of Nim on the squares from there on.
fn nim_floor(tokens: &[u64]) -> Option<u64> {
    if tokens.len() <= 1 {
        return Some(0);
    }
    tokens.contains(&0).then_some(1)
}

impl Game for StarNim {
    on_single_tokens!();
    const ENTRY: &'static Entry = &Entry {
        name: "star-nim",
        title: "Star Nim",
        aliases: &[],
        kind: EntryKind::Board("star-nim: 3 5 7"),
        words: "Move one token to a smaller square of its strip; the strips share square 0, where only one token may stand.",
        known: &[
            "Three heaps are P if their nim-sum is 0 (theory 7.2); two heaps if they are equal and at least 2, or \
                  0 and 1 (theory 7.1).",
        ],
        oeis: None,
    };
    const PLAIN: Option<Self> = Some(Self);

    fn view(&self, tokens: &Vec<u64>) -> View {
        strips(BoardKind::Star, tokens)
    }

    /// Always a closed form.
    fn reduce(&self, tokens: &Vec<u64>) -> Option<Reduction<Vec<u64>>> {
        let closed = |known, theorem| Some(Reduction::closed(known, theorem));
        if let Some(floor) = nim_floor(tokens) {
            let theorem = if floor == 0 { Theorem::Nim } else { Theorem::ZeroSquare };
            return closed(nim_above(floor, tokens), theorem);
        }
        if let [a, b] = tokens[..]
            && let Some((value, theorem, _)) = closed_value(a, b)
        {
            return closed(value, theorem);
        }
        match outcome_by_theorem(tokens)? {
            (Outcome::P, theorem) => closed(Nimber::ZERO, theorem),
            (Outcome::N | Outcome::Draw, _) => None,
        }
    }

    fn working(&self, tokens: &Vec<u64>, known: &mut Known) -> Option<Working> {
        let two = |a: u64, b: u64, how: &str, value: Nimber| {
            vec![
                WorkingRow::new("lower token a", a.min(b)).out_of([a.min(b)]),
                WorkingRow::new("upper token b", a.max(b)).out_of([a.max(b)]),
                WorkingRow::new(format!("G(a, b), {how}"), value),
            ]
        };
        match (nim_floor(tokens), &tokens[..]) {
            (Some(0), _) => Some(Working::of_value(Theorem::Nim, Combine::NimSum, heaps_above(0, tokens))),
            (Some(_), _) => {
                let occupied =
                    "Square 0 is occupied, so the other tokens play Nim one square higher: n counts n − 1";
                let rows = heaps_above(1, tokens);
                Some(Working::of_value(Theorem::ZeroSquare, Combine::NimSum, rows).because(occupied))
            }
            (None, &[a, b]) => {
                if let Some((value, theorem, how)) = closed_value(a, b) {
                    return Some(Working::of_value(theorem, Combine::Last, two(a, b, how, value)));
                }
                let (low, high) = (a.min(b), a.max(b));
                let cells = (low as f64 + 1.0) * (high as f64 + 1.0);
                if known.limits().admit(written(self, tokens), cells).is_ok() {
                    return None;
                }
                match star_squares::two_tokens((low, high), known).ok()? {
                    Some((value, theorem)) => {
                        let how = match theorem {
                            Theorem::StarDiagonals => {
                                format!("by the blocks of diagonal b − a = {}", high - low)
                            }
                            _ => format!("by the period of row {low}"),
                        };
                        Some(Working::of_value(theorem, Combine::Last, two(a, b, &how, value)))
                    }
                    None => {
                        let rows = heaps_above(0, tokens);
                        Some(Working::of_outcome(Theorem::TwoStarNim, Combine::MisereNim, rows))
                    }
                }
            }
            (None, [_, _, _]) => {
                let rows = heaps_above(0, tokens);
                let free = "Square 0 is free, and three tokens are P exactly if their nim-sum is 0";
                Some(Working::of_outcome(Theorem::ThreeStarNim, Combine::NimSum, rows).because(free))
            }
            (None, [_, _, _, _]) if tokens.contains(&1) => {
                let mut others = tokens.clone();
                others.remove(tokens.iter().position(|&token| token == 1)?);
                let rows = heaps_above(0, &others);
                let one = "One token is on square 1 and may be left out; the other three are P if their nim-sum is 0";
                Some(Working::of_outcome(Theorem::FourStarNim, Combine::NimSum, rows).because(one))
            }
            (None, _) => {
                let four = four(tokens).filter(|_| known.admit_search(self, tokens).is_err())?;
                let [a, b, c, d] = four;
                let (partner, period) = star_squares::partner_of(four, known).ok()??;
                let rows = vec![
                    WorkingRow::new("period of the partners", period),
                    WorkingRow::new(format!("partner of {c} under the pair ({a}, {b})"), partner)
                        .out_of([a, b, c]),
                    WorkingRow::new("largest token", d).out_of([d]),
                ];
                Some(Working::of_outcome(Theorem::StarPairs, Combine::Match(1), rows))
            }
        }
    }

    /// Two tokens come from a table that covers all smaller pairs too, more from a search.
    fn evaluate(&self, tokens: &Vec<u64>, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let outcome = outcome_by_theorem(tokens);
        if self.reduce(tokens).is_some() || tokens.len() != 2 {
            if outcome.is_some()
                && let Err(refusal) = known.admit_long_search(self, tokens)
            {
                return Evaluation::or_outcome(Err(refusal), outcome);
            }
            let valued = known.by_theorem_or_search(self, tokens);
            // Four tokens, none on 0 or 1: their outcome follows from the two smallest.
            if let (Err(refusal), None, Some(four)) = (&valued, outcome, four(tokens))
                && refusal.is_estimate()
                && let Some(outcome) = star_squares::four_tokens(four, known)?
            {
                return Evaluation::or_outcome(valued, Some((outcome, Theorem::StarPairs)));
            }
            return Evaluation::or_outcome(valued, outcome);
        }
        let (low, high) = (tokens[0].min(tokens[1]), tokens[0].max(tokens[1]));
        let cells = (low as f64 + 1.0) * (high as f64 + 1.0);
        let name = || format!("{}: {}", self.name(), written(self, tokens));
        if let Err(refusal) = known.limits().admit(name(), cells) {
            // A refusal of the proof says more than that of the table.
            let valued = match star_squares::two_tokens((low, high), known) {
                Ok(Some((value, theorem))) => Ok(Evaluation::valued(value, vec![Ground::Theorem(theorem)])),
                Ok(None) => Err(refusal),
                Err(refusal) => Err(refusal),
            };
            return Evaluation::or_outcome(valued, outcome);
        }
        let (low, high) = (low as usize, high as usize);
        let kept = known.table::<Option<TwoStarTable>>();
        let value = kept.as_ref().and_then(|table| table.get(low, high));
        let value = value.or_else(|| kept.insert(two_star_table(low, high)).get(low, high));
        Ok(Evaluation::valued(value.unwrap_or_default(), vec![Ground::Table]))
    }

    fn moves_by_theorem(&self, tokens: &Vec<u64>, value: Nimber, most: usize) -> Option<Found<Vec<u64>>> {
        if let Some(floor) = nim_floor(tokens) {
            return Some(nim_moves_that_add(floor, tokens, nim_above(floor, tokens) + value, most).into());
        }
        // of at most four tokens
        if value.is_zero() { winning_moves_by_theorem(tokens).map(Found::from) } else { None }
    }

    /// Two tokens at squares of any size by their periods, where trying every option takes too long.
    fn moves_of_value(
        &self,
        tokens: &Vec<u64>,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<Vec<u64>>, TooLarge> {
        let tried = winning::by_theorem_or_trial(self, tokens, value, room, known)?.unwrap_or_default();
        let [a, b] = tokens[..] else { return Ok(tried) };
        if tried.total.is_some() || a == 0 || b == 0 {
            return Ok(tried);
        }
        match star_squares::moves_of_two((a.min(b), a.max(b)), value, known) {
            Ok(Some(steps)) => Ok(after(tokens, &steps).into()),
            Ok(None) => Ok(tried),
            Err(refusal) if refusal.is_estimate() => Ok(tried),
            Err(refusal) => Err(refusal),
        }
    }

    /// Four tokens by the pair of the two smallest.
    fn moves_to_p(
        &self,
        tokens: &Vec<u64>,
        room: &Room,
        known: &mut Known,
    ) -> Result<Found<Vec<u64>>, TooLarge> {
        if let (None, Some(four)) = (outcome_by_theorem(tokens), four(tokens))
            && let Some(steps) = star_squares::moves_of_four(four, known)?
        {
            return Ok(after(tokens, &steps).into());
        }
        Ok(self.moves_by_theorem(tokens, Nimber::ZERO, room.moves).unwrap_or_default())
    }

    fn search_size(&self, tokens: &Vec<u64>) -> f64 {
        if self.known_value(tokens).is_some() { 1.0 } else { placements(1, tokens) }
    }
}

/// Four tokens, ascending.
fn four(tokens: &[u64]) -> Option<[u64; 4]> {
    let mut four: [u64; 4] = tokens.try_into().ok()?;
    four.sort_unstable();
    Some(four)
}

/// The positions after these steps, each of the first token on its square.
fn after(tokens: &[u64], steps: &[(u64, u64)]) -> Vec<Vec<u64>> {
    moved(tokens, |token| {
        let of_token = steps.iter().filter(move |step| step.0 == token).map(|step| step.1);
        of_token.collect::<Vec<_>>()
    })
}

/// The outcome of Star Nim where a theorem gives it, and which.
///
/// ```
/// use sprague::{play::Outcome, games::star_nim::outcome_by_theorem, theorem::Theorem};
/// assert_eq!(outcome_by_theorem(&[1, 2, 4, 6]), Some((Outcome::P, Theorem::FourStarNim)));
/// assert_eq!(outcome_by_theorem(&[2, 2, 2, 2]), None); // known by search only
/// ```
pub fn outcome_by_theorem(tokens: &[u64]) -> Option<(Outcome, Theorem)> {
    let (previous_wins, theorem) = match (nim_floor(tokens), tokens) {
        (Some(0), _) => (nim_above(0, tokens).is_zero(), Theorem::Nim),
        (Some(floor), _) => (nim_above(floor, tokens).is_zero(), Theorem::ZeroSquare),
        (None, [a, b]) => (a == b && *a >= 2, Theorem::TwoStarNim),
        (None, [_, _, _]) => (nim_above(0, tokens).is_zero(), Theorem::ThreeStarNim),
        (None, [_, _, _, _]) if tokens.contains(&1) => {
            (three_without_one(tokens).is_zero(), Theorem::FourStarNim)
        }
        _ => return None,
    };
    Some((if previous_wins { Outcome::P } else { Outcome::N }, theorem))
}

/// All winning moves of Star Nim where a theorem decides every option. Moves of tokens on the same square count
/// once.
///
/// ```
/// use sprague::games::star_nim::winning_moves_by_theorem;
/// assert_eq!(winning_moves_by_theorem(&[3, 4, 5]), Some(vec![vec![1, 4, 5]]));
/// ```
pub fn winning_moves_by_theorem(tokens: &[u64]) -> Option<Vec<Vec<u64>>> {
    match (nim_floor(tokens), tokens) {
        (Some(floor), _) => Some(nim_options(floor, tokens, nim_above(floor, tokens))),
        (None, &[a, b]) => Some(match (a.min(b), a.max(b)) {
            (low, high) if low == high && low >= 2 => Vec::new(),
            (1, high) => moved(tokens, |token| (token == high).then_some(0)),
            (low, high) => moved(tokens, |token| (token == high).then_some(low)),
        }),
        (None, [_, _, _]) => Some(nim_options(0, tokens, nim_above(0, tokens))),
        (None, [_, _, _, _]) if tokens.contains(&1) => {
            // The token on 1 that is left out can only move to 0, and there the theorem does not apply.
            let mut wins = nim_options(0, tokens, three_without_one(tokens));
            wins.retain(|option| !option.contains(&0));
            let to_zero = moved(tokens, |_| [0]);
            wins.extend(to_zero.into_iter().filter(|option| nim_above(1, option).is_zero()));
            Some(wins)
        }
        _ => None,
    }
}

fn nim_options(floor: u64, tokens: &[u64], change: Nimber) -> Vec<Vec<u64>> {
    nim_moves_that_add(floor, tokens, change, usize::MAX).options
}

/// The nim-sum of four tokens but one that is on 1.
fn three_without_one(tokens: &[u64]) -> Nimber {
    nim_above(0, tokens) + Nimber(1)
}

/// The value of two tokens on squares from 1 on, where a closed form gives it, and which form that is.
fn closed_value(a: u64, b: u64) -> Option<(Nimber, Theorem, &'static str)> {
    let (a, b) = (a.min(b), a.max(b));
    let (value, theorem, how) = match (a, b - a) {
        (0, _) => return None,
        (1, _) => (b, Theorem::StarRowOne, "row 1: b"),
        (_, 0) => (0, Theorem::TwoStarNim, "equal squares from 2 on: 0"),
        (2, _) if b % 3 == 2 => (b - 2, Theorem::StarRowOne, "row 2 and b ≡ 2 modulo 3: b − 2"),
        (2, _) => (b.checked_add(1)?, Theorem::StarRowOne, "row 2 and b not 2 modulo 3: b + 1"),
        (_, 1) => (2 - a % 2, Theorem::StarSmallValues, "diagonal 1: 1 if a is odd, else 2"),
        (6.., 2) if a % 4 >= 2 => (3, Theorem::StarSmallValues, "diagonal 2 and a ≡ 2 or 3 modulo 4: 3"),
        (12.., 2) => (4, Theorem::StarSmallValues, "diagonal 2 and a ≡ 0 or 1 modulo 4: 4"),
        (12.., 3) if a % 6 < 3 => (5, Theorem::StarSmallValues, "diagonal 3 and a ≡ 0, 1 or 2 modulo 6: 5"),
        _ => return None,
    };
    Some((Nimber(value), theorem, how))
}

/// The values of 2-Star Nim with tokens up to given squares.
#[derive(Clone, Debug)]
pub struct TwoStarTable {
    width: usize,
    values: Vec<u32>,
}

impl TwoStarTable {
    /// G(a, b); `None` outside the table and for (0, 0), which is not a position.
    pub fn get(&self, a: usize, b: usize) -> Option<Nimber> {
        if b >= self.width || a + b == 0 {
            return None;
        }
        let at = a.checked_mul(self.width)?.checked_add(b)?;
        self.values.get(at).map(|&value| Nimber(value.into()))
    }
}

/// The table of G(a, b) for a = 0..=`a_max` and b = 0..=`b_max`.
///
/// ```
/// use sprague::{nimber::Nimber, games::star_nim::two_star_table};
/// assert_eq!(two_star_table(10, 15).get(10, 15), Some(Nimber(20)));
/// ```
pub fn two_star_table(a_max: usize, b_max: usize) -> TwoStarTable {
    let width = b_max + 1;
    let mut values = vec![0; (a_max + 1) * width];
    let mut across = Across::new(a_max.min(b_max), a_max + b_max);
    for line in 0..=a_max.max(b_max) {
        for (place, &value) in across.line(line).iter().enumerate() {
            let (a, b) = if a_max < b_max { (place, line) } else { (line, place) };
            values[a * width + b] = value;
        }
    }
    TwoStarTable { width, values }
}

/// The lines across the one that is computed next.
struct Across {
    /// What each of them has used.
    sets: Vec<UsedValues>,
    /// What the line has used; empty between two lines.
    own: UsedValues,
    /// The values of the line.
    values: Vec<u32>,
}

impl Across {
    /// Lines 0 to `last`, for values up to `most`.
    fn new(last: usize, most: usize) -> Self {
        let none = UsedValues { words: vec![0; most / 64 + 1], full: 0 };
        Self { sets: vec![none.clone(); last + 1], own: none, values: Vec::with_capacity(last + 1) }
    }

    /// The values of a line, after all lines before it.
    fn line(&mut self, line: usize) -> &[u32] {
        self.values.clear();
        for (place, set) in self.sets.iter_mut().enumerate() {
            let known = line == 0 || place == 0;
            let value = if known { (line + place).saturating_sub(1) } else { self.own.mex_with(set) };
            self.own.insert(value);
            set.insert(value);
            self.values.push(value as u32);
        }
        self.own.remove(&self.values);
        &self.values
    }
}

/// A set of values, and the number of its leading words that are full.
#[derive(Clone)]
struct UsedValues {
    words: Vec<u64>,
    full: usize,
}

impl UsedValues {
    fn insert(&mut self, value: usize) {
        self.words[value / 64] |= 1 << (value % 64);
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    /// Takes all its values out of the set.
    fn remove(&mut self, values: &[u32]) {
        for &value in values {
            self.words[value as usize / 64] = 0;
        }
        self.full = 0;
    }

    /// The least value in neither set; there is one below a + b + 1, the number of options and one.
    fn mex_with(&self, other: &Self) -> usize {
        let start = self.full.max(other.full);
        let unions = self.words[start..].iter().zip(&other.words[start..]).map(|(x, y)| x | y);
        let mut at = start * 64;
        for union in unions {
            if union != u64::MAX {
                break;
            }
            at += 64;
        }
        let word = at / 64;
        at + (self.words[word] | other.words[word]).trailing_ones() as usize
    }
}
