//! CPU time of this process or of the commands it ran, if the system reports it; otherwise wall time.

use std::path::Path;
use std::time::Instant;

use sprague_store::read_text;

/// Measures from its start on.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    wall: Instant,
    cpu: Option<f64>,
    whose: Whose,
}

/// Whose time is measured: the fields of the system's accounts.
#[derive(Clone, Copy, Debug)]
enum Whose {
    Own = 11,
    Children = 13,
}

impl Stopwatch {
    /// From now on.
    pub fn start() -> Self {
        Self::of(Whose::Own)
    }

    /// From now on, the time of commands that were started and have ended.
    pub fn of_children() -> Self {
        Self::of(Whose::Children)
    }

    fn of(whose: Whose) -> Self {
        Self { wall: Instant::now(), cpu: cpu_seconds(whose), whose }
    }

    /// Seconds of CPU time since the start, at least half a tick.
    pub fn seconds(self) -> f64 {
        let wall = self.wall.elapsed().as_secs_f64();
        self.cpu.zip(cpu_seconds(self.whose)).map_or(wall, |(before, after)| after - before).max(0.005)
    }
}

/// Seconds of CPU time, where the system keeps such accounts in ticks of 10 ms.
fn cpu_seconds(whose: Whose) -> Option<f64> {
    let text = read_text(Path::new("/proc/self/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let user: f64 = fields.get(whose as usize)?.parse().ok()?;
    let system: f64 = fields.get(whose as usize + 1)?.parse().ok()?;
    Some((user + system) / 100.0)
}
