//! `docs/architecture.md` is true to the tree: every crate has its row, every module is named in the section of its crate,
//! and every name in the tables is a file or a folder.
//!
//! A table names modules by their paths, and those that follow in the same row lie beside the first: `heap::set`, `clause`.
//! Folders inside a crate may be named as a whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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
fn every_module_is_in_the_tables_and_every_name_in_the_tables_is_a_module() {
    let page = page();
    let (mut sections, mut missing) = (0, Vec::new());
    for section in page.split("\n## crates/").skip(1) {
        let name = section.lines().next().expect("a heading");
        let source = Path::new(ROOT).join("crates").join(name).join("src");
        let mut named = BTreeSet::new();
        for row in first_cells(section.split("\n## ").next().expect("a section")) {
            let mut folder = String::new();
            for path in row.iter().map(|path| path.replace("::", "/")) {
                let path = path.trim_end_matches("/*");
                let beside = format!("{folder}/{path}");
                let path = if folder.is_empty() || exists(&source, path) { path } else { beside.as_str() };
                assert!(exists(&source, path), "{name}: {path}");
                folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
                named.insert(path.split('/').next().expect("a name").to_owned());
            }
        }
        missing.extend(modules(&source).difference(&named).map(|module| format!("{name}: {module}")));
        sections += 1;
    }
    assert_eq!(missing, Vec::<String>::new());
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
