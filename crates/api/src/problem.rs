//! Why a request was not answered: a status, a sentence, the column where a text went wrong, and the way out.

use http::StatusCode;
use sprague::graph::TooManyNodes;
use sprague::limits::TooLarge;
use sprague::notation::NotationError;
use sprague_picture::layout::LayoutError;
use sprague_tell::{ProblemCode, flags};

/// A refusal.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The status of the answer.
    pub status: StatusCode,
    /// What is the matter, in a sentence.
    pub message: String,
    column: Option<usize>,
    way_out: Option<String>,
}

impl Refusal {
    /// A refusal with this status.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), column: None, way_out: None }
    }

    /// Something in the request is wrong.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// There is no such thing.
    pub fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// The question is too large.
    pub fn too_large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Not now.
    pub fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message).way_out("try again in a moment")
    }

    /// What is the matter and what helps, in one line.
    pub fn line(&self) -> String {
        match &self.way_out {
            Some(way_out) => format!("{}: {way_out}", self.message),
            None => self.message.clone(),
        }
    }

    /// With what helps.
    #[must_use]
    pub fn way_out(self, text: impl Into<String>) -> Self {
        Self { way_out: Some(text.into()), ..self }
    }

    /// As it is told to who asked.
    pub fn document(&self) -> sprague_tell::Problem {
        let Self { status, message, column, way_out } = self.clone();
        sprague_tell::Problem { message: shortened(message), column, way_out, code: code(status) }
    }
}

/// A message that quotes what was asked is as long as that: its beginning and its end.
fn shortened(message: String) -> String {
    const BEGINNING: usize = 400;
    const END: usize = 100;
    let count = message.chars().count();
    if count <= BEGINNING + END {
        return message;
    }
    let beginning = message.chars().take(BEGINNING);
    beginning.chain(" … ".chars()).chain(message.chars().skip(count - END)).collect()
}

/// What kind of problem a status stands for.
const fn code(status: StatusCode) -> ProblemCode {
    match status {
        StatusCode::UNPROCESSABLE_ENTITY | StatusCode::PAYLOAD_TOO_LARGE | StatusCode::URI_TOO_LONG => {
            ProblemCode::TooLarge
        }
        StatusCode::NOT_FOUND => ProblemCode::Missing,
        StatusCode::FORBIDDEN | StatusCode::METHOD_NOT_ALLOWED => ProblemCode::Refused,
        StatusCode::CONFLICT => ProblemCode::Conflict,
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            ProblemCode::Busy
        }
        _ => ProblemCode::BadInput,
    }
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Self {
        // who reads this sits at a page, not at a terminal
        let message = error
            .message
            .replace("see `sprague games` for the names", "the gallery shows the games and their names");
        Self { column: Some(error.column), ..Self::bad(message) }
    }
}

impl From<TooLarge> for Refusal {
    fn from(refusal: TooLarge) -> Self {
        let way_out = "use smaller numbers, or ask the command `sprague`";
        Self::too_large(refusal.to_string()).way_out(match refusal.limits() {
            [] => way_out.to_owned(),
            limits => format!("{way_out} with a higher {}", flags(limits)),
        })
    }
}

impl From<TooManyNodes> for Refusal {
    fn from(refusal: TooManyNodes) -> Self {
        Self::too_large(refusal.to_string()).way_out("use a smaller position")
    }
}

impl From<LayoutError> for Refusal {
    fn from(error: LayoutError) -> Self {
        Self::too_large(error.to_string())
    }
}

/// What serde says of a number that cannot be read, as a sentence: "`to` must be a whole number from 0 on, not -5".
pub fn plain(text: &str) -> String {
    let whole = |name: &str, found: &str| {
        let name = if name.is_empty() { "a number".to_owned() } else { format!("`{name}`") };
        let found = if found.is_empty() { String::new() } else { format!(", not {found}") };
        format!("{name} must be a whole number from 0 on{found}")
    };
    let text = text.split(" at line ").next().unwrap_or(text);
    let (name, said) = text.split_once(": ").filter(|(name, _)| !name.contains(' ')).unwrap_or(("", text));
    let integer = ["u64", "usize", "u32", "a nonzero u64"];
    if let Some((found, wanted)) = said.split_once(", expected ")
        && let Some(found) =
            found.strip_prefix("invalid value: ").or_else(|| found.strip_prefix("invalid type: "))
        && integer.contains(&wanted)
    {
        let found = found.split('`').nth(1).unwrap_or_default();
        return whole(name, found);
    }
    match said {
        "invalid digit found in string" | "cannot parse integer from empty string" => whole(name, ""),
        "number too large to fit in target type" => {
            let name = if name.is_empty() { "a number" } else { name };
            format!("`{name}` is larger than any number that can be used here")
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Refusal, plain};

    #[test]
    fn a_message_that_quotes_much_is_cut_in_the_middle() {
        let told = |text: String| Refusal::bad(text).document().message;
        assert_eq!(told("unknown game `é`".to_owned()), "unknown game `é`");
        let long = told(format!("unknown game `{}`", "é".repeat(5000)));
        assert!(
            long.starts_with("unknown game `éé") && long.ends_with("éé`") && long.contains(" … "),
            "{long}"
        );
        assert_eq!(long.chars().count(), 503);
    }

    #[test]
    fn numbers_that_cannot_be_read_are_told_in_words() {
        for (text, words) in [
            (
                "to: invalid value: integer `-5`, expected u64 at line 1 column 42",
                "`to` must be a whole number from 0 on, not -5",
            ),
            ("row0: invalid digit found in string", "`row0` must be a whole number from 0 on"),
            (
                "row: invalid type: floating point `1.5`, expected usize at line 1 column 9",
                "`row` must be a whole number from 0 on, not 1.5",
            ),
            ("missing field `game` at line 1 column 2", "missing field `game`"),
        ] {
            assert_eq!(plain(text), words);
        }
    }
}
