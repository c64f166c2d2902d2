//! Ctrl-C and SIGTERM as a flag that the run looks at; the second Ctrl-C ends the process at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A flag that is raised when the process is asked to end.
pub fn stop_on_signals() -> io::Result<Arc<AtomicBool>> {
    const EXIT: i32 = 130;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // in this order: the first signal finds the flag down
        flag::register_conditional_shutdown(signal, EXIT, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}
