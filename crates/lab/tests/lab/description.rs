//! The description of the interface is true: every example is answered, and the answers are as described.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use sprague_api::routes::ROUTES;

use super::client::{Answer, Server};
use super::schema::faults;

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
        [("TeacherAnswer", &lesson), ("PositionAnswer", &seen), ("Move", &seen["moves"][0]), ("Job", &job)]
    {
        let required = description["components"]["schemas"][name]["required"].as_array().expect("fields");
        let mut required: BTreeSet<&str> =
            required.iter().map(|field| field.as_str().expect("a name")).collect();
        if name != "Move" {
            required.insert("schema");
        }
        let given: BTreeSet<&str> = answer.as_object().expect("fields").keys().map(String::as_str).collect();
        assert_eq!(required, given, "{name}");
    }
}

/// The request that the examples of an operation make.
fn example(server: &Server, description: &Value, method: &str, path: &str) -> Answer {
    let operation = &description["paths"][path][method];
    let mut address = path.to_owned();
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let (schema, name) = (&parameter["schema"], parameter["name"].as_str().expect("a name"));
        let Some(example) = schema.get("example").or(parameter.get("example")) else {
            assert_ne!(parameter["required"], true, "{method} {path}: {name} has no example");
            continue;
        };
        assert_eq!(faults(description, schema, example), [""; 0], "{method} {path}: {name}");
        let text = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
        match parameter["in"].as_str() {
            Some("path") => address = address.replace(&format!("{{{name}}}"), &text),
            _ => query.push(format!("{name}={text}")),
        }
    }
    let content = &operation["requestBody"]["content"]["application/json"];
    let body = content.get("example").map(ToString::to_string).unwrap_or_default();
    if let Some(example) = content.get("example") {
        assert_eq!(faults(description, &content["schema"], example), [""; 0], "{method} {path}");
    }
    assert_eq!(operation.get("requestBody").is_some(), !body.is_empty(), "{method} {path} has no example");
    server.change(&method.to_uppercase(), &format!("{address}?{}", query.join("&")), &body)
}

#[test]
fn every_example_is_answered_as_described() {
    let server = Server::start();
    let description = server.get("/api/openapi.json").json(200);
    // the job of the examples comes first and goes last
    let mut routes: Vec<(&str, &str)> = ROUTES.iter().map(|route| (route.method, route.path)).collect();
    routes.sort_by_key(|&(method, path)| match (method, path) {
        ("post", "/api/jobs") => 0,
        ("delete", _) => 2,
        _ => 1,
    });
    for (method, path) in routes {
        let answer = example(&server, &description, method, path);
        let responses = &description["paths"][path][method]["responses"];
        let response = &responses[answer.status.to_string()];
        assert!((200..300).contains(&answer.status), "{method} {path}: {}", answer.text());
        assert!(response.is_object(), "{method} {path}: {} is not described", answer.status);
        let Some(content) = response["content"].as_object() else { continue };
        let kind = answer.header("content-type").expect("a type").split(';').next().unwrap_or_default();
        assert!(content.contains_key(kind), "{method} {path}: {kind} is not described");
        for (name, _) in response["headers"].as_object().into_iter().flatten() {
            assert!(answer.header(name).is_some(), "{method} {path}: no {name}");
        }
        if kind == "application/json" && path != "/api/openapi.json" {
            let schema = &content[kind]["schema"];
            assert_eq!(faults(&description, schema, &answer.json(answer.status)), [""; 0], "{method} {path}");
        }
        while path == "/api/jobs" && server.get("/api/jobs/1").json(200)["state"] != "done" {
            sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn refusals_are_as_described() {
    let server = Server::start();
    let description = server.get("/api/openapi.json").json(200);
    let schema = &description["components"]["schemas"]["ProblemDocument"];
    for (path, status) in [
        ("/api/game?game=take(1..x)", 400),
        ("/api/values?game=grundy&to=1000000000", 422),
        ("/api/jobs/5", 404),
        ("/api/star/row?row=13", 422),
    ] {
        assert_eq!(faults(&description, schema, &server.get(path).json(status)), [""; 0], "{path}");
    }
}
