//! Treblecross on a board: put an X on a free square of a row; three Xs in a row win (theory G.6).
//!
//! Who puts an X next to another one, or one square away from it, lets the opponent complete three at once. So only
//! squares at least 3 away from every X are played, and who has none left loses: that is the game here. The squares
//! between two Xs that can still be played are a row of their own, and an empty row of n squares has the value of a heap
//! of n + 2 in the octal game 0.007, whose name `treblecross` is as well. In a row in which two Xs are nearer than that
//! the player to move completes three in a row at once: there every free square may be played, and three in a row end
//! it. Such a row has a winner and no value, and no misère play.

use std::fmt;
use std::sync::LazyLock;

use crate::games::{Action, BoardKind, Evaluation, Found, Game, Known, Part, View};
use crate::heap::HeapGame;
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::{TooLarge, named};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::play::Outcome;
use crate::sequence::Ground;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The most squares of a row.
const MOST_SQUARES: u64 = 10_000;
/// Two Xs are at least so far apart.
const APART: u32 = 3;

/// The rules of Treblecross on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Treblecross;

/// A row of squares, some of them with an X.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CrossRow {
    squares: u32,
    /// The squares with an X from 0, in ascending order.
    crosses: Vec<u32>,
}

/// The heap game with the same values.
static HEAPS: LazyLock<HeapGame> =
    LazyLock::new(|| "treblecross".parse().expect("the catalogue has this game"));

/// The name of this board where the squares of a row follow the name of the heap game, as in `treblecross: ..X..`.
pub(in crate::games) fn drawn_name(name: &str, after: &Cursor<'_>) -> Option<&'static str> {
    let body = after.rest().trim_start();
    let body = body.strip_prefix(':').unwrap_or(body).trim_start();
    (name == "treblecross" && body.starts_with(['.', '_', 'X', 'x'])).then_some(Treblecross::ENTRY.name)
}

impl CrossRow {
    /// An empty row; `None` if it is longer than a row may be.
    pub fn empty(squares: u64) -> Option<Self> {
        (squares <= MOST_SQUARES).then_some(Self { squares: squares as u32, crosses: Vec::new() })
    }

    /// Whether two Xs are so near that three in a row are there or one move away.
    fn is_near(&self) -> bool {
        self.crosses.windows(2).any(|pair| pair[1] - pair[0] < APART)
    }

    /// Whether three in a row are there.
    fn is_won(&self) -> bool {
        self.crosses.windows(3).any(|three| three[2] - three[0] == 2)
    }

    /// The row after an X on this square, from 0; `None` if that is not allowed.
    fn crossed(&self, square: u32) -> Option<Self> {
        if self.is_near() {
            let is_free = square < self.squares && self.crosses.binary_search(&square).is_err();
            return (is_free && !self.is_won()).then(|| self.with(square));
        }
        let at = self.crosses.partition_point(|&cross| cross < square);
        let left = at.checked_sub(1).is_none_or(|at| square - self.crosses[at] >= APART);
        let right = self.crosses.get(at).is_none_or(|&cross| cross - square >= APART);
        if square >= self.squares || !left || !right {
            return None;
        }
        Some(self.with(square))
    }

    /// The row with one more X.
    fn with(&self, square: u32) -> Self {
        let mut crosses = self.crosses.clone();
        crosses.insert(crosses.partition_point(|&cross| cross < square), square);
        Self { squares: self.squares, crosses }
    }

    /// The lengths of the stretches of squares that can be played.
    fn stretches(&self) -> impl Iterator<Item = u32> + '_ {
        let from = std::iter::once(0).chain(self.crosses.iter().map(|cross| cross + APART));
        let to = self.crosses.iter().map(|cross| (cross + 1).saturating_sub(APART)).chain([self.squares]);
        from.zip(to).map(|(from, to)| to.saturating_sub(from)).filter(|&length| length > 0)
    }

    fn text(&self, empty: char) -> String {
        let mut text: Vec<char> = vec![empty; self.squares as usize];
        for &cross in &self.crosses {
            text[cross as usize] = 'X';
        }
        text.into_iter().collect()
    }
}

impl Game for Treblecross {
    type At = CrossRow;
    const ENTRY: &'static Entry = &Entry {
        name: "treblecross-board",
        title: "Treblecross on a board",
        aliases: &["three-in-a-row"],
        kind: EntryKind::Board("treblecross-board: ....X......"),
        words: "Put an X on a free square of a row, at least 3 squares away from every other X: who goes nearer lets \
                the opponent complete three in a row, and loses. In a row with nearer Xs, such as `.X.X...X`, any free \
                square may be played, and three in a row win. Squares are counted from 1 on the left.",
        known: &["An empty row of n squares has the value of a heap of n+2 in 0.007 (theory G.6)."],
        oeis: None,
    };
    const PLAIN: Option<Self> = Some(Self);

    /// A number of empty squares, or the squares one by one.
    fn read(&self, text: &mut Cursor<'_>) -> Result<CrossRow, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let too_long = || start.error(format!("a row has at most {MOST_SQUARES} squares"));
        if text.peek().is_some_and(|c| c.is_ascii_digit()) {
            let squares = text.number("a number of squares")?;
            return CrossRow::empty(squares).ok_or_else(too_long);
        }
        let mut row = CrossRow::default();
        while let Some(c) = text.peek() {
            match c {
                '.' | '_' => {}
                'X' | 'x' => {
                    row.crosses.push(row.squares);
                }
                _ => break,
            }
            row.squares += 1;
            if u64::from(row.squares) > MOST_SQUARES {
                return Err(too_long());
            }
            text.advance();
        }
        if row.squares == 0 {
            return Err(text.expected("a number of squares, or squares such as ..X.."));
        }
        if row.squares < APART && row.is_near() {
            return Err(
                start.error("a row of two squares has no place for three Xs: two Xs cannot stand there")
            );
        }
        Ok(row)
    }

    fn write(&self, row: &CrossRow, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if row.crosses.is_empty() { write!(f, "{}", row.squares) } else { f.write_str(&row.text('.')) }
    }

    fn no_misere(&self, row: &CrossRow) -> Option<&'static str> {
        row.is_near().then_some(
            "two Xs are less than 3 squares apart, and the board under misère play is 0.007, where that cannot be: three \
             in a row do not lose in it",
        )
    }

    fn take_apart(&self, row: CrossRow, parts: &mut Vec<CrossRow>) {
        if row.is_near() {
            if !row.is_won() {
                parts.push(row);
            }
            return;
        }
        parts.extend(row.stretches().map(|squares| CrossRow { squares, crosses: Vec::new() }));
    }

    fn actions<'p>(&'p self, row: &'p CrossRow, _part: usize) -> impl Iterator<Item = Action> + 'p {
        let open = (0..row.squares).filter(|&square| row.crossed(square).is_some());
        open.map(|square| Action::Fill { squares: vec![(1, u64::from(square) + 1)] })
    }

    fn act(&self, row: &CrossRow, _part: usize, action: &Action) -> Option<CrossRow> {
        let Action::Fill { squares } = action else { return None };
        let &[(1, column)] = &squares[..] else { return None };
        row.crossed(u32::try_from(column.checked_sub(1)?).ok()?)
    }

    fn actions_between(&self, before: &CrossRow, after: &CrossRow) -> Vec<(usize, Action)> {
        let new = after.crosses.iter().filter(|cross| before.crosses.binary_search(cross).is_err());
        new.map(|&cross| (0, Action::Fill { squares: vec![(1, u64::from(cross) + 1)] })).collect()
    }

    fn view(&self, row: &CrossRow) -> View {
        View::new(BoardKind::Squares, [Part::Squares { squares: vec![row.text('#')] }])
    }

    fn evaluate(&self, component: &CrossRow, known: &mut Known) -> Result<Evaluation, TooLarge> {
        if component.is_near() {
            let what = named(format!("the value of {}", component.text('.')));
            let reason = "who completes three in a row wins the whole game";
            let by_theorem = (Outcome::N, Theorem::Treblecross);
            return Evaluation::or_outcome(Err(TooLarge::Endless { what, reason }), Some(by_theorem));
        }
        let (value, ground) = known.heap(&HEAPS, u64::from(component.squares) + 2)?;
        Ok(Evaluation::valued(value, vec![Ground::Theorem(Theorem::Treblecross), ground]))
    }

    fn working(&self, row: &CrossRow, known: &mut Known) -> Option<Working> {
        if row.is_near() {
            return None;
        }
        let mut stretch = |squares: u32| {
            let heap = u64::from(squares) + 2;
            let (value, ground) = known.heap(&HEAPS, heap).ok()?;
            let label = format!("{squares} squares: heap {heap} of 0.007");
            Some(WorkingRow::new(label, value).out_of([u64::from(squares)]).because(ground.to_string()))
        };
        let rows = row.stretches().map(&mut stretch).collect::<Option<Vec<_>>>()?;
        let free = "Squares nearer than 3 to an X are never played; n free squares count as a heap of n + 2 in 0.007";
        Some(Working::of_value(Theorem::Treblecross, Combine::NimSum, rows).because(free))
    }

    fn moves_by_theorem(&self, row: &CrossRow, value: Nimber, _most: usize) -> Option<Found<CrossRow>> {
        if !row.is_near() || !value.is_zero() {
            return None;
        }
        let after = (0..row.squares).filter_map(|square| row.crossed(square));
        Some(after.filter(CrossRow::is_won).collect::<Vec<_>>().into())
    }

    /// Empty rows that are not longer.
    fn search_size(&self, component: &CrossRow) -> f64 {
        f64::from(component.squares)
    }

    /// Sets of squares at least 3 apart, counted up to the next square: an empty one adds those before it, an X those
    /// before its two neighbors.
    fn reachable(&self, component: &CrossRow) -> f64 {
        let mut last = [1.0; 3];
        for _ in 0..component.squares {
            last = [last[1], last[2], last[2] + last[0]];
        }
        last[2]
    }

    fn forms(&self, component: &CrossRow) -> f64 {
        f64::from(component.squares)
    }

    fn breadth(&self, row: &CrossRow) -> f64 {
        if row.is_near() {
            return f64::from(row.squares);
        }
        row.stretches().map(f64::from).sum()
    }

    fn words(&self, row: &CrossRow) -> f64 {
        1.0 + row.crosses.len() as f64 / 2.0
    }
}
