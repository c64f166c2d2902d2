//! Bad and huge input: exit code 2 and one clear line on the standard error, nothing on the standard output.

use assert_cmd::Command;

fn sprague(args: &[&str]) -> (Option<i32>, String, String) {
    let output =
        Command::cargo_bin("sprague").expect("built").args(args).write_stdin("").output().expect("runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// What is typed after `sprague`, and what the one line must contain.
const BAD: &[(&[&str], &str)] = &[
    (&[], "no command"),
    (&["frobnicate"], "frobnicate"),
    (&["solve"], "POSITION"),
    (&["values", "grundy", "--to", "10", "--threads", "0"], "expected a number from 1 on"),
    (&["values", "grundy", "--to", "10", "--remember", "-3"], "-3 is negative"),
    (&["values", "grundy", "--to", "-5"], "-5 is negative"),
    (&["solve", ""], "column 1"),
    (&["solve", "nim"], "column 4"),
    (&["solve", "kayls: 3"], "did you mean `kayles`"),
    (&["solve", "nim: x"], "column 6"),
    (&["solve", "nim: 3 -4"], "column 8"),
    (&["solve", "nim: -1"], "column 6: expected a heap size"),
    (&["solve", "nim: 1__0"], "column 7: expected a heap size"),
    (&["solve", "nim: 3 + "], "column 10"),
    (&["solve", "nim: 3 4.5"], "column"),
    (&["solve", "nim: 9223372036854775808"], "too large"),
    (&["solve", "nim: 1e19"], "too large"),
    (&["solve", "kayles 5"], "column"),
    (&["solve", "0.7g: 5"], "column 4"),
    (&["solve", "1.7: 5"], "column 1"),
    (&["solve", "0.77.7: 5"], "column"),
    (&["solve", "take(0): 5"], "column"),
    (&["solve", "split(1): 5"], "column"),
    (&["solve", "split(0): 5"], "column"),
    (&["solve", "take(): 5"], "column 6"),
    (&["solve", "take(3..1): 5"], "column"),
    (&["solve", "split(2, diff>=x): 5"], "column"),
    (&["solve", "split(2, distinct"], "column"),
    (&["solve", "split(2) on: 5"], "column"),
    (&["solve", "take(1) leave(: 5"], "column"),
    (&["solve", "rectangle: 0x3"], "column 12"),
    (&["solve", "rectangle: 3x"], "column 14"),
    (&["solve", "rectangle(diff>2): 3x3"], "column 15"),
    (&["solve", "silver-dollar: [3,2]"], "column"),
    (&["solve", "silver-dollar: [3,3]"], "column"),
    (&["solve", "silver-dollar: [3"], "column"),
    (&["solve", "silver-dollar: 3 4"], "column"),
    (&["solve", "star: [0,1] [0,2]"], "column"),
    (&["solve", "star-nim: 0 0"], "column"),
    (&["solve", "shared: 3 4"], "column 7"),
    (&["solve", "shared(2): 1 1"], "column"),
    (&["solve", "nearly(kayles: 3 4"], "column"),
    (&["solve", "nearly(kayles, nim): [3]"], "column"),
    (&["solve", "nearly(kayles): [3]! [4]!"], "column"),
    (&["solve", "nearly(chomp): [3]"], "board"),
    (&["solve", "chomp: 0x3"], "column"),
    (&["solve", "chomp: 2,3"], "column"),
    (&["solve", "chomp: 3x"], "column"),
    (&["solve", "bogus-nim: 3 bank"], "column"),
    (&["solve", "wythoff: 3"], "two heaps"),
    (&["solve", "wythoff: 1 2 3"], "two heaps"),
    (&["solve", "graph: {a>b, b>a}#a"], "a > b > a"),
    (&["solve", "graph: {a>b}#c"], "no node c"),
    (&["solve", "graph: {a>c, b>c}"], "a"),
    (&["solve", "graph: {a>b"], "column"),
    (&["solve", "graph: no/such/file.txt#a"], "no/such/file.txt"),
    (&["solve", "graph:"], "column"),
    (&["solve", "chomp: 40x40"], "1.1e23"),
    (&["solve", "chomp: 100x100"], "column"),
    (&["solve", "grundy: 1e15"], "--max-positions"),
    (&["solve", "nim: 1e18 + kayles: 3", "--misere"], "--max-positions"),
    (&["solve", "kayles: 300", "--misere"], "--max-positions"),
    (&["solve", "kayles: 1e9", "--misere"], "more positions and options to keep than can be counted"),
    (&["solve", "chomp: 12x12", "--misere"], "--max-positions"),
    (&["solve", "shared(2): 500 500", "--misere"], "--max-positions"),
    (&["solve", "star-nim: 100 100 100", "--misere"], "--max-positions"),
    (&["solve", "nim: 1e4 + take(1..1000): 9", "--misere"], "--max-positions"),
    (&["solve", "wythoff: 1e9 16e8 + nim: 3"], "wythoff"),
    (&["solve", "nim: 3", "--moves", "many"], "many"),
    (&["solve", "nim: 3", "--frob"], "--frob"),
    (&["values"], "GAME"),
    (&["values", "chomp"], "board"),
    (&["values", "0.7f", "--to", "1e6", "--format", "hash"], "--max-steps"),
    (&["values", "grundy", "--to", "1e12", "--format", "hash"], "--max-steps"),
    (&["values", "grundy", "--kernel", "abacus"], "abacus"),
    (&["values", "grundy", "--from", "9", "--to", "5"], "empty"),
    (&["values", "nim", "--to", "1e12"], "too many to print"),
    (&["values", "kayles", "--to", "500", "--misere"], "--max-positions"),
    (&["values", "take(any) leave(1)", "--to", "1e4", "--misere"], "--max-positions"),
    (&["values", "split(2..1000000)", "--to", "1e5"], "--max-steps"),
    (&["values", "split(2.., distinct)", "--to", "1e18", "--format", "hash"], "--max-steps"),
    (&["values", "grundy", "--format", "xml"], "xml"),
    (&["compare", "thesis-c", "thesis-d", "--to", "1e18"], "--max-steps"),
    (&["compare", "nim", "grundy", "--to", "1e18"], "--max-steps"),
    (&["games", "rectangle(diff>2)"], "column 15"),
    (&["games", "shared(2) x"], "column 11"),
    (&["games", "chomp(3)"], "column 6"),
    (&["compare", "0.77"], "required"),
    (&["compare", "0.77", "0.7z"], "column 4"),
    (&["games", "kaylse"], "did you mean `kayles`"),
    (&["graph", "nim: 9 9 9"], "--max-nodes"),
    (&["graph", "nim: 1e18"], "--max-nodes"),
    (&["graph", "nim: 2", "-o", "no/such/folder/x.svg"], "no/such/folder"),
    (&["completions", "cobol"], "cobol"),
];

#[test]
fn every_bad_input_gets_one_line_and_exit_code_two() {
    let mut wrong = Vec::new();
    for (args, expected) in BAD {
        let (code, stdout, stderr) = sprague(args);
        let one_line = stderr.starts_with("error: ") && stderr.lines().count() == 1;
        if code != Some(2) || !stdout.is_empty() || !one_line || !stderr.contains(expected) {
            wrong.push(format!("{args:?} ({expected}): exit {code:?}, {stdout}{stderr}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn random_text_is_never_a_panic() {
    let alphabet: Vec<char> =
        "nimkayles0123456789.:+ ()[]{}<>=,x#!|-_ev^…é\u{0}\t".chars().filter(|c| *c != '\0').collect();
    let mut seed = 7u64;
    let mut lines = String::new();
    for _ in 0..2_000 {
        let mut line = String::new();
        for _ in 0..(seed >> 40) % 30 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            line.push(alphabet[(seed >> 33) as usize % alphabet.len()]);
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        lines.push_str(&line);
        lines.push('\n');
    }
    let output = Command::cargo_bin("sprague")
        .expect("built")
        .args(["solve", "-"])
        .write_stdin(lines)
        .output()
        .expect("runs");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn bad_lines_do_not_stop_the_others() {
    let mut lines = b"nim: 1 2 3\nnim: \xff 3\nkayles: 3\n".to_vec();
    lines.extend(std::iter::repeat_n(b'7', 3 << 20));
    lines.extend(b"\nkayles: 4\nnim: 1 \xc3");
    let solve = |more: &[&str]| {
        let mut command = Command::cargo_bin("sprague").expect("built");
        let output =
            command.args(["solve", "-"]).args(more).write_stdin(lines.clone()).output().expect("runs");
        assert_eq!(output.status.code(), Some(2));
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr))
    };
    let (answers, errors) = solve(&[]);
    assert_eq!(answers.lines().count(), 3, "{answers}");
    let errors: Vec<&str> = errors.lines().collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(
        errors[0].starts_with("error: line 2: ") && errors[0].contains("not UTF-8 from byte 6"),
        "{errors:?}"
    );
    assert!(errors[1].starts_with("error: line 4: ") && errors[1].contains("longer than"), "{errors:?}");
    assert!(errors[2].starts_with("error: line 6: "), "{errors:?}");
    let (documents, _) = solve(&["--json"]);
    let documents: Vec<serde_json::Value> = serde_json::from_str(&documents).expect("JSON");
    assert_eq!(documents.iter().filter(|d| d.get("error").is_some()).count(), 3);
    assert_eq!(documents[4]["position"], "kayles: 4");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in ["--help", "solve --help", "--version"] {
        let script = format!("\"$0\" {arguments} > /dev/full");
        let binary = assert_cmd::cargo::cargo_bin("sprague");
        let output = Command::new("sh").arg("-c").arg(script).arg(binary).output().expect("runs");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(output.stderr.starts_with(b"error: cannot write the answer: "), "{arguments}");
    }
}
