//! Bad and huge input: exit code 2 and one clear line on the standard error, nothing on the standard output.

use std::process::Command;

use serde_json::Value;
use sprague_kit::{Random, Said};

use crate::common::{SPRAGUE, all_refused, file, folder, limited, path, sprague};

/// What is typed after `sprague`, and what the one line must contain.
const BAD: &[(&[&str], &str)] = &[
    (&["--quiet"], "no command"),
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
    (&["solve", "kayles 5 x"], "column 10"),
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
    (&["solve", "nearly(chomp): [x]"], "column"),
    (&["solve", "nearly(nearly(nim)): [3]"], "column"),
    (&["solve", "nearly(chomp, wythoff): [3x4 [5 8]"], "column"),
    (&["solve", "rectangle(kayles): 100000x100000"], "than years of work"),
    (&["solve", "nearly(chomp, nim): [40x40] [3]"], "than any machine holds"),
    (&["solve", "wythoff(0): 3 4"], "column 9"),
    (&["solve", "knight: 5"], "column 9"),
    (&["solve", "take(powers of 1): 5"], "column 16"),
    (&["values", "take(primes)", "--to", "1e7"], "--max-steps"),
    (&["ulam-warburton", "1e12"], "2147483647"),
    (&["ulam-warburton", "256", "-o", "cells.svg"], "255"),
    (&["ulam-warburton", "5", "-o", "cells.txt"], "neither .svg nor .png"),
    (&["nim-length", "2^62", "2^62", "2^62"], "2^63-1"),
    (&["nim-length", "x"], "a number"),
    (&["solve", "chomp: 0x3"], "column"),
    (&["solve", "chomp: 2,3"], "column"),
    (&["solve", "chomp: 3x"], "column"),
    (&["solve", "bogus-nim: 3 bank"], "column"),
    (&["solve", "wythoff: 3"], "two heaps"),
    (&["solve", "wythoff: 1 2 3"], "two heaps"),
    (&["solve", "graph: {a>b}#c"], "no node c"),
    (&["solve", "graph: {a>c, b>c}"], "a"),
    (&["solve", "graph: {a>b"], "column"),
    (&["solve", "graph: no/such/file.txt#a"], "no/such/file.txt"),
    (&["solve", "graph:"], "column"),
    (&["solve", "chomp: 40x40 + nim: 3"], "1.1e23"),
    (&["solve", "chomp: 100x100"], "column"),
    (&["solve", "grundy: 1e15"], "of memory, more than there are"),
    (&["solve", "nim: 1e18 + kayles: 3", "--misere"], "than any machine holds"),
    (&["solve", "grundy: 300", "--misere"], "than any machine holds"),
    (&["solve", "grundy: 1e9", "--misere"], "more positions and options to keep than can be counted"),
    (&["solve", "chomp: 12x12", "--misere"], "--max-positions"),
    (&["solve", "shared(2): 500 500", "--misere"], "--max-positions"),
    (&["solve", "star-nim: 100 100 100", "--misere"], "--max-positions"),
    (&["solve", "nim: 1e4 + take(1..1000): 9", "--misere"], "--max-positions"),
    (&["solve", "wythoff: 1e9 16e8 + nim: 3"], "wythoff"),
    (&["solve", "nearly(take(1,3)): [5e9]! [1]"], "--max-positions"),
    (&["solve", "graph: /dev/zero#a"], "no regular file"),
    (&["solve", "graph: .#a"], "no regular file"),
    (&["stats", "nim", "--to", "1e9"], "--max-positions"),
    (&["stats", "take(1..1000000000)", "--to", "1e9", "--json"], "--max-positions"),
    (&["stats", "split(3)", "--to", "1e9"], "--max-positions"),
    (&["solve", "nim: 3", "--moves", "many"], "many"),
    (&["solve", "nim: 3", "--frob"], "--frob"),
    (&["values"], "GAME"),
    (&["values", "chomp"], "board"),
    (&["values", "0.7f", "--to", "1e6", "--format", "hash"], "--max-steps"),
    (&["values", "grundy", "--to", "1e12", "--format", "hash"], "--max-steps"),
    (&["values", "grundy", "--kernel", "abacus"], "abacus"),
    (&["values", "grundy", "--from", "9", "--to", "5"], "empty"),
    (&["values", "nim", "--to", "1e12"], "too many to print"),
    (&["values", "kayles", "--to", "500", "--misere"], "than any machine holds"),
    (&["values", "take(any) leave(1)", "--to", "1e4", "--misere"], "--max-positions"),
    (&["values", "split(2..1000000)", "--to", "1e5"], "than years of work"),
    (&["values", "split(2.., distinct)", "--to", "1e18", "--format", "hash"], "than years of work"),
    (&["values", "grundy", "--format", "xml"], "xml"),
    (&["compare", "thesis-c", "thesis-d", "--to", "1e18"], "than years of work"),
    (&["compare", "nim", "grundy", "--to", "1e18"], "than years of work"),
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
    all_refused(BAD);
}

/// The document on the standard error.
fn failure(args: &[&str], code: i32) -> Value {
    let said = sprague(&[args, &["--json"]].concat());
    assert_eq!((said.code, said.out.as_str(), said.err.lines().count()), (Some(code), "", 1), "{said:?}");
    serde_json::from_str(&said.err).expect("JSON")
}

/// Under `--json` a failure is one document on the standard error; the exit code is that of the words.
#[test]
fn failures_are_documents_under_json() {
    let cases: [(&[&str], i32, &str, &str); 10] = [
        (&["solve", "kayles: 5 x"], 2, "bad-input", "`kayles: 5 x`"),
        (&["solve", "chomp: 15x15 + nim: 1"], 2, "too-large", "--max-positions"),
        (&["values", "kaylse"], 2, "bad-input", "did you mean `kayles`"),
        (&["values"], 2, "bad-input", "required"),
        (&["no-such-command"], 2, "bad-input", "no-such-command"),
        (&["status", "no/such/folder"], 2, "bad-input", "no/such/folder"),
        (&["prove", "0.6", "--limit", "1000", "-o", "/dev/null"], 1, "not-proved", "no period was proved"),
        (&["man"], 2, "bad-input", "leave out --json"),
        (&["completions", "bash"], 2, "bad-input", "leave out --json"),
        (&["survey", "slurm", "--dir", "nowhere"], 2, "bad-input", "leave out --json"),
    ];
    for (args, exit, code, said) in cases {
        let document = failure(args, exit);
        assert_eq!(document["schema"], "sprague/v1/problem", "{args:?}");
        assert_eq!(document["error"]["code"], code, "{args:?}");
        let [message, way_out] = ["message", "way_out"].map(|field| document["error"][field].as_str());
        assert!(message.is_some_and(|text| !text.is_empty()), "{document}");
        assert!([message, way_out].into_iter().flatten().any(|text| text.contains(said)), "{document}");
    }
    assert_eq!(failure(&["solve", "kayles: 5 x"], 2)["error"]["column"], 11);
}

/// The words say what is the matter and what helps in one line, the document in two fields.
#[test]
fn ways_out_stand_in_a_field_of_their_own() {
    let cases: [(&[&str], &str); 4] = [
        (&["solve", "chomp: 14x14 + nim: 1"], "raise it with --max-positions"),
        (
            &["solve", "chomp: 14x14 + nim: 1", "--max-steps", "1e6"],
            "raise the limits with --max-positions and --max-steps",
        ),
        (&["graph", "nim: 9 9 9"], "raise the limit with --max-nodes"),
        (&["status", "no/such/folder"], "`sprague run GAME --to N --dir no/such/folder` starts one"),
    ];
    for (args, expected) in cases {
        let (words, document) = (sprague(args).err, failure(args, 2));
        assert_eq!(document["error"]["way_out"], expected, "{document}");
        let message = document["error"]["message"].as_str().expect("a message");
        assert_eq!(words, format!("error: {message}; {expected}\n"), "{args:?}");
    }
}

#[test]
fn random_text_is_never_a_panic() {
    let alphabet: Vec<char> = "nimkayles0123456789.:+ ()[]{}<>=,x#!|-_ev^…é\t".chars().collect();
    let mut random = Random::new(7);
    let mut lines = String::new();
    for _ in 0..2_000 {
        let length = random.index(30);
        lines += &random.text(&alphabet, length);
        lines.push('\n');
    }
    let said = SPRAGUE.read(&["solve", "-"], lines.as_bytes());
    assert!(said.code == Some(2) && !said.err.contains("panicked"), "{}", said.err);
}

#[test]
fn bad_lines_do_not_stop_the_others() {
    let mut lines = b"nim: 1 2 3\nnim: \xff 3\nkayles: 3\n".to_vec();
    lines.extend(std::iter::repeat_n(b'7', 3 << 20));
    lines.extend(b"\nkayles: 4\nnim: 1 \xc3");
    let solve = |more: &[&str]| {
        let said = SPRAGUE.read(&[&["solve", "-"], more].concat(), &lines);
        assert_eq!(said.code, Some(2));
        (said.out, said.err)
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
    let documents: Vec<Value> = serde_json::from_str(&documents).expect("JSON");
    assert_eq!(documents.iter().filter(|d| d.get("error").is_some()).count(), 3);
    assert_eq!(documents[4]["position"], "kayles: 4");
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in ["--help", "solve --help", "--version"] {
        let script = format!("\"$0\" {arguments} > /dev/full");
        let said = Said::of(Command::new("sh").args(["-c", &script, SPRAGUE.0]).output().expect("runs"));
        assert_eq!(said.code, Some(2), "{arguments}");
        assert!(said.err.starts_with("error: cannot write the answer: "), "{arguments}");
    }
}

/// What asked for terabytes, for minutes, or for hundreds of megabytes of answer.
#[cfg(unix)]
#[test]
fn huge_positions_are_answered_in_little_memory() {
    let many = |term: &str, count: usize| vec![term; count].join(" + ");
    let terms: Vec<String> = (1..7_000).map(|n| format!("nim: {n}")).collect();
    let heaps: Vec<String> = (0..6_000).map(|n| (100_000_000_000_000_000u64 + n).to_string()).collect();
    let heaps = heaps.join(" ");
    let positions = [
        "wythoff: 1000000000000 999999999999".to_owned(),
        "bogus-nim: 1000000000 5 bank 7".to_owned(),
        "shared(1000000000): 2000000000 3000000000".to_owned(),
        "rectangle: 1000000x7 3x3".to_owned(),
        many("nim: 3", 13_001),
        many("kayles: 5", 7_001),
        terms.join(" + "),
        format!("nim: {heaps}"),
        format!("bogus-nim: {heaps}"),
    ];
    for position in positions {
        for flags in [&["--json"][..], &["--misere"], &[]] {
            let args: Vec<&str> = ["solve", &position].into_iter().chain(flags.iter().copied()).collect();
            let Said { code, out, err: stderr } = limited(1_000_000, &args);
            let name = &position[..position.len().min(40)];
            let refused = code == Some(2) && stderr.lines().count() == 1 && stderr.len() < 1_000;
            assert!(
                code == Some(0) || refused && flags == ["--misere"],
                "{name} {flags:?}: {code:?} {stderr}"
            );
            assert!(out.len() < 100 << 20, "{name} {flags:?}: {} bytes", out.len());
        }
    }
}

#[cfg(unix)]
#[test]
fn values_are_written_as_they_come() {
    for format in ["bfile", "csv", "json"] {
        let args = ["values", "kayles", "--to", "2e7", "--format", format];
        let said = limited(300_000, &args);
        assert_eq!(said.code, Some(0), "{format}: {}", said.err);
        assert!(said.out.len() > 20_000_000, "{format}: {} bytes", said.out.len());
    }
    // what is refused after its first values prints nothing
    let said = limited(2_000_000, &["values", "0.007", "--to", "5e7", "--format", "csv"]);
    assert_eq!((said.code, said.out.len()), (Some(2), 0), "{}", said.err);
}

/// A graph from a pipe would never end, and opening it would wait for its writer.
#[cfg(unix)]
#[test]
fn a_graph_in_a_pipe_is_refused() {
    let pipe = folder("pipe").join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    let said = limited(1_000_000, &["solve", &format!("graph: {}#a", path(&pipe))]);
    std::fs::remove_file(&pipe).expect("removed");
    assert_eq!((said.code, said.err.lines().count()), (Some(2), 1), "{said:?}");
    assert!(said.err.contains("no regular file"), "{said:?}");
}

/// Statements of DOT go into the graph one by one; a text of ten million was held as lists of names.
#[cfg(unix)]
#[test]
fn a_long_graph_file_is_read_in_memory_of_its_own_size() {
    let long = file("long.dot");
    std::fs::write(&long, format!("digraph {{ a -> b; {}}}", "b;".repeat(8_000_000))).expect("written");
    let said = limited(400_000, &["solve", &format!("graph: {}#a", path(&long))]);
    std::fs::remove_file(&long).expect("removed");
    assert_eq!(said.code, Some(0), "{}", said.err);
}
