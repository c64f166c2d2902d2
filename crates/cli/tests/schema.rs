//! What the command prints with `--json` is as its schema in `docs/schema` says.

#[path = "../../lab/tests/lab/schema.rs"]
mod check;

use std::fs;

use serde_json::Value;

use crate::common::judged;

/// Commands and the names of their documents. Those that write files write nowhere.
const ANSWERS: &[(&str, &[&str])] = &[
    ("solve", &["solve", "kayles: 5 7 + nim: 3"]),
    ("solve", &["solve", "grundy: 12", "--misere"]),
    ("solve", &["solve", "kayles: 1e18 1e17 5", "--misere"]),
    ("misere-genus", &["misere", "genus", "kayles", "--to", "12"]),
    ("misere-quotient", &["misere", "quotient", "0.123"]),
    ("values", &["values", "grundy", "--to", "50"]),
    ("values", &["values", "kayles", "--to", "10", "--misere"]),
    ("signature", &["values", "0.137", "--to", "500", "--format", "hash"]),
    ("period", &["period", "kayles"]),
    ("period", &["period", "grundy", "--limit", "1000"]),
    ("sparse", &["sparse", "grundy", "--to", "2000"]),
    ("sparse", &["sparse", "kayles", "--to", "100"]),
    ("stats", &["stats", "kayles", "--to", "300"]),
    ("game", &["games", "kayles"]),
    ("game", &["games", "chomp"]),
    ("graph", &["graph", "nim: 2 1"]),
    ("plot", &["plot", "kayles", "-o", "/dev/null", "--format", "svg"]),
    ("compare", &["compare", "kayles", "0.07"]),
    ("identify", &["identify", "0", "1", "2", "3", "1", "4"]),
    ("nimber", &["nimber", "5 * 7 + 3"]),
    ("nim-length", &["nim-length", "3", "4", "5"]),
    ("ulam-warburton", &["ulam-warburton", "20"]),
    ("reproduce", &["reproduce", "porat"]),
    ("star-table", &["star", "table", "--rows", "3", "--cols", "4"]),
    ("star-row", &["star", "row", "5", "--all"]),
    ("star-sequence", &["star", "sequence", "4"]),
    ("star-pairs", &["star", "sequence", "4", "--pairs", "10"]),
    ("star-diagonal", &["star", "diagonal", "2"]),
    ("star-positions", &["star", "positions", "3", "--max", "5", "--list"]),
    ("star-trace", &["star", "sequence", "3", "--by", "algorithm-2", "--trace"]),
    ("nimber", &["nimber", "13 + 11"]),
    ("nimber", &["nimber", "mex(0, 2)"]),
    ("table", &["table", "wythoff", "--rows", "3", "--cols", "3"]),
    ("table", &["table", "star-nim", "3", "--rows", "2", "--cols", "2"]),
    ("positions", &["positions", "nim", "3", "--max", "4"]),
    ("residues", &["period", "thesis-f", "--residues"]),
    ("values", &["values", "kayles", "--to", "20", "--width", "12"]),
    ("stats", &["stats", "grundy", "--from", "1", "--to", "2000"]),
    ("draw", &["draw", "nim: 3", "-o", "/dev/null", "--format", "svg"]),
    ("star-line", &["star", "line", "[2] [1,*]", "--to", "20"]),
];

fn schema(name: &str) -> Value {
    let path = format!("{}/../../docs/schema/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).expect(name)).expect("JSON")
}

#[test]
fn answers_are_as_their_schemas_say() {
    for &(name, args) in ANSWERS {
        let (document, _) = judged(args);
        assert_eq!(document["schema"], format!("sprague/v1/{name}"), "{args:?}");
        let schema = schema(name);
        assert_eq!(check::faults(&schema, &schema, &document), [""; 0], "{args:?}");
    }
}

#[test]
fn a_document_with_another_field_type_is_found() {
    let schema = schema("compare");
    let document = serde_json::json!({"a": 1, "b": "nim", "to": -5, "same_game": "no", "schema": "x"});
    assert!(check::faults(&schema, &schema, &document).len() >= 5);
}
