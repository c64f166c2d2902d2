//! A program as a test runs it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A program: `Program(env!("CARGO_BIN_EXE_sprague"))`.
#[derive(Clone, Copy, Debug)]
pub struct Program(pub &'static str);

/// What a program has said, and how it ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Said {
    /// The exit code, if no signal ended it.
    pub code: Option<i32>,
    /// The standard output.
    pub out: String,
    /// The standard error.
    pub err: String,
}

impl Program {
    /// The program with arguments and an empty standard input.
    pub fn command(self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.0);
        command.args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs it to its end.
    pub fn run(self, arguments: &[&str]) -> Said {
        Said::of(self.command(arguments).output().expect("a process"))
    }

    /// Runs it with this standard input.
    pub fn read(self, arguments: &[&str], input: &[u8]) -> Said {
        ended(&mut self.command(arguments), input)
    }

    /// What it prints where it ends well and without a warning.
    pub fn prints(self, arguments: &[&str]) -> String {
        let said = self.run(arguments);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{arguments:?}");
        said.out
    }
}

impl Said {
    /// What an ended process has said, which is UTF-8.
    pub fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs a command to its end, with this standard input.
pub fn ended(command: &mut Command, input: &[u8]) -> Said {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a process");
    let mut pipe = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // it may end before it has read everything
        scope.spawn(move || drop(pipe.write_all(input)));
        Said::of(child.wait_with_output().expect("a process"))
    })
}
