//! A place in a text, moving forward only.

use super::NotationError;

/// A text and how far it has been read.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    rest: &'t str,
    column: usize,
    /// The steps that reading has taken beside going through the text.
    work: u64,
}

impl<'t> Cursor<'t> {
    /// Starts at the first character.
    pub const fn new(text: &'t str) -> Self {
        Self { rest: text, column: 1, work: 0 }
    }

    /// The column of the next character, from 1.
    pub const fn column(&self) -> usize {
        self.column
    }

    /// What has not been read yet.
    pub const fn rest(&self) -> &'t str {
        self.rest
    }

    /// The steps that understanding what was read has taken so far: a short rule can be much work.
    pub(crate) const fn work(&self) -> u64 {
        self.work
    }

    /// Counts further steps.
    pub(crate) const fn add_work(&mut self, steps: u64) {
        self.work = self.work.saturating_add(steps);
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// The character after the next.
    pub fn peek_second(&self) -> Option<char> {
        self.rest.chars().nth(1)
    }

    /// Moves past the next character, if there is one.
    pub fn advance(&mut self) {
        if let Some(c) = self.peek() {
            self.rest = &self.rest[c.len_utf8()..];
            self.column += 1;
        }
    }

    /// Moves past white space.
    pub fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.advance();
        }
    }

    /// Moves past `wanted` if it comes next.
    pub fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.advance();
        }
        found
    }

    /// Moves past the string `wanted`, letter case ignored, if it comes next.
    pub fn eat_str(&mut self, wanted: &str) -> bool {
        let found = self.rest.get(..wanted.len()).is_some_and(|s| s.eq_ignore_ascii_case(wanted));
        if found {
            self.rest = &self.rest[wanted.len()..];
            self.column += wanted.chars().count();
        }
        found
    }

    /// Skips spaces, then moves past `wanted` or fails.
    pub fn require(&mut self, wanted: char) -> Result<(), NotationError> {
        self.skip_spaces();
        if self.eat(wanted) { Ok(()) } else { Err(self.expected(&format!("`{wanted}`"))) }
    }

    /// Moves past the colon between a game, read since `start`, and its body. Where the body stands apart, or begins with
    /// a bracket, the colon may be missing or be written in another way: nothing else can stand there.
    pub(crate) fn colon(&mut self, start: &Self) -> Result<(), NotationError> {
        self.skip_spaces();
        let game = &start.rest[..start.rest.len() - self.rest.len()];
        let apart = game.ends_with(char::is_whitespace);
        if [':', '：', '='].into_iter().any(|mark| self.eat(mark)) {
            return Ok(());
        }
        match self.peek() {
            Some('[' | '{') => Ok(()),
            Some(c) if apart && !"+,;|()".contains(c) => Ok(()),
            _ => Err(self.expected("`:`")),
        }
    }

    /// Moves past `x` between the sides of a board, with spaces around it, where a number follows.
    pub(crate) fn times(&mut self) -> bool {
        let mut ahead = self.clone();
        ahead.skip_spaces();
        let apart = ahead.column > self.column;
        if !['x', 'X', '×'].into_iter().any(|mark| ahead.eat(mark)) {
            return false;
        }
        let close = ahead.clone();
        ahead.skip_spaces();
        let has_side = ahead.peek().is_some_and(|c| c.is_ascii_digit());
        match (has_side, apart) {
            (true, _) => *self = ahead,
            (false, false) => *self = close,
            (false, true) => return false,
        }
        true
    }

    /// Reads the longest run of characters that satisfy `belongs`.
    pub fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.column += run.chars().count();
        run
    }

    /// Reads items that begin with a digit, with spaces, commas, semicolons or `and` between them; there may be none.
    pub(crate) fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, NotationError>,
    ) -> Result<Vec<T>, NotationError> {
        let mut items = Vec::new();
        let mut last = self.clone();
        loop {
            let mut ahead = self.clone();
            ahead.skip_spaces();
            let mut comma = !items.is_empty() && (ahead.eat(',') || ahead.eat(';'));
            if comma {
                ahead.refuse_thousands(&last, self)?;
            }
            ahead.skip_spaces();
            if !items.is_empty() && ahead.eat_str("and ") {
                comma = true;
                ahead.skip_spaces();
            }
            if !comma && !ahead.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Ok(items);
            }
            last = ahead.clone();
            items.push(item(&mut ahead)?);
            *self = ahead;
        }
    }

    /// Refuses `1,000` in a list: one number, or 1 and 0.
    fn refuse_thousands(&self, first: &Self, before: &Self) -> Result<(), NotationError> {
        let digits = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let group = &self.rest[..digits];
        if digits == 3 && group.starts_with('0') {
            let number: u64 = group.parse().unwrap_or(0);
            let start = &first.rest[..first.rest.len() - before.rest.len()];
            return Err(first.error(format!(
                "`{start},{group}` may be one number or two: write `{start}{group}` or `{start} {number}`"
            )));
        }
        Ok(())
    }

    /// Reads numbers with spaces or commas between them, and the spaces behind them; `what` names one of them.
    pub(crate) fn numbers(&mut self, what: &str) -> Result<Vec<u64>, NotationError> {
        let numbers = self.list(|text| text.number(what))?;
        self.skip_spaces();
        Ok(numbers)
    }

    /// Reads items with commas between them, at least one, up to the closing bracket; `next` says what else could have
    /// followed an item.
    pub(crate) fn bracketed<T>(
        &mut self,
        close: char,
        next: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, NotationError>,
    ) -> Result<Vec<T>, NotationError> {
        let mut items = Vec::new();
        loop {
            self.skip_spaces();
            items.push(item(self)?);
            self.skip_spaces();
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(',') {
                return Err(self.expected(next));
            }
        }
    }

    /// Reads a number in parentheses, and returns the place where it stands with it.
    pub(crate) fn parameter(&mut self, what: &str) -> Result<(u64, Self), NotationError> {
        self.require('(')?;
        self.skip_spaces();
        let at = self.clone();
        let number = self.number(what)?;
        self.require(')')?;
        Ok((number, at))
    }

    /// Fails unless only white space is left.
    pub fn end(&mut self) -> Result<(), NotationError> {
        self.skip_spaces();
        if self.rest.is_empty() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// The error that something else was expected here.
    pub fn expected(&self, what: &str) -> NotationError {
        let found = match self.peek() {
            None => "the text ends".to_owned(),
            Some(c) if c.is_control() => format!("found {}", c.escape_default()),
            Some(c) => format!("found `{c}`"),
        };
        self.error(format!("expected {what}, {found}"))
    }

    /// An error at the next character.
    pub fn error(&self, message: impl Into<String>) -> NotationError {
        NotationError { column: self.column, message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_separated_by_spaces_or_commas() {
        let read = |text| Cursor::new(text).numbers("a heap size");
        assert_eq!(read(" 3, 5 0,2^4 "), Ok(vec![3, 5, 0, 16]));
        assert_eq!(read("  + nim: 3"), Ok(vec![]));
        assert_eq!(read("3, x").unwrap_err().column, 4);
    }
}
