//! A period far out, in the memory of some windows.
//!
//! Beyond its last rare heap a sparse game is an automaton: the common value of a heap depends on the last R + k
//! values alone (R the last rare heap, k the most tokens taken). So a period can be looked for by the common part of
//! the engine without its rare part, which is the walk in registers, on one core.
//!
//! **Finding it.** *Points* are heaps chosen by their content: a seldom index, preceded by indices whose hash begins
//! with enough zeros. The hash of the last R + k indices is remembered at each point. When it is one that is
//! remembered, the automaton has most likely come back to a state. A choice by content is the same in every period, so
//! the repetition is seen at the first point after n0 + p. When too many points are remembered, every other one is
//! forgotten and the choice is narrowed to match: their memory is bounded whatever the period, and the distance of points
//! stays below one part in 2^14 of the heaps seen. A period so short that none of its heaps is a point is found by an
//! *anchor*, the state at one heap with the seldom index, which is compared at all such heaps and set anew when twice as
//! many heaps have been seen (Brent's method); and one of less than 2^17 heaps by the last heaps themselves.
//!
//! **Its exact preperiod.** Windows of the last indices are kept at every 2^32-th heap. The first kept place whose state
//! comes back after p heaps is found by bisection; in the piece before it both sequences are walked side by side, and the
//! last heap at which they differ is the one before n0.
//!
//! Nothing is proved here: that no heap of the walk is rare was not looked at, and equal hashes are a hint. The kept
//! windows are what a segmented certificate is made of, and its checker recomputes every value in both halves.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sprague_kernels::{Loops, MOST_WALK_GROUPS, ShiftEntry, Track, WALK_BLOCK, WalkPlan};

use super::facts::RuleFacts;
use super::sparse::Reach;
use crate::heap::Rule;
use crate::nimber::Nimber;
use crate::sequence::{Engine, EngineSettings, Kind, Shape, Space};

/// The heap at which the walk begins; all smaller ones are computed in both halves.
pub const FAR_START: u64 = 1 << 24;
/// The distance of the places whose windows are kept.
pub const FAR_PLACE: u64 = 1 << 32;
/// How many indices a kept window has.
pub const FAR_WINDOW: usize = 1 << 15;

/// The heap at which it is looked first whether the game can be walked, and the most rare heaps with which it can.
const FIRST_LOOK: u64 = 1 << 18;
const MOST_RARE: usize = 512;
/// As far as a certificate can reach.
const FARTHEST: u64 = 1 << 48;
/// Indices that stay in the buffer: a window, and what a walk in whole blocks may go too far.
const HELD: usize = FAR_WINDOW + 2 * WALK_BLOCK;
/// Heaps that are walked before they are looked at; they stay in the cache.
const CHUNK: usize = 1 << 17;
/// The most points that are remembered.
const MOST_POINTS: usize = 1 << 16;
/// Of so many heaps about one is looked at closely.
const SELDOM: u32 = 14;
/// Heaps among which the reach of the witnesses is found, and how many times as far it may be for the later ones: it grows
/// about with the logarithm of the heap.
const SAMPLE: u64 = 1 << 22;
const MARGIN: u64 = 6;

/// A period of a game, seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FarClaim {
    /// The least heap from which on values repeat.
    pub preperiod: u64,
    /// The distance.
    pub period: u64,
}

/// How far it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FarStage {
    /// No state has come back yet.
    Searching,
    /// The state before a heap has come back so many heaps later; the preperiod is looked for between two kept places,
    /// of which the state at the first does not come back.
    Locating {
        /// The heap.
        point: u64,
        /// The distance.
        period: u64,
        /// Kept places: one whose state does not come back, and one whose state does or which lies behind the point.
        between: (usize, usize),
    },
    /// The windows to the end of the proof are still to be made.
    Finishing(FarClaim),
    /// All windows are there.
    Done(FarClaim),
    /// It cannot go on.
    Failed(String),
}

/// The search for a period far out.
#[derive(Clone, Debug)]
pub struct FarPeriod {
    rule: Rule,
    space: Space,
    rares: Vec<(u64, u32)>,
    /// All bits of the first values.
    bits: u32,
    /// A W that should be enough for all witnesses.
    reach: u64,
    taken: u64,
    walk: Walker,
    kept: Vec<(u64, Vec<u8>)>,
    points: Points,
    stage: FarStage,
}

/// What is kept of a search besides its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarState {
    /// The next heap, and the window before it.
    pub next: u64,
    /// That window.
    pub window: Vec<u8>,
    /// The windows before the kept places.
    pub kept: Vec<(u64, Vec<u8>)>,
    /// The hashes of points and their heaps, ascending.
    pub points: Vec<(u64, u64)>,
    /// How far the choice of points has been narrowed.
    pub level: u32,
    /// How far it has come.
    pub stage: FarStage,
}

impl FarPeriod {
    /// The search in a game with a sparse space and few rare heaps, none among the last heaps before the walk begins.
    pub fn new(rule: &Rule) -> Result<Self, String> {
        let facts = RuleFacts::of(rule.clauses());
        let no_walk = || "its first heaps show no sparse space whose common part can be walked".to_owned();
        Shape::new(rule.clauses()).ok_or_else(no_walk)?;
        let mut engine = Engine::new(rule.clauses(), EngineSettings::default());
        let mut bits = 0;
        // what has no space by the first look, or too many rare heaps, would take hours to the second
        for end in [FIRST_LOOK, FAR_START] {
            let flow = engine.stream(end - 1, &mut |_: u64, values: &[Nimber]| {
                bits = values.iter().fold(bits, |bits, value| bits | value.0);
                ControlFlow::Continue(())
            });
            debug_assert!(flow.is_continue());
            engine.space().filter(|_| engine.rares().len() <= MOST_RARE).ok_or_else(no_walk)?;
        }
        let (space, ground) = engine.space().zip(engine.walk_ground(HELD)).ok_or_else(no_walk)?;
        let rares: Vec<(u64, u32)> =
            engine.rares().iter().map(|&(heap, value)| (heap, value.0 as u32)).collect();
        let loops = EngineSettings::default().kernel.loops();
        let mut witnesses = Reach::new(&facts, space).ok_or("theory P.5 is not for such rules")?;
        let mut again = Engine::new(rule.clauses(), EngineSettings::default());
        let _ = again.stream(SAMPLE - 1, &mut witnesses);
        let too_far = || "the witnesses of the first 2^22 heaps reach too far for kept windows".to_owned();
        let reach = witnesses.most().ok_or_else(too_far)?;
        let taken = rule.most_taken();
        let most = (FAR_WINDOW as u64).checked_sub(taken.saturating_add(1)).filter(|&most| reach <= most);
        let most = most.ok_or_else(too_far)?;
        let reach = (MARGIN * reach).min(most);
        let walk = Walker::new(loops, (ground.entries, ground.taken), FAR_START, &ground.window)
            .ok_or_else(no_walk)?;
        let points = Points::new(&ground.window);
        let window = walk.window(FAR_START).to_vec();
        Ok(Self {
            rule: rule.clone(),
            space,
            rares,
            bits: bits as u32,
            reach,
            taken,
            walk,
            kept: vec![(FAR_START, window)],
            points,
            stage: FarStage::Searching,
        })
    }

    /// The search that was kept in this state; `None` where the state contradicts itself.
    pub fn resumed(rule: &Rule, state: FarState) -> Option<Self> {
        let mut far = Self::new(rule).ok()?;
        let FarState { next, window, kept, points, level, stage } = state;
        let is_place = |(at, place): (usize, &(u64, Vec<u8>))| {
            let heap = if at == 0 { FAR_START } else { at as u64 * FAR_PLACE };
            place.0 == heap && place.1.len() == FAR_WINDOW && place.0 <= next
        };
        let all = next.checked_sub(FAR_START)?.is_multiple_of(CHUNK as u64)
            && kept.first() == far.kept.first()
            && kept.len() as u64 == next / FAR_PLACE + 1
            && kept.iter().enumerate().all(is_place)
            && points.len() <= MOST_POINTS
            && level < 64;
        let stands = match stage {
            FarStage::Locating { point, period, between } => {
                // a state that came back was walked to, but for a doubled period: no walk goes farther than once more
                let fits = (1..FARTHEST).contains(&period) && point < next && point + period <= 2 * next;
                between.0 < between.1 && between.1 <= kept.len() && fits
            }
            FarStage::Finishing(claim) | FarStage::Done(claim) => {
                let fits =
                    (1..FARTHEST).contains(&claim.period) && (FAR_START..next).contains(&claim.preperiod);
                fits && (matches!(stage, FarStage::Finishing(_)) || far.end(claim) <= next)
            }
            FarStage::Searching | FarStage::Failed(_) => true,
        };
        let walk = Walker::new(far.walk.loops, far.walk.moves(), next, &window)?;
        if !all || !stands || window.len() != HELD || !kept.iter().all(|place| far.walk.takes(&place.1)) {
            return None;
        }
        (far.walk, far.kept, far.stage) = (walk, kept, stage);
        (far.points.kept, far.points.level) = (points.into_iter().collect(), level);
        Some(far)
    }

    /// What is to be kept.
    pub fn state(&self) -> FarState {
        let mut points: Vec<(u64, u64)> =
            self.points.kept.iter().map(|(&hash, &heap)| (hash, heap)).collect();
        points.sort_unstable();
        FarState {
            next: self.walk.next,
            window: self.walk.recent()[self.walk.fresh..].to_vec(),
            kept: self.kept.clone(),
            points,
            level: self.points.level,
            stage: self.stage.clone(),
        }
    }

    /// The rule.
    pub const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The sparse space.
    pub const fn space(&self) -> Space {
        self.space
    }

    /// The rare heaps with their values.
    pub fn rares(&self) -> &[(u64, u32)] {
        &self.rares
    }

    /// All bits that the values of the first heaps have.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// The W of the proof.
    pub const fn reach(&self) -> u64 {
        self.reach
    }

    /// The first heap that has not been walked.
    pub const fn next(&self) -> u64 {
        self.walk.next
    }

    /// How far it has come.
    pub const fn stage(&self) -> &FarStage {
        &self.stage
    }

    /// Whether it is done or cannot go on.
    pub const fn is_over(&self) -> bool {
        matches!(self.stage, FarStage::Done(_) | FarStage::Failed(_))
    }

    /// How many heaps have been walked and remembered as points.
    pub fn points(&self) -> usize {
        self.points.kept.len()
    }

    /// The places whose windows are kept, ascending.
    pub fn places(&self) -> impl Iterator<Item = u64> {
        self.kept.iter().map(|place| place.0)
    }

    /// The heap after the last one of the proof.
    pub const fn end(&self, claim: FarClaim) -> u64 {
        claim.preperiod + self.reach + self.taken + claim.period
    }

    /// Goes on for about so many heaps.
    pub fn advance(&mut self, heaps: u64) {
        let stage = match self.stage.clone() {
            FarStage::Searching => self.search(heaps),
            FarStage::Locating { point, period, between } => self.locate(point, period, between),
            FarStage::Finishing(claim) => self.finish(claim, heaps),
            over @ (FarStage::Done(_) | FarStage::Failed(_)) => Ok(over),
        };
        self.stage = stage.unwrap_or_else(FarStage::Failed);
    }

    /// The values of the last heaps before one that has been walked.
    pub fn values_before(&self, heap: u64, count: u64) -> Result<Vec<u32>, String> {
        let walk = self.walked_to(heap)?;
        let window = walk.window(heap);
        let window = &window[window.len() - count as usize..];
        Ok((heap - count..).zip(window).map(|(heap, &index)| self.space.common(heap, index.into())).collect())
    }

    fn search(&mut self, heaps: u64) -> Result<FarStage, String> {
        if self.walk.next >= FARTHEST {
            return Err(
                "no state has come back below heap 2^48, as far as a certificate can reach".to_owned()
            );
        }
        let until = self.walk.next + heaps;
        let seen = self.points.seen;
        while self.walk.next < until {
            self.walk.advance(CHUNK)?;
            self.keep();
            let (recent, last, reach) = (self.walk.recent(), self.walk.next - 1, self.walk.reach);
            if let Some((point, again)) = self.points.look(recent, CHUNK, last, reach) {
                return Ok(self.seen(point, again));
            }
        }
        let recent = self.walk.recent();
        if let Some(distance) = returns_within(recent, self.walk.reach) {
            return Ok(self.seen(self.walk.next - distance, self.walk.next));
        }
        if self.points.seen == seen {
            self.points = Points::new(recent);
        }
        Ok(FarStage::Searching)
    }

    /// The state before the first heap has come back before the second.
    fn seen(&self, point: u64, again: u64) -> FarStage {
        // the classes of common values alternate in a space of type 1
        let odd = matches!(self.space.kind(), Kind::ValueAndSize(_)) && (again - point) % 2 == 1;
        let period = if odd { 2 * (again - point) } else { again - point };
        FarStage::Locating { point, period, between: (0, self.kept.len()) }
    }

    /// Keeps the window where it is to be kept.
    fn keep(&mut self) {
        let next = self.walk.next;
        if next.is_multiple_of(FAR_PLACE) {
            self.kept.push((next, self.walk.window(next).to_vec()));
        }
    }

    /// Halves the pieces in which the preperiod may lie, or finds it in the last of them.
    fn locate(&mut self, point: u64, period: u64, (low, high): (usize, usize)) -> Result<FarStage, String> {
        let begins_before = || {
            format!("the period {period} begins before heap {FAR_START}; `prove` without a folder finds it")
        };
        if low == 0 && self.comes_back(0, period)? {
            return Err(begins_before());
        }
        if high - low > 1 {
            let middle = low + (high - low) / 2;
            let beyond = self.kept[middle].0 >= point;
            let between =
                if beyond || self.comes_back(middle, period)? { (low, middle) } else { (middle, high) };
            return Ok(FarStage::Locating { point, period, between });
        }
        let start = self.kept[low].0;
        let end = self.kept.get(high).map_or(point, |place| place.0.min(point));
        let mut here = self.walked_to(start)?;
        let there = self.walked_to(start + period)?.moved_back(start + period);
        let mut there = there.ok_or("a window on the way cannot be walked on")?;
        let differ =
            |here: &[u8], there: &[u8]| here.iter().zip(there).rposition(|(one, other)| one != other);
        let before = differ(here.window(start), there.window(start + period));
        let mut last = before.map(|at| start - FAR_WINDOW as u64 + at as u64);
        while here.next < end {
            let first = here.next;
            here.advance(CHUNK)?;
            there.advance(CHUNK)?;
            if here.chunk() != there.chunk() {
                let length = here.chunk().len().min((end - first) as usize);
                let at = differ(&here.chunk()[..length], &there.chunk()[..length]);
                last = at.map(|at| first + at as u64).or(last);
            }
        }
        let last = last.filter(|last| last + (self.walk.reach as u64) < point);
        let last = last.ok_or("equal hashes belong to different states")?;
        if last < FAR_START {
            return Err(begins_before());
        }
        Ok(FarStage::Finishing(FarClaim { preperiod: last + 1, period }))
    }

    fn finish(&mut self, claim: FarClaim, heaps: u64) -> Result<FarStage, String> {
        let until = self.walk.next + heaps;
        while self.walk.next < until && self.walk.next < self.end(claim) {
            self.walk.advance(CHUNK)?;
            self.keep();
        }
        Ok(if self.walk.next < self.end(claim) { FarStage::Finishing(claim) } else { FarStage::Done(claim) })
    }

    /// Whether the state at a kept place comes back.
    fn comes_back(&self, place: usize, period: u64) -> Result<bool, String> {
        let (heap, window) = &self.kept[place];
        let reach = self.walk.reach;
        let later = self.walked_to(heap + period)?;
        let later = later.window(heap + period);
        Ok(window[window.len() - reach..] == later[later.len() - reach..])
    }

    /// A walk from the last kept place to a heap, or less than a block beyond it.
    fn walked_to(&self, heap: u64) -> Result<Walker, String> {
        let at = self.kept.partition_point(|place| place.0 <= heap);
        let (start, window) = &self.kept[at.checked_sub(1).ok_or("the heap lies before the walk")?];
        let mut walk = Walker::new(self.walk.loops, self.walk.moves(), *start, &padded(window))
            .ok_or("a kept window cannot be walked on")?;
        while walk.next < heap {
            let left = usize::try_from(heap - walk.next).unwrap_or(CHUNK);
            walk.advance(left.next_multiple_of(WALK_BLOCK).min(CHUNK))?;
        }
        Ok(walk)
    }
}

/// The common part, walked in chunks.
#[derive(Clone, Debug)]
struct Walker {
    loops: Loops,
    entries: Vec<ShiftEntry>,
    taken: Vec<u64>,
    reach: usize,
    /// Groups of sixteen indices that are walked with, and the plan for them.
    groups: usize,
    plan: WalkPlan,
    track: Track,
    next: u64,
    /// `HELD` indices, the chunk behind them, and room for more.
    buffer: Vec<u8>,
    /// How many heaps the last chunk has.
    fresh: usize,
}

/// With more groups than usual, so many heaps are walked at a time.
const CAREFUL: usize = 64 * WALK_BLOCK;

/// What rare heaps exclude, and how many tokens moves take that break a heap.
type Moves = (Vec<ShiftEntry>, Vec<u64>);

impl Walker {
    fn moves(&self) -> Moves {
        (self.entries.clone(), self.taken.clone())
    }

    /// The walk after the last `HELD` indices before a heap.
    fn new(loops: Loops, (entries, taken): Moves, next: u64, held: &[u8]) -> Option<Self> {
        let reach = entries.iter().map(|entry| entry.shift as usize).max()?.max(WALK_BLOCK);
        if reach + WALK_BLOCK > FAR_WINDOW || held.len() != HELD {
            return None;
        }
        let groups = groups(&entries, &held[HELD - reach..])?;
        let plan = WalkPlan::new(loops, &entries, &taken, groups);
        let track = Track::new(&plan, held)?;
        let mut buffer = held.to_vec();
        buffer.resize(HELD + CHUNK + WALK_BLOCK, 0);
        Some(Self { loops, entries, taken, reach, groups, plan, track, next, buffer, fresh: 0 })
    }

    /// Whether it could go on from such a window.
    fn takes(&self, window: &[u8]) -> bool {
        window.len() >= self.reach && groups(&self.entries, &window[window.len() - self.reach..]).is_some()
    }

    /// The same walk, begun again exactly at a heap that was passed by less than a block.
    fn moved_back(self, heap: u64) -> Option<Self> {
        let held = padded(self.window(heap));
        Self::new(self.loops, self.moves(), heap, &held)
    }

    /// The indices that are at hand, of which the last ones are those of the last chunk.
    fn recent(&self) -> &[u8] {
        &self.buffer[..HELD + self.fresh]
    }

    /// The indices of the last chunk.
    fn chunk(&self) -> &[u8] {
        &self.buffer[HELD..HELD + self.fresh]
    }

    /// The window before a heap that was passed by less than a block.
    fn window(&self, heap: u64) -> &[u8] {
        let end = HELD + self.fresh - (self.next - heap) as usize;
        &self.buffer[end - FAR_WINDOW..end]
    }

    /// Walks over so many heaps, whole blocks of them and at most a chunk.
    fn advance(&mut self, count: usize) -> Result<(), String> {
        self.buffer.copy_within(self.fresh..self.fresh + HELD, 0);
        self.fresh = 0;
        while self.fresh < count {
            let end = HELD + self.fresh;
            let is_usual = groups(&self.entries, &self.buffer[end - self.reach..end]) == Some(self.groups);
            let wanted = (count - self.fresh).min(if is_usual { CHUNK } else { CAREFUL });
            let blocks = wanted.next_multiple_of(WALK_BLOCK);
            let mut found = self.loops.walk(&self.plan, &mut self.track, &mut self.buffer[end..end + blocks]);
            let ends_early = found < wanted;
            found = found.min(wanted);
            self.fresh += found;
            self.next += found as u64;
            if ends_early || found < blocks || !is_usual {
                // one more group where an index lies beyond them, otherwise as many as the window needs
                let held = &self.buffer[..HELD + self.fresh];
                let least = groups(&self.entries, &held[held.len() - self.reach..]);
                let more = if ends_early { self.groups + 1 } else { 1 };
                let most = 16 * MOST_WALK_GROUPS;
                let beyond = || format!("heap {} has an index beyond {most}", self.next);
                let groups = least.map(|least| least.max(more)).filter(|&all| all <= MOST_WALK_GROUPS);
                self.groups = groups.ok_or_else(beyond)?;
                self.plan = WalkPlan::new(self.loops, &self.entries, &self.taken, self.groups);
                self.track = Track::new(&self.plan, held).ok_or("the window is too short")?;
            }
        }
        Ok(())
    }
}

/// How many groups of sixteen indices entries and a window need; `None` beyond the most that a walk can have.
fn groups(entries: &[ShiftEntry], window: &[u8]) -> Option<usize> {
    let top = window.iter().fold(0, |top: u8, &index| top.max(index));
    let top = entries.iter().fold(top, |top, entry| top.max(entry.index));
    Some(usize::from(top) / 16 + 1).filter(|&groups| groups <= MOST_WALK_GROUPS)
}

/// A kept window as a walk holds it; what lies before it is never read.
fn padded(window: &[u8]) -> Vec<u8> {
    let mut held = vec![0; HELD - window.len()];
    held.extend_from_slice(window);
    held
}

/// Heaps chosen by their content, with the hash of what determines all later ones.
#[derive(Clone, Debug)]
struct Points {
    /// The index of a point.
    mark: u8,
    /// How many leading zeros the hash of the indices before it has.
    zeros: u32,
    /// How many leading zeros the hash of the whole state has, and how many points there are.
    level: u32,
    kept: HashMap<u64, u64, foldhash::fast::FixedState>,
    /// How many heaps have had the index of a point.
    seen: u64,
    /// One such heap with the indices before it, which is looked for everywhere.
    anchor: (u64, Vec<u8>),
}

/// How far the state at the end of these indices lies behind the same state, if both are among them.
fn returns_within(recent: &[u8], reach: usize) -> Option<u64> {
    let (before, state) = (&recent[..recent.len() - 1], &recent[recent.len() - reach..]);
    before.windows(reach).rposition(|window| window == state).map(|at| (recent.len() - reach - at) as u64)
}

impl Points {
    /// The choice of an index that is seldom, but not too seldom, among these.
    fn new(sample: &[u8]) -> Self {
        let mut counts = [0usize; 256];
        for &index in sample {
            counts[usize::from(index)] += 1;
        }
        let enough = |&index: &u8| counts[usize::from(index)] > sample.len() >> 10;
        let mark = (0..=255).filter(enough).min_by_key(|&index| counts[usize::from(index)]).unwrap_or(0);
        let seldom = sample.len().ilog2().saturating_sub(counts[usize::from(mark)].max(1).ilog2());
        let zeros = SELDOM.saturating_sub(seldom);
        Self { mark, zeros, level: 0, kept: HashMap::default(), seen: 0, anchor: (0, Vec::new()) }
    }

    /// Looks at the last `fresh` of these indices, whose last one is that of heap `last`; two heaps before which the last
    /// `reach` indices seem to be equal.
    fn look(&mut self, indices: &[u8], fresh: usize, last: u64, reach: usize) -> Option<(u64, u64)> {
        /// Indices that are searched for the mark together.
        const PIECE: usize = 64;
        let start = indices.len() - fresh;
        for (piece, some) in indices[start..].chunks(PIECE).enumerate() {
            if !some.contains(&self.mark) {
                continue;
            }
            for (at, _) in some.iter().enumerate().filter(|index| *index.1 == self.mark) {
                let end = start + piece * PIECE + at + 1;
                let heap = last + 1 - (indices.len() - end) as u64;
                self.seen += 1;
                if self.anchor.1.ends_with(&indices[end - 9..end]) && indices[..end].ends_with(&self.anchor.1)
                {
                    return Some((self.anchor.0, heap));
                }
                if heap >= 2 * self.anchor.0 {
                    self.anchor = (heap, indices[end - reach..end].to_vec());
                }
                if hash(&indices[end - 9..end - 1]).leading_zeros() < self.zeros {
                    continue;
                }
                let hash = hash(&indices[end - reach..end]);
                if hash.leading_zeros() < self.level {
                    continue;
                }
                if let Some(&before) = self.kept.get(&hash) {
                    return Some((before, heap));
                }
                self.kept.insert(hash, heap);
                if self.kept.len() > MOST_POINTS {
                    self.level += 1;
                    let level = self.level;
                    self.kept.retain(|hash, _| hash.leading_zeros() >= level);
                }
            }
        }
        None
    }
}

/// A hash that is the same on every machine.
fn hash(bytes: &[u8]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = bytes.as_chunks::<8>();
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(ODD);
        (product as u64 ^ (product >> 64) as u64).rotate_left(29).wrapping_mul(ODD)
    };
    let hash = words.iter().fold(bytes.len() as u64, |hash, &word| mix(hash, u64::from_le_bytes(word)));
    mix(rest.iter().fold(hash, |hash, &byte| mix(hash, byte.into())), ODD >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(text: &str, mut after_each_step: impl FnMut(&mut FarPeriod)) -> FarPeriod {
        let rule: Rule = text.parse().expect("a game");
        let mut far = FarPeriod::new(&rule).expect(text);
        while !far.is_over() {
            far.advance(1 << 24);
            after_each_step(&mut far);
        }
        far
    }

    /// The periods and preperiods that certificates in `proofs` prove.
    #[test]
    fn long_periods_are_found_with_their_exact_preperiods() {
        let known = [("0.104", 197_769_598, 11_770_282), ("0.054", 193_235_616, 10_015_179)];
        for (text, preperiod, period) in known {
            let far = searched(text, |_| ());
            assert_eq!(far.stage(), &FarStage::Done(FarClaim { preperiod, period }), "{text}");
            // seen soon after the first moment at which it can be seen
            assert!(far.next() < preperiod + period + (1 << 25), "{text}: {}", far.next());
        }
    }

    /// Made-up sequences of indices: a beginning that never repeats, then a period.
    #[test]
    fn periods_of_any_length_are_seen_soon() {
        let scrambled = |n: u64| {
            let n = (n ^ n >> 17).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let n = (n ^ n >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
            n ^ n >> 32
        };
        for (preperiod, period) in [(3_000_000, 5_000_001), (9_000_000, 300_007), (4_000_000, 2_000_000)] {
            let index = |n: u64| {
                let n = if n < preperiod { n } else { preperiod + (n - preperiod) % period };
                (scrambled(n) >> 20 & 15) as u8
            };
            let reach = 200;
            let mut indices: Vec<u8> = (0..HELD as u64).map(index).collect();
            let mut points = Points::new(&indices);
            let mut next = HELD as u64;
            let (before, heap) = loop {
                indices.drain(..indices.len() - HELD);
                indices.extend((next..next + CHUNK as u64).map(index));
                next += CHUNK as u64;
                if let Some(found) = points.look(&indices, CHUNK, next - 1, reach) {
                    break found;
                }
                assert!(next < 2 * (preperiod + period) + (1 << 22), "{preperiod} {period}");
            };
            assert_eq!((heap - before) % period, 0, "{preperiod} {period}");
            assert!(before > preperiod);
        }
        let short: Vec<u8> = (0..100_000u64).map(|n| (scrambled(n % 349) >> 20 & 15) as u8).collect();
        assert_eq!(returns_within(&short, 200), Some(349));
        let never: Vec<u8> = (0..100_000u64).map(|n| (scrambled(n) >> 20 & 15) as u8).collect();
        assert_eq!(returns_within(&never, 200), None);
    }
}
