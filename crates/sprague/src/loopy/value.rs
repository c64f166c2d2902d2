//! What a position is worth in a sum where play may go on for ever (theory D.2).

use std::fmt;
use std::ops::Add;

use crate::nimber::Nimber;
use crate::play::Outcome;

/// A value in Smith's theory. The sum of two is that of theory D.3.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoopyValue {
    /// As much as this heap of Nim.
    Finite(Nimber),
    /// Play may go on for ever; moves lead to these numbers, in ascending order.
    Infinite(Vec<Nimber>),
}

impl LoopyValue {
    /// The number, if it is one.
    pub const fn finite(&self) -> Option<Nimber> {
        match self {
            Self::Finite(value) => Some(*value),
            Self::Infinite(_) => None,
        }
    }

    /// Who wins under normal play.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Finite(value) => Outcome::of_value(*value),
            Self::Infinite(reached) if reached.contains(&Nimber::ZERO) => Outcome::N,
            Self::Infinite(_) => Outcome::Draw,
        }
    }
}

impl From<Nimber> for LoopyValue {
    fn from(value: Nimber) -> Self {
        Self::Finite(value)
    }
}

impl Add for LoopyValue {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(a + b),
            (Self::Finite(a), Self::Infinite(mut reached))
            | (Self::Infinite(mut reached), Self::Finite(a)) => {
                for value in &mut reached {
                    *value += a;
                }
                reached.sort_unstable();
                Self::Infinite(reached)
            }
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(Vec::new()),
        }
    }
}

impl std::iter::Sum for LoopyValue {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::Finite(Nimber::ZERO), Add::add)
    }
}

/// `3`, or `∞{0,2}`.
impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(value) => write!(f, "{value}"),
            Self::Infinite(reached) => {
                let reached: Vec<String> = reached.iter().map(ToString::to_string).collect();
                write!(f, "∞{{{}}}", reached.join(","))
            }
        }
    }
}
