//! A small SVG writer: elements, attributes, paths, and an estimate of the width of text.
//!
//! Elements are closed by construction, since their content is written by a closure. All text and attribute values are
//! escaped, and characters that XML forbids are replaced, so that any label makes a well-formed file. The reader's
//! fonts are not known, so widths are upper estimates, taken from the widest of the common sans fonts.

use std::fmt::{self, Display, Write};

/// The fonts of all pictures: what the system uses for its own text.
pub const FONTS: &str = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/// The attributes of an element in the order in which they are written.
pub type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

/// An SVG document in the making.
#[derive(Clone, Debug, Default)]
pub struct Svg {
    text: String,
}

impl Svg {
    /// A document of the given size in pixels, with a title for screen readers.
    ///
    /// ```
    /// use sprague_picture::svg::Svg;
    /// let picture = Svg::document(20.0, 10.5, "P & N", |svg| svg.empty("circle", &[("r", &5)]));
    /// assert!(picture.contains(r#"viewBox="0 0 20 10.5""#) && picture.contains("<title>P &amp; N</title>"));
    /// ```
    pub fn document(width: f64, height: f64, title: &str, content: impl FnOnce(&mut Self)) -> String {
        let mut svg = Self::default();
        let view = format!("0 0 {} {}", Number(width), Number(height));
        let attributes: Attributes = &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("width", &Number(width)),
            ("height", &Number(height)),
            ("viewBox", &view),
            ("role", &"img"),
            ("font-family", &FONTS),
        ];
        svg.element("svg", attributes, |svg| {
            svg.text("title", &[], title);
            content(svg);
        });
        svg.text
    }

    /// An element with content.
    pub fn element(&mut self, name: &str, attributes: Attributes, content: impl FnOnce(&mut Self)) {
        self.tag(name, attributes, ">\n");
        content(self);
        self.push(format_args!("</{name}>\n"));
    }

    /// An element without content.
    pub fn empty(&mut self, name: &str, attributes: Attributes) {
        self.tag(name, attributes, "/>\n");
    }

    /// An element that holds text.
    pub fn text(&mut self, name: &str, attributes: Attributes, text: &str) {
        self.tag(name, attributes, ">");
        self.push(format_args!("{}</{name}>\n", Escaped(text)));
    }

    fn tag(&mut self, name: &str, attributes: Attributes, end: &str) {
        self.push(format_args!("<{name}"));
        for (key, value) in attributes {
            let value = value.to_string();
            self.push(format_args!(" {key}=\"{}\"", Escaped(&value)));
        }
        self.text.push_str(end);
    }

    fn push(&mut self, text: fmt::Arguments) {
        self.text.write_fmt(text).expect("writing to a string does not fail");
    }
}

/// A coordinate: at most two places after the point, no more than needed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns a negative zero into zero.
        let rounded = (self.0 * 100.0).round() / 100.0 + 0.0;
        if rounded.is_finite() { write!(f, "{rounded}") } else { f.write_str("0") }
    }
}

/// Text in which XML's special characters are written as entities and forbidden ones as U+FFFD.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                    f.write_char('\u{fffd}')?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// The `d` attribute of a path.
#[derive(Clone, Debug, Default)]
pub struct Path(String);

impl Path {
    /// Starts a new line.
    pub fn move_to(&mut self, x: f64, y: f64) {
        self.push('M', &[x, y]);
    }

    /// A straight line.
    pub fn line_to(&mut self, x: f64, y: f64) {
        self.push('L', &[x, y]);
    }

    /// A line between two points.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.move_to(from.0, from.1);
        self.line_to(to.0, to.1);
    }

    /// A closed line through these corners.
    pub fn polygon(&mut self, corners: &[(f64, f64)]) {
        for (index, &corner) in corners.iter().enumerate() {
            self.push(if index == 0 { 'M' } else { 'L' }, &[corner.0, corner.1]);
        }
        self.close();
    }

    /// A curve from (`x0`, `y0`), where the path must be, to (`x1`, `y1`) that is vertical at both ends.
    pub fn bend(&mut self, (x0, y0): (f64, f64), (x1, y1): (f64, f64)) {
        let middle = f64::midpoint(y0, y1);
        self.push('C', &[x0, middle, x1, middle, x1, y1]);
    }

    /// A cubic curve from where the path is.
    pub fn curve(&mut self, near: (f64, f64), far: (f64, f64), to: (f64, f64)) {
        self.push('C', &[near.0, near.1, far.0, far.1, to.0, to.1]);
    }

    /// Back to the start of the line.
    pub fn close(&mut self) {
        self.0.push('Z');
    }

    fn push(&mut self, command: char, numbers: &[f64]) {
        self.0.push(command);
        for (index, &number) in numbers.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(self.0, "{space}{}", Number(number)).expect("writing to a string does not fail");
        }
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A width in pixels that the text does not exceed in the usual sans fonts, regular or bold.
pub fn text_width(text: &str, font_size: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.4,
        '(' | ')' | '[' | ']' | 'f' | 't' | 'r' | '/' | '-' => 0.5,
        '+' | '=' | '<' | '>' | 'w' => 0.86,
        'm' | 'M' | 'W' | '%' | '@' => 1.05,
        '0'..='9' | 'a'..='z' | '*' | '_' => 0.7,
        'A'..='Z' => 0.82,
        c if c.is_ascii() => 0.86,
        _ => 1.05,
    };
    text.chars().map(em).sum::<f64>() * font_size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [1.0, 0.125, -0.001, 1234.5, f64::NAN, f64::INFINITY].map(|x| Number(x).to_string());
        assert_eq!(written, ["1", "0.13", "0", "1234.5", "0", "0"]);
    }

    #[test]
    fn forbidden_characters_do_not_reach_the_file() {
        assert_eq!(Escaped("<a b=\"&\">\u{1}\n").to_string(), "&lt;a b=&quot;&amp;&quot;&gt;\u{fffd}\n");
    }

    #[test]
    fn paths_are_written_in_full() {
        let mut path = Path::default();
        path.move_to(1.0, 2.0);
        path.bend((1.0, 2.0), (5.0, 4.0));
        path.line_to(5.0, 6.5);
        path.close();
        assert_eq!(path.to_string(), "M1 2C1 3 5 3 5 4L5 6.5Z");
    }
}
