//! CPU time of this process, where the system tells it; otherwise the time that has gone by.

use std::path::Path;
use std::time::Instant;

use sprague_store::read_text;

/// Measures from its start on.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    wall: Instant,
    cpu: Option<f64>,
}

impl Stopwatch {
    /// From now on.
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: cpu_seconds() }
    }

    /// Seconds of CPU time since the start, at least half a tick.
    pub fn seconds(self) -> f64 {
        let wall = self.wall.elapsed().as_secs_f64();
        self.cpu.zip(cpu_seconds()).map_or(wall, |(before, after)| after - before).max(0.005)
    }
}

/// Seconds of CPU time of this process, where the system keeps such accounts in ticks of 10 ms.
fn cpu_seconds() -> Option<f64> {
    let text = read_text(Path::new("/proc/self/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let user: f64 = fields.get(11)?.parse().ok()?;
    let system: f64 = fields.get(12)?.parse().ok()?;
    Some((user + system) / 100.0)
}
