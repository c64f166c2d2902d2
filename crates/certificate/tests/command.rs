//! The binary itself: exit codes, sentences, JSON, and texts made to do harm.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::forge::forgeries::close;
use crate::forge::*;
use sprague_certificate::{
    Certificate, CheckReport, ConditionText, ENDLESS, Evidence, Fault, MOST_BYTES, RuleText, Runs,
    SegmentText, Selection, Set, SpaceText, SpaceType, StarCertificate, StarEvidence, Subject, TheoremName,
    check,
};
use sprague_kit::{Program, Random, Said, extent, is_full};

const CHECKER: Program = Program(env!("CARGO_BIN_EXE_sprague-check"));

fn write(name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), bytes).unwrap();
    folder.join(name)
}

fn run(file: &Path, words: &[&str]) -> (Option<i32>, String) {
    let Said { code, out, .. } = CHECKER.run(&[&[file.to_str().unwrap()], words].concat());
    (code, out)
}

#[test]
fn says_what_was_shown_and_nothing_more() {
    let kayles = write("kayles", small(TheoremName::Octal, &code("0.77"), claim(71, 12, 0)).to_text());
    let sentence = "By the rule `take 1 leave 0..2 cond any on 0.. | take 2 leave 0..2 cond any on 0..`, G(n+12) = G(n) for \
                    every n >= 71, and for no smaller period or preperiod: shown by theorem P.1, from the values of heaps 0 \
                    to 167, all of them recomputed.\n";
    assert_eq!(run(&kayles, &[]), (Some(0), sentence.into()));
    let json = format!(
        "{{\"valid\":true,\"complete\":true,\"claim\":\"{}\",\"checked_to\":167,\"reason\":null}}\n",
        sentence.trim_end()
    );
    assert_eq!(run(&kayles, &["--json", "--threads", "3"]), (Some(0), json));
    let segments = segmented_found(&code("0.77"), claim(71, 12, 0), SpaceType::Zero, 0, 40);
    let segments = write("segments", segments.to_text());
    let (code, line) = run(&segments, &["--segments", "1..3"]);
    assert_eq!(code, Some(0));
    assert!(line.starts_with("Segments 1..3 of 6 hold: ") && line.contains("it is not shown that"), "{line}");
    let (code, line) = run(&segments, &["--segments", "0..3", "--json"]);
    assert!(
        code == Some(0) && line.contains(r#""complete":false"#) && line.contains(r#""checked_to":142"#),
        "{line}"
    );
    // whether the whole is valid was not found out
    assert!(line.starts_with(r#"{"valid":null,"#), "{line}");
    let (code, line) = run(&segments, &["--sample", "20%"]);
    assert!(code == Some(0) && line.starts_with("Segments "), "{line}");
    let log = write("log", String::from("before\n"));
    let (code, line) =
        run(&segments, &["--segments", "1..2", "--heaps", "5", "--log", log.to_str().unwrap()]);
    assert!(code == Some(0) && line.contains("it is not shown that"), "{line}");
    assert!(line.starts_with("At most the first 5 heaps of segments 1..2 of 6 were recomputed"), "{line}");
    // the segment has 40 heaps
    let (code, line) = run(&segments, &["--segments", "1..2", "--heaps", "1000"]);
    assert!(
        code == Some(0) && line.starts_with("At most the first 1000 heaps of segments 1..2 of 6"),
        "{line}"
    );
    assert!(run(&segments, &["--threads", "2", "--log", log.to_str().unwrap()]).0 == Some(0));
    let told = std::fs::read_to_string(&log).unwrap();
    let mut told: Vec<&str> = told.lines().collect();
    let text = std::fs::read_to_string(&segments).unwrap();
    let name = format!("certificate {}", text.lines().last().unwrap());
    assert!(name.starts_with("certificate sha256 "), "{name}");
    let part = "segment 1 of 6: 80..85 ok, where the segment does not end";
    assert_eq!(told[..4], ["before", &name, part, &name]);
    told[4..].sort_unstable();
    assert_eq!(
        told[4..],
        [
            "segment 0 of 6: 0..80 ok",
            "segment 1 of 6: 80..120 ok",
            "segment 2 of 6: 120..143 ok",
            "segment 3 of 6: 143..147 ok",
            "segment 4 of 6: 147..149 ok",
            "segment 5 of 6: 149..155 ok"
        ]
    );
    let same = segments.parent().unwrap().join(".").join(segments.file_name().unwrap());
    let linked = segments.with_file_name("segments-linked");
    let _ = std::fs::remove_file(&linked);
    std::fs::hard_link(&segments, &linked).unwrap();
    for log in [&segments, &same, &linked] {
        assert_eq!(run(&segments, &["--log", log.to_str().unwrap()]), (Some(2), String::new()));
    }
    assert_eq!(std::fs::read_to_string(&segments).unwrap(), text);
    assert_eq!(run(&kayles, &["--segments", "0..1", "--heaps", "5"]).0, Some(2));
    assert_eq!(run(&segments, &["--segments", "3..9"]).0, Some(2));
    assert_eq!(run(&kayles, &["--segments", "0..1"]).0, Some(2));
    assert_eq!(run(&kayles, &["--sample", "50%"]).0, Some(2));
}

#[test]
fn bad_usage_and_unreadable_files_are_told_from_invalid_ones() {
    let kayles = write("usage", small(TheoremName::Octal, &code("0.77"), claim(71, 12, 0)).to_text());
    for words in [
        &["--segments"][..],
        &["--segments", "3"],
        &["--segments", "a..b"],
        &["--sample", "0%"],
        &["--sample", "101%"],
        &["--sample", "NaN%"],
        &["--sample", "5%", "--segments", "1..2"],
        &["--segments", "1..2", "--sample", "5%"],
        &["--heaps", "5"],
        &["--segments", "0..1", "--heaps", "0"],
        &["--sample", "5%", "--heaps", "5"],
        &["--log"],
        &["--log", "/"],
        &["--threads", "0"],
        &["--threads", "x"],
        &["--unknown"],
        &["another"],
    ] {
        assert_eq!(run(&kayles, words), (Some(2), String::new()), "{words:?}");
    }
    assert_eq!(run(Path::new("--unknown"), &[]).0, Some(2));
    let (code, line) = run(Path::new("--version"), &[]);
    assert!(code == Some(0) && line.starts_with("sprague-check ") && line.lines().count() == 1, "{line}");
    let (code, line) = run(Path::new("--help"), &[]);
    assert!(code == Some(0) && line.starts_with("usage: sprague-check FILE"), "{line}");
    assert_eq!(CHECKER.run(&[]).code, Some(2));
    let (code, line) = run(Path::new("/there/is/no/such/file"), &["--json"]);
    assert!(code == Some(2) && line.contains("cannot be read"), "{line}");
    assert_eq!(run(Path::new(env!("CARGO_TARGET_TMPDIR")), &[]).0, Some(2));
    for (name, bytes) in [("empty", &b""[..]), ("bytes", &[0xff, 0xfe, 0]), ("words", b"period 12\n")] {
        assert_eq!(run(&write(name, bytes), &[]).0, Some(1), "{name}");
    }
    assert_eq!(run(&write("large", vec![b'0'; MOST_BYTES as usize + 5]), &[]).0, Some(1));
}

/// CPU time of this thread, 0 where the system does not tell: a busy machine is no fault of the checker.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// Short texts that ask for enormous work or memory are refused at once.
#[test]
fn harmful_texts_are_refused_at_once() {
    let huge = Runs(vec![(0, u32::MAX), (1, u32::MAX), (0, u32::MAX)]);
    let none = RuleText::default();
    let kayles = code("0.77");
    let space = |reach, rare| SpaceText { mask: 7, kind: SpaceType::Zero, reach, rare };
    let certificate = |theorem, rule: &RuleText, preperiod, period, evidence| Certificate {
        theorem,
        rule: rule.clone(),
        claim: claim(preperiod, period, 0),
        evidence,
    };
    let far = 1 << 55;
    let segment = |end| SegmentText { end, sha256: Some([0; 32]), window: huge.clone() };
    let window = |count| Runs(vec![(0, count)]);
    let fit = |end| SegmentText { end, sha256: Some([0; 32]), window: window(1 << 20) };
    let sixteen = rule(&[one(&[(1, ENDLESS)], &[(0, 16)], ConditionText::Differ(1))]);
    let leave = |most| rule(&[one(&[(1, 1)], &[(0, most)], ConditionText::Any)]);
    let set = |ranges: &[(u64, u64)]| rule(&[one(ranges, &[(0, 1)], ConditionText::Any)]);
    let many = RuleText { moves: vec![kayles.moves[0].clone(); 5000] };
    let mut nothing = kayles.clone();
    nothing.moves[0].on = Set(vec![]);
    let small = |rule: &RuleText, runs: &Runs| {
        certificate(TheoremName::Octal, rule, 1, 1, Evidence::Small(runs.clone()))
    };
    let cases = [
        small(&none, &huge),
        small(&sixteen, &window(100_000)),
        small(&leave(17), &window(9)),
        small(&leave(ENDLESS), &window(9)),
        small(&set(&[(1, 2), (3, 4)]), &window(9)),
        small(&set(&[(3, 4), (1, 1)]), &window(9)),
        small(&set(&[(4, 3)]), &window(9)),
        small(&many, &window(9)),
        small(&nothing, &window(9)),
        small(&set(&[(0, 3)]), &window(9)),
        small(&rule(&[one(&[(1, 1)], &[(2, 2)], ConditionText::Differ(0))]), &window(9)),
        certificate(TheoremName::Octal, &kayles, far, far, Evidence::Small(window(100))),
        certificate(TheoremName::ManyHeaps, &leave(16), far, far, Evidence::Small(window(100))),
        certificate(TheoremName::AllBut, &set(&[(far, ENDLESS)]), 1, 1, Evidence::Small(window(100))),
        certificate(TheoremName::Sparse, &kayles, far, far, Evidence::Sparse(space(1, vec![]), [0; 32])),
        certificate(TheoremName::Sparse, &kayles, far, far, Evidence::Sparse(space(far, vec![]), [0; 32])),
        certificate(
            TheoremName::Sparse,
            &kayles,
            1,
            1,
            Evidence::Sparse(space(far, vec![(far - 5, 1)]), [0; 32]),
        ),
        certificate(
            TheoremName::Sparse,
            &set(&[(1, 1 << 20)]),
            1,
            1,
            Evidence::Sparse(space(1, vec![]), [0; 32]),
        ),
        certificate(
            TheoremName::Sparse,
            &set(&[(1, far)]),
            1,
            1,
            Evidence::Sparse(space(1, vec![]), [0; 32]),
        ),
        certificate(
            TheoremName::Sparse,
            &kayles,
            far,
            far,
            Evidence::Segmented(space(1, vec![]), vec![segment(9)]),
        ),
        certificate(
            TheoremName::Sparse,
            &kayles,
            far,
            far,
            Evidence::Segmented(space((1 << 20) - 3, vec![]), vec![fit(far)]),
        ),
        certificate(
            TheoremName::Sparse,
            &kayles,
            9,
            9,
            Evidence::Segmented(space((1 << 20) - 3, vec![]), vec![fit(1 << 40)]),
        ),
        certificate(
            TheoremName::Sparse,
            &kayles,
            9,
            9,
            Evidence::Segmented(space((1 << 20) - 3, vec![]), vec![fit(1 << 20)]),
        ),
        certificate(TheoremName::Sparse, &kayles, 9, 9, Evidence::Segmented(space(1, vec![]), vec![])),
    ];
    let before = cpu_seconds();
    for case in &cases {
        let text = case.to_text();
        let report = check(&text, Selection::All, 1);
        assert_eq!(report.exit_code(), 1, "{text}");
        assert!(text.len() < 600_000);
    }
    let seconds = cpu_seconds() - before;
    assert!(seconds < 30.0, "{seconds}");
}

/// Short texts, one for each bound of the format, that ask for memory or work beyond it.
fn greedy() -> Vec<(&'static str, String)> {
    let kayles = code("0.77");
    let window = |value, count| Runs(vec![(value, count)]);
    let paper = |theorem, rule: &RuleText, claim, evidence| {
        Certificate { theorem, rule: rule.clone(), claim, evidence }.to_text()
    };
    let small = |theorem, rule: &RuleText, claim, runs| paper(theorem, rule, claim, Evidence::Small(runs));
    let space = |reach, value| SpaceText { mask: 7, kind: SpaceType::Zero, reach, rare: vec![(0, value)] };
    let sparse = |rule: &RuleText, n0, space| {
        paper(TheoremName::Sparse, rule, claim(n0, 12, 0), Evidence::Sparse(space, [0; 32]))
    };
    let cut = |n0, segments| {
        paper(TheoremName::Sparse, &kayles, claim(n0, 12, 0), Evidence::Segmented(space(70, 0), segments))
    };
    let segment = |end, window| SegmentText { end, sha256: None, window };
    let many = RuleText { moves: vec![kayles.moves[0].clone(); 4097] };
    let odd: Vec<(u64, u64)> = (0..65_537).map(|i| (2 * i + 1, 2 * i + 1)).collect();
    let leave = |most| rule(&[one(&[(1, 1)], &[(0, most)], ConditionText::Any)]);
    let star =
        |subject, at, evidence| StarCertificate { subject, first: 1, period: 1, at, evidence }.to_text();
    let again = |again, lines: u64| StarEvidence::Repetition { again, state: vec![vec![]; lines as usize] };
    let far = 1 << 40;
    vec![
        (
            "F1",
            star(Subject::Row(1), 1, StarEvidence::Repetition { again: 1, state: vec![vec![1; 1 << 24]] }),
        ),
        ("R1", small(TheoremName::Octal, &many, claim(1, 1, 0), window(0, 9))),
        ("R2", small(TheoremName::ManyHeaps, &leave(17), claim(1, 1, 0), window(0, 9))),
        ("R3", small(TheoremName::Subtraction, &subtract(&odd), claim(1, 1, 0), window(0, 9))),
        ("V1", small(TheoremName::AllBut, &subtract(&[(1, ENDLESS)]), claim(0, 1, 1), window(0, u32::MAX))),
        ("V2", small(TheoremName::ManyHeaps, &leave(16), claim(3000, 3000, 0), window(0, 96_001))),
        ("V13", small(TheoremName::AllBut, &subtract(&[(far, ENDLESS)]), claim(0, 1, 0), window(0, 9))),
        ("P1", sparse(&kayles, 71, space(1 << 22, 0))),
        ("P2", sparse(&subtract(&[(1, 70_000)]), 71, space(70, 0))),
        ("P10", sparse(&kayles, 71, space(70, u32::MAX))),
        ("P16", sparse(&kayles, 1 << 26, space(70, 0))),
        ("Q2", cut(far, vec![segment(far + 84, window(0, 73))])),
        ("Q3", cut(71, vec![segment(155, window(0, u32::MAX))])),
        ("Q4", cut(71, vec![segment(143, window(u32::MAX, 73)), segment(155, window(u32::MAX, 73))])),
        ("S3", star(Subject::Row(3), far, again(9, 3))),
        (
            "S3",
            star(
                Subject::Row(3),
                9,
                StarEvidence::Tracks { again: 1 << 33, marks: vec![vec![1, 1, 1, 1]; 2] },
            ),
        ),
        ("S4", star(Subject::Value(58), 1 << 23, again(9, 59))),
        ("S5", star(Subject::Row(18), 9, again(9, 18))),
        ("S6", star(Subject::Value(far), 9, again(9, 59))),
        ("M3", star(Subject::Row(2), 9, StarEvidence::Tracks { again: 9, marks: vec![vec![far, 1, 3]; 2] })),
    ]
}

/// Each is refused by its own bound, within a second and 200 million bytes of address space more than the checker
/// itself takes.
#[test]
#[cfg(target_os = "linux")]
fn attack_texts_that_ask_for_too_much() {
    let (texts, before) = (greedy(), cpu_seconds());
    let mut wrong = Vec::new();
    let mut python = Command::new("sh");
    python.args(["-c", "ulimit -v 400000; exec python3 \"$@\"", "sh"]);
    python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check.py")).arg("--json");
    for (at, (number, text)) in texts.iter().enumerate() {
        let file = write(&format!("greedy-{at}"), text);
        let limited = "ulimit -v 200000; exec \"$@\"";
        let words = ["-c", limited, "sh", CHECKER.0, file.to_str().unwrap(), "--threads", "1"];
        let output = Command::new("sh").args(words).output().unwrap();
        let answer = String::from_utf8(output.stdout).unwrap();
        let refused = output.status.code() == Some(1) && answer.trim_end().ends_with(&format!("({number})."));
        wrong.extend((!refused).then(|| format!("first checker, {number}: {:?} {answer}", output.status)));
        python.arg(file);
    }
    let output = python.output().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), texts.len(), "{}", String::from_utf8_lossy(&output.stderr));
    for ((number, _), answer) in texts.iter().zip(answers.lines()) {
        let refused = answer.contains(&format!("({number})\"}}"));
        wrong.extend((!refused).then(|| format!("second checker, {number}: {answer}")));
    }
    // The same again with nothing but the library, to measure its time.
    for (_, text) in &texts {
        check(text, Selection::All, 1);
    }
    let seconds = cpu_seconds() - before;
    println!(
        "attack | certificates that ask for memory or work, by two checkers | {} | {} wrong",
        2 * texts.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(seconds < 20.0, "{seconds}");
}

/// Numbers after a word, 24 in a line.
fn lines(word: &str, numbers: &[String]) -> String {
    let lines: Vec<_> = numbers.chunks(24).map(|line| format!("{word} {}\n", line.join(" "))).collect();
    lines.concat()
}

/// The worst texts known, of about so many bytes: what reading makes most of, and what checking keeps.
fn worst(bytes: usize) -> Vec<(&'static str, String)> {
    const PLAIN: &str = "move take 1 leave 0..2 cond any on 0..\n";
    let repeated = |head: &str, unit: &str, tail: &str| {
        let body = format!("sprague certificate 1\nkind {head}{}{tail}", unit.repeat(bytes / unit.len()));
        close(&body)
    };
    let claim = "preperiod 1\nperiod 1\nsaltus 0\n";
    let after = |head: &str| format!("{head}{PLAIN}{claim}");
    let space = format!("{}mask 0x1\ntype 0\nreach 1\n", after("segmented\ntheorem P.5\n"));
    let digits = " 0 1".repeat(12);
    // elements are the numbers of 12 bits, and a product is the sum without carries
    let action = |bit: usize| {
        let products: Vec<String> = (0..4096).map(|x: usize| (x ^ 1 << bit).to_string()).collect();
        lines("action", &products)
    };
    let generators =
        (0..12).fold(String::new(), |text, bit| format!("{text}generator {}\n{}", bit + 1, action(bit)));
    let mut random = Random::new(1);
    let mut values = vec!["0".to_owned()];
    values.extend((0..12).map(|bit| (1 << bit).to_string()));
    while values.len() < 131_000 {
        let value = random.below(4096).to_string();
        if values.last() != Some(&value) {
            values.push(value);
        }
    }
    let values = lines("values", &values);
    let letters = format!(
        "sprague certificate 1\nkind misere\nmove take 1..6000 leave 0..1 cond any on 0..\norder 4096\n{generators}portion 1\n\
         {values}heaps 131000\n"
    );
    let numbers = format!("{}\n", digits.repeat(100));
    vec![
        ("options of misère play", close(&letters)),
        ("layers", repeated(&format!("misere-bound\n{PLAIN}heap 1\norder 1\nvalues 0\n"), "layer 0\n", "")),
        (
            "generators",
            repeated(&format!("misere\n{PLAIN}order 1\n"), "generator 1\naction 0\n", "values 0\nheaps 1\n"),
        ),
        (
            "actions",
            repeated(&format!("misere\n{PLAIN}order 1\ngenerator 1\n"), &format!("action{numbers}"), ""),
        ),
        (
            "pairs of tame heaps",
            repeated(
                &format!("misere-tame\n{PLAIN}last-fickle 1\n"),
                &format!("normal{numbers}"),
                "misere 0\n",
            ),
        ),
        (
            "moves",
            repeated(
                "small\ntheorem P.1\n",
                "move take 1 leave 1 cond any on 1\n",
                &format!("{claim}values 0\n"),
            ),
        ),
        ("values", repeated(&after("small\ntheorem P.1\n"), &format!("values{numbers}"), "")),
        (
            "residues",
            repeated(
                &after("classes\ntheorem P.11\n"),
                &format!("constant{numbers}"),
                "from 1\nmultiple 1\nwindow 1\nlow 0\nvalues 0\n",
            ),
        ),
        (
            "rare heaps",
            repeated(&space, &format!("rare{}\n", " 0:0 1:1".repeat(1200)), "segment 9\nwindow 0\n"),
        ),
        ("segments", repeated(&space, "segment 9\nwindow 0\n", "")),
        ("windows", repeated(&format!("{space}segment 9\n"), &format!("window{numbers}"), "")),
        ("states", repeated("star\nsubject row 2\nfirst 1\nperiod 1\nat 1\nagain 1\n", "state 0\n", "")),
        (
            "marks",
            repeated(
                "star\nsubject row 2\nfirst 1\nperiod 1\nat 1\nagain 1\n",
                &format!("mark{numbers}"),
                "",
            ),
        ),
        ("blocks", repeated("star\nsubject value 2\nfirst 1\nperiod 1\nat 1\n", "block 0 0 0 1\n", "")),
        ("pairs", repeated("star\nsubject pair 1 1\nfirst 1\nperiod 1\nat 1\n", "pair 1 1 1 1\n", "")),
    ]
}

/// The checker answers under a limit of 1 GiB of address space, for texts as long as can be; short ones have an eighth.
#[test]
#[cfg(target_os = "linux")]
fn attack_the_worst_texts_take_less_than_a_gibibyte() {
    let (bytes, limit) = extent(((1 << 22) - (1 << 12), 1 << 17), ((1 << 25) - (1 << 12), 1 << 20));
    let mut wrong = Vec::new();
    let mut texts = worst(bytes);
    if is_full() {
        // every value below E = 2^26 is kept: only at the end is it found that the period is none
        let mut kayles = sparse_found(&code("0.77"), claim(71, 12, 0), SpaceType::Zero, 0);
        kayles.claim.period = (1 << 26) - 300;
        texts.push(("values of kind sparse", kayles.to_text()));
    }
    let all = texts.len();
    for (at, (name, text)) in texts.into_iter().enumerate() {
        let file = write(&format!("worst-{at}"), text);
        let limited = format!("ulimit -v {limit}; exec \"$@\"");
        let checker = CHECKER.0;
        let words = ["-c", &limited, "sh", checker, file.to_str().unwrap(), "--threads", "1"];
        let output = Command::new("sh").args(words).output().unwrap();
        if output.status.code() != Some(1) {
            wrong.push(format!("{name}: {output:?}"));
        }
        std::fs::remove_file(file).unwrap();
    }
    println!("attack | worst texts under a limit of memory | {all} | {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The second checker refuses such a text of misère play quickly, in little memory.
#[test]
#[cfg(target_os = "linux")]
fn attack_the_second_checker_refuses_many_options_at_once() {
    let (_, text) = worst(1).swap_remove(0);
    let file = write("worst-second", text);
    let limited = "ulimit -v 700000; exec python3 \"$@\"";
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check.py");
    let output =
        Command::new("sh").args(["-c", limited, "sh", script, file.to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.code() == Some(1) && said.trim_end().ends_with("(U24)"), "{said}");
    println!("attack | a text of many options, by the second checker in 700 MB | 1 | refused (U24), 0 wrong");
}

#[test]
fn json_stays_json_whatever_is_in_the_sentence() {
    let claim = "a \"quoted\" back\\slash\nand é".to_string();
    let report = CheckReport { complete: false, claim, checked_to: 7, fault: Some(Fault::NoSegments) };
    let expected = r#"{"valid":false,"complete":false,"claim":"a \"quoted\" back\\slash\u000aand é","checked_to":7,"reason":"the certificate has no such segments; A..B are the segments from A to before B, counted from 0"}"#;
    assert_eq!(report.to_json(), expected);
    assert!(Runs::default().is_empty() && !Runs::of(&[1]).is_empty());
}
