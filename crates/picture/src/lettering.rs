//! The kinds of text in a picture, with their sizes. Text is measured with the same sizes with which it is written.

use crate::layout::Point;

use crate::svg::{Number, Svg, text_width};

/// Nearly black.
const INK: &str = "#1f2328";

#[derive(Clone, Copy, Debug)]
pub(crate) enum Lettering {
    /// The heading of the picture; starts at its point.
    Title,
    /// The name of a position; centered.
    Label,
    /// What is said about a position; centered.
    Caption,
    /// Running text; starts at its point.
    Note,
    /// A number at an axis; centered.
    Tick,
    /// A number at an axis; ends at its point.
    TickBefore,
}

impl Lettering {
    const fn font_size(self) -> f64 {
        match self {
            Self::Title => 19.0,
            Self::Label => 15.0,
            Self::Caption | Self::Note => 13.0,
            Self::Tick | Self::TickBefore => 12.0,
        }
    }

    /// From one line to the next.
    pub const fn line_height(self) -> f64 {
        self.font_size() * 1.25
    }

    /// A width that the text does not exceed.
    pub fn width(self, text: &str) -> f64 {
        text_width(text, self.font_size())
    }

    /// Writes one line, vertically centered at the point.
    pub fn write(self, svg: &mut Svg, text: &str, at: Point) {
        let anchor = match self {
            Self::Title | Self::Note => "start",
            Self::Label | Self::Caption | Self::Tick => "middle",
            Self::TickBefore => "end",
        };
        let weight = match self {
            Self::Title | Self::Label => "600",
            Self::Caption | Self::Note | Self::Tick | Self::TickBefore => "400",
        };
        // Digits and capitals are about 0.7 of the font size high.
        let baseline = Number(at.y + 0.35 * self.font_size());
        svg.text(
            "text",
            &[
                ("x", &Number(at.x)),
                ("y", &baseline),
                ("text-anchor", &anchor),
                ("font-size", &self.font_size()),
                ("font-weight", &weight),
                ("fill", &INK),
            ],
            text,
        );
    }
}
