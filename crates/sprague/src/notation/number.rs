//! Natural numbers as people write them: `1000000`, `1_000_000`, `1e6` or `1E6`, `2^20`, `10k`, and `1,000,000` where no
//! list can be meant.

use super::{Cursor, NotationError};

/// The largest number of the notation, 2^63 - 1.
pub const LARGEST: u64 = i64::MAX as u64;

impl Cursor<'_> {
    /// Reads a number; `what` names it in the error, as in "a heap size".
    pub fn number(&mut self, what: &str) -> Result<u64, NotationError> {
        let start = self.column();
        let base = self.digits(what, start)?;
        let number = if self.eat('^') || self.rest().starts_with("**") && self.eat_str("**") {
            let exponent = self.digits("an exponent", start)?;
            u32::try_from(exponent).ok().and_then(|e| base.checked_pow(e))
        } else if matches!(self.peek(), Some('e' | 'E'))
            && self.peek_second().is_some_and(|c| c.is_ascii_digit())
        {
            self.advance();
            let exponent = self.digits("an exponent", start)?;
            let power = u32::try_from(exponent).ok().and_then(|e| 10u64.checked_pow(e));
            if base == 0 { Some(0) } else { power.and_then(|p| base.checked_mul(p)) }
        } else if matches!(self.peek(), Some('k' | 'K'))
            && !self.peek_second().is_some_and(char::is_alphanumeric)
        {
            self.advance();
            base.checked_mul(1000)
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

/// Reads a text that is one number, so that `1,000,000` can be nothing else; `what` names it in the error.
pub fn read_number(text: &str, what: &str) -> Result<u64, NotationError> {
    let mut groups = text.trim().split(',');
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit());
    let first = groups
        .next()
        .is_some_and(|first| (1..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_digit()));
    let joined: String;
    let text = if first && text.contains(',') && groups.all(is_group) {
        joined = text.replace(',', "");
        &joined
    } else {
        text
    };
    let mut cursor = Cursor::new(text);
    cursor.skip_spaces();
    let number = cursor.number(what)?;
    cursor.end().map(|()| number)
}

/// Reads a text that is a list of numbers, in brackets if one likes; `what` names one of them in the error.
pub fn read_numbers(text: &str, what: &str) -> Result<Vec<u64>, NotationError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_spaces();
    let bracket = [('[', ']'), ('(', ')'), ('{', '}')].into_iter().find(|&(open, _)| cursor.eat(open));
    let numbers = cursor.numbers(what)?;
    if let Some((_, close)) = bracket {
        cursor.require(close)?;
    }
    cursor.skip_spaces();
    if numbers.is_empty() || !cursor.rest().is_empty() {
        return Err(cursor.expected(what));
    }
    Ok(numbers)
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
    fn one_number_may_have_groups_of_digits() {
        for (text, number) in [("1,000", 1_000), ("12,345,678", 12_345_678), (" 7 ", 7), ("10k", 10_000)] {
            assert_eq!(read_number(text, "a number"), Ok(number), "{text}");
        }
        for text in ["1,00", "1,000,", ",000", "1000,000", "1,0000", "1, 000", "10kk", "k"] {
            assert!(read_number(text, "a number").is_err(), "{text}");
        }
    }

    #[test]
    fn all_ways_to_write_a_number() {
        assert_eq!(read("10k"), Ok(10_000));
        assert_eq!(read("2**20"), Ok(1 << 20));
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
