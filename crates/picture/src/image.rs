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
        /// Which neighbours a row is predicted from: none. Cells of few colors pack best as they are.
        const FILTER: u8 = 0;
        const INDEXED: u8 = 3;
        let columns = self.columns * across;
        let rows = self.cells.len() / self.columns * down;
        let mut pixels = Vec::with_capacity((1 + columns) * rows);
        for row in self.cells.chunks(self.columns) {
            for _ in 0..down {
                pixels.push(FILTER);
                pixels.extend(row.iter().flat_map(|&cell| std::iter::repeat_n(cell, across)));
            }
        }
        let [width, height] = [columns, rows].map(|length| (length as u32).to_be_bytes());
        let header = [&width[..], &height, &[8, INDEXED, 0, 0, 0]].concat();
        let palette: Vec<u8> = self.palette.iter().flat_map(|color| color.0).collect();
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        chunk(&mut bytes, *b"IHDR", &header);
        chunk(&mut bytes, *b"PLTE", &palette);
        chunk(&mut bytes, *b"tRNS", &[0]);
        chunk(&mut bytes, *b"IDAT", &miniz_oxide::deflate::compress_to_vec_zlib(&pixels, 6));
        chunk(&mut bytes, *b"IEND", &[]);
        bytes
    }
}

/// A part of a PNG file: its length, its name, its content, and the checksum of both.
fn chunk(bytes: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    bytes.extend((content.len() as u32).to_be_bytes());
    let start = bytes.len();
    bytes.extend(name);
    bytes.extend(content);
    let sum = checksum(&bytes[start..]);
    bytes.extend(sum.to_be_bytes());
}

/// The cyclic redundancy check of PNG files, a bit at a time: there are few bytes.
fn checksum(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ (POLYNOMIAL * (sum & 1)))
    })
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
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

/// The bytes that [`base64`] has written; `None` for any other text.
#[cfg(feature = "png")]
pub(crate) fn bytes_of_base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for digit in digits.bytes() {
        bits = bits << 6 | DIGITS.iter().position(|&known| known == digit)? as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    text.len().is_multiple_of(4).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_vectors_of_rfc_4648() {
        let known = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, expected) in known.into_iter().enumerate() {
            let bytes = &b"foobar"[..length];
            assert_eq!(base64(bytes), expected);
            #[cfg(feature = "png")]
            assert_eq!(bytes_of_base64(expected).as_deref(), Some(bytes));
        }
    }

    #[test]
    fn the_checksum_of_nine_digits() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
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
