//! Star Silver Dollar: strips of tokens that share square 0, at most one token there in all (theory 6.3).
//!
//! Once square 0 is occupied the strips are independent and start one square higher (theory 6.4); the token there
//! never moves, so it does not matter in which strip it is written. Before that, only the *heads* interact: the
//! lowest token of a strip with an odd number of tokens, the two lowest of one with an even number. The tails are
//! Silver Dollar pairs and add their gaps (theory 6.5). Closed forms remain for even strips (theory 6.7), and for
//! odd ones where Star Nim has one (theory 6.6); of one token beside a pair the P-positions are known (theory 6.11).
//! Otherwise the star of heads is searched: at most the product over
//! strips of their placements, two tokens each.

use std::fmt;

use super::mixed_heads::{MixedHeads, Step};
use super::silver_dollar::{PAIRED, Strip, gap_rows, gaps, read_strips};
use super::single_tokens::StarNim;
use super::star_squares;
use crate::games::{
    Action, BoardKind, Counted, Evaluation, Found, Game, Known, Reduction, Room, View, first_of_each, winning,
};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::limits::TooLarge;
use crate::nimber::{Nimber, nim_sum};
use crate::notation::{Cursor, NotationError, joined};
use crate::play::Outcome;
use crate::ruleset::Ruleset;
use crate::sequence::Ground;
use crate::star::FarLine;
use crate::theorem::Theorem;
use crate::working::{Combine, Working, WorkingRow};

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

    pub(super) fn replaced(&self, at: usize, strip: Strip) -> Self {
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

impl Game for Star {
    type At = StarPosition;
    const ENTRY: &'static Entry = &Entry {
        name: "star",
        title: "Star Silver Dollar",
        aliases: &["star-silver-dollar"],
        kind: EntryKind::Board("star: [3] [4] [2,5,7]"),
        words: "Move one token of a strip to a smaller empty square without jumping; the strips share square 0, where only one \
                token may stand.",
        known: &[
            "Only the lowest token or two of each strip need a search; the others count as pairs (theory 6.5).",
        ],
        oeis: None,
    };
    const PLAIN: Option<Self> = Some(Self);

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
        f.write_str(&joined(&position.0, " "))
    }

    fn representative(&self, position: StarPosition) -> StarPosition {
        let zero = position.zero_is_occupied().then(|| vec![0]);
        let mut strips: Vec<Vec<u64>> = position.0.iter().map(|strip| above_zero(strip).to_vec()).collect();
        strips.retain(|strip| !strip.is_empty());
        strips.sort_unstable();
        let strips = zero.into_iter().chain(strips);
        StarPosition(strips.map(|strip| Strip::new(strip).expect("the order is kept")).collect())
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
        if let Some(tokens) = component.single_tokens() {
            return StarNim.evaluate(&tokens, known);
        }
        match known.by_theorem_or_search(self, component) {
            Err(refusal) if refusal.is_estimate() => {
                let heads = Apart::of(component);
                let valued = heads.evaluate(known)?.ok_or(refusal);
                Evaluation::or_outcome(valued, heads.outcome().map(|outcome| (outcome, Theorem::MixedStrips)))
            }
            valued => valued,
        }
    }

    /// The heads together, and the gaps of the tails.
    fn working(&self, position: &StarPosition, known: &mut Known) -> Option<Working> {
        let strips = || position.0.iter().filter(|strip| !strip.tokens().is_empty());
        let of_gaps = |theorem: Theorem, because: &str| {
            let rows = strips().flat_map(|strip| gap_rows(strip.tokens(), 0)).collect();
            Some(Working::of_value(theorem, Combine::NimSum, rows).because(because).because(PAIRED))
        };
        if position.zero_is_occupied() {
            let lowered: Vec<Strip> = position.0.iter().map(lowered).collect();
            let rows = lowered.iter().flat_map(|strip| gap_rows(strip.tokens(), 1)).collect();
            let occupied = "Square 0 is occupied, so the strips are independent and begin with square 1";
            let working = Working::of_value(Theorem::ZeroSquare, Combine::NimSum, rows);
            return Some(working.because(occupied).because(PAIRED));
        }
        if strips().count() == 1 {
            return of_gaps(Theorem::SilverDollar, "There is one strip, so it is Silver Dollar");
        }
        if position.even() {
            return of_gaps(
                Theorem::AllEven,
                "All strips have an even number of tokens, so their gaps count alone",
            );
        }
        if let Some(tokens) = position.single_tokens() {
            return StarNim.working(&tokens, known);
        }
        let heads = Apart::of(position);
        if strips().all(|strip| strip.tokens().len() == head_length(strip)) {
            let mixed = heads.mixed()?;
            let is_told = mixed.is_p() || self.evaluate(position, known).ok()?.value.is_none();
            return is_told.then(|| mixed.working());
        }
        let squares = heads.heads.iter().flat_map(|(_, head)| head.iter().copied());
        let (value, kind) = match heads.single_tokens() {
            Some(tokens) => (StarNim.evaluate(&tokens, known).ok()?.value?, "Star Nim"),
            None => {
                let strips = heads.heads.iter().map(|(_, head)| Strip::new(head.clone()));
                let star = StarPosition(strips.collect::<Option<_>>()?);
                (self.evaluate(&star, known).ok()?.value?, "Star Silver Dollar")
            }
        };
        let all_single = heads.single_tokens();
        let theorem = if all_single.is_some() { Theorem::AllOdd } else { Theorem::HeadTail };
        let named = joined(heads.heads.iter().map(|(_, head)| joined(head, ",")), " ");
        let together = WorkingRow::new(format!("heads {named} as {kind}"), value).out_of(squares);
        let tails =
            strips().flat_map(|strip| gap_rows(&strip.tokens()[head_length(strip)..], 0)).map(|mut row| {
                row.label = row.label.replace("gap", "tail gap");
                row
            });
        let rows = [together].into_iter().chain(tails).collect();
        let apart = "The head of a strip is its lowest token, or its lowest two where their number is even; only heads \
                     interact, and each gap of the tails is a Nim heap";
        let working = Working::of_value(theorem, Combine::NimSum, rows).because(apart);
        let of_heads = all_single.and_then(|tokens| StarNim.working(&tokens, known));
        Some(match of_heads {
            Some(heads) if !heads.because.is_empty() => {
                working.because(format!("Of the heads: {}", heads.because.join(". ")))
            }
            _ => working,
        })
    }

    /// Heads with one token at a square of any size, and tails, where trying every option takes too long.
    fn moves_of_value(
        &self,
        position: &StarPosition,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<StarPosition>, TooLarge> {
        let tried = winning::by_theorem_or_trial(self, position, value, room, known)?.unwrap_or_default();
        if tried.total.is_some() || position.zero_is_occupied() {
            return Ok(tried);
        }
        let heads = Apart::of(position);
        let steps = match heads.evaluate(known) {
            Ok(Some(Evaluation { value: Some(whole), .. })) => heads.steps(whole, value, room, known),
            Ok(_) => Ok(None),
            Err(refusal) => Err(refusal),
        };
        let kinds = self.kinds(position);
        let after = |(strip, token, square): &(usize, usize, u64)| {
            kinds
                .contains(strip)
                .then(|| position.replaced(*strip, position.0[*strip].moved(*token, *square)))
        };
        match steps {
            Ok(Some(steps)) => Ok(steps.iter().filter_map(after).collect::<Vec<_>>().into()),
            Ok(None) => Ok(tried),
            Err(refusal) if refusal.is_estimate() => Ok(tried),
            Err(refusal) => Err(refusal),
        }
    }

    fn moves_to_p(
        &self,
        position: &StarPosition,
        room: &Room,
        known: &mut Known,
    ) -> Result<Found<StarPosition>, TooLarge> {
        match position.single_tokens() {
            Some(tokens) => Ok(placed(position, StarNim.moves_to_p(&tokens, room, known)?)),
            None => {
                let by_theorem = self.moves_by_theorem(position, Nimber::ZERO, room.moves);
                Ok(by_theorem.or_else(|| Apart::of(position).moves_to_p()).unwrap_or_default())
            }
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
        let heads = Apart::of(component);
        if heads.mixed().is_some_and(|mixed| mixed.is_p()) {
            return closed(heads.tails, Theorem::MixedStrips);
        }
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
    StarNim.moves_by_theorem(&tokens.to_vec(), value, most).map(|options| placed(star, options))
}

/// Positions of Star Nim as positions of the star, whose strips have at most one token each.
fn placed(star: &StarPosition, options: Found<Vec<u64>>) -> Found<StarPosition> {
    let place = |tokens: Vec<u64>| {
        let mut tokens = tokens.into_iter();
        let strips = star.0.iter().map(|strip| tokens.by_ref().take(strip.tokens().len()).collect());
        let strips = strips.map(|strip| Strip::new(strip).expect("one token is in order"));
        StarPosition(strips.collect())
    };
    options.map(place)
}

/// The highest token of all heads, on its way along a line.
struct Running {
    /// The place of its head.
    at: usize,
    /// The other heads.
    others: Vec<Vec<u64>>,
    /// The token below it in its head.
    lower: Option<u64>,
    /// Its square.
    token: u64,
}

/// A star taken apart (theory 6.5): the heads, which interact, and the nim-sum of the gaps of the tails.
struct Apart<'p> {
    position: &'p StarPosition,
    /// The strips with tokens, and their heads.
    heads: Vec<(usize, Vec<u64>)>,
    tails: Nimber,
}

impl<'p> Apart<'p> {
    fn of(position: &'p StarPosition) -> Self {
        let head = |(at, strip): (usize, &Strip)| (at, strip.tokens()[..head_length(strip)].to_vec());
        let heads = position.0.iter().enumerate().map(head).filter(|(_, head)| !head.is_empty()).collect();
        let tails = nim_sum(position.0.iter().map(|strip| gaps(&strip.tokens()[head_length(strip)..])));
        Self { position, heads, tails }
    }

    /// The lowest tokens, when every head is one token: a position of Star Nim.
    fn single_tokens(&self) -> Option<Vec<u64>> {
        let single = |(_, head): &(usize, Vec<u64>)| if let [token] = head[..] { Some(token) } else { None };
        self.heads.iter().map(single).collect()
    }

    /// The heads, where they are one token beside a pair.
    fn mixed(&self) -> Option<MixedHeads> {
        MixedHeads::of(&self.heads)
    }

    fn has_tails(&self) -> bool {
        self.heads.iter().any(|(at, head)| self.position.0[*at].tokens().len() > head.len())
    }

    /// The outcome of one token beside a pair; tails have to be worth 0.
    fn outcome(&self) -> Option<Outcome> {
        let mixed = self.mixed().filter(|_| self.tails.is_zero())?;
        Some(if mixed.is_p() { Outcome::P } else { Outcome::N })
    }

    /// The moves of the heads to P-positions; tails, which have moves of their own, have to be worth 0.
    fn moves_to_p(&self) -> Option<Found<StarPosition>> {
        let steps = self.mixed().filter(|_| self.tails.is_zero())?.winning();
        let kinds = Star.kinds(self.position);
        let steps = steps.into_iter().filter(|(strip, ..)| kinds.contains(strip));
        let moved = |(strip, token, square): Step| {
            self.position.replaced(strip, self.position.0[strip].moved(token, square))
        };
        let moves: Vec<StarPosition> = steps.map(moved).collect();
        let total = (!self.has_tails()).then_some(moves.len() as u64);
        Some(Found { moves, total })
    }

    /// The head with the highest token, which runs, and the other heads, which stay.
    fn running(&self) -> Option<Running> {
        let highest = |&at: &usize| self.heads[at].1.last().copied();
        let at = (0..self.heads.len()).max_by_key(highest)?;
        let mut others: Vec<Vec<u64>> = self.heads.iter().map(|(_, head)| head.clone()).collect();
        match others.remove(at)[..] {
            [token] => Some(Running { at, others, lower: None, token }),
            [lower, token] => Some(Running { at, others, lower: Some(lower), token }),
            _ => None,
        }
    }

    /// The value of the heads, with what it rests on; `None` where no period tells.
    fn evaluate(&self, known: &mut Known) -> Result<Option<Evaluation>, TooLarge> {
        let single = self.single_tokens();
        let theorem = if single.is_some() { Theorem::AllOdd } else { Theorem::HeadTail };
        let mut grounds: Vec<Ground> =
            self.has_tails().then_some(Ground::Theorem(theorem)).into_iter().collect();
        if let Some(tokens) = single {
            let found = StarNim.evaluate(&tokens, known)?;
            grounds.extend(found.grounds);
            return Ok(found.value.map(|value| Evaluation::valued(value + self.tails, grounds)));
        }
        let Some(Running { others, lower, token, .. }) = self.running() else { return Ok(None) };
        let value = star_squares::line(&others, lower, known)?.and_then(|line| line.value(token));
        grounds.push(Ground::Theorem(Theorem::StarLines));
        Ok(value.map(|value| Evaluation::valued(Nimber(value) + self.tails, grounds)))
    }

    /// All moves to positions of a value, when the whole star has this one; `None` where no period tells.
    fn steps(
        &self,
        whole: Nimber,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Option<Vec<Step>>, TooLarge> {
        let wanted = value + self.tails;
        let mut steps = match self.single_tokens() {
            Some(tokens) => {
                let found = StarNim.moves_of_value(&tokens, wanted, room, known)?;
                if found.total != Some(found.moves.len() as u64) {
                    return Ok(None);
                }
                let step = |after: Vec<u64>| {
                    let at = tokens.iter().zip(&after).position(|(before, after)| before != after)?;
                    Some((self.heads[at].0, 0, after[at]))
                };
                found.moves.into_iter().filter_map(step).collect()
            }
            None => match self.steps_in_line(wanted, known)? {
                Some(steps) => steps,
                None => return Ok(None),
            },
        };
        // The tails are pairs of Silver Dollar.
        for (at, head) in &self.heads {
            let of_strip = self.position.0[*at].moves_that_add(whole + value);
            steps.extend(
                of_strip.filter(|step| step.0 >= head.len()).map(|(token, square)| (*at, token, square)),
            );
        }
        Ok(Some(steps))
    }

    fn steps_in_line(&self, wanted: Nimber, known: &mut Known) -> Result<Option<Vec<Step>>, TooLarge> {
        let Some(Running { at: running, others, lower, token }) = self.running() else { return Ok(None) };
        let Some(line) = star_squares::line(&others, lower, known)? else { return Ok(None) };
        // The places of the heads in the order of the line: the running one is the last.
        let place = |at: usize| match at {
            at if at == others.len() => self.heads[running].0,
            at => self.heads[at + usize::from(at >= running)].0,
        };
        let lowered = FarLine::moves(&others, lower).into_iter().zip(line.lowered(token));
        let mut steps: Vec<Step> = lowered
            .filter(|&(_, value)| value == wanted.0)
            .map(|((at, token, square), _)| (place(at), token, square))
            .collect();
        let run = line.square_of(wanted.0, token);
        steps.extend(run.map(|square| (self.heads[running].0, usize::from(lower.is_some()), square)));
        // A token on square 0 (theory 6.4): the lowest one of some head.
        let heads: Vec<Strip> = self.heads.iter().filter_map(|(_, head)| Strip::new(head.clone())).collect();
        let heads = StarPosition(heads);
        let to_zero = (0..heads.0.len())
            .filter(|&at| heads.replaced(at, heads.0[at].moved(0, 0)).value_above_zero() == wanted);
        steps.extend(to_zero.map(|at| (self.heads[at].0, 0, 0)));
        Ok(Some(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Plain;
    use crate::search::Solver;

    /// Lines with and without tails, one token running: values and the moves to every value, against the plain search.
    #[test]
    fn lines_agree_with_the_plain_search() {
        let mut known = Known::default();
        let mut solver = Solver::new(Plain(Star));
        let shapes: [&[&[u64]]; 9] = [
            &[&[2], &[1, 0]],
            &[&[3], &[2, 0]],
            &[&[1, 3], &[0]],
            &[&[2, 4], &[0]],
            &[&[2], &[3], &[1, 0]],
            &[&[2, 3], &[1], &[0]],
            &[&[2, 4, 6], &[1, 0]],
            &[&[1, 2, 5, 6], &[0]],
            &[&[3], &[3], &[2, 0]],
        ];
        let mut compared = 0;
        for shape in shapes {
            for token in 3..=11u64 {
                // the running token is written as 0 above
                let strip = |strip: &&[u64]| {
                    let tokens = strip.iter().map(|&square| if square == 0 { token } else { square });
                    Strip::new(tokens.collect())
                };
                let Some(position) = shape.iter().map(strip).collect::<Option<Vec<_>>>() else { continue };
                let position = StarPosition(position);
                let heads = Apart::of(&position);
                if heads.running().is_none_or(|running| running.token != token) {
                    continue;
                }
                let whole = heads.evaluate(&mut known).expect("small").expect("a line").value;
                assert_eq!(whole, solver.value(&position).ok(), "{position:?}");
                for wanted in 0..16 {
                    let mut room = Room { moves: 1000, tries: 0.0 };
                    let steps = heads.steps(whole.unwrap_or_default(), Nimber(wanted), &mut room, &mut known);
                    let after = |(strip, at, square): (usize, usize, u64)| {
                        position.replaced(strip, position.0[strip].moved(at, square))
                    };
                    let mut found: Vec<_> =
                        steps.expect("small").expect("a line").into_iter().map(after).collect();
                    let mut plain = Star.options(&position);
                    // equal strips are moved once by the rules
                    let kinds: std::collections::HashSet<_> =
                        plain.iter().map(|option| Star.canonical(option.clone())).collect();
                    plain.retain(|option| solver.value(option).ok() == Some(Nimber(wanted)));
                    let same = |all: &mut Vec<StarPosition>| {
                        *all = all.drain(..).map(|option| Star.canonical(option)).collect();
                        all.sort_unstable();
                        all.dedup();
                    };
                    same(&mut found);
                    same(&mut plain);
                    assert_eq!(found, plain, "{position:?} to {wanted}, of {} options", kinds.len());
                    compared += 1;
                }
            }
        }
        assert!(compared > 800, "{compared}");
    }
}
