//! The book is true: its commands print what stands below them, its chapters and links exist, and what it names but
//! does not run, commands with their flags and targets of the Makefile, is there.
//!
//! The commands of a chapter run one after the other in one folder, by `sh`, with `proofs` and `tools` of the
//! repository beside them. Chapters that only include a page are left to the tests of that page. All of it needs a Unix
//! shell.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{SPRAGUE, text};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/src");

/// Of a certificate; it only looks like a command.
const FIRST_LINE: &str = "sprague certificate 1";

#[test]
fn the_commands_of_the_book_print_what_it_says() {
    let path = search_path();
    let mut run = 0;
    for chapter in [pages(BOOK), vec![Path::new(ROOT).join("docs/documents.md")]].concat() {
        let text = fs::read_to_string(&chapter).expect("a chapter");
        let folder = folder(chapter.file_stem().and_then(|stem| stem.to_str()).expect("a name"));
        for entry in blocks(&text, "console").flat_map(|block| block[2..].split("\n$ ")) {
            let (typed, expected) = entry.split_once('\n').unwrap_or((entry, ""));
            let output = Command::new("sh")
                .args(["-c", &format!("exec 2>&1; {typed}")])
                .current_dir(&folder)
                .env("PATH", &path)
                .env("LC_ALL", "C.UTF-8")
                .output()
                .expect("sh");
            let printed = String::from_utf8(output.stdout).expect("UTF-8");
            assert_eq!(trimmed(&printed), trimmed(expected), "{}: {typed}", chapter.display());
            run += 1;
        }
    }
    assert!(run >= 25, "only {run} commands");
}

#[test]
fn what_is_not_run_exists() {
    let makefile = fs::read_to_string(Path::new(ROOT).join("Makefile")).expect("a Makefile");
    let mut checked = BTreeSet::new();
    for page in documents() {
        let text = fs::read_to_string(&page).expect("a page");
        for line in quoted(&text) {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("make"), Some(target)) => {
                    assert!(makefile.contains(&format!("\n{target}:")), "{}: {line}", page.display());
                }
                (Some("sprague"), Some(command)) if command != "COMMAND" && line != FIRST_LINE => {
                    checked.insert(line.to_owned());
                    let part =
                        words.clone().next().filter(|_| ["star", "misere", "survey"].contains(&command));
                    let help = help([Some(bare(command)), part.map(bare)]);
                    assert!(!help.is_empty(), "{}: {line}", page.display());
                    for flag in
                        words.take_while(|word| *word != "--").map(bare).filter(|word| word.starts_with("--"))
                    {
                        assert!(help.contains(flag), "{}: {line}: {flag}", page.display());
                    }
                }
                _ => {}
            }
        }
    }
    assert!(checked.len() >= 20, "only {} commands", checked.len());
}

#[test]
fn every_chapter_is_in_the_summary_and_every_link_leads_somewhere() {
    let summary = fs::read_to_string(Path::new(BOOK).join("SUMMARY.md")).expect("a summary");
    let listed: BTreeSet<String> = links(&summary).map(str::to_owned).collect();
    let present = pages(BOOK).iter().map(|page| name(page)).filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed, present);
    for page in documents() {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a folder");
        for link in links(&text).chain(included(&text)) {
            assert!(leads(folder, link), "{}: {link}", page.display());
        }
        // a page that is included is read from the folder of the book as well
        if Path::new(BOOK).join(name(&page)).exists() {
            for link in links(&text) {
                assert!(leads(Path::new(BOOK), link), "{} in the book: {link}", page.display());
            }
        }
    }
}

/// Whether a file is there. The pictures of the book are those of `docs`: `make book` copies them.
fn leads(folder: &Path, link: &str) -> bool {
    let of_the_book = folder == Path::new(BOOK) && link.starts_with("pictures/");
    let folder = if of_the_book { &Path::new(ROOT).join("docs") } else { folder };
    folder.join(link).exists()
}

#[test]
fn the_errata_are_the_corrected_claims() {
    let read = |name: &str| fs::read_to_string(Path::new(ROOT).join("docs").join(name)).expect("a page");
    let full = read("reproduce.md");
    let mut expected = Vec::new();
    for line in full.lines() {
        let cells: Vec<&str> = line.split(" | ").collect();
        if let [claim, place, _, question, result, grounds, ..] = cells[..]
            && let Some(corrected) = result.strip_prefix("**corrected**: ")
        {
            expected.push([claim, place, question, corrected, grounds].join(" | "));
        }
    }
    let errata = read("errata.md");
    let rows: Vec<&str> = errata
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| claim |"))
        .map(|line| line.trim_end_matches(" |"))
        .collect();
    assert_eq!(rows, expected, "`cargo xtask errata` writes docs/errata.md");
    assert!(rows.len() >= 35);
}

/// The README, CONTRIBUTING, and all pages of `docs` and of the book.
fn documents() -> Vec<PathBuf> {
    let docs = Path::new(ROOT).join("docs");
    [pages(ROOT), pages(docs.to_str().expect("UTF-8")), pages(BOOK)].concat()
}

fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.sort();
    pages
}

fn name(page: &Path) -> String {
    page.file_name().and_then(|name| name.to_str()).expect("UTF-8").to_owned()
}

/// The fenced blocks of a kind.
fn blocks<'a>(text: &'a str, kind: &str) -> impl Iterator<Item = &'a str> {
    let start = format!("```{kind}\n");
    let starts: Vec<usize> = text.match_indices(&start).map(|(at, _)| at + start.len()).collect();
    starts.into_iter().map(|at| text[at..].split("```").next().unwrap_or_default())
}

/// What stands between backticks: single phrases, and the lines of blocks that are not run.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, piece) in text.split("```").enumerate() {
        if at % 2 == 0 {
            found.extend(piece.split('`').skip(1).step_by(2));
        } else if !piece.starts_with("console\n") {
            found.extend(piece.lines());
        }
    }
    found
}

/// The targets of links and pictures inside the repository, without what follows `#`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let targets = targets.map(|(target, _)| target.split('#').next().unwrap_or_default());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

fn included(text: &str) -> impl Iterator<Item = &str> {
    let rests = text.split("{{#include ").skip(1).filter_map(|rest| rest.split_once("}}"));
    rests.map(|(path, _)| path.split(':').next().unwrap_or_default())
}

/// A word without the marks that follow it.
fn bare(word: &str) -> &str {
    word.trim_end_matches(|mark: char| !mark.is_alphanumeric())
}

fn help(words: [Option<&str>; 2]) -> String {
    text(&words.into_iter().flatten().chain(["--help"]).collect::<Vec<_>>())
}

/// Lines without the blanks at their ends, as editors keep them.
fn trimmed(text: &str) -> String {
    text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

/// An empty folder for the commands of a chapter.
fn folder(chapter: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(chapter);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for part in ["proofs", "tools"] {
        std::os::unix::fs::symlink(Path::new(ROOT).join(part), folder.join(part)).expect("a link");
    }
    folder
}

/// The path with the commands first; `sprague-check` is another package, built here unless the workspace was.
fn search_path() -> std::ffi::OsString {
    let folder = Path::new(SPRAGUE.0).parent().expect("a folder");
    if !folder.join("sprague-check").exists() {
        let built = Command::new(env!("CARGO"))
            .args(["build", "-q", "--locked", "-p", "sprague-certificate"])
            .current_dir(ROOT)
            .status();
        assert!(built.expect("cargo").success());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_path_buf()).chain(std::env::split_paths(&path));
    std::env::join_paths(folders).expect("a path")
}
