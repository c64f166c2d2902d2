//! CPU time of this process or of the commands it ran, if the system reports it; otherwise wall time.

use std::time::Instant;

/// Measures from its start on.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    wall: Instant,
    cpu: Option<f64>,
    whose: Whose,
}

/// Whose time is measured.
#[derive(Clone, Copy, Debug)]
enum Whose {
    Own,
    Children,
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

    /// Seconds of wall time since the start, at least a microsecond.
    pub fn wall_seconds(self) -> f64 {
        self.wall.elapsed().as_secs_f64().max(1e-6)
    }

    /// Seconds of CPU time since the start, at least a microsecond.
    pub fn seconds(self) -> f64 {
        let wall = self.wall.elapsed().as_secs_f64();
        self.cpu.zip(cpu_seconds(self.whose)).map_or(wall, |(before, after)| after - before).max(1e-6)
    }
}

/// Seconds of CPU time, for the user and in the system.
#[cfg(unix)]
fn cpu_seconds(whose: Whose) -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(match whose {
        Whose::Own => UsageWho::RUSAGE_SELF,
        Whose::Children => UsageWho::RUSAGE_CHILDREN,
    });
    usage.ok().map(|usage| (usage.user_time() + usage.system_time()).num_microseconds() as f64 / 1e6)
}

#[cfg(not(unix))]
const fn cpu_seconds(_: Whose) -> Option<f64> {
    None
}
