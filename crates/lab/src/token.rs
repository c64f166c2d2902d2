//! The secrets of one run of the server: 128 random bits each, new at every start.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long an address with a ticket can be opened.
const TICKET_TIME: Duration = Duration::from_secs(120);

/// A secret; comparing takes the same time wherever two differ.
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
        own.len() == sent.len()
            && black_box(own.iter().zip(sent).fold(0, |seen, (a, b)| black_box(seen | (a ^ b)))) == 0
    }
}

/// Tokens that can be used once and soon. The address that opens the browser carries one: it stands in the arguments of
/// a command, which other users of the machine can read.
#[derive(Default)]
pub struct Tickets(Mutex<Vec<(Instant, Token)>>);

impl Tickets {
    /// A new one.
    pub fn issue(&self) -> Result<Token, getrandom::Error> {
        let token = Token::fresh()?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((Instant::now(), token.clone()));
        Ok(token)
    }

    /// Whether this was sent, and can still be used.
    pub fn knows(&self, sent: &[u8]) -> bool {
        let tickets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.iter().any(|(issued, token)| issued.elapsed() < TICKET_TIME && token.matches(sent))
    }

    /// Uses a ticket up; false where there was none.
    pub fn redeem(&self, sent: &[u8]) -> bool {
        let mut tickets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.retain(|(issued, _)| issued.elapsed() < TICKET_TIME);
        let place = tickets.iter().position(|(_, token)| token.matches(sent));
        place.map(|place| tickets.swap_remove(place)).is_some()
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

    #[test]
    fn a_ticket_is_used_once() {
        let tickets = Tickets::default();
        let ticket = tickets.issue().expect("random");
        assert!(!tickets.redeem(b"") && tickets.knows(ticket.text().as_bytes()));
        assert!(tickets.redeem(ticket.text().as_bytes()));
        assert!(!tickets.redeem(ticket.text().as_bytes()) && !tickets.knows(ticket.text().as_bytes()));
    }
}
