//! The period watch: a run notices a period of any length, in memory that does not grow with the period.
//!
//! The method is Brent's, on segments. At the *anchors*, the heaps where segment 2^k or 3·2^k begins, the last values
//! are remembered, and they are looked for in all values that come later ([`StretchSearch`]). If they come back p heaps
//! later, p is a candidate, and the first return gives the least p for this anchor. Two anchors are watched at a time.
//! So a period p from heap n on is seen once an anchor A ≥ n + the length of the stretch has A ≥ p, at heap A + p.
//!
//! How many values are remembered: R + k of them, if R is the last rare heap and k the most tokens a move takes, which
//! is what theorem P.5 asks for; but at least 2^16 and at most 2^21. The first return ends the search for an anchor.
//! Each later anchor is the next check: it must come back after p heaps again. If it does not, the observation is
//! withdrawn; if it comes back sooner, the shorter period takes its place.
//!
//! **What this shows.** That some thousand consecutive values are those p heaps before, as computed: an observation. If
//! the values reach as far as P.5 asks, condition (a) of that theorem holds for them. Condition (b), on the values of
//! the options in a whole turn, is not looked at here, so nothing is proved.

use sprague::heap::{ENDLESS, Rule};
use sprague::nimber::Nimber;
use sprague::sequence::{Engine, Kind, Shape};

use crate::manifest::ObservedPeriod;
use crate::snapshot::{Position, Snapshot};
use crate::stretch_search::StretchSearch;
use crate::window::{Tall, Window};

/// The fewest values that are compared: shorter stretches come back by chance.
const LEAST: u64 = 1 << 16;

/// The most values that are compared: as far as the proof of P.5 goes, and less than what the window remembers.
const MOST: u64 = 1 << 21;

/// How many anchors are watched at a time.
const ANCHORS: usize = 2;

/// What the watch has to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodNews {
    /// A period is seen for the first time.
    Seen(ObservedPeriod),
    /// A later stretch did not come back in time.
    Withdrawn(ObservedPeriod),
}

/// Looks for a period in the values of a run.
#[derive(Clone, Debug)]
pub struct PeriodWatch {
    shape: Option<Shape>,
    /// Those whose stretch has not come back, ascending, all behind the last one whose stretch has.
    anchors: Vec<StretchSearch>,
    observed: Option<ObservedPeriod>,
    news: Vec<PeriodNews>,
}

impl PeriodWatch {
    /// Before the first anchor; `observed` is what an earlier session of the run has seen.
    pub fn new(rule: &Rule, observed: Option<ObservedPeriod>) -> Self {
        Self { shape: Shape::new(rule.clauses()), anchors: Vec::new(), observed, news: Vec::new() }
    }

    /// The segments where the last anchors lie, up to the beginning of this one, ascending.
    pub fn last_anchors(segment: u64) -> Vec<u64> {
        let mut last: Vec<u64> = (0..63).flat_map(|k| [1 << k, 3 << k]).filter(|&at| at <= segment).collect();
        last.sort_unstable();
        last.split_off(last.len().saturating_sub(ANCHORS))
    }

    /// Whether an anchor lies where this segment begins.
    pub const fn is_anchor(segment: u64) -> bool {
        segment > 0 && matches!(segment >> segment.trailing_zeros(), 1 | 3)
    }

    /// What is observed at present.
    pub const fn observed(&self) -> Option<ObservedPeriod> {
        self.observed
    }

    /// What there is to tell since the last call.
    pub fn news(&mut self) -> Vec<PeriodNews> {
        std::mem::take(&mut self.news)
    }

    /// Sets an anchor at a heap, if the values before it are remembered; tells whether it is set.
    pub fn set_anchor(&mut self, heap: u64, window: &Window, rares: &[(u64, Nimber)]) -> bool {
        let before = rares.partition_point(|rare| rare.0 < heap);
        let last_rare = rares[..before].last().map_or(0, |rare| rare.0);
        let anchor = StretchSearch::new(window, heap, self.length(last_rare));
        let is_set = anchor.is_some();
        self.anchors.extend(anchor);
        let surplus = self.anchors.len().saturating_sub(ANCHORS);
        self.anchors.drain(..surplus);
        is_set
    }

    /// Sets an anchor at a state that was kept where an earlier session set it.
    pub fn load_anchor(&mut self, snapshot: &Snapshot) -> bool {
        let last_rare = snapshot.rares.last().map_or(0, |rare| rare.0);
        let Some(first) = snapshot.next.checked_sub(self.length(last_rare)) else { return false };
        let value = |heap: u64| match &snapshot.position {
            Position::Start => None,
            Position::Values(values) => values.get(heap as usize).copied(),
            Position::State(state) => state.value(heap),
        };
        let Some(values) = (first..snapshot.next).map(value).collect::<Option<Vec<u32>>>() else {
            return false;
        };
        let rares: Vec<(u64, Nimber)> = snapshot.rares.iter().map(|rare| (rare.0, Nimber(rare.1))).collect();
        let mut window = Window::from(first, Vec::new(), Tall::default());
        window.push((&values).into());
        self.set_anchor(snapshot.next, &window, &rares)
    }

    /// How many values are compared.
    fn length(&self, last_rare: u64) -> u64 {
        let taken = self.shape.as_ref().map_or(0, Shape::reach);
        last_rare.saturating_add(taken).clamp(LEAST, MOST)
    }

    /// Goes on with the anchors that were set again, over the values that are remembered by now.
    pub fn resume(&mut self, window: &Window) {
        // what was seen was seen from an anchor; it and those before it are of no more use
        let is_open = |anchor: &StretchSearch| {
            self.observed.is_none_or(|seen| {
                let due = anchor.end().saturating_add(seen.period);
                due > seen.at && due > window.next()
            })
        };
        self.anchors.retain(is_open);
        self.anchors.iter_mut().for_each(|anchor| anchor.resume(window));
    }

    /// Reads the values that have come since the last call.
    pub fn read(&mut self, window: &Window, engine: &Engine) {
        for at in (0..self.anchors.len()).rev() {
            let Some(heap) = self.anchors[at].read(window) else { continue };
            // its search is over, and that of the one before it: a later anchor tells more
            let later = self.anchors.split_off(at + 1);
            if let Some(anchor) = std::mem::replace(&mut self.anchors, later).pop() {
                self.note(&anchor, heap, engine);
            }
            break;
        }
        let is_overdue = |seen: &ObservedPeriod| {
            self.anchors.iter().any(|anchor| window.next() > anchor.end().saturating_add(seen.period))
        };
        if let Some(seen) = self.observed.take_if(|seen| is_overdue(seen)) {
            self.news.push(PeriodNews::Withdrawn(seen));
        }
    }

    /// The stretch of an anchor has come back.
    fn note(&mut self, anchor: &StretchSearch, heap: u64, engine: &Engine) {
        let seen = ObservedPeriod {
            period: heap - anchor.end(),
            seen_from: anchor.end() - anchor.length(),
            at: heap,
            compared: anchor.length(),
            condition_a: self.has_condition_a(anchor, heap - anchor.end(), engine),
        };
        if let Some(known) = self.observed.as_mut().filter(|known| known.period == seen.period) {
            *known = ObservedPeriod { seen_from: known.seen_from, ..seen };
        } else {
            self.observed = Some(seen);
            self.news.push(PeriodNews::Seen(seen));
        }
    }

    /// Whether the values compared are those of condition (a) of P.5: n0 is their first heap, W + k their number.
    fn has_condition_a(&self, anchor: &StretchSearch, period: u64, engine: &Engine) -> bool {
        let (Some(shape), Some(space)) = (&self.shape, engine.space()) else { return false };
        let first = anchor.end() - anchor.length();
        let phase = shape.phase(first);
        let difference = phase.breaks.iter().map(|a_break| a_break.differ).max().unwrap_or(0);
        let fits = match space.kind() {
            Kind::Value => true,
            Kind::ValueAndSize(parity) => period.is_multiple_of(2) && shape.break_parity() == Some(parity),
        };
        let last_rare = engine.rares().last().map_or(0, |rare| rare.0);
        let is_far = first > last_rare && first >= last_rare.saturating_add(difference);
        fits && phase.until == ENDLESS && is_far && anchor.length() >= last_rare.saturating_add(shape.reach())
    }
}
