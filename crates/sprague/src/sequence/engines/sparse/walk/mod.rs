//! The walk: a helper of the block engine for games with few rare heaps and small indices.
//!
//! It is handed the ground like any accelerator and gives back stretches of heaps. The common part is the walk in
//! registers ([`WalkPlan`]). The rare part is a few bitmaps ([`Check`]), 2048 heaps at a time; with several threads a
//! second one does it. What has no witness there is returned as open, and the engine searches it. A heap whose index
//! lies beyond the groups of sixteen indices in use ends the walk before it. So the engine stays in charge of all that is
//! out of the ordinary: rare heaps, tall ones, parts that must differ.

mod check;

use crate::sequence::accelerator::{Accelerator, Stretch, StretchInput};
use crate::sequence::engines::sparse::state::SPECIAL;
use crate::sequence::engines::sparse::walk::check::Check;
use sprague_kernels::{Loops, MOST_WALK_GROUPS, SERVED, ShiftEntry, Track, WalkPlan};

/// Heaps that are walked and checked together.
const SEGMENT: usize = 64 * SERVED;

/// Heaps in a stretch: few after the ground was taken up, for the next heap may be rare, then more.
const SHORTEST: usize = 2 * SEGMENT;
const LONGEST: usize = 32 * SEGMENT;

/// More entries than this are left to the engine.
pub const MOST_ENTRIES: usize = 512;

/// One open value in how many heaps is too many: the engine would search more than the walk computes.
const TOO_MANY: usize = 64;

/// How many heaps must be known before the first that is walked, if the entries do not reach further back.
pub const KNOWN: u64 = 1 << 15;

/// After a heap beyond the groups in use there is one group more for so many heaps: such heaps come again and again, and
/// taking up the ground after each of them costs more than a group.
const WIDER: u64 = 1 << 22;

/// A shorter stretch is not worth a thread of its own.
const WORTH_A_THREAD: usize = 8 * SEGMENT;

/// The walk of one game.
#[derive(Debug)]
pub struct Walk {
    loops: Loops,
    threads: usize,
    common: Option<CommonPart>,
    check: Option<Check>,
    /// Heaps that were walked while those before were checked.
    ahead: Option<Vec<u8>>,
    /// The first heap of the next stretch, and how many it may have.
    next: u64,
    length: usize,
    /// The groups of indices that it takes at least, and up to which heap.
    wider: (usize, u64),
}

impl Walk {
    /// Before it has been given a game. With several threads one walks while another checks.
    pub const fn new(loops: Loops, threads: usize) -> Self {
        Self {
            loops,
            threads,
            common: None,
            check: None,
            ahead: None,
            next: 0,
            length: SHORTEST,
            wider: (1, 0),
        }
    }
}

/// The common part.
#[derive(Debug)]
struct CommonPart {
    plan: WalkPlan,
    track: Track,
    next: u64,
    until: u64,
    /// Whether the end is there to stay.
    is_final: bool,
    /// Whether it ended at a heap beyond the groups.
    was_beyond: bool,
}

impl CommonPart {
    /// The next heaps, whole segments of them; none from one on that cannot be walked.
    fn walk(&mut self, loops: Loops, length: usize) -> Vec<u8> {
        let count = usize::try_from(self.until.saturating_sub(self.next)).unwrap_or(usize::MAX).min(length);
        let mut heaps = vec![0; count / SEGMENT * SEGMENT];
        let found = loops.walk(&self.plan, &mut self.track, &mut heaps);
        if found < heaps.len() {
            // the track is of no use behind such a heap
            (self.until, self.is_final, self.was_beyond) = (self.next, true, true);
            heaps.truncate(found / SEGMENT * SEGMENT);
        }
        self.next += heaps.len() as u64;
        heaps
    }
}

fn check_all(check: &mut Check, heaps: &[u8]) -> Vec<(u64, Vec<u32>)> {
    let mut open = Vec::new();
    heaps.chunks_exact(SEGMENT).for_each(|heaps| check.check(heaps, &mut open));
    open
}

impl Accelerator for Walk {
    fn load(&mut self, ground: &StretchInput<'_>) -> Result<(), String> {
        let entries: Vec<ShiftEntry> =
            ground.entries.iter().map(|&(shift, index)| ShiftEntry { shift, index }).collect();
        if entries.len() > MOST_ENTRIES || entries.is_empty() || !ground.exceptions.is_empty() {
            return Err("the game has too many entries".to_owned());
        }
        let plain = ground.window.iter().copied().filter(|&byte| byte != SPECIAL);
        let top = plain.chain(entries.iter().map(|entry| entry.index)).max().unwrap_or(0);
        let mut groups = usize::from(top) / 16 + 1;
        if groups > MOST_WALK_GROUPS {
            return Err("the indices are too great".to_owned());
        }
        if let Some(common) = self.common.take().filter(|common| common.was_beyond) {
            self.wider = (MOST_WALK_GROUPS.min(common.plan.groups() + 1), common.next + WIDER);
        }
        if ground.next < self.wider.1 {
            groups = groups.max(self.wider.0);
        }
        // below the mask's lowest bit a heap needs every rare index of its block
        if !(16 * groups).is_multiple_of(1 << ground.space.mask().trailing_zeros().min(31)) {
            return Err("the mask begins too high".to_owned());
        }
        let plan = WalkPlan::new(self.loops, &entries, &ground.taken, groups);
        let track = Track::new(&plan, ground.window).ok_or("the entries reach beyond the window")?;
        self.common = Some(CommonPart {
            plan,
            track,
            next: ground.next,
            until: ground.until,
            is_final: false,
            was_beyond: false,
        });
        self.check = Some(Check::new(self.loops, ground, 16 * groups, self.check.take()));
        (self.ahead, self.next, self.length) = (None, ground.next, SHORTEST);
        Ok(())
    }

    fn extend(&mut self, until: u64, exceptions: &[(u64, u8)]) {
        if let Some(common) = &mut self.common {
            common.is_final |= !exceptions.is_empty();
            common.until = if common.is_final { common.until } else { until };
        }
    }

    fn stretch(&mut self) -> Result<Stretch, String> {
        let (Some(common), Some(check)) = (&mut self.common, &mut self.check) else {
            return Err("it has not been given a game".to_owned());
        };
        let (loops, length) = (self.loops, self.length);
        let bytes = self.ahead.take().unwrap_or_else(|| common.walk(loops, length));
        let longest = if self.threads > 1 { 4 * LONGEST } else { LONGEST };
        self.length = (2 * length).min(longest);
        let open = if self.threads > 1 && bytes.len() >= WORTH_A_THREAD {
            std::thread::scope(|scope| {
                let task = scope.spawn(|| check_all(check, &bytes));
                self.ahead = Some(common.walk(loops, self.length));
                task.join().expect("checks do not panic")
            })
        } else {
            check_all(check, &bytes)
        };
        if open.len() > bytes.len().max(SHORTEST) / TOO_MANY {
            return Err("the bitmaps leave too much open".to_owned());
        }
        let first = self.next;
        self.next += bytes.len() as u64;
        Ok(Stretch { first, bytes, open })
    }
}
