//! The files that are generated from the types of the answers are up to date: JSON schemas, the description of the
//! lab's interface, the page's types. `make schema` writes them.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sprague_api::openapi;
use sprague_tell::{VERSION, schemas, typescript};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The schemas of the documents of the command and of the lab.
fn documents() -> Vec<(&'static str, Value)> {
    schemas().into_iter().chain(openapi::schemas()).collect()
}

/// Every generated file: its path from the root, and its text.
fn generated() -> Vec<(String, String)> {
    let pretty = |schema: &Value| serde_json::to_string_pretty(schema).expect("JSON") + "\n";
    let schema = |(name, schema): &(&str, Value)| (format!("docs/schema/{name}.json"), pretty(schema));
    let mut files: Vec<(String, String)> = documents().iter().map(schema).collect();
    files.push(("docs/schema/openapi.json".to_owned(), openapi::text().to_owned()));
    let types = typescript::module(&openapi::answer_types());
    files.push(("crates/lab/page/src/api/types.ts".to_owned(), types));
    files
}

#[test]
fn generated_files_are_those_of_the_types() {
    let write = std::env::var_os("SPRAGUE_SCHEMA").is_some_and(|wish| wish == "write");
    for (path, text) in generated() {
        let place = root().join(&path);
        if write {
            fs::create_dir_all(place.parent().expect("a folder")).expect("a writable folder");
            fs::write(&place, &text).expect("a writable file");
        }
        let kept = fs::read_to_string(&place).unwrap_or_default();
        assert!(kept == text, "{path} is not what the types say; `make schema` writes it");
    }
}

#[test]
fn there_are_no_other_schemas() {
    let known: BTreeSet<String> = generated().into_iter().map(|(path, _)| path).collect();
    for folder in ["docs/schema", "docs/schema/lab"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "json") {
                let name = path.file_name().and_then(OsStr::to_str).expect("UTF-8");
                assert!(known.contains(&format!("{folder}/{name}")), "{folder}/{name} belongs to no type");
            }
        }
    }
}

#[test]
fn every_schema_has_its_name_and_version() {
    for (name, schema) in documents() {
        assert_eq!(schema["version"], VERSION, "{name}");
        assert_eq!(schema["$id"], format!("sprague/v{VERSION}/{name}"));
        assert!(schema["description"].is_string(), "{name} is described");
    }
}
