//! A rule in the form that certificates give it.

use sprague::heap::{Condition, Rule, SizeSet};
use sprague_certificate as certificate;

/// The clauses one by one; the two forms differ in nothing but their types. Amounts by name have no text.
pub fn text(rule: &Rule) -> Result<certificate::RuleText, String> {
    let clauses = rule
        .plain()
        .ok_or("the format has a place for ranges alone, not for sets by name or by the size of the heap")?;
    let set = |set: &SizeSet| certificate::Set(set.ranges().to_vec());
    let moves = clauses.iter().map(|clause| certificate::MoveText {
        take: set(&clause.take),
        leave: set(&clause.leave),
        condition: match clause.condition {
            Condition::Any => certificate::ConditionText::Any,
            Condition::NotAllEqual => certificate::ConditionText::NotAllEqual,
            Condition::Differ(least) => certificate::ConditionText::Differ(least),
        },
        on: set(&clause.on),
    });
    Ok(certificate::RuleText { moves: moves.collect() })
}
