//! Misère play: the genera of single heaps, the quotient of a game with its period, and two games beside each other.

use std::fmt::Write as _;
use std::slice::from_ref;

use schemars::JsonSchema;
use serde::Serialize;
use sprague::heap::{HeapGame, Rule};
use sprague::limits::{Limits, TooLarge};
use sprague::quotient::{
    Element, Genera, HeapGenus, Quotient, QuotientEnd, QuotientExtent, QuotientFound, QuotientPeriod,
    RuleHeap, Word, genera, quotient, tame_heaps, word_in_letters,
};
use sprague::theorem::Theorem;

use crate::period::{PeriodDocument, from_heap};
use crate::{Told, goes_further};

crate::document::documents! {
    GenusDocument = "misere-genus"
    QuotientDocument = "misere-quotient"
    CompareMisere = "compare-misere"
}

/// The genera of single heaps (theory M.5).
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Genus")]
pub struct GenusDocument {
    /// The game.
    pub game: String,
    /// One for each heap, from 0 on.
    pub genera: Vec<GenusRow>,
    /// The first heap that is not tame, if one is listed.
    pub first_wild: Option<u64>,
    /// The proved period, where all heaps are tame.
    pub period: Option<u64>,
    /// Its exact preperiod.
    pub preperiod: Option<u64>,
    /// Why fewer heaps are listed than were asked for.
    pub refusal: Option<String>,
}

/// The genus of a heap.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GenusRow {
    /// The heap.
    pub heap: u64,
    /// Its value under normal play.
    pub value: u64,
    /// Its misère values with 0, 1, 2, ... heaps of two, up to the first two of the alternating tail.
    pub superscript: Vec<u64>,
    /// Whether it is tame (theory M.6).
    pub tame: bool,
}

/// The misère quotient of a game (theory M.7).
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Quotient")]
pub struct QuotientDocument {
    /// The game.
    pub game: String,
    /// The number of elements; they are numbered by least words, and 0 is the identity.
    pub order: usize,
    /// The P-elements, ascending.
    pub portion: Vec<u32>,
    /// The heaps that generate it.
    pub generators: Vec<QuotientGenerator>,
    /// The reduced rewriting rules, left and right side; a word is a list of pairs of a generator and an exponent.
    pub rules: Vec<[Vec<[u64; 2]>; 2]>,
    /// The element of each heap, from 0 on.
    pub phi: Vec<u32>,
    /// The proved period of the elements of heaps.
    pub period: Option<u64>,
    /// Its exact preperiod.
    pub preperiod: Option<u64>,
    /// The last heap that was added.
    pub heaps: u64,
    /// The heaps at which the order grew, with the order from there on.
    pub growth: Vec<[u64; 2]>,
    /// The elements of the least ideal, ascending.
    pub kernel: Vec<u32>,
    /// What is proved of the quotient with the next heap, where the limit on the order was met.
    pub lower_bound: Option<QuotientBound>,
    /// The theorem that proves the period.
    pub theorem: Option<String>,
}

/// A generator of a quotient.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QuotientGenerator {
    /// The heap.
    pub heap: u64,
    /// The product of each element with its value.
    pub action: Vec<u32>,
}

/// A bound on the order of a quotient (theory M.14).
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QuotientBound {
    /// The last heap.
    pub heap: u64,
    /// The quotient of the heaps up to it has more elements than this.
    pub more_than: u64,
}

/// Two games under misère play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CompareMisere {
    /// One game.
    pub a: ComparedQuotient,
    /// The other.
    pub b: ComparedQuotient,
    /// Whether they have equal options at every heap size.
    pub same_game: bool,
    /// Whether the quotients are one monoid with the same P-elements; null where not both are of all heaps.
    pub isomorphic: Option<bool>,
    /// The last heap that was compared.
    pub to: u64,
    /// The first heap at which the values do not correspond, in all products and in what is P.
    pub first_difference: Option<u64>,
    /// Sums of both games; null for one and the same game.
    pub joint: Option<JointQuotient>,
}

/// The misère quotient of a game that is compared with another.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ComparedQuotient {
    /// The game.
    pub game: String,
    /// The number of elements.
    pub order: usize,
    /// How many of them are P.
    pub positions: usize,
    /// The proved period of the elements of heaps.
    pub period: Option<u64>,
    /// Its exact preperiod.
    pub preperiod: Option<u64>,
    /// The last heap that was added.
    pub heaps: u64,
}

/// The misère quotient of the heaps of two games together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JointQuotient {
    /// The last heap of each game.
    pub heaps: u64,
    /// The number of elements.
    pub order: usize,
    /// The sizes of the heaps of one game that can be exchanged for the same heap of the other in every sum.
    pub interchangeable: Vec<u64>,
}

/// The last heap where none was named.
pub const USUAL_HEAPS: u64 = 2_000;
/// The most values of heaps that are printed for people.
const SHOWN: usize = 120;
/// How far the joint quotient goes: it is larger than both.
const JOINT_HEAPS: u64 = 30;

/// How far to go for one game.
pub fn extent(to: Option<u64>, max_order: u64) -> QuotientExtent {
    let order = usize::try_from(max_order).unwrap_or(usize::MAX);
    QuotientExtent { heaps: vec![to.unwrap_or(USUAL_HEAPS)], order, until_period: true }
}

/// The genera of the heaps of a game.
pub struct GenusQuestion<'g> {
    /// The game.
    pub game: &'g HeapGame,
    /// The last heap.
    pub to: u64,
}

impl GenusQuestion<'_> {
    /// The genera, as far as they were found.
    pub fn answer(&self, limits: &Limits) -> Result<Told<GenusDocument>, TooLarge> {
        let found = genera(&self.game.rule, self.to, limits)?;
        let told = Told::new(genus_document(self.game, &found), genus_text(self.game, &found));
        Ok(told.only_if(found.refusal.is_none()))
    }
}

fn genus_document(game: &HeapGame, found: &Genera) -> GenusDocument {
    let genus = |heap: &HeapGenus| GenusRow {
        heap: heap.heap,
        value: heap.genus.value,
        superscript: heap.genus.superscript.clone(),
        tame: heap.tame,
    };
    GenusDocument {
        game: game.to_string(),
        genera: found.genera.iter().map(genus).collect(),
        first_wild: found.first_wild,
        period: found.period.map(|period| period.period),
        preperiod: found.period.map(|period| period.preperiod),
        refusal: found.refusal.as_ref().map(ToString::to_string),
    }
}

fn genus_text(game: &HeapGame, found: &Genera) -> String {
    let mut text = format!("{game}: genera of single heaps\n");
    for heap in &found.genera {
        let wild = if heap.tame { "" } else { "  wild" };
        let _ = writeln!(text, "{:>6}  {}{wild}", heap.heap, heap.genus);
    }
    let last = found.genera.last().map_or(0, |heap| heap.heap);
    match (found.first_wild, found.period) {
        (Some(first), _) => {
            let _ = writeln!(text, "The first wild heap is {first}.");
        }
        (None, Some(period)) => {
            let _ = writeln!(
                text,
                "All heaps are tame, with period {} from heap {} on; this is proved (theory M.6 and P.1).",
                period.period, period.preperiod
            );
        }
        (None, None) => {
            let _ = writeln!(text, "All heaps to {last} are tame.");
        }
    }
    if let Some(refusal) = &found.refusal {
        let _ = writeln!(text, "To heap {last} only: {refusal}{}", goes_further(refusal));
    }
    text
}

/// The quotient of a game.
pub struct QuotientQuestion<'g> {
    /// The game.
    pub game: &'g HeapGame,
    /// The last heap to add, unless a period is proved before.
    pub to: Option<u64>,
    /// The most elements.
    pub max_order: u64,
}

impl QuotientQuestion<'_> {
    /// The quotient, as far as it was built, and what is told of it.
    pub fn answer(&self, limits: &Limits) -> Result<(QuotientFound, Told<QuotientDocument>), TooLarge> {
        let found = quotient(from_ref(&self.game.rule), &extent(self.to, self.max_order), limits)?;
        let is_done = match found.end {
            QuotientEnd::Periods => true,
            QuotientEnd::Heaps => self.to.is_some(),
            QuotientEnd::Order { .. } | QuotientEnd::Layers { .. } | QuotientEnd::Limit { .. } => false,
        };
        let told = Told::new(quotient_document(self.game, &found), quotient_text(self.game, &found));
        Ok((found, told.only_if(is_done)))
    }
}

fn quotient_document(game: &HeapGame, found: &QuotientFound) -> QuotientDocument {
    let quotient = &found.quotient;
    let word = |word: &Word| -> Vec<[u64; 2]> {
        let powers = quotient.generators().iter().zip(word).filter(|(_, times)| **times > 0);
        powers.map(|(heap, &times)| [heap.size, times.into()]).collect()
    };
    let numbers = |elements: &[Element]| elements.iter().map(|&x| u32::from(x)).collect::<Vec<_>>();
    let generator = |heap: &RuleHeap| QuotientGenerator {
        heap: heap.size,
        action: quotient.value(*heap).map_or_else(Vec::new, |value| numbers(quotient.monoid().row(value))),
    };
    QuotientDocument {
        game: game.to_string(),
        order: quotient.order(),
        portion: numbers(&quotient.portion()),
        generators: quotient.generators().iter().map(generator).collect(),
        rules: quotient.rewriting().iter().map(|rule| [word(&rule.left), word(&rule.right)]).collect(),
        phi: numbers(quotient.values(0)),
        period: quotient.period(0).map(|period| period.period),
        preperiod: quotient.period(0).map(|period| period.preperiod),
        heaps: quotient.values(0).len() as u64 - 1,
        growth: quotient.growth().iter().map(|(heap, order)| [heap.size, *order as u64]).collect(),
        kernel: numbers(&quotient.monoid().kernel()),
        lower_bound: match &found.end {
            QuotientEnd::Order { heap, more_than, .. } => {
                Some(QuotientBound { heap: heap.size, more_than: *more_than as u64 })
            }
            _ => None,
        },
        theorem: quotient.period(0).map(|_| Theorem::QuotientPeriod.to_string()),
    }
}

fn quotient_text(game: &HeapGame, found: &QuotientFound) -> String {
    let quotient = &found.quotient;
    let last = quotient.values(0).len() - 1;
    let (order, positions) = (quotient.order(), quotient.portion().len());
    let of = match quotient.period(0) {
        Some(_) => "of all heaps".to_owned(),
        None => format!("of the heaps to {last}"),
    };
    let mut text = format!("{game}: the misère quotient {of} has {order} elements, {positions} of them P.\n");
    let words = |elements: &[Element]| {
        let words: Vec<String> = elements.iter().map(|&x| word_in_letters(&quotient.word(x))).collect();
        words.join(" ")
    };
    let letter = |at: usize| {
        let mut word = vec![0; quotient.generators().len()];
        word[at] = 1;
        word_in_letters(&word)
    };
    let generators: Vec<String> = (0..)
        .zip(quotient.generators())
        .map(|(at, heap)| format!("{} = heap {}", letter(at), heap.size))
        .collect();
    let _ = writeln!(text, "generators  {}", generators.join(", "));
    let rules: Vec<String> = quotient
        .rewriting()
        .iter()
        .map(|rule| format!("{}={}", word_in_letters(&rule.left), word_in_letters(&rule.right)))
        .collect();
    let _ = writeln!(text, "rules       {}", rules.join(" "));
    let _ = writeln!(text, "P-portion   {}", words(&quotient.portion()));
    let growth: Vec<String> =
        quotient.growth().iter().map(|(heap, order)| format!("{}:{order}", heap.size)).collect();
    let _ = writeln!(text, "growth      {}", growth.join(" "));
    let _ = writeln!(text, "kernel      {} elements", quotient.monoid().kernel().len());
    text.push_str(&values(quotient, words));
    if let Some(why) = unproved(found) {
        let _ = writeln!(text, "{why}");
    }
    text
}

/// The values of heaps, and the turn that repeats.
fn values(quotient: &Quotient, words: impl Fn(&[Element]) -> String) -> String {
    let all = &quotient.values(0)[1..];
    let Some(period) = quotient.period(0) else {
        let shown = all.len().min(SHOWN);
        let more = if shown < all.len() { " ... (all of them with --json)" } else { "" };
        return format!("heaps 1..   {}{more}\n", words(&all[..shown]));
    };
    let start = period.preperiod as usize - 1;
    let turn = &all[start..start + period.period as usize];
    let shown = |part: &[Element]| {
        let more = if part.len() > SHOWN { " ... (all of them with --json)" } else { "" };
        format!("{}{more}", words(&part[..part.len().min(SHOWN)]))
    };
    format!(
        "heaps 1..   {}\ncycle       {}\nThe values have period {} from heap {} on; this is proved by {}.\n",
        shown(&all[..start]),
        shown(turn),
        period.period,
        period.preperiod,
        Theorem::QuotientPeriod
    )
}

/// Why no period is proved, and what helps.
pub fn unproved(found: &QuotientFound) -> Option<String> {
    let last = found.quotient.values(0).len() - 1;
    let order = found.quotient.order();
    Some(match &found.end {
        QuotientEnd::Periods => return None,
        QuotientEnd::Heaps => {
            format!("This is about the heaps to {last} only: no period is proved. --to lets it go further.")
        }
        QuotientEnd::Order { heap, more_than, .. } => format!(
            "The quotient of the heaps to {} has more than {more_than} elements (proved, theory M.14); to heap {last} it \
             has {order}. Raise --max-order.",
            heap.size
        ),
        QuotientEnd::Layers { heap } => format!(
            "The powers of heap {} did not repeat within the limit on layers; to heap {last} the quotient has {order} \
             elements. --to {last} asks for these alone.",
            heap.size
        ),
        QuotientEnd::Limit { heap, refusal } => format!(
            "Heap {} was not added: {refusal}; to heap {last} the quotient has {order} elements{}",
            heap.size,
            goes_further(refusal)
        ),
    })
}

/// The period of what decides misère play: the values of heaps in the quotient, or the pairs of tame heaps.
pub struct MiserePeriodQuestion<'g> {
    /// The game.
    pub game: &'g HeapGame,
    /// The last heap to add.
    pub limit: Option<u64>,
    /// The most elements of the quotient.
    pub max_order: u64,
}

impl MiserePeriodQuestion<'_> {
    /// What was found.
    pub fn answer(&self, limits: &Limits) -> Result<Told<PeriodDocument>, TooLarge> {
        let game = self.game;
        let told = |period: Option<QuotientPeriod>, theorem: Theorem, computed_to: u64, words: String| {
            let document = PeriodDocument {
                game: game.to_string(),
                period: period.map(|period| period.period),
                preperiod: period.map(|period| period.preperiod),
                saltus: 0,
                constant: Vec::new(),
                proved: period.is_some(),
                theorem: period.map(|_| theorem.to_string()),
                computed_to,
                values_used: period.map(|period| period.evidence),
                witnesses_to: None,
            };
            Ok(Told::new(document, words).only_if(period.is_some()))
        };
        let built = quotient(from_ref(&game.rule), &extent(self.limit, self.max_order), limits)?;
        let (order, positions) = (built.quotient.order(), built.quotient.portion().len());
        let computed_to = built.quotient.values(0).len() as u64 - 1;
        let theorem = Theorem::QuotientPeriod;
        if let (QuotientEnd::Periods, Some(period)) = (&built.end, built.quotient.period(0)) {
            let QuotientPeriod { preperiod, period: length, evidence } = period;
            let from = from_heap(preperiod, 1);
            let words = format!(
                "{game}: under misère play heap n + {length} is interchangeable with heap n {from}: their values in the \
                 quotient of order {order}, {positions} of its elements P, are equal.\nThis is proved by {theorem}, from the \
                 values of the heaps below {evidence}.\n"
            );
            return told(Some(period), theorem, computed_to, words);
        }
        let tame = tame_heaps(&game.rule, computed_to, limits).ok();
        if let Some(period) = tame.as_ref().and_then(|tame| tame.period) {
            let QuotientPeriod { preperiod, period: length, evidence } = period;
            let theorem = Theorem::Tame;
            let words = format!(
                "{game}: under misère play all heaps are tame, and their pairs have period {length} from heap {preperiod} on.\n\
                 This is proved by {theorem}, from the pairs of the heaps below {evidence}.\n"
            );
            return told(Some(period), theorem, computed_to, words);
        }
        let firm = tame.and_then(|tame| tame.firm_for_ever(&game.rule)).map_or_else(String::new, |firm| {
            format!(
                " All heaps after {} are firm: a sum with one of them has its outcome of normal play (theory M.6), and the \
                 period of the nim values is that of both.",
                firm.last_fickle
            )
        });
        let why = unproved(&built).unwrap_or_default();
        told(None, theorem, computed_to, format!("{game}: {why}{firm}\n"))
    }
}

/// Whether two games have one quotient, where their heaps first differ, and which heaps can be exchanged in sums of both.
pub struct CompareMisereQuestion<'g> {
    /// One game.
    pub a: &'g HeapGame,
    /// The other.
    pub b: &'g HeapGame,
    /// The last heap.
    pub to: u64,
    /// The most elements of a quotient.
    pub max_order: u64,
}

impl CompareMisereQuestion<'_> {
    /// What the comparison shows.
    pub fn answer(&self, limits: &Limits) -> Result<Told<CompareMisere>, TooLarge> {
        let Self { a, b, .. } = *self;
        let extent = extent(Some(self.to.max(USUAL_HEAPS)), self.max_order);
        let of = |game: &HeapGame| quotient(from_ref(&game.rule), &extent, limits);
        let (left, right) = (of(a)?, of(b)?);
        let reach = |found: &QuotientFound| match found.quotient.period(0) {
            Some(_) => u64::MAX,
            None => found.quotient.values(0).len() as u64 - 1,
        };
        let to = self.to.min(reach(&left)).min(reach(&right));
        let are_whole = left.quotient.period(0).is_some() && right.quotient.period(0).is_some();
        let isomorphic = match (a == b, are_whole) {
            (true, _) => Some(true),
            (false, true) => Some(left.quotient.is_isomorphic(&right.quotient, limits)?),
            (false, false) => None,
        };
        let difference = if a == b { None } else { left.quotient.first_difference(&right.quotient, to) };
        let joint = if a == b {
            None
        } else {
            Some(joint(&a.rule, &b.rule, to.min(JOINT_HEAPS), self.max_order, limits)?)
        };
        let document = CompareMisere {
            a: compared(a, &left),
            b: compared(b, &right),
            same_game: a == b,
            isomorphic,
            to,
            first_difference: difference,
            joint,
        };
        let text = compare_text(&document, [unproved(&left), unproved(&right)]);
        Ok(Told::new(document, text))
    }
}

fn compared(game: &HeapGame, found: &QuotientFound) -> ComparedQuotient {
    let quotient = &found.quotient;
    ComparedQuotient {
        game: game.to_string(),
        order: quotient.order(),
        positions: quotient.portion().len(),
        period: quotient.period(0).map(|period| period.period),
        preperiod: quotient.period(0).map(|period| period.preperiod),
        heaps: quotient.values(0).len() as u64 - 1,
    }
}

/// The quotient of the heaps of both, and which of them can be exchanged.
fn joint(a: &Rule, b: &Rule, to: u64, max_order: u64, limits: &Limits) -> Result<JointQuotient, TooLarge> {
    let order = usize::try_from(max_order).unwrap_or(usize::MAX);
    let extent = QuotientExtent { heaps: vec![to; 2], order, until_period: false };
    let found = quotient(&[a.clone(), b.clone()], &extent, limits)?;
    let joint = &found.quotient;
    let heaps = joint.values(0).len().min(joint.values(1).len()) as u64 - 1;
    let value = |rule: usize, size: u64| joint.value(RuleHeap { rule, size });
    let exchanged = (1..=heaps).filter(|&size| value(0, size) == value(1, size)).collect();
    Ok(JointQuotient { heaps, order: joint.order(), interchangeable: exchanged })
}

fn compare_text(document: &CompareMisere, unproved: [Option<String>; 2]) -> String {
    let mut text = String::new();
    if document.same_game {
        return format!(
            "{} and {} are the same game: equal options at every heap size.\n",
            document.a.game, document.b.game
        );
    }
    for (one, unproved) in [&document.a, &document.b].into_iter().zip(unproved) {
        let of = match (one.period, one.preperiod) {
            (Some(period), Some(preperiod)) => {
                format!("all heaps; period {period} from heap {preperiod} on (proved)")
            }
            _ => format!("the heaps to {}", one.heaps),
        };
        let _ = writeln!(text, "{}: order {}, {} P-elements, of {of}", one.game, one.order, one.positions);
        if let Some(why) = unproved {
            let _ = writeln!(text, "  {why}");
        }
    }
    let _ = match document.isomorphic {
        Some(true) => {
            writeln!(text, "The quotients are isomorphic: one monoid with the same P-elements.")
        }
        Some(false) => writeln!(text, "The quotients are not isomorphic."),
        None => writeln!(text, "Whether the quotients are isomorphic is not known: not both are whole."),
    };
    let _ = match document.first_difference {
        Some(heap) => writeln!(text, "Heap by heap the values first differ at heap {heap}."),
        None => {
            writeln!(text, "Heap by heap the values correspond, in all sums of heaps to {}.", document.to)
        }
    };
    if let Some(joint) = &document.joint {
        let sizes: Vec<String> = joint.interchangeable.iter().map(u64::to_string).collect();
        let sizes = if sizes.is_empty() { "none".to_owned() } else { sizes.join(" ") };
        let _ = writeln!(
            text,
            "In sums of both games, heaps to {}: the joint quotient has order {}; heaps that can be exchanged for the \
             same heap of the other game: {sizes}.",
            joint.heaps, joint.order
        );
    }
    text
}
