//! Star Silver Dollar: strips of tokens that share square 0, at most one token there in all (theory 6.3).
//!
//! Once square 0 is occupied the strips are independent and start one square higher (theory 6.4); the token there
//! never moves, so it does not matter in which strip it is written. Before that, only the *heads* interact: the
//! lowest token of a strip with an odd number of tokens, the two lowest of one with an even number. The tails are
//! Silver Dollar pairs and add their gaps (theory 6.5). Closed forms remain for even strips (theory 6.7), and for
//! odd ones where Star Nim has one (theory 6.6). Otherwise the star of heads is searched: at most the product over
//! strips of their placements, two tokens each.

use std::fmt;

use super::silver_dollar::{Strip, gaps, read_strips, write_strips};
use super::star_nim::StarNim;
use super::{
    Action, BoardKind, Counted, Evaluation, Found, Game, Known, Reduction, View, first_of_each, options,
};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::TooLarge;
use crate::nimber::{Nimber, nim_sum};
use crate::notation::{Cursor, NotationError};
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;

/// The rules of Star Silver Dollar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Star;

/// Strips that share square 0, in the order given. At most one of them holds a token there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StarPosition(Vec<Strip>);

impl StarPosition {
    /// A star of these strips; `None` if more than one has a token on square 0.
    pub fn new(strips: Vec<Strip>) -> Option<Self> {
        (strips.iter().filter(|strip| on_zero(strip)).count() <= 1).then_some(Self(strips))
    }

    /// The strips in the order given.
    pub fn strips(&self) -> &[Strip] {
        &self.0
    }

    /// Whether square 0 holds a token.
    pub fn zero_is_occupied(&self) -> bool {
        self.0.iter().any(on_zero)
    }

    /// The squares of the tokens, when every strip that is not empty has one: a position of Star Nim.
    fn single_tokens(&self) -> Option<Vec<u64>> {
        let single = self.0.iter().all(|strip| strip.tokens().len() <= 1);
        single.then(|| self.0.iter().flat_map(|strip| strip.tokens().iter().copied()).collect())
    }

    fn even(&self) -> bool {
        self.0.iter().all(|strip| strip.tokens().len().is_multiple_of(2))
    }

    fn replaced(&self, at: usize, strip: Strip) -> Self {
        let mut strips = self.0.clone();
        strips[at] = strip;
        Self(strips)
    }

    /// The value with square 0 occupied (theory 6.4).
    fn value_above_zero(&self) -> Nimber {
        nim_sum(self.0.iter().map(|strip| lowered(strip).value()))
    }
}

fn on_zero(strip: &Strip) -> bool {
    strip.tokens().first() == Some(&0)
}

fn above_zero(strip: &Strip) -> &[u64] {
    &strip.tokens()[usize::from(on_zero(strip))..]
}

/// The strip of Silver Dollar above square 0, whose square 0 is this strip's square 1.
fn lowered(strip: &Strip) -> Strip {
    Strip::new(above_zero(strip).iter().map(|token| token - 1).collect()).expect("the order is kept")
}

/// The number of tokens in the head (theory 6.5).
fn head_length(strip: &Strip) -> usize {
    match strip.tokens().len() {
        0 => 0,
        odd if odd % 2 == 1 => 1,
        _ => 2,
    }
}

impl Ruleset for Star {
    type Position = StarPosition;

    fn options(&self, position: &StarPosition) -> Vec<StarPosition> {
        options(self, position)
    }

    fn canonical(&self, position: StarPosition) -> StarPosition {
        let zero = position.zero_is_occupied().then(|| vec![0]);
        let mut strips: Vec<Vec<u64>> = position.0.iter().map(|strip| above_zero(strip).to_vec()).collect();
        strips.retain(|strip| !strip.is_empty());
        strips.sort_unstable();
        let strips = zero.into_iter().chain(strips);
        StarPosition(strips.map(|strip| Strip::new(strip).expect("the order is kept")).collect())
    }

    fn known_value(&self, component: &StarPosition) -> Option<Nimber> {
        let Reduction { known, rest, .. } = self.reduce(component)?;
        rest.iter().try_fold(known, |sum, position| Some(sum + self.known_value(position)?))
    }
}

impl Game for Star {
    const ENTRY: &'static Entry = &Entry {
        name: "star",
        title: "Star Silver Dollar",
        aliases: &["star-silver-dollar"],
        kind: EntryKind::Board("star: [3] [4] [2,5,7]"),
        words: "Silver Dollar on strips that share square 0, which holds at most one token.",
        known: &[
            "Only the lowest token or two of each strip need a search; the others count as pairs (theory 6.5).",
        ],
        oeis: None,
    };

    fn read_parameters(_text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Ok(Self)
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<StarPosition, NotationError> {
        let mut occupied = false;
        let admit = |token| {
            if token == 0 && std::mem::replace(&mut occupied, true) {
                return Err("square 0 is shared by all strips and can hold only one token");
            }
            Ok(())
        };
        read_strips(text, admit).map(StarPosition)
    }

    fn write(&self, position: &StarPosition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_strips(&position.0, f)
    }

    fn parts(&self, position: &StarPosition) -> usize {
        position.0.len()
    }

    /// Strips that are equal above square 0 have the same options up to their order.
    fn kinds(&self, position: &StarPosition) -> Vec<usize> {
        first_of_each(position.0.iter().map(above_zero))
    }

    fn actions<'p>(&'p self, position: &'p StarPosition, part: usize) -> impl Iterator<Item = Action> + 'p {
        position.0[part].slides(part)
    }

    fn act(&self, position: &StarPosition, part: usize, action: &Action) -> Option<StarPosition> {
        if position.zero_is_occupied() && matches!(action, Action::Slide { to: 0, .. }) {
            return None;
        }
        position.0.get(part)?.slid(action).map(|strip| position.replaced(part, strip))
    }

    fn has_move(&self, position: &StarPosition) -> bool {
        let occupied = position.zero_is_occupied();
        let moves = |strip: &Strip| if occupied { lowered(strip).breadth() } else { strip.breadth() };
        position.0.iter().any(|strip| moves(strip) > 0.0)
    }

    fn view(&self, position: &StarPosition) -> View {
        View::of_strips(BoardKind::Star, position.0.iter().map(Strip::tokens))
    }

    /// One token a strip is Star Nim.
    fn evaluate(&self, component: &StarPosition, known: &mut Known) -> Result<Evaluation, TooLarge> {
        match component.single_tokens() {
            Some(tokens) => StarNim.evaluate(&tokens, known),
            None => known.by_theorem_or_search(self, component),
        }
    }

    fn reduce(&self, component: &StarPosition) -> Option<Reduction<StarPosition>> {
        let closed = |known, theorem| Some(Reduction::closed(known, theorem));
        if component.zero_is_occupied() {
            return closed(component.value_above_zero(), Theorem::ZeroSquare);
        }
        let mut strips = component.0.iter().filter(|strip| !strip.tokens().is_empty());
        if let (Some(only), None) = (strips.next(), strips.next()) {
            return closed(only.value(), Theorem::SilverDollar);
        }
        if component.even() {
            return closed(nim_sum(component.0.iter().map(Strip::value)), Theorem::AllEven);
        }
        if let Some(tokens) = component.single_tokens() {
            let Reduction { known, theorem, .. } = StarNim.reduce(&tokens)?;
            return closed(known, theorem);
        }
        let split = |strip: &Strip| {
            let (head, tail) = strip.tokens().split_at(head_length(strip));
            (Strip::new(head.to_vec()).expect("the order is kept"), gaps(tail))
        };
        let heads_only = component.0.iter().all(|strip| strip.tokens().len() == head_length(strip));
        if heads_only {
            return None;
        }
        let (mut heads, tails): (Vec<Strip>, Vec<Nimber>) = component.0.iter().map(split).unzip();
        heads.retain(|head| !head.tokens().is_empty());
        let odd = heads.iter().all(|head| head.tokens().len() == 1);
        let theorem = if odd { Theorem::AllOdd } else { Theorem::HeadTail };
        Some(Reduction { known: nim_sum(tails), rest: vec![StarPosition(heads)], theorem })
    }

    fn moves_by_theorem(
        &self,
        position: &StarPosition,
        value: Nimber,
        most: usize,
    ) -> Option<Found<StarPosition>> {
        let kinds = || self.kinds(position).into_iter().map(|at| (at, &position.0[at]));
        let mut found = Counted::first(most);
        if position.zero_is_occupied() {
            let change = position.value_above_zero() + value;
            for (at, strip) in kinds() {
                let below = usize::from(on_zero(strip));
                for (token, square) in lowered(strip).moves_that_add(change) {
                    found.add(|| position.replaced(at, strip.moved(token + below, square + 1)));
                }
            }
            return Some(found.into());
        }
        if let Some(tokens) = position.single_tokens() {
            return single_token_options(position, &tokens, value, most);
        }
        let filled = position.0.iter().filter(|strip| !strip.tokens().is_empty()).count();
        if filled > 1 && !position.even() {
            return None;
        }
        let change = nim_sum(position.0.iter().map(Strip::value)) + value;
        // A token on square 0 lifts the other strips, so those options are looked at one by one.
        let lifts = |(token, square): &(usize, u64)| filled > 1 && *token == 0 && *square == 0;
        for (at, strip) in kinds() {
            for (token, square) in strip.moves_that_add(change).filter(|step| !lifts(step)) {
                found.add(|| position.replaced(at, strip.moved(token, square)));
            }
        }
        if filled > 1 {
            let others = position.value_above_zero();
            for (at, strip) in kinds().filter(|(_, strip)| !strip.tokens().is_empty()) {
                let to_zero = strip.moved(0, 0);
                if others + lowered(strip).value() + lowered(&to_zero).value() == value {
                    found.add(|| position.replaced(at, to_zero));
                }
            }
        }
        Some(found.into())
    }

    fn search_size(&self, component: &StarPosition) -> f64 {
        if self.known_value(component).is_some() {
            return 1.0;
        }
        component.0.iter().map(|strip| strip.placements(1)).product()
    }

    fn reachable(&self, component: &StarPosition) -> f64 {
        component.0.iter().map(|strip| strip.placements(0)).product()
    }

    fn breadth(&self, position: &StarPosition) -> f64 {
        position.0.iter().map(Strip::breadth).sum()
    }

    fn words(&self, position: &StarPosition) -> f64 {
        position.0.iter().map(Strip::words).sum()
    }
}

fn single_token_options(
    star: &StarPosition,
    tokens: &[u64],
    value: Nimber,
    most: usize,
) -> Option<Found<StarPosition>> {
    let options = StarNim.moves_by_theorem(&tokens.to_vec(), value, most)?;
    let place = |tokens: Vec<u64>| {
        let mut tokens = tokens.into_iter();
        let strips = star.0.iter().map(|strip| tokens.by_ref().take(strip.tokens().len()).collect());
        let strips = strips.map(|strip| Strip::new(strip).expect("one token is in order"));
        StarPosition(strips.collect())
    };
    Some(options.map(place))
}
