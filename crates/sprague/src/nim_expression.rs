//! Expressions of nim-arithmetic, such as `5 * 7 + 3` or `sqrt(2) / (1 + 6^3)` (theory N.1).
//!
//! `+` is the nim-sum, also written `xor` or `⊕`; `*` is the nim-product, also `×` or `⊗`; `/` is the product with the
//! inverse; `^` is the power, whose exponent is an ordinary integer and may be negative. Powers bind tightest, then
//! products and quotients, then sums. `mex(0, 1, 3)` is the least number that is none of these. Numbers are plain
//! digits up to 2^64-1: `2^20` is a power here and no number.

use std::fmt;
use std::str::FromStr;

use crate::nimber::{Nimber, mex};
use crate::notation::{Cursor, NotationError};

/// An expression that was read, and what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimExpression {
    text: String,
    value: Nimber,
    steps: Steps,
}

/// What the last step of an expression was, as far as it can be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Steps {
    /// The nim-sum of plain numbers.
    Sum(Vec<Nimber>),
    /// The mex of these.
    Mex(Vec<Nimber>),
    #[default]
    Other,
}

/// Parentheses inside parentheses, at most.
const DEEPEST: usize = 200;

impl NimExpression {
    /// What it comes to.
    pub const fn value(&self) -> Nimber {
        self.value
    }

    /// The numbers, where it is a nim-sum of two or more plain numbers.
    pub fn summands(&self) -> Option<&[Nimber]> {
        if let Steps::Sum(summands) = &self.steps { Some(summands) } else { None }
    }

    /// The numbers in the parentheses, where the whole expression is a mex.
    pub fn mex_of(&self) -> Option<&[Nimber]> {
        if let Steps::Mex(numbers) = &self.steps { Some(numbers) } else { None }
    }
}

/// The expression, with one space around sums and products and none elsewhere.
impl fmt::Display for NimExpression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// ```
/// use sprague::{nim_expression::NimExpression, nimber::Nimber};
/// let expression: NimExpression = "5*7 xor 3".parse()?;
/// assert_eq!((expression.to_string().as_str(), expression.value()), ("5 * 7 + 3", Nimber(14)));
/// # Ok::<(), sprague::notation::NotationError>(())
/// ```
impl FromStr for NimExpression {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut reader =
            Reader { text: Cursor::new(text), written: String::new(), depth: 0, mex: Vec::new() };
        let value = reader.sum()?;
        reader.text.skip_spaces();
        if reader.text.rest().is_empty() {
            let plain: Option<Vec<Nimber>> =
                reader.written.split(" + ").map(|number| number.parse().map(Nimber).ok()).collect();
            let is_mex = reader.written.starts_with("mex(")
                && reader.written.find(')') == Some(reader.written.len() - 1);
            let steps = match plain.filter(|plain| plain.len() > 1) {
                Some(plain) => Steps::Sum(plain),
                None if is_mex => Steps::Mex(reader.mex),
                None => Steps::Other,
            };
            return Ok(Self { text: reader.written, value, steps });
        }
        Err(reader.text.expected("`+`, `*`, `/`, `^` or the end"))
    }
}

struct Reader<'t> {
    text: Cursor<'t>,
    /// The expression as it is written again.
    written: String,
    depth: usize,
    /// What the last mex was taken of.
    mex: Vec<Nimber>,
}

impl Reader<'_> {
    fn sum(&mut self) -> Result<Nimber, NotationError> {
        let mut sum = self.product()?;
        loop {
            self.text.skip_spaces();
            if !(self.text.eat('+') || self.text.eat('⊕') || self.text.eat_str("xor")) {
                return Ok(sum);
            }
            self.written.push_str(" + ");
            sum += self.product()?;
        }
    }

    fn product(&mut self) -> Result<Nimber, NotationError> {
        let mut product = self.power()?;
        loop {
            self.text.skip_spaces();
            if self.text.eat('*') || self.text.eat('×') || self.text.eat('⊗') {
                self.written.push_str(" * ");
                product *= self.power()?;
            } else if self.text.eat('/') {
                self.written.push_str(" / ");
                self.text.skip_spaces();
                let divisor = self.text.clone();
                let inverse = self.power()?.inverse();
                product *= inverse.ok_or_else(|| divisor.error("this is 0, and 0 has no inverse"))?;
            } else {
                return Ok(product);
            }
        }
    }

    fn power(&mut self) -> Result<Nimber, NotationError> {
        self.text.skip_spaces();
        let start = self.text.clone();
        let base = self.atom()?;
        self.text.skip_spaces();
        if !self.text.eat('^') {
            return Ok(base);
        }
        self.text.skip_spaces();
        let negative = self.text.eat('-');
        let exponent = self.number("the exponent, an ordinary integer such as 3 or -1")?;
        self.text.skip_spaces();
        if self.text.peek() == Some('^') {
            return Err(self.text.error("write parentheses: `(a^b)^c` is a power of a power"));
        }
        self.written.push_str(if negative { "^-" } else { "^" });
        self.written.push_str(&exponent.to_string());
        if !negative {
            return Ok(base.power(exponent));
        }
        match base.inverse() {
            Some(inverse) => Ok(inverse.power(exponent)),
            None => Err(start.error("this is 0, and 0 has no inverse")),
        }
    }

    /// The numbers of a mex, after its opening parenthesis; there may be none.
    fn mex(&mut self) -> Result<Nimber, NotationError> {
        let mut numbers = Vec::new();
        self.text.skip_spaces();
        while !self.text.eat(')') {
            if !numbers.is_empty() {
                if !self.text.eat(',') {
                    return Err(self.text.expected("`,` and another number, or `)`"));
                }
                self.written.push_str(", ");
            }
            numbers.push(self.sum()?);
            self.text.skip_spaces();
        }
        self.written.push(')');
        let value = mex(numbers.iter().copied());
        self.mex = numbers;
        Ok(value)
    }

    fn atom(&mut self) -> Result<Nimber, NotationError> {
        self.text.skip_spaces();
        let start = self.text.clone();
        if self.text.eat_str("mex") {
            self.text.skip_spaces();
            if !self.text.eat('(') {
                return Err(self.text.expected("`(`, as in `mex(0, 1, 3)`"));
            }
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(start.error(format!("more than {DEEPEST} parentheses inside one another")));
            }
            self.written.push_str("mex(");
            let value = self.mex()?;
            self.depth -= 1;
            return Ok(value);
        }
        let root = self.text.eat_str("sqrt") || self.text.eat('√');
        if root {
            self.written.push_str("sqrt");
            self.text.skip_spaces();
            if self.text.peek() != Some('(') {
                return Err(self.text.expected("`(`, as in `sqrt(2)`"));
            }
        }
        if self.text.eat('(') {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(start.error(format!("more than {DEEPEST} parentheses inside one another")));
            }
            self.written.push('(');
            let inside = self.sum()?;
            self.text.skip_spaces();
            if !self.text.eat(')') {
                return Err(self.text.expected("`+`, `*`, `/`, `^` or `)`"));
            }
            self.written.push(')');
            self.depth -= 1;
            return Ok(if root { inside.square_root() } else { inside });
        }
        let number = self.number("a number, `(`, `sqrt(` or `mex(`")?;
        self.written.push_str(&number.to_string());
        Ok(Nimber(number))
    }

    /// Plain digits.
    fn number(&mut self, what: &str) -> Result<u64, NotationError> {
        let start = self.text.clone();
        let digits = self.text.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Err(start.expected(what));
        }
        digits.parse().map_err(|_| start.error("this is more than 2^64-1, the largest number of the field"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> u64 {
        text.parse::<NimExpression>().unwrap().value().0
    }

    #[test]
    fn products_bind_tighter_than_sums_and_powers_tighter_than_products() {
        assert_eq!(value("5 * 7 + 3"), 14);
        assert_eq!(value("3 + 5*7"), 14);
        assert_eq!(value("(5 xor 3) * 7"), (Nimber(6) * Nimber(7)).0);
        assert_eq!(value("2 * 2^3"), (Nimber(2) * Nimber(2).power(3)).0);
        assert_eq!(value("1/2/2"), value("2^-2"));
        assert_eq!(value("sqrt(5)^2"), 5);
        assert_eq!(value("0^0"), 1);
        assert_eq!(value("18446744073709551615^18446744073709551615"), 1);
    }

    #[test]
    fn a_mex_is_the_least_number_that_is_missing() {
        for (text, expected, written) in [
            ("mex()", 0, "mex()"),
            ("mex( 0,1 , 3 )", 2, "mex(0, 1, 3)"),
            ("mex(1, 2)", 0, "mex(1, 2)"),
            ("mex(0, 0, 2 + 3, mex(0))", 2, "mex(0, 0, 2 + 3, mex(0))"),
            ("mex(0) * 5 + 3", 6, "mex(0) * 5 + 3"),
        ] {
            let expression: NimExpression = text.parse().unwrap();
            assert_eq!((expression.value().0, expression.to_string().as_str()), (expected, written));
        }
        let steps = |text: &str| text.parse::<NimExpression>().unwrap();
        assert_eq!(steps("mex(0,1,3)").mex_of(), Some(&[0, 1, 3].map(Nimber)[..]));
        assert_eq!(steps("13 + 11").summands(), Some(&[13, 11].map(Nimber)[..]));
        for other in ["mex(0) + mex(1)", "(13 + 11)", "2 * 3 + 1", "13"] {
            assert_eq!((steps(other).mex_of(), steps(other).summands()), (None, None), "{other}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let read = |text: &str| text.parse::<NimExpression>().unwrap();
        let one = read(" 5⊗7⊕( 3 ) / sqrt( 2 ) xor 9 ^ -2");
        assert_eq!(one.to_string(), "5 * 7 + (3) / sqrt(2) + 9^-2");
        assert_eq!(read(&one.to_string()), one);
    }

    #[test]
    fn errors_name_the_column() {
        for (text, column) in [
            ("", 1),
            ("5 +", 4),
            ("5 * * 7", 5),
            ("(5", 3),
            ("5)", 2),
            ("5 7", 3),
            ("4 / 0", 5),
            ("4 / (3 + 3)", 5),
            ("0^-1", 1),
            ("2^x", 3),
            ("2^3^2", 4),
            ("sqrt 2", 6),
            ("18446744073709551616", 1),
            ("-1", 1),
            ("2^99999999999999999999", 3),
        ] {
            assert_eq!(text.parse::<NimExpression>().unwrap_err().column, column, "{text}");
        }
        assert!("(".repeat(100_000).parse::<NimExpression>().is_err());
        assert_eq!(value(&format!("{}7{}", "(".repeat(200), ")".repeat(200))), 7);
    }
}
