//! Northcott's game: each player has one piece in every row and slides one of his own, in either direction, as far as he
//! likes without jumping; who cannot move loses (theory R.6).
//!
//! The outcome is that of Nim with the gaps between the pieces as heaps, whoever is to move. A player who retreats makes
//! a gap larger, and the other one follows by as much: the gap is as before, and the player who retreated has less room
//! behind him, so that this comes to an end on a board with edges. Retreats are thus reversible and change no outcome.
//! They would make the game go round in circles, so they are left out of the moves here: only moves towards the other
//! piece are listed, of either player's piece, and the player who would be left with retreats alone has lost. Under
//! misère play the theorem does not hold and the circles remain, so that play is refused.

use std::fmt;

use crate::games::{Action, BoardKind, Counted, Found, Game, Known, Reduction, View, first_of_each};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Northcott's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Northcott;

/// The columns of both pieces of each row, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NorthcottRows(Vec<(u64, u64)>);

/// A piece of a row, in the order of the notation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    First,
    Second,
}

impl Piece {
    const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Its column.
    const fn of(self, (first, second): (u64, u64)) -> u64 {
        match self {
            Self::First => first,
            Self::Second => second,
        }
    }

    /// The column of the other piece.
    const fn beside(self, (first, second): (u64, u64)) -> u64 {
        self.of((second, first))
    }
}

/// The free squares between two pieces.
const fn gap((one, other): (u64, u64)) -> u64 {
    one.abs_diff(other) - 1
}

impl NorthcottRows {
    /// Rows of two pieces each; `None` if two pieces are on one square.
    pub fn new(rows: Vec<(u64, u64)>) -> Option<Self> {
        rows.iter().all(|(one, other)| one != other).then_some(Self(rows))
    }

    /// The nim-sum of the gaps (theory R.6).
    pub fn value(&self) -> Nimber {
        self.0.iter().map(|&row| Nimber(gap(row))).sum()
    }

    /// The rows after a piece of a row has closed the gap to so many squares.
    fn closed(&self, row: usize, piece: Piece, left: u64) -> Self {
        let (own, other) = (piece.of(self.0[row]), piece.beside(self.0[row]));
        let to = if own > other { other + left + 1 } else { other - left - 1 };
        let mut rows = self.0.clone();
        match piece {
            Piece::First => rows[row].0 = to,
            Piece::Second => rows[row].1 = to,
        }
        Self(rows)
    }
}

impl Game for Northcott {
    type At = NorthcottRows;
    const ENTRY: &'static Entry = &Entry {
        name: "northcott",
        title: "Northcott's game",
        aliases: &["northcotts-game"],
        kind: EntryKind::Board("northcott: 2-7 4-5 0-3"),
        words: "Slide a piece of any row towards the other piece of its row, as far as you like without jumping. (On \
                Northcott's board each player owns a piece of every row and may also retreat; a retreat is answered by \
                following, so that the same player wins.)",
        known: &["The nim-sum of the gaps between the pieces, whoever moves (theory R.6)."],
        oeis: None,
    };
    const CONTINUATION: &'static str = "a row such as 2-7, ";
    const EVALUATED_AT_ONCE: bool = true;
    const PLAIN: Option<Self> = Some(Self);
    const NO_MISERE: Option<&'static str> = Some(
        "in Northcott's game pieces may retreat for ever, and only under normal play a theorem says that this changes \
         nothing (theory R.6); ask about normal play",
    );

    fn read(&self, text: &mut Cursor<'_>) -> Result<NorthcottRows, NotationError> {
        let row = |text: &mut Cursor<'_>| {
            let start = text.clone();
            let one = text.number("the column of the first piece of a row, as in 2-7")?;
            text.require('-')?;
            text.skip_spaces();
            let other = text.number("the column of the second piece of the row, as in 2-7")?;
            if one == other {
                return Err(
                    start.error("two pieces on one square: the pieces of a row have different columns")
                );
            }
            Ok((one, other))
        };
        text.list(row).map(NorthcottRows)
    }

    fn write(&self, rows: &NorthcottRows, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(rows.0.iter().map(|(one, other)| format!("{one}-{other}")), " "))
    }

    fn take_apart(&self, rows: NorthcottRows, parts: &mut Vec<NorthcottRows>) {
        parts.extend(rows.0.into_iter().filter(|&row| gap(row) > 0).map(|row| NorthcottRows(vec![row])));
    }

    fn parts(&self, rows: &NorthcottRows) -> usize {
        rows.0.len()
    }

    fn kinds(&self, rows: &NorthcottRows) -> Vec<usize> {
        first_of_each(&rows.0)
    }

    fn identity(&self, rows: &NorthcottRows) -> NorthcottRows {
        let mut rows = rows.clone();
        rows.0.sort_unstable();
        rows
    }

    fn actions<'p>(&'p self, rows: &'p NorthcottRows, part: usize) -> impl Iterator<Item = Action> + 'p {
        let row = rows.0[part];
        Piece::BOTH.into_iter().flat_map(move |piece| {
            let from = piece.of(row);
            // the tokens of a strip are counted from the left
            let token = usize::from(from > piece.beside(row));
            (0..gap(row)).map(move |left| {
                let to = piece.of(rows.closed(part, piece, left).0[part]);
                Action::Slide { strip: part, token, from, to }
            })
        })
    }

    fn act(&self, rows: &NorthcottRows, part: usize, action: &Action) -> Option<NorthcottRows> {
        let &Action::Slide { from, to, .. } = action else { return None };
        let &row = rows.0.get(part)?;
        let piece = Piece::BOTH.into_iter().find(|piece| piece.of(row) == from)?;
        let other = piece.beside(row);
        // towards the other piece and not past it
        let allowed = if from < other { from < to && to < other } else { other < to && to < from };
        allowed.then(|| rows.closed(part, piece, gap((to, other))))
    }

    fn has_move(&self, rows: &NorthcottRows) -> bool {
        rows.0.iter().any(|&row| gap(row) > 0)
    }

    fn view(&self, rows: &NorthcottRows) -> View {
        let strips: Vec<[u64; 2]> = rows.0.iter().map(|&(a, b)| [a.min(b), a.max(b)]).collect();
        let marked = rows.0.iter().map(|row| row.0).collect();
        View { marked, ..View::of_strips(BoardKind::Tokens, strips.iter().map(|strip| &strip[..])) }
    }

    fn reduce(&self, rows: &NorthcottRows) -> Option<Reduction<NorthcottRows>> {
        Some(Reduction::closed(rows.value(), Theorem::Northcott))
    }

    fn working(&self, rows: &NorthcottRows, _known: &mut Known) -> Option<Working> {
        let row = |&(one, other): &(u64, u64)| {
            WorkingRow::new(format!("gap {one}–{other}"), gap((one, other))).out_of([one, other])
        };
        let rows = rows.0.iter().map(row).collect();
        let retreat =
            "Each gap is a Nim heap; a retreat is undone by following as far, so it changes nothing";
        Some(Working::of_value(Theorem::Northcott, Combine::NimSum, rows).because(retreat))
    }

    fn moves_by_theorem(
        &self,
        rows: &NorthcottRows,
        value: Nimber,
        most: usize,
    ) -> Option<Found<NorthcottRows>> {
        let change = (rows.value() + value).0;
        let mut found = Counted::first(most);
        for row in self.kinds(rows) {
            let left = gap(rows.0[row]) ^ change;
            if left < gap(rows.0[row]) {
                for piece in Piece::BOTH {
                    found.add(|| rows.closed(row, piece, left));
                }
            }
        }
        Some(found.into())
    }

    fn reachable(&self, rows: &NorthcottRows) -> f64 {
        rows.0.iter().map(|&row| (gap(row) as f64 + 1.0).powi(2)).product()
    }

    fn breadth(&self, rows: &NorthcottRows) -> f64 {
        self.kinds(rows).into_iter().map(|row| 2.0 * gap(rows.0[row]) as f64).sum()
    }

    fn words(&self, rows: &NorthcottRows) -> f64 {
        2.0 * rows.0.len() as f64 + 3.0
    }
}
