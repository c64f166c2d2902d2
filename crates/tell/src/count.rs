//! How many positions of M heaps the previous player wins, and how many the next.

use std::borrow::Cow;
use std::fmt::Write as _;

use num_bigint::BigUint;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use sprague::counting::{CountGround, HeapChoice, Order, PositionCount, Uncountable, count};
use sprague::heap::HeapGame;
use sprague::limits::Limits;
use sprague::notation::exact;
use sprague::play::Play;

use crate::Told;

crate::document::documents! {
    CountDocument = "count"
}

/// The positions of a game with so many heaps.
pub struct CountQuestion<'g> {
    /// The game.
    pub game: &'g HeapGame,
    /// How many heaps, of which sizes, and which choices of them are different.
    pub choice: HeapChoice,
    /// How the game ends.
    pub play: Play,
}

/// How many positions there are, by who wins them.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CountDocument {
    /// The game.
    pub game: String,
    /// How many heaps a position has.
    pub heaps: u64,
    /// The least size of a heap.
    pub from: u64,
    /// The greatest size.
    pub to: u64,
    /// Which choices of heaps are different positions: "unordered", "ordered" or "distinct".
    pub order: &'static str,
    /// How the game ends.
    pub play: Play,
    /// How many the previous player wins.
    pub p: Big,
    /// How many the next player wins.
    pub n: Big,
    /// How many winning moves they have together; null where their options are too many to list.
    pub winning_moves: Option<Big>,
    /// Whether a theorem gives the classes of heaps of all these sizes; otherwise they were computed one by one.
    pub proved: bool,
}

/// A count of any size.
#[derive(Clone, Debug)]
pub struct Big(pub BigUint);

impl Serialize for Big {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(number) => exact::one(&number, serializer),
            Err(_) => serializer.collect_str(&self.0),
        }
    }
}

impl JsonSchema for Big {
    fn schema_name() -> Cow<'static, str> {
        exact::Count::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        exact::Count::json_schema(generator)
    }
}

impl CountQuestion<'_> {
    /// The counts, or why there are none.
    pub fn answer(&self, limits: &Limits) -> Result<Told<CountDocument>, Uncountable> {
        let found = count(self.game, &self.choice, self.play, limits)?;
        let text = self.text(&found);
        let (from, to) = (*self.choice.sizes.start(), *self.choice.sizes.end());
        let document = CountDocument {
            game: self.game.to_string(),
            heaps: self.choice.heaps,
            from,
            to,
            order: self.choice.order.name(),
            play: self.play,
            proved: found.ground.is_proved(),
            p: Big(found.previous),
            n: Big(found.next),
            winning_moves: found.winning_moves.map(Big),
        };
        Ok(Told::new(document, text))
    }

    fn text(&self, found: &PositionCount) -> String {
        let HeapChoice { heaps, sizes, order } = &self.choice;
        let heaps = if *heaps == 1 { "1 heap".to_owned() } else { format!("{heaps} heaps") };
        let order = match order {
            Order::Unordered => "in any order",
            Order::Ordered => "in a row",
            Order::Distinct => "no two equal, in any order",
        };
        let play = if self.play == Play::Misere { " under misère play" } else { "" };
        let (previous, next) = (found.previous.to_string(), found.next.to_string());
        let width = previous.len().max(next.len());
        let mut text = format!(
            "{}: positions of {heaps} of {} to {} tokens, {order}{play}\n",
            self.game,
            sizes.start(),
            sizes.end()
        );
        let _ = writeln!(text, "  P-positions  {previous:>width$}");
        let _ = write!(text, "  N-positions  {next:>width$}");
        if let Some(moves) = &found.winning_moves {
            let _ = write!(text, "  with {moves} winning moves together");
        }
        let _ = match &found.ground {
            CountGround::Values(ground) => {
                write!(text, "\nCounted by theory C.1 from the nim-values of the heaps: {ground}.\n")
            }
            CountGround::Quotient { order, period } => {
                let reach = period.map_or_else(
                    || format!("heaps to {}", sizes.end()),
                    |found| format!("period {} from heap {}", found.period, found.preperiod),
                );
                write!(text, "\nCounted by theory C.2 in the misère quotient of order {order}: {reach}.\n")
            }
        };
        text
    }
}
