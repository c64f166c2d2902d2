//! The secret that a request must show before it changes anything: 128 random bits, new at every start.

use std::fmt::Write;

/// A token; comparing takes the same time wherever two differ.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A fresh one.
    pub fn fresh() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        let mut text = String::with_capacity(32);
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// The token as it is sent.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether this is what was sent.
    pub fn matches(&self, sent: &[u8]) -> bool {
        let own = self.0.as_bytes();
        own.len() == sent.len() && own.iter().zip(sent).fold(0, |seen, (a, b)| seen | (a ^ b)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_match_themselves_only() {
        let (a, b) = (Token::fresh().expect("random"), Token::fresh().expect("random"));
        assert_eq!(a.text().len(), 32);
        assert!(a.matches(a.text().as_bytes()) && !a.matches(b.text().as_bytes()) && !a.matches(b""));
    }
}
