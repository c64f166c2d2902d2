//! The check of theory M.10: whether a set of elements is the set of the P-positions among all words.
//!
//! A word is a sum of heaps and its value the product of theirs. A function with a ban set A says P of a word whose
//! value is not banned and that has no option of which it says P. Whether this is "the value is in F" for *all* words
//! is decided by two conditions: no letter makes one P-position from another (a look at rows of bits), and no word
//! outside F is left without a move into F. The second is a search in the graph of pairs (what was laid down, what is
//! still to come), in stages, one letter after the other: the letters of a word may be taken in ascending order.
//!
//! A step that ends in (x, 1) is a word that breaks the condition. This must be seen *before* the pair is looked up
//! among those that were reached, because (1, 1) is a start; the other way round 0.53 gets a false quotient of order 12.

use super::elements::Elements;
use super::monoid::{Element, Monoid, ONE};

/// The place of a heap in the order in which heaps are added.
pub(super) type Place = usize;

/// A heap with moves as the check sees it: its value and the values of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    /// The first heap with this value and these options.
    pub place: Place,
    pub value: Element,
    /// Ascending.
    pub options: Vec<Element>,
}

/// A function on words, as it should be read off the values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Portion {
    /// The values of the words of which it says P.
    pub positions: Elements,
    /// The values of the words of which it does not, whatever their options.
    pub banned: Elements,
}

/// The rows {z : xz in F} of a set F of elements, made when first asked for.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    rows: Vec<Option<Elements>>,
}

impl Rows {
    pub fn new(order: usize) -> Self {
        Self { rows: vec![None; order] }
    }

    pub fn get(&mut self, x: Element, monoid: &Monoid, set: &Elements) -> &Elements {
        self.rows[usize::from(x)].get_or_insert_with(|| set.divided_by(x, monoid))
    }

    /// The elements r for which some option of a letter is in F: {r : rE meets F}.
    pub fn winning(&mut self, options: &[Element], monoid: &Monoid, set: &Elements) -> Elements {
        let mut winning = Elements::none(monoid.order());
        for &option in options {
            winning.join(self.get(option, monoid, set));
        }
        winning
    }
}

/// The pairs that words reach, stage after stage, and the letters that were let in.
#[derive(Clone, Debug)]
pub(super) struct PairGraph {
    order: usize,
    pairs: Vec<(Element, Element)>,
    seen: Vec<u64>,
    /// What was let in: a value, and the rests with which a move in this letter does not win.
    letters: Vec<(Element, Elements)>,
}

/// A word breaks the condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Broken;

impl PairGraph {
    /// The pairs of the empty word: one for every value that is neither P nor banned.
    pub fn new(portion: &Portion, order: usize) -> Self {
        let mut graph = Self {
            order,
            pairs: Vec::new(),
            seen: vec![0; (order * order).div_ceil(64)],
            letters: Vec::new(),
        };
        for q in 0..order as Element {
            if !portion.positions.contains(q) && !portion.banned.contains(q) {
                graph.reach(ONE, q);
            }
        }
        graph
    }

    /// How many pairs were reached.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    fn reach(&mut self, x: Element, z: Element) {
        let at = usize::from(x) * self.order + usize::from(z);
        let bit = 1 << (at % 64);
        if self.seen[at / 64] & bit == 0 {
            self.seen[at / 64] |= bit;
            self.pairs.push((x, z));
        }
    }

    /// Lets a letter in: one more stage. A letter that breaks the condition leaves the graph as it was.
    pub fn admit(&mut self, value: Element, losing: Elements, monoid: &Monoid) -> Result<(), Broken> {
        let known = |(other, more): &(Element, Elements)| *other == value && losing.is_subset(more);
        if self.letters.iter().any(known) {
            return Ok(());
        }
        // the z with z·value = w, for every w: a counting sort
        let action = monoid.row(value);
        let mut start = vec![0u32; self.order + 1];
        for &w in action {
            start[usize::from(w) + 1] += 1;
        }
        for w in 0..self.order {
            start[w + 1] += start[w];
        }
        let mut quotients = vec![ONE; self.order];
        let mut next = start.clone();
        for (z, &w) in action.iter().enumerate() {
            quotients[next[usize::from(w)] as usize] = z as Element;
            next[usize::from(w)] += 1;
        }
        let before = self.pairs.len();
        let mut at = 0;
        while let Some(&(x, w)) = self.pairs.get(at) {
            at += 1;
            let range = start[usize::from(w)] as usize..start[usize::from(w) + 1] as usize;
            if range.is_empty() {
                continue;
            }
            let row = monoid.row(x);
            let longer = row[usize::from(value)];
            for &z in &quotients[range] {
                if !losing.contains(row[usize::from(z)]) {
                    continue;
                }
                if z == ONE {
                    self.undo(before);
                    return Err(Broken);
                }
                self.reach(longer, z);
            }
        }
        self.letters.push((value, losing));
        Ok(())
    }

    fn undo(&mut self, before: usize) {
        for (x, z) in self.pairs.drain(before..) {
            let at = usize::from(x) * self.order + usize::from(z);
            self.seen[at / 64] &= !(1 << (at % 64));
        }
    }
}

/// The rests with which no move in this letter wins and that leave a word which is neither P nor banned: D in M.10.
pub(super) fn losing_rests(
    letter: &Letter,
    portion: &Portion,
    winning: &Elements,
    monoid: &Monoid,
) -> Elements {
    let row = monoid.row(letter.value);
    let is_open = |r: usize| !portion.positions.contains(row[r]) && !portion.banned.contains(row[r]);
    let mut losing = Elements::of(monoid.order(), is_open);
    losing.remove_all(winning);
    losing
}

/// The whole check: the graph with all letters, or the least place such that it fails on the words of heaps up to it.
///
/// `level` is, for each element, the place of the last heap of its least word.
pub(super) fn check(
    monoid: &Monoid,
    letters: &[Letter],
    portion: &Portion,
    level: impl Fn(Element) -> Place,
) -> Result<PairGraph, Place> {
    let mut rows = Rows::new(monoid.order());
    let mut broken = None;
    let mut losing = Vec::with_capacity(letters.len());
    for letter in letters {
        if broken.is_some_and(|place| place <= letter.place) {
            break;
        }
        let winning = rows.winning(&letter.options, monoid, &portion.positions);
        let own = rows.get(letter.value, monoid, &portion.positions);
        if let Some(rest) = own.least_common(&winning) {
            let place = letter.place.max(level(rest));
            broken = Some(broken.map_or(place, |other: Place| other.min(place)));
        }
        losing.push(losing_rests(letter, portion, &winning, monoid));
    }
    let mut graph = PairGraph::new(portion, monoid.order());
    for (letter, losing) in letters.iter().zip(losing) {
        if broken.is_some_and(|place| place <= letter.place) {
            break;
        }
        if graph.admit(letter.value, losing, monoid).is_err() {
            broken = Some(letter.place);
        }
    }
    broken.map_or(Ok(graph), Err)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Numbers that look random.
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, bound: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as usize % bound
        }
    }

    /// A word, as the number of times that each letter occurs.
    type Word = Vec<usize>;

    /// Letters with values in a monoid, whose options are words of smaller letters.
    struct Game {
        monoid: Monoid,
        values: Vec<Element>,
        options: Vec<Vec<Word>>,
        banned: Elements,
        known: HashMap<Word, bool>,
    }

    impl Game {
        /// A product of cyclic monoids, with random letters of which the first generate it.
        fn random(chance: &mut Chance) -> Self {
            let count = 1 + chance.below(2);
            // the powers of a generator go from its last one back to `start`
            let cycles: Vec<(usize, usize)> = (0..count)
                .map(|_| {
                    let size = 2 + chance.below(3);
                    (size, chance.below(size))
                })
                .collect();
            let order: usize = cycles.iter().map(|cycle| cycle.0).product();
            let digits = |mut x: usize| {
                let digit = |&(size, _): &(usize, usize)| {
                    let digit = x % size;
                    x /= size;
                    digit
                };
                cycles.iter().map(digit).collect::<Vec<_>>()
            };
            let product = |x: usize, y: usize| {
                let sums = digits(x).into_iter().zip(digits(y)).map(|(a, b)| a + b);
                let wrapped = sums.zip(&cycles).map(|(sum, &(size, start))| {
                    if sum < size { sum } else { start + (sum - start) % (size - start) }
                });
                wrapped.zip(&cycles).rev().fold(0, |x, (digit, &(size, _))| x * size + digit)
            };
            let row = |x: usize| (0..order).map(|y| product(x, y) as Element).collect();
            let monoid = Monoid::from_rows(order, row);
            let mut unit = 1;
            let mut values = Vec::new();
            for &(size, _) in &cycles {
                values.push(unit as Element);
                unit *= size;
            }
            (0..chance.below(3)).for_each(|_| values.push(chance.below(order) as Element));
            let letters = values.len();
            let word = |chance: &mut Chance, below: usize| {
                let mut word = vec![0; letters];
                if below > 0 {
                    (0..chance.below(3)).for_each(|_| word[chance.below(below)] += 1);
                }
                word
            };
            let options =
                (0..letters).map(|at| (0..=chance.below(3)).map(|_| word(chance, at)).collect()).collect();
            let banned = match chance.below(2) {
                0 => Elements::none(order),
                _ => Elements::of(order, |_| chance.below(6) == 0),
            };
            Self { monoid, values, options, banned, known: HashMap::new() }
        }

        fn value(&self, word: &[usize]) -> Element {
            let powers = word.iter().zip(&self.values);
            powers.fold(ONE, |x, (&times, &value)| (0..times).fold(x, |x, _| self.monoid.product(x, value)))
        }

        /// The function with the ban set, by its definition.
        fn says_p(&mut self, word: &Word) -> bool {
            if let Some(&known) = self.known.get(word) {
                return known;
            }
            let mut found = !self.banned.contains(self.value(word));
            for letter in (0..word.len()).filter(|&letter| word[letter] > 0) {
                for option in self.options[letter].clone() {
                    let mut after: Word = word.iter().zip(&option).map(|(a, b)| a + b).collect();
                    after[letter] -= 1;
                    found &= !self.says_p(&after);
                }
            }
            self.known.insert(word.clone(), found);
            found
        }

        fn words(&self, most: usize) -> Vec<Word> {
            let mut all = vec![vec![0; self.values.len()]];
            for letter in 0..self.values.len() {
                let longer = |word: &Word| {
                    let word = word.clone();
                    (0..=most - word.iter().sum::<usize>()).map(move |times| {
                        let mut word = word.clone();
                        word[letter] = times;
                        word
                    })
                };
                all = all.iter().flat_map(longer).collect();
            }
            all.sort_by_key(|word| word.iter().sum::<usize>());
            all
        }
    }

    /// The check says that a function is read off the values exactly if that holds for all words that are enumerated.
    #[test]
    fn the_check_agrees_with_the_enumeration_of_words() {
        let mut chance = Chance(0x2545_f491_4f6c_dd1d);
        let (mut right, mut wrong) = (0, 0);
        for _ in 0..1_500 {
            let mut game = Game::random(&mut chance);
            let order = game.monoid.order();
            let words = game.words(9);
            // the values of the first words that reach them decide what the set can be
            let mut positions = Elements::none(order);
            let mut met = Elements::none(order);
            for word in &words {
                let value = game.value(word);
                if !met.contains(value) {
                    met.insert(value);
                    if game.says_p(word) {
                        positions.insert(value);
                    }
                }
            }
            let letters: Vec<Letter> = (0..game.values.len())
                .map(|place| {
                    let mut options: Vec<Element> =
                        game.options[place].iter().map(|word| game.value(word)).collect();
                    options.sort_unstable();
                    options.dedup();
                    Letter { place, value: game.values[place], options }
                })
                .collect();
            let portion = Portion { positions, banned: game.banned.clone() };
            let passes = check(&game.monoid, &letters, &portion, |_| 0).is_ok();
            let agrees =
                words.iter().all(|word| portion.positions.contains(game.value(word)) == game.says_p(word));
            assert_eq!(passes, agrees, "{:?} {:?}", game.values, game.options);
            right += usize::from(passes);
            wrong += usize::from(!passes);
        }
        assert!(right > 100 && wrong > 100, "{right} {wrong}");
    }
}
