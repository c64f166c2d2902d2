//! The quotient of one rule or of several together, heap after heap, until a period is proved or a limit is met.

use super::elements::Elements;
use super::layers::{Adding, Layers, MOST_LAYERS, Stop};
use super::monoid::{Element, Monoid, ONE};
use super::places::Places;
use super::recognizer::{Recognizer, Words};
use super::sums::{Quotient, RuleHeap};
use super::window::{PeriodWatch, QuotientPeriod, Reach};
use crate::heap::Rule;
use crate::limits::{Limits, TooLarge};

/// How far to go.
#[derive(Clone, Debug)]
pub struct QuotientExtent {
    /// The largest heap of each rule, in their order.
    pub heaps: Vec<u64>,
    /// The largest order.
    pub order: usize,
    /// Whether to stop as soon as for each rule the period is proved or all its heaps are in.
    pub until_period: bool,
}

/// The largest order that is ever allowed: elements are numbered with 16 bits.
pub const MOST_ORDER: usize = u16::MAX as usize;

impl QuotientExtent {
    /// The usual limits for so many rules: heaps to 2000, order 400.
    pub fn usual(rules: usize) -> Self {
        Self { heaps: vec![2000; rules], order: 400, until_period: true }
    }
}

/// Why no further heap was added.
#[derive(Clone, Debug)]
pub enum QuotientEnd {
    /// The period of a rule is proved, and of each other one too, or all its heaps are in.
    Periods,
    /// All heaps that were asked for are in, and no period is proved.
    Heaps,
    /// With this heap the quotient has more than so many elements; this is proved (theory M.14).
    Order {
        /// The heap that was not added.
        heap: RuleHeap,
        /// The quotient with it has more elements than this.
        more_than: usize,
        /// Evidence for a certificate of a part of this.
        evidence: Option<BoundEvidence>,
    },
    /// The powers of this heap did not repeat within the limit on layers.
    Layers {
        /// The heap that was not added.
        heap: RuleHeap,
    },
    /// A limit of the question was met at this heap.
    Limit {
        /// The heap that was not added.
        heap: RuleHeap,
        /// Which limit.
        refusal: TooLarge,
    },
}

/// Elements that sums with a further heap tell apart (theory M.14): each is told from all others by the layers.
#[derive(Clone, Debug)]
pub struct BoundEvidence {
    words: Words,
    layers: Vec<Elements>,
}

impl BoundEvidence {
    /// The number of elements: the quotient with the heap that was not added has at least as many.
    pub const fn order(&self) -> usize {
        self.words.order()
    }

    /// The monoid.
    pub const fn monoid(&self) -> &Monoid {
        &self.words.monoid
    }

    /// The values of the heaps before that one, from heap 0 on; for one rule.
    pub fn values(&self) -> Vec<Element> {
        std::iter::once(ONE).chain(self.words.values.iter().copied()).collect()
    }

    /// The heaps that generate the monoid; for one rule.
    pub fn generators(&self) -> Vec<RuleHeap> {
        let places = self.words.generators();
        places.into_iter().map(|place| RuleHeap { rule: 0, size: place as u64 + 1 }).collect()
    }

    /// The values of the P-positions among the words with 0, 1, 2, ... further heaps, each ascending.
    pub fn layers(&self) -> Vec<Vec<Element>> {
        self.layers.iter().map(|layer| layer.iter().collect()).collect()
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct QuotientFound {
    /// The quotient of the heaps that are in.
    pub quotient: Quotient,
    /// Why there are no more.
    pub end: QuotientEnd,
}

/// The quotient of the sums of all heaps of these rules, heap after heap (theory M.13).
///
/// ```
/// use sprague::quotient::{QuotientEnd, QuotientExtent, RuleHeap, quotient};
/// use sprague::{HeapGame, Limits, Outcome};
///
/// let kayles: HeapGame = "kayles".parse()?;
/// let found = quotient(&[kayles.rule], &QuotientExtent::usual(1), &Limits::default())?;
/// assert!(matches!(found.end, QuotientEnd::Periods));
/// let quotient = found.quotient;
/// assert_eq!((quotient.order(), quotient.portion().len()), (40, 9));
/// let period = quotient.period(0).expect("proved");
/// assert_eq!((period.period, period.preperiod), (12, 71));
/// let sum = [1_000_000_000_000_000_000, 1_000_000_000_000_000_000].map(|size| RuleHeap { rule: 0, size });
/// assert_eq!(quotient.outcome(sum), Some(Outcome::P));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn quotient(rules: &[Rule], extent: &QuotientExtent, limits: &Limits) -> Result<QuotientFound, TooLarge> {
    /// A position of a search takes about as much memory as so many pairs of elements: the table of products, what the
    /// options of words are, which pairs were seen.
    const PAIRS_PER_POSITION: f64 = 40.0;
    let most = extent.order.min(MOST_ORDER);
    let what = format!("a quotient of {most} elements");
    limits.admit(what, most as f64 * most as f64 / PAIRS_PER_POSITION)?;
    let places = Places::new(rules.to_vec(), extent.heaps.clone());
    let adding = Adding { places: &places, most, most_layers: MOST_LAYERS, limits };
    let mut recognizer = Recognizer::empty();
    let mut watches: Vec<Option<PeriodWatch>> =
        rules.iter().map(|rule| Reach::of(rule).map(PeriodWatch::new)).collect();
    let mut periods: Vec<Option<QuotientPeriod>> = vec![None; rules.len()];
    let mut growth = Vec::new();
    let mut end = QuotientEnd::Heaps;
    for place in 0..places.len() {
        let (rule, size) = places.heap(place);
        let heap = RuleHeap { rule, size };
        let order = recognizer.words.order();
        match adding.add_next(&mut recognizer) {
            Ok(false) => {}
            Ok(true) => {
                if recognizer.words.order() != order {
                    growth.push((heap, recognizer.words.order()));
                }
                for (rule, watch) in watches.iter_mut().enumerate() {
                    let before = recognizer.words.values.iter().skip(rule).step_by(rules.len());
                    let count = ((place + rules.len() - 1 - rule) / rules.len()).min(places.cap(rule));
                    periods[rule] =
                        watch.as_mut().and_then(|watch| watch.restart(before.take(count).copied()));
                }
            }
            Err(stop) => {
                end = QuotientEnd::of(stop, heap, most);
                break;
            }
        }
        if let Some(watch) = watches[rule].as_mut().filter(|_| size <= extent.heaps[rule]) {
            periods[rule] = watch.push(recognizer.words.values[place]);
        }
        let is_done = |at: usize| periods[at].is_some() || places.place(at, extent.heaps[at].max(1)) <= place;
        if extent.until_period && (0..rules.len()).all(is_done) {
            break;
        }
    }
    if matches!(end, QuotientEnd::Heaps) && periods.iter().any(Option::is_some) {
        end = QuotientEnd::Periods;
    }
    let quotient = Quotient::new(recognizer, &places, periods, growth);
    Ok(QuotientFound { quotient, end })
}

impl QuotientEnd {
    fn of(stop: Stop, heap: RuleHeap, most: usize) -> Self {
        match stop {
            Stop::Order(layers) => {
                let evidence = layers.map(|layers| {
                    let Layers { words, layers } = *layers;
                    BoundEvidence { words, layers }
                });
                Self::Order { heap, more_than: most, evidence }
            }
            Stop::Layers => Self::Layers { heap },
            Stop::Limit(refusal) => Self::Limit { heap, refusal },
        }
    }
}
