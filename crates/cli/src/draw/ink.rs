//! What the terminal can show: Unicode or ASCII characters, colors or none.

use std::env;
use std::io::{IsTerminal, stdout};

/// The characters to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    Unicode,
    Ascii,
}

/// Whether to color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    Plain,
    Ansi,
}

/// What a piece of text is, which gives it its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Stones, pins and coins.
    Piece,
    /// Empty squares, fallen pins, numbers of places.
    Faint,
    /// The poison.
    Danger,
    /// The owner of a nearly disjunctive sum; a hint.
    Mark,
    /// Names of players, results.
    Strong,
}

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub struct Ink {
    pub characters: Characters,
    pub colors: Colors,
}

impl Ink {
    /// What the environment asks for: Unicode where the locale is UTF-8, colors on a terminal unless `NO_COLOR` is set.
    pub fn of_environment() -> Self {
        let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
        let locale = locale.to_ascii_lowercase();
        let unicode = locale.contains("utf-8") || locale.contains("utf8");
        let dumb = set("TERM").is_none_or(|terminal| terminal == "dumb");
        let colored = stdout().is_terminal() && set("NO_COLOR").is_none() && !dumb;
        Self {
            characters: if unicode { Characters::Unicode } else { Characters::Ascii },
            colors: if colored { Colors::Ansi } else { Colors::Plain },
        }
    }

    /// The text in the color of its tone.
    pub fn paint(self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Piece => "36",
            Tone::Faint => "2",
            Tone::Danger => "1;31",
            Tone::Mark => "33",
            Tone::Strong => "1",
        };
        match self.colors {
            Colors::Plain => text.to_owned(),
            Colors::Ansi => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }

    /// One of two ways to write the same.
    pub const fn pick(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        match self.characters {
            Characters::Unicode => unicode,
            Characters::Ascii => ascii,
        }
    }

    /// A stone, a coin.
    pub const fn stone(self) -> &'static str {
        self.pick("●", "o")
    }

    /// What stands for something left out.
    pub const fn dots(self) -> &'static str {
        self.pick("…", "...")
    }
}

#[cfg(test)]
impl Ink {
    pub const UNICODE: Self = Self { characters: Characters::Unicode, colors: Colors::Plain };
    pub const ASCII: Self = Self { characters: Characters::Ascii, colors: Colors::Plain };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_is_an_escape_around_the_text_and_nothing_else() {
        let colored = Ink { colors: Colors::Ansi, ..Ink::UNICODE };
        assert_eq!(colored.paint(Tone::Danger, "x"), "\x1b[1;31mx\x1b[0m");
        assert_eq!(Ink::ASCII.paint(Tone::Danger, "x"), "x");
    }
}
