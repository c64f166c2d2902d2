//! Why there is no answer: what is wrong, where, and what helps.

use schemars::JsonSchema;
use serde::Serialize;
use sprague::limits::{Limit, TooLarge};

/// What kind of problem it is; the command's exit code and the lab's status say the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// Something in the question cannot be read or is not allowed.
    BadInput,
    /// The question is larger than its limits.
    TooLarge,
    /// Nothing was proved.
    NotProved,
    /// A computation contradicts itself.
    SelfCheck,
    /// There is no such thing.
    Missing,
    /// The question may not be asked here, or not by this caller.
    Refused,
    /// The question does not fit the state of things.
    Conflict,
    /// Not now.
    Busy,
}

/// A problem in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// What is the matter, in a sentence.
    pub message: String,
    /// The column at which a text could not be read, counted from 1.
    pub column: Option<usize>,
    /// What helps.
    pub way_out: Option<String>,
    /// What kind of problem it is.
    pub code: ProblemCode,
}

/// The document that stands in place of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Problem")]
pub struct ProblemDocument {
    /// The problem.
    pub error: Problem,
}

/// The flags of the command that raise the limits in the way of an answer: `--max-steps and --max-positions`.
pub fn flags(limits: &[Limit]) -> String {
    let flag = |limit: &Limit| match limit {
        Limit::Positions => "--max-positions",
        Limit::Steps => "--max-steps",
        Limit::Answer => "--max-answer",
        Limit::Nodes => "--max-nodes",
    };
    limits.iter().map(flag).collect::<Vec<_>>().join(" and ")
}

/// What helps against a refusal.
pub fn raise(refusal: &TooLarge) -> Option<String> {
    let limits = refusal.limits();
    let which = match refusal {
        _ if limits.len() > 1 => "the limits",
        TooLarge::Undecided { .. } => "the limit of the search",
        _ => "it",
    };
    (!limits.is_empty()).then(|| format!("raise {which} with {}", flags(limits)))
}

/// Behind a refusal where a part of the answer is given: which flags let it go further, where some do.
pub fn goes_further(refusal: &TooLarge) -> String {
    match refusal.limits() {
        [] => ".".to_owned(),
        limits => format!("; {} lets it go further.", flags(limits)),
    }
}

/// The same text for those who ask by functions and not by the command: flags become arguments.
///
/// ```
/// use sprague_tell::in_arguments;
/// assert_eq!(in_arguments("raise it with --max-steps"), "raise it with steps=");
/// assert_eq!(in_arguments("see `sprague games` for the names"), "see `sp.games()` for the names");
/// ```
pub fn in_arguments(text: &str) -> String {
    const PHRASES: [(&str, &str); 4] = [
        (" (all of them with --json)", ""),
        (" more with --json)", " more)"),
        ("`sprague games`", "`sp.games()`"),
        ("; --help shows examples", ""),
    ];
    const FLAGS: [(&str, &str); 4] = [
        ("max-positions", "positions"),
        ("max-steps", "steps"),
        ("max-answer", "moves"),
        ("max-nodes", "nodes"),
    ];
    let mut text = PHRASES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let mut found = 0;
    while let Some(at) = text[found..].find("--").map(|at| found + at) {
        let rest = &text[at + 2..];
        let length = rest.find(|c: char| !(c.is_ascii_lowercase() || c == '-')).unwrap_or(rest.len());
        let is_flag = rest.starts_with(|c: char| c.is_ascii_lowercase())
            && (at == 0 || text[..at].ends_with([' ', '`', '(', '"']));
        found = at + 2 + length;
        if is_flag {
            let flag = &rest[..length];
            let name = FLAGS.iter().find(|(from, _)| *from == flag).map_or(flag, |&(_, to)| to);
            let argument = format!("{}=", name.replace('-', "_"));
            text.replace_range(at..found, &argument);
            found = at + argument.len();
        }
    }
    text
}
