//! The line that a person types in `play`. On a terminal it is edited with the arrows, earlier lines come back, and Tab
//! completes the words and moves that are legal now; what comes from a pipe is read as it is.

use std::io::{self, BufRead, IsTerminal};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// The longest line that is looked at; the rest of a longer one is skipped.
const LONGEST_LINE: usize = 10_000;
/// The most lines that come back.
const REMEMBERED: usize = 1_000;

/// Where lines come from.
pub enum Prompt {
    /// A person at a terminal.
    Terminal(Box<Editor<Words, MemHistory>>),
    /// A pipe or a file.
    Plain,
}

impl Prompt {
    /// The terminal, where both the input and the output are one.
    pub fn of_environment() -> Self {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Self::Plain;
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true);
        let editor = config.max_history_size(REMEMBERED).and_then(|config| {
            let mut editor = Editor::with_history(config.build(), MemHistory::new())?;
            editor.set_helper(Some(Words::default()));
            Ok(editor)
        });
        editor.map_or(Self::Plain, |editor| Self::Terminal(Box::new(editor)))
    }

    /// The next line; `None` at the end of the input, or where a person breaks off. `words` can be completed.
    pub fn line(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Vec<String>,
        input: &mut impl BufRead,
    ) -> io::Result<Option<String>> {
        let Self::Terminal(editor) = self else { return next_line(input) };
        if let Some(helper) = editor.helper_mut() {
            helper.0 = words();
        }
        match editor.readline(prompt) {
            Ok(mut line) => {
                let end = line.char_indices().map(|(at, _)| at).find(|&at| at >= LONGEST_LINE);
                line.truncate(end.unwrap_or(line.len()));
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// What can be completed.
#[derive(Default)]
pub struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, self.beginning_with(&line[..at])))
    }
}

impl Words {
    /// The words that go on from what was typed, in any case of letters.
    fn beginning_with(&self, typed: &str) -> Vec<String> {
        let typed = typed.trim_start().to_lowercase();
        self.0.iter().filter(|word| word.to_lowercase().starts_with(&typed)).cloned().collect()
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// The next line, cut to what is looked at; bytes that are no text are replaced. `None` at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut read = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        read = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&text[..text.len().min(room)]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(read.then(|| String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves_are_completed() {
        let words = Words(["moves", "more", "take 1 from 5", "take 2 from 5"].map(str::to_owned).into());
        assert_eq!(words.beginning_with("mo"), ["moves", "more"]);
        assert_eq!(words.beginning_with("  TAKE 2"), ["take 2 from 5"]);
        assert_eq!(words.beginning_with(""), words.0);
        assert!(words.beginning_with("x").is_empty());
    }

    #[test]
    fn a_pipe_is_read_as_it_is() {
        let mut input = &b"take 1\n\xff\nlast"[..];
        let mut next = || Prompt::Plain.line("you> ", Vec::new, &mut input).expect("a line");
        assert_eq!(next().as_deref(), Some("take 1"));
        assert_eq!(next().as_deref(), Some("\u{fffd}"));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }
}
