//! The command `sprague`.

use std::process::ExitCode;

fn main() -> ExitCode {
    sprague_cli::main(std::env::args_os())
}
