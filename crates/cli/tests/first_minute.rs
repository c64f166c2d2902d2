//! What a stranger types first: the name alone, a misspelled command, a file of the wrong kind, `--version`.

use std::fs;

use sprague_kit::ended;

use crate::common::{SPRAGUE, file};

/// The exit code, the standard output and the standard error.
fn run(typed: &str) -> (Option<i32>, String, String) {
    let folder = file("first-minute");
    fs::create_dir_all(&folder).expect("a folder");
    let words: Vec<&str> = typed.split_whitespace().collect();
    let said = ended(SPRAGUE.command(&words).current_dir(folder), b"");
    (said.code, said.out, said.err)
}

#[test]
fn the_name_alone_shows_the_short_help() {
    let (code, shown, errors) = run("");
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(shown, run("-h").1);
    assert!(shown.contains("sprague solve \"grundy: 7 5 3\""), "{shown}");
}

#[test]
fn a_misspelled_command_is_told_its_right_spelling() {
    for (typed, said) in [
        ("solv", "`sprague` has no command `solv`; did you mean `sprague solve`?"),
        ("help solv", "`sprague` has no command `solv`; did you mean `sprague solve`?"),
        ("kayles", "`sprague` has no command `kayles`; did you mean `sprague games kayles`?"),
        ("kayles:5", "`sprague` has no command `kayles:5`; did you mean `sprague solve \"kayles:5\"`?"),
        (
            "misere kayles",
            "`sprague misere` has no command `kayles`; did you mean `sprague misere quotient kayles`?",
        ),
        ("help misere gen", "`sprague misere` has no command `gen`; did you mean `sprague misere genus`?"),
        ("star rwo 3", "`sprague star` has no command `rwo`; did you mean `sprague star row`?"),
        ("frobnicate", "`sprague` has no command `frobnicate`; --help lists them"),
    ] {
        assert_eq!(run(typed), (Some(2), String::new(), format!("error: {said}\n")), "{typed}");
    }
    let (code, _, said) = run("survey frobnicate");
    assert_eq!(code, Some(2));
    assert!(said.ends_with("; it has plan, run, status, merge, slurm, submit\n"), "{said}");
}

/// Each command with endings that it refuses, and with one that it writes.
#[test]
fn a_file_holds_what_its_name_says() {
    for (command, refused, written) in [
        ("graph nim:2", &["gif", "pdf", "html"][..], "svg"),
        ("graph nim:2", &[], "dot"),
        ("graph nim:2", &[], "json"),
        ("graph nim:2 --format dot", &["svg", "json"], "gv"),
        ("graph nim:2 --json", &["svg"], "json"),
        ("plot kayles --to 50 --format svg", &["png", "pdf"], "svg"),
        ("plot kayles --to 50", &["pdf", "csv"], "SVG"),
        ("values kayles", &["csv", "json", "pdf"], "txt"),
        ("values kayles --format csv", &["json", "svg"], "csv"),
        ("values kayles --json", &["csv"], "json"),
        ("solve nim:2", &["json", "svg"], "txt"),
        ("solve nim:2 --json", &["html"], "json"),
        ("prove kayles", &["json", "pdf"], "cert"),
        ("star table --rows 3 --cols 3", &["pdf", "gif"], "csv"),
        ("star table --rows 3 --cols 3 --format csv", &["svg"], "csv"),
        ("star tracks 5", &["pdf"], "svg"),
        ("misere quotient kayles --to 12", &["svg", "png"], "txt"),
        ("ulam-warburton 4", &["gif", "txt"], "svg"),
        ("reproduce thesis 3.1", &["html"], "txt"),
        ("man", &["pdf"], "1"),
        ("completions fish", &["json"], "fish"),
    ] {
        let folder = file("first-minute");
        for ending in refused {
            let file = folder.join(format!("refused.{ending}"));
            let _ = fs::remove_file(&file);
            let (code, shown, said) = run(&format!("{command} -o refused.{ending}"));
            assert_eq!((code, shown.as_str()), (Some(2), ""), "{command} -o .{ending}: {said}");
            // one line, with the way out
            assert!(said.lines().count() == 1 && said.contains("refused."), "{command}: {said}");
            let way_out = ["name it ", "write ", "-o FILE.", "--json"].iter().any(|way| said.contains(way));
            assert!(way_out || said.contains("way_out"), "{command}: {said}");
            assert!(!file.exists(), "{command} -o .{ending}");
        }
        let name = format!("written-{}.{written}", command.replace([' ', ':'], "-"));
        let (_, _, said) = run(&format!("{command} -o {name}"));
        let text = fs::read_to_string(folder.join(&name))
            .unwrap_or_else(|error| panic!("{command}: {error}: {said}"));
        let start = match written.to_ascii_lowercase().as_str() {
            "svg" => "<svg",
            "dot" | "gv" => "digraph",
            "json" => "{",
            _ => "",
        };
        assert!(text.starts_with(start) && !text.is_empty(), "{command} -o {name}");
    }
    let (code, _, said) = run("misere quotient kayles --svg refused.gif");
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(
        said,
        "error: refused.gif would hold a picture in SVG or PNG and not what its name says; name it .svg or .png\n"
    );
}

#[test]
fn the_version_is_one_line_and_the_long_one_tells_what_a_report_needs() {
    let (_, short, _) = run("-V");
    assert_eq!(short, format!("sprague {}\n", env!("CARGO_PKG_VERSION")));
    let (code, long, _) = run("--version");
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[0], short.trim_end());
    for (name, part) in [("system", std::env::consts::ARCH), ("kernels", "naive, dense, "), ("features", "")]
    {
        assert!(lines.iter().any(|line| line.starts_with(name) && line.contains(part)), "{name}: {long}");
    }
    let commits: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("commit ")).map(str::trim).collect();
    let is_hash = |text: &&str| text.len() >= 7 && text.chars().all(|c| c.is_ascii_hexdigit());
    assert!(commits.len() <= 1 && commits.iter().all(is_hash), "{long}");
    // what differs between machines is no part of the manual
    assert!(!run("man").1.contains("kernels   naive"));
}
