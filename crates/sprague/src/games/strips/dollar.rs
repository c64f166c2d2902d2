//! Silver Dollar with the dollar: coins on a strip whose square 0 is a bag for any number of them. One coin is the
//! dollar. A move slides a coin to a smaller empty square or into the bag, without jumping; the bag is taken, as a move,
//! once it holds the dollar, and that ends the game (theory R.7).
//!
//! Who puts the dollar into the bag has lost, so everybody plays as if this were forbidden: then it is Silver Dollar
//! (theory 6.2), where the bag counts as an empty square that coins leave the strip by, unless the next coin is the
//! dollar, for which it is full. In the variant `dollar(at once)` the player who bags the dollar wins at once. There
//! nobody wants to leave the dollar as the next coin: a position where it is the next coin is won, and otherwise the bag
//! counts as full where one coin is left before the dollar (Conway 1976). These are outcomes; values differ from those
//! of Silver Dollar and are searched for.

use std::fmt;

use super::silver_dollar::{PAIRED, Strip, gap_rows};
use crate::games::{Action, BoardKind, Counted, Evaluation, Found, Game, Known, Reduction, View};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError, joined};
use crate::play::Outcome;
use crate::theorem::Theorem;
use crate::working::{Combine, Working};

/// How the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dollar {
    /// The bag with the dollar is taken by a move of its own.
    TakeBag,
    /// The move that puts the dollar into the bag is the last one.
    AtOnce,
}

/// Where the coins are; no dollar means that the game is over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DollarStrip {
    /// The coins outside of the bag, from square 1.
    coins: Strip,
    /// The square of the dollar; 0 for the bag.
    dollar: Option<u64>,
}

impl DollarStrip {
    /// Coins on these squares and the dollar among them, or in the bag at 0; `None` if coins share a square above 0, or
    /// the dollar is no coin. Without a dollar the game is over.
    pub fn new(mut squares: Vec<u64>, dollar: Option<u64>) -> Option<Self> {
        if dollar.is_none() {
            return squares.is_empty().then(Self::over);
        }
        squares.retain(|&square| square > 0);
        squares.sort_unstable();
        let coins = Strip::new(squares)?;
        let placed = dollar.is_none_or(|square| square == 0 || coins.tokens().contains(&square));
        placed.then_some(Self { coins, dollar })
    }

    fn over() -> Self {
        Self { coins: Strip::default(), dollar: None }
    }

    /// How many coins are before the dollar.
    fn before(&self) -> usize {
        self.coins
            .tokens()
            .iter()
            .take_while(|&&coin| self.dollar.is_some_and(|dollar| coin < dollar))
            .count()
    }

    /// The squares that a coin may go to: above the coin below it, or down to the bag.
    fn room(&self, coin: usize) -> std::ops::Range<u64> {
        self.coins.room(coin)
    }
}

impl Dollar {
    /// Who wins (theory R.7).
    pub fn outcome(self, strip: &DollarStrip) -> Outcome {
        match (strip.dollar, strip.before()) {
            (None, _) => Outcome::P,
            (Some(0), _) => Outcome::N,
            (_, 0) if self == Self::AtOnce => Outcome::N,
            _ => Outcome::of_value(self.without_bag(strip).value()),
        }
    }

    /// The coins as a strip of Silver Dollar: one square less where the bag counts as full.
    fn without_bag(self, strip: &DollarStrip) -> Strip {
        let squares = strip.coins.tokens().iter().map(|coin| coin - self.first_square(strip));
        Strip::new(squares.collect()).expect("the coins ascend")
    }

    /// The lowest square of that strip: 1 where the bag counts as full.
    fn first_square(self, strip: &DollarStrip) -> u64 {
        let full = match self {
            Self::TakeBag => strip.before() == 0,
            Self::AtOnce => strip.before() == 1,
        };
        u64::from(full)
    }

    /// The position after a coin has gone to a square of its room.
    fn slid(self, strip: &DollarStrip, coin: usize, to: u64) -> DollarStrip {
        let from = strip.coins.tokens()[coin];
        let moved = strip.coins.moved(coin, to);
        let is_dollar = strip.dollar == Some(from);
        if to > 0 {
            return DollarStrip { coins: moved, dollar: if is_dollar { Some(to) } else { strip.dollar } };
        }
        if is_dollar && self == Self::AtOnce {
            return DollarStrip::over();
        }
        let left = moved.tokens()[1..].to_vec();
        let coins = Strip::new(left).expect("the coins ascend");
        DollarStrip { coins, dollar: if is_dollar { Some(0) } else { strip.dollar } }
    }
}

impl Game for Dollar {
    type At = DollarStrip;
    const ENTRY: &'static Entry = &Entry {
        name: "dollar",
        title: "Silver Dollar with the dollar",
        aliases: &["silver-dollar-with-the-dollar", "silver-dollar-bag"],
        kind: EntryKind::Board("dollar: 2 4$ 7"),
        words: "Slide a coin to a smaller empty square, or into the bag on square 0, without jumping; or take the bag \
                if the dollar is in it, which ends the game. `$` marks the dollar. In dollar(at once) the move that \
                bags the dollar ends the game.",
        known: &[
            "P as in Silver Dollar, where the bag is an empty square, but a full one if the next coin is the dollar; \
                  at once: if one coin is left before the dollar (theory R.7).",
        ],
        oeis: None,
    };
    const ENDS_ARE_EMPTY: bool = true;
    const CONTINUATION: &'static str = "the square of a coin, ";

    fn name(&self) -> String {
        match self {
            Self::TakeBag => "dollar".to_owned(),
            Self::AtOnce => "dollar(at once)".to_owned(),
        }
    }

    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let mut ahead = text.clone();
        ahead.skip_spaces();
        if !ahead.eat('(') {
            return Ok(Self::TakeBag);
        }
        ahead.skip_spaces();
        let start = ahead.clone();
        let words = ahead.eat_str("at") && {
            ahead.skip_spaces();
            ahead.eat_str("once")
        };
        if !words {
            return Err(start.expected("`at once`, as in `dollar(at once)`"));
        }
        ahead.require(')')?;
        *text = ahead;
        Ok(Self::AtOnce)
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<DollarStrip, NotationError> {
        text.skip_spaces();
        let start = text.clone();
        let (mut seen, mut dollar) = (Vec::new(), None);
        let squares = text.list(|text| {
            let at = text.clone();
            let square = text.number("the square of a coin")?;
            if square > 0 && seen.contains(&square) {
                return Err(at.error(format!("two coins on square {square}: only the bag, 0, holds several")));
            }
            seen.push(square);
            if text.peek() == Some('$') {
                if dollar.is_some() {
                    return Err(text.error("one coin is the dollar, and it is marked already"));
                }
                if square == 0 && *self == Self::AtOnce {
                    return Err(at.error("the dollar in the bag has ended the game: write no coins for that"));
                }
                text.advance();
                dollar = Some(square);
            }
            Ok(square)
        })?;
        DollarStrip::new(squares, dollar).ok_or_else(|| {
            start.error("one of the coins is the dollar: mark it with `$`, as in `dollar: 2 4$ 7`")
        })
    }

    fn write(&self, strip: &DollarStrip, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |&square: &u64| {
            if strip.dollar == Some(square) { format!("{square}$") } else { square.to_string() }
        };
        let bagged = (strip.dollar == Some(0)).then(|| "0$".to_owned());
        f.write_str(&joined(bagged.into_iter().chain(strip.coins.tokens().iter().map(mark)), " "))
    }

    fn actions<'p>(&'p self, strip: &'p DollarStrip, _part: usize) -> impl Iterator<Item = Action> + 'p {
        let bag = (strip.dollar == Some(0)).then_some(Action::TakeBag);
        let tokens = strip.coins.tokens();
        let slides = (0..tokens.len()).flat_map(move |token| {
            strip.room(token).map(move |to| Action::Slide { strip: 0, token, from: tokens[token], to })
        });
        bag.into_iter().chain(slides)
    }

    fn act(&self, strip: &DollarStrip, _part: usize, action: &Action) -> Option<DollarStrip> {
        match action {
            Action::TakeBag => (strip.dollar == Some(0)).then(DollarStrip::over),
            &Action::Slide { token, from, to, .. } => {
                let there = strip.dollar.is_some() && strip.coins.tokens().get(token) == Some(&from);
                (there && strip.room(token).contains(&to)).then(|| self.slid(strip, token, to))
            }
            _ => None,
        }
    }

    /// One coin is on a smaller square, in the bag or, at the end, gone with all others.
    fn actions_between(&self, before: &DollarStrip, after: &DollarStrip) -> Vec<(usize, Action)> {
        let (old, new) = (before.coins.tokens(), after.coins.tokens());
        if after.dollar.is_none() {
            let bagged = old.first().map(|&from| Action::Slide { strip: 0, token: 0, from, to: 0 });
            return [Some(Action::TakeBag), bagged].into_iter().flatten().map(|action| (0, action)).collect();
        }
        let into_bag = old.len() - new.len().min(old.len());
        let changed = (0..new.len()).find(|&at| old.get(at + into_bag) != Some(&new[at]));
        let slide = match (into_bag, changed) {
            (0, Some(token)) => old.get(token).map(|&from| (token, from, new[token])),
            (1, None) => old.first().map(|&from| (0, from, 0)),
            _ => None,
        };
        slide.map(|(token, from, to)| (0, Action::Slide { strip: 0, token, from, to })).into_iter().collect()
    }

    fn has_move(&self, strip: &DollarStrip) -> bool {
        strip.dollar.is_some()
    }

    fn view(&self, strip: &DollarStrip) -> View {
        let marked = strip.dollar.into_iter().collect();
        View { marked, ..View::of_strips(BoardKind::Bag, [strip.coins.tokens()]) }
    }

    fn reduce(&self, strip: &DollarStrip) -> Option<Reduction<DollarStrip>> {
        let lost = self.outcome(strip) == Outcome::P;
        lost.then(|| Reduction::closed(Nimber::ZERO, Theorem::Dollar))
    }

    fn working(&self, strip: &DollarStrip, _known: &mut Known) -> Option<Working> {
        let argued =
            |outcome, because: &str| Some(Working::argued(Theorem::Dollar, outcome).because(because));
        match (strip.dollar, strip.before()) {
            (None, _) => return argued(Outcome::P, "The game is over"),
            (Some(0), _) => {
                return argued(Outcome::N, "The dollar is in the bag: taking the bag ends the game");
            }
            (_, 0) if *self == Self::AtOnce => {
                return argued(
                    Outcome::N,
                    "The dollar is the next coin: putting it into the bag ends the game",
                );
            }
            _ => {}
        }
        let lowest = self.first_square(strip);
        let bag = match (lowest, self) {
            (0, _) => "The bag counts as an empty square",
            (_, Self::TakeBag) => {
                "The dollar is the next coin, so the bag counts as full: who bags the dollar has lost"
            }
            (_, Self::AtOnce) => {
                "One coin is before the dollar, so the bag counts as full: who bags that coin has lost"
            }
        };
        let plain = self.without_bag(strip);
        let rows = gap_rows(plain.tokens(), lowest).collect();
        Some(Working::of_outcome(Theorem::Dollar, Combine::NimSum, rows).because(PAIRED).because(bag))
    }

    /// The outcome is known, so a search must be short to be worth its while.
    fn evaluate(&self, strip: &DollarStrip, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let outcome = Some((self.outcome(strip), Theorem::Dollar));
        let valued =
            known.admit_long_search(self, strip).and_then(|()| known.by_theorem_or_search(self, strip));
        Evaluation::or_outcome(valued, outcome)
    }

    /// Each coin has at most one square that makes the nim-sum of the gaps 0, and the next one the bag.
    fn moves_by_theorem(
        &self,
        strip: &DollarStrip,
        value: Nimber,
        most: usize,
    ) -> Option<Found<DollarStrip>> {
        if !value.is_zero() {
            return None;
        }
        let mut found = Counted::first(most);
        let mut add = |after: DollarStrip| {
            if self.outcome(&after) == Outcome::P {
                found.add(|| after);
            }
        };
        if strip.dollar == Some(0) {
            // anything else leaves the bag to the other player
            add(DollarStrip::over());
            return Some(found.into());
        }
        if strip.dollar.is_some() && !strip.coins.tokens().is_empty() {
            add(self.slid(strip, 0, 0));
        }
        let (lowest, plain) = (self.first_square(strip), self.without_bag(strip));
        let steps = plain.moves_that_add(plain.value()).map(|(coin, to)| (coin, to + lowest));
        for (coin, to) in steps.filter(|&(_, to)| to > 0) {
            add(self.slid(strip, coin, to));
        }
        Some(found.into())
    }

    fn reachable(&self, strip: &DollarStrip) -> f64 {
        2.0 + 2.0 * strip.coins.tokens().iter().map(|&coin| coin as f64 + 1.0).product::<f64>()
    }

    fn breadth(&self, strip: &DollarStrip) -> f64 {
        1.0 + strip.coins.breadth()
    }

    fn words(&self, strip: &DollarStrip) -> f64 {
        strip.coins.words() + 2.0
    }
}
