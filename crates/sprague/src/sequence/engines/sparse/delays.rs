//! Delays of single threads, by chance: tests see many orders of what threads do. Otherwise there are none.

#[cfg(test)]
use std::sync::atomic::{AtomicU64, Ordering};

/// One place in how many delays; 0 for none.
#[cfg(test)]
pub static SELDOM: AtomicU64 = AtomicU64::new(0);

#[cfg(test)]
static SEED: AtomicU64 = AtomicU64::new(1);

/// Gives the other threads time, perhaps.
#[cfg(test)]
pub fn maybe() {
    let seldom = SELDOM.load(Ordering::Relaxed);
    if seldom > 0 {
        let seed = SEED.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        let chance = (seed ^ seed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33;
        match chance % seldom {
            0 => std::thread::sleep(std::time::Duration::from_micros(chance >> 7 & 255)),
            1 | 2 => std::thread::yield_now(),
            _ => {}
        }
    }
}

/// Nothing.
#[cfg(not(test))]
pub const fn maybe() {}
