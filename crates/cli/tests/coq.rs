//! What `prove --coq` writes is what `proofs/coq` keeps, and the page about it shows the files as they are.

use std::fs;
use std::path::{Path, PathBuf};

use sprague_kit::Said;

use crate::common::{self, SPRAGUE, sprague};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).expect(file)
}

/// Runs `sprague prove GAME --coq`; what it wrote, or why it refused.
fn prove(game: &str, file: &str) -> Result<String, String> {
    let path = common::file("coq").join(file);
    fs::create_dir_all(common::file("coq")).expect("a folder");
    let said = sprague(&["prove", game, "--coq", "--limit", "1e7", "-o", common::path(&path)]);
    if said.code == Some(0) { Ok(fs::read_to_string(&path).expect("a file")) } else { Err(said.err) }
}

#[test]
fn the_kept_theorems_are_those_that_prove_writes() {
    let games = read("proofs/coq/games.txt");
    let mut seen = 0;
    for line in games.lines().filter(|line| !line.ends_with("  long")) {
        let (name, game) = line.split_once(' ').expect("a name and a game");
        let kept = read(&format!("proofs/coq/certificates/{name}.v"));
        assert_eq!(prove(game, name), Ok(kept), "{game}: run `make coq-certificates`");
        seen += 1;
    }
    assert!(seen >= 60, "{seen}");
    let kept = fs::read_dir(root().join("proofs/coq/certificates")).expect("a folder");
    let kept = kept
        .filter(|file| file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|end| end == "v")));
    assert_eq!(kept.count(), games.lines().count() + SEGMENTED.len(), "and those under segments");
}

/// The certificates whose periods are theorems under their segments.
const SEGMENTED: [(&str, &str); 5] = [
    ("0.054", "proofs/0.054.cert"),
    ("0.104", "proofs/0.104.cert"),
    ("0.106", "proofs/far/0.106.cert"),
    ("0.354", "proofs/0.354.cert"),
    ("0.454", "proofs/0.454.cert"),
];

fn python(args: &[&str]) -> std::process::Output {
    let (script, args) = args.split_first().expect("a script");
    std::process::Command::new("python3").arg(root().join(script)).args(args).output().expect("python3")
}

/// The theorem of a period under its segments is made from the certificate that is kept.
#[test]
fn the_premises_of_a_period_are_the_segments_of_its_certificate() {
    for (game, certificate) in SEGMENTED {
        let output = python(&["proofs/coq/far.py", game]);
        let made = String::from_utf8(output.stdout).expect("UTF-8");
        let premises = made.matches("  (segment_").count();
        assert!(premises >= 8, "{game}");
        assert_eq!(premises, read(certificate).matches("\nsegment ").count(), "{game}");
        let kept = read(&format!("proofs/coq/certificates/far_{}.v", game.replace('.', "_")));
        assert!(made == kept, "{game}: run `make coq-certificates`");
    }
}

#[test]
fn the_kept_theorems_of_misere_play_are_those_of_the_certificates() {
    let output = python(&["proofs/coq/misere.py", "--check"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(read("proofs/coq/misere.txt").lines().count() >= 200);
}

#[test]
fn a_file_of_coq_never_takes_a_word_of_coq_as_its_name() {
    let folder = common::folder("coq-run");
    for args in [
        &["run", "0.137", "--to", "1000", "--dir", "forall", "--quiet"][..],
        &["prove", "forall", "--coq", "-o", "run.v"],
    ] {
        assert!(SPRAGUE.command(args).current_dir(&folder).status().expect("runs").success(), "{args:?}");
    }
    let written = fs::read_to_string(folder.join("run.v")).expect("a file");
    assert!(written.contains("\nDefinition game_forall : rule :=\n"), "{written}");
}

/// Each machine has sets of values up to a most one; whatever has greater values goes to the next, or is refused.
#[test]
fn the_values_fit_the_machine_that_checks_them() {
    for (game, machine) in [
        ("take(1..255)", "CheckN"),
        ("take(1..256)", "CheckWide"),
        ("take(1..400)", "CheckWide"),
        ("take(1..503)", "CheckWide"),
        ("take(1..300,400..)", "CheckN"), // P.8 keeps values in a list
    ] {
        let text = prove(game, "values").expect(game);
        assert!(text.contains(&format!("Lemma checked : {machine}.")), "{game}: {text}");
    }
    for m in [504, 600, 1000] {
        let refused = prove(&format!("take(1..{m})"), "values").expect_err("too large");
        assert!(
            refused.contains(&format!("its values are as large as {m}, and 503 is the most")),
            "{refused}"
        );
    }
}

/// Coq takes the name of the file as the name of a module.
#[test]
fn a_name_that_coq_refuses_is_told() {
    let folder = common::folder("coq-names");
    for (file, told) in
        [("kayles.v", false), ("K_2.v", false), ("0.77.v", true), ("a b.v", true), ("k", true)]
    {
        let mut command = SPRAGUE.command(&["prove", "split(3)", "--coq", "-o", file]);
        let said = Said::of(command.current_dir(&folder).output().expect("runs"));
        assert_eq!(said.code, Some(0), "{said:?}");
        assert_eq!(said.err.contains(&format!("coqc refuses {file}: ")), told, "{said:?}");
        assert!(said.out.starts_with("G(n+2) = G(n) + 1 for every n >= 1, "), "{said:?}");
    }
}

#[test]
fn where_coq_has_no_theorem_the_refusal_says_so() {
    for (game, why) in [("8.8", "its values grow"), ("0.376", "it would take more than 1000000000 steps")] {
        let refused = prove(game, "refused").expect_err(game);
        assert!(refused.contains("the period is proved, but no theorem that Coq has applies: "), "{refused}");
        assert!(refused.contains(why), "{refused}");
    }
}

/// The page shows the trusted page as `render.py` writes it, and its other blocks stand in the files as they are.
#[test]
fn the_page_shows_the_files_as_they_are() {
    let page = read("docs/coq.md");
    let render = std::process::Command::new("python3").arg(root().join("proofs/coq/render.py")).output();
    let trusted = String::from_utf8(render.expect("python3").stdout).expect("UTF-8");
    assert!(trusted.contains("Definition grundy_function"), "{trusted}");
    assert!(page.contains(&trusted), "docs/coq.md holds what proofs/coq/render.py prints");
    let is_file =
        |name: &&str| Path::new(name).extension().is_some_and(|end| end == "v") && !name.contains(' ');
    let named = page.split('`').filter(is_file);
    let files: Vec<String> = named
        .map(|name| root().join("proofs/coq").join(name))
        .filter(|path| path.exists())
        .map(|path| fs::read_to_string(path).expect("a file"))
        .collect();
    let blocks: Vec<&str> =
        page.split("```coq\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect();
    for block in &blocks {
        assert!(files.iter().any(|file| file.contains(block)), "in no file:\n{block}");
    }
    let theorems = blocks.iter().filter(|block| block.contains("\nTheorem ")).count();
    assert!(theorems >= 2, "{theorems}");
}

/// What a mathematician has to read is short, and nothing is assumed in it.
#[test]
fn the_trusted_page_has_at_most_60_lines_of_code() {
    let text = read("proofs/coq/Games.v");
    let mut lines = 0;
    for part in text.split("(*").map(|part| part.split_once("*)").map_or(part, |(_, code)| code)) {
        lines += part.lines().filter(|line| !line.trim().is_empty()).count();
    }
    assert!((20..=60).contains(&lines), "{lines} lines of code");
    assert!(
        !["Axiom", "Parameter", "Admitted", "Hypothesis", "Variable"].iter().any(|word| text.contains(word))
    );
}
