//! Welter's game: tokens on different squares 0, 1, 2, ...; a move takes one to any empty smaller square (theory R.1).
//!
//! The value is Welter's function. Sort the numbers into a tree by their last bit, then by the bit before it, and so on,
//! and mate numbers from the leaves up: a node at bit j mates two numbers where both of its branches have an odd number
//! of them. The value is the nim-sum of all numbers and of 2^(j+1) - 1 for every mated pair, which is Conway's rule to
//! mate what is congruent to the highest power of 2 and to take (a + b) - 1 of each pair. Bit k of it depends on the
//! last k + 1 bits of the numbers only, because all pairs together are half of the tokens. So the square to which a
//! token must go for a given value is found bit by bit, from counts of tokens with the same last bits: that is a search
//! in the list of the numbers ordered by their reversed bits. One value costs 64 sorts at most, a move 64 searches.

use std::fmt;

use super::silver_dollar::Strip;
use crate::games::{Action, BoardKind, Counted, Found, Game, Known, Reduction, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

/// The rules of Welter's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Welter;

/// The tokens ordered by their bits from the last: those with the same last bits stand together.
struct Residues(Vec<u64>);

impl Residues {
    fn new(tokens: &[u64]) -> Self {
        let mut reversed: Vec<u64> = tokens.iter().map(|token| token.reverse_bits()).collect();
        reversed.sort_unstable();
        Self(reversed)
    }

    /// How many tokens have the same last `bits` bits as this number.
    fn count(&self, number: u64, bits: u32) -> usize {
        if bits == 0 {
            return self.0.len();
        }
        let low = number.reverse_bits() >> (64 - bits) << (64 - bits);
        let high = low | (u64::MAX.checked_shr(bits).unwrap_or(0));
        self.0.partition_point(|&other| other <= high) - self.0.partition_point(|&other| other < low)
    }

    /// Bit j: whether the number of pairs mated at bit j is odd.
    fn mated(&self) -> u64 {
        let mut mated = 0;
        for bit in 0..u64::BITS {
            let shift = u64::BITS - bit;
            let mut odd = false;
            // neighbors in the list share a node
            let mut at = 0;
            while at < self.0.len() {
                let node = self.0[at].checked_shr(shift).unwrap_or(0);
                let end =
                    at + self.0[at..].partition_point(|&other| other.checked_shr(shift).unwrap_or(0) == node);
                let ones = self.0[at..end].partition_point(|&other| other >> (shift - 1) & 1 == 0);
                odd ^= ones % 2 == 1 && (end - at - ones) % 2 == 1;
                at = end;
            }
            mated |= u64::from(odd) << bit;
        }
        mated
    }
}

/// The nim-sum of 2^(j+1) - 1 over all bits j of a number.
fn spread(mated: u64) -> u64 {
    (0..u64::BITS).filter(|bit| mated >> bit & 1 == 1).fold(0, |sum, bit| sum ^ (u64::MAX >> (63 - bit)))
}

/// Welter's function of different numbers, in any order (theory R.1).
///
/// ```
/// use sprague::{games::welter::welter_function, nimber::Nimber};
/// assert_eq!(welter_function(&[2, 3, 5, 7, 11, 13, 17, 19, 23]), Nimber(28));
/// ```
pub fn welter_function(tokens: &[u64]) -> Nimber {
    let sum = tokens.iter().fold(0, |sum, token| sum ^ token);
    Nimber(sum ^ spread(Residues::new(tokens).mated()))
}

/// The numbers mated with what is congruent to the highest power of 2, and the one without a mate.
fn mates(tokens: &[u64]) -> (Vec<[u64; 2]>, Option<u64>) {
    let mut free: Vec<u64> = tokens.iter().map(|token| token.reverse_bits()).collect();
    free.sort_unstable();
    let mut pairs = Vec::new();
    while free.len() > 1 {
        // neighbors in the order of the reversed bits share the most last bits
        let close = |at: &usize| (free[*at] ^ free[*at + 1]).leading_zeros();
        let best = (0..free.len() - 1).rev().max_by_key(close).expect("two numbers");
        let pair = [free[best].reverse_bits(), free[best + 1].reverse_bits()];
        pairs.push([pair[0].min(pair[1]), pair[0].max(pair[1])]);
        free.drain(best..=best + 1);
    }
    (pairs, free.first().map(|token| token.reverse_bits()))
}

/// The square to which this token must go so that the value is `value`: there is one, perhaps occupied or larger. `sum`
/// is the nim-sum of all tokens.
fn inverse(
    tokens: &[u64],
    residues: &Residues,
    (sum, mated): (u64, u64),
    token: usize,
    value: Nimber,
) -> u64 {
    let own = tokens[token];
    let pairs = (tokens.len() / 2) as u64;
    // the parity of the pairs at the bits below, with the new number in the place of the old one
    let mut below = 0;
    let mut square = 0;
    let (mut company, mut new_company) = (true, true);
    for bit in 0..u64::BITS {
        let above = (pairs ^ below) & 1;
        let here = (value.0 ^ sum ^ own) >> bit & 1 ^ above;
        square |= here << bit;
        // the other tokens on the branch of a number and on the branch beside it, while there are any
        let branches = |number: u64, company: &mut bool| {
            if !*company {
                return (0, 0);
            }
            let others = |number: u64| {
                let same = (number ^ own).trailing_zeros() > bit;
                residues.count(number, bit + 1) - usize::from(same)
            };
            let (own, beside) = (others(number), others(number ^ 1 << bit));
            *company = own + beside > 0;
            (own, beside)
        };
        // a node mates if both branches are odd: what changes is the node that the token leaves and the one it enters
        let changed = |(own, beside): (usize, usize)| {
            let mates = |own: usize| (own & beside & 1) as u64;
            mates(own + 1) ^ mates(own)
        };
        let leave = changed(branches(own, &mut company));
        let enter = changed(branches(square, &mut new_company));
        below ^= mated >> bit & 1 ^ leave ^ enter;
    }
    square
}

/// All moves of a strip to positions of this value, at most one for each token: tokens with their squares.
fn moves_to(strip: &Strip, value: Nimber) -> Vec<(usize, u64)> {
    let tokens = strip.tokens();
    let residues = Residues::new(tokens);
    let all = (tokens.iter().fold(0, |sum, token| sum ^ token), residues.mated());
    let step = |token: usize| {
        let square = inverse(tokens, &residues, all, token, value);
        (square < tokens[token] && tokens.binary_search(&square).is_err()).then_some((token, square))
    };
    (0..tokens.len()).filter_map(step).collect()
}

/// The strip with a token on another square.
pub(super) fn jumped(strip: &Strip, token: usize, to: u64) -> Strip {
    let mut tokens = strip.tokens().to_vec();
    tokens[token] = to;
    tokens.sort_unstable();
    Strip::new(tokens).expect("the square was empty")
}

impl Game for Welter {
    type At = Strip;
    const ENTRY: &'static Entry = &Entry {
        name: "welter",
        title: "Welter's game",
        aliases: &["welters-game"],
        kind: EntryKind::Board("welter: 1 4 7 8"),
        words: "Tokens stand on different squares 0, 1, 2, ...; move one to any smaller empty square, past others if \
                you like.",
        known: &[
            "The value is Welter's function: mate what is congruent to the highest power of 2 (theory R.1).",
        ],
        oeis: None,
    };
    const ENDS_ARE_EMPTY: bool = true;
    const CONTINUATION: &'static str = "the square of a token, ";
    const PLAIN: Option<Self> = Some(Self);

    fn read(&self, text: &mut Cursor<'_>) -> Result<Strip, NotationError> {
        let mut seen = std::collections::HashSet::new();
        let mut tokens = text.list(|text| {
            let start = text.clone();
            let token = text.number("the square of a token")?;
            if seen.insert(token) {
                Ok(token)
            } else {
                Err(start.error(format!("two tokens on square {token}: every token has a square of its own")))
            }
        })?;
        tokens.sort_unstable();
        Ok(Strip::new(tokens).expect("the tokens are different"))
    }

    fn write(&self, strip: &Strip, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(strip.tokens(), " "))
    }

    fn actions<'p>(&'p self, strip: &'p Strip, _part: usize) -> impl Iterator<Item = Action> + 'p {
        let tokens = strip.tokens();
        (0..tokens.len()).flat_map(move |token| {
            let from = tokens[token];
            let mut below = tokens[..token].iter().copied().peekable();
            (0..from).filter(move |to| below.next_if_eq(to).is_none()).map(move |to| Action::Slide {
                strip: 0,
                token,
                from,
                to,
            })
        })
    }

    fn act(&self, strip: &Strip, _part: usize, action: &Action) -> Option<Strip> {
        let &Action::Slide { token, from, to, .. } = action else { return None };
        let tokens = strip.tokens();
        let allowed = tokens.get(token) == Some(&from) && to < from && tokens.binary_search(&to).is_err();
        allowed.then(|| jumped(strip, token, to))
    }

    fn has_move(&self, strip: &Strip) -> bool {
        !strip.is_stuck()
    }

    fn view(&self, strip: &Strip) -> View {
        View::of_strips(BoardKind::Tokens, [strip.tokens()])
    }

    fn reduce(&self, strip: &Strip) -> Option<Reduction<Strip>> {
        Some(Reduction::closed(welter_function(strip.tokens()), Theorem::Welter))
    }

    fn working(&self, strip: &Strip, _known: &mut Known) -> Option<Working> {
        let (pairs, single) = mates(strip.tokens());
        let mated = pairs.into_iter().map(|[a, b]| {
            let power = 1u64 << (a ^ b).trailing_zeros();
            WorkingRow::new(format!("mates {a} and {b}"), (a ^ b) - 1)
                .out_of([a, b])
                .because(format!("congruent modulo {power}: ({a} ⊕ {b}) − 1"))
        });
        let alone =
            single.map(|token| WorkingRow::new(format!("{token} without a mate"), token).out_of([token]));
        let rows = mated.chain(alone).collect();
        let mating = "Numbers are mated that are congruent modulo the highest power of 2, then the rest in the same way";
        Some(Working::of_value(Theorem::Welter, Combine::NimSum, rows).because(mating))
    }

    fn moves_by_theorem(&self, strip: &Strip, value: Nimber, most: usize) -> Option<Found<Strip>> {
        let mut found = Counted::first(most);
        for (token, square) in moves_to(strip, value) {
            found.add(|| jumped(strip, token, square));
        }
        Some(found.into())
    }

    fn reachable(&self, strip: &Strip) -> f64 {
        strip.placements(0)
    }

    fn breadth(&self, strip: &Strip) -> f64 {
        (0..).zip(strip.tokens()).map(|(below, &token)| (token - below) as f64).sum()
    }

    fn words(&self, strip: &Strip) -> f64 {
        strip.words()
    }
}
