//! How many positions of M heaps the previous player wins, and how many the next (theory C.1 to C.3).
//!
//! Only the classes of heaps matter: how many heaps of the range have each nim value, or each element of a misère
//! quotient. Under normal play the values form the group of k bits under nim-addition, and each of its 2^k characters χ
//! splits the heaps into a with χ = 1 and b with χ = -1. Choosing M heaps and multiplying their signs gives
//!
//! - (a - b)^M where the heaps stand in order,
//! - the coefficient of t^M in (1 - t)^-a (1 + t)^-b where they do not,
//! - that in (1 + t)^a (1 - t)^b where no two are equal,
//!
//! and the mean over all characters counts the choices of nim-sum 0. Under misère play the quotient is no group, and a
//! table over its elements is filled class by class. Numbers are exact, however large: with a proved period a range to
//! 10^18 costs no more than one to the end of the evidence.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::{ControlFlow, RangeInclusive};

use num_bigint::{BigInt, BigUint};

use crate::heap::HeapGame;
use crate::limits::{Limits, TooLarge};
use crate::nimber::Nimber;
use crate::play::Play;
use crate::quotient::{
    Element, ONE, Quotient, QuotientEnd, QuotientExtent, QuotientPeriod, RuleHeap, quotient,
};
use crate::sequence::{Ground, Sequence};

/// Ranges to this heap are computed; beyond it a period is looked for first.
const COMPUTED: u64 = 1 << 20;
/// Winning moves are counted where no more options than this have to be listed.
const MOST_OPTIONS: f64 = 1e7;

/// When two choices of heaps are the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The heaps of a position have no order.
    Unordered,
    /// They stand in a row.
    Ordered,
    /// They have no order, and no two are equal.
    Distinct,
}

impl Order {
    /// The names of the orders.
    pub const NAMES: [&str; 3] = ["unordered", "ordered", "distinct"];

    /// The order of a name.
    pub fn named(name: &str) -> Option<Self> {
        let place = Self::NAMES.iter().position(|known| *known == name)?;
        Some([Self::Unordered, Self::Ordered, Self::Distinct][place])
    }

    /// The name of the order.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// Which positions are counted.
#[derive(Clone, Debug)]
pub struct HeapChoice {
    /// How many heaps a position has.
    pub heaps: u64,
    /// The sizes they may have.
    pub sizes: RangeInclusive<u64>,
    /// Which of them are different.
    pub order: Order,
}

/// How many positions there are.
#[derive(Clone, Debug)]
pub struct PositionCount {
    /// Those that the previous player wins.
    pub previous: BigUint,
    /// Those that the next player wins.
    pub next: BigUint,
    /// How many winning moves they have together: pairs of a position and a position after a move, or of a place and
    /// what comes there where the heaps stand in a row. `None` where too many options would have to be listed.
    pub winning_moves: Option<BigUint>,
    /// What the classes of the heaps rest on.
    pub ground: CountGround,
}

/// What the classes of the heaps of a count rest on.
#[derive(Clone, Debug)]
pub enum CountGround {
    /// The nim values of the heaps.
    Values(Ground),
    /// The misère quotient of the heaps, of this order, with its period where it is proved.
    Quotient {
        /// The number of elements.
        order: usize,
        /// The proved period.
        period: Option<QuotientPeriod>,
    },
}

impl CountGround {
    /// Whether a theorem gives the classes of heaps of any size.
    pub const fn is_proved(&self) -> bool {
        match self {
            Self::Values(ground) => matches!(ground, Ground::Theorem(_) | Ground::Period { .. }),
            Self::Quotient { period, .. } => period.is_some(),
        }
    }
}

/// Why positions are not counted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Uncountable {
    /// It would cost too much.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Misère play, and the heaps have no small quotient.
    #[error(
        "under misère play positions are counted by the misère quotient, and that of {game} is known for heaps to \
         {heap} alone: with more it has over {order} elements, or no period was proved; count heaps to {heap}"
    )]
    NoQuotient {
        /// The game.
        game: String,
        /// How many elements a quotient may have here.
        order: usize,
        /// The largest heap that is in.
        heap: u64,
    },
}

/// Counts the positions of the chosen heaps by who wins them.
///
/// ```
/// use sprague::counting::{HeapChoice, Order, count};
/// use sprague::{HeapGame, Limits, play::Play};
///
/// let kayles: HeapGame = "kayles".parse()?;
/// let choice = HeapChoice { heaps: 2, sizes: 1..=1_000_000_000_000_000_000, order: Order::Ordered };
/// let found = count(&kayles, &choice, Play::Normal, &Limits::default())?;
/// assert!(found.ground.is_proved());
/// let two = HeapChoice { heaps: 2, sizes: 1..=5, order: Order::Unordered }; // values 1 2 3 1 4
/// assert_eq!(count(&kayles, &two, Play::Normal, &Limits::default())?.previous, 6u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(
    game: &HeapGame,
    choice: &HeapChoice,
    play: Play,
    limits: &Limits,
) -> Result<PositionCount, Uncountable> {
    match play {
        Play::Normal => Ok(count_normal(game, choice, limits)?),
        Play::Misere => count_misere(game, choice, limits),
    }
}

/// The positions of the chosen heaps that the previous player wins, each in ascending order, in the order of the first
/// heap, then of the second, and so on; without those of [`Order::Ordered`] that only stand in another order.
///
/// ```
/// use sprague::counting::{HeapChoice, Order, p_positions};
/// use sprague::{HeapGame, Limits, play::Play};
///
/// let nim: HeapGame = "nim".parse()?;
/// let choice = HeapChoice { heaps: 3, sizes: 1..=5, order: Order::Unordered };
/// assert_eq!(p_positions(&nim, &choice, Play::Normal, &Limits::default())?, [[1, 2, 3], [1, 4, 5]]);
/// assert_eq!(p_positions(&nim, &choice, Play::Misere, &Limits::default())?[0], [1, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn p_positions(
    game: &HeapGame,
    choice: &HeapChoice,
    play: Play,
    limits: &Limits,
) -> Result<Vec<Vec<u64>>, Uncountable> {
    let what = || {
        format!("the list of P-positions of {} heaps of {game} to heap {}", choice.heaps, choice.sizes.end())
    };
    let sizes = (choice.sizes.end() - choice.sizes.start() + 1) as f64;
    // the last heap is looked up by its class
    let looked: f64 = (1..choice.heaps.min(64)).map(|at| (sizes + at as f64) / at as f64).product();
    limits.admit_steps(what(), looked * choice.heaps as f64)?;
    limits.admit_entries(what(), sizes)?;
    let found = count(game, choice, play, limits)?.previous;
    let found = found.to_string().parse().unwrap_or(f64::INFINITY);
    limits.admit_entries(what(), found * (choice.heaps as f64 + 3.0))?;
    let heaps = usize::try_from(choice.heaps).unwrap_or(usize::MAX);
    let mut list = Vec::new();
    match play {
        Play::Normal => {
            let values = game.sequence().values(choice.sizes.clone(), limits)?;
            let classes: Vec<u64> = values.iter().map(|value| value.0).collect();
            let listing = Listing::new(choice, &classes, |x, y| x ^ y, |sum| *sum == 0);
            listing.run(0, &mut Vec::with_capacity(heaps), limits, &mut list)?;
        }
        Play::Misere => {
            let (found, _) = quotient_of(game, choice, limits)?;
            let quotient = &found;
            let element = |size: u64| quotient.value(RuleHeap { rule: 0, size }).unwrap_or(ONE);
            let classes: Vec<Element> = choice.sizes.clone().map(element).collect();
            let product = |x, y| quotient.monoid().product(x, y);
            let listing = Listing::new(choice, &classes, product, |&x| quotient.is_position(x));
            listing.run(ONE, &mut Vec::with_capacity(heaps), limits, &mut list)?;
        }
    }
    Ok(list)
}

/// The search for choices of heaps whose classes multiply to one of the classes that are looked for.
struct Listing<'c, C, M, W> {
    choice: &'c HeapChoice,
    classes: &'c [C],
    /// The heaps of each class, ascending.
    heaps: BTreeMap<C, Vec<u64>>,
    product: M,
    is_wanted: W,
}

impl<'c, C: Copy + Ord, M: Fn(C, C) -> C, W: Fn(&C) -> bool> Listing<'c, C, M, W> {
    fn new(choice: &'c HeapChoice, classes: &'c [C], product: M, is_wanted: W) -> Self {
        let mut heaps: BTreeMap<C, Vec<u64>> = BTreeMap::new();
        for (heap, &class) in choice.sizes.clone().zip(classes) {
            heaps.entry(class).or_default().push(heap);
        }
        Self { choice, classes, heaps, product, is_wanted }
    }

    /// Goes on with a choice whose classes have this product.
    fn run(
        &self,
        so_far: C,
        chosen: &mut Vec<u64>,
        limits: &Limits,
        list: &mut Vec<Vec<u64>>,
    ) -> Result<(), TooLarge> {
        let start = *self.choice.sizes.start();
        let apart = u64::from(self.choice.order == Order::Distinct);
        let least = chosen.last().map_or(start, |&last| last + apart);
        let left = self.choice.heaps - chosen.len() as u64;
        if left == 0 {
            if (self.is_wanted)(&so_far) {
                list.push(chosen.clone());
            }
            return Ok(());
        }
        if left == 1 {
            let wanted =
                self.heaps.iter().filter(|&(&class, _)| (self.is_wanted)(&(self.product)(so_far, class)));
            let mut last: Vec<u64> = wanted
                .flat_map(|(_, heaps)| &heaps[heaps.partition_point(|&heap| heap < least)..])
                .copied()
                .collect();
            last.sort_unstable();
            list.extend(last.into_iter().map(|heap| [&chosen[..], &[heap]].concat()));
            return Ok(());
        }
        limits.check_time()?;
        for heap in least..=*self.choice.sizes.end() {
            chosen.push(heap);
            let class = self.classes[(heap - start) as usize];
            self.run((self.product)(so_far, class), chosen, limits, list)?;
            chosen.pop();
        }
        Ok(())
    }
}

fn count_normal(game: &HeapGame, choice: &HeapChoice, limits: &Limits) -> Result<PositionCount, TooLarge> {
    let mut sequence = game.sequence();
    let (counts, ground) = value_counts(&mut sequence, &choice.sizes, limits)?;
    let what = || what(game, choice);
    let options = options_by(game, choice, limits, |parts| {
        let mut sum = Nimber::ZERO;
        for &part in parts {
            sum += sequence.value(part, limits)?;
        }
        Ok(sum.0)
    })?;
    let after = options.iter().flatten().map(|&(_, value, _)| value);
    let greatest = counts.keys().copied().chain(after).max().unwrap_or(0);
    let bits = u64::BITS - greatest.leading_zeros();
    let characters = f64::from(bits).exp2();
    limits.admit_steps(what(), characters * f64::from(bits))?;
    limits.admit(what(), characters)?;
    let mut split = vec![0i128; 1 << bits];
    for (&value, &heaps) in &counts {
        split[value as usize] += i128::from(heaps);
    }
    transform(&mut split);
    // the same differences give the same terms
    let mut alike: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
    for (character, &difference) in split.iter().enumerate() {
        alike.entry(difference).or_default().push(character);
    }
    admit_choices(what(), choice, split[0], alike.len() as f64, limits)?;
    let total = split[0];
    let sides = |difference: i128| (i128::midpoint(total, difference), i128::midpoint(total, -difference));
    let mut previous = BigInt::ZERO;
    for (&difference, characters) in &alike {
        limits.check_time()?;
        previous += signed(choice.order, choice.heaps, sides(difference)) * characters.len();
    }
    let winning_moves = match options {
        None => None,
        Some(options) => {
            let (mut by_value, mut by_sum) = (vec![0i128; 1 << bits], vec![0i128; 1 << bits]);
            for (heap, value, ways) in options {
                let of_heap = sequence.value(heap, limits)?.0;
                by_value[value as usize] += i128::from(ways);
                by_sum[(value ^ of_heap) as usize] += i128::from(ways);
            }
            transform(&mut by_value);
            transform(&mut by_sum);
            let mut moves = BigInt::ZERO;
            for (&difference, characters) in &alike {
                limits.check_time()?;
                let (a, b) = sides(difference);
                let (value, sum) = characters
                    .iter()
                    .fold((0, 0), |(value, sum), &each| (value + by_value[each], sum + by_sum[each]));
                moves += match choice.order {
                    Order::Distinct => {
                        // the heap that is moved in is not among the others
                        let [with, without] =
                            [i128::midpoint(value, sum), i128::midpoint(value, -sum)].map(BigInt::from);
                        let others = choice.heaps.saturating_sub(1);
                        with * signed(choice.order, others, (a - 1, b))
                            + without * signed(choice.order, others, (a, b - 1))
                    }
                    order => BigInt::from(value) * signed(order, choice.heaps.saturating_sub(1), (a, b)),
                };
            }
            let moves = unsigned(&moves) >> bits;
            Some(if choice.order == Order::Ordered { moves * choice.heaps } else { moves })
        }
    };
    let previous = unsigned(&previous) >> bits;
    Ok(result(choice, total, previous, winning_moves, CountGround::Values(ground)))
}

/// How many heaps of the range have each value.
fn value_counts(
    sequence: &mut Sequence,
    sizes: &RangeInclusive<u64>,
    limits: &Limits,
) -> Result<(BTreeMap<u64, u64>, Ground), TooLarge> {
    let (from, to) = (*sizes.start(), *sizes.end());
    let mut counts = BTreeMap::new();
    if to > COMPUTED
        && let Ok(proved) = sequence.prove(limits)
        && let Some(densities) = proved.densities()
    {
        let (period, reach) = (proved.period().period, proved.reach());
        let first = from.max(reach - period);
        let turns = (to + 1).saturating_sub(first) / period;
        for (value, heaps) in densities {
            *counts.entry(value.0).or_default() += heaps * turns;
        }
        for heap in (from..first.min(to + 1)).chain(first + turns * period..=to) {
            *counts.entry(proved.value(heap).0).or_default() += 1;
        }
        counts.retain(|_, heaps| *heaps > 0);
        return Ok((counts, proved.ground(to)));
    }
    let mut held = Ok(());
    let ground = sequence.stream(sizes.clone(), limits, &mut |_: u64, values: &[Nimber]| {
        for value in values {
            *counts.entry(value.0).or_default() += 1;
        }
        held = limits.admit("the counts of the values", counts.len() as f64);
        if held.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    held.map(|()| (counts, ground))
}

/// The misère quotient of the chosen heaps, with its period where that is proved.
fn quotient_of(
    game: &HeapGame,
    choice: &HeapChoice,
    limits: &Limits,
) -> Result<(Quotient, Option<QuotientPeriod>), Uncountable> {
    let usual = QuotientExtent::usual(1);
    let to = *choice.sizes.end();
    let extent = QuotientExtent { heaps: vec![to.min(usual.heaps[0])], ..usual };
    let found = quotient(std::slice::from_ref(&game.rule), &extent, limits)?;
    let period = found.quotient.period(0);
    let heap = found.quotient.values(0).len() as u64 - 1;
    if period.is_none() && heap < to {
        return Err(match found.end {
            QuotientEnd::Limit { refusal, .. } => refusal.into(),
            _ => Uncountable::NoQuotient { game: game.to_string(), order: extent.order, heap },
        });
    }
    Ok((found.quotient, period))
}

fn count_misere(game: &HeapGame, choice: &HeapChoice, limits: &Limits) -> Result<PositionCount, Uncountable> {
    let (found, period) = quotient_of(game, choice, limits)?;
    let quotient = &found;
    let element = |size: u64| quotient.value(RuleHeap { rule: 0, size }).unwrap_or(ONE);
    let counts = element_counts(quotient, &choice.sizes, &element);
    let total: u64 = counts.values().sum();
    let what = || what(game, choice);
    let cells = (quotient.order() * counts.len()) as f64 * choice.heaps as f64;
    admit_choices(what(), choice, i128::from(total), cells, limits)?;
    // numbers of up to so many words, for each element and each number of heaps
    let words = choice.heaps as f64 * (total as f64 + choice.heaps as f64).log2().max(1.0) / 64.0 + 1.0;
    limits.admit(what(), quotient.order() as f64 * choice.heaps as f64 * words)?;
    let sums = sums(quotient, &counts, choice.order, choice.heaps, limits)?;
    let portion = quotient.portion();
    let previous = portion.iter().map(|&x| &sums[usize::from(x)]).sum();
    let options = options_by(game, choice, limits, |parts| {
        Ok(parts.iter().fold(ONE, |x, &part| quotient.monoid().product(x, element(part))))
    })?;
    let winning_moves = match options {
        None => None,
        Some(options) => {
            let mut by_class: BTreeMap<(Element, Element), u64> = BTreeMap::new();
            for (heap, after, ways) in options {
                *by_class.entry((element(heap), after)).or_default() += ways;
            }
            let mut rests: BTreeMap<Element, Vec<BigUint>> = BTreeMap::new();
            let mut moves = BigUint::ZERO;
            for ((of_heap, after), ways) in by_class {
                // the others are the same for all heaps unless the one that is moved in is not among them
                let class = if choice.order == Order::Distinct { of_heap } else { ONE };
                let rests = match rests.entry(class) {
                    Entry::Occupied(found) => found.into_mut(),
                    Entry::Vacant(place) => {
                        let mut counts = counts.clone();
                        if choice.order == Order::Distinct {
                            counts.entry(of_heap).and_modify(|heaps| *heaps -= 1);
                        }
                        let others = choice.heaps.saturating_sub(1);
                        place.insert(self::sums(quotient, &counts, choice.order, others, limits)?)
                    }
                };
                let row = quotient.monoid().row(after);
                let others: BigUint = rests
                    .iter()
                    .zip(row)
                    .filter(|&(_, &product)| quotient.is_position(product))
                    .map(|(rests, _)| rests)
                    .sum();
                moves += others * ways;
            }
            Some(if choice.order == Order::Ordered { moves * choice.heaps } else { moves })
        }
    };
    let ground = CountGround::Quotient { order: quotient.order(), period };
    Ok(result(choice, i128::from(total), previous, winning_moves, ground))
}

/// How many heaps of the range have each value in a quotient.
fn element_counts(
    quotient: &Quotient,
    sizes: &RangeInclusive<u64>,
    element: &impl Fn(u64) -> Element,
) -> BTreeMap<Element, u64> {
    let (from, to) = (*sizes.start(), *sizes.end());
    let mut counts = BTreeMap::new();
    // the heaps from here on repeat the last turn
    let (first, period) = match quotient.period(0) {
        Some(found) if found.evidence <= to => (from.max(found.evidence), found.period),
        _ => (to + 1, 1),
    };
    let turns = (to + 1).saturating_sub(first) / period;
    for heap in (from..first.min(to + 1)).chain(first + turns * period..=to) {
        *counts.entry(element(heap)).or_default() += 1;
    }
    if turns > 0 {
        for heap in first..first + period {
            *counts.entry(element(heap)).or_default() += turns;
        }
    }
    counts
}

/// How many choices of so many heaps have each product.
fn sums(
    quotient: &Quotient,
    counts: &BTreeMap<Element, u64>,
    order: Order,
    heaps: u64,
    limits: &Limits,
) -> Result<Vec<BigUint>, TooLarge> {
    let (monoid, heaps) = (quotient.monoid(), heaps as usize);
    // with so many heaps: the choices of each product
    let mut chosen = vec![vec![BigUint::ZERO; quotient.order()]; heaps + 1];
    chosen[0][usize::from(ONE)] = 1u32.into();
    if order == Order::Ordered {
        for many in 0..heaps {
            limits.check_time()?;
            for (&element, &count) in counts {
                for x in 0..quotient.order() {
                    let more = &chosen[many][x] * count;
                    chosen[many + 1][usize::from(monoid.product(x as Element, element))] += more;
                }
            }
        }
        return Ok(chosen.swap_remove(heaps));
    }
    for (&element, &count) in counts {
        limits.check_time()?;
        let ways = ways(order, heaps as u64, count.into());
        // from many heaps to few, so that what is read has none of this class yet
        for many in (0..heaps).rev() {
            for x in 0..quotient.order() {
                if chosen[many][x] == BigUint::ZERO {
                    continue;
                }
                let before = chosen[many][x].clone();
                let mut product = x as Element;
                for (more, ways) in ways.iter().enumerate().take(heaps - many + 1).skip(1) {
                    product = monoid.product(product, element);
                    chosen[many + more][usize::from(product)] += &before * ways;
                }
            }
        }
    }
    Ok(chosen.swap_remove(heaps))
}

/// Heaps, classes of their options, and how many options are of the class.
type OptionClasses<C> = Vec<(u64, C, u64)>;

/// The options of all heaps of the range: the heap, the class of the option, and how many there are; `None` where they
/// are too many.
fn options_by<C: Copy + Ord>(
    game: &HeapGame,
    choice: &HeapChoice,
    limits: &Limits,
    mut class: impl FnMut(&[u64]) -> Result<C, TooLarge>,
) -> Result<Option<OptionClasses<C>>, TooLarge> {
    if choice.heaps == 0 {
        return Ok(Some(Vec::new()));
    }
    let mut listed = 0.0;
    for size in choice.sizes.clone() {
        listed += 1.0 + game.rule.option_count(size);
        if listed > MOST_OPTIONS {
            return Ok(None);
        }
    }
    let mut found = Vec::new();
    for size in choice.sizes.clone() {
        let mut classes = BTreeMap::new();
        for parts in game.rule.options(size) {
            *classes.entry(class(&parts)?).or_default() += 1;
        }
        limits.check_time()?;
        found.extend(classes.into_iter().map(|(class, ways)| (size, class, ways)));
    }
    Ok(Some(found))
}

fn what(game: &HeapGame, choice: &HeapChoice) -> String {
    format!("the count of positions of {} heaps of {game} to heap {}", choice.heaps, choice.sizes.end())
}

/// Refuses choices whose numbers are too many or too long.
fn admit_choices(
    what: String,
    choice: &HeapChoice,
    heaps: i128,
    cells: f64,
    limits: &Limits,
) -> Result<(), TooLarge> {
    let digits = choice.heaps as f64 * (heaps as f64 + choice.heaps as f64).log10().max(1.0);
    let words = 1.0 + digits / 19.0;
    limits.admit_answer(what.clone(), digits)?;
    // one product of long numbers is words^2 steps; without order each cell has one for every number of heaps
    let products = if choice.order == Order::Ordered { 1.0 } else { choice.heaps as f64 };
    limits.admit_steps(what, cells * products * words * words)
}

fn result(
    choice: &HeapChoice,
    total: i128,
    previous: BigUint,
    winning_moves: Option<BigUint>,
    ground: CountGround,
) -> PositionCount {
    let next = unsigned(&signed(choice.order, choice.heaps, (total, 0))) - &previous;
    PositionCount { previous, next, winning_moves, ground }
}

/// Over all choices of so many heaps among a with the sign 1 and b with the sign -1: the sum of the products of signs.
fn signed(order: Order, heaps: u64, (a, b): (i128, i128)) -> BigInt {
    if order == Order::Ordered {
        return BigInt::from(a - b).pow(heaps as u32);
    }
    let [ones, others] = [a, b].map(|heaps_of_sign| ways(order, heaps, heaps_of_sign));
    let terms = ones.iter().zip(others.iter().rev()).map(|(one, other)| BigInt::from(one * other));
    let (mut even, mut odd) = (BigInt::ZERO, BigInt::ZERO);
    for (place, term) in terms.enumerate() {
        if (heaps - place as u64).is_multiple_of(2) { even += term } else { odd += term }
    }
    even - odd
}

/// In how many ways 0, 1, ... heaps are taken from so many of one class.
fn ways(order: Order, heaps: u64, of_class: i128) -> Vec<BigUint> {
    let mut ways = vec![BigUint::from(1u32)];
    for taken in 0..i128::from(heaps) {
        let more = if order == Order::Distinct { of_class - taken } else { of_class + taken };
        let next = &ways[taken as usize] * BigUint::from(more.max(0) as u128) / (taken as u128 + 1);
        ways.push(next);
    }
    ways
}

/// A count, which is not negative.
fn unsigned(number: &BigInt) -> BigUint {
    number.to_biguint().expect("a number of positions")
}

/// For each character the sum of what stands at the values, with its signs.
fn transform(numbers: &mut [i128]) {
    let mut half = 1;
    while half < numbers.len() {
        for pair in numbers.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}
