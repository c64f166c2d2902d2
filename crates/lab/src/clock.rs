//! The time, for those who have no clock of their own.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The time since the first look at this clock.
pub fn now() -> Duration {
    START.elapsed()
}

/// The seconds since the beginning of 1970.
pub fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
