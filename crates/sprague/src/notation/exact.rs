//! Numbers on their way to a script: those that a double cannot hold exactly go as text.

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

/// A number, for `serialize_with`.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
pub fn one<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    Count(*number).serialize(serializer)
}

/// A number that may be missing.
#[allow(clippy::trivially_copy_pass_by_ref, clippy::ref_option, reason = "the signature that serde asks for")]
pub fn maybe<S: Serializer>(number: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    number.map(Count).serialize(serializer)
}

/// A list of numbers.
pub fn list<S: Serializer>(numbers: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().copied().map(Count))
}

/// Lists of numbers.
pub fn lists<S: Serializer>(lists: &[Vec<u64>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(lists.iter().map(|list| list.iter().copied().map(Count).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_a_double_are_text() {
        assert_eq!(serde_json::to_string(&Count(EXACT)).expect("a number"), "9007199254740991");
        assert_eq!(serde_json::to_string(&Count(EXACT + 1)).expect("a number"), "\"9007199254740992\"");
    }
}
