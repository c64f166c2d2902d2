//! Several threads on one sequence: workers list candidates ahead, one thread decides, and workers check behind it.
//!
//! ```text
//!   heaps   ... checked ......... decided ........ listed ........ not begun
//!                       ^ workers: rare part       ^ workers: far entries
//!                                 ^ head: near entries, 32 heaps at a time
//! ```
//!
//! A far entry reads heaps at least `far` behind, so the candidates of 32 heaps can be listed by anybody as soon as the
//! heaps before that distance are decided. The lists go through a ring to the head, which needs a fraction of the work.
//! Behind it, segments of decided heaps are checked for witnesses. All that goes through here is computed from the same
//! bytes whoever does it and whenever: what comes out depends on no order of threads. The engine takes it up in order,
//! and drops the crew where a heap proves rare.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::sequence::engines::sparse::delays;
use crate::sequence::engines::sparse::history::History;
use crate::sequence::engines::sparse::ladder::{Head, Ladder, Plan};
use crate::sequence::engines::sparse::rare::{Open, Rare, SMALL};
use crate::sequence::engines::sparse::state::SPECIAL;
use crate::sequence::shape::Shape;
use sprague_kernels::{Apart, HANDED, LANES, Lists, Log};

/// Groups of 32 heaps whose lists wait for the head.
const RING: usize = 64;

/// Heaps that are checked together.
const SEGMENT: usize = 1 << 15;

/// How many heaps a crew computes before it is made anew.
pub const LONGEST: usize = 1 << 24;

/// How many heaps the decided ones may be ahead of those that were taken up, for each thread.
const AHEAD: usize = 1 << 18;

/// Up to so many threads list two groups at a time, which share what they read from the log, and any number where two
/// groups cost less together. Among more the head tells what it has decided a cache line at a time: each time it must
/// take that line from all who wait for it.
const FEW: usize = 4;

/// With more threads than this the head only decides.
const MANY: usize = 8;

/// More threads than this have nothing to do: the head, which is one thread, sets the pace.
pub const MOST_THREADS: usize = 16;

/// What a checking thread remembers before the heaps that it checks: what is searched with small parts.
const TAIL: usize = SMALL + (1 << 16);

/// Heaps that were computed and, where there are threads, checked.
#[derive(Debug, Default)]
pub struct Found {
    /// Their bytes, marks where the index is not below the ceiling.
    pub bytes: Vec<u8>,
    /// The heaps for which rare indices have no witness yet; `None` where nothing was checked.
    pub open: Option<Vec<Open>>,
}

/// What a crew begins with.
#[derive(Debug)]
pub struct Start<'a> {
    /// What the heaps rest on.
    pub ladder: Ladder,
    /// How far behind a heap the far entries begin.
    pub far: usize,
    /// The heaps before the first, as far as entries reach.
    pub window: &'a [u8],
    /// The first heap.
    pub next: u64,
    /// The first heap that must be left to the engine.
    pub until: u64,
}

/// The next heaps by one thread, or by several.
#[derive(Debug)]
pub enum Crew {
    /// The caller's thread does it when it is asked.
    Alone(Box<Alone>),
    /// Threads of its own, ahead of what is asked for.
    Team(Team),
}

impl Crew {
    /// A crew for the heaps after the history.
    pub fn new(start: Start<'_>, threads: usize, shape: &Shape, history: &History, rare: &Rare) -> Self {
        let length = (start.until - start.next).min(LONGEST as u64) as usize;
        let room = start.window.len() + length.next_multiple_of(2 * LANES);
        let (log, writer) = Log::new(start.window, room);
        let told = if threads > FEW { 2 * LANES } else { LANES };
        let head = Head::new(writer, start.far, told);
        let begin = start.window.len();
        if threads == 1 {
            let end = begin + length;
            return Self::Alone(Box::new(Alone { ladder: start.ladder, head, taken: begin, end }));
        }
        let together = if threads <= FEW || start.ladder.is_for_64() { 2 } else { 1 };
        let shared = Arc::new(Shared {
            ladder: start.ladder,
            log,
            far: start.far,
            begin,
            end: Apart(AtomicUsize::new(begin + length)),
            heap: start.next,
            listed: Apart::default(),
            ring: std::array::from_fn(|_| Slot::default()),
            segment: Apart::default(),
            taken: Apart(AtomicUsize::new(begin)),
            ahead: AHEAD * threads,
            together,
            head_lists: threads <= MANY,
            is_over: Apart::default(),
            has_failed: AtomicBool::new(false),
            checked: Mutex::default(),
            news: Condvar::new(),
        });
        let mut team = Team { shared: Arc::clone(&shared), members: Vec::new() };
        let first =
            Arc::new(Checker { history: history.tail(TAIL), rare: rare.clone(), shape: shape.clone() });
        for number in 1..threads {
            let first = Arc::clone(&first);
            // each thread makes the memory that it works in
            if !team.join(move |shared| shared.work(number - 1, Arc::unwrap_or_clone(first))) {
                break;
            }
        }
        // the head is handed over once it has a thread
        let desk = Arc::new(Mutex::new(Some(head)));
        let its_desk = Arc::clone(&desk);
        let has_head = !team.members.is_empty()
            && team.join(move |shared| {
                let head = its_desk.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(head) = head {
                    shared.lead(head);
                }
            });
        if has_head {
            return Self::Team(team);
        }
        // no threads are to be had: this one does it all
        drop(team);
        let head = desk.lock().unwrap_or_else(PoisonError::into_inner).take();
        let shared = Arc::into_inner(shared).expect("the threads have ended");
        let (head, end) = (head.expect("nobody took it"), begin + length);
        Self::Alone(Box::new(Alone { ladder: shared.ladder, head, taken: begin, end }))
    }

    /// The plan of its ladder.
    pub fn plan(&self) -> &Plan {
        match self {
            Self::Alone(alone) => alone.ladder.plan(),
            Self::Team(team) => team.shared.ladder.plan(),
        }
    }

    /// The next heaps, at most `most`; none where the engine must go on itself.
    pub fn take(&mut self, most: usize) -> Found {
        match self {
            Self::Alone(alone) => alone.take(most),
            Self::Team(team) => team.take(most),
        }
    }
}

/// One thread that computes what it is asked for.
#[derive(Debug)]
pub struct Alone {
    ladder: Ladder,
    head: Head,
    taken: usize,
    end: usize,
}

impl Alone {
    fn take(&mut self, most: usize) -> Found {
        let until = (self.taken + most).min(self.end);
        while self.head.decided() < until {
            let bytes = self.head.log().bytes();
            let lists = self.ladder.list_64(bytes, bytes.len());
            if !lists.iter().all(|lists| self.head.decide(&self.ladder, lists)) {
                self.end = self.end.min(self.head.decided());
                break;
            }
        }
        let bytes = self.head.log().bytes();
        let until = until.min(bytes.len()).min(self.end);
        let bytes = bytes[self.taken..until.max(self.taken)].to_vec();
        self.taken += bytes.len();
        Found { bytes, open: None }
    }
}

/// The threads of a crew.
#[derive(Debug)]
pub struct Team {
    shared: Arc<Shared>,
    members: Vec<JoinHandle<()>>,
}

impl Team {
    /// Another thread takes part; false where the system gives none.
    fn join(&mut self, work: impl FnOnce(&Shared) + Send + 'static) -> bool {
        let alarm = Alarm(Arc::clone(&self.shared));
        let member = std::thread::Builder::new().spawn(move || work(&alarm.0)).ok();
        let is_there = member.is_some();
        self.members.extend(member);
        is_there
    }

    fn take(&mut self, most: usize) -> Found {
        let found = self.shared.take(most);
        if self.shared.has_failed.load(Ordering::Acquire) {
            self.shared.dismiss();
            for member in self.members.drain(..) {
                if let Err(panic) = member.join() {
                    std::panic::resume_unwind(panic);
                }
            }
        }
        found
    }
}

/// Tells the others where a thread panics, so that nobody waits for it.
struct Alarm(Arc<Shared>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.has_failed.store(true, Ordering::Release);
            self.0.news.notify_all();
        }
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.shared.dismiss();
        for member in self.members.drain(..) {
            let _ = member.join();
        }
    }
}

/// The lists of 32 heaps on their way to the head.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Slot {
    /// One more than the number of the 32 heaps whose lists these are.
    ready: AtomicUsize,
    words: [AtomicU64; HANDED * LANES / 8],
}

impl Slot {
    fn put(&self, number: usize, lists: &Lists) {
        let bytes = lists.as_flattened().chunks_exact(8);
        for (word, eight) in self.words.iter().zip(bytes) {
            word.store(u64::from_ne_bytes(eight.try_into().expect("eight bytes")), Ordering::Relaxed);
        }
        self.ready.store(number + 1, Ordering::Release);
    }

    fn get(&self, number: usize) -> Option<Lists> {
        (self.ready.load(Ordering::Acquire) == number + 1).then(|| {
            let mut lists = Lists::default();
            for (word, eight) in self.words.iter().zip(lists.as_flattened_mut().chunks_exact_mut(8)) {
                eight.copy_from_slice(&word.load(Ordering::Relaxed).to_ne_bytes());
            }
            lists
        })
    }
}

/// What the threads share. Places are those in the log.
#[derive(Debug)]
struct Shared {
    ladder: Ladder,
    log: Arc<Log>,
    far: usize,
    /// The place of the first heap, and its size.
    begin: usize,
    heap: u64,
    /// The place of the first heap that is not computed.
    end: Apart<AtomicUsize>,
    /// How many groups of 32 heaps have been taken to be listed.
    listed: Apart<AtomicUsize>,
    ring: [Slot; RING],
    /// How many segments have been taken to be checked.
    segment: Apart<AtomicUsize>,
    /// What has been taken up.
    taken: Apart<AtomicUsize>,
    ahead: usize,
    /// How many groups of 32 heaps are listed together.
    together: usize,
    /// Whether the head lists candidates too where it would have to wait.
    head_lists: bool,
    is_over: Apart<AtomicBool>,
    /// Whether a thread has panicked.
    has_failed: AtomicBool,
    /// What is open in the segments that have been checked.
    checked: Mutex<BTreeMap<usize, Vec<Open>>>,
    /// Tells that a segment was checked or more is wanted.
    news: Condvar,
}

/// One who checks segments.
#[derive(Clone)]
pub struct Checker {
    pub history: History,
    pub rare: Rare,
    pub shape: Shape,
}

/// How long one has waited.
#[derive(Default)]
struct Patience(u32);

impl Patience {
    /// Waits, the longer the more often before; asleep in the end.
    fn wait(&mut self, shared: &Shared) {
        const BUSY: u32 = 64;
        // some milliseconds where nobody else wants the core: who sleeps is missing where segments must be checked
        const YIELDING: u32 = 1 << 14;
        self.0 += 1;
        if self.0 < BUSY {
            std::hint::spin_loop();
        } else if self.0 < YIELDING {
            std::thread::yield_now();
        } else {
            let _ = shared.news.wait_timeout(shared.checked(), Duration::from_millis(5));
        }
    }
}

impl Shared {
    fn checked(&self) -> MutexGuard<'_, BTreeMap<usize, Vec<Open>>> {
        self.checked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the threads end.
    fn dismiss(&self) {
        self.is_over.0.store(true, Ordering::Release);
        self.news.notify_all();
    }

    fn is_over(&self) -> bool {
        self.is_over.0.load(Ordering::Acquire)
    }

    fn end(&self) -> usize {
        self.end.0.load(Ordering::Acquire)
    }

    /// The head: takes the lists in order and decides.
    fn lead(&self, mut head: Head) {
        let mut patience = Patience::default();
        for number in 0.. {
            let at = self.begin + number * LANES;
            if at >= self.end() {
                break;
            }
            let lists = loop {
                if self.is_over() {
                    return;
                }
                if at > self.taken.0.load(Ordering::Acquire) + self.ahead {
                    patience.wait(self);
                } else if let Some(lists) = self.ring[number % RING].get(number) {
                    break lists;
                } else if !(self.head_lists && self.list_some()) {
                    patience.wait(self);
                }
            };
            patience = Patience::default();
            delays::maybe();
            if !head.decide(&self.ladder, &lists) {
                self.end.0.fetch_min(head.decided(), Ordering::AcqRel);
            }
        }
        head.tell();
        self.news.notify_all();
    }

    /// Lists the candidates of the next heaps for which enough is known; tells whether there were any.
    fn list_some(&self) -> bool {
        let number = self.listed.0.load(Ordering::Relaxed);
        let (at, heaps) = (self.begin + number * LANES, self.together * LANES);
        if at >= self.end() || at + heaps > self.log.length() + self.far {
            return false;
        }
        let next = (number, number + self.together);
        if self.listed.0.compare_exchange(next.0, next.1, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            delays::maybe();
            let bytes = self.log.bytes();
            let put = |number: usize, lists: &Lists| self.ring[number % RING].put(number, lists);
            if self.together == 2 {
                let [first, second] = self.ladder.list_64(bytes, at);
                put(number, &first);
                put(number + 1, &second);
            } else {
                put(number, &self.ladder.list(bytes, at));
            }
        }
        true
    }

    /// A worker: lists candidates, and checks where enough segments wait.
    fn work(&self, number: usize, mut checker: Checker) {
        let mut patience = Patience::default();
        while !self.is_over() {
            let is_done = if self.waiting() > 1 + 2 * number {
                self.check_some(&mut checker)
            } else {
                self.list_some() || self.check_some(&mut checker)
            };
            if is_done {
                patience = Patience::default();
            } else {
                patience.wait(self);
            }
        }
    }

    /// How many whole segments wait to be checked.
    fn waiting(&self) -> usize {
        let decided = (self.log.length().min(self.end()) - self.begin) / SEGMENT;
        decided.saturating_sub(self.segment.0.load(Ordering::Relaxed))
    }

    /// Checks the next segment, if there is one; the last one may be short.
    fn check_some(&self, checker: &mut Checker) -> bool {
        let number = self.segment.0.load(Ordering::Relaxed);
        let from = self.begin + number * SEGMENT;
        let until = (from + SEGMENT).min(self.end());
        if from >= until || until > self.log.length() {
            return false;
        }
        let next = (number, number + 1);
        if self.segment.0.compare_exchange(next.0, next.1, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            delays::maybe();
            let known = self.begin + (checker.history.next() - self.heap) as usize;
            let bytes = &self.log.bytes()[known..until];
            let open = checker.check(bytes, self.heap(from), self.heap(until));
            self.checked().insert(number, open);
            self.news.notify_all();
        }
        true
    }

    /// The heap at a place in the log.
    const fn heap(&self, at: usize) -> u64 {
        self.heap + (at - self.begin) as u64
    }

    /// Waits for the next segments and takes up those that follow one another.
    fn take(&self, most: usize) -> Found {
        let from = self.taken.0.load(Ordering::Acquire);
        let number = (from - self.begin) / SEGMENT;
        let mut checked = self.checked();
        while !checked.contains_key(&number) && from < self.end() && !self.has_failed.load(Ordering::Acquire)
        {
            let wait = self.news.wait_timeout(checked, Duration::from_millis(5));
            checked = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
        let (mut until, mut open) = (from, Vec::new());
        for number in number.. {
            let segment = self.begin + number * SEGMENT;
            let end = (segment + SEGMENT).min(self.end());
            if end > from + most && until > from {
                break;
            }
            let Some(some) = checked.remove(&number) else { break };
            open.extend(some);
            until = end;
        }
        drop(checked);
        self.taken.0.store(until, Ordering::Release);
        self.news.notify_all();
        Found { bytes: self.log.bytes()[from..until].to_vec(), open: Some(open) }
    }
}

impl Checker {
    /// What is open among the heaps from `from` up to and without `until`, given the bytes of all that follow those it knows.
    /// A heap with a mark is too tall for it: the engine, which knows its index, checks that itself.
    pub fn check(&mut self, bytes: &[u8], from: u64, until: u64) -> Vec<Open> {
        self.history.append(bytes);
        self.history.forget(self.history.next(), TAIL as u64);
        let mut open = self.rare.check(&self.history, &self.shape, from, until);
        open.retain(|open| self.history.bytes_from(open.heap)[0] != SPECIAL);
        open
    }
}
