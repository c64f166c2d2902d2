//! `sprague plot` as it is run: each kind of picture, each kind of file, and what is refused.

use std::fs;

use crate::common::{SPRAGUE, all_refused, document, file, path, pictures_are_kept, text};

fn draw(args: &[&str], name: &str) -> Vec<u8> {
    let picture = file(name);
    let _ = fs::remove_file(&picture);
    assert_eq!(text(&[&["plot"], args, &["-o", path(&picture)]].concat()), "");
    fs::read(picture).expect("the picture")
}

/// Width and height from the root element.
fn svg_size(svg: &str) -> (f64, f64) {
    let number = |name: &str| {
        let (_, rest) = svg.split_once(&format!(" {name}=\"")).expect("an attribute");
        rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
    };
    (number("width"), number("height"))
}

#[test]
fn every_kind_is_drawn_as_svg_and_as_png() {
    for kind in ["raster", "scatter", "histogram"] {
        let args = ["grundy", "--to", "6000", "--kind", kind];
        let svg = String::from_utf8(draw(&args, &format!("{kind}.svg"))).expect("UTF-8");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{kind}");
        assert!(svg.contains("heaps 0 to 6000; the largest value is"), "{kind}");
        let png = draw(&args, &format!("{kind}.PNG"));
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n", "{kind}");
        let side = |at: usize| f64::from(u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes")));
        let (width, height) = svg_size(&svg);
        // Two pixels for each of the picture's.
        assert_eq!((side(16), side(20)), ((2.0 * width).ceil(), (2.0 * height).ceil()), "{kind}");
    }
}

#[test]
fn the_picture_is_printed_where_that_is_asked_for() {
    let svg = text(&["plot", "kayles", "--format", "svg"]).into_bytes();
    assert_eq!(svg[..5], *b"<svg ");
    assert_eq!(svg, draw(&["kayles", "--to", "1000", "--kind", "raster", "--width", "40"], "usual.svg"));
    assert_eq!(svg, draw(&["kayles", "--format", "svg"], "picture.txt"));
}

#[test]
fn json_reports_on_the_file() {
    let picture = file("reported.svg");
    let report = document(&["plot", "0.07", "--kind", "scatter", "-o", path(&picture)]);
    assert_eq!((&report["game"], &report["kind"]), (&"0.07".into(), &"scatter".into()));
    assert_eq!(report["bytes"], fs::metadata(picture).expect("the picture").len());
}

#[test]
fn what_cannot_be_drawn_is_refused_in_one_line() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    all_refused(&[
        (&["plot"], "GAME"),
        (&["plot", "kayles"], "-o FILE.svg"),
        (&["plot", "kayles", "--json", "--format", "svg"], "-o FILE.svg"),
        (&["plot", "kayles", "-o", "picture.gif"], "neither .svg nor .png"),
        (&["plot", "kayles", "-o", "picture"], "--format"),
        (&["plot", "kayles", "-o", "no/such/folder/x.svg"], "no/such/folder"),
        (&["plot", "kayles", "--format", "svg", "-o", folder], "folder"),
        (&["plot", "kayles", "--width", "0", "-o", "x.svg"], "from 1 on"),
        (&["plot", "chomp", "-o", "x.svg"], "board"),
        (&["plot", "grundy", "--to", "1e12", "-o", "x.svg"], "--max-steps"),
    ]);
}

#[cfg(target_os = "linux")]
#[test]
fn without_fonts_a_png_is_refused_and_an_svg_is_drawn() {
    let run = |name: &str| {
        let mut command = SPRAGUE.command(&["plot", "kayles", "-o", path(&file(name))]);
        let said = sprague_kit::ended(command.env("SPRAGUE_FONTS", "/no/such/folder"), b"");
        (said.code, said.err)
    };
    let (code, refusal) = run("no-fonts.png");
    assert_eq!((code, refusal.lines().count()), (Some(2), 1), "{refusal}");
    assert!(refusal.contains("DejaVu") && refusal.contains("FILE.svg"), "{refusal}");
    assert_eq!(run("no-fonts.svg"), (Some(0), String::new()));
}

#[test]
fn the_plots_of_the_documentation_are_what_the_command_draws() {
    pictures_are_kept("plots.txt", |name, args| draw(&args.split_whitespace().collect::<Vec<_>>(), name));
}
