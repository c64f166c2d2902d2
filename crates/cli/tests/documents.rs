//! `docs/documents.md` stays true: its commands are run, one after the other in a folder, and each shows what its row
//! says.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::common::{SPRAGUE, all_refused, document, pictures_are_kept, text};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/documents.md");

/// The cells of a row; a bar inside a cell is written with a backslash.
fn cells(line: &str) -> Vec<String> {
    let hidden = line.replace("\\|", "\u{1}");
    let cells = hidden.trim_matches('|').split(" | ");
    cells.map(|cell| cell.trim_matches(' ').replace('\u{1}', "|")).collect()
}

/// What stands between the backticks of a cell, with its spaces.
fn code(cell: &str) -> &str {
    cell.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')).unwrap_or_else(|| panic!("{cell}"))
}

#[test]
fn every_item_is_shown_by_its_command() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("documents");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let page = fs::read_to_string(PAGE).expect("the page");
    let mut rows: Vec<Vec<String>> = Vec::new();
    for heading in ["Pictures, tables, traces", "Questions answered"] {
        let section = page.split(&format!("\n## {heading}\n")).nth(1).expect("a section");
        let section = section.split("\n## ").next().expect("its text");
        rows.extend(section.lines().filter(|line| line.starts_with("| ")).skip(1).map(cells));
    }
    assert!(rows.len() >= 45, "{}", rows.len());
    let path = Path::new(SPRAGUE.0).parent().expect("a folder").display().to_string();
    for row in rows {
        let (typed, shown) = (code(&row[1]), code(&row[2]));
        let output = Command::new("sh")
            .args(["-c", typed])
            .current_dir(&folder)
            .env("PATH", format!("{path}:{}", std::env::var("PATH").unwrap_or_default()))
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("sh");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && err.is_empty(), "{typed}: {err}");
        let is_shown =
            out.contains(shown) || folder.join(shown).metadata().is_ok_and(|file| file.len() > 500);
        assert!(is_shown, "{typed}: {shown} is not in\n{out}");
    }
}

#[test]
fn the_boards_of_the_documentation_are_what_the_command_draws() {
    pictures_are_kept("boards.txt", |_, position| text(&["draw", position, "--format", "svg"]).into_bytes());
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures/grundy-6-plain.svg");
    assert_eq!(fs::read_to_string(kept).expect("a picture"), text(&["graph", "grundy: 6", "--plain"]));
}

/// The ending of a file decides what it holds.
#[test]
fn a_png_is_a_png() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("endings");
    fs::create_dir_all(&folder).expect("a folder");
    for (name, start) in
        [("a.png", &b"\x89PNG"[..]), ("a.svg", b"<svg"), ("a.txt", b"  "), ("a.dot", b"digr")]
    {
        let file = folder.join(name);
        let path = file.to_str().expect("UTF-8");
        let command = if name == "a.dot" { "graph" } else { "draw" };
        text(&[command, "kayles: 4", "-o", path]);
        assert!(fs::read(&file).expect(name).starts_with(start), "{name}");
        if name == "a.png" {
            text(&["graph", "kayles: 4", "-o", path]);
            assert!(fs::read(&file).expect(name).starts_with(start), "a graph");
        }
    }
}

/// Each step labels one position, after all its options, and the files are pictures.
#[test]
fn the_labelling_takes_each_position_after_its_options() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("labelling");
    let _ = fs::remove_dir_all(&folder);
    let path = folder.to_str().expect("UTF-8");
    let steps = document(&["graph", "kayles: 5", "--steps", path]);
    let graph = document(&["graph", "kayles: 5"]);
    let nodes = graph["nodes"].as_array().expect("nodes");
    let number =
        |position: &Value| nodes.iter().position(|node| node["position"] == *position).expect("a node");
    let mut told = Vec::new();
    for step in &steps["steps"].as_array().expect("steps")[1..] {
        let node = number(&step["position"]);
        let options = graph["edges"].as_array().expect("edges").iter().filter(|edge| edge[0] == node);
        let options: Vec<usize> = options.map(|edge| edge[1].as_u64().expect("a node") as usize).collect();
        assert!(options.iter().all(|option| told.contains(option)), "{step}");
        let has_p = options.iter().any(|&option| nodes[option]["outcome"] == "P");
        assert_eq!(step["outcome"], if has_p { "N" } else { "P" }, "{step}");
        told.push(node);
        let svg = fs::read_to_string(folder.join(step["file"].as_str().expect("a name"))).expect("a file");
        assert_eq!(
            svg.matches("-position, value").count() + svg.matches("-position</title>").count(),
            told.len()
        );
    }
    assert_eq!(told.len(), nodes.len());
    all_refused(&[
        (&["graph", "kayles: 5", "--steps", path], "cannot make"),
        (&["graph", "kayles: 5", "--plain", "--format", "dot"], "--plain leaves labels out of a picture"),
        (&["draw", "kayles: 5", "-o", "x.csv"], "would hold plain text"),
        (&["draw", "kayles: 5", "--json"], "--json needs the picture in a file"),
        (&["draw", "chomp: 1x30000", "--format", "svg"], "more than the 20000"),
        (&["star", "sequence", "2", "--trace"], "add --by algorithm-1"),
        (&["star", "sequence", "2", "--by", "algorithm-1"], "write --pairs N, or --trace"),
        (&["star", "sequence", "2", "--by", "algorithm-1", "--trace", "--pairs", "1e6"], "too many to show"),
    ]);
}
