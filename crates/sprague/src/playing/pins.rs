//! Which heap games are played with rows of pins: a move knocks down neighbors, and what stands on either side of the
//! gap are the heaps that are left.

use crate::heap::{Condition, Rule};

/// Whether every move takes some tokens and leaves at most two heaps of any sizes, and some move leaves two.
pub fn is_game_of_neighbors(rule: &Rule) -> bool {
    let clauses = rule.clauses();
    let breaks = clauses.iter().any(|clause| clause.leave.contains(2));
    let plain = |least: Option<u64>, condition| least >= Some(1) && condition == Condition::Any;
    rule.is_two_part() && breaks && clauses.iter().all(|clause| plain(clause.take.least(), clause.condition))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_of_neighbors_have_pins() {
        let has_pins = |text: &str| is_game_of_neighbors(&text.parse().expect("a rule"));
        assert!(["0.77", "0.07", "0.137", "0.6", "0.007", "0.15"].into_iter().all(has_pins));
        let others = ["0.3...", "split(2, distinct)", "4.3...", "split(3)", "take(1..3)", "0.0"];
        assert!(!others.into_iter().any(has_pins));
    }
}
