//! A rule in the form that certificates give it.

use sprague::heap::{Condition, Rule, SizeSet};
use sprague_certificate as certificate;

/// The clauses one by one; the two forms differ in nothing but their types.
pub fn text(rule: &Rule) -> certificate::RuleText {
    let set = |set: &SizeSet| certificate::Set(set.ranges().to_vec());
    let moves = rule.clauses().iter().map(|clause| certificate::MoveText {
        take: set(&clause.take),
        leave: set(&clause.leave),
        condition: match clause.condition {
            Condition::Any => certificate::ConditionText::Any,
            Condition::NotAllEqual => certificate::ConditionText::NotAllEqual,
            Condition::Differ(least) => certificate::ConditionText::Differ(least),
        },
        on: set(&clause.on),
    });
    certificate::RuleText { moves: moves.collect() }
}
