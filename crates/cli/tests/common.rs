//! The command as the tests run it.

use std::path::{Path, PathBuf};

use serde_json::Value;
use sprague_kit::{Program, Said};

/// The command that is tested.
pub const SPRAGUE: Program = Program(env!("CARGO_BIN_EXE_sprague"));

pub fn sprague(arguments: &[&str]) -> Said {
    SPRAGUE.run(arguments)
}

/// What is printed by a command that ends well and says nothing else.
pub fn text(arguments: &[&str]) -> String {
    SPRAGUE.prints(arguments)
}

/// What is printed, and the exit code.
pub fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let said = sprague(arguments);
    (said.code, said.out)
}

/// The one document that `--json` prints, and the exit code.
pub fn judged(arguments: &[&str]) -> (Value, Option<i32>) {
    let said = sprague(&[arguments, &["--json"]].concat());
    let document = serde_json::from_str(&said.out);
    let document = document.unwrap_or_else(|error| panic!("{arguments:?}: {error}: {said:?}"));
    assert_eq!(said.out.lines().count(), 1, "one document: {}", said.out);
    (document, said.code)
}

/// The same of a command that ends well.
pub fn document(arguments: &[&str]) -> Value {
    let (document, code) = judged(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {document}");
    document
}

/// The answer has these fields.
pub fn has_fields(answer: &Value, expected: &Value) {
    for (key, value) in expected.as_object().expect("fields") {
        assert_eq!(&answer[key], value, "{key} in {answer}");
    }
}

/// Each is refused in one line that says why, with exit code 2 and nothing else.
pub fn all_refused(cases: &[(&[&str], &str)]) {
    let wrong = cases.iter().filter_map(|&(arguments, why)| {
        let said = sprague(arguments);
        let start = if arguments.contains(&"--json") { "{\"error\":" } else { "error: " };
        let is_one_line = said.err.starts_with(start) && said.err.lines().count() == 1;
        let is_right = said.code == Some(2) && said.out.is_empty() && is_one_line && said.err.contains(why);
        (!is_right).then(|| format!("{arguments:?} ({why}): {said:?}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs it with so many kilobytes of address space, for a minute or two at the most.
#[cfg(unix)]
pub fn limited(kilobytes: u64, arguments: &[&str]) -> Said {
    let script = format!("ulimit -c 0; ulimit -v {kilobytes} || exit 99; exec timeout 120 \"$0\" \"$@\"");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &script, SPRAGUE.0]).args(arguments);
    sprague_kit::ended(&mut shell, b"")
}

/// A place for a file of a test.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// An empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = file(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The path as text.
pub fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The pictures of the documentation that a list names are what is drawn, byte for byte.
pub fn pictures_are_kept(list: &str, drawn: impl Fn(&str, &str) -> Vec<u8>) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pictures");
    let list = std::fs::read_to_string(format!("{folder}/{list}")).expect("the list of pictures");
    for line in list.lines() {
        let (name, what) = line.split_once('|').expect("a file, and what it shows");
        let kept = std::fs::read(format!("{folder}/{name}")).expect("the picture");
        assert!(kept == drawn(name, what), "{name} has changed: run `make pictures` and look at it");
    }
}
