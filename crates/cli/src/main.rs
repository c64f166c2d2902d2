//! The command `sprague`.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

use std::process::ExitCode;

fn main() -> ExitCode {
    sprague_cli::main(std::env::args_os())
}
