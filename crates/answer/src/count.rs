//! Numbers for the page: those that a double cannot hold exactly are sent as text.

pub use sprague::notation::exact::Count;

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
        assert_eq!(text((1 << 53) - 1), "9007199254740991");
        assert_eq!(text(1 << 53), "\"9007199254740992\"");
    }
}
