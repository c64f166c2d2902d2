//! A game that a device computes: the leader runs through launch after launch, and behind it every part that it has
//! finished is checked and brought to the processor.
//!
//! A launch is long and the next one is queued before it ends, so that the leader never waits. It counts the chunks it
//! has finished in device memory, which the processor looks at now and then.

use std::sync::Arc;
use std::time::Duration;

use cudarc::driver::{CudaSlice, CudaStream, DevicePtr, DriverError, LaunchConfig, PushKernelArg};
use sprague::sequence::accelerator::{Stretch, StretchInput};

use crate::plan::{CHUNK, CLUSTER, GIVEN, Plan, SHARED, SLOTS, THREADS, WORKERS};
use crate::program::Program;
use crate::task::{Check, Task};

/// Chunks of the longest and of the first launch. When a game is dropped, two launches may have to end first; as each
/// is at most as long as all before it, no more time is lost than was used.
const LAUNCH: u32 = 1 << 15;
const FIRST_LAUNCH: u32 = 1 << 10;
/// Chunks of a part, at most.
const PART: u32 = 1 << 13;
/// Launches of a game, at most.
const LAUNCHES: usize = 128;
/// New heaps of a game, at most.
const ROOM: usize = 1 << 28;
/// Heaps that a check can leave open.
const MOST_OPEN: u32 = 1 << 16;
/// Thread blocks and threads of a check.
const CHECKERS: (u32, u32) = (100 * 8, 256);
/// How often the processor looks whether a part is finished.
const GLANCE: Duration = Duration::from_micros(100);
/// Words of flags of a launch: the chunks finished, the chunk given up, the workers' lists.
const FLAGS: usize = 128;
const STOPPED: usize = 32;
const READY: usize = 64;

/// The streams of a device: one that leads, one that checks, one that looks on.
#[derive(Clone, Debug)]
pub struct Streams {
    /// For the common part.
    pub leading: Arc<CudaStream>,
    /// For the rare part.
    pub checking: Arc<CudaStream>,
    /// For the flags.
    pub watching: Arc<CudaStream>,
}

/// A game on the device.
#[derive(Debug)]
pub struct Game {
    plan: Plan,
    program: Program,
    streams: Streams,
    /// The window, then room for all new heaps, from `start` on.
    bytes: CudaSlice<u8>,
    start: u32,
    entries: CudaSlice<u32>,
    ends: CudaSlice<u32>,
    exceptions: Vec<(u64, u8)>,
    /// Those of the launches so far, each counted from the start of its launch on.
    listed: Vec<CudaSlice<u32>>,
    /// The launches so far: the first chunk of each and the one behind its last.
    launches: Vec<(u32, u32)>,
    /// The launch from which parts are passed on.
    current: usize,
    lists: CudaSlice<u32>,
    flags: CudaSlice<u32>,
    small: CudaSlice<u8>,
    needed: CudaSlice<u32>,
    taken: CudaSlice<u32>,
    open: CudaSlice<u32>,
    list: CudaSlice<u32>,
    /// The first new heap, and the first one that must be left to the engine.
    next: u64,
    until: u64,
    /// How many chunks have been passed on.
    passed: u32,
    /// Whether the rest must be left to the engine, however far the game is extended.
    is_over: bool,
}

/// More heaps than a game was given at first.
#[derive(Clone, Debug)]
pub struct Extension {
    /// The first heap that must be left to the engine.
    pub until: u64,
    /// The exceptions from the end so far on.
    pub exceptions: Vec<(u64, u8)>,
}

/// How the common part is launched.
pub fn config() -> LaunchConfig {
    LaunchConfig { grid_dim: (CLUSTER + WORKERS, 1, 1), block_dim: (THREADS, 1, 1), shared_mem_bytes: SHARED }
}

impl Game {
    /// Puts a game on the device.
    pub fn new(
        streams: &Streams,
        plan: Plan,
        program: Program,
        room: Option<CudaSlice<u8>>,
        ground: &StretchInput<'_>,
    ) -> Result<Self, DriverError> {
        let stream = &streams.leading;
        let words = plan.sizes.words as usize;
        let start = ground.window.len().next_multiple_of(CHUNK as usize);
        let mut bytes = match room.filter(|room| room.len() >= start + ROOM) {
            Some(room) => room,
            None => stream.alloc_zeros(start + ROOM)?,
        };
        let mut window = vec![255; start];
        window[start - ground.window.len()..].copy_from_slice(ground.window);
        stream.memcpy_htod(&window, &mut bytes.slice_mut(..start))?;
        let entries = plan.entries.iter().flat_map(|&(shift, index)| [shift, index.into()]);
        // no buffer on the device may be empty
        let entries = entries.chain([0; 2]).collect::<Vec<u32>>();
        let game = Self {
            bytes,
            start: start as u32,
            entries: stream.clone_htod(&entries)?,
            ends: stream.clone_htod(&plan.ends)?,
            exceptions: ground.exceptions.clone(),
            listed: Vec::new(),
            lists: stream.alloc_zeros((SLOTS * GIVEN * 32) as usize)?,
            flags: stream.alloc_zeros(FLAGS * LAUNCHES)?,
            small: stream.clone_htod(&ground.small[ground.small.len() - plan.small..])?,
            needed: stream.clone_htod(&ground.needed(words))?,
            taken: stream.clone_htod(&plan.taken)?,
            open: stream.alloc_zeros(1)?,
            list: stream.alloc_zeros(MOST_OPEN as usize * (words + 1))?,
            next: ground.next,
            until: ground.until,
            launches: Vec::new(),
            current: 0,
            passed: 0,
            is_over: false,
            plan,
            program,
            streams: streams.clone(),
        };
        stream.synchronize()?;
        Ok(game)
    }

    /// Moves the end of the game further.
    pub fn extend(&mut self, extension: Extension) {
        self.until = extension.until;
        self.exceptions.extend(extension.exceptions);
    }

    /// The chunks of the next launch; none while it would be a short one and another one is queued.
    fn next_launch(&self) -> Option<(u32, u32)> {
        let from = self.launches.last().map_or(0, |last| last.1);
        let heaps = self.until.saturating_sub(self.next).min(ROOM as u64);
        let chunks = (heaps / u64::from(CHUNK)) as u32;
        let size = from.clamp(FIRST_LAUNCH, LAUNCH);
        let is_idle = self.launches.len() == self.current;
        let to = chunks.min(from + size);
        let is_wanted = to == from + size || to > from && is_idle;
        (is_wanted && !self.is_over && self.launches.len() < LAUNCHES).then_some((from, to))
    }

    /// Queues a launch.
    fn launch(&mut self, chunks: (u32, u32)) -> Result<(), DriverError> {
        let heap = |chunk: u32| self.next + u64::from(chunk) * u64::from(CHUNK);
        let place = |chunk| self.exceptions.partition_point(|exception| exception.0 < heap(chunk));
        let exceptions = &self.exceptions[place(chunks.0)..place(chunks.1)];
        let count = exceptions.len() as u32;
        let pairs = exceptions
            .iter()
            .flat_map(|&(at, index)| [(at - heap(chunks.0)) as u32, index.into()])
            .chain([0; 2])
            .collect::<Vec<u32>>();
        self.listed.push(self.streams.watching.clone_htod(&pairs)?);
        self.streams.watching.synchronize()?;
        let stream = &self.streams.leading;
        let launch = self.launches.len();
        let flag = |at: usize| self.flags.device_ptr(stream).0 + 4 * (launch * FLAGS + at) as u64;
        let task = Task {
            bytes: self.bytes.device_ptr(stream).0,
            entries: self.entries.device_ptr(stream).0,
            ends: self.ends.device_ptr(stream).0,
            exceptions: self.listed[launch].device_ptr(stream).0,
            lists: self.lists.device_ptr(stream).0,
            ready: flag(READY),
            done: flag(0),
            stopped: flag(STOPPED),
            start: self.start + chunks.0 * CHUNK,
            chunks: chunks.1 - chunks.0,
            count: self.plan.entries.len() as u32,
            exception_count: count,
        };
        // SAFETY: the task is laid out as the kernel expects, its buffers are as long as the plan says, and all thread
        // blocks fit on the device at the same time.
        unsafe { stream.launch_builder(&self.program.common).arg(&task).launch(config())? };
        self.launches.push(chunks);
        Ok(())
    }

    /// Waits until nothing on the device uses the game, and gives the room for heaps back.
    pub fn finish(self) -> Result<CudaSlice<u8>, DriverError> {
        self.streams.leading.synchronize()?;
        self.streams.checking.synchronize()?;
        self.streams.watching.synchronize()?;
        Ok(self.bytes)
    }

    /// A flag of the current launch.
    fn flag(&self, at: usize) -> Result<u32, DriverError> {
        let place = self.current * FLAGS + at;
        let flags = self.streams.watching.clone_dtoh(&self.flags.slice(place..=place))?;
        self.streams.watching.synchronize()?;
        Ok(flags[0])
    }

    /// The next part that has been computed and checked, none if the rest must be left to the engine.
    pub fn stretch(&mut self) -> Result<Result<Stretch, String>, DriverError> {
        let first = self.next + u64::from(self.passed) * u64::from(CHUNK);
        while self.launches.len() < self.current + 2
            && let Some(chunks) = self.next_launch()
        {
            self.launch(chunks)?;
        }
        let Some(&chunks) = self.launches.get(self.current) else {
            return Ok(Ok(Stretch { first, ..Stretch::default() }));
        };
        let mut end = chunks.1.min(self.passed + PART);
        while self.flag(0)? < end - chunks.0 {
            std::thread::sleep(GLANCE);
        }
        // an index beyond a byte ends the work: the engine goes on from there and loads the device again
        let stopped = self.flag(STOPPED)?;
        if stopped > 0 && chunks.0 + stopped <= end {
            end = chunks.0 + stopped - 1;
            self.is_over = true;
            self.current = self.launches.len();
        } else if end == chunks.1 {
            self.current += 1;
        }
        let start = (self.start + self.passed * CHUNK) as usize;
        let heaps = ((end - self.passed) * CHUNK) as usize;
        self.passed = end;
        if heaps == 0 {
            return Ok(Ok(Stretch { first, ..Stretch::default() }));
        }
        self.check(first, start, heaps)
    }

    /// Checks a part and brings it to the processor.
    fn check(
        &mut self,
        first: u64,
        start: usize,
        heaps: usize,
    ) -> Result<Result<Stretch, String>, DriverError> {
        let stream = &self.streams.checking;
        stream.memset_zeros(&mut self.open)?;
        let check = Check {
            bytes: self.bytes.device_ptr(stream).0,
            small: self.small.device_ptr(stream).0,
            needed: self.needed.device_ptr(stream).0,
            taken: self.taken.device_ptr(stream).0,
            open: self.open.device_ptr(stream).0,
            list: self.list.device_ptr(stream).0,
            start: start as u32,
            count: heaps as u32,
            parts: self.plan.small as u32,
            breaks: self.plan.taken.len() as u32,
            odd: ((first ^ start as u64) & 1) as u32,
            most: MOST_OPEN,
        };
        let config =
            LaunchConfig { grid_dim: (CHECKERS.0, 1, 1), block_dim: (CHECKERS.1, 1, 1), shared_mem_bytes: 0 };
        // SAFETY: the check is laid out as the kernel expects, and the heaps it reads lie in the buffer: the window is
        // longer than the small parts and the moves reach.
        unsafe { stream.launch_builder(&self.program.rare).arg(&check).launch(config)? };
        let bytes = stream.clone_dtoh(&self.bytes.slice(start..start + heaps))?;
        let open = stream.clone_dtoh(&self.open)?[0];
        stream.synchronize()?;
        let mut stretch = Stretch { first, bytes, open: Vec::new() };
        if open > MOST_OPEN {
            return Ok(Err(format!("{open} heaps of a stretch have no witness among the small parts")));
        }
        if open > 0 {
            let words = self.plan.sizes.words as usize;
            let list = stream.clone_dtoh(&self.list.slice(..open as usize * (words + 1)))?;
            stream.synchronize()?;
            for entry in list.chunks_exact(words + 1) {
                let heap = first + u64::from(entry[0]) - start as u64;
                let bits = |&index: &u32| entry[1 + index as usize / 32] >> (index % 32) & 1 == 1;
                stretch.open.push((heap, (0..32 * words as u32).filter(bits).collect()));
            }
        }
        Ok(Ok(stretch))
    }
}
