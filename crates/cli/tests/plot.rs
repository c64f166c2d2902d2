//! `sprague plot` as it is run: each kind of picture, each kind of file, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

fn sprague(args: &[&str]) -> (Option<i32>, Vec<u8>, String) {
    let output = Command::cargo_bin("sprague").expect("built").args(args).output().expect("runs");
    (output.status.code(), output.stdout, String::from_utf8(output.stderr).expect("UTF-8"))
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn draw(args: &[&str], name: &str) -> Vec<u8> {
    let path = file(name);
    let _ = fs::remove_file(&path);
    let output = path.to_str().expect("UTF-8");
    assert_eq!(sprague(&[&["plot"], args, &["-o", output]].concat()), (Some(0), Vec::new(), String::new()));
    fs::read(path).expect("the picture")
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
    let (code, svg, _) = sprague(&["plot", "kayles", "--format", "svg"]);
    assert_eq!((code, &svg[..5]), (Some(0), &b"<svg "[..]));
    assert_eq!(svg, draw(&["kayles", "--to", "1000", "--kind", "raster", "--width", "40"], "usual.svg"));
    assert_eq!(svg, draw(&["kayles", "--format", "svg"], "picture.txt"));
}

#[test]
fn json_reports_on_the_file() {
    let path = file("reported.svg");
    let output = path.to_str().expect("UTF-8");
    let (code, report, _) = sprague(&["plot", "0.07", "--kind", "scatter", "--json", "-o", output]);
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!((code, &report["game"], &report["kind"]), (Some(0), &"0.07".into(), &"scatter".into()));
    assert_eq!(report["bytes"], fs::metadata(path).expect("the picture").len());
}

#[test]
fn what_cannot_be_drawn_is_refused_in_one_line() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let refused: [(&[&str], &str); 10] = [
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
    ];
    for (args, expected) in refused {
        let (code, stdout, stderr) = sprague(args);
        assert_eq!((code, stdout.len(), stderr.lines().count()), (Some(2), 0, 1), "{args:?}: {stderr}");
        let start = if args.contains(&"--json") { "{\"error\":" } else { "error: " };
        assert!(stderr.starts_with(start) && stderr.contains(expected), "{args:?}: {stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_fonts_a_png_is_refused_and_an_svg_is_drawn() {
    let fonts = file("no-fonts.conf");
    fs::write(&fonts, "<fontconfig><dir>/no/such/folder</dir></fontconfig>").expect("a writable folder");
    let run = |name: &str| {
        let mut command = Command::cargo_bin("sprague").expect("built");
        command.env("FONTCONFIG_FILE", &fonts).args(["plot", "kayles", "-o"]).arg(file(name));
        let output = command.output().expect("runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let (code, refusal) = run("no-fonts.png");
    assert_eq!((code, refusal.lines().count()), (Some(2), 1), "{refusal}");
    assert!(refusal.contains("DejaVu") && refusal.contains("FILE.svg"), "{refusal}");
    assert_eq!(run("no-fonts.svg"), (Some(0), String::new()));
}

#[test]
fn the_plots_of_the_documentation_are_what_the_command_draws() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
    let list = fs::read_to_string(format!("{folder}/plots.txt")).expect("the list of plots");
    for line in list.lines() {
        let (name, args) = line.split_once('|').expect("file|what follows `sprague plot`");
        let kept = fs::read(format!("{folder}/{name}")).expect("the picture");
        let args: Vec<&str> = args.split_whitespace().collect();
        assert!(kept == draw(&args, name), "{name} has changed: run `make pictures` and look at it");
    }
}
