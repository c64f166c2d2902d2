//! Sums of heaps under misère play by theory: the pairs of tame heaps (theory M.6), or the product of the values in the
//! quotient of all rules that occur (M.12).
//!
//! Tame heaps are tried first: their pairs cost as much as nim values, and where all large heaps are firm the proved
//! period of the nim values serves heaps of any size. Otherwise the quotient is built as far as the largest heap, or
//! until its periods are proved. Several rules need the quotient of all their heaps together, which is no product of
//! those of the single rules. What was built is kept for the next question.

use std::collections::btree_map::{BTreeMap, Entry};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use crate::games::winning::MOST_TRIED;
use crate::games::{Known, Term};
use crate::heap::{HeapGame, Heaps, Rule};
use crate::limits::{Limits, TooLarge};
use crate::notation::joined;
use crate::play::Outcome;
use crate::position::Position;
use crate::quotient::{
    FirmForEver, ONE, Quotient, QuotientEnd, QuotientExtent, QuotientFound, QuotientPeriod, RuleHeap,
    TameHeaps, TamePair, quotient, tame_heaps, word_in_letters,
};
use crate::theorem::Theorem;
use crate::working::{Combine, Quantity, Working, WorkingRow};

/// The largest heap that a quotient or the pairs of tame heaps are computed for.
const MOST_HEAPS: u64 = 2_000;
/// The largest order of a quotient.
const MOST_ORDER: usize = 400;

/// How theory decides a sum of heaps under misère play.
#[derive(Clone, Debug)]
pub struct MisereProduct {
    /// The heaps with moves, each with its value as it is shown.
    pub factors: Vec<(Term, String)>,
    /// The product, or the pair of the sum.
    pub product: String,
    /// What it rests on.
    pub ground: MisereGround,
}

/// What the answer to a sum of heaps under misère play rests on.
#[derive(Clone, Debug)]
pub enum MisereGround {
    /// All heaps are tame.
    Tame {
        /// Whether some heap is beyond those whose pair was computed, so that all later heaps being firm matters.
        firm: Option<FirmForEver>,
    },
    /// The misère quotient of the heaps of some games together.
    Quotient {
        /// Its order.
        order: usize,
        /// The games, with how far it is of their heaps.
        games: Vec<(String, Reached)>,
    },
}

/// The heaps of a game that a quotient is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// All: the period of their values is proved.
    All(QuotientPeriod),
    /// Those up to this one.
    To(u64),
    /// They stand for boards, all of these.
    Boards(&'static str),
}

impl fmt::Display for Reached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(period) => write!(f, "period {} from heap {}", period.period, period.preperiod),
            Self::To(heap) => write!(f, "heaps to {heap}"),
            Self::Boards(which) => f.write_str(which),
        }
    }
}

impl MisereGround {
    /// The theorem behind it.
    pub fn theorem(&self) -> Theorem {
        match self {
            Self::Tame { .. } => Theorem::Tame,
            Self::Quotient { games, .. } if games.iter().any(|(_, to)| matches!(to, Reached::All(_))) => {
                Theorem::QuotientPeriod
            }
            Self::Quotient { .. } => Theorem::Quotient,
        }
    }
}

impl fmt::Display for MisereGround {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tame { firm: None } => write!(f, "all heaps are tame"),
            Self::Tame { firm: Some(firm) } => {
                write!(f, "all heaps are tame, and all after heap {} are firm", firm.last_fickle)
            }
            Self::Quotient { order, games } => {
                if let [(_, reached)] = &games[..] {
                    return write!(f, "quotient of order {order}, {reached}");
                }
                let games: Vec<String> =
                    games.iter().map(|(game, reached)| format!("{game} ({reached})")).collect();
                write!(f, "joint quotient of order {order} of {}", games.join(" and "))
            }
        }
    }
}

impl MisereProduct {
    /// Names the boards that the heaps of a rule stand for.
    pub(super) fn name_boards(
        &mut self,
        board: impl Fn(&Term) -> Option<Term>,
        rule: &str,
        which: &'static str,
    ) {
        for (term, _) in &mut self.factors {
            if let Some(board) = board(term) {
                *term = board;
            }
        }
        if let MisereGround::Quotient { games, .. } = &mut self.ground {
            for (name, reached) in games.iter_mut().filter(|(name, _)| name == rule) {
                *reached = Reached::Boards(which);
                "notakto".clone_into(name);
            }
        }
    }
}

/// The answer to a sum.
pub(super) struct Decided {
    pub outcome: Outcome,
    pub product: MisereProduct,
    /// Winning moves without repetition, as many as are wanted.
    pub winning: Vec<Position>,
    /// How many there are, where all were found.
    pub total: Option<u64>,
    /// The heaps, and the product step by step.
    pub told: ToldProduct,
}

/// The working of a sum, and what some of the winning moves make of a row.
pub(super) struct ToldProduct {
    pub working: Working,
    pub changed: HashMap<Position, (usize, Quantity)>,
}

/// A sum of heaps: the games that occur, and for each term of the position its game and its heaps.
struct HeapSum<'p> {
    games: Vec<&'p HeapGame>,
    terms: Vec<(usize, usize, &'p Heaps)>,
}

impl<'p> HeapSum<'p> {
    /// `None` if something else can be moved.
    fn of(position: &'p Position) -> Option<Self> {
        let mut sum = Self { games: Vec::new(), terms: Vec::new() };
        for (at, term) in position.0.iter().enumerate() {
            if term.components().is_empty() {
                continue;
            }
            let Term::Heaps(game, heaps) = term else { return None };
            let known = sum.games.iter().position(|other| other.rule == game.rule);
            let rule = known.unwrap_or_else(|| {
                sum.games.push(game);
                sum.games.len() - 1
            });
            sum.terms.push((at, rule, heaps));
        }
        Some(sum)
    }

    fn heaps(&self) -> impl Iterator<Item = RuleHeap> {
        self.terms
            .iter()
            .flat_map(|&(_, rule, heaps)| heaps.sizes().iter().map(move |&size| RuleHeap { rule, size }))
    }

    /// The different heaps, ascending, each with how often it occurs.
    fn counts(&self) -> BTreeMap<RuleHeap, u64> {
        let mut counts = BTreeMap::new();
        for heap in self.heaps() {
            *counts.entry(heap).or_default() += 1;
        }
        counts
    }

    /// Where the quotient of all games that occur ends, and why.
    fn end_of_quotient(&self, found: &QuotientFound) -> String {
        let names: Vec<String> = self.games.iter().map(ToString::to_string).collect();
        let what = match &names[..] {
            [game] => format!("the quotient of {game}"),
            _ => format!("the joint quotient of {}", names.join(" and ")),
        };
        let heap = |heap: &RuleHeap| match &names[..] {
            [_] => format!("heap {}", heap.size),
            _ => format!("heap {} of {}", heap.size, names[heap.rule]),
        };
        match &found.end {
            QuotientEnd::Order { heap: at, more_than, .. } => {
                format!("{what} has more than {more_than} elements with {} (proved, theory M.14)", heap(at))
            }
            QuotientEnd::Layers { heap: at } | QuotientEnd::Limit { heap: at, .. } => {
                format!("{what} could not be built beyond {}", heap(at))
            }
            QuotientEnd::Heaps | QuotientEnd::Periods => {
                format!("{what} shows no period of all its heaps to {MOST_HEAPS}")
            }
        }
    }

    fn factor(&self, heap: RuleHeap, value: String) -> (Term, String) {
        (Term::Heaps(self.games[heap.rule].clone(), Heaps::single(heap.size)), value)
    }
}

/// The product of a sum, and for each different heap that of all the others.
struct Products<T> {
    whole: T,
    others: BTreeMap<RuleHeap, T>,
}

impl<T: Copy> Products<T> {
    /// From the different heaps, each with its value and how often it occurs: equal heaps are multiplied as powers, so
    /// that the work grows with the number of different ones.
    fn new(heaps: &[(RuleHeap, T, u64)], one: T, times: impl Fn(T, T) -> T) -> Self {
        let power = |value: T, mut exponent: u64| {
            let (mut result, mut square) = (one, value);
            while exponent > 0 {
                if exponent % 2 == 1 {
                    result = times(result, square);
                }
                square = times(square, square);
                exponent /= 2;
            }
            result
        };
        // the products of all heaps from each on
        let mut behind = vec![one];
        for &(_, value, count) in heaps.iter().rev() {
            behind.push(times(behind[behind.len() - 1], power(value, count)));
        }
        let mut before = one;
        let mut others = BTreeMap::new();
        for (at, &(heap, value, count)) in heaps.iter().enumerate() {
            let equal = power(value, count - 1);
            others.insert(heap, times(times(before, equal), behind[heaps.len() - 1 - at]));
            before = times(before, times(equal, value));
        }
        Self { whole: before, others }
    }
}

/// What theory says of a position.
#[expect(clippy::large_enum_variant, reason = "made once for an answer and taken apart at once")]
pub(super) enum Theory {
    /// Who wins.
    Decides(Decided),
    /// Theory does not reach, and why, if the position is a sum of heaps.
    EndsBefore(Option<String>),
}

/// What theory says of a position.
pub(super) fn decide(position: &Position, most: usize, known: &mut Known) -> Result<Theory, TooLarge> {
    let effort = Effort { limits: known.limits().for_period(), order: MOST_ORDER };
    decide_with(position, most, &effort, known)
}

/// The working of a sum of several heaps that a search has decided, where its theory is quickly found.
pub(super) fn working(position: &Position, known: &mut Known) -> Option<ToldProduct> {
    /// Larger quotients are no reason to a person.
    const QUICK_ORDER: usize = 100;
    /// Moves are listed by the search; these are for what they do to the heaps.
    const MOST_TOLD: usize = 1_000;
    HeapSum::of(position).filter(|sum| sum.heaps().count() > 1)?;
    let effort = Effort { limits: known.limits().for_more_words(), order: QUICK_ORDER };
    match decide_with(position, MOST_TOLD, &effort, known).ok()? {
        Theory::Decides(decided) => Some(decided.told),
        Theory::EndsBefore(_) => None,
    }
}

/// What a quotient may take.
struct Effort {
    limits: Limits,
    /// The largest order.
    order: usize,
}

fn decide_with(
    position: &Position,
    most: usize,
    effort: &Effort,
    known: &mut Known,
) -> Result<Theory, TooLarge> {
    let Some(sum) = HeapSum::of(position).filter(|sum| !sum.games.is_empty()) else {
        return Ok(Theory::EndsBefore(None));
    };
    match by_tame_heaps(position, &sum, most, effort, known)? {
        Some(decided) => Ok(Theory::Decides(decided)),
        None => by_quotient(position, &sum, most, effort, known),
    }
}

/// A row for each heap, with its value and the product so far.
fn step_by_step<T: Copy>(
    sum: &HeapSum<'_>,
    value: impl Fn(RuleHeap) -> Option<T>,
    times: impl Fn(T, T) -> T,
    (sign, shown): (&str, impl Fn(T) -> String),
) -> Vec<WorkingRow> {
    let mut so_far: Option<T> = None;
    let row = |heap: RuleHeap| {
        let value = value(heap)?;
        let row = WorkingRow::new(sum.factor(heap, String::new()).0.to_string(), shown(value));
        let product = so_far.map_or(value, |before| times(before, value));
        let step = so_far
            .replace(product)
            .map(|before| format!("{} {sign} {} = {}", shown(before), shown(value), shown(product)));
        Some(WorkingRow { because: step, ..row.out_of([heap.size]) })
    };
    sum.heaps().filter_map(row).collect()
}

/// The pairs of the heaps of one game.
struct TameGame<'p> {
    game: &'p HeapGame,
    tame: TameHeaps,
    firm: Option<FirmForEver>,
}

impl TameGame<'_> {
    fn pair(&self, size: u64, known: &mut Known) -> Result<Option<TamePair>, TooLarge> {
        if let Some(pair) = self.tame.pair(size) {
            return Ok(Some(pair));
        }
        if self.firm.is_none() {
            return Ok(None);
        }
        let value = known.heap(self.game, size)?.0.0;
        Ok(Some(TamePair { normal: value, misere: value }))
    }
}

fn by_tame_heaps(
    position: &Position,
    sum: &HeapSum<'_>,
    most: usize,
    effort: &Effort,
    known: &mut Known,
) -> Result<Option<Decided>, TooLarge> {
    let largest = sum.heaps().map(|heap| heap.size).max().unwrap_or(0);
    let mut games = Vec::new();
    for &game in &sum.games {
        let tame = tame_heaps(&game.rule, largest.min(MOST_HEAPS), &effort.limits);
        let Ok(tame) = tame else { return Ok(None) };
        let firm = tame.firm_for_ever(&game.rule);
        games.push(TameGame { game, tame, firm });
    }
    let mut pairs = BTreeMap::new();
    let mut counted = Vec::new();
    for (heap, count) in sum.counts() {
        let Some(pair) = games[heap.rule].pair(heap.size, known)? else { return Ok(None) };
        pairs.insert(heap, pair);
        counted.push((heap, pair, count));
    }
    let Products { whole, others } = Products::new(&counted, TamePair::TERMINAL, TamePair::plus);
    let shown = |pair: TamePair| {
        let kind = if pair.is_firm() { "firm" } else { "fickle" };
        format!("{} {kind}", pair.normal)
    };
    let mut moves = Moves::new(position, most);
    let mut winning: BTreeMap<RuleHeap, Vec<Vec<u64>>> = BTreeMap::new();
    for &(at, rule, heaps) in &sum.terms {
        if moves.is_full() {
            break;
        }
        for (place, size) in heaps.distinct() {
            known.limits().check_time()?;
            let (heap, game) = (RuleHeap { rule, size }, &games[rule]);
            let all = game.game.rule.option_count(size) <= MOST_TRIED;
            if let Entry::Vacant(entry) = winning.entry(heap) {
                let mut found = Vec::new();
                for parts in game.game.rule.options(size).take(if all { usize::MAX } else { EXAMINED }) {
                    let mut after = others[&heap];
                    for &part in &parts {
                        after = after.plus(game.pair(part, known)?.unwrap_or(TamePair::TERMINAL));
                    }
                    if after.outcome() == Outcome::P && found.len() <= most {
                        found.push(parts);
                    }
                }
                entry.insert(found);
            }
            for parts in &winning[&heap] {
                let mut left = TamePair::TERMINAL;
                for &part in parts {
                    left = left.plus(game.pair(part, known)?.unwrap_or(TamePair::TERMINAL));
                }
                moves.add(at, place, parts, heap, || shown(left));
            }
            moves.is_complete &= all;
        }
    }
    let is_beyond = sum.heaps().any(|heap| games[heap.rule].tame.pair(heap.size).is_none());
    let firm = games.iter().find_map(|game| game.firm).filter(|_| is_beyond);
    let product = MisereProduct {
        factors: sum.heaps().map(|heap| sum.factor(heap, shown(pairs[&heap]))).collect(),
        product: shown(whole),
        ground: MisereGround::Tame { firm },
    };
    let rows = step_by_step(sum, |heap| pairs.get(&heap).copied(), TamePair::plus, ("+", shown));
    let because =
        "A sum of tame heaps is P if some heap is firm and the nim-sum is 0, or all are fickle and it is 1";
    Ok(Some(moves.decided(sum, whole.outcome(), product, (rows, because.to_owned()))))
}

/// Options of a large heap that are looked at for examples of winning moves.
const EXAMINED: usize = 10_000;

/// Quotients that were built, with the largest heaps that were asked for.
#[derive(Default)]
struct Quotients(Vec<KeptQuotient>);

/// The rules, the largest heap of each, the order that was allowed, and what was found.
type KeptQuotient = (Vec<Rule>, Vec<u64>, usize, Arc<QuotientFound>);

fn by_quotient(
    position: &Position,
    sum: &HeapSum<'_>,
    most: usize,
    effort: &Effort,
    known: &mut Known,
) -> Result<Theory, TooLarge> {
    let rules: Vec<Rule> = sum.games.iter().map(|game| game.rule.clone()).collect();
    let largest: Vec<u64> = largest_of(sum).into_iter().map(|heap| heap.min(MOST_HEAPS)).collect();
    let kept = &mut known.table::<Quotients>().0;
    let suffices = |to: &[u64]| to.iter().zip(&largest).all(|(known, asked)| known >= asked);
    let known_before =
        kept.iter().find(|(of, to, order, _)| *of == rules && *order == effort.order && suffices(to));
    let found = if let Some((.., found)) = known_before {
        Arc::clone(found)
    } else {
        let extent = QuotientExtent { heaps: largest.clone(), order: effort.order, until_period: true };
        let Ok(found) = quotient(&rules, &extent, &effort.limits) else {
            return Ok(Theory::EndsBefore(None));
        };
        known.limits().check_time()?;
        let found = Arc::new(found);
        let kept = &mut known.table::<Quotients>().0;
        kept.retain(|(of, _, order, _)| *of != rules || *order != effort.order);
        kept.push((rules, largest, effort.order, Arc::clone(&found)));
        found
    };
    let quotient = &found.quotient;
    let counts = sum.counts().into_iter();
    let counted = counts.map(|(heap, count)| Some((heap, quotient.value(heap)?, count))).collect();
    let Some(counted): Option<Vec<_>> = counted else {
        return Ok(Theory::EndsBefore(Some(sum.end_of_quotient(&found))));
    };
    let Products { whole: product, others } =
        Products::new(&counted, ONE, |x, y| quotient.monoid().product(x, y));
    let outcome = if quotient.is_position(product) { Outcome::P } else { Outcome::N };
    let shown = |element| word_in_letters(&quotient.word(element));
    let mut moves = Moves::new(position, most);
    if outcome == Outcome::N {
        let mut winning: BTreeMap<RuleHeap, Vec<Vec<u64>>> = BTreeMap::new();
        for &(at, rule, heaps) in &sum.terms {
            if moves.is_full() {
                break;
            }
            for (place, size) in heaps.distinct() {
                known.limits().check_time()?;
                let heap = RuleHeap { rule, size };
                let options = winning.entry(heap).or_insert_with(|| {
                    quotient.winning_options(heap, others[&heap]).take(most.saturating_add(1)).collect()
                });
                for parts in options.iter() {
                    let parts_of = || parts.iter().map(|&size| RuleHeap { rule, size });
                    let left = || quotient.product(parts_of()).map_or("1".to_owned(), shown);
                    moves.add(at, place, parts, heap, left);
                }
                moves.is_complete &= quotient.is_listed(heap);
            }
        }
    }
    let factor = |heap: RuleHeap| Some(sum.factor(heap, shown(quotient.value(heap)?)));
    let reached = |at: usize| {
        let last = quotient.values(at).len() as u64 - 1;
        quotient.period(at).map_or(Reached::To(last), Reached::All)
    };
    let games = sum.games.iter().enumerate().map(|(at, game)| (game.to_string(), reached(at))).collect();
    let ground = MisereGround::Quotient { order: quotient.order(), games };
    let factors = sum.heaps().filter_map(factor).collect();
    let times = |x, y| quotient.monoid().product(x, y);
    let rows = step_by_step(sum, |heap| quotient.value(heap), times, ("·", shown));
    let because = portion(quotient, outcome, &shown(product), &sum.games, &largest_of(sum));
    let product = MisereProduct { factors, product: shown(product), ground };
    Ok(Theory::Decides(moves.decided(sum, outcome, product, (rows, because))))
}

/// Whether the product is in the P-portion, with its elements, and the command that prints the table.
fn portion(
    quotient: &Quotient,
    outcome: Outcome,
    product: &str,
    games: &[&HeapGame],
    largest: &[u64],
) -> String {
    /// More elements are not listed in a sentence.
    const MOST_LISTED: usize = 40;
    let portion = quotient.portion();
    let shown = portion.iter().take(MOST_LISTED).map(|&element| word_in_letters(&quotient.word(element)));
    let more = if portion.len() > MOST_LISTED { ", ..." } else { "" };
    let listed = joined(shown, ", ");
    let is = if outcome == Outcome::P { "is" } else { "is not" };
    let table = match (games, largest) {
        ([game], [largest]) => {
            format!("; `sprague misere quotient \"{game}\"` prints its table, here for heaps to {largest}")
        }
        _ => String::new(),
    };
    let order = quotient.order();
    format!("{product} {is} in the P-portion {{{listed}{more}}} of the quotient of order {order}{table}")
}

/// The largest heap of each game.
fn largest_of(sum: &HeapSum<'_>) -> Vec<u64> {
    let of_rule = |rule: usize| sum.heaps().filter(move |heap| heap.rule == rule).map(|heap| heap.size);
    (0..sum.games.len()).map(|rule| of_rule(rule).max().unwrap_or(0)).collect()
}

/// Winning moves as they are found.
struct Moves<'p> {
    position: &'p Position,
    found: BTreeSet<Position>,
    /// The heap that some of them change, and the value of what is left of it.
    changed: HashMap<Position, (RuleHeap, String)>,
    most: usize,
    /// Whether there are no others.
    is_complete: bool,
}

impl<'p> Moves<'p> {
    fn new(position: &'p Position, most: usize) -> Self {
        Self { position, found: BTreeSet::new(), changed: HashMap::new(), most, is_complete: true }
    }

    /// Whether there are more than are wanted, so that no more need be looked for.
    fn is_full(&self) -> bool {
        !self.is_complete && self.found.len() >= self.most
    }

    /// The move that replaces a heap of a term by parts.
    fn add(&mut self, at: usize, place: usize, parts: &[u64], heap: RuleHeap, left: impl FnOnce() -> String) {
        /// More are not told by what they change.
        const MOST_CHANGED: usize = 1_000;
        if self.found.len() >= self.most {
            self.is_complete = false;
            return;
        }
        let Term::Heaps(game, heaps) = &self.position.0[at] else { return };
        let term = Term::Heaps(game.clone(), heaps.replaced(place, parts.iter().copied()));
        let after = self.position.with_term(at, term);
        if self.changed.len() < MOST_CHANGED {
            self.changed.entry(after.clone()).or_insert_with(|| (heap, left()));
        }
        self.found.insert(after);
    }

    fn decided(
        self,
        sum: &HeapSum<'_>,
        outcome: Outcome,
        product: MisereProduct,
        (rows, because): (Vec<WorkingRow>, String),
    ) -> Decided {
        let total = self.is_complete.then_some(self.found.len() as u64);
        let (theorem, result) = (product.ground.theorem(), product.product.clone());
        let working = Working::concluded(theorem, Combine::Product, rows, result, outcome).because(because);
        let row = |(after, (heap, left)): (Position, (RuleHeap, String))| {
            let row = sum.heaps().position(|other| other == heap)?;
            Some((after, (row, Quantity::Text(left))))
        };
        let told = ToldProduct { working, changed: self.changed.into_iter().filter_map(row).collect() };
        Decided { outcome, product, winning: self.found.into_iter().collect(), total, told }
    }
}
