//! Answers in words: who wins, why, and what each value rests on, with the number of the statement.

use std::fmt;

use super::{Answer, Component, Ground, MisereGround, MisereProduct, Note};
use crate::nimber::Nimber;
use crate::play::{Outcome, Play};
use crate::theorem::Theorem;

impl Answer {
    /// One line: who wins, and the value.
    pub fn headline(&self) -> String {
        let who = match self.outcome {
            Outcome::N => "N-position: the player to move wins",
            Outcome::P => "P-position: the player who just moved wins",
        };
        match (self.play, self.value, self.misere_value) {
            (Play::Normal, Some(value), _) => format!("{who}. Value {value}."),
            (Play::Normal, None, _) => format!("{who}. The value is out of reach; the outcome is not."),
            (Play::Misere, _, Some(value)) => format!("{who} under misère play. Misère value {value}."),
            (Play::Misere, _, None) => format!("{who} under misère play."),
        }
    }

    /// Why that is so, in a sentence or two.
    pub fn reason(&self) -> String {
        match (self.play, self.theorem) {
            (Play::Normal, _) if self.components.is_empty() => {
                "No move is left: the player to move has lost (theory 1.1).".to_owned()
            }
            (Play::Normal, _) => self.reason_of_values(),
            (Play::Misere, Some(theorem)) => match &self.product {
                Some(product) => self.reason_of_product(product, theorem),
                None => format!("By the theorem on {theorem}."),
            },
            (Play::Misere, None) => format!(
                "Found by searching {}; under misère play the values of the components do not decide (theory M.1).",
                counted(self.searched, "sum")
            ),
        }
    }

    fn reason_of_product(&self, product: &MisereProduct, theorem: Theorem) -> String {
        let (whole, ground) = (&product.product, &product.ground);
        let is_p = self.outcome == Outcome::P;
        match ground {
            MisereGround::Tame { .. } => {
                let rule = "a sum of tame heaps is P if some heap is firm and the nim-sum is 0, or all are fickle and it is 1";
                format!("The sum is {whole}, and {rule}. It rests on: {ground}; {theorem}.")
            }
            MisereGround::Quotient { .. } => {
                let portion = if is_p { "is in the P-portion" } else { "is not in the P-portion" };
                format!(
                    "The product of the values is {whole}, which {portion}. It rests on: {ground}; {theorem}."
                )
            }
        }
    }

    fn reason_of_values(&self) -> String {
        let single = self.components.len() == 1;
        match (self.outcome, self.deciding_bit()) {
            (Outcome::P, _) if single => {
                "The value is 0: every move leads to a position of another value, an N-position (theory 1.3)."
                    .to_owned()
            }
            (Outcome::P, _) => {
                "The nim-sum is 0: every move changes the value of one component, so it leaves a \
                 nim-sum that is not 0, and the other player makes it 0 again (theory 1.6)."
                    .to_owned()
            }
            (Outcome::N, Some(_)) if single => {
                "The value is not 0, so some option has value 0, and moving there wins (theory 1.3)."
                    .to_owned()
            }
            (Outcome::N, Some(bit)) => {
                let mut names: Vec<String> = self.carriers(bit).map(|c| c.term.to_string()).collect();
                names.dedup();
                let total = self.value.unwrap_or_default();
                format!(
                    "The top bit of the nim-sum {total} is {}; it is set in {}. Moving one of these to its value \
                     nim-plus {total}, which is smaller, makes the nim-sum 0 (theory 1.8).",
                    1u64 << bit,
                    names.join(" and in "),
                )
            }
            (Outcome::N, None) => "Some move leads to a P-position (theory 1.1).".to_owned(),
        }
    }

    /// The place of the top bit of the nim-sum, which tells the components that have winning moves (theory 1.8).
    pub fn deciding_bit(&self) -> Option<u32> {
        self.value.and_then(Nimber::top_bit)
    }

    /// The components whose value has this bit.
    pub fn carriers(&self, bit: u32) -> impl Iterator<Item = &Component> {
        self.components.iter().filter(move |c| c.evaluation.value.is_some_and(|value| value.has_bit(bit)))
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Theorem(theorem) => write!(f, "{theorem}"),
            Self::Period { period, theorem } => write!(f, "{}, proved by {theorem}", period.in_short()),
            Self::Sequence { to } => write!(f, "computed sequence to heap {to}"),
            Self::Search { positions } => write!(f, "search of {}", counted(*positions, "position")),
            Self::Table => f.write_str("table of all smaller positions"),
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LongestOptimalGame(moves) => {
                let moves = counted(*moves, "move");
                write!(f, "The longest game in which whoever can win plays to win has {moves} (theory 2.4).")
            }
            Self::ZeroTriples { total, triples } => write!(
                f,
                "With {total} counters in three heaps, {triples} ordered triples are P-positions (theory 2.5)."
            ),
        }
    }
}

/// A number of things, one of them in the singular.
fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number = number.into();
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
