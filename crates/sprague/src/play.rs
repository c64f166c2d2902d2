//! Who wins: outcomes and the two ways to end a game (theory 1.1).

use std::fmt;

use crate::nimber::Nimber;

/// How the game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(serde::Serialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Play {
    /// The player who cannot move loses.
    #[default]
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normal => "normal",
            Self::Misere => "misere",
        })
    }
}

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(serde::Serialize, schemars::JsonSchema))]
pub enum Outcome {
    /// The previous player: no move of the player to move helps.
    P,
    /// The next player: some move leads to a P-position.
    N,
    /// Nobody: both players can go on for ever (theory D.1).
    #[cfg_attr(feature = "schema", serde(rename = "draw"))]
    Draw,
}

impl Outcome {
    /// The outcome that belongs to a value, the misère value included (theory 1.3, 10.2).
    pub const fn of_value(value: Nimber) -> Self {
        if value.is_zero() { Self::P } else { Self::N }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::P => "P",
            Self::N => "N",
            Self::Draw => "draw",
        })
    }
}
