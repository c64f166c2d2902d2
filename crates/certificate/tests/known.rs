//! Known answers: certificates of solved games, accepted by the library, the binary and the Python checker.

mod forge;

use std::path::Path;
use std::process::Command;

use forge::{larger, library};
use sprague_certificate::{Certificate, Selection, check};

const PYTHON_CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check.py");

#[test]
fn every_checker_accepts_what_is_true() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("known");
    std::fs::create_dir_all(&folder).unwrap();
    let mut python = Command::new("python3");
    python.arg(PYTHON_CHECKER).arg("--json");
    let all = [library(), larger()].concat();
    let count = all.len();
    for (name, certificate) in all {
        let text = certificate.to_text();
        assert_eq!(Certificate::parse(&text), Ok(certificate), "{name}");
        let report = check(&text, Selection::All, 2);
        assert_eq!((report.fault.clone(), report.complete), (None, true), "{name}");
        let file = folder.join(name);
        std::fs::write(&file, &text).unwrap();
        let output =
            Command::new(env!("CARGO_BIN_EXE_sprague-check")).arg(&file).arg("--json").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}");
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), report.to_json(), "{name}");
        python.arg(&file);
        println!("{name} {}", text.len());
    }
    let output = python.output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    println!("{lines}");
    assert_eq!(output.status.code(), Some(0), "{lines}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        lines.lines().filter(|line| line.contains(r#""valid": true, "complete": true"#)).count(),
        count
    );
}
