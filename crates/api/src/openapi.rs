//! The description of the interface (`OpenAPI` 3.1), made from the types of requests and answers.
//!
//! What the types cannot tell stands in the table of routes ([`crate::routes`]): a sentence for each, its example, and
//! the refusals beyond those that every route can give. A test sends each example to the server.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Map, Value, json};
use sprague_tell::{ProblemDocument, VERSION};

use crate::operation::Types;
use crate::routes::operations;

/// The description as text.
static DESCRIPTION: LazyLock<String> = LazyLock::new(|| {
    let mut text = serde_json::to_string_pretty(&description()).unwrap_or_default();
    text.push('\n');
    text
});

/// The description, as it is served and kept in `docs/schema`.
pub fn text() -> &'static str {
    &DESCRIPTION
}

/// The definitions of the answers' types, by name.
pub fn answer_types() -> Map<String, Value> {
    let mut types = Types::new();
    let _ = operations(&mut types);
    types.document::<ProblemDocument>();
    types.answers.take_definitions(true)
}

/// The schema of each document that a route answers with, by its name.
pub fn schemas() -> BTreeMap<&'static str, Value> {
    let mut types = Types::new();
    let _ = operations(&mut types);
    types.documents.into_iter().map(|(name, schema)| (name, schema())).collect()
}

fn description() -> Value {
    let mut types = Types::new();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations(&mut types) {
        let (path, method, fields) = operation.finish();
        paths.entry(path).or_insert_with(|| json!({}))[method] = fields;
    }
    let problem = json!({"application/json": {"schema": types.document::<ProblemDocument>()}});
    let mut schemas = types.answers.take_definitions(true);
    schemas.extend(types.requests.take_definitions(true));
    schemas.sort_keys();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sprague lab",
            "version": format!("{VERSION}"),
            "description": "The interface between the laboratory's page and its server. Integers that may exceed 2^53 are \
                text. Every request needs the token of the run: in the header X-Sprague-Token, or the cookie that the \
                server gives for the token in the address it printed. Whatever changes state needs the header, whose value \
                also stands in the page's meta tag sprague-token. Every question has a budget of time, memory and size: \
                422 says that it is too large, 503 with Retry-After that the server is busy.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "security": [{"token": []}, {"cookie": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {"Problem": {"description": "Why there is no answer", "content": problem}},
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": "X-Sprague-Token"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "sprague-lab-{port}"},
            },
        },
    })
}
