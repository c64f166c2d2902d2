//! Plots: what is drawn of known sequences, in files of bounded size.

use std::collections::BTreeSet;
use std::fs;
use std::num::NonZeroU64;
use std::path::Path;

use sprague::heap::HeapGame;
use sprague::limits::Limits;
use sprague::nimber::Nimber;
use sprague::sequence::Kind;
use sprague::sequence::{Collect, Sink};
use sprague_kit::Random;
use sprague_picture::{Class, Classes, Histogram, Raster, Scatter};

/// Source: the rare heaps of Grundy's game (theory 4.6).
const RARE: &str = include_str!("../../tables/golden/grundy_rare_positions.csv");

/// The sparse space of Grundy's game.
const GRUNDY: Classes = Classes { mask: !1, kind: Kind::Value };

fn values(game: &str, to: u64) -> Vec<Nimber> {
    let game: HeapGame = game.parse().expect("a game");
    let mut values = Collect::from(0);
    game.sequence().stream(0..=to, &Limits::default(), &mut values).expect("small enough");
    values.into_values()
}

fn fed<S: Sink>(mut sink: S, values: &[Nimber]) -> S {
    for (at, chunk) in values.chunks(4096).enumerate() {
        let _ = sink.accept(at as u64 * 4096, chunk.into());
    }
    sink
}

fn width(width: u64) -> NonZeroU64 {
    NonZeroU64::new(width).expect("positive")
}

/// To look at: the files are in the folder `tmp` of the build.
fn keep(name: &str, svg: &str) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("svg");
    fs::write(path, svg).expect("a writable folder");
}

/// Every element is closed, in order, and no attribute holds a bare `<` or `&`.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let mut rest = svg;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().expect("a name"));
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty());
}

/// The texts of a picture.
fn texts(svg: &str) -> Vec<&str> {
    svg.split("</text>").filter_map(|part| part.rsplit_once('>')).map(|(_, text)| text).collect()
}

#[test]
fn the_rare_heaps_of_grundys_game_are_those_of_the_table() {
    let values = values("grundy", 20_000);
    let rare: Vec<(u64, u64)> = (0..)
        .zip(&values)
        .filter(|&(n, &value)| n > 0 && GRUNDY.of(n, value) == Class::Rare)
        .map(|(n, value)| (n, value.0))
        .collect();
    let rows = RARE.lines().skip(1).filter_map(|line| line.split_once(','));
    let known: Vec<(u64, u64)> = rows
        .map(|(n, value)| (n.parse().expect("a heap"), value.trim().parse().expect("a value")))
        .filter(|&(n, _)| n <= 20_000)
        .collect();
    assert_eq!(rare, known);

    let scatter = fed(Scatter::new(20_000, Some(GRUNDY)), &values).to_svg("Grundy's game");
    keep("scatter-grundy", &scatter);
    // Each rare heap is a diamond, and heap 0 and the legend have one.
    let diamonds = scatter
        .split("<path d=\"")
        .filter(|path| path.contains("fill=\"#ffab1a\""))
        .map(|path| path.split('"').next().expect("the path").matches('Z').count());
    assert_eq!(diamonds.sum::<usize>(), known.len() + 2);
    assert!(texts(&scatter).contains(&format!("{} rare heaps", known.len() + 1).as_str()));

    let histogram = fed(Histogram::new(Some(GRUNDY)), &values).to_svg("Grundy's game");
    keep("histogram-grundy", &histogram);
    assert!(texts(&histogram).iter().any(|text| text.contains("log scale")));
    for svg in [scatter, histogram] {
        assert_well_formed(&svg);
    }
}

#[test]
fn a_value_of_either_class_has_two_bars() {
    // Type 1: value 0 is rare in even heaps and common in odd ones.
    let classes = Classes { mask: !0, kind: Kind::ValueAndSize(0) };
    let values = values("0.127", 3_000);
    let histogram = fed(Histogram::new(Some(classes)), &values).to_svg("0.127");
    keep("histogram-type-1", &histogram);
    keep("scatter-type-1", &fed(Scatter::new(3_000, Some(classes)), &values).to_svg("0.127"));
    assert_well_formed(&histogram);
    // Each value of either class has a bar for each; the legend has one bar of each class as a rectangle.
    let bars = |fill: &str| {
        let path = histogram.split("<path ").find(|path| path.contains(fill)).expect("bars");
        path.matches('Z').count()
    };
    let seen = |class| {
        let of_class = (0..).zip(&values).filter(|&(n, &value)| classes.of(n, value) == class);
        of_class.map(|(_, value)| value.0).collect::<BTreeSet<u64>>()
    };
    let (common, rare) = (seen(Class::Common), seen(Class::Rare));
    assert!(common.intersection(&rare).count() > 1);
    assert_eq!((bars("fill=\"#2a8c80\""), bars("fill=\"#ffab1a\"")), (common.len(), rare.len()));
}

#[test]
fn few_heaps_are_dots_and_small_cells_are_read() {
    let values = values("kayles", 100);
    let scatter = fed(Scatter::new(100, None), &values).to_svg("Kayles");
    let raster = fed(Raster::new(100, width(12)), &values).to_svg("Kayles");
    keep("scatter-kayles", &scatter);
    keep("raster-kayles", &raster);
    assert!(!scatter.contains("<image"));
    let numbers = texts(&raster).iter().filter(|text| **text == "8").count();
    let eights = values.iter().filter(|value| value.0 == 8).count();
    // The axis and the legend have one each.
    assert_eq!(numbers, eights + 2);
    for svg in [scatter, raster] {
        assert_well_formed(&svg);
    }
}

#[test]
fn a_million_heaps_make_a_small_file() {
    // Values without any order, the hardest to compress.
    let mut random = Random::new(1);
    let values: Vec<Nimber> = (0..=1_000_000).map(|_| Nimber(random.below(512) * random.below(4))).collect();
    let to = 1_000_000;
    let classes = Some(Classes { mask: !0, kind: Kind::Value });
    let pictures = [
        ("raster-random", fed(Raster::new(to, Raster::usual_width(to)), &values).to_svg("random")),
        ("raster-random-wide", fed(Raster::new(to, width(1100)), &values).to_svg("random")),
        ("raster-random-one", fed(Raster::new(to, width(1)), &values).to_svg("random")),
        ("scatter-random", fed(Scatter::new(to, None), &values).to_svg("random")),
        ("scatter-random-classes", fed(Scatter::new(to, classes), &values).to_svg("random")),
        ("histogram-random", fed(Histogram::new(classes), &values).to_svg("random")),
    ];
    for (name, svg) in pictures {
        assert_well_formed(&svg);
        assert!(svg.len() < 2_000_000, "{name}: {}", svg.len());
        keep(name, &svg);
    }
}

#[test]
fn any_title_and_any_value_make_a_picture() {
    let title = "<a & \"b\"> \u{0}".repeat(40);
    let largest = Nimber(u64::MAX >> 1);
    for values in
        [vec![], vec![Nimber::ZERO], vec![largest; 3], (0..2000).map(|n| Nimber(n * n * n)).collect()]
    {
        let to = (values.len() as u64).saturating_sub(1);
        let pictures = [
            fed(Raster::new(to, width(10)), &values).to_svg(&title),
            fed(Scatter::new(to, Some(GRUNDY)), &values).to_svg(&title),
            fed(Histogram::new(Some(GRUNDY)), &values).to_svg(&title),
        ];
        for svg in pictures {
            assert_well_formed(&svg);
            assert!(svg.contains("&lt;a &amp; ") && !svg.contains("NaN") && !svg.contains("inf"));
            assert!(svg.len() < 400_000, "{}", svg.len());
        }
    }
}

#[test]
fn equal_values_make_equal_pictures_whatever_the_chunks() {
    let values = values("grundy", 12_000);
    let draw = |size: usize| {
        let mut raster = Raster::new(12_000, width(7));
        let mut scatter = Scatter::new(12_000, Some(GRUNDY));
        let mut histogram = Histogram::new(Some(GRUNDY));
        for (at, chunk) in values.chunks(size).enumerate() {
            let first = (at * size) as u64;
            let _ = raster.accept(first, chunk.into());
            let _ = scatter.accept(first, chunk.into());
            let _ = histogram.accept(first, chunk.into());
        }
        [raster.to_svg("g"), scatter.to_svg("g"), histogram.to_svg("g")]
    };
    assert_eq!(draw(1), draw(5_000));
}
