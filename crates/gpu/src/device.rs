//! The first device of the machine, and the game it has been given.

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaStream, DriverError};
use sprague::sequence::accelerator::{Accelerator, Stretch, StretchInput};

use crate::game::{Game, config};
use crate::plan::{CLUSTER, Plan, WORKERS};
use crate::program::Program;

/// A device.
#[derive(Debug)]
pub struct Device {
    leading: Arc<CudaStream>,
    checking: Arc<CudaStream>,
    context: Arc<CudaContext>,
    program: Option<Program>,
    game: Option<Game>,
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
        // SAFETY: all memory is allocated on one stream, which is waited for before the other one is used.
        unsafe { context.disable_event_tracking() };
        let leading = context.new_stream().map_err(failed)?;
        let checking = context.new_stream().map_err(failed)?;
        Ok(Self { leading, checking, context, program: None, game: None })
    }

    fn take_up(&mut self, ground: &StretchInput<'_>) -> Result<(), String> {
        let plan = Plan::new(ground)?;
        self.leading.synchronize().map_err(refusal)?;
        self.checking.synchronize().map_err(refusal)?;
        let program = match self.program.take().filter(|program| program.sizes == plan.sizes) {
            Some(program) => program,
            None => Program::new(&self.context, plan.sizes)?,
        };
        self.program = Some(program.clone());
        program.allow(plan.shared).map_err(refusal)?;
        let clusters =
            program.common.occupancy_max_active_clusters(config(&plan), &self.leading).map_err(refusal)?;
        if clusters * CLUSTER < CLUSTER + WORKERS {
            return Err(format!(
                "{clusters} clusters of {CLUSTER} thread blocks fit on it; {} are needed",
                (CLUSTER + WORKERS) / CLUSTER
            ));
        }
        self.game = None;
        let game = Game::new(&self.leading, plan, program, ground).map_err(refusal)?;
        self.leading.synchronize().map_err(refusal)?;
        self.game.insert(game).lead(&self.leading).map_err(refusal)
    }
}

impl Accelerator for Device {
    fn load(&mut self, ground: &StretchInput<'_>) -> Result<(), String> {
        self.take_up(ground)
    }

    fn stretch(&mut self) -> Result<Stretch, String> {
        let game = self.game.as_mut().ok_or("the GPU has not been given a game")?;
        game.stretch(&self.leading, &self.checking).map_err(refusal)?
    }
}

fn refusal(error: DriverError) -> String {
    format!("the GPU failed: {error}")
}
