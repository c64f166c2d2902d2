//! `docs/architecture.md` is true to the tree: every crate has its row, every module is named in the section of its
//! crate once, and every name in the tables is a file or a folder.
//!
//! A table names modules by their paths, and those that follow in the same row lie beside the first: `heap::set`,
//! `clause`. Folders inside a crate may be named as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn every_crate_has_its_row_and_every_row_a_folder() {
    let page = page();
    let rows = first_cells(page.split("\n## ").next().expect("a beginning"));
    let listed: BTreeSet<String> = rows.into_iter().flatten().collect();
    for folder in &listed {
        assert!(Path::new(ROOT).join(folder).is_dir(), "{folder}");
    }
    for name in folders(&format!("{ROOT}/crates")) {
        assert!(listed.contains(&format!("crates/{name}")), "{name}");
    }
}

#[test]
fn every_module_is_in_the_tables_once_and_every_name_in_the_tables_is_a_module() {
    let page = page();
    let (mut sections, mut missing, mut repeated) = (0, Vec::new(), Vec::new());
    for section in page.split("\n## crates/").skip(1) {
        let name = section.lines().next().expect("a heading");
        let source = Path::new(ROOT).join("crates").join(name).join("src");
        let (mut named, mut paths) = (BTreeSet::new(), BTreeSet::new());
        for row in first_cells(section.split("\n## ").next().expect("a section")) {
            let mut folder = String::new();
            for path in row.iter().map(|path| path.replace("::", "/")) {
                let path = path.trim_end_matches("/*");
                let beside = format!("{folder}/{path}");
                let path = if folder.is_empty() || exists(&source, path) { path } else { beside.as_str() };
                assert!(exists(&source, path), "{name}: {path}");
                folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
                named.insert(path.split('/').next().expect("a name").to_owned());
                if !paths.insert(path.to_owned()) {
                    repeated.push(format!("{name}: {path}"));
                }
            }
        }
        if name == "sprague" {
            let games = modules(&source.join("games")).into_iter().filter(|game| game != "mod");
            let untold = games.filter(|game| !paths.contains(&format!("games/{game}")));
            missing.extend(untold.map(|game| format!("games::{game}")));
        }
        missing.extend(modules(&source).difference(&named).map(|module| format!("{name}: {module}")));
        sections += 1;
    }
    assert_eq!(missing, Vec::<String>::new());
    assert_eq!(repeated, Vec::<String>::new(), "a module has one row");
    assert_eq!(sections, folders(&format!("{ROOT}/crates")).len());
}

fn page() -> String {
    fs::read_to_string(Path::new(ROOT).join("docs/architecture.md")).expect("a page")
}

/// What stands between backticks in the first column of each row.
fn first_cells(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    rows.map(|cell| cell.split('`').step_by(2).map(str::to_owned).filter(|name| !name.is_empty()).collect())
        .collect()
}

fn exists(source: &Path, path: &str) -> bool {
    source.join(path).is_dir() || source.join(format!("{path}.rs")).is_file()
}

fn modules(source: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(source).expect("a folder").map(|entry| entry.expect("an entry").path());
    let code = entries.filter(|path| path.is_dir() || path.extension().is_some_and(|end| end == "rs"));
    let names = code.map(|path| path.file_stem().and_then(|name| name.to_str()).expect("UTF-8").to_owned());
    names.filter(|name| !["lib", "main"].contains(&name.as_str())).collect()
}

fn folders(path: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry"));
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect()
}

/// The source files of a crate: the path of the module, and the text without tests and comments.
fn sources(folder: &Path) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(inside) = open.pop() {
        for entry in fs::read_dir(&inside).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let relative = path.strip_prefix(folder).expect("inside").with_extension("");
                let mut module: Vec<String> =
                    relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                module.retain(|part| !["mod", "lib", "main"].contains(&part.as_str()));
                let text = fs::read_to_string(&path).expect("a file");
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
                let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                found.push((module, lines.collect::<Vec<_>>().join("\n")));
            }
        }
    }
    found
}

fn crates() -> Vec<(String, PathBuf)> {
    let crates = folders(&format!("{ROOT}/crates")).into_iter();
    crates.map(|name| (name.clone(), Path::new(ROOT).join("crates").join(name).join("src"))).collect()
}

/// Data flows one way: the first modules of a crate use each other without a circle, and so do the modules beside each
/// other in a folder.
#[test]
fn no_module_uses_one_that_uses_it() {
    let mut circles = Vec::new();
    for (name, folder) in crates() {
        let sources = sources(&folder);
        let modules: BTreeSet<&[String]> = sources.iter().map(|(module, _)| &module[..]).collect();
        // for each folder of modules, who uses whom in it
        let mut uses: BTreeMap<Vec<String>, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (module, text) in &sources {
            for path in paths(text, module) {
                let shared = module.iter().zip(&path).take_while(|(one, other)| one == other).count();
                let (Some(user), Some(used)) = (module.get(shared), path.get(shared)) else { continue };
                if modules.contains(&path[..=shared]) {
                    let inside = uses.entry(module[..shared].to_vec()).or_default();
                    inside.entry(user.clone()).or_default().insert(used.clone());
                }
            }
        }
        for (inside, mut uses) in uses {
            // what uses nothing of what is left, or is used by nothing of it, is in no circle
            loop {
                let left: BTreeSet<String> = uses.keys().cloned().collect();
                let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
                let before = uses.len();
                uses.retain(|user, uses| used.contains(user) && uses.iter().any(|used| left.contains(used)));
                if uses.len() == before {
                    break;
                }
            }
            if !uses.is_empty() {
                circles.push(format!("{name}::{} {uses:?}", inside.join("::")));
            }
        }
    }
    assert!(circles.is_empty(), "modules that go in circles:\n{}", circles.join("\n"));
}

/// The modules that a text names by `crate::` and `super::`.
fn paths(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (start, base) in
        [("crate::", Vec::new()), ("super::", module[..module.len().saturating_sub(1)].to_vec())]
    {
        for (at, _) in text.match_indices(start) {
            if text[..at].ends_with(|c: char| is_word(c) || c == '$' || c == ':') {
                continue;
            }
            // a list in braces names one path for each of its first words
            let rest = &text[at + start.len()..];
            let words = |rest: &str| -> Vec<String> {
                let end = rest.find(|c: char| !is_word(c) && c != ':').unwrap_or(rest.len());
                rest[..end].split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect()
            };
            let list = rest.strip_prefix('{').and_then(|rest| rest.split("};").next());
            let tails: Vec<&str> =
                list.map_or(vec![rest], |list| list.split([',', '{']).map(str::trim).collect());
            found.extend(tails.into_iter().map(|tail| [base.clone(), words(tail)].concat()));
        }
    }
    found
}

#[test]
fn modules_have_one_convention() {
    for (name, folder) in crates() {
        for (module, text) in sources(&folder) {
            let place = format!("{name}: {}", module.join("::"));
            assert!(!text.contains("super::super"), "{place} reaches two rooms up; write crate::");
            let beside = folder.join(module.join("/"));
            assert!(
                module.is_empty() || !beside.is_dir() || !beside.with_extension("rs").is_file(),
                "{place} is a file beside a folder of the same name; it belongs into the folder as mod.rs"
            );
        }
    }
}

/// One name, one thing: no two types that the crates show have the same name.
#[test]
fn public_types_have_names_of_their_own() {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut re_exported = BTreeSet::new();
    for (name, folder) in crates() {
        let sources: BTreeMap<_, _> = sources(&folder).into_iter().collect();
        let mut open = vec![Vec::new()];
        while let Some(module) = open.pop() {
            let text = &sources[&module];
            let place = [std::slice::from_ref(&name), &module[..]].concat().join("::");
            let words = |text: &str, start: &str| -> Vec<String> {
                let rest = text.lines().filter_map(|line| line.strip_prefix(start));
                rest.map(|rest| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect())
                    .collect()
            };
            for start in ["pub struct ", "pub enum ", "pub trait "] {
                for defined in words(text, start) {
                    places.entry(defined).or_default().insert(place.clone());
                }
            }
            let shown = format!("\n{text}");
            for list in shown.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next()) {
                let of_others = list.starts_with("sprague");
                let names = list.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let types = names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
                for shown in
                    types.filter(|name| !of_others && name.contains(|c: char| c.is_ascii_lowercase()))
                {
                    re_exported.insert((shown.to_owned(), name.clone()));
                }
            }
            let inside = words(text, "pub mod ").into_iter().map(|inner| [&module[..], &[inner]].concat());
            open.extend(inside.filter(|module| sources.contains_key(module)));
        }
    }
    // what a private module has is shown by the crate alone
    for (shown, name) in re_exported {
        let known = places.entry(shown).or_default();
        if !known.iter().any(|place| place.split("::").next() == Some(&name)) {
            known.insert(name);
        }
    }
    assert!(places.len() > 300, "{}", places.len());
    // a macro makes the theorems
    places.entry("Theorem".to_owned()).or_default().insert("sprague::theorem".to_owned());
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}

/// The libraries do not know how they are asked: what flag or command helps is said by the front ends.
#[test]
fn texts_of_the_libraries_name_no_flags() {
    for name in ["sprague", "star", "picture", "store", "proof"] {
        let folder = Path::new(ROOT).join("crates").join(name).join("src");
        for (module, text) in sources(&folder) {
            let flags = text
                .match_indices("--")
                .filter(|(at, _)| text[at + 2..].starts_with(|c: char| c.is_ascii_lowercase()));
            let places: Vec<&str> =
                flags.map(|(at, _)| text[at..].lines().next().unwrap_or_default()).collect();
            assert!(places.is_empty(), "{name}: {}: {places:?}", module.join("::"));
        }
    }
}

/// A page is read in a terminal and in a comparison too. Tables cannot be broken, and code is as it is.
#[test]
fn lines_of_the_pages_end_at_120_characters() {
    let pages = ["", "docs", "docs/book/src"].map(|folder| Path::new(ROOT).join(folder));
    let files = pages.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    for path in files.map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_none_or(|end| end != "md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a page");
        let mut is_code = false;
        for (number, line) in (1..).zip(text.lines()) {
            is_code ^= line.trim_start().starts_with("```");
            let may_be_long = is_code || line.starts_with(['|', '!', '<']);
            assert!(may_be_long || line.chars().count() <= 120, "{}:{number}", path.display());
        }
    }
}

/// The paths through the program name files that are there, and none of them twice.
#[test]
fn the_five_paths_name_files_that_are_there_and_none_twice() {
    let page = page();
    let section = page.split("\n## ").find(|section| section.starts_with("Five paths")).expect("the paths");
    let paths: Vec<&str> = section.split("\n**").skip(1).collect();
    assert_eq!(paths.len(), 5);
    for path in paths {
        let mut seen = BTreeSet::new();
        let mut folder = Path::new("").to_owned();
        for name in path.lines().skip(1).flat_map(|line| line.split('`').skip(1).step_by(2)) {
            let whole = if name.contains('/') { PathBuf::from(name) } else { folder.join(name) };
            assert!(Path::new(ROOT).join(&whole).exists(), "{}", whole.display());
            assert!(seen.insert(whole.clone()), "{} is visited twice", whole.display());
            folder = whole.parent().expect("a folder").to_owned();
        }
        assert!(seen.len() >= 6);
    }
}

/// `docs/unsafe.md` lists every file with unsafe code, and no other.
#[test]
fn the_list_of_unsafe_code_is_complete() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/unsafe.md")).expect("a page");
    let mut listed = BTreeSet::new();
    for row in first_cells(&page) {
        let folder = row[0].rsplit_once('/').expect("a path").0.to_owned();
        listed.extend(
            row.iter().map(|file| if file.contains('/') { file.clone() } else { format!("{folder}/{file}") }),
        );
    }
    let mut found = BTreeSet::new();
    for name in folders(&format!("{ROOT}/crates")) {
        let mut open = vec![Path::new(ROOT).join("crates").join(&name).join("src")];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|end| end == "rs") {
                    let text = fs::read_to_string(&path).expect("a source");
                    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                    let is_unsafe = |line: &str| {
                        ["unsafe {", "unsafe fn", "unsafe impl", "#[unsafe("]
                            .iter()
                            .any(|word| line.contains(word))
                    };
                    if code.into_iter().any(is_unsafe) {
                        let path = path.strip_prefix(ROOT).expect("inside");
                        found.insert(path.to_string_lossy().into_owned());
                    }
                }
            }
        }
    }
    assert_eq!(listed, found);
}

/// Where the tests of a crate are one program, `tests/all.rs` lists them; a file that it forgets would never run.
#[test]
fn every_file_of_tests_is_in_the_program_of_all_tests() {
    let mut found = 0;
    for name in folders(&format!("{ROOT}/crates")) {
        let folder = Path::new(ROOT).join("crates").join(&name).join("tests");
        let Ok(all) = fs::read_to_string(folder.join("all.rs")) else { continue };
        for file in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            let stem = file.file_stem().expect("a name").to_str().expect("a plain name").to_owned();
            let is_program =
                file.extension().is_some_and(|kind| kind == "rs") || file.join("main.rs").exists();
            if is_program && stem != "all" {
                assert!(all.contains(&format!("mod {stem};")), "{name}: tests/all.rs forgets {stem}");
                found += 1;
            }
        }
    }
    assert!(found > 40, "{found}");
}

/// Files are the store's business: each crate denies `std::fs` outside its tests (clippy.toml).
#[test]
fn every_crate_denies_what_clippy_toml_lists() {
    for name in folders(&format!("{ROOT}/crates")) {
        let root = fs::read_to_string(format!("{ROOT}/crates/{name}/src/lib.rs")).expect("a library");
        assert!(root.contains("#![cfg_attr(not(test), deny(clippy::disallowed_methods))]"), "{name}");
    }
}

/// What the front ends use of the library: the words of a question, what works while it is watched, and what is drawn.
/// They ask `tell` for everything that is found or said; a module that is new here would be told better.
const FRONT_ENDS: [(&str, &str); 5] = [
    (
        "api",
        "games graph heap limits moves nimber notation opponent play position quotient sequence solve star",
    ),
    (
        "cli",
        "Limits analysis counting games graph heap limits moves nim nim_expression nimber notation opponent play position \
         quotient search sequence solve star ulam_warburton",
    ),
    ("lab", "limits opponent sequence solve star"),
    ("python", "counting games graph heap limits nimber notation play position search sequence solve"),
    ("wasm", "limits sequence solve"),
];

/// What `tell` alone asks the library, for it also says what comes of it.
const TOLD: [&str; 7] = [
    "identify_within",
    "option_values",
    "misere_options",
    "longest_optimal_game",
    "first_difference",
    "first_cousin",
    "equal_for_ever",
];

#[test]
fn front_ends_compute_and_phrase_nothing_beyond_the_list() {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for (name, allowed) in FRONT_ENDS {
        let folder = Path::new(ROOT).join("crates").join(name).join("src");
        let mut found = 0;
        for (module, text) in sources(&folder) {
            let place = format!("{name}: {}", module.join("::"));
            for (at, start) in text.match_indices("sprague::") {
                let word = text[at + start.len()..].split(|c| !is_word(c)).next().unwrap_or_default();
                if !text[..at].ends_with(|c| is_word(c) || c == ':') {
                    assert!(allowed.split(' ').any(|module| module == word), "{place} uses {word}");
                    found += 1;
                }
            }
            for told in TOLD {
                assert!(!text.split(|c| !is_word(c)).any(|word| word == told), "{place}: `tell` has {told}");
            }
            // the command is a front end itself: Python has its console script of it, and asks it the questions that take
            // what the command takes
            let of_the_command = text.matches("sprague_cli::").count();
            let known = ["main", "ask", "Caller", "Unanswered"]
                .map(|name| text.matches(&format!("sprague_cli::{name}")).count());
            assert_eq!(of_the_command, known.iter().sum::<usize>(), "{place}");
        }
        assert!(found > 0, "{name}");
    }
}
