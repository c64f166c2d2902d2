//! A game that a device computes: while the leaders and workers compute one stretch, the stretch before is checked and
//! the one before that is fetched.

use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream, DevicePtr, DriverError, LaunchConfig, PushKernelArg};
use sprague::sequence::accelerator::{Stretch, StretchInput};

use crate::buffers::Buffers;
use crate::plan::{CLUSTER, HEAPS, PARTS, Plan, SLOTS, WORKERS};
use crate::program::Program;
use crate::task::{Check, Task};

/// Blocks in a stretch.
const BLOCKS: u32 = 1 << 12;
/// Heaps that a check can leave open.
const MOST_OPEN: u32 = 1 << 16;
/// Thread blocks and threads of a check.
const CHECKERS: (u32, u32) = (68 * 8, 256);
/// Where the words of `flags` are: the workers' counters, the leaders', the block given up, the heaps left open.
const DONE: usize = 32;
const STOPPED: usize = 64;
const OPEN: usize = 96;

/// A game on the device.
#[derive(Debug)]
pub struct Game {
    plan: Plan,
    program: Program,
    buffers: Buffers,
    entries: CudaSlice<u32>,
    distant: CudaSlice<u32>,
    far: CudaSlice<u32>,
    flags: CudaSlice<u32>,
    clocks: CudaSlice<u64>,
    small: CudaSlice<u8>,
    needed: CudaSlice<u32>,
    taken: CudaSlice<u32>,
    list: CudaSlice<u32>,
    exceptions: Vec<(u64, u8)>,
    /// Those of the stretch that is being computed.
    listed: CudaSlice<u32>,
    /// The first heap of the stretch that is being computed, or that comes next.
    next: u64,
    until: u64,
    /// The address and the blocks of the stretch that is being computed.
    running: Option<(u64, u32)>,
    /// The stretch that is being checked.
    checking: Option<Computed>,
}

/// A stretch that has been computed: its first heap, where it lies, how long it is.
#[derive(Clone, Copy, Debug)]
struct Computed {
    first: u64,
    bytes: u64,
    side: usize,
    start: usize,
    heaps: u32,
}

/// How the common part is launched.
pub fn config(plan: &Plan) -> LaunchConfig {
    LaunchConfig {
        grid_dim: (CLUSTER + WORKERS, 1, 1),
        block_dim: (1024, 1, 1),
        shared_mem_bytes: plan.shared,
    }
}

impl Game {
    /// Puts a game on the device.
    pub fn new(
        stream: &Arc<CudaStream>,
        plan: Plan,
        program: Program,
        ground: &StretchInput<'_>,
    ) -> Result<Self, DriverError> {
        let words = plan.sizes.words as usize;
        let distant = if plan.distant.is_empty() { vec![0; 2] } else { plan.distant.clone() };
        Ok(Self {
            buffers: Buffers::new(stream, ground.window, HEAPS as usize)?,
            entries: stream.clone_htod(&plan.entries)?,
            distant: stream.clone_htod(&distant)?,
            far: stream.alloc_zeros((SLOTS * PARTS * HEAPS) as usize * words)?,
            flags: stream.alloc_zeros(128)?,
            clocks: stream.alloc_zeros(8)?,
            small: stream.clone_htod(&ground.small[ground.small.len() - plan.small..])?,
            needed: stream.clone_htod(&ground.needed(words))?,
            taken: stream.clone_htod(&plan.taken)?,
            exceptions: ground.exceptions.clone(),
            listed: stream.alloc_zeros(2)?,
            list: stream.alloc_zeros(MOST_OPEN as usize * (words + 1))?,
            next: ground.next,
            until: ground.until,
            running: None,
            checking: None,
            plan,
            program,
        })
    }

    /// Starts the next stretch, if there is a whole block before the end.
    pub fn lead(&mut self, stream: &Arc<CudaStream>) -> Result<(), DriverError> {
        let blocks = u64::from(BLOCKS).min(self.until.saturating_sub(self.next) / u64::from(HEAPS)) as u32;
        if blocks == 0 {
            return Ok(());
        }
        stream.memset_zeros(&mut self.flags.slice_mut(..OPEN))?;
        let bytes = self.buffers.address(stream, (blocks * HEAPS) as usize)?;
        let end = self.next + u64::from(blocks * HEAPS);
        let place = |heap: u64| self.exceptions.partition_point(|exception| exception.0 < heap);
        let exceptions = &self.exceptions[place(self.next)..place(end)];
        if !exceptions.is_empty() {
            let pairs =
                exceptions.iter().flat_map(|&(heap, index)| [(heap - self.next) as u32, index.into()]);
            self.listed = stream.clone_htod(&pairs.collect::<Vec<u32>>())?;
        }
        let exception_count = exceptions.len() as u32;
        let flag = |at: usize| self.flags.device_ptr(stream).0 + 4 * at as u64;
        let task = Task {
            bytes,
            entries: self.entries.device_ptr(stream).0,
            distant: self.distant.device_ptr(stream).0,
            exceptions: self.listed.device_ptr(stream).0,
            far: self.far.device_ptr(stream).0,
            ready: flag(0),
            done: flag(DONE),
            stopped: flag(STOPPED),
            clocks: self.clocks.device_ptr(stream).0,
            start: self.buffers.start as u32,
            blocks,
            count: self.plan.entries.len() as u32,
            near: self.plan.near,
            far_away: self.plan.distant.len() as u32 / 2,
            exception_count,
        };
        // SAFETY: the task is laid out as the kernel expects, its buffers are as long as the plan says, and all thread
        // blocks fit on the device at the same time.
        unsafe { stream.launch_builder(&self.program.common).arg(&task).launch(config(&self.plan))? };
        self.running = Some((bytes, blocks));
        Ok(())
    }

    /// The next stretch that has been computed and checked; behind it one is checked and one computed.
    pub fn stretch(
        &mut self,
        leading: &Arc<CudaStream>,
        checking: &Arc<CudaStream>,
    ) -> Result<Result<Stretch, String>, DriverError> {
        let fresh = self.computed(leading)?;
        let before = self.checking.take();
        let stretch = before.map(|before| self.collect(before, checking)).transpose()?;
        if let Some(fresh) = fresh {
            self.check(fresh, checking)?;
        }
        match stretch {
            Some(stretch) => Ok(stretch),
            None if self.checking.is_some() => self.stretch(leading, checking),
            None => Ok(Ok(Stretch { first: self.next, ..Stretch::default() })),
        }
    }

    /// Waits for the stretch that is being computed, and starts the next one.
    fn computed(&mut self, leading: &Arc<CudaStream>) -> Result<Option<Computed>, DriverError> {
        let Some((bytes, blocks)) = self.running.take() else { return Ok(None) };
        let flags = leading.clone_dtoh(&self.flags.slice(..OPEN))?;
        leading.synchronize()?;
        let stopped = flags[STOPPED];
        let heaps = if stopped > 0 { stopped - 1 } else { blocks } * HEAPS;
        let (side, start) = (self.buffers.side(), self.buffers.start);
        let computed = Computed { first: self.next, bytes, side, start, heaps };
        self.next += u64::from(heaps);
        self.buffers.start += heaps as usize;
        // a heap beyond the sets ends the work: the engine does it and loads the device again
        if stopped == 0 {
            self.lead(leading)?;
        }
        Ok(Some(computed).filter(|computed| computed.heaps > 0))
    }

    /// Starts to check a stretch.
    fn check(&mut self, computed: Computed, checking: &Arc<CudaStream>) -> Result<(), DriverError> {
        let Computed { first, bytes, start, heaps, .. } = computed;
        self.checking = Some(computed);
        let check = Check {
            bytes,
            small: self.small.device_ptr(checking).0,
            needed: self.needed.device_ptr(checking).0,
            taken: self.taken.device_ptr(checking).0,
            open: self.flags.device_ptr(checking).0 + 4 * OPEN as u64,
            list: self.list.device_ptr(checking).0,
            start: start as u32,
            count: heaps,
            parts: self.plan.small as u32,
            breaks: self.plan.taken.len() as u32,
            odd: ((first ^ start as u64) & 1) as u32,
            most: MOST_OPEN,
        };
        checking.memset_zeros(&mut self.flags.slice_mut(OPEN..))?;
        let config =
            LaunchConfig { grid_dim: (CHECKERS.0, 1, 1), block_dim: (CHECKERS.1, 1, 1), shared_mem_bytes: 0 };
        // SAFETY: the check is laid out as the kernel expects, and the heaps it reads lie in the buffer: the window is
        // longer than the small parts and the moves reach.
        unsafe { checking.launch_builder(&self.program.rare).arg(&check).launch(config)? };
        Ok(())
    }

    /// Waits for the check of a stretch and brings it to the processor.
    fn collect(
        &self,
        computed: Computed,
        checking: &Arc<CudaStream>,
    ) -> Result<Result<Stretch, String>, DriverError> {
        let Computed { first, side, start, heaps, .. } = computed;
        let bytes = self.buffers.fetch(checking, side, start, heaps as usize)?;
        let open = checking.clone_dtoh(&self.flags.slice(OPEN..=OPEN))?;
        checking.synchronize()?;
        let mut stretch = Stretch { first, bytes, open: Vec::new() };
        if open[0] > MOST_OPEN {
            return Ok(Err(format!("{} heaps of a stretch have no witness among the small parts", open[0])));
        }
        if open[0] > 0 {
            let words = self.plan.sizes.words as usize;
            let list = checking.clone_dtoh(&self.list.slice(..open[0] as usize * (words + 1)))?;
            checking.synchronize()?;
            for entry in list.chunks_exact(words + 1) {
                let heap = first + u64::from(entry[0]) - start as u64;
                let bits = |&index: &u32| entry[1 + index as usize / 32] >> (index % 32) & 1 == 1;
                stretch.open.push((heap, (0..32 * words as u32).filter(bits).collect()));
            }
        }
        Ok(Ok(stretch))
    }
}
