//! The paper reads its tables and pictures from the repository when it is built. Typst is not at hand in every test run,
//! so this test sees to it that every file it reads is there.

use std::fs;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const KINDS: [&str; 5] = [".csv", ".json", ".md", ".svg", ".typ"];

#[test]
fn every_file_that_the_paper_reads_is_there() {
    let paper = Path::new(ROOT).join("docs/paper");
    let mut read = 0;
    for source in ["paper.typ", "tables.typ", "data.typ"] {
        let text = fs::read_to_string(paper.join(source)).expect(source);
        for call in ["csv(\"", "json(\"", "read(\"", "found(\"", "surveyed(\"", "image(\"", "import \""] {
            for name in text.split(call).skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(KINDS.iter().any(|kind| name.ends_with(kind)), "{source}: {name}");
                let file = name
                    .strip_prefix('/')
                    .map_or_else(|| paper.join(name), |name| Path::new(ROOT).join(name));
                assert!(fs::metadata(&file).is_ok_and(|file| file.len() > 0), "{source} reads {name}");
                read += 1;
            }
        }
    }
    assert!(read >= 18, "{read}");
}
