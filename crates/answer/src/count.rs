//! Numbers on their way to the page: those that a double cannot hold exactly go as text.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// The largest integer that a script counts exactly, 2^53 - 1.
const EXACT: u64 = (1 << 53) - 1;

/// A heap size, square, side or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub u64);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= EXACT { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A heap size, square, side or value: a number up to 2^53-1, text of digits beyond",
            "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+$"}],
        })
    }
}

/// A list of them.
pub fn counts(numbers: &[u64]) -> Vec<Count> {
    numbers.iter().copied().map(Count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_a_double_are_text() {
        let text = |number| serde_json::to_string(&Count(number)).expect("a number");
        assert_eq!(text(EXACT), "9007199254740991");
        assert_eq!(text(EXACT + 1), "\"9007199254740992\"");
    }
}
