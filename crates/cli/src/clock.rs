//! CPU time of this process.

use std::path::Path;

use sprague_store::read_text;

/// Seconds of CPU time of this process, where the system keeps such accounts in ticks of 10 ms.
pub fn cpu_seconds() -> Option<f64> {
    let text = read_text(Path::new("/proc/self/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let user: f64 = fields.get(11)?.parse().ok()?;
    let system: f64 = fields.get(12)?.parse().ok()?;
    Some((user + system) / 100.0)
}
