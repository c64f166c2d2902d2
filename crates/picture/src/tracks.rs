//! The tracks of a row of Star Nim: lines of values that stay used or unused as they jump (theory 8.12).
//!
//! The horizontal axis has the columns b, the vertical axis the values minus b. From one column to the next every value
//! sinks by one, and in each column one track jumps up. The color of a track, used or unused, never changes, and the
//! dot is the value that is taken.

use crate::layout::{BoxSize, Point};
use sprague::star::TrackColumn;

use crate::classes::Class;
use crate::color::of_class;
use crate::plot::{Axis, Entry, Frame, Lines, Run, Sample, Tick, real_ticks, whole_ticks};
use crate::svg::{Path, Svg};

const UNIT: f64 = 20.0;

/// The picture of the tracks over some columns.
pub fn tracks_svg(title: &str, columns: &[TrackColumn]) -> String {
    let offsets =
        columns.iter().flat_map(|column| column.tracks.iter().map(|track| track.0).chain([column.taken]));
    let (low, high) = offsets.fold((0, 0), |(low, high), offset| (low.min(offset), high.max(offset)));
    let (low, high) = (low as f64 - 1.5, high as f64 + 1.5);
    let across = (960.0 / columns.len().max(1) as f64).clamp(6.0, UNIT);
    let panel = BoxSize { width: columns.len() as f64 * across, height: (high - low) * UNIT };
    let first = columns.first().map_or(0, |column| column.column);
    let place =
        |at: usize, offset: i64| Point { x: (at as f64 + 0.5) * across, y: (high - offset as f64) * UNIT };
    let heights = real_ticks(low, high, panel.height).into_iter();
    let frame = Frame {
        title: title.to_owned(),
        subtitle: format!("columns {first} to {}", first + columns.len().saturating_sub(1) as u64),
        panel,
        below: Axis {
            label: format!("b − {first}, columns"),
            ticks: whole_ticks(
                columns.len().saturating_sub(1) as u64,
                Run::Across,
                |at| (at as f64 + 0.5) * across,
                |at| at,
            ),
            lines: Lines::None,
        },
        left: Axis {
            label: "value − b".to_owned(),
            ticks: heights.map(|tick| Tick { at: panel.height - tick.at, ..tick }).collect(),
            lines: Lines::Across,
        },
        key: vec![
            Entry::new(Sample::Bar(Class::Common), "track of unused values".to_owned()),
            Entry::new(Sample::Bar(Class::Rare), "track of used values".to_owned()),
            Entry::new(Sample::Words, "dot: the value G(a, b) that is taken".to_owned()),
        ],
    };
    frame.to_svg(|svg| {
        for (class, used) in [(Class::Common, false), (Class::Rare, true)] {
            let mut lines = Path::default();
            for (at, pair) in columns.windows(2).enumerate() {
                for (here, next) in
                    pair[0].tracks.iter().zip(&pair[1].tracks).filter(|(here, _)| here.1 == used)
                {
                    let (from, to) = (place(at, here.0), place(at + 1, next.0));
                    lines.line((from.x, from.y), (to.x, to.y));
                }
            }
            svg.empty("path", &[("d", &lines), ("stroke", &of_class(class).0), ("stroke-width", &2)]);
        }
        draw_taken(svg, columns.iter().enumerate().map(|(at, column)| place(at, column.taken)));
    })
}

fn draw_taken(svg: &mut Svg, places: impl Iterator<Item = Point>) {
    let mut dots = Path::default();
    for place in places {
        dots.polygon(&[(place.x, place.y)]);
    }
    let dot: [(&str, &dyn std::fmt::Display); 4] =
        [("d", &dots), ("stroke", &"#1f2328"), ("stroke-width", &5), ("stroke-linecap", &"round")];
    svg.empty("path", &dot);
}
