//! SVG to PNG, with the fonts of the machine. Each unit of the picture becomes two pixels, so that text stays sharp.
//!
//! What is read is what [`Svg`](crate::svg::Svg) writes for the pictures of this crate: groups, paths of straight lines
//! and curves, rectangles, circles, text and images of cells. An element that none of them has is an error, not left out.

use std::collections::HashMap;

use tiny_skia::{
    Color, FillRule, FilterQuality, LineCap, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke,
    StrokeDash, Transform,
};

use crate::fonts::{Fonts, Weight};
use crate::image::bytes_of_base64;

const SCALE: f32 = 2.0;

/// Turns pictures into pixels.
pub struct Painter {
    fonts: Fonts,
}

impl Painter {
    /// Finds the fonts; none is a refusal, for the numbers at the axes would be missing.
    pub fn new() -> Result<Self, String> {
        Self::with_fonts(Fonts::installed())
    }

    fn with_fonts(fonts: Fonts) -> Result<Self, String> {
        if fonts.is_empty() {
            return Err(
                "no font found to write the numbers of a PNG picture with; install one such as DejaVu Sans, name a folder with fonts by SPRAGUE_FONTS, or write FILE.svg"
                    .to_owned(),
            );
        }
        Ok(Self { fonts })
    }

    /// The picture as a PNG file.
    pub fn png(&self, svg: &str) -> Result<Vec<u8>, String> {
        let mut parts = Parts { rest: svg };
        let document =
            parts.next().filter(|part| part.name == "svg").ok_or("the picture is not an SVG file")?;
        let size = (document.number("width")?, document.number("height")?);
        let side = |length: f32| (length * SCALE).ceil() as u32;
        let pixels = Pixmap::new(side(size.0), side(size.1))
            .ok_or("the picture is too large for a PNG file; write FILE.svg")?;
        let style = Style::default().inside(&document)?;
        let mut canvas = Canvas { fonts: &self.fonts, pixels, size, styles: vec![style] };
        for part in parts {
            canvas.draw(&part).map_err(|error| format!("cannot read the picture: {error}"))?;
        }
        canvas.pixels.encode_png().map_err(|error| format!("cannot write the picture as PNG: {error}"))
    }
}

/// A tag with the text that follows it.
struct Part<'a> {
    name: &'a str,
    attributes: HashMap<&'a str, &'a str>,
    /// No content and no end tag follow.
    is_empty: bool,
    text: &'a str,
}

impl<'a> Part<'a> {
    fn get(&self, key: &str) -> Option<&'a str> {
        self.attributes.get(key).copied()
    }

    /// A number; 0 where it is not given.
    fn number(&self, key: &str) -> Result<f32, String> {
        let value = self.get(key).unwrap_or("0");
        value.parse().map_err(|_| format!("{key} {value} of {} is not a number", self.name))
    }

    /// A length, which may be a share of the picture's.
    fn length(&self, key: &str, whole: f32) -> Result<f32, String> {
        if self.get(key) == Some("100%") { Ok(whole) } else { self.number(key) }
    }
}

/// The tags of a document in their order.
struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let (_, inside) = self.rest.split_once('<')?;
        // no `>` stands in a name or a value: it is always escaped
        let (tag, after) = inside.split_once('>')?;
        self.rest = after;
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut left) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = HashMap::new();
        while let Some((key, value, after)) = attribute(left) {
            attributes.insert(key, value);
            left = after;
        }
        let text = after.split('<').next().unwrap_or_default();
        Some(Part { name, attributes, is_empty, text })
    }
}

/// `key="value"`, and what follows it.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    let (key, rest) = text.trim_start().split_once("=\"")?;
    let (value, rest) = rest.split_once('"')?;
    Some((key, value, rest))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// What an element has of its own or from those around it.
#[derive(Clone)]
struct Style {
    place: Transform,
    fill: Option<Color>,
    border: Option<Color>,
    pen: Stroke,
    anchor: Anchor,
    font_size: f32,
    weight: Weight,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            place: Transform::from_scale(SCALE, SCALE),
            fill: Some(Color::BLACK),
            border: None,
            pen: Stroke::default(),
            anchor: Anchor::Start,
            font_size: 16.0,
            weight: Weight::Regular,
        }
    }
}

impl Style {
    /// The style of an element in an element of this style.
    fn inside(&self, part: &Part) -> Result<Self, String> {
        let mut style = self.clone();
        if let Some(moves) = part.get("transform") {
            style.place = style.place.pre_concat(transform(moves)?);
        }
        if let Some(fill) = part.get("fill") {
            style.fill = color(fill)?;
        }
        if let Some(border) = part.get("stroke") {
            style.border = color(border)?;
        }
        if part.get("stroke-width").is_some() {
            style.pen.width = part.number("stroke-width")?;
        }
        match part.get("stroke-linecap") {
            None => {}
            Some("round") => style.pen.line_cap = LineCap::Round,
            Some(other) => return Err(format!("unknown line cap {other}")),
        }
        if let Some(dashes) = part.get("stroke-dasharray") {
            style.pen.dash = StrokeDash::new(numbers(dashes)?, 0.0);
        }
        if part.get("font-size").is_some() {
            style.font_size = part.number("font-size")?;
        }
        style.weight = match part.get("font-weight") {
            None => style.weight,
            Some("400") => Weight::Regular,
            Some(_) => Weight::Bold,
        };
        style.anchor = match part.get("text-anchor") {
            None => style.anchor,
            Some("middle") => Anchor::Middle,
            Some("end") => Anchor::End,
            Some(_) => Anchor::Start,
        };
        Ok(style)
    }
}

struct Canvas<'a> {
    fonts: &'a Fonts,
    pixels: Pixmap,
    size: (f32, f32),
    styles: Vec<Style>,
}

impl Canvas<'_> {
    fn draw(&mut self, part: &Part) -> Result<(), String> {
        if part.name.starts_with('/') {
            self.styles.pop();
            return Ok(());
        }
        let around = self.styles.last().ok_or("an end without a begin")?;
        let style = around.inside(part)?;
        match part.name {
            "g" | "title" => {}
            "path" => self.fill(outline(part.get("d").unwrap_or_default())?, &style),
            "rect" => self.fill(rectangle(part, self.size)?, &style),
            "circle" => {
                let circle =
                    PathBuilder::from_circle(part.number("cx")?, part.number("cy")?, part.number("r")?);
                self.fill(circle, &style);
            }
            "text" => self.write(part, &style)?,
            "image" => self.paste(part, &style)?,
            other => return Err(format!("unknown element {other}")),
        }
        if !part.is_empty {
            self.styles.push(style);
        }
        Ok(())
    }

    fn fill(&mut self, path: Option<Path>, style: &Style) {
        // a path without points is no path
        let Some(path) = path else { return };
        let paint = |color: Color| {
            let mut paint = Paint::default();
            paint.set_color(color);
            paint
        };
        if let Some(fill) = style.fill {
            self.pixels.fill_path(&path, &paint(fill), FillRule::Winding, style.place, None);
        }
        if let Some(border) = style.border {
            self.pixels.stroke_path(&path, &paint(border), &style.pen, style.place, None);
        }
    }

    fn write(&mut self, part: &Part, style: &Style) -> Result<(), String> {
        let mut letters = PathBuilder::new();
        let text = plain(part.text);
        let width = self.fonts.write(&text, style.font_size, style.weight, &mut letters);
        let before = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let place = style.place.pre_translate(part.number("x")? - before, part.number("y")?);
        self.fill(letters.finish(), &Style { place, ..style.clone() });
        Ok(())
    }

    /// Cells keep their hard edges.
    fn paste(&mut self, part: &Part, style: &Style) -> Result<(), String> {
        let data = part.get("href").and_then(|link| link.strip_prefix("data:image/png;base64,"));
        let cells = data.and_then(bytes_of_base64).ok_or("an image without its pixels")?;
        let cells = Pixmap::decode_png(&cells).map_err(|error| error.to_string())?;
        let (across, down) = (cells.width() as f32, cells.height() as f32);
        let place = style.place.pre_translate(part.number("x")?, part.number("y")?);
        let place = place.pre_scale(part.number("width")? / across, part.number("height")? / down);
        let paint = PixmapPaint { quality: FilterQuality::Nearest, ..PixmapPaint::default() };
        self.pixels.draw_pixmap(0, 0, cells.as_ref(), &paint, place, None);
        Ok(())
    }
}

fn numbers(text: &str) -> Result<Vec<f32>, String> {
    let number = |word: &str| word.parse().map_err(|_| format!("{word} is not a number"));
    text.split([' ', ',']).filter(|word| !word.is_empty()).map(number).collect()
}

/// `#rrggbb` or `none`.
fn color(text: &str) -> Result<Option<Color>, String> {
    if text == "none" {
        return Ok(None);
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let [_, red, green, blue] = value.ok_or_else(|| format!("unknown color {text}"))?.to_be_bytes();
    Ok(Some(Color::from_rgba8(red, green, blue, 255)))
}

/// `translate(x y) rotate(degrees)`, in any order and number.
fn transform(text: &str) -> Result<Transform, String> {
    let mut whole = Transform::identity();
    for one in text.split(')').map(str::trim).filter(|one| !one.is_empty()) {
        let (name, inside) = one.split_once('(').ok_or("a transformation without numbers")?;
        whole = match (name, &numbers(inside)?[..]) {
            ("translate", &[x, y]) => whole.pre_translate(x, y),
            ("rotate", &[degrees]) => whole.pre_concat(Transform::from_rotate(degrees)),
            _ => return Err(format!("unknown transformation {one})")),
        };
    }
    Ok(whole)
}

/// The `d` of a path; `None` where it has no lines.
fn outline(text: &str) -> Result<Option<Path>, String> {
    let mut path = PathBuilder::new();
    let mut rest = text;
    while let Some(command) = rest.chars().next() {
        let after = &rest[command.len_utf8()..];
        let end = after.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(after.len());
        match (command, &numbers(&after[..end])?[..]) {
            ('M', &[x, y]) => path.move_to(x, y),
            ('L', &[x, y]) => path.line_to(x, y),
            ('C', &[x1, y1, x2, y2, x, y]) => path.cubic_to(x1, y1, x2, y2, x, y),
            ('Z', []) => path.close(),
            _ => return Err(format!("unknown path command {command}{}", &after[..end])),
        }
        rest = &after[end..];
    }
    Ok(path.finish())
}

/// A rectangle, with round corners where it has a radius.
fn rectangle(part: &Part, (width, height): (f32, f32)) -> Result<Option<Path>, String> {
    /// How far a curve's handles reach on a quarter of a circle of radius 1.
    const HANDLE: f32 = 0.552_285;
    let (x, y) = (part.number("x")?, part.number("y")?);
    let (width, height) = (part.length("width", width)?, part.length("height", height)?);
    let radius = part.number("rx")?.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return Ok(Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect));
    }
    let (right, bottom, near) = (x + width, y + height, radius * (1.0 - HANDLE));
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.cubic_to(right - near, y, right, y + near, right, y + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - near, right - near, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.cubic_to(x + near, bottom, x, bottom - near, x, bottom - radius);
    path.line_to(x, y + radius);
    path.cubic_to(x, y + near, x + near, y, x + radius, y);
    path.close();
    Ok(path.finish())
}

/// Text without the entities of [`Escaped`](crate::svg::Escaped).
fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_font_the_way_out_is_named() {
        let refusal = Painter::with_fonts(Fonts::default()).err().expect("refused");
        assert!(refusal.contains("DejaVu") && refusal.contains("FILE.svg"), "{refusal}");
    }

    #[test]
    fn entities_are_read_back() {
        let text = "1 < 2 & \"3\" > &lt;";
        assert_eq!(plain(&crate::svg::Escaped(text).to_string()), text);
    }

    #[test]
    fn what_no_picture_has_is_an_error() {
        let errors = [
            outline("M1 2Q3 4 5 6").err(),
            outline("M1").err(),
            transform("skewX(3)").err(),
            color("teal").err(),
        ];
        assert!(errors.iter().all(Option::is_some), "{errors:?}");
        assert!(outline("").is_ok_and(|path| path.is_none()));
    }
}
