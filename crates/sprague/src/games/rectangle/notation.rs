//! Reading and writing: `rectangle: 3x5 7x2x4`, a cuboid after the other, and `rectangle(diff>=D)` for other rules.

use std::fmt;

use super::{Cuboid, Rectangles};
use crate::notation::{Cursor, Notation, NotationError};

impl Rectangles {
    /// Reads `(diff>=D)`, or nothing, which is D = 1.
    pub fn read_parameters(text: &mut Cursor<'_>) -> Result<Self, NotationError> {
        let mut least_difference = 1;
        text.skip_spaces();
        if text.eat('(') {
            for word in ["diff", ">="] {
                text.skip_spaces();
                if !text.eat_str(word) {
                    return Err(text.expected(&format!("`{word}`, as in `rectangle(diff>=2)`")));
                }
            }
            text.skip_spaces();
            least_difference = text.number("the least difference of the parts")?;
            text.require(')')?;
        }
        Ok(Self { least_difference })
    }
}

impl fmt::Display for Rectangles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.least_difference {
            1 => f.write_str("rectangle"),
            least => write!(f, "rectangle(diff>={least})"),
        }
    }
}

impl Notation for Rectangles {
    fn read(&self, text: &mut Cursor<'_>) -> Result<Vec<Cuboid>, NotationError> {
        let mut position = Vec::new();
        loop {
            text.skip_spaces();
            if !text.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Ok(position);
            }
            let mut cuboid = Vec::new();
            loop {
                let at = text.clone();
                let side = text.number("the length of a side")?;
                if side == 0 {
                    return Err(at.error("a side has at least length 1"));
                }
                cuboid.push(side);
                if !text.eat_str("x") {
                    break;
                }
            }
            position.push(cuboid);
        }
    }

    fn write(&self, position: &Vec<Cuboid>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = |cuboid: &Cuboid| cuboid.iter().map(u64::to_string).collect::<Vec<_>>().join("x");
        f.write_str(&position.iter().map(sides).collect::<Vec<_>>().join(" "))
    }
}
