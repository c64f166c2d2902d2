//! One more heap (theory M.13): by a value that is there, or in layers, with splits where the monoid is too coarse.
//!
//! Layer j is the outcome of the sum with j new heaps. Layers are computed by one pass each and checked; when layer j is
//! layer i again, with the same labels, all later ones repeat, and the words with a counter of the new heap are a
//! monoid that recognizes everything. It is reduced by refining the partition by labels and outcomes.
//!
//! Where the check fails, two words with one value differ in layer j: the monoid is split. The heaps from the first one
//! that fails are added again, to a recognizer of layer j whose labels are the elements of the old monoid. This can change
//! the values of old heaps. Every recognizer on the way tells words apart by sums with the heaps that are added, so
//! none is larger than the quotient (theory M.14): meeting the limit of the order proves a bound.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::check::{Letter, Place, Portion, Rows};
use super::elements::Elements;
use super::monoid::{Element, Monoid, ONE};
use super::places::Places;
use super::recognizer::{Made, Recognizer, Words};
use crate::limits::{Limits, TooLarge};

/// The most layers of one heap.
pub(super) const MOST_LAYERS: usize = 300;

/// What is needed to add heaps.
pub(super) struct Adding<'a> {
    pub places: &'a Places,
    /// The largest order that may occur.
    pub most: usize,
    /// The most layers of one heap.
    pub most_layers: usize,
    pub limits: &'a Limits,
}

/// The monoid of the labels, and which of them are banned.
struct Above<'a> {
    monoid: &'a Monoid,
    banned: &'a Elements,
}

/// Why a heap could not be added. The recognizer is as it was.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// The quotient with this heap has more elements than allowed; this is proved. With what was reached for sure.
    Order(Option<Box<Layers>>),
    /// Too many layers.
    Layers,
    /// A limit of the question.
    Limit(TooLarge),
}

/// A monoid for the words without the new heap, and the layers that it recognizes; all together tell its elements
/// apart.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    pub words: Words,
    pub layers: Vec<Elements>,
}

impl Adding<'_> {
    /// Adds the next heap at the top level; says whether elements were added or numbered anew.
    pub fn add_next(&self, recognizer: &mut Recognizer) -> Result<bool, Stop> {
        let above = Above { monoid: &Monoid::trivial(), banned: &Elements::none(1) };
        self.add(recognizer, &above, ONE)
    }

    fn add(&self, recognizer: &mut Recognizer, above: &Above<'_>, label: Element) -> Result<bool, Stop> {
        let words = &recognizer.words;
        let place = words.values.len();
        self.spend(self.places.option_count(place))?;
        let Some(options) = self.places.options(place, &words.values, &words.monoid) else {
            recognizer.words.values.push(ONE);
            return Ok(false);
        };
        if let Some(value) = recognizer.value_of_options(&options)
            && recognizer.labels[usize::from(value)] == label
        {
            recognizer.words.values.push(value);
            return Ok(false);
        }
        let winning = recognizer.winning(&options);
        let banned = banned(&recognizer.labels, above, label, &winning);
        let first = recognizer.words.pass(&banned);
        if let Some(value) = recognizer.element_with_row(label, &first)
            && recognizer.admit(value, &options, &winning)
        {
            return Ok(false);
        }
        *recognizer = self.in_layers(recognizer, above, label, options)?;
        Ok(true)
    }

    fn in_layers(
        &self,
        recognizer: &Recognizer,
        above: &Above<'_>,
        label: Element,
        mut options: Vec<Element>,
    ) -> Result<Recognizer, Stop> {
        let place = recognizer.words.values.len();
        let mut words = recognizer.words.clone();
        let mut labels = recognizer.labels.clone();
        let mut layers = vec![recognizer.portion.positions.clone()];
        // the label of so many new heaps
        let mut powers = vec![ONE];
        let (start, labels_of) = loop {
            let j = layers.len();
            if j > self.most_layers {
                return Err(Stop::Layers);
            }
            powers.push(above.monoid.product(powers[j - 1], label));
            let winning = Rows::new(words.order()).winning(&options, &words.monoid, &layers[j - 1]);
            let banned = banned(&labels, above, powers[j], &winning);
            let portion = Portion { positions: words.pass(&banned), banned };
            match words.check(&portion) {
                Ok(graph) => {
                    let pairs = words.order() * words.order() / 8 + graph.len() * words.letters.len();
                    self.spend(pairs as u64)?;
                    layers.push(portion.positions);
                }
                Err(least) => {
                    let finer =
                        self.split(&words, &portion, least).map_err(|stop| stop.reached(&words, &layers))?;
                    let pull =
                        |set: &Elements| Elements::of(finer.words.order(), |x| set.contains(finer.labels[x]));
                    layers = layers.iter().map(pull).collect();
                    layers.push(finer.portion.positions);
                    labels = finer.labels.iter().map(|&x| labels[usize::from(x)]).collect();
                    words = finer.words;
                    self.spend(self.places.option_count(place))?;
                    options = self
                        .places
                        .options(place, &words.values, &words.monoid)
                        .expect("a heap keeps its moves");
                }
            }
            if let Some(i) = (0..j).find(|&i| layers[i] == layers[j] && powers[i] == powers[j]) {
                layers.pop();
                break (i, powers);
            }
        };
        let counter = Counter { words: &words, start, layers: layers.len() };
        let label = |x: usize, s: usize| above.monoid.product(labels[x], labels_of[s]);
        let classes = counter
            .classes(self.most, |x, s| (label(x, s), layers[s].contains(x as Element)))
            .ok_or(Stop::Order(None))
            .map_err(|stop| stop.reached(&words, &layers))?;
        let rows = classes.class.len() * 8 + classes.first.len() * classes.first.len();
        self.spend(rows as u64)?;
        let finer = counter.reduced(&classes, place, options);
        let of_first = |number: usize| counter.parts(classes.first[number]);
        let order = classes.first.len();
        let labels: Vec<Element> = (0..order).map(of_first).map(|(x, s)| label(x, s)).collect();
        let positions = Elements::of(order, |number| {
            let (x, s) = of_first(number);
            layers[s].contains(x as Element)
        });
        let banned = Elements::of(order, |number| above.banned.contains(labels[number]));
        Ok(Recognizer::new(finer, Portion { positions, banned }, labels))
    }

    /// A finer monoid that recognizes this function too, its labels the elements of the old one.
    fn split(&self, words: &Words, portion: &Portion, least: Place) -> Result<Recognizer, Stop> {
        let above = Above { monoid: &words.monoid, banned: &portion.banned };
        let mut finer = Recognizer::before(words, least, portion);
        for place in least..words.values.len() {
            self.add(&mut finer, &above, words.values[place])?;
        }
        Ok(finer)
    }

    fn spend(&self, steps: u64) -> Result<(), Stop> {
        self.limits.spend(steps).map_err(Stop::Limit)
    }
}

impl Stop {
    /// The same, with the monoid of the outermost heap that was being added.
    fn reached(self, words: &Words, layers: &[Elements]) -> Self {
        match self {
            Self::Order(_) => {
                Self::Order(Some(Box::new(Layers { words: words.clone(), layers: layers.to_vec() })))
            }
            other => other,
        }
    }
}

/// The ban set of a layer: labels that are banned, and moves in the new heap that win.
fn banned(labels: &[Element], above: &Above<'_>, power: Element, winning: &Elements) -> Elements {
    let by_power = above.monoid.row(power);
    let mut banned = Elements::of(labels.len(), |x| above.banned.contains(by_power[usize::from(labels[x])]));
    banned.join(winning);
    banned
}

/// Words with a counter of the new heap, which goes from the last layer back to `start`.
struct Counter<'a> {
    words: &'a Words,
    start: usize,
    layers: usize,
}

/// A partition of the words with a counter.
struct Classes {
    class: Vec<u32>,
    /// The first member of each class; classes are numbered in this order.
    first: Vec<usize>,
}

impl Counter<'_> {
    /// A member, by its number, as an element and a layer.
    fn parts(&self, member: usize) -> (usize, usize) {
        (member % self.words.order(), member / self.words.order())
    }

    /// The layer of so many heaps.
    fn wrapped(&self, count: usize) -> usize {
        let period = self.layers - self.start;
        if count < self.layers { count } else { self.start + (count - self.start) % period }
    }

    /// The coarsest partition that refines `kind` and that all generators respect; `None` if it has more than `most`
    /// classes.
    fn classes(&self, most: usize, kind: impl Fn(usize, usize) -> (Element, bool)) -> Option<Classes> {
        let (order, count) = (self.words.order(), self.words.order() * self.layers);
        let mut class: Vec<u32> = Vec::with_capacity(count);
        let mut ids: HashMap<u64, u32, FixedState> = HashMap::default();
        for member in 0..count {
            let (x, s) = self.parts(member);
            let (label, is_p) = kind(x, s);
            let next = ids.len() as u32;
            class.push(*ids.entry(u64::from(label) << 1 | u64::from(is_p)).or_insert(next));
        }
        let mut known = ids.len();
        let values: Vec<Element> =
            self.words.generators().into_iter().map(|place| self.words.values[place]).collect();
        let mut refined = class.clone();
        let mut unchanged = 0;
        for step in (0..=values.len()).cycle() {
            ids.clear();
            let row = values.get(step).map(|&value| self.words.monoid.row(value));
            for s in 0..self.layers {
                let same = s * order;
                let next = self.wrapped(s + 1) * order;
                for x in 0..order {
                    let image = row.map_or(next + x, |row| same + usize::from(row[x]));
                    let id = ids.len() as u32;
                    let key = u64::from(class[same + x]) << 32 | u64::from(class[image]);
                    refined[same + x] = *ids.entry(key).or_insert(id);
                }
            }
            std::mem::swap(&mut class, &mut refined);
            unchanged = if ids.len() == known { unchanged + 1 } else { 0 };
            known = ids.len();
            if known > most {
                return None;
            }
            if unchanged > values.len() {
                break;
            }
        }
        let mut first = Vec::with_capacity(known);
        for (member, &class) in class.iter().enumerate() {
            if class as usize == first.len() {
                first.push(member);
            }
        }
        Some(Classes { class, first })
    }

    /// The classes as words over the old heaps and the new one.
    fn reduced(&self, classes: &Classes, place: Place, options: Vec<Element>) -> Words {
        let (old, order) = (self.words.order(), classes.first.len());
        let class = |x: usize, s: usize| classes.class[s * old + x] as Element;
        let parts: Vec<(usize, usize)> = classes.first.iter().map(|&member| self.parts(member)).collect();
        let monoid = Monoid::from_rows(order, |number| {
            let (x, s) = parts[number];
            let row = self.words.monoid.row(x as Element);
            parts.iter().map(|&(y, t)| class(usize::from(row[y]), self.wrapped(s + t))).collect()
        });
        let added = parts[old..].iter().map(|&(x, s)| Made { parent: class(x, s - 1), generator: place });
        let made = self.words.made.iter().copied().chain(added).collect();
        let value = class(usize::from(ONE), self.wrapped(1));
        let mut values = self.words.values.clone();
        values.push(value);
        let mut letters = self.words.letters.clone();
        letters.push(Letter { place, value, options });
        Words::new(monoid, made, values, letters, self.words.option_sets())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{HeapGame, Heaps};
    use crate::search::MisereSolver;

    /// Heap 14 of 0.53 has the row of an element with the square 1, and yet another value: 14 + 14 is P. Who looks up a
    /// pair before asking whether it ends in 1 accepts the element, and gets a quotient of order 12.
    #[test]
    fn the_row_alone_does_not_give_the_value() {
        let game: HeapGame = "0.53".parse().unwrap();
        let places = Places::new(vec![game.rule.clone()], vec![14]);
        let limits = Limits::default();
        let adding = Adding { places: &places, most: 400, most_layers: MOST_LAYERS, limits: &limits };
        let mut recognizer = Recognizer::empty();
        for _ in 1..14 {
            adding.add_next(&mut recognizer).unwrap();
        }
        assert_eq!(recognizer.words.order(), 12);
        let options = places.options(13, &recognizer.words.values, &recognizer.words.monoid).unwrap();
        let winning = recognizer.winning(&options);
        let first = recognizer.words.pass(&winning);
        let value = recognizer.element_with_row(ONE, &first).unwrap();
        let square = recognizer.words.monoid.product(value, value);
        assert_eq!(square, ONE);
        assert!(!recognizer.portion.positions.contains(square));
        let mut search = MisereSolver::new(game);
        assert!(search.value(&Heaps::new(vec![14, 14])).unwrap().is_zero());
        assert!(!recognizer.admit(value, &options, &winning));
        adding.add_next(&mut recognizer).unwrap();
        assert_eq!(recognizer.words.order(), 16);
    }

    /// A heap whose powers do not repeat within the limit is not added, and the recognizer stays as it was.
    #[test]
    fn too_many_layers_leave_what_was_there() {
        let game: HeapGame = "kayles".parse().unwrap();
        let places = Places::new(vec![game.rule], vec![20]);
        let limits = Limits::default();
        let with = |most_layers| Adding { places: &places, most: 400, most_layers, limits: &limits };
        let layers = |most_layers: usize| {
            let mut recognizer = Recognizer::empty();
            let stop = (0..20).find_map(|_| with(most_layers).add_next(&mut recognizer).err());
            (recognizer.words.values.len(), recognizer.words.order(), matches!(stop, Some(Stop::Layers)))
        };
        assert_eq!(layers(1), (0, 1, true));
        assert_eq!(layers(2), (1, 2, true));
        assert_eq!(layers(MOST_LAYERS), (20, 24, false));
    }
}
