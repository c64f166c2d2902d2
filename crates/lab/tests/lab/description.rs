//! The description of the interface is complete: every route is in it, and nothing else.

use std::collections::BTreeSet;

use serde_json::Value;
use sprague_lab::app::ROUTES;

use super::client::Server;

#[test]
fn every_route_is_described_and_nothing_else() {
    let server = Server::start();
    let description = server.get("/api/openapi.json").json(200);
    let paths = description["paths"].as_object().expect("paths");
    let described: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().expect("methods").keys().map(move |method| (method.clone(), path.clone()))
        })
        .collect();
    let served: BTreeSet<(String, String)> =
        ROUTES.iter().map(|&(method, path)| (method.to_owned(), path.to_owned())).collect();
    assert_eq!(described, served);
}

#[test]
fn every_reference_of_the_description_leads_somewhere() {
    let server = Server::start();
    let description = server.get("/api/openapi.json").json(200);
    let mut open = vec![&description];
    let mut references = 0;
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => open.extend(fields.values()),
            Value::Array(items) => open.extend(items),
            Value::String(text) if text.starts_with("#/") => {
                references += 1;
                assert!(description.pointer(&text[1..]).is_some(), "{text}");
            }
            _ => {}
        }
    }
    assert!(references > 50);
}

#[test]
fn answers_have_the_fields_that_are_described() {
    let server = Server::start();
    let description = server.get("/api/openapi.json").json(200);
    let lesson = server.post("/api/teacher", &serde_json::json!({"position": "nim: 3 4 5"})).json(200);
    let seen = server.post("/api/position", &serde_json::json!({"position": "nim: 3 4 5"})).json(200);
    let job = server.change("POST", "/api/jobs", r#"{"kind":"sequence","game":"kayles","to":100}"#).json(202);
    for (name, answer) in
        [("Lesson", &lesson), ("Position", &seen), ("Move", &seen["moves"][0]), ("Job", &job)]
    {
        let required = description["components"]["schemas"][name]["required"].as_array().expect("fields");
        let required: BTreeSet<&str> = required.iter().map(|field| field.as_str().expect("a name")).collect();
        let given: BTreeSet<&str> = answer.as_object().expect("fields").keys().map(String::as_str).collect();
        assert_eq!(required, given, "{name}");
    }
}
