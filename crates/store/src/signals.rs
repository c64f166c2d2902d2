//! The signals that ask a process to end, as a flag that the run reads; and the signal that would kill it when a file
//! grows too large.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGXFSZ};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A flag that is raised when the process is asked to end: by Ctrl-C, by SIGTERM, or by the end of its terminal, unless
/// it was started to survive that (`nohup`). A second Ctrl-C or SIGTERM ends the process at once; a second SIGHUP does
/// not, for a terminal that closes may send several.
pub fn stop_on_signals() -> io::Result<Arc<AtomicBool>> {
    const EXIT: i32 = 130;
    let (stop, asked) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    for signal in [SIGINT, SIGTERM] {
        // in this order: the first signal finds the flag down
        flag::register_conditional_shutdown(signal, EXIT, Arc::clone(&asked))?;
        flag::register(signal, Arc::clone(&asked))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    #[cfg(unix)]
    if !crate::system::is_ignored(SIGHUP) {
        flag::register(SIGHUP, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Asks another process to end, as Ctrl-C would; one that has ended is no matter.
#[cfg(unix)]
pub fn ask_to_end(process: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::TERM);
    }
}

/// Other systems have no such signal: the process is left to itself.
#[cfg(not(unix))]
pub fn ask_to_end(_process: u32) {}

/// From now on a write beyond the limit of file sizes (`ulimit -f`) fails as every other write may, instead of killing
/// the process. Asked for once, at the start.
#[cfg(unix)]
pub fn survive_file_size_limit() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false))).map(drop)
}

/// Other systems have no such signal.
#[cfg(not(unix))]
pub fn survive_file_size_limit() -> io::Result<()> {
    Ok(())
}
