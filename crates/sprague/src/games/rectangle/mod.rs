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

mod notation;

use crate::board::Board;
use crate::nimber::Nimber;
use crate::ruleset::Ruleset;
use crate::theorem::Theorem;

/// The rules: the two parts of a cut side differ by at least this much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rectangles {
    /// The least difference; 1 in Schrage's game, a two-dimensional Grundy's game.
    pub least_difference: u64,
}

/// The sides of a cuboid, at least one, each at least 1, in the order given.
pub type Cuboid = Vec<u64>;

/// The options of a cuboid that were found to have a wanted value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Each option is two cuboids, the one with the smaller part first.
    pub options: Vec<[Cuboid; 2]>,
    /// Whether these are all.
    pub extent: Extent,
}

/// How much of something was listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Everything there is.
    All,
    /// Some; there may be more.
    Some,
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
    pub fn options_of_value(
        self,
        cuboid: &[u64],
        wanted: Nimber,
        most: usize,
        tries: u64,
        mut heap_value: impl FnMut(u64) -> Nimber,
    ) -> Found {
        let values: Vec<Nimber> = cuboid.iter().map(|&side| heap_value(side)).collect();
        let mut options = Vec::new();
        let mut extent = Extent::All;
        let mut sides = values.clone();
        for (at, &side) in cuboid.iter().enumerate() {
            if self.cuts(side) > tries {
                extent = Extent::Some;
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
                        return Found { options, extent: Extent::Some };
                    }
                    options.push([with_side(cuboid, at, part), with_side(cuboid, at, side - part)]);
                }
            }
            sides[at] = values[at];
        }
        Found { options, extent }
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
        for (place, cuboid) in position.iter().enumerate() {
            // a cut of an equal cuboid leads to the same cuboids in another order
            if position[..place].contains(cuboid) {
                continue;
            }
            for (at, &side) in cuboid.iter().enumerate() {
                for part in 1..=self.cuts(side) {
                    let parts = [part, side - part].map(|length| with_side(cuboid, at, length));
                    let (before, after) = (&position[..place], &position[place + 1..]);
                    all.push([before, &parts, after].concat());
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
            cuboid.sort_unstable_by(|a, b| b.cmp(a));
        }
        position.sort_unstable();
        position
    }
}

impl Board for Rectangles {
    fn search_size(&self, component: &Vec<Cuboid>) -> f64 {
        component.iter().map(|cuboid| self.inside(cuboid)).sum()
    }

    fn reachable(&self, component: &Vec<Cuboid>) -> f64 {
        component.iter().map(|cuboid| self.dissections(cuboid)).product()
    }

    fn breadth(&self, position: &Vec<Cuboid>) -> f64 {
        position.iter().flatten().map(|&side| self.cuts(side) as f64).sum()
    }

    fn words(&self, position: &Vec<Cuboid>) -> f64 {
        position.iter().map(|cuboid| cuboid.len() as f64 + 5.0).sum()
    }
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
