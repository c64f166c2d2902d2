//! Schrage's rectangles: cut one side of a cuboid into two parts that differ by at least d (theory 5.1-5.4).
//!
//! Let g be the values of the one-dimensional game, `split(2, diff>=d)`. A cuboid has the value f = 0 if all
//! its sides have g = 0, f = g if exactly one side has a positive g, and f = 1 if two or more have. Proof by
//! induction, in any dimension; a cut of side s into a, b has a value f(a) + f(b), the other sides kept:
//! - no positive side: g(s) = 0 means g(a) != g(b) for every cut, so f(a) != f(b) and 0 is not an option;
//! - one positive side s: its cuts give 0, ..., g(s)-1 and never g(s), by definition; a cut of a zero side
//!   has g(a) != g(b), so it gives 1 + 1 = 0 or g(s) + 1, never g(s);
//! - at least two: a positive side has a cut with g(a) = g(b), hence f(a) = f(b), so 0 is an option; 1 is
//!   not, since parts that keep two positive sides give 1 + 1 = 0, and parts that may keep only one, of value
//!   h > 0, give 0 or h + 1.
//!
//! The values g come from elsewhere, as a look-up; cuboids cost one look-up a side.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::winning::{self, Found, Room};
use super::{Action, BoardKind, Evaluation, Game, Known, Part, View, first_of_each};
use crate::heap::catalogue::{Entry, EntryKind};
use crate::heap::{Clause, Condition, HeapGame, Rule, SizeSet};
use crate::limits::TooLarge;
use crate::nimber::Nimber;
use crate::notation::{Cursor, NotationError};
use crate::ruleset::Ruleset;
use crate::sequence::Ground;
use crate::theorem::Theorem;

/// How many examples of winning cuts are enough, where they are too many to try all.
const EXAMPLES: usize = 12;
/// How many cuts of each side are looked at for examples, the smallest parts first.
const MOST_EXAMINED: u64 = 2_000;

/// The rules: the two parts of a cut side differ by at least this much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rectangles {
    /// The least difference; 1 in Schrage's game, a two-dimensional Grundy's game.
    pub least_difference: u64,
}

/// The sides of a cuboid, at least one, each at least 1, in the order given.
pub type Cuboid = Vec<u64>;

/// The options of a cuboid that were found to have a wanted value, the one with the smaller part first, and whether
/// these are all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cuts {
    /// Each option is two cuboids.
    pub options: Vec<[Cuboid; 2]>,
    /// Whether these are all.
    pub all: bool,
}

/// The value of a cuboid from the one-dimensional values of its sides (theory 5.2, 5.3).
///
/// ```
/// use sprague::{nimber::Nimber, games::rectangle::value_from_sides};
/// assert_eq!(value_from_sides(&[Nimber(0), Nimber(4), Nimber(0)]), Nimber(4));
/// assert_eq!(value_from_sides(&[Nimber(3), Nimber(4)]), Nimber(1));
/// ```
pub fn value_from_sides(sides: &[Nimber]) -> Nimber {
    let mut positive = sides.iter().filter(|side| !side.is_zero());
    match (positive.next(), positive.next()) {
        (None, _) => Nimber::ZERO,
        (Some(&only), None) => only,
        (Some(_), Some(_)) => Nimber(1),
    }
}

impl Rectangles {
    /// The statement behind [`value_from_sides`]; a cuboid of one side is a heap and needs none.
    pub fn theorem(cuboid: &[u64]) -> Option<Theorem> {
        match cuboid.len() {
            0 | 1 => None,
            2 => Some(Theorem::Rectangles),
            _ => Some(Theorem::RectanglesAnyDimension),
        }
    }

    /// The value of a cuboid, given the values of the one-dimensional game.
    pub fn value(cuboid: &[u64], heap_value: impl Fn(u64) -> Nimber) -> Nimber {
        value_from_sides(&cuboid.iter().map(|&side| heap_value(side)).collect::<Vec<_>>())
    }

    /// The options of a cuboid with the value `wanted`, at most `most` of them, given the values of the
    /// one-dimensional game. Of each side the first `tries` cuts are looked at, the least part first.
    pub fn cuts_of_value(
        self,
        cuboid: &[u64],
        wanted: Nimber,
        most: usize,
        tries: u64,
        mut heap_value: impl FnMut(u64) -> Nimber,
    ) -> Cuts {
        let values: Vec<Nimber> = cuboid.iter().map(|&side| heap_value(side)).collect();
        let mut options = Vec::new();
        let mut all = true;
        let mut sides = values.clone();
        for (at, &side) in cuboid.iter().enumerate() {
            if self.cuts(side) > tries {
                all = false;
            }
            for part in 1..=self.cuts(side).min(tries) {
                let value: Nimber = [part, side - part]
                    .map(|length| {
                        sides[at] = heap_value(length);
                        value_from_sides(&sides)
                    })
                    .into_iter()
                    .sum();
                if value == wanted {
                    if options.len() == most {
                        return Cuts { options, all: false };
                    }
                    options.push([with_side(cuboid, at, part), with_side(cuboid, at, side - part)]);
                }
            }
            sides[at] = values[at];
        }
        Cuts { options, all }
    }

    /// The number of ways to cut a side, which is also the greatest smaller part.
    const fn cuts(self, side: u64) -> u64 {
        side.saturating_sub(self.least_difference) / 2
    }
}

fn with_side(cuboid: &[u64], at: usize, length: u64) -> Cuboid {
    let mut sides = cuboid.to_vec();
    sides[at] = length;
    sides
}

impl Ruleset for Rectangles {
    type Position = Vec<Cuboid>;

    fn options(&self, position: &Vec<Cuboid>) -> Vec<Vec<Cuboid>> {
        let mut all = Vec::new();
        for place in self.kinds(position) {
            let cuboid = &position[place];
            for (at, &side) in cuboid.iter().enumerate() {
                for part in 1..=self.cuts(side) {
                    let parts = [part, side - part].map(|length| with_side(cuboid, at, length));
                    all.push([&position[..place], &parts, &position[place + 1..]].concat());
                }
            }
        }
        all
    }

    fn components(&self, position: Vec<Cuboid>, parts: &mut Vec<Vec<Cuboid>>) {
        parts.extend(position.into_iter().map(|cuboid| vec![cuboid]));
    }

    fn canonical(&self, mut position: Vec<Cuboid>) -> Vec<Cuboid> {
        for cuboid in &mut position {
            cuboid.sort_unstable();
            cuboid.reverse();
        }
        position.sort_unstable();
        position
    }
}

impl fmt::Display for Rectangles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.least_difference {
            1 => f.write_str("rectangle"),
            least => write!(f, "rectangle(diff>={least})"),
        }
    }
}

impl Game for Rectangles {
    const ENTRY: &'static Entry = &Entry {
        name: "rectangle",
        title: "Rectangles",
        aliases: &["rectangles"],
        kind: EntryKind::Board("rectangle: 4x7 3x3"),
        words: "Cut one rectangle, in one direction, into two with integer sides that differ by at least 1; \
                rectangle(diff>=D) asks for D.",
        known: &[
            "0 if both sides have value 0 in the game of one dimension, the other value if one has, 1 if neither \
                  has (theory 5.2); likewise in any dimension (theory 5.3).",
        ],
        oeis: None,
    };
    const CONTINUATION: &'static str = "another board, ";

    fn name(&self) -> String {
        self.to_string()
    }

    /// `(diff>=D)`, or nothing, which is D = 1.
    fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let mut least_difference = 1;
        text.skip_spaces();
        if text.eat('(') {
            for word in ["diff", ">="] {
                text.skip_spaces();
                if !text.eat_str(word) {
                    return Err(text.expected(&format!("`{word}`, as in `rectangle(diff>=2)`")));
                }
            }
            text.skip_spaces();
            least_difference = text.number("the least difference of the parts")?;
            text.require(')')?;
        }
        Ok(Self { least_difference })
    }

    fn read(&self, text: &mut Cursor<'_>) -> Result<Vec<Cuboid>, NotationError> {
        let mut position = Vec::new();
        loop {
            text.skip_spaces();
            if !text.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Ok(position);
            }
            let mut cuboid = Vec::new();
            loop {
                let at = text.clone();
                let side = text.number("the length of a side")?;
                if side == 0 {
                    return Err(at.error("a side has at least length 1"));
                }
                cuboid.push(side);
                if !text.eat_str("x") {
                    break;
                }
            }
            position.push(cuboid);
        }
    }

    fn write(&self, position: &Vec<Cuboid>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = |cuboid: &Cuboid| cuboid.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
        f.write_str(&position.iter().map(sides).collect::<Vec<_>>().join(" "))
    }

    fn parts(&self, position: &Vec<Cuboid>) -> usize {
        position.len()
    }

    fn kinds(&self, position: &Vec<Cuboid>) -> Vec<usize> {
        first_of_each(position)
    }

    /// A cut and its mirror image are two actions, though they leave the same cuboids.
    fn actions<'p>(&'p self, position: &'p Vec<Cuboid>, part: usize) -> impl Iterator<Item = Action> + 'p {
        let cuboid = &position[part];
        (0..cuboid.len()).flat_map(move |along| {
            let (side, small) = (cuboid[along], self.cuts(cuboid[along]));
            let large = (side - small).max(small + 1);
            (1..=small).chain(large..side).filter_map(move |at| Action::cut(cuboid, along, at))
        })
    }

    fn act(&self, position: &Vec<Cuboid>, part: usize, action: &Action) -> Option<Vec<Cuboid>> {
        let Action::Break { rectangle, along, at, .. } = action else { return None };
        let cuboid = position.get(part).filter(|cuboid| *cuboid == rectangle)?;
        let rest = cuboid.get(*along)?.checked_sub(*at).filter(|&rest| rest > 0 && *at > 0)?;
        let parts = [*at, rest].map(|length| with_side(cuboid, *along, length));
        (at.abs_diff(rest) >= self.least_difference)
            .then(|| [&position[..part], &parts, &position[part + 1..]].concat())
    }

    fn view(&self, position: &Vec<Cuboid>) -> View {
        let rectangle = |sides: &Cuboid| Part::Rectangle { sides: sides.clone() };
        View::new(BoardKind::Rectangles, position.iter().map(rectangle))
    }

    /// Schrage's theorem, on the values of the sides.
    fn evaluate(&self, component: &Vec<Cuboid>, known: &mut Known) -> Result<Evaluation, TooLarge> {
        let mut total = Nimber::ZERO;
        let mut grounds = Vec::new();
        for cuboid in component {
            let mut sides = Vec::with_capacity(cuboid.len());
            let longest = cuboid.iter().max();
            for &side in cuboid {
                let (value, ground) = self.side(side, known)?;
                sides.push(value);
                if Some(&side) == longest && !grounds.contains(&ground) {
                    grounds.push(ground);
                }
            }
            total += value_from_sides(&sides);
            grounds.extend(Self::theorem(cuboid).map(Ground::Theorem));
        }
        Ok(Evaluation::valued(total, grounds))
    }

    /// Each cut in turn, or examples among the cuts with the smallest parts.
    fn moves_of_value(
        &self,
        position: &Vec<Cuboid>,
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<Vec<Cuboid>>, TooLarge> {
        match winning::by_theorem_or_trial(self, position, value, room, known)? {
            Some(found) => Ok(found),
            None => self.examples_of_value(position, value, room, known),
        }
    }

    fn search_size(&self, component: &Vec<Cuboid>) -> f64 {
        component.iter().map(|cuboid| self.inside(cuboid)).sum()
    }

    fn reachable(&self, component: &Vec<Cuboid>) -> f64 {
        component.iter().map(|cuboid| self.dissections(cuboid)).product()
    }

    fn forms(&self, component: &Vec<Cuboid>) -> f64 {
        self.search_size(component)
    }

    fn breadth(&self, position: &Vec<Cuboid>) -> f64 {
        position.iter().flatten().map(|&side| self.cuts(side) as f64).sum()
    }

    fn words(&self, position: &Vec<Cuboid>) -> f64 {
        position.iter().map(|cuboid| cuboid.len() as f64 + 5.0).sum()
    }
}

impl Rectangles {
    /// The value of one side: a heap that is split into parts which differ enough.
    fn side(self, side: u64, known: &mut Known) -> Result<(Nimber, Ground), TooLarge> {
        let heap = known.table::<Sides>().0.entry(self.least_difference);
        let heap = heap.or_insert_with(|| split_in_two(self.least_difference)).clone();
        known.heap(&heap, side)
    }

    fn examples_of_value(
        self,
        position: &[Cuboid],
        value: Nimber,
        room: &mut Room,
        known: &mut Known,
    ) -> Result<Found<Vec<Cuboid>>, TooLarge> {
        let total = known.value(&self, &position.to_vec())?.unwrap_or_default();
        let mut moves = Vec::new();
        let mut all = true;
        let mut seen = HashSet::new();
        for (at, cuboid) in position.iter().enumerate() {
            if !seen.insert(cuboid) {
                continue;
            }
            known.limits().check_time()?;
            let tries: f64 = cuboid.iter().map(|&side| (side / 2).min(MOST_EXAMINED) as f64).sum();
            if tries > room.tries {
                all = false;
                break;
            }
            room.tries -= tries;
            let own = known.value(&self, &vec![cuboid.clone()])?.unwrap_or_default();
            let mut refusal = None;
            let side = |length| match self.side(length, known) {
                Ok((value, _)) => value,
                Err(error) => {
                    refusal = Some(error);
                    Nimber::ZERO
                }
            };
            let cuts = self.cuts_of_value(cuboid, value + total + own, EXAMPLES, MOST_EXAMINED, side);
            if let Some(refusal) = refusal {
                return Err(refusal);
            }
            all &= cuts.all;
            for parts in cuts.options {
                if moves.len() >= room.moves {
                    // cuboids that differ in the order of their sides may have the same moves: those left out are not
                    // counted
                    all = false;
                    break;
                }
                moves.push([&position[..at], &parts, &position[at + 1..]].concat());
            }
        }
        let moves = winning::distinct(&self, moves);
        let total = all.then_some(moves.len() as u64);
        Ok(Found { moves, total })
    }
}

/// The one-dimensional games, by the least difference of the parts.
#[derive(Default)]
struct Sides(HashMap<u64, HeapGame>);

/// The heap game of one side: split a heap into two parts that differ by at least this much.
fn split_in_two(least_difference: u64) -> HeapGame {
    let condition = match least_difference {
        0 => Condition::Any,
        least => Condition::Differ(least),
    };
    let two = SizeSet::range(2, 2);
    let clause = Clause { take: SizeSet::range(0, 0), leave: two, condition, on: SizeSet::all() };
    HeapGame::from(Rule::new([clause]).expect("splitting in two is a rule"))
}

impl Rectangles {
    /// An upper bound on the number of cuboids that cuts can lead to.
    fn inside(self, cuboid: &[u64]) -> f64 {
        cuboid.iter().filter(|&&side| self.cuts(side) > 0).map(|&side| side as f64).product()
    }

    /// An upper bound on the number of positions that cuts can lead to: the multisets of cuboids inside this
    /// one that have its volume, sides that cannot be cut left out of both.
    fn dissections(self, cuboid: &[u64]) -> f64 {
        const LARGEST_VOLUME: f64 = 1000.0;
        if self.inside(cuboid) > LARGEST_VOLUME {
            return f64::INFINITY;
        }
        let mut kinds = vec![vec![]];
        for &side in cuboid.iter().filter(|&&side| self.cuts(side) > 0) {
            kinds = (1..=side)
                .flat_map(|s| kinds.iter().map(move |kind| [kind.as_slice(), &[s]].concat()))
                .collect();
        }
        let volume = self.inside(cuboid) as usize;
        for kind in &mut kinds {
            kind.sort_unstable();
        }
        kinds.sort_unstable();
        kinds.dedup();
        let mut ways = vec![0.0; volume + 1];
        ways[0] = 1.0;
        for kind in kinds {
            let size = kind.iter().product::<u64>() as usize;
            for filled in size..=volume {
                ways[filled] += ways[filled - size];
            }
        }
        ways[volume]
    }
}
