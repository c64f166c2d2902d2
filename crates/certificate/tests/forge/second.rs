//! The second checker, `tools/check.py`, as one process for many texts.

use std::process::Command;

use sprague_kit::ended;

const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools");

/// Imports the checker and answers each line, a condition to take away and a text in hexadecimal digits, with `valid`
/// or the number of the condition that refused it.
const DRIVER: &str = r#"
import re, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import check
for line in sys.stdin:
    removed, text = line.rstrip("\n").split(" ")
    check.REMOVED = removed if removed != "-" else None
    try:
        complete, claim, _ = check.check(bytes.fromhex(text).decode(), None)
        print("valid" if complete else "part")
    except check.Refused as refused:
        found = re.search(r"\(([A-Z][0-9]+)\)$", refused.args[0])
        print(found[1] if found else "refused")
    except Exception as error:
        print("raised " + type(error).__name__ if check.REMOVED else "CRASH " + repr(error)[:200].replace("\n", " "))
    sys.stdout.flush()
"#;

/// What it says of each text with this condition taken away, in two processes at a time.
pub fn answers(texts: &[(Option<String>, String)]) -> Vec<String> {
    // every other one: texts that take long stand together
    let [even, odd] = [0, 1].map(|first| texts.iter().skip(first).step_by(2).collect::<Vec<_>>());
    let (even, odd) = std::thread::scope(|scope| {
        let odd = scope.spawn(|| one_process(&odd));
        (one_process(&even), odd.join().unwrap())
    });
    let mut odd = odd.into_iter();
    even.into_iter().flat_map(|answer| [Some(answer), odd.next()]).flatten().collect()
}

/// Which of these texts it accepts.
pub fn accepts(texts: &[&str]) -> Vec<bool> {
    let asked: Vec<(Option<String>, String)> = texts.iter().map(|text| (None, text.to_string())).collect();
    let answers = answers(&asked);
    assert!(!answers.iter().any(|answer| answer.starts_with("CRASH")), "{answers:?}");
    answers.iter().map(|answer| answer == "valid").collect()
}

fn one_process(texts: &[&(Option<String>, String)]) -> Vec<String> {
    let line = |(removed, text): &(Option<String>, String)| {
        format!("{} {}\n", removed.as_deref().unwrap_or("-"), hexadecimal(text))
    };
    let input: String = texts.iter().map(|asked| line(asked)).collect();
    let said = ended(Command::new("python3").args(["-c", DRIVER, TOOLS]), input.as_bytes());
    let lines: Vec<String> = said.out.lines().map(str::to_string).collect();
    assert_eq!(lines.len(), texts.len(), "the second checker answers every text: {}", said.err);
    lines
}

/// A text in hexadecimal digits.
pub fn hexadecimal(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}
