//! What went wrong, in one line, and the exit code, which tells the kind of error.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use sprague::heap::HeapGame;
use sprague::limits::TooLarge;
use sprague::notation::NotationError;
use sprague::position::Position;
use sprague_tell::{Problem, ProblemCode, ProblemDocument, raise, to_json};

use crate::args::Args;

/// A true negative.
pub const EXIT_NEGATIVE: u8 = 1;

/// Bad usage, bad input, too large a question, or an error of input and output.
const EXIT_INPUT: u8 = 2;

/// A self-check failed.
const EXIT_SELF_CHECK: u8 = 3;

/// Stopped by a signal before the end; the same command goes on.
const EXIT_UNFINISHED: u8 = 4;

/// The reason why a command ends without an answer.
#[derive(Debug)]
pub enum Failure {
    /// The reader of our output went away; that is no error.
    BrokenPipe,
    /// One line for the standard error.
    Input(String),
    /// The question is larger than its limits, or a folder cannot be used like this; often something helps.
    Refused {
        /// Which of the two.
        code: ProblemCode,
        /// What is the matter.
        message: String,
        /// What helps.
        way_out: Option<String>,
    },
    /// The question is larger than its limits.
    TooLarge(TooLarge),
    /// A true negative: nothing was proved.
    NotProved(String),
    /// The same where the proof would have been a file.
    NoFile(String),
    /// The computation contradicts itself.
    SelfCheck(String),
    /// A text and the column at which it could not be read.
    Notation {
        /// What was typed.
        text: String,
        /// What is wrong with it.
        error: NotationError,
    },
}

impl Failure {
    /// A text that could not be read.
    pub fn notation(text: &str, error: NotationError) -> Self {
        Self::Notation { text: text.to_owned(), error }
    }

    /// What is the matter and what helps.
    pub fn problem(&self) -> Problem {
        let (code, message, way_out) = match self {
            Self::BrokenPipe => (ProblemCode::BadInput, "nobody reads the answer".to_owned(), None),
            Self::Input(message) => (ProblemCode::BadInput, one_line(message), None),
            Self::Refused { code, message, way_out } => (*code, one_line(message), way_out.clone()),
            Self::TooLarge(refusal) => {
                (ProblemCode::TooLarge, one_line(&refusal.to_string()), raise(refusal))
            }
            Self::NotProved(message) | Self::NoFile(message) => {
                (ProblemCode::NotProved, one_line(message), None)
            }
            Self::SelfCheck(message) => (ProblemCode::SelfCheck, one_line(message), None),
            Self::Notation { text, error } => (ProblemCode::BadInput, describe(text, error), None),
        };
        let column = if let Self::Notation { error, .. } = self { Some(error.column) } else { None };
        Problem { message, column, way_out: way_out.as_deref().map(one_line), code }
    }

    /// Says it, in words or as a JSON document, and gives the exit code.
    pub fn report(self, form: ErrorForm) -> ExitCode {
        if matches!(self, Self::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        let Problem { mut message, column, way_out, code } = self.problem();
        if let Self::NoFile(why) = &self {
            message += if why.ends_with('.') { " No file was written." } else { "; no file was written" };
        }
        let exit = match code {
            ProblemCode::NotProved => EXIT_NEGATIVE,
            ProblemCode::SelfCheck => EXIT_SELF_CHECK,
            _ => EXIT_INPUT,
        };
        match form {
            // a true negative is no error
            ErrorForm::Words if code == ProblemCode::NotProved => say(&message),
            ErrorForm::Words => say(&format!("error: {}", in_a_line(&message, way_out.as_deref()))),
            ErrorForm::Json => {
                let error = Problem { message, column, way_out, code };
                say(&to_json(&ProblemDocument { error }).unwrap_or_default());
            }
        }
        if let (ErrorForm::Words, Self::Notation { text, error }) = (form, &self)
            && io::IsTerminal::is_terminal(&io::stderr())
            && text.chars().count() < 100
            && !text.contains('\n')
        {
            say(&format!("  {text}\n  {:>1$}", '^', error.column));
        }
        ExitCode::from(exit)
    }
}

/// How a failure is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorForm {
    /// A line for people.
    Words,
    /// A document for programs, where `--json` was given.
    Json,
}

impl ErrorForm {
    /// As it was asked for.
    pub const fn of(json: bool) -> Self {
        if json { Self::Json } else { Self::Words }
    }

    /// As it was asked for on a command line that could not be read.
    fn typed() -> Self {
        Self::of(std::env::args_os().take_while(|word| word != "--").any(|word| word == "--json"))
    }
}

/// The exit code of work that was stopped and can go on, once the answer is written. That holds also where nobody reads
/// the answer any more, as after the end of a terminal.
pub fn unfinished(written: Result<ExitCode, Failure>) -> ExitCode {
    if let Err(failure @ Failure::Input(_)) = written {
        failure.report(ErrorForm::typed());
    }
    ExitCode::from(EXIT_UNFINISHED)
}

/// Says a line on the standard error, if there still is one.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// An error of notation together with the text, shortened around the column.
pub fn describe(text: &str, error: &NotationError) -> String {
    const SHOWN: usize = 60;
    let shown: String = text.chars().take(SHOWN).collect();
    let dots = if text.chars().count() > SHOWN { "..." } else { "" };
    one_line(&format!("`{shown}{dots}`, {error}"))
}

/// An error while writing the answer.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::BrokenPipe;
        }
        Self::Input(format!("cannot write the answer: {error}"))
    }
}

impl From<TooLarge> for Failure {
    fn from(refusal: TooLarge) -> Self {
        Self::TooLarge(refusal)
    }
}

/// A refusal with what helps against it.
pub fn refused(refusal: &TooLarge) -> String {
    in_a_line(&refusal.to_string(), raise(refusal).as_deref())
}

fn in_a_line(message: &str, way_out: Option<&str>) -> String {
    way_out.map_or_else(|| message.to_owned(), |way_out| format!("{message}; {way_out}"))
}

/// Usage errors of the command line, shortened to one line; help and version are no errors, and neither is the name of the
/// program alone, which asks for the help.
pub fn usage(error: &clap::Error) -> ExitCode {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        let printed = write!(io::stdout(), "{}", error.render()).and_then(|()| io::stdout().flush());
        return printed
            .map_or_else(|error| Failure::from(error).report(ErrorForm::typed()), |()| ExitCode::SUCCESS);
    }
    Failure::Input(shortened(error)).report(ErrorForm::typed())
}

/// A usage error in one line, with the way out.
pub fn shortened(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::MissingSubcommand {
        return "no command given; --help lists them".to_owned();
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && error.kind() == ErrorKind::InvalidSubcommand
    {
        return unknown_command(word);
    }
    if let Some(ContextValue::String(number)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && number.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    {
        return format!("{number} is negative; numbers are whole and 0 or greater");
    }
    let text = error.render().to_string();
    let what: Vec<&str> = text
        .lines()
        .take_while(|l| !l.starts_with("Usage:"))
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    let what = what.join(" ").replace(" tip: ", "; ");
    let what =
        what.strip_prefix("error: ").unwrap_or(&what).trim_end_matches("For more information, try '--help'.");
    format!("{}; --help shows examples", what.trim())
}

/// A word where a command was expected, with the command that was meant, or those that there are.
fn unknown_command(word: &str) -> String {
    /// How alike two spellings of one name are.
    const ALIKE: f64 = 0.7;
    let (mut command, mut path) = (Args::command(), "sprague".to_owned());
    for typed in std::env::args_os().take_while(|typed| typed != word) {
        if let Some(sub) = command.find_subcommand(&typed).cloned() {
            path = format!("{path} {}", sub.get_name());
            command = sub;
        }
    }
    let names = || command.get_subcommands().filter(|sub| !sub.is_hide_set()).map(clap::Command::get_name);
    // a letter too many, too few, wrong, or two of them swapped are as good as equal
    let likeness = |name: &str| {
        if strsim::osa_distance(word, name) <= 1 { 1.0 } else { strsim::jaro(word, name) }
    };
    let nearest =
        names().filter(|name| likeness(name) > ALIKE).max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c));
    let typed = if is_plain { word.to_owned() } else { format!("\"{word}\"") };
    let is_game = word.parse::<HeapGame>().is_ok();
    let meant = match (nearest, path.as_str()) {
        (_, "sprague") if is_game => format!("games {typed}"),
        (_, "sprague") if word.parse::<Position>().is_ok() => format!("solve {typed}"),
        (_, "sprague misere") if is_game => format!("quotient {typed}"),
        (Some(name), _) => name.to_owned(),
        (None, "sprague") => return format!("`sprague` has no command `{word}`; --help lists them"),
        (None, _) => {
            let names: Vec<&str> = names().collect();
            return format!("`{path}` has no command `{word}`; it has {}", names.join(", "));
        }
    };
    format!("`{path}` has no command `{word}`; did you mean `{path} {meant}`?")
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
