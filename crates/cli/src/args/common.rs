//! The options that all commands share, and what they mean for the engine.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use sprague::limits::Limits;
use sprague::sequence::{EngineSettings, Kernel};

use super::parse::{kernel, number, positive};
use crate::inside::heard;

/// More threads than this help nobody.
const MOST_THREADS: usize = 256;

/// Options of every command.
#[derive(Clone, Debug, ClapArgs)]
pub struct Common {
    /// Print one JSON document
    #[arg(long, global = true)]
    pub json: bool,
    /// Print only what was asked for: no progress, no hints
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Write to a file instead of the standard output
    #[arg(short, long = "output", value_name = "FILE", global = true)]
    pub output: Option<PathBuf>,
    /// Refuse searches that need more positions than this
    #[arg(long, value_name = "N", default_value = "1e7", value_parser = number, global = true)]
    pub max_positions: u64,
    /// Refuse sequences that need more steps than this
    #[arg(long, value_name = "N", default_value = "1e11", value_parser = number, global = true)]
    pub max_steps: u64,
    /// List no more winning moves than fit in so many bytes
    #[arg(long, value_name = "N", default_value = "2^26", value_parser = number, global = true, hide_short_help = true)]
    pub max_answer: u64,
    /// Threads to use for sequences; all cores unless told
    #[arg(long, value_name = "N", value_parser = positive, global = true)]
    pub threads: Option<NonZeroU64>,
    /// Heaps that a long sequence remembers at least, a byte each; 100 * 2^20 unless told
    #[arg(long, value_name = "N", value_parser = number, global = true, hide_short_help = true)]
    pub remember: Option<u64>,
    /// How sequences are computed: naive, dense, textbook, planes, blocks, avx2, avx512, neon or gpu; the fastest of
    /// the processor unless told
    #[arg(long, value_name = "KERNEL", value_parser = kernel, global = true)]
    pub kernel: Option<Kernel>,
}

impl Common {
    /// How sequences are to be computed.
    pub fn engine(&self) -> EngineSettings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or(cores, |threads| usize::try_from(threads.get()).unwrap_or(cores));
        let usual = EngineSettings::default();
        EngineSettings {
            kernel: self.kernel.unwrap_or(usual.kernel),
            threads: threads.min(MOST_THREADS),
            memory: self
                .remember
                .and_then(|heaps| usize::try_from(heaps).ok())
                .unwrap_or(usual.memory)
                .max(usual.memory),
            ..usual
        }
    }

    /// The limits that were asked for, without a listener.
    #[expect(clippy::disallowed_methods, reason = "the flags and their usual values")]
    pub fn limits(&self) -> Limits {
        let (positions, steps, answer) = (self.max_positions, self.max_steps, self.max_answer);
        heard(Limits { positions, steps, answer, ..Limits::default() })
    }
}
