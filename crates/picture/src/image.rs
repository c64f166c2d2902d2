//! An image of colored cells inside an SVG file: one byte a cell and a palette, as PNG in a data address.
//!
//! A million cells make a file of about a megabyte; as rectangles they would make a hundred megabytes. Cells are
//! enlarged here to the pixels that they cover at the picture's own size, because some viewers blur an image that they
//! enlarge.

use crate::layout::{BoxSize, Point};

use crate::color::Rgb;
use crate::svg::{Number, Svg};

/// Cells by the number of their color. Color 0 is transparent.
pub(crate) struct Image {
    columns: usize,
    cells: Vec<u8>,
    palette: Vec<Rgb>,
}

impl Image {
    /// An empty image whose colors from 1 on are the given ones, at most 255.
    pub fn new(columns: usize, rows: usize, colors: impl IntoIterator<Item = Rgb>) -> Self {
        let palette = std::iter::once(Rgb([255; 3])).chain(colors).take(256).collect();
        let columns = columns.max(1);
        Self { columns, cells: vec![0; columns * rows.max(1)], palette }
    }

    /// One row of this length with all the colors.
    pub fn strip(length: usize, colors: impl IntoIterator<Item = Rgb>) -> Self {
        let mut strip = Self::new(length, 1, colors);
        let colors = strip.palette.len() - 1;
        for (column, cell) in strip.cells.iter_mut().enumerate() {
            *cell = (1 + column * colors / length.max(1)) as u8;
        }
        strip
    }

    /// Colors a cell.
    pub fn set(&mut self, column: usize, row: usize, color: u8) {
        self.cells[row * self.columns + column] = color;
    }

    /// Draws the image over a rectangle.
    pub fn draw(&self, svg: &mut Svg, corner: Point, size: BoxSize) {
        let times = |length: f64, cells: usize| ((length / cells as f64).round() as usize).max(1);
        let rows = self.cells.len() / self.columns;
        let png = self.png(times(size.width, self.columns), times(size.height, rows));
        svg.empty(
            "image",
            &[
                ("x", &Number(corner.x)),
                ("y", &Number(corner.y)),
                ("width", &Number(size.width)),
                ("height", &Number(size.height)),
                ("preserveAspectRatio", &"none"),
                // The attribute is for programs that know SVG 1.1 only.
                ("image-rendering", &"optimizeSpeed"),
                ("style", &"image-rendering:pixelated"),
                ("href", &format!("data:image/png;base64,{}", base64(&png))),
            ],
        );
    }

    /// A PNG file in which each cell is `across` pixels wide and `down` pixels high.
    fn png(&self, across: usize, down: usize) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(self.cells.len() * across * down);
        for row in self.cells.chunks(self.columns) {
            let wide: Vec<u8> = row.iter().flat_map(|&cell| std::iter::repeat_n(cell, across)).collect();
            pixels.extend(std::iter::repeat_n(wide, down).flatten());
        }
        let mut bytes = Vec::new();
        let columns = self.columns * across;
        let mut encoder = png::Encoder::new(&mut bytes, columns as u32, (pixels.len() / columns) as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.palette.iter().flat_map(|color| color.0).collect::<Vec<u8>>());
        encoder.set_trns(&[0][..]);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("the header fits the cells");
        writer.write_image_data(&pixels).expect("as many cells as the header says");
        writer.finish().expect("writing to memory does not fail");
        bytes
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let index = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[index as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_vectors_of_rfc_4648() {
        let known = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, expected) in known.into_iter().enumerate() {
            assert_eq!(base64(&b"foobar"[..length]), expected);
        }
    }

    #[test]
    fn an_image_is_read_back_cell_by_cell() {
        let colors = [Rgb([1, 2, 3]), Rgb([200, 100, 0])];
        let mut image = Image::new(3, 2, colors);
        image.set(2, 0, 1);
        image.set(0, 1, 2);
        let png = image.png(2, 1);
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().expect("a PNG");
        let mut cells = vec![0; 12];
        reader.next_frame(&mut cells).expect("cells");
        assert_eq!(cells, [0, 0, 0, 0, 1, 1, 2, 2, 0, 0, 0, 0]);
        let info = reader.info();
        assert_eq!((info.width, info.height), (6, 2));
        assert_eq!(info.palette.as_deref(), Some(&[255, 255, 255, 1, 2, 3, 200, 100, 0][..]));
    }
}
