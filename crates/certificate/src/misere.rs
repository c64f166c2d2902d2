//! Certificates of misère play (kinds misere, misere-bound and misere-tame; `docs/certificate.md`).
//!
//! A quotient is a commutative monoid, given by the actions of generators, that commute and reach every element from the
//! identity; so it needs no test of associativity. It is *the* quotient if outcomes are read off it (theory M.10, the
//! graph of pairs) and no two elements have the same row (M.7); with a window in which the values repeat it is that of
//! all heaps (M.11). How the values were found plays no part. A bound uses several sets in place of one (M.14). Tame
//! heaps are recomputed (M.6).
//!
//! In the graph of pairs a step to (x, 1) is seen before the pair is looked up among those that were met: (1, 1) is a
//! start itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::misere_tame::check_tame;
use crate::misere_text::{HEAD, MisereCertificate, MisereExtent, MonoidText};
use crate::options::Work;
use crate::rule::Seen;
use crate::{CheckReport, ConditionText, ENDLESS, Fault, MOST_SMALL, MOST_STEPS, RuleText, Runs};
use crate::{Selection, invalid, require};

/// The most elements of a monoid in a certificate.
pub const MOST_ELEMENTS: u64 = 1 << 12;
/// The most steps: pairs of elements times heaps that differ in value or options, for all sets together.
const MOST_PAIR_STEPS: u64 = 1 << 33;
/// The most entries of the rows that tell elements apart, and of the sets.
const MOST_ROWS: u64 = 1 << 28;

impl MisereCertificate {
    /// What is shown of the text of a certificate; `None` if it is of another kind.
    pub(crate) fn report(text: &str, wish: Selection) -> Option<Result<CheckReport, Fault>> {
        let checked = || match wish {
            Selection::All => Self::parse(text)?.check(),
            _ => Err(Fault::NoSegments),
        };
        text.starts_with(HEAD).then(checked)
    }

    fn check(&self) -> Result<CheckReport, Fault> {
        let (claim, checked_to) = match self {
            Self::Quotient { rule, monoid, portion, values, extent } => {
                check_quotient(rule, monoid, portion, values, *extent)?
            }
            Self::Bound { rule, heap, monoid, values, layers } => {
                check_bound(rule, *heap, monoid, values, layers)?
            }
            Self::Tame { rule, last_fickle, normal, misere } => {
                check_tame(rule, *last_fickle, normal, misere)?
            }
        };
        Ok(CheckReport { complete: true, claim, checked_to, fault: None })
    }
}

fn check_quotient(
    rule: &RuleText,
    monoid: &MonoidText,
    portion: &[u64],
    values: &Runs,
    extent: MisereExtent,
) -> Result<(String, u64), Fault> {
    let count = match extent {
        MisereExtent::Below(heaps) => heaps,
        MisereExtent::All { preperiod, period } => misere_values_needed(rule, preperiod, period)?,
    };
    let (game, _) = Game::new(rule, (monoid, 1), values, count)?;
    let positions = game.set(portion)?;
    require("U7", !positions[0], "the empty sum is listed as a P-position")?;
    game.recognizes(&positions, &vec![false; game.order])?;
    game.tells_apart(&[positions])?;
    let scope = match extent {
        MisereExtent::Below(heaps) => format!("of heaps below {heaps}"),
        MisereExtent::All { preperiod, period } => {
            game.check_period(preperiod as usize, period as usize)?;
            format!(
                "of heaps of any size, whose values have period {period} from {preperiod} on, and no smaller ones,"
            )
        }
    };
    let claim = format!(
        "By the rule `{rule}`, under misère play a sum {scope} is a P-position exactly if the product of their values is \
         one of the {} listed elements; the quotient has order {}: shown by theorems M.7, M.10 and M.11 from the options \
         of heaps 0 to {}.",
        portion.len(),
        game.order,
        count - 1
    );
    Ok((claim, count - 1))
}

fn check_bound(
    rule: &RuleText,
    heap: u64,
    monoid: &MonoidText,
    values: &Runs,
    layers: &[Vec<u64>],
) -> Result<(String, u64), Fault> {
    let (game, mut work) = Game::new(rule, (monoid, layers.len() as u64), values, heap)?;
    let options = game.options(rule, heap, &mut work)?;
    require("U17", !options.is_empty(), "the heap of the bound has no moves")?;
    let Some((first, others)) = layers.split_first() else { return invalid("there is no layer (U2)") };
    let first = game.set(first)?;
    require("U7", !first[0], "the empty sum is listed as a P-position")?;
    game.recognizes(&first, &vec![false; game.order])?;
    let mut sets = vec![first];
    for layer in others {
        let before = sets.last().map_or(&[][..], Vec::as_slice);
        let banned: Vec<bool> =
            (0..game.order).map(|x| options.iter().any(|&e| before[game.product(x, e.into())])).collect();
        let positions = game.set(layer)?;
        let agree = (0..game.order).all(|x| !(positions[x] && banned[x])) && positions[0] != banned[0];
        require("U18", agree, "a layer and its ban set do not fit")?;
        game.recognizes(&positions, &banned)?;
        sets.push(positions);
    }
    game.tells_apart(&sets)?;
    let claim = format!(
        "By the rule `{rule}`, the misère quotient of the heaps up to {heap} has at least {} elements: shown by theorems \
         M.10 and M.14.",
        game.order
    );
    Ok((claim, heap))
}

/// N of theorem M.11, for rules that it is for: how many values a certificate with this claim lists.
pub fn misere_values_needed(rule: &RuleText, preperiod: u64, period: u64) -> Result<u64, Fault> {
    require("U11", preperiod >= 1 && period >= 1, "the preperiod or the period is 0")?;
    let (heaps, taken) = (rule.most_left().max(1), rule.most_taken());
    require("U12", taken != ENDLESS, "a move takes any number of tokens")?;
    let from = preperiod.max(rule.settled());
    let free = rule.moves.iter().all(|m| m.condition == ConditionText::Any || m.leave.most() < 2);
    require("U12", free || heaps <= 2, "three or more parts under a condition")?;
    let (turns, gap) = if free { (heaps, 0) } else { (3, rule.gap()) };
    let sum = |a: u64, b: u64| a.saturating_add(b);
    Ok(sum(sum(heaps.saturating_mul(from), turns.saturating_mul(period)), sum(taken, gap)))
}

/// A heap with moves: its value, and the values of its options.
pub(crate) type Letter = (u16, Vec<u16>);

/// A monoid with the values of heaps.
pub(crate) struct Game {
    pub order: usize,
    pub table: Vec<u16>,
    pub values: Vec<usize>,
    pub letters: BTreeSet<Letter>,
}

impl Game {
    /// With so many sets of elements. Whatever it holds is bounded before it is made: an element or a generator at a
    /// time, a heap at a time.
    fn new(
        rule: &RuleText,
        (monoid, sets): (&MonoidText, u64),
        values: &Runs,
        count: u64,
    ) -> Result<(Self, Work), Fault> {
        rule.check()?;
        let order = monoid.order as usize;
        require("U1", (1..=MOST_ELEMENTS).contains(&monoid.order), "no order, or more than 4096 elements")?;
        require(
            "U2",
            values.len() == count && (1..=MOST_SMALL).contains(&count),
            "not as many values as needed",
        )?;
        let mut work = Work::new(rule, count, MOST_STEPS)?;
        let (pairs, generators) = (monoid.order * monoid.order, monoid.generators.len());
        require("U24", pairs.saturating_mul(sets) <= MOST_ROWS, "too many rows to compare")?;
        require("U24", generators <= order, "too many generators for so few elements")?;
        let values: Vec<usize> = values.values().map(|value| value as usize).collect();
        require("U2", values.iter().all(|&value| value < order), "a value is no element")?;
        let sound = |(heap, action): &(u64, Vec<u64>)| {
            *heap < count && action.len() == order && action.iter().all(|&x| x < monoid.order)
        };
        let ascend = monoid.generators.windows(2).all(|pair| pair[0].0 < pair[1].0);
        require("U3", ascend && monoid.generators.iter().all(sound), "a generator is not in order")?;
        let actions: Vec<(usize, Vec<usize>)> = monoid
            .generators
            .iter()
            .map(|(heap, action)| (*heap as usize, action.iter().map(|&x| x as usize).collect()))
            .collect();
        for (at, (heap, action)) in actions.iter().enumerate() {
            require("U5", action[0] == values[*heap], "an action does not begin with the value of its heap")?;
            let commutes = |other: &Vec<usize>| (0..order).all(|x| other[action[x]] == action[other[x]]);
            let all = actions[..at].iter().all(|(_, other)| commutes(other));
            require("U4", all, "two actions do not commute")?;
        }
        let mut game = Self { order, table: Vec::new(), values, letters: BTreeSet::new() };
        game.table = game.products(&actions)?;
        for heap in 0..count {
            let options = game.options(rule, heap, &mut work)?;
            let value = game.values[heap as usize];
            require("U6", !options.is_empty() || value == 0, "a heap without moves has a value")?;
            if !options.is_empty() {
                game.letters.insert((value as u16, options));
                let steps = pairs.saturating_mul(sets.max(1)).saturating_mul(game.letters.len() as u64);
                require("U24", steps <= MOST_PAIR_STEPS, "too many pairs of elements to look at")?;
            }
        }
        Ok((game, work))
    }

    /// The table of products, along the least words, in whose order the elements must be numbered.
    fn products(&self, actions: &[(usize, Vec<usize>)]) -> Result<Vec<u16>, Fault> {
        let mut table: Vec<u16> = (0..self.order as u16).collect();
        let (mut listed, mut used) = (1, 0);
        for (heap, &value) in self.values.iter().enumerate() {
            if value < listed {
                continue;
            }
            let next = actions.get(used).filter(|(generator, _)| *generator == heap);
            let Some((_, action)) = next else {
                return invalid(format_args!("heap {heap} should be a generator (U8)"));
            };
            used += 1;
            let mut x = 0;
            while x < listed {
                if action[x] >= listed {
                    require("U8", action[x] == listed, "the elements are not numbered by least words")?;
                    let row = x * self.order..(x + 1) * self.order;
                    let product: Vec<u16> =
                        table[row].iter().map(|&y| action[usize::from(y)] as u16).collect();
                    table.extend(product);
                    listed += 1;
                }
                x += 1;
            }
        }
        require(
            "U8",
            listed == self.order && used == actions.len(),
            "an element or a generator is not needed",
        )?;
        Ok(table)
    }

    fn product(&self, x: usize, y: usize) -> usize {
        self.table[x * self.order + y].into()
    }

    fn set(&self, elements: &[u64]) -> Result<Vec<bool>, Fault> {
        let sound = elements.windows(2).all(|pair| pair[0] < pair[1])
            && elements.last().is_none_or(|&last| last < self.order as u64);
        require("U2", sound, "a portion is not in order")?;
        let mut set = vec![false; self.order];
        for &x in elements {
            set[x as usize] = true;
        }
        Ok(set)
    }

    /// The values of the options of a heap, ascending.
    fn options(&self, rule: &RuleText, heap: u64, work: &mut Work) -> Result<Vec<u16>, Fault> {
        let mut seen = Seen::default();
        let plus = |x: usize, part: u64| self.values.get(part as usize).map(|&y| self.product(x, y));
        rule.options(heap, work, (0, &plus), &mut |x| _ = seen.insert(x as u32))?;
        Ok((0..self.order as u16).filter(|&x| seen.contains(x.into())).collect())
    }

    /// Theorem M.10: a sum is P exactly if its value is in the set, where sums with a banned value are not.
    pub fn recognizes(&self, positions: &[bool], banned: &[bool]) -> Result<(), Fault> {
        let mut letters = Vec::new();
        for (value, options) in &self.letters {
            let value = usize::from(*value);
            let mut losing = vec![false; self.order];
            for (r, losing) in losing.iter_mut().enumerate() {
                let wins = options.iter().any(|&e| positions[self.product(r, e.into())]);
                let whole = self.product(r, value);
                require("U9", !(wins && positions[whole]), "a P-position has a move to a P-position")?;
                *losing = !wins && !positions[whole] && !banned[whole];
            }
            letters.push((value, losing));
        }
        let mut quotients: BTreeMap<usize, Quotients> = BTreeMap::new();
        for (value, _) in &letters {
            quotients.entry(*value).or_insert_with(|| Quotients::new(self, *value));
        }
        let mut met = vec![false; self.order * self.order];
        // pairs as numbers: there can be 2^24 of them
        let mut open: Vec<u32> =
            (0..self.order).filter(|&q| !positions[q] && !banned[q]).map(|q| q as u32).collect();
        for &pair in &open {
            met[pair as usize] = true;
        }
        while let Some(pair) = open.pop() {
            let (x, w) = (pair as usize / self.order, pair as usize % self.order);
            for (value, losing) in &letters {
                for z in quotients[value].of(w).filter(|&z| losing[self.product(x, z)]) {
                    require("U10", z != 0, "a sum that is no P-position has no winning move")?;
                    let longer = self.product(x, *value);
                    let pair = longer * self.order + z;
                    if !std::mem::replace(&mut met[pair], true) {
                        open.push(pair as u32);
                    }
                }
            }
        }
        Ok(())
    }

    /// That no two elements have the same products in all of these sets.
    pub fn tells_apart(&self, sets: &[Vec<bool>]) -> Result<(), Fault> {
        let row = |x: usize| -> Vec<bool> {
            sets.iter().flat_map(|set| (0..self.order).map(|z| set[self.product(x, z)])).collect()
        };
        let rows: BTreeSet<Vec<bool>> = (0..self.order).map(row).collect();
        require("U13", rows.len() == self.order, "two elements are told apart by no sum")
    }

    fn check_period(&self, preperiod: usize, period: usize) -> Result<(), Fault> {
        let values = &self.values[..];
        let repeats = values[preperiod..].iter().zip(&values[preperiod + period..]).all(|(a, b)| a == b);
        require("U14", repeats, "the values do not repeat as claimed")?;
        let least = preperiod <= 1 || values[preperiod - 1] != values[preperiod - 1 + period];
        require("U15", least, "the preperiod is not the least")?;
        let turn = &values[preperiod..preperiod + period];
        let divides = |q: usize| period.is_multiple_of(q) && (q..period).all(|at| turn[at] == turn[at - q]);
        require("U16", !(1..period).any(divides), "the period is not fundamental")
    }
}

/// For every w the z with z times a value = w.
struct Quotients {
    /// Where those of each w begin.
    start: Vec<u16>,
    all: Vec<u16>,
}

impl Quotients {
    fn new(game: &Game, value: usize) -> Self {
        let mut all: Vec<u16> = (0..game.order as u16).collect();
        let product = |z: &u16| game.product((*z).into(), value);
        all.sort_by_key(product);
        let below = |w: usize| all.partition_point(|z| product(z) < w) as u16;
        Self { start: (0..=game.order).map(below).collect(), all }
    }

    fn of(&self, w: usize) -> impl Iterator<Item = usize> {
        self.all[self.start[w].into()..self.start[w + 1].into()].iter().map(|&z| z.into())
    }
}
