//! Natural numbers as people write them: `1000000`, `1_000_000`, `1e6` or `1E6`, `2^20`.

use super::{Cursor, NotationError};

/// The largest number of the notation, 2^63 - 1.
pub const LARGEST: u64 = i64::MAX as u64;

impl Cursor<'_> {
    /// Reads a number; `what` names it in the error, as in "a heap size".
    pub fn number(&mut self, what: &str) -> Result<u64, NotationError> {
        let start = self.column();
        let base = self.digits(what, start)?;
        let number = if self.eat('^') {
            let exponent = self.digits("an exponent", start)?;
            u32::try_from(exponent).ok().and_then(|e| base.checked_pow(e))
        } else if matches!(self.peek(), Some('e' | 'E'))
            && self.peek_second().is_some_and(|c| c.is_ascii_digit())
        {
            self.advance();
            let exponent = self.digits("an exponent", start)?;
            let power = u32::try_from(exponent).ok().and_then(|e| 10u64.checked_pow(e));
            if base == 0 { Some(0) } else { power.and_then(|p| base.checked_mul(p)) }
        } else {
            Some(base)
        };
        match number {
            Some(n) if n <= LARGEST => Ok(n),
            _ => Err(too_large(start)),
        }
    }

    fn digits(&mut self, what: &str, start: usize) -> Result<u64, NotationError> {
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.expected(what));
        }
        let mut number = 0u64;
        loop {
            match self.peek() {
                Some(c) if c.is_ascii_digit() => {
                    let digit = u64::from(c as u8 - b'0');
                    number = number
                        .checked_mul(10)
                        .and_then(|n| n.checked_add(digit))
                        .filter(|&n| n <= LARGEST)
                        .ok_or_else(|| too_large(start))?;
                    self.advance();
                }
                Some('_') if self.peek_second().is_some_and(|c| c.is_ascii_digit()) => self.advance(),
                _ => return Ok(number),
            }
        }
    }
}

fn too_large(column: usize) -> NotationError {
    NotationError { column, message: format!("the number is too large: at most 2^63-1 = {LARGEST}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<u64, NotationError> {
        let mut cursor = Cursor::new(text);
        let number = cursor.number("a number")?;
        cursor.end()?;
        Ok(number)
    }

    #[test]
    fn all_ways_to_write_a_number() {
        assert_eq!(read("1000000"), Ok(1_000_000));
        assert_eq!(read("1_000_000"), Ok(1_000_000));
        assert_eq!(read("16e8"), Ok(1_600_000_000));
        assert_eq!(read("1E6"), Ok(1_000_000));
        assert_eq!(read("2^20"), Ok(1 << 20));
        assert_eq!(read("9223372036854775807"), Ok(LARGEST));
        assert_eq!(read("0e99"), Ok(0));
    }

    #[test]
    fn numbers_that_are_too_large_or_none() {
        for text in ["9223372036854775808", "2^63", "1e19", "10^999999999999", "99999999999999999999999"] {
            assert_eq!(read(text).unwrap_err().column, 1, "{text}");
        }
        for (text, column) in [("", 1), ("x", 1), ("1e", 2), ("2^", 3), ("1_", 2), ("-1", 1)] {
            assert_eq!(read(text).unwrap_err().column, column, "{text}");
        }
    }
}
