//! Nimble: coins on squares 0, 1, 2, ... of a strip; a move takes one coin to any smaller square, past others and onto
//! them if one likes (theory R.5).
//!
//! Coins do not meet, so a coin on square n is a Nim heap of n tokens, and the game is Nim.

use std::fmt;

use crate::games::{Action, BoardKind, Counted, Found, Game, Known, Reduction, View, first_of_each};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nim::nim_sum;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Nimble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimble;

/// The squares of the coins, ascending; several may be on one square.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NimbleCoins(Vec<u64>);

impl NimbleCoins {
    /// Coins on these squares, in any order.
    pub fn new(mut squares: Vec<u64>) -> Self {
        squares.sort_unstable();
        Self(squares)
    }

    /// The squares, ascending.
    pub fn squares(&self) -> &[u64] {
        &self.0
    }

    fn moved(&self, coin: usize, to: u64) -> Self {
        let mut squares = self.0.clone();
        squares[coin] = to;
        Self::new(squares)
    }
}

impl Game for Nimble {
    type At = NimbleCoins;
    const ENTRY: &'static Entry = &Entry {
        name: "nimble",
        title: "Nimble",
        aliases: &[],
        kind: EntryKind::Board("nimble: 1 4 4 7"),
        words: "Move one coin of a strip to any smaller square; coins may pass one another and share squares.",
        known: &["A coin on square n is a Nim heap of n (theory R.5)."],
        oeis: None,
    };
    const CONTINUATION: &'static str = "the square of a coin, ";
    const EVALUATED_AT_ONCE: bool = true;
    const PLAIN: Option<Self> = Some(Self);

    fn read(&self, text: &mut Cursor<'_>) -> Result<NimbleCoins, NotationError> {
        text.numbers("a heap size").map(NimbleCoins::new)
    }

    fn write(&self, coins: &NimbleCoins, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&coins.0, " "))
    }

    fn take_apart(&self, coins: NimbleCoins, parts: &mut Vec<NimbleCoins>) {
        parts
            .extend(coins.0.into_iter().filter(|&square| square > 0).map(|square| NimbleCoins(vec![square])));
    }

    fn parts(&self, coins: &NimbleCoins) -> usize {
        coins.0.len()
    }

    fn kinds(&self, coins: &NimbleCoins) -> Vec<usize> {
        first_of_each(&coins.0)
    }

    fn actions<'p>(&'p self, coins: &'p NimbleCoins, part: usize) -> impl Iterator<Item = Action> + 'p {
        let from = coins.0[part];
        (0..from).map(move |to| Action::Slide { strip: part, token: 0, from, to })
    }

    fn act(&self, coins: &NimbleCoins, part: usize, action: &Action) -> Option<NimbleCoins> {
        let &Action::Slide { token: 0, from, to, .. } = action else { return None };
        (coins.0.get(part) == Some(&from) && to < from).then(|| coins.moved(part, to))
    }

    fn has_move(&self, coins: &NimbleCoins) -> bool {
        coins.0.iter().any(|&square| square > 0)
    }

    /// A strip for each coin, so that every coin is seen.
    fn view(&self, coins: &NimbleCoins) -> View {
        View::of_strips(BoardKind::Strips, coins.0.iter().map(std::slice::from_ref))
    }

    fn reduce(&self, coins: &NimbleCoins) -> Option<Reduction<NimbleCoins>> {
        Some(Reduction::closed(nim_sum(&coins.0), Theorem::Nimble))
    }

    fn working(&self, coins: &NimbleCoins, _known: &mut Known) -> Option<Working> {
        let row =
            |&square: &u64| WorkingRow::new(format!("coin on square {square}"), square).out_of([square]);
        let rows = coins.0.iter().map(row).collect();
        let heaps = "A coin can go to any smaller square, so on square n it is a Nim heap of n";
        Some(Working::of_value(Theorem::Nimble, Combine::NimSum, rows).because(heaps))
    }

    fn moves_by_theorem(
        &self,
        coins: &NimbleCoins,
        value: Nimber,
        most: usize,
    ) -> Option<Found<NimbleCoins>> {
        let change = (nim_sum(&coins.0) + value).0;
        let mut found = Counted::first(most);
        for coin in self.kinds(coins) {
            let to = coins.0[coin] ^ change;
            if to < coins.0[coin] {
                found.add(|| coins.moved(coin, to));
            }
        }
        Some(found.into())
    }

    fn reachable(&self, coins: &NimbleCoins) -> f64 {
        super::single_tokens::placements(0, &coins.0)
    }

    fn breadth(&self, coins: &NimbleCoins) -> f64 {
        self.kinds(coins).into_iter().map(|coin| coins.0[coin] as f64).sum()
    }

    fn words(&self, coins: &NimbleCoins) -> f64 {
        coins.0.len() as f64 + 3.0
    }
}
