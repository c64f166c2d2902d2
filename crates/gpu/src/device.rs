//! The first device of the machine, and the game it has been given.

use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use cudarc::driver::{CudaContext, CudaSlice, DriverError};
use sprague::sequence::accelerator::{Accelerator, Stretch, StretchInput};

use crate::game::{Extension, Game, Streams, config};
use crate::plan::{CLUSTER, Plan, WORKERS};
use crate::program::Program;

/// Stretches that may wait for the processor, which now and then is busy with other things.
const AHEAD: usize = 16;

/// Programs that are kept.
const PROGRAMS: usize = 4;

/// A device.
#[derive(Debug)]
pub struct Device {
    streams: Streams,
    context: Arc<CudaContext>,
    /// Those compiled, the one in use first: games go back and forth between the ranges of a byte.
    programs: Vec<Program>,
    /// Room for heaps, while no game uses it.
    room: Option<CudaSlice<u8>>,
    game: Option<Running>,
}

/// A game at work, on a thread of its own: the device never waits for the processor as long as this is fast enough.
#[derive(Debug)]
struct Running {
    stretches: Mutex<Receiver<Result<Stretch, String>>>,
    extensions: Sender<Extension>,
    thread: JoinHandle<Option<CudaSlice<u8>>>,
}

impl Running {
    fn start(mut game: Game) -> Self {
        let (sender, receiver) = sync_channel(AHEAD);
        let (extensions, extended) = channel();
        let thread = std::thread::spawn(move || {
            loop {
                for extension in extended.try_iter() {
                    game.extend(extension);
                }
                let stretch = game.stretch().unwrap_or_else(|error| Err(refusal(error)));
                let is_last = stretch.as_ref().map_or(true, |stretch| stretch.bytes.is_empty());
                if sender.send(stretch).is_err() || is_last {
                    break;
                }
            }
            // an error comes up again where the streams are used next
            game.finish().ok()
        });
        Self { stretches: Mutex::new(receiver), extensions, thread }
    }

    /// Drops what was computed ahead, waits for the device and gives the room for heaps back.
    fn stop(self) -> Option<CudaSlice<u8>> {
        drop(self.stretches);
        self.thread.join().ok().flatten()
    }
}

impl Device {
    /// Opens the first device.
    pub fn open() -> Result<Self, String> {
        let failed = |error: DriverError| format!("the GPU cannot be opened: {error}");
        if CudaContext::device_count().map_err(failed)? == 0 {
            return Err("the NVIDIA driver sees no GPU".to_owned());
        }
        let context = CudaContext::new(0).map_err(failed)?;
        let (major, minor) = context.compute_capability().map_err(failed)?;
        if major < 9 {
            let name = context.name().map_err(failed)?;
            return Err(format!(
                "{name} has compute capability {major}.{minor}; 9.0 is needed, for clusters of thread blocks"
            ));
        }
        // SAFETY: all memory is allocated on one stream, which is waited for before the others are used, and freed when
        // all of them have been waited for.
        unsafe { context.disable_event_tracking() };
        let stream = || context.new_stream().map_err(failed);
        let streams = Streams { leading: stream()?, checking: stream()?, watching: stream()? };
        Ok(Self { streams, context, programs: Vec::new(), room: None, game: None })
    }

    fn take_up(&mut self, ground: &StretchInput<'_>) -> Result<(), String> {
        let plan = Plan::new(ground)?;
        plan.judge(ground.window)?;
        if let Some(game) = self.game.take() {
            self.room = game.stop();
        }
        let program = match self.programs.iter().position(|program| program.sizes == plan.sizes) {
            Some(at) => self.programs.remove(at),
            None => Program::new(&self.context, plan.sizes)?,
        };
        self.programs.truncate(PROGRAMS - 1);
        self.programs.insert(0, program.clone());
        let clusters = program.common.occupancy_max_active_clusters(config(), &self.streams.leading);
        let clusters = clusters.map_err(refusal)?;
        if clusters * CLUSTER < CLUSTER + WORKERS {
            return Err(format!(
                "{clusters} clusters of {CLUSTER} thread blocks fit on it; {} are needed",
                (CLUSTER + WORKERS) / CLUSTER
            ));
        }
        let game = Game::new(&self.streams, plan, program, self.room.take(), ground).map_err(refusal)?;
        self.game = Some(Running::start(game));
        Ok(())
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if let Some(game) = self.game.take() {
            game.stop();
        }
    }
}

impl Accelerator for Device {
    fn load(&mut self, ground: &StretchInput<'_>) -> Result<(), String> {
        self.take_up(ground)
    }

    fn extend(&mut self, until: u64, exceptions: &[(u64, u8)]) {
        if let Some(game) = &self.game {
            // a game that is over needs no more
            let _ = game.extensions.send(Extension { until, exceptions: exceptions.to_vec() });
        }
    }

    fn stretch(&mut self) -> Result<Stretch, String> {
        let game = self.game.as_mut().ok_or("the GPU has not been given a game")?;
        let stretches = game.stretches.get_mut().unwrap_or_else(PoisonError::into_inner);
        // after the last stretch there is no more
        stretches.recv().unwrap_or_else(|_| Ok(Stretch::default()))
    }
}

fn refusal(error: DriverError) -> String {
    format!("the GPU failed: {error}")
}
