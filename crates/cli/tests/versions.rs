//! Every page names the same versions: of this project, and of Rust, Python and Node, which it needs. What is missing for
//! a part of the Makefile is told in one line.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The version of this project.
const OURS: &str = env!("CARGO_PKG_VERSION");

fn read(path: impl AsRef<Path>) -> String {
    let path = Path::new(ROOT).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What stands between two texts, for the first time.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("no {start}"));
    rest.split(end).next().expect("split gives one piece at least")
}

/// The pages that people read: the README, CONTRIBUTING and the like, those of `docs`, of the book and of the crates, and
/// the one of the lab that says what is missing.
fn pages() -> Vec<PathBuf> {
    let crates = fs::read_dir(Path::new(ROOT).join("crates")).expect("a folder");
    let crates = crates.map(|entry| entry.expect("an entry").path());
    let folders = ["", "docs", "docs/book/src"].map(|folder| Path::new(ROOT).join(folder));
    let files =
        folders.into_iter().chain(crates).flat_map(|folder| fs::read_dir(folder).into_iter().flatten());
    files
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .chain([Path::new(ROOT).join("crates/lab/src/pages.rs")])
        .collect()
}

/// The numbers such as `1.89` that follow a word in the pages, and where.
fn mentioned(word: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for page in pages() {
        let text = read(&page);
        for (at, _) in text.match_indices(word) {
            let rest = text[at + word.len()..].chars();
            let number: String = rest.take_while(|c| c.is_ascii_digit() || *c == '.').collect();
            let number = number.trim_end_matches('.').to_owned();
            if number.contains('.') || (word == "Node " && !number.is_empty()) {
                found.push((page.display().to_string(), number));
            }
        }
    }
    assert!(!found.is_empty(), "no page names {word}");
    found
}

#[test]
fn every_page_names_the_rust_that_cargo_asks_for() {
    let lowest = between(&read("Cargo.toml"), "rust-version = \"", "\"").to_owned();
    for (page, number) in mentioned("Rust ") {
        assert_eq!(number, lowest, "{page}");
    }
}

#[test]
fn every_page_names_the_python_that_the_package_asks_for() {
    let lowest = between(&read("crates/python/pyproject.toml"), "requires-python = \">=", "\"").to_owned();
    for (page, number) in mentioned("Python ") {
        assert_eq!(number, lowest, "{page}");
    }
    let abi = format!("\"abi3-py{}\"", lowest.replace('.', ""));
    assert!(read("Cargo.toml").contains(&abi), "{abi}");
    assert!(read("crates/python/pack.py").contains(&format!("cp{}-abi3", lowest.replace('.', ""))));
}

#[test]
fn every_page_names_the_node_that_the_page_asks_for() {
    assert_eq!(
        between(&read("crates/lab/page/package.json"), "\"node\": \"", "\""),
        "^20.19.0 || >=22.12.0",
        "tools/need.sh compares with the same versions"
    );
    for (page, number) in mentioned("Node ") {
        assert_eq!(number, "20.19", "{page}");
    }
    for page in pages() {
        let text = read(&page);
        for (at, _) in text.match_indices("Node 20.19") {
            let rest = &text[at..];
            assert!(
                ["Node 20.19, or 22.12 or later", "Node 20.19 or 22.12"]
                    .iter()
                    .any(|said| rest.starts_with(said)),
                "{}",
                page.display()
            );
        }
    }
}

#[test]
fn every_file_names_the_version_of_this_project() {
    assert_eq!(between(&read("CITATION.cff"), "\nversion: ", "\n"), OURS);
    let changes = read("CHANGELOG.md");
    let (unreleased, released) = changes
        .split_once("\n## [Unreleased]\n")
        .expect("a section")
        .1
        .split_once("\n## [")
        .expect("a version");
    assert!(unreleased.lines().all(|line| !line.starts_with("## ")));
    assert_eq!(released.split("] - ").next(), Some(OURS), "the newest section of CHANGELOG.md");
    assert_eq!(between(&read("CITATION.cff"), "date-released: ", "\n"), between(released, "] - ", "\n"));
    let readme = read("README.md");
    let mut archives = 0;
    for (at, name) in ["sprague-", "sprague_"].iter().flat_map(|name| readme.match_indices(name)) {
        let version: String =
            readme[at + name.len()..].chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        if !version.is_empty() {
            assert_eq!(version, OURS, "README.md");
            archives += 1;
        }
    }
    assert!(archives >= 4, "only {archives}");
    let toml = read("Cargo.toml");
    for line in toml.lines().filter(|line| line.contains("path = \"") && line.contains("version = \"")) {
        assert_eq!(between(line, "version = \"", "\""), OURS, "{line}");
    }
}

/// Packages are published in the order of docs/releasing.md: all of them, each after those that it needs.
#[test]
fn the_order_of_publishing_is_one() {
    let text = read("docs/releasing.md");
    let order: Vec<&str> =
        between(&text, "needs, in the order", ". The modules").split('`').skip(1).step_by(2).collect();
    let crates = fs::read_dir(Path::new(ROOT).join("crates")).expect("a folder");
    let crates = crates.map(|entry| entry.expect("an entry").path());
    let mut published = 0;
    for folder in crates.chain([Path::new(ROOT).join("proofs")]) {
        let manifest = read(folder.join("Cargo.toml"));
        let name = between(&manifest, "name = \"", "\"");
        let place = order.iter().position(|listed| *listed == name);
        if manifest.contains("\npublish = false\n") {
            assert_eq!(place, None, "{name} is not published");
            continue;
        }
        published += 1;
        let place = place.unwrap_or_else(|| panic!("{name} is missing"));
        let needed = manifest
            .split_once("\n[dependencies]\n")
            .map_or("", |(_, rest)| rest.split("\n[").next().unwrap_or(""));
        for line in needed.lines().filter(|line| line.starts_with("sprague")) {
            let needs = line.split(['.', ' ']).next().expect("a name");
            assert!(order[..place].contains(&needs), "{name} needs {needs}");
        }
    }
    assert_eq!(order.len(), published);
}

/// A licence lies beside every package, since each is given away by itself, and all are the same.
#[test]
fn the_licences_of_all_packages_are_the_same() {
    let crates = fs::read_dir(Path::new(ROOT).join("crates")).expect("a folder");
    let crates = crates.map(|entry| entry.expect("an entry").path());
    for folder in crates.chain([Path::new(ROOT).join("proofs")]) {
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let path = folder.join(name);
            let kind =
                fs::symlink_metadata(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(kind.is_file(), "{} is a link, which a clone on Windows breaks", path.display());
            assert_eq!(read(&path), read(name), "{}", path.display());
        }
    }
}

/// Nobody has to read a stack of errors to learn that Node is too old or not there.
#[cfg(unix)]
#[test]
fn a_node_that_is_too_old_or_not_there_is_told_in_one_line() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    const WANTED: &str = "error: the page is built with Node 20.19, or 22.12 or later; ";
    let tools = Path::new(env!("CARGO_TARGET_TMPDIR")).join("node");
    let write = |name: &str, text: &str| {
        fs::create_dir_all(&tools).expect("a folder");
        fs::write(tools.join(name), text).expect("a file");
        fs::set_permissions(tools.join(name), fs::Permissions::from_mode(0o755)).expect("a program");
    };
    let ask = || {
        let output = Command::new("/bin/sh")
            .arg(Path::new(ROOT).join("tools/need.sh"))
            .arg("node")
            .env("PATH", &tools)
            .output();
        let output = output.expect("a shell");
        (output.status.success(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let _ = fs::remove_dir_all(&tools);
    assert_eq!(ask(), (false, format!("{WANTED}there is no npm on the path\n")));
    write("npm", "#!/bin/sh\n");
    assert_eq!(ask(), (false, format!("{WANTED}there is no node on the path\n")));
    for version in ["12.22.9", "18.20.4", "20.11.0", "20.18.3", "21.7.3", "22.11.0"] {
        write("node", &format!("#!/bin/sh\necho v{version}\n"));
        assert_eq!(ask(), (false, format!("{WANTED}this is Node {version}\n")));
    }
    for version in ["20.19.0", "22.12.0", "24.0.1"] {
        write("node", &format!("#!/bin/sh\necho v{version}\n"));
        assert_eq!(ask(), (true, String::new()));
    }
}
