//! The pictures of the page, drawn by the library from values computed on the spot.

use std::num::NonZeroU64;
use std::ops::ControlFlow;

use sprague::graph::GameGraph;
use sprague::play::Play;
use sprague::sequence::Kind;
use sprague_picture::{Classes, GraphPicture, HeatMap, HeatQuantity, Raster, Scatter};
use sprague_star::{TableSize, send_table};

use crate::claim::Paper;
use crate::range::stream;

/// How much room a picture wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Half the page.
    Half,
    /// All of it.
    Whole,
}

/// A picture and what it shows.
pub struct Picture {
    pub svg: String,
    pub caption: &'static str,
    pub width: Width,
}

/// The pictures of a source.
pub fn of(source: Paper) -> Vec<Picture> {
    let pictures = match source {
        Paper::Thesis => vec![
            (
                Width::Half,
                graph("grundy: 6"),
                "Every position that a Grundy heap of 6 leads to; winning moves go to P-positions.",
            ),
            (
                Width::Half,
                raster("kayles", 239, 12),
                "Kayles in rows of 12: from heap 71 on every row is the same.",
            ),
            (
                Width::Whole,
                Some(grundy()),
                "Grundy's game to 50 000: rare values, with an even number of ones above bit 0, die out early.",
            ),
        ],
        Paper::FarrHo => vec![
            (
                Width::Whole,
                Some(heat(HeatQuantity::Value)),
                "2-Star Nim: the value of the position with tokens on a and b.",
            ),
            (
                Width::Whole,
                Some(heat(HeatQuantity::Offset)),
                "The same, G(a, b) - b: every row is additively periodic.",
            ),
        ],
        Paper::Schrage => vec![(
            Width::Whole,
            Some(rectangles()),
            "Rectangles with sides a and b, cut into unequal parts: 1 wherever both sides have a positive value.",
        )],
        Paper::Porat => vec![(
            Width::Whole,
            raster("0.07", 339, 34),
            "Painting two adjacent squares, in rows of 34: the last heap off the cycle is 52.",
        )],
        Paper::NimSlides => vec![
            (Width::Half, graph("nim: 2 1"), "Nim with heaps 2 and 1."),
            (Width::Half, graph("kayles: 3"), "A Kayles row of 3."),
        ],
        Paper::Further => vec![(
            Width::Whole,
            raster("0.356", 9999, 142),
            "0.356 in rows of its period 142, which begins at heap 7315.",
        )],
    };
    let drawn = |(width, svg, caption): (Width, Option<String>, &'static str)| {
        Some(Picture { svg: svg?, caption, width })
    };
    pictures.into_iter().filter_map(drawn).collect()
}

fn graph(position: &str) -> Option<String> {
    let graph = GameGraph::build(&position.parse().ok()?, Play::Normal, 100).ok()?;
    GraphPicture::of(&graph).to_svg().ok()
}

fn raster(game: &str, to: u64, width: u64) -> Option<String> {
    let mut raster = Raster::new(to, NonZeroU64::new(width)?);
    stream(game, 0, to, &mut raster);
    Some(raster.to_svg(game))
}

fn grundy() -> String {
    let mut scatter = Scatter::new(50_000, Some(Classes { mask: !1, kind: Kind::Value }));
    stream("grundy", 0, 50_000, &mut scatter);
    scatter.to_svg("grundy")
}

fn heat(quantity: HeatQuantity) -> String {
    let extent = TableSize { rows: 40, columns: 100, shared: 1 };
    let mut map = HeatMap::new(extent.rows, extent.columns, quantity);
    let title = match quantity {
        HeatQuantity::Value => "2-Star Nim, G(a, b)",
        HeatQuantity::Offset => "2-Star Nim, G(a, b) - b",
    };
    let _ = send_table(extent, 1 << 20, &mut |a, first, values| {
        for (b, &value) in (first..).zip(values) {
            if extent.is_position(a, b) {
                let number = match quantity {
                    HeatQuantity::Value => value.cast_signed(),
                    HeatQuantity::Offset => value.cast_signed() - b.cast_signed(),
                };
                map.add(a, b, number);
            }
        }
        ControlFlow::Continue(())
    });
    map.to_svg(title)
}

fn rectangles() -> String {
    let g = crate::range::values("grundy", 60);
    let mut map = HeatMap::new(60, 60, HeatQuantity::Value);
    for m in 1..=60 {
        for n in 1..=60 {
            let sides = [m, n];
            let value = sprague::games::rectangle::Rectangles::value(&sides, |side| {
                sprague::nimber::Nimber(g[side as usize])
            });
            map.add(m, n, value.0.cast_signed());
        }
    }
    map.to_svg("rectangles, d = 1")
}
