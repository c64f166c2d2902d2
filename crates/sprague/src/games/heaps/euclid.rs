//! Euclid: take a positive multiple of the smaller number from the larger one, which may become 0; the game is over
//! when one is 0 (theory R.2).
//!
//! Moves follow Euclid's algorithm, so its quotients give the value. Let y = q x + r with 0 <= r < x. The options of
//! (x, y) are (x, r + j x) for j < q; with v the value of (r, x) they have the values v, 0, 1, ..., v-1, v+1, ... in
//! this order. So the value of (x, y) is q if v < q, and q - 1 if not, and the option of a given value is known at
//! once. That takes as many steps as the algorithm of Euclid, for numbers of any size. The value is 0 exactly where one
//! number is 0 or the numbers are different and closer to each other than in the golden ratio (Cole and Davie 1969).

use std::fmt;

use crate::games::{Action, BoardKind, Found, Game, Known, Reduction, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::play::Outcome;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Euclid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Euclid;

/// Two numbers, the larger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EuclidPair {
    larger: u64,
    smaller: u64,
}

impl EuclidPair {
    /// Two numbers in any order.
    pub fn new(a: u64, b: u64) -> Self {
        Self { larger: a.max(b), smaller: a.min(b) }
    }

    /// The numbers, the larger first.
    pub const fn numbers(self) -> (u64, u64) {
        (self.larger, self.smaller)
    }

    /// The value, by Euclid's algorithm (theory R.2).
    pub fn value(self) -> Nimber {
        let (mut larger, mut smaller) = self.numbers();
        let mut quotients = Vec::new();
        while smaller > 0 {
            quotients.push(larger / smaller);
            (larger, smaller) = (smaller, larger % smaller);
        }
        Nimber(quotients.into_iter().rev().fold(0, |below, quotient| quotient - u64::from(below >= quotient)))
    }

    /// Who wins, by the golden ratio (theory R.2).
    pub fn outcome(self) -> Outcome {
        let (y, x) = (u128::from(self.larger), u128::from(self.smaller));
        // y / x < (1 + sqrt 5) / 2
        let close = y > x && y * y < x * y + x * x;
        if x == 0 || close { Outcome::P } else { Outcome::N }
    }

    /// The steps of the algorithm from the last on, each with its value, and the quotients from the first on.
    fn steps(self) -> (Vec<WorkingRow>, Vec<u64>) {
        let (mut larger, mut smaller) = self.numbers();
        let mut steps = Vec::new();
        while smaller > 0 {
            steps.push((larger, smaller));
            (larger, smaller) = (smaller, larger % smaller);
        }
        let quotients = steps.iter().map(|(larger, smaller)| larger / smaller).collect();
        let mut below = 0;
        let row = |(larger, smaller): (u64, u64)| {
            let (quotient, rest) = (larger / smaller, larger % smaller);
            let (value, why) = if below < quotient {
                (quotient, format!("{below} < {quotient}: the quotient"))
            } else {
                (quotient - 1, format!("{below} ≥ {quotient}: one less than the quotient"))
            };
            below = value;
            let label = format!("{larger} = {quotient} · {smaller} + {rest}");
            WorkingRow::new(label, value).out_of([larger, smaller]).because(why)
        };
        (steps.into_iter().rev().map(row).collect(), quotients)
    }

    /// The option of this value; there is at most one.
    fn option_of(self, value: Nimber) -> Option<Self> {
        let (larger, smaller) = self.numbers();
        let quotient = larger.checked_div(smaller)?;
        let rest = larger % smaller;
        let first = Self::new(smaller, rest).value().0;
        let times = match value.0.cmp(&first) {
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Less => value.0 + 1,
            std::cmp::Ordering::Greater => value.0,
        };
        (times < quotient).then(|| Self::new(smaller, rest + times * smaller))
    }
}

impl Game for Euclid {
    type At = EuclidPair;
    const ENTRY: &'static Entry = &Entry {
        name: "euclid",
        title: "Euclid",
        aliases: &["game-of-euclid"],
        kind: EntryKind::Board("euclid: 3 8"),
        words: "Take a positive multiple of the smaller number from the larger one. The game is over when one is 0.",
        known: &[
            "The value follows the quotients of Euclid's algorithm; P if one number is 0, or if they are different \
              and their ratio is below the golden one (theory R.2).",
        ],
        oeis: None,
    };
    const ENDS_ARE_EMPTY: bool = true;
    const PLAIN: Option<Self> = Some(Self);

    fn read(&self, text: &mut Cursor<'_>) -> Result<EuclidPair, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let numbers = text.numbers("a heap size")?;
        match *numbers {
            [a, b] => Ok(EuclidPair::new(a, b)),
            [] | [_] if text.peek().is_some() => Err(text.expected("two numbers, as in `3 8`")),
            _ => {
                Err(start.error(format!("Euclid is played with exactly two numbers, not {}", numbers.len())))
            }
        }
    }

    fn write(&self, pair: &EuclidPair, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", pair.larger, pair.smaller)
    }

    fn parts(&self, _pair: &EuclidPair) -> usize {
        2
    }

    fn kinds(&self, _pair: &EuclidPair) -> Vec<usize> {
        vec![0]
    }

    fn actions<'p>(&'p self, pair: &'p EuclidPair, part: usize) -> impl Iterator<Item = Action> + 'p {
        // of equal numbers either may be taken
        let (larger, smaller) = pair.numbers();
        let can = part == 0 || larger == smaller;
        let quotient = if can { larger.checked_div(smaller).unwrap_or(0) } else { 0 };
        (1..=quotient).map(move |times| Action::take(larger, part, times * smaller))
    }

    fn act(&self, pair: &EuclidPair, part: usize, action: &Action) -> Option<EuclidPair> {
        let Action::Take(change) = action else { return None };
        let (larger, smaller) = pair.numbers();
        let allowed = (part == 0 || larger == smaller)
            && change.heap == larger
            && (1..=larger).contains(&change.taken)
            && change.taken.checked_rem(smaller) == Some(0);
        allowed.then(|| EuclidPair::new(larger - change.taken, smaller))
    }

    fn view(&self, pair: &EuclidPair) -> View {
        View::of_heaps(BoardKind::Nim, &[pair.larger, pair.smaller])
    }

    fn reduce(&self, pair: &EuclidPair) -> Option<Reduction<EuclidPair>> {
        Some(Reduction::closed(pair.value(), Theorem::Euclid))
    }

    fn working(&self, pair: &EuclidPair, _known: &mut Known) -> Option<Working> {
        let (rows, quotients) = pair.steps();
        if rows.is_empty() {
            return Some(
                Working::argued(Theorem::Euclid, Outcome::P).because("One number is 0, so the game is over"),
            );
        }
        let (larger, smaller) = pair.numbers();
        let ones = quotients.iter().take_while(|&&quotient| quotient == 1).count();
        let listed = joined(&quotients, ", ");
        let free = match quotients.get(ones) {
            Some(free) => format!(
                "Quotients {listed}: the first of 2 or more is {free}, after {ones} of 1, whose moves are forced; who \
                 meets it wins"
            ),
            None => format!("Quotients {listed}: all moves are forced"),
        };
        let golden = match (pair.outcome(), larger == smaller) {
            (_, true) => "The numbers are equal, so one move ends the game".to_owned(),
            (Outcome::P, _) => {
                format!("{larger} / {smaller} is below the golden ratio, so it is a P-position")
            }
            (Outcome::N | Outcome::Draw, _) => {
                format!("{larger} / {smaller} is above the golden ratio, so it is an N-position")
            }
        };
        let working = Working::of_value(Theorem::Euclid, Combine::Last, rows);
        Some(working.because(free).because(golden))
    }

    fn moves_by_theorem(&self, pair: &EuclidPair, value: Nimber, _most: usize) -> Option<Found<EuclidPair>> {
        Some(pair.option_of(value).into_iter().collect::<Vec<_>>().into())
    }

    /// The pairs of the algorithm, each with its multiples.
    fn reachable(&self, pair: &EuclidPair) -> f64 {
        let (mut larger, mut smaller) = pair.numbers();
        let mut pairs = 1.0;
        while smaller > 0 {
            pairs += (larger / smaller) as f64;
            (larger, smaller) = (smaller, larger % smaller);
        }
        pairs
    }

    fn breadth(&self, pair: &EuclidPair) -> f64 {
        pair.larger.checked_div(pair.smaller).unwrap_or(0) as f64
    }
}
