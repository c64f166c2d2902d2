//! A document: a type with a name and a version; each module lists its own, and `schemas` has all of them.
//!
//! An answer of the command or of the lab carries the name of its schema in its last field: `"schema":"sprague/v1/solve"` stands for
//! `docs/schema/solve.json`, whose `$id` it is. The version counts changes that break a reader; a new field does not.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};

/// The version of all documents.
pub const VERSION: u32 = 1;

/// A JSON document of its own.
pub trait Document: Serialize + JsonSchema {
    /// Its name: that of the command, or of the question to the lab.
    const NAME: &'static str;
}

/// The name of a document's schema, with the version.
pub fn schema_name<D: Document>() -> String {
    format!("sprague/v{VERSION}/{}", D::NAME)
}

#[derive(Serialize)]
struct Labeled<'d, D> {
    #[serde(flatten)]
    document: &'d D,
    schema: String,
}

/// The document as text, with the name of its schema as the last field.
pub fn to_json<D: Document>(document: &D) -> serde_json::Result<String> {
    serde_json::to_string(&Labeled { document, schema: schema_name::<D>() })
}

/// The documents of a module with their names.
macro_rules! documents {
    ($($type:ty = $name:literal)*) => {
        $(impl crate::Document for $type {
            const NAME: &'static str = $name;
        })*

        /// The schemas of the documents of this module.
        pub(crate) fn schemas() -> Vec<(&'static str, serde_json::Value)> {
            vec![$(($name, crate::document::schema::<$type>()),)*]
        }
    };
}

pub(crate) use documents;

/// The schema of a document, which carries its name.
pub fn schema<D: Document>() -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.inline_subschemas = false;
    let schema: Schema = settings.into_generator().into_root_schema_for::<D>();
    let mut head = json!({"$schema": schema.get("$schema"), "$id": schema_name::<D>(), "version": VERSION});
    let fields = head.as_object_mut().expect("an object");
    for (word, what) in schema.as_object().into_iter().flatten().filter(|(word, _)| *word != "$schema") {
        fields.insert(word.clone(), what.clone());
    }
    let field =
        json!({"description": "The name of this schema, with its version", "const": schema_name::<D>()});
    let properties = fields.entry("properties").or_insert_with(|| json!({}));
    properties["schema"] = field;
    let required = fields.entry("required").or_insert_with(|| json!([]));
    required.as_array_mut().expect("a list").push("schema".into());
    head
}
