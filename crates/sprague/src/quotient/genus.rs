//! Genera of single heaps (theory M.3 to M.6).
//!
//! The genus of G is its nim value with the misère values of G + k heaps `*2`, k = 0, 1, 2, .... From some k on the next
//! term is the term + 2 (exclusive or), so the sequence is kept up to the first two terms of its tail. While all heaps are tame the pairs give
//! it, as fast as nim values. Beyond, sums of heaps are gone through with a table: pairs of `*1` cancel (M.2), heaps that
//! are interchangeable by reversible options (M.4) are one form, and sums of tame heaps need no search. The table grows
//! by a factor of two every four heaps in Kayles; its size is what is limited.

use std::collections::HashMap;
use std::fmt;

use foldhash::fast::FixedState;

use super::tame::{TamePair, tame_heaps};
use super::window::QuotientPeriod;
use crate::heap::Rule;
use crate::limits::{Limits, TooLarge};
use crate::nimber::{Nimber, mex};

/// The genus of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The value under normal play.
    pub value: u64,
    /// The misère values with 0, 1, 2, ... heaps `*2`, up to the first two terms of the tail that alternates.
    pub superscript: Vec<u64>,
}

/// The genus of a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapGenus {
    /// The size of the heap.
    pub heap: u64,
    /// Its genus.
    pub genus: Genus,
    /// Whether it is tame.
    pub tame: bool,
}

/// The genera of the heaps of a rule from heap 0 on.
#[derive(Clone, Debug)]
pub struct Genera {
    /// One for each heap.
    pub genera: Vec<HeapGenus>,
    /// The first heap that is not tame, if there is one among them.
    pub first_wild: Option<u64>,
    /// The proved period, where all heaps are tame for ever.
    pub period: Option<QuotientPeriod>,
    /// Why there are fewer than were asked for.
    pub refusal: Option<TooLarge>,
}

impl Genus {
    /// The misère value with k heaps `*2`.
    pub fn at(&self, k: usize) -> u64 {
        let count = self.superscript.len();
        if k < count { self.superscript[k] } else { self.superscript[count - 2 + (k - count) % 2] }
    }

    /// The first k from which on the sequence alternates.
    const fn tail(&self) -> usize {
        self.superscript.len() - 2
    }

    /// The genus of a tame game.
    pub fn of_pair(pair: TamePair) -> Self {
        let TamePair { normal, misere } = pair;
        let superscript =
            if pair.is_firm() { vec![normal, normal ^ 2] } else { vec![misere, normal ^ 2, normal] };
        Self { value: normal, superscript }
    }

    /// The genus of a game that has options, from theirs: each term is the mex of the options' terms and of the moves in
    /// one `*2`, which lead to the term before and to that + 1.
    fn of_options(value: u64, options: &[Self]) -> Self {
        let tail = options.iter().map(Self::tail).max().unwrap_or(0);
        let mut sequence: Vec<u64> = Vec::new();
        loop {
            let k = sequence.len();
            let own = sequence.last().into_iter().flat_map(|&before| [before, before ^ 1]);
            let all = options.iter().map(|option| option.at(k)).chain(own);
            sequence.push(mex(all.map(Nimber)).0);
            if k >= tail + 2 && sequence[k] == sequence[k - 2] {
                break;
            }
        }
        let is_out = |pair: &[u64]| pair[1] != pair[0] ^ 2;
        let start = sequence.windows(2).rposition(is_out).map_or(0, |last| last + 1);
        sequence.truncate(start + 2);
        Self { value, superscript: sequence }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.superscript.iter().map(u64::to_string).collect();
        let between = if digits.iter().all(|digit| digit.len() == 1) { "" } else { "," };
        write!(f, "{}^{{{}}}", self.value, digits.join(between))
    }
}

/// The genera of the heaps 0 to `to`; fewer where the table would be too large.
///
/// ```
/// use sprague::{HeapGame, Limits, quotient::genera};
/// let kayles: HeapGame = "kayles".parse()?;
/// let found = genera(&kayles.rule, 12, &Limits::default())?;
/// assert_eq!(found.genera[5].genus.to_string(), "4^{146}");
/// assert_eq!(found.first_wild, Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn genera(rule: &Rule, to: u64, limits: &Limits) -> Result<Genera, TooLarge> {
    let tame = tame_heaps(rule, to, limits)?;
    let last = if tame.period.is_some() { to } else { tame.pairs.len() as u64 - 1 };
    let genus = |heap| Some(HeapGenus { heap, genus: Genus::of_pair(tame.pair(heap)?), tame: true });
    let genera: Vec<HeapGenus> = (0..=last).map_while(genus).collect();
    let mut found = Genera { genera, first_wild: None, period: tame.period, refusal: None };
    if tame.first_wild.is_none() {
        return Ok(found);
    }
    found.first_wild = Some(last + 1);
    let mut table = SumTable::new(limits);
    for heap in 0..=to {
        match table.heap(rule, heap) {
            Ok(next) if heap > last => found.genera.push(next),
            Ok(_) => {}
            Err(refusal) => {
                found.refusal = Some(refusal);
                break;
            }
        }
    }
    Ok(found)
}

/// A form: a heap, or a heap that is interchangeable with it, by its number.
type Form = u32;
/// A sum of forms in ascending order; pairs of `*1` are cancelled and forms without moves dropped.
type Sum = Box<[Form]>;

/// The form `*1`.
const STAR: Form = 0;

struct FormFacts {
    options: Vec<Sum>,
    pair: Option<TamePair>,
    value: u64,
}

/// What is known of heaps and their sums.
struct SumTable<'a> {
    limits: &'a Limits,
    heaps: Vec<Sum>,
    forms: Vec<FormFacts>,
    by_options: HashMap<Vec<Sum>, Form, FixedState>,
    genera: HashMap<Sum, Genus, FixedState>,
}

/// A sum whose options are being looked up.
struct Frame {
    sum: Sum,
    options: Vec<Sum>,
    next: usize,
}

impl<'a> SumTable<'a> {
    fn new(limits: &'a Limits) -> Self {
        let star = FormFacts {
            options: vec![Sum::default()],
            pair: Some(TamePair { normal: 1, misere: 0 }),
            value: 1,
        };
        let by_options = [(star.options.clone(), STAR)].into_iter().collect();
        Self { limits, heaps: Vec::new(), forms: vec![star], by_options, genera: HashMap::default() }
    }

    /// The next heap.
    fn heap(&mut self, rule: &Rule, heap: u64) -> Result<HeapGenus, TooLarge> {
        self.limits.spend(rule.option_count(heap) as u64)?;
        let parts = |parts: Vec<u64>| {
            reduced(parts.iter().flat_map(|&part| self.heaps[part as usize].iter().copied()).collect())
        };
        let mut options: Vec<Sum> = rule.options(heap).map(parts).collect();
        options.sort_unstable();
        options.dedup();
        let (sum, tame) = self.sum_of_options(options)?;
        let genus = self.genus(&sum)?;
        self.heaps.push(sum);
        Ok(HeapGenus { heap, genus, tame })
    }

    /// A sum that is interchangeable with the game with these options, and whether the game is tame.
    fn sum_of_options(&mut self, options: Vec<Sum>) -> Result<(Sum, bool), TooLarge> {
        if options.is_empty() {
            return Ok((Sum::default(), true));
        }
        if let Some(&form) = self.by_options.get(&options) {
            return Ok((Box::new([form]), self.forms[form as usize].pair.is_some()));
        }
        let pair = self.pair_of_options(&options);
        if let Some(sum) = self.reversed(&options)? {
            let tame = pair.is_some() || self.pair(&sum).is_some();
            return Ok((sum, tame));
        }
        let value = mex(options.iter().map(|option| Nimber(self.value(option)))).0;
        let form = self.forms.len() as Form;
        self.by_options.insert(options.clone(), form);
        self.forms.push(FormFacts { options, pair, value });
        Ok((Box::new([form]), pair.is_some()))
    }

    /// M.4: an option of an option, H, such that every option is one of H or has H as an option.
    fn reversed(&mut self, options: &[Sum]) -> Result<Option<Sum>, TooLarge> {
        let two_moves: Vec<Vec<Sum>> = options.iter().map(|option| self.options(option)).collect();
        for candidate in &two_moves[0] {
            let own = self.options(candidate);
            let is_reversed = |(option, after): (&Sum, &Vec<Sum>)| {
                own.binary_search(option).is_ok() || after.binary_search(candidate).is_ok()
            };
            let has_all = own.iter().all(|option| options.binary_search(option).is_ok());
            if !has_all || !options.iter().zip(&two_moves).all(is_reversed) {
                continue;
            }
            let is_won = |table: &mut Self| -> Result<bool, TooLarge> {
                for option in options {
                    if table.genus(option)?.at(0) == 0 {
                        return Ok(true);
                    }
                }
                Ok(false)
            };
            if !candidate.is_empty() || is_won(self)? {
                return Ok(Some(candidate.clone()));
            }
        }
        Ok(None)
    }

    /// M.6: the pair of the game with these options, if it is tame.
    fn pair_of_options(&self, options: &[Sum]) -> Option<TamePair> {
        let (good, other): (Vec<&Sum>, Vec<&Sum>) = options.iter().partition(|sum| self.pair(sum).is_some());
        let entries = |entry: fn(TamePair) -> u64| {
            mex(good.iter().filter_map(|sum| self.pair(sum)).map(|pair| Nimber(entry(pair)))).0
        };
        let pair = TamePair { normal: entries(|pair| pair.normal), misere: entries(|pair| pair.misere) };
        let is_answered = |sum: &&Sum| {
            let answers: Vec<TamePair> = self.options(sum).iter().filter_map(|sum| self.pair(sum)).collect();
            answers.iter().any(|answer| answer.normal == pair.normal)
                && answers.iter().any(|answer| answer.misere == pair.misere)
        };
        ((pair.is_firm() || pair.is_fickle()) && other.iter().all(is_answered)).then_some(pair)
    }

    /// The pair of a sum, if all its components are tame.
    fn pair(&self, sum: &[Form]) -> Option<TamePair> {
        sum.iter()
            .try_fold(TamePair::TERMINAL, |pair, &form| Some(pair.plus(self.forms[form as usize].pair?)))
    }

    fn value(&self, sum: &[Form]) -> u64 {
        sum.iter().fold(0, |value, &form| value ^ self.forms[form as usize].value)
    }

    /// The options of a sum, ascending.
    fn options(&self, sum: &[Form]) -> Vec<Sum> {
        let mut all = Vec::new();
        for (at, &form) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == form {
                continue;
            }
            for option in &self.forms[form as usize].options {
                let others = sum[..at].iter().chain(&sum[at + 1..]);
                all.push(reduced(others.chain(&option[..]).copied().collect()));
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    fn known(&self, sum: &Sum) -> Option<Genus> {
        self.pair(sum).map(Genus::of_pair).or_else(|| self.genera.get(sum).cloned())
    }

    /// The genus of a sum.
    fn genus(&mut self, sum: &Sum) -> Result<Genus, TooLarge> {
        if let Some(genus) = self.known(sum) {
            return Ok(genus);
        }
        let frame =
            |table: &Self, sum: &Sum| Frame { sum: sum.clone(), options: table.options(sum), next: 0 };
        let mut stack = vec![frame(self, sum)];
        while let Some(top) = stack.last_mut() {
            if let Some(option) = top.options.get(top.next) {
                if self.known(option).is_some() {
                    top.next += 1;
                } else {
                    let next = frame(self, option);
                    stack.push(next);
                }
                continue;
            }
            let done = stack.pop().expect("there is a top frame");
            let options: Vec<Genus> = done.options.iter().filter_map(|option| self.known(option)).collect();
            let genus = Genus::of_options(self.value(&done.sum), &options);
            self.genera.insert(done.sum, genus);
            self.limits.spend(options.len() as u64)?;
            if self.genera.len() as u64 > self.limits.positions {
                return Err(TooLarge::Reached { limit: self.limits.positions });
            }
        }
        Ok(self.known(sum).expect("its frame was the last"))
    }
}

/// Sorts a sum and cancels pairs of `*1`.
fn reduced(mut sum: Vec<Form>) -> Sum {
    sum.sort_unstable();
    let stars = sum.iter().take_while(|&&form| form == STAR).count();
    sum.drain(..stars / 2 * 2);
    sum.into_boxed_slice()
}
